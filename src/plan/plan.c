/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The plan: every divergent branch of a function with the pairs of subgraphs
 * worth melding there, or the reason why there are none.
 */
#include "plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* MP_S as an integer score for the alignment of subgraphs. */
#define MP_SCALE 1000000

static const char *const refusal_text[] = {
#define REFUSAL(id, text) text,
#include "reconverge/refusals.def"
#undef REFUSAL
};

const char *cvg_refusal_text(enum cvg_refusal r)
{
	return refusal_text[r];
}

const struct cvg_mix *cvg_planner_mix(struct planner *p, uint32_t block)
{
	struct cvg_mix *mix = &p->mix[block];

	if (mix->latency == UINT64_MAX)
		cvg_mix_of(p->fn, block, p->arena, mix);
	return mix;
}

/* ---- choosing pairs -------------------------------------------------- */

struct choice {
	const struct cvg_candidate *c;
	struct cvg_u32s picked; /* t, f, t, f ..., in program order */
};

static int32_t cell_score(void *ctx, uint32_t t, uint32_t f)
{
	const struct choice *ch = ctx;
	const struct cvg_paircell *cell =
		&ch->c->cell[t * ch->c->nchain[1] + f];

	if (cell->state == CVG_PAIR_IMPOSSIBLE)
		return CVG_NO_MATCH;
	return (int32_t)(cell->mp_s * MP_SCALE);
}

/* DARM, Definition 7: the order-preserving pairing with the best sum. */
static void pick_by_alignment(struct choice *ch)
{
	struct cvg_align_problem problem = {
		.n = ch->c->nchain[0],
		.m = ch->c->nchain[1],
		.score = cell_score,
		.ctx = ch,
	};
	struct cvg_alignment al;

	cvg_align(&problem, CVG_ALIGN_SW, &al);
	for (uint32_t i = 0; i < al.n; i++)
		if (al.pair[i].a != CVG_NONE && al.pair[i].b != CVG_NONE) {
			cvg_push(&ch->picked, al.pair[i].a);
			cvg_push(&ch->picked, al.pair[i].b);
		}
	cvg_alignment_done(&al);
}

/*
 * CFM: the one best pair; of equals the one that dominates most of what
 * remains, that is, the earliest.
 */
static void pick_greedily(struct choice *ch)
{
	double best = -1;
	uint32_t bt = 0, bf = 0;

	for (uint32_t t = 0; t < ch->c->nchain[0]; t++)
		for (uint32_t f = 0; f < ch->c->nchain[1]; f++) {
			const struct cvg_paircell *cell =
				&ch->c->cell[t * ch->c->nchain[1] + f];

			if (cell->state == CVG_PAIR_IMPOSSIBLE ||
			    cell->mp_s < best ||
			    (cell->mp_s == best && t + f >= bt + bf))
				continue;
			best = cell->mp_s;
			bt = t;
			bf = f;
		}
	if (best < 0)
		return;
	cvg_push(&ch->picked, bt);
	cvg_push(&ch->picked, bf);
}

/* ---- one candidate --------------------------------------------------- */

static void fill_cells(struct planner *p, struct cvg_candidate *c)
{
	double threshold = cvg_set_real(p->settings, CVG_SET_THRESHOLD);
	uint32_t n = c->nchain[0] * c->nchain[1];

	c->cell = cvg_arena_array(p->arena, struct cvg_paircell, n);
	for (uint32_t i = 0; i < n; i++) {
		struct cvg_paircell *cell = &c->cell[i];
		struct cvg_meldpair mp;

		cell->refusal = cvg_match_pair(p, c, i / c->nchain[1],
					       i % c->nchain[1], &mp);
		if (cell->refusal == CVG_REFUSE_NONE) {
			cell->mp_s = mp.mp_s;
			cell->state = CVG_PAIR_POSSIBLE;
			if (mp.mp_s < threshold)
				cell->refusal = CVG_REFUSE_THRESHOLD;
		}
		if (cell->refusal != CVG_REFUSE_NONE)
			cell->state = CVG_PAIR_IMPOSSIBLE;
	}
}

/*
 * The share of warps in which both arms have threads: as measured; else, if
 * threads choose independently with the frequencies of !prof; else 1. What
 * was never run says nothing.
 */
static double share_of_both(const struct cvg_fn *fn,
			    const struct cvg_profile_block *measured,
			    uint32_t entry)
{
	const uint32_t *w = fn->succ_weight + fn->blocks[entry].succs_at;
	double sum = (double)w[0] + w[1], p;

	if (measured && measured->warps)
		return (double)measured->split / (double)measured->warps;
	if (sum == 0)
		return 1;
	p = w[0] / sum;
	return 1 - pow(p, fn->warp) - pow(1 - p, fn->warp);
}

static void price_net(const struct cvg_candidate *c, struct cvg_meldpair *mp)
{
	int64_t gain = mp->saved - (mp->branches < 0 ? mp->branches : 0);
	int64_t loss = mp->branches > 0 ? mp->branches : 0;

	mp->net = (int64_t)floor((double)gain * c->both) - loss - mp->selects;
}

/* Seams and net of every pair, given which pairs there are. */
static void price_all(struct planner *p, struct cvg_candidate *c)
{
	uint32_t first[2] = {0, 0};

	c->net = 0;
	for (uint32_t i = 0; i < c->npairs; i++) {
		struct cvg_meldpair *mp = &c->pair[i];

		cvg_price_pair(p, c, mp);
		cvg_price_seams(p, c, mp, first);
		first[0] = mp->sub[0] + 1;
		first[1] = mp->sub[1] + 1;
	}
	cvg_price_end(p, c);
	for (uint32_t i = 0; i < c->npairs; i++) {
		price_net(c, &c->pair[i]);
		c->net += c->pair[i].net;
	}
}

static struct cvg_paircell *cell_of(const struct cvg_candidate *c,
				    const struct cvg_meldpair *mp)
{
	return &c->cell[mp->sub[0] * c->nchain[1] + mp->sub[1]];
}

/* Drop pairs that gain nothing; the seams of the others change with that. */
static void drop_losers(struct planner *p, struct cvg_candidate *c)
{
	uint32_t before;

	do {
		uint32_t kept = 0;

		before = c->npairs;
		for (uint32_t i = 0; i < before; i++) {
			struct cvg_meldpair *mp = &c->pair[i];

			if (mp->net > 0 && mp->aligned > 0) {
				c->pair[kept++] = *mp;
				continue;
			}
			cell_of(c, mp)->refusal =
				mp->aligned ? CVG_REFUSE_PROFIT
					    : CVG_REFUSE_NOTHING_ALIGNS;
		}
		c->npairs = kept;
		if (kept != before)
			price_all(p, c);
	} while (c->npairs != before);
}

static void choose_pairs(struct planner *p, struct cvg_candidate *c)
{
	struct choice ch = {.c = c};

	if (cvg_set_int(p->settings, CVG_SET_PAIRING) == CVG_PAIRING_GREEDY ||
	    cvg_set_int(p->settings, CVG_SET_MODE) == CVG_MODE_CFM)
		pick_greedily(&ch);
	else
		pick_by_alignment(&ch);
	c->npairs = (uint32_t)(ch.picked.n / 2);
	c->pair = cvg_arena_array(p->arena, struct cvg_meldpair, c->npairs);
	for (uint32_t i = 0; i < c->npairs; i++)
		cvg_match_pair(p, c, ch.picked.at[2 * i],
			       ch.picked.at[2 * i + 1], &c->pair[i]);
	free(ch.picked.at);
	price_all(p, c);
	drop_losers(p, c);
	for (uint32_t i = 0; i < c->npairs; i++)
		cell_of(c, &c->pair[i])->state = CVG_PAIR_CHOSEN;
}

/* How near a refused cell came to being melded: the most telling reason. */
static int telling(enum cvg_refusal r)
{
	switch (r) {
	case CVG_REFUSE_PROFIT:
		return 5;
	case CVG_REFUSE_LOST:
		return 5;
	case CVG_REFUSE_NOTHING_ALIGNS:
		return 4;
	case CVG_REFUSE_THRESHOLD:
		return 3;
	case CVG_REFUSE_NONE:
		return 0;
	case CVG_REFUSE_CONVERGENT:
		return 2;
	default:
		return 1;
	}
}

static void explain_refusal(struct cvg_candidate *c)
{
	uint32_t n = c->nchain[0] * c->nchain[1];

	c->refusal = n ? CVG_REFUSE_NONE : CVG_REFUSE_NOTHING_ALIGNS;
	for (uint32_t i = 0; i < n; i++) {
		const struct cvg_subgraph *s = &c->chain[0][i / c->nchain[1]];

		if (telling(c->cell[i].refusal) <= telling(c->refusal))
			continue;
		c->refusal = c->cell[i].refusal;
		if (s->refusal != c->refusal)
			s = &c->chain[1][i % c->nchain[1]];
		c->culprit = s->refusal == c->refusal ? s->culprit : CVG_NONE;
		c->culprit_block = s->entry;
	}
	if (c->refusal == CVG_REFUSE_NONE) /* each is possible, none chosen */
		c->refusal = CVG_REFUSE_PROFIT;
}

static uint32_t region_of(struct cvg_ana *ana, uint32_t entry, uint32_t exit)
{
	const struct cvg_regions *rs = cvg_ana_regions(ana);

	for (uint32_t r = rs->innermost[entry]; r != CVG_NONE;
	     r = rs->region[r].parent)
		if (rs->region[r].entry == entry && rs->region[r].exit == exit)
			return r;
	return CVG_NONE;
}

static void plan_candidate(struct planner *p, uint32_t entry,
			   struct cvg_candidate *c)
{
	const struct cvg_inst *term = cvg_block_terminator(p->fn, entry);
	const struct cvg_profile_block *measured =
		cvg_profile_at(p->settings->profile, p->fn, entry);

	*c = (struct cvg_candidate){.entry = entry,
				    .exit = CVG_NONE,
				    .region = CVG_NONE,
				    .culprit = CVG_NONE,
				    .culprit_block = CVG_NONE};
	c->condition = term->nops ? p->fn->ops[term->ops_at] : CVG_NONE;
	if (term->op != CVG_OP_CONDBR) {
		c->refusal = CVG_REFUSE_SWITCH;
		c->exit = p->postdom->idom[entry];
		return;
	}
	c->both = share_of_both(p->fn, measured, entry);
	c->warps = measured ? measured->warps : 0;
	c->times = c->warps ? (double)c->warps : p->guess.runs[entry];
	cvg_arms_find(p, c);
	c->region = region_of(p->ana, entry, c->exit);
	if (c->refusal != CVG_REFUSE_NONE)
		return;
	fill_cells(p, c);
	choose_pairs(p, c);
	if (c->npairs == 0)
		explain_refusal(c);
}

/* ---- the whole function ---------------------------------------------- */

/* All that a candidate brings, over the run that was measured, or guessed. */
static double worth(const struct cvg_candidate *c)
{
	return (double)c->net * c->times;
}

static int by_net(const void *a, const void *b, void *ctx)
{
	const struct cvg_candidate *at = ctx;
	uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
	bool oi = at[i].refusal == CVG_REFUSE_NONE;
	bool oj = at[j].refusal == CVG_REFUSE_NONE;

	if (oi != oj)
		return oi ? -1 : 1;
	if (oi && worth(&at[i]) != worth(&at[j]))
		return worth(&at[i]) > worth(&at[j]) ? -1 : 1;
	return (i > j) - (i < j);
}

static void planner_init(struct planner *p, struct cvg_plan *plan,
			 struct cvg_ana *ana,
			 const struct cvg_settings *settings)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);

	*p = (struct planner){.ana = ana,
			      .fn = fn,
			      .settings = settings,
			      .arena = &plan->arena};
	cvg_guess_init(&p->guess, ana);
	p->order = cvg_ana_order(ana);
	p->dom = cvg_ana_dom(ana);
	p->postdom = cvg_ana_postdom(ana);
	p->mix = cvg_calloc(fn->nblocks, sizeof *p->mix);
	p->mark = cvg_calloc(fn->nblocks, sizeof *p->mark);
	p->twin = cvg_calloc(fn->nblocks, sizeof *p->twin);
	p->forced = cvg_calloc(fn->nblocks, sizeof *p->forced);
	p->flip = cvg_calloc(fn->nblocks, sizeof *p->flip);
	p->signature = cvg_calloc(fn->nblocks, sizeof *p->signature);
	p->partner = cvg_calloc(fn->ninsts, sizeof *p->partner);
	p->run = cvg_calloc(fn->ninsts, sizeof *p->run);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		p->mix[b].latency = UINT64_MAX;
}

static void planner_done(struct planner *p)
{
	cvg_guess_done(&p->guess);
	free(p->mix);
	free(p->mark);
	free(p->twin);
	free(p->forced);
	free(p->flip);
	free(p->signature);
	free(p->partner);
	free(p->run);
}

struct cvg_plan *cvg_plan_meld_except(struct cvg_ana *ana,
				      const struct cvg_settings *settings,
				      const struct cvg_u32s *lost)
{
	const struct cvg_uniform *u = cvg_ana_uniform(ana);
	struct cvg_plan *plan = cvg_calloc(1, sizeof *plan);
	struct planner p;

	plan->fn = cvg_ana_fn(ana);
	planner_init(&p, plan, ana, settings);
	p.lost = lost;
	plan->at = cvg_arena_array(&plan->arena, struct cvg_candidate,
				   u->nbranches);
	for (uint32_t b = 0; b < plan->fn->nblocks; b++)
		if (cvg_bits_has(&u->divergent_term, b) &&
		    p.order->place[b] != CVG_NONE)
			plan_candidate(&p, b, &plan->at[plan->n++]);
	plan->by_profit = cvg_arena_array(&plan->arena, uint32_t, plan->n);
	for (uint32_t i = 0; i < plan->n; i++)
		plan->by_profit[i] = i;
	qsort_r(plan->by_profit, plan->n, sizeof *plan->by_profit, by_net,
		plan->at);
	planner_done(&p);
	return plan;
}

struct cvg_plan *cvg_plan_meld(struct cvg_ana *ana,
			       const struct cvg_settings *settings)
{
	return cvg_plan_meld_except(ana, settings, NULL);
}

void cvg_plan_free(struct cvg_plan *take_plan)
{
	if (!take_plan)
		return;
	cvg_arena_done(&take_plan->arena);
	free(take_plan);
}

const struct cvg_candidate *cvg_plan_at(const struct cvg_plan *plan,
					uint32_t entry)
{
	for (uint32_t i = 0; i < plan->n; i++)
		if (plan->at[i].entry == entry)
			return &plan->at[i];
	return NULL;
}
