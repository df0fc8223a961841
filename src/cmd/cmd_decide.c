/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Deciding: what could be melded and what it would bring. */
#include "call.h"

#include "reconverge/choices.h"
#include "reconverge/phases.h"
#include "reconverge/prove.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- candidates ------------------------------------------------------ */

static json_t *json_candidate(const struct cvg_fn *fn,
			      const struct cvg_candidate *cd)
{
	json_t *o = json_object();
	uint32_t i = cd->culprit;
	uint32_t b = i == CVG_NONE ? cd->culprit_block : fn->insts[i].block;
	bool ok = cd->refusal == CVG_REFUSE_NONE;

	json_object_set_new(o, "entry", cvg_json_block(fn, cd->entry));
	json_object_set_new(o, "exit", cvg_json_block(fn, cd->exit));
	json_object_set_new(o, "region", cvg_json_id('R', cd->region));
	json_object_set_new(o, "meldable", json_boolean(ok));
	if (ok) {
		json_object_update_new(o, cvg_json_meld(cd));
		return o;
	}
	json_object_set_new(o, "reason",
			    cvg_json_text(cvg_refusal_text(cd->refusal)));
	json_object_set_new(o, "block", cvg_json_block(fn, b));
	json_object_set_new(o, "inst",
			    i != CVG_NONE && fn->insts[i].text
				    ? cvg_json_text(fn->insts[i].text)
				    : json_null());
	return o;
}

static void text_candidate(struct cvg_call *c, const struct cvg_fn *fn,
			   const struct cvg_candidate *cd)
{
	char label[16], region[16] = "-";
	struct cvg_str name = {0};

	cvg_text_mark(&c->out, &c->sh->look, c->sh->look.glyphs->divergent);
	cvg_str_addc(&c->out, ' ');
	cvg_text_clip(&name, fn->blocks[cd->entry].name, 20, &c->sh->look);
	if (cd->region != CVG_NONE)
		snprintf(region, sizeof region, "R%u", cd->region);
	cvg_str_addf(&c->out, "%-4s %-4s ",
		     cvg_block_label(fn, cd->entry, label, sizeof label),
		     region);
	cvg_text_pad(&c->out, cvg_str_of(&name), 20);
	cvg_str_done(&name);
	cvg_str_addc(&c->out, ' ');
	if (cd->refusal != CVG_REFUSE_NONE) {
		cvg_str_add(&c->out, "refused: ");
		cvg_add_meld_refusal(&c->out, fn, cd, &c->sh->look);
	} else {
		cvg_str_add(&c->out, "meld  ");
		cvg_add_meld(&c->out, cd);
	}
	cvg_str_addc(&c->out, '\n');
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

static void text_measured(struct cvg_call *c, const struct cvg_candidate *cd,
			  const struct cvg_candidate *guess)
{
	if (!is_meldable(cd) && !is_meldable(guess))
		return;
	cvg_str_add(&c->out, "    measured: ");
	if (!cd->warps) {
		cvg_str_add(&c->out, "never ran\n");
		return;
	}
	cvg_add_count(&c->out, cd->warps, "warp");
	cvg_str_addf(&c->out, ", both arms in %.1f%%: ", 100 * cd->both);
	if (is_meldable(cd)) {
		cvg_str_add(&c->out, "net ");
		cvg_add_signed(&c->out, cd->net);
		cvg_str_add(&c->out, ", in all ");
		cvg_add_signed(&c->out, total_of(cd));
		cvg_str_addc(&c->out, '\n');
	} else {
		cvg_str_addf(&c->out, "%s\n", cvg_refusal_text(cd->refusal));
	}
}

static json_t *json_measured(const struct cvg_candidate *cd)
{
	return json_pack("{s:I, s:f, s:b, s:I, s:I}", "warps",
			 (json_int_t)cd->warps, "both", cd->both, "meldable",
			 (int)is_meldable(cd), "net",
			 (json_int_t)(is_meldable(cd) ? cd->net : 0), "total",
			 (json_int_t)(is_meldable(cd) ? total_of(cd) : 0));
}

/* What would be said without a profile; the caller frees it. NULL: there is
 * no profile. */
static struct cvg_plan *guessed_plan(struct cvg_call *c)
{
	struct cvg_settings guess = *cvg_session_settings(c->s);

	if (cvg_session_profiled(c->s) == CVG_NONE)
		return NULL;
	guess.profile = NULL;
	return cvg_plan_meld(cvg_call_ana(c), &guess);
}

static void tell_candidate(struct cvg_call *c, json_t *list,
			   const struct cvg_candidate *cd,
			   const struct cvg_candidate *guess)
{
	const struct cvg_fn *fn = cvg_call_fn(c);
	json_t *o;

	if (!c->json) {
		text_candidate(c, fn, guess ? guess : cd);
		if (guess)
			text_measured(c, cd, guess);
		return;
	}
	o = json_candidate(fn, guess ? guess : cd);
	if (guess)
		json_object_set_new(o, "measured", json_measured(cd));
	json_array_append_new(list, o);
}

/* ---- what could be linearized ---------------------------------------- */

static void text_linear(struct cvg_call *c, const struct cvg_fn *fn,
			const struct cvg_linregion *r)
{
	cvg_str_addf(&c->out, "  B%u..", fn->blocks[r->head].uid);
	if (r->exit == CVG_NONE)
		cvg_str_add(&c->out, "end");
	else
		cvg_str_addf(&c->out, "B%u", fn->blocks[r->exit].uid);
	cvg_str_addf(&c->out, "  %u unstructured  ", r->unstructured);
	if (r->refusal != CVG_REFUSE_NONE) {
		cvg_str_add(&c->out, "refused: ");
		cvg_add_linear_refusal(&c->out, fn, r);
	} else {
		cvg_str_add(&c->out, "linearize  ");
		cvg_add_linear(&c->out, r);
	}
	cvg_str_addc(&c->out, '\n');
}

static json_t *json_linear(const struct cvg_fn *fn,
			   const struct cvg_linregion *r)
{
	bool ok = r->refusal == CVG_REFUSE_NONE;
	json_t *o = json_pack("{s:o, s:o, s:i, s:i, s:b}", "entry",
			      cvg_json_block(fn, r->head), "exit",
			      cvg_json_block(fn, r->exit), "unstructured",
			      (int)r->unstructured, "blocks", (int)r->nblocks,
			      "linearizable", (int)ok);

	if (ok || r->refusal == CVG_REFUSE_LIN_PROFIT)
		json_object_update_new(o, cvg_json_linear(r));
	if (ok)
		return o;
	json_object_set_new(o, "reason",
			    cvg_json_text(cvg_refusal_text(r->refusal)));
	json_object_set_new(o, "block", cvg_json_block(fn, r->culprit_block));
	return o;
}

static bool is_unstructured(const struct cvg_settings *settings)
{
	return cvg_set_int(settings, CVG_SET_LINEARIZE) ==
	       CVG_LINEARIZE_UNSTRUCTURED;
}

static void tell_linear(struct cvg_call *c, const struct cvg_settings *settings)
{
	const struct cvg_fn *fn = cvg_call_fn(c);
	struct cvg_linplan *plan = cvg_plan_linear(cvg_call_ana(c), settings);
	json_t *list = json_array();
	uint32_t good = 0;

	for (uint32_t k = 0; k < plan->n; k++) {
		good += plan->at[k].refusal == CVG_REFUSE_NONE;
		if (c->json)
			json_array_append_new(list,
					      json_linear(fn, &plan->at[k]));
		else
			text_linear(c, fn, &plan->at[k]);
	}
	if (plan->n)
		cvg_str_addf(&c->out,
			     "%u of %u %sregions in @%s can be linearized\n",
			     good, plan->n,
			     is_unstructured(settings) ? "unstructured " : "",
			     fn->name);
	cvg_call_set(c, "linear", list);
	cvg_linplan_free(plan);
}

/* Settings for linearization by key=value: for its candidates alone. */
static bool linear_words(struct cvg_call *c, struct cvg_act_words *w,
			 struct cvg_err *err)
{
	if (!cvg_act_words(c, &cvg_phase_linearize, 0, w, err))
		return false;
	return !w->named ||
	       cvg_fail_word(err, w->named, "candidates takes no object");
}

bool cvg_cmd_candidates(struct cvg_call *c, struct cvg_err *err)
{
	const struct cvg_fn *fn = cvg_call_fn(c);
	const struct cvg_plan *plan = cvg_session_plan(c->s);
	struct cvg_plan *guess;
	json_t *list;
	uint32_t meldable = 0;
	struct cvg_act_words w;

	if (!linear_words(c, &w, err))
		return false;
	guess = guessed_plan(c);
	list = json_array();
	for (uint32_t i = 0; i < plan->n; i++) {
		uint32_t at = plan->by_profit[i];

		/* Both plans have their candidates in the blocks' order. */
		meldable += is_meldable(&plan->at[at]);
		tell_candidate(c, list, &plan->at[at],
			       guess ? &guess->at[at] : NULL);
	}
	cvg_plan_free(guess);
	if (plan->n)
		cvg_str_addf(&c->out,
			     "%u of %u divergent branches in @%s can be "
			     "melded\n",
			     meldable, plan->n, fn->name);
	else
		cvg_str_addf(&c->out, "no divergent branch in @%s\n", fn->name);
	if (cvg_session_profiled(c->s) != CVG_NONE)
		cvg_str_addf(&c->out, "profits go by the profile of P%u\n",
			     cvg_session_profiled(c->s));
	cvg_call_set(c, "function", cvg_json_text(fn->name));
	cvg_call_set(c, "profile",
		     cvg_json_id('P', cvg_session_profiled(c->s)));
	cvg_call_set(c, "meldable", json_integer(meldable));
	cvg_call_set(c, "candidates", list);
	tell_linear(c, &w.settings);
	cvg_tell_nests(c);
	return true;
}
