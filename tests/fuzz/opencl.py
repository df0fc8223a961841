# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels in OpenCL C, for what a compiler makes of a source and gen.py
does not write: variables with a scope (and lifetime markers), debug records,
loops, switches and gotos as each optimization level leaves them.

Gotos lead into loops, switches and arms, so that the flow may be irreducible.
No kernel has undefined behaviour: arithmetic is unsigned or on masked operands,
indices are masked, whatever a goto may skip is initialized at the top, and a
supply of fuel ends what could go on for ever. Threads meet, at barriers and in
operations of a warp, only at the top level of kernels that never return early.
"""

import random
import re

SHAPES = [(2, 64), (1, 128), (4, 32)]
LAUNCH = ("grid=%d block=%d args=any:1024,small:1024,float:1024,any:1024,"
          "float:1024,zero:256,any:1024,zero:1024,zero:1024,int:%d,int:%d,"
          "f32:0.75")

# The built-in functions of clang for each target, which need no headers and
# libraries.
TARGETS = {
    "amdgcn": """
#define THREAD __builtin_amdgcn_workitem_id_x()
#define BLOCK __builtin_amdgcn_workgroup_id_x()
#define SYNC() (__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"), \\
	__builtin_amdgcn_s_barrier(), \\
	__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup"))
#define BALLOT(c) ((uint)__builtin_amdgcn_ballot_w64(c))
#define FIRST(x) ((uint)__builtin_amdgcn_readfirstlane((int)(x)))
#define PULL(x, l) ((uint)__builtin_amdgcn_ds_bpermute( \\
	(int)((l) & LANES - 1) * 4, (int)(x)))
#define SWAP(x) ((uint)__builtin_amdgcn_ds_swizzle((int)(x), 0x041f))
""",
    "nvptx64": """
#define THREAD __nvvm_read_ptx_sreg_tid_x()
#define BLOCK __nvvm_read_ptx_sreg_ctaid_x()
#define SYNC() __syncthreads()
#define BALLOT(c) __nvvm_vote_ballot_sync(~0u, c)
#define FIRST(x) ((uint)__nvvm_shfl_sync_idx_i32(~0u, (int)(x), 0, 31))
#define PULL(x, l) ((uint)__nvvm_shfl_sync_idx_i32(~0u, (int)(x), \\
	(int)((l) & 31), 31))
#define SWAP(x) ((uint)__nvvm_shfl_sync_bfly_i32(~0u, (int)(x), 1, 31))
"""}

HEAD = """#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef uint uint4 __attribute__((ext_vector_type(4)));
typedef short short2 __attribute__((ext_vector_type(2)));
typedef struct { uint a; ushort b; float c; } cell;
%(target)s
#define THREADS %(threads)du
#define LANES (THREADS < 64 ? THREADS : 64)
#define OWN __attribute__((noinline)) static

/* A NaN is a NaN, whatever its bits; what is too large for an integer is 3. */
static uint bits(float f) { return f == f ? __builtin_astype(f, uint) : 7; }
static uint whole(double d) { return d < 1e9 && d > -1e9 ? (uint)(int)d : 3; }
OWN uint mix(uint a, uint b) { a *= 73244475; return a >> 16 ^ b; }
OWN uint walk(uint a, uint b)
{
	for (uint i = 0; i < (a & 7); ++i) {
		if (b & 1) {
			b *= 3;
			if ((int)b < 0)
				return 0 - b;
		} else {
			b >>= 1;
		}
	}
	return b;
}
OWN uint spill(__private uint *p, uint a)
{
	uint old = p[a & 7];
	if (old & 4)
		p[a >> 3 & 7] = a;
	return old;
}
OWN void bump(__global uint *p, uint v) { *p += v; }
OWN uint swap(uint *p, uint v) { uint old = *p; *p = v; return old; }

__kernel __attribute__((reqd_work_group_size(THREADS, 1, 1)))
void %(name)s(__global uint *restrict any, __global uint *small,
	__global float *fin, __global uint *out, __global float *fout,
	__global uint *count, __global cell *cells, __global uint *res,
	__global float *fres, uint n, uint m, float f)
{
	uint tid = THREAD, bid = BLOCK, gid = bid * THREADS + tid;
	__global uint *mine = out + 8 * gid;
	__global float *fmine = fout + 8 * gid;
	__global cell *mycell = cells + 2 * gid;
%(shared)s	uint *where = (uint *)mine;
	uint stack[8];
	uint x0 = tid, x1 = any[gid], x2 = any[7 * gid & 1023], x3 = bid ^ n;
	uint x4 = n + m, x5 = small[gid];
	ulong l0 = (ulong)x1 << 31, l1 = x2;
	uchar c0 = (uchar)x1;
	short s0 = (short)x2;
	float f0 = fin[gid], f1 = f0 + f, f2 = (float)tid;
	half h0 = (half)(float)(x5 & 63);
	double d0 = (double)f0;
	uint4 v0 = (uint4)(x0, x1, x2, x3);
	short2 w0 = (short2)(s0, 5);
	int fuel = %(fuel)d;
%(loops)s	for (uint i = 0; i < 8; ++i)
		stack[i] = any[gid + i & 1023];
	for (uint i = 0; i < 4; ++i)
		shared[i] = x1 + i;
"""

TAIL = """	res[8 * gid] = x0 ^ x5;
	res[8 * gid + 1] = x1 + c0;
	res[8 * gid + 2] = x2 + (uint)s0;
	res[8 * gid + 3] = x3 ^ (uint)(l0 ^ l0 >> 32);
	res[8 * gid + 4] = x4 ^ (uint)l1;
	res[8 * gid + 5] = v0.x ^ v0.y ^ v0.z ^ v0.w;
	res[8 * gid + 6] = stack[n & 7] + whole((double)(float)h0) + whole(d0);
	fres[8 * gid] = f0;
	fres[8 * gid + 1] = f1 + f2 + (float)w0.x + (float)w0.y;
}
"""

SHARED = """	__local uint tile[4 * THREADS];
	__local uint *shared = tile + 4 * tid;
"""
ALONE = "\tuint shared[4];\n"

ARITHMETIC = ["+", "-", "*", "&", "|", "^", "<<", ">>"]
# The atomic operations by bank of counters, chosen so that the order of
# threads does not matter.
ATOMICS = ["add", "max", "xor", "or"]
SPOT = "@"       # a goto or a label may come here
SPOT_OUT = "@@"  # only a goto
DEEPEST = 3


class Source:
    """Writes a kernel, line by line."""

    def __init__(self, rng):
        self.rng = rng
        self.loops = 0
        self.labels = 0
        self.alone = rng.random() < 0.3  # threads are independent
        self.returns = self.alone or rng.random() < 0.4

    # ---- expressions: every one an unsigned int ---------------------------

    def x(self):
        return "x%d" % self.rng.randrange(6)

    def value(self, depth=2):
        rng = self.rng
        if depth == 0 or rng.random() < 0.3:
            return rng.choice([self.x(), self.x(), self.x(), "tid", "n",
                               "%du" % rng.choice([0, 1, 3, 7, 100, 0x5bd1e995])])
        a, b = self.value(depth - 1), self.value(depth - 1)
        way = rng.randrange(9)
        if way < 3:
            return "(%s %s %s)" % (a, rng.choice(ARITHMETIC), b)
        if way == 3:
            return self.signed(a, b)
        if way == 4:
            return "(%s ? %s : %s)" % (self.condition(0), a, b)
        if way == 5:
            return "%s(%s, %s)" % (rng.choice(["mix", "walk"]), a, b)
        return rng.choice([
            "any[%s & 1023]", "small[%s & 1023]", "mine[%s & 7]",
            "stack[%s & 7]", "shared[%s & 3]", "mycell[%s & 1].a",
            "(uint)mycell[%s & 1].b", "((__global uchar *)mine)[%s & 31]",
            "((uint)s0 + %s)", "((uint)c0 * %s)", "((uint)(l0 >> 9) ^ %s)",
            "((uint)l1 - %s)", "(v0.y + %s)", "((uint)w0.x & %s)",
            "(bits(f0) ^ %s)", "(whole(d0) + %s)", "spill(stack, %s)",
            "(whole((double)(float)h0) | %s)", "(*where ^ %s)",
            "swap(where, %s)", "*(volatile __global uint *)&mine[%s & 7]",
        ]) % a

    def signed(self, a, b):
        """Signed operations that never overflow or trap."""
        return self.rng.choice([
            "(uint)((int)(%s & 65535) * (int)(%s & 32767))",
            "(uint)((int)(%s & 0xffffff) + (int)(%s & 0xffffff))",
            "(uint)((int)%s / (int)(%s & 7 | 1))", "%s / (%s & 15 | 1)",
            "%s %% (%s & 7 | 1)", "(uint)((int)%s >> (int)(%s & 31))"]) % (
                a, b) if self.rng.random() < 0.8 else "(~%s - %s)" % (a, b)

    def condition(self, depth=1):
        rng = self.rng
        way = rng.randrange(8)
        if way == 0:
            return "(n & %d)" % (1 << rng.randrange(3))
        if way == 1:
            return "f%d %s f%d" % (rng.randrange(3), rng.choice("<>"),
                                   rng.randrange(3))
        if way == 2 and depth:
            return "(%s %s %s)" % (self.condition(0), rng.choice(
                ["&&", "||"]), self.condition(0))
        if way < 6:
            return "(%s & %d)%s" % (self.value(depth),
                                    rng.choice([1, 2, 4, 12]),
                                    rng.choice(["", " == 0", " != 0"]))
        return "%s%s %s %s" % (*rng.choice([("(int)", self.x()),
                                            ("", self.x())]),
                               rng.choice(["<", ">", "==", "!="]),
                               rng.choice(["7", "20", self.x() + " % 32"]))

    # ---- statements ------------------------------------------------------

    def simple(self):
        rng, v = self.rng, self.value
        return [rng.choice([
            lambda: "%s = %s;" % (self.x(), v(3)),
            lambda: "%s %s= %s;" % (self.x(), rng.choice("+-^"), v()),
            lambda: "%s = %s;" % (self.x(), v(3)),
            lambda: "l%d = l%d %s %s;" % (rng.randrange(2), rng.randrange(2),
                                          rng.choice("+*^"), v()),
            lambda: "c0 %s= (uchar)%s;" % (rng.choice("+-^"), v()),
            lambda: "s0 = (short)%s;" % v(),
            lambda: "f%d = f%d %s %s;" % (
                rng.randrange(3), rng.randrange(3), rng.choice("+-*/"),
                rng.choice(["f1", "f2", "2.5f", "(float)" + self.x(),
                            "fin[%s & 1023]" % v(1),
                            "mycell[1].c"])),
            lambda: "h0 = h0 %s (half)(float)(%s & 15);" % (
                rng.choice("+-*"), v(1)),
            lambda: "d0 = d0 * 0.5 %s (double)%s;" % (rng.choice("+-"),
                                                      self.x()),
            lambda: "v0 = v0.%s %s (uint4)(%s);" % (
                rng.choice(["yzwx", "xxyy", "wzyx"]), rng.choice("+^*"),
                v(1)),
            lambda: "v0.%s = %s;" % (rng.choice("xyzw"), v()),
            lambda: "w0 = w0.yx ^ (short2)((short)%s);" % v(1),
            lambda: "mine[%s & 7] = %s;" % (v(1), v()),
            lambda: "fmine[%s & 7] = f%d;" % (v(1), rng.randrange(3)),
            lambda: "stack[%s & 7] = %s;" % (v(1), v()),
            lambda: "shared[%s & 3] = %s;" % (v(1), v()),
            lambda: "((__global uchar *)mine)[%s & 31] = (uchar)%s;"
            % (v(1), v(1)),
            lambda: "((__global uint4 *)mine)[%s & 1] %s= v0;"
            % (v(1), rng.choice("+^")),
            lambda: "mycell[%s & 1] = mycell[%s & 1];" % (v(1), v(1)),
            lambda: "mycell[%s & 1].b = (ushort)%s;" % (v(1), v(1)),
            lambda: "bump(&mine[%s & 7], %s);" % (v(1), v(1)),
            lambda: "where = %s ? (uint *)&mine[%s & 7] : (uint *)&shared"
            "[%s & 3];" % (self.condition(0), v(1), v(1)),
            lambda: "where = (uint *)&stack[%s & 7];" % v(1),
            lambda: "*where = %s;" % v(),
            lambda: self.atomic(),
        ])()]

    def atomic(self):
        bank = self.rng.randrange(len(ATOMICS))
        return ("__scoped_atomic_fetch_%s(&count[%d + (%s & 63)], %s, "
                "__ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);"
                % (ATOMICS[bank], 64 * bank, self.value(1), self.value(1)))

    def body(self, depth, loop, switch=False):
        lines = []
        for _ in range(self.rng.randint(1, 3)):
            lines += [SPOT] + self.statement(depth, loop, switch)
        return lines

    def statement(self, depth, loop, switch=False):
        """A statement. `loop`: the statement stands in a loop; `switch`: a
        break would leave a switch."""
        rng = self.rng
        ways = ["simple"] * 4
        if depth < DEEPEST:
            ways += ["if_", "alike", "alike", "for_", "while_", "switch",
                     "scope"]
        if loop or switch:
            ways += ["leave"]
        if self.returns:
            ways += ["give_up"] if rng.random() < 0.4 else []
        way = rng.choice(ways)
        if way == "leave":
            words = ["break"] + ["continue"] * loop
            return ["if (%s) %s;" % (self.condition(), rng.choice(words))]
        if way in ("simple", "give_up"):
            return getattr(self, way)()
        return getattr(self, way)(depth + 1, loop, switch)

    def give_up(self):
        return ["if (%s) { mine[7] = %s; return; }"
                % (self.condition(), self.x())]

    def if_(self, depth, loop, switch):
        lines = ["if (%s) {" % self.condition()]
        lines += self.body(depth, loop, switch)
        if self.rng.random() < 0.5:
            lines += ["} else {"] + self.body(depth, loop, switch)
        return lines + ["}"]

    def alike(self, depth, loop, switch):
        """Two arms that are the same but for their variables."""
        rate = self.rng.choice([0, 0.1, 0.3])
        arm = self.body(depth, loop, switch)
        other = [re.sub(r"\bx\d\b", lambda x: self.x() if self.rng.random() <
                        rate else x.group(), line) for line in arm]
        return ["if (%s) {" % self.condition(), *arm, "} else {", *other, "}"]

    def for_(self, depth, _, __):
        i = "i%d" % self.loops
        self.loops += 1
        head = "for (%s = 0; %s < (%s & %d); ++%s) {" % (
            i, i, self.value(1), 7 if depth < 2 else 3, i)
        return [head, *self.body(depth, True), "x%d += %s;" % (
            self.rng.randrange(6), i), "}"]

    def while_(self, depth, _, __):
        more = "%s && fuel-- > 0" % self.condition()
        body = self.body(depth, True)
        if self.rng.random() < 0.5:
            return ["while (%s) {" % more, *body, "}"]
        return ["do {", *body, "} while (%s);" % more]

    def switch(self, depth, loop, _):
        cases = self.rng.sample(range(8), self.rng.randint(2, 5))
        lines = ["switch (%s & 7) {" % self.value(1)]
        for case in cases:
            lines += ["case %d:" % case, *self.body(depth, loop, True)]
            lines += ["break;"] if self.rng.random() < 0.7 else []
        if self.rng.random() < 0.6:
            lines += ["default:", *self.body(depth, loop, True)]
        return lines + ["}"]

    def scope(self, depth, loop, switch):
        """A scope with an array of its own: no goto leads into the scope, some
        lead out."""
        self.labels += 1
        t = "t%d" % self.labels
        inner = self.body(depth, loop, switch)
        return ["{", "uint %s[4] = { x0, %s, x2, %s };"
                % (t, self.value(1), self.x()),
                "%s[%s & 3] = %s;" % (t, self.value(1), self.value()),
                *[SPOT_OUT if line == SPOT else line for line in inner],
                "%s ^= %s[%s & 3];" % (self.x(), t, self.value(1)), "}"]

    # ---- the kernel ------------------------------------------------------

    def together(self):
        """A statement that all threads run together."""
        rng, x = self.rng, self.x
        if rng.random() < 0.4:
            return ["shared[0] = %s;" % x(), "SYNC();",
                    "%s ^= tile[(tid + 13) %% THREADS * 4];" % x(), "SYNC();"]
        op = rng.choice(["BALLOT((%s & 3) == 0)", "FIRST(%s)", "SWAP(%s)",
                         "PULL(%%s, %s)" % x()])
        return ["%s += %s;" % (x(), op % x())]

    def chunk(self):
        lines = []
        for _ in range(self.rng.randint(2, 4)):
            lines += [SPOT] + self.statement(0, False)
        return self.gotos(lines)

    def gotos(self, lines):
        """Labels and jumps to them in the spots."""
        rng = self.rng
        spots = [i for i, line in enumerate(lines) if line == SPOT]
        ways = spots + [i for i, line in enumerate(lines) if line == SPOT_OUT]
        labels, at = [], {}
        if rng.random() < 0.4:
            for i in rng.sample(spots, min(len(spots), rng.randint(1, 3))):
                self.labels += 1
                labels.append("L%d" % self.labels)
                at[i] = "%s:;" % labels[-1]
            for i in rng.sample(ways, min(len(ways), rng.randint(1, 4))):
                at[i] = at.get(i, "") + "if (%s && fuel-- > 0) goto %s;" % (
                    self.condition(), rng.choice(labels))
        return [at.get(i, line) for i, line in enumerate(lines)
                if not line.startswith(SPOT) or i in at]

    def text(self):
        lines = []
        for _ in range(self.rng.randint(1, 3)):
            lines += self.chunk()
            if not self.returns and self.rng.random() < 0.6:
                lines += self.together()
        return "\n".join(lines) + "\n"


def kernel(seed, target):
    """The kernel for this seed: its text, and the words of its launch."""
    rng = random.Random("opencl %d" % seed)
    blocks, threads = rng.choice(SHAPES if target == "nvptx64" else SHAPES[:2])
    source = Source(rng)
    body = source.text()
    loops = "".join("\tuint i%d = 0;\n" % i for i in range(source.loops))
    head = HEAD % {"target": TARGETS[target], "threads": threads,
                   "name": "k%d" % seed, "fuel": rng.choice([5, 12, 24]),
                   "loops": loops,
                   "shared": ALONE if source.alone else SHARED}
    launch = LAUNCH % (blocks, threads, rng.randrange(8), rng.randrange(100))
    return head + body + TAIL, launch
