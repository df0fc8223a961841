/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How often a warp has threads for the arms of two one-armed ifs that follow each
 * other: what fusing the two gains and costs (src/plan/fuse.c) depends on that,
 * and not on how often each arm runs.
 *
 * A warp remembers which lanes took the first arm, when it branched there last.
 * Where lanes take the second arm, those that took the first too are told from
 * those that did not.
 *
 * Example: lanes 0 to 3 come to the first branch, and 0 and 1 take its arm; then
 * 1 and 2 take the second arm. Lane 2 takes the second alone, while 0 and 1 took
 * the first: `both` is counted. Lane 1 took both, beside lane 2: `again` is
 * counted. tests/unit/rounds_test.c has this kernel.
 */
#include "sim/ifs.h"

#include "reconverge/graph.h"

#include <stdlib.h>

struct ifs_of_fn {
	struct cvg_nestruns *out; /* the caller's */
	uint32_t *first, *second; /* [nblocks] pair whose branch of that rank
				     ends the block, or CVG_NONE; NULL: the
				     function has no pair */
};

struct cvg_ifsplan {
	uint32_t nfns; /* of the program */
	struct ifs_of_fn *of;
};

struct cvg_ifs {
	const struct cvg_ifsplan *plan; /* borrowed */
	uint64_t **took; /* [nfns][pairs] lanes that took the first arm */
};

/* ---- which pairs ----------------------------------------------------- */

static uint32_t *filled(uint32_t n)
{
	uint32_t *at = cvg_alloc(((size_t)n + 1) * sizeof(*at));

	for (uint32_t i = 0; i < n; i++)
		at[i] = CVG_NONE;
	return at;
}

static void plan_fn(struct ifs_of_fn *p, uint32_t nblocks,
		    struct cvg_nestruns *out)
{
	p->out = out;
	p->first = filled(nblocks);
	p->second = filled(nblocks);
	for (uint32_t i = 0; i < out->nifs; i++) {
		p->first[out->ifs[i].block[0]] = i;
		p->second[out->ifs[i].block[1]] = i;
	}
}

struct cvg_ifsplan *cvg_ifsplan_new(const struct cvg_program *program,
				    struct cvg_nestruns *out)
{
	struct cvg_ifsplan *plan = cvg_calloc(1, sizeof(*plan));
	uint32_t pairs = 0;

	plan->nfns = program->nfns;
	plan->of = cvg_calloc(plan->nfns, sizeof(*plan->of));
	for (uint32_t f = 0; out && f < plan->nfns; f++) {
		pairs += out[f].nifs;
		if (out[f].nifs)
			plan_fn(&plan->of[f], program->fns[f].fn->nblocks,
				&out[f]);
	}
	if (pairs)
		return plan;
	cvg_ifsplan_free(plan);
	return NULL;
}

void cvg_ifsplan_free(struct cvg_ifsplan *take_plan)
{
	if (!take_plan)
		return;
	for (uint32_t f = 0; f < take_plan->nfns; f++) {
		free(take_plan->of[f].first);
		free(take_plan->of[f].second);
	}
	free(take_plan->of);
	free(take_plan);
}

/* ---- while a warp runs ----------------------------------------------- */

struct cvg_ifs *cvg_ifs_new(const struct cvg_ifsplan *plan)
{
	struct cvg_ifs *ifs;

	if (!plan)
		return NULL;
	ifs = cvg_calloc(1, sizeof(*ifs));
	ifs->plan = plan;
	ifs->took = cvg_calloc(plan->nfns, sizeof(*ifs->took));
	for (uint32_t f = 0; f < plan->nfns; f++)
		if (plan->of[f].first)
			ifs->took[f] = cvg_calloc(plan->of[f].out->nifs,
						  sizeof(**ifs->took));
	return ifs;
}

void cvg_ifs_free(struct cvg_ifs *take_ifs)
{
	if (!take_ifs)
		return;
	for (uint32_t f = 0; f < take_ifs->plan->nfns; f++)
		free(take_ifs->took[f]);
	free(take_ifs->took);
	free(take_ifs);
}

static void count_second(struct cvg_ifrun *run, uint64_t took, uint64_t mask)
{
	if (!(mask & ~took))
		return;
	run->both += took != 0;
	run->again += (mask & took) != 0;
}

void cvg_ifs_edge(struct cvg_warp *warp, uint32_t from, uint32_t to,
		  uint64_t mask)
{
	const struct ifs_of_fn *p = &warp->ifs->plan->of[warp->frame->fn];
	uint64_t *took = warp->ifs->took[warp->frame->fn];
	uint64_t here = warp->stack.at[warp->stack.n - 1].mask;
	uint32_t first, second;

	if (!took)
		return;
	first = p->first[from];
	second = p->second[from];
	if (second != CVG_NONE && p->out->ifs[second].arm[1] == to)
		count_second(&p->out->ifs[second], took[second] & here, mask);
	if (first == CVG_NONE)
		return;
	took[first] &= ~mask;
	if (p->out->ifs[first].arm[0] == to)
		took[first] |= mask;
}
