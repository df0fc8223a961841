/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the search proposes: code that loses on no launch and not for the machine, that
 * was checked, and whose every step brings something.
 */
#include "optimize.h"

#include "reconverge/mcode.h"

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

static double waves_of(const struct cvg_mcode *mcode)
{
	double amd = mcode->size[CVG_MSIZE_OCCUPANCY];

	return isnan(amd) ? mcode->size[CVG_MSIZE_WARPS] : amd;
}

/* Is the machine's code of the current revision, which was measured last, worse than
 * the root's? Virtual code, as PTX is, says nothing. */
static bool machine_loses(struct search *search, struct cvg_str *why)
{
	struct cvg_session *session = search->session;
	struct cvg_mchange change = {.simulated = true};
	const struct cvg_mcode *mcode[2];
	const double *runs[2] = {search->root_runs, search->judge.runs};
	const uint32_t nruns[2] = {search->root_nruns, search->judge.nruns};
	struct cvg_err err;

	if (cvg_set_int(&session->settings, CVG_SET_JUDGE) == CVG_JUDGE_TABLE)
		return false;
	mcode[0] = cvg_session_mcode(session, search->root, &err);
	mcode[1] = cvg_session_mcode(session, CVG_NONE, &err);
	change.known = true;
	for (int i = 0; i < 2; i++) {
		if (!mcode[i] || mcode[i]->remark || !runs[i] ||
		    nruns[i] != mcode[i]->nblocks)
			return false;
		change.cycles[i] = weigh(mcode[i], runs[i]);
		change.waves[i] = waves_of(mcode[i]);
		change.scratch[i] = mcode[i]->size[CVG_MSIZE_SCRATCH];
	}
	if (!cvg_mchange_loses(&change))
		return false;
	cvg_mchange_text(why, &change);
	return true;
}

void cvg_search_judge(struct search *search, struct state *state)
{
	struct cvg_err err;

	state->loses = (struct cvg_str){0};
	state->cycles = cvg_search_measure(search, &err);
	if (isfinite(state->cycles) &&
	    state->cycles < search->out->judged.was &&
	    !cvg_judge_launch_loses(&search->judge, &state->loses))
		machine_loses(search, &state->loses);
}

/* ---- does it stand? ---------------------------------------------------- */

/* Does the check speak against the current revision? */
static bool check_loses(struct search *search, struct cvg_str *why)
{
	struct cvg_check check = {.a = {.rev = search->root},
				  .seeds = search->ask->seeds};
	struct cvg_err err = {.msg = ""};
	bool ok;

	check.b.rev = search->session->history->current;
	ok = cvg_session_check(search->session, &check, &err);
	search->out->answer = check.answer;
	search->out->seeds = check.done;
	if (!ok)
		cvg_str_addf(why, "it cannot be checked: %s", err.msg);
	else if (check.answer == CVG_ANSWER_DIFFERS)
		cvg_str_add(why, "it computes something else");
	else if (check.answer == CVG_ANSWER_VOID)
		cvg_str_add(why, "the check cannot tell whether it computes "
				 "the same");
	cvg_check_done(&check);
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

/* Leave out the steps of a state that bring nothing to speak of. */
static void shorten(struct search *search, struct state *state)
{
	for (uint32_t i = state->n; i-- > 0 && state->n > 1;) {
		struct state less = *state;

		if (i >= state->n) /* others went with it */
			continue;

		memmove(less.move + i, less.move + i + 1,
			(state->n - i - 1) * sizeof *less.move);
		less.n--;
		cvg_search_follow(search, &less);
		cvg_search_judge(search, &less);
		cvg_search_back(search);
		if (!less.loses.n &&
		    less.cycles <=
			    state->cycles + LEAST * search->out->judged.was)
			*state = less;
		cvg_str_done(&less.loses);
	}
}

/* Go to the state, if a check does not speak against it. */
static bool stands(struct search *search, struct state state)
{
	struct cvg_str why = {0};
	bool ok;

	shorten(search, &state);
	if (!cvg_search_goto(search, &state))
		return false;
	ok = !check_loses(search, &why);
	if (!ok) {
		leave_alone(search, &why);
		cvg_search_back(search);
	}
	cvg_str_done(&why);
	return ok;
}

/* Name the fastest code, if it loses by something. */
static void name_loser(struct search *search, const struct state **list)
{
	const struct state *fastest = list[0];

	for (size_t i = 0; list[i]; i++)
		if (list[i]->cycles < fastest->cycles)
			fastest = list[i];
	if (fastest->loses.n && cvg_search_goto(search, fastest)) {
		leave_alone(search, &fastest->loses);
		cvg_search_back(search);
	}
}

void cvg_search_settle(struct search *search)
{
	const struct state **list = cvg_search_sorted(search, 0);
	uint32_t asked = 0;

	name_loser(search, list);
	for (size_t i = 0; list[i] && list[i]->n && asked++ < ASKED; i++)
		if (list[i]->loses.n ||
		    list[i]->cycles > search->out->judged.was * (1 - LEAST) ||
		    stands(search, *list[i]))
			break;
	free(list);
}
