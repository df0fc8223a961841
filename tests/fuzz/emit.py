# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of gen.py as device IR.

Every statement has a method named after its kind. Blocks of 64 threads, two
of them; what a thread writes is its own: eight words of `mine`, a cell, four
words of shared memory, and counters by atomics.
"""

import ssa

LAUNCH = ("grid=2 block=64 args=any:1024,small:1024,float:1024,any:1024,"
          "float:1024,zero:1024,any:1024,zero:1024,float:1024,int:%d,int:%d,"
          "f32:0.75")
PARAMETERS = ["any", "small", "fin", "out", "fout", "count", "cells", "res",
              "fres"]
G = "ptr addrspace(1)"
L = "ptr addrspace(3)"
MASKS = {"add nsw": (65535, 65535), "add nuw": (65535, 65535),
         "add nuw nsw": (255, 65535), "mul nsw": (32767, 32767),
         "sub nsw": (65535, 65535)}
ONE_OPERAND = {"shl nuw": (255, 3), "lshr exact": (-4, 2),
               "sdiv exact": (-4, 4)}

TARGETS = {
    "amdgcn": {
        "triple": "amdgcn-amd-amdhsa",
        "layout": "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-"
                  "p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-"
                  "i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-"
                  "v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-"
                  "ni:7:8:9",
        "kernel": "amdgpu_kernel", "stack": "ptr addrspace(5)",
        "alloca": ", addrspace(5)",
        "thread": "@llvm.amdgcn.workitem.id.x()",
        "block": "@llvm.amdgcn.workgroup.id.x()",
        "barrier": "@llvm.amdgcn.s.barrier()",
        "scope": ' syncscope("agent")',
        "extra": '"amdgpu-flat-work-group-size"="64,64" '
                 '"uniform-work-group-size"="true" ',
        "lanes": ["%all = call i64 @llvm.amdgcn.ballot.i64(i1 %c)",
                  "%low = trunc i64 %all to i32"],
        "declare": ["i64 @llvm.amdgcn.ballot.i64(i1) #2"],
    },
    "nvptx64": {
        "triple": "nvptx64-nvidia-cuda",
        "layout": "e-i64:64-i128:128-v16:16-v32:32-n16:32:64",
        "kernel": "ptx_kernel", "stack": "ptr", "alloca": "",
        "thread": "@llvm.nvvm.read.ptx.sreg.tid.x()",
        "block": "@llvm.nvvm.read.ptx.sreg.ctaid.x()",
        "barrier": "@llvm.nvvm.barrier0()",
        "scope": "", "extra": "",
        "lanes": ["%all = call i32 @llvm.nvvm.activemask()",
                  "%low = call i32 @llvm.nvvm.vote.ballot.sync(i32 %all, "
                  "i1 %c)"],
        "declare": ["i32 @llvm.nvvm.activemask() #2",
                    "i32 @llvm.nvvm.vote.ballot.sync(i32, i1) #2"],
    },
}

TAIL = """
define internal i32 @mix(i32 %%a, i32 %%b) #3 {
  %%m = mul i32 %%a, 73244475
  %%s = lshr i32 %%m, 16
  %%r = xor i32 %%s, %%b
  ret i32 %%r
}

define internal void @bump(ptr addrspace(1) %%p, i32 %%v) #4 {
  %%old = load i32, ptr addrspace(1) %%p, align 4
  %%new = add i32 %%old, %%v
  store i32 %%new, ptr addrspace(1) %%p, align 4
  ret void
}

define internal i32 @lanes(i32 %%x) #5 {
  %%c = icmp sgt i32 %%x, 100
  %(lanes)s
  %%r = call i32 @llvm.ctpop.i32(i32 %%low)
  ret i32 %%r
}

declare i32 %(thread)s #1
declare i32 %(block)s #1
declare void %(barrier)s #2
declare %(declare)s
declare i32 @llvm.umin.i32(i32, i32) #1
declare i32 @llvm.umax.i32(i32, i32) #1
declare i32 @llvm.smin.i32(i32, i32) #1
declare i32 @llvm.smax.i32(i32, i32) #1
declare i32 @llvm.ctpop.i32(i32) #1
declare i32 @llvm.abs.i32(i32, i1) #1
declare i32 @llvm.bswap.i32(i32) #1
declare i32 @llvm.fshl.i32(i32, i32, i32) #1
declare float @llvm.fma.f32(float, float, float) #1
declare float @llvm.fabs.f32(float) #1
declare float @llvm.minnum.f32(float, float) #1
declare float @llvm.maxnum.f32(float, float) #1
declare float @llvm.sqrt.f32(float) #1
declare i32 @llvm.fptosi.sat.i32.f32(float) #1

attributes #0 = { convergent norecurse nounwind %(extra)s}
attributes #1 = { nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nounwind }
attributes #3 = { noinline nounwind willreturn memory(none) }
attributes #4 = { noinline nounwind }
attributes #5 = { convergent noinline nounwind }

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !3, i64 0}
!2 = !{!4, !4, i64 0}
!3 = !{!"omnipotent char", !5, i64 0}
!4 = !{!"float", !3, i64 0}
!5 = !{!"Simple C/C++ TBAA"}
!6 = !{i32 0, i32 16}
!7 = !{}
!8 = !{!"branch_weights", i32 %(often)d, i32 %(seldom)d}
"""


class Guard:
    """What is right on one side of a branch only; by side."""

    def __init__(self, pointers, divisors, cells):
        self.pointers = pointers
        self.divisors = divisors
        self.cells = cells


class Emitter:
    def __init__(self, target, rng):
        self.target = TARGETS[target]
        self.rng = rng
        self.serial = 0
        self.vars = {}
        self.guard = None  # innermost
        self.side = 0
        self.exits = []    # where "leave" may go, innermost last

    # ---- writing ---------------------------------------------------------

    def do(self, var, template, *operands):
        self.at.code.append((var, template, operands))
        return var

    def new(self, kind, template, *operands):
        """A value of its own."""
        self.serial += 1
        return self.do(ssa.Var("t%d" % self.serial, kind), template, *operands)

    def v(self, operand):
        """The variable of that name, or the constant."""
        return self.vars.get(operand, operand)

    def set(self, name, template, *operands):
        self.do(self.vars[name], template, *operands)

    def jump(self, to):
        self.at.end = ("br label %%%s" % to.name, [], [to])

    def fork(self, cond, left, right, suffix=""):
        self.at.end = ("br i1 {0}, label %%%s, label %%%s%s"
                       % (left.name, right.name, suffix), [cond],
                       [left, right])

    def index(self, operand, mask):
        i = self.new("i32", "and i32 {0}, %d" % mask, self.v(operand))
        return self.new("i64", "zext i32 {0} to i64", i)

    def element(self, base, index, kind="i32", space=G):
        return self.new(space, "getelementptr inbounds %s, %s %s, i64 {0}"
                        % (kind, space, base), index)

    # ---- conditions ------------------------------------------------------

    def condition(self, cond):
        kind = cond[0]
        if kind == "uniform":
            bit = self.new("i32", "and i32 {0}, %d" % (1 << cond[1]), "%n")
            return self.new("i1", "icmp ne i32 {0}, 0", bit)
        if kind == "known":
            return self.vars["b0"]
        if kind == "bit":
            bit = self.new("i32", "and i32 {0}, %d" % cond[3],
                           self.v(cond[2]))
            return self.new("i1", "icmp %s i32 {0}, 0" % cond[1], bit)
        if kind == "fcmp":
            return self.new("i1", "fcmp %s float {0}, {1}" % cond[1],
                            self.v(cond[2]), self.v(cond[3]))
        return self.new("i1", "icmp %s i32 {0}, {1}" % cond[1],
                        self.v(cond[2]), self.v(cond[3]))

    # ---- single statements -----------------------------------------------

    def op(self, op, dst, a, b):
        b = self.v(b)
        if op in ("shl", "lshr", "ashr"):
            b = self.new("i32", "and i32 {0}, 31", b)
        elif op in ("udiv", "urem", "sdiv", "srem"):
            b = self.new("i32", "and i32 {0}, 7", b)
            b = self.new("i32", "add nuw nsw i32 {0}, 1", b)
        self.set(dst, op + " i32 {0}, {1}", self.v(a), b)

    def fop(self, op, dst, a, b):
        self.set(dst, op + " float {0}, {1}", self.v(a), self.v(b))

    def icall(self, name, dst, a, b, c):
        more = {"abs": ", i1 false", "fshl": ", i32 {1}, i32 {2}"}.get(
            name, "" if name in ("ctpop", "bswap") else ", i32 {1}")
        self.set(dst, "call i32 @llvm.%s.i32(i32 {0}%s)" % (name, more),
                 self.v(a), self.v(b), self.v(c))

    def fcall(self, name, dst, a, b, c):
        more = {"fma": ", float {1}, float {2}", "minnum": ", float {1}",
                "maxnum": ", float {1}"}.get(name, "")
        self.set(dst, "call float @llvm.%s.f32(float {0}%s)" % (name, more),
                 self.v(a), self.v(b), self.v(c))

    def load(self, kind, dst, index, tags):
        tagged = tags == "tagged"
        if kind == "mine":
            at = self.element("%mine", self.index(index, 7))
            self.set(dst, "load i32, %s {0}, align 4%s"
                     % (G, ", !tbaa !0" if tagged else ""), at)
            return
        base, result, tag = {
            "any": ("%any", "i32", ", !tbaa !0, !invariant.load !7"),
            "small": ("%small", "i32", ", !range !6, !noundef !7"),
            "float": ("%fin", "float", ", !tbaa !2")}[kind]
        at = self.element(base, self.index(index, 1023), result)
        self.set(dst, "load %s, %s {0}, align 4%s"
                 % (result, G, tag if tagged else ""), at)

    def store(self, kind, value, index):
        if kind == "float":
            at = self.element("%fmine", self.index(index, 3), "float")
            self.do(None, "store float {0}, %s {1}, align 4" % G,
                    self.v(value), at)
            return
        at = self.element("%mine", self.index(index, 7))
        self.do(None, "store i32 {0}, %s {1}, align 4, !tbaa !0" % G,
                self.v(value), at)

    def lds_load(self, dst, index):
        at = self.element("%myshared", self.index(index, 3), space=L)
        self.set(dst, "load i32, %s {0}, align 4" % L, at)

    def lds_store(self, value, index):
        at = self.element("%myshared", self.index(index, 3), space=L)
        self.do(None, "store i32 {0}, %s {1}, align 4" % L, self.v(value), at)

    def flagged(self, what, dst, a, b, holds):
        op, flags = what.split()[0], " ".join(what.split()[1:])
        flags = flags if holds else ""
        a, b = self.v(a), self.v(b)
        if op in ("fadd", "fmul"):
            self.flagged_float(op, flags, dst, a, b, holds)
        elif op == "zext":
            a = self.new("i32", "and i32 {0}, %d"
                         % (0x7fffffff if holds else -1), a)
            wide = self.new("i64", "zext %s i32 {0} to i64" % flags, a)
            wide = self.new("i64", "mul i64 {0}, 5", wide)
            wide = self.new("i64", "lshr i64 {0}, 3", wide)
            self.set(dst, "trunc i64 {0} to i32", wide)
        elif what in ONE_OPERAND:
            mask, amount = ONE_OPERAND[what]
            a = self.new("i32", "and i32 {0}, %d" % (mask if holds else -1), a)
            self.set(dst, "%s %s i32 {0}, %d" % (op, flags, amount), a)
        else:
            left, right = MASKS.get(what, (0xff00, 0xff))
            a = self.new("i32", "and i32 {0}, %d" % (left if holds else -1), a)
            b = self.new("i32", "and i32 {0}, %d" % (right if holds else -1),
                         b)
            self.set(dst, "%s %s i32 {0}, {1}" % (op, flags), a, b)

    def flagged_float(self, op, flags, dst, a, b, holds):
        a = self.new("i32", "and i32 {0}, 255", a)
        fa = self.new("float", "sitofp i32 {0} to float", a)
        b = self.new("i32", "and i32 {0}, 255", b)
        fb = self.new("float", "sitofp i32 {0} to float", b)
        fb = self.new("float", "fdiv float {0}, %s"
                      % ("1.0" if holds else "0.0"), fb)
        f = self.new("float", "%s %s float {0}, {1}" % (op, flags), fa, fb)
        self.set(dst, "call i32 @llvm.fptosi.sat.i32.f32(float {0})", f)

    def select(self, cond, dst, a, b):
        kind = self.vars[dst].kind
        self.set(dst, "select i1 {0}, %s {1}, %s {2}" % (kind, kind),
                 self.condition(cond), self.v(a), self.v(b))

    def cast(self, way, dst, a, b):
        a, b = self.v(a), self.v(b)
        if way == "freeze":
            self.set(dst, "freeze i32 {0}", a)
        elif way == "i1":
            bit = self.new("i1", "trunc i32 {0} to i1", a)
            self.set(dst, "sext i1 {0} to i32", bit)
        elif way == "float":
            self.set(dst, "call i32 @llvm.fptosi.sat.i32.f32(float {0})", b)
        elif way == "i64":
            wide = self.new("i64", "sext i32 {0} to i64", a)
            wide = self.new("i64", "mul i64 {0}, 1000003", wide)
            wide = self.new("i64", "lshr i64 {0}, 9", wide)
            self.set(dst, "trunc i64 {0} to i32", wide)
        else:
            kind, sign = way.split()
            cut = self.new(kind, "trunc i32 {0} to " + kind, a)
            self.set(dst, "%sext %s {0} to i32" % (sign, kind), cut)

    def atomic(self, op, dst, index, used):
        at = self.element("%count", self.index(index, 63))
        old = self.new("i32", "atomicrmw %s %s {0}, i32 {1}%s monotonic, "
                       "align 4" % (op, G, self.target["scope"]), at,
                       self.v(dst))
        if used:
            self.set(dst, "xor i32 {0}, {1}", old, self.v(dst))

    def cell_at(self, base, field):
        path = ["i32 0", "i32 1", "i32 2, i64 0", "i32 2, i64 1"][field]
        return self.new(G, "getelementptr inbounds %%cell, %s {0}, i64 0, %s"
                        % (G, path), base)

    def cell_load(self, field, dst):
        self.set(dst, "load i32, %s {0}, align 4" % G,
                 self.cell_at("%mycell", field))

    def cell_store(self, field, value):
        self.do(None, "store i32 {0}, %s {1}, align 4" % G, self.v(value),
                self.cell_at("%mycell", field))

    def vector(self, op, dst, a, b, mask):
        v = self.new("<2 x i32>", "insertelement <2 x i32> zeroinitializer, "
                     "i32 {0}, i64 0", self.v(a))
        v = self.new("<2 x i32>", "insertelement <2 x i32> {0}, i32 {1}, "
                     "i64 1", v, self.v(b))
        w = self.new("<2 x i32>", op + " <2 x i32> {0}, <i32 3, i32 -7>", v)
        s = self.new("<2 x i32>", "shufflevector <2 x i32> {0}, <2 x i32> "
                     "{1}, <2 x i32> <i32 %s>" % mask, w, v)
        self.set(dst, "extractelement <2 x i32> {0}, i64 0", s)

    def private_at(self, which, index):
        return self.new(self.target["stack"], "getelementptr inbounds "
                        "[4 x i32], %s %%private%d, i64 0, i64 {0}"
                        % (self.target["stack"], which), self.index(index, 3))

    def private_load(self, which, dst, index):
        self.set(dst, "load i32, %s {0}, align 4" % self.target["stack"],
                 self.private_at(which, index))

    def private_store(self, which, value, index):
        self.do(None, "store i32 {0}, %s {1}, align 4" % self.target["stack"],
                self.v(value), self.private_at(which, index))

    def helper(self, name, dst, a, b):
        if name == "mix":
            self.set(dst, "call i32 @mix(i32 {0}, i32 {1})", self.v(a),
                     self.v(b))
            return
        at = self.element("%mine", self.index(a, 7))
        self.do(None, "call void @bump(%s {0}, i32 {1})" % G, at, self.v(b))

    def point(self, a):
        self.set("p0", "getelementptr inbounds i32, %s %%mine, i64 {0}" % G,
                 self.index(a, 7))

    def far_load(self, dst):
        self.set(dst, "load i32, %s {0}, align 4" % G, self.vars["p0"])

    def far_store(self, value):
        self.do(None, "store i32 {0}, %s {1}, align 4" % G, self.v(value),
                self.vars["p0"])

    def know(self, cond):
        self.set("b0", "xor i1 {0}, {1}", self.condition(cond),
                 self.vars["b0"])

    def meeting(self, way, dst, a):
        if way == "lanes":
            n = self.new("i32", "call i32 @lanes(i32 {0}) #5", self.v(a))
        elif self.target is TARGETS["amdgcn"]:
            c = self.new("i1", "icmp sgt i32 {0}, 3", self.v(a))
            all_ = self.new("i64", "call i64 @llvm.amdgcn.ballot.i64(i1 {0})",
                            c)
            n = self.new("i32", "trunc i64 {0} to i32", all_)
        else:
            n = self.new("i32", "call i32 @llvm.nvvm.activemask()")
        self.set(dst, "xor i32 {0}, {1}", self.v(dst), n)

    def barrier(self, value, dst):
        """In uniform control flow: exchange with another thread."""
        self.do(None, "store i32 {0}, %s %%myshared, align 4" % L,
                self.v(value))
        self.meet()
        other = self.new("i32", "add i32 {0}, 13", "%tid")
        other = self.new("i32", "shl i32 {0}, 2", other)
        at = self.element("@tile", self.index(other, 255), space=L)
        self.set(dst, "load i32, %s {0}, align 4" % L, at)
        self.meet()

    def meet(self):
        if self.target is TARGETS["amdgcn"]:
            self.do(None, 'fence syncscope("workgroup") release')
        self.do(None, "call void %s #2" % self.target["barrier"])
        if self.target is TARGETS["amdgcn"]:
            self.do(None, 'fence syncscope("workgroup") acquire')

    # ---- right on one side only ------------------------------------------

    def guarded_load(self, dst, _a, _op):
        at = self.guard.pointers[self.side] if self.guard else "%mine"
        self.set(dst, "load i32, %s {0}, align 4" % G, at)

    def guarded_store(self, _dst, a, _op):
        at = self.guard.pointers[self.side] if self.guard else "%mine"
        self.do(None, "store i32 {0}, %s {1}, align 4" % G, self.v(a), at)

    def guarded_cell(self, dst, _a, _op):
        base = self.guard.cells[self.side] if self.guard else "%mycell"
        self.set(dst, "load i32, %s {0}, align 4" % G, self.cell_at(base, 3))

    def guarded_div(self, dst, a, op):
        by = self.guard.divisors[self.side] if self.guard else "3"
        self.set(dst, op + " i32 {0}, {1}", self.v(a), by)

    def make_guard(self, cond):
        def pair(kind, left, right, bad):
            one = "select i1 {0}, %s %s, %s %s"
            return [self.new(kind, one % (kind, left, kind, bad), cond),
                    self.new(kind, one % (kind, bad, kind, right), cond)]
        return Guard(pair(G, "%mine", "%mine4", "null"),
                     pair("i32", "7", "5", "0"),
                     pair(G, "%mycell", "%mycell", "null"))

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
    emitter = Emitter(target, rng)
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
        body]) + "\n" + TAIL % fields
