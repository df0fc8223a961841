# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Nests of loops of any reducible shape, for gen.py: tested at the top or at
the end, left and gone on with from anywhere and over several levels, one
latch or many, inner loops in arms and one behind the other, ways that trap.
"""

import random

import ssa
from patterns import Patterns


class Loop:
    """The targets of `again` and `leave`."""

    def __init__(self, again, out):
        self.again = again
        self.out = out


class Nests:
    """Writes statements that contain other statements; see bodies.py."""

    def nest(self, seed, returns, meets):
        rng = random.Random("nest %d" % seed)
        fuel = ssa.Var("fuel%d" % seed, "i32")
        self.do(fuel, "add i32 {0}, 0", str(rng.choice([12, 30, 70])))
        nest = Nest(self, rng, fuel, returns)
        nest.patterns.meets = meets
        nest.loop([], rng.choice([1, 2, 2, 3]))


class Nest:
    def __init__(self, emitter, rng, fuel, returns):
        self.e = emitter
        self.rng = rng
        self.fuel = fuel
        self.returns = returns
        self.patterns = Patterns(rng)

    def block(self, name):
        return self.e.f.block(name)

    def go_on(self, name):
        """Start a block that cannot be reached, for the statements that
        follow."""
        self.e.at = self.block(name)

    def condition(self):
        if self.rng.random() < 0.5:
            return self.e.condition(self.patterns.condition())
        x = self.e.vars["x%d" % self.rng.randrange(6)]
        bit = self.e.new("i32", "and i32 {0}, %d"
                         % self.rng.choice([1, 2, 3, 4, 12]), x)
        return self.e.new("i1", "icmp %s i32 {0}, 0"
                          % self.rng.choice(["eq", "ne"]), bit)

    def with_fuel(self, more):
        left = self.e.new("i1", "icmp sgt i32 {0}, 0", self.fuel)
        return self.e.new("i1", "and i1 {0}, {1}", left, more)

    def burn(self):
        self.e.do(self.fuel, "sub i32 {0}, 1", self.fuel)

    def fork(self, cond, left, right):
        """A conditional branch, with its condition as it is or negated."""
        if self.rng.random() < 0.5:
            self.e.fork(cond, left, right)
            return
        self.e.fork(self.e.new("i1", "xor i1 {0}, true", cond), right, left)

    # ---- loops -----------------------------------------------------------

    def loop(self, around, depth, out=None):
        e, rng = self.e, self.rng
        head = self.block("head")
        follows = out is None
        out = out or self.block("out")
        rotated = rng.random() < 0.5
        latch = self.block("latch") if rotated or rng.random() < 0.4 else None
        e.jump(head)
        e.at = head
        if not rotated:
            self.burn()
            body = self.block("body")
            self.fork(self.with_fuel(self.condition()), body, out)
            e.at = body
        inside = around + [Loop(latch or head, out)]
        self.items(inside, depth)
        e.jump(latch or head)
        if rotated:
            e.at = latch
            self.burn()
            self.work(0.3)
            self.fork(self.with_fuel(self.condition()), head, out)
        elif latch:
            e.at = latch
            self.work(0.5)
            e.jump(head)
        if follows:
            e.at = out
        else:
            self.go_on("dead")

    def work(self, chance):
        if self.rng.random() < chance:
            self.e.body([self.patterns.simple()])

    def items(self, loops, depth):
        count = self.rng.randint(1, 3)
        inner = self.rng.randrange(count) if depth else -1
        for i in range(count):
            self.item(loops, depth, i == inner)

    def item(self, loops, depth, inner):
        rng = self.rng
        kind = rng.choices(["work", "leave", "arms", "switch", "trap", "loop",
                            "return"],
                           [4, 2, 2, 1, 0.5, 1 if depth else 0,
                            self.returns * 0.7])[0]
        if inner or kind == "loop":
            self.inner(loops, depth)
        elif kind == "work":
            self.work(1)
        elif kind == "leave":
            self.maybe(self.target(loops))
        elif kind == "arms":
            self.arms(loops, depth)
        elif kind == "switch":
            self.switch(loops)
        elif kind == "trap":
            self.trap()
        else:
            stop = self.block("stop")
            after = self.maybe(stop)
            self.e.at = stop
            self.e.finish()
            self.e.at = after

    def inner(self, loops, depth):
        rng = self.rng
        arm = rng.random() < 0.3
        if arm:
            start, join = self.block("then"), self.block("join")
            self.fork(self.condition(), start, join)
            self.e.at = start
        away = rng.random() < 0.2 and (arm or rng.random() < 0.5)
        self.loop(loops, depth - 1, loops[-1].again if away else None)
        if arm:
            self.e.jump(join)
            self.e.at = join

    # ---- what is in them -------------------------------------------------

    def target(self, loops):
        loop = loops[-1 - min(self.rng.choice([0, 0, 0, 1, 2]),
                              len(loops) - 1)]
        return loop.out if self.rng.random() < 0.6 else loop.again

    def maybe(self, to):
        after = self.block("on")
        self.fork(self.condition(), to, after)
        self.e.at = after
        return after

    def arms(self, loops, depth):
        join = self.block("join")
        starts = [self.block("arm"), self.block("arm")]
        self.fork(self.condition(), *starts)
        for start in starts:
            self.e.at = start
            self.work(0.7)
            if depth and self.rng.random() < 0.15:
                self.loop(loops, depth - 1)
            self.e.jump(self.target(loops) if self.rng.random() < 0.2
                        else join)
        self.e.at = join

    def switch(self, loops):
        value = self.e.new("i32", "and i32 {0}, 3",
                           self.e.vars["x%d" % self.rng.randrange(6)])
        after = self.block("on")
        to = [after] + [self.rng.choice([after, self.target(loops)])
                        for _ in range(3)]
        self.rng.shuffle(to)
        cases = " ".join("i32 %d, label %%%s" % (k, b.name)
                         for k, b in enumerate(to[1:], 1))
        self.e.at.end = ("switch i32 {0}, label %%%s [ %s ]"
                         % (to[0].name, cases), [value], to)
        self.e.at = after

    def trap(self):
        """A path to a trap that no thread takes."""
        x = self.e.vars["x%d" % self.rng.randrange(6)]
        low = self.e.new("i32", "and i32 {0}, 15", x)
        never = self.e.new("i1", "icmp ugt i32 {0}, 15", low)
        dead, after = self.block("trap"), self.block("on")
        self.e.fork(never, dead, after)
        self.e.at = dead
        self.e.do(None, "store i32 {0}, ptr addrspace(1) %mine, align 4", x)
        dead.end = ("unreachable", [], [])
        self.e.at = after
