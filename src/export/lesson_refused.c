/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The alternatives in a lesson: the choices of a revision that were not taken,
 * those that are refused and why, and other revisions that were made.
 */
#include "lesson.h"

#include "reconverge/analysis.h"
#include "reconverge/choices.h"
#include "reconverge/graph.h"
#include "reconverge/session.h"
#include "reconverge/table.h"

#include <stdlib.h>
#include <string.h>

#define MOST_CHOICES 60 /* shown for one revision */
#define MOST_TRIED   100

/* ---- choices --------------------------------------------------------- */

/* Append a line of the terminal, with commas between its columns. */
static void add_columns(struct cvg_str *out, const char *text)
{
	const char *gap;

	while ((gap = strstr(text, "  "))) {
		cvg_html_textn(out, text, (size_t)(gap - text));
		cvg_str_add(out, ", ");
		for (text = gap; *text == ' '; text++)
			;
	}
	cvg_html_text(out, text);
}

static void add_choice(struct cvg_str *out, const struct cvg_fn *fn,
		       const struct cvg_choice *choice)
{
	cvg_str_addf(out,
		     "<tr><th scope=\"row\"><code>%s %s</code></th>"
		     "<td>B%u ",
		     choice->act, choice->object,
		     fn->blocks[choice->block].uid);
	cvg_html_text(out, fn->blocks[choice->block].name);
	cvg_html_spot(out, " at ", fn, cvg_block_spot(fn, choice->block));
	cvg_str_add(out, choice->command ? "</td><td>possible: "
					 : "</td><td>refused: ");
	add_columns(out, choice->command ? choice->detail : choice->reason);
	cvg_str_add(out, "</td></tr>\n");
}

/* No struct cvg_table: only the page has this list, and its cells are HTML. */
static void add_choices(struct lesson *lesson, const struct cvg_fn *fn,
			const struct cvg_choices *cs)
{
	struct cvg_str *out = &lesson->page;
	uint32_t n = cs->n < MOST_CHOICES ? cs->n : MOST_CHOICES;

	cvg_html_wide(out, "Steps that can be done, and refused ones");
	cvg_str_add(out, "<table class=\"words\">\n<thead><tr>"
			 "<th scope=\"col\">what</th><th scope=\"col\">where"
			 "</th><th scope=\"col\">verdict</th></tr></thead>\n"
			 "<tbody>\n");
	for (uint32_t i = 0; i < n; i++)
		add_choice(out, fn, &cs->at[i]);
	cvg_str_add(out, "</tbody>\n</table>\n");
	cvg_html_wide_end(out);
	if (n < cs->n)
		cvg_str_addf(out,
			     "<p class=\"note\">%u more are not shown here."
			     "</p>\n",
			     cs->n - n);
}

void cvg_lesson_refused(struct lesson *lesson, const struct step *st)
{
	const struct cvg_fn *fn = cvg_ana_fn(st->ana);
	struct cvg_str *out = &lesson->page;
	struct cvg_choices *cs;
	bool last = st->nth + 1 == lesson->path.n;

	if (st->nth && !last)
		return;
	cs = cvg_choices_of(st->ana, cvg_session_settings(lesson->session));
	cvg_str_add(out,
		    st->nth ? "<h3>Steps that were not done, and why</h3>\n"
			    : "<h3>What could be done, and what not"
			      "</h3>\n");
	if (cs->n) {
		cvg_str_addf(out,
			     "<p>Every divergent branch, unstructured region "
			     "and nest of loops of P%u with the verdict on it, "
			     "under the settings that stand now; the most "
			     "profitable first, the refused ones last. A "
			     "reason names the condition that failed, and the "
			     "block where.</p>\n",
			     st->rev);
		add_choices(lesson, fn, cs);
	} else {
		cvg_str_add(out, "<p>It has no divergent branch, no "
				 "unstructured region and no nest of loops: "
				 "there is nothing that could be done."
				 "</p>\n");
	}
	cvg_choices_free(cs);
}

/* ---- other branches of the history ----------------------------------- */

static bool *on_path(const struct lesson *lesson)
{
	bool *on = cvg_calloc(cvg_session_nrevs(lesson->session), sizeof *on);

	for (size_t i = 0; i < lesson->path.n; i++)
		on[lesson->path.at[i]] = true;
	return on;
}

static void add_tried(struct cvg_table *t, const struct lesson *lesson,
		      uint32_t rev)
{
	struct cvg_str step = {0};

	cvg_str_addf(&step, "P%u <code>", rev);
	cvg_html_text(&step, cvg_session_rev(lesson->session, rev)->command);
	cvg_str_add(&step, "</code>");
	cvg_lesson_add_rev(t, lesson, rev, step.at);
	cvg_str_done(&step);
}

static void add_reports(struct lesson *lesson, const bool *on)
{
	struct cvg_str text = {0};
	uint32_t told = 0;

	for (uint32_t r = 0; r < cvg_session_nrevs(lesson->session); r++) {
		const struct cvg_rev *rev = cvg_session_rev(lesson->session, r);

		if (on[r] || !rev->report || !*rev->report ||
		    told++ >= MOST_TRIED)
			continue;
		cvg_str_addf(&text, "P%u %s\n", r, rev->command);
		cvg_str_add(&text, rev->report);
	}
	if (text.n) {
		cvg_str_add(&lesson->page,
			    "<details>\n<summary>What those steps did"
			    "</summary>\n");
		cvg_html_pre(&lesson->page, "The reports of those steps",
			     text.at);
		cvg_str_add(&lesson->page, "</details>\n");
	}
	cvg_str_done(&text);
}

void cvg_lesson_branches(struct lesson *lesson)
{
	uint32_t n = cvg_session_nrevs(lesson->session), told = 0;
	struct cvg_str *out = &lesson->page;
	struct cvg_table t;
	bool *on;

	if (n == lesson->path.n)
		return;
	on = on_path(lesson);
	cvg_str_add(out, "<section id=\"tried\">\n<h2>What else was tried"
			 "</h2>\n<p>Steps that were made and then left, by "
			 "<code>undo</code> or <code>goto</code>: they are no "
			 "part of the result.</p>\n");
	cvg_lesson_revs(&t, lesson, true);
	for (uint32_t r = 0; r < n; r++)
		if (!on[r] && told++ < MOST_TRIED)
			add_tried(&t, lesson, r);
	cvg_table_html(&t, out, "Revisions that were left");
	cvg_table_done(&t);
	if (told > MOST_TRIED)
		cvg_str_addf(out, "<p class=\"note\">%u more.</p>\n",
			     told - MOST_TRIED);
	add_reports(lesson, on);
	cvg_str_add(out, "</section>\n");
	free(on);
}
