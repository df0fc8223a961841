# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases for both targets, and the values of operands."""

import functools

import exact
from exact import F16, F32, F64, Fraction

M32, M64 = (1 << 32) - 1, (1 << 64) - 1


class Case:
    """`kinds`: one letter an operand, see operands(). `model` gets them as
    integers, or, of `warp`, as a list a warp (or of so many threads), and
    answers likewise; None stands for any result."""

    def __init__(self, name, type_, lines, model, kinds="iii", warp=False):
        self.name, self.type, self.kinds = name, type_, kinds
        self.lines = lines if isinstance(lines, list) else [lines]
        self.model, self.warp = model, warp


class Target:
    def __init__(self, **fields):
        self.__dict__.update(fields)


def call(name, type_, text, model, kinds="iii", warp=False):
    return Case(name, type_, "%r = call " + type_ + " @" + text, model, kinds,
                warp)


INTS = [0, 1, 2, 31, 32, 33, 63, 64, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff,
        0x7fffffff, 0x80000000, 0xffffffff, 0x7fffffffffffffff,
        0x8000000000000000, 0xffffffffffffffff, 0x100000000]


@functools.lru_cache(maxsize=None)  # for every third operand
def floats(f):
    one = f.bias << f.mantissa
    plain = [0, 1, f.largest, f.inf, f.nan, 1 << f.mantissa,
             (1 << f.mantissa) - 1, one, one + 1, one - 1, one + (1 << f.mantissa),
             f.round(Fraction(1, 3)), f.round(Fraction(5, 2)),
             f.round(Fraction(7, 2)), f.round(Fraction(1, 2))]
    return plain + [p | f.sign for p in plain if p != f.nan]


def one_float(rng, f):
    if rng.random() < 0.3:
        return rng.choice(floats(f))
    if rng.random() < 0.5:  # about 1, so that sums are exact enough
        e = f.bias + rng.randint(-8, 8)
    else:
        e = rng.randint(0, (1 << f.exponent) - 2)
    return (rng.getrandbits(1) * f.sign | e << f.mantissa
            | rng.getrandbits(f.mantissa))


def one(rng, kind):
    if kind == "i":   # an integer of any size
        if rng.random() < 0.3:
            return rng.choice(INTS)
        return rng.getrandbits(64) >> rng.choice([0, 0, 32, 48, 60])
    if kind == "s":   # a shift, a lane
        return rng.randint(0, 70)
    if kind == "m":   # a mask of some lanes
        return rng.choice([M32, 0, rng.getrandbits(32)])
    if kind == "x":   # two half floats
        return one_float(rng, F16) | one_float(rng, F16) << 16
    if kind == "v":   # few different values
        return rng.randint(0, 3)
    return one_float(rng, {"h": F16, "f": F32, "d": F64}[kind])


def operands(rng, kind, n):
    return [one(rng, kind) for _ in range(n)]


def signed(v, bits):
    v &= (1 << bits) - 1
    return v - (1 << bits) if v >> (bits - 1) else v


def clamp(v, low, high):
    return min(max(v, low), high)


def bitreverse(v, bits):
    return int(format(v & ((1 << bits) - 1), "0%db" % bits)[::-1], 2)


def leading(v, bits):
    return bits - v.bit_length()


def trailing(v, bits):
    return (v & -v).bit_length() - 1 if v else bits


def by_bits(name, make, widths=(8, 16, 32, 64)):
    cases = []
    for bits in widths:
        a = {8: "%ab", 16: "%as", 32: "%a", 64: "%A"}[bits]
        cases.append(make("%s.i%d" % (name, bits), "i%d" % bits, bits, a,
                          a.replace("a", "b").replace("A", "B")
                          if bits != 8 else "%bb"))
    return cases


def binary(name, model):
    def make(full, t, bits, a, b):
        def run(x, y, z):
            m = (1 << bits) - 1
            return model(x & m, y & m, bits)
        return call(full.replace(".", "_"), t, "llvm.%s(%s %s, %s %s)"
                    % (full, t, a, t, b), run)
    return by_bits(name, make)


def unary(name, model, flag=""):
    def make(full, t, bits, a, b):
        return call(full.replace(".", "_"), t, "llvm.%s(%s %s%s)"
                    % (full, t, a, flag),
                    lambda x, y, z: model(x & ((1 << bits) - 1), bits))
    return by_bits(name, make)


def saturate(v, bits, sign):
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if sign \
        else (0, (1 << bits) - 1)
    return clamp(v, low, high)


def bswap(v, bits):
    return int.from_bytes(v.to_bytes(bits // 8, "little"), "big")


CASES = []
for _n, _m in (
        ("smax", lambda x, y, n: max(signed(x, n), signed(y, n))),
        ("smin", lambda x, y, n: min(signed(x, n), signed(y, n))),
        ("umax", lambda x, y, n: max(x, y)),
        ("umin", lambda x, y, n: min(x, y)),
        ("uadd.sat", lambda x, y, n: saturate(x + y, n, False)),
        ("usub.sat", lambda x, y, n: saturate(x - y, n, False)),
        ("sadd.sat", lambda x, y, n: saturate(
            signed(x, n) + signed(y, n), n, True)),
        ("ssub.sat", lambda x, y, n: saturate(
            signed(x, n) - signed(y, n), n, True)),
        ("ushl.sat", lambda x, y, n: saturate(x << y, n, False)
         if y < n else None),
        ("sshl.sat", lambda x, y, n: saturate(signed(x, n) << y, n, True)
         if y < n else None)):
    CASES += binary(_n, _m)
for _n, _m, _f in (
        ("abs", lambda x, n: abs(signed(x, n)), ", i1 false"),
        ("ctlz", leading, ", i1 false"),
        ("cttz", trailing, ", i1 false"),
        ("ctpop", lambda x, n: bin(x).count("1"), ""),
        ("bitreverse", bitreverse, "")):
    CASES += unary(_n, _m, _f)
CASES += [c for c in unary("bswap", bswap) if c.type != "i8"]

for _n, _t in (("s", True), ("u", False)):
    for _o, _f in (("add", lambda x, y: x + y), ("sub", lambda x, y: x - y),
                   ("mul", lambda x, y: x * y)):
        CASES.append(Case(
            "%s%s_overflow" % (_n, _o), "i64",
            ["%%p = call {i32, i1} @llvm.%s%s.with.overflow.i32(i32 %%a, "
             "i32 %%b)" % (_n, _o),
             "%v = extractvalue {i32, i1} %p, 0",
             "%o = extractvalue {i32, i1} %p, 1",
             "%vx = zext i32 %v to i64", "%ox = zext i1 %o to i64",
             "%os = shl i64 %ox, 32", "%r = or i64 %vx, %os"],
            lambda x, y, z, f=_f, t=_t: (lambda v: (v & M32) | (
                saturate(v, 32, t) != v) << 32)(
                    f(signed(x, 32), signed(y, 32)) if t
                    else f(x & M32, y & M32))))
    CASES.append(call(
        _n + "cmp", "i8", "llvm.%scmp.i8.i32(i32 %%a, i32 %%b)" % _n,
        lambda x, y, z, t=_t: (lambda p, q: (p > q) - (p < q))(
            *((signed(x, 32), signed(y, 32)) if t else (x & M32, y & M32)))))


def funnel(x, y, z, right):
    z &= 31
    both = (x & M32) << 32 | y & M32
    return both >> z if right else both << z >> 32


CASES += [
    call("fshl", "i32", "llvm.fshl.i32(i32 %a, i32 %b, i32 %c)",
         lambda x, y, z: funnel(x, y, z, False)),
    call("fshr", "i32", "llvm.fshr.i32(i32 %a, i32 %b, i32 %c)",
         lambda x, y, z: funnel(x, y, z, True)),
    Case("frexp", "i64",
         ["%p = call {float, i32} @llvm.frexp.f32.i32(float %af)",
          "%m = extractvalue {float, i32} %p, 0",
          "%e = extractvalue {float, i32} %p, 1",
          "%mi = bitcast float %m to i32", "%mx = zext i32 %mi to i64",
          "%ex = zext i32 %e to i64", "%es = shl i64 %ex, 32",
          "%r = or i64 %es, %mx"],
         lambda x, y, z: frexp(x), "fff"),
    call("ldexp", "float", "llvm.ldexp.f32.i32(float %af, i32 %b)",
         lambda x, y, z: ldexp(F32, x, signed(y, 32)), "fsi"),
    call("ldexp_wide", "double", "llvm.ldexp.f64.i64(double %ad, i64 %B)",
         lambda x, y, z: ldexp(F64, x, signed(y, 64)), "dii"),
    call("modf", "float", "llvm.copysign.f32(float %af, float %bf)",
         lambda x, y, z: x & ~F32.sign | y & F32.sign, "fff"),
]


def frexp(x):
    if F32.is_nan(x) or F32.is_inf(x):
        return None
    v = F32.value(x)
    if v == 0:
        return x
    e = 0
    while abs(v) >= 1:
        v, e = v / 2, e + 1
    while abs(v) < Fraction(1, 2):
        v, e = v * 2, e - 1
    return F32.round(v) | (e & M32) << 32


def ldexp(f, x, n):
    if f.is_nan(x):
        return f.nan
    if f.is_inf(x) or x & ~f.sign == 0:
        return x
    return f.round(f.value(x) * Fraction(2) ** clamp(n, -5000, 5000), "rn",
                   bool(x & f.sign))


for _n, _f, _g in (("f32", F32, "%af"), ("f64", F64, "%ad"),
                   ("f16", F16, "%ah")):
    _t = {"f32": "float", "f64": "double", "f16": "half"}[_n]
    _k = _n[1:] == "32" and "f" or _n[1:] == "64" and "d" or "h"
    for _b in (8, 32, 64):
        for _s in ("s", "u"):
            CASES.append(call(
                "fpto%si_sat_%s_%d" % (_s, _n, _b), "i%d" % _b,
                "llvm.fpto%si.sat.i%d.%s(%s %s)" % (_s, _b, _n, _t, _g),
                lambda x, y, z, f=_f, b=_b, s=_s: exact.to_int(
                    f, x, b, s == "s"), _k + "ii"))
    _h = _g.replace("a", "b", 1), _g.replace("a", "c", 1)
    CASES.append(call(
        "fma_" + _n, _t, "llvm.fma.%s(%s %s, %s %s, %s %s)"
        % (_n, _t, _g, _t, _h[0], _t, _h[1]),
        lambda x, y, z, f=_f: exact.fma(f, x, y, z), _k * 3))
    CASES.append(call(
        "sqrt_" + _n, _t, "llvm.sqrt.%s(%s %s)" % (_n, _t, _g),
        lambda x, y, z, f=_f: exact.sqrt(f, x), _k * 3))
    for _o, _greatest, _nan in (("minimumnum", False, False),
                                ("maximumnum", True, False),
                                ("minimum", False, True),
                                ("maximum", True, True)):
        CASES.append(call(
            "%s_%s" % (_o, _n), _t, "llvm.%s.%s(%s %s, %s %s)"
            % (_o, _n, _t, _g, _t, _h[0]),
            lambda x, y, z, f=_f, g=_greatest, n=_nan: exact.least(
                f, x, y, g, n), _k * 3))
# LLVM 19 does not know two of these.
