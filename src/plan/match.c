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
 * A single block against a region (case 2) is placed at the block it shares
 * most with, if a simple path through the region leads past it.
 */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

/* ---- isomorphism ----------------------------------------------------- */

struct walk {
	struct planner *p;
	const struct cvg_subgraph *s[2];
	uint32_t inside[2];   /* stamps of the blocks of each */
	struct cvg_u32s todo; /* pairs met: t, f, t, f ... */
};

static bool is_inside(const struct walk *w, int arm, uint32_t b)
{
	return w->p->mark[b] == w->inside[arm];
}

/* Could t and f correspond, as far as one can see from here? */
static bool may_pair(const struct walk *w, uint32_t t, uint32_t f)
{
	const struct planner *p = w->p;

	if (is_inside(w, 0, t) != is_inside(w, 1, f))
		return false;
	if (!is_inside(w, 0, t))
		return true; /* both leave: to the same place in the result */
	if (p->twin[t] != CVG_NONE || p->twin[f] != CVG_NONE)
		return p->twin[t] == f;
	return p->signature[t] == p->signature[f];
}

static uint64_t in_common(const struct walk *w, uint32_t t, uint32_t f)
{
	if (!is_inside(w, 0, t) || !is_inside(w, 1, f))
		return 0;
	return cvg_mix_common(cvg_planner_mix(w->p, t),
			      cvg_planner_mix(w->p, f));
}

static void meet(struct walk *w, uint32_t t, uint32_t f)
{
	if (!is_inside(w, 0, t) || w->p->twin[t] != CVG_NONE)
		return;
	w->p->twin[t] = f;
	w->p->twin[f] = t;
	cvg_push(&w->todo, t);
	cvg_push(&w->todo, f);
}

/* Two conditional branches: straight, inverted or not at all. */
static bool meet_branches(struct walk *w, const uint32_t *ts,
			  const uint32_t *fs, bool *inverted)
{
	bool straight = may_pair(w, ts[0], fs[0]) && may_pair(w, ts[1], fs[1]);
	bool crossed = may_pair(w, ts[0], fs[1]) && may_pair(w, ts[1], fs[0]);

	if (!straight && !crossed)
		return false;
	*inverted = !straight;
	if (straight && crossed)
		*inverted =
			in_common(w, ts[0], fs[1]) +
				in_common(w, ts[1], fs[0]) >
			in_common(w, ts[0], fs[0]) + in_common(w, ts[1], fs[1]);
	meet(w, ts[0], fs[*inverted]);
	meet(w, ts[1], fs[!*inverted]);
	return true;
}

static bool meet_successors(struct walk *w, uint32_t t, uint32_t f,
			    bool *inverted)
{
	const struct cvg_fn *fn = w->p->fn;
	const struct cvg_block *bt = &fn->blocks[t], *bf = &fn->blocks[f];
	const uint32_t *ts = fn->succs + bt->succs_at;
	const uint32_t *fs = fn->succs + bf->succs_at;
	const struct cvg_inst *it = cvg_block_terminator(fn, t);
	const struct cvg_inst *jf = cvg_block_terminator(fn, f);

	*inverted = false;
	if (it->op != jf->op || bt->nsuccs != bf->nsuccs ||
	    it->shape != jf->shape || it->shape == CVG_NONE)
		return false;
	if (it->op == CVG_OP_CONDBR)
		return meet_branches(w, ts, fs, inverted);
	for (uint32_t k = 0; k < bt->nsuccs; k++) {
		if (!may_pair(w, ts[k], fs[k]))
			return false;
		meet(w, ts[k], fs[k]);
	}
	return true;
}

/* may_pair looked at pairs before others were forced: look again at the end. */
static bool edges_agree(const struct walk *w)
{
	const struct cvg_fn *fn = w->p->fn;

	for (size_t i = 0; i < w->todo.n; i += 2) {
		bool flip = w->p->flip[w->todo.at[i]];
		const struct cvg_block *bt = &fn->blocks[w->todo.at[i]];
		const struct cvg_block *bf = &fn->blocks[w->todo.at[i + 1]];

		for (uint32_t k = 0; k < bt->nsuccs; k++) {
			uint32_t t = fn->succs[bt->succs_at + k];
			uint32_t f =
				fn->succs[bf->succs_at + (flip ? 1 - k : k)];

			if (is_inside(w, 0, t) != is_inside(w, 1, f) ||
			    (is_inside(w, 0, t) && w->p->twin[t] != f))
				return false;
		}
	}
	return true;
}

static bool walk_both(struct walk *w)
{
	meet(w, w->s[0]->entry, w->s[1]->entry);
	for (size_t i = 0; i < w->todo.n; i += 2) {
		uint32_t t = w->todo.at[i], f = w->todo.at[i + 1];

		if (!meet_successors(w, t, f, &w->p->flip[t]))
			return false;
	}
	return w->todo.n / 2 == w->s[0]->nblocks && edges_agree(w);
}

static void stamp_inside(struct planner *p, const struct cvg_subgraph *s,
			 uint32_t stamp)
{
	for (uint32_t k = 0; k < s->nblocks; k++) {
		p->mark[s->block[k]] = stamp;
		p->twin[s->block[k]] = CVG_NONE;
	}
}

static void keep_pairs(struct walk *w, struct cvg_meldpair *out)
{
	const struct cvg_subgraph *s = w->s[0];
	struct planner *p = w->p;

	out->replica = -1;
	out->nbp = s->nblocks;
	out->bp = cvg_arena_array(p->arena, struct cvg_blockpair, out->nbp);
	for (uint32_t k = 0; k < out->nbp; k++) {
		struct cvg_blockpair *bp = &out->bp[k];

		bp->block[0] = s->block[k];
		bp->block[1] = p->twin[s->block[k]];
		bp->inverted = p->flip[s->block[k]];
		bp->forced = CVG_NONE;
	}
}

static enum cvg_refusal match_isomorphic(struct planner *p,
					 const struct cvg_subgraph *t,
					 const struct cvg_subgraph *f,
					 struct cvg_meldpair *out)
{
	struct walk w = {.p = p, .s = {t, f}};
	bool ok = t->nblocks == f->nblocks && t->nexits == f->nexits &&
		  p->signature[t->entry] == p->signature[f->entry];

	if (!ok)
		return CVG_REFUSE_SHAPE;
	for (int k = 0; k < 2; k++) {
		w.inside[k] = planner_stamp(p);
		stamp_inside(p, w.s[k], w.inside[k]);
	}
	ok = walk_both(&w);
	if (ok)
		keep_pairs(&w, out);
	free(w.todo.at);
	return ok ? CVG_REFUSE_NONE : CVG_REFUSE_SHAPE;
}

/* ---- region replication ---------------------------------------------- */

/*
 * Breadth first from `from` to a block of subgraph s that is `to` (or, if
 * CVG_NONE, to any edge that leaves s), through blocks stamped `inside`.
 * Records in twin[] the predecessor of each block reached. Returns the last
 * block of the path, or CVG_NONE.
 */
static uint32_t shortest(struct planner *p, uint32_t from, uint32_t to,
			 uint32_t inside, uint32_t seen)
{
	struct cvg_u32s queue = {0};
	uint32_t end = CVG_NONE;

	cvg_push(&queue, from);
	p->mark[from] = seen;
	for (size_t i = 0; i < queue.n && end == CVG_NONE; i++) {
		uint32_t b = queue.at[i];

		if (b == to) {
			end = b;
			break;
		}
		cvg_foreach_succ (p->fn, b, s) {
			if (p->mark[*s] == inside) {
				p->mark[*s] = seen;
				p->twin[*s] = b;
				cvg_push(&queue, *s);
			} else if (to == CVG_NONE && p->mark[*s] != seen) {
				end = b; /* this edge leaves */
			}
		}
	}
	free(queue.at);
	return end;
}

/* The successor index of b that leads to `to`, or out of s if CVG_NONE. */
static uint32_t successor_to(const struct cvg_fn *fn,
			     const struct cvg_subgraph *s, uint32_t b,
			     uint32_t to)
{
	uint32_t out = s->joint != CVG_NONE ? s->joint : s->next;
	uint32_t k = 0;

	cvg_foreach_succ (fn, b, t) {
		if (*t == (to == CVG_NONE ? out : to))
			return k;
		k++;
	}
	return CVG_NONE;
}

/* Note in forced[] the way from the end of twin[]'s chain back to `from`. */
static void force_path(struct planner *p, const struct cvg_subgraph *s,
		       uint32_t from, uint32_t end, uint32_t next,
		       uint32_t *forced)
{
	uint32_t b = end;

	for (;;) {
		forced[b] = successor_to(p->fn, s, b, next);
		if (b == from)
			return;
		next = b;
		b = p->twin[b];
	}
}

/*
 * A simple path entry -> place -> exit: p->forced[block] is the successor to take
 * there, CVG_NONE off the path.
 */
static bool path_through(struct planner *p, const struct cvg_subgraph *s,
			 uint32_t place)
{
	uint32_t *forced = p->forced;
	uint32_t inside = planner_stamp(p), seen = planner_stamp(p);
	uint32_t end, b;

	stamp_inside(p, s, inside);
	for (uint32_t k = 0; k < s->nblocks; k++)
		forced[s->block[k]] = CVG_NONE;
	if (shortest(p, s->entry, place, inside, seen) == CVG_NONE)
		return false;
	if (place != s->entry)
		force_path(p, s, s->entry, p->twin[place], place, forced);
	/* What the first half does not use is free for the second. */
	inside = planner_stamp(p);
	for (uint32_t k = 0; k < s->nblocks; k++) {
		b = s->block[k];
		p->mark[b] = forced[b] == CVG_NONE ? inside : seen;
		p->twin[b] = forced[b] == CVG_NONE ? CVG_NONE : b;
	}
	end = shortest(p, place, CVG_NONE, inside, seen);
	if (end == CVG_NONE)
		return false;
	force_path(p, s, place, end, CVG_NONE, forced);
	return true;
}

/* A switch whose cases cover every value can not be made to default. */
static bool can_force(const struct planner *p, const struct cvg_subgraph *s)
{
	for (uint32_t k = 0; k < s->nblocks; k++) {
		uint32_t b = s->block[k];
		const struct cvg_inst *t = cvg_block_terminator(p->fn, b);
		uint32_t bits;

		if (t->op != CVG_OP_SWITCH || p->forced[b] != 0)
			continue;
		bits = p->fn->types[p->fn->values[p->fn->ops[t->ops_at]].type]
			       .bits;
		if (bits < 32 && p->fn->blocks[b].nsuccs - 1 >= UINT32_C(1)
									<< bits)
			return false;
	}
	return true;
}

static void keep_replica(struct planner *p, int arm,
			 const struct cvg_subgraph *one,
			 const struct cvg_subgraph *many, uint32_t place,
			 struct cvg_meldpair *out)
{
	out->replica = arm;
	out->nbp = many->nblocks;
	out->bp = cvg_arena_array(p->arena, struct cvg_blockpair, out->nbp);
	for (uint32_t k = 0; k < out->nbp; k++) {
		struct cvg_blockpair *bp = &out->bp[k];
		uint32_t b = many->block[k];

		bp->block[arm] = b == place ? one->entry : CVG_NONE;
		bp->block[!arm] = b;
		bp->forced = p->forced[b];
	}
}

/* `arm` is the arm of the single block. */
static enum cvg_refusal match_replica(struct planner *p, int arm,
				      const struct cvg_subgraph *one,
				      const struct cvg_subgraph *many,
				      struct cvg_meldpair *out)
{
	uint64_t most = 0;
	enum cvg_refusal why = CVG_REFUSE_NOTHING_ALIGNS;
	uint32_t place = CVG_NONE;

	for (uint32_t k = 0; k < many->nblocks; k++) {
		uint64_t common =
			cvg_mix_common(cvg_planner_mix(p, one->entry),
				       cvg_planner_mix(p, many->block[k]));

		if (common <= most)
			continue;
		if (!path_through(p, many, many->block[k]) ||
		    !can_force(p, many)) {
			why = CVG_REFUSE_REPLICA_PATH;
			continue;
		}
		most = common;
		place = many->block[k];
	}
	if (place != CVG_NONE && path_through(p, many, place)) {
		keep_replica(p, arm, one, many, place, out);
		why = CVG_REFUSE_NONE;
	}
	return why;
}

/* ---- a pair ---------------------------------------------------------- */

static const struct cvg_mix *mix_or_empty(struct planner *p, uint32_t block)
{
	return block == CVG_NONE ? NULL : cvg_planner_mix(p, block);
}

static void measure(struct planner *p, struct cvg_meldpair *mp)
{
	static const struct cvg_mix empty;
	const struct cvg_mix **side[2];

	for (int k = 0; k < 2; k++) {
		side[k] = cvg_calloc(mp->nbp, sizeof *side[k]);
		for (uint32_t i = 0; i < mp->nbp; i++)
			side[k][i] = mix_or_empty(p, mp->bp[i].block[k]);
	}
	mp->mp_s = cvg_mp_s(side[0], side[1], mp->nbp);
	for (uint32_t i = 0; i < mp->nbp; i++)
		mp->bp[i].mp_b = cvg_mp_b(side[0][i] ? side[0][i] : &empty,
					  side[1][i] ? side[1][i] : &empty);
	free(side[0]);
	free(side[1]);
}

/* Tail merging and branch fusion know only the diamond of two blocks. */
static bool mode_allows(const struct planner *p, const struct cvg_candidate *c,
			const struct cvg_subgraph *t,
			const struct cvg_subgraph *f)
{
	enum cvg_mode mode =
		(enum cvg_mode)cvg_set_int(p->settings, CVG_SET_MODE);

	if (mode == CVG_MODE_DARM)
		return true;
	if (mode == CVG_MODE_CFM)
		return cvg_subgraph_is_plain(p, t) ==
		       cvg_subgraph_is_plain(p, f);
	return c->nchain[0] == 1 && c->nchain[1] == 1 &&
	       cvg_subgraph_is_plain(p, t) && cvg_subgraph_is_plain(p, f);
}

static bool was_lost(const struct planner *p, const struct cvg_candidate *c,
		     const struct cvg_subgraph *t, const struct cvg_subgraph *f)
{
	const struct cvg_block *b = p->fn->blocks;

	for (size_t i = 0; p->lost && i + 2 < p->lost->n; i += 3)
		if (p->lost->at[i] == b[c->entry].uid &&
		    p->lost->at[i + 1] == b[t->entry].uid &&
		    p->lost->at[i + 2] == b[f->entry].uid)
			return true;
	return false;
}

enum cvg_refusal cvg_match_pair(struct planner *p,
				const struct cvg_candidate *c, uint32_t t,
				uint32_t f, struct cvg_meldpair *out)
{
	const struct cvg_subgraph *st = &c->chain[0][t], *sf = &c->chain[1][f];
	bool plain_t = cvg_subgraph_is_plain(p, st);
	bool plain_f = cvg_subgraph_is_plain(p, sf);
	enum cvg_refusal why;

	*out = (struct cvg_meldpair){.sub = {t, f}};
	if (st->refusal != CVG_REFUSE_NONE)
		return st->refusal;
	if (sf->refusal != CVG_REFUSE_NONE)
		return sf->refusal;
	if (!mode_allows(p, c, st, sf))
		return CVG_REFUSE_MODE;
	if (was_lost(p, c, st, sf))
		return CVG_REFUSE_LOST;
	if (plain_t == plain_f)
		why = match_isomorphic(p, st, sf, out);
	else if (plain_t)
		why = match_replica(p, CVG_ARM_TRUE, st, sf, out);
	else
		why = match_replica(p, CVG_ARM_FALSE, sf, st, out);
	if (why == CVG_REFUSE_NONE)
		measure(p, out);
	return why;
}
