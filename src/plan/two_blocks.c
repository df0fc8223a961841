/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The problem of aligning two blocks, for those who show it. Operands made in the
 * two subgraphs that the blocks belong to will meet if their instructions are
 * melded, so the problem depends on the subgraphs, not on the blocks alone.
 */
#include "plan.h"

#include "reconverge/align.h"

/* The subgraph of an arm that has the block, or NULL. */
static const struct cvg_subgraph *around(const struct cvg_candidate *candidate,
					 int arm, uint32_t block)
{
	for (uint32_t i = 0; i < candidate->nchain[arm]; i++) {
		const struct cvg_subgraph *subgraph = &candidate->chain[arm][i];

		for (uint32_t k = 0; k < subgraph->nblocks; k++)
			if (subgraph->block[k] == block)
				return subgraph;
	}
	return NULL;
}

/* Is one of the blocks placed into a copy of the other arm's, so that threads of
 * one arm only come here? */
static bool is_exclusive(const struct cvg_candidate *candidate, uint32_t t,
			 uint32_t f)
{
	for (uint32_t i = 0; i < candidate->npairs; i++) {
		const struct cvg_meldpair *pair = &candidate->pair[i];

		for (uint32_t k = 0; k < pair->nbp; k++)
			if (pair->bp[k].block[0] == t &&
			    pair->bp[k].block[1] == f)
				return pair->replica >= 0 &&
				       pair->bp[k].forced == CVG_NONE;
	}
	return false;
}

/* Mark the blocks of the two subgraphs. False: the candidate does not have the
 * blocks in opposite arms. */
static bool mark_subgraphs(struct sides *sides,
			   const struct cvg_candidate *candidate,
			   const uint32_t block[2])
{
	const struct cvg_subgraph *of[2];

	for (int arm = 0; arm < 2; arm++) {
		of[arm] = around(candidate, arm, block[arm]);
		if (!of[arm])
			return false;
	}
	for (int arm = 0; arm < 2; arm++)
		for (uint32_t i = 0; i < of[arm]->nblocks; i++)
			sides->planner->mark[of[arm]->block[i]] =
				sides->stamp[arm];
	sides->exclusive = is_exclusive(candidate, block[0], block[1]);
	return true;
}

void cvg_plan_block_problem(struct cvg_ana *ana,
			    const struct cvg_settings *settings, uint32_t t,
			    uint32_t f, struct cvg_arena *arena,
			    struct cvg_align_problem *out)
{
	const struct cvg_plan *plan = cvg_plan_kept(ana, settings);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	struct sides *sides = cvg_arena_array(arena, struct sides, 1);
	uint32_t *body[2], n[2], block[2] = {t, f}, i = 0;

	sides->planner = cvg_arena_array(arena, struct planner, 1);
	sides->planner->ana = ana;
	sides->planner->fn = fn;
	sides->planner->settings = settings;
	sides->planner->unasked = (struct cvg_unasked){
		.fn = fn,
		.dom = cvg_ana_dom(ana),
		.entry = cvg_dom_common(cvg_ana_dom(ana), t, f),
	};
	sides->planner->mark = cvg_arena_array(arena, uint32_t, fn->nblocks);
	sides->planner->mark[t] = sides->stamp[0] = 1;
	sides->planner->mark[f] = sides->stamp[1] = 2;
	while (i < plan->n && !mark_subgraphs(sides, &plan->at[i], block))
		i++;
	for (int arm = 0; arm < 2; arm++) {
		n[arm] = cvg_body_of(sides->planner, block[arm], &body[arm],
				     arena);
		sides->body[arm] = body[arm];
	}
	cvg_pose(sides, n, arena, out);
}
