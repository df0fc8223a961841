/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The C interface: a shell of the command language whose texts are kept for the
 * caller. Nothing here prints, ends the process, or changes what belongs to the
 * whole process: signals, the locale, limits, the working directory.
 */
#include "inside.h"

#include "reconverge.h"

#include "reconverge/base.h"
#include "reconverge/cmd.h"
#include "reconverge/ir.h"
#include "reconverge/session.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "0.1.0"
#endif

_Static_assert((int)RECONVERGE_NO == CVG_NO &&
		       (int)RECONVERGE_ERROR == CVG_ERROR &&
		       (int)RECONVERGE_INTERRUPTED == CVG_INTERRUPTED,
	       "the statuses are those of the program");

struct reconverge {
	struct cvg_shell shell;
	struct cvg_host host;
	struct cvg_str text, said; /* of the last call */
	char *triple, *cpu;	   /* or NULL */
	reconverge_tick *tick;	   /* or NULL */
	void *context;		   /* of it */
};

int reconverge_api(void)
{
	return RECONVERGE_API;
}

const char *reconverge_version(void)
{
	return PACKAGE_VERSION;
}

const char *reconverge_llvm_version(void)
{
	return cvg_llvm_version();
}

struct cvg_session *cvg_reconverge_session(struct reconverge *session)
{
	return session->shell.session;
}

/* ---- a call ------------------------------------------------------------ */

/* Numbers have a point in commands, in JSON and in LLVM, whatever the locale of
 * the caller's program says. */
struct call {
	locale_t own, before; /* of this thread */
};

static struct call begin(struct reconverge *session)
{
	struct call call = {0};

	cvg_str_clear(&session->text);
	cvg_str_clear(&session->said);
	session->shell.status = CVG_OK;
	session->shell.quit = false;
	session->shell.interrupted = false;
	session->shell.depth = 0;
	call.before = uselocale((locale_t)0);
	call.own = newlocale(LC_NUMERIC_MASK, "C", duplocale(call.before));
	if (call.own)
		uselocale(call.own);
	return call;
}

static int end(struct reconverge *session, struct call call)
{
	if (call.own) {
		uselocale(call.before);
		freelocale(call.own);
	}
	return (int)session->shell.status;
}

static void keep(void *context, enum cvg_stream stream, const char *text,
		 size_t n)
{
	struct reconverge *session = context;

	if (stream == CVG_TEXT) {
		cvg_str_addn(&session->text, text, n);
		return;
	}
	if (stream == CVG_WARNING)
		cvg_str_add(&session->said, "warning: ");
	cvg_str_addn(&session->said, text, n);
}

static bool ask(void *context, const char *what, double done)
{
	struct reconverge *session = context;

	return !session->tick || session->tick(session->context, what, done);
}

static int fail(struct reconverge *session, struct call call,
		const struct cvg_err *err)
{
	session->shell.json = false;
	cvg_shell_fail(&session->shell, NULL, NULL, err);
	return end(session, call);
}

/* The caller gave NULL where it must not. */
static int lacks(struct reconverge *session, const char *what)
{
	struct call call = begin(session);
	struct cvg_err err;

	cvg_fail(&err, "no %s was given: it is NULL", what);
	return fail(session, call, &err);
}

/* ---- sessions ---------------------------------------------------------- */

struct reconverge *reconverge_new(void)
{
	struct reconverge *session = cvg_calloc(1, sizeof *session);

	session->host = (struct cvg_host){
		.context = session, .print = keep, .tick = ask};
	session->shell = (struct cvg_shell){
		.host = &session->host,
		.session = cvg_session_new(),
		.look = {.glyphs = cvg_glyphs_of(CVG_UNICODE), .width = 100},
		.journal = true,
		.embedded = true,
	};
	return session;
}

void reconverge_free(struct reconverge *session)
{
	if (!session)
		return;
	cvg_session_free(session->shell.session);
	cvg_str_done(&session->text);
	cvg_str_done(&session->said);
	free(session->triple);
	free(session->cpu);
	free(session);
}

static void set_text(char **to, const char *text)
{
	free(*to);
	*to = text ? cvg_strdup(text) : NULL;
}

void reconverge_target(struct reconverge *session, const char *triple,
		       const char *cpu)
{
	set_text(&session->triple, triple);
	set_text(&session->cpu, cpu);
	session->shell.target = (struct cvg_target_options){
		.triple = session->triple, .cpu = session->cpu};
}

static int opened(struct reconverge *session, struct call call, bool ok,
		  const struct cvg_err *err)
{
	if (!ok)
		return fail(session, call, err);
	cvg_journal_keep(session->shell.session);
	return end(session, call);
}

int reconverge_open(struct reconverge *session, const char *path)
{
	struct cvg_target_options target = session->shell.target;
	struct cvg_err err;
	struct call call;

	if (!path)
		return lacks(session, "path");
	call = begin(session);
	target.said = &session->said;
	return opened(
		session, call,
		cvg_session_load(session->shell.session, path, &target, &err),
		&err);
}

int reconverge_open_memory(struct reconverge *session, const char *name,
			   const void *bytes, size_t size)
{
	struct cvg_err err;
	struct call call;

	if (!name || !bytes)
		return lacks(session, name ? "file" : "name");
	call = begin(session);
	return opened(session, call,
		      cvg_session_read(session->shell.session, name, bytes,
				       size, &session->shell.target, &err),
		      &err);
}

void cvg_reconverge_spare(struct reconverge *session,
			  const struct cvg_spared *spared)
{
	session->shell.spared = spared;
}

int cvg_reconverge_copy_of(struct reconverge *session, const char *name,
			   struct LLVMOpaqueModule *module, unsigned known)
{
	struct cvg_err err;
	struct call call;

	if (!name || !module)
		return lacks(session, name ? "module" : "name");
	call = begin(session);
	return opened(session, call,
		      cvg_session_copy_of(session->shell.session, name, module,
					  known, &session->shell.target, &err),
		      &err);
}

int reconverge_open_module(struct reconverge *session, const char *name,
			   struct LLVMOpaqueModule *module)
{
	return cvg_reconverge_copy_of(session, name, module, 0);
}

/* ---- commands ---------------------------------------------------------- */

static int run(struct reconverge *session, const char *commands, bool json)
{
	struct call call;

	if (!commands)
		return lacks(session, "command");
	call = begin(session);
	session->shell.json = json;
	cvg_shell_run_text(&session->shell, NULL, commands);
	return end(session, call);
}

int reconverge_run(struct reconverge *session, const char *commands)
{
	return run(session, commands, false);
}

int reconverge_json(struct reconverge *session, const char *commands)
{
	return run(session, commands, true);
}

const char *reconverge_text(const struct reconverge *session)
{
	return cvg_str_of(&session->text);
}

const char *reconverge_message(const struct reconverge *session)
{
	return cvg_str_of(&session->said);
}

void reconverge_on_tick(struct reconverge *session, reconverge_tick *tick,
			void *context)
{
	session->tick = tick;
	session->context = context;
}

int reconverge_candidates(struct reconverge *session)
{
	return reconverge_json(session, "candidates");
}

/* `verb` and the step as one command. */
static int run_step(struct reconverge *session, const char *verb,
		    const char *step)
{
	struct cvg_str command = {0};
	int status;

	if (!step)
		return lacks(session, "step");
	cvg_str_addf(&command, "%s%s", verb, step);
	status = reconverge_json(session, command.at);
	cvg_str_done(&command);
	return status;
}

int reconverge_preview(struct reconverge *session, const char *step)
{
	return run_step(session, "preview ", step);
}

int reconverge_act(struct reconverge *session, const char *step)
{
	return run_step(session, "", step);
}

int reconverge_check(struct reconverge *session)
{
	return reconverge_json(session, "check");
}

/* ---- functions --------------------------------------------------------- */

uint32_t reconverge_functions(const struct reconverge *session)
{
	const struct cvg_session *s = session->shell.session;

	return cvg_session_loaded(s) ? cvg_session_nfunctions(s) : 0;
}

const char *reconverge_function(const struct reconverge *session, uint32_t i)
{
	return i < reconverge_functions(session)
		       ? cvg_session_function_name(session->shell.session, i)
		       : NULL;
}

int reconverge_focus(struct reconverge *session, const char *name)
{
	struct cvg_str command = {0};
	int status;

	if (!name)
		return lacks(session, "name");
	cvg_str_add(&command, "function ");
	cvg_quote_always(&command, name);
	status = reconverge_run(session, command.at);
	cvg_str_done(&command);
	return status;
}

bool reconverge_changed(struct reconverge *session, uint32_t i)
{
	return i < reconverge_functions(session) &&
	       cvg_session_changed(session->shell.session, i);
}

/* ---- out again --------------------------------------------------------- */

static bool kind_of(const char *path, enum cvg_emit *kind, struct cvg_err *err)
{
	return cvg_emit_of_path(path, kind) ||
	       cvg_fail(err,
			"'%.200s' does not end in .ll, .bc, .s, .ptx or .o",
			path);
}

int reconverge_write(struct reconverge *session, const char *path)
{
	enum cvg_emit kind = CVG_EMIT_LL;
	struct cvg_err err;
	struct call call;

	if (!path)
		return lacks(session, "path");
	call = begin(session);
	if (!kind_of(path, &kind, &err) ||
	    !cvg_session_write(session->shell.session, path, kind, &err))
		return fail(session, call, &err);
	return end(session, call);
}

int reconverge_write_memory(struct reconverge *session, const char *suffix,
			    const char **bytes, size_t *size)
{
	enum cvg_emit kind = CVG_EMIT_LL;
	struct cvg_err err;
	struct call call;

	if (!suffix)
		return lacks(session, "suffix");
	call = begin(session);
	if (!kind_of(suffix, &kind, &err) ||
	    !cvg_session_output(session->shell.session, kind, &session->text,
				&err))
		return fail(session, call, &err);
	*bytes = cvg_str_of(&session->text);
	*size = session->text.n;
	return end(session, call);
}

int reconverge_write_module(struct reconverge *session,
			    struct LLVMOpaqueContext *context,
			    struct LLVMOpaqueModule **module)
{
	struct call call = begin(session);
	struct cvg_err err;

	*module = cvg_session_give(session->shell.session, context, &err);
	return *module ? end(session, call) : fail(session, call, &err);
}
