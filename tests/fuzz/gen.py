#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels that give melding work: gen.py [--target T] SEED...

A kernel is a sequence of divergent branches (and uniform ones, loops,
barriers) whose two arms derive from one pattern: the false arm is the true
one after a few mutations. Between them stand operations that a
transformation must not move or change: loads, divisions, stores and atomics
that are right on one side only, flags and metadata that hold on one side only,
and operations at which threads meet.

The same seed gives the same kernel. No kernel traps, races or reads poison
by itself, and all of memory it touches lies in its buffers.
"""

import argparse
import os
import random
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "oracle")]

import emit                         # noqa: E402
import random_cfg                   # noqa: E402
from mutate import Mutations        # noqa: E402
from patterns import Node, Patterns  # noqa: E402
from rarer import INTS, WARP_OPS    # noqa: E402


class Program:
    """The statements of a kernel. With `warps` they have operations between
    the threads of a warp."""

    def __init__(self, rng, warps, meets=True):
        self.rng = rng
        self.warps = warps
        self.patterns = Patterns(rng)
        self.patterns.meets = meets

    def melding(self):
        """A branch with similar arms."""
        rng = self.rng
        rate = rng.choice([0.05, 0.15, 0.3, 0.6])
        arm = self.patterns.body(rng.choice([0, 1, 1, 2, 2]))
        other = Mutations(rng, self.patterns, rate).body(arm)
        if rng.random() < 0.15:  # statements that only one side has
            arm = arm + self.patterns.body(1)
        cond = (["uniform", rng.randrange(3)] if rng.random() < 0.12
                else self.patterns.condition())
        return Node(["branch", cond, arm, other, rng.random() < 0.2])

    def alike(self):
        """A switch with up to 40 similar arms."""
        rng = self.rng
        arm = (self.patterns.body(rng.choice([0, 0, 1]))
               if rng.random() < 0.6 else
               [self.patterns.op() for _ in range(rng.randint(1, 2))])
        change = Mutations(rng, self.patterns, rng.choice([0.05, 0.15, 0.3]))
        mask, most = rng.choice([(3, 4), (7, 8), (7, 3), (15, 9), (63, 40)])
        bodies = [change.body(arm) for _ in range(rng.randint(2, most))]
        to = [rng.randrange(len(bodies)) if rng.random() < 0.9 else None
              for _ in range(mask + 1)]
        to[:len(bodies)] = range(len(bodies))
        default = rng.choice(["join", rng.randrange(len(bodies))])
        if None not in to and rng.random() < 0.7:
            default = "nowhere"
        kind = rng.choice(["i32", "i32", "i64", "i8"])
        base = rng.choice([0, 0, 1, 100, 2 ** (int(kind[1:]) - 1) - 3])
        if rng.random() < 0.3:
            rng.shuffle(to)
        return Node(["alike", rng.choice(INTS), kind, mask, base, to, default,
                     bodies])

    def statement(self):
        rng = self.rng
        together = not self.patterns.returns
        kind = rng.choices(["branch", "loop", "block", "simple", "barrier",
                            "rounds", "warp"],
                           [10, 2, 2, 2, together * 1.2, together * 1,
                            together * self.warps * 1.2])[0]
        if kind == "loop":
            return Node(["loop", rng.choice(INTS), rng.choice([1, 3]),
                         rng.random() < 0.3,
                         [self.melding(), self.patterns.simple()]])
        if kind == "block":
            way_out = Node(["if", self.patterns.condition(),
                            [Node(["leave", 0])], []])
            return Node(["block", [way_out, self.melding()]])
        if kind == "barrier":
            return Node(["barrier", rng.choice(INTS), rng.choice(INTS)])
        if kind == "warp":
            return Node(["warp", rng.choice(WARP_OPS), rng.choice(INTS),
                         rng.choice(INTS)])
        if kind == "rounds":
            return Node(["rounds", rng.choice([1, 3]), [
                Node(["barrier", rng.choice(INTS), rng.choice(INTS)])
                if rng.random() < 0.6 else self.patterns.simple(),
                self.melding()]])
        return self.melding() if kind == "branch" else self.patterns.simple()

    def structured(self):
        self.patterns.returns = self.rng.random() < 0.25
        self.patterns.counters = (not self.patterns.returns and
                                  self.rng.random() < 0.3)
        return [self.statement() for _ in range(self.rng.randint(1, 3))] + [
            self.melding()]

    def tangle(self):
        """A few pieces of control flow in which blocks lead to any others."""
        rng = self.rng
        n = rng.randint(4, 12)
        ends = [rng.choice(["jump", "branch", "branch", "branch", "switch"])
                for _ in range(n)]
        rows = []
        for end in ends:
            reach = {"jump": 1, "branch": 2, "switch": 4}[end]
            rows.append([self.patterns.body(0), self.patterns.condition(),
                         [rng.randrange(n + 1) for _ in range(reach)]])
        return [Node(["tangle", rng.randint(5, 30), rows])]

    def graph(self):
        """Any control-flow graph of up to 30 blocks, with several ways out of
        the kernel and of the graph."""
        rng = self.rng
        self.patterns.returns = True
        succs = rng.choice(random_cfg.KINDS)(rng, rng.randint(4, 30))
        rows = []
        for to in succs:
            nodes = self.patterns.body(0)
            if not to and rng.random() < 0.5:
                nodes = nodes + [Node(["finish"])]
            rows.append([nodes, self.patterns.condition(),
                         to[:4] or [len(succs)]])
        return [Node(["tangle", rng.randint(5, 60), rows])]


def kernel(seed, target, warps=True, nested=0.12, meets=True, graph=False):
    """The text of the module for this seed. `nested` is the share of kernels
    with a nest of loops. With `meets`, values tell which threads are
    together where a warp has split. With `graph`, the kernel has any flow
    graph."""
    rng = random.Random(seed)
    program = Program(rng, warps, meets)
    if graph:
        nodes, nested = program.graph(), 0
    elif rng.random() < 0.08:
        nodes = program.tangle()
    else:
        nodes = program.structured()
    likely = random.Random("alike %d" % seed)
    if likely.random() < 0.15 and not graph:
        switch = Program(likely, warps, meets)
        switch.patterns.returns = program.patterns.returns
        nodes = nodes[:1] + [switch.alike()] + nodes[1:]
    if random.Random("nested %d" % seed).random() < nested:
        nodes = [Node(["nest", seed, program.patterns.returns, meets])] + nodes
    return emit.module(nodes, target, "k%d" % seed, rng,
                       program.patterns.counters)


def main():
    parser = argparse.ArgumentParser(description="random kernels")
    parser.add_argument("--target", choices=("amdgcn", "nvptx64"),
                        default="amdgcn")
    parser.add_argument("--no-warps", action="store_true", help="without "
                        "operations between the threads of a warp")
    parser.add_argument("seed", type=int, nargs="+")
    args = parser.parse_args()
    for seed in args.seed:
        sys.stdout.write(kernel(seed, args.target,
                                not args.no_warps))


if __name__ == "__main__":
    main()
