/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The simulator: the ways that the lanes of a warp take, and their values. */
#include "sim_kit.h"

/* ---- reconvergence --------------------------------------------------- */

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

/* ---- a warp followed ---------------------------------------------------- */

#define EVEN UINT64_C(0x5555555555555555)

static void trace_done(struct ran *r, struct cvg_trace *t)
{
	free(t->steps.at);
	free(t->entries.at);
	ran_done(r);
}

static void expect_entry(const struct cvg_trace *t, uint32_t step, uint32_t k,
			 uint64_t mask, uint32_t fn, uint32_t block,
			 uint32_t reconv)
{
	const struct cvg_trace_entry *e =
		&t->entries.at[t->steps.at[step].stack_at + k];

	assert_true(e->mask == mask);
	assert_int_equal(e->fn, fn);
	assert_int_equal(e->block, block);
	assert_int_equal(e->reconv, reconv);
}

/* Blocks 0 entry, 1 a, 2 b, 3 join; the true side runs first. */
static void test_trace_stacks(void **state)
{
	static const uint32_t blocks[] = {0, 1, 2, 3}, depths[] = {1, 3, 2, 1};
	struct cvg_trace t = {.stacks = true};
	struct ran r;

	(void)state;
	ready(&r,
	      KERNEL("ptr addrspace(1) %out",
		     "  %odd = trunc i32 %tid to i1\n"
		     "  br i1 %odd, label %a, label %b\n"
		     "a:\n  br label %join\n"
		     "b:\n  br label %join\n"
		     "join:\n  ret void\n"),
	      OUT64);
	r.options.trace = &t;
	go(&r);
	assert_int_equal(t.total, 4);
	assert_int_equal(t.steps.n, 4);
	for (uint32_t i = 0; i < 4; i++) {
		assert_int_equal(t.steps.at[i].block, blocks[i]);
		assert_int_equal(t.steps.at[i].depth, depths[i]);
	}
	assert_true(t.steps.at[1].mask == ~EVEN);
	expect_entry(&t, 0, 0, UINT64_MAX, 0, 0, CVG_NONE);
	expect_entry(&t, 1, 0, UINT64_MAX, 0, 3, CVG_NONE);
	expect_entry(&t, 1, 1, EVEN, 0, 2, 3);
	expect_entry(&t, 1, 2, ~EVEN, 0, 1, 3);
	expect_entry(&t, 2, 1, EVEN, 0, 2, 3);
	trace_done(&r, &t);
}

/* Lane i leaves after trip i + 1: entry, 64 trips, done. */
static void test_trace_part(void **state)
{
	struct cvg_trace t = {.from = 10, .limit = 3};
	struct ran r;

	(void)state;
	ready(&r,
	      KERNEL("ptr addrspace(1) %out",
		     "  br label %loop\n"
		     "loop:\n"
		     "  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]\n"
		     "  %i1 = add i32 %i, 1\n"
		     "  %more = icmp ule i32 %i1, %tid\n"
		     "  br i1 %more, label %loop, label %done\n"
		     "done:\n  ret void\n"),
	      OUT64);
	r.options.trace = &t;
	go(&r);
	assert_int_equal(t.total, 66);
	assert_int_equal(t.steps.n, 3);
	assert_int_equal(t.entries.n, 0);
	for (uint32_t i = 0; i < 3; i++) {
		/* step 10 is the tenth trip: nine lanes have left */
		assert_true(t.steps.at[i].mask == UINT64_MAX << (9 + i));
		assert_true(t.steps.at[i].stack_at == SIZE_MAX);
	}
	trace_done(&r, &t);
}

static void test_trace_calls(void **state)
{
	struct cvg_trace t = {.block = 1, .warp = 1, .stacks = true};
	struct ran r;

	(void)state;
	ready(&r,
	      KERNEL("ptr addrspace(1) %out",
		     "  call void @f()\n  ret void\n") "define void @f() {\n  "
						       "ret void\n}\n",
	      "grid=2 block=96 out=i32[1]:zero");
	r.options.trace = &t;
	go(&r);
	assert_int_equal(t.steps.n, 2);
	assert_int_equal(t.steps.at[1].fn, 1);
	assert_int_equal(t.steps.at[1].depth, 2);
	/* the second warp of 96 threads has 32 */
	expect_entry(&t, 1, 0, UINT32_MAX, 0, 0, CVG_NONE);
	expect_entry(&t, 1, 1, UINT32_MAX, 1, 0, CVG_NONE);
	trace_done(&r, &t);
}

/* A jump to where an address says, out of a table of addresses of blocks. */
static void test_indirect_branch(void **state)
{
	struct ran r;

	(void)state;
	run_ok(&r,
	       AMD_TID
	       "@to = internal addrspace(4) constant [3 x ptr] [ptr "
	       "blockaddress(@k, %a), ptr blockaddress(@k, %b), ptr "
	       "blockaddress(@k, %c)]\n"
	       "define amdgpu_kernel void @k(ptr addrspace(1) %out) {\n"
	       "entry:\n"
	       "  %tid = call i32 @llvm.amdgcn.workitem.id.x()\n"
	       "  %which = urem i32 %tid, 3\n"
	       "  %p = getelementptr ptr, ptr addrspace(4) @to, i32 %which\n"
	       "  %next = load ptr, ptr addrspace(4) %p\n"
	       "  indirectbr ptr %next, [label %c, label %a, label %b]\n"
	       "a:\n  br label %end\n"
	       "b:\n  br label %end\n"
	       "c:\n  br label %end\n"
	       "end:\n"
	       "  %v = phi i32 [ 10, %a ], [ 20, %b ], [ 30, %c ]\n" STORE_OUT(
		       "%v") "}\n",
	       OUT64);
	for (uint32_t i = 0; i < 64; i++)
		assert_int_equal(at32(&r, 0, i), 10 * (i % 3 + 1));
	ran_done(&r);
}

UNIT_TESTS(sim_flow_test)
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
		cmocka_unit_test(test_indirect_branch),
		cmocka_unit_test(test_trace_stacks),
		cmocka_unit_test(test_trace_part),
		cmocka_unit_test(test_trace_calls),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
