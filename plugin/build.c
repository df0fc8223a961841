/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a build does with a module:
 *
 *	RECONVERGE_OPTIONS ─► the step for all functions   ─┐
 *	kernel.cu.rcv      ─► the commands for those that   ├─► a copy of the module
 *	                      it names                     ─┘
 *
 * A command file is replayed function by function, as the command `function`
 * divides it. If a command of a function fails, the user is told, and all starts
 * again with a new copy, without the commands of that function: it stays as it
 * was, whatever was done with it before.
 */
#include "inside.h"

#include "reconverge.h"
#include "reconverge/cmd.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/phase.h"
#include "reconverge/prove.h"
#include "reconverge/remarks.h"
#include "reconverge/session.h"
#include "src/lib/inside.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- functions that stay as they were ---------------------------------- */

static bool has_failed(const struct cvg_build *build, const char *function)
{
	for (size_t i = 0; i < build->failed.n; i++)
		if (!strcmp(build->failed.at[i], function))
			return true;
	return false;
}

static struct cvg_session *inside(const struct cvg_build *build)
{
	return cvg_reconverge_session(build->session);
}

static const char *focus(const struct cvg_build *build)
{
	struct cvg_session *s = inside(build);

	return cvg_session_function_name(s, cvg_session_function(s));
}

/* The function stays as it was, and the user is told why. */
static void fail(struct cvg_build *build, const char *function, const char *why)
{
	const char *name = cvg_build_line(build, function);

	cvg_build_warn(build, name, "@%s stays as it was: %s", name, why);
	cvg_push(&build->failed, name);
}

/* Run a command; why it failed or said no, or NULL. */
static const char *run(struct cvg_build *build, const char *command)
{
	int status = reconverge_run(build->session, command);

	if (status == RECONVERGE_OK)
		return NULL;
	return status == RECONVERGE_NO ? reconverge_text(build->session)
				       : reconverge_message(build->session);
}

/* ---- one copy of the module -------------------------------------------- */

static bool open_copy(struct cvg_build *build)
{
	reconverge_free(build->session);
	build->session = reconverge_new();
	/* The host's passes made the module, and its verifier looks after them. */
	if (cvg_reconverge_copy_of(build->session, build->source, build->module,
				   false) == RECONVERGE_OK)
		return true;
	cvg_build_warn(build, NULL, "%s", reconverge_message(build->session));
	return false;
}

/* FOLDER/kernel.cu.gfx906.bc */
static void save_module(struct cvg_build *build)
{
	const char *slash = strrchr(build->source, '/');
	struct cvg_str path = {0};

	cvg_str_addf(&path, "%s/%s.%s.bc", build->save,
		     slash ? slash + 1 : build->source,
		     cvg_session_cpu(inside(build)));
	if (reconverge_write(build->session, path.at) != RECONVERGE_OK)
		cvg_build_warn(build, NULL, "%s",
			       reconverge_message(build->session));
	cvg_str_done(&path);
}

/* ---- the same step for all functions ------------------------------------ */

static void step_all(struct cvg_build *build)
{
	struct cvg_session *s = inside(build);

	/* A build has little time: unless asked, the counts of the code decide. */
	if (!strcmp(build->step, "darm") && !build->measured)
		reconverge_run(build->session, "set decide=static judge=table");
	for (uint32_t f = 0; f < cvg_session_nfunctions(s); f++) {
		const char *name = cvg_session_function_name(s, f);
		struct cvg_score score;

		if (has_failed(build, name) || cvg_session_idle(s, f))
			continue;
		cvg_session_score_of(s, f, &score);
		if (!score.divergent)
			continue;
		reconverge_focus(build->session, name);
		if (reconverge_run(build->session, build->step) ==
		    RECONVERGE_ERROR)
			fail(build, name, reconverge_message(build->session));
	}
}

/* ---- a command file ------------------------------------------------------ */

/* The session that a journal is of wrote the code of each function that it
 * changed: "# code: 744b1dc4977d5b9b NAME". */
static void compare_code(struct cvg_build *build, const char *line)
{
	struct cvg_session *s = inside(build);
	char *name;
	uint64_t code = strtoull(line, &name, 16);
	char *function;
	uint32_t f;

	if (*name++ != ' ')
		return;
	function = cvg_arena_strndup(&build->arena, name, strcspn(name, "\n"));
	f = cvg_session_function_named(s, function);
	if (f != CVG_NONE && !has_failed(build, function) &&
	    cvg_session_fn(s, 0, f)->fingerprint != code)
		fail(build, function,
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

/* A build runs what changes the module, and what tests it. */
static bool is_for_builds(const struct cvg_command *command)
{
	return (command->flags & CVG_CMD_CHANGES) ||
	       !strcmp(command->name, "expect");
}

static void fail_at(struct cvg_build *build, const struct cvg_line *line,
		    const char *why)
{
	struct cvg_str text = {0};
	const char *name = focus(build);

	cvg_str_addf(&text, "%s:%u: %.*s", build->file, line->word[0].line,
		     (int)strcspn(why, "\n"), why);
	if (has_failed(build, name))
		cvg_build_warn(build, NULL, "%s", text.at);
	else
		fail(build, name, text.at);
	cvg_str_done(&text);
}

/* Is the command to run: for builds, and for a function that has not failed? */
static bool is_wanted(struct cvg_build *build, const struct cvg_line *line,
		      bool *lost)
{
	const struct cvg_command *command;
	struct cvg_err err;

	command = cvg_command_find(line->word[0].text, false, &err);
	if (!command) {
		fail_at(build, line, err.msg);
		return false;
	}
	if (!strcmp(command->name, "function") && line->n > 1) {
		const char *name = line->word[1].text;

		name += *name == '@';
		*lost = cvg_session_function_named(inside(build), name) ==
			CVG_NONE;
		if (*lost)
			cvg_build_warn(build, NULL,
				       "%s:%u: there is no function @%.200s",
				       build->file, line->word[0].line, name);
		return !*lost;
	}
	return !*lost && is_for_builds(command) &&
	       (command->group == CVG_GROUP_RULE ||
		!has_failed(build, focus(build)));
}

static void run_line(struct cvg_build *build, const struct cvg_line *line,
		     const char *text, size_t n)
{
	char *command = cvg_arena_strndup(&build->arena, text, n);
	const char *why = run(build, command);

	if (why)
		fail_at(build, line, why);
}

static void replay(struct cvg_build *build, const char *text, size_t n)
{
	bool lost = false; /* no function of the module is meant */
	struct cvg_script script;
	enum cvg_parsed parsed;
	struct cvg_line line;
	struct cvg_err err;
	size_t at;

	compare_codes(build, text);
	cvg_script_init(&script, build->file, text, n);
	do {
		at = script.at;
		parsed = cvg_parse_next(&script, &line, &err);
		if (parsed == CVG_PARSED_ERROR)
			cvg_build_warn(build, NULL, "%s:%u: %s", build->file,
				       err.line, err.msg);
		if (parsed != CVG_PARSED_LINE)
			continue;
		if (is_wanted(build, &line, &lost))
			run_line(build, &line, text + at, script.at - at);
		cvg_line_done(&line);
	} while (parsed != CVG_PARSED_END);
}

/* The command file beside the source, if there is one. */
static void find_file(struct cvg_build *build)
{
	struct cvg_str path = {0};

	if (build->file)
		return;
	cvg_str_addf(&path, "%s.rcv", build->source);
	if (access(path.at, R_OK) == 0)
		build->file = cvg_build_line(build, path.at);
	cvg_str_done(&path);
}

/* ---- all of it ----------------------------------------------------------- */

/* Functions that changed and of which `check` or `prove` says no stay as they
 * were. */
static void judge_all(struct cvg_build *build, const char *command)
{
	struct cvg_session *s = inside(build);

	for (uint32_t f = 0; f < cvg_session_nfunctions(s); f++) {
		const char *name = cvg_session_function_name(s, f), *why;

		if (!cvg_session_changed(s, f) || has_failed(build, name))
			continue;
		reconverge_focus(build->session, name);
		why = run(build, command);
		if (why)
			fail(build, name, why);
	}
}

/* Did something change in a function that is to stay as it was? */
static bool is_spoilt(const struct cvg_build *build)
{
	struct cvg_session *s = inside(build);

	for (size_t i = 0; i < build->failed.n; i++) {
		uint32_t f = cvg_session_function_named(s, build->failed.at[i]);

		if (f != CVG_NONE && cvg_session_changed(s, f))
			return true;
	}
	return false;
}

static void transform(struct cvg_build *build, const char *text, size_t n)
{
	do {
		/* Told already, where this is not the first round. */
		if (build->failed.n && !open_copy(build))
			return;
		if (text)
			replay(build, text, n);
		else
			step_all(build);
		if (build->check)
			judge_all(build, "check");
		if (build->prove)
			judge_all(build, "prove");
	} while (is_spoilt(build));
}

static void work(struct cvg_build *build)
{
	struct cvg_err err;
	char *text = NULL;
	size_t n = 0;

	if (!open_copy(build))
		return;
	if (build->save)
		save_module(build);
	find_file(build);
	if (build->file && !cvg_file_read(build->file, &text, &n, &err)) {
		cvg_build_warn(build, NULL, "%s", err.msg);
		return;
	}
	if (text || strcmp(build->step, "none") != 0)
		transform(build, text, n);
	free(text);
}

struct cvg_build *cvg_build_run(struct LLVMOpaqueModule *module,
				const char *source, const char *options,
				bool remarks)
{
	struct cvg_build *build = cvg_calloc(1, sizeof *build);

	build->module = module;
	build->source = cvg_build_line(build, source);
	build->step = "darm";
	if (cvg_build_options(build, options) && !build->off)
		work(build);
	if (remarks && build->session && cvg_session_loaded(inside(build)))
		cvg_build_remarks(build);
	return build;
}

static bool has_changed(const struct cvg_build *build)
{
	struct cvg_session *s = inside(build);

	for (uint32_t f = 0; f < cvg_session_nfunctions(s); f++)
		if (cvg_session_changed(s, f))
			return true;
	return false;
}

struct LLVMOpaqueModule *cvg_build_result(struct cvg_build *build,
					  struct LLVMOpaqueContext *context)
{
	struct LLVMOpaqueModule *module = NULL;

	if (!build->session || !cvg_session_loaded(inside(build)) ||
	    !has_changed(build))
		return NULL;
	if (reconverge_write_module(build->session, context, &module) !=
	    RECONVERGE_OK)
		cvg_build_warn(build, NULL, "%s",
			       reconverge_message(build->session));
	return module;
}

void cvg_build_free(struct cvg_build *take_build)
{
	reconverge_free(take_build->session);
	free(take_build->failed.at);
	free(take_build->notes.at);
	cvg_arena_done(&take_build->arena);
	free(take_build);
}
