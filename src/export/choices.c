/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What could be done to a function: the plans as one list, and as texts. */
#include "reconverge/analysis.h"
#include "reconverge/choices.h"
#include "reconverge/flat.h"
#include "reconverge/graph.h"
#include "reconverge/linear.h"
#include "reconverge/look.h"
#include "reconverge/plan.h"
#include "reconverge/table.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the texts ------------------------------------------------------- */

static struct cvg_meldsums meld_sums(const struct cvg_candidate *cd)
{
	struct cvg_meldsums s = {
		.pairs = cd->npairs, .both = cd->both, .net = cd->net};

	for (uint32_t i = 0; i < cd->npairs; i++) {
		const struct cvg_meldpair *p = &cd->pair[i];

		if (p->mp_s > s.mp_s)
			s.mp_s = p->mp_s;
		s.saved += p->saved;
		s.selects += p->selects;
		s.branches += p->branches;
	}
	return s;
}

static struct cvg_linsums linear_sums(const struct cvg_linregion *r)
{
	return (struct cvg_linsums){.units = r->nunits,
				    .guards = r->new_blocks,
				    .runs = r->worst,
				    .saved = r->saved,
				    .price = r->price,
				    .net = r->saved - r->price,
				    .times = r->times,
				    .source = cvg_linear_source(r)};
}

static struct cvg_flatsums flat_sums(const struct cvg_flatnest *t)
{
	return (struct cvg_flatsums){.ta = t->ta,
				     .tb = t->tb,
				     .idle = t->idle,
				     .lanes = t->lanes,
				     .net = t->net,
				     .to = t->to,
				     .less = t->less,
				     .speedup = t->before / t->after,
				     .source = cvg_flat_source(t->source),
				     .above = t->above,
				     .counted = t->counted,
				     .pays = t->pays,
				     .chosen = t->chosen};
}

/* ---- the columns ----------------------------------------------------- */

#define SHOWN  0
#define JSON   CVG_COLUMN_JSON
#define SIGNED CVG_COLUMN_SIGNED
#define ROW(record, member, label, unit_, use_)             \
	{CVG_COLUMN(struct record, member), .title = label, \
	 .unit = CVG_UNIT_##unit_, .use = use_},

static const struct cvg_column meld_columns[] = {
#define MELD(member, label, unit, use, help) \
	ROW(cvg_meldsums, member, label, unit, use)
#include "reconverge/choices.def"
};

static const struct cvg_column linear_columns[] = {
#define LINEAR(member, label, unit, use, help) \
	ROW(cvg_linsums, member, label, unit, use)
#include "reconverge/choices.def"
};

static const struct cvg_column flat_columns[] = {
#define FLAT(member, label, unit, use, help) \
	ROW(cvg_flatsums, member, label, unit, use)
#include "reconverge/choices.def"
};

#undef SHOWN
#undef JSON
#undef SIGNED

static const char *const meld_help[] = {
#define MELD(member, label, unit, use, help) help,
#include "reconverge/choices.def"
};

static const char *const linear_help[] = {
#define LINEAR(member, label, unit, use, help) help,
#include "reconverge/choices.def"
};

static const char *const flat_help[] = {
#define FLAT(member, label, unit, use, help) help,
#include "reconverge/choices.def"
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

const struct cvg_column *cvg_choice_columns(enum cvg_choicekind kind, size_t *n,
					    const char *const **help)
{
	switch (kind) {
	case CVG_CHOICE_MELD:
		*n = COUNT_OF(meld_columns);
		*help = meld_help;
		return meld_columns;
	case CVG_CHOICE_LINEAR:
		*n = COUNT_OF(linear_columns);
		*help = linear_help;
		return linear_columns;
	case CVG_CHOICE_FLAT:
		*n = COUNT_OF(flat_columns);
		*help = flat_help;
		return flat_columns;
	}
	return NULL;
}

json_t *cvg_json_meld(const struct cvg_candidate *cd)
{
	struct cvg_meldsums s = meld_sums(cd);

	return cvg_record_json(meld_columns, COUNT_OF(meld_columns), &s);
}

json_t *cvg_json_linear(const struct cvg_linregion *r)
{
	struct cvg_linsums s = linear_sums(r);

	return cvg_record_json(linear_columns, COUNT_OF(linear_columns), &s);
}

json_t *cvg_json_flat(const struct cvg_flatnest *t)
{
	struct cvg_flatsums s = flat_sums(t);

	return cvg_record_json(flat_columns, COUNT_OF(flat_columns), &s);
}

void cvg_add_meld(struct cvg_str *out, const struct cvg_candidate *cd)
{
	struct cvg_meldsums s = meld_sums(cd);

	cvg_record_text(out, meld_columns, COUNT_OF(meld_columns), &s);
}

/* " (B3: %x = ...)"; CVG_NONE: there is no block, no instruction. */
static void add_culprit(struct cvg_str *out, const struct cvg_fn *fn,
			uint32_t block, uint32_t inst,
			const struct cvg_look *look)
{
	if (block == CVG_NONE)
		return;
	cvg_str_addf(out, " (B%u", fn->blocks[block].uid);
	if (inst != CVG_NONE && fn->insts[inst].text) {
		cvg_str_add(out, ": ");
		cvg_text_clip(out, fn->insts[inst].text, 48, look);
	}
	cvg_str_addc(out, ')');
}

void cvg_add_refusal(struct cvg_str *out, const struct cvg_fn *fn,
		     enum cvg_refusal why, uint32_t block, uint32_t inst,
		     const struct cvg_look *look)
{
	cvg_str_add(out, cvg_refusal_text(why));
	add_culprit(out, fn, block, inst, look);
}

void cvg_add_meld_refusal(struct cvg_str *out, const struct cvg_fn *fn,
			  const struct cvg_candidate *cd,
			  const struct cvg_look *look)
{
	uint32_t i = cd->culprit;
	uint32_t b = i == CVG_NONE ? cd->culprit_block : fn->insts[i].block;

	cvg_add_refusal(out, fn, cd->refusal, b, i, look);
}

void cvg_add_linear(struct cvg_str *out, const struct cvg_linregion *r)
{
	struct cvg_linsums s = linear_sums(r);

	cvg_str_addf(out, "%u of %u blocks  ", s.units, r->nblocks);
	cvg_record_text(out, linear_columns, COUNT_OF(linear_columns), &s);
	if (s.net < 0)
		cvg_str_add(out, ": costs more");
	cvg_str_addf(out, "  %s", s.source);
	if (r->times != 1)
		cvg_str_addf(out, ", x%.4g", r->times);
}

void cvg_add_linear_refusal(struct cvg_str *out, const struct cvg_fn *fn,
			    const struct cvg_linregion *r)
{
	cvg_str_add(out, cvg_refusal_text(r->refusal));
	if (r->refusal == CVG_REFUSE_LIN_PROFIT)
		cvg_str_addf(out, ": %lld, they save %lld, %s",
			     (long long)r->price, (long long)r->saved,
			     cvg_linear_source(r));
	add_culprit(out, fn, r->culprit_block, CVG_NONE, NULL);
}

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

/* By its region where that says it, else by the block of the branch. */
static void add_meld_choice(struct maker *m, const struct cvg_candidate *cd)
{
	struct cvg_meldsums s = meld_sums(cd);
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
	if (cd->refusal == CVG_REFUSE_NONE) {
		c.command = keep_command(m, &c);
		cvg_add_meld(&m->text, cd);
		c.detail = keep(m);
	} else {
		cvg_add_meld_refusal(&m->text, m->fn, cd, &m->look);
		c.reason = keep(m);
	}
	cvg_push(&m->list, c);
	free(blocks.at);
}

static void add_linear_choice(struct maker *m, const struct cvg_linregion *r)
{
	struct cvg_linsums s = linear_sums(r);
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
	if (r->refusal == CVG_REFUSE_NONE) {
		c.command = keep_command(m, &c);
		cvg_add_linear(&m->text, r);
		c.detail = keep(m);
	} else {
		cvg_add_linear_refusal(&m->text, m->fn, r);
		c.reason = keep(m);
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
	if (t->refusal == CVG_REFUSE_NONE) {
		c.command = keep_command(m, &c);
		cvg_flat_formula(&m->text, t);
		c.detail = keep(m);
	} else {
		cvg_add_refusal(&m->text, m->fn, t->refusal, t->culprit_block,
				CVG_NONE, &m->look);
		c.reason = keep(m);
	}
	cvg_push(&m->list, c);
	free(blocks.at);
}

/* Worth most first, refused last; then as the blocks stand, then by act. */
static int by_net(const void *a, const void *b)
{
	const struct cvg_choice *x = a, *y = b;

	if (!x->command != !y->command)
		return x->command ? -1 : 1;
	if (x->command && x->worth != y->worth)
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
