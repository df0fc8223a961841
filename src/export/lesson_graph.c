/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The graph of one step: a picture if it can be drawn, the graph as text, and
 * the DOT file from which the picture is drawn.
 */
#include "draw.h"
#include "lesson_walk.h"
#include "worker.h"

#include "reconverge/analysis.h"
#include "reconverge/prove.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"

#include <stdio.h>
#include <string.h>

#define MOST_NODES   400  /* of a readable picture */
#define MOST_LINES   1500 /* of a graph as text */
#define MOST_TOUCHED 250 /* blocks of a function whose picture is in the page */
#define MOST_PICTURES 12 /* in the page, but for the first and the last */

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

/* What the picture shows, for those who do not see it. */
static void add_words(struct cvg_str *out, const struct step *st)
{
	uint32_t n = cvg_ana_uniform(st->ana)->nbranches;

	cvg_str_addf(out, "Control-flow graph of P%u: ", st->rev);
	cvg_lesson_count(out, cvg_ana_fn(st->ana)->nblocks, "block", "blocks");
	cvg_str_add(out, ", of which ");
	cvg_lesson_count(out, n, "ends in a divergent branch",
			 "end in divergent branches");
	cvg_str_add(out, ". The same as text follows.");
}

static void add_image(struct cvg_str *out, const struct step *st)
{
	cvg_str_addf(out, "<a href=\"%s.svg\"><img src=\"%s.svg\" alt=\"",
		     st->file, st->file);
	add_words(out, st);
	cvg_str_add(out, "\"/></a>\n");
}

/* What is replaced in SVG that stands in HTML: up to `end`, or nothing more if
 * that is NULL. Graphviz writes a quote in a text as &quot;, so that these can
 * only be attributes. */
static const struct {
	const char *begin, *end, *by;
} changes[] = {
	{"<!--", "-->\n", ""},
	{" xlink:href=\"index.html", NULL, " href=\""},
	{" xlink:title=\"", "\"", ""},
	{" xmlns:xlink=\"", "\"", ""},
	{" id=\"", "\"", ""}, /* pictures in one page share names */
};

/* Append what the change at *at makes of it and step over that; false: nothing is
 * changed there. */
static bool change(struct cvg_str *out, const char **at)
{
	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		size_t n = strlen(changes[i].begin);
		const char *end = changes[i].end;

		if (strncmp(*at, changes[i].begin, n) != 0)
			continue;
		*at += n;
		if (end) {
			const char *to = strstr(*at, end);

			*at = to ? to + strlen(end) : *at + strlen(*at);
		}
		cvg_str_add(out, changes[i].by);
		return true;
	}
	return false;
}

/* Append the picture itself, as large as the file's, whose lengths are points. */
static void add_inline(struct cvg_str *out, const struct step *st,
		       const struct cvg_str *svg)
{
	const char *at = strstr(cvg_str_of(svg), "<svg ");
	unsigned width = 0, height = 0;

	sscanf(at, "<svg width=\"%upt\" height=\"%upt\"", &width, &height);
	cvg_str_addf(out,
		     "<svg class=\"graph\" role=\"group\" width=\"%u\" "
		     "height=\"%u\" aria-label=\"",
		     width * 4 / 3, height * 4 / 3);
	add_words(out, st);
	cvg_str_addc(out, '"');
	at = strstr(at, " viewBox");
	while (at && *at)
		if (!change(out, &at))
			cvg_str_addc(out, *at++);
}

static void add_figure(struct lesson *lesson, const struct step *st,
		       bool folded, const struct cvg_str *svg)
{
	struct cvg_str *out = &lesson->page;

	cvg_str_add(out, "<figure>\n");
	cvg_html_wide(out, "Picture of the control-flow graph");
	if (svg)
		add_inline(out, st, svg);
	else
		add_image(out, st);
	cvg_html_wide_end(out);
	cvg_str_addf(out,
		     "<figcaption>The control-flow graph of P%u. Double frame: "
		     "a divergent branch; thick frame: runs while threads are "
		     "apart%s%s.%s <a class=\"full\" href=\"%s.svg\">Full size"
		     "</a></figcaption>\n</figure>\n",
		     st->rev,
		     st->before ? "; round corners: new; folded corner: "
				  "changed"
				: "",
		     folded ? ". Regions in which nothing changed are folded, "
			      "a box each"
			    : "",
		     svg ? " Each box is a link to the code of its block." : "",
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

/* Choose the regions to fold in a long function, if that makes it short enough.
 * Returns the number of boxes. */
static uint32_t choose_folds(const struct step *st, struct cvg_bits *folds,
			     bool *folded)
{
	uint32_t n = cvg_ana_fn(st->ana)->nblocks;
	uint32_t boxes = cvg_lesson_fold(st, folds);

	*folded = boxes <= MOST_NODES && boxes < n;
	return *folded ? boxes : n;
}

/* A picture in the page, which can be touched, and what belongs to it. */
static void add_touch(struct lesson *lesson, const struct step *st,
		      const struct cvg_walk *walk,
		      const struct cvg_bits *folded, const struct cvg_str *svg)
{
	struct cvg_str *out = &lesson->page;

	lesson->touched = true;
	cvg_str_addf(out, "<div class=\"touch\" data-step=\"s%u\">\n", st->nth);
	add_figure(lesson, st, folded != NULL, svg);
	if (walk->known)
		cvg_str_add(out,
			    "<noscript><p class=\"note\">With scripts "
			    "allowed, a slider over the graph goes through the "
			    "steps of the first warp. The same steps are drawn "
			    "below, lane by lane.</p></noscript>\n");
	cvg_lesson_blocks(lesson, st, walk);
	if (walk->known && walk->steps.n)
		cvg_lesson_steps(lesson, st, walk, folded);
	cvg_str_add(out, "</div>\n");
}

bool cvg_lesson_graph(struct lesson *lesson, const struct step *st,
		      const struct cvg_walk *walk, struct cvg_err *err)
{
	struct cvg_dot_ask ask = {.session = lesson->session,
				  .rev = st->rev,
				  .since = st->before ? st->parent : CVG_NONE,
				  .zoom = CVG_ZOOM_SUMMARY};
	struct cvg_str dot = {0}, svg = {0};
	struct cvg_bits folds;
	bool ok, drawn, folded, touch;
	uint32_t boxes = choose_folds(st, &folds, &folded);
	char id[16];

	snprintf(id, sizeof id, "s%u", st->nth);
	touch = cvg_ana_fn(st->ana)->nblocks <= MOST_TOUCHED &&
		(lesson->path.n <= MOST_PICTURES || !st->nth ||
		 st->nth + 1 == lesson->path.n);
	ask.page = touch ? id : NULL;
	ask.folded = folded ? &folds : NULL;
	cvg_dot_cfg(&dot, &ask);
	drawn = draw(lesson, boxes, &dot, &svg);
	ok = cvg_lesson_put(lesson, st, ".dot", dot.at, dot.n, err) &&
	     (!drawn || cvg_lesson_put(lesson, st, ".svg", svg.at, svg.n, err));
	if (drawn && touch && strstr(svg.at, "<svg width"))
		add_touch(lesson, st, walk, ask.folded, &svg);
	else if (drawn)
		add_figure(lesson, st, folded, NULL);
	add_text(lesson, st, !drawn);
	cvg_bits_done(&folds);
	cvg_str_done(&dot);
	cvg_str_done(&svg);
	return ok;
}
