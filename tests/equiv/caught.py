#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The witness sees what is wrong: traps that somebody fell into.

Each row breaks one of traps/*.ll by a textual change, as a faulty
transformation would, and says what the host must answer. An unchanged kernel
must be the same as itself.
"""

import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import corpus  # noqa: E402
import host    # noqa: E402
import run     # noqa: E402

BRANCH = "  br i1 %c, label %left, label %right\n"


def before_branch(text):
    return BRANCH, text + BRANCH


# (trap, what is wrong, what is replaced, by what, the answer)
FAULTS = [
    ("division", "a division run for all",
     *before_branch("  %all = udiv i32 %x, %d\n"), r"trap: FPE"),
    ("division-overflow", "an overflowing division run for all",
     *before_branch("  %all = sdiv i32 %n, %d\n"), r"trap: FPE"),
    ("load", "a load run for all",
     *before_branch("  %all = load i32, ptr addrspace(1) %p\n"),
     r"trap: SEGV"),
    ("atomic", "an atomic operation run for all",
     *before_branch("  %all = atomicrmw add ptr addrspace(1) %counter, i32 1 "
                    "monotonic, align 4\n"), r"argument 3 at byte 2048"),
    ("one-sided-store", "a store run for all",
     *before_branch("  store i32 1, ptr addrspace(1) %theirs, align 4\n"),
     r"argument 2 "),
    ("one-sided-store", "a store lost",
     "  store i32 %l.w5, ptr addrspace(1) %theirs, align 4\n", "",
     r"argument 2 "),
    ("tbaa", "a store out of bounds", "%out, i64 %at", "%out, i64 1024",
     r"trap: SEGV"),
    ("tbaa", "a store before the buffer", "%out, i64 %at", "%out, i64 -1",
     r"trap: SEGV"),
    ("range", "a range that does not hold",
     "%mem.at, align 4", "%mem.at, align 4, !range !0", r"argument 3 "),
    ("range", "a promise that does not hold",
     "%mem.at, align 4", "%mem.at, align 4, !range !0, !noundef !1",
     r"trap: violated promise"),
    ("flags", "nsw that does not hold", "%r.a = add i32",
     "%r.a = add nsw i32", r"garbage=\d argument 3 "),
    ("flags", "exact that does not hold", "%r.e = lshr i32",
     "%r.e = lshr exact i32", r"garbage=\d argument 3 "),
    ("fast-math", "ninf that does not hold", "%r.b = fmul float",
     "%r.b = fmul ninf float", r"garbage=\d argument 3 "),
    ("shuffle-masks", "the other mask", "<i32 0, i32 0, i32 2, i32 2>",
     "<i32 1, i32 0, i32 3, i32 2>", r"argument 3 "),
    ("late-uses", "a phi's entry poison", "[ 1, %entry ]",
     "[ poison, %entry ]", r"garbage=\d argument 3 "),
    ("phis", "a branch on poison", "br i1 %left.c", "br i1 poison",
     r"garbage=\d argument 3 "),
    ("load-in-region", "an address from poison", "%p = select i1 %c, ptr "
     "addrspace(1) %mem.at, ptr addrspace(1) null",
     "%p = getelementptr i32, ptr addrspace(1) poison, i64 0", r"trap: SEGV"),
    ("loops", "a loop without end", "%left.i2 = add i32 %left.i, 1",
     "%left.i2 = add i32 %left.i, 0", r"trap: endless"),
    ("loops", "a loop's trip more", "icmp slt i32 %right.i",
     "icmp sle i32 %right.i", r"argument 3 "),
    ("convergent-callee", "one meeting of both sides", BRANCH,
     "  br label %left\n", r"argument 3 "),
    ("ballot", "one ballot of both sides", BRANCH, "  br label %left\n",
     r"argument 3 "),
    ("barrier-beside", "a barrier on one side", "left:\n",
     "left:\n  call void @llvm.amdgcn.s.barrier()\n",
     r"trap: divergent barrier"),
    ("barrier-beside", "shared memory not written",
     "  store i32 %r.s, ptr addrspace(3) %mine, align 4\n", "",
     r"argument 3 "),
    ("switch", "a branch the wrong way round", BRANCH,
     "  br i1 %c, label %right, label %left\n", r"argument 3 "),
]
UNCHANGED = ["division", "ballot", "barrier-beside", "range-both", "loops"]


def cases(traps):
    """(title, kernel, changed text, the answer) of all rows."""
    for name, title, old, new, answer in FAULTS:
        kernel = traps[name]
        if kernel.text.count(old) < 1:
            raise SystemExit("%s does not hold %r" % (name, old))
        yield ("%s: %s" % (name, title), kernel,
               kernel.text.replace(old, new, 1), answer)
    for name in UNCHANGED:
        yield "%s: itself" % name, traps[name], traps[name].text, None


def answer_of(output, symbol):
    for line in output.splitlines():
        if re.match(r"\w+ \S+ %s\b" % symbol, line):
            return line
    return "no answer"


def main():
    if not run.tool("LLC", "llc"):
        print("1..0 # SKIP llc is missing (Debian package llvm)")
        return 0
    traps = {}
    for kernel in corpus.traps():
        if kernel.target == "amdgcn":
            traps[kernel.name.split(".")[0]] = kernel
    rows = list(cases(traps))
    units, plan = [], []
    for i, (_, kernel, text, _) in enumerate(rows):
        pair = [host.retarget(kernel.text, kernel.symbol, "a%d" % i),
                host.retarget(text, kernel.symbol, "b%d" % i)]
        units += pair
        plan += kernel.plan() + ["code %s %s" % (u.name, u.flags())
                                 for u in pair] + ["run 3"]
    with tempfile.TemporaryDirectory() as folder:
        cc = (os.environ.get("CC") or "cc").split()[0]
        shared = host.build(units, os.path.join(folder, "all"),
                            run.tool("LLC", "llc"), cc)
        witness = host.build_witness(HERE, os.path.join(folder, "witness"),
                                     cc)
        said = subprocess.run([witness, shared], input="\n".join(plan) + "\n",
                              text=True, stdout=subprocess.PIPE,
                              check=True).stdout
    bad = 0
    for i, (title, _, _, wanted) in enumerate(rows):
        line = answer_of(said, "b%d" % i)
        good = (line.startswith("same ") if wanted is None else
                line.startswith("differs ") and re.search(wanted, line))
        bad += not good
        print("%sok %d - %s" % ("" if good else "not ", i + 1, title))
        if not good:
            print("# " + line)
    print("1..%d" % len(rows))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
