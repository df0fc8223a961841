/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The program that does the work: loads the module, runs the commands in order,
 * then the screen or the prompt, and writes the output file. The exit status is
 * the highest of them all. The program that users start (start.c) has read the
 * same command line, answered --help and --version, and become this one.
 */
#include "reconverge/analysis.h"
#include "reconverge/cmd.h"
#include "reconverge/cxxname.h"
#include "reconverge/export.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/look.h"
#include "reconverge/options.h"
#include "reconverge/session.h"
#include "reconverge/sweep.h"
#include "reconverge/ui.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define BIG_GRAPH   60	/* blocks of the largest graph the overview draws */
#define PLAIN_WIDTH 100 /* columns, if standard output is no terminal */

/* ---- how it looks ---------------------------------------------------- */

static bool is_set(const char *name)
{
	const char *value = getenv(name);

	return value && *value;
}

static bool want_color(enum cvg_when when)
{
	const char *term = getenv("TERM");

	if (when != CVG_AUTO)
		return when == CVG_ALWAYS;
	if (is_set("NO_COLOR"))
		return false;
	if (is_set("CLICOLOR_FORCE"))
		return true;
	return isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0;
}

static enum cvg_charset charset_of(const char *glyphs)
{
	if (glyphs)
		return strcmp(glyphs, "ascii") ? CVG_UNICODE : CVG_ASCII;
	return strcmp(nl_langinfo(CODESET), "UTF-8") ? CVG_ASCII : CVG_UNICODE;
}

static uint32_t terminal_width(void)
{
	struct winsize size;

	if (isatty(STDOUT_FILENO) &&
	    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 60)
		return size.ws_col;
	return PLAIN_WIDTH;
}

static struct cvg_look look_of(const struct cvg_options *options)
{
	return (struct cvg_look){
		.glyphs = cvg_glyphs_of(charset_of(options->glyphs)),
		.color = want_color(options->color),
		.width = terminal_width(),
	};
}

/* ---- the module ------------------------------------------------------ */

static bool fail(struct cvg_shell *sh, const struct cvg_err *err)
{
	cvg_shell_fail(sh, NULL, NULL, err);
	return false;
}

static bool load(struct cvg_shell *sh, const struct cvg_options *options,
		 const char *module)
{
	struct cvg_target_options target = sh->target;
	struct cvg_str said = {0};
	struct cvg_err err;
	bool ok;

	target.said = &said;
	cvg_ui_reading(sh->quiet ? NULL : module, true);
	ok = cvg_session_load(sh->session, module, &target, &err);
	cvg_ui_reading(sh->quiet ? NULL : module, false);
	if (!ok || !sh->quiet)
		fputs(cvg_str_of(&said), stderr);
	cvg_str_done(&said);
	if (ok && options->function &&
	    !cvg_session_focus(sh->session, options->function, &err))
		ok = cvg_fail_in(&err, "%s", module);
	if (!ok)
		return fail(sh, &err);
	sh->journal = !sh->stem;
	if (sh->journal && !cvg_journal_start(sh->session, &err))
		cvg_shell_warn(sh, "%s", err.msg);
	return true;
}

static uint32_t count_lines(const char *text)
{
	uint32_t n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

/* Run the journal of a session that died, as far as it was written. */
static bool replay(struct cvg_shell *sh, const struct cvg_recovery *r)
{
	struct cvg_str module = {0};
	bool keep_going = sh->keep_going, ok;

	sh->replay = true;
	sh->keep_going = false;
	ok = cvg_shell_run_text(sh, r->journal, r->commands);
	sh->replay = false;
	sh->keep_going = keep_going;
	if (!ok)
		return false;
	if (!sh->quiet) {
		cvg_str_addline(&module, r->module, strlen(r->module));
		fprintf(stderr,
			"reconverge: took up %s at P%u: %u lines of %s\n",
			module.at, cvg_session_current(sh->session),
			count_lines(r->commands), r->journal);
		cvg_str_done(&module);
	}
	cvg_recovery_forget(r);
	return true;
}

static bool recover(struct cvg_shell *sh, const struct cvg_options *options)
{
	struct cvg_recovery r;
	struct cvg_err err;
	bool ok;

	if (!cvg_journal_find(options->module, &r, &err))
		return fail(sh, &err);
	if (!sh->target.triple)
		sh->target.triple = r.triple;
	if (!sh->target.cpu)
		sh->target.cpu = r.cpu;
	ok = load(sh, options, r.module) && replay(sh, &r);
	sh->target = options->target;
	cvg_recovery_done(&r);
	return ok;
}

/* ---- the work -------------------------------------------------------- */

static bool run_actions(struct cvg_shell *sh, const struct cvg_options *options)
{
	for (size_t i = 0; i < options->actions.n; i++) {
		const struct cvg_action *a = &options->actions.at[i];
		bool ok = a->is_file ? cvg_shell_run_file(sh, a->text)
				     : cvg_shell_run_text(sh, "-e", a->text);

		if (!ok && (!sh->keep_going || sh->quit || sh->closed ||
			    sh->interrupted))
			return sh->quit;
	}
	return true;
}

static bool run_in_kernel(struct cvg_shell *sh, void *options)
{
	return run_actions(sh, options);
}

static bool run_commands(struct cvg_shell *sh, struct cvg_options *options)
{
	return options->kernels ? cvg_kernels_run(sh, run_in_kernel, options)
				: run_actions(sh, options);
}

static void overview_part(struct cvg_shell *sh, const char *command)
{
	if (!sh->json && !sh->closed)
		putchar('\n');
	cvg_shell_run_text(sh, "overview", command);
}

/* Describe the module, for a command line that asks for nothing else. */
static void overview(struct cvg_shell *sh)
{
	struct cvg_ana *ana = cvg_session_ana(sh->session, CVG_NONE, CVG_NONE);
	struct cvg_str text = {0};

	sh->journal = false;
	cvg_shell_run_text(sh, "overview", "functions");
	if (sh->json || cvg_ana_fn(ana)->nblocks <= BIG_GRAPH) {
		overview_part(sh, "cfg");
	} else {
		cvg_draw_heading(&text, ana, 0);
		printf("\n%s(too many blocks to draw here: -e cfg)\n", text.at);
		cvg_str_done(&text);
	}
	overview_part(sh, "candidates");
}

#define NAMED 5 /* functions that a note names */

/* Append the names of the functions that are in the set, or are not. */
static void add_functions(struct cvg_session *session,
			  const struct cvg_bits *set, bool in,
			  struct cvg_str *out)
{
	uint32_t n = 0;

	for (uint32_t f = 0; f < cvg_session_nfunctions(session); f++) {
		if (cvg_bits_has(set, f) != in || n++ >= NAMED)
			continue;
		cvg_str_add(out, n > 1 ? ", " : " ");
		cvg_cxx_add(out, cvg_session_function_name(session, f));
	}
	if (n > NAMED)
		cvg_str_addf(out, " and %u more", n - NAMED);
}

/* Tell which functions of the output are as they were loaded, if others are not. */
static void tell_left_alone(const struct cvg_shell *sh, const char *path)
{
	struct cvg_str s = {0};
	struct cvg_bits changed;
	uint32_t n;

	cvg_session_all_changed(sh->session, &changed);
	n = cvg_bits_count(&changed);
	if (n && n < cvg_session_nfunctions(sh->session)) {
		cvg_str_addf(&s, "%s: changed:",
			     strcmp(path, "-") ? path : "standard output");
		add_functions(sh->session, &changed, true, &s);
		cvg_str_add(&s, "; left alone:");
		add_functions(sh->session, &changed, false, &s);
		fprintf(stderr, "reconverge: %s\n", s.at);
		cvg_str_done(&s);
	}
	cvg_bits_done(&changed);
}

static bool write_output(struct cvg_shell *sh, const char *name)
{
	enum cvg_emit kind = CVG_EMIT_LL;
	struct cvg_str path = {0};
	struct cvg_err err;
	bool ok = true;

	if (strcmp(name, "-") != 0)
		cvg_emit_of_path(name, &kind);
	if (sh->stem)
		ok = cvg_stem_name(sh, name, &path, &err);
	else
		cvg_str_add(&path, name);
	ok = ok && cvg_session_write(sh->session, path.at, kind, &err);
	if (ok && !sh->quiet && !sh->json)
		tell_left_alone(sh, path.at);
	cvg_str_done(&path);
	if (ok)
		return true;
	if (!strcmp(name, "-") && cvg_shell_lost_reader(sh))
		return false;
	return fail(sh, &err);
}

/* Before anything runs: the output file must have the suffix of a format. */
static bool check_output(struct cvg_shell *sh,
			 const struct cvg_options *options)
{
	enum cvg_emit kind;
	struct cvg_err err;

	if (!options->output || !strcmp(options->output, "-") ||
	    cvg_emit_of_path(options->output, &kind))
		return true;
	cvg_fail(&err, "'%.200s' does not end in .ll, .bc, .s, .ptx or .o",
		 options->output);
	return fail(sh, &err);
}

static bool check_module(struct cvg_shell *sh,
			 const struct cvg_options *options)
{
	struct cvg_err err;

	if (options->module || options->recover || options->list ||
	    (!options->output && (options->actions.n || options->interactive)))
		return true;
	cvg_fail(&err, "no module given: see 'reconverge --help'");
	return fail(sh, &err);
}

static bool at_terminal(const struct cvg_options *options)
{
	return isatty(STDOUT_FILENO) &&
	       (isatty(STDIN_FILENO) ||
		(options->module && !strcmp(options->module, "-")));
}

/* Run the screen. If the terminal cannot show one, say so, and run the prompt
 * if nothing else was asked for. */
static void run_screen(struct cvg_shell *sh, bool idle)
{
	struct cvg_err err;

	if (cvg_ui_run(sh, &err)) {
		sh->manned = true;
		return;
	}
	if (!sh->quiet)
		fprintf(stderr, "reconverge: %s\n", err.msg);
	if (idle)
		cvg_prompt_run(sh);
}

/* Nothing but a module and how to show it was asked for. */
static bool is_idle(const struct cvg_options *options)
{
	return !options->actions.n && !options->output && !options->interactive;
}

static bool wants_screen(const struct cvg_shell *sh,
			 const struct cvg_options *options)
{
	return !options->batch && !options->interactive && !options->json &&
	       !sh->stem && !sh->aside && at_terminal(options) &&
	       cvg_session_loaded(sh->session);
}

static bool wants_prompt(const struct cvg_options *options)
{
	return options->interactive ||
	       (is_idle(options) && !options->batch && at_terminal(options));
}

/* Load the module, or take up the session that died. */
static bool begin(struct cvg_shell *sh, const struct cvg_options *options)
{
	if (!check_output(sh, options) || !check_module(sh, options))
		return false;
	if (options->recover)
		return recover(sh, options);
	return !options->module || load(sh, options, options->module);
}

/* After the commands: let the user go on, if somebody is there. */
static void interact(struct cvg_shell *sh, const struct cvg_options *options)
{
	if (!sh->quit && wants_screen(sh, options))
		run_screen(sh, is_idle(options));
	else if (!sh->quit && wants_prompt(options))
		cvg_prompt_run(sh);
	else if (is_idle(options))
		overview(sh);
}

static void work(struct cvg_shell *sh, struct cvg_options *options)
{
	if (!begin(sh, options) || !run_commands(sh, options))
		return;
	interact(sh, options);
	if (options->output && !sh->closed)
		write_output(sh, options->output);
}

/* Close standard output, so that a failure to write is seen, and return the
 * exit status. A reader that left the pipe is not reported. */
static int close_stdout(struct cvg_shell *sh)
{
	bool bad = ferror(stdout) != 0;

	errno = 0;
	if (fclose(stdout) != 0 && errno != EBADF)
		bad = true;
	if (sh->closed)
		return CVG_ERROR;
	if (!bad)
		return (int)sh->status;
	if (errno != EPIPE)
		fprintf(stderr, "reconverge: standard output: %s\n",
			errno ? strerror(errno) : "cannot write");
	return CVG_ERROR;
}

/* End the journal. Work that a user at a terminal left without writing it stays
 * there, and the user is told. */
static void end_journal(struct cvg_shell *sh)
{
	struct cvg_str module = {0};
	uint32_t rev = cvg_session_current(sh->session);
	struct stat st;

	if (!sh->manned) {
		cvg_journal_end(sh->session, false);
		return;
	}
	if (!cvg_journal_leave(sh->session) || sh->quiet)
		return;
	if (stat(cvg_session_path(sh->session), &st) == 0 &&
	    S_ISREG(st.st_mode)) {
		cvg_str_addc(&module, ' ');
		cvg_quote(&module, cvg_session_path(sh->session));
	}
	fprintf(stderr,
		"reconverge: P%u was not written; 'reconverge --recover%s' "
		"takes the session up again\n",
		rev, cvg_str_of(&module));
	cvg_str_done(&module);
}

/* The work on a module of a list, in a worker. */
static int work_in_list(struct cvg_shell *sh, struct cvg_options *options)
{
	work(sh, options);
	cvg_shell_flush(sh);
	return (int)sh->status;
}

/* The work on one module, or without one. */
static void work_alone(struct cvg_shell *sh, struct cvg_options *options)
{
	char *stem = options->kernels && options->module
			     ? cvg_stem_of(options->module)
			     : NULL;

	sh->stem = stem;
	sh->session = cvg_session_new();
	work(sh, options);
	end_journal(sh);
	cvg_session_free(sh->session);
	free(stem);
}

static int run(struct cvg_options *options)
{
	struct cvg_shell sh = {
		.look = look_of(options),
		.target = options->target,
		.json = options->json,
		.keep_going = options->keep_going,
		.quiet = options->quiet,
		.writes = options->output != NULL,
		.aside = options->output && !strcmp(options->output, "-"),
	};

	if (options->list && check_output(&sh, options))
		cvg_sweep_run(&sh, options, work_in_list);
	else if (!options->list)
		work_alone(&sh, options);
	return close_stdout(&sh);
}

/* Keep what simulated runs free: fresh pages cost more time than the runs take. */
static void keep_memory(void)
{
#ifdef M_TRIM_THRESHOLD
	mallopt(M_TRIM_THRESHOLD, 256 << 20); /* bytes */
	mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
}

int main(int argc, char **argv)
{
	struct cvg_options o;
	struct cvg_err err;
	int status = CVG_ERROR;

	prctl(PR_SET_NAME, "reconverge"); /* for ps and its like */
	keep_memory();
	setlocale(LC_ALL, "");
	setlocale(LC_NUMERIC, "C");
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN); /* a write then fails with EFBIG */
	if (cvg_options_parse(&o, argc, argv, &err))
		status = run(&o);
	else
		fprintf(stderr, "reconverge: %s\n", err.msg);
	cvg_options_done(&o);
	return status;
}
