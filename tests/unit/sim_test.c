/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The simulator: thread blocks, their memory, and their faults. */
#include "sim_kit.h"

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

/* What is added is poison, and memory becomes undefined under the lock. */
static void test_doubtful_atomics(void **state)
{
	struct ran r;

	(void)state;
	ready(&r,
	      KERNEL("ptr addrspace(1) %out",
		     "  %bad = add nuw i32 -1, 1\n"
		     "  %old = atomicrmw add ptr addrspace(1) %out, i32 %bad "
		     "monotonic\n"
		     "  ret void\n"),
	      "grid=50 block=100 out=i32[1]:zero");
	r.options.workers = 3;
	go(&r);
	assert_int_equal(r.result.fault.kind, CVG_F_NONE);
	assert_int_not_equal(cvg_image_arg(r.image, 0)->undefined[0], 0);
	ran_done(&r);
}

/* An array whose length differs from thread to thread. */
static void test_dynamic_alloca(void **state)
{
	struct ran r;

	(void)state;
	run_ok(&r,
	       KERNEL("ptr addrspace(1) %out",
		      "  %n = add i32 %tid, 1\n"
		      "  %a = alloca i32, i32 %n, align 4, addrspace(5)\n"
		      "  %last = getelementptr i32, ptr addrspace(5) %a, "
		      "i32 %tid\n"
		      "  store i32 %n, ptr addrspace(5) %last\n"
		      "  %v = load i32, ptr addrspace(5) %last\n" STORE_OUT(
			      "%v")),
	       OUT64);
	for (uint32_t i = 0; i < 64; i++)
		assert_int_equal(at32(&r, 0, i), i + 1);
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

/* The body of a kernel in which the variable %a has lived, and its array. */
#define AFTER_LIFE(lines)                                                   \
	KERNEL("ptr addrspace(1) %out",                                     \
	       "  %a = alloca i32, align 4, addrspace(5)\n"                 \
	       "  %b = alloca i32, align 4, addrspace(5)\n"                 \
	       "  call void @llvm.lifetime.start.p5(i64 4, ptr "            \
	       "addrspace(5) %a)\n"                                         \
	       "  store i32 7, ptr addrspace(5) %a\n"                       \
	       "  call void @llvm.lifetime.end.p5(i64 4, ptr addrspace(5) " \
	       "%a)\n" lines)                                               \
	"declare void @llvm.lifetime.start.p5(i64, ptr addrspace(5))\n"     \
	"declare void @llvm.lifetime.end.p5(i64, ptr addrspace(5))\n"       \
	"declare void @llvm.memcpy.p5.p5.i32(ptr addrspace(5), ptr "        \
	"addrspace(5), i32, i1)\n"

#define COPY_DEAD                                                      \
	"  call void @llvm.memcpy.p5.p5.i32(ptr addrspace(5) %b, ptr " \
	"addrspace(5) %a, i32 4, i1 false)\n"
#define BRANCH_ON(variable)                                \
	"  %v = load i32, ptr addrspace(5) " variable "\n" \
	"  %c = icmp eq i32 %v, 7\n"                       \
	"  br i1 %c, label %x, label %y\n"                 \
	"x:\n  ret void\n"                                 \
	"y:\n  ret void\n"

/* A variable that lives no more may be loaded, which gives poison. It may not be
 * written. */
static void test_lifetimes(void **state)
{
	struct ran r;

	(void)state;
	run_ok(&r,
	       AFTER_LIFE("  %v = load i32, ptr addrspace(5) %a\n"
			  "  %never = icmp ugt i32 %tid, 63\n"
			  "  %s = select i1 %never, i32 %v, i32 "
			  "%tid\n" STORE_OUT("%s")),
	       OUT64);
	assert_int_equal(at32(&r, 0, 5), 5);
	ran_done(&r);
	run_ok(&r,
	       AFTER_LIFE(COPY_DEAD "  store i32 %tid, ptr addrspace(5) %b\n"
				    "  %v = load i32, ptr addrspace(5) "
				    "%b\n" STORE_OUT("%v")),
	       OUT64);
	assert_int_equal(at32(&r, 0, 5), 5);
	ran_done(&r);
	expect_fault(AFTER_LIFE(BRANCH_ON("%a")), OUT64, CVG_F_UNDEF_BRANCH);
	expect_fault(AFTER_LIFE(COPY_DEAD BRANCH_ON("%b")), OUT64,
		     CVG_F_UNDEF_BRANCH);
	expect_fault(AFTER_LIFE("  store i32 1, ptr addrspace(5) %a\n"
				"  ret void\n"),
		     OUT64, CVG_F_FREED);
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

/* The one fault of a large grid is found, whichever worker runs it. */
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
	r.options.races = CVG_RACES_STOP;
	go(&r);
	assert_int_equal(r.result.fault.kind, CVG_F_RACE);
	ran_done(&r);
	ready(&r, REVERSE, "grid=1 block=256 out=i32[256]:zero");
	r.options.races = CVG_RACES_STOP;
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

UNIT_TESTS(sim_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_barrier),
		cmocka_unit_test(test_workers),
		cmocka_unit_test(test_blocks_that_talk),
		cmocka_unit_test(test_atomics),
		cmocka_unit_test(test_doubtful_atomics),
		cmocka_unit_test(test_dynamic_alloca),
		cmocka_unit_test(test_memory_faults),
		cmocka_unit_test(test_undefined),
		cmocka_unit_test(test_lifetimes),
		cmocka_unit_test(test_promises),
		cmocka_unit_test(test_control_faults),
		cmocka_unit_test(test_fault_on_many_workers),
		cmocka_unit_test(test_races),
		cmocka_unit_test(test_stop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
