# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases for NVPTX's intrinsics, with models from the PTX manual."""

import math

import common
import exact
from common import Case, M32, bitreverse, call, leading, signed, trailing
from exact import BF16, F16, F32, F64

TARGET = common.Target(
    name="nvptx64", triple="nvptx64-nvidia-cuda", cpu="sm_90", warp=32,
    define="define ptx_kernel void @%s(ptr addrspace(1) %%ina, "
           "ptr addrspace(1) %%inb, ptr addrspace(1) %%inc, "
           "ptr addrspace(1) %%out) {",
    index=["  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
           "  %i = zext i32 %t to i64"],
    declare=["declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()"],
    tail=lambda cases: [
        "@shared = internal addrspace(3) global [256 x i64] undef, align 16",
        "!nvvm.annotations = !{%s}" % ", ".join(
        "!%d" % i for i in range(len(cases)))] + [
            '!%d = !{ptr @%s, !"kernel", i32 1}' % (i, c.name)
            for i, c in enumerate(cases)])

ABC = "i32 %a, i32 %b, i32 %c"
FORMATS = {"f": (F32, "float", "%af", "%bf", "%cf"),
           "d": (F64, "double", "%ad", "%bd", "%cd")}


def i32(name, args, model, kinds="iii", warp=False, full=None):
    return call(full or name.replace(".", "_"), "i32",
                "llvm.nvvm.%s(%s)" % (name, args), model, kinds, warp)


def arithmetic():
    """add.rn.ftz.f and the like"""
    ops = {"add": exact.add, "mul": exact.mul, "div": exact.div,
           "fma": exact.fma}
    for op, model in ops.items():
        for mode in ("rn", "rz", "rm", "rp"):
            for ftz, kind in ((False, "f"), (True, "f"), (False, "d")):
                f, t = FORMATS[kind][:2]
                n = 3 if op == "fma" else 2
                name = "%s.%s%s.%s" % (op, mode, ".ftz" if ftz else "", kind)
                yield call(
                    name.replace(".", "_"), t, "llvm.nvvm.%s(%s)" % (
                        name, ", ".join(t + " " + v
                                        for v in FORMATS[kind][2:2 + n])),
                    lambda x, y, z, f=f, n=n, m=model, mode=mode, ftz=ftz:
                    m(f, *(x, y, z)[:n], mode=mode, ftz=ftz), kind * 3)


def one_operand():
    """sqrt, rcp"""
    for mode in ("rn", "rz", "rm", "rp"):
        for ftz, kind in ((False, "f"), (True, "f"), (False, "d")):
            f, t, a = FORMATS[kind][:3]
            for op in ("sqrt", "rcp"):
                name = "%s.%s%s.%s" % (op, mode, ".ftz" if ftz else "", kind)
                one = f.bias << f.mantissa
                yield call(
                    name.replace(".", "_"), t,
                    "llvm.nvvm.%s(%s %s)" % (name, t, a),
                    lambda x, y, z, f=f, op=op, one=one, mode=mode, ftz=ftz:
                    exact.sqrt(f, x, mode, ftz) if op == "sqrt"
                    else exact.div(f, one, x, mode, ftz), kind * 3)


def conversions():
    for kind in "fd":
        f, t, a = FORMATS[kind][:3]
        for mode in ("rn", "rz", "rm", "rp"):
            for to, bits, sign in (("i", 32, True), ("ui", 32, False),
                                   ("ll", 64, True), ("ull", 64, False)):
                name = "%s2%s.%s" % (kind, to, mode)
                yield call(name.replace(".", "_"), "i%d" % bits,
                           "llvm.nvvm.%s(%s %s)" % (name, t, a),
                           lambda x, y, z, f=f, b=bits, s=sign, m=mode:
                           exact.to_int(f, x, b, s, m), kind * 3)
                name = "%s2%s.%s" % (to, kind, mode)
                yield call(name.replace(".", "_"), t,
                           "llvm.nvvm.%s(i%d %s)"
                           % (name, bits, "%a" if bits == 32 else "%A"),
                           lambda x, y, z, f=f, b=bits, s=sign, m=mode:
                           f.round(exact.Fraction(
                               signed(x, b) if s else x & ((1 << b) - 1)), m))
    for mode in ("rn", "rz", "rm", "rp"):
        yield call("d2f_" + mode, "float",
                   "llvm.nvvm.d2f.%s(double %%ad)" % mode,
                   lambda x, y, z, m=mode: exact.convert(F64, F32, x, m),
                   "ddd")
    for mode in ("rn", "rz"):
        for name, t, f in (("ff2bf16x2", "<2 x bfloat>", BF16),
                           ("ff2f16x2", "<2 x half>", F16)):
            yield call(
                "%s_%s" % (name, mode), t,
                "llvm.nvvm.%s.%s(float %%af, float %%bf)" % (name, mode),
                lambda x, y, z, f=f, m=mode: exact.convert(F32, f, y, m)
                | exact.convert(F32, f, x, m) << 16, "fff")


def xorsign(x, y, greatest):
    r = exact.least(F32, x & ~F32.sign, y & ~F32.sign, greatest)
    return r & ~F32.sign | (x ^ y) & F32.sign


def prmt(mode):
    def model(x, y, z):
        both = (y & M32) << 32 | x & M32
        byte = [both >> (8 * k) & 0xff for k in range(8)]
        s = z & 3
        if mode == "":
            out = []
            for k in range(4):
                n = z >> (4 * k) & 15
                out.append(byte[n & 7] if n < 8
                           else 0xff * (byte[n & 7] >> 7))
        else:
            out = {"f4e": [byte[s + k] for k in range(4)],
                   "b4e": [byte[(s - k) % 8] for k in range(4)],
                   "rc8": [byte[s]] * 4,
                   "ecl": [byte[max(k, s)] for k in range(4)],
                   "ecr": [byte[min(k, s)] for k in range(4)],
                   "rc16": [byte[2 * (s & 1) + (k & 1)] for k in range(4)],
                   }[mode]
        return sum(b << (8 * k) for k, b in enumerate(out))
    return model


def fns(mask, base, n):
    n, base, mask = signed(n, 32), base & M32, mask & M32
    if base > 31:
        return None
    if n == 0:
        return base if mask >> base & 1 else -1
    at, count, step = base, abs(n) - 1, 1 if n > 0 else -1
    while 0 <= at < 32:
        if mask >> at & 1:
            if count == 0:
                return at
            count -= 1
        at += step
    return -1


def szext(x, n, sign, clamps):
    n &= M32
    if n >= 32 and clamps:
        return x
    n &= 31
    low = x & ((1 << n) - 1)
    return signed(low, n) if sign and n else low


def flo(v, bits, shift):
    return -1 if v == 0 else leading(v, bits) if shift \
        else v.bit_length() - 1


def shfl(mode, width=32):
    """For each lane, (the source lane, whether it is in range), as PTX defines
    it."""
    segment = 32 - width
    clamp = 0 if mode == "up" else 31

    def source(lane, b):
        low = lane & segment
        top = low | clamp & ~segment if mode != "up" else low
        if mode == "up":
            j = lane - b
            ok = j >= top
        elif mode == "down":
            j = lane + b
            ok = j <= top
        elif mode == "bfly":
            j = lane ^ b
            ok = j <= top
        else:
            j = low | b & ~segment & 31
            ok = j <= top
        return (j if ok else lane), ok

    def model(a, b, _):
        out = []
        for i in range(32):
            j, ok = source(i, b[i] & 31)
            out.append(a[j] & M32 | ok << 32)
        return out
    return Case(
        "shfl_%s_%d" % (mode, width), "i64",
        ["%%p = call {i32, i1} @llvm.nvvm.shfl.sync.%s.i32p(i32 -1, i32 %%a, "
         "i32 %%b, i32 %d)" % (mode, segment << 8 | clamp),
         "%v = extractvalue {i32, i1} %p, 0",
         "%o = extractvalue {i32, i1} %p, 1", "%vx = zext i32 %v to i64",
         "%ox = zext i1 %o to i64", "%os = shl i64 %ox, 32",
         "%r = or i64 %vx, %os"], model, "isi", warp=True)


def mask_of(bits):
    return sum(1 << i for i, b in enumerate(bits) if b)


def redux(step):
    def model(a, b, c):
        v = a[0] & M32
        for p in a[1:]:
            v = step(v, p & M32) & M32
        return [v] * 32
    return model


CASES = list(arithmetic()) + list(one_operand()) + list(conversions())
for _n, _greatest in (("fmin", False), ("fmax", True)):
    CASES += [
        call(_n + "_f", "float", "llvm.nvvm.%s.f(float %%af, float %%bf)" % _n,
             lambda x, y, z, g=_greatest: exact.least(F32, x, y, g), "fff"),
        call(_n + "_nan", "float",
             "llvm.nvvm.%s.nan.f(float %%af, float %%bf)" % _n,
             lambda x, y, z, g=_greatest: exact.least(F32, x, y, g, True),
             "fff"),
        call(_n + "_ftz", "float",
             "llvm.nvvm.%s.ftz.f(float %%af, float %%bf)" % _n,
             lambda x, y, z, g=_greatest: exact.least(
                 F32, F32.flush(x), F32.flush(y), g), "fff"),
        call(_n + "_xorsign", "float",
             "llvm.nvvm.%s.xorsign.abs.f(float %%af, float %%bf)" % _n,
             lambda x, y, z, g=_greatest: None if F32.is_nan(x)
             or F32.is_nan(y) else xorsign(x, y, g), "fff"),
        call(_n + "_f16x2", "<2 x half>",
             "llvm.nvvm.%s.f16x2(<2 x half> %%av, <2 x half> %%bv)" % _n,
             lambda x, y, z, g=_greatest: exact.least(
                 F16, x & 0xffff, y & 0xffff, g) | exact.least(
                     F16, x >> 16, y >> 16, g) << 16, "xxx")]
CASES += [
    call("fma_relu", "half", "llvm.nvvm.fma.rn.relu.f16(half %ah, half %bh, "
         "half %ch)", lambda x, y, z: exact.least(
             F16, exact.fma(F16, x, y, z), 0, True, True), "hhh"),
    call("d2i_hi", "i32", "llvm.nvvm.d2i.hi(double %ad)",
         lambda x, y, z: x >> 32),
    call("d2i_lo", "i32", "llvm.nvvm.d2i.lo(double %ad)",
         lambda x, y, z: x),
    call("lohi", "double", "llvm.nvvm.lohi.i2d(i32 %a, i32 %b)",
         lambda x, y, z: x & M32 | (y & M32) << 32),
    i32("mulhi.i", "i32 %a, i32 %b",
        lambda x, y, z: signed(x, 32) * signed(y, 32) >> 32),
    i32("mulhi.ui", "i32 %a, i32 %b",
        lambda x, y, z: (x & M32) * (y & M32) >> 32),
    call("mulhi_ull", "i64", "llvm.nvvm.mulhi.ull(i64 %A, i64 %B)",
         lambda x, y, z: x * y >> 64),
    call("mulhi_ll", "i64", "llvm.nvvm.mulhi.ll(i64 %A, i64 %B)",
         lambda x, y, z: signed(x, 64) * signed(y, 64) >> 64),
    i32("mul24.i", "i32 %a, i32 %b",
        lambda x, y, z: signed(x, 24) * signed(y, 24)),
    i32("sad.i", ABC, lambda x, y, z: abs(signed(x, 32) - signed(y, 32)) + z),
    i32("sad.ui", ABC, lambda x, y, z: abs((x & M32) - (y & M32)) + z),
    i32("fns", ABC, fns, "mss"),
    Case("fns_back", "i32", ["%n = sub i32 0, %c", "%r = call i32 "
                             "@llvm.nvvm.fns(i32 %a, i32 %b, i32 %n)"],
         lambda x, y, z: fns(x, y, -z), "mss"),
    i32("prmt", ABC, prmt("")),
] + [i32("prmt." + m, ABC, prmt(m)) for m in ("f4e", "b4e")]
CASES += [i32("prmt." + m, "i32 %a, i32 %c", lambda x, y, z, m=m: prmt(m)(
    x, 0, z)) for m in ("rc8", "ecl", "ecr", "rc16")]
for _s in ("s", "u"):
    for _shift in ("true", "false"):
        CASES.append(i32("flo.%s.i32" % _s, "i32 %%a, i1 %s" % _shift,
                         lambda x, y, z, s=_s, h=_shift: flo(
                             ~x & M32 if s == "s" and x >> 31 & 1 else x & M32,
                             32, h == "true"),
                         full="flo_%s_%s" % (_s, _shift)))
for _n, _sign in (("sext", True), ("zext", False)):
    for _mode in ("wrap", "clamp"):
        CASES.append(i32("%s.%s" % (_n, _mode), "i32 %a, i32 %b",
                         lambda x, y, z, s=_sign, m=_mode: szext(
                             x, y, s, m == "clamp"), "isi"))
for _a in "su":
    for _b in "su":
        CASES += [
            i32("idp4a.%s.%s" % (_a, _b), ABC,
                lambda x, y, z, p=_a == "s", q=_b == "s": z + sum(
                    (signed(x >> k, 8) if p else x >> k & 0xff)
                    * (signed(y >> k, 8) if q else y >> k & 0xff)
                    for k in (0, 8, 16, 24))),
            i32("idp2a.%s.%s" % (_a, _b), "i32 %a, i32 %b, i1 true, i32 %c",
                lambda x, y, z, p=_a == "s", q=_b == "s": z + sum(
                    (signed(x >> 2 * k, 16) if p else x >> 2 * k & 0xffff)
                    * (signed(y >> 16 >> k, 8) if q else y >> 16 >> k & 0xff)
                    for k in (0, 8)))]
CASES += [shfl(m, w) for m in ("idx", "up", "down", "bfly") for w in (32, 8)]
CASES += [
    i32("vote.ballot.sync", "i32 -1, i1 %ap",
        lambda a, b, c: [mask_of(p & 1 for p in a)] * 32, warp=True),
    call("vote_any", "i1", "llvm.nvvm.vote.any.sync(i32 -1, i1 %ap)",
         lambda a, b, c: [any(p & 1 for p in a)] * 32, warp=True),
    call("vote_all", "i1", "llvm.nvvm.vote.all.sync(i32 -1, i1 %ap)",
         lambda a, b, c: [all(p & 1 for p in a)] * 32, "mii", warp=True),
    call("vote_uni", "i1", "llvm.nvvm.vote.uni.sync(i32 -1, i1 %ap)",
         lambda a, b, c: [len({p & 1 for p in a}) == 1] * 32, warp=True),
    i32("match.any.sync.i32", "i32 -1, i32 %a",
        lambda a, b, c: [mask_of(p == q for q in a) for p in a], "vii",
        warp=True),
    i32("match.any.sync.i64", "i32 -1, i64 %A",
        lambda a, b, c: [mask_of(p == q for q in a) for p in a], "vii",
        warp=True),
    Case("match_all", "i32",
         ["%u = and i32 %a, 0", "%p = call {i32, i1} "
          "@llvm.nvvm.match.all.sync.i32p(i32 -1, i32 %u)",
          "%v = extractvalue {i32, i1} %p, 0",
          "%q = call {i32, i1} "
          "@llvm.nvvm.match.all.sync.i32p(i32 -1, i32 %a)",
          "%o = extractvalue {i32, i1} %q, 1", "%ox = zext i1 %o to i32",
          "%r = add i32 %v, %ox"],
         lambda a, b, c: [M32 + (len(set(a)) == 1)] * 32, "vii", warp=True),
    i32("activemask", "", lambda a, b, c: [M32] * 32, warp=True),
    Case("divergent_mask", "i32",
         ["br i1 %ap, label %then, label %end", "then:",
          "  %m = call i32 @llvm.nvvm.activemask()", "  br label %end", "end:",
          "  %r = phi i32 [ %m, %then ], [ %b, %entry ]"],
         lambda a, b, c: [mask_of(p & 1 for p in a) if p & 1 else q
                          for p, q in zip(a, b)], warp=True),
] + [i32("redux.sync." + n, "i32 %a, i32 -1", redux(f), warp=True)
     for n, f in (
         ("add", lambda v, p: v + p), ("umin", min), ("umax", max),
         ("min", lambda v, p: min(v, p, key=lambda x: signed(x, 32))),
         ("max", lambda v, p: max(v, p, key=lambda x: signed(x, 32))),
         ("and", lambda v, p: v & p), ("or", lambda v, p: v | p),
         ("xor", lambda v, p: v ^ p))]

CASES += [
    Case("asm_carry", "i64",
         ['%p = call {i32, i32} asm "{mad.lo.cc.u32 $0, $2, $3, $4;\\0A'
          'madc.hi.u32 $1, $2, $3, 0;}", "=r,=r,r,r,r"(i32 %a, i32 %b, '
          'i32 %c)', "%l = extractvalue {i32, i32} %p, 0",
          "%h = extractvalue {i32, i32} %p, 1", "%lx = zext i32 %l to i64",
          "%hx = zext i32 %h to i64", "%hs = shl i64 %hx, 32",
          "%r = or i64 %lx, %hs"],
         lambda x, y, z: (x & M32) * (y & M32) + (z & M32)),
    Case("asm_sub", "i64",
         ['%r = call i64 asm "{ .reg .u32 a0, a1, b0, b1;\\0A'
          'mov.b64 {a0,a1}, $1; mov.b64 {b0,b1}, $2;\\0A'
          'sub.cc.u32 a0, a0, b0; subc.u32 a1, a1, b1;\\0A'
          'mov.b64 $0, {a0,a1}; }", "=l,l,l"(i64 %A, i64 %B)'],
         lambda x, y, z: x - y),
    Case("asm_select", "i32",
         ['%r = call i32 asm "{ .reg .pred p; setp.lt.s32 p, $1, $2; '
          'selp.b32 $0, $3, 7, p; }", "=r,r,r,r"(i32 %a, i32 %b, i32 %c)'],
         lambda x, y, z: z if signed(x, 32) < signed(y, 32) else 7),
    Case("asm_shift", "i32",
         ['%r = call i32 asm "{ .reg .u32 t; shl.b32 t, $1, $2; '
          'shr.s32 $0, t, 3; }", "=r,r,r"(i32 %a, i32 %b)'],
         lambda x, y, z: signed(x << y, 32) >> 3 if y < 32 else 0, "isi"),
    Case("asm_lop3", "i32",
         ['%r = call i32 asm "lop3.b32 $0, $1, $2, $3, 0xca;", "=r,r,r,r"('
          'i32 %a, i32 %b, i32 %c)'],
         lambda x, y, z: x & y | ~x & z),
    Case("asm_bfind", "i32",
         ['%r = call i32 asm "bfind.u32 $0, $1;", "=r,r"(i32 %a)'],
         lambda x, y, z: flo(x & M32, 32, False)),
    Case("asm_sub_rounded", "float",
         ['%r = call float asm "sub.rm.ftz.f32 $0, $1, $2;", "=f,f,f"('
          'float %af, float %bf)'],
         lambda x, y, z: exact.add(F32, x, F32.flush(y) ^ F32.sign
                                   if not F32.is_nan(y) else y, "rm", True),
         "fff"),
    Case("asm_tied", "i32",
         ['%r = call i32 asm "add.s32 $0, $0, $2;", "=r,0,r"(i32 %a, i32 %b)'],
         lambda x, y, z: x + y),
]


def bfe(x, at, n, bits, sign):
    """As the manual has it: bit by bit."""
    fill = x >> min(at + n - 1, bits - 1) & 1 if sign and n else 0
    return sum((x >> at + i & 1 if i < n and at + i < bits else fill) << i
               for i in range(bits))


def bfi(x, y, at, n, bits):
    for i in range(min(n, bits - at)):
        y = y & ~(1 << at + i) | (x >> i & 1) << at + i
    return y


def field(word, bits, operands, model):
    """A case whose last operands are a place and a length below 128."""
    kind, reg = "i%d" % bits, "r" if bits == 32 else "l"
    names = [("%a", "%b"), ("%A", "%B")][bits == 64][:operands]
    numbers = range(1, operands + 3)
    return Case("asm_" + word.replace(".", "_"), kind, [
        "%at = and i32 %c, 127", "%h = lshr i32 %c, 8", "%n = and i32 %h, 127",
        '%%r = call %s asm "%s $0, %s;", "=%s,%sr,r"(%s, i32 %%at, i32 %%n)' % (
            kind, word, ", ".join("$%d" % k for k in numbers), reg,
            (reg + ",") * operands, ", ".join("%s %s" % (kind, name)
                                              for name in names))],
        lambda x, y, z: model(x, y, z & 127, z >> 8 & 127))


for size in (32, 64):
    CASES += [field("bfe.%s%d" % (letter, size), size, 1,
                    lambda x, y, at, n, size=size, letter=letter: bfe(
                        x, at, n, size, letter == "s")) for letter in "us"]
    CASES += [field("bfi.b%d" % size, size, 2,
                    lambda x, y, at, n, size=size: bfi(x, y, at, n, size))]



def together(name, kind, text, constraints, args, model, ops="mii"):
    """A case of inline assembler that a warp runs together."""
    return Case("asm_" + name, kind, ["%%r = call %s asm sideeffect \"%s\", "
                                      "\"%s\"(%s)" % (kind, text, constraints,
                                                    args)],
                model, ops, warp=True)


def asm_scan(a, b, _):
    """Each lane's number, and the one before it where there is one."""
    return [a[i] + (a[i - (b[i] & 31)] if i >= b[i] & 31 else 0) & M32
            for i in range(32)]


def bmsk(clamp):
    def model(x, y, _):
        x, y = x & M32, y & M32
        at, n = (min(v, 32) if clamp else v & 31 for v in (x, y))
        return ((1 << n) - 1) << at & M32
    return model


for _mode in ("idx", "up", "down", "bfly"):
    for _width in (32, 8):
        _end = (32 - _width) << 8 | (0 if _mode == "up" else 31)
        CASES.append(together(
            "shfl_%s_%d" % (_mode, _width), "i64",
            "{ .reg .pred p; .reg .b32 x, y; shfl.sync.%s.b32 x|p, $1, $2, %d, "
            "0xffffffff; selp.u32 y, 1, 0, p; mov.b64 $0, {x, y}; }"
            % (_mode, _end), "=l,r,r", "i32 %a, i32 %b",
            shfl(_mode, _width).model, "isi"))
CASES += [
    together("scan", "i32",
             "{ .reg .s32 r0; .reg .pred p; shfl.sync.up.b32 r0|p, $1, $2, 0, "
             "-1; @p add.s32 r0, r0, $1; @!p mov.s32 r0, $1; mov.s32 $0, r0; }",
             "=r,r,r", "i32 %a, i32 %b", asm_scan, "isi"),
    together("ballot", "i32",
             "{ .reg .pred p; setp.lt.s32 p, $1, 0; vote.sync.ballot.b32 $0, "
             "!p, -1; }", "=r,r", "i32 %a",
             lambda a, b, c: [mask_of(not p >> 31 & 1 for p in a)] * 32),
] + [together("vote_" + mode, "i32",
              "{ .reg .pred p, q; setp.lt.s32 p, $1, 0; vote.sync.%s.pred q, p, "
              "-1; selp.u32 $0, 1, 0, q; }" % mode, "=r,r", "i32 %a",
              lambda a, b, c, f=f: [int(f([p >> 31 & 1 for p in a]))] * 32)
     for mode, f in (("any", any), ("all", all),
                     ("uni", lambda v: len(set(v)) == 1))] + [
    together("match_any", "i32", "match.any.sync.b32 $0, $1, -1;", "=r,r",
             "i32 %a", lambda a, b, c: [mask_of(p & M32 == q & M32 for p in a)
                                        for q in a]),
    together("match_all", "i32",
             "{ .reg .pred p; match.all.sync.b64 $0|p, $1, -1; @p not.b32 $0, "
             "$0; }", "=r,l", "i64 %A",
             lambda a, b, c: [0] * 32),
    together("redux", "i32",
             "{ .reg .s32 x, y; redux.sync.add.s32 x, $1, -1; redux.sync.max.s32 "
             "y, $1, -1; xor.b32 $0, x, y; }", "=r,r", "i32 %a",
             lambda a, b, c: [(sum(a) ^ max(signed(p, 32) for p in a))
                              & M32] * 32),
    together("redux_min", "i32", "redux.sync.min.u32 $0, $1, -1;", "=r,r",
             "i32 %a", lambda a, b, c: [min(p & M32 for p in a)] * 32),
    together("active", "i32",
             "{ .reg .pred p; .reg .b32 x; activemask.b32 x; bar.warp.sync x; "
             "elect.sync $0|p, x; @p add.s32 $0, $0, 7; }", "=r", "",
             lambda a, b, c: [7] + [0] * 31),
    together("meet", "i32", "bar.sync 0; mov.b32 $0, $1; barrier.sync 1, 256;",
             "=r,r", "i32 %a", lambda a, b, c: [p & M32 for p in a]),
]
for _n, _ops, _model in (
        ("add.u32", "[$1], $2", lambda x, y, z: x + y),
        ("exch.b32", "[$1], $2", lambda x, y, z: y),
        ("and.b32", "[$1], $2", lambda x, y, z: x & y),
        ("min.s32", "[$1], $2", lambda x, y, z: min(signed(x, 32),
                                                    signed(y, 32))),
        ("max.u32", "[$1], $2", lambda x, y, z: max(x, y)),
        ("inc.u32", "[$1], $2", lambda x, y, z: 0 if x >= y else x + 1),
        ("cas.b32", "[$1], $3, $2", lambda x, y, z: y if x == z else x)):
    CASES.append(Case("asm_atom_" + _n.replace(".", "_"), "i64", [
        '%%o = call i32 asm sideeffect "atom.acq_rel.gpu.global.%s $0, %s;", '
        '"=r,l,r,r,~{memory}"(ptr addrspace(1) %%pa, i32 %%b, i32 %%c)'
        % (_n, _ops), "%n = load i32, ptr addrspace(1) %pa",
        "%ox = zext i32 %o to i64", "%nx = zext i32 %n to i64",
        "%ns = shl i64 %nx, 32", "%r = or i64 %ox, %ns"],
        lambda x, y, z, f=_model: x & M32 | (f(x & M32, y & M32, z & M32)
                                             & M32) << 32))
CASES.append(Case("asm_red", "i32", [
    'call void asm sideeffect "red.global.add.u32 [$0+4], $1;", '
    '"l,r,~{memory}"(ptr addrspace(1) %pa, i32 %b)',
    "%p = getelementptr i32, ptr addrspace(1) %pa, i64 1",
    "%r = load i32, ptr addrspace(1) %p"],
    lambda x, y, z: (x >> 32) + y & M32))
for _mode in ("clamp", "wrap"):
    CASES.append(Case("asm_bmsk_" + _mode, "i32", [
        "%b6 = and i32 %b, 63", "%c6 = and i32 %c, 63",
        '%%r = call i32 asm "bmsk.%s.b32 $0, $1, $2;", "=r,r,r"(i32 %%b6, '
        "i32 %%c6)" % _mode], lambda x, y, z, m=_mode: bmsk(m == "clamp")(
            y & 63, z & 63, 0)))
    for _n, _sign in (("s32", True), ("u32", False)):
        CASES.append(Case("asm_szext_%s_%s" % (_mode, _n), "i32", [
            '%%r = call i32 asm "szext.%s.%s $0, $1, $2;", "=r,r,r"(i32 %%a, '
            "i32 %%b)" % (_mode, _n)],
            lambda x, y, z, s=_sign, m=_mode: szext(x, y, s, m == "clamp"),
            "isi"))


def rounded(name, step):
    def model(x, y, z):
        if x & ~F32.sign >= F32.inf:
            return None
        return F32.round(exact.Fraction(step(F32.value(x))), "rn",
                         bool(x & F32.sign))
    return call(name, "float", "llvm.nvvm.%s.f(float %%af)" % name, model,
                "fff")


GENERIC = "%g = addrspacecast ptr addrspace(1) %pa to ptr"
SLOT = "%s = getelementptr i64, ptr addrspace(3) @shared, i64 %i"


def atomic(name, step):
    return Case("atomic_" + name, "i64", [
        GENERIC, "%%q = call i32 @llvm.nvvm.atomic.%s.gen.i.cta.i32.p0("
        "ptr %%g, i32 %%b)" % name, "%o = zext i32 %q to i64",
        "%n = load i32, ptr addrspace(1) %pa", "%nx = zext i32 %n to i64",
        "%ns = shl i64 %nx, 32", "%r = or i64 %o, %ns"],
        lambda x, y, z: x & M32 | (step(x & M32, y & M32) & M32) << 32)


CASES += [rounded("floor", math.floor), rounded("ceil", math.ceil),
          rounded("trunc", int), rounded("round", round)]
CASES += [
    atomic("add", lambda p, q: p + q), atomic("xor", lambda p, q: p ^ q),
    atomic("exch", lambda p, q: q),
    atomic("max", lambda p, q: max(p, q, key=lambda v: signed(v, 32))),
    atomic("inc", lambda p, q: 0 if p >= q else p + 1),
    atomic("dec", lambda p, q: q if p == 0 or p > q else p - 1),
    Case("atomic_cas", "i32", [
        GENERIC, "%q = call i32 @llvm.nvvm.atomic.cas.gen.i.sys.i32.p0("
        "ptr %g, i32 %b, i32 %c)", "%r = load i32, ptr addrspace(1) %pa"],
        lambda x, y, z: z if x & M32 == y & M32 else x, "vvi"),
    Case("cp_async", "i64", [
        SLOT, "call void @llvm.nvvm.cp.async.ca.shared.global.8("
        "ptr addrspace(3) %s, ptr addrspace(1) %pa)",
        "call void @llvm.nvvm.cp.async.wait.all()",
        "%r = load i64, ptr addrspace(3) %s"], lambda x, y, z: x),
    Case("cp_async_part", "i64", [
        SLOT, "%n = and i32 %b, 7",
        "call void @llvm.nvvm.cp.async.ca.shared.global.8.s("
        "ptr addrspace(3) %s, ptr addrspace(1) %pa, i32 %n)",
        "call void @llvm.nvvm.cp.async.wait.all()",
        "%r = load i64, ptr addrspace(3) %s"],
        lambda x, y, z: x & ((1 << 8 * (y & 7)) - 1)),
    Case("in_shared", "i1", [
        SLOT, "%g = addrspacecast ptr addrspace(3) %s to ptr",
        "%h = addrspacecast ptr addrspace(1) %pa to ptr",
        "%k = select i1 %ap, ptr %g, ptr %h",
        "%r = call i1 @llvm.nvvm.isspacep.shared(ptr %k)"],
        lambda x, y, z: x & 1),
    i32("barrier.cta.red.popc.aligned.all", "i32 0, i1 %ap",
        lambda a, b, c: [sum(p & 1 for p in a)] * 256, warp=256),
    call("red_and", "i1", "llvm.nvvm.barrier.cta.red.and.aligned.all(i32 0, "
         "i1 %ap)", lambda a, b, c: [all(p & 1 for p in a)] * 256, warp=256),
    call("red_or", "i1", "llvm.nvvm.barrier.cta.red.or.aligned.all(i32 1, "
         "i1 %ap)", lambda a, b, c: [any(p & 1 for p in a)] * 256, warp=256),
    i32("fshl.clamp.i32", ABC, lambda x, y, z: y if z & M32 >= 32 else
        ((x & M32) << 32 | y & M32) << z >> 32, "iis"),
    i32("fshr.clamp.i32", ABC, lambda x, y, z: x if z & M32 >= 32 else
        ((x & M32) << 32 | y & M32) >> z, "iis"),
    Case("elect", "i64", [
        "%p = call {i32, i1} @llvm.nvvm.elect.sync(i32 -1)",
        "%v = extractvalue {i32, i1} %p, 0",
        "%o = extractvalue {i32, i1} %p, 1", "%vx = zext i32 %v to i64",
        "%ox = zext i1 %o to i64", "%os = shl i64 %ox, 32",
        "%r = or i64 %vx, %os"],
        lambda a, b, c: [(i == 0) << 32 for i in range(32)], warp=True),
    i32("read.ptx.sreg.laneid", "", lambda a, b, c: list(range(32)),
        warp=True),
    i32("read.ptx.sreg.lanemask.lt", "",
        lambda a, b, c: [(1 << i) - 1 for i in range(32)], warp=True),
    i32("read.ptx.sreg.warpid", "",
        lambda a, b, c: [i // 32 for i in range(256)], warp=256),
    call("fabs_ftz", "float", "llvm.nvvm.fabs.ftz.f32(float %af)",
         lambda x, y, z: F32.flush(x) & ~F32.sign, "fff"),
    call("saturate", "float", "llvm.nvvm.saturate.f(float %af)",
         lambda x, y, z: 0 if F32.is_nan(x) or x & F32.sign
         else min(x, 0x3f800000), "fff"),
    call("f2h", "i16", "llvm.nvvm.f2h.rn(float %af)",
         lambda x, y, z: exact.convert(F32, F16, x), "fff"),
    call("sad_s", "i16", "llvm.nvvm.sad.s(i16 %as, i16 %bs, i16 %cs)",
         lambda x, y, z: abs(signed(x, 16) - signed(y, 16)) + z),
]

TARGET.cases = CASES
