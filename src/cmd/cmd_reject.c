/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Deciding: candidates that the user does not want. */
#include "call.h"

#include "reconverge/analysis.h"
#include "reconverge/delay.h"
#include "reconverge/flat.h"
#include "reconverge/fuse.h"
#include "reconverge/graph.h"
#include "reconverge/linear.h"
#include "reconverge/plan.h"
#include "reconverge/rejects.h"
#include "reconverge/session.h"
#include "reconverge/tails.h"

#include <stdlib.h>

/* ---- what the words name --------------------------------------------- */

/* The steps from `first` to before `end`, at that block. */
struct rejected {
	unsigned first, end;
	uint32_t block;
};

/* The block of the branch that a region is melded at, or else its entry. */
static uint32_t block_of(struct cvg_call *call, const struct cvg_object *o)
{
	const struct cvg_plan *plan = cvg_session_plan(call->session);

	if (o->kind == CVG_OBJ_BLOCK)
		return o->id;
	for (uint32_t i = 0; i < plan->n; i++)
		if (plan->at[i].region == o->id)
			return plan->at[i].entry;
	return cvg_ana_regions(cvg_call_ana(call))->region[o->id].entry;
}

/* The word names no kind of step. */
static bool refuse_word(const struct cvg_word *word, struct cvg_err *err)
{
	struct cvg_str kinds = {0};

	for (unsigned k = 0; k < CVG_NREJECTKINDS; k++)
		cvg_str_addf(&kinds, "%s%s",
			     !k				? ""
			     : k < CVG_NREJECTKINDS - 1 ? ", "
							: " and ",
			     cvg_reject_name((enum cvg_rejectkind)k));
	cvg_fail_word(err, word, "'%.60s' cannot be rejected, only %s can",
		      word->text, cvg_str_of(&kinds));
	cvg_str_done(&kinds);
	return false;
}

static bool read_words(struct cvg_call *call, struct rejected *out,
		       struct cvg_err *err)
{
	struct cvg_object o;

	out->first = 0;
	out->end = CVG_NREJECTKINDS;
	if (call->nargs == 2) {
		out->first = cvg_reject_named(call->arg[0].text);
		out->end = out->first + 1;
		if (out->first == CVG_NREJECTKINDS)
			return refuse_word(&call->arg[0], err);
	}
	if (!cvg_word_object(call, &call->arg[call->nargs - 1], &o, err))
		return false;
	out->block = block_of(call, &o);
	return true;
}

/* ---- whether there is something to reject ---------------------------- */

static bool has_meld(struct cvg_call *call, uint32_t block)
{
	const struct cvg_candidate *cd =
		cvg_plan_at(cvg_session_plan(call->session), block);

	return cd && cvg_can_be(cd->refusal);
}

static bool has_linear(struct cvg_call *call, uint32_t block)
{
	struct cvg_linplan *plan = cvg_plan_linear(
		cvg_call_ana(call), cvg_session_settings(call->session));
	bool has = false;

	for (uint32_t k = 0; k < plan->n; k++)
		has |= plan->at[k].head == block &&
		       cvg_can_be(plan->at[k].refusal);
	cvg_linplan_free(plan);
	return has;
}

static bool has_nest(struct cvg_call *call, uint32_t block)
{
	const struct cvg_loops *loops = cvg_ana_loops(cvg_call_ana(call));
	struct cvg_flatplan *plan = cvg_plan_flat(
		cvg_call_ana(call), cvg_session_settings(call->session));
	bool has = false;

	for (uint32_t k = 0; k < plan->n; k++)
		has |= loops->loop[plan->at[k].loop].header == block &&
		       cvg_can_be(plan->at[k].refusal);
	cvg_flatplan_free(plan);
	return has;
}

static bool has_fuse(struct cvg_call *call, uint32_t block)
{
	struct cvg_fuseplan *plan = cvg_plan_fuse(
		cvg_call_ana(call), cvg_session_settings(call->session));
	const struct cvg_fuse *fuse = cvg_fuse_at(plan, block);
	bool has = fuse && cvg_can_be(fuse->refusal);

	cvg_fuseplan_free(plan);
	return has;
}

static bool has_run(struct cvg_call *call, uint32_t block)
{
	struct cvg_guardplan *plan = cvg_plan_guards(
		cvg_call_ana(call), cvg_session_settings(call->session));
	bool has = false;

	for (uint32_t k = 0; k < plan->n; k++)
		has |= plan->run[k].block == block;
	cvg_guardplan_free(plan);
	return has;
}

static bool has_ifconvert(struct cvg_call *call, uint32_t block)
{
	struct cvg_ifplan *plan = cvg_plan_ifconvert(
		cvg_call_ana(call), cvg_session_settings(call->session), true);
	bool has = false;

	for (uint32_t k = 0; k < plan->n; k++)
		has |= plan->row[k].block == block;
	cvg_ifplan_free(plan);
	return has;
}

static bool has_tail(struct cvg_call *call, uint32_t block)
{
	struct cvg_tailplan *plan = cvg_plan_tails(cvg_call_ana(call));
	bool has = false;

	for (uint32_t k = 0; k < plan->n; k++)
		has |= plan->row[k].entry == block &&
		       cvg_can_be(plan->row[k].refusal);
	cvg_tailplan_free(plan);
	return has;
}

static bool has_delay(struct cvg_call *call, uint32_t block)
{
	struct cvg_delayplan *plan = cvg_plan_delays(
		cvg_call_ana(call), cvg_session_settings(call->session));
	bool has = false;

	for (uint32_t k = 0; k < plan->n; k++)
		has |= plan->row[k].block == block &&
		       (cvg_delay_is_possible(&plan->row[k]) ||
			cvg_can_be(plan->row[k].refusal));
	cvg_delayplan_free(plan);
	return has;
}

static bool has_candidate(struct cvg_call *call, enum cvg_rejectkind kind,
			  uint32_t block)
{
	switch (kind) {
	case CVG_REJECT_MELD:
		return has_meld(call, block);
	case CVG_REJECT_LINEARIZE:
		return has_linear(call, block);
	case CVG_REJECT_FLATTEN:
		return has_nest(call, block);
	case CVG_REJECT_UNPREDICATE:
		return has_run(call, block);
	case CVG_REJECT_FUSE:
		return has_fuse(call, block);
	case CVG_REJECT_IFCONVERT:
		return has_ifconvert(call, block);
	case CVG_REJECT_TAILMERGE:
		return has_tail(call, block);
	case CVG_REJECT_DELAY:
		return has_delay(call, block);
	case CVG_NREJECTKINDS:
		break;
	}
	return false;
}

/* ---- the commands ---------------------------------------------------- */

/* Sets or lifts the rejection of one kind of step; returns what is told of it,
 * NULL if there is nothing to set or lift. */
static const char *set_one(struct cvg_call *call, enum cvg_rejectkind kind,
			   uint32_t block, bool reject)
{
	if (reject && !has_candidate(call, kind, block))
		return NULL;
	if (cvg_session_reject(call->session, kind, block, reject))
		return reject ? "is rejected" : "is no longer rejected";
	return reject ? "was rejected before" : NULL;
}

/* False: there was nothing to do at the block. */
static bool set_all(struct cvg_call *call, const struct rejected *r,
		    bool reject)
{
	json_t *list = cvg_json_list(call->json, "steps");
	const struct cvg_rejects *all;
	bool found = false;

	for (unsigned k = r->first; k < r->end; k++) {
		enum cvg_rejectkind kind = (enum cvg_rejectkind)k;
		const char *what = set_one(call, kind, r->block, reject);

		if (!what)
			continue;
		found = true;
		CVG_TELL(&call->out, cvg_json_item(list),
			 "{step} {block:B} {}\n", CVG_V(cvg_reject_name(kind)),
			 CVG_V(cvg_call_fn(call)->blocks[r->block].uid),
			 CVG_V(what));
	}
	all = cvg_session_rejects(call->session);
	TELL(call, "{-rejected}", CVG_V(all ? all->n : 0));
	return found;
}

bool cvg_cmd_reject(struct cvg_call *call, struct cvg_err *err)
{
	struct rejected r;

	return read_words(call, &r, err) &&
	       (set_all(call, &r, true) ||
		cvg_fail_word(err, &call->arg[call->nargs - 1],
			      "there is nothing to reject at B%u: "
			      "'candidates' lists what can be done",
			      cvg_call_fn(call)->blocks[r.block].uid));
}

bool cvg_cmd_unreject(struct cvg_call *call, struct cvg_err *err)
{
	struct rejected r;

	return read_words(call, &r, err) &&
	       (set_all(call, &r, false) ||
		cvg_fail_word(err, &call->arg[call->nargs - 1],
			      "nothing is rejected at B%u",
			      cvg_call_fn(call)->blocks[r.block].uid));
}
