# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the statements of gen.py that have bodies as device IR."""

import ssa
from more import More
from simple import G


def goes_again(nodes):
    return any(n[0] == "if" and ["again"] in n[2] + n[3] for n in nodes)


class Bodies(More):
    """Writes statements that contain other statements."""

    def body(self, nodes):
        for kind, *parts in nodes:
            name = "if_" if kind == "if" else kind.replace(" ", "_")
            getattr(self, name)(*parts)

    def arm(self, start, nodes, end):
        self.at = start
        self.body(nodes)
        self.jump(end)

    def if_(self, cond, then, other):
        c, t = self.condition(cond), self.f.block("then")
        e = self.f.block("else") if other else None
        j = self.f.block("join")
        self.fork(c, t, e or j)
        self.arm(t, then, j)
        if other:
            self.arm(e, other, j)
        self.at = j

    def branch(self, cond, arm, other, weighed):
        """The branch whose arms are alike."""
        c, t, e = (self.condition(cond), self.f.block("left"),
                   self.f.block("right"))
        outside = self.guard, self.side
        if any("guarded" in str(a) for a in (arm, other)):
            self.guard = self.make_guard(c)
        j = self.f.block("meet")
        self.fork(c, t, e, ", !prof !8" if weighed else "")
        self.exits.append(j)
        for self.side, (start, nodes) in enumerate(((t, arm), (e, other))):
            self.arm(start, nodes, j)
        self.exits.pop()
        self.guard, self.side = outside
        self.at = j

    def block(self, nodes):
        j = self.f.block("after")
        self.exits.append(j)
        self.body(nodes)
        self.exits.pop()
        self.jump(j)
        self.at = j

    def leave(self, levels):
        if not self.exits:
            return
        self.jump(self.exits[-1 - min(levels, len(self.exits) - 1)])
        self.at = self.f.block("dead")

    def finish(self):
        """End the thread here, with or without a store of its values."""
        at = self.element("%result", 7)
        self.do(None, "store i32 {0}, %s {1}, align 4" % G, self.vars["x0"],
                at)
        self.at.end = ("ret void", [], [])
        self.at = self.f.block("dead")

    def loop(self, var, mask, rotated, nodes, closed=False):
        """A loop; if `closed`, no thread leaves it before the others."""
        trips = self.new("i32", "and i32 {0}, %d" % mask, self.v(var))
        i = ssa.Var("i%d" % self.serial, "i32")
        self.do(i, "add i32 {0}, 0", "0")
        head, body = self.f.block("head"), self.f.block("body")
        out = self.f.block("out")
        self.jump(body if rotated else head)
        next_ = self.f.block("next") if goes_again(nodes) else None
        outside = self.exits
        self.exits = [] if closed else outside + [out]
        self.again_to.append(next_)
        self.at = body
        self.body(nodes)
        if next_:
            self.jump(next_)
            self.at = next_
        self.again_to.pop()
        self.do(i, "add nuw nsw i32 {0}, 1", i)
        self.jump(head)
        self.at = head
        more = self.new("i1", "icmp ult i32 {0}, {1}", i, trips)
        self.fork(more, body, out)
        self.exits = outside
        self.at = out

    def switch(self, var, bodies):
        value = self.new("i32", "and i32 {0}, 3", self.v(var))
        starts = [self.f.block("case") for _ in bodies]
        j = self.f.block("join")
        cases = " ".join("i32 %d, label %%%s" % (k, b.name)
                         for k, b in enumerate(starts[1:], 1))
        self.at.end = ("switch i32 {0}, label %%%s [ %s ]"
                       % (starts[0].name, cases), [value], starts)
        for start, nodes in zip(starts, bodies):
            self.arm(start, nodes, j)
        self.at = j

    def tangle(self, fuel, rows):
        """Any control flow, as rows of (statements, condition, successors);
        successor n is the exit."""
        left = ssa.Var("fuel", "i32")
        self.do(left, "add i32 {0}, 0", str(fuel))
        starts = [self.f.block("knot") for _ in rows]
        out = self.f.block("out")
        self.jump(starts[0])
        for start, (nodes, cond, to) in zip(starts, rows):
            to = [(starts + [out])[t] for t in to]
            self.at = start
            self.do(left, "sub i32 {0}, 1", left)
            empty = self.new("i1", "icmp slt i32 {0}, 0", left)
            go = self.f.block("go")
            self.fork(empty, out, go)
            self.at = go
            self.body(nodes)
            self.tangle_end(cond, to)
        self.at = out

    def tangle_end(self, cond, to):
        if len(to) == 1:
            self.jump(to[0])
        elif len(to) == 2:
            self.fork(self.condition(cond), *to)
        else:
            value = self.new("i32", "and i32 {0}, 3", self.vars["x1"])
            cases = " ".join("i32 %d, label %%%s" % (k, b.name)
                             for k, b in enumerate(to[1:], 1))
            self.at.end = ("switch i32 {0}, label %%%s [ %s ]"
                           % (to[0].name, cases), [value], to)

    # ---- rarer.py's ------------------------------------------------------

    def again(self):
        self.jump(self.again_to[-1])
        self.at = self.f.block("dead")

    def lazy(self, cond, start, use, dst, a, nodes):
        """A value that is computed only where it is used."""
        c = self.new("i1", "and i1 {0}, true", self.condition(cond))
        self.serial += 1
        u = ssa.Var("u%d" % self.serial, "i32")
        self.do(u, None, start)
        t, j = self.f.block("make"), self.f.block("made")
        self.fork(c, t, j)
        self.at = t
        self.do(u, "add i32 {0}, 17", self.v(a))
        self.jump(j)
        self.at = j
        self.body(nodes)
        more = self.new("i32", "add i32 {0}, 1", u)
        self.set(dst, "select i1 {0}, i32 {1}, i32 {2}", c, more, self.v(dst))
        t, j = self.f.block("use"), self.f.block("used")
        self.fork(c, t, j)
        self.at = t
        getattr(self, "lazy_" + use)(dst, u)
        self.jump(j)
        self.at = j

    def lazy_add(self, dst, u):
        self.set(dst, "add i32 {0}, {1}", self.v(dst), u)

    def lazy_divide(self, dst, u):
        d = self.new("i32", "or i32 {0}, 1", u)
        self.set(dst, "udiv i32 {0}, {1}", self.v(dst), d)

    def lazy_index(self, dst, u):
        at = self.element("%mine", self.index(u, 7))
        self.set(dst, "load i32, %s {0}, align 4" % G, at)

    def lazy_branch(self, dst, u):
        c = self.new("i1", "icmp sgt i32 {0}, 40", u)
        t, j = self.f.block("large"), self.f.block("small")
        self.fork(c, t, j)
        self.at = t
        self.set(dst, "mul i32 {0}, 7", self.v(dst))
        self.jump(j)
        self.at = j

    def frozen_if(self, a, b, nodes):
        """A branch on a frozen undefined value; both ways do the same."""
        f = self.new("i32", "freeze i32 {0}", self.maybe_poison(a, b))
        c = self.new("i1", "icmp slt i32 {0}, 0", f)
        t, e, j = (self.f.block(n) for n in ("this", "that", "same"))
        self.fork(c, t, e)
        self.arm(t, nodes, j)
        self.arm(e, nodes, j)
        self.at = j

    def never(self, a, what):
        """A block that no thread reaches."""
        x = self.new("i32", "and i32 {0}, 3", self.v(a))
        c = self.new("i1", "icmp eq i32 {0}, 7", x)
        t, j = self.f.block("never"), self.f.block("ever")
        self.fork(c, t, j)
        self.at = t
        if what == "store":
            self.do(None, "store i32 {0}, %s null, align 4" % G, self.v(a))
        elif what == "trap":
            self.do(None, "call void @llvm.trap()")
        else:
            self.new("i32", "udiv i32 {0}, 0", self.v(a))
        self.at.end = ("unreachable", [], [])
        self.at = j

    def cases(self, a, bodies, to):
        """A switch over all values, in which several lead to one block."""
        value = self.new("i32", "and i32 {0}, 7", self.v(a))
        starts = [self.f.block("case") for _ in bodies]
        nowhere, j = self.f.block("nowhere"), self.f.block("join")
        ends = [starts[0]] + [starts[k] for k in to]
        self.at.end = ("switch i32 {0}, label %%%s [ %s ]" % (
            nowhere.name, " ".join("i32 %d, label %%%s" % (k, b.name)
                                   for k, b in enumerate(ends))),
                       [value], [nowhere] + ends)
        nowhere.end = ("unreachable", [], [])
        for start, nodes in zip(starts, bodies):
            self.arm(start, nodes, j)
        self.at = j

    def alike(self, a, kind, mask, base, to, default, bodies):
        """A switch whose arms are alike: `to` has an arm for each value, None
        for the default, which leads to an arm, to the join or nowhere."""
        value = self.new("i32", "and i32 {0}, %d" % mask, self.v(a))
        if kind != "i32":
            value = self.new(kind, "%s i32 {0} to %s" % (
                "zext" if kind == "i64" else "trunc", kind), value)
        value = self.new(kind, "add %s {0}, %d" % (kind, base), value)
        starts = [self.f.block("alike") for _ in bodies]
        j = self.f.block("join")
        if default == "nowhere":
            other = self.f.block("nowhere")
            other.end = ("unreachable", [], [])
        else:
            other = j if default == "join" else starts[default]
        bits = int(kind[1:])
        ends = [(k + base, starts[arm]) for k, arm in enumerate(to)
                if arm is not None]
        self.at.end = ("switch %s {0}, label %%%s [ %s ]" % (
            kind, other.name, " ".join("%s %d, label %%%s" % (
                kind, (k + 2 ** (bits - 1)) % 2 ** bits - 2 ** (bits - 1),
                b.name) for k, b in ends)),
                       [value], [other] + [b for _, b in ends])
        for start, nodes in zip(starts, bodies):
            self.arm(start, nodes, j)
        self.at = j

    def chain(self, conds, way, then, other):
        """A chain of conditions, which a thread tests until one decides."""
        t, e, j = (self.f.block(n) for n in ("then", "else", "join"))
        for cond in conds:
            next_ = self.f.block("next")
            if way == "and":
                self.fork(self.condition(cond), next_, e)
            else:
                self.fork(self.condition(cond), t, next_)
            self.at = next_
        self.jump(t if way == "and" else e)
        self.arm(t, then, j)
        self.arm(e, other, j)
        self.at = j

    def rounds(self, mask, nodes):
        """A loop in which all threads run the same number of rounds."""
        self.loop("%n", mask, False, nodes, closed=True)
