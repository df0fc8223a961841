/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Split joins: blocks to which threads that parted at a divergent branch come
 * over several ways, although the block does not post-dominate the branch.
 *
 * The machine joins threads at the post-dominator of the branch that parted
 * them. A join in front of it therefore runs once for each way to it. This is
 * the fact behind Definition 1 of the paper, which looks for it at edges
 * (linear_edges.c). The paper claims that its three conditions cover all cases.
 * They do not: the first of them asks for a source with several successors, so
 * that an empty block on each of the edges hides the join. Compilers write such
 * blocks wherever two conditions share code that computes something. Example:
 * figure 1 with a block on every edge to B5.
 *
 *	e -> B2, x	B2 -> B3, y	B3 -> B4, z	x -> B3
 *	y -> B5		z -> B5		B4 -> B6	B5 -> B6
 *
 * No edge is unstructured by the paper's conditions: x, y and z have one
 * successor each, and B3 and B5 are the only blocks with several predecessors
 * in front of B6. But threads that part at e come to B3 over x and B2, and
 * threads that part at B2 come to B5 over y and z. Neither B3 nor B5 post-
 * dominates the branch, and both run up to twice.
 *
 * Where the threads of a branch meet is found as the uniformity analysis finds
 * it, so that every split join is found, also one whose immediate dominator is
 * another branch than the one that parts the threads. A join that dominates the
 * branch is the header of a loop, where the threads meet in another round; a
 * loop with several ways out is left to the third condition.
 */
#include "linear.h"

#include "reconverge/graph.h"
#include "src/analysis/uniform.h"

/* Is the block in an irreducible cycle that does not hold the branch? Its
 * entries are unstructured by the second condition. */
static bool is_entered(const struct linflow *flow, uint32_t branch,
		       uint32_t block)
{
	const struct cvg_cycles *cycles = flow->cycles;
	uint32_t c = cycles->innermost[block];

	for (; c != CVG_NONE && !cvg_cycle_has(cycles, c, branch);
	     c = cycles->cycle[c].parent)
		if (!cycles->cycle[c].reducible)
			return true;
	return false;
}

static bool is_split(const struct linflow *flow, uint32_t branch, uint32_t join)
{
	return flow->live[join] && !cvg_dominates(flow->dom, join, branch) &&
	       !cvg_linflow_postdominates(flow, join, branch) &&
	       !is_entered(flow, branch, join);
}

void cvg_linear_joins(struct linflow *flow, struct cvg_ana *ana)
{
	const struct cvg_bits *divergent =
		&cvg_ana_uniform(ana)->divergent_term;
	struct cvg_sync *sync = cvg_sync_new(ana);
	const struct cvg_u32s *joins, *exits;

	cvg_bits_init(&flow->split, flow->fn->nblocks);
	for (uint32_t b = 0; b < flow->fn->nblocks; b++) {
		if (!flow->live[b] || !cvg_bits_has(divergent, b))
			continue;
		cvg_sync_branch(sync, b, &joins, &exits);
		for (size_t k = 0; k < joins->n; k++)
			if (is_split(flow, b, joins->at[k]))
				cvg_bits_add(&flow->split, joins->at[k]);
	}
	cvg_sync_free(sync);
}
