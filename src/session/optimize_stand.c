/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the search proposes: code that loses on no launch and not for the machine, that
 * was checked, and whose every step brings something.
 */
#include "optimize.h"

#include "reconverge/graph.h"
#include "reconverge/mcode.h"
#include "reconverge/target.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ASKED 4 /* codes that are checked */

/* The share of the cycles before all steps that each step must bring. */
#define LEAST 0.001

/* ---- the machine's code ------------------------------------------------- */

static double weigh(const struct cvg_mcode *mcode, const double *runs)
{
	double sum = 0;

	for (uint32_t b = 0; b < mcode->nblocks; b++)
		sum += runs[b] * (double)cvg_mcounts_cycles(&mcode->block[b]);
	return sum;
}

/* Is the machine's code not asked for? */
static bool is_blind(struct cvg_session *session)
{
	int judge = cvg_set_int(&session->settings, CVG_SET_JUDGE);
	const struct cvg_fn *fn = cvg_session_fn(session, CVG_NONE, CVG_NONE);

	return judge == CVG_JUDGE_TABLE ||
	       (judge == CVG_JUDGE_LLC &&
		cvg_target_info(fn->target)->no_object);
}

const struct cvg_mcode *cvg_search_code(struct search *search, uint32_t rev,
					double share)
{
	struct cvg_settings *settings = &search->session->settings;
	double most = settings->value[CVG_SET_TIME_LIMIT];
	double left = share * cvg_search_left(search);
	const struct cvg_mcode *made;
	struct cvg_err err;

	if (left < most)
		settings->value[CVG_SET_TIME_LIMIT] = left > 1 ? ceil(left) : 1;
	made = cvg_session_mcode(search->session, rev, &err);
	settings->value[CVG_SET_TIME_LIMIT] = most;
	return made;
}

bool cvg_search_machine_loses(struct search *search, struct cvg_str *why)
{
	struct cvg_session *session = search->session;
	struct cvg_mchange change = {.simulated = true};
	const struct cvg_mcode *mcode[2];
	const double *runs[2] = {search->root_runs, search->judge.runs};
	const uint32_t nruns[2] = {search->root_nruns, search->judge.nruns};

	if (is_blind(session) || search->blind)
		return false;
	mcode[0] = cvg_search_code(search, search->root, 1);
	mcode[1] = cvg_search_code(search, CVG_NONE, 1);
	change.known = true;
	for (int i = 0; i < 2; i++) {
		if (!mcode[i] || mcode[i]->remark || !runs[i] ||
		    nruns[i] != mcode[i]->nblocks)
			return false;
		change.cycles[i] = weigh(mcode[i], runs[i]);
	}
	cvg_mchange_sizes(&change, mcode);
	if (change.waves[1] < change.waves[0] &&
	    cvg_mchange_makes_up(&change, change.waves))
		change.waves[1] = change.waves[0];
	if (!cvg_mchange_loses(&change))
		return false;
	cvg_mchange_text(why, &change);
	return true;
}

/* Measure the current revision for *state, and find out by what it loses, which is
 * appended to *why. */
static void judge(struct search *search, struct state *state,
		  struct cvg_str *why)
{
	struct cvg_err err;

	state->loss = LOSS_NONE;
	state->cycles = cvg_search_figure(search, &err);
	if (!isfinite(state->cycles) ||
	    state->cycles >= search->out->judged.was)
		return;
	if (cvg_judge_launch_loses(&search->judge, why))
		state->loss = LOSS_LAUNCH;
	else if (cvg_search_machine_loses(search, why))
		state->loss = LOSS_MACHINE;
}

/* ---- does it stand? ---------------------------------------------------- */

/* Append why the current revision is not proved. */
static void add_unproved(struct search *search, struct cvg_str *why)
{
	struct cvg_session *session = search->session;
	struct cvg_prove prove = {
		.a = {.rev = search->root},
		.b = {.rev = session->history->current},
		.seconds = (uint32_t)cvg_set_int(&session->settings,
						 CVG_SET_TIME_LIMIT),
	};
	struct cvg_err err = {.msg = ""};

	if (!cvg_session_prove(session, &prove, &err))
		cvg_str_addf(why, "it cannot be proved: %s", err.msg);
	else if (prove.proven != CVG_PROVEN_PROVED)
		cvg_str_addf(why, "it is not proved: %s",
			     cvg_str_of(&prove.why));
	else
		cvg_session_note_proof(session, &prove);
	cvg_prove_done(&prove);
}

/* Check the current revision with that many seeds. False: that was cut short, or it
 * speaks against the revision, and *why got how. */
static bool check_with(struct search *search, uint32_t seeds,
		       struct cvg_str *why)
{
	struct cvg_check check = {.a = {.rev = search->root}, .seeds = seeds};
	struct cvg_err err = {.msg = ""};
	bool ok;

	check.b.rev = search->session->history->current;
	ok = cvg_session_check(search->session, &check, &err);
	if (ok) {
		search->out->answer = check.answer;
		search->out->seeds = check.done;
	}
	if (!ok)
		cvg_str_addf(why, "it cannot be checked: %s", err.msg);
	else if (check.answer == CVG_ANSWER_DIFFERS)
		cvg_str_add(why, "it computes something else");
	else if (check.answer == CVG_ANSWER_VOID)
		cvg_str_add(why, "the check cannot tell whether it computes "
				 "the same");
	cvg_check_done(&check);
	return ok && !why->n;
}

/* Does the check, or a proof that is asked for, speak against the current revision? The
 * check begins with one seed, which is what is known if it is cut short: by the end of the
 * time, or by the user. */
static bool check_loses(struct search *search, struct cvg_str *why)
{
	bool same = check_with(search, 1, why);
	struct cvg_str more = {0};

	if (same && search->ask->seeds > 1) {
		search->until = cvg_search_until(search);
		same = check_with(search, search->ask->seeds, &more) ||
		       cvg_search_was_cut(search);
		search->until = 0;
		if (!same)
			cvg_str_add(why, cvg_str_of(&more));
	}
	cvg_str_done(&more);
	if (!why->n && cvg_set_int(&search->session->settings, CVG_SET_PROVE))
		add_unproved(search, why);
	return why->n > 0;
}

static void add_path(const struct search *search, struct cvg_str *out)
{
	const struct history *history = search->session->history;

	for (uint32_t i = search->depth; i > 0; i--) {
		const struct rev *rev = history->revs.at[history->revs.n - i];

		cvg_str_addf(out, "%s%s", i < search->depth ? "; " : "",
			     rev->command);
	}
}

static void leave_alone(struct search *search, const struct cvg_str *why)
{
	add_path(search, &search->out->left);
	cvg_str_addf(&search->out->left, ": %s\n", why->at);
}

/* Is there time to measure another code, and then to measure and check the state? */
static bool has_time(const struct search *search, const struct state *state)
{
	return !search->stopped && !search->hasty &&
	       cvg_search_left(search) >
		       state->seconds + search->to_code +
			       cvg_search_to_settle(search, state);
}

/* Leave out the steps of a state that bring nothing to speak of, while there is time. */
static void shorten(struct search *search, struct state *state)
{
	for (uint32_t i = state->n;
	     i-- > 0 && state->n > 1 && has_time(search, state);) {
		struct state less = *state;
		struct cvg_str why = {0};

		if (i >= state->n) /* others went with it */
			continue;

		memmove(less.move + i, less.move + i + 1,
			(state->n - i - 1) * sizeof *less.move);
		less.n--;
		cvg_search_follow(search, &less);
		judge(search, &less, &why);
		cvg_search_back(search);
		if (less.loss == LOSS_NONE &&
		    less.cycles <=
			    state->cycles + LEAST * search->out->judged.was)
			*state = less;
		cvg_str_done(&why);
	}
}

/* Go to the state without the steps that bring nothing, if a check does not speak
 * against it. */
static bool stands(struct search *search, struct state *state)
{
	struct cvg_str why = {0};
	bool ok;

	shorten(search, state);
	if (!cvg_search_goto(search, state))
		return false;
	ok = !check_loses(search, &why);
	if (!ok) {
		leave_alone(search, &why);
		cvg_search_back(search);
	}
	cvg_str_done(&why);
	return ok;
}

/* Find out by what the state loses, and name the first that does. */
static void judge_and_name(struct search *search, struct state *state)
{
	struct cvg_str why = {0};

	cvg_search_follow(search, state);
	judge(search, state, &why);
	if (why.n && !search->out->left.n)
		leave_alone(search, &why);
	cvg_search_back(search);
	cvg_str_done(&why);
}

/* The fastest code of which a worker found that it loses; NULL: none. */
static struct state *fastest_loser(struct state **list)
{
	struct state *fastest = NULL;

	for (size_t i = 0; list[i]; i++)
		if (list[i]->loss > LOSS_NONE &&
		    (!fastest || list[i]->cycles < fastest->cycles))
			fastest = list[i];
	return fastest;
}

/* Could it be proposed, for all that is known? */
static bool may_stand(const struct search *search, const struct state *state)
{
	return state->n && state->loss <= LOSS_NONE &&
	       state->cycles <= search->out->judged.was * (1 - LEAST);
}

/* What stands, and on a GPU is the fastest so far. */
struct chosen {
	struct state state;
	double ratio; /* INFINITY: none */
	struct cvg_ratio measured;
	enum cvg_answer answer; /* of its check */
};

/* Measure the state, in which the search is, and go back. */
static void weigh_on_gpu(struct search *search, const struct state *state,
			 struct chosen *best)
{
	struct cvg_str why = {0};
	double ratio = cvg_search_on_gpu(search, &why);

	if (why.n)
		leave_alone(search, &why);
	else if (ratio < best->ratio)
		*best = (struct chosen){*state, ratio, search->out->measured,
					search->out->answer};
	cvg_search_back(search);
	cvg_str_done(&why);
}

/* Go to what the GPU chose. */
static void take_chosen(struct search *search, const struct chosen *best)
{
	if (!isfinite(best->ratio) || !cvg_search_goto(search, &best->state))
		return;
	search->out->measured = best->measured;
	search->out->answer = best->answer;
}

bool cvg_search_settle(struct search *search)
{
	bool on_gpu = search->ask->objective == CVG_OBJECTIVE_MEASURED;
	struct state **list = cvg_search_sorted(search, 0);
	struct state *loser = fastest_loser(list);
	struct chosen best = {.ratio = INFINITY};
	uint32_t asked = 0;

	if (loser && loser->cycles < list[0]->cycles && has_time(search, loser))
		judge_and_name(search, loser);
	for (size_t i = 0;
	     list[i] && may_stand(search, list[i]) && !search->given_up &&
	     (!i ||
	      cvg_search_left(search) > cvg_search_to_settle(search, list[i]));
	     i++) {
		struct state state;
		bool ok;

		judge_and_name(search, list[i]);
		if (!may_stand(search, list[i]))
			continue;
		state = *list[i];
		ok = stands(search, &state);
		if (ok && on_gpu)
			weigh_on_gpu(search, &state, &best);
		if ((ok && !on_gpu) || ++asked == ASKED)
			break;
	}
	take_chosen(search, &best);
	if (search->given_up)
		cvg_search_back(search);
	free(list);
	return !search->given_up;
}
