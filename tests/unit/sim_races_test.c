/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Data races, and runs whose warps are preempted. */
#include "sim_kit.h"

#define LDS "@lds = internal addrspace(3) global [256 x i32] undef\n"

/* Each thread passes its number to the one opposite, with what `between` is between
 * the store and the load. */
#define PASS(between)                                                        \
	KERNEL("ptr addrspace(1) %out",                                      \
	       "  %a = getelementptr i32, ptr addrspace(3) @lds, i32 %tid\n" \
	       "  store i32 %tid, ptr addrspace(3) %a\n" between             \
	       "  %r = sub i32 255, %tid\n"                                  \
	       "  %b = getelementptr i32, ptr addrspace(3) @lds, i32 %r\n"   \
	       "  %v = load i32, ptr addrspace(3) %b\n" STORE_OUT("%v"))     \
	LDS

#define BARRIER	  "  call void @llvm.amdgcn.s.barrier()\n"
#define OUT256	  "grid=1 block=256 out=i32[256]:zero"
#define NEIGHBOUR "grid=40 block=1 out=i32[41]:zero"

/* Each block reads what the next one writes. */
static const char neighbour[] =
	KERNEL("ptr addrspace(1) %out",
	       "  %b = call i32 @llvm.amdgcn.workgroup.id.x()\n"
	       "  %at = getelementptr i32, ptr addrspace(1) %out, i32 %b\n"
	       "  %next = getelementptr i32, ptr addrspace(1) %at, i32 1\n"
	       "  %old = load i32, ptr addrspace(1) %next\n"
	       "  %new = add i32 %old, 1\n"
	       "  store i32 %new, ptr addrspace(1) %at\n"
	       "  ret void\n");

static uint64_t hash_of(const struct ran *r)
{
	const struct cvg_buffer *b = cvg_image_arg(r->image, 0);
	uint64_t h = 0;

	for (uint64_t i = 0; i < b->bytes; i++)
		h = (h ^ b->data[i]) * UINT64_C(0x100000001b3);
	return h;
}

static void list(struct ran *r, const char *text, const char *words,
		 uint32_t workers, uint64_t order)
{
	ready(r, text, words);
	r->options.races = CVG_RACES_LIST;
	r->options.workers = workers;
	r->options.order = order;
	go(r);
}

/* The list is the same whoever runs the blocks, and the run goes on. */
static void test_list(void **state)
{
	struct ran one, four;

	(void)state;
	list(&one, neighbour, NEIGHBOUR, 1, 0);
	list(&four, neighbour, NEIGHBOUR, 4, 0);
	assert_int_equal(one.result.fault.kind, CVG_F_NONE);
	assert_int_equal(one.result.counts.blocks, 40);
	assert_int_equal(one.result.nraces, 1);
	assert_int_equal(four.result.nraces, 1);
	assert_string_equal(one.result.races[0].what, "out");
	assert_int_equal(one.result.races[0].first, CVG_TOUCH_READ);
	assert_int_equal(one.result.races[0].second, CVG_TOUCH_WRITE);
	assert_int_equal(one.result.races[0].offset, 4);
	assert_int_equal(one.result.races[0].first_block[0], 0);
	assert_int_equal(one.result.races[0].block[0], 1);
	assert_memory_equal(&one.result.races[0], &four.result.races[0],
			    sizeof(struct cvg_race));
	ran_done(&one);
	ran_done(&four);
}

/* Barriers and other bytes: no race. */
static void test_none(void **state)
{
	struct ran r;

	(void)state;
	list(&r, PASS(BARRIER), OUT256, 1, 0);
	assert_int_equal(r.result.nraces, 0);
	ran_done(&r);
	list(&r, PASS(""), OUT256, 1, 0);
	assert_int_equal(r.result.nraces, 1);
	assert_string_equal(r.result.races[0].what, "@lds");
	ran_done(&r);
	list(&r,
	     KERNEL("ptr addrspace(1) %out",
		    "  %b = trunc i32 %tid to i8\n"
		    "  store i32 0, ptr addrspace(3) @lds\n" BARRIER
		    "  %p = getelementptr i8, ptr addrspace(3) @lds, i32 "
		    "%tid\n"
		    "  store i8 %b, ptr addrspace(3) %p\n" BARRIER
		    "  %v = load i32, ptr addrspace(3) @lds\n" STORE_OUT("%v"))
		     LDS,
	     "grid=1 block=4 out=i32[4]:zero", 1, 0);
	assert_int_equal(r.result.nraces, 1); /* all store 0 at the start */
	assert_int_equal(r.result.races[0].offset, 0);
	assert_int_equal(at32(&r, 0, 3), 0x03020100);
	ran_done(&r);
}

/* A preempted run of a kernel without races leaves the same memory and counts. */
static void test_preempted(void **state)
{
	struct ran plain, r;

	(void)state;
	run_ok(&plain, PASS(BARRIER), OUT256);
	for (uint64_t order = 1; order < 20; order++) {
		list(&r, PASS(BARRIER), OUT256, 1, order);
		assert_int_equal(r.result.fault.kind, CVG_F_NONE);
		assert_int_equal(hash_of(&r), hash_of(&plain));
		assert_int_equal(r.result.counts.cycles,
				 plain.result.counts.cycles);
		ran_done(&r);
	}
	ran_done(&plain);
}

/* One with races leaves something else in other orders, and the same in the same
 * order, on any number of workers. */
static void test_orders(void **state)
{
	static const char *const text[] = {PASS(""), neighbour};
	static const char *const words[] = {
		"grid=3 block=256 out=i32[256]:zero", NEIGHBOUR};

	(void)state;
	for (int k = 0; k < 2; k++) {
		uint64_t first = 0;
		uint32_t others = 0;

		for (uint64_t order = 1; order < 10; order++) {
			struct ran one, four;

			list(&one, text[k], words[k], 1, order);
			list(&four, text[k], words[k], 4, order);
			assert_int_equal(hash_of(&one), hash_of(&four));
			first = order == 1 ? hash_of(&one) : first;
			others += hash_of(&one) != first;
			ran_done(&one);
			ran_done(&four);
		}
		assert_true(others > 0);
	}
}

UNIT_TESTS(sim_races_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_list),
		cmocka_unit_test(test_none),
		cmocka_unit_test(test_preempted),
		cmocka_unit_test(test_orders),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
