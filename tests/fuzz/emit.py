# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of gen.py as device IR: those with bodies, and the kernel around
them. At most 128 threads.
"""

import re

import bodies
import nests
import ssa
import targets
from simple import G, L

# Pairs (blocks, threads in each). The threads are multiples of eight, so that
# no group of eight lanes is incomplete.
SHAPES = [(2, 64), (2, 64), (2, 64), (3, 40), (1, 96), (1, 128), (5, 24)]
LAUNCH = ("grid=%d block=%d args=any:1024,small:1024,float:1024,any:1024,"
          "float:1024,zero:1024,any:1024,zero:1024,float:1024,int:%d,int:%d,"
          "f32:0.75")
PARAMETERS = ["any", "small", "fin", "out", "fout", "count", "cells", "res",
              "fres"]

NAME = re.compile(r"@([\w.]+)\(")


class Emitter(nests.Nests, bodies.Bodies):
    """Writes a kernel: its statements, and the code before and after them."""

    def named(self, name, kind, template, *operands):
        """A value of the entry block that has the same name everywhere."""
        self.do(None, "%%%s = %s" % (name, template), *operands)
        return "%" + name

    def prologue(self):
        t = self.target
        for i in range(2):
            self.named("private%d" % i, "", "alloca [4 x i32], align 4%s"
                       % t["alloca"])
        self.named("tid", "i32", "call i32 %s" % t["thread"])
        self.named("bid", "i32", "call i32 %s" % t["block"])
        self.named("base", "i32", "mul i32 %%bid, %d" % self.threads)
        self.named("gid", "i32", "add nuw nsw i32 %base, %tid")
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
        self.vars["q0"] = ssa.Var("q0", "ptr")
        self.point("x0")
        self.set("q0", "addrspacecast %s %%mine to ptr" % G)
        for i, limit in enumerate((20, 7)):
            self.vars["b%d" % i] = ssa.Var("b%d" % i, "i1")
            self.set("b%d" % i, "icmp ugt i32 {0}, %d" % limit,
                     self.vars["x5"])
        for i in range(2):
            self.vars["l%d" % i] = ssa.Var("l%d" % i, "i64")
            self.set("l%d" % i, "sext i32 {0} to i64",
                     self.vars["x%d" % (i + 1)])
        for i in range(4):
            self.lds_store("x%d" % i, i)
            for which in range(2):
                self.private_store(which, "x%d" % (i + which), i)
        if self.counters:
            self.each_counter(lambda at, _: self.do(
                None, "store i32 0, %s {0}, align 4" % L, at))
            self.meet()

    def each_counter(self, act):
        """Atomic operations on two counters that only one thread uses at a
        time."""
        few = self.new("i1", "icmp ult i32 {0}, 24", "%tid")
        t, j = self.f.block("count"), self.f.block("counted")
        self.fork(few, t, j)
        self.at = t
        for i in range(2):
            n = self.new("i32", "shl i32 {0}, 1", "%tid")
            n = self.new("i32", "or i32 {0}, %d" % i, n)
            n = self.new("i64", "zext i32 {0} to i64", n)
            act(self.element("@counts", n, space=L), i)
        self.jump(j)
        self.at = j

    def tell_counter(self, at, i):
        n = self.new("i32", "load i32, %s {0}, align 4" % L, at)
        at = self.element("%result", 6 + i)
        self.do(None, "store i32 {0}, %s {1}, align 4" % G, n, at)

    def epilogue(self):
        if self.counters:
            self.meet()
            self.each_counter(self.tell_counter)
        for i in range(2):
            self.long_out("l%d" % i, "x%d" % i)
            self.set("x%d" % (2 + i), "select i1 {0}, i32 {1}, i32 3",
                     self.vars["b%d" % i], self.vars["x%d" % (2 + i)])
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


def module(nodes, target, name, rng, counters=False):
    """The text of a module with these statements as a kernel."""
    emitter = Emitter(target)
    emitter.counters = counters
    blocks, emitter.threads = rng.choice(SHAPES)
    body = emitter.kernel(nodes, name)
    t = emitter.target
    fields = dict(t, threads=emitter.threads, lanes="\n  ".join(t["lanes"]),
                  declare="\ndeclare ".join(t["declare"]),
                  often=rng.choice([1, 20, 1000]), seldom=rng.choice([1, 30]))
    tail = targets.TAIL % fields
    text = "\n".join([
        "; launch: " + LAUNCH % (blocks, emitter.threads, rng.randrange(8),
                                 rng.randrange(100)),
        'target datalayout = "%s"' % t["layout"],
        'target triple = "%s"' % t["triple"], "",
        "%cell = type { i32, i32, [2 x i32] }", "",
        "@tile = internal addrspace(3) global [512 x i32] undef, align 4",
        "@counts = internal addrspace(3) global [48 x i32] undef, align 4",
        "",
        body])
    return text + "\n" + called(tail, body)


def called(tail, body):
    """`tail` without the functions that no other code names."""
    parts = re.split(r"(?<=\n)(?=declare |define |attributes )", tail)
    while True:
        text = body + "".join(parts)
        kept = [p for p in parts if not re.match(r"declare |define ", p) or
                named(p, text) > named(p, p)]
        if kept == parts:
            return "".join(parts)
        parts = kept


def named(part, text):
    """How often `text` names the function that `part` defines."""
    name = re.escape(NAME.search(part).group(1))
    return len(re.findall(r"@%s(?![\w.])" % name, text))
