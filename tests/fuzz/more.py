# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The statements of rarer.py as device IR: a method for each, named after its
kind."""

import targets
from simple import G, L, Simple

QUAD = "<4 x i32>"
PAIR = "{{ i32, float }}"  # in a template


class More(Simple):
    """Simple statements, in addition to those of simple.py."""

    # ---- arithmetic ------------------------------------------------------

    def whole(self, kind, op, a, b):
        """An operation that cannot trap, on integers of any width."""
        width = int(kind[1:])
        if op in ("shl", "lshr", "ashr"):
            if width & (width - 1):
                b = self.new(kind, "urem %s {0}, %d" % (kind, width), b)
            else:
                b = self.new(kind, "and %s {0}, %d" % (kind, width - 1), b)
        elif op in ("udiv", "urem", "sdiv", "srem"):
            b = self.new(kind, "and %s {0}, 7" % kind, b)
            b = self.new(kind, "add nuw nsw %s {0}, 1" % kind, b)
        return self.new(kind, "%s %s {0}, {1}" % (op, kind), a, b)

    def copy_to(self, name, value):
        self.set(name, "add %s {0}, 0" % self.vars[name].kind, value)

    def long_op(self, op, dst, a, b):
        self.copy_to(dst, self.whole("i64", op, self.v(a), self.v(b)))

    def long_in(self, dst, a):
        wide = self.new("i64", "sext i32 {0} to i64", self.v(a))
        self.set(dst, "xor i64 {0}, {1}", wide, self.v(dst))

    def long_out(self, a, dst):
        high = self.new("i64", "lshr i64 {0}, 32", self.v(a))
        mixed = self.new("i64", "xor i64 {0}, {1}", high, self.v(a))
        self.set(dst, "trunc i64 {0} to i32", mixed)

    def long_load(self, dst, index):
        at = self.element("%mine", self.index(index, 6))
        self.set(dst, "load i64, %s {0}, align 4" % G, at)

    def long_store(self, a, index):
        at = self.element("%mine", self.index(index, 6))
        self.do(None, "store i64 {0}, %s {1}, align 4" % G, self.v(a), at)

    def narrow(self, kind, op, dst, a, b, sign):
        a, b = self.v(a), self.v(b)
        if int(kind[1:]) < 32:
            a = self.new(kind, "trunc i32 {0} to " + kind, a)
            b = self.new(kind, "trunc i32 {0} to " + kind, b)
            c = self.whole(kind, op, a, b)
            self.set(dst, "%sext %s {0} to i32" % (sign, kind), c)
            return
        a = self.new(kind, "%sext i32 {0} to %s" % (sign, kind), a)
        a = self.new(kind, "mul %s {0}, 715827883" % kind, a)
        b = self.new(kind, "zext i32 {0} to %s" % kind, b)
        c = self.whole(kind, op, a, b)
        c = self.new(kind, "lshr %s {0}, 13" % kind, c)
        self.set(dst, "trunc %s {0} to i32" % kind, c)

    def real(self, kind, op, dst, a, b):
        to, back = (("fptrunc", "fpext") if kind == "half" else
                    ("fpext", "fptrunc"))
        a, b = (self.new(kind, "%s float {0} to %s" % (to, kind), self.v(v))
                for v in (a, b))
        c = self.new(kind, "%s %s {0}, {1}" % (op, kind), a, b)
        self.set(dst, "%s %s {0} to float" % (back, kind), c)

    def logic(self, op, which, cond):
        dst, other = "b%d" % which, "b%d" % (1 - which)
        c = self.condition(cond)
        if op == "not":
            self.set(dst, "xor i1 {0}, true", self.vars[other])
        elif op == "select and":
            self.set(dst, "select i1 {0}, i1 {1}, i1 false", c,
                     self.vars[other])
        elif op == "select or":
            self.set(dst, "select i1 {0}, i1 true, i1 {1}", c,
                     self.vars[other])
        else:
            self.set(dst, op + " i1 {0}, {1}", c, self.vars[other])

    def saturated(self, op, dst, a, b):
        a, b = self.v(a), self.v(b)
        if not op.endswith("over"):
            self.set(dst, "call i32 @llvm.%s.sat.i32(i32 {0}, i32 {1})" % op,
                     a, b)
            return
        name = {"uover": "uadd", "sover": "sadd", "mover": "smul"}[op]
        pair = self.new("{{ i32, i1 }}", "call {{ i32, i1 }} @llvm.%s.with."
                        "overflow.i32(i32 {0}, i32 {1})" % name, a, b)
        sum_ = self.new("i32", "extractvalue {{ i32, i1 }} {0}, 0", pair)
        over = self.new("i1", "extractvalue {{ i32, i1 }} {0}, 1", pair)
        self.set(dst, "select i1 {0}, i32 {1}, i32 {2}", over, a, sum_)

    def quad(self, op, half, dst, index, mask, store):
        at = self.element("%mine", str(4 * half))
        v = self.new(QUAD, "load %s, %s {0}, align 4" % (QUAD, G), at)
        lane = self.index(index, 3)
        w = self.new(QUAD, "insertelement %s {0}, i32 {1}, i64 {2}" % QUAD, v,
                     self.v(dst), lane)
        w = self.new(QUAD, "%s %s {0}, {1}" % (op, QUAD), w, v)
        if store:
            self.do(None, "store %s {0}, %s {1}, align 4" % (QUAD, G), w, at)
        s = self.new(QUAD, "shufflevector %s {0}, %s {1}, <4 x i32> <%s>"
                     % (QUAD, QUAD, mask), w, v)
        # An element that is poison is never read.
        good = [k for k, m in enumerate(mask.split(", ")) if "poison" not in m]
        s = self.new("i32", "extractelement %s {0}, i64 %d"
                     % (QUAD, good[0] if good else 0), s if good else w)
        self.copy_to(dst, s)

    def parts(self, dst, a, b, f, swapped):
        one = self.new(PAIR, "insertvalue %s poison, i32 {0}, 0" % PAIR,
                       self.v(a))
        one = self.new(PAIR, "insertvalue %s {0}, float {1}, 1" % PAIR, one,
                       self.v(f))
        two = self.new(PAIR, "insertvalue %s {0}, i32 {1}, 0" % PAIR, one,
                       self.v(b))
        c = self.new("i1", "icmp slt i32 {0}, {1}", self.v(a), self.v(b))
        if swapped:
            one, two = two, one
        both = self.new(PAIR, "select i1 {0}, %s {1}, %s {2}" % (PAIR, PAIR),
                        c, one, two)
        self.set(dst, "extractvalue %s {0}, 0" % PAIR, both)
        self.set(f, "extractvalue %s {0}, 1" % PAIR, both)

    # ---- memory ----------------------------------------------------------

    def aim(self, cond, a, b):
        one = self.element("%mine", self.index(a, 7))
        two = self.element("%myshared", self.index(b, 3), space=L)
        one = self.new("ptr", "addrspacecast %s {0} to ptr" % G, one)
        two = self.new("ptr", "addrspacecast %s {0} to ptr" % L, two)
        self.set("q0", "select i1 {0}, ptr {1}, ptr {2}",
                 self.condition(cond), one, two)

    def flat_load(self, dst):
        self.set(dst, "load i32, ptr {0}, align 4", self.vars["q0"])

    def flat_store(self, value):
        self.do(None, "store i32 {0}, ptr {1}, align 4", self.v(value),
                self.vars["q0"])

    def bulk(self, way, which, a):
        s, name = self.target["stack"], self.target["stack name"]
        one, two = "%%private%d" % which, "%%private%d" % (1 - which)
        if way == "fill":
            byte = self.new("i8", "trunc i32 {0} to i8", self.v(a))
            self.do(None, "call void @llvm.memset.%s.i64(%s align 4 %s, i8 "
                    "{0}, i64 16, i1 false)" % (name, s, one), byte)
        elif way in ("copy", "move"):
            self.do(None, "call void @llvm.mem%s.%s.%s.i64(%s align 4 %s, "
                    "%s align 4 %s, i64 16, i1 false)"
                    % ("cpy" if way == "copy" else way, name, name, s, one, s,
                       two))
        elif way == "out":
            self.do(None, "call void @llvm.memcpy.p1.%s.i64(%s align 4 %%mine4"
                    ", %s align 4 %s, i64 12, i1 false)" % (name, G, s, one))
        else:
            self.do(None, "call void @llvm.memcpy.%s.p1.i64(%s align 4 %s, "
                    "%s align 4 %%mine, i64 16, i1 false)" % (name, s, one, G))

    def bytes(self, kind, way, where, dst, index):
        base, space, mask = {
            "mine": ("%mine", G, 31), "shared": ("%myshared", L, 15),
            "private": ("%private0", self.target["stack"], 15)}[where]
        size = int(kind[1:]) // 8
        at = self.index(index, mask & -size)
        at = self.new(space, "getelementptr inbounds i8, %s %s, i64 {0}"
                      % (space, base), at)
        align = min(size, 4)
        if way == "load":
            v = self.new(kind, "load %s, %s {0}, align %d"
                         % (kind, space, align), at)
            self.set(dst, "%s %s {0} to i32" % ("trunc" if size == 8 else
                                                "sext", kind), v)
            return
        v = self.new(kind, "%s i32 {0} to %s" % ("zext" if size == 8 else
                                                 "trunc", kind), self.v(dst))
        self.do(None, "store %s {0}, %s {1}, align %d" % (kind, space, align),
                v, at)

    def volatile(self, a, dst):
        at = self.element("%mine", self.index(a, 7))
        self.do(None, "store volatile i32 {0}, %s {1}, align 4" % G,
                self.v(dst), at)
        self.set(dst, "load volatile i32, %s {0}, align 4" % G, at)

    def swap(self, where, dst, a, b):
        base, space, mask = (("%mine", G, 7) if where == "mine" else
                             ("%myshared", L, 3))
        at = self.element(base, self.index(a, mask), space=space)
        pair = self.new("{{ i32, i1 }}", "cmpxchg %s {0}, i32 {1}, i32 {2}%s "
                        "monotonic monotonic, align 4"
                        % (space, self.target["scope"]), at, self.v(dst),
                        self.v(b))
        old = self.new("i32", "extractvalue {{ i32, i1 }} {0}, 0", pair)
        done = self.new("i1", "extractvalue {{ i32, i1 }} {0}, 1", pair)
        self.set(dst, "select i1 {0}, i32 {1}, i32 {2}", done, self.v(b), old)

    # ---- calls -----------------------------------------------------------

    def function(self, name, dst, a, b):
        a, b = self.v(a), self.v(b)
        if name == "both":
            two = self.new("{{ i32, i32 }}", "call {{ i32, i32 }} @both(i32 {0}, "
                           "i32 {1})", a, b)
            one = self.new("i32", "extractvalue {{ i32, i32 }} {0}, 0", two)
            two = self.new("i32", "extractvalue {{ i32, i32 }} {0}, 1", two)
            self.set(dst, "sub i32 {0}, {1}", one, two)
        elif name == "pick":
            c = self.new("i1", "icmp sgt i32 {0}, {1}", a, b)
            f = self.new("ptr", "select i1 {0}, ptr @mix, ptr @walk", c)
            self.set(dst, "call i32 {0}(i32 {1}, i32 {2})", f, a, b)
        elif name == "spill":
            self.set(dst, "call i32 @spill(%s %%private1, i32 {0})"
                     % self.target["stack"], a)
        else:
            self.set(dst, "call i32 @%s(i32 {0}, i32 {1})" % name, a, b)

    # ---- poison ----------------------------------------------------------

    def maybe_poison(self, a, b):
        return self.new("i32", "add nsw i32 {0}, {1}", self.v(a), self.v(b))

    def frozen(self, way, dst, a, b):
        if way == "undef":
            f = self.new("i32", "freeze i32 undef")
            f = self.new("i32", "and i32 {0}, 0", f)
            self.set(dst, "or i32 {0}, {1}", f, self.v(a))
            return
        f = self.new("i32", "freeze i32 {0}", self.maybe_poison(a, b))
        if way == "same":
            g = self.new("i32", "mul i32 {0}, 3", f)
            h = self.new("i32", "shl i32 {0}, 1", f)
            g = self.new("i32", "sub i32 {0}, {1}", g, h)
            g = self.new("i32", "sub i32 {0}, {1}", g, f)
            self.set(dst, "add i32 {0}, {1}", g, self.v(dst))
        elif way == "index":
            at = self.element("%any", self.index(f, 1023))
            v = self.new("i32", "load i32, %s {0}, align 4" % G, at)
            v = self.new("i32", "and i32 {0}, 0", v)
            self.set(dst, "xor i32 {0}, {1}", v, self.v(dst))
        else:
            c = self.new("i1", "trunc i32 {0} to i1", f)
            self.set(dst, "select i1 {0}, i32 {1}, i32 {1}", c, self.v(a))

    def flagged_more(self, what, dst, a, b, holds):
        """An operation with flags, which is poison where their promise does
        not hold; where it stands, it holds."""
        a, b = self.v(a), self.v(b)
        low = self.new("i32", "and i32 {0}, %d" % (255 if holds else -1), a)
        op, *flag = what.split()
        flag = flag[0] + " " if flag and holds else ""
        if op == "trunc":
            if holds:
                low = self.new("i32", "lshr i32 {0}, 1", low)
            cut = self.new("i8", "trunc %si32 {0} to i8" % flag, low)
            self.set(dst, "sext i8 {0} to i32", cut)
        elif op == "uitofp":
            f = self.new("float", "uitofp %si32 {0} to float" % flag, low)
            self.set(dst, "call i32 @llvm.fptosi.sat.i32.f32(float {0})", f)
        elif op == "shl":
            self.set(dst, "shl %si32 {0}, 7" % flag, low)
        elif op == "sub":
            big = self.new("i32", "or i32 {0}, %d" % (255 if holds else 0), b)
            self.set(dst, "sub %si32 {0}, {1}" % flag, big, low)
        elif op in ("udiv", "ashr"):
            a = self.new("i32", "and i32 {0}, %d" % (-8 if holds else -1), a)
            self.set(dst, "%s %si32 {0}, %d" % (op, flag,
                                                8 if op == "udiv" else 3), a)
        else:
            self.promised_call(op, dst, a, b, low, holds)

    def promised_call(self, what, dst, a, b, low, holds):
        if what in ("abs", "ctlz", "cttz"):
            v = low if what == "abs" else self.new(
                "i32", "or i32 {0}, %d" % (64 if holds else 0), a)
            self.set(dst, "call i32 @llvm.%s.i32(i32 {0}, i1 %s)"
                     % (what, "true" if holds else "false"), v)
        elif what == "shift":
            n = self.new("i32", "and i32 {0}, %d" % (15 if holds else 31), b)
            self.set(dst, "shl i32 {0}, {1}", a, n)
        elif what == "range":
            self.set(dst, "call %si32 @llvm.ctpop.i32(i32 {0})"
                     % ("range(i32 0, 9) " if holds else ""), low)
        elif what == "aligned":
            at = self.element("%mine", self.index(b, 4 if holds else 7))
            self.set(dst, "load i32, %s {0}, align %d"
                     % (G, 16 if holds else 4), at)
        elif what == "fptosi":
            f = self.new("float", "sitofp i32 {0} to float", low)
            self.set(dst, "fptosi float {0} to i32" if holds else
                     "call i32 @llvm.fptosi.sat.i32.f32(float {0})", f)
        else:
            at = self.new(G, "getelementptr %si32, %s %%mine, i64 {0}"
                          % ("inbounds " if holds else "", G),
                          self.index(b, 7))
            self.set(dst, "load i32, %s {0}, align 4" % G, at)

    # ---- right on one side only ------------------------------------------

    def guarded_value(self, name):
        """A value that is poison on the other side of the branch; outside of
        any branch, the plain value."""
        return self.guard.values[self.side] if self.guard else self.v(name)

    def guarded_assume(self, _a, _b, _op):
        if self.guard:
            self.do(None, "call void @llvm.assume(i1 {0})",
                    self.guard.promises[self.side])

    def guarded_more(self, what, dst, a, which):
        way = getattr(self, "guarded_" + what)
        way(dst, a, which)

    def guarded_branch(self, dst, a, _which):
        v = self.new("i32", "and i32 {0}, 1", self.guarded_value(a))
        c = self.new("i1", "icmp eq i32 {0}, 0", v)
        t, j = self.f.block("odd"), self.f.block("even")
        self.fork(c, t, j)
        self.at = t
        self.set(dst, "add i32 {0}, 5", self.v(dst))
        self.jump(j)
        self.at = j

    def guarded_switch(self, dst, a, _which):
        v = self.new("i32", "and i32 {0}, 3", self.guarded_value(a))
        one, two, j = (self.f.block(n) for n in ("one", "two", "done"))
        self.at.end = ("switch i32 {0}, label %%%s [ i32 1, label %%%s "
                       "i32 2, label %%%s ]" % (j.name, one.name, two.name),
                       [v], [j, one, two])
        for block, n in ((one, 11), (two, 13)):
            self.at = block
            self.set(dst, "mul i32 {0}, %d" % n, self.v(dst))
            self.jump(j)
        self.at = j

    def guarded_divisor(self, dst, a, which):
        d = self.new("i32", "or i32 {0}, 1", self.guarded_value(a))
        self.set(dst, "%s i32 {0}, {1}" % ("udiv", "urem")[which],
                 self.v(dst), d)

    def guarded_index(self, dst, a, which):
        at = self.element("%mine", self.index(self.guarded_value(a), 7))
        if which:
            self.do(None, "store i32 {0}, %s {1}, align 4" % G, self.v(dst),
                    at)
        else:
            self.set(dst, "load i32, %s {0}, align 4" % G, at)

    def guarded_select(self, dst, a, _which):
        v = self.guarded_value(a)
        c = self.new("i1", "icmp slt i32 {0}, {1}", v, self.v(a))
        self.set(dst, "select i1 {0}, i32 {1}, i32 {2}", c, v, self.v(dst))

    def guarded_vector(self, dst, a, _which):
        lane = self.new("i32", "and i32 {0}, 3", self.guarded_value(a))
        v = self.new(QUAD, "insertelement %s zeroinitializer, i32 {0}, i32 "
                     "{1}" % QUAD, self.v(dst), lane)
        self.set(dst, "extractelement %s {0}, i32 {1}" % QUAD, v, lane)

    def guarded_pointer(self):
        return self.guard.pointers[self.side] if self.guard else "%mine"

    def guarded_atomic(self, dst, a, which):
        self.set(dst, "atomicrmw %s %s {0}, i32 {1}%s monotonic, align 4"
                 % (("add", "xchg")[which], G, self.target["scope"]),
                 self.guarded_pointer(), self.v(a))

    def guarded_call(self, _dst, a, _which):
        self.do(None, "call void @bump(%s {0}, i32 {1})" % G,
                self.guarded_pointer(), self.v(a))

    def guarded_volatile(self, dst, a, which):
        at = self.guarded_pointer()
        if which:
            self.do(None, "store volatile i32 {0}, %s {1}, align 4" % G,
                    self.v(a), at)
        else:
            self.set(dst, "load volatile i32, %s {0}, align 4" % G, at)

    def guarded_float(self, dst, _a, which):
        at = self.guarded_pointer()
        v = self.new("float", "load float, %s {0}, align 4" % G, at)
        v = self.new("float", "%s float {0}, 2.0" % ("fadd", "fmul")[which], v)
        self.set(dst, "call i32 @llvm.fptosi.sat.i32.f32(float {0})", v)

    def guarded_copy(self, _dst, _a, which):
        s, name = self.target["stack"], self.target["stack name"]
        self.do(None, "call void @llvm.memcpy.%s.p1.i64(%s align 4 "
                "%%private%d, %s align 4 {0}, i64 16, i1 false)"
                % (name, s, which, G), self.guarded_pointer())

    # ---- where threads meet, in uniform flow -----------------------------

    def warp(self, op, dst, a):
        v = self.v(a)
        c = self.new("i1", "icmp slt i32 {0}, 9", v)
        made = (self.wave if self.target is targets.TARGETS["amdgcn"]
                else self.warp32)(op, v, c)
        self.set(dst, "xor i32 {0}, {1}", made, self.v(dst))

    def wave(self, op, v, c):
        """Operations of a warp of AMDGPU."""
        if op in ("ballot", "any", "all", "sum"):
            n = self.new("i64", "call i64 @llvm.amdgcn.ballot.i64(i1 {0})", c)
            return self.new("i32", "trunc i64 {0} to i32", n)
        if op == "first":
            return self.new("i32", "call i32 @llvm.amdgcn.readfirstlane.i32"
                            "(i32 {0})", v)
        if op == "read":
            return self.new("i32", "call i32 @llvm.amdgcn.readlane.i32(i32 "
                            "{0}, i32 5)", v)
        if op == "pull":
            at = self.new("i32", "xor i32 %tid, 4")
            at = self.new("i32", "shl i32 {0}, 2", at)
            return self.new("i32", "call i32 @llvm.amdgcn.ds.bpermute(i32 "
                            "{0}, i32 {1})", at, v)
        low = self.new("i32", "call i32 @llvm.amdgcn.mbcnt.lo(i32 {0}, i32 "
                       "0)", v)
        return self.new("i32", "call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 "
                        "{0})", low)

    def warp32(self, op, v, c):
        """Operations of a warp of NVPTX."""
        all_ = self.new("i32", "call i32 @llvm.nvvm.activemask()")
        if op == "ballot":
            return self.new("i32", "call i32 @llvm.nvvm.vote.ballot.sync(i32 "
                            "{0}, i1 {1})", all_, c)
        if op in ("any", "all"):
            n = self.new("i1", "call i1 @llvm.nvvm.vote.%s.sync(i32 {0}, i1 "
                         "{1})" % op, all_, c)
            return self.new("i32", "zext i1 {0} to i32", n)
        if op == "mbcnt":
            return self.new("i32", "call i32 @llvm.nvvm.read.ptx.sreg.laneid"
                            "()")
        # Groups of eight lanes, because none of these is incomplete in a warp.
        way, n, clamp = {"first": ("idx", 0, 31), "read": ("idx", 5, 31),
                         "pull": ("bfly", 4, 31), "sum": ("down", 3, 0x181f)
                         }[op]
        return self.new("i32", "call i32 @llvm.nvvm.shfl.sync.%s.i32(i32 {0},"
                        " i32 {1}, i32 %d, i32 %d)" % (way, n, clamp), all_, v)
