# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Single statements of gen.py as device IR, and the writing of them.

Every statement has a method named after its kind. What a thread writes is its
own: eight words of `mine`, a cell, four words of shared memory; and counters,
by atomics.
"""

import ssa
import targets

G = "ptr addrspace(1)"
L = "ptr addrspace(3)"
MASKS = {"add nsw": (65535, 65535), "add nuw": (65535, 65535),
         "add nuw nsw": (255, 65535), "mul nsw": (32767, 32767),
         "sub nsw": (65535, 65535)}
ONE_OPERAND = {"shl nuw": (255, 3), "lshr exact": (-4, 2),
               "sdiv exact": (-4, 4)}


class Guard:
    """Code that is right on one side of a branch only, for each side."""

    def __init__(self, pointers, divisors, cells, values, promises):
        self.pointers = pointers
        self.divisors = divisors
        self.cells = cells
        self.values = values      # poison on the other side
        self.promises = promises  # false there


class Simple:
    """Writes statements into the block self.at of the function self.f."""

    def __init__(self, target):
        self.target = targets.TARGETS[target]
        self.serial = 0
        self.vars = {}
        self.guard = None  # innermost
        self.side = 0
        self.exits = []    # where "leave" may go, innermost last
        self.again_to = []  # where "again" goes, by loop
        self.threads = 64  # of a block

    # ---- writing ---------------------------------------------------------

    def do(self, var, template, *operands):
        self.at.code.append((var, template, operands))
        return var

    def new(self, kind, template, *operands):
        """A new name for a value."""
        self.serial += 1
        return self.do(ssa.Var("t%d" % self.serial, kind), template, *operands)

    def v(self, operand):
        """The value of the variable of that name, or the constant."""
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
        """An atomic operation. If several threads may do it to one word, its
        result does not depend on their order."""
        if used:
            wide = self.new("i64", "zext i32 {0} to i64", "%gid")
            at = self.new("i64", "add i64 {0}, 512", wide)
        else:
            at = self.new("i64", "or i64 {0}, %d" % self.bank(op, 64),
                          self.index(index, 63))
        at = self.element("%count", at)
        old = self.new("i32", "atomicrmw %s %s {0}, i32 {1}%s monotonic, "
                       "align 4" % (op, G, self.target["scope"]), at,
                       self.v(dst))
        if used:
            self.set(dst, "xor i32 {0}, {1}", old, self.v(dst))

    @staticmethod
    def bank(op, size):
        return {"add": 0, "sub": 0, "umax": 1, "xor": 2}.get(op, 3) * size

    def counter(self, op, value, index):
        """An atomic operation on a counter in shared memory."""
        at = self.new("i64", "or i64 {0}, %d" % self.bank(op, 16),
                      self.index(index, 15))
        at = self.element("@counts", at, space=L)
        self.do(None, "atomicrmw %s %s {0}, i32 {1}%s monotonic, align 4"
                % (op, L, self.target["scope"]), at, self.v(value))

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
        elif self.target is targets.TARGETS["amdgcn"]:
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
        other = self.new("i32", "urem i32 {0}, %d" % self.threads, other)
        other = self.new("i32", "shl i32 {0}, 2", other)
        at = self.element("@tile", self.index(other, 511), space=L)
        self.set(dst, "load i32, %s {0}, align 4" % L, at)
        self.meet()

    def meet(self):
        if self.target is targets.TARGETS["amdgcn"]:
            self.do(None, 'fence syncscope("workgroup") release')
        self.do(None, "call void %s #2" % self.target["barrier"])
        if self.target is targets.TARGETS["amdgcn"]:
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
                     pair(G, "%mycell", "%mycell", "null"),
                     pair("i32", "%own", "%gid", "poison"),
                     pair("i1", "true", "true", "false"))
