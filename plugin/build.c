/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a build does with a module:
 *
 *	RECONVERGE_OPTIONS ─► the step for all functions    ─┐
 *	kernel.cu.rcv      ─► the commands for those that    ├─► a copy of the module
 *	                      it names (replay.c)           ─┘
 *
 * If something fails of a function, the user is told, and all starts again with a new
 * copy without what is for that function: it stays as it was, whatever was done with
 * it before.
 */
#include "inside.h"

#include "reconverge.h"
#include "reconverge/analysis.h"
#include "reconverge/cmd.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/phase.h"
#include "reconverge/phases.h"
#include "reconverge/prove.h"
#include "reconverge/remarks.h"
#include "reconverge/session.h"
#include "src/cmd/sets.h"
#include "src/lib/inside.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- functions that stay as they were ---------------------------------- */

bool cvg_build_failed(const struct cvg_build *build, const char *function)
{
	for (size_t i = 0; i < build->failed.n; i++)
		if (!strcmp(build->failed.at[i], function))
			return true;
	return false;
}

struct cvg_session *cvg_build_session(const struct cvg_build *build)
{
	return cvg_reconverge_session(build->session);
}

const char *cvg_build_focus(const struct cvg_build *build)
{
	struct cvg_session *s = cvg_build_session(build);

	return cvg_session_function_name(s, cvg_session_function(s));
}

void cvg_build_fail(struct cvg_build *build, const char *function,
		    const char *why)
{
	const char *name = cvg_build_line(build, function);

	cvg_build_warn(build, name, "@%s stays as it was: %s", name, why);
	if (!cvg_build_failed(build, name))
		cvg_push(&build->failed, name);
}

const char *cvg_build_command(struct cvg_build *build, const char *command)
{
	int status = reconverge_run(build->session, command);

	if (status == RECONVERGE_OK)
		return NULL;
	return status == RECONVERGE_NO ? reconverge_text(build->session)
				       : reconverge_message(build->session);
}

/* ---- one copy of the module -------------------------------------------- */

/* Is it darm without runs? It needs no passes of LLVM and no libraries. */
static bool is_simple(const struct cvg_build *build)
{
	return !build->file && !strcmp(build->step, "darm") &&
	       !build->measured && !build->check && !build->prove;
}

/* A guest bears no passes, and needs no verifier: the host's looks after it. */
static unsigned known_of(const struct cvg_build *build)
{
	return is_simple(build) ? CVG_COPY_GUEST | CVG_COPY_ANY_FOCUS : 0;
}

static bool open_copy(struct cvg_build *build)
{
	reconverge_free(build->session);
	build->session = reconverge_new();
	cvg_build_spare(build);
	if (cvg_reconverge_copy_of(build->session, build->source, build->module,
				   known_of(build)) == RECONVERGE_OK)
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
		     cvg_session_cpu(cvg_build_session(build)));
	if (reconverge_write(build->session, path.at) != RECONVERGE_OK)
		cvg_build_warn(build, NULL, "%s",
			       reconverge_message(build->session));
	cvg_str_done(&path);
}

/* ---- the same step for all functions ------------------------------------ */

/* What the command darm does, without what it would tell. */
static bool meld(struct cvg_session *s, const char *name, struct cvg_err *err)
{
	struct cvg_act act = {.changed = false};
	bool ok = cvg_session_focus(s, name, err) &&
		  cvg_session_act(s, &cvg_phase_darm,
				  (struct cvg_object){.kind = CVG_OBJ_NONE},
				  NULL, "darm", &act, err);

	cvg_str_done(&act.report);
	return ok;
}

static void step(struct cvg_build *build, const char *name)
{
	struct cvg_err err;

	if (is_simple(build)) {
		if (!meld(cvg_build_session(build), name, &err))
			cvg_build_fail(build, name, err.msg);
	} else if (reconverge_focus(build->session, name) != RECONVERGE_OK ||
		   reconverge_run(build->session, build->step) ==
			   RECONVERGE_ERROR) {
		cvg_build_fail(build, name, reconverge_message(build->session));
	}
}

static void step_all(struct cvg_build *build)
{
	struct cvg_session *s = cvg_build_session(build);

	/* A build has little time: unless asked, the counts of the code decide. */
	if (!strcmp(build->step, "darm") && !build->measured)
		reconverge_run(build->session, "set decide=static judge=table");
	cvg_session_texts(s, !is_simple(build));
	for (uint32_t f = 0; f < cvg_session_nfunctions(s); f++) {
		const char *name = cvg_session_function_name(s, f);

		if (!cvg_build_failed(build, name) && !cvg_session_idle(s, f) &&
		    cvg_ana_uniform(cvg_session_ana(s, CVG_NONE, f))->nbranches)
			step(build, name);
	}
}

/* ---- a command file ------------------------------------------------------ */

/* The command file beside the source, if there is one. */
static void find_file(struct cvg_build *build)
{
	struct cvg_str path = {0};

	if (build->file)
		return;
	cvg_str_addf(&path, "%s.rcv", build->source);
	if (access(path.at, F_OK) == 0)
		build->file = cvg_build_line(build, path.at);
	cvg_str_done(&path);
}

/* ---- all of it ----------------------------------------------------------- */

/* Functions that changed and of which `check` or `prove` says no stay as they
 * were. */
static void judge_all(struct cvg_build *build, const char *command)
{
	struct cvg_session *s = cvg_build_session(build);

	for (uint32_t f = 0; f < cvg_session_nfunctions(s); f++) {
		const char *name = cvg_session_function_name(s, f), *why;

		if (!cvg_session_changed(s, f) || cvg_build_failed(build, name))
			continue;
		reconverge_focus(build->session, name);
		why = cvg_build_command(build, command);
		if (why)
			cvg_build_fail(build, name, why);
	}
}

/* A function that changed and is to stay as it was, or NULL. */
static const char *spoilt(const struct cvg_build *build)
{
	struct cvg_session *s = cvg_build_session(build);

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
		else if (!cvg_build_replay(build, text, n))
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

/* False: the user is told that what is asked for cannot be done. */
static bool can_begin(struct cvg_build *build)
{
	struct cvg_err err;

	if (!build->prove || cvg_session_can_prove(&err))
		return true;
	cvg_build_warn(build, NULL, "%s; nothing was done", err.msg);
	return false;
}

static void work(struct cvg_build *build, bool has_branches, bool remarks)
{
	struct cvg_err err;
	char *text = NULL;
	size_t n = 0;

	find_file(build);
	if (!build->file && !build->save &&
	    (!has_branches || (!strcmp(build->step, "none") && !remarks)))
		return;
	if (!can_begin(build) || !open_copy(build))
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
				unsigned with)
{
	struct cvg_build *build = cvg_calloc(1, sizeof *build);
	bool remarks = with & CVG_BUILD_REMARKS;

	cvg_module_name_functions(module);
	build->module = module;
	build->source = cvg_build_line(build, source);
	build->step = "darm";
	if (cvg_build_options(build, options) && !build->off)
		work(build, with & CVG_BUILD_BRANCHES, remarks);
	if (remarks && build->session &&
	    cvg_session_loaded(cvg_build_session(build)))
		cvg_build_remarks(build);
	return build;
}

static bool has_changed(const struct cvg_build *build)
{
	struct cvg_session *s = cvg_build_session(build);

	for (uint32_t f = 0; f < cvg_session_nfunctions(s); f++)
		if (cvg_session_changed(s, f))
			return true;
	return false;
}

struct LLVMOpaqueModule *cvg_build_result(struct cvg_build *build,
					  struct LLVMOpaqueContext *context)
{
	struct LLVMOpaqueModule *module = NULL;

	if (build->session && cvg_session_loaded(cvg_build_session(build)) &&
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
