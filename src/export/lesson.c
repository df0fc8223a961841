/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A lesson: the steps from the module as loaded to the current revision, for
 * the function in focus, as one page with pictures, graphs and modules in files
 * beside it. Its contents come from the history. In addition, phases make their
 * decisions once more so that they can be shown, and revisions that were not
 * measured on the launch are run.
 */
#include "lesson_walk.h"

#include "reconverge/cxxname.h"
#include "reconverge/notes.h"
#include "reconverge/session.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- files ----------------------------------------------------------- */

static bool make_folder(const char *dir, bool *made, struct cvg_err *err)
{
	struct stat st;

	*made = mkdir(dir, 0777) == 0;
	if (*made)
		return true;
	if (errno == EEXIST && stat(dir, &st) == 0 && S_ISDIR(st.st_mode))
		return true;
	return cvg_fail(err, "%.300s: cannot make the folder: %s", dir,
			strerror(errno));
}

static bool put(struct lesson *lesson, const char *name, const char *end,
		const char *text, size_t n, struct cvg_err *err)
{
	struct cvg_str path = {0};
	bool ok;

	cvg_str_addf(&path, "%s/%s%s", lesson->ask->dir, name, end);
	ok = cvg_file_write(path.at, text, n, err);
	lesson->nfiles += ok;
	cvg_str_done(&path);
	return ok;
}

bool cvg_lesson_put(struct lesson *lesson, const struct step *st,
		    const char *end, const char *text, size_t n,
		    struct cvg_err *err)
{
	return put(lesson, st->file, end, text, n, err);
}

static bool put_module(struct lesson *lesson, const struct step *st,
		       struct cvg_err *err)
{
	char *text = NULL;
	bool ok = cvg_session_text(lesson->session, st->rev, CVG_NONE, &text,
				   err) &&
		  cvg_lesson_put(lesson, st, ".ll", text, strlen(text), err);

	free(text);
	return ok;
}

/* ---- the path -------------------------------------------------------- */

static void find_path(struct lesson *lesson)
{
	uint32_t r = cvg_session_current(lesson->session);

	for (; r != CVG_NONE; r = cvg_session_rev(lesson->session, r)->parent)
		cvg_push(&lesson->path, r);
	for (size_t i = 0, k = lesson->path.n; i + 1 < k; i++) {
		uint32_t keep = lesson->path.at[i];

		lesson->path.at[i] = lesson->path.at[--k];
		lesson->path.at[k] = keep;
	}
}

static void step_init(struct lesson *lesson, struct step *st, uint32_t nth)
{
	const struct cvg_rev *rev =
		cvg_session_rev(lesson->session, lesson->path.at[nth]);
	size_t n;

	*st = (struct step){.nth = nth, .rev = rev->id, .parent = rev->parent};
	n = (size_t)snprintf(st->file, sizeof st->file, "%02u-", nth);
	for (const char *p = rev->command;
	     *p && n < sizeof st->file - 1 &&
	     (islower((unsigned char)*p) || *p == '-');
	     p++)
		st->file[n++] = *p;
	st->file[n] = '\0';
	if (cvg_session_fn(lesson->session, rev->id, CVG_NONE))
		st->ana = cvg_session_ana(lesson->session, rev->id, CVG_NONE);
	if (rev->parent != CVG_NONE &&
	    cvg_session_fn(lesson->session, rev->parent, CVG_NONE))
		st->before =
			cvg_session_ana(lesson->session, rev->parent, CVG_NONE);
	st->elsewhere =
		strcmp(rev->function_name, cvg_lesson_focus(lesson)) != 0;
}

/* ---- the page -------------------------------------------------------- */

const char *cvg_lesson_focus(const struct lesson *lesson)
{
	return cvg_session_function_name(lesson->session,
					 cvg_session_function(lesson->session));
}

static void add_files(struct lesson *lesson, const struct step *st)
{
	cvg_str_addf(&lesson->page,
		     "<p class=\"note\">Files: <a href=\"%s.ll\">%s.ll</a>",
		     st->file, st->file);
	if (st->ana)
		cvg_str_addf(&lesson->page, ", <a href=\"%s.dot\">%s.dot</a>",
			     st->file, st->file);
	cvg_str_add(&lesson->page, "</p>\n");
}

static void add_report(struct lesson *lesson, const struct step *st)
{
	const struct cvg_rev *rev = cvg_session_rev(lesson->session, st->rev);
	struct cvg_str name = {0};

	if (st->elsewhere) {
		cvg_str_add(&lesson->page,
			    "<p class=\"note\"><b>This step worked "
			    "on ");
		cvg_cxx_add(&name, rev->function_name);
		cvg_html_element(&lesson->page, "code", name.at + 1);
		cvg_str_done(&name);
		cvg_str_add(&lesson->page, "</b>, another function.</p>\n");
	}
	cvg_str_add(&lesson->page, "<h3>What was done</h3>\n");
	if (rev->report && *rev->report)
		cvg_html_lines(&lesson->page, "What the step reported",
			       rev->report);
	else
		cvg_str_add(&lesson->page,
			    "<p>The step reports nothing more than "
			    "the code that it left.</p>\n");
}

static void add_title(struct lesson *lesson, const struct step *st)
{
	const struct cvg_rev *rev = cvg_session_rev(lesson->session, st->rev);

	cvg_str_addf(&lesson->page, "<section id=\"step-%u\">\n<h2>%u. ",
		     st->nth, st->nth);
	if (st->parent == CVG_NONE)
		cvg_str_add(&lesson->page, "The kernel as loaded");
	else
		cvg_html_element(&lesson->page, "code", rev->command);
	cvg_str_addf(&lesson->page, " (P%u", st->rev);
	if (rev->mark) {
		cvg_str_add(&lesson->page, ", ");
		cvg_html_text(&lesson->page, rev->mark);
	}
	cvg_str_add(&lesson->page, ")</h2>\n");
}

/* The graph of a step and what its first warp does. */
static bool add_pictures(struct lesson *lesson, const struct step *st,
			 struct cvg_err *err)
{
	struct cvg_walk walk;
	bool ok = cvg_lesson_walk(lesson, st, &walk, err) &&
		  cvg_lesson_graph(lesson, st, &walk, err) &&
		  cvg_lesson_warp(lesson, st, &walk, err);

	if (ok)
		cvg_lesson_ask_step(lesson, st, &walk);
	cvg_walk_done(&walk);
	return ok;
}

/* The section of P0: the code, and why its threads diverge. */
static bool add_first(struct lesson *lesson, const struct step *st,
		      struct cvg_err *err)
{
	cvg_lesson_source(lesson, st->ana);
	if (!add_pictures(lesson, st, err))
		return false;
	cvg_lesson_code(lesson, st);
	cvg_lesson_causes(lesson, st->ana);
	cvg_lesson_worth(lesson, st);
	cvg_lesson_proof(lesson, st);
	cvg_lesson_gpu(lesson, st);
	cvg_lesson_refused(lesson, st);
	return true;
}

/* The section of a step: its command, its purpose and its result. */
static bool add_later(struct lesson *lesson, const struct step *st,
		      struct cvg_err *err)
{
	cvg_str_add(&lesson->page, "<h3>What came of it</h3>\n");
	if (!add_pictures(lesson, st, err))
		return false;
	cvg_lesson_diff(lesson, st);
	if (st->nth + 1 == lesson->path.n)
		cvg_lesson_code(lesson, st);
	cvg_lesson_worth(lesson, st);
	cvg_lesson_proof(lesson, st);
	cvg_lesson_gpu(lesson, st);
	cvg_lesson_refused(lesson, st);
	return true;
}

static bool add_step(struct lesson *lesson, uint32_t nth, struct cvg_err *err)
{
	struct step st;
	bool ok = true;

	step_init(lesson, &st, nth);
	add_title(lesson, &st);
	if (st.parent != CVG_NONE) {
		cvg_lesson_about(lesson, &st);
		add_report(lesson, &st);
		ok = cvg_lesson_decisions(lesson, &st, err);
	}
	if (!ok || !put_module(lesson, &st, err))
		return false;
	if (!st.ana)
		cvg_str_add(&lesson->page,
			    "<p>This revision has no such function."
			    "</p>\n");
	else if (!(st.parent == CVG_NONE ? add_first(lesson, &st, err)
					 : add_later(lesson, &st, err)))
		return false;
	add_files(lesson, &st);
	cvg_str_add(&lesson->page, "</section>\n");
	return true;
}

static void add_option(struct cvg_str *out, const char *name, const char *value)
{
	if (!value)
		return;
	cvg_str_addf(out, " --%s=", name);
	cvg_html_text(out, value);
}

/* What the user wrote about blocks. */
static void add_comments(struct lesson *lesson)
{
	uint32_t n = cvg_session_nnotes(lesson->session);

	if (!n)
		return;
	cvg_str_add(&lesson->page, "<section id=\"comments\">\n"
				   "<h2>Comments</h2>\n<ul>\n");
	for (uint32_t i = 0; i < n; i++) {
		const struct cvg_note *note =
			cvg_session_note_at(lesson->session, i);

		cvg_str_add(&lesson->page, "<li>");
		cvg_html_element(&lesson->page, "code",
				 cvg_note_function(lesson->session, note));
		cvg_str_addf(&lesson->page, " B%u: ", note->uid);
		cvg_html_text(&lesson->page,
			      *note->text ? note->text : "bookmark");
		cvg_str_add(&lesson->page, "</li>\n");
	}
	cvg_str_add(&lesson->page, "</ul>\n</section>\n");
}

static void add_again(struct lesson *lesson)
{
	struct cvg_target_options opt = cvg_session_asked(lesson->session);
	struct cvg_str *page = &lesson->page;

	cvg_str_add(page, "<section id=\"again\">\n<h2>To do it again</h2>\n"
			  "<p>These are the commands, also in <a "
			  "href=\"commands.rcv\">commands.rcv</a>:</p>\n");
	cvg_html_pre(page, "The commands", lesson->ask->commands);
	cvg_str_add(page, "<p>In the folder of this page they are run on the "
			  "module as it was loaded with</p>\n");
	cvg_html_wide(page, "The command line");
	cvg_str_add(page, "<pre>reconverge -b");
	add_option(page, "mtriple", opt.triple);
	add_option(page, "mcpu", opt.cpu);
	cvg_str_add(page, " -x commands.rcv 00-load.ll</pre>\n");
	cvg_html_wide_end(page);
	cvg_str_add(page, "<p class=\"note\">Beside the page:");
	for (uint32_t i = 0; i < lesson->ask->nfiles; i++) {
		const char *name = lesson->ask->file[i].name;

		cvg_str_addf(page, " <a href=\"%s\">%s</a>,", name, name);
	}
	cvg_str_add(page, " <a href=\"00-load.ll\">00-load.ll</a>. Other files "
			  "that the commands name must be where they were."
			  "</p>\n</section>\n");
}

static bool put_commands(struct lesson *lesson, struct cvg_err *err)
{
	const char *text = lesson->ask->commands;

	for (uint32_t i = 0; i < lesson->ask->nfiles; i++) {
		const struct cvg_lesson_file *f = &lesson->ask->file[i];

		if (!put(lesson, f->name, "", f->text, f->n, err))
			return false;
	}
	return put(lesson, "commands", ".rcv", text, strlen(text), err);
}

/* The beginning of the page and the steps, which are made first: the list of
 * contents says what came of them. */
static bool add_steps(struct lesson *lesson, struct cvg_err *err)
{
	struct cvg_str steps;
	bool ok = true;

	for (uint32_t i = 0; ok && i < lesson->path.n; i++)
		ok = add_step(lesson, i, err);
	steps = lesson->page;
	lesson->page = (struct cvg_str){0};
	cvg_lesson_opening(lesson);
	cvg_lesson_terms(lesson);
	cvg_str_add(&lesson->page, cvg_str_of(&steps));
	cvg_str_done(&steps);
	return ok;
}

static bool write_all(struct lesson *lesson, struct cvg_err *err)
{
	find_path(lesson);
	if (!cvg_lesson_measure(lesson, err) || !add_steps(lesson, err))
		return false;
	cvg_lesson_questions(lesson);
	cvg_lesson_overview(lesson);
	cvg_lesson_branches(lesson);
	add_comments(lesson);
	add_again(lesson);
	cvg_lesson_others(lesson, "Other lessons, again");
	if (lesson->touched)
		cvg_html_script(&lesson->page, cvg_lesson_script);
	cvg_html_end(&lesson->page);
	return put_commands(lesson, err) &&
	       put(lesson, "index", ".html", lesson->page.at, lesson->page.n,
		   err);
}

bool cvg_lesson_write(struct cvg_session *session,
		      const struct cvg_lesson_ask *ask,
		      struct cvg_lesson_done *done, struct cvg_err *err)
{
	struct lesson lesson = {
		.session = session,
		.ask = ask,
		.look = {.glyphs = cvg_glyphs_of(CVG_UNICODE), .width = 100}};
	bool made, ok = make_folder(ask->dir, &made, err) &&
			write_all(&lesson, err);

	if (!ok && made)
		rmdir(ask->dir); /* unless something was written */
	if (ok)
		*done = (struct cvg_lesson_done){
			.nfiles = lesson.nfiles,
			.nsteps = (uint32_t)lesson.path.n - 1,
			.trouble = cvg_str_take(&lesson.trouble)};
	cvg_str_done(&lesson.page);
	cvg_str_done(&lesson.questions);
	cvg_str_done(&lesson.trouble);
	cvg_str_done(&lesson.unmeasured);
	free(lesson.path.at);
	return ok;
}
