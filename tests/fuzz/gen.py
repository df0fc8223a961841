#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels that give melding work: gen.py [--target T] SEED...

A kernel is a sequence of divergent branches (and uniform ones, loops,
barriers) whose two arms derive from one pattern: the false arm is the true
one after a few mutations. What a transformation must not touch is strewn in:
loads, divisions, stores and atomics that are right on one side only, flags
and metadata that hold on one side only, operations that threads meet in.

The same seed gives the same kernel. No kernel traps, races or reads poison
by itself, and all of memory it touches lies in its buffers.
"""

import argparse
import copy
import os
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import emit  # noqa: E402

INTS = ["x0", "x1", "x2", "x3", "x4", "x5"]
FLOATS = ["f0", "f1", "f2"]
OPS = ["add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "udiv",
       "urem", "sdiv", "srem"]
COMMUTATIVE = {"add", "mul", "and", "or", "xor", "fadd", "fmul"}
FLOAT_OPS = ["fadd", "fsub", "fmul", "fdiv"]
INT_CALLS = ["umin", "smax", "umax", "smin", "ctpop", "abs", "bswap", "fshl"]
FLOAT_CALLS = ["fma", "fabs", "minnum", "maxnum", "sqrt"]
PREDICATES = ["eq", "ne", "slt", "sgt", "sle", "sge", "ult", "ugt", "ule",
              "uge"]
SWAPPED = {"slt": "sgt", "sle": "sge", "ult": "ugt", "ule": "uge",
           "eq": "eq", "ne": "ne"}
SWAPPED.update({v: k for k, v in list(SWAPPED.items())})
INVERTED = {"eq": "ne", "slt": "sge", "sgt": "sle", "ult": "uge", "ugt": "ule"}
INVERTED.update({v: k for k, v in list(INVERTED.items())})
FLAGGED = ["add nsw", "add nuw", "add nuw nsw", "mul nsw", "sub nsw",
           "shl nuw", "lshr exact", "sdiv exact", "or disjoint", "zext nneg",
           "fadd nnan ninf", "fmul fast"]
ATOMICS = ["add", "umax", "xor", "sub"]


class Node(list):
    """[kind, ...]: what each kind holds, emit.py says."""


class Patterns:
    """Random statements."""

    def __init__(self, rng):
        self.rng = rng
        self.switches = 0
        self.returns = False  # may the kernel end in the middle?

    def int_operand(self):
        if self.rng.random() < 0.25:
            return self.rng.choice([0, 1, 2, 3, 7, 16, 255, -1,
                                    self.rng.randrange(1 << 16)])
        return self.rng.choice(INTS)

    def condition(self):
        rng = self.rng
        if rng.random() < 0.12:
            return ["fcmp", rng.choice(["olt", "ogt", "ult", "oeq", "une"]),
                    rng.choice(FLOATS), rng.choice(FLOATS)]
        if rng.random() < 0.06:
            return ["known"]
        if rng.random() < 0.3:
            return ["bit", rng.choice(["eq", "ne"]), rng.choice(INTS),
                    1 << rng.randrange(4)]
        return ["icmp", rng.choice(PREDICATES), rng.choice(INTS),
                self.int_operand()]

    # ---- single statements -----------------------------------------------

    def simple(self):
        kinds = [(self.op, 34), (self.float_op, 8), (self.call, 7),
                 (self.load, 9), (self.store, 9), (self.shared, 9),
                 (self.guarded, 13), (self.flagged, 9), (self.select, 5),
                 (self.cast, 4), (self.atomic, 2), (self.cell, 4),
                 (self.vector, 2), (self.private, 3), (self.helper, 3),
                 (self.pointer, 5), (self.know, 2),
                 (self.meeting, 0.7)]
        makers, weights = zip(*kinds)
        return self.rng.choices(makers, weights)[0]()

    def op(self):
        rng = self.rng
        return Node(["op", rng.choice(OPS), rng.choice(INTS),
                     rng.choice(INTS), self.int_operand()])

    def float_op(self):
        rng = self.rng
        return Node(["fop", rng.choice(FLOAT_OPS), rng.choice(FLOATS),
                     rng.choice(FLOATS), rng.choice(FLOATS)])

    def call(self):
        rng = self.rng
        if rng.random() < 0.5:
            return Node(["fcall", rng.choice(FLOAT_CALLS), rng.choice(FLOATS),
                         *[rng.choice(FLOATS) for _ in range(3)]])
        return Node(["icall", rng.choice(INT_CALLS), rng.choice(INTS),
                     *[self.int_operand() for _ in range(3)]])

    def load(self):
        rng = self.rng
        kind = rng.choice(["any", "small", "small", "float", "mine"])
        return Node(["load", kind, rng.choice(FLOATS if kind == "float"
                                              else INTS),
                     rng.choice(INTS),
                     rng.choice(["plain", "tagged", "tagged"])])

    def store(self):
        rng = self.rng
        if rng.random() < 0.25:
            return Node(["store", "float", rng.choice(FLOATS),
                         rng.choice(INTS)])
        return Node(["store", "int", self.int_operand(), rng.choice(INTS)])

    def shared(self):
        rng = self.rng
        return Node([rng.choice(["lds load", "lds store"]), rng.choice(INTS),
                     rng.choice(INTS)])

    def guarded(self):
        """Right only on the side of the branch that it stands on."""
        rng = self.rng
        return Node([rng.choice(["guarded load", "guarded div",
                                 "guarded store", "guarded cell"]),
                     rng.choice(INTS), rng.choice(INTS),
                     rng.choice(["udiv", "sdiv", "urem", "srem"])])

    def flagged(self):
        rng = self.rng
        return Node(["flagged", rng.choice(FLAGGED), rng.choice(INTS),
                     rng.choice(INTS), rng.choice(INTS), True])

    def select(self):
        rng = self.rng
        kind = rng.choice([INTS, INTS, FLOATS])
        return Node(["select", self.condition(), *[rng.choice(kind)
                                                   for _ in range(3)]])

    def cast(self):
        rng = self.rng
        return Node(["cast", rng.choice(["i8 z", "i16 s", "i64", "float",
                                         "freeze", "i1"]),
                     rng.choice(INTS), rng.choice(INTS), rng.choice(FLOATS)])

    def atomic(self):
        rng = self.rng
        return Node(["atomic", rng.choice(ATOMICS), rng.choice(INTS),
                     rng.choice(INTS), rng.random() < 0.5])

    def cell(self):
        rng = self.rng
        return Node([rng.choice(["cell load", "cell store"]), rng.randrange(4),
                     rng.choice(INTS)])

    def vector(self):
        rng = self.rng
        return Node(["vector", rng.choice(["add", "mul", "xor"]),
                     rng.choice(INTS), rng.choice(INTS), rng.choice(INTS),
                     rng.choice(["0, i32 1", "1, i32 0", "1, i32 1",
                                 "2, i32 1"])])

    def private(self):
        rng = self.rng
        return Node([rng.choice(["private load", "private store"]),
                     rng.randrange(2), rng.choice(INTS), rng.choice(INTS)])

    def helper(self):
        rng = self.rng
        return Node(["helper", rng.choice(["mix", "bump"]), rng.choice(INTS),
                     rng.choice(INTS), rng.choice(INTS)])

    def pointer(self):
        """A variable pointer, always good."""
        rng = self.rng
        return Node([rng.choice(["point", "far load", "far store"]),
                     rng.choice(INTS)])

    def know(self):
        return Node(["know", self.condition()])

    def meeting(self):
        rng = self.rng
        return Node(["meeting", rng.choice(["ballot", "lanes"]),
                     rng.choice(INTS), rng.choice(INTS)])

    # ---- statements with bodies ------------------------------------------

    def compound(self, depth):
        rng = self.rng
        kind = rng.choices(["if", "if else", "loop", "switch", "escape"],
                           [5, 4, 2, 1 if self.switches < 2 else 0, 1.5])[0]
        if kind == "loop":
            return Node(["loop", rng.choice(INTS), rng.choice([1, 2, 3, 7]),
                         rng.random() < 0.5, self.body(depth - 1)])
        if kind == "switch":
            self.switches += 1
            return Node(["switch", rng.choice(INTS),
                         [self.body(depth - 1) for _ in range(4)]])
        if kind == "escape":
            way = (Node(["finish"]) if self.returns and rng.random() < 0.4
                   else Node(["leave", rng.randrange(3)]))
            return Node(["if", self.condition(), self.body(0)[:2] + [way],
                         []])
        return Node(["if", self.condition(), self.body(depth - 1),
                     self.body(depth - 1) if kind == "if else" else []])

    def body(self, depth):
        rng, out = self.rng, []
        for _ in range(rng.randint(1, 5)):
            if depth > 0 and rng.random() < 0.3:
                out.append(self.compound(depth))
            else:
                out.append(self.simple())
        return out


class Mutations:
    """A pattern's other side."""

    def __init__(self, rng, patterns, rate):
        self.rng = rng
        self.patterns = patterns
        self.rate = rate

    def body(self, nodes):
        out = []
        for node in nodes:
            out += self.one(copy.deepcopy(node))
            if self.rng.random() < self.rate / 3:
                out.append(self.patterns.simple())
        if len(out) > 1 and self.rng.random() < self.rate / 4:
            at = self.rng.randrange(len(out) - 1)
            out[at], out[at + 1] = out[at + 1], out[at]
        return out

    def one(self, node):
        rng = self.rng
        kind = node[0]
        if kind in ("if", "loop", "switch"):
            return self.structure(node)
        if rng.random() > self.rate:
            return [node]
        what = rng.choice(["remove", "operand", "operand", "commute", "same"])
        if what == "remove" and kind not in ("leave", "finish"):
            return []
        if what == "commute" and kind in ("op", "fop") and (
                node[1] in COMMUTATIVE) and isinstance(node[4], str):
            node[3], node[4] = node[4], node[3]
        if kind == "flagged":
            node[5] = rng.random() < 0.3  # the flag does not hold any more
        elif kind == "load" and node[1] in ("any", "small"):
            node[1] = "any" if node[1] == "small" else "small"
            node[4] = "plain"  # no promise where the other side has one
        elif kind in ("cell load", "cell store") and what == "operand":
            node[1] = rng.randrange(4)
        elif what == "operand":
            self.operand(node)
        return [node]

    def operand(self, node):
        places = [i for i in range(1, len(node))
                  if node[i] in INTS or node[i] in FLOATS]
        if places:
            at = self.rng.choice(places)
            node[at] = self.rng.choice(INTS if node[at] in INTS else FLOATS)

    def condition(self, condition):
        """Another spelling, or now and then another condition."""
        rng = self.rng
        if condition[0] == "icmp" and isinstance(condition[3], str) and (
                rng.random() < 0.5):
            condition[1] = SWAPPED[condition[1]]
            condition[2], condition[3] = condition[3], condition[2]
        elif rng.random() < self.rate:
            return self.patterns.condition()
        return condition

    def structure(self, node):
        rng = self.rng
        if rng.random() < self.rate / 3:
            return []
        if node[0] == "loop":
            if rng.random() < self.rate:
                node[2] = rng.choice([1, 2, 3, 7])
            node[4] = self.body(node[4])
            return [node]
        if node[0] == "switch":
            node[2] = [self.body(b) for b in node[2]]
            return [node]
        node[2], node[3] = self.body(node[2]), self.body(node[3])
        if rng.random() < self.rate / 2 and not self.leaves(node[2]):
            return node[2]  # a block where the other side has a region
        if node[1][0] in ("icmp", "bit") and rng.random() < 0.3:
            node[1][1] = INVERTED[node[1][1]]
            node[2], node[3] = node[3], node[2]
        node[1] = self.condition(node[1])
        return [node]

    @staticmethod
    def leaves(nodes):
        return any(n[0] in ("leave", "finish") for n in nodes)


class Program:
    """The statements of a kernel."""

    def __init__(self, rng):
        self.rng = rng
        self.patterns = Patterns(rng)

    def melding(self):
        """A branch with like arms."""
        rng = self.rng
        rate = rng.choice([0.05, 0.15, 0.3, 0.6])
        arm = self.patterns.body(rng.choice([0, 1, 1, 2, 2]))
        other = Mutations(rng, self.patterns, rate).body(arm)
        if rng.random() < 0.15:  # what only one side has
            arm = arm + self.patterns.body(1)
        cond = (["uniform", rng.randrange(3)] if rng.random() < 0.12
                else self.patterns.condition())
        return Node(["branch", cond, arm, other, rng.random() < 0.2])

    def statement(self):
        rng = self.rng
        kind = rng.choices(["branch", "loop", "block", "barrier", "simple"],
                           [10, 2, 2, 1.2, 2])[0]
        if kind == "loop":
            return Node(["loop", rng.choice(INTS), rng.choice([1, 3]),
                         rng.random() < 0.3,
                         [self.melding(), self.patterns.simple()]])
        if kind == "block":
            way_out = Node(["if", self.patterns.condition(),
                            [Node(["leave", 0])], []])
            return Node(["block", [way_out, self.melding()]])
        if kind == "barrier" and not self.patterns.returns:
            return Node(["barrier", rng.choice(INTS), rng.choice(INTS)])
        return self.melding() if kind == "branch" else self.patterns.simple()

    def structured(self):
        self.patterns.returns = self.rng.random() < 0.25
        return [self.statement() for _ in range(self.rng.randint(1, 3))] + [
            self.melding()]

    def tangle(self):
        """Blocks that lead anywhere, a few times."""
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


def kernel(seed, target):
    """The text of the module that the seed stands for."""
    rng = random.Random(seed)
    program = Program(rng)
    nodes = program.tangle() if rng.random() < 0.08 else program.structured()
    return emit.module(nodes, target, "k%d" % seed, rng)


def main():
    parser = argparse.ArgumentParser(description="random kernels")
    parser.add_argument("--target", choices=("amdgcn", "nvptx64"),
                        default="amdgcn")
    parser.add_argument("seed", type=int, nargs="+")
    args = parser.parse_args()
    for seed in args.seed:
        sys.stdout.write(kernel(seed, args.target))


if __name__ == "__main__":
    main()
