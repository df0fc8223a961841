/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The graph of one step: a picture if it can be drawn, the graph as text, and
 * the DOT file from which the picture is drawn.
 */
#include "draw.h"
#include "lesson.h"
#include "worker.h"

#include "reconverge/analysis.h"
#include "reconverge/prove.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"

#define MOST_NODES 400	/* of a readable picture */
#define MOST_LINES 1500 /* of a graph as text */

static void add_trouble(struct lesson *lesson, const char *text)
{
	cvg_str_add(&lesson->page, "<p class=\"note\">No picture: ");
	cvg_html_text(&lesson->page, text);
	cvg_str_add(&lesson->page, "</p>\n");
}

bool cvg_lesson_draw(struct lesson *lesson, const struct cvg_str *dot,
		     struct cvg_str *svg)
{
	int seconds = cvg_set_int(cvg_session_settings(lesson->session),
				  CVG_SET_TIME_LIMIT);
	struct cvg_err err;

	if (!lesson->trouble.n &&
	    !cvg_graphviz("svg", dot, (unsigned)seconds,
			  cvg_session_ticking(lesson->session), svg, &err))
		cvg_str_add(&lesson->trouble, err.msg);
	return !lesson->trouble.n;
}

/* Draw the picture; false: there is none, and the page has the reason. */
static bool draw(struct lesson *lesson, uint32_t boxes,
		 const struct cvg_str *dot, struct cvg_str *svg)
{
	if (boxes > MOST_NODES) {
		cvg_str_addf(&lesson->page,
			     "<p class=\"note\">No picture: %u blocks are more "
			     "than one could read.</p>\n",
			     boxes);
		return false;
	}
	if (!cvg_lesson_draw(lesson, dot, svg))
		add_trouble(lesson, lesson->trouble.at);
	return !lesson->trouble.n;
}

static void add_figure(struct lesson *lesson, const struct step *st,
		       bool folded)
{
	const struct cvg_fn *fn = cvg_ana_fn(st->ana);
	uint32_t n = cvg_ana_uniform(st->ana)->nbranches;
	struct cvg_str *out = &lesson->page;

	cvg_str_add(out, "<figure>\n");
	cvg_html_wide(out, "Picture of the control-flow graph");
	cvg_str_addf(out, "<a href=\"%s.svg\"><img src=\"%s.svg\" alt=\"",
		     st->file, st->file);
	cvg_str_addf(out, "Control-flow graph of P%u: ", st->rev);
	cvg_lesson_count(out, fn->nblocks, "block", "blocks");
	cvg_str_add(out, ", of which ");
	cvg_lesson_count(out, n, "ends in a divergent branch",
			 "end in divergent branches");
	cvg_str_add(out, ". The same as text follows.\"/></a>\n");
	cvg_html_wide_end(out);
	cvg_str_addf(out,
		     "<figcaption>The control-flow graph of P%u. Double frame: "
		     "a divergent branch; thick frame: runs while threads are "
		     "apart%s%s. <a class=\"full\" href=\"%s.svg\">Full size"
		     "</a></figcaption>\n</figure>\n",
		     st->rev,
		     st->before ? "; round corners: new; folded corner: "
				  "changed"
				: "",
		     folded ? ". Regions in which nothing changed are folded, "
			      "a box each"
			    : "",
		     st->file);
}

/* Cut the text to MOST_LINES; true if lines were lost. */
static bool cut(struct cvg_str *text)
{
	size_t at = 0;

	for (uint32_t line = 0; at < text->n && line < MOST_LINES; at++)
		line += text->at[at] == '\n';
	if (at == text->n)
		return false;
	text->at[at] = '\0';
	text->n = at;
	return true;
}

static void add_text(struct lesson *lesson, const struct step *st, bool open)
{
	struct cvg_str text = {0};
	bool more;

	cvg_draw_heading(&text, st->ana, st->rev);
	cvg_draw_graph(&text, st->ana, &lesson->look, true, NULL);
	more = cut(&text);
	cvg_str_addf(&lesson->page,
		     "<details%s>\n<summary>The graph as text</summary>\n",
		     open ? " open=\"open\"" : " class=\"extra\"");
	cvg_html_pre(&lesson->page, "The graph as text", cvg_str_of(&text));
	cvg_str_add(&lesson->page,
		    more ? "<p class=\"note\">The rest is left out.</p>\n"
			   "</details>\n"
			 : "</details>\n");
	cvg_str_done(&text);
}

/* Write the graph as DOT; returns the number of its boxes. A long function is
 * folded if that makes it short enough. */
static uint32_t make_dot(struct lesson *lesson, const struct step *st,
			 struct cvg_str *dot, bool *folded)
{
	struct cvg_dot_ask ask = {.session = lesson->session,
				  .rev = st->rev,
				  .since = st->before ? st->parent : CVG_NONE,
				  .zoom = CVG_ZOOM_SUMMARY};
	struct cvg_bits folds;
	uint32_t n = cvg_ana_fn(st->ana)->nblocks;
	uint32_t boxes = cvg_lesson_fold(st, &folds);

	*folded = boxes <= MOST_NODES && boxes < n;
	if (*folded)
		ask.folded = &folds;
	cvg_dot_cfg(dot, &ask);
	cvg_bits_done(&folds);
	return *folded ? boxes : n;
}

bool cvg_lesson_graph(struct lesson *lesson, const struct step *st,
		      struct cvg_err *err)
{
	struct cvg_str dot = {0}, svg = {0};
	bool ok, drawn, folded;
	uint32_t boxes = make_dot(lesson, st, &dot, &folded);

	drawn = draw(lesson, boxes, &dot, &svg);
	ok = cvg_lesson_put(lesson, st, ".dot", dot.at, dot.n, err) &&
	     (!drawn || cvg_lesson_put(lesson, st, ".svg", svg.at, svg.n, err));
	if (drawn)
		add_figure(lesson, st, folded);
	add_text(lesson, st, !drawn);
	cvg_str_done(&dot);
	cvg_str_done(&svg);
	return ok;
}
