/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How many tests a warp makes to choose among the values of a switch. llc makes a tree
 * of comparisons, whose leaves compare for equality. A warp goes the path to each value
 * that one of its threads has; of many, few are taken, and one if the number is the
 * same for all threads. On AMD's GPUs each test masks lanes; on NVIDIA's, threads that
 * parted meet once, behind the switch. PTX has a jump table for four values and more if
 * they lie close together, of which ptxas makes a test, a load and a jump.
 *
 * Example: of 16 values, 3 tests choose among four groups, and 3 in each group, with that
 * for equality, find a value: 15 for a warp that takes four of them. Where all threads
 * have the same number, 4 tests choose a value and one compares with it: 5.
 */
#include "price.h"

#include "reconverge/graph.h"

/* The number of a case, with its sign. */
static bool number_of(const struct cvg_fn *fn, uint32_t edge, int64_t *number)
{
	const struct cvg_value *v = &fn->values[fn->succ_case[edge]];
	uint32_t bits = fn->types[v->type].bits;

	if (!(v->flags & CVG_V_INT64) || !bits || bits > 64)
		return false;
	*number = (int64_t)(v->bits << (64 - bits)) >> (64 - bits);
	return true;
}

/* Does LLVM make a table? At least a tenth of it must be used. */
static bool has_table(const struct cvg_fn *fn, const struct cvg_block *block)
{
	uint32_t n = block->nsuccs - 1;
	int64_t lo = INT64_MAX, hi = INT64_MIN, number;

	if (fn->target != CVG_NVPTX || n < 4)
		return false;
	for (uint32_t k = 1; k <= n; k++) {
		if (!number_of(fn, block->succs_at + k, &number))
			return false;
		lo = number < lo ? number : lo;
		hi = number > hi ? number : hi;
	}
	return (uint64_t)hi - (uint64_t)lo < UINT64_C(10) * n;
}

static uint32_t price_table(const struct pricer *p)
{
	return cvg_price_kind(p, CVG_KIND_CASE) +
	       2 * cvg_price_kind(p, CVG_KIND_ADD32) +
	       cvg_price_kind(p, CVG_KIND_LOAD_CONST) +
	       cvg_price_kind(p, CVG_KIND_JUMP);
}

/* Of a tree for n values, of which a warp takes some. */
static uint32_t price_tree(const struct pricer *p, uint32_t n, uint32_t taken)
{
	uint32_t depth = 1;

	if (!n)
		return 0;
	while (taken << depth <= n)
		depth++;
	return (taken - 1 + taken * depth) * cvg_price_kind(p, CVG_KIND_CASE);
}

/* Where threads that parted wait for each other. */
static uint32_t price_meeting(const struct pricer *p)
{
	uint32_t branch = cvg_price_kind(p, CVG_KIND_BRANCH);
	uint32_t jump = cvg_price_kind(p, CVG_KIND_JUMP);

	return branch > jump ? branch - jump : 0;
}

uint32_t cvg_price_switch(const struct pricer *p, const struct cvg_inst *in)
{
	static const uint32_t most = 4;
	const struct cvg_block *block = &p->fn->blocks[in->block];
	uint32_t n = block->nsuccs - 1, taken = n < most ? n : most, meet = 0;

	if (in->flags & CVG_I_SCALAR && !p->on_lanes)
		taken = 1;
	else if (p->fn->target == CVG_NVPTX)
		meet = price_meeting(p);
	return meet + (has_table(p->fn, block) ? price_table(p)
					       : price_tree(p, n, taken));
}
