#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that runs on the host find each wrong transformation of faults.py. An
unchanged kernel must agree with itself."""

import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import corpus  # noqa: E402
import faults  # noqa: E402
import host    # noqa: E402
import run     # noqa: E402


def answer_of(output, symbol):
    for line in output.splitlines():
        if re.match(r"\w+ \S+ %s\b" % symbol, line):
            return line
    return "no answer"


def main():
    if not run.tool("LLC", "llc"):
        print("1..0 # SKIP llc is missing (Debian package llvm)")
        return 0
    rows = [f for f in faults.cases(k for k in corpus.traps()
                                    if k.target == "amdgcn")
            if f.host is not None]
    units, plan = [], []
    for i, row in enumerate(rows):
        kernel = row.kernel
        pair = [host.retarget(kernel.text, kernel.symbol, "a%d" % i),
                host.retarget(row.text, kernel.symbol, "b%d" % i)]
        units += pair
        plan += kernel.plan() + ["code %s %s" % (u.name, u.flags())
                                 for u in pair] + ["run 3"]
    with tempfile.TemporaryDirectory() as folder:
        cc = host.compiler()
        shared = host.build(units, os.path.join(folder, "all"),
                            run.tool("LLC", "llc"), cc)
        witness = host.build_witness(HERE, os.path.join(folder, "witness"),
                                     cc)
        said = subprocess.run([witness, shared], input="\n".join(plan) + "\n",
                              text=True, stdout=subprocess.PIPE,
                              check=True).stdout
    bad = 0
    for i, row in enumerate(rows):
        line = answer_of(said, "b%d" % i)
        good = (line.startswith("same ") if row.host == faults.SAME else
                line.startswith("differs ") and re.search(row.host, line))
        bad += not good
        print("%sok %d - %s" % ("" if good else "not ", i + 1,
                                row.title))
        if not good:
            print("# " + line)
    print("1..%d" % len(rows))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
