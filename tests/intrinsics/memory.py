# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases for both targets that access memory or take vectors apart."""

import exact
from common import Case, M32, signed
from exact import F16

PAIR = ["%m0 = insertelement <2 x i1> poison, i1 %bp, i32 0",
        "%m = insertelement <2 x i1> %m0, i1 %cp, i32 1",
        "%w0 = insertelement <2 x i32> poison, i32 %b, i32 0",
        "%w = insertelement <2 x i32> %w0, i32 %c, i32 1"]
HALVES = "getelementptr i32, ptr addrspace(1) %pa, <2 x i64> <i64 1, i64 0>"


def pair(low, high):
    return low & M32 | (high & M32) << 32


def reduce(name, kind, text, model, kinds="iii"):
    return Case("reduce_" + name, kind, "%%r = call %s @llvm.vector.reduce.%s"
                % (kind, text), model, kinds)


def shorts(x):
    return x & 0xffff, x >> 16 & 0xffff


def first_nonzero(x, n, bits, none):
    """The number of the first of n elements that is not zero."""
    return next((k for k in range(n) if x >> k * bits & (1 << bits) - 1), none)


CASES = [
    Case("masked_load", "i64", PAIR + [
        "%l = call <2 x i32> @llvm.masked.load.v2i32.p1(ptr addrspace(1) %pa, "
        "i32 4, <2 x i1> %m, <2 x i32> %w)",
        "%r = bitcast <2 x i32> %l to i64"],
        lambda x, y, z: pair(x if y & 1 else y, x >> 32 if z & 1 else z)),
    Case("masked_store", "i64", PAIR + [
        "%v = bitcast i64 %A to <2 x i32>",
        "call void @llvm.masked.store.v2i32.p1(<2 x i32> %v, "
        "ptr addrspace(1) %pb, i32 4, <2 x i1> %m)",
        "%r = load i64, ptr addrspace(1) %pb"],
        lambda x, y, z: pair(x if y & 1 else y,
                             x >> 32 if z & 1 else y >> 32)),
    Case("gather", "i64", PAIR + [
        "%p = " + HALVES,
        "%l = call <2 x i32> @llvm.masked.gather.v2i32.v2p1("
        "<2 x ptr addrspace(1)> %p, i32 4, <2 x i1> %m, <2 x i32> %w)",
        "%r = bitcast <2 x i32> %l to i64"],
        lambda x, y, z: pair(x >> 32 if y & 1 else y, x if z & 1 else z)),
    Case("scatter", "i64", PAIR + [
        "%p = " + HALVES,
        "call void @llvm.masked.scatter.v2i32.v2p1(<2 x i32> %w, "
        "<2 x ptr addrspace(1)> %p, i32 4, <2 x i1> %m)",
        "%r = load i64, ptr addrspace(1) %pa"],
        lambda x, y, z: pair(z if z & 1 else x, y if y & 1 else x >> 32)),
    Case("memcpy", "i64", [
        "%n = and i32 %c, 7",
        "call void @llvm.memcpy.p1.p1.i32(ptr addrspace(1) %pa, "
        "ptr addrspace(1) %pb, i32 %n, i1 false)",
        "%r = load i64, ptr addrspace(1) %pa"],
        lambda x, y, z: (lambda m: x & ~m | y & m)((1 << 8 * (z & 7)) - 1)),
    Case("memmove", "i64", [
        "%p = getelementptr i8, ptr addrspace(1) %pa, i32 2",
        "call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) %p, "
        "ptr addrspace(1) %pa, i64 6, i1 false)",
        "%r = load i64, ptr addrspace(1) %pa"],
        lambda x, y, z: x & 0xffff | x << 16),
    Case("memset", "i64", [
        "call void @llvm.memset.p1.i64(ptr addrspace(1) %pa, i8 %bb, i64 5, "
        "i1 false)", "%r = load i64, ptr addrspace(1) %pa"],
        lambda x, y, z: x >> 40 << 40 | (y & 255) * 0x0101010101),
    reduce("add", "i16", "add.v2i16(<2 x i16> %aw)",
           lambda x, y, z: sum(shorts(x))),
    reduce("smax", "i16", "smax.v2i16(<2 x i16> %aw)",
           lambda x, y, z: max(shorts(x), key=lambda v: signed(v, 16))),
    reduce("xor", "i16", "xor.v2i16(<2 x i16> %aw)",
           lambda x, y, z: (lambda p, q: p ^ q)(*shorts(x))),
    reduce("fadd", "half", "fadd.v2f16(half %ah, <2 x half> %bv)",
           lambda x, y, z: exact.add(F16, exact.add(F16, x & 0xffff,
                                                    y & 0xffff), y >> 16),
           "xxx"),
    reduce("fmaximum", "half", "fmaximum.v2f16(<2 x half> %av)",
           lambda x, y, z: exact.least(F16, x & 0xffff, x >> 16, True, True),
           "xxx"),
    Case("reverse", "<2 x i16>",
         "%r = call <2 x i16> @llvm.vector.reverse.v2i16(<2 x i16> %aw)",
         lambda x, y, z: x >> 16 & 0xffff | (x & 0xffff) << 16),
    Case("interleave", "i64", [
        "%v = call <4 x i16> @llvm.vector.interleave2.v4i16(<2 x i16> %aw, "
        "<2 x i16> %bw)", "%r = bitcast <4 x i16> %v to i64"],
        lambda x, y, z: sum(v << k for v, k in zip(
            (x & 0xffff, y & 0xffff, x >> 16 & 0xffff, y >> 16 & 0xffff),
            (0, 16, 32, 48)))),
    Case("deinterleave", "i32", [
        "%v = bitcast i64 %A to <4 x i16>",
        "%p = call {<2 x i16>, <2 x i16>} "
        "@llvm.vector.deinterleave2.v4i16(<4 x i16> %v)",
        "%q = extractvalue {<2 x i16>, <2 x i16>} %p, 1",
        "%r = bitcast <2 x i16> %q to i32"],
        lambda x, y, z: x >> 16 & 0xffff | x >> 48 << 16),
    # The bits of a without those of b; often all are zero.
    Case("cttz_elts", "i32", [
        "%n = and i64 %A, %B", "%m = and i64 %n, %C",
        "%l = trunc i64 %m to i8", "%v = bitcast i8 %l to <8 x i1>",
        "%r = call i32 @llvm.experimental.cttz.elts.i32.v8i1(<8 x i1> %v, "
        "i1 false)"],
        lambda x, y, z: first_nonzero(x & y & z, 8, 1, 8)),
    Case("cttz_elts_shorts", "i16", [
        "%m = and i64 %A, 281470681808895",  # the second and the last element are 0
        "%v = bitcast i64 %m to <4 x i16>",
        "%r = call i16 @llvm.experimental.cttz.elts.i16.v4i16(<4 x i16> %v, "
        "i1 true)"],
        lambda x, y, z: first_nonzero(x & 0xffff0000ffff, 4, 16,
                                      None)),
]
