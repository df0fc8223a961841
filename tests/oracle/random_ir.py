#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Write a module of random kernels: structured and unstructured flow graphs.

  random_ir.py --target=amdgcn|nvptx64 [--seed=N] [--functions=N] [--blocks=N]
               [--shape=structured|reducible|any|mixed]

Variables live in allocas; "opt -passes=mem2reg" turns them into phis. Half of
them start undefined. Everything follows from the seed.

  structured  nested ifs, loops with breaks and continues, switches
  reducible   random forward edges, and backward ones to blocks that dominate
  any         random edges: irreducible cycles, blocks that nothing reaches
"""

import argparse
import random

HEADS = {
    "amdgcn": """target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare i64 @llvm.amdgcn.ballot.i64(i1)
declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)
declare i32 @llvm.amdgcn.ds.bpermute(i32, i32)
declare void @llvm.amdgcn.s.barrier()
declare i32 @unknown(i32)
""",
    "nvptx64": """target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @unknown(i32)
""",
}

# Templates for a new name and two operands; the result is an i32.
SOURCES = {
    "amdgcn": [
        "{0} = call i32 @llvm.amdgcn.workitem.id.x()",
        "{0} = call i32 @llvm.amdgcn.mbcnt.lo(i32 {1}, i32 {2})",
        "{0} = atomicrmw add ptr addrspace(1) %g, i32 {1} seq_cst",
        "{0} = load i32, ptr %f",
        "{0} = call i32 @unknown(i32 {1})",
    ],
    "nvptx64": [
        "{0} = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
        "{0} = load i32, ptr %f",
        "{0} = atomicrmw add ptr addrspace(1) %g, i32 {1} seq_cst",
    ],
}
UNIFORM = {
    "amdgcn": [
        "{0} = call i32 @llvm.amdgcn.readfirstlane.i32(i32 {1})",
        "{0} = call i32 asm \"s_mov_b32 $0, $1\", \"=s,s\"(i32 {1})",
        "{0}.c = icmp eq i32 {1}, {2}\n"
        "  {0}.b = call i64 @llvm.amdgcn.ballot.i64(i1 {0}.c)\n"
        "  {0} = trunc i64 {0}.b to i32",
        "{0} = call i32 @llvm.amdgcn.workgroup.id.x()",
    ],
    "nvptx64": ["{0} = load i32, ptr addrspace(1) %g"],
}
PLAIN = [
    "{0} = add i32 {1}, {2}",
    "{0} = xor i32 {1}, {2}",
    "{0} = load i32, ptr addrspace(1) %g",
    "{0}.c = icmp slt i32 {1}, {2}\n"
    "  {0} = select i1 {0}.c, i32 {2}, i32 7",
    "{0}.p = getelementptr i32, ptr addrspace(1) %g, i32 {1}\n"
    "  {0} = load i32, ptr addrspace(1) {0}.p",
]


# ---- flow graphs: a list of successor lists, block 0 the entry -----------

class Structured:
    """Nested statements, until there are enough blocks."""

    def __init__(self, rng, blocks):
        self.rng = rng
        self.succs = []
        self.left = blocks
        last = self.statements(self.block(), [], 0)
        self.succs[last] = []

    def block(self):
        self.left -= 1
        self.succs.append([])
        return len(self.succs) - 1

    def statements(self, at, loops, depth):
        """Write statements from block `at` on. Returns the block where they
        end."""
        for _ in range(self.rng.randint(1, 4)):
            if self.left <= 0 or depth > 8:
                break
            kind = self.rng.choice(("if", "if", "else", "while", "do",
                                    "switch", "leave", "return"))
            at = getattr(self, "make_" + kind)(at, loops, depth + 1)
        return at

    def make_if(self, at, loops, depth):
        then, join = self.block(), self.block()
        self.succs[at] = self.rng.sample([then, join], 2)
        self.succs[self.statements(then, loops, depth)] = [join]
        return join

    def make_else(self, at, loops, depth):
        return self.fan(at, 2, loops, depth)

    def make_switch(self, at, loops, depth):
        return self.fan(at, self.rng.randint(2, 5), loops, depth)

    def fan(self, at, arms, loops, depth):
        starts = [self.block() for _ in range(arms)]
        join = self.block()
        self.succs[at] = starts
        for start in starts:
            self.succs[self.statements(start, loops, depth)] = [join]
        return join

    def make_while(self, at, loops, depth):
        head, body, after = self.block(), self.block(), self.block()
        self.succs[at] = [head]
        self.succs[head] = [body, after]
        end = self.statements(body, loops + [(head, after)], depth)
        self.succs[end] = [head]
        return after

    def make_do(self, at, loops, depth):
        head, latch, after = self.block(), self.block(), self.block()
        self.succs[at] = [head]
        end = self.statements(head, loops + [(latch, after)], depth)
        self.succs[end] = [latch]
        self.succs[latch] = [head, after]
        return after

    def make_leave(self, at, loops, depth):
        """A break or continue of any surrounding loop."""
        after = self.block()
        if not loops:
            self.succs[at] = [after]
            return after
        target = self.rng.choice(self.rng.choice(loops))
        self.succs[at] = self.rng.sample([target, after], 2)
        return after

    def make_return(self, at, loops, depth):
        out, after = self.block(), self.block()
        self.succs[at] = [out, after]
        return after


def random_edges(rng, blocks, forward_only):
    succs = []
    for b in range(blocks):
        count = rng.choice((0, 1, 1, 2, 2, 2, 2, 3, 4)) if b else 2
        low = b + 1 if forward_only or rng.random() < 0.7 else 1
        span = rng.choice((2, 4, blocks))
        choice = [t for t in range(low, min(blocks, low + span))]
        succs.append([rng.choice(choice) for _ in range(count)]
                     if choice else [])
    return succs


def dominators(succs):
    """The set of dominators of each block; for small graphs only."""
    preds = [[] for _ in succs]
    for b, targets in enumerate(succs):
        for t in targets:
            preds[t].append(b)
    everything = set(range(len(succs)))
    dom = [{0}] + [everything] * (len(succs) - 1)
    changed = True
    while changed:
        changed = False
        for b in range(1, len(succs)):
            new = set.intersection(*(dom[p] for p in preds[b])) \
                if preds[b] else everything
            new = new | {b}
            if new != dom[b]:
                dom[b], changed = new, True
    return dom


def reducible_edges(rng, blocks):
    succs = random_edges(rng, blocks, True)
    dom = dominators(succs)
    for b in range(1, blocks):
        targets = sorted(dom[b] - {0})
        if rng.random() < 0.3 and targets and len(dom[b]) < blocks:
            succs[b].append(rng.choice(targets))
    return succs


def make_graph(rng, shape, blocks):
    if shape == "structured":
        return Structured(rng, blocks).succs
    if shape == "reducible":
        return reducible_edges(rng, blocks)
    return random_edges(rng, blocks, False)


# ---- text ----------------------------------------------------------------

class Kernel:
    """Writes one function."""

    def __init__(self, rng, target, index, shape, blocks):
        self.rng = rng
        self.target = target
        self.succs = make_graph(rng, shape, blocks)
        self.nvars = rng.randint(2, 6)
        self.serial = 0
        self.space = " addrspace(5)" if target == "amdgcn" else ""
        # The share of values that are sources of divergence.
        self.wild = rng.choice((0.02, 0.05, 0.15))
        convention = {"amdgcn": "amdgpu_kernel ", "nvptx64": "ptx_kernel "}
        kind = convention[target] if rng.random() < 0.85 else ""
        self.lines = ["define %svoid @k%d(i32 %%a, i32 %%b, "
                      "ptr addrspace(1) %%g, ptr %%f) {" % (kind, index)]
        for b in range(len(self.succs)):
            self.block(b)
        self.lines.append("}")

    def emit(self, text):
        self.lines.append("  " + text)

    def fresh(self):
        self.serial += 1
        return "%%x%d" % self.serial

    def variable(self):
        return "%%v%d" % self.rng.randrange(self.nvars)

    def read(self, known):
        """An operand: a constant, an argument, a variable, or a value of this
        block."""
        way = self.rng.random()
        if way < 0.1:
            return str(self.rng.randrange(100))
        if way < 0.2:
            return self.rng.choice(("%a", "%b"))
        if way < 0.5 and known:
            return self.rng.choice(known)
        name = self.fresh()
        self.emit("%s = load i32, ptr%s %s"
                  % (name, self.space, self.variable()))
        return name

    def operation(self, known):
        way = self.rng.random()
        if way < self.wild:
            form = self.rng.choice(SOURCES[self.target])
        elif way < 2 * self.wild:
            form = self.rng.choice(UNIFORM[self.target])
        else:
            form = self.rng.choice(PLAIN)
        one, two = self.read(known), self.read(known)
        name = self.fresh()
        self.emit(form.format(name, one, two))
        return name

    def block(self, b):
        self.lines.append("b%d:" % b)
        if b == 0:
            for v in range(self.nvars):
                self.emit("%%v%d = alloca i32%s" % (
                    v, "," + self.space if self.space else ""))
            for v in range(0, self.nvars, 2):
                self.emit("store i32 %s, ptr%s %%v%d" % (
                    self.rng.choice(("%a", "%b", "0", "undef")),
                    self.space, v))
        known = []
        for _ in range(self.rng.randint(0, 3)):
            known.append(self.operation(known))
            if self.rng.random() < 0.6:
                self.emit("store i32 %s, ptr%s %s"
                          % (known[-1], self.space, self.variable()))
        if self.rng.random() < 0.3:
            self.emit("store i32 %s, ptr addrspace(1) %%g"
                      % self.read(known))
        self.terminator(self.succs[b], known)

    def terminator(self, targets, known):
        if not targets:
            self.emit(self.rng.choice(("ret void",) * 9 + ("unreachable",)))
        elif len(targets) == 1:
            self.emit("br label %%b%d" % targets[0])
        elif len(targets) == 2:
            value, name = self.read(known), self.fresh()
            self.emit("%s = icmp ult i32 %s, 5" % (name, value))
            self.emit("br i1 %s, label %%b%d, label %%b%d"
                      % (name, targets[0], targets[1]))
        else:
            cases = " ".join("i32 %d, label %%b%d" % (k, t)
                             for k, t in enumerate(targets[1:]))
            self.emit("switch i32 %s, label %%b%d [%s]"
                      % (self.read(known), targets[0], cases))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--target", choices=sorted(HEADS), required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--functions", type=int, default=100)
    parser.add_argument("--blocks", type=int, default=20)
    parser.add_argument("--shape", default="mixed",
                        choices=("structured", "reducible", "any", "mixed"))
    args = parser.parse_args()
    rng = random.Random(args.seed)
    print(HEADS[args.target])
    for k in range(args.functions):
        shape = args.shape
        if shape == "mixed":
            shape = ("structured", "reducible", "any")[k % 3]
        blocks = rng.randint(3, args.blocks)
        print("\n".join(Kernel(rng, args.target, k, shape, blocks).lines))


if __name__ == "__main__":
    main()
