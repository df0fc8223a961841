/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The simulator: convergence tokens say which lanes run an operation together. */
#include "sim_kit.h"

#define TOKENS                                                    \
	"declare token @llvm.experimental.convergence.entry()\n"  \
	"declare token @llvm.experimental.convergence.anchor()\n" \
	"declare token @llvm.experimental.convergence.loop()\n"   \
	"declare i64 @llvm.amdgcn.ballot.i64(i1)\n"               \
	"declare i64 @llvm.ctpop.i64(i64)\n"

#define TOKEN_KERNEL(body)                                                   \
	AMD_TID TOKENS                                                       \
		"define amdgpu_kernel void @k(ptr addrspace(1) %out) "       \
		"convergent {\nentry:\n"                                     \
		"  %e = call token @llvm.experimental.convergence.entry()\n" \
		"  %tid = call i32 @llvm.amdgcn.workitem.id.x()\n" body "}\n"

/* How many lanes run it together. */
#define GATHERED(name, token)                                         \
	"  %" name "w = call i64 @llvm.amdgcn.ballot.i64(i1 true) [ " \
	"\"convergencectrl\"(token " token ") ]\n"                    \
	"  %" name "c = call i64 @llvm.ctpop.i64(i64 %" name "w)\n"   \
	"  %" name " = trunc i64 %" name "c to i32\n"

/* b4 is entered over three ways in three entries of the stack; all 48 lanes that
 * come there have the token of the entry, so that they run the ballot together. */
static void test_joins_ways(void **state)
{
	struct ran r;

	(void)state;
	run_ok(&r,
	       TOKEN_KERNEL(
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
		       "  %q = mul i32 %p, 1000\n" GATHERED(
			       "n", "%e") "  %s = add i32 %q, %n\n"
					  "  br label %b5\n"
					  "b5:\n"
					  "  %v = phi i32 [ 9, %b3 ], [ %s, "
					  "%b4 ]\n" STORE_OUT("%v")),
	       OUT64);
	for (uint32_t i = 0; i < 64; i++)
		assert_int_equal(at32(&r, 0, i),
				 i < 48 ? 1000 * (1 + i / 16) + 48 : 9);
	ran_done(&r);
}

/* Lanes leave the loop in different rounds and wait at its exit, which is the
 * post-dominator. With the token of the heart, lane groups of one round meet; with
 * that of the entry, all do. */
static void run_loop(struct ran *r, bool heart)
{
	static const char both[][2048] = {
#define LOOP(token)                                                 \
	TOKEN_KERNEL(                                               \
		"  %stay = lshr i32 %tid, 4\n"                      \
		"  br label %head\n"                                \
		"head:\n"                                           \
		"  %i = phi i32 [ 0, %entry ], [ %i1, %head ]\n"    \
		"  %h = call token @llvm.experimental.convergence." \
		"loop() [ \"convergencectrl\"(token %e) ]\n"        \
		"  %i1 = add i32 %i, 1\n"                           \
		"  %leave = icmp eq i32 %i, %stay\n"                \
		"  br i1 %leave, label %exit, label %head\n"        \
		"exit:\n" GATHERED(                                 \
			"n", token) "  %r = mul i32 %i, 100\n"      \
				    "  %v = add i32 %r, %n\n" STORE_OUT("%v"))
		LOOP("%e"), LOOP("%h")};

	run_ok(r, both[heart], OUT64);
}

static void test_splits_rounds(void **state)
{
	struct ran r;

	(void)state;
	run_loop(&r, true);
	for (uint32_t i = 0; i < 64; i++)
		assert_int_equal(at32(&r, 0, i), i / 16 * 100 + 16);
	ran_done(&r);
	run_loop(&r, false);
	for (uint32_t i = 0; i < 64; i++)
		assert_int_equal(at32(&r, 0, i), i / 16 * 100 + 64);
	ran_done(&r);
}

/* In each round of a loop, lanes come to s over a or over b, in two entries; those of
 * one round meet, and lanes that have left the loop are not waited for. */
static void test_rounds_over_two_ways(void **state)
{
	struct ran r;

	(void)state;
	run_ok(&r,
	       TOKEN_KERNEL(
		       "  %odd = and i32 %tid, 1\n"
		       "  %c = icmp eq i32 %odd, 0\n"
		       "  %rounds = lshr i32 %tid, 4\n"
		       "  br label %head\n"
		       "head:\n"
		       "  %i = phi i32 [ 0, %entry ], [ %i1, %latch ]\n"
		       "  %sum = phi i32 [ 0, %entry ], [ %sum1, %latch ]\n"
		       "  %h = call token @llvm.experimental.convergence."
		       "loop() [ \"convergencectrl\"(token %e) ]\n"
		       "  br i1 %c, label %a, label %b\n"
		       "a:\n"
		       "  %ca = icmp eq i32 %tid, 0\n"
		       "  br i1 %ca, label %latch, label %s\n"
		       "b:\n"
		       "  %cb = icmp eq i32 %tid, 1\n"
		       "  br i1 %cb, label %latch, label %s\n"
		       "s:\n" GATHERED(
			       "n",
			       "%h") "  br label %latch\n"
				     "latch:\n"
				     "  %m = phi i32 [ 0, %a ], [ 0, %b ], [ "
				     "%n, %s ]\n"
				     "  %sum1 = add i32 %sum, %m\n"
				     "  %i1 = add i32 %i, 1\n"
				     "  %again = icmp ule i32 %i1, %rounds\n"
				     "  br i1 %again, label %head, label "
				     "%done\n"
				     "done:\n" STORE_OUT("%sum1")),
	       OUT64);
	for (uint32_t i = 0; i < 64; i++) {
		/* 62 lanes in the first round, then 48, 32, 16 */
		uint32_t want = 62;

		for (uint32_t k = 1; k <= i / 16; k++)
			want += 64 - 16 * k;
		assert_int_equal(at32(&r, 0, i), i < 2 ? 0 : want);
	}
	ran_done(&r);
}

/* The lanes that call a function together make its entry's token together, although
 * both sides of a branch call it; an anchor takes those that come together. */
static void test_calls_and_anchors(void **state)
{
	struct ran r;

	(void)state;
	run_ok(&r,
	       TOKEN_KERNEL(
		       "  %c = icmp ult i32 %tid, 24\n"
		       "  br i1 %c, label %a, label %b\n"
		       "a:\n"
		       "  %x = call i32 @f() [ \"convergencectrl\"(token %e) "
		       "]\n"
		       "  br label %join\n"
		       "b:\n"
		       "  %t = call token @llvm.experimental.convergence."
		       "anchor()\n"
		       "  %y = call i32 @f() [ \"convergencectrl\"(token %t) "
		       "]\n"
		       "  br label %join\n"
		       "join:\n"
		       "  %v = phi i32 [ %x, %a ], [ %y, %b ]\n" STORE_OUT(
			       "%v") "}\ndefine i32 @f() convergent {\n"
				     "  %e = call token "
				     "@llvm.experimental.convergence.entry()"
				     "\n" GATHERED("n", "%e") "  ret i32 %n\n"),
	       OUT64);
	for (uint32_t i = 0; i < 64; i++)
		assert_int_equal(at32(&r, 0, i), i < 24 ? 24 : 40);
	ran_done(&r);
}

/* A call that lanes reach over two ways is one call, with one frame: its ballot has
 * them all. A lane that has returned meanwhile is not waited for. */
static void test_call_over_two_ways(void **state)
{
	struct ran r;

	(void)state;
	run_ok(&r,
	       TOKEN_KERNEL(
		       "  %c = icmp ult i32 %tid, 24\n"
		       "  br i1 %c, label %a, label %b\n"
		       "a:\n"
		       "  %ca = icmp ult i32 %tid, 8\n"
		       "  br i1 %ca, label %gone, label %s\n"
		       "b:\n"
		       "  %cb = icmp ult i32 %tid, 60\n"
		       "  br i1 %cb, label %s, label %join\n"
		       "gone:\n"
		       "  ret void\n"
		       "s:\n"
		       "  %w = phi i32 [ 100, %a ], [ 200, %b ]\n"
		       "  %x = call i32 @f(i32 %w) [ "
		       "\"convergencectrl\"(token %e) ]\n"
		       "  %s1 = add i32 %x, %w\n"
		       "  br label %join\n"
		       "join:\n"
		       "  %v = phi i32 [ 1, %b ], [ %s1, %s ]\n" STORE_OUT(
			       "%v") "}\ndefine i32 @f(i32 %w) convergent {\n"
				     "  %e = call token "
				     "@llvm.experimental.convergence.entry()"
				     "\n" GATHERED("n",
						   "%e") "  %m = add i32 %n, "
							 "%w\n  ret i32 %m\n"),
	       OUT64);
	for (uint32_t i = 0; i < 64; i++)
		assert_int_equal(at32(&r, 0, i), i < 8	  ? 0
						 : i < 24 ? 52 + 200
						 : i < 60 ? 52 + 400
							  : 1);
	ran_done(&r);
}

/* The same in a timed run, and where warps are preempted. */
static void test_timed_and_preempted(void **state)
{
	struct ran r;

	(void)state;
	run_loop(&r, true);
	r.options.timed = true;
	go(&r);
	assert_int_equal(r.result.fault.kind, CVG_F_NONE);
	assert_true(r.result.counts.timed_cycles > 0);
	r.options.timed = false;
	r.options.order = 7;
	go(&r);
	assert_int_equal(r.result.fault.kind, CVG_F_NONE);
	for (uint32_t i = 0; i < 64; i++)
		assert_int_equal(at32(&r, 0, i), i / 16 * 100 + 16);
	ran_done(&r);
}

UNIT_TESTS(sim_tokens_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_joins_ways),
		cmocka_unit_test(test_splits_rounds),
		cmocka_unit_test(test_rounds_over_two_ways),
		cmocka_unit_test(test_calls_and_anchors),
		cmocka_unit_test(test_call_over_two_ways),
		cmocka_unit_test(test_timed_and_preempted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
