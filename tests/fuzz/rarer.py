# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random statements that not every kernel has: other widths, poison that no
code uses, flat pointers, calls. more.py describes what each holds."""

INTS = ["x0", "x1", "x2", "x3", "x4", "x5"]
FLOATS = ["f0", "f1", "f2"]
LONGS = ["l0", "l1"]
OPS = ["add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "udiv",
       "urem", "sdiv", "srem"]
FLOAT_OPS = ["fadd", "fsub", "fmul", "fdiv"]
ROOT_CALLS = ["walk", "down", "both", "pick", "spill"]
# Operations between the threads of a warp, which all of them reach.
WARP_OPS = ["ballot", "any", "all", "first", "read", "pull", "mbcnt", "sum"]


class Node(list):
    """[kind, ...]"""


class Rarer:
    """Makes random statements; needs self.rng, self.one_of(),
    self.condition(), self.body()."""

    def rare(self):
        kinds = [(self.long, 8), (self.narrow, 7), (self.real, 4),
                 (self.frozen, 4), (self.flat, 6), (self.bulk, 3),
                 (self.function, 7), (self.swap, 3), (self.parts, 4),
                 (self.bytes, 6), (self.quad, 5), (self.logic, 3),
                 (self.assumed, 3), (self.guarded_more, 12),
                 (self.flagged_more, 9), (self.volatile, 2),
                 (self.saturated, 4)]
        return self.one_of(kinds)()

    def ints(self, n):
        return [self.rng.choice(INTS) for _ in range(n)]

    # ---- arithmetic ------------------------------------------------------

    def long(self):
        rng = self.rng
        way = rng.choice(["op", "op", "op", "in", "out", "load", "store"])
        if way != "op":
            return Node(["long " + way, rng.choice(LONGS), rng.choice(INTS)])
        return Node(["long op", rng.choice(OPS), rng.choice(LONGS),
                     rng.choice(LONGS), rng.choice(LONGS + [3, -1, 1 << 40])])

    def narrow(self):
        rng = self.rng
        kind = rng.choice(["i8", "i16", "i24", "i48", "i128"])
        ops = OPS[:9] if kind == "i128" else OPS
        return Node(["narrow", kind, rng.choice(ops), *self.ints(3),
                     rng.choice("zs")])

    def real(self):
        rng = self.rng
        return Node(["real", rng.choice(["half", "double"]),
                     rng.choice(FLOAT_OPS), *[rng.choice(FLOATS)
                                              for _ in range(3)]])

    def logic(self):
        """An operation on two conditions."""
        rng = self.rng
        return Node(["logic", rng.choice(["and", "or", "xor", "select and",
                                          "select or", "not"]),
                     rng.randrange(2), self.condition()])

    def saturated(self):
        rng = self.rng
        return Node(["saturated", rng.choice(["uadd", "usub", "sadd", "ssub",
                                              "uover", "sover", "mover"]),
                     *self.ints(3)])

    def quad(self):
        """Vectors of four elements, also in memory."""
        rng = self.rng
        mask = [rng.choice(["i32 %d" % rng.randrange(8), "i32 poison"])
                for _ in range(4)]
        return Node(["quad", rng.choice(["add", "xor", "mul", "sub"]),
                     rng.randrange(2), *self.ints(2), ", ".join(mask),
                     rng.random() < 0.5])

    def parts(self):
        """Values that are structures."""
        rng = self.rng
        return Node(["parts", *self.ints(3), rng.choice(FLOATS),
                     rng.random() < 0.5])

    # ---- memory ----------------------------------------------------------

    def flat(self):
        """A pointer that leads to global or to shared memory."""
        rng = self.rng
        way = rng.choice(["aim", "load", "load", "store"])
        if way == "aim":
            return Node(["aim", self.condition(), *self.ints(2)])
        return Node(["flat " + way, rng.choice(INTS)])

    def bulk(self):
        rng = self.rng
        return Node(["bulk", rng.choice(["copy", "move", "fill", "out", "in"]),
                     rng.randrange(2), rng.choice(INTS)])

    def bytes(self):
        rng = self.rng
        return Node(["bytes", rng.choice(["i8", "i16", "i64"]),
                     rng.choice(["load", "store"]),
                     rng.choice(["mine", "private", "shared"]), *self.ints(2)])

    def volatile(self):
        return Node(["volatile", *self.ints(2)])

    def swap(self):
        """Compare and exchange, on memory that only this thread uses."""
        rng = self.rng
        return Node(["swap", rng.choice(["mine", "shared"]), *self.ints(3)])

    # ---- calls -----------------------------------------------------------

    def function(self):
        rng = self.rng
        return Node(["function", rng.choice(ROOT_CALLS), *self.ints(3)])

    # ---- poison ----------------------------------------------------------

    def frozen(self):
        """A frozen value that is not known, and that does not affect the
        result."""
        rng = self.rng
        return Node(["frozen", rng.choice(["same", "index", "undef", "bit"]),
                     *self.ints(3)])

    def flagged_more(self):
        rng = self.rng
        what = rng.choice(["trunc nuw", "trunc nsw", "uitofp nneg", "shl nsw",
                           "sub nuw", "udiv exact", "ashr exact", "abs",
                           "ctlz", "cttz", "shift", "fptosi", "inbounds",
                           "aligned", "range"])
        return Node(["flagged more", what, *self.ints(3), True])

    # ---- right on one side only ------------------------------------------

    def guarded_more(self):
        rng = self.rng
        what = rng.choice(["branch", "divisor", "index", "select", "atomic",
                           "call", "volatile", "float", "copy", "switch",
                           "vector"])
        return Node(["guarded more", what, *self.ints(2), rng.randrange(2)])

    def assumed(self):
        return Node(["guarded assume", *self.ints(2), "add"])

    # ---- statements with bodies ------------------------------------------

    def rare_compound(self, depth):
        rng = self.rng
        kind = rng.choice(["lazy", "lazy", "frozen if", "never", "cases",
                           "again", "tangle", "uniform", "chain"])
        small = max(depth - 1, 0)
        if kind == "lazy":
            return Node(["lazy", self.condition(), rng.choice(["poison",
                                                               "undef"]),
                         rng.choice(["add", "divide", "branch", "index"]),
                         *self.ints(2), self.body(small)[:3]])
        if kind == "frozen if":
            return Node(["frozen if", *self.ints(2), self.quiet(small)])
        if kind == "never":
            return Node(["never", rng.choice(INTS), rng.choice(
                ["store", "trap", "divide"])])
        if kind == "cases":
            return Node(["cases", rng.choice(INTS),
                         [self.body(small)[:3] for _ in range(3)],
                         [rng.randrange(3) for _ in range(7)]])
        if kind == "again":
            return Node(["loop", rng.choice(INTS), rng.choice([1, 3]),
                         rng.random() < 0.5,
                         [Node(["if", self.condition(),
                                self.body(0)[:2] + [Node(["again"])], []])]
                         + self.body(small)])
        if kind == "tangle":
            return self.small_tangle()
        if kind == "uniform":
            return Node(["if", ["uniform", rng.randrange(3)],
                         self.body(small), self.body(small)])
        return Node(["chain", [self.condition() for _ in range(3)],
                     rng.choice(["and", "or"]), self.body(small),
                     self.body(small)])

    def quiet(self, depth):
        """A body without operations at which threads meet."""
        def met(node):
            return isinstance(node, list) and (
                node[:1] == ["meeting"] or any(met(n) for n in node))
        return [n for n in self.body(depth) if not met(n)
                and n[0] not in ("leave", "finish")]

    def small_tangle(self):
        rng = self.rng
        n = rng.randint(2, 5)
        rows = []
        for _ in range(n):
            reach = rng.choice([1, 2, 2, 2])
            rows.append([[self.simple() for _ in range(rng.randrange(3))],
                         self.condition(),
                         [rng.randrange(n + 1) for _ in range(reach)]])
        return Node(["tangle", rng.randint(2, 9), rows])
