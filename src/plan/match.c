/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which subgraphs correspond, block by block: DARM, Definition 6.
 *
 * Isomorphism is decided by walking both subgraphs at once from their
 * entries; every pair of blocks met forces the pairing of their successors,
 * straight or, beyond the paper, exchanged. Where both would do, the way
 * round with more in common is taken; nothing is tried twice, so the walk is
 * linear and may miss an isomorphism only between parts that look alike from
 * four edges away.
 *
 * A single block against a region (case 2) is placed in a copy of it
 * (replica.c).
 *
 * Example: a and p both multiply and branch, b and q both store,
 * but b hangs at the true side of a and q at the false side of p.
 *
 *	  a	  p	a corresponds to p with the branch of p inverted: only
 *	T/ |	  | \F	crosswise is b met with q, and the way out with the way
 *	b  |	  |  q	out. Then b corresponds to q, and all edges agree.
 *	 \ |	  | /
 */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

/* ---- isomorphism ----------------------------------------------------- */

/* A walk over two subgraphs at once. By arm: the true one's comes first. */
struct walk {
	struct planner *planner;
	const struct cvg_subgraph *side[2];
	uint32_t inside[2];   /* marks of the blocks of each */
	struct cvg_u32s todo; /* pairs of blocks that met: the true arm's, the
				 false arm's, and so on */
};

static bool is_inside(const struct walk *walk, int arm, uint32_t b)
{
	return walk->planner->mark[b] == walk->inside[arm];
}

/* Could the two blocks correspond, by what has been forced so far and by their
 * signatures? */
static bool may_pair(const struct walk *walk, uint32_t t, uint32_t f)
{
	const struct planner *planner = walk->planner;

	if (is_inside(walk, 0, t) != is_inside(walk, 1, f))
		return false;
	if (!is_inside(walk, 0, t))
		return true; /* edges out lead to the same place in the result */
	if (planner->twin[t] != CVG_NONE || planner->twin[f] != CVG_NONE)
		return planner->twin[t] == f;
	return planner->signature[t] == planner->signature[f];
}

/* Latency that the two blocks could share. */
static uint64_t in_common(const struct walk *walk, uint32_t t, uint32_t f)
{
	if (!is_inside(walk, 0, t) || !is_inside(walk, 1, f))
		return 0;
	return cvg_mix_common(cvg_planner_mix(walk->planner, t),
			      cvg_planner_mix(walk->planner, f));
}

/* The two blocks correspond. */
static void meet(struct walk *walk, uint32_t t, uint32_t f)
{
	if (!is_inside(walk, 0, t) || walk->planner->twin[t] != CVG_NONE)
		return;
	walk->planner->twin[t] = f;
	walk->planner->twin[f] = t;
	cvg_push(&walk->todo, t);
	cvg_push(&walk->todo, f);
}

/* Let the successors of two conditional branches meet, straight or crosswise;
 * false if neither will do. */
static bool meet_branches(struct walk *walk, const uint32_t *succs_t,
			  const uint32_t *succs_f, bool *inverted)
{
	bool straight = may_pair(walk, succs_t[0], succs_f[0]) &&
			may_pair(walk, succs_t[1], succs_f[1]);
	bool crossed = may_pair(walk, succs_t[0], succs_f[1]) &&
		       may_pair(walk, succs_t[1], succs_f[0]);

	if (!straight && !crossed)
		return false;
	*inverted = !straight;
	if (straight && crossed)
		*inverted = in_common(walk, succs_t[0], succs_f[1]) +
				    in_common(walk, succs_t[1], succs_f[0]) >
			    in_common(walk, succs_t[0], succs_f[0]) +
				    in_common(walk, succs_t[1], succs_f[1]);
	meet(walk, succs_t[0], succs_f[*inverted]);
	meet(walk, succs_t[1], succs_f[!*inverted]);
	return true;
}

static bool meet_successors(struct walk *walk, uint32_t t, uint32_t f,
			    bool *inverted)
{
	const struct cvg_fn *fn = walk->planner->fn;
	const struct cvg_block *block_t = &fn->blocks[t],
			       *block_f = &fn->blocks[f];
	const uint32_t *succs_t = fn->succs + block_t->succs_at;
	const uint32_t *succs_f = fn->succs + block_f->succs_at;
	const struct cvg_inst *term_t = cvg_block_terminator(fn, t);
	const struct cvg_inst *term_f = cvg_block_terminator(fn, f);

	*inverted = false;
	if (term_t->op != term_f->op || block_t->nsuccs != block_f->nsuccs ||
	    term_t->shape != term_f->shape || term_t->shape == CVG_NONE)
		return false;
	if (term_t->op == CVG_OP_CONDBR)
		return meet_branches(walk, succs_t, succs_f, inverted);
	for (uint32_t k = 0; k < block_t->nsuccs; k++) {
		if (!may_pair(walk, succs_t[k], succs_f[k]))
			return false;
		meet(walk, succs_t[k], succs_f[k]);
	}
	return true;
}

/* Do all edges lead to blocks that correspond? may_pair was asked before later
 * pairs were forced. */
static bool edges_agree(const struct walk *walk)
{
	const struct cvg_fn *fn = walk->planner->fn;

	for (size_t i = 0; i < walk->todo.n; i += 2) {
		bool flip = walk->planner->flip[walk->todo.at[i]];
		const struct cvg_block *block_t = &fn->blocks[walk->todo.at[i]];
		const struct cvg_block *block_f =
			&fn->blocks[walk->todo.at[i + 1]];

		for (uint32_t k = 0; k < block_t->nsuccs; k++) {
			uint32_t t = fn->succs[block_t->succs_at + k];
			uint32_t f = fn->succs[block_f->succs_at +
					       (flip ? 1 - k : k)];

			if (is_inside(walk, 0, t) != is_inside(walk, 1, f) ||
			    (is_inside(walk, 0, t) &&
			     walk->planner->twin[t] != f))
				return false;
		}
	}
	return true;
}

static bool walk_both(struct walk *walk)
{
	meet(walk, walk->side[0]->entry, walk->side[1]->entry);
	for (size_t i = 0; i < walk->todo.n; i += 2) {
		uint32_t t = walk->todo.at[i], f = walk->todo.at[i + 1];

		if (!meet_successors(walk, t, f, &walk->planner->flip[t]))
			return false;
	}
	return walk->todo.n / 2 == walk->side[0]->nblocks && edges_agree(walk);
}

void cvg_stamp_inside(struct planner *planner,
		      const struct cvg_subgraph *subgraph, uint32_t stamp)
{
	for (uint32_t k = 0; k < subgraph->nblocks; k++) {
		planner->mark[subgraph->block[k]] = stamp;
		planner->twin[subgraph->block[k]] = CVG_NONE;
	}
}

static void keep_pairs(struct walk *walk, struct cvg_meldpair *out)
{
	const struct cvg_subgraph *subgraph = walk->side[0];
	struct planner *planner = walk->planner;

	out->replica = -1;
	out->nbp = subgraph->nblocks;
	out->bp =
		cvg_arena_array(planner->arena, struct cvg_blockpair, out->nbp);
	for (uint32_t k = 0; k < out->nbp; k++) {
		struct cvg_blockpair *block_pair = &out->bp[k];

		block_pair->block[0] = subgraph->block[k];
		block_pair->block[1] = planner->twin[subgraph->block[k]];
		block_pair->inverted = planner->flip[subgraph->block[k]];
		block_pair->forced = CVG_NONE;
	}
}

static enum cvg_refusal match_isomorphic(struct planner *planner,
					 const struct cvg_candidate *candidate,
					 const struct cvg_subgraph *t,
					 const struct cvg_subgraph *f,
					 struct cvg_meldpair *out)
{
	struct walk walk = {.planner = planner, .side = {t, f}};
	bool ok;

	if (t->nblocks != f->nblocks || t->nexits != f->nexits)
		return CVG_REFUSE_SHAPE;
	for (int k = 0; k < 2; k++) {
		walk.inside[k] = planner_stamp(planner);
		cvg_stamp_inside(planner, walk.side[k], walk.inside[k]);
		cvg_subgraph_sign(planner, candidate, walk.side[k],
				  walk.inside[k]);
	}
	if (planner->signature[t->entry] != planner->signature[f->entry])
		return CVG_REFUSE_SHAPE;
	ok = walk_both(&walk);
	if (ok)
		keep_pairs(&walk, out);
	free(walk.todo.at);
	return ok ? CVG_REFUSE_NONE : CVG_REFUSE_SHAPE;
}

/* ---- a pair ---------------------------------------------------------- */

static const struct cvg_mix *mix_or_empty(struct planner *planner,
					  uint32_t block)
{
	return block == CVG_NONE ? NULL : cvg_planner_mix(planner, block);
}

void cvg_measure_pair(struct planner *planner, struct cvg_meldpair *pair)
{
	static const struct cvg_mix empty;
	const struct cvg_mix **side[2];

	for (int k = 0; k < 2; k++) {
		side[k] = cvg_calloc(pair->nbp, sizeof *side[k]);
		for (uint32_t i = 0; i < pair->nbp; i++)
			side[k][i] =
				mix_or_empty(planner, pair->bp[i].block[k]);
	}
	pair->mp_s = cvg_mp_s(side[0], side[1], pair->nbp, &pair->terms);
	for (uint32_t i = 0; i < pair->nbp; i++)
		pair->bp[i].mp_b = cvg_mp_b(side[0][i] ? side[0][i] : &empty,
					    side[1][i] ? side[1][i] : &empty);
	free(side[0]);
	free(side[1]);
}

/* Branch fusion knows only the diamond of two blocks. */
static bool mode_allows(const struct planner *planner,
			const struct cvg_candidate *candidate,
			const struct cvg_subgraph *t,
			const struct cvg_subgraph *f)
{
	enum cvg_mode mode =
		(enum cvg_mode)cvg_set_int(planner->settings, CVG_SET_MODE);

	if (mode == CVG_MODE_DARM)
		return true;
	if (mode == CVG_MODE_CFM)
		return cvg_subgraph_is_plain(planner, t) ==
		       cvg_subgraph_is_plain(planner, f);
	return candidate->nchain[0] == 1 && candidate->nchain[1] == 1 &&
	       cvg_subgraph_is_plain(planner, t) &&
	       cvg_subgraph_is_plain(planner, f);
}

/* Was this pair melded before, and rolled back? */
static bool was_lost(const struct planner *planner,
		     const struct cvg_candidate *candidate,
		     const struct cvg_subgraph *t, const struct cvg_subgraph *f)
{
	const struct cvg_block *b = planner->fn->blocks;

	for (size_t i = 0; planner->lost && i + 2 < planner->lost->n; i += 3)
		if (planner->lost->at[i] == b[candidate->entry].uid &&
		    planner->lost->at[i + 1] == b[t->entry].uid &&
		    planner->lost->at[i + 2] == b[f->entry].uid)
			return true;
	return false;
}

enum cvg_refusal cvg_match_pair(struct planner *planner,
				const struct cvg_candidate *candidate,
				uint32_t t, uint32_t f,
				struct cvg_meldpair *out)
{
	const struct cvg_subgraph *subgraph_t = &candidate->chain[0][t],
				  *subgraph_f = &candidate->chain[1][f];
	bool plain_t = cvg_subgraph_is_plain(planner, subgraph_t);
	bool plain_f = cvg_subgraph_is_plain(planner, subgraph_f);
	enum cvg_refusal reason;

	*out = (struct cvg_meldpair){.sub = {t, f}};
	if (subgraph_t->refusal != CVG_REFUSE_NONE)
		return subgraph_t->refusal;
	if (subgraph_f->refusal != CVG_REFUSE_NONE)
		return subgraph_f->refusal;
	if (!mode_allows(planner, candidate, subgraph_t, subgraph_f))
		return CVG_REFUSE_MODE;
	if (was_lost(planner, candidate, subgraph_t, subgraph_f))
		return CVG_REFUSE_LOST;
	if (plain_t == plain_f)
		reason = match_isomorphic(planner, candidate, subgraph_t,
					  subgraph_f, out);
	else if (plain_t)
		reason = cvg_match_replica(planner, CVG_ARM_TRUE, subgraph_t,
					   subgraph_f, out);
	else
		reason = cvg_match_replica(planner, CVG_ARM_FALSE, subgraph_f,
					   subgraph_t, out);
	if (reason == CVG_REFUSE_NONE)
		cvg_measure_pair(planner, out);
	return reason;
}
