/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * optimize: a beam search over revisions. At each level, every move is tried on
 * each of the CVG_OPTIMIZE_WIDTH fastest codes of the level before, whether these are faster
 * than their parents or not: linearizing may lose, and melding after it win more.
 * Codes that take as long as one that is chosen are left for later: most differ in
 * nothing that matters. Where a level brings no new code, the search goes on with the
 * fastest that no level has chosen. Code that was seen before is not looked at again.
 * A try is a revision that a
 * worker (optimize_workers.c) runs and takes back; only the moves that lead to it are
 * kept.
 *
 * Faster code loses by something if it is slower on one launch, or if the machine's
 * code is worse, about which llc is asked only before the search goes on from it. What
 * loses is gone on from after all else, and is not proposed.
 *
 * When the tries are used up, or no new code comes, the fastest codes that lose by
 * nothing are checked in turn. Steps that bring nothing to speak of are left out. The
 * steps of the first in which the check finds no difference become
 * revisions.
 *
 * Example: a merge sort whose loop has an unstructured exit. `darm` finds nothing to
 * meld, and `linearize` alone gains 9 %. Linearized, the code has two alike arms: at
 * the second level, `darm` on the result of `linearize` gains 36 %.
 */
#include "optimize.h"

#include "reconverge/graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ALIKE  0.0005 /* the share of cycles by which these differ at least */
#define TRYING 0.85   /* the share of the time; the rest is for the check */
#define CHECKING \
	0.4	    /* the largest share for it; seeds beyond it are left out */
#define CHECKS 0.95 /* the share of the time at which a check is cut short */
#define HASTE  2    /* seconds for checks, if the user interrupted the search */

/* ---- time -------------------------------------------------------------- */

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double cvg_search_spent(const struct search *search)
{
	return search->ask->seconds > 0
		       ? (now() - search->started) / search->ask->seconds
		       : 0;
}

double cvg_search_left(const struct search *search)
{
	return search->ask->seconds > 0
		       ? search->started + search->ask->seconds - now()
		       : INFINITY;
}

/* The steps are made twice, and each seed is two runs, which prepare memory as well. What
 * stands before the first seed took up to 40 runs of hashcat's kernels. */
double cvg_search_to_settle(const struct search *search,
			    const struct state *state)
{
	double check = (3 * search->ask->seeds + 40) * search->to_run;

	if (search->ask->seconds > 0)
		check = fmin(check, CHECKING * search->ask->seconds);
	return 2 * state->seconds + search->to_code + check;
}

/* The share of the time for trying that is spent: what is found in it is coded and
 * checked, too. */
static double spent_trying(const struct search *search)
{
	const struct state *best = NULL;
	double settling;

	for (size_t i = 1; i < search->states.n; i++)
		if (!best || search->states.at[i].cycles < best->cycles)
			best = &search->states.at[i];
	settling = best && search->ask->seconds > 0
			   ? cvg_search_to_settle(search, best) /
				     search->ask->seconds
			   : 0;
	return (cvg_search_spent(search) + settling) / TRYING;
}

double cvg_search_until(const struct search *search)
{
	if (search->stopped)
		return now() + HASTE;
	return search->ask->seconds > 0
		       ? search->started + CHECKS * search->ask->seconds
		       : INFINITY;
}

bool cvg_search_was_cut(struct search *search)
{
	search->hasty |= !cvg_tick(&search->ticker, 1);
	return search->until > 0 &&
	       (now() > search->until || (search->hasty && !search->stopped));
}

/* The ticker of what the search does: the share that is done is that of the
 * search. */
static bool tick(void *context, double part)
{
	struct search *search = context;
	double done = (double)(search->out->tries + search->running) /
		      search->ask->tries;
	double time = spent_trying(search);

	(void)part;
	search->given_up |= !cvg_search_tell(search);
	if (search->ending)
		return !search->given_up && !cvg_search_was_cut(search);
	if (!search->stopped)
		search->stopped =
			!cvg_tick(&search->ticker, time > done ? time : done);
	return !search->given_up && !search->stopped;
}

bool cvg_search_goes_on(struct search *search)
{
	struct cvg_optimized *out = search->out;

	if (!tick(search, 0))
		out->ended = "interrupted";
	else if (out->tries >= search->ask->tries)
		out->ended = "all tries are used up";
	else if (spent_trying(search) >= 1)
		out->ended = "the time is over";
	return !out->ended;
}

/* ---- moving ------------------------------------------------------------ */

bool cvg_search_step(struct search *search, struct move move)
{
	struct history *history = search->session->history;
	struct cvg_act act = {.changed = false};
	struct cvg_err err;

	search->before[search->depth] = cvg_history_extent(history);
	if (!cvg_move_make(search->session, move, &act, &err))
		return false;
	cvg_str_done(&act.report);
	if (!act.changed)
		return false;
	search->depth++;
	cvg_proving_apply(search->session);
	return true;
}

void cvg_search_step_back(struct search *search)
{
	struct cvg_session *session = search->session;

	cvg_proving_forget(&session->proving, session->history->current);
	cvg_history_retract(session->history, &search->before[--search->depth]);
}

void cvg_search_back(struct search *search)
{
	while (search->depth)
		cvg_search_step_back(search);
	cvg_proving_apply(search->session);
}

bool cvg_search_goto(struct search *search, const struct state *state)
{
	for (uint32_t i = 0; i < state->n; i++)
		if (!cvg_search_step(search, state->move[i])) {
			cvg_search_back(search);
			return false;
		}
	return true;
}

void cvg_search_follow(struct search *search, struct state *state)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < state->n; i++)
		if (cvg_search_step(search, state->move[i]))
			state->move[n++] = state->move[i];
	state->n = n;
}

/* ---- measuring --------------------------------------------------------- */

static double simulated(struct search *search, struct cvg_err *err)
{
	struct ready *ready = cvg_proving_ready(search->session, CVG_NONE, err);
	double cycles;

	if (!ready)
		return INFINITY;
	cycles = cvg_judge_run_program(&search->judge, ready->program);
	search->stopped |= search->judge.stopped && !search->ending;
	return isnan(cycles) ? INFINITY : cycles;
}

double cvg_search_figure(struct search *search, struct cvg_err *err)
{
	switch (search->ask->objective) {
	case CVG_OBJECTIVE_SIMULATED: /* by the prices of the settings */
	case CVG_OBJECTIVE_MACHINE:
	case CVG_OBJECTIVE_MEASURED:
		return simulated(search, err);
	}
	return INFINITY;
}

bool cvg_search_is_new(struct search *search, uint64_t hash)
{
	for (size_t i = 0; i < search->seen.n; i++)
		if (search->seen.at[i] == hash)
			return false;
	cvg_push(&search->seen, hash);
	return true;
}

/* ---- the search -------------------------------------------------------- */

static bool loses(const struct state *state)
{
	return state->loss > LOSS_NONE;
}

/* What loses by nothing comes first, then fewer cycles; of equals, the one with fewer
 * steps, then the earlier. */
static int by_worth(const void *a, const void *b)
{
	const struct state *x = *(const struct state *const *)a;
	const struct state *y = *(const struct state *const *)b;

	if (loses(x) != loses(y))
		return loses(x) ? 1 : -1;
	if (x->cycles != y->cycles)
		return x->cycles < y->cycles ? -1 : 1;
	if (x->n != y->n)
		return x->n < y->n ? -1 : 1;
	return x < y ? -1 : x > y;
}

struct state **cvg_search_sorted(struct search *search, size_t first)
{
	size_t n = search->states.n - first;
	struct state **list = cvg_calloc(n + 1, sizeof *list);

	for (size_t i = 0; i < n; i++)
		list[i] = &search->states.at[first + i];
	qsort(list, n, sizeof *list, by_worth);
	return list;
}

/* Is there a state among the chosen whose code is hardly another? */
static bool is_like_one(const struct search *search, const size_t *chosen,
			size_t n, double cycles)
{
	for (size_t i = 0; i < n; i++)
		if (fabs(search->states.at[chosen[i]].cycles - cycles) <
		    ALIKE * cycles)
			return true;
	return false;
}

/* Choose at most CVG_OPTIMIZE_WIDTH states from `first` on that can be gone on from: those that
 * differ in what they take, by their worth. */
static size_t choose(struct search *search, size_t first, size_t *chosen)
{
	struct state **list = cvg_search_sorted(search, first);
	size_t n = 0;

	for (size_t i = 0; list[i] && n < CVG_OPTIMIZE_WIDTH; i++)
		if (!list[i]->expanded && list[i]->n < CVG_OPTIMIZE_DEPTH &&
		    !is_like_one(search, chosen, n, list[i]->cycles))
			chosen[n++] = (size_t)(list[i] - search->states.at);
	free(list);
	return n;
}

/* Level by level; behind the last, what no level has chosen. */
static void look_for_codes(struct search *search)
{
	size_t first = 0, level, chosen[CVG_OPTIMIZE_WIDTH], n;

	while (cvg_search_goes_on(search)) {
		n = choose(search, first, chosen);
		if (!n && first)
			n = choose(search, 0, chosen);
		if (!n)
			break;
		level = search->states.n;
		cvg_search_expand(search, chosen, n);
		/* Where all lose for the machine, others of the level are next. */
		if (search->states.n > level)
			first = level;
	}
	if (!search->out->ended)
		search->out->ended = "no step leads to new code";
}

/* The cycles after each step that stands. */
static void tell_steps(struct search *search)
{
	struct cvg_session *session = search->session;
	uint32_t end = session->history->current;
	struct cvg_judged judged = search->out->judged;
	struct cvg_err err;

	for (uint32_t rev = end - search->depth + 1;
	     search->depth && rev <= end; rev++) {
		struct cvg_optimize_step step = {.rev = rev};

		cvg_history_goto(session->history, rev, &err);
		step.command = cvg_history_rev(session->history, rev)->command;
		step.cycles = cvg_search_figure(search, &err);
		cvg_push(&search->out->steps, step);
		judged.is = step.cycles;
		cvg_history_rev(session->history, rev)->pub.judged = judged;
		judged.was = judged.is;
	}
	if (search->out->steps.n)
		search->out->judged.is =
			search->out->steps.at[search->out->steps.n - 1].cycles;
}

/* ---- beginning and end ------------------------------------------------- */

/*
 * The cycles that code must take less than: those of the function, or of it with what
 * a code generator does anyway, if that is faster. Else a pass that changes
 * nothing in what the machine runs would be told as a gain, for the table prices two loads
 * that one can take the place of. The launches are held against the same code.
 */
static double least_anyway(struct search *search, double cycles)
{
	struct moves moves = {0};
	struct cvg_err err;

	cvg_moves_anyway(search->ask->with, &moves);
	for (size_t i = 0; i < moves.n; i++) {
		double now;

		if (!cvg_search_step(search, moves.at[i]))
			continue;
		now = cvg_search_figure(search, &err);
		if (now < cycles) {
			cycles = now;
			cvg_each_copy(&search->judge.first,
				      &search->judge.last);
		}
	}
	free(moves.at);
	cvg_search_back(search);
	return cycles;
}

static bool begin(struct search *search, struct cvg_err *err)
{
	struct cvg_session *session = search->session;
	struct state root = {.n = 0, .loss = LOSS_NONE};

	if (!session->history)
		return cvg_fail(err, "no module is loaded");
	search->started = now();
	if (!cvg_search_device(search, err) ||
	    !cvg_judge_need_profile(session, err))
		return false;
	search->root = session->history->current;
	search->judge = (struct judge){.session = session, .measures = true};
	search->ticker = session->ticker;
	search->to_run = now();
	root.cycles = cvg_search_figure(search, err);
	search->to_run = now() - search->to_run;
	if (!isfinite(root.cycles))
		return err->msg[0] ? false
				   : cvg_fail(err, "the kernel fails on a "
						   "launch of the profile");
	cvg_each_copy(&search->judge.first, &search->judge.last);
	search->root_runs = search->judge.runs;
	search->root_nruns = search->judge.nruns;
	search->judge.runs = NULL;
	search->out->as_is = root.cycles;
	root.cycles = least_anyway(search, root.cycles);
	cvg_each_copy(&search->judge.stands, &search->judge.first);
	search->out->judged = (struct cvg_judged){
		.was = root.cycles,
		.is = root.cycles,
		.kind = search->judge.kind,
		.launches = (uint32_t)search->judge.first.n,
		.guessed = search->judge.guessed,
	};
	cvg_search_is_new(search, session->history->hash.at[search->root]);
	root.code = cvg_search_note_code(
		search,
		&(struct cvg_optimize_code){.from = CVG_NONE,
					    .cycles = root.cycles},
		session->history->hash.at[search->root], NULL, 0);
	cvg_push(&search->states, root);
	search->best = root.cycles;
	return true;
}

static void end(struct search *search)
{
	free(search->states.at);
	free(search->seen.at);
	cvg_search_free_codes(search);
	free(search->root_runs);
	cvg_judge_done(&search->judge);
}

bool cvg_session_optimize(struct cvg_session *session,
			  const struct cvg_optimize_ask *ask,
			  struct cvg_optimized *out, struct cvg_err *err)
{
	struct search search = {.session = session, .ask = ask, .out = out};
	bool ok;

	*out = (struct cvg_optimized){.tries = 0};
	err->msg[0] = '\0';
	ok = begin(&search, err);
	if (ok) {
		cvg_session_ticker(session, tick, &search);
		look_for_codes(&search);
		out->nstates = (uint32_t)search.states.n;
		/* What was found is finished, even if the user has had enough. */
		search.ending = true;
		out->blind = search.blind;
		ok = cvg_search_settle(&search) || cvg_fail_interrupted(err);
		tell_steps(&search);
		cvg_session_ticker(session, search.ticker.tick,
				   search.ticker.context);
	}
	end(&search);
	return ok;
}

void cvg_optimized_done(struct cvg_optimized *optimized)
{
	free(optimized->steps.at);
	cvg_str_done(&optimized->left);
}
