/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What is linearized: the seeds that regions are grown from, by the mode
 * (Anantpur, Govindarajan, CC 2014, section 5).
 *
 *	unstructured  the edges of Definition 1
 *	all	      these, and every branch
 *	interleave    divergent branches with work in several arms (5.1,
 *		      linear_arms.c)
 *	loops	      loops around one that threads leave at different times
 *		      (5.2)
 *	depth	      the edges of Definition 1, and what is nested deeper than
 *		      asked (5.3, linear_nest.c)
 *
 * Example: a divergent branch e, each of whose arms loads a value at its head
 * that only a later block uses. Nothing is unstructured.
 *
 *	       e
 *	     /   \
 *	   B2	  B5	 B2 loads x, B3 and B4 use it; B5 loads w, B6 and B7
 *	  / \	  / \	 use it
 *	 B3 B4	 B6 B7
 *	   \  \ /  /
 *	      B8
 *
 * Mode interleave makes one seed, the pair (B2, B5): one region must hold both
 * arms. Mode all has the seeds e -> B2, e -> B5, and two for each of B2 and B5.
 * The other modes have none here.
 */
#include "linear.h"

#include "reconverge/graph.h"

#include <stdlib.h>

void cvg_linear_pair(struct lin_planner *planner, uint32_t a, uint32_t b)
{
	struct seed seed = {
		.kind = SEED_PAIR, .from = a, .to = b, .left_cycle = CVG_NONE};

	cvg_push(&planner->seeds, seed);
}

static void add_unstructured(struct lin_planner *planner)
{
	for (size_t i = 0; i < planner->unstructured.n; i++)
		cvg_push(&planner->seeds, planner->unstructured.at[i]);
}

/* ---- all ------------------------------------------------------------- */

/* Add the edges of every branch, but those back to a block that dominates it
 * and those to where its ways meet. */
static void add_branches(struct lin_planner *planner)
{
	const struct linflow *flow = &planner->flow;

	for (uint32_t b = 0; b < flow->fn->nblocks; b++) {
		if (!flow->live[b] || flow->fn->blocks[b].nsuccs < 2)
			continue;
		cvg_foreach_succ (flow->fn, b, s) {
			struct seed seed = {.kind = SEED_EDGE,
					    .from = b,
					    .to = *s,
					    .left_cycle = CVG_NONE};

			if (!flow->live[*s] || *s == flow->joins[b] ||
			    cvg_dominates(flow->dom, *s, b))
				continue;
			cvg_push(&planner->seeds, seed);
		}
	}
}

/* ---- loops ----------------------------------------------------------- */

/* Can the cycle go on with the next round of the one around it, because
 * threads leave it at different times? */
static bool can_merge_outward(const struct lin_planner *planner, uint32_t c)
{
	const struct cvg_uniform *uniform = cvg_ana_uniform(planner->ana);
	const struct cvg_cycles *cycles = planner->flow.cycles;
	uint32_t parent = cycles->cycle[c].parent;

	return parent != CVG_NONE && cycles->cycle[c].reducible &&
	       cycles->cycle[parent].reducible &&
	       planner->flow.live[cycles->cycle[c].header] &&
	       cvg_bits_has(&uniform->divergent_exit, c);
}

static void add_merged_loops(struct lin_planner *planner)
{
	const struct linflow *flow = &planner->flow;
	const struct cvg_cycles *cycles = flow->cycles;

	for (uint32_t c = 0; c < cycles->n; c++) {
		uint32_t parent = cycles->cycle[c].parent;

		if (!can_merge_outward(planner, c))
			continue;
		planner->fate[c] = CYCLE_MERGED;
		if (planner->fate[parent] == CYCLE_APART)
			planner->fate[parent] = CYCLE_OUTER;
	}
	for (uint32_t c = 0; c < cycles->n; c++) {
		uint32_t header = cycles->cycle[c].header;

		if (planner->fate[c] != CYCLE_OUTER)
			continue;
		cvg_foreach_pred (flow->fn, header, p)
			if (flow->live[*p] && cvg_cycle_has(cycles, c, *p))
				cvg_linear_pair(planner, header, *p);
	}
}

/* ---------------------------------------------------------------------- */

void cvg_linear_modes(struct lin_planner *planner)
{
	cvg_linear_edges(&planner->flow, &planner->unstructured);
	planner->plan->nunstructured = (uint32_t)planner->unstructured.n;
	switch (planner->wishes.mode) {
	case CVG_LINEARIZE_UNSTRUCTURED:
		add_unstructured(planner);
		break;
	case CVG_LINEARIZE_INTERLEAVE:
		cvg_linear_interleaved(planner);
		break;
	case CVG_LINEARIZE_LOOPS:
		add_merged_loops(planner);
		break;
	case CVG_LINEARIZE_DEPTH:
		add_unstructured(planner);
		cvg_linear_nest(planner);
		break;
	case CVG_LINEARIZE_ALL:
		add_unstructured(planner);
		add_branches(planner);
		break;
	}
}
