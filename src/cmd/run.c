/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Running commands: find the verb, check the words, call the handler, record
 * it in the journal, only then show the result.
 */
#include "call.h"
#include "sets.h"
#include "stem.h"
#include "vigil.h"

#include "reconverge/cxxname.h"
#include "reconverge/look.h"
#include "reconverge/prove.h"
#include "reconverge/session.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_DEPTH 16 /* of source-file in source-file */

/* ---- messages -------------------------------------------------------- */

static void worsen(struct cvg_shell *sh, enum cvg_status status)
{
	if (status > sh->status)
		sh->status = status;
}

/* Print text on its stream, or give it to the caller's handler. */
static void say(struct cvg_shell *sh, enum cvg_stream stream, const char *text,
		size_t n)
{
	static const char *const before[] = {
		[CVG_TEXT] = "",
		[CVG_WARNING] = "reconverge: warning: ",
		[CVG_FAULT] = "reconverge: ",
	};
	FILE *out = stream == CVG_TEXT && !sh->aside ? stdout : stderr;
	struct cvg_str plain = {0};

	if (sh->host) {
		sh->host->print(sh->host->context, stream, text, n);
		return;
	}
	fputs(before[stream], out);
	if (sh->json && stream == CVG_TEXT) {
		fwrite(text, 1, n, out);
		return;
	}
	cvg_str_addvisible(&plain, text, n, sh->look.color);
	fwrite(cvg_str_of(&plain), 1, plain.n, out);
	cvg_str_done(&plain);
}

/* Line `line` of the script, without its end; NULL if it has fewer. */
static const char *script_line(const struct cvg_script *s, uint32_t line,
			       size_t *n)
{
	const char *at = s->text, *end = s->text + s->n, *stop;

	while (--line > 0) {
		at = memchr(at, '\n', (size_t)(end - at));
		if (!at)
			return NULL;
		at++;
	}
	stop = memchr(at, '\n', (size_t)(end - at));
	*n = (size_t)((stop ? stop : end) - at);
	return at;
}

/* The faulty line and a caret; tabs stay tabs so that the caret is right. */
static void add_caret(struct cvg_str *out, const struct cvg_script *s,
		      const struct cvg_err *err)
{
	size_t n, before;
	const char *at;

	if (!s || !err->line || !err->column)
		return;
	at = script_line(s, err->line, &n);
	if (!at)
		return;
	before = err->column - 1 < n ? err->column - 1 : n;
	cvg_str_add(out, "  ");
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)at[i];

		cvg_str_addc(out, c < ' ' && c != '\t' ? '?' : at[i]);
	}
	cvg_str_add(out, "\n  ");
	for (size_t i = 0; i < before;) {
		size_t len = 1;

		while (i + len < before &&
		       ((unsigned char)at[i + len] & 0xC0) == 0x80)
			len++;
		for (uint32_t w = cvg_text_width(at + i, len); w > 0; w--)
			cvg_str_addc(out, at[i] == '\t' ? '\t' : ' ');
		i += len;
	}
	cvg_str_add(out, err->column - 1 > n ? " ^\n" : "^\n");
}

void cvg_shell_flush(struct cvg_shell *sh)
{
	/* What was long failed when it was put: errno is still of that. */
	if (sh->embedded || sh->closed ||
	    (fflush(stdout) == 0 && !ferror(stdout)))
		return;
	sh->closed = true;
	worsen(sh, CVG_ERROR);
	if (errno != EPIPE)
		fprintf(stderr, "reconverge: standard output: %s\n",
			strerror(errno));
}

bool cvg_shell_lost_reader(struct cvg_shell *sh)
{
	struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};

	if (poll(&out, 1, 0) != 1 || !(out.revents & POLLERR))
		return false;
	sh->closed = true;
	worsen(sh, CVG_ERROR);
	return true;
}

/* The members that say which module and kernel of a list an object is of. */
static void add_subject(const struct cvg_shell *sh, json_t *object)
{
	if (sh->module)
		CVG_TELL(NULL, object, "{module}", CVG_V(sh->module));
	if (sh->kernel)
		CVG_TELL(NULL, object, "{function}", CVG_V(sh->kernel));
}

static void print_json(struct cvg_shell *sh, json_t *object)
{
	struct cvg_str text = {0};

	cvg_json_print(&text, object, JSON_REAL_PRECISION(9));
	say(sh, CVG_TEXT, text.at, text.n);
	cvg_str_done(&text);
	cvg_shell_flush(sh);
}

void cvg_shell_add_failure(const struct cvg_shell *sh, const char *command,
			   const struct cvg_script *script,
			   const struct cvg_err *err, struct cvg_str *out)
{
	json_t *object = json_object(), *error = json_object();
	struct cvg_str message = {0};

	add_subject(sh, object);
	cvg_cxx_add_text(&message, err->msg);
	CVG_TELL(NULL, error, "{message}", CVG_V(cvg_str_of(&message)));
	cvg_str_done(&message);
	if (script && script->name)
		CVG_TELL(NULL, error, "{file}", CVG_V(script->name));
	if (err->line)
		CVG_TELL(NULL, error, "{line}", CVG_V(err->line));
	if (err->column)
		CVG_TELL(NULL, error, "{column}", CVG_V(err->column));
	CVG_TELL(NULL, object, "{command}{ok}{error}", CVG_V(command),
		 CVG_V((bool)false), CVG_V(error));
	cvg_json_print(out, object, JSON_REAL_PRECISION(9));
	json_decref(object);
}

/* Which module of a list, and which kernel of it, a message is about. A message
 * about loading names the module itself. */
static void name_subject(const struct cvg_shell *sh, struct cvg_str *out)
{
	if (sh->module && cvg_session_loaded(sh->session)) {
		cvg_str_addline(out, sh->module, strlen(sh->module));
		cvg_str_add(out, ": ");
	}
	if (sh->kernel) {
		cvg_cxx_add(out, sh->kernel);
		cvg_str_add(out, ": ");
	}
}

/* The message, with a caret under the fault. */
static void say_fault(struct cvg_shell *sh, const struct cvg_script *script,
		      const struct cvg_err *err)
{
	struct cvg_str s = {0};

	cvg_shell_flush(sh);
	name_subject(sh, &s);
	if (script && script->name) {
		cvg_str_addline(&s, script->name, strlen(script->name));
		if (err->line)
			cvg_str_addf(&s, ":%u", err->line);
		cvg_str_add(&s, ": ");
	}
	cvg_cxx_add_text(&s, err->msg);
	cvg_str_addc(&s, '\n');
	if (!sh->module)
		add_caret(&s, script, err);
	say(sh, CVG_FAULT, s.at, s.n);
	cvg_str_done(&s);
}

void cvg_shell_fail(struct cvg_shell *sh, const char *command,
		    const struct cvg_script *script, const struct cvg_err *err)
{
	struct cvg_str s = {0};

	worsen(sh, CVG_ERROR);
	say_fault(sh, script, err);
	if (sh->json && !sh->closed) {
		cvg_shell_add_failure(sh, command, script, err, &s);
		say(sh, CVG_TEXT, s.at, s.n);
		cvg_shell_flush(sh);
	}
	cvg_str_done(&s);
}

void cvg_shell_warn(struct cvg_shell *sh, const char *fmt, ...)
{
	struct cvg_str text = {0}, named = {0}, s = {0};
	va_list ap;

	if (sh->quiet)
		return;
	va_start(ap, fmt);
	cvg_str_vaddf(&text, fmt, ap);
	va_end(ap);
	cvg_cxx_add_text(&named, cvg_str_of(&text));
	name_subject(sh, &s);
	cvg_str_addline(&s, cvg_str_of(&named), named.n);
	cvg_str_addc(&s, '\n');
	say(sh, CVG_WARNING, s.at, s.n);
	cvg_str_done(&text);
	cvg_str_done(&named);
	cvg_str_done(&s);
}

/* ---- one command ----------------------------------------------------- */

/* The place after the last word. */
static bool fail_missing(const struct cvg_call *call, struct cvg_err *err)
{
	const struct cvg_word *last = &call->line->word[call->line->n - 1];
	char *usage = cvg_command_usage(call->cmd);

	cvg_fail(err, "%s: an argument is missing; usage: %s %s",
		 call->cmd->name, call->cmd->name, usage);
	free(usage);
	if (err) {
		err->line = last->line;
		err->column = last->end + 1;
	}
	return false;
}

static bool fail_surplus(const struct cvg_call *call, struct cvg_err *err)
{
	char *usage = cvg_command_usage(call->cmd);

	cvg_fail_word(err, &call->arg[cvg_command_max(call->cmd)],
		      "%s: too many arguments; usage: %s%s%s", call->cmd->name,
		      call->cmd->name, *usage ? " " : "", usage);
	free(usage);
	return false;
}

static bool check_words(const struct cvg_call *call, struct cvg_err *err)
{
	if ((call->cmd->flags & CVG_CMD_MODULE) &&
	    !cvg_session_loaded(call->session))
		return cvg_fail_word(
			err, &call->line->word[0],
			"%s: no module is loaded; %s", call->cmd->name,
			call->sh->embedded ? "open one first"
					   : "name one on the command line");
	if (call->nargs < call->cmd->min)
		return fail_missing(call, err);
	if (call->nargs > cvg_command_max(call->cmd))
		return fail_surplus(call, err);
	return true;
}

/* The command with its full verb, on one line. */
static void say_again(struct cvg_str *out, const struct cvg_command *cmd,
		      const struct cvg_line *line)
{
	if (cmd)
		cvg_str_add(out, cmd->name);
	else
		cvg_quote_word(out, &line->word[0]);
	for (uint32_t i = 1; i < line->n; i++) {
		cvg_str_addc(out, ' ');
		cvg_quote_word(out, &line->word[i]);
	}
}

static void record(struct cvg_call *call)
{
	struct cvg_err err;

	if (!call->sh->journal || (call->cmd->flags & CVG_CMD_UNKEPT))
		return;
	if (!cvg_journal_add(call->session,
			     call->kept.n ? call->kept.at : call->text, &err))
		cvg_shell_warn(call->sh, "%s", err.msg);
}

static void show(struct cvg_call *call)
{
	struct cvg_shell *sh = call->sh;

	if (sh->replay || sh->closed)
		return;
	if (call->json)
		print_json(sh, call->json);
	else if (call->out.n && (!sh->quiet || call->said_no || call->asked ||
				 !(call->cmd->flags & CVG_CMD_REPORTS)))
		say(sh, CVG_TEXT, call->out.at, call->out.n);
	cvg_shell_flush(sh);
}

static bool call(struct cvg_call *caller, struct cvg_err *err)
{
	struct cvg_shell *sh = caller->sh;
	struct vigil vigil;
	bool ok;

	if (sh->replay && !(caller->cmd->flags & CVG_CMD_CHANGES))
		return true;
	if (sh->json) {
		caller->json = json_object();
		add_subject(sh, caller->json);
		TELL(caller, "{-command}{-ok}", CVG_V(caller->text),
		     CVG_V((bool)true));
	}
	cvg_vigil_begin(&vigil, caller);
	ok = check_words(caller, err) &&
	     (caller->set ? cvg_set_run(caller, err)
			  : caller->cmd->run(caller, err));
	ok = cvg_vigil_end(&vigil, ok);
	if (ok) {
		cvg_call_tell_costs(caller);
		record(caller);
		show(caller);
		worsen(sh, caller->said_no ? CVG_NO : CVG_OK);
	}
	json_decref(caller->json);
	cvg_str_done(&caller->out);
	cvg_str_done(&caller->kept);
	return ok;
}

/* Move the set of functions from the words of an act to call->set. */
static void take_set(struct cvg_call *call, struct cvg_line *line)
{
	uint32_t i = 1;

	if (!(call->cmd->flags & CVG_CMD_SETS))
		return;
	while (i < line->n && !cvg_set_pattern(&line->word[i]))
		i++;
	if (i == line->n)
		return;
	call->of_set = line->word[i];
	call->set = &call->of_set;
	for (; i + 1 < line->n; i++)
		line->word[i] = line->word[i + 1];
	call->nargs = --line->n - 1;
}

/* A command that kept what it had found has not said that it was interrupted. */
static void say_interrupted(struct cvg_shell *sh,
			    const struct cvg_script *script,
			    const struct cvg_line *line)
{
	struct cvg_err err;

	cvg_fail_interrupted(&err);
	cvg_blame_word(&err, &line->word[0]);
	say_fault(sh, script, &err);
}

/* False: the script is to stop. */
static bool run_line(struct cvg_shell *sh, const struct cvg_script *script,
		     struct cvg_line *line)
{
	struct cvg_call c = {.sh = sh,
			     .session = sh->session,
			     .line = line,
			     .arg = line->word + 1,
			     .nargs = line->n - 1};
	struct cvg_str again = {0};
	struct cvg_err err = {.msg = ""};
	bool ok;

	c.cmd = cvg_command_find(line->word[0].text, sh->prefixes, &err);
	ok = c.cmd ? cvg_stem_words(sh, c.cmd, line, &err)
		   : cvg_blame_word(&err, &line->word[0]);
	say_again(&again, c.cmd, line);
	c.text = cvg_str_of(&again);
	if (ok)
		take_set(&c, line);
	ok = ok && call(&c, &err);
	/* A handler that ran a script has said what was wrong in it. */
	if (!ok && *err.msg) {
		cvg_blame_argument(&err, &c);
		cvg_shell_fail(sh, cvg_str_of(&again), script, &err);
	}
	cvg_str_done(&again);
	if (sh->interrupted && !sh->prompt) {
		worsen(sh, CVG_INTERRUPTED);
		if (ok)
			say_interrupted(sh, script, line);
	}
	if (sh->interrupted && (!sh->prompt || sh->depth))
		return false;
	return (ok || sh->keep_going) && !sh->quit && !sh->closed;
}

bool cvg_shell_run(struct cvg_shell *sh, struct cvg_script *script)
{
	struct cvg_line line;
	struct cvg_err err;

	for (;;) {
		enum cvg_parsed p = cvg_parse_next(script, &line, &err);
		bool go_on = sh->keep_going;

		sh->interrupted = false;
		if (p == CVG_PARSED_END)
			return true;
		if (p == CVG_PARSED_LINE) {
			go_on = run_line(sh, script, &line);
			cvg_line_done(&line);
		} else {
			cvg_shell_fail(sh, NULL, script, &err);
		}
		if (!go_on)
			return false;
	}
}

bool cvg_shell_run_text(struct cvg_shell *sh, const char *name,
			const char *text)
{
	struct cvg_script script;

	cvg_script_init(&script, name, text, strlen(text));
	return cvg_shell_run(sh, &script);
}

bool cvg_shell_run_file(struct cvg_shell *sh, const char *path)
{
	struct cvg_script script;
	struct cvg_err err;
	char *text;
	size_t n;
	bool ok;

	if (!cvg_file_read(path, &text, &n, &err)) {
		cvg_shell_fail(sh, NULL, NULL, &err);
		return false;
	}
	cvg_script_init(&script, path, text, n);
	ok = cvg_shell_run(sh, &script);
	free(text);
	return ok;
}

bool cvg_cmd_source_file(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_script script;
	char *text;
	size_t n;
	bool ok;

	if (call->sh->depth >= MAX_DEPTH)
		return cvg_fail_word(
			err, &call->arg[0],
			"source-file: more than %d files are nested",
			MAX_DEPTH);
	if (!cvg_file_read(call->arg[0].text, &text, &n, err))
		return cvg_blame_word(err, &call->arg[0]);
	cvg_script_init(&script, call->arg[0].text, text, n);
	call->sh->depth++;
	ok = cvg_shell_run(call->sh, &script) || call->sh->quit ||
	     call->sh->closed;
	call->sh->depth--;
	free(text);
	cvg_call_set(call, "file", cvg_json_text(call->arg[0].text));
	return ok; /* if not, the message is out already */
}
