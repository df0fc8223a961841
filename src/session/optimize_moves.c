/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The moves of the search: rows of moves.def as commands. A move is made as its
 * command makes it, so that the command does the same again.
 */
#include "optimize.h"

#include "reconverge/optimize.h"
#include "reconverge/phases.h"

#include <stdio.h>
#include <string.h>

struct move {
	const struct cvg_phase *phase; /* NULL: a pipeline */
	const char *words; /* of the phase's command; the pipeline */
};

static const struct move moves[] = {
#define MOVE(id, words)	 {&cvg_phase_##id, words},
#define PIPELINE(passes) {NULL, passes},
#include "reconverge/moves.def"
#undef MOVE
#undef PIPELINE
};

uint32_t cvg_nmoves(void)
{
	return (uint32_t)(sizeof moves / sizeof *moves);
}

static const char *verb_of(uint32_t move)
{
	return moves[move].phase ? moves[move].phase->name : "pass";
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

bool cvg_move_is_wanted(uint32_t move, const char *with)
{
	return !with || is_among(with, verb_of(move));
}

bool cvg_optimize_knows(const char *with, struct cvg_err *err)
{
	for (const char *at = with; at; at = strchr(at, ',')) {
		bool known = false;
		char word[64];

		at += *at == ',';
		snprintf(word, sizeof word, "%.*s", (int)strcspn(at, ","), at);
		for (uint32_t i = 0; i < cvg_nmoves() && !known; i++)
			known = !strcmp(verb_of(i), word);
		if (!known)
			return cvg_fail(err, "the search has no step '%s'",
					word);
	}
	return true;
}

/* The settings of the session, and what the words say. */
static struct cvg_settings settings_of(const struct cvg_session *session,
				       const struct move *move)
{
	struct cvg_settings settings = session->settings;
	struct cvg_err err;

	for (const char *at = move->words; *at;) {
		size_t key = strcspn(at, "="), n = strcspn(at, " ");
		char value[64];

		snprintf(value, sizeof value, "%.*s", (int)(n - key - 1),
			 at + key + 1);
		cvg_phase_set(move->phase, &settings, at, key, value, &err);
		at += n;
		at += *at == ' ';
	}
	return settings;
}

bool cvg_move_make(struct cvg_session *session, uint32_t move,
		   struct cvg_act *out, struct cvg_err *err)
{
	const struct move *m = &moves[move];
	struct cvg_str command = {0};
	struct cvg_settings settings;
	bool ok;

	cvg_str_add(&command, verb_of(move));
	if (*m->words)
		cvg_str_addc(&command, ' ');
	if (m->phase) {
		cvg_str_add(&command, m->words);
		settings = settings_of(session, m);
		ok = cvg_session_act(session, m->phase,
				     (struct cvg_object){CVG_OBJ_NONE, 0},
				     &settings, command.at, out, err);
	} else {
		cvg_str_addf(&command, "'%s' scope=function", m->words);
		ok = cvg_session_pass_alone(session, m->words, command.at, out,
					    err);
	}
	cvg_str_done(&command);
	return ok;
}
