#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces a module that failed: shrink.py FOLDER [PROGRAM]

FOLDER is one that proof.py left, with the module k.ll, the script k.rcv and
the failure. LLVM's llvm-reduce ($LLVM_REDUCE, or in PATH) makes the smallest
module that gives the same answer to the same commands, except for numbers and
names, and writes it to FOLDER/small.ll."""

import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import corpus  # noqa: E402
import proof   # noqa: E402

PASSES = ("simplify-conditionals-true,simplify-conditionals-false,"
          "basic-blocks,simplify-cfg,instructions,functions,metadata,"
          "operands-to-args,attributes")


def failure_of(program, folder, module):
    """The failure of a module, without the numbers and names that belong to
    this module."""
    script = os.path.join(folder, "k.rcv")
    with open(module, encoding="utf-8") as f:
        text = f.read()
    with open(script, encoding="utf-8") as f:
        commands = f.read()
    kernel = corpus.Kernel("k", re.search(r"^function (\S+)$", commands,
                                          re.M).group(1),
                           corpus.target_of(text), text, "")
    answers, said = proof.run(program, module, script)
    found = proof.problems_of(kernel, answers, said,
                              len(commands.splitlines()))
    if not found:
        return ""
    what = re.sub(r"[@%][\w.]+|-?\d[\w.+-]*", "N", found[0].what)
    return what.split(": block ")[0].split(" | written")[0]


def main():
    folder = os.path.abspath(sys.argv[1])
    program = sys.argv[2] if len(sys.argv) > 2 else os.environ.get(
        "RECONVERGE", "reconverge")
    if len(sys.argv) > 3:  # llvm-reduce asks about a smaller module
        return failure_of(program, folder, sys.argv[4]) != sys.argv[3]
    wanted = failure_of(program, folder, os.path.join(folder, "k.ll"))
    if not wanted:
        print("it does not fail")
        return 1
    print(wanted)
    reduce = os.environ.get("LLVM_REDUCE") or shutil.which(
        "llvm-reduce-22") or "llvm-reduce"
    small = os.path.join(folder, "small.ll")
    subprocess.run(
        [reduce, "--test=" + sys.executable, "--test-arg=" +
         os.path.abspath(__file__), "--test-arg=" + folder, "--test-arg=" +
         os.path.abspath(program), "--test-arg=" + wanted,
         "--delta-passes=" + PASSES, "-o", small,
         os.path.join(folder, "k.ll")], check=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    print(small)
    return 0


if __name__ == "__main__":
    sys.exit(main())
