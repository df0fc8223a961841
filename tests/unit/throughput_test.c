/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How long a launch takes, by prices that the tests make up. gfx906: 60 units of 4
 * SIMDs with 10 warps; 64 KiB of shared memory; 17.1 bytes a cycle from the L2
 * cache, 9.9 from memory; addresses take 16 cycles.
 */
#include "sim_kit.h"

#include "reconverge/graph.h"

#include <math.h>

#define STORES KERNEL("ptr addrspace(1) %out", STORE_OUT("1"))
#define FULL   "grid=600 block=256 out=i32[256]:zero"

/* Run 600 blocks of 4 warps with these prices of the only block. */
static const struct cvg_machine_counts *priced(struct ran *r, const char *words,
					       struct cvg_mprice price,
					       struct cvg_mroom room)
{
	ready(r, STORES, words);
	r->p->room = room;
	r->p->fns[0].prices = &price;
	go(r);
	r->p->fns[0].prices = NULL;
	assert_int_equal(r->result.fault.kind, CVG_F_NONE);
	return &r->result.counts.machine;
}

#define PRICE \
	{.insts = 10, .vector = 400, .scalar = 100, .waits = 1500, .vmem = 1}

/* All warps alone take 2,400 x 2,000 cycles. 8 blocks of 4 warps are resident,
 * though a unit has 10. 4 lines of 64 bytes a warp: 614,400 bytes from the cache;
 * the buffer has 1,024, which go to memory once. */
static void test_limits(void **state)
{
	struct ran r;
	const struct cvg_machine_counts *m =
		priced(&r, FULL, (struct cvg_mprice)PRICE,
		       (struct cvg_mroom){.warps = 8, .shared = NAN});

	(void)state;
	assert_true(m->priced);
	assert_false(m->assumed);
	assert_int_equal(m->insts, 24000);
	assert_int_equal(m->cycles, 4800000);
	assert_int_equal(m->waits, 3600000);
	assert_float_equal(m->resident, 32, 0);
	assert_float_equal(m->latency, 2500, 1e-9);
	assert_float_equal(m->issue, 4000, 1e-9);
	assert_float_equal(m->memory, 640, 1e-9);
	assert_float_equal(m->shared, 0, 0);
	assert_float_equal(m->launch, 4000, 1e-9);
	ran_done(&r);
}

/* Of 40 KiB of shared memory only one block fits: 4 warps are resident, and
 * latency is not hidden any more. */
static void test_shared_memory(void **state)
{
	struct ran r;
	const struct cvg_machine_counts *m =
		priced(&r, FULL, (struct cvg_mprice)PRICE,
		       (struct cvg_mroom){
			       .warps = NAN, .shared = 40960, .assumed = true});

	(void)state;
	assert_true(m->assumed);
	assert_float_equal(m->resident, 4, 0);
	assert_float_equal(m->latency, 20000, 1e-9);
	assert_float_equal(m->launch, 20000, 1e-9);
	ran_done(&r);
	/* What the launch adds counts as well: 2 x 24 KiB fit. */
	m = priced(&r, FULL " shared=8192", (struct cvg_mprice)PRICE,
		   (struct cvg_mroom){.warps = NAN, .shared = 16384});
	assert_float_equal(m->resident, 8, 0);
	ran_done(&r);
}

/* Six blocks run on six units, each alone. What is stored goes to memory, over the
 * share of all units. */
static void test_few_blocks(void **state)
{
	struct ran r;
	const struct cvg_machine_counts *m =
		priced(&r, "grid=6 block=256 out=i32[256]:zero",
		       (struct cvg_mprice){.insts = 1, .scalar = 4, .vmem = 1},
		       (struct cvg_mroom){.warps = 8, .shared = NAN});

	(void)state;
	assert_float_equal(m->resident, 4, 0);
	assert_float_equal(m->latency, 4, 1e-9);
	assert_float_equal(m->issue, 4, 1e-9);
	assert_float_equal(m->memory, 64, 1e-9);
	ran_done(&r);
}

/* Without prices nothing is said. */
static void test_none(void **state)
{
	struct ran r;

	(void)state;
	run_ok(&r, STORES, FULL);
	assert_false(r.result.counts.machine.priced);
	assert_float_equal(r.result.counts.machine.launch, 0, 0);
	ran_done(&r);
}

UNIT_TESTS(throughput_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_shared_memory),
		cmocka_unit_test(test_few_blocks),
		cmocka_unit_test(test_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
