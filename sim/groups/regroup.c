/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Regrouping threads by their basic-block vectors: two of the algorithms of the
 * paper that bbv.h names, and the functions that all three share.
 *
 * Sorting (section V-A) orders the vectors lexicographically. Greedy-Max
 * (Algorithm 2) begins each group with the thread of the greatest latency and
 * then adds the thread of the greatest gain. The gain of a thread is at most
 * its own latency, because 2 min - max of two counts is at most each of them.
 * So kinds are tried from the greatest latency down, and the search stops when
 * the latency is not above the best gain found.
 *
 * Example: one block of latency 1, groups of 2, and threads that run it 9, 2, 8
 * and 3 times. The pair (9, 8) gains 2 * 8 - 9 = 7, (9, 3) gains -3. Every
 * algorithm finds the groups (9, 8) and (3, 2).
 */
#include "sim/groups/regroup.h"

#include <stdlib.h>
#include <string.h>

/* ---- shared ---------------------------------------------------------- */

int64_t cvg_regroup_gain(const struct cvg_regrouping *r, const uint32_t *min1,
			 const uint32_t *max1, const uint32_t *min2,
			 const uint32_t *max2)
{
	int64_t gain = 0;

	for (uint32_t b = 0; b < r->vectors->nblocks; b++) {
		int64_t min = min1[b] < min2[b] ? min1[b] : min2[b];
		int64_t max = max1[b] > max2[b] ? max1[b] : max2[b];

		gain += (int64_t)r->latency[b] * (2 * min - max);
	}
	return gain;
}

/* The latency of one thread of each kind: equation (11). */
static void price_kinds(struct cvg_regrouping *r)
{
	for (uint32_t k = 0; k < r->vectors->nkinds; k++) {
		const uint32_t *row = cvg_bbv(r->vectors, k);

		for (uint32_t b = 0; b < r->vectors->nblocks; b++)
			r->cost[k] += r->latency[b] * row[b];
	}
}

static uint32_t *all_kinds(const struct cvg_regrouping *r)
{
	uint32_t *k = cvg_alloc(((size_t)r->vectors->nkinds + 1) * sizeof(*k));

	for (uint32_t i = 0; i < r->vectors->nkinds; i++)
		k[i] = i;
	return k;
}

static int dearer(const void *pa, const void *pb, void *context)
{
	const struct cvg_regrouping *r = context;
	uint32_t a = *(const uint32_t *)pa, b = *(const uint32_t *)pb;

	if (r->cost[a] != r->cost[b])
		return r->cost[a] < r->cost[b] ? 1 : -1;
	return a < b ? -1 : a > b;
}

uint32_t *cvg_regroup_by_cost(const struct cvg_regrouping *r)
{
	uint32_t *k = all_kinds(r);
	struct cvg_regrouping context = *r;

	qsort_r(k, r->vectors->nkinds, sizeof(*k), dearer, &context);
	return k;
}

/* ---- sorting --------------------------------------------------------- */

static int before(const void *pa, const void *pb, void *context)
{
	const struct cvg_bbvs *vectors =
		((struct cvg_regrouping *)context)->vectors;
	const uint32_t *a = cvg_bbv(vectors, *(const uint32_t *)pa);
	const uint32_t *b = cvg_bbv(vectors, *(const uint32_t *)pb);

	for (uint32_t i = 0; i < vectors->nblocks; i++) {
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	}
	return 0;
}

static void by_sorting(struct cvg_regrouping *r)
{
	uint32_t *k = all_kinds(r);

	qsort_r(k, r->vectors->nkinds, sizeof(*k), before, r);
	for (uint32_t i = 0; i < r->vectors->nkinds; i++)
		cvg_push(&r->out,
			 ((struct cvg_lot){k[i], r->vectors->many[k[i]]}));
	free(k);
}

/* ---- greedy-max ------------------------------------------------------ */

/* The group that is being filled, and the list of kinds with threads left. A
 * kind is known by its place: its rank by falling latency. */
struct filling {
	struct cvg_regrouping *r;
	uint32_t *min, *max; /* [nblocks] least, greatest count in the group */
	uint32_t size;	     /* threads in the group */
	uint32_t *kind;	     /* [nkinds] the kind at each place */
	uint32_t *left;	     /* [nkinds] its threads that have no group yet */
	uint32_t *next;	     /* [nkinds] next place in the list, or CVG_NONE */
	uint32_t first;	     /* first place in the list, or CVG_NONE */
	uint32_t look;	     /* number of kinds to try at most */
};

static void widen(struct filling *filling, const uint32_t *row)
{
	for (uint32_t b = 0; b < filling->r->vectors->nblocks; b++) {
		filling->min[b] =
			row[b] < filling->min[b] ? row[b] : filling->min[b];
		filling->max[b] =
			row[b] > filling->max[b] ? row[b] : filling->max[b];
	}
}

/* Move as many threads of the kind at `place` as fit into the group. `last` is
 * the place before it in the list, or CVG_NONE. */
static void move(struct filling *filling, uint32_t place, uint32_t last)
{
	uint32_t room = filling->r->groupsize - filling->size;
	uint32_t n = filling->left[place] < room ? filling->left[place] : room;
	const uint32_t *row =
		cvg_bbv(filling->r->vectors, filling->kind[place]);

	if (!filling->size) {
		memcpy(filling->min, row,
		       filling->r->vectors->nblocks * sizeof(*row));
		memcpy(filling->max, row,
		       filling->r->vectors->nblocks * sizeof(*row));
	}
	widen(filling, row);
	cvg_push(&filling->r->out, ((struct cvg_lot){filling->kind[place], n}));
	filling->left[place] -= n;
	filling->size += n;
	if (filling->left[place])
		return;
	if (last == CVG_NONE)
		filling->first = filling->next[place];
	else
		filling->next[last] = filling->next[place];
}

/* The place of the kind with the greatest gain; *last is the place before
 * it. */
static uint32_t best_place(const struct filling *filling, uint32_t *last)
{
	uint32_t best = CVG_NONE, before_it = CVG_NONE, tried = 0;
	int64_t best_gain = INT64_MIN;

	for (uint32_t p = filling->first;
	     p != CVG_NONE && tried < filling->look;
	     before_it = p, p = filling->next[p], tried++) {
		const uint32_t *row =
			cvg_bbv(filling->r->vectors, filling->kind[p]);
		int64_t gain;

		if ((int64_t)filling->r->cost[filling->kind[p]] <= best_gain)
			break;
		gain = cvg_regroup_gain(filling->r, filling->min, filling->max,
					row, row);
		if (gain > best_gain) {
			best_gain = gain;
			best = p;
			*last = before_it;
		}
	}
	return best;
}

static void fill_group(struct filling *filling)
{
	filling->size = 0;
	move(filling, filling->first, CVG_NONE);
	while (filling->size < filling->r->groupsize &&
	       filling->first != CVG_NONE) {
		uint32_t last = CVG_NONE, place = best_place(filling, &last);

		move(filling, place, last);
	}
}

static void greedy_max(struct cvg_regrouping *r)
{
	uint32_t n = r->vectors->nkinds;
	size_t bytes = ((size_t)r->vectors->nblocks + 1) * sizeof(uint32_t);
	struct filling filling = {
		.r = r,
		.min = cvg_alloc(bytes),
		.max = cvg_alloc(bytes),
		.kind = cvg_regroup_by_cost(r),
		.left = cvg_alloc(((size_t)n + 1) * sizeof(uint32_t)),
		.next = cvg_alloc(((size_t)n + 1) * sizeof(uint32_t)),
		.first = n ? 0 : CVG_NONE,
		.look = n <= CVG_EXACT_KINDS ? n : CVG_DEAREST_KINDS,
	};

	for (uint32_t p = 0; p < n; p++) {
		filling.left[p] = r->vectors->many[filling.kind[p]];
		filling.next[p] = p + 1 < n ? p + 1 : CVG_NONE;
	}
	while (filling.first != CVG_NONE)
		fill_group(&filling);
	free(filling.min);
	free(filling.max);
	free(filling.kind);
	free(filling.left);
	free(filling.next);
}

/* ---- the order of threads -------------------------------------------- */

/* The order of threads by r->out. Threads of one kind keep their order. */
static uint32_t *order_of(const struct cvg_regrouping *r)
{
	const struct cvg_bbvs *vectors = r->vectors;
	uint32_t *order =
		cvg_alloc(((size_t)vectors->nthreads + 1) * sizeof(*order));
	uint32_t *by_kind =
		cvg_alloc(((size_t)vectors->nthreads + 1) * sizeof(*by_kind));
	uint32_t *at = cvg_calloc((size_t)vectors->nkinds + 1, sizeof(*at));
	uint32_t n = 0;

	for (uint32_t k = 0; k < vectors->nkinds; k++)
		at[k + 1] = at[k] + vectors->many[k];
	for (uint32_t t = 0; t < vectors->nthreads; t++)
		by_kind[at[vectors->kind[t]]++] = t;
	for (uint32_t k = 0; k < vectors->nkinds; k++)
		at[k] -= vectors->many[k];
	for (size_t i = 0; i < r->out.n; i++) {
		struct cvg_lot lot = r->out.at[i];

		for (uint32_t j = 0; j < lot.many; j++)
			order[n++] = by_kind[at[lot.kind]++];
	}
	free(by_kind);
	free(at);
	return order;
}

static const struct {
	const char *name;
	void (*run)(struct cvg_regrouping *r);
} algorithms[CVG_NGROUPINGS] = {
	[CVG_GROUP_SORTING] = {"sorting", by_sorting},
	[CVG_GROUP_GREEDY] = {"greedy", cvg_regroup_greedy},
	[CVG_GROUP_GREEDY_MAX] = {"greedy-max", greedy_max},
};

const char *cvg_grouping_name(enum cvg_grouping g)
{
	return algorithms[g].name;
}

enum cvg_grouping cvg_grouping_by_name(const char *name)
{
	enum cvg_grouping g = CVG_GROUP_SORTING;

	while (g < CVG_NGROUPINGS && strcmp(algorithms[g].name, name) != 0)
		g++;
	return g;
}

uint32_t *cvg_regroup(const struct cvg_bbvs *vectors, const uint64_t *latency,
		      enum cvg_grouping how, uint32_t groupsize)
{
	struct cvg_regrouping r = {
		.vectors = vectors, .latency = latency, .groupsize = groupsize};
	uint32_t *order;

	r.cost = cvg_calloc((size_t)vectors->nkinds + 1, sizeof(*r.cost));
	price_kinds(&r);
	algorithms[how].run(&r);
	order = order_of(&r);
	free(r.cost);
	free(r.out.at);
	return order;
}
