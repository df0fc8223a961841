/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Aligning the blocks of a matched pair and pricing the result: CFM's FP_I
 * (Saumya, Sundararajah, Kulkarni, arXiv:2107.05681, IV-C) with the branches
 * that guards and seams need.
 *
 * While aligning, two operands count as equal if they are the same value or
 * if both come from inside the pair and may meld themselves; once all
 * blocks are aligned the count is made again with what really did.
 */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

/* ---- operands -------------------------------------------------------- */

/* An instruction inside the arm's subgraph that makes v, or CVG_NONE. */
static uint32_t inside_inst(const struct planner *p, uint32_t stamp, uint32_t v)
{
	uint32_t inst = cvg_value_inst(p->fn, v);

	if (inst == CVG_NONE || p->mark[p->fn->insts[inst].block] != stamp)
		return CVG_NONE;
	return inst;
}

bool cvg_operands_meet(const struct sides *s, uint32_t t, uint32_t f)
{
	const struct cvg_fn *fn = s->p->fn;
	uint32_t it, jf;

	if (t == f ||
	    (fn->values[t].flags | fn->values[f].flags) & CVG_V_POISON)
		return true;
	it = inside_inst(s->p, s->stamp[0], t);
	jf = inside_inst(s->p, s->stamp[1], f);
	if (it == CVG_NONE || jf == CVG_NONE)
		return false;
	if (fn->insts[it].op == CVG_OP_PHI && fn->insts[jf].op == CVG_OP_PHI)
		return fn->insts[it].type == fn->insts[jf].type;
	if (s->settled)
		return s->p->partner[it] == jf;
	return fn->insts[it].shape == fn->insts[jf].shape &&
	       fn->insts[it].shape != CVG_NONE;
}

/* Which of f's operands stands against t's k-th one? */
static uint32_t facing(uint32_t k, bool crossed)
{
	return crossed && k < 2 ? 1 - k : k;
}

static int32_t selects_of(const struct sides *s, uint32_t it, uint32_t jf,
			  bool crossed)
{
	const struct cvg_fn *fn = s->p->fn;
	int32_t sum = 0;

	for (uint32_t k = 0; k < fn->insts[it].nops; k++) {
		uint32_t t = cvg_op_of(fn, it, k);
		uint32_t f = cvg_op_of(fn, jf, facing(k, crossed));

		if (!cvg_operands_meet(s, t, f))
			sum += (int32_t)cvg_cost_select(fn, fn->values[t].type);
	}
	return sum;
}

static bool is_crossed(const struct sides *s, uint32_t it, uint32_t jf)
{
	const struct cvg_inst *i = &s->p->fn->insts[it];
	const struct cvg_inst *j = &s->p->fn->insts[jf];

	if ((i->flags ^ j->flags) & CVG_I_SWAPPED)
		return true;
	return i->flags & CVG_I_COMMUTATIVE &&
	       selects_of(s, it, jf, true) < selects_of(s, it, jf, false);
}

/* Does the address accessed stay one expression when they meld? */
static bool same_base(const struct sides *s, uint32_t it, uint32_t jf)
{
	const struct cvg_fn *fn = s->p->fn;
	uint32_t k = fn->insts[it].op == CVG_OP_STORE ? 1 : 0;

	if (fn->insts[it].nops <= k)
		return true;
	return cvg_operands_meet(s, cvg_op_of(fn, it, k), cvg_op_of(fn, jf, k));
}

static int32_t saved_by(const struct sides *s, uint32_t it, uint32_t jf)
{
	return (int32_t)cvg_cost_saved(s->p->fn, it, jf, same_base(s, it, jf));
}

/* ---- aligning two blocks --------------------------------------------- */

static int32_t score(void *ctx, uint32_t i, uint32_t j)
{
	const struct sides *s = ctx;
	const struct cvg_inst *insts = s->p->fn->insts;
	uint32_t it = s->body[0][i], jf = s->body[1][j];

	if (insts[it].shape != insts[jf].shape || insts[it].shape == CVG_NONE)
		return CVG_NO_MATCH;
	return saved_by(s, it, jf) -
	       selects_of(s, it, jf, is_crossed(s, it, jf));
}

static bool may_stay(const struct sides *s, uint32_t inst)
{
	if (s->exclusive)
		return true;
	return !s->guard_all &&
	       s->p->fn->insts[inst].flags & CVG_I_SPECULATABLE;
}

static bool plain_t(void *ctx, uint32_t i)
{
	const struct sides *s = ctx;

	return may_stay(s, s->body[0][i]);
}

static bool plain_f(void *ctx, uint32_t j)
{
	const struct sides *s = ctx;

	return may_stay(s, s->body[1][j]);
}

static uint32_t body_of(const struct planner *p, uint32_t block, uint32_t **out,
			struct cvg_arena *arena)
{
	const struct cvg_block *b;
	uint32_t n;

	*out = NULL;
	if (block == CVG_NONE)
		return 0;
	b = &p->fn->blocks[block];
	n = b->ninsts - b->nphis - 1;
	*out = cvg_arena_array(arena, uint32_t, n);
	for (uint32_t i = 0; i < n; i++)
		(*out)[i] = b->inst_at + b->nphis + i;
	return n;
}

static void pose(struct sides *s, uint32_t n, uint32_t m,
		 struct cvg_align_problem *out)
{
	const struct cvg_fn *fn = s->p->fn;

	*out = (struct cvg_align_problem){
		.n = n,
		.m = m,
		.score = score,
		.plain_a = plain_t,
		.plain_b = plain_f,
		.ctx = s,
		.open_guarded =
			(int32_t)(cvg_cost_branch(fn) + cvg_cost_jump(fn)),
	};
}

static void keep_columns(struct planner *p, const struct sides *s,
			 const struct cvg_alignment *al,
			 struct cvg_blockpair *bp)
{
	bp->ncolumns = al->n;
	bp->column = cvg_arena_array(p->arena, struct cvg_align_pair, al->n);
	for (uint32_t i = 0; i < al->n; i++) {
		struct cvg_align_pair *c = &bp->column[i];

		c->a = al->pair[i].a == CVG_NONE ? CVG_NONE
						 : s->body[0][al->pair[i].a];
		c->b = al->pair[i].b == CVG_NONE ? CVG_NONE
						 : s->body[1][al->pair[i].b];
	}
}

/* ---- tail merging ---------------------------------------------------- */

/*
 * Offset from the end up to which the tails must agree for the operands of
 * the pair at offset d; UINT32_MAX if they can not.
 */
static uint32_t tail_needs(const struct sides *s, uint32_t n, uint32_t m,
			   uint32_t d)
{
	const struct cvg_fn *fn = s->p->fn;
	uint32_t it = s->body[0][n - 1 - d], jf = s->body[1][m - 1 - d];
	uint32_t need = d;

	for (uint32_t k = 0; k < fn->insts[it].nops; k++) {
		uint32_t t = cvg_op_of(fn, it, k), f = cvg_op_of(fn, jf, k);
		uint32_t dt, df;

		if (t == f)
			continue;
		dt = cvg_value_inst(fn, t);
		df = cvg_value_inst(fn, f);
		if (dt < s->body[0][0] || dt > s->body[0][n - 1] ||
		    df < s->body[1][0] || df > s->body[1][m - 1] ||
		    s->body[0][n - 1] - dt != s->body[1][m - 1] - df)
			return UINT32_MAX;
		if (s->body[0][n - 1] - dt > need)
			need = s->body[0][n - 1] - dt;
	}
	return need;
}

/* The longest equal tails, operands included, as an alignment. */
static void align_tails(const struct sides *s, uint32_t n, uint32_t m,
			struct cvg_alignment *out)
{
	const struct cvg_inst *insts = s->p->fn->insts;
	uint32_t k = 0, before = UINT32_MAX;

	while (k < n && k < m) {
		const struct cvg_inst *i = &insts[s->body[0][n - 1 - k]];
		const struct cvg_inst *j = &insts[s->body[1][m - 1 - k]];

		if (i->shape != j->shape || i->shape == CVG_NONE ||
		    (i->flags ^ j->flags) & CVG_I_SWAPPED)
			break;
		k++;
	}
	while (k != before) {
		before = k;
		for (uint32_t d = 0; d < k; d++)
			if (tail_needs(s, n, m, d) >= k)
				k = d;
	}
	*out = (struct cvg_alignment){.nmatches = k};
	out->pair = cvg_calloc(n + m - k, sizeof *out->pair);
	for (uint32_t i = 0; i < n - k; i++)
		out->pair[out->n++] = (struct cvg_align_pair){i, CVG_NONE};
	for (uint32_t j = 0; j < m - k; j++)
		out->pair[out->n++] = (struct cvg_align_pair){CVG_NONE, j};
	for (uint32_t d = k; d-- > 0;)
		out->pair[out->n++] =
			(struct cvg_align_pair){n - 1 - d, m - 1 - d};
}

static void align_blocks(struct sides *s, struct cvg_blockpair *bp, int replica)
{
	struct planner *p = s->p;
	struct cvg_arena scratch = {0};
	struct cvg_align_problem problem;
	struct cvg_alignment al;
	uint32_t *body[2], n[2];

	for (int k = 0; k < 2; k++) {
		n[k] = body_of(p, bp->block[k], &body[k], &scratch);
		s->body[k] = body[k];
	}
	s->exclusive = replica >= 0 && bp->forced == CVG_NONE;
	s->guard_all = bp->guard_all;
	if (bp->guard_all) {
		align_tails(s, n[0], n[1], &al);
	} else {
		pose(s, n[0], n[1], &problem);
		cvg_align(&problem,
			  cvg_set_int(p->settings, CVG_SET_ALIGN)
				  ? CVG_ALIGN_SW
				  : CVG_ALIGN_NW,
			  &al);
	}
	keep_columns(p, s, &al, bp);
	cvg_alignment_done(&al);
	cvg_arena_done(&scratch);
}

/* ---- counting what came out ------------------------------------------ */

/* Is the value used by an instruction outside the run of that stamp? */
static bool escapes(const struct planner *p, uint32_t inst, uint32_t stamp)
{
	const struct cvg_inst *in = &p->fn->insts[inst];

	for (uint32_t k = 0; k < in->nusers; k++)
		if (p->run[p->fn->users[in->users_at + k]] != stamp)
			return true;
	return false;
}

/* The guards of one run of gaps between two matches. */
static int64_t price_gaps(const struct sides *s,
			  const struct cvg_align_pair *from,
			  const struct cvg_align_pair *to)
{
	const struct cvg_fn *fn = s->p->fn;
	uint32_t stamp = planner_stamp(s->p);
	bool guarded[2] = {false, false};
	int64_t cost = 0;

	for (const struct cvg_align_pair *c = from; c < to; c++) {
		s->p->run[c->a == CVG_NONE ? c->b : c->a] = stamp;
		if (c->a != CVG_NONE && !may_stay(s, c->a))
			guarded[0] = true;
		if (c->b != CVG_NONE && !may_stay(s, c->b))
			guarded[1] = true;
	}
	if (!guarded[0] && !guarded[1])
		return 0;
	cost += cvg_cost_branch(fn);
	cost += cvg_cost_jump(fn) * (guarded[0] + guarded[1]);
	for (const struct cvg_align_pair *c = from; c < to; c++) {
		int arm = c->a == CVG_NONE;
		uint32_t inst = arm ? c->b : c->a;

		if (guarded[arm] && escapes(s->p, inst, stamp))
			cost += cvg_cost_phi(fn, fn->insts[inst].type);
	}
	return cost;
}

static void price_terminators(const struct sides *s,
			      const struct cvg_meldpair *mp,
			      const struct cvg_blockpair *bp, int64_t *selects,
			      int64_t *branches)
{
	const struct cvg_fn *fn = s->p->fn;
	uint32_t it, jf, one;

	if (mp->replica >= 0) {
		one = bp->block[!mp->replica];
		it = cvg_block_last(fn, one);
		if (bp->forced != CVG_NONE && fn->blocks[one].nsuccs > 1)
			*selects += cvg_cost_select(
				fn, fn->values[cvg_op_of(fn, it, 0)].type);
		if (bp->block[mp->replica] != CVG_NONE)
			*branches -= cvg_cost_jump(fn);
		return;
	}
	it = cvg_block_last(fn, bp->block[0]);
	jf = cvg_block_last(fn, bp->block[1]);
	*branches -= cvg_cost_inst(fn, it);
	if (fn->insts[it].nops &&
	    !cvg_operands_meet(s, cvg_op_of(fn, it, 0), cvg_op_of(fn, jf, 0)))
		*selects += cvg_cost_select(
			fn, fn->values[cvg_op_of(fn, it, 0)].type);
	if (bp->inverted)
		*selects += cvg_cost_select(
			fn, fn->values[cvg_op_of(fn, jf, 0)].type);
}

static void price_columns(struct sides *s, const struct cvg_blockpair *bp,
			  struct cvg_meldpair *mp)
{
	const struct cvg_align_pair *end = bp->column + bp->ncolumns;
	const struct cvg_align_pair *gap = bp->column;

	for (const struct cvg_align_pair *c = bp->column; c < end; c++) {
		if (c->a == CVG_NONE || c->b == CVG_NONE)
			continue;
		mp->branches += price_gaps(s, gap, c);
		gap = c + 1;
		mp->aligned++;
		mp->saved += saved_by(s, c->a, c->b);
		mp->selects +=
			selects_of(s, c->a, c->b, is_crossed(s, c->a, c->b));
	}
	mp->branches += price_gaps(s, gap, end);
}

void cvg_sides_stamp(struct sides *s, const struct cvg_candidate *c,
		     const struct cvg_meldpair *mp)
{
	for (int k = 0; k < 2; k++) {
		const struct cvg_subgraph *g = &c->chain[k][mp->sub[k]];

		s->stamp[k] = planner_stamp(s->p);
		for (uint32_t i = 0; i < g->nblocks; i++)
			s->p->mark[g->block[i]] = s->stamp[k];
	}
}

void cvg_sides_settle(struct sides *s, const struct cvg_meldpair *mp)
{
	uint32_t *partner = s->p->partner;

	for (uint32_t i = 0; i < mp->nbp; i++)
		for (uint32_t k = 0; k < mp->bp[i].ncolumns; k++) {
			const struct cvg_align_pair *c = &mp->bp[i].column[k];

			if (c->a != CVG_NONE)
				partner[c->a] = c->b;
			if (c->b != CVG_NONE)
				partner[c->b] = c->a;
		}
	s->settled = true;
}

void cvg_price_pair(struct planner *p, const struct cvg_candidate *c,
		    struct cvg_meldpair *mp)
{
	struct sides s = {.p = p};
	bool tails =
		cvg_set_int(p->settings, CVG_SET_MODE) == CVG_MODE_TAIL_MERGING;

	cvg_sides_stamp(&s, c, mp);
	for (uint32_t i = 0; i < mp->nbp; i++) {
		mp->bp[i].guard_all = tails;
		align_blocks(&s, &mp->bp[i], mp->replica);
	}
	cvg_sides_settle(&s, mp);
	mp->aligned = 0;
	mp->saved = mp->selects = mp->branches = 0;
	for (uint32_t i = 0; i < mp->nbp; i++) {
		s.exclusive = mp->replica >= 0 && mp->bp[i].forced == CVG_NONE;
		s.guard_all = mp->bp[i].guard_all;
		price_columns(&s, &mp->bp[i], mp);
		price_terminators(&s, mp, &mp->bp[i], &mp->selects,
				  &mp->branches);
	}
}

void cvg_plan_block_problem(struct cvg_ana *ana,
			    const struct cvg_settings *settings, uint32_t t,
			    uint32_t f, struct cvg_arena *arena,
			    struct cvg_align_problem *out)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	struct sides *s = cvg_arena_array(arena, struct sides, 1);
	uint32_t *body[2], n[2];

	s->p = cvg_arena_array(arena, struct planner, 1);
	s->p->ana = ana;
	s->p->fn = fn;
	s->p->settings = settings;
	s->p->mark = cvg_arena_array(arena, uint32_t, fn->nblocks);
	s->p->mark[t] = s->stamp[0] = 1;
	s->p->mark[f] = s->stamp[1] = 2;
	n[0] = body_of(s->p, t, &body[0], arena);
	n[1] = body_of(s->p, f, &body[1], arena);
	s->body[0] = body[0];
	s->body[1] = body[1];
	pose(s, n[0], n[1], out);
}
