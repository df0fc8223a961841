/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What is linearized: the edges that regions are grown from, by the mode
 * (Anantpur, Govindarajan, CC 2014, section 5).
 *
 *	unstructured  edges of Definition 1
 *	all           these, and every branch
 *	interleave    divergent branches with something in both arms (5.1)
 *	loops         loops around one that is left at different times (5.2)
 *	depth         these of Definition 1, and what is nested deeper than
 *	              asked (5.3)
 */
#include "linear.h"

#include <stdlib.h>

void cvg_linear_pair(struct liner *l, uint32_t a, uint32_t b)
{
	struct linedge e = {.from = a, .to = b, .loop = CVG_NONE, .pair = true};

	cvg_push(&l->edges, e);
}

static bool is_divergent(const struct liner *l, uint32_t b)
{
	const struct cvg_uniform *u = cvg_ana_uniform(l->ana);

	return l->flow.live[b] && cvg_bits_has(&u->divergent_term, b);
}

/* ---- all ------------------------------------------------------------- */

/* Every branch: its successors but the one where its ways meet. */
static void every_branch(struct liner *l)
{
	const struct linflow *w = &l->flow;

	for (uint32_t b = 0; b < l->fn->nblocks; b++) {
		if (!w->live[b] || l->fn->blocks[b].nsuccs < 2)
			continue;
		cvg_foreach_succ (l->fn, b, s) {
			struct linedge e = {
				.from = b, .to = *s, .loop = CVG_NONE};

			if (!w->live[*s] || *s == w->joins[b] ||
			    cvg_dominates(w->dom, *s, b))
				continue;
			cvg_push(&l->edges, e);
		}
	}
}

/* ---- interleave ------------------------------------------------------ */

/* The heads of the arms of a branch that leads to two places before its ways
 * meet. */
static bool arms_of(const struct liner *l, uint32_t b, uint32_t arm[2])
{
	const struct linflow *w = &l->flow;
	const struct cvg_block *block = &l->fn->blocks[b];

	if (cvg_block_terminator(l->fn, b)->op != CVG_OP_CONDBR)
		return false;
	for (uint32_t k = 0; k < 2; k++) {
		arm[k] = l->fn->succs[block->succs_at + k];
		if (!w->live[arm[k]] || arm[k] == w->joins[b] ||
		    w->dom->idom[arm[k]] != b)
			return false;
	}
	return arm[0] != arm[1];
}

/* Does the block load what another block uses? */
static bool loads_ahead(const struct liner *l, uint32_t b)
{
	const struct cvg_block *block = &l->fn->blocks[b];

	for (uint32_t i = 0; i < block->ninsts; i++) {
		const struct cvg_inst *in = &l->fn->insts[block->inst_at + i];

		if (in->op != CVG_OP_LOAD)
			continue;
		for (uint32_t k = 0; k < in->nusers; k++) {
			uint32_t user = l->fn->users[in->users_at + k];

			if (l->fn->insts[user].block != b)
				return true;
		}
	}
	return false;
}

/* Branches with an arm whose loads are used later in it, and another arm that
 * could run meanwhile. */
static void interleaved_branches(struct liner *l)
{
	for (uint32_t k = 0; k < l->flow.order->n; k++) {
		uint32_t b = l->flow.order->block[k], arm[2];

		if (!is_divergent(l, b) || !arms_of(l, b, arm) ||
		    !(loads_ahead(l, arm[0]) || loads_ahead(l, arm[1])))
			continue;
		cvg_linear_pair(l, arm[0], arm[1]);
	}
}

/* ---- loops ----------------------------------------------------------- */

/* Loops that threads leave at different times go on with the next round of the
 * loop around them, whatever it is. */
static void merged_loops(struct liner *l)
{
	const struct cvg_cycles *cs = l->flow.cycles;
	const struct cvg_uniform *u = cvg_ana_uniform(l->ana);

	for (uint32_t c = 0; c < cs->n; c++) {
		uint32_t up = cs->cycle[c].parent;

		if (up == CVG_NONE || !cs->cycle[c].reducible ||
		    !cs->cycle[up].reducible ||
		    !l->flow.live[cs->cycle[c].header] ||
		    !cvg_bits_has(&u->divergent_exit, c))
			continue;
		l->mix[c] = LIN_MERGED;
		if (l->mix[up] == LIN_APART)
			l->mix[up] = LIN_OUTER;
	}
	for (uint32_t c = 0; c < cs->n; c++) {
		uint32_t h = cs->cycle[c].header;

		if (l->mix[c] != LIN_OUTER)
			continue;
		cvg_foreach_pred (l->fn, h, p)
			if (l->flow.live[*p] && cvg_cycle_has(cs, c, *p))
				cvg_linear_pair(l, h, *p);
	}
}

/* ---------------------------------------------------------------------- */

static void unstructured(struct liner *l)
{
	for (size_t i = 0; i < l->broken.n; i++)
		cvg_push(&l->edges, l->broken.at[i]);
}

void cvg_linear_modes(struct liner *l)
{
	cvg_linear_edges(&l->flow, &l->broken);
	l->plan->nunstructured = (uint32_t)l->broken.n;
	switch (l->mode) {
	case CVG_LINEARIZE_UNSTRUCTURED:
		unstructured(l);
		break;
	case CVG_LINEARIZE_INTERLEAVE:
		interleaved_branches(l);
		break;
	case CVG_LINEARIZE_LOOPS:
		merged_loops(l);
		break;
	case CVG_LINEARIZE_DEPTH:
		unstructured(l);
		cvg_linear_nest(l);
		break;
	case CVG_LINEARIZE_ALL:
		unstructured(l);
		every_branch(l);
		break;
	}
}
