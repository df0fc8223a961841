/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What could be done to a function: the plans as one list. */

#include "choices.h"

#include "reconverge/analysis.h"
#include "reconverge/flat.h"
#include "reconverge/graph.h"
#include "reconverge/linear.h"
#include "reconverge/look.h"
#include "reconverge/plan.h"
#include "reconverge/refusal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the list -------------------------------------------------------- */

/* What making a list needs to know; `text` is for making strings. */
struct maker {
	const struct cvg_fn *fn;
	struct cvg_choices *out;
	cvg_vec(struct cvg_choice) list;
	struct cvg_str text;
	struct cvg_look look;
};

/* What was written into m->text, for good. */
static const char *keep(struct maker *m)
{
	const char *s = cvg_arena_strdup(&m->out->arena, cvg_str_of(&m->text));

	cvg_str_clear(&m->text);
	return s;
}

static const char *keep_id(struct maker *m, char letter, uint32_t id)
{
	cvg_str_addf(&m->text, "%c%u", letter, id);
	return keep(m);
}

static const char *keep_command(struct maker *m, const struct cvg_choice *c)
{
	cvg_str_addf(&m->text, "%s %s", c->act, c->object);
	return keep(m);
}

/* Take the blocks over; b[0] is the place itself. */
static void set_blocks(struct maker *m, struct cvg_choice *c,
		       const struct cvg_u32s *blocks)
{
	uint32_t *copy =
		cvg_arena_array(&m->out->arena, uint32_t, blocks->n + 1);

	memcpy(copy, blocks->at, blocks->n * sizeof *copy);
	c->blocks = copy;
	c->nblocks = (uint32_t)blocks->n;
}

static void add_all(struct cvg_u32s *to, const uint32_t *at, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		cvg_push(to, at[i]);
}

/* Could it be done if nobody had rejected it? */
static bool can_be(enum cvg_refusal refusal)
{
	return refusal == CVG_REFUSE_NONE || refusal == CVG_REFUSE_REJECTED;
}

/* The reason is what was written into m->text. */
static void refuse(struct maker *m, struct cvg_choice *c,
		   enum cvg_refusal refusal)
{
	c->reason = keep(m);
	c->rejected = refusal == CVG_REFUSE_REJECTED;
	c->command = NULL;
}

/* By its region where that says it, else by the block of the branch. */
static void add_meld_choice(struct maker *m, const struct cvg_candidate *cd)
{
	struct cvg_meldsums s = cvg_meld_sums(cd);
	struct cvg_u32s blocks = {0};
	struct cvg_choice c = {.act = "meld",
			       .block = cd->entry,
			       .saved = s.saved,
			       .selects = s.selects,
			       .branches = s.branches,
			       .net = cd->net,
			       .worth = (double)cd->net * cd->times,
			       .score = s.mp_s};

	cvg_push(&blocks, cd->entry);
	add_all(&blocks, cd->arm[0], cd->narm[0]);
	add_all(&blocks, cd->arm[1], cd->narm[1]);
	set_blocks(m, &c, &blocks);
	c.object = cd->region == CVG_NONE
			   ? keep_id(m, 'B', m->fn->blocks[cd->entry].uid)
			   : keep_id(m, 'R', cd->region);
	if (can_be(cd->refusal)) {
		c.command = keep_command(m, &c);
		cvg_add_meld(&m->text, cd);
		c.detail = keep(m);
	}
	if (cd->refusal != CVG_REFUSE_NONE) {
		cvg_add_meld_refusal(&m->text, m->fn, cd, &m->look);
		refuse(m, &c, cd->refusal);
	}
	cvg_push(&m->list, c);
	free(blocks.at);
}

static void add_linear_choice(struct maker *m, const struct cvg_linregion *r)
{
	struct cvg_linsums s = cvg_linear_sums(r);
	struct cvg_u32s blocks = {0};
	struct cvg_choice c = {.act = "linearize",
			       .block = r->head,
			       .saved = s.saved,
			       .branches = s.price,
			       .net = s.net,
			       .worth = (double)s.net * s.times};

	cvg_push(&blocks, r->head);
	add_all(&blocks, r->block, r->nblocks);
	set_blocks(m, &c, &blocks);
	c.object = keep_id(m, 'B', m->fn->blocks[r->head].uid);
	if (can_be(r->refusal)) {
		c.command = keep_command(m, &c);
		cvg_add_linear(&m->text, r);
		c.detail = keep(m);
	}
	if (r->refusal != CVG_REFUSE_NONE) {
		cvg_add_linear_refusal(&m->text, m->fn, r);
		refuse(m, &c, r->refusal);
	}
	cvg_push(&m->list, c);
	free(blocks.at);
}

/* By its loop; what it would bring in a round. */
static void add_nest_choice(struct maker *m, struct cvg_ana *ana,
			    const struct cvg_flatnest *t)
{
	const struct cvg_loops *ls = cvg_ana_loops(ana);
	const struct cvg_loop *l = &ls->loop[t->loop];
	struct cvg_u32s blocks = {0};
	struct cvg_choice c = {.act = "flatten",
			       .block = l->header,
			       .saved = (int64_t)t->tb,
			       .branches = (int64_t)t->ta,
			       .net = (int64_t)t->net,
			       .worth = t->gain,
			       .score = t->idle / t->lanes};

	if (t->ta + t->tb > 0)
		c.score -= t->ta / (t->ta + t->tb);
	add_all(&blocks, ls->blocks + l->blocks_at, l->nblocks);
	set_blocks(m, &c, &blocks);
	c.object = keep_id(m, 'L', t->loop);
	if (can_be(t->refusal)) {
		c.command = keep_command(m, &c);
		cvg_flat_formula(&m->text, t);
		c.detail = keep(m);
	}
	if (t->refusal != CVG_REFUSE_NONE) {
		cvg_add_refusal(&m->text, m->fn, t->refusal, t->culprit_block,
				CVG_NONE, &m->look);
		refuse(m, &c, t->refusal);
	}
	cvg_push(&m->list, c);
	free(blocks.at);
}

/* Worth most first, refused last; then as the blocks stand, then by act. */
static int by_net(const void *a, const void *b)
{
	const struct cvg_choice *x = a, *y = b;

	bool x_can = x->command || x->rejected,
	     y_can = y->command || y->rejected;

	if (x_can != y_can)
		return x_can ? -1 : 1;
	if (x_can && x->worth != y->worth)
		return x->worth > y->worth ? -1 : 1;
	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	return strcmp(x->act, y->act);
}

static void add_melds(struct maker *m, struct cvg_ana *ana,
		      const struct cvg_settings *settings,
		      const struct cvg_plan *plan)
{
	struct cvg_plan *own = plan ? NULL : cvg_plan_meld(ana, settings);

	if (!plan)
		plan = own;
	for (uint32_t i = 0; i < plan->n; i++)
		add_meld_choice(m, &plan->at[i]);
	cvg_plan_free(own);
}

static void add_linears(struct maker *m, struct cvg_ana *ana,
			const struct cvg_settings *settings)
{
	struct cvg_linplan *plan = cvg_plan_linear(ana, settings);

	for (uint32_t i = 0; i < plan->n; i++)
		add_linear_choice(m, &plan->at[i]);
	cvg_linplan_free(plan);
}

static void add_nests(struct maker *m, struct cvg_ana *ana,
		      const struct cvg_settings *settings)
{
	struct cvg_flatplan *plan = cvg_plan_flat(ana, settings);

	for (uint32_t i = 0; i < plan->n; i++)
		add_nest_choice(m, ana, &plan->at[i]);
	cvg_flatplan_free(plan);
}

struct cvg_choices *cvg_choices_of(struct cvg_ana *ana,
				   const struct cvg_settings *settings,
				   const struct cvg_plan *meld)
{
	struct cvg_choices *out = cvg_calloc(1, sizeof *out);
	struct maker m = {.fn = cvg_ana_fn(ana),
			  .out = out,
			  .look = {.glyphs = cvg_glyphs_of(CVG_ASCII)}};

	add_melds(&m, ana, settings, meld);
	add_linears(&m, ana, settings);
	add_nests(&m, ana, settings);
	if (m.list.n)
		qsort(m.list.at, m.list.n, sizeof *m.list.at, by_net);
	out->n = (uint32_t)m.list.n;
	out->at = cvg_arena_array(&out->arena, struct cvg_choice, out->n);
	if (out->n)
		memcpy(out->at, m.list.at, out->n * sizeof *out->at);
	free(m.list.at);
	cvg_str_done(&m.text);
	return out;
}

void cvg_choices_free(struct cvg_choices *take_c)
{
	if (!take_c)
		return;
	cvg_arena_done(&take_c->arena);
	free(take_c);
}

void cvg_add_reason(struct cvg_str *out, const struct cvg_choice *c)
{
	size_t n = strcspn(c->reason, ":(");

	while (n && c->reason[n - 1] == ' ')
		n--;
	cvg_str_addn(out, c->reason, n);
}

/* ---- the blocks that a choice changes -------------------------------- */

static uint32_t region_named(const struct cvg_choice *c,
			     const struct cvg_regions *rs)
{
	uint32_t r;

	if (sscanf(c->object, "R%u", &r) != 1 || r >= rs->n ||
	    rs->region[r].entry != c->block)
		return CVG_NONE;
	return r;
}

void cvg_choice_lists_init(struct cvg_choice_lists *l,
			   const struct cvg_choices *c, struct cvg_ana *ana)
{
	const struct cvg_regions *rs = cvg_ana_regions(ana);
	uint32_t nblocks = cvg_ana_fn(ana)->nblocks;

	l->of_region = cvg_alloc((rs->n + 1) * sizeof *l->of_region);
	l->of_block = cvg_alloc((nblocks + 1) * sizeof *l->of_block);
	l->next = cvg_alloc((c->n + 1) * sizeof *l->next);
	memset(l->of_region, 0xFF, (rs->n + 1) * sizeof *l->of_region);
	memset(l->of_block, 0xFF, (nblocks + 1) * sizeof *l->of_block);
	for (uint32_t i = c->n; i-- > 0;) {
		uint32_t r = region_named(&c->at[i], rs);
		uint32_t *list = r == CVG_NONE ? &l->of_block[c->at[i].block]
					       : &l->of_region[r];

		l->next[i] = *list;
		*list = i;
	}
}

void cvg_choice_lists_done(struct cvg_choice_lists *l)
{
	free(l->of_region);
	free(l->of_block);
	free(l->next);
}

const struct cvg_choice *cvg_region_profit(const struct cvg_choice_lists *l,
					   const struct cvg_choices *c,
					   uint32_t region)
{
	for (uint32_t i = l->of_region[region]; i != CVG_NONE; i = l->next[i])
		if (c->at[i].command && !strcmp(c->at[i].act, "meld"))
			return &c->at[i];
	return NULL;
}
