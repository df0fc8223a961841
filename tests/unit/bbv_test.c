/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Basic-block vectors: storing each once, prices, scheduling, regrouping. */
#include "reconverge/bbv.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/unit.h"

#define MAX_THREADS 96
#define MAX_BLOCKS  4

static struct cvg_bbvs *make(uint32_t n, uint32_t nblocks,
			     const uint32_t *count)
{
	struct cvg_bbvmaker *m = cvg_bbvmaker_new(n, nblocks);

	for (uint32_t t = 0; t < n; t++)
		cvg_bbvmaker_set(m, t, count + (size_t)t * nblocks);
	return cvg_bbvmaker_finish(m);
}

/* ---- vectors --------------------------------------------------------- */

static void test_kinds(void **state)
{
	static const uint32_t count[] = {1, 2, 5, 0, 1, 2, 1, 3};
	struct cvg_bbvmaker *a = cvg_bbvmaker_new(4, 2);
	struct cvg_bbvs *v;

	(void)state;
	/* threads in no order: kinds are numbered as the threads come */
	cvg_bbvmaker_set(a, 3, count + 6);
	cvg_bbvmaker_set(a, 2, count + 4);
	cvg_bbvmaker_set(a, 1, count + 2);
	cvg_bbvmaker_set(a, 0, count);
	v = cvg_bbvmaker_finish(a);
	assert_int_equal(v->nkinds, 3);
	assert_int_equal(v->kind[0], 0);
	assert_int_equal(v->kind[1], 1);
	assert_int_equal(v->kind[2], 0);
	assert_int_equal(v->kind[3], 2);
	assert_int_equal(v->many[0], 2);
	for (uint32_t t = 0; t < 4; t++)
		assert_memory_equal(cvg_bbv(v, v->kind[t]), count + 2 * t, 8);
	cvg_bbvs_free(v);
}

static void test_many_kinds(void **state)
{
	struct cvg_bbvmaker *m = cvg_bbvmaker_new(5000, 1);
	struct cvg_bbvs *v;

	(void)state;
	for (uint32_t t = 0; t < 5000; t++) {
		uint32_t c = t % 1777;

		cvg_bbvmaker_set(m, t, &c);
	}
	v = cvg_bbvmaker_finish(m);
	assert_int_equal(v->nkinds, 1777);
	for (uint32_t t = 0; t < 5000; t++)
		assert_int_equal(*cvg_bbv(v, v->kind[t]), t % 1777);
	cvg_bbvs_free(v);
}

/* ---- cost ------------------------------------------------------------ */

/* Warps of 2, blocks of 4: by hand after (2) to (5). */
static void test_cost(void **state)
{
	static const uint32_t count[] = {1, 0, 1, 0, 1, 4, 1, 2, 3, 1, 3, 2};
	static const uint64_t latency[] = {10, 100};
	static const struct cvg_gpu gpu = {2, 2, 1, false};
	struct cvg_bbvs *v = make(6, 2, count);
	struct cvg_bbvcost c;

	(void)state;
	cvg_bbv_cost(v, NULL, latency, 4, &gpu, &c);
	assert_int_equal(c.warps, 3);
	assert_int_equal(c.divergent_warps, 2);
	/* warps 10, 10 + 400, 30 + 200; blocks 420 and 230 */
	assert_true(c.weighted == (420 + 230) / 2.0);
	assert_true(c.scheduled == 420);
	cvg_bbvs_free(v);
}

static void test_order_matters(void **state)
{
	static const uint32_t count[] = {1, 9, 1, 9};
	static const uint32_t order[] = {0, 2, 1, 3};
	static const uint64_t latency[] = {7};
	static const struct cvg_gpu gpu = {2, 1, 1, false};
	struct cvg_bbvs *v = make(4, 1, count);
	struct cvg_bbvcost c;

	(void)state;
	cvg_bbv_cost(v, NULL, latency, 4, &gpu, &c);
	assert_true(c.weighted == 7 * 18);
	assert_int_equal(c.divergent_warps, 2);
	cvg_bbv_cost(v, order, latency, 4, &gpu, &c);
	assert_true(c.weighted == 7 * 10);
	assert_int_equal(c.divergent_warps, 0);
	cvg_bbvs_free(v);
}

/* The second block ends first: the next one in line goes there. */
static void test_schedule(void **state)
{
	static const uint64_t cycles[] = {50, 10, 20, 30, 5};
	static const uint64_t falling[] = {50, 30, 20, 10, 5};
	struct cvg_gpu gpu = {32, 2, 1, false};

	(void)state;
	/* 50+5 | 10+20+30 */
	assert_true(cvg_gpu_schedule(&gpu, cycles, 5) == 60);
	/* 50+5 | 30+20+10: 50 ends before 60 */
	assert_true(cvg_gpu_schedule(&gpu, falling, 5) == 60);
	gpu.sms = 3;
	assert_true(cvg_gpu_schedule(&gpu, cycles, 5) == 50);
	gpu.sms = 8;
	assert_true(cvg_gpu_schedule(&gpu, cycles, 5) == 50);
	assert_true(cvg_gpu_schedule(&gpu, cycles, 0) == 0);
}

/* Each block goes to the multiprocessor that is free: 50+20+10 | 5+30. */
static void test_fixed(void **state)
{
	static const uint64_t cycles[] = {50, 5, 20, 30, 10};
	struct cvg_gpu gpu = {32, 2, 1, true};

	(void)state;
	assert_true(cvg_gpu_schedule(&gpu, cycles, 5) == 80);
	gpu.occupancy = 4;
	assert_true(cvg_gpu_schedule(&gpu, cycles, 5) == 80);
	gpu.sms = 8;
	assert_true(cvg_gpu_schedule(&gpu, cycles, 5) == 50);
	assert_true(cvg_gpu_schedule(&gpu, cycles, 0) == 0);
}

/* Two at once share the machine: 10 and 30 end at 20 and 40, and 20, which
 * came at 20 beside the 20 cycles left of the other, ends with it at 60. */
static void test_sharing(void **state)
{
	static const uint64_t cycles[] = {10, 30, 20};
	static const struct cvg_gpu gpu = {32, 1, 2, false};

	(void)state;
	assert_true(cvg_gpu_schedule(&gpu, cycles, 1) == 10);
	assert_true(cvg_gpu_schedule(&gpu, cycles, 2) == 40);
	assert_true(cvg_gpu_schedule(&gpu, cycles, 3) == 60);
}

/* ---- regrouping ------------------------------------------------------ */

static void assert_permutation(const uint32_t *order, uint32_t n)
{
	uint8_t seen[MAX_THREADS] = {0};

	for (uint32_t i = 0; i < n; i++) {
		assert_true(order[i] < n);
		assert_int_equal(seen[order[i]], 0);
		seen[order[i]] = 1;
	}
}

static void test_sorting(void **state)
{
	static const uint32_t count[] = {1, 30, 1, 20, 0, 99, 1, 20};
	static const uint64_t latency[] = {1, 1};
	static const uint32_t want[] = {2, 1, 3, 0};
	struct cvg_bbvs *v = make(4, 2, count);
	uint32_t *order = cvg_regroup(v, latency, CVG_GROUP_SORTING, 2);

	(void)state;
	assert_memory_equal(order, want, sizeof(want));
	free(order);
	cvg_bbvs_free(v);
}

/* One block, groups of 2: gain is 2 min - max. The best pair is (9, 8), then
 * (3, 2): what sorting finds too; by program order it would be (9, 2). */
static void test_greedy(void **state)
{
	static const uint32_t count[] = {9, 2, 8, 3};
	static const uint64_t latency[] = {1};
	static const uint32_t greedy[] = {0, 2, 3, 1};
	struct cvg_bbvs *v = make(4, 1, count);
	uint32_t *order = cvg_regroup(v, latency, CVG_GROUP_GREEDY, 2);

	(void)state;
	assert_memory_equal(order, greedy, sizeof(greedy));
	free(order);
	order = cvg_regroup(v, latency, CVG_GROUP_GREEDY_MAX, 2);
	assert_memory_equal(order, greedy, sizeof(greedy));
	free(order);
	cvg_bbvs_free(v);
}

/*
 * Algorithm 2 as it stands there, thread by thread; among equal gains a thread
 * of the kind with the greatest latency, then of the one that came first.
 */
static int64_t latency_of(const uint32_t *row, uint32_t n,
			  const uint64_t *latency)
{
	int64_t sum = 0;

	for (uint32_t b = 0; b < n; b++)
		sum += (int64_t)latency[b] * row[b];
	return sum;
}

struct plain {
	const struct cvg_bbvs *v;
	const uint64_t *latency;
	bool used[MAX_THREADS];
	uint32_t min[MAX_BLOCKS], max[MAX_BLOCKS];
};

static int64_t plain_gain(const struct plain *p, const uint32_t *row)
{
	int64_t sum = 0;

	for (uint32_t b = 0; b < p->v->nblocks; b++) {
		int64_t min = row[b] < p->min[b] ? row[b] : p->min[b];
		int64_t max = row[b] > p->max[b] ? row[b] : p->max[b];

		sum += (int64_t)p->latency[b] * (min - (max - min));
	}
	return sum;
}

/* `first`: the group is empty, latency decides. */
static uint32_t plain_pick(const struct plain *p, const uint32_t *order,
			   uint32_t from, uint32_t n)
{
	uint32_t best = CVG_NONE;
	int64_t best_gain = 0, best_cost = 0;

	for (uint32_t t = 0; t < p->v->nthreads; t++) {
		const uint32_t *row = cvg_bbv(p->v, p->v->kind[t]);
		int64_t cost = latency_of(row, p->v->nblocks, p->latency);
		int64_t gain = from < n ? plain_gain(p, row) : cost;

		if (p->used[t])
			continue;
		for (uint32_t i = from; i < n; i++) {
			if (p->v->kind[order[i]] == p->v->kind[t])
				return t;
		}
		if (best == CVG_NONE || gain > best_gain ||
		    (gain == best_gain && cost > best_cost) ||
		    (gain == best_gain && cost == best_cost &&
		     p->v->kind[t] < p->v->kind[best])) {
			best = t;
			best_gain = gain;
			best_cost = cost;
		}
	}
	return best;
}

static void plain_greedy_max(struct plain *p, uint32_t size, uint32_t *order)
{
	uint32_t from = 0;

	for (uint32_t n = 0; n < p->v->nthreads; n++) {
		uint32_t t;
		const uint32_t *row;

		if (n - from == size)
			from = n;
		t = plain_pick(p, order, from, n);
		row = cvg_bbv(p->v, p->v->kind[t]);
		for (uint32_t b = 0; b < p->v->nblocks; b++) {
			if (n == from || row[b] < p->min[b])
				p->min[b] = row[b];
			if (n == from || row[b] > p->max[b])
				p->max[b] = row[b];
		}
		p->used[t] = true;
		order[n] = t;
	}
}

static void random_vectors(uint32_t *seed, uint32_t n, uint32_t nblocks,
			   uint32_t spread, uint32_t *count)
{
	for (uint32_t i = 0; i < n * nblocks; i++) {
		*seed = *seed * 1103515245 + 12345;
		count[i] = (*seed >> 16) % spread;
	}
}

static void test_greedy_max_plain(void **state)
{
	static const uint64_t latency[MAX_BLOCKS] = {3, 50, 7, 11};
	uint32_t count[MAX_THREADS * MAX_BLOCKS], want[MAX_THREADS];
	uint32_t seed = 1;

	(void)state;
	for (uint32_t round = 0; round < 300; round++) {
		uint32_t n = 1 + round % MAX_THREADS;
		uint32_t nb = 1 + round % MAX_BLOCKS;
		uint32_t size = 1 + round % 7;
		struct plain p = {.latency = latency};
		struct cvg_bbvs *v;
		uint32_t *order;

		random_vectors(&seed, n, nb, 2 + round % 9, count);
		p.v = v = make(n, nb, count);
		plain_greedy_max(&p, size, want);
		order = cvg_regroup(v, latency, CVG_GROUP_GREEDY_MAX, size);
		for (uint32_t i = 0; i < n; i++)
			assert_int_equal(v->kind[order[i]], v->kind[want[i]]);
		assert_permutation(order, n);
		free(order);
		cvg_bbvs_free(v);
	}
}

/* Whatever they do: all threads once, and kinds that fill groups alone stay
 * among themselves in the first groups. */
static void test_all_there(void **state)
{
	static const uint64_t latency[MAX_BLOCKS] = {1, 10, 100, 5};
	uint32_t count[MAX_THREADS * MAX_BLOCKS];
	uint32_t seed = 7;

	(void)state;
	for (uint32_t round = 0; round < 400; round++) {
		uint32_t n = 1 + (round * 7) % MAX_THREADS;
		uint32_t nb = 1 + round % MAX_BLOCKS;
		struct cvg_bbvs *v;

		random_vectors(&seed, n, nb, 1 + round % 5, count);
		v = make(n, nb, count);
		for (enum cvg_grouping g = 0; g < CVG_NGROUPINGS; g++) {
			uint32_t *order =
				cvg_regroup(v, latency, g, 1 + round % 33);

			assert_permutation(order, n);
			free(order);
		}
		cvg_bbvs_free(v);
	}
}

static void test_names(void **state)
{
	(void)state;
	for (enum cvg_grouping g = 0; g < CVG_NGROUPINGS; g++)
		assert_int_equal(cvg_grouping_by_name(cvg_grouping_name(g)), g);
	assert_int_equal(cvg_grouping_by_name("random"), CVG_NGROUPINGS);
}

UNIT_TESTS(bbv_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kinds),
		cmocka_unit_test(test_many_kinds),
		cmocka_unit_test(test_cost),
		cmocka_unit_test(test_order_matters),
		cmocka_unit_test(test_schedule),
		cmocka_unit_test(test_fixed),
		cmocka_unit_test(test_sharing),
		cmocka_unit_test(test_sorting),
		cmocka_unit_test(test_greedy),
		cmocka_unit_test(test_greedy_max_plain),
		cmocka_unit_test(test_all_there),
		cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
