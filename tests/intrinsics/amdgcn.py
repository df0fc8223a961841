# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases for AMDGPU's intrinsics, with models from the instruction set
manuals."""

import math

from amdgcn_models import (
    i32, parts, sad, qsad, bfe, perm, dot, sudot, bitop3, fmed3, classes,
    cube, pknorm, trig_preop, dpp, update_dpp, swizzle, permute, mbcnt, reduce,
    mask_of)
import common
import exact
from common import Case, M32, call, clamp, leading, signed
from exact import F16, F32, F64, Fraction

INDEX = ["  %t = call i32 @llvm.amdgcn.workitem.id.x()",
         "  %i = zext i32 %t to i64"]

TARGET = common.Target(
    name="amdgcn", triple="amdgcn-amd-amdhsa", cpu="gfx906", warp=64,
    define="define amdgpu_kernel void @%s(ptr addrspace(1) %%ina, "
           "ptr addrspace(1) %%inb, ptr addrspace(1) %%inc, "
           "ptr addrspace(1) %%out) {",
    index=INDEX, declare=["declare i32 @llvm.amdgcn.workitem.id.x()",
                          "declare i32 @_Z7amd_bfmjj(i32, i32)"] + [
        "declare i32 @%s(i32, i32, i32)" % name
        for name in ("_Z7amd_bfejjj", "_Z12amd_bitalignjjj", "_Z13amd_bytealignjjj")],
    tail=lambda cases: [])

ABC = "i32 %a, i32 %b, i32 %c"
HALF_BITS = ["%lane = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)",
             "%lane64 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %lane)"]

def assembler(name, text, model, constraints="=v,v,v,v", args=ABC):
    """One instruction of inline assembler; the model has the numbers without a sign."""
    return Case("asm_" + name, "i32",
                ['%%r = call i32 asm sideeffect "%s", "%s"(%s)' % (text, constraints, args)],
                lambda x, y, z: model(x & M32, y & M32, z & M32))


CASES = [
    i32("ubfe.i32", ABC, lambda x, y, z: bfe(x, y, z, False)),
    i32("sbfe.i32", ABC, lambda x, y, z: bfe(x, y, z, True)),
    i32("alignbyte", ABC, lambda x, y, z: ((x & M32) << 32 | y & M32)
        >> (8 * (z & 3))),
    i32("perm", ABC, perm),
    assembler("perm", "V_PERM_B32 $0, $1, $2, $3;", perm),
    assembler("perm_zero", "v_perm_b32 $0, 0, $1, $2",
              lambda x, y, z: perm(0, x, y), "=v,v,v", "i32 %a, i32 %b"),
    assembler("bfe", "v_bfe_u32 $0, $1, $2, $3", lambda x, y, z: bfe(x, y, z, False)),
    assembler("bfe_byte", "v_bfe_u32 $0, $1, 8, 0x8", lambda x, y, z: x >> 8 & 255,
              "=v,v", "i32 %a"),
    assembler("add3", "V_ADD3_U32 $0, $3, $1, $2;", lambda x, y, z: x + y + z),
    assembler("and_or", "v_and_or_b32 $0, $1, $2, $3 ; a comment", lambda x, y, z: x & y | z),
    assembler("or3", "v_or3_b32 $0, $1, $2, $3", lambda x, y, z: x | y | z),
    assembler("xad", "v_xad_u32 $0, $1, $2, $3", lambda x, y, z: (x ^ y) + z),
    assembler("alignbit", "v_alignbit_b32 $0, $1, $2, $3",
              lambda x, y, z: (x << 32 | y) >> (z & 31)),
    Case("asm_mad_u64", "i64",
         ['%m = call {i64, i64} asm sideeffect "v_mad_u64_u32 $0, $1, $2, $3, $4", '
          '"=v,=s,r,v,v"(i32 %a, i32 %b, i64 %C)', "%r = extractvalue {i64, i64} %m, 0"],
         lambda x, y, z: (x & M32) * (y & M32) + z),
    Case("asm_mad_u64_zero", "i64",
         ['%m = call {i64, i64} asm sideeffect "v_mad_u64_u32 $0, $1, $2, 7, 0", '
          '"=v,=s,r"(i32 %a)', "%r = extractvalue {i64, i64} %m, 0"],
         lambda x, y, z: (x & M32) * 7),
    call("amd_bfe", "i32", "_Z7amd_bfejjj(%s)" % ABC, lambda x, y, z: bfe(x, y, z, False)),
    call("amd_bfm", "i32", "_Z7amd_bfmjj(i32 %a, i32 %b)",
         lambda x, y, z: (1 << (x & 31)) - 1 << (y & 31) & M32),
    call("amd_bitalign", "i32", "_Z12amd_bitalignjjj(%s)" % ABC,
         lambda x, y, z: ((x & M32) << 32 | y & M32) >> (z & 31)),
    call("amd_bytealign", "i32", "_Z13amd_bytealignjjj(%s)" % ABC,
         lambda x, y, z: ((x & M32) << 32 | y & M32) >> 8 * (z & 3)),
    i32("lerp", ABC, lambda x, y, z: sum(
        (p + q + (r & 1) >> 1) << (8 * k) for k, (p, q, r) in enumerate(
            zip(parts(x, 8), parts(y, 8), parts(z, 8))))),
    i32("mul.u24.i32", "i32 %a, i32 %b", lambda x, y, z:
        (x & 0xffffff) * (y & 0xffffff)),
    i32("mul.i24.i32", "i32 %a, i32 %b", lambda x, y, z:
        signed(x, 24) * signed(y, 24)),
    call("mul_i24_wide", "i64", "llvm.amdgcn.mul.i24.i64(i32 %a, i32 %b)",
         lambda x, y, z: signed(x, 24) * signed(y, 24)),
    i32("mulhi.u24", "i32 %a, i32 %b", lambda x, y, z:
        (x & 0xffffff) * (y & 0xffffff) >> 32),
    i32("mulhi.i24", "i32 %a, i32 %b", lambda x, y, z:
        signed(x, 24) * signed(y, 24) >> 32),
    i32("sad.u8", ABC, lambda x, y, z: sad(x, y) + z),
    i32("sad.hi.u8", ABC, lambda x, y, z: (sad(x, y) << 16) + z),
    i32("sad.u16", ABC, lambda x, y, z: sad(x, y, 16) + z),
    i32("msad.u8", ABC, lambda x, y, z: sad(x, y, 8, True) + z),
    call("qsad", "i64", "llvm.amdgcn.qsad.pk.u16.u8(i64 %A, i32 %b, i64 %C)",
         lambda x, y, z: qsad(x, y, z, False)),
    call("mqsad", "i64", "llvm.amdgcn.mqsad.pk.u16.u8(i64 %A, i32 %b, i64 %C)",
         lambda x, y, z: qsad(x, y, z, True)),
    i32("sdot2", "<2 x i16> %aw, <2 x i16> %bw, i32 %c, i1 false",
        lambda x, y, z: dot(x, y, z, 16, True, False)),
    i32("udot2", "<2 x i16> %aw, <2 x i16> %bw, i32 %c, i1 true",
        lambda x, y, z: dot(x, y, z, 16, False, True)),
    i32("sdot4", ABC + ", i1 true",
        lambda x, y, z: dot(x, y, z, 8, True, True)),
    i32("udot4", ABC + ", i1 false",
        lambda x, y, z: dot(x, y, z, 8, False, False)),
    i32("sdot8", ABC + ", i1 false",
        lambda x, y, z: dot(x, y, z, 4, True, False)),
    i32("udot8", ABC + ", i1 true",
        lambda x, y, z: dot(x, y, z, 4, False, True)),
    i32("sudot4", "i1 true, i32 %a, i1 false, i32 %b, i32 %c, i1 false",
        lambda x, y, z: sudot(x, y, z, 8)),
    i32("sudot8", "i1 true, i32 %a, i1 false, i32 %b, i32 %c, i1 false",
        lambda x, y, z: sudot(x, y, z, 4)),
    call("fdot2", "float", "llvm.amdgcn.fdot2(<2 x half> %av, <2 x half> %bv, "
         "float %cf, i1 false)", lambda x, y, z: exact.fma(
             F32, exact.convert(F16, F32, x & 0xffff),
             exact.convert(F16, F32, y & 0xffff), exact.fma(
                 F32, exact.convert(F16, F32, x >> 16),
                 exact.convert(F16, F32, y >> 16), z)), "xxf"),
    i32("sffbh.i32", "i32 %a", lambda x, y, z: (
        lambda v: leading(v, 32) if v else -1)(
            x & M32 if not x >> 31 & 1 else ~x & M32)),
    i32("bitop3.i32", ABC + ", i32 150",
        lambda x, y, z: bitop3(x, y, z, 150)),
    i32("bitop3.i32", ABC + ", i32 202",
        lambda x, y, z: bitop3(x, y, z, 202), full="bitop3_choose"),
    call("bitreplicate", "i64", "llvm.amdgcn.s.bitreplicate(i32 %a)",
         lambda x, y, z: sum(3 << (2 * k) for k in range(32) if x >> k & 1)),
    call("s_wqm", "i64", "llvm.amdgcn.s.wqm.i64(i64 %A)",
         lambda x, y, z: sum(15 << k for k in range(0, 64, 4)
                             if x >> k & 15)),
    call("s_quadmask", "i64", "llvm.amdgcn.s.quadmask.i64(i64 %A)",
         lambda x, y, z: mask_of(x >> k & 15 for k in range(0, 64, 4))),
    i32("s.quadmask.i32", "i32 %a",
        lambda x, y, z: mask_of(x >> k & 15 for k in range(0, 32, 4))),

    call("trig_preop", "double", "llvm.amdgcn.trig.preop.f64(double %ad, "
         "i32 %b)", trig_preop, "dsi"),
    call("fmed3", "float", "llvm.amdgcn.fmed3.f32(float %af, float %bf, "
         "float %cf)", fmed3, "fff"),
    call("class_any", "i1", "llvm.amdgcn.class.f32(float %af, i32 %b)",
         lambda x, y, z: bool(classes(F32, x) & y), "fii"),
    call("class_some", "i1", "llvm.amdgcn.class.f64(double %ad, i32 504)",
         lambda x, y, z: bool(classes(F64, x) & 504), "dii"),
    call("div_fixup", "float", "llvm.amdgcn.div.fixup.f32(float %cf, "
         "float %bf, float %af)", lambda x, y, z: exact.div(F32, x, y), "fff"),
    call("div_fixup_f64", "double", "llvm.amdgcn.div.fixup.f64(double %cd, "
         "double %bd, double %ad)", lambda x, y, z: exact.div(F64, x, y),
         "ddd"),
    call("rcp", "double", "llvm.amdgcn.rcp.f64(double %ad)",
         lambda x, y, z: exact.div(F64, 0x3ff << 52, x), "ddd"),
    call("rcp_f16", "half", "llvm.amdgcn.rcp.f16(half %ah)",
         lambda x, y, z: exact.div(F16, 15 << 10, x), "hhh"),
    call("fmul_legacy", "float", "llvm.amdgcn.fmul.legacy(float %af, "
         "float %bf)", lambda x, y, z: 0 if not x & ~F32.sign
         or not y & ~F32.sign else exact.mul(F32, x, y), "fff"),
    call("fma_legacy", "float", "llvm.amdgcn.fma.legacy(float %af, float %bf, "
         "float %cf)", lambda x, y, z: exact.add(F32, 0, z)
         if not x & ~F32.sign or not y & ~F32.sign
         else exact.fma(F32, x, y, z), "fff"),
    call("fmad_ftz", "float", "llvm.amdgcn.fmad.ftz.f32(float %af, float %bf, "
         "float %cf)", lambda x, y, z: exact.add(
             F32, exact.mul(F32, x, y, ftz=True), z, ftz=True), "fff"),
    call("pkrtz", "<2 x half>", "llvm.amdgcn.cvt.pkrtz(float %af, float %bf)",
         lambda x, y, z: exact.convert(F32, F16, x, "rz")
         | exact.convert(F32, F16, y, "rz") << 16, "fff"),
    call("cvt_pk_i16", "<2 x i16>", "llvm.amdgcn.cvt.pk.i16(i32 %a, i32 %b)",
         lambda x, y, z: sum((clamp(signed(v, 32), -32768, 32767) & 0xffff)
                             << k for v, k in ((x, 0), (y, 16)))),
    call("cvt_pk_u16", "<2 x i16>", "llvm.amdgcn.cvt.pk.u16(i32 %a, i32 %b)",
         lambda x, y, z: sum(min(v & M32, 65535) << k
                             for v, k in ((x, 0), (y, 16)))),
    call("cvt_pknorm_i16", "<2 x i16>", "llvm.amdgcn.cvt.pknorm.i16("
         "float %af, float %bf)", lambda x, y, z: pknorm(x, True) & 0xffff
         | (pknorm(y, True) & 0xffff) << 16, "fff"),
    call("cvt_pknorm_u16", "<2 x i16>", "llvm.amdgcn.cvt.pknorm.u16("
         "float %af, float %bf)", lambda x, y, z: pknorm(x, False)
         | pknorm(y, False) << 16, "fff"),
    call("cvt_off", "float", "llvm.amdgcn.cvt.off.f32.i4(i32 %a)",
         lambda x, y, z: F32.round(Fraction(signed(x, 4), 16))),
] + [call("cube" + n, "float", "llvm.amdgcn.cube%s(float %%af, float %%bf, "
          "float %%cf)" % n, cube(n), "fff") for n in ("id", "ma", "sc", "tc")]

CASES += [update_dpp(c) for c in (
    0x1b, 0xb1, 0x101, 0x10f, 0x111, 0x118, 0x121, 0x12f, 0x130, 0x134, 0x138,
    0x13c, 0x140, 0x141, 0x142, 0x143)]
CASES += [update_dpp(0x111, 10, 15), update_dpp(0x118, 15, 12, True),
          update_dpp(0x142, 10, 15, True), update_dpp(0x101, 15, 15, True)]
CASES += [swizzle(p) for p in (0x801b, 0x80b1, 0x401f, 0x041f, 0x001c, 0x03e0,
                               0x7c1f)]
CASES += [
    call("dpp_f64", "double", "llvm.amdgcn.update.dpp.f64(double %ad, "
         "double %bd, i32 273, i32 15, i32 15, i1 false)", dpp(0x111),
         warp=True),
    i32("ds.permute", "i32 %l, i32 %b",
        lambda a, b, c: permute([4 * (i ^ 5) for i in range(64)], b, c),
        warp=True),
    i32("ds.bpermute", "i32 %l, i32 %b", lambda a, b, c: [
        b[(4 * (i * 7 & 63) >> 2) & 63] for i in range(64)], warp=True),
    i32("mbcnt.lo", "i32 %a, i32 %b", mbcnt(False), warp=True),
    i32("mbcnt.hi", "i32 %a, i32 %b", mbcnt(True), warp=True),
    i32("readfirstlane.i32", "i32 %a", lambda a, b, c: [a[0]] * 64, warp=True),
    call("readfirstlane_i64", "i64", "llvm.amdgcn.readfirstlane.i64(i64 %A)",
         lambda a, b, c: [a[0]] * 64, warp=True),
    call("readlane_f64", "double", "llvm.amdgcn.readlane.f64(double %ad, "
         "i32 %b)", lambda a, b, c: [a[b[0] & 63]] * 64, "isi", warp=True),
    i32("writelane.i32", "i32 %a, i32 %b, i32 %c", lambda a, b, c: [
        a[0] if i == b[0] & 63 else c[i] for i in range(64)], "isi",
        warp=True),
    call("ballot", "i64", "llvm.amdgcn.ballot.i64(i1 %ap)",
         lambda a, b, c: [mask_of(p & 1 for p in a)] * 64, warp=True),
    call("icmp", "i64", "llvm.amdgcn.icmp.i64.i32(i32 %a, i32 %b, i32 40)",
         lambda a, b, c: [mask_of(signed(p, 32) < signed(q, 32)
                                  for p, q in zip(a, b))] * 64, warp=True),
    call("fcmp", "i64", "llvm.amdgcn.fcmp.i64.f32(float %af, float %bf, "
         "i32 4)", lambda a, b, c: [mask_of(
             not F32.is_nan(p) and not F32.is_nan(q)
             and (p | q) & ~F32.sign and exact.order(F32, p)
             < exact.order(F32, q) for p, q in zip(a, b))] * 64, "fff",
         warp=True),
    Case("inverse_ballot", "i1",
         ["%u = call i64 @llvm.amdgcn.readfirstlane.i64(i64 %A)",
          "%r = call i1 @llvm.amdgcn.inverse.ballot.i64(i64 %u)"],
         lambda a, b, c: [a[0] >> i & 1 for i in range(64)], warp=True),
    i32("wave.reduce.umax.i32", "i32 %a, i32 0",
        reduce(lambda v, p: max(v, p & M32), 0), warp=True),
    i32("wave.reduce.umin.i32", "i32 %a, i32 0",
        reduce(lambda v, p: min(v, p & M32), M32), warp=True),
    i32("permlane64.i32", "i32 %a",
        lambda a, b, c: [a[i ^ 32] for i in range(64)], warp=True),
    Case("divergent_first", "i32",
         ["br i1 %ap, label %then, label %end", "then:",
          "  %f = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %b)",
          "  br label %end", "end:",
          "  %r = phi i32 [ %f, %then ], [ %c, %entry ]"],
         lambda a, b, c: (lambda first: [
             first if p & 1 else q for p, q in zip(a, c)])(
                 next((q for p, q in zip(a, b) if p & 1), 0)), warp=True),
    Case("divergent_ballot", "i64",
         ["br i1 %ap, label %then, label %end", "then:",
          "  %m = call i64 @llvm.amdgcn.ballot.i64(i1 %bp)",
          "  br label %end", "end:",
          "  %r = phi i64 [ %m, %then ], [ %C, %entry ]"],
         lambda a, b, c: (lambda m: [m if p & 1 else q
                                     for p, q in zip(a, c)])(
             mask_of(p & q & 1 for p, q in zip(a, b))), warp=True),
]



def permlane16(cross, low, high):
    """Exchange within each row of 16 lanes, or with the other row of a
    pair."""
    def model(old, data, _):
        out = []
        for i in range(64):
            k = i & 15
            s = low >> 4 * k & 15 if k < 8 else high >> 4 * (k - 8) & 15
            out.append(data[(i & ~15 ^ (16 if cross else 0)) + s])
        return out
    name = "permlanex16" if cross else "permlane16"
    return i32(name + ".i32", "i32 %%a, i32 %%b, i32 %d, i32 %d, i1 false, "
               "i1 false" % (low, high), model, warp=True)


def swap(rows):
    def model(a, b, _):
        out = []
        for i in range(64):
            first = b[i ^ rows] if i & rows else a[i]
            second = b[i] if i & rows else a[i ^ rows]
            out.append(first & M32 | (second & M32) << 32)
        return out
    return Case("permlane%d_swap" % rows, "i64", [
        "%%p = call {i32, i32} @llvm.amdgcn.permlane%d.swap(i32 %%a, i32 %%b, "
        "i1 false, i1 false)" % rows,
        "%v = extractvalue {i32, i32} %p, 0",
        "%w = extractvalue {i32, i32} %p, 1", "%vx = zext i32 %v to i64",
        "%wx = zext i32 %w to i64", "%ws = shl i64 %wx, 32",
        "%r = or i64 %vx, %ws"], model, warp=True)


def fract(x, y, z):
    if x & ~F32.sign >= F32.inf:
        return None
    v = F32.value(x)
    return min(F32.round(v - math.floor(v)), 0x3f7fffff)


def mantissa(x, y, z):
    r = common.frexp(x)
    return None if r is None else r & M32


def exponent(x, y, z):
    return 0 if x & ~F32.sign >= F32.inf else common.frexp(x) >> 32


CASES += [
    permlane16(False, 0x76543210 ^ 0x11111111, 0x0f1e2d3c),
    permlane16(True, 0x01234567, 0xfedcba98), swap(16), swap(32),
    i32("mov.dpp8.i32", "i32 %%a, i32 %d" % 0o01234567,
        lambda a, b, c: [a[i & ~7 | 0o01234567 >> 3 * (i & 7) & 7]
                         for i in range(64)], warp=True),
    i32("wave.shuffle.i32", "i32 %a, i32 %b",
        lambda a, b, c: [a[p & 63] for p in b], "isi", warp=True),
    i32("wave.reduce.sub.i32", "i32 %a, i32 0",
        reduce(lambda v, p: v - p, 0), warp=True),
    i32("wave.reduce.min.i32", "i32 %a, i32 0",
        reduce(lambda v, p: min(v, signed(p, 32)), 1 << 31), warp=True),
    i32("set.inactive.i32", "i32 %a, i32 %b", lambda x, y, z: x),
    i32("strict.wwm.i32", "i32 %a", lambda x, y, z: x),
    call("fract", "float", "llvm.amdgcn.fract.f32(float %af)", fract, "fff"),
    call("frexp_mant", "float", "llvm.amdgcn.frexp.mant.f32(float %af)",
         mantissa, "fff"),
    call("frexp_exp", "i32", "llvm.amdgcn.frexp.exp.i32.f32(float %af)",
         exponent, "fff"),
    Case("div_steps", "float", [
        "%p = call {float, i1} @llvm.amdgcn.div.scale.f32(float %af, "
        "float %bf, i1 false)",
        "%d = extractvalue {float, i1} %p, 0",
        "%f = extractvalue {float, i1} %p, 1",
        "%q = call float @llvm.amdgcn.div.fmas.f32(float %d, float %af, "
        "float %bf, i1 %f)",
        "%r = call float @llvm.amdgcn.div.fixup.f32(float %q, float %bf, "
        "float %af)"], lambda x, y, z: exact.div(F32, x, y), "fff"),
    Case("fmin_num", "float", [
        "%q = call float @llvm.amdgcn.global.atomic.fmin.num.f32.p1.f32("
        "ptr addrspace(1) %pa, float %bf)",
        "%r = load float, ptr addrspace(1) %pa"],
        lambda x, y, z: None if F32.is_nan(x) or F32.is_nan(y)
        else exact.least(F32, x, y), "fff"),
    i32("s.get.waveid.in.workgroup", "",
        lambda a, b, c: [i // 64 for i in range(256)], warp=256),
    i32("wavefrontsize", "", lambda x, y, z: 64),
]

# Cases that need the numbers of lanes.
LANES = ["%lane.lo = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)",
         "%lane = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %lane.lo)"]
for _case in CASES:
    if _case.name == "ds_permute":
        _case.lines = LANES + ["%x = xor i32 %lane, 5", "%l = shl i32 %x, 2"] \
            + _case.lines
    if _case.name == "ds_bpermute":
        _case.lines = LANES + ["%x = mul i32 %lane, 7", "%l = shl i32 %x, 2"] \
            + _case.lines

TARGET.cases = CASES
