/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The moves of the search: rows of moves.def as commands. A move is made as its
 * command makes it, so that the command does the same again.
 */
#include "optimize.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/optimize.h"
#include "reconverge/phases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PASSES "default<O2>" /* tried behind each phase */
#define PLACES 4	     /* branches for which placed moves are tried */

struct row {
	const struct cvg_phase *phase; /* NULL: a pipeline */
	const char *words;	/* of the phase's command; the pipeline */
	enum cvg_unroll unroll; /* of a pipeline */
	bool anyway; /* of a pipeline: a code generator runs it, too */
};

static const struct row rows[] = {
#define MOVE(id, words)	 {&cvg_phase_##id, words, CVG_UNROLL_HINTED, false},
#define PIPELINE(passes) {NULL, passes, CVG_UNROLL_HINTED, false},
#define UNROLL(passes)	 {NULL, passes, CVG_UNROLL_ANY, false},
#define FULL(passes)	 {NULL, passes, CVG_UNROLL_FULL, false},
#define ANYWAY(passes)	 {NULL, passes, CVG_UNROLL_HINTED, true},
#include "reconverge/moves.def"
#undef MOVE
#undef PIPELINE
#undef UNROLL
#undef FULL
#undef ANYWAY
#define PLACED(id, words)                                    \
	{&cvg_phase_##id, words "decide=static judge=table", \
	 CVG_UNROLL_HINTED, false},
#include "reconverge/moves.def"
#undef PLACED
};

/* The rows from here on are placed. */
enum {
#define MOVE(id, words)	 +1
#define PIPELINE(passes) +1
#define UNROLL(passes)	 +1
#define FULL(passes)	 +1
#define ANYWAY(passes)	 +1
	NWHOLE = 0
#include "reconverge/moves.def"
#undef MOVE
#undef PIPELINE
#undef UNROLL
#undef FULL
#undef ANYWAY
	,
	NROWS = sizeof rows / sizeof *rows
};

static const char *const unroll_word[] = {
	[CVG_UNROLL_HINTED] = "",
	[CVG_UNROLL_ANY] = " unroll=any",
	[CVG_UNROLL_FULL] = " unroll=full",
};

static const char *verb_of(uint32_t row)
{
	return rows[row].phase ? rows[row].phase->name : "pass";
}

/* Is the word among those between commas? */
static bool is_among(const char *list, const char *word)
{
	size_t n = strlen(word);

	while (strncmp(list, word, n) != 0 || (list[n] && list[n] != ',')) {
		list = strchr(list, ',');
		if (!list)
			return false;
		list++;
	}
	return true;
}

/* ---- which there are ----------------------------------------------------- */

/* A divergent branch, and how often warps came to it. */
struct place {
	uint32_t block;
	double runs;
};

static int by_runs(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->runs != y->runs)
		return x->runs > y->runs ? -1 : 1;
	return x->block < y->block ? -1 : x->block > y->block;
}

/* The divergent branches that warps run most often; none if there is only one, for
 * which the whole function stands. */
static uint32_t list_places(struct cvg_session *session, const double *runs,
			    uint32_t nruns, struct place *out)
{
	struct cvg_ana *ana = cvg_session_ana(session, CVG_NONE, CVG_NONE);
	const struct cvg_bits *divergent =
		&cvg_ana_uniform(ana)->divergent_term;
	uint32_t nblocks = cvg_ana_fn(ana)->nblocks, n = 0;
	struct place *all = cvg_calloc(nblocks + 1, sizeof *all);

	for (uint32_t b = 0; runs && nruns == nblocks && b < nblocks; b++)
		if (cvg_bits_has(divergent, b) && runs[b] > 0)
			all[n++] = (struct place){b, runs[b]};
	qsort(all, n, sizeof *all, by_runs);
	if (n < 2)
		n = 0;
	if (n > PLACES)
		n = PLACES;
	memcpy(out, all, n * sizeof *out);
	free(all);
	return n;
}

static bool is_wanted(uint32_t row, const char *with)
{
	return !with || is_among(with, verb_of(row));
}

void cvg_moves_at(struct cvg_session *session, const char *with,
		  const double *runs, uint32_t nruns, struct moves *out)
{
	const struct cvg_fn *fn = cvg_session_fn(session, CVG_NONE, CVG_NONE);
	struct place place[PLACES];
	uint32_t n = list_places(session, runs, nruns, place);

	out->n = 0;
	for (uint32_t row = 0; row < NWHOLE; row++)
		if (is_wanted(row, with))
			cvg_push(out, ((struct move){row, CVG_NONE}));
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t row = NWHOLE; row < NROWS; row++)
			if (is_wanted(row, with))
				cvg_push(out,
					 ((struct move){
						 row, fn->blocks[place[i].block]
							      .uid}));
}

void cvg_moves_anyway(const char *with, struct moves *out)
{
	for (uint32_t row = 0; row < NWHOLE; row++)
		if (rows[row].anyway && is_wanted(row, with))
			cvg_push(out, ((struct move){row, CVG_NONE}));
}

static bool no_step(const char *word, struct cvg_err *err)
{
	struct cvg_str all = {0};

	for (uint32_t i = 0; i < NROWS; i++) {
		uint32_t first = 0;

		while (strcmp(verb_of(first), verb_of(i)) != 0)
			first++;
		if (first == i)
			cvg_str_addf(&all, "%s%s", i ? ", " : "", verb_of(i));
	}
	cvg_fail(err, "the search has no step '%s': its steps are %s", word,
		 all.at);
	cvg_str_done(&all);
	return false;
}

bool cvg_optimize_knows(const char *with, struct cvg_err *err)
{
	for (const char *at = with; at; at = strchr(at, ',')) {
		bool known = false;
		char word[64];

		at += *at == ',';
		snprintf(word, sizeof word, "%.*s", (int)strcspn(at, ","), at);
		for (uint32_t i = 0; i < NROWS && !known; i++)
			known = !strcmp(verb_of(i), word);
		if (!known)
			return no_step(word, err);
	}
	return true;
}

/* The settings of the session, and what the words say. */
static struct cvg_settings settings_of(const struct cvg_session *session,
				       const struct row *row)
{
	struct cvg_settings settings = session->settings;
	struct cvg_err err;

	for (const char *at = row->words; *at;) {
		size_t key = strcspn(at, "="), n = strcspn(at, " ");
		char value[64];

		snprintf(value, sizeof value, "%.*s", (int)(n - key - 1),
			 at + key + 1);
		cvg_phase_set(row->phase, &settings, at, key, value, &err);
		at += n;
		at += *at == ' ';
	}
	return settings;
}

bool cvg_move_next(struct move move, const char *with, struct move *out)
{
	uint32_t row = 0; /* the first one melds */

	while (rows[move.row].phase && strcmp(rows[row].words, PASSES) != 0)
		row++;
	*out = (struct move){row, CVG_NONE};
	return is_wanted(row, with);
}

void cvg_move_name(struct move move, struct cvg_str *out)
{
	const struct row *row = &rows[move.row];
	const char *common = strstr(row->words, "decide=");
	size_t n = common ? (size_t)(common - row->words) : strlen(row->words);

	while (n && row->words[n - 1] == ' ')
		n--;
	cvg_str_add(out, verb_of(move.row));
	if (move.block != CVG_NONE)
		cvg_str_addf(out, " B%u", move.block);
	if (n)
		cvg_str_addf(out, " %.*s", (int)n, row->words);
	cvg_str_add(out, unroll_word[row->unroll]);
}

bool cvg_move_make(struct cvg_session *session, struct move move,
		   struct cvg_act *out, struct cvg_err *err)
{
	const struct cvg_fn *fn = cvg_session_fn(session, CVG_NONE, CVG_NONE);
	const struct row *row = &rows[move.row];
	struct cvg_object object = {CVG_OBJ_NONE, 0};
	struct cvg_str command = {0};
	struct cvg_settings settings;
	bool ok = true;

	cvg_str_add(&command, verb_of(move.row));
	if (move.block != CVG_NONE) {
		object.kind = CVG_OBJ_BLOCK;
		object.id = cvg_block_by_uid(fn, move.block);
		ok = object.id != CVG_NONE;
		cvg_str_addf(&command, " B%u", move.block);
	}
	if (*row->words)
		cvg_str_addc(&command, ' ');
	if (ok && row->phase) {
		cvg_str_add(&command, row->words);
		settings = settings_of(session, row);
		ok = cvg_runner_act(session, row->phase, object, &settings,
				    command.at, out, err);
	} else if (ok) {
		cvg_str_addf(&command, "'%s' scope=function%s", row->words,
			     unroll_word[row->unroll]);
		ok = cvg_runner_pass_alone(session, row->words, row->unroll,
					   command.at, out, err);
	}
	cvg_str_done(&command);
	return ok;
}
