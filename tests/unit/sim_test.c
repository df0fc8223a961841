/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The machine: where lanes go, what they find in memory, how they fail. */
#include "sim_kit.h"

/* ---- reconvergence --------------------------------------------------- */

/* Store what the lane has at out[tid]. */
#define STORE_OUT(value)                                                 \
	"  %tid64 = zext i32 %tid to i64\n"                              \
	"  %at = getelementptr i32, ptr addrspace(1) %out, i64 %tid64\n" \
	"  store i32 " value ", ptr addrspace(1) %at\n"                  \
	"  ret void\n"

#define OUT64 "grid=1 block=64 out=i32[64]:zero"

static void test_diamond(void **state)
{
	struct ran r;

	(void)state;
	run_ok(&r,
	       KERNEL("ptr addrspace(1) %out",
		      "  %odd = and i32 %tid, 1\n"
		      "  %c = icmp eq i32 %odd, 0\n"
		      "  br i1 %c, label %a, label %b\n"
		      "a:\n  %x = mul i32 %tid, 3\n  br label %join\n"
		      "b:\n  %y = sub i32 7, %tid\n  br label %join\n"
		      "join:\n"
		      "  %v = phi i32 [ %x, %a ], [ %y, %b ]\n" STORE_OUT(
			      "%v")),
	       OUT64);
	for (uint32_t i = 0; i < 64; i++)
		assert_int_equal(at32(&r, 0, i), i % 2 ? 7 - i : i * 3);
	assert_int_equal(r.result.counts.divergent_branches, 1);
	assert_int_equal(r.result.counts.divergent_warps, 1);
	assert_int_equal(r.result.counts.max_depth, 3);
	/* the join is run once, by all lanes */
	assert_int_equal(r.result.counts.fns[0].block_warps[3], 1);
	assert_int_equal(r.result.counts.fns[0].block_lanes[3], 64);
	assert_int_equal(r.result.counts.fns[0].block_lanes[1], 32);
	ran_done(&r);
}

/* Lanes leave a loop one by one, with what they counted. */
static void test_loop(void **state)
{
	struct ran r;

	(void)state;
	run_ok(&r,
	       KERNEL("ptr addrspace(1) %out",
		      "  br label %loop\n"
		      "loop:\n"
		      "  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]\n"
		      "  %sum = phi i32 [ 0, %entry ], [ %sum1, %loop ]\n"
		      "  %sum1 = add i32 %sum, %i\n"
		      "  %i1 = add i32 %i, 1\n"
		      "  %more = icmp ule i32 %i1, %tid\n"
		      "  br i1 %more, label %loop, label %done\n"
		      "done:\n" STORE_OUT("%sum1")),
	       OUT64);
	for (uint32_t i = 0; i < 64; i++)
		assert_int_equal(at32(&r, 0, i), i * (i + 1) / 2);
	/* no entry a trip: the loop replaces what it leaves */
	assert_int_equal(r.result.counts.max_depth, 2);
	assert_int_equal(r.result.counts.fns[0].block_warps[1], 64);
	assert_int_equal(r.result.counts.fns[0].block_warps[2], 1);
	ran_done(&r);
}

/* LIN, figure 1: with short circuits, B5 is not a post-dominator. */
static void test_unstructured(void **state)
{
	struct ran r;

	(void)state;
	run_ok(&r,
	       KERNEL("ptr addrspace(1) %out",
		      "  %c1 = icmp ult i32 %tid, 16\n"
		      "  br i1 %c1, label %b4, label %b2\n"
		      "b2:\n"
		      "  %c2 = icmp ult i32 %tid, 32\n"
		      "  br i1 %c2, label %b4, label %b3\n"
		      "b3:\n"
		      "  %c3 = icmp ult i32 %tid, 48\n"
		      "  br i1 %c3, label %b4, label %b5\n"
		      "b4:\n"
		      "  %p = phi i32 [ 1, %entry ], [ 2, %b2 ], [ 3, %b3 ]\n"
		      "  br label %b5\n"
		      "b5:\n"
		      "  %v = phi i32 [ 9, %b3 ], [ %p, %b4 ]\n" STORE_OUT(
			      "%v")),
	       OUT64);
	for (uint32_t i = 0; i < 64; i++)
		assert_int_equal(at32(&r, 0, i), i < 48 ? 1 + i / 16 : 9);
	assert_int_equal(r.result.counts.fns[0].block_warps[3], 3);
	assert_int_equal(r.result.counts.fns[0].block_warps[4], 1);
	ran_done(&r);
}

/* Two entries into a loop, and lanes that return early. */
static void test_irreducible(void **state)
{
	struct ran r;

	(void)state;
	run_ok(&r,
	       KERNEL("ptr addrspace(1) %out",
		      "  %odd = trunc i32 %tid to i1\n"
		      "  %none = icmp eq i32 %tid, 5\n"
		      "  br i1 %none, label %gone, label %go\n"
		      "gone:\n  ret void\n"
		      "go:\n  br i1 %odd, label %x, label %y\n"
		      "x:\n"
		      "  %n = phi i32 [ 0, %go ], [ %m1, %y ]\n"
		      "  %n1 = add i32 %n, 1\n"
		      "  %xe = icmp uge i32 %n1, %tid\n"
		      "  br i1 %xe, label %out1, label %y\n"
		      "y:\n"
		      "  %m = phi i32 [ 100, %go ], [ %n1, %x ]\n"
		      "  %m1 = add i32 %m, 1\n"
		      "  %ye = icmp uge i32 %m1, %tid\n"
		      "  br i1 %ye, label %out1, label %x\n"
		      "out1:\n"
		      "  %v = phi i32 [ %n1, %x ], [ %m1, %y ]\n" STORE_OUT(
			      "%v")),
	       OUT64);
	for (uint32_t i = 0; i < 64; i++)
		assert_int_equal(at32(&r, 0, i), i == 5	      ? 0
						 : i % 2 == 0 ? 101
							      : i);
	ran_done(&r);
}

static void test_switch(void **state)
{
	struct ran r;

	(void)state;
	run_ok(&r,
	       KERNEL("ptr addrspace(1) %out",
		      "  %k = and i32 %tid, 7\n"
		      "  switch i32 %k, label %d [ i32 0, label %a\n"
		      "    i32 3, label %b\n    i32 5, label %a ]\n"
		      "a:\n  %pa = phi i32 [ 10, %entry ], [ 10, %entry ]\n"
		      "  br label %d\n"
		      "b:\n  br label %d\n"
		      "d:\n  %v = phi i32 [ 1, %entry ], [ %pa, %a ], "
		      "[ 30, %b ]\n" STORE_OUT("%v")),
	       OUT64);
	for (uint32_t i = 0; i < 64; i++)
		assert_int_equal(at32(&r, 0, i), i % 8 == 3 ? 30
						 : i % 8 == 0 || i % 8 == 5
							 ? 10
							 : 1);
	assert_int_equal(r.result.counts.divergent_branches, 1);
	ran_done(&r);
}

/* Lanes that an assertion could have kept apart meet before the barrier. */
static void test_joins_before_traps(void **state)
{
	struct ran r;

	(void)state;
	run_ok(&r,
	       KERNEL("ptr addrspace(1) %out",
		      "  %odd = trunc i32 %tid to i1\n"
		      "  br i1 %odd, label %a, label %join\n"
		      "a:\n"
		      "  %bad = icmp ugt i32 %tid, 1000\n"
		      "  br i1 %bad, label %never, label %join\n"
		      "never:\n"
		      "  call void @llvm.trap()\n"
		      "  unreachable\n"
		      "join:\n"
		      "  call void @llvm.amdgcn.s.barrier()\n" STORE_OUT(
			      "%tid")) "declare void @llvm.trap()\n",
	       OUT64);
	assert_int_equal(r.result.counts.fns[0].block_warps[3], 1);
	ran_done(&r);
}

/* A value made in a loop must stay what it was for lanes that left. */
static void test_lanes_keep_values(void **state)
{
	struct ran r;

	(void)state;
	run_ok(&r,
	       KERNEL("ptr addrspace(1) %out",
		      "  br label %head\n"
		      "head:\n"
		      "  %i = phi i32 [ 0, %entry ], [ %i1, %latch ]\n"
		      "  %sq = mul i32 %i, %i\n"
		      "  %i1 = add i32 %i, 1\n"
		      "  %hit = icmp eq i32 %i, %tid\n"
		      "  br i1 %hit, label %found, label %latch\n"
		      "latch:\n"
		      "  %end = icmp eq i32 %i1, 40\n"
		      "  br i1 %end, label %miss, label %head\n"
		      "found:\n  br label %join\n"
		      "miss:\n  br label %join\n"
		      "join:\n"
		      "  %v = phi i32 [ %sq, %found ], [ -1, %miss "
		      "]\n" STORE_OUT("%v")),
	       OUT64);
	for (uint32_t i = 0; i < 64; i++)
		assert_int_equal(at32(&r, 0, i), i < 40 ? i * i : UINT32_MAX);
	ran_done(&r);
}

/* ---- calls ----------------------------------------------------------- */

static void test_recursion(void **state)
{
	struct ran r;

	(void)state;
	run_ok(&r,
	       KERNEL("ptr addrspace(1) %out",
		      "  %n = and i32 %tid, 7\n"
		      "  %v = call i32 @fact(i32 %n)\n" STORE_OUT(
			      "%v")) "define i32 @fact(i32 %n) {\n"
				     "  %z = icmp eq i32 %n, 0\n"
				     "  br i1 %z, label %one, label %more\n"
				     "one:\n  ret i32 1\n"
				     "more:\n  %m = sub i32 %n, 1\n"
				     "  %f = call i32 @fact(i32 %m)\n"
				     "  %g = mul i32 %f, %n\n"
				     "  ret i32 %g\n}\n",
	       OUT64);
	for (uint32_t i = 0; i < 64; i++) {
		uint32_t f = 1;

		for (uint32_t k = 2; k <= (i & 7); k++)
			f *= k;
		assert_int_equal(at32(&r, 0, i), f);
	}
	ran_done(&r);
}

static void test_indirect_call(void **state)
{
	struct ran r;

	(void)state;
	run_ok(&r,
	       KERNEL("ptr addrspace(1) %out",
		      "  %odd = trunc i32 %tid to i1\n"
		      "  %f = select i1 %odd, ptr @twice, ptr @square\n"
		      "  %v = call i32 %f(i32 %tid)\n" STORE_OUT(
			      "%v")) "define i32 @twice(i32 %n) {\n  %r = mul "
				     "i32 %n, 2\n"
				     "  ret i32 %r\n}\n"
				     "define i32 @square(i32 %n) {\n  %r = mul "
				     "i32 %n, %n\n"
				     "  ret i32 %r\n}\n",
	       OUT64);
	for (uint32_t i = 0; i < 64; i++)
		assert_int_equal(at32(&r, 0, i), i % 2 ? 2 * i : i * i);
	ran_done(&r);
}

/* ---- blocks ---------------------------------------------------------- */

#define REVERSE                                                              \
	KERNEL("ptr addrspace(1) %out",                                      \
	       "  %a = getelementptr i32, ptr addrspace(3) @lds, i32 %tid\n" \
	       "  store i32 %tid, ptr addrspace(3) %a\n"                     \
	       "  call void @llvm.amdgcn.s.barrier()\n"                      \
	       "  %r = sub i32 255, %tid\n"                                  \
	       "  %b = getelementptr i32, ptr addrspace(3) @lds, i32 %r\n"   \
	       "  %v = load i32, ptr addrspace(3) %b\n" STORE_OUT("%v"))     \
	"@lds = internal addrspace(3) global [256 x i32] undef\n"

static void test_barrier(void **state)
{
	struct ran r;

	(void)state;
	for (uint64_t seed = 1; seed <= 8; seed++) {
		ready(&r, REVERSE, "grid=3 block=256 out=i32[256]:zero");
		r.options.seed = seed;
		go(&r);
		assert_int_equal(r.result.fault.kind, CVG_F_NONE);
		for (uint32_t i = 0; i < 256; i++)
			assert_int_equal(at32(&r, 0, i), 255 - i);
		assert_int_equal(r.result.counts.barriers, 3 * 4);
		ran_done(&r);
	}
}

/* The same image and the same counts on one worker and on many. */
static void test_workers(void **state)
{
	static const char text[] = KERNEL(
		"ptr addrspace(1) %out",
		"  %b = call i32 @llvm.amdgcn.workgroup.id.x()\n"
		"  %b64 = mul i32 %b, 64\n"
		"  %g = add i32 %b64, %tid\n"
		"  %g64 = zext i32 %g to i64\n"
		"  %at = getelementptr i32, ptr addrspace(1) %out, i64 %g64\n"
		"  %old = load i32, ptr addrspace(1) %at\n"
		"  %c = icmp slt i32 %old, 50\n"
		"  br i1 %c, label %a, label %z\n"
		"a:\n  %w = mul i32 %old, %g\n"
		"  store i32 %w, ptr addrspace(1) %at\n  br label %z\n"
		"z:\n  ret void\n");
	static const char words[] =
		"grid=100 block=64 out=i32[6400]:random(0,100)";
	struct ran one, four;

	(void)state;
	run_ok(&one, text, words);
	ready(&four, text, words);
	four.options.workers = 4;
	go(&four);
	assert_int_equal(four.result.workers, 4);
	assert_memory_equal(cvg_image_arg(one.image, 0)->data,
			    cvg_image_arg(four.image, 0)->data, 6400 * 4);
	assert_int_equal(one.result.counts.insts, four.result.counts.insts);
	assert_int_equal(one.result.counts.cycles, four.result.counts.cycles);
	assert_int_equal(one.result.counts.divergent_branches,
			 four.result.counts.divergent_branches);
	ran_done(&one);
	ran_done(&four);
}

/* Each block adds one to what the block before it left: only in order. */
static void test_blocks_that_talk(void **state)
{
	static const char text[] = KERNEL(
		"ptr addrspace(1) %out",
		"  %b = call i32 @llvm.amdgcn.workgroup.id.x()\n"
		"  %at = getelementptr i32, ptr addrspace(1) %out, i32 %b\n"
		"  %old = load i32, ptr addrspace(1) %at\n"
		"  %new = add i32 %old, 1\n"
		"  %to = getelementptr i32, ptr addrspace(1) %at, i32 1\n"
		"  store i32 %new, ptr addrspace(1) %to\n"
		"  ret void\n");
	struct ran r;

	(void)state;
	ready(&r, text, "grid=200 block=1 out=i32[201]:zero");
	r.options.workers = 4;
	go(&r);
	for (uint32_t i = 0; i <= 200; i++)
		assert_int_equal(at32(&r, 0, i), i);
	assert_int_equal(r.result.counts.blocks, 200);
	assert_int_equal(r.result.counts.fns[0].block_warps[0], 200);
	ran_done(&r);
}

static void test_atomics(void **state)
{
	struct ran r;

	(void)state;
	ready(&r,
	      KERNEL("ptr addrspace(1) %out",
		     "  %old = atomicrmw add ptr addrspace(1) %out, i32 2 "
		     "monotonic\n"
		     "  ret void\n"),
	      "grid=50 block=100 out=i32[1]:zero");
	r.options.workers = 3;
	go(&r);
	assert_int_equal(r.result.fault.kind, CVG_F_NONE);
	assert_int_equal(at32(&r, 0, 0), 10000);
	ran_done(&r);
}

/* ---- faults ---------------------------------------------------------- */

static void test_memory_faults(void **state)
{
	(void)state;
	expect_fault(KERNEL("ptr addrspace(1) %out", STORE_OUT("%tid")),
		     "grid=1 block=64 out=i32[63]:zero", CVG_F_OUT_OF_BOUNDS);
	expect_fault(KERNEL("ptr addrspace(1) %out", STORE_OUT("%tid")),
		     "grid=1 block=64 out=null", CVG_F_NULL);
	expect_fault(KERNEL("ptr addrspace(1) %out",
			    "  %p = getelementptr i8, ptr addrspace(1) %out, "
			    "i64 1\n"
			    "  store i32 1, ptr addrspace(1) %p, align 4\n"
			    "  ret void\n"),
		     OUT64, CVG_F_MISALIGNED);
	expect_fault(
		KERNEL("ptr addrspace(1) %out",
		       "  %p = addrspacecast ptr addrspace(4) @k4 to ptr\n"
		       "  store i32 1, ptr %p\n  ret void\n") "@k4 = internal "
							      "addrspace(4) "
							      "constant i32 "
							      "7\n",
		OUT64, CVG_F_READ_ONLY);
}

static void test_undefined(void **state)
{
	(void)state;
	expect_fault(KERNEL("ptr addrspace(1) %out",
			    "  %v = load i32, ptr addrspace(1) %out\n"
			    "  %c = icmp eq i32 %v, 0\n"
			    "  br i1 %c, label %a, label %a2\n"
			    "a:\n  ret void\n"
			    "a2:\n  ret void\n"),
		     "grid=1 block=64 out=i32[64]:undefined",
		     CVG_F_UNDEF_BRANCH);
	expect_fault(KERNEL("ptr addrspace(1) %out",
			    "  %v = add nuw i32 %tid, -1\n"
			    "  %c = icmp eq i32 %v, 0\n"
			    "  br i1 %c, label %a, label %a2\n"
			    "a:\n  ret void\n"
			    "a2:\n  ret void\n"),
		     OUT64, CVG_F_POISON_BRANCH);
	expect_fault(KERNEL("ptr addrspace(1) %out",
			    "  %v = shl i32 1, 40\n"
			    "  %p = getelementptr i32, ptr addrspace(1) %out, "
			    "i32 %v\n"
			    "  store i32 1, ptr addrspace(1) %p\n"
			    "  ret void\n"),
		     OUT64, CVG_F_POISON_ADDRESS);
	expect_fault(KERNEL("ptr addrspace(1) %out",
			    "  %v = udiv i32 %tid, %tid\n" STORE_OUT("%v")),
		     OUT64, CVG_F_DIVISION);
}

#define LOAD_PROMISED(promise, lines)                                      \
	KERNEL("ptr addrspace(1) %out",                                    \
	       "  %v = load i32, ptr addrspace(1) %out, " promise "\n"     \
	       "  %p = getelementptr i32, ptr addrspace(1) %out, i32 %v\n" \
	       "  store i32 %tid, ptr addrspace(1) %p\n  ret void\n")      \
	lines

/* What a load promises of its value and does not keep. */
static void test_promises(void **state)
{
	static const char two[] = LOAD_PROMISED(
		"!range !0", "!0 = !{i32 0, i32 4, i32 60, i32 64}\n");
	struct ran r;

	(void)state;
	run_ok(&r, two, "grid=1 block=64 out=i32[64]:fill(3)");
	ran_done(&r);
	run_ok(&r, two, "grid=1 block=64 out=i32[64]:fill(60)");
	ran_done(&r);
	expect_fault(two, "grid=1 block=64 out=i32[64]:fill(4)",
		     CVG_F_POISON_ADDRESS);
	expect_fault(LOAD_PROMISED("!range !0, !noundef !1",
				   "!0 = !{i32 0, i32 4}\n!1 = !{}\n"),
		     "grid=1 block=64 out=i32[64]:fill(4)",
		     CVG_F_POISON_OPERAND);
}

static void test_control_faults(void **state)
{
	(void)state;
	expect_fault(KERNEL("ptr addrspace(1) %out",
			    "  %c = icmp ult i32 %tid, 10\n"
			    "  br i1 %c, label %a, label %b\n"
			    "a:\n  call void @llvm.amdgcn.s.barrier()\n"
			    "  br label %b\n"
			    "b:\n  ret void\n"),
		     OUT64, CVG_F_BARRIER);
	expect_fault(KERNEL("ptr addrspace(1) %out",
			    "  br label %a\na:\n  br label %a\n"),
		     OUT64, CVG_F_ENDLESS);
	expect_fault(KERNEL("ptr addrspace(1) %out", "  unreachable\n"), OUT64,
		     CVG_F_UNREACHABLE);
}

/* The one fault of a large grid is found, whoever runs it. */
static void test_fault_on_many_workers(void **state)
{
	struct ran r;

	(void)state;
	ready(&r,
	      KERNEL("ptr addrspace(1) %out",
		     "  %b = call i32 @llvm.amdgcn.workgroup.id.x()\n"
		     "  %at = getelementptr i32, ptr addrspace(1) %out, i32 "
		     "%b\n"
		     "  store i32 1, ptr addrspace(1) %at\n"
		     "  ret void\n"),
	      "grid=100 block=1 out=i32[77]:zero");
	r.options.workers = 3;
	go(&r);
	assert_int_equal(r.result.fault.kind, CVG_F_OUT_OF_BOUNDS);
	assert_int_equal(r.result.fault.block[0], 77);
	assert_int_equal(r.result.counts.blocks, 78);
	ran_done(&r);
}

static void test_races(void **state)
{
	static const char text[] =
		KERNEL("ptr addrspace(1) %out",
		       "  %a = getelementptr i32, ptr addrspace(3) @lds, "
		       "i32 %tid\n"
		       "  store i32 %tid, ptr addrspace(3) %a\n"
		       "  %r = sub i32 63, %tid\n"
		       "  %b = getelementptr i32, ptr addrspace(3) @lds, "
		       "i32 %r\n"
		       "  %v = load i32, ptr addrspace(3) %b\n" STORE_OUT(
			       "%v")) "@lds = internal addrspace(3) global [64 "
				      "x i32] undef\n";
	struct ran r;

	(void)state;
	ready(&r, text, OUT64);
	r.options.races = true;
	go(&r);
	assert_int_equal(r.result.fault.kind, CVG_F_RACE);
	ran_done(&r);
	ready(&r, REVERSE, "grid=1 block=256 out=i32[256]:zero");
	r.options.races = true;
	go(&r);
	assert_int_equal(r.result.fault.kind, CVG_F_NONE);
	ran_done(&r);
}

/* ---- stopping -------------------------------------------------------- */

static bool stop_at_once(void *context, double done)
{
	(void)context;
	(void)done;
	return false;
}

static void test_stop(void **state)
{
	struct ran r;

	(void)state;
	ready(&r,
	      KERNEL("ptr addrspace(1) %out",
		     "  br label %a\na:\n  br label %a\n"),
	      OUT64);
	r.options.tick = stop_at_once;
	r.options.max_steps = UINT64_MAX / 2;
	go(&r);
	assert_true(r.result.stopped);
	assert_int_equal(r.result.fault.kind, CVG_F_NONE);
	ran_done(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_diamond),
		cmocka_unit_test(test_loop),
		cmocka_unit_test(test_unstructured),
		cmocka_unit_test(test_irreducible),
		cmocka_unit_test(test_switch),
		cmocka_unit_test(test_joins_before_traps),
		cmocka_unit_test(test_lanes_keep_values),
		cmocka_unit_test(test_recursion),
		cmocka_unit_test(test_indirect_call),
		cmocka_unit_test(test_barrier),
		cmocka_unit_test(test_workers),
		cmocka_unit_test(test_blocks_that_talk),
		cmocka_unit_test(test_atomics),
		cmocka_unit_test(test_memory_faults),
		cmocka_unit_test(test_undefined),
		cmocka_unit_test(test_promises),
		cmocka_unit_test(test_control_faults),
		cmocka_unit_test(test_fault_on_many_workers),
		cmocka_unit_test(test_races),
		cmocka_unit_test(test_stop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
