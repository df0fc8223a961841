/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What melding a pair costs or saves where it meets the rest: the branch
 * before it, the branch or the selects behind it, and unmatched subgraphs
 * that are cheaper to run for both sides than to branch around.
 */
#include "plan.h"

/* The value a phi of the block behind subgraph g gets from it, or CVG_NONE. */
static uint32_t value_from(const struct sides *s, int arm,
			   const struct cvg_subgraph *g, uint32_t inst)
{
	const struct cvg_fn *fn = s->p->fn;
	const struct cvg_inst *phi = &fn->insts[inst];

	for (uint32_t k = 0; k < phi->nops; k++) {
		uint32_t from = fn->incoming[phi->ops_at + k];

		if (from == g->joint || s->p->mark[from] == s->stamp[arm])
			return fn->ops[phi->ops_at + k];
	}
	return CVG_NONE;
}

/* Both sides go straight to X: each of its phis that tells them apart. */
static int64_t price_meeting(struct sides *s, const struct cvg_subgraph *t,
			     const struct cvg_subgraph *f)
{
	const struct cvg_fn *fn = s->p->fn;
	const struct cvg_block *x = &fn->blocks[t->next];
	int64_t cost = 0;

	for (uint32_t k = 0; k < x->nphis; k++) {
		uint32_t phi = x->inst_at + k;
		uint32_t vt = value_from(s, 0, t, phi);
		uint32_t vf = value_from(s, 1, f, phi);

		if (vt == CVG_NONE || vf == CVG_NONE)
			continue;
		if (!cvg_operands_meet(s, vt, vf))
			cost += cvg_cost_select(fn, fn->insts[phi].type);
		if (x->npreds == 2)
			cost -= cvg_cost_phi(fn, fn->insts[phi].type);
	}
	return cost;
}

/*
 * Subgraphs [from, to) of an arm left unmatched: could their blocks run for
 * the other side too? Adds up their latency and the jumps that would go.
 */
static bool is_harmless(const struct planner *p, const struct cvg_candidate *c,
			int arm, uint32_t from, uint32_t to, uint64_t *latency,
			int64_t *jumps)
{
	for (uint32_t k = from; k < to; k++) {
		const struct cvg_subgraph *s = &c->chain[arm][k];
		const struct cvg_block *b = &p->fn->blocks[s->entry];

		if (!cvg_subgraph_is_plain(p, s) || s->joint != CVG_NONE ||
		    b->nphis)
			return false;
		for (uint32_t i = 0; i + 1 < b->ninsts; i++)
			if (!(p->fn->insts[b->inst_at + i].flags &
			      CVG_I_SPECULATABLE))
				return false;
		*latency += cvg_cost_block(p->fn, s->entry);
		*jumps += cvg_cost_jump(p->fn);
	}
	return true;
}

/*
 * Is it cheaper to run the unmatched subgraphs of both arms for everyone than
 * to branch around them? Tail merging and branch fusion never do.
 */
static bool should_speculate(const struct planner *p,
			     const struct cvg_candidate *c,
			     const uint32_t from[2], const uint32_t to[2],
			     int64_t *gain)
{
	enum cvg_mode mode =
		(enum cvg_mode)cvg_set_int(p->settings, CVG_SET_MODE);
	uint64_t latency = 0;
	int64_t jumps = 0;

	if (mode == CVG_MODE_TAIL_MERGING || mode == CVG_MODE_BRANCH_FUSION)
		return false;
	for (int arm = 0; arm < 2; arm++)
		if (!is_harmless(p, c, arm, from[arm], to[arm], &latency,
				 &jumps))
			return false;
	*gain = jumps + cvg_cost_branch(p->fn);
	return latency <= (uint64_t)*gain;
}

void cvg_price_seams(struct planner *p, const struct cvg_candidate *c,
		     struct cvg_meldpair *mp, const uint32_t first[2])
{
	const struct cvg_subgraph *t = &c->chain[0][mp->sub[0]];
	const struct cvg_subgraph *f = &c->chain[1][mp->sub[1]];
	struct sides s = {.p = p};
	int64_t gain = 0;

	/* Nothing left before it: the branch on the condition goes. */
	mp->speculates = false;
	if (mp->sub[0] == first[0] && mp->sub[1] == first[1]) {
		mp->branches -= cvg_cost_branch(p->fn);
	} else if (should_speculate(p, c, first, mp->sub, &gain)) {
		mp->speculates = true;
		mp->branches -= gain;
	}
	if (t->next != f->next) {
		mp->branches += cvg_cost_branch(p->fn);
		return;
	}
	cvg_sides_stamp(&s, c, mp);
	cvg_sides_settle(&s, mp);
	mp->selects += price_meeting(&s, t, f);
}

/* Selects at X for what arrives from the two blocks, or the pair itself. */
static int64_t price_closing(const struct planner *p,
			     const struct cvg_candidate *c)
{
	const struct cvg_block *x = &p->fn->blocks[c->exit];
	int64_t cost = 0;

	for (uint32_t k = 0; k < x->nphis; k++) {
		uint32_t type = p->fn->insts[x->inst_at + k].type;

		cost += cvg_cost_select(p->fn, type);
		if (x->npreds == 2)
			cost -= cvg_cost_phi(p->fn, type);
	}
	return cost;
}

void cvg_price_end(struct planner *p, struct cvg_candidate *c)
{
	struct cvg_meldpair *last;
	uint32_t from[2];
	int64_t gain = 0, cost;

	c->closes = false;
	if (c->npairs == 0)
		return;
	last = &c->pair[c->npairs - 1];
	for (int arm = 0; arm < 2; arm++)
		from[arm] = last->sub[arm] + 1;
	if (from[0] == c->nchain[0] && from[1] == c->nchain[1])
		return;
	cost = price_closing(p, c);
	if (!should_speculate(p, c, from, c->nchain, &gain) || cost > gain)
		return;
	c->closes = true;
	last->selects += cost;
	last->branches -= gain;
}
