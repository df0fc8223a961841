# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of gen.py as device IR: those with bodies, and the kernel around
them. Blocks of 64 threads, two of them.
"""

import ssa
import targets
from simple import G, Guard, L, Simple

LAUNCH = ("grid=2 block=64 args=any:1024,small:1024,float:1024,any:1024,"
          "float:1024,zero:1024,any:1024,zero:1024,float:1024,int:%d,int:%d,"
          "f32:0.75")
PARAMETERS = ["any", "small", "fin", "out", "fout", "count", "cells", "res",
              "fres"]


class Emitter(Simple):
    """All statements, and what stands before and behind them."""

    # ---- statements with bodies ------------------------------------------

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
        """The one whose arms are alike."""
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
        """The thread is done, its values told or not."""
        at = self.element("%result", 7)
        self.do(None, "store i32 {0}, %s {1}, align 4" % G, self.vars["x0"],
                at)
        self.at.end = ("ret void", [], [])
        self.at = self.f.block("dead")

    def loop(self, var, mask, rotated, nodes):
        trips = self.new("i32", "and i32 {0}, %d" % mask, self.v(var))
        i = ssa.Var("i%d" % self.serial, "i32")
        self.do(i, "add i32 {0}, 0", "0")
        head, body = self.f.block("head"), self.f.block("body")
        out = self.f.block("out")
        self.jump(body if rotated else head)
        self.exits.append(out)
        self.at = body
        self.body(nodes)
        self.do(i, "add nuw nsw i32 {0}, 1", i)
        self.jump(head)
        self.at = head
        more = self.new("i1", "icmp ult i32 {0}, {1}", i, trips)
        self.fork(more, body, out)
        self.exits.pop()
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
        """Rows of (statements, condition, where to); n is the way out."""
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

    # ---- the kernel ------------------------------------------------------

    def named(self, name, kind, template, *operands):
        """A value of the entry that keeps its name everywhere."""
        self.do(None, "%%%s = %s" % (name, template), *operands)
        return "%" + name

    def prologue(self):
        t = self.target
        for i in range(2):
            self.named("private%d" % i, "", "alloca [4 x i32], align 4%s"
                       % t["alloca"])
        self.named("tid", "i32", "call i32 %s" % t["thread"])
        self.named("bid", "i32", "call i32 %s" % t["block"])
        self.named("base", "i32", "shl i32 %bid, 6")
        self.named("gid", "i32", "or i32 %base, %tid")
        self.named("own", "i32", "shl i32 %gid, 3")
        for name, kind, base, index in (
                ("mine", "i32", "out", "own"), ("fmine", "float", "fout",
                                                "own"),
                ("mycell", "%cell", "cells", "gid"),
                ("result", "i32", "res", "own"),
                ("fresult", "float", "fres", "own")):
            self.named(name, G, "getelementptr inbounds %s, %s %%%s, i32 %%%s"
                       % (kind, G, base, index))
        self.named("mine4", G, "getelementptr inbounds i32, %s %%mine, i32 4"
                   % G)
        self.named("own4", "i32", "shl i32 %tid, 2")
        self.named("myshared", L, "getelementptr inbounds i32, %s @tile, "
                   "i32 %%own4" % L)

    def start_values(self):
        for i in range(6):
            self.vars["x%d" % i] = ssa.Var("x%d" % i, "i32")
        for i in range(3):
            self.vars["f%d" % i] = ssa.Var("f%d" % i, "float")
        self.set("x0", "add i32 {0}, 0", "%tid")
        self.load("any", "x1", "%gid", "plain")
        self.set("x2", "mul i32 {0}, 7", "%gid")
        self.load("any", "x2", "x2", "plain")
        self.set("x3", "xor i32 {0}, %n", "%bid")
        self.set("x4", "add i32 {0}, %m", "%n")
        self.load("small", "x5", "%gid", "plain")
        self.load("float", "f0", "%gid", "plain")
        self.set("f1", "fadd float %f, {0}", self.vars["f0"])
        self.set("f2", "sitofp i32 {0} to float", "%tid")
        self.vars["p0"] = ssa.Var("p0", G)
        self.point("x0")
        self.vars["b0"] = ssa.Var("b0", "i1")
        self.set("b0", "icmp ugt i32 {0}, 20", self.vars["x5"])
        for i in range(4):
            self.lds_store("x%d" % i, i)
            for which in range(2):
                self.private_store(which, "x%d" % (i + which), i)

    def epilogue(self):
        for i in range(6):
            at = self.element("%result", i)
            self.do(None, "store i32 {0}, %s {1}, align 4" % G,
                    self.vars["x%d" % i], at)
        for i in range(3):
            at = self.element("%fresult", i, "float")
            self.do(None, "store float {0}, %s {1}, align 4" % G,
                    self.vars["f%d" % i], at)
        self.at.end = ("ret void", [], [])

    def kernel(self, nodes, name):
        params = ", ".join(["%s noundef align 4 %%%s" % (G, p)
                            for p in PARAMETERS] +
                           ["i32 noundef %n", "i32 noundef %m",
                            "float noundef %f"])
        self.f = ssa.Function("define %s void @%s(%s) #0"
                              % (self.target["kernel"], name, params))
        self.at = self.f.block("entry")
        self.prologue()
        self.start_values()
        self.body(nodes)
        self.epilogue()
        return str(self.f)


def module(nodes, target, name, rng):
    """The text of a module with these statements as a kernel."""
    emitter = Emitter(target)
    body = emitter.kernel(nodes, name)
    t = emitter.target
    fields = dict(t, lanes="\n  ".join(t["lanes"]),
                  declare="\ndeclare ".join(t["declare"]),
                  often=rng.choice([1, 20, 1000]), seldom=rng.choice([1, 30]))
    return "\n".join([
        "; launch: " + LAUNCH % (rng.randrange(8), rng.randrange(100)),
        'target datalayout = "%s"' % t["layout"],
        'target triple = "%s"' % t["triple"], "",
        "%cell = type { i32, i32, [2 x i32] }", "",
        "@tile = internal addrspace(3) global [256 x i32] undef, align 4", "",
        body]) + "\n" + targets.TAIL % fields
