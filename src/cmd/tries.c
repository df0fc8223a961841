/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Trials of candidates, and what lists tell of them. */
#include "call.h"

#include "reconverge/export.h"
#include "reconverge/choices.h"
#include "reconverge/graph.h"
#include "reconverge/phase.h"
#include "reconverge/session.h"
#include "reconverge/tries.h"

#include <string.h>

/* What all trials may cost, in instructions that warps run; making the steps at a
 * branch costs as much as running PER_INST for each instruction of the code. */
#define MOST	 UINT64_C(20000000)
#define PER_INST 1000

static uint32_t count_possible(const struct cvg_choices *choices)
{
	uint32_t n = 0;

	while (n < choices->n && cvg_choice_can(&choices->at[n]))
		n++;
	return n;
}

static bool are_wanted(const struct cvg_settings *settings)
{
	return cvg_set_int(settings, CVG_SET_DECIDE) != CVG_DECIDE_STATIC &&
	       cvg_set_int(settings, CVG_SET_TRIES) != 0;
}

/* Is there something to try? Of a branch that cannot be melded, all but that. */
static bool is_open(const struct cvg_choice *choice)
{
	return cvg_choice_can(choice) ||
	       (choice->splits && choice->bare == CVG_BARE_NOT);
}

/* The next choice of the list to be tried, or NULL. */
static const struct cvg_choice *next_of(const struct cvg_tries *tries,
					const struct cvg_choices *choices)
{
	uint32_t i = tries->next;

	while (i < choices->n && !is_open(&choices->at[i]))
		i++;
	return i < choices->n ? &choices->at[i] : NULL;
}

/* What making the steps at a branch costs. */
static uint64_t cost_of_steps(struct cvg_session *session)
{
	const struct cvg_fn *fn = cvg_session_fn(session, CVG_NONE, CVG_NONE);

	return PER_INST * (uint64_t)fn->ninsts;
}

static bool fits(const struct cvg_tries *tries, struct cvg_session *session)
{
	return tries->cost + cost_of_steps(session) <= MOST;
}

bool cvg_tries_go_on(const struct cvg_tries *tries,
		     const struct cvg_choices *choices,
		     struct cvg_session *session,
		     const struct cvg_settings *settings)
{
	return are_wanted(settings) && !tries->blind.msg[0] &&
	       fits(tries, session) &&
	       tries->tried + tries->refused <
		       (uint32_t)cvg_set_int(settings, CVG_SET_TRIES) &&
	       next_of(tries, choices);
}

/* Try the step that is listed. */
static bool try_choice(struct cvg_tries *tries, const struct cvg_choice *choice,
		       struct cvg_session *session,
		       const struct cvg_settings *settings, struct cvg_err *err)
{
	const struct cvg_phase *phase = cvg_phase_by_name(choice->act);
	struct cvg_act act = {.changed = false};
	bool ok;

	if (cvg_session_tried(session, cvg_session_current(session), phase,
			      choice->block, settings))
		return true;
	ok = cvg_session_try(session, phase,
			     (struct cvg_object){CVG_OBJ_BLOCK, choice->block},
			     settings, choice->command, NULL, &act, err);
	tries->cost += act.judged.insts;
	cvg_str_done(&act.report);
	return ok || !err->interrupted;
}

bool cvg_tries_next(struct cvg_tries *tries, const struct cvg_choices *choices,
		    struct cvg_session *session,
		    const struct cvg_settings *settings, struct cvg_err *err)
{
	const struct cvg_choice *choice = next_of(tries, choices);
	bool can = cvg_choice_can(choice);

	tries->cost += cost_of_steps(session);
	if ((can && !try_choice(tries, choice, session, settings, err)) ||
	    !cvg_session_try_all(session, choice->block, settings, &tries->cost,
				 err))
		return false;
	tries->tried += can;
	tries->refused += !can;
	tries->next = (uint32_t)(choice - choices->at) + 1;
	return true;
}

/* The choices under the profile in force. */
static struct cvg_choices *choices_now(struct cvg_call *call,
				       struct cvg_settings *settings)
{
	cvg_session_plan(call->session); /* brings the profile up to date */
	settings->profile = cvg_session_settings(call->session)->profile;
	return cvg_choices_of(cvg_call_ana(call), settings);
}

bool cvg_try_choices(struct cvg_call *call, struct cvg_settings *settings,
		     struct cvg_tries *out, struct cvg_err *err)
{
	struct cvg_choices *choices;
	bool ok = true;

	*out = (struct cvg_tries){.tried = 0};
	if (!are_wanted(settings))
		return true;
	choices = choices_now(call, settings);
	if (cvg_tries_go_on(out, choices, call->session, settings) &&
	    cvg_session_need_profile(call->session, &out->blind)) {
		cvg_choices_free(choices);
		choices = choices_now(call, settings);
	}
	while (ok && cvg_tries_go_on(out, choices, call->session, settings))
		ok = cvg_tries_next(out, choices, call->session, settings, err);
	out->possible = count_possible(choices);
	cvg_choices_free(choices);
	if (out->blind.interrupted)
		*err = out->blind;
	return ok && !out->blind.interrupted;
}

static const struct cvg_tried *tried_at(struct cvg_call *call, const char *act,
					uint32_t block,
					const struct cvg_settings *settings)
{
	return cvg_session_tried(call->session,
				 cvg_session_current(call->session),
				 cvg_phase_by_name(act), block, settings);
}

double cvg_tried_gain(struct cvg_call *call, const char *act, uint32_t block,
		      const struct cvg_settings *settings, double estimate)
{
	const struct cvg_tried *tried = tried_at(call, act, block, settings);

	if (!tried)
		return estimate;
	return tried->changed ? tried->judged.was - tried->judged.is : 0;
}

/* The step that brings most there, if that is not the one that is listed. */
static void tell_best(struct cvg_call *call, json_t *o, const char *act,
		      uint32_t block, const struct cvg_settings *settings,
		      const struct cvg_tried *listed)
{
	uint32_t rev = cvg_session_current(call->session);
	struct cvg_best best;
	struct cvg_str step = {0}, text = {0};
	json_t *json = NULL;

	if (cvg_session_best(call->session, rev, block, settings, &best) &&
	    !cvg_best_is(&best, act, listed)) {
		cvg_add_best(&step, cvg_call_fn(call), block, &best);
		cvg_add_tried(&text, best.tried);
		cvg_str_addf(&call->out, "    best: %s, %s\n", step.at,
			     text.at);
		json = json_object();
		CVG_TELL(NULL, json, "{step}{-simulated}{-machine}",
			 CVG_V(step.at),
			 CVG_V(cvg_json_judged(&best.tried->judged)),
			 CVG_V(cvg_json_mchange(&best.tried->judged.machine)));
	}
	if (o)
		json_object_set_new(o, "best", json ? json : json_null());
	else
		json_decref(json);
	cvg_str_done(&step);
	cvg_str_done(&text);
}

void cvg_tell_tried(struct cvg_call *call, json_t *o, const char *act,
		    uint32_t block, const struct cvg_settings *settings)
{
	const struct cvg_tried *tried = tried_at(call, act, block, settings);
	struct cvg_str text = {0};
	json_t *json;

	if (tried) {
		cvg_add_tried(&text, tried);
		cvg_str_addf(&call->out, "    %s\n", text.at);
	}
	cvg_str_done(&text);
	tell_best(call, o, act, block, settings, tried);
	if (!o)
		return;
	json = tried ? json_object() : json_null();
	if (tried)
		CVG_TELL(NULL, json,
			 "{-would_change}{-pays}{-simulated}{-machine}",
			 CVG_V(tried->changed),
			 CVG_V(cvg_judged_pays(&tried->judged)),
			 CVG_V(cvg_json_judged(&tried->judged)),
			 CVG_V(cvg_json_mchange(&tried->judged.machine)));
	json_object_set_new(o, "tried", json);
}

void cvg_tell_tries(struct cvg_call *call, const struct cvg_tries *tries)
{
	if (tries->blind.msg[0])
		cvg_str_addf(&call->out,
			     "not tried, since it cannot be run: %s\n",
			     tries->blind.msg);
	else if (tries->possible && !tries->tried && !tries->refused &&
		 !fits(tries, call->session))
		cvg_str_add(&call->out,
			    "no step was tried: the function is too long\n");
	else if (tries->tried < tries->possible)
		cvg_str_addf(&call->out,
			     "%u of %u steps were tried, those with the best "
			     "estimates; %s\n",
			     tries->tried, tries->possible,
			     fits(tries, call->session)
				     ? "'tries=N' tries more"
				     : "more would take too long");
}
