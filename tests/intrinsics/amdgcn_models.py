# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of AMD's instructions, for single lanes and between lanes."""

import common
import exact
from common import M32, call, clamp, signed
from exact import F32, F64, Fraction


def i32(name, args, model, kinds="iii", warp=False, full=None):
    return call(full or name.replace(".", "_"), "i32",
                "llvm.amdgcn.%s(%s)" % (name, args), model, kinds, warp)


def parts(v, bits, sign=False):
    return [signed(v >> k, bits) if sign else v >> k & ((1 << bits) - 1)
            for k in range(0, 32, bits)]


def sad(x, y, bits=8, masked=False):
    return sum(abs(p - q) for p, q in zip(parts(x, bits), parts(y, bits))
               if q or not masked)


def qsad(x, y, z, masked):
    out = 0
    for k in range(4):
        s = sad(x >> (8 * k) & M32, y & M32, 8, masked) + (z >> (16 * k))
        out |= (s & 0xffff) << (16 * k)
    return out


def bfe(x, y, z, sign):
    off, width = y & 31, z & 31
    v = signed(x, 32) if sign else x & M32
    if width == 0:
        return 0
    v >>= off
    if off + width < 32:
        return signed(v, width) if sign else v & ((1 << width) - 1)
    return v


def perm(x, y, z):
    both = (x & M32) << 32 | y & M32
    out = 0
    for k in range(4):
        s = z >> (8 * k) & 0xff
        if s >= 13:
            b = 0xff
        elif s == 12:
            b = 0
        elif s >= 8:
            b = 0xff if both >> (16 * (s - 8) + 15) & 1 else 0
        else:
            b = both >> (8 * s) & 0xff
        out |= b << (8 * k)
    return out


def dot(x, y, z, bits, sign, clamps):
    s = signed(z, 32) if sign else z & M32
    s += sum(p * q for p, q in zip(parts(x, bits, sign),
                                   parts(y, bits, sign)))
    return common.saturate(s, 32, sign) if clamps else s


def sudot(x, y, z, bits):
    return signed(z, 32) + sum(
        p * q for p, q in zip(parts(x, bits, True), parts(y, bits, False)))


def bitop3(x, y, z, table):
    out = 0
    for k in range(32):
        i = (x >> k & 1) << 2 | (y >> k & 1) << 1 | z >> k & 1
        out |= (table >> i & 1) << k
    return out


def fmed3(x, y, z):
    v = [x, y, z]
    if any(F32.is_nan(p) for p in v):
        return exact.least(F32, exact.least(F32, x, y), z)
    return sorted(v, key=lambda p: exact.order(F32, p))[1]


def classes(f, x):
    if f.is_nan(x):
        return 2 if x & 1 << (f.mantissa - 1) else 1
    neg = bool(x & f.sign)
    m = x & ~f.sign
    kind = (0 if m == f.inf else 3 if m == 0 else
            2 if m < 1 << f.mantissa else 1)
    return 1 << (2 + kind if neg else 9 - kind)


def cube(which):
    def model(x, y, z):
        v = [F32.value(p) for p in (x, y, z)]
        size = [abs(p) for p in v]
        axis = 2 if size[2] >= size[0] and size[2] >= size[1] else \
            1 if size[1] >= size[0] else 0
        neg = v[axis] < 0
        flip = F32.sign
        return {
            "id": F32.round(Fraction(2 * axis + neg)),
            "ma": exact.mul(F32, (x, y, z)[axis], F32.round(Fraction(2))),
            "sc": (z if neg else z ^ flip, x,
                   x ^ flip if neg else x)[axis],
            "tc": (y ^ flip, z ^ flip if neg else z, y ^ flip)[axis]}[which]

    def all_finite(x, y, z):
        return None if any(p & ~F32.sign >= F32.inf for p in (x, y, z)) \
            else model(x, y, z)
    return all_finite


def pknorm(x, sign):
    if F32.is_nan(x):
        return 0
    v = (-1 if x & F32.sign else 1) if F32.is_inf(x) else F32.value(x)
    v = clamp(v, -1 if sign else 0, 1)
    v = F32.value(F32.round(v * (32767 if sign else 65535)))
    return round(v)


def two_by_pi(bits):
    """2/pi times a power of two, from Machin's formula."""
    def arctan(n):
        term, total, k = (1 << bits + 64) // n, 0, 1
        while term:
            total += term // k if k & 2 == 0 else -(term // k)
            term //= n * n
            k += 2
        return total
    pi = 4 * (4 * arctan(5) - arctan(239))
    return (1 << 2 * bits + 65) // pi


PI_BITS = two_by_pi(1400)


def trig_preop(x, y, z):
    e = x >> 52 & 0x7ff
    shift = 53 * (y & 31) + max(e - 1077, 0)
    if shift // 32 + 2 >= 37:
        return 0
    bits = PI_BITS >> (1400 - shift - 53) & ((1 << 53) - 1)
    return F64.round(Fraction(bits) * Fraction(2)
                     ** (-53 - shift + (128 if e >= 1968 else 0)))


# ---- between lanes --------------------------------------------------------

def dpp(control, rows=15, banks=15, zero=False):
    """Move data between the lanes of a wave of 64 on gfx9. Lanes whose source
    does not exist keep the old value, or get 0."""
    def source(i):
        row, k = i & ~15, i & 15
        if control < 0x100:
            return i & ~3 | control >> (2 * (i & 3)) & 3
        if 0x101 <= control <= 0x10f:
            k += control & 15
            return row + k if k < 16 else None
        if 0x111 <= control <= 0x11f:
            k -= control & 15
            return row + k if k >= 0 else None
        if 0x121 <= control <= 0x12f:
            return row + (k - (control & 15)) % 16
        return {0x130: i + 1 if i < 63 else None, 0x134: (i + 1) % 64,
                0x138: i - 1 if i else None, 0x13c: (i - 1) % 64,
                0x140: row + 15 - k, 0x141: i & ~7 | 7 - (i & 7),
                0x142: row - 1 if row else None,
                0x143: 31 if i >= 32 else None}[control]

    def model(old, data, _):
        out = []
        for i in range(64):
            s = source(i)
            if not rows >> (i // 16) & 1 or not banks >> (i % 16 // 4) & 1:
                out.append(old[i])
            elif s is None:
                out.append(0 if zero else old[i])
            else:
                out.append(data[s])
        return out
    return model


def update_dpp(control, rows=15, banks=15, zero=False):
    return i32("update.dpp.i32", "i32 %%a, i32 %%b, i32 %d, i32 %d, i32 %d, "
               "i1 %s" % (control, rows, banks, "true" if zero else "false"),
               dpp(control, rows, banks, zero), warp=True,
               full="dpp_%x_%x_%x%s" % (control, rows, banks,
                                        "_zero" if zero else ""))


def swizzle(pattern):
    def model(data, *_):
        out = []
        for i in range(64):
            if pattern & 0x8000:
                s = i & ~3 | pattern >> (2 * (i & 3)) & 3
            else:
                k = ((i & 31 & pattern) | pattern >> 5 & 31) ^ pattern >> 10
                s = i & 32 | k & 31
            out.append(data[s])
        return out
    return i32("ds.swizzle", "i32 %%a, i32 %d" % pattern, model, warp=True,
               full="swizzle_%x" % pattern)


def permute(where, data, _):
    out = [0] * 64
    for i in range(64):
        out[where[i] >> 2 & 63] = data[i]
    return out


def mbcnt(high):
    def model(mask, base, _):
        out = []
        for i in range(64):
            below = (1 << i) - 1
            below = below >> 32 if high else below & M32
            out.append(bin(mask[i] & M32 & below).count("1") + base[i])
        return out
    return model


def reduce(step, start):
    def model(x, y, z):
        v = start
        for p in x:
            v = step(v, p)
        return [v] * 64
    return model


def mask_of(bits):
    return sum(1 << i for i, b in enumerate(bits) if b)
