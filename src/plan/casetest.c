/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Where a switch leads, and the test that tells the threads of two of its ways
 * apart. Only threads of the two come to it, so it need not tell other values from
 * theirs. Where the default leads to one of them, the other one's values are
 * tested.
 *
 * Example: one arm has the cases 2 and 3, the other 7. "value < 7" is one compare.
 * If the other one has 1 and 7, "value - 2 < 2" are two instructions. If the arms
 * have 1, 4 and 2, 7, a bit of the mask 0b001001 at value - 1 tells.
 */
#include "cases.h"

#include "reconverge/graph.h"

#include <stdlib.h>

/* ---- where the switch leads -------------------------------------------- */

struct edge {
	uint32_t to;
	uint64_t value;
	uint64_t weight;
	bool is_default;
};

static int by_target(const void *a, const void *b)
{
	const struct edge *x = a, *y = b;

	if (x->to != y->to)
		return x->to < y->to ? -1 : 1;
	if (x->is_default != y->is_default)
		return y->is_default ? -1 : 1;
	return (x->value > y->value) - (x->value < y->value);
}

/* List the edges, by where they lead and then by value; false: the values are too
 * wide. */
static bool list_edges(const struct cvg_fn *fn, uint32_t block,
		       struct edge *edges)
{
	const struct cvg_block *b = &fn->blocks[block];

	for (uint32_t k = 0; k < b->nsuccs; k++) {
		uint32_t value = fn->succ_case[b->succs_at + k];

		edges[k] = (struct edge){
			.to = fn->succs[b->succs_at + k],
			.weight = fn->succ_weight[b->succs_at + k],
			.is_default = k == 0};
		if (k && !(fn->values[value].flags & CVG_V_INT64))
			return false;
		if (k)
			edges[k].value = fn->values[value].bits;
	}
	qsort(edges, b->nsuccs, sizeof *edges, by_target);
	return true;
}

/* The first `n` edges lead to one block. */
static void add_way(struct cvg_ways *ways, const struct edge *edge, uint32_t n)
{
	struct cvg_way *way = &ways->at[ways->n++];

	*way = (struct cvg_way){
		.to = edge->to,
		.values = {.at = ways->value + ways->edges, .n = n},
		.edges = n};
	for (uint32_t i = 0; i < n; i++) {
		ways->value[ways->edges++] = edge[i].value;
		way->weight += edge[i].weight;
	}
	way->values.open = edge[n - 1].is_default;
	way->values.n -= way->values.open;
	ways->weight += way->weight;
}

bool cvg_ways_find(const struct cvg_fn *fn, uint32_t block,
		   struct cvg_ways *out)
{
	uint32_t nsuccs = fn->blocks[block].nsuccs;
	struct edge *edges = cvg_calloc(nsuccs, sizeof *edges);
	bool found = list_edges(fn, block, edges);

	*out = (struct cvg_ways){
		.at = cvg_calloc(nsuccs, sizeof *out->at),
		.value = cvg_calloc(nsuccs, sizeof *out->value)};
	for (uint32_t i = 0, n; found && i < nsuccs; i += n) {
		for (n = 1; i + n < nsuccs; n++)
			if (edges[i + n].to != edges[i].to)
				break;
		add_way(out, edges + i, n);
	}
	free(edges);
	return found;
}

void cvg_ways_done(struct cvg_ways *ways)
{
	free(ways->at);
	free(ways->value);
}

/* ---- the test ----------------------------------------------------------- */

/* Is a value of the set from `low` to `high`? */
static bool has_between(const struct cvg_values *set, uint64_t low,
			uint64_t high)
{
	for (uint32_t i = 0; i < set->n; i++)
		if (set->at[i] >= low && set->at[i] <= high)
			return true;
	return false;
}

static bool find_range(const struct cvg_values *tested,
		       const struct cvg_values *other, struct cvg_casetest *out)
{
	uint64_t low = tested->at[0], high = tested->at[tested->n - 1];

	if (tested->n > 1 && !other->open && !has_between(other, 0, high))
		low = 0;
	else if (high - low != tested->n - 1 &&
		 (other->open || has_between(other, low, high)))
		return false;
	out->kind = CVG_CASETEST_RANGE;
	out->low = low;
	out->count = high - low + 1;
	out->insts = low && out->count != 1 ? 2 : 1;
	return out->count != 0;
}

static bool find_mask(const struct cvg_values *tested,
		      const struct cvg_values *other, struct cvg_casetest *out)
{
	uint64_t low = tested->at[0], high = tested->at[tested->n - 1];

	if (other->open)
		return false;
	if (other->at[0] < low)
		low = other->at[0];
	if (other->at[other->n - 1] > high)
		high = other->at[other->n - 1];
	if (high - low >= 64)
		return false;
	if (high < 32)
		low = 0;
	out->kind = CVG_CASETEST_MASK;
	out->low = low;
	out->width = high - low < 32 ? 32 : 64;
	out->insts = (low != 0) + 3;
	for (uint32_t i = 0; i < tested->n; i++)
		out->mask |= UINT64_C(1) << (tested->at[i] - low);
	return true;
}

/* The test of the values of one arm; false: the default leads to it. */
static bool find_test(const struct cvg_values *tested,
		      const struct cvg_values *other, struct cvg_casetest *out)
{
	if (tested->open)
		return false;
	if (find_range(tested, other, out))
		return true;
	if (tested->n > 2 && find_mask(tested, other, out))
		return true;
	out->kind = CVG_CASETEST_EACH;
	out->insts = 2 * tested->n - 1;
	return true;
}

void cvg_casetest_find(const struct cvg_values set[2], struct cvg_casetest *out)
{
	bool found = false;

	for (int arm = 0; arm < 2; arm++) {
		struct cvg_casetest test = {.arm = (uint32_t)arm};

		if (!find_test(&set[arm], &set[!arm], &test))
			continue;
		if (!found || test.insts < out->insts)
			*out = test;
		found = true;
	}
}
