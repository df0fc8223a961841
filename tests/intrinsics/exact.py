# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""IEEE floats as bits, with exact rational arithmetic and one rounding."""

import fractions
import math

Fraction = fractions.Fraction


class Format:
    def __init__(self, exponent, mantissa):
        self.exponent, self.mantissa = exponent, mantissa
        self.bits = 1 + exponent + mantissa
        self.bias = (1 << (exponent - 1)) - 1
        self.sign = 1 << (self.bits - 1)
        self.inf = ((1 << exponent) - 1) << mantissa
        self.nan = self.inf | 1 << (mantissa - 1)
        self.largest = self.inf - 1

    def is_nan(self, b):
        return b & ~self.sign & (2 * self.sign - 1) > self.inf

    def is_inf(self, b):
        return b & ~self.sign == self.inf

    def value(self, b):
        """A finite number."""
        e = (b & ~self.sign) >> self.mantissa
        m = b & ((1 << self.mantissa) - 1)
        if e:
            m |= 1 << self.mantissa
        v = Fraction(m) * Fraction(2) ** (max(e, 1) - self.bias
                                          - self.mantissa)
        return -v if b & self.sign else v

    def flush(self, b):
        """Denormals become zero."""
        if b & ~self.sign < 1 << self.mantissa:
            return b & self.sign
        return b

    def round(self, v, mode="rn", minus_zero=False):
        """The bits of v, rounded to nearest even, toward zero, down or up."""
        if v == 0:
            return self.sign if minus_zero else 0
        sign, v = (self.sign, -v) if v < 0 else (0, v)
        e = v.numerator.bit_length() - v.denominator.bit_length()
        if Fraction(2) ** e > v:
            e -= 1
        e = max(e, 1 - self.bias)
        unit = Fraction(2) ** (e - self.mantissa)
        m, rest = divmod(v, unit)
        m = int(m)
        up = {"rn": rest * 2 > unit or (rest * 2 == unit and m & 1),
              "rz": False, "rm": bool(sign) and rest > 0,
              "rp": not sign and rest > 0}[mode]
        m += up
        b = m + ((e + self.bias - 1) << self.mantissa)
        if b >= self.inf:
            away = mode == "rn" or (mode == "rm") == bool(sign) \
                and mode != "rz"
            b = self.inf if away else self.largest
        return sign | b


F16, BF16 = Format(5, 10), Format(8, 7)
F32, F64 = Format(8, 23), Format(11, 52)


def fma(f, a, b, c, mode="rn", ftz=False):
    if ftz:
        a, b, c = f.flush(a), f.flush(b), f.flush(c)
    if f.is_nan(a) or f.is_nan(b) or f.is_nan(c):
        return f.nan
    sign = (a ^ b) & f.sign
    if f.is_inf(a) or f.is_inf(b):
        if a & ~f.sign == 0 or b & ~f.sign == 0:
            return f.nan
        if f.is_inf(c) and c & f.sign != sign:
            return f.nan
        return sign | f.inf
    if f.is_inf(c):
        return c
    v = f.value(a) * f.value(b) + f.value(c)
    if v == 0:
        exact_zero = f.value(a) * f.value(b) == 0 and f.value(c) == 0
        if exact_zero and sign == c & f.sign:
            return sign
        return f.sign if mode == "rm" else 0
    r = f.round(v, mode)
    return f.flush(r) if ftz else r


def add(f, a, b, mode="rn", ftz=False):
    return fma(f, a, f.bias << f.mantissa, b, mode, ftz)


def mul(f, a, b, mode="rn", ftz=False):
    if ftz:
        a, b = f.flush(a), f.flush(b)
    # a zero of the product's own sign changes nothing
    return fma(f, a, b, (a ^ b) & f.sign, mode, ftz)


def div(f, a, b, mode="rn", ftz=False):
    if ftz:
        a, b = f.flush(a), f.flush(b)
    if f.is_nan(a) or f.is_nan(b):
        return f.nan
    sign = (a ^ b) & f.sign
    zero_a, zero_b = a & ~f.sign == 0, b & ~f.sign == 0
    if (f.is_inf(a) and f.is_inf(b)) or (zero_a and zero_b):
        return f.nan
    if f.is_inf(a) or zero_b:
        return sign | f.inf
    if f.is_inf(b) or zero_a:
        return sign
    r = f.round(f.value(a) / f.value(b), mode)
    return f.flush(r) if ftz else r


def sqrt(f, a, mode="rn", ftz=False):
    if ftz:
        a = f.flush(a)
    if f.is_nan(a):
        return f.nan
    if a & ~f.sign == 0:
        return a
    if a & f.sign:
        return f.nan
    if f.is_inf(a):
        return a
    v = f.value(a)
    # enough digits that only a perfect square is exact
    shift = 400 + 4 * f.bits * (f.exponent > 8) * 12
    n = v.numerator * v.denominator << (2 * shift)
    root = math.isqrt(n)
    r = Fraction(root, v.denominator << shift)
    if root * root != n:
        r += Fraction(1, v.denominator << (shift + 1))
    return f.round(r, mode)


def convert(f, t, a, mode="rn"):
    if f.is_nan(a):
        return t.nan
    sign = t.sign if a & f.sign else 0
    if f.is_inf(a):
        return sign | t.inf
    return t.round(f.value(a), mode, bool(sign))


def to_int(f, a, bits, signed, mode="rz"):
    """Convert to an integer. A value that does not fit becomes the nearest
    that does, and a NaN becomes 0."""
    low = -(1 << (bits - 1)) if signed else 0
    high = (1 << (bits - signed)) - 1
    if f.is_nan(a):
        return 0
    if f.is_inf(a):
        v = low if a & f.sign else high
    else:
        x = f.value(a)
        v = {"rz": int(x), "rn": round(x), "rm": math.floor(x),
             "rp": math.ceil(x)}[mode]
    return min(max(v, low), high) & ((1 << bits) - 1)


def order(f, a):
    """An integer for each number, ordered as the numbers are, with -0 below
    +0."""
    return ~(a & ~f.sign) if a & f.sign else a


def least(f, a, b, greatest=False, nan=False):
    """The lesser number; a NaN loses, or, with `nan`, wins."""
    if f.is_nan(a) or f.is_nan(b):
        if nan or (f.is_nan(a) and f.is_nan(b)):
            return f.nan
        return b if f.is_nan(a) else a
    if (order(f, a) < order(f, b)) != greatest:
        return a
    return b
