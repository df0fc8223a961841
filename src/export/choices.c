/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What could be done to a function: the plans as one list. */

#include "choices.h"

#include "reconverge/analysis.h"
#include "reconverge/flat.h"
#include "reconverge/fuse.h"
#include "reconverge/graph.h"
#include "reconverge/linear.h"
#include "reconverge/look.h"
#include "reconverge/plan.h"
#include "reconverge/profile.h"
#include "reconverge/quantity.h"
#include "reconverge/refusal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the list -------------------------------------------------------- */

/* What making a list needs to know; `text` is for making strings. */
struct maker {
	const struct cvg_fn *fn;
	const struct cvg_profile *profile; /* or NULL */
	struct cvg_choices *out;
	cvg_vec(struct cvg_choice) list;
	struct cvg_str text;
	struct cvg_look look;
};

/* What was written into maker->text, for good. */
static const char *keep(struct maker *maker)
{
	const char *s =
		cvg_arena_strdup(&maker->out->arena, cvg_str_of(&maker->text));

	cvg_str_clear(&maker->text);
	return s;
}

static const char *keep_id(struct maker *maker, char letter, uint32_t id)
{
	cvg_str_addf(&maker->text, "%c%u", letter, id);
	return keep(maker);
}

/* "R3 (B7)"; a block is its own name. */
static const char *keep_name(struct maker *maker,
			     const struct cvg_choice *choice)
{
	if (*choice->object == 'B')
		return choice->object;
	cvg_str_addf(&maker->text, "%s (B%u)", choice->object,
		     maker->fn->blocks[choice->block].uid);
	return keep(maker);
}

/* By the first block, whose number stays when others change: what is done goes
 * to the journal. */
static const char *keep_command(struct maker *maker,
				const struct cvg_choice *choice)
{
	cvg_str_addf(&maker->text, "%s B%u", choice->act,
		     maker->fn->blocks[choice->block].uid);
	return keep(maker);
}

/* Take the blocks over; b[0] is the place itself. */
static void set_blocks(struct maker *maker, struct cvg_choice *choice,
		       const struct cvg_u32s *blocks)
{
	uint32_t *copy =
		cvg_arena_array(&maker->out->arena, uint32_t, blocks->n + 1);

	memcpy(copy, blocks->at, blocks->n * sizeof *copy);
	choice->blocks = copy;
	choice->nblocks = (uint32_t)blocks->n;
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

/* The reason is what was written into maker->text. */
static void refuse(struct maker *maker, struct cvg_choice *choice,
		   enum cvg_refusal refusal)
{
	choice->reason = keep(maker);
	choice->rejected = refusal == CVG_REFUSE_REJECTED;
	choice->command = NULL;
}

/* By its region where that says it, else by the block of the branch. */
static void add_meld_choice(struct maker *maker, struct cvg_ana *ana,
			    const struct cvg_candidate *cd)
{
	const struct cvg_profile_block *counts =
		cvg_profile_at(maker->profile, maker->fn, cd->entry);
	struct cvg_meldsums s = cvg_meld_sums(cd);
	struct cvg_u32s blocks = {0};
	struct cvg_choice choice = {.act = "meld",
				    .block = cd->entry,
				    .saved = s.saved,
				    .selects = s.selects,
				    .branches = s.branches,
				    .net = cd->net,
				    .worth = (double)cd->net * cd->times,
				    .kind = cvg_candidate_kind(cd),
				    .bare = cvg_candidate_bare(ana, cd),
				    .splits = !maker->profile ||
					      (counts && counts->split),
				    .score = s.mp_s};

	cvg_push(&blocks, cd->entry);
	for (int arm = 0; arm < 2 && !cd->nparts; arm++)
		add_all(&blocks, cd->arm[arm], cd->narm[arm]);
	for (uint32_t p = 0; p < cd->nparts; p++)
		for (int arm = 0; arm < 2; arm++)
			add_all(&blocks, cd->part[p].arm[arm],
				cd->part[p].narm[arm]);
	set_blocks(maker, &choice, &blocks);
	choice.object =
		cd->region == CVG_NONE
			? keep_id(maker, 'B', maker->fn->blocks[cd->entry].uid)
			: keep_id(maker, 'R', cd->region);
	choice.name = keep_name(maker, &choice);
	if (can_be(cd->refusal)) {
		choice.command = keep_command(maker, &choice);
		cvg_add_meld(&maker->text, maker->fn, cd);
		choice.detail = keep(maker);
	}
	if (cd->refusal != CVG_REFUSE_NONE) {
		cvg_add_meld_refusal(&maker->text, maker->fn, cd, &maker->look);
		refuse(maker, &choice, cd->refusal);
	}
	cvg_push(&maker->list, choice);
	free(blocks.at);
}

static void add_linear_choice(struct maker *maker,
			      const struct cvg_linregion *region)
{
	struct cvg_linsums s = cvg_linear_sums(region);
	struct cvg_u32s blocks = {0};
	struct cvg_choice choice = {.act = "linearize",
				    .block = region->head,
				    .saved = s.saved,
				    .branches = s.price,
				    .net = s.net,
				    .worth = (double)s.net * s.times,
				    .kind = cvg_kind_of_linear(region)};

	cvg_push(&blocks, region->head);
	add_all(&blocks, region->block, region->nblocks);
	set_blocks(maker, &choice, &blocks);
	choice.object =
		keep_id(maker, 'B', maker->fn->blocks[region->head].uid);
	choice.name = keep_name(maker, &choice);
	if (can_be(region->refusal)) {
		choice.command = keep_command(maker, &choice);
		cvg_add_linear(&maker->text, region);
		choice.detail = keep(maker);
	}
	if (region->refusal != CVG_REFUSE_NONE) {
		cvg_add_linear_refusal(&maker->text, maker->fn, region,
				       &maker->look);
		refuse(maker, &choice, region->refusal);
	}
	cvg_push(&maker->list, choice);
	free(blocks.at);
}

/* By the block of the first branch. */
static void add_fuse_choice(struct maker *maker, const struct cvg_fuse *fuse)
{
	struct cvg_u32s blocks = {0};
	struct cvg_choice choice = {.act = "fuse",
				    .block = fuse->part[0].block,
				    .saved = fuse->saved,
				    .selects = fuse->selects,
				    .branches = fuse->branches + fuse->added,
				    .net = fuse->net,
				    .worth = (double)fuse->net * fuse->times,
				    .kind = cvg_fuse_kind(fuse),
				    .score = fuse->mp_s};

	for (int k = 0; k < 2; k++) {
		cvg_push(&blocks, fuse->part[k].block);
		add_all(&blocks, fuse->part[k].arm, fuse->part[k].narm);
	}
	set_blocks(maker, &choice, &blocks);
	choice.object =
		keep_id(maker, 'B', maker->fn->blocks[choice.block].uid);
	choice.name = keep_name(maker, &choice);
	if (can_be(fuse->refusal)) {
		choice.command = keep_command(maker, &choice);
		cvg_add_fuse(&maker->text, fuse);
		choice.detail = keep(maker);
	}
	if (fuse->refusal != CVG_REFUSE_NONE) {
		cvg_add_refusal(&maker->text, maker->fn, fuse->refusal,
				fuse->culprit_block, fuse->culprit,
				&maker->look);
		refuse(maker, &choice, fuse->refusal);
	}
	cvg_push(&maker->list, choice);
	free(blocks.at);
}

/* By its loop; what it would bring in a round. */
static void add_nest_choice(struct maker *maker, struct cvg_ana *ana,
			    const struct cvg_flatnest *nest)
{
	const struct cvg_loops *ls = cvg_ana_loops(ana);
	const struct cvg_loop *loop = &ls->loop[nest->loop];
	struct cvg_u32s blocks = {0};
	struct cvg_choice choice = {.act = "flatten",
				    .block = loop->header,
				    .saved = (int64_t)nest->tb,
				    .branches = (int64_t)nest->ta,
				    .net = (int64_t)nest->net,
				    .worth = nest->gain,
				    .kind = cvg_kind_of_nest(nest),
				    .score = nest->idle / nest->lanes};

	if (nest->ta + nest->tb > 0)
		choice.score -= nest->ta / (nest->ta + nest->tb);
	add_all(&blocks, ls->blocks + loop->blocks_at, loop->nblocks);
	set_blocks(maker, &choice, &blocks);
	choice.object = keep_id(maker, 'L', nest->loop);
	choice.name = keep_name(maker, &choice);
	if (can_be(nest->refusal)) {
		choice.command = keep_command(maker, &choice);
		cvg_flat_formula(&maker->text, nest);
		choice.detail = keep(maker);
	}
	if (nest->refusal != CVG_REFUSE_NONE) {
		cvg_add_refusal(&maker->text, maker->fn, nest->refusal,
				nest->culprit_block, CVG_NONE, &maker->look);
		refuse(maker, &choice, nest->refusal);
	}
	cvg_push(&maker->list, choice);
	free(blocks.at);
}

/* Those that bring most first, refused last; then as the blocks stand, then by act. */
static int by_net(const void *a, const void *b)
{
	const struct cvg_choice *x = a, *y = b;
	bool x_can = cvg_choice_can(x), y_can = cvg_choice_can(y);

	if (x_can != y_can)
		return x_can ? -1 : 1;
	if (x_can && x->gain != y->gain)
		return x->gain > y->gain ? -1 : 1;
	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	return strcmp(x->act, y->act);
}

static void add_melds(struct maker *maker, struct cvg_ana *ana,
		      const struct cvg_settings *settings)
{
	const struct cvg_plan *plan = cvg_plan_kept(ana, settings);

	for (uint32_t i = 0; i < plan->n; i++)
		add_meld_choice(maker, ana, &plan->at[i]);
}

static void add_linears(struct maker *maker, struct cvg_ana *ana,
			const struct cvg_settings *settings)
{
	struct cvg_linplan *plan = cvg_plan_linear(ana, settings);

	for (uint32_t i = 0; i < plan->n; i++)
		add_linear_choice(maker, &plan->at[i]);
	cvg_linplan_free(plan);
}

static void add_fuses(struct maker *maker, struct cvg_ana *ana,
		      const struct cvg_settings *settings)
{
	struct cvg_fuseplan *plan = cvg_plan_fuse(ana, settings);

	for (uint32_t i = 0; i < plan->n; i++)
		add_fuse_choice(maker, &plan->at[i]);
	cvg_fuseplan_free(plan);
}

static void add_nests(struct maker *maker, struct cvg_ana *ana,
		      const struct cvg_settings *settings)
{
	struct cvg_flatplan *plan = cvg_plan_flat(ana, settings);

	for (uint32_t i = 0; i < plan->n; i++)
		add_nest_choice(maker, ana, &plan->at[i]);
	cvg_flatplan_free(plan);
}

struct cvg_choices *cvg_choices_of(struct cvg_ana *ana,
				   const struct cvg_settings *settings)
{
	struct cvg_choices *out = cvg_calloc(1, sizeof *out);
	struct maker maker = {.fn = cvg_ana_fn(ana),
			      .profile = settings->profile,
			      .out = out,
			      .look = {.glyphs = cvg_glyphs_of(CVG_ASCII)}};

	add_melds(&maker, ana, settings);
	add_linears(&maker, ana, settings);
	add_fuses(&maker, ana, settings);
	add_nests(&maker, ana, settings);
	for (size_t i = 0; i < maker.list.n; i++)
		maker.list.at[i].gain = settings->profile
						? maker.list.at[i].worth
						: (double)maker.list.at[i].net;
	if (maker.list.n)
		qsort(maker.list.at, maker.list.n, sizeof *maker.list.at,
		      by_net);
	out->n = (uint32_t)maker.list.n;
	out->at = cvg_arena_array(&out->arena, struct cvg_choice, out->n);
	if (out->n)
		memcpy(out->at, maker.list.at, out->n * sizeof *out->at);
	free(maker.list.at);
	cvg_str_done(&maker.text);
	return out;
}

struct sorter {
	const struct cvg_choices *all;
	enum cvg_sort by;
};

/* Of equal ones, those whose estimate is better. */
static int by_setting(const void *a, const void *b, void *context)
{
	const struct sorter *s = context;
	uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
	const struct cvg_choice *x = &s->all->at[i], *y = &s->all->at[j];
	int act = s->by == CVG_SORT_KIND ? strcmp(x->act, y->act) : 0;
	double more = cvg_choice_brings(x, NULL) - cvg_choice_brings(y, NULL);

	if (cvg_choice_can(x) != cvg_choice_can(y))
		return cvg_choice_can(x) ? -1 : 1;
	if (s->by == CVG_SORT_ORDER && x->block != y->block)
		return x->block < y->block ? -1 : 1;
	if (act)
		return act;
	if (more != 0 && s->by != CVG_SORT_ORDER && cvg_choice_can(x))
		return more > 0 ? -1 : 1;
	return (i > j) - (i < j);
}

void cvg_choices_sorted(const struct cvg_choices *c, enum cvg_sort by,
			struct cvg_u32s *out)
{
	struct sorter s = {c, by};

	out->n = 0;
	for (uint32_t i = 0; i < c->n; i++)
		cvg_push(out, i);
	if (c->n)
		qsort_r(out->at, c->n, sizeof *out->at, by_setting, &s);
}

void cvg_choices_free(struct cvg_choices *take_choices)
{
	if (!take_choices)
		return;
	cvg_arena_done(&take_choices->arena);
	free(take_choices);
}

void cvg_add_worth(struct cvg_str *out, const struct cvg_choice *choice)
{
	cvg_str_addf(out, "net %+.0f cycles%s %s", choice->gain,
		     choice->kind == CVG_COUNTED_PROFILED ? " in all" : "",
		     cvg_countkind_name(choice->kind));
}

void cvg_add_reason(struct cvg_str *out, const struct cvg_choice *choice)
{
	size_t n = strcspn(choice->reason, ":(");

	while (n && choice->reason[n - 1] == ' ')
		n--;
	cvg_str_addn(out, choice->reason, n);
}

void cvg_add_bare(struct cvg_str *out, const struct cvg_fn *fn,
		  enum cvg_bare bare, const struct cvg_u32s *blocks)
{
	const char *what = bare == CVG_BARE_EXIT ? "loop exit" : "guard";

	if (!blocks->n)
		return;
	cvg_str_addf(out, "%zu %s%s (", blocks->n, what,
		     blocks->n == 1 ? "" : "s");
	for (size_t i = 0; i < blocks->n; i++)
		cvg_str_addf(out, "%sB%u", i ? ", " : "",
			     fn->blocks[blocks->at[i]].uid);
	cvg_str_add(out, ")  ");
}

/* ---- the blocks that a choice changes -------------------------------- */

static uint32_t region_named(const struct cvg_choice *choice,
			     const struct cvg_regions *rs)
{
	uint32_t r;

	if (sscanf(choice->object, "R%u", &r) != 1 || r >= rs->n ||
	    rs->region[r].entry != choice->block)
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
