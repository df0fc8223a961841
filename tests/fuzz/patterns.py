# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random statements. The methods of simple.py, more.py and emit.py that have
the names of the kinds describe what a statement of each kind holds."""

from rarer import FLOATS, FLOAT_OPS, INTS, OPS, Node, Rarer

COMMUTATIVE = {"add", "mul", "and", "or", "xor", "fadd", "fmul"}
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
ATOMICS = ["add", "umax", "xor", "sub"]  # on memory that several threads share
OWN_ATOMICS = ATOMICS + ["and", "nand", "or", "max", "min", "umin", "xchg",
                         "uinc_wrap", "udec_wrap"]

TASTES = [0, 0.3, 1, 1, 4]


class Patterns(Rarer):
    """Random statements."""

    def __init__(self, rng):
        self.rng = rng
        self.switches = 0
        self.returns = False   # may the kernel end in the middle?
        self.counters = False  # are there any in shared memory?
        self.meets = True      # may a value tell which threads are together?
        self.rarity = rng.choice([0, 0.15, 0.4])
        self.taste = {}
        self.flags = [f for f in FLAGGED if f != "fmul fast"]
        if rng.random() < 0.2:  # then floats agree only approximately
            self.flags.append("fmul fast")

    def one_of(self, kinds):
        """Choose one of the pairs (maker, weight). Every kernel prefers some
        kinds and has none of others: Groce, Zhang, Eide, Chen, Regehr,
        "Swarm Testing", ISSTA 2012,
        https://doi.org/10.1145/2338965.2336763."""
        weights = []
        for maker, weight in kinds:
            if maker.__name__ not in self.taste:
                self.taste[maker.__name__] = self.rng.choice(TASTES)
            weights.append(weight * self.taste[maker.__name__])
        if not any(weights):
            weights = [weight for _, weight in kinds]
        return self.rng.choices([maker for maker, _ in kinds], weights)[0]

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
        if self.rng.random() < self.rarity:
            return self.rare()
        kinds = [(self.op, 34), (self.float_op, 8), (self.call, 7),
                 (self.load, 9), (self.store, 9), (self.shared, 9),
                 (self.guarded, 13), (self.flagged, 9), (self.select, 5),
                 (self.cast, 4), (self.atomic, 2), (self.cell, 4),
                 (self.vector, 2), (self.private, 3), (self.helper, 3),
                 (self.pointer, 5), (self.know, 2),
                 (self.meeting, 0.7 * self.meets)]
        return self.one_of(kinds)()

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
        """A statement that is right only on its own side of the branch."""
        rng = self.rng
        return Node([rng.choice(["guarded load", "guarded div",
                                 "guarded store", "guarded cell"]),
                     rng.choice(INTS), rng.choice(INTS),
                     rng.choice(["udiv", "sdiv", "urem", "srem"])])

    def flagged(self):
        rng = self.rng
        return Node(["flagged", rng.choice(self.flags), rng.choice(INTS),
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
        if self.counters and rng.random() < 0.5:
            return Node(["counter", rng.choice(ATOMICS), *self.ints(2)])
        used = rng.random() < 0.5
        return Node(["atomic", rng.choice(OWN_ATOMICS if used else ATOMICS),
                     *self.ints(2), used])

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
        """A pointer that varies and is always valid."""
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
        if rng.random() < self.rarity:
            return self.rare_compound(depth)
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
