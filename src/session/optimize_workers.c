/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The search's workers. Each goes to one state, tries all moves there and sends
 * what each brought, so that as many states are gone on from at once as there are
 * processors. A worker runs LLVM's passes without a rehearsal: if one of them ends it
 * or does not end, the parent begins another worker behind that move. What they
 * found is taken over in the order of the states, so that it does not depend on
 * which worker was first.
 */
#include "optimize.h"

#include "reconverge/ir.h"
#include "reconverge/settings.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TICK_MS 20  /* between two questions to the user */
#define DEATHS	8   /* of workers at one state, before it is left */
#define EARLY  0.15 /* the share of the time from which on code is made early */
#define CODING 0.4  /* the share of the time left for the code of the root */

enum found {
	FOUND_NOTHING, /* the move changes nothing, or to code that was seen */
	FOUND_CODE,
	FOUND_SLOWER, /* code that is slower on one launch */
	FOUND_LOSS,   /* no move: the machine's code of the state is worse */
	FOUND_END     /* no move is left */
};

/* What a worker sends. */
struct record {
	enum found found;
	uint32_t at; /* in the moves at the state */
	struct move move[2];
	uint32_t n; /* how many of these were made */
	uint64_t hash;
	double cycles;
	double seconds; /* that the moves took */
	uint32_t
		code; /* which of the search's codes it is; the search sets it */
};

struct worker {
	struct search *search;
	size_t state;
	bool first;  /* of its level: placed moves are tried as well */
	bool anyway; /* whether the machine's code is worse or not */
	uint32_t most;
	struct cvg_sender process;
	cvg_vec(struct record) found;
	uint32_t next; /* move to try */
	char part[sizeof(struct record)];
	size_t nparts; /* bytes of a record of which more will come */
	bool began, ended;
	uint32_t deaths;
	double heard; /* seconds: when it began, or the last record came */
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- in the worker ------------------------------------------------------ */

/* What the search finds where it is now. */
static void look(struct search *search, struct record *out)
{
	const struct history *history = search->session->history;
	struct cvg_str why = {0};
	struct cvg_err err;

	out->found = FOUND_NOTHING;
	out->hash = history->hash.at[history->current];
	if (!cvg_search_is_new(search, out->hash))
		return;
	out->cycles = cvg_search_figure(search, &err);
	if (isfinite(out->cycles))
		out->found = FOUND_CODE;
	if (out->cycles < search->out->judged.was &&
	    cvg_judge_launch_loses(&search->judge, &why))
		out->found = FOUND_SLOWER;
	cvg_str_done(&why);
}

/* Try the move, and where it leads to new code, the move that goes with it: what that
 * makes of the code may be fast although it is not. */
static void try_move(struct search *search, uint32_t at, struct move move,
		     int to)
{
	struct record record = {.at = at, .move = {move}, .n = 1};
	double start = now();
	struct move next;

	if (!cvg_search_step(search, move)) {
		cvg_sender_send(to, &record, sizeof record);
		return;
	}
	look(search, &record);
	record.seconds = now() - start;
	cvg_sender_send(to, &record, sizeof record);
	if (record.found != FOUND_NOTHING &&
	    cvg_move_next(move, search->ask->with, &next) &&
	    search->depth < CVG_OPTIMIZE_DEPTH) {
		record.move[record.n++] = next;
		record.found = FOUND_NOTHING;
		if (cvg_search_step(search, next)) {
			look(search, &record);
			cvg_search_step_back(search);
		}
		record.seconds = now() - start;
		cvg_sender_send(to, &record, sizeof record);
	}
	cvg_search_step_back(search);
}

static bool loses_by_machine(const struct worker *worker,
			     const struct state *state)
{
	struct cvg_str why = {0};
	bool loses = state->n && !worker->anyway &&
		     state->loss == LOSS_UNKNOWN &&
		     state->cycles < worker->search->out->judged.was &&
		     cvg_search_machine_loses(worker->search, &why);

	cvg_str_done(&why);
	return loses;
}

static void try_all(struct worker *worker, int to)
{
	struct search *search = worker->search;
	const struct state *state = &search->states.at[worker->state];
	struct moves moves = {0};
	const struct record loss = {.found = FOUND_LOSS};
	struct cvg_err err;

	if (!cvg_search_goto(search, state))
		return;
	cvg_search_figure(search, &err);
	if (!worker->next && loses_by_machine(worker, state)) {
		cvg_sender_send(to, &loss, sizeof loss);
		return;
	}
	cvg_moves_at(search->session, search->ask->with, search->judge.runs,
		     worker->first ? search->judge.nruns : 0, &moves);
	for (uint32_t i = worker->next; i < moves.n && i < worker->most; i++)
		try_move(search, i, moves.at[i], to);
	free(moves.at);
}

static void work(void *context, int to)
{
	const struct record end = {.found = FOUND_END};
	struct worker *worker = context;
	struct cvg_session *session = worker->search->session;

	cvg_passes_at_once();
	cvg_session_ticker(session, NULL, NULL);
	session->settings.value[CVG_SET_WORKERS] = 1;
	try_all(worker, to);
	cvg_sender_send(to, &end, sizeof end);
}

/* ---- listening ---------------------------------------------------------- */

static void begin(struct worker *worker)
{
	struct cvg_err err;

	worker->began = true;
	worker->nparts = 0;
	worker->heard = now();
	worker->ended = !cvg_sender_start(&worker->process, work, worker, &err);
}

/* The move that a worker died of is left out. */
static void begin_again(struct worker *worker)
{
	cvg_sender_end(&worker->process);
	worker->next++;
	if (++worker->deaths < DEATHS)
		begin(worker);
	else
		worker->ended = true;
}

static void note_code(const struct worker *worker, struct record *record)
{
	struct search *search = worker->search;

	if (record->found == FOUND_CODE || record->found == FOUND_SLOWER)
		record->code = cvg_search_note_code(
			search,
			&(struct cvg_optimize_code){
				.from = search->states.at[worker->state].code,
				.cycles = record->cycles,
				.loses = record->found == FOUND_SLOWER
						 ? "slower on a launch"
						 : NULL,
			},
			record->hash, record->move, record->n);
}

static void take(struct worker *worker, const struct record *record)
{
	struct search *search = worker->search;
	struct state *state = &search->states.at[worker->state];

	worker->heard = now();
	if (record->found == FOUND_END) {
		worker->ended = true;
		cvg_sender_end(&worker->process);
	} else if (record->found == FOUND_LOSS) {
		state->loss = LOSS_MACHINE;
		search->codes.at[state->code].loses = "slower as machine code";
	} else {
		cvg_push(&worker->found, *record);
		note_code(worker, &worker->found.at[worker->found.n - 1]);
		worker->next = record->at + 1;
		search->running++;
		if (record->found == FOUND_CODE &&
		    record->cycles < search->best)
			search->best = record->cycles;
	}
}

static void hear(struct worker *worker)
{
	ssize_t n = read(worker->process.from, worker->part + worker->nparts,
			 sizeof worker->part - worker->nparts);
	struct record record;

	if (n < 0 && errno == EINTR)
		return;
	if (n <= 0) {
		begin_again(worker);
		return;
	}
	worker->nparts += (size_t)n;
	if (worker->nparts < sizeof record)
		return;
	memcpy(&record, worker->part, sizeof record);
	worker->nparts = 0;
	take(worker, &record);
}

/* Wait until one of them has something to say, but not long. */
static void hear_all(struct worker *workers, size_t n)
{
	unsigned limit = (unsigned)cvg_set_int(
		&workers->search->session->settings, CVG_SET_TIME_LIMIT);
	struct pollfd fds[CVG_OPTIMIZE_WIDTH];

	for (size_t i = 0; i < n; i++)
		fds[i] = (struct pollfd){.fd = workers[i].process.pid
						       ? workers[i].process.from
						       : -1,
					 .events = POLLIN};
	if (poll(fds, (nfds_t)n, TICK_MS) < 0)
		return;
	for (size_t i = 0; i < n; i++) {
		if (fds[i].revents)
			hear(&workers[i]);
		else if (workers[i].process.pid &&
			 now() - workers[i].heard > limit)
			begin_again(&workers[i]);
	}
}

/* Keep the processors busy. False: all is done. */
static bool begin_some(struct worker *workers, size_t n)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	long busy = 0;
	bool more = false;

	for (size_t i = 0; i < n; i++) {
		busy += workers[i].process.pid != 0;
		if (!workers[i].began && (busy < processors || !busy)) {
			begin(&workers[i]);
			busy++;
		}
		more |= !workers[i].ended;
	}
	return more;
}

/* ---- taking over -------------------------------------------------------- */

static void take_over(struct search *search, const struct worker *worker)
{
	const struct state from = search->states.at[worker->state];

	for (size_t i = 0; i < worker->found.n; i++) {
		const struct record *record = &worker->found.at[i];
		struct state made = from;

		if (search->out->tries >= search->ask->tries)
			return;
		search->out->tries++;
		if (record->found == FOUND_NOTHING ||
		    !cvg_search_is_new(search, record->hash))
			continue;
		for (uint32_t k = 0; k < record->n; k++)
			made.move[made.n++] = record->move[k];
		made.cycles = record->cycles;
		made.seconds += record->seconds;
		made.code = record->code;
		made.expanded = false;
		made.loss = record->found == FOUND_SLOWER ? LOSS_LAUNCH
							  : LOSS_UNKNOWN;
		cvg_push(&search->states, made);
	}
}

/* Is one of the states to be held against the machine's code of the root? */
static bool needs_code(const struct search *search, const size_t *chosen,
		       size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct state *state = &search->states.at[chosen[i]];

		if (state->n && state->loss == LOSS_UNKNOWN &&
		    state->cycles < search->out->judged.was)
			return true;
	}
	return false;
}

/* Have it here, before workers ask for it, each for itself. */
static void code_root(struct search *search)
{
	struct cvg_session *session = search->session;
	double start = now();

	if (search->to_code > 0 ||
	    cvg_set_int(&session->settings, CVG_SET_JUDGE) == CVG_JUDGE_TABLE)
		return;
	search->blind = !cvg_search_code(search, search->root, CODING);
	search->to_code = now() - start;
}

/* Does the first level take so long that the code is made before it ends, to know what
 * must be left of the time? */
static bool must_code(const struct search *search)
{
	return search->to_code <= 0 && cvg_search_spent(search) > EARLY;
}

void cvg_search_expand(struct search *search, const size_t *chosen, size_t n)
{
	struct worker workers[CVG_OPTIMIZE_WIDTH] = {{.search = search}};
	uint32_t left = search->ask->tries - search->out->tries;

	for (size_t i = 0; i < n; i++)
		workers[i] = (struct worker){
			.search = search,
			.state = chosen[i],
			.most = left,
			.first = !i,
			.anyway = search->states.at[chosen[i]].loss > LOSS_NONE,
		};
	if (needs_code(search, chosen, n))
		code_root(search);
	while (begin_some(workers, n) && cvg_search_goes_on(search)) {
		hear_all(workers, n);
		if (must_code(search))
			code_root(search);
	}
	search->running = 0;
	for (size_t i = 0; i < n; i++) {
		struct state *state = &search->states.at[chosen[i]];

		cvg_sender_end(&workers[i].process);
		/* What loses is gone on from when all else was. */
		state->expanded =
			workers[i].anyway || state->loss != LOSS_MACHINE;
		if (state->loss == LOSS_UNKNOWN && workers[i].found.n &&
		    state->cycles < search->out->judged.was)
			state->loss = LOSS_NONE;
		take_over(search, &workers[i]);
		free(workers[i].found.at);
	}
}
