/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The scoreboard: times worked out by hand from src/cost/costs.def. gfx9:
 * arithmetic 4, 64-bit index 16, global access 320 of which 16 to issue,
 * jump and return 16, branch 28. sm_70: arithmetic 4 of which 2 to issue.
 */
#include "sim_kit.h"

static void timed(struct ran *r, const char *text, const char *words)
{
	ready(r, text, words);
	r->options.timed = true;
	go(r);
	assert_int_equal(r->result.fault.kind, CVG_F_NONE);
	assert_true(r->result.counts.timed);
}

static void expect_times(const char *text, const char *words, uint64_t cycles,
			 uint64_t stalls, uint64_t memory)
{
	struct ran r;

	timed(&r, text, words);
	assert_int_equal(r.result.counts.stalls, stalls);
	assert_int_equal(r.result.counts.memory_stalls, memory);
	assert_int_equal(r.result.counts.timed_cycles, cycles);
	assert_int_equal(r.result.counts.max_warp_timed, cycles);
	ran_done(&r);
}

#define AT_TID(name, of)                                                  \
	"  %" name " = getelementptr i32, ptr addrspace(1) %" of ", i32 " \
	"%tid\n"

/*
 * tid 0-4, gep 4-20, load 20-36 (ready 340), y 36-40, z waits 40 to 340 and
 * is issued until 344, store 344-360, return 360-376.
 */
#define ONE_LOAD                                          \
	AT_TID("p", "out")                                \
	"  %x = load i32, ptr addrspace(1) %p, align 4\n" \
	"  %y = add i32 %tid, 1\n"                        \
	"  %z = add i32 %x, %y\n"                         \
	"  store i32 %z, ptr addrspace(1) %p, align 4\n"  \
	"  ret void\n"

static void test_first_use_waits(void **state)
{
	struct ran r;

	(void)state;
	expect_times(KERNEL("ptr addrspace(1) %out", ONE_LOAD), OUT64, 376, 300,
		     300);
	/* without a scoreboard all latencies are summed, and still are */
	timed(&r, KERNEL("ptr addrspace(1) %out", ONE_LOAD), OUT64);
	assert_int_equal(r.result.counts.cycles,
			 4 + 16 + 320 + 4 + 4 + 320 + 16);
	/* %z is the fifth instruction */
	assert_int_equal(r.result.counts.fns[0].stalls[4], 300);
	r.options.timed = false;
	go(&r);
	assert_false(r.result.counts.timed);
	assert_int_equal(r.result.counts.timed_cycles, 0);
	assert_int_equal(r.result.counts.stalls, 0);
	ran_done(&r);
}

/* The second of two loads is under way while the first is waited for: 36-52,
 * ready 356; x+y waits 52 to 356. What is only another name waits for nothing:
 * the truncation neither. */
static void test_loads_overlap(void **state)
{
	(void)state;
	expect_times(KERNEL("ptr addrspace(1) %out",
			    AT_TID("p", "out") "  %x = load i32, ptr "
					       "addrspace(1) %p, align 4\n"
					       "  %y = load i32, ptr "
					       "addrspace(1) %p, align 4\n"
					       "  %low = trunc i32 %x to i16\n"
					       "  %s = add i32 %x, %y\n"
					       "  %t = add i16 %low, 1\n"
					       "  ret void\n"),
		     OUT64, 356 + 4 + 4 + 16, 304, 304);
}

/* The branch is for the load's result: 36 and a comparison at 340-344. */
static void test_branch_waits(void **state)
{
	(void)state;
	expect_times(
		KERNEL("ptr addrspace(1) %out",
		       AT_TID("p", "out") "  %x = load i32, ptr addrspace(1) "
					  "%p, align 4\n"
					  "  %c = icmp eq i32 %x, 5\n"
					  "  br i1 %c, label %a, label %b\n"
					  "a:\n  br label %b\n"
					  "b:\n  ret void\n"),
		OUT64, 344 + 28 + 16, 304, 304);
}

/* A store is waited for by the fence alone: 20-36, through at 340; the fence
 * takes 4 to issue. */
static void test_fence_waits(void **state)
{
	(void)state;
	expect_times(
		KERNEL("ptr addrspace(1) %out",
		       AT_TID("p", "out") "  store i32 1, ptr addrspace(1) %p, "
					  "align 4\n"
					  "  fence syncscope(\"workgroup\") "
					  "release\n"
					  "  ret void\n"),
		OUT64, 340 + 4 + 16, 304, 304);
	expect_times(KERNEL("ptr addrspace(1) %out",
			    AT_TID("p", "out") "  store i32 1, ptr "
					       "addrspace(1) %p, align 4\n"
					       "  ret void\n"),
		     OUT64, 36 + 16, 0, 0);
}

/*
 * A load a trip that the next trip uses. entry: tid 0-4, gep 4-20, jump 20-36.
 * Trip: three phis 12; add of the last trip's load; load 16; add, icmp 8;
 * branch 28. Trip 1: 36-48, add 48-52, load 52-68 (ready 372), 68-76, branch
 * 76-104. Trip 2: phis 104-116; the add waits 116 to 372, then 372-376, load
 * 376-392 (ready 696), 400, branch 428. Trip 3: 440; waits 256 to 696, 700,
 * load 716, 724, branch 752, return 768.
 */
static void test_phis_wait_later(void **state)
{
	(void)state;
	expect_times(
		KERNEL("ptr addrspace(1) %out",
		       AT_TID("p",
			      "out") "  br label %loop\n"
				     "loop:\n"
				     "  %i = phi i32 [ 0, %entry ], [ %i1, "
				     "%loop ]\n"
				     "  %old = phi i32 [ 0, %entry ], [ %x, "
				     "%loop ]\n"
				     "  %sum = phi i32 [ 0, %entry ], [ %sum1, "
				     "%loop ]\n"
				     "  %sum1 = add i32 %sum, %old\n"
				     "  %x = load i32, ptr addrspace(1) %p, "
				     "align 4\n"
				     "  %i1 = add i32 %i, 1\n"
				     "  %more = icmp ult i32 %i1, 3\n"
				     "  br i1 %more, label %loop, label %done\n"
				     "done:\n  ret void\n"),
		OUT64, 768, 512, 512);
}

/* 64 lines for 64 lanes, where 4 would do: 60 cycles more to issue and until
 * the result is there. */
static void test_lines_cost(void **state)
{
	(void)state;
	expect_times(KERNEL("ptr addrspace(1) %out",
			    "  %at = mul i32 %tid, 16\n" /* 4-8 */
			    "  %p = getelementptr i32, ptr addrspace(1) %out, "
			    "i32 %at\n" /* 8-24 */
			    "  %x = load i32, ptr addrspace(1) %p, align 4\n"
			    "  %y = add i32 %x, 1\n"
			    "  ret void\n"),
		     "grid=1 block=64 out=i32[1024]:zero", 24 + 380 + 4 + 16,
		     304, 304);
}

/* Lanes 32 words apart want one bank: 32 passes for each half of the warp,
 * where one would do. Shared: 50 cycles, 4 to issue; index 4. */
static void test_passes_cost(void **state)
{
	(void)state;
	expect_times(KERNEL("ptr addrspace(1) %out",
			    "  %at = mul i32 %tid, 32\n" /* 4-8 */
			    "  %p = getelementptr i32, ptr addrspace(3) @s, "
			    "i32 %at\n" /* 8-12 */
			    "  store i32 1, ptr addrspace(3) %p, align 4\n"
			    "  ret void\n") "@s = internal addrspace(3) global "
					    "[2048 x i32] undef\n",
		     OUT64, 12 + 4 + 62 + 16, 0, 0);
}

/* sm_70: add 0-2, ready 4; the next waits 2, and so on. */
static void test_arithmetic_waits(void **state)
{
	(void)state;
	expect_times(NV "define ptx_kernel void @k(i32 %n) {\n"
			"  %a = add i32 %n, 1\n"
			"  %b = add i32 %a, 1\n"
			"  %c = add i32 %b, 1\n"
			"  %d = add i32 %n, 2\n"
			"  ret void\n}\n",
		     "grid=1 block=32 n=1", 2 + 4 + 4 + 2 + 4, 4, 0);
}

/* What a call returns is waited for by the return: the callee's load is ready
 * at 72 + 36 + ... */
static void test_calls(void **state)
{
	struct ran r;

	(void)state;
	timed(&r,
	      KERNEL("ptr addrspace(1) %out",
		     "  %x = call i32 @f(ptr addrspace(1) %out)\n"
		     "  %y = add i32 %x, 1\n"
		     "  ret void\n") "define i32 @f(ptr addrspace(1) %p) {\n"
				     "  %x = load i32, ptr addrspace(1) %p, "
				     "align 4\n"
				     "  ret i32 %x\n}\n",
	      OUT64);
	/* tid 4, call 72, load 76-92 ready 396, return 396-412, add, return */
	assert_int_equal(r.result.counts.timed_cycles, 412 + 4 + 16);
	assert_int_equal(r.result.counts.stalls, 304);
	assert_int_equal(r.result.counts.fns[1].stalls[1], 304);
	ran_done(&r);
}

/* The same on any number of workers, and the slowest warp is one of them. */
static void test_workers(void **state)
{
	static const char words[] = "grid=40 block=128 out=i32[128]:zero";
	struct cvg_counts sums[2];

	(void)state;
	for (uint32_t i = 0; i < 2; i++) {
		struct ran r;

		ready(&r, KERNEL("ptr addrspace(1) %out", ONE_LOAD), words);
		r.options.timed = true;
		r.options.workers = i ? 4 : 1;
		go(&r);
		sums[i] = r.result.counts;
		ran_done(&r);
	}
	assert_int_equal(sums[0].timed_cycles, 80 * 376);
	assert_int_equal(sums[1].timed_cycles, 80 * 376);
	assert_int_equal(sums[0].stalls, sums[1].stalls);
	assert_int_equal(sums[0].max_warp_timed, 376);
	assert_int_equal(sums[1].max_warp_timed, 376);
}

UNIT_TESTS(timing_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_first_use_waits),
		cmocka_unit_test(test_loads_overlap),
		cmocka_unit_test(test_branch_waits),
		cmocka_unit_test(test_fence_waits),
		cmocka_unit_test(test_phis_wait_later),
		cmocka_unit_test(test_lines_cost),
		cmocka_unit_test(test_passes_cost),
		cmocka_unit_test(test_arithmetic_waits),
		cmocka_unit_test(test_calls),
		cmocka_unit_test(test_workers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
