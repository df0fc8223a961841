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
#include "src/cmd/sets.h"
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

/* The same for a line of the command file. */
static void fail_at(struct cvg_build *build, const char *function,
		    const char *why)
{
	struct cvg_str text = {0};

	cvg_str_addf(&text, "%s:%u: %.*s", build->file,
		     build->line->word[0].line, (int)strcspn(why, "\n"), why);
	fail(build, function, text.at);
	cvg_str_done(&text);
}

/* ---- one copy of the module -------------------------------------------- */

static bool is_spared(void *context, const char *function)
{
	return has_failed(context, function);
}

static void fail_in_set(void *context, const char *function, const char *why)
{
	struct cvg_build *build = context;

	fail_at(build, function, why);
	build->blamed = true;
}

static bool open_copy(struct cvg_build *build)
{
	reconverge_free(build->session);
	build->session = reconverge_new();
	build->spared = (struct cvg_spared){
		.context = build, .is = is_spared, .failed = fail_in_set};
	cvg_reconverge_spare(build->session, &build->spared);
	/* The host's passes made the module, and its verifier looks after them.
	 * A step for all functions goes to each. */
	if (cvg_reconverge_copy_of(
		    build->session, build->source, build->module,
		    CVG_COPY_GUEST | (build->file ? 0 : CVG_COPY_ANY_FOCUS)) ==
	    RECONVERGE_OK)
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
	    cvg_session_loaded_fn(s, f)->fingerprint != code)
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

	if (cvg_session_focus(inside(build), line->word[1].text, &err))
		return true;
	cvg_build_warn(build, NULL, "%s:%u: %s", build->file,
		       line->word[0].line, err.msg);
	return false;
}

/* Run a line; `lost` says that it is for a function that there is not. False: the
 * file is not what the user meant. */
static bool run_line(struct cvg_build *build, const struct cvg_line *line,
		     const char *text, bool *lost, struct cvg_err *err)
{
	const struct cvg_command *command;
	const char *why;

	command = cvg_command_find(line->word[0].text, false, err);
	if (!command)
		return false;
	if (!strcmp(command->name, "function") && line->n > 1) {
		*lost = !go_to(build, line);
		return true;
	}
	if (!is_for_builds(command))
		return true;
	if (!strcmp(command->name, "set"))
		return !(why = run(build, text)) ||
		       cvg_fail(err, "%.*s", (int)strcspn(why, "\n"), why);
	if (!is_for_set(command, line) &&
	    (*lost || has_failed(build, focus(build))))
		return true;
	why = run(build, text);
	if (why && !build->blamed)
		fail_at(build, focus(build), why);
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

/* False: the file is not what the user meant, who is told. */
static bool replay(struct cvg_build *build, const char *text, size_t n)
{
	bool lost = false; /* no function of the module is meant */
	enum cvg_parsed parsed;
	struct cvg_script script;
	struct cvg_line line;
	struct cvg_err err;
	bool ok = true;
	size_t at;

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
	} while (ok && parsed == CVG_PARSED_LINE);
	ok = ok && parsed == CVG_PARSED_END;
	if (!ok)
		cvg_build_warn(build, NULL, "%s:%u: %s; nothing was done",
			       build->file, err.line, err.msg);
	return ok;
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

/* A function that changed and is to stay as it was, or NULL. */
static const char *spoilt(const struct cvg_build *build)
{
	struct cvg_session *s = inside(build);

	for (size_t i = 0; i < build->failed.n; i++) {
		uint32_t f = cvg_session_function_named(s, build->failed.at[i]);

		if (f != CVG_NONE && cvg_session_changed(s, f))
			return build->failed.at[i];
	}
	return NULL;
}

/* One copy is made anew for as long as functions fail that changed before. False:
 * all are to stay as they were. */
static bool transform(struct cvg_build *build, const char *text, size_t n)
{
	size_t known;

	do {
		known = build->failed.n;
		if (known && !open_copy(build))
			return false;
		if (!text)
			step_all(build);
		else if (!replay(build, text, n))
			return false;
		if (build->check)
			judge_all(build, "check");
		if (build->prove)
			judge_all(build, "prove");
	} while (spoilt(build) && build->failed.n > known);
	if (!spoilt(build))
		return true;
	cvg_build_warn(build, NULL,
		       "a step changes @%s, which is to stay as it was, along "
		       "with others; nothing was done",
		       spoilt(build));
	return false;
}

static void work(struct cvg_build *build)
{
	struct cvg_err err;
	char *text = NULL;
	size_t n = 0;

	find_file(build);
	if (!open_copy(build))
		return;
	if (build->save)
		save_module(build);
	if (build->file && !cvg_file_read(build->file, &text, &n, &err)) {
		cvg_build_warn(build, NULL, "%s", err.msg);
		return;
	}
	if ((text || strcmp(build->step, "none") != 0) &&
	    !transform(build, text, n))
		open_copy(build);
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

	if (build->session && cvg_session_loaded(inside(build)) &&
	    has_changed(build) &&
	    reconverge_write_module(build->session, context, &module) !=
		    RECONVERGE_OK)
		cvg_build_warn(build, NULL, "%s",
			       reconverge_message(build->session));
	reconverge_free(build->session);
	build->session = NULL;
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
