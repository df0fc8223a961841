# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wrong transformations, which the tests must find.

Each row breaks one of traps/*.ll by a textual change, as a faulty
transformation would. It has the pattern of the answer that the host must give
(caught.py) and of the answer that `check` must give (refuted.py); None means
that this one is not asked.
"""

BRANCH = "  br i1 %c, label %left, label %right\n"
BARRIER = "  call void @llvm.amdgcn.s.barrier()\n"
SAME = ""  # the answer for an unchanged kernel


def before_branch(text):
    return BRANCH, text + BRANCH


# Rows: the trap, the fault, the text that is replaced, its replacement, the
# host's answer, check's answer.
FAULTS = [
    ("division", "a division run for all",
     *before_branch("  %all = udiv i32 %x, %d\n"), r"trap: FPE",
     r"ends\.ll: division by zero: block \d+ thread \d+, B0: %all = udiv"),
    ("division-overflow", "an overflowing division run for all",
     *before_branch("  %all = sdiv i32 %n, %d\n"), r"trap: FPE",
     r"overflow of a signed division: .*%all = sdiv"),
    ("load", "a load run for all",
     *before_branch("  %all = load i32, ptr addrspace(1) %p\n"),
     r"trap: SEGV", r"access through a null pointer: .*%all = load"),
    ("load-both", "a load through the other side's pointer",
     "%r.v = load i32, ptr addrspace(1) %q",
     "%r.v = load i32, ptr addrspace(1) %p", r"trap: SEGV",
     r"access through a null pointer: .*%r\.v = load"),
    ("atomic", "an atomic operation run for all",
     *before_branch("  %all = atomicrmw add ptr addrspace(1) %counter, i32 1 "
                    "monotonic, align 4\n"), r"argument 3 at byte 2048",
     r"out\[512\]: \d+, not \d+ \(1 of"),
    ("one-sided-store", "a store run for all",
     *before_branch("  store i32 1, ptr addrspace(1) %theirs, align 4\n"),
     r"argument 2 ", r"mem\[\d+\]: 1, not (?s:.*)written by .*store i32 1,"),
    ("one-sided-store", "a store lost",
     "  store i32 %l.w5, ptr addrspace(1) %theirs, align 4\n", "",
     r"argument 2 ", r"mem\[\d+\]: (?s:.*)written by no thread"),
    ("tbaa", "a store out of bounds", "%out, i64 %at", "%out, i64 1024",
     r"trap: SEGV", r"access out of bounds: out \+ 4096, which has 4096"),
    ("tbaa", "a store before the buffer", "%out, i64 %at", "%out, i64 -1",
     r"trap: SEGV", r"access out of bounds: "),
    ("range", "a range that does not hold",
     "%mem.at, align 4", "%mem.at, align 4, !range !0", r"argument 3 ",
     r"out\[\d+\]: undefined, not "),
    ("range", "a promise that does not hold",
     "%mem.at, align 4", "%mem.at, align 4, !range !0, !noundef !1",
     r"trap: violated promise", r"poison operand, which is undefined behaviour"),
    ("flags", "nsw that does not hold", "%r.a = add i32",
     "%r.a = add nsw i32", r"garbage=\d argument 3 ",
     r"out\[\d+\]: undefined, not "),
    ("flags", "exact that does not hold", "%r.e = lshr i32",
     "%r.e = lshr exact i32", r"garbage=\d argument 3 ",
     r"out\[\d+\]: undefined, not "),
    ("fast-math", "ninf that does not hold", "%r.b = fmul float",
     "%r.b = fmul ninf float", r"garbage=\d argument 3 ",
     r"out\[\d+\]: undefined, not "),
    ("shuffle-masks", "the other mask", "<i32 0, i32 0, i32 2, i32 2>",
     "<i32 1, i32 0, i32 3, i32 2>", r"argument 3 ", r"out\[\d+\]: -?\d+, "),
    ("late-uses", "a phi's entry poison", "[ 1, %entry ]",
     "[ poison, %entry ]", r"garbage=\d argument 3 ",
     r"out\[\d+\]: undefined, not "),
    ("phis", "a branch on poison", "br i1 %left.c", "br i1 poison",
     r"garbage=\d argument 3 ", r"branch on poison: .*br i1 poison"),
    ("choices", "the arms of a select swapped",
     "%l.s = select i1 %d, i32 %l.w0, i32 %l.w1",
     "%l.s = select i1 %d, i32 %l.w1, i32 %l.w0", r"argument 3 ",
     r"out\[\d+\]: -?\d+, not -?\d+"),
    ("choices", "a select on the other condition",
     "%r.s = select i1 %d,", "%r.s = select i1 %c,", r"argument 3 ",
     r"out\[\d+\]: -?\d+, not -?\d+"),
    ("choices", "a phi's entry lost, and branched on", "[ %r.b, %right ]",
     "[ undef, %right ]", None,
     r"branch on a value that was never written: .*br i1 %b"),
    ("choices", "a phi's entries exchanged",
     "[ %l.r, %left ], [ %r.r, %right ]", "[ %l.w0, %left ], [ %r.r, %right ]",
     r"argument 3 ", r"out\[\d+\]: -?\d+, not -?\d+"),
    ("frozen", "a freeze lost", "%known = freeze i32 %may",
     "%known = add i32 %may, 0", None, r"branch on poison: .*br i1 %f"),
    ("frozen", "nothing frozen for one of two uses",
     "%l.u = sub i32 %known, %known", "%l.u = sub i32 %known, %may",
     None, r"out\[\d+\]: undefined, not "),
    ("load-in-region", "an address from poison", "%p = select i1 %c, ptr "
     "addrspace(1) %mem.at, ptr addrspace(1) null",
     "%p = getelementptr i32, ptr addrspace(1) poison, i64 0", r"trap: SEGV",
     r"access through a poison pointer: .* = load"),
    ("loops", "a loop without end", "%left.i2 = add i32 %left.i, 1",
     "%left.i2 = add i32 %left.i, 0", r"trap: endless",
     r"step limit reached: "),
    ("loops", "a loop's trip more", "icmp slt i32 %right.i",
     "icmp sle i32 %right.i", r"argument 3 ", r"out\[\d+\]: -?\d+, not "),
    ("convergent-callee", "one meeting of both sides", BRANCH,
     "  br label %left\n", r"argument 3 ", r"out\[\d+\]: -?\d+, not "),
    ("ballot", "one ballot of both sides", BRANCH, "  br label %left\n",
     r"argument 3 ", r"out\[\d+\]: -?\d+, not "),
    ("barrier-beside", "a barrier on one side", "left:\n",
     "left:\n" + BARRIER, r"trap: divergent barrier",
     r"barrier that not all threads of the block reach together"),
    ("barrier-beside", "shared memory not written",
     "  store i32 %r.s, ptr addrspace(3) %mine, align 4\n", "",
     r"argument 3 ", r"out\[\d+\]: undefined, not "),
    ("counters", "one counter for both sides",
     "getelementptr inbounds ([2 x i32], ptr addrspace(3) @counts, i32 0, "
     "i32 1), i32 %r.w1", "@counts, i32 %r.w1", r"argument 3 ",
     r"out\[0\]: -?\d+, not "),
    ("counters", "a counter that all count on",
     *before_branch("  %all = atomicrmw add ptr addrspace(3) @counts, i32 1 "
                    "monotonic, align 4\n"), r"argument 3 ",
     r"out\[0\]: -?\d+, not "),
    ("counters", "a barrier on one side", "left:\n", "left:\n" + BARRIER,
     r"trap: divergent barrier",
     r"barrier that not all threads of the block reach together"),
    ("switch", "a branch the wrong way round", BRANCH,
     "  br i1 %c, label %right, label %left\n", r"argument 3 ",
     r"out\[\d+\]: -?\d+, not "),
]
UNCHANGED = ["division", "ballot", "barrier-beside", "range-both", "loops",
             "choices", "frozen", "counters"]


class Fault:
    """A wrong transformation on one target."""

    def __init__(self, title, kernel, text, host, check):
        self.title = title
        self.kernel = kernel
        self.text = text    # the kernel after the change
        self.host = host
        self.check = check


def cases(kernels, told=lambda text: text):
    """All faults of the traps for the given targets; `told` holds the texts of
    the rows for a target."""
    traps = {kernel.name.split(".")[0]: kernel for kernel in kernels}
    for name, title, old, new, host, check in FAULTS:
        if name not in traps:
            continue
        kernel = traps[name]
        if kernel.text.count(told(old)) < 1:
            raise SystemExit("%s does not hold %r" % (name, old))
        yield Fault("%s: %s" % (name, title), kernel,
                    kernel.text.replace(told(old), told(new), 1), host, check)
    for name in UNCHANGED:
        if name in traps:
            yield Fault("%s: itself" % name, traps[name], traps[name].text,
                        SAME, SAME)
