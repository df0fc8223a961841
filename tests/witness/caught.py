#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The comparison of buffers finds every difference that counts, and no other."""

import os
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import pocl     # noqa: E402
import witness  # noqa: E402

INF = 0x7f800000
NAN = 0x7fc00000
# name, type, bits wanted, bits got, units allowed, are they the same
ROWS = [
    ("equal", "u32", [1, 2], [1, 2], 0, True),
    ("a bit of an integer", "u32", [1, 2], [1, 3], 9, False),
    ("a byte of many", "u8", [0] * 99, [0] * 98 + [128], 0, False),
    ("a length", "u8", [0] * 99, [0] * 98, 0, False),
    ("neighbours, none allowed", "f32", [0x3f800000], [0x3f800001], 0, False),
    ("neighbours, one allowed", "f32", [0x3f800000], [0x3f800001], 1, True),
    ("neighbours below zero", "f32", [0xbf800000], [0xbf7fffff], 1, True),
    ("two apart, one allowed", "f32", [0x3f800000], [0x3f7ffffe], 1, False),
    ("across zero", "f32", [1], [0x80000001], 2, True),
    ("too far across zero", "f32", [1], [0x80000002], 2, False),
    ("zeros of two signs", "f32", [0], [0x80000000], 0, False),
    ("signs", "f32", [0x3f800000], [0xbf800000], 16, False),
    ("a NaN is a NaN", "f32", [NAN], [NAN | 0x80000001], 0, True),
    ("a NaN is no infinity", "f32", [INF], [INF + 1], 4, False),
    ("a NaN is no number", "f32", [NAN], [0], 0, False),
    ("doubles", "f64", [1 << 52], [(1 << 52) + 3], 3, True),
    ("doubles apart", "f64", [1 << 52], [(1 << 52) + 4], 3, False),
    ("halves", "f16", [0x3c00], [0x3c01], 0, False),
    ("halves that are NaN", "f16", [0x7e00], [0x7e01], 0, True),
]


def packed(kind, bits):
    letter = {1: "B", 2: "H", 4: "I", 8: "Q"}[witness.TYPES[kind][0]]
    return struct.pack("<%d%s" % (len(bits), letter), *bits)


def main():
    tap = witness.Tap()
    for name, kind, wanted, got, units, same in ROWS:
        difference = witness.compare(packed(kind, wanted), packed(kind, got),
                                     kind, units)
        tap.point(name, None if (difference is None) == same
                  else "said: %s" % difference)
    units = pocl.units_of("Sines.\n\nError: out 4 ulp, wide 2 ulp. Why.\n"
                          "Error: powers 16 ulp. Why.\n")
    tap.point("allowed errors", None if units == {
        "out": 4, "wide": 2, "powers": 16} else units)
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
