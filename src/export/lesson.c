/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A lesson: what was done to the function in focus, from the module as loaded
 * to the current revision, as one page with its pictures, graphs and modules
 * beside it. It says what the history knows and runs nothing.
 */
#include "lesson.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- files ----------------------------------------------------------- */

static bool make_folder(const char *dir, struct cvg_err *err)
{
	struct stat st;

	if (mkdir(dir, 0777) == 0)
		return true;
	if (errno == EEXIST && stat(dir, &st) == 0 && S_ISDIR(st.st_mode))
		return true;
	return cvg_fail(err, "%.300s: cannot make the folder: %s", dir,
			strerror(errno));
}

static bool put(struct lesson *l, const char *name, const char *end,
		const char *text, size_t n, struct cvg_err *err)
{
	struct cvg_str path = {0};
	bool ok;

	cvg_str_addf(&path, "%s/%s%s", l->dir, name, end);
	ok = cvg_file_write(path.at, text, n, err);
	l->nfiles += ok;
	cvg_str_done(&path);
	return ok;
}

bool cvg_lesson_put(struct lesson *l, const struct step *st, const char *end,
		    const char *text, size_t n, struct cvg_err *err)
{
	return put(l, st->file, end, text, n, err);
}

static bool put_module(struct lesson *l, const struct step *st,
		       struct cvg_err *err)
{
	char *text = NULL;
	bool ok = cvg_session_text(l->s, st->rev, CVG_NONE, &text, err) &&
		  cvg_lesson_put(l, st, ".ll", text, strlen(text), err);

	free(text);
	return ok;
}

/* ---- the path -------------------------------------------------------- */

static void find_path(struct lesson *l)
{
	uint32_t r = cvg_session_current(l->s);

	for (; r != CVG_NONE; r = cvg_session_rev(l->s, r)->parent)
		cvg_push(&l->path, r);
	for (size_t i = 0, k = l->path.n; i + 1 < k; i++) {
		uint32_t keep = l->path.at[i];

		l->path.at[i] = l->path.at[--k];
		l->path.at[k] = keep;
	}
}

static void step_init(struct lesson *l, struct step *st, uint32_t nth)
{
	const struct cvg_rev *rev = cvg_session_rev(l->s, l->path.at[nth]);
	size_t n;

	*st = (struct step){.nth = nth, .rev = rev->id, .parent = rev->parent};
	n = (size_t)snprintf(st->file, sizeof st->file, "%02u-", nth);
	for (const char *p = rev->command;
	     *p && n < sizeof st->file - 1 &&
	     (islower((unsigned char)*p) || *p == '-');
	     p++)
		st->file[n++] = *p;
	st->file[n] = '\0';
	if (cvg_session_fn(l->s, rev->id, CVG_NONE))
		st->ana = cvg_session_ana(l->s, rev->id, CVG_NONE);
	if (rev->parent != CVG_NONE &&
	    cvg_session_fn(l->s, rev->parent, CVG_NONE))
		st->before = cvg_session_ana(l->s, rev->parent, CVG_NONE);
}

/* ---- the page -------------------------------------------------------- */

static const char *focus_name(const struct lesson *l)
{
	return cvg_session_function_name(l->s, cvg_session_function(l->s));
}

static void add_heading(struct lesson *l)
{
	struct cvg_str *page = &l->page;
	struct cvg_str title = {0};

	cvg_str_addf(&title, "@%s, step by step", focus_name(l));
	cvg_html_begin(page, title.at);
	cvg_html_element(page, "h1", title.at);
	cvg_str_add(page, "\n<p>From ");
	cvg_html_element(page, "code", cvg_session_path(l->s));
	cvg_str_add(page, " for ");
	cvg_html_element(page, "code", cvg_session_triple(l->s));
	if (*cvg_session_cpu(l->s)) {
		cvg_str_addc(page, ' ');
		cvg_html_element(page, "code", cvg_session_cpu(l->s));
	}
	cvg_str_add(page, ".</p>\n<nav>\n<ol start=\"0\">\n");
	for (uint32_t i = 0; i < l->path.n; i++) {
		cvg_str_addf(page, "<li><a href=\"#step-%u\">", i);
		cvg_html_text(page,
			      i ? cvg_session_rev(l->s, l->path.at[i])->command
				: "as loaded");
		cvg_str_add(page, "</a></li>\n");
	}
	cvg_str_add(page, "</ol>\n<p><a href=\"#all\">All steps side by side"
			  "</a>, <a href=\"#again\">how to do it again</a>"
			  "</p>\n</nav>\n");
	cvg_str_done(&title);
}

static void add_files(struct lesson *l, const struct step *st)
{
	cvg_str_addf(&l->page,
		     "<p class=\"note\">Files: <a href=\"%s.ll\">%s.ll</a>",
		     st->file, st->file);
	if (st->ana)
		cvg_str_addf(&l->page, ", <a href=\"%s.dot\">%s.dot</a>",
			     st->file, st->file);
	cvg_str_add(&l->page, "</p>\n");
}

static void add_report(struct lesson *l, const struct step *st)
{
	const struct cvg_rev *rev = cvg_session_rev(l->s, st->rev);

	if (rev->report && *rev->report) {
		cvg_str_add(&l->page, "<p>What was done:</p>\n");
		cvg_html_element(&l->page, "pre", rev->report);
		cvg_str_addc(&l->page, '\n');
	}
	if (strcmp(rev->function_name, focus_name(l)) != 0) {
		cvg_str_add(&l->page, "<p class=\"note\"><b>This step worked "
				      "on ");
		cvg_html_element(&l->page, "code", rev->function_name);
		cvg_str_add(&l->page, "</b>, another function.</p>\n");
	}
}

static void add_title(struct lesson *l, const struct step *st)
{
	const struct cvg_rev *rev = cvg_session_rev(l->s, st->rev);

	cvg_str_addf(&l->page, "<section id=\"step-%u\">\n<h2>%u. ", st->nth,
		     st->nth);
	if (st->parent == CVG_NONE)
		cvg_str_add(&l->page, "As loaded");
	else
		cvg_html_element(&l->page, "code", rev->command);
	cvg_str_addf(&l->page, " (P%u", st->rev);
	if (rev->mark) {
		cvg_str_add(&l->page, ", ");
		cvg_html_text(&l->page, rev->mark);
	}
	cvg_str_add(&l->page, ")</h2>\n");
}

static bool add_step(struct lesson *l, uint32_t nth, struct cvg_err *err)
{
	struct step st;

	step_init(l, &st, nth);
	add_title(l, &st);
	if (st.parent != CVG_NONE)
		add_report(l, &st);
	if (!put_module(l, &st, err))
		return false;
	if (!st.ana) {
		cvg_str_add(&l->page, "<p>This revision has no such function."
				      "</p>\n");
	} else {
		if (!cvg_lesson_graph(l, &st, err))
			return false;
		if (st.parent == CVG_NONE)
			cvg_lesson_causes(l, st.ana);
		else
			cvg_lesson_pairs(l, &st);
		cvg_lesson_counts(l, &st);
		cvg_lesson_proof(l, &st);
		cvg_lesson_diff(l, &st);
	}
	add_files(l, &st);
	cvg_str_add(&l->page, "</section>\n");
	return true;
}

static void add_again(struct lesson *l, const char *commands)
{
	struct cvg_str *page = &l->page;

	cvg_str_add(page, "<section id=\"again\">\n<h2>To do it again</h2>\n"
			  "<p>The commands, also in <a "
			  "href=\"commands.rcv\">commands.rcv</a>:</p>\n");
	cvg_html_element(page, "pre", commands);
	cvg_str_add(page, "\n<p>They are run with <code>reconverge -b -x "
			  "commands.rcv ");
	cvg_html_text(page, cvg_session_path(l->s));
	cvg_str_add(page, "</code>.</p>\n</section>\n");
}

static bool write_all(struct lesson *l, const char *commands,
		      struct cvg_err *err)
{
	find_path(l);
	add_heading(l);
	for (uint32_t i = 0; i < l->path.n; i++)
		if (!add_step(l, i, err))
			return false;
	cvg_lesson_overview(l);
	add_again(l, commands);
	cvg_html_end(&l->page);
	return put(l, "commands", ".rcv", commands, strlen(commands), err) &&
	       put(l, "index", ".html", l->page.at, l->page.n, err);
}

bool cvg_lesson_write(struct cvg_session *s, const char *dir,
		      const char *commands, struct cvg_lesson_done *done,
		      struct cvg_err *err)
{
	struct lesson l = {
		.s = s,
		.dir = dir,
		.look = {.glyphs = cvg_glyphs_of(CVG_UNICODE), .width = 100}};
	bool ok = make_folder(dir, err) && write_all(&l, commands, err);

	if (ok)
		*done = (struct cvg_lesson_done){
			.nfiles = l.nfiles,
			.nsteps = (uint32_t)l.path.n - 1,
			.trouble = cvg_str_take(&l.trouble)};
	cvg_str_done(&l.page);
	cvg_str_done(&l.trouble);
	free(l.path.at);
	return ok;
}
