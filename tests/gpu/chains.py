#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Print the micro-kernels of `calibrate` whose chains a compiler has shortened.

    llc -mcpu=gfx906 calibrate0.ll -o - | chains.py src/session/calibrate.def

Every step of a chain must be at least one instruction; the kernels NAME_0 to NAME_3
have two to five times as many steps as the row of calibrate.def says.
"""

import re
import sys


def units(path):
    """How many steps the shortest chain has twice, by the row's name."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    row = re.compile(
        r'STEP\((\w+),\s*(\w+),\s*"\w+",\s*\w+,\s*\d+,\s*(\d+),')
    return {name: int(unit) for name, target, unit in row.findall(text)
            if target != "NV"}


def instructions(assembly):
    """How many there are, by kernel."""
    counts, kernel = {}, None
    for line in assembly:
        label = re.match(r"(\w+_[0-3]):", line)
        if label:
            kernel = label[1]
            counts[kernel] = 0
        elif kernel and re.match(r"\t[a-z]\w+", line):
            counts[kernel] += 1
    return counts


def main():
    counts = instructions(sys.stdin)
    for name, unit in units(sys.argv[1]).items():
        if name + "_0" not in counts:
            continue
        steps = 3 * unit
        more = counts[name + "_3"] - counts[name + "_0"]
        if more < 0.9 * steps:
            print(f"{name}: {more} instructions for {steps} steps")
    print(f"{len(counts)} kernels")


main()
