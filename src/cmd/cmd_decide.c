/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Deciding: what could be melded and what it would bring. */
#include "prove.h"

#include "reconverge/analysis.h"
#include "reconverge/choices.h"
#include "reconverge/graph.h"
#include "reconverge/linear.h"
#include "reconverge/look.h"
#include "reconverge/phases.h"
#include "reconverge/plan.h"
#include "reconverge/prove.h"
#include "reconverge/session.h"
#include "reconverge/tries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the order of a list ----------------------------------------------- */

static int by_gain(const void *a, const void *b)
{
	const struct cvg_rank *x = a, *y = b;

	if (x->can != y->can)
		return x->can ? -1 : 1;
	if (x->can && x->gain != y->gain)
		return x->gain > y->gain ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

void cvg_sort_ranks(struct cvg_rank *ranks, uint32_t n,
		    const struct cvg_settings *settings)
{
	if (n && cvg_set_int(settings, CVG_SET_SORT) != CVG_SORT_ORDER)
		qsort(ranks, n, sizeof *ranks, by_gain);
}

/* ---- candidates ------------------------------------------------------ */

static void json_refusal(json_t *o, const struct cvg_fn *fn,
			 enum cvg_refusal refusal, uint32_t block,
			 uint32_t inst, const char *step)
{
	uint32_t spot = inst != CVG_NONE    ? fn->insts[inst].spot
			: block != CVG_NONE ? cvg_block_spot(fn, block)
					    : CVG_NONE;

	if (o && cvg_spot_at(fn, spot))
		json_object_set_new(o, "block_place", cvg_json_spot(fn, spot));
	CVG_TELL(NULL, o, "{reason}{block}{inst}{step}",
		 CVG_V(cvg_refusal_text(refusal)),
		 CVG_V(cvg_json_block(fn, block)),
		 CVG_V(inst == CVG_NONE ? NULL : fn->insts[inst].text),
		 CVG_V(step));
}

void cvg_json_refusal(json_t *o, const struct cvg_fn *fn,
		      enum cvg_refusal refusal, uint32_t block, uint32_t inst)
{
	json_refusal(o, fn, refusal, block, inst, cvg_refusal_step(refusal));
}

static void tell_branch(struct cvg_call *call, json_t *o,
			const struct cvg_candidate *cd)
{
	const struct cvg_fn *fn = cvg_call_fn(call);
	uint32_t i = cd->culprit;
	uint32_t b = i == CVG_NONE ? cd->culprit_block : fn->insts[i].block;
	bool ok = cd->refusal == CVG_REFUSE_NONE;
	struct cvg_str name = {0}, at = {0};

	cvg_tell_spot(&at, o, "", fn, cvg_block_spot(fn, cd->entry));
	cvg_text_mark(&call->out, &call->sh->look,
		      call->sh->look.glyphs->divergent);
	cvg_text_clip(&name, fn->blocks[cd->entry].name, 20, &call->sh->look);
	CVG_TELL(&call->out, o,
		 " {entry:B<4} {-exit}{region:R<4} {:<20} {}{}{-meldable}{}",
		 CVG_V(fn->blocks[cd->entry].uid),
		 CVG_V(cvg_json_block(fn, cd->exit)), CVG_V(cd->region),
		 CVG_V(cvg_str_of(&name)), CVG_V(cvg_str_of(&at)),
		 CVG_V(at.n ? "  " : ""), CVG_V(ok),
		 CVG_V(ok ? "meld  " : "refused: "));
	cvg_str_done(&name);
	cvg_str_done(&at);
	if (o && cvg_can_be(cd->refusal))
		json_object_update_new(o, cvg_json_meld(fn, cd));
	if (ok) {
		cvg_add_meld(&call->out, fn, cd);
	} else {
		cvg_add_meld_refusal(&call->out, fn, cd, &call->sh->look);
		json_refusal(o, fn, cd->refusal, b, i, cvg_candidate_step(cd));
	}
	cvg_str_addc(&call->out, '\n');
}

/* ---- what was measured, beside what is guessed ----------------------- */

static bool is_meldable(const struct cvg_candidate *cd)
{
	return cd->refusal == CVG_REFUSE_NONE;
}

/* What the candidate brings over the whole run that was measured. */
static int64_t total_of(const struct cvg_candidate *cd)
{
	return cd->net * (int64_t)cd->warps;
}

/* Text has it of branches that can be melded by either. */
static void tell_measured(struct cvg_call *call, json_t *o,
			  const struct cvg_candidate *cd,
			  const struct cvg_candidate *guess)
{
	bool ok = is_meldable(cd);
	struct cvg_str text = {0}, net = {0};
	json_t *measured;

	if (!cd->measured) { /* the profile is older than the block */
		if (o)
			json_object_set_new(o, "measured", json_null());
		return;
	}
	measured = o ? json_object() : NULL;
	CVG_TELL(&net, measured, "net {net:+} {unit}, in all {total:+}{-kind}",
		 CVG_V(ok ? cd->net : 0), CVG_V(cvg_unit_name(CVG_UNIT_CYCLES)),
		 CVG_V(ok ? total_of(cd) : 0),
		 CVG_V(cvg_countkind_name(CVG_COUNTED_PROFILED)));
	CVG_TELL(&text, measured,
		 "{warps} warp(s), both arms in {both:%}: {-meldable}{}",
		 CVG_V(cd->warps), CVG_V(cd->both), CVG_V(ok),
		 CVG_V(ok ? net.at : cvg_refusal_text(cd->refusal)));
	if (ok || is_meldable(guess))
		cvg_str_addf(&call->out, "    profiled: %s\n",
			     cd->warps ? text.at : "never ran");
	if (o)
		json_object_set_new(o, "measured", measured);
	cvg_str_done(&text);
	cvg_str_done(&net);
}

/* What would be said without a profile. NULL: there is no profile. */
static const struct cvg_plan *guessed_plan(struct cvg_call *call)
{
	struct cvg_settings guess = *cvg_session_settings(call->session);

	if (cvg_session_profiled(call->session) == CVG_NONE)
		return NULL;
	guess.profile = NULL;
	return cvg_plan_kept(cvg_call_ana(call), &guess);
}

/* What cannot be run is guessed: when would the guess be right? */
static void tell_even(struct cvg_call *call, json_t *o,
		      const struct cvg_candidate *cd)
{
	struct cvg_str text = {0};

	CVG_TELL(&text, o,
		 "pays if more than {break_even:%} of the warps run both arms",
		 CVG_V(cvg_candidate_even(cd)));
	cvg_str_addf(&call->out, "    guessed: %s\n", text.at);
	cvg_str_done(&text);
}

static bool is_to_run(const struct cvg_settings *settings)
{
	return cvg_set_int(settings, CVG_SET_TRIES) > 0 &&
	       cvg_set_int(settings, CVG_SET_DECIDE) == CVG_DECIDE_MEASURED;
}

static void tell_candidate(struct cvg_call *call, json_t *list,
			   const struct cvg_candidate *cd,
			   const struct cvg_candidate *guess,
			   const struct cvg_settings *settings)
{
	json_t *o = cvg_json_item(list);

	tell_branch(call, o, guess ? guess : cd);
	if (guess)
		tell_measured(call, o, cd, guess);
	else if (is_meldable(cd) && !cd->nparts && is_to_run(settings))
		tell_even(call, o, cd);
	cvg_tell_tried(call, o, "meld", cd->entry, settings);
}

/* ---- what has nothing to meld ----------------------------------------- */

/* Append "2 guards (B0, B4)  ", if there are any. */
static void add_bare(struct cvg_call *call, const struct cvg_plan *plan,
		     enum cvg_bare bare, const char *member,
		     struct cvg_str *out)
{
	json_t *list = cvg_json_list(call->json, member);
	struct cvg_u32s blocks = {0};

	for (uint32_t i = 0; i < plan->n; i++) {
		uint32_t entry = plan->at[i].entry;

		if (cvg_candidate_bare(cvg_call_ana(call), &plan->at[i]) !=
		    bare)
			continue;
		cvg_push(&blocks, entry);
		if (list)
			json_array_append_new(list,
					      cvg_json_block(plan->fn, entry));
	}
	cvg_add_bare(out, plan->fn, bare, &blocks);
	free(blocks.at);
}

static void tell_bare(struct cvg_call *call, const struct cvg_plan *plan,
		      bool folds)
{
	struct cvg_str s = {0};

	add_bare(call, plan, CVG_BARE_GUARD, "guards", &s);
	add_bare(call, plan, CVG_BARE_EXIT, "loop_exits", &s);
	if (s.n && folds) {
		cvg_text_mark(&call->out, &call->sh->look,
			      call->sh->look.glyphs->divergent);
		cvg_str_addf(&call->out,
			     " %snothing to meld: 'candidates fold=no' lists "
			     "them\n",
			     s.at);
	}
	cvg_str_done(&s);
}

/* ---- what could be linearized ---------------------------------------- */

/* The divergent branches that the region's guards would replace. */
static void list_branches(struct cvg_ana *ana,
			  const struct cvg_linregion *region, json_t *o)
{
	const struct cvg_bits *divergent =
		&cvg_ana_uniform(ana)->divergent_term;
	json_t *list = cvg_json_list(o, "branches");
	uint32_t e = 0;

	while (list && e < region->nedges) {
		uint32_t from = region->edge[e].block, n = 0;

		for (; e < region->nedges && region->edge[e].block == from; e++)
			n++;
		if (n > 1 && cvg_bits_has(divergent, from))
			json_array_append_new(
				list, cvg_json_block(cvg_ana_fn(ana), from));
	}
}

static void tell_linregion(struct cvg_call *call, json_t *list,
			   const struct cvg_linregion *region,
			   const struct cvg_settings *settings)
{
	const struct cvg_fn *fn = cvg_call_fn(call);
	bool ok = region->refusal == CVG_REFUSE_NONE;
	json_t *o = cvg_json_item(list);
	char exit[16] = "end";

	if (region->exit != CVG_NONE)
		cvg_block_label(fn, region->exit, exit, sizeof exit);
	CVG_TELL(&call->out, o, "  {entry:B}..{}",
		 CVG_V(fn->blocks[region->head].uid), CVG_V(exit));
	cvg_tell_spot(&call->out, o, "  ", fn,
		      cvg_block_spot(fn, region->head));
	CVG_TELL(&call->out, o,
		 "{-exit}  {unstructured} unstructured  "
		 "{-blocks}{-linearizable}{}",
		 CVG_V(cvg_json_block(fn, region->exit)),
		 CVG_V(region->unstructured), CVG_V(region->nblocks), CVG_V(ok),
		 CVG_V(ok ? "linearize  " : "refused: "));
	list_branches(cvg_call_ana(call), region, o);
	if (ok || region->refusal == CVG_REFUSE_LIN_PROFIT)
		json_object_update_new(o, cvg_json_linear(region));
	if (ok) {
		cvg_add_linear(&call->out, region);
	} else {
		cvg_add_linear_refusal(&call->out, fn, region, &call->sh->look);
		cvg_json_refusal(o, fn, region->refusal, region->culprit_block,
				 region->culprit);
	}
	cvg_str_addc(&call->out, '\n');
	cvg_tell_tried(call, o, "linearize", region->head, settings);
}

static bool is_unstructured(const struct cvg_settings *settings)
{
	return cvg_set_int(settings, CVG_SET_LINEARIZE) ==
	       CVG_LINEARIZE_UNSTRUCTURED;
}

static void tell_linear(struct cvg_call *call,
			const struct cvg_settings *settings)
{
	const struct cvg_fn *fn = cvg_call_fn(call);
	struct cvg_linplan *plan =
		cvg_plan_linear(cvg_call_ana(call), settings);
	json_t *list = cvg_json_list(call->json, "linear");
	struct cvg_rank *ranks = cvg_calloc(plan->n + 1, sizeof *ranks);
	uint32_t good = 0;

	for (uint32_t k = 0; k < plan->n; k++) {
		const struct cvg_linregion *region = &plan->at[k];
		double net = (double)cvg_linear_net(region);

		net = settings->profile ? net * region->times : net;
		ranks[k] = (struct cvg_rank){cvg_can_be(region->refusal),
					     cvg_tried_gain(call, "linearize",
							    region->head,
							    settings, net),
					     k};
		good += region->refusal == CVG_REFUSE_NONE;
	}
	cvg_sort_ranks(ranks, plan->n, settings);
	for (uint32_t k = 0; k < plan->n; k++)
		tell_linregion(call, list, &plan->at[ranks[k].at], settings);
	free(ranks);
	if (plan->n)
		TELL(call, "{} of {} {}regions in {:@} can be linearized\n",
		     CVG_V(good), CVG_V(plan->n),
		     CVG_V(is_unstructured(settings) ? "unstructured " : ""),
		     CVG_V(fn->name));
	cvg_linplan_free(plan);
}

/* Settings by key=value, for this list alone: how it is sorted, and what is
 * linearized. */
static bool read_words(struct cvg_call *call, struct cvg_act_words *w,
		       struct cvg_err *err)
{
	static const struct cvg_phase_key keys[] = {
		{"sort", CVG_SET_SORT},	     {"fold", CVG_SET_FOLD},
		{"mode", CVG_SET_LINEARIZE}, {"depth", CVG_SET_LIN_DEPTH},
		{"opt", CVG_SET_LIN_OPT},    {"when", CVG_SET_LIN_WHEN},
		{"tries", CVG_SET_TRIES},    {NULL, CVG_NSETTINGS},
	};
	static const struct cvg_phase words = {.name = "candidates",
					       .keys = keys};

	for (uint32_t i = 0; i < call->nargs; i++)
		if (!call->arg[i].key)
			return cvg_fail_word(err, &call->arg[i],
					     "candidates takes no object");
	return cvg_act_words(call, &words, 0, w, err);
}

/* The divergent branches, as `settings` sorts them; the caller frees the
 * ranks. */
static struct cvg_rank *rank_melds(struct cvg_call *call,
				   const struct cvg_plan *plan,
				   const struct cvg_settings *settings)
{
	struct cvg_rank *ranks = cvg_calloc(plan->n + 1, sizeof *ranks);

	for (uint32_t i = 0; i < plan->n; i++) {
		const struct cvg_candidate *cd = &plan->at[i];
		double net = (double)cd->net;

		ranks[i] = (struct cvg_rank){
			cvg_can_be(cd->refusal),
			cvg_tried_gain(call, "meld", cd->entry, settings,
				       settings->profile ? net * cd->times
							 : net),
			i};
	}
	cvg_sort_ranks(ranks, plan->n, settings);
	return ranks;
}

static void tell_profile(struct cvg_call *call)
{
	struct cvg_profile_extent extent;

	if (!cvg_session_profile_extent(call->session,
					cvg_session_function(call->session),
					&extent))
		return;
	cvg_str_addf(&call->out,
		     "profits are computed from the profile of P%u, which "
		     "reaches ",
		     cvg_session_profiled(call->session));
	cvg_tell_extent(&call->out, NULL, &extent, "");
	cvg_str_addc(&call->out, '\n');
}

/* List what can be melded and what cannot; returns how many can. */
static uint32_t tell_melds(struct cvg_call *call, const struct cvg_plan *plan,
			   const struct cvg_settings *settings)
{
	const struct cvg_plan *guess = guessed_plan(call);
	struct cvg_rank *ranks = rank_melds(call, plan, settings);
	json_t *list = cvg_json_list(call->json, "candidates");
	bool folds = cvg_set_int(settings, CVG_SET_FOLD) == CVG_FOLD_YES;
	uint32_t meldable = 0;

	for (uint32_t i = 0; i < plan->n; i++) {
		uint32_t at = ranks[i].at;

		/* Both plans have their candidates in the blocks' order. */
		meldable += is_meldable(&plan->at[at]);
		if (folds && !call->json &&
		    cvg_candidate_bare(cvg_call_ana(call), &plan->at[at]) !=
			    CVG_BARE_NOT)
			continue;
		tell_candidate(call, list, &plan->at[at],
			       guess ? &guess->at[at] : NULL, settings);
	}
	free(ranks);
	tell_bare(call, plan, folds);
	return meldable;
}

bool cvg_cmd_candidates(struct cvg_call *call, struct cvg_err *err)
{
	const struct cvg_rejects *rejects = cvg_session_rejects(call->session);
	const struct cvg_fn *fn = cvg_call_fn(call);
	const struct cvg_plan *plan;
	struct cvg_act_words w;
	struct cvg_tries tries;
	uint32_t meldable;
	const char *body;

	if (!read_words(call, &w, err) ||
	    !cvg_try_choices(call, &w.settings, &tries, err))
		return false;
	plan = cvg_session_plan(call->session);
	meldable = tell_melds(call, plan, &w.settings);
	if (plan->n)
		TELL(call, "{} of {} divergent branches in {:@} can be melded",
		     CVG_V(meldable), CVG_V(plan->n), CVG_V(fn->name));
	else
		TELL(call, "no divergent branch in {:@}", CVG_V(fn->name));
	body = cvg_add_body(call, &call->out, "; ");
	if (rejects)
		cvg_str_addf(&call->out, "; rejected: %u", rejects->n);
	cvg_str_addc(&call->out, '\n');
	tell_profile(call);
	TELL(call,
	     "{-function}{-body}{-profile:P}{-meldable}{-rejected}{-possible}"
	     "{-tried}{-blind}",
	     CVG_V(fn->name), CVG_V(body),
	     CVG_V(cvg_session_profiled(call->session)), CVG_V(meldable),
	     CVG_V(rejects ? rejects->n : 0), CVG_V(tries.possible),
	     CVG_V(tries.tried),
	     CVG_V(tries.blind.msg[0] ? tries.blind.msg : NULL));
	tell_linear(call, &w.settings);
	cvg_tell_ifs(call, &w.settings);
	cvg_tell_nests(call, &w.settings);
	cvg_tell_tries(call, &tries);
	return true;
}
