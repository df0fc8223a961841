/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A command file is replayed function by function, as the command `function` divides
 * it. What cannot be replayed is told, and the function that it is for stays as it was.
 * Steps of functions that stay as they were are left out; the revisions behind them have
 * other numbers then, so a line that depends on these ends the replay.
 */
#include "inside.h"

#include "reconverge.h"
#include "reconverge/cmd.h"
#include "reconverge/cxxname.h"
#include "reconverge/graph.h"
#include "reconverge/session.h"
#include "src/cmd/sets.h"
#include "src/lib/inside.h"

#include <stdlib.h>
#include <string.h>

/* The function stays as it was, because of the line that is run. */
static void fail_at(struct cvg_build *build, const char *function,
		    const char *why)
{
	struct cvg_str text = {0};

	cvg_str_addf(&text, "%s:%u: %.*s", build->file,
		     build->line->word[0].line, (int)strcspn(why, "\n"), why);
	cvg_build_fail(build, function, text.at);
	cvg_str_done(&text);
}

static bool is_spared(void *context, const char *function)
{
	return cvg_build_failed(context, function);
}

static void fail_in_set(void *context, const char *function, const char *why)
{
	struct cvg_build *build = context;

	fail_at(build, function, why);
	build->blamed = true;
}

void cvg_build_spare(struct cvg_build *build)
{
	build->spared = (struct cvg_spared){
		.context = build, .is = is_spared, .failed = fail_in_set};
	cvg_reconverge_spare(build->session, &build->spared);
}

/* ---- what the session had ---------------------------------------------- */

/* The function of that name, or the only one that it fits. */
static uint32_t function_of(const struct cvg_session *s, const char *name)
{
	uint32_t f = cvg_session_function_named(s, name);
	uint32_t n = f == CVG_NONE ? cvg_session_nfunctions(s) : 0;

	for (uint32_t g = 0; g < n; g++) {
		if (!cvg_cxx_fits(cvg_session_function_name(s, g), name, false))
			continue;
		if (f != CVG_NONE)
			return CVG_NONE;
		f = g;
	}
	return f;
}

/* The session that a journal is of wrote the code of each function that it
 * changed: "# code: 744b1dc4977d5b9b NAME". */
static void compare_code(struct cvg_build *build, const char *line)
{
	struct cvg_session *s = cvg_build_session(build);
	char *name;
	uint64_t code = strtoull(line, &name, 16);
	const char *function;
	uint32_t f;

	if (*name++ != ' ')
		return;
	function = cvg_build_line(build, name);
	f = function_of(s, function);
	if (f == CVG_NONE)
		return;
	function = cvg_session_function_name(s, f);
	if (!cvg_build_failed(build, function) &&
	    cvg_session_loaded_fn(s, f)->fingerprint != code)
		cvg_build_fail(
			build, function,
			"its code is not that of the session that is replayed");
}

static void compare_codes(struct cvg_build *build, const char *text)
{
	for (const char *at = text; at; at = strchr(at, '\n')) {
		at += *at == '\n';
		if (!strncmp(at, CVG_JOURNAL_CODE, strlen(CVG_JOURNAL_CODE)))
			compare_code(build, at + strlen(CVG_JOURNAL_CODE));
	}
}

/* ---- lines ------------------------------------------------------------- */

/* A build runs what changes the module, and what tests it. */
static bool is_for_builds(const struct cvg_command *command)
{
	return (command->flags & CVG_CMD_CHANGES) ||
	       !strcmp(command->name, "expect");
}

/* Leaving it out would change what the file means. */
static bool is_refused(const struct cvg_command *command)
{
	return !strcmp(command->name, "source-file") ||
	       !strcmp(command->name, "budget");
}

static bool is_act(const struct cvg_command *command)
{
	return command->group == CVG_GROUP_ACT;
}

/* Does it go to another revision, which may be one of another function? */
static bool is_move(const struct cvg_command *command)
{
	return !strcmp(command->name, "undo") ||
	       !strcmp(command->name, "redo") || !strcmp(command->name, "goto");
}

static bool names_revision(const struct cvg_line *line)
{
	for (uint32_t i = 1; i < line->n; i++) {
		const char *word = line->word[i].text;

		if ((*word == 'P' && word[1] >= '0' && word[1] <= '9') ||
		    !strncmp(word, "mark:", strlen("mark:")))
			return true;
	}
	return false;
}

/* Is the command for a set of functions, whichever has the focus? */
static bool is_for_set(const struct cvg_command *command,
		       const struct cvg_line *line)
{
	for (uint32_t i = 1; i < line->n; i++)
		if ((command->flags & CVG_CMD_SETS) &&
		    cvg_set_pattern(&line->word[i]))
			return true;
	return false;
}

/* Go to a function; false: the module has none of that name. */
static bool go_to(struct cvg_build *build, const struct cvg_line *line)
{
	struct cvg_err err;

	if (cvg_session_focus(cvg_build_session(build), line->word[1].text,
			      &err))
		return true;
	cvg_build_warn(build, NULL, "%s:%u: %s", build->file,
		       line->word[0].line, err.msg);
	return false;
}

/* Run a command for builds, or leave it out. */
static bool run_command(struct cvg_build *build,
			const struct cvg_command *command,
			const struct cvg_line *line, const char *text,
			bool lost, struct cvg_err *err)
{
	bool failed = lost || cvg_build_failed(build, cvg_build_focus(build));
	bool all = is_for_set(command, line), moves = is_move(command);
	const char *why;

	if (build->left_out && (moves || names_revision(line)))
		return cvg_fail(err,
				"'%s' may mean another revision, as steps "
				"before it were left out",
				command->name);
	if (!strcmp(command->name, "set"))
		return !(why = cvg_build_command(build, text)) ||
		       cvg_fail(err, "%.*s", (int)strcspn(why, "\n"), why);
	if (all ? build->failed.n != 0 : failed && is_act(command))
		build->left_out = true;
	if (failed && !all && !moves)
		return true;
	why = cvg_build_command(build, text);
	build->left_out |= why && is_act(command);
	if (why && !build->blamed)
		fail_at(build, cvg_build_focus(build), why);
	return true;
}

/* Run a line; `lost` says that it is for a function that there is not. False: the
 * file is not what the user meant. */
static bool run_line(struct cvg_build *build, const struct cvg_line *line,
		     const char *text, bool *lost, struct cvg_err *err)
{
	const struct cvg_command *command;

	command = cvg_command_find(line->word[0].text, false, err);
	if (!command)
		return false;
	if (is_refused(command))
		return cvg_fail(err, "'%s' is not for builds", command->name);
	build->ended = !strcmp(command->name, "quit");
	if (!strcmp(command->name, "function") && line->n > 1)
		*lost = !go_to(build, line);
	else if (is_for_builds(command))
		return run_command(build, command, line, text, *lost, err);
	return true;
}

static bool run_next(struct cvg_build *build, const struct cvg_line *line,
		     const char *text, size_t n, bool *lost,
		     struct cvg_err *err)
{
	char *command = cvg_arena_strndup(&build->arena, text, n);
	bool ok;

	build->line = line;
	build->blamed = false;
	ok = run_line(build, line, command, lost, err);
	build->line = NULL;
	if (!ok)
		err->line = line->word[0].line;
	return ok;
}

bool cvg_build_replay(struct cvg_build *build, const char *text, size_t n)
{
	bool lost = false; /* no function of the module is meant */
	enum cvg_parsed parsed;
	struct cvg_script script;
	struct cvg_line line;
	struct cvg_err err;
	bool ok = true;
	size_t at;

	build->left_out = build->ended = false;
	compare_codes(build, text);
	cvg_script_init(&script, build->file, text, n);
	do {
		at = script.at;
		parsed = cvg_parse_next(&script, &line, &err);
		if (parsed != CVG_PARSED_LINE)
			continue;
		ok = run_next(build, &line, text + at, script.at - at, &lost,
			      &err);
		cvg_line_done(&line);
	} while (ok && parsed == CVG_PARSED_LINE && !build->ended);
	ok = ok && (parsed == CVG_PARSED_END || build->ended);
	if (!ok)
		cvg_build_warn(build, NULL, "%s:%u: %s; nothing was done",
			       build->file, err.line, err.msg);
	return ok;
}
