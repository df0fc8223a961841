/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Pictures for print: in a column of a given width, with text that can be read
 * there, in grey. Graphviz makes a picture that is too wide smaller as a whole,
 * text included. So less is drawn until the text is large enough: first the
 * legend and the caption go, then all of a block but its number, then the frames of
 * regions, and then regions are folded, outer ones last. What the user asked for by a key stays.
 *
 * How wide a picture is, is known only when it was laid out: each try is one run
 * of Graphviz.
 */
#include "formats.h"
#include "worker.h"

#include "reconverge/folding.h"
#include "reconverge/graph.h"
#include "reconverge/prove.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"

#include <stdlib.h>
#include <string.h>

#define INCH 72.0 /* points */

/* ---- numbers, whatever the locale ------------------------------------- */

static double number_at(const char *text)
{
	double n = 0, part = 1;

	for (; *text >= '0' && *text <= '9'; text++)
		n = n * 10 + (*text - '0');
	if (*text == '.')
		for (text++; *text >= '0' && *text <= '9'; text++)
			n += (part /= 10) * (*text - '0');
	return n;
}

/* A length in inches, of five decimals. */
static void add_inches(struct cvg_str *out, double points)
{
	unsigned long n = (unsigned long)(points / INCH * 100000 + 0.5);

	cvg_str_addf(out, "%lu.%05lu", n / 100000, n % 100000);
}

/* ---- what was drawn ---------------------------------------------------- */

static double width_of(const struct cvg_str *svg)
{
	const char *at = strstr(cvg_str_of(svg), "<svg width=\"");

	return at ? number_at(at + strlen("<svg width=\"")) : 0;
}

/* 0: there is no text. */
static double smallest_text(const struct cvg_str *svg)
{
	static const char key[] = " font-size=\"";
	double least = 0;

	for (const char *at = strstr(cvg_str_of(svg), key); at;
	     at = strstr(at, key)) {
		double size = number_at(at += strlen(key));

		/* Size 4 is that of blank lines. */
		if (size > 4 && (least == 0 || size < least))
			least = size;
	}
	return least;
}

/* ---- grey ---------------------------------------------------------------- */

static unsigned hex_at(const char *at)
{
	char digits[3] = {at[0], at[1], '\0'};

	return (unsigned)strtoul(digits, NULL, 16);
}

/* The grey that is as light (ITU-R BT.601). */
static void add_grey(struct cvg_str *out, const char *color)
{
	unsigned grey = (299 * hex_at(color) + 587 * hex_at(color + 2) +
			 114 * hex_at(color + 4) + 500) /
			1000;

	cvg_str_addf(out, "#%02x%02x%02x", grey, grey, grey);
}

/* Append a picture in Graphviz's language without its colours: those stand in
 * attributes whose names end in "color", separated by colons. */
static void add_greyed(struct cvg_str *out, const char *dot)
{
	static const char key[] = "color=\"";
	bool inside = false;

	while (*dot) {
		if (!strncmp(dot, key, strlen(key))) {
			cvg_str_add(out, key);
			dot += strlen(key);
			inside = true;
			continue;
		}
		inside = inside && *dot != '"';
		if (inside && *dot == '#' &&
		    strspn(dot + 1, "0123456789abcdefABCDEF") >= 6) {
			add_grey(out, dot + 1);
			dot += 7;
			continue;
		}
		cvg_str_addc(out, *dot++);
	}
}

/* ---- how much is drawn ---------------------------------------------------- */

/* The ways to draw a graph, from the one that shows most. */
static const struct way {
	enum cvg_zoom zoom;
	bool legend, caption, framed;
	uint32_t boxes; /* 0: all */
} ways[] = {
	{CVG_ZOOM_SUMMARY, true, true, true, 0},
	{CVG_ZOOM_SUMMARY, false, true, true, 0},
	{CVG_ZOOM_SUMMARY, false, false, true, 0},
	{CVG_ZOOM_NAMES, false, false, true, 0},
	{CVG_ZOOM_NAMES, false, false, false, 0},
	{CVG_ZOOM_NAMES, false, false, false, 40},
	{CVG_ZOOM_NAMES, false, false, false, 28},
	{CVG_ZOOM_NAMES, false, false, false, 20},
	{CVG_ZOOM_NAMES, false, false, false, 14},
	{CVG_ZOOM_NAMES, false, false, false, 10},
	{CVG_ZOOM_NAMES, false, false, false, 7},
	{CVG_ZOOM_NAMES, false, false, false, 5},
	{CVG_ZOOM_NAMES, false, false, false, 3},
};

#define NWAYS (sizeof ways / sizeof *ways)

/* Make *to what `in` asks, drawn in that way; `folds` holds what it folds. False:
 * it is not another way to draw it. */
static bool take_way(struct cvg_export_in *to, const struct cvg_export_in *in,
		     const struct way *way, struct cvg_bits *folds)
{
	unsigned fixed = in->print.fixed;
	struct cvg_ana *ana =
		cvg_session_ana(in->session, in->ask.rev, CVG_NONE);

	*to = *in;
	if (in->what != CVG_WHAT_CFG)
		return way == ways;
	if (!(fixed & CVG_FIXED_ZOOM))
		to->ask.zoom = way->zoom;
	if (!(fixed & CVG_FIXED_LEGEND))
		to->ask.legend = way->legend;
	if (!(fixed & CVG_FIXED_CAPTION))
		to->ask.caption = way->caption;
	if (!(fixed & CVG_FIXED_REGIONS))
		to->ask.unframed = !way->framed;
	if (!way->boxes)
		return true;
	if (fixed & CVG_FIXED_FOLD ||
	    cvg_session_fn(in->session, in->ask.rev, CVG_NONE)->nblocks <=
		    way->boxes)
		return false;
	cvg_fold_to(ana, way->boxes, folds);
	to->ask.folded = folds;
	return true;
}

bool cvg_export_draw(const struct cvg_export_in *in, const struct cvg_str *dot,
		     struct cvg_str *svg, struct cvg_err *err)
{
	int seconds = cvg_set_int(cvg_session_settings(in->session),
				  CVG_SET_TIME_LIMIT);

	return cvg_graphviz("svg", dot, (unsigned)seconds,
			    cvg_session_ticking(in->session), svg, err);
}

/* A picture of some way, and what it would be in the column. */
struct
try {
	struct cvg_str dot;
	double scale, text;
};

static bool draw(struct try *try, const struct cvg_export_in *in,
		 struct cvg_err *err)
{
	struct cvg_str svg = {0};
	double width;
	bool ok;

	*try = (struct try){.scale = 1};
	ok = cvg_export_plain(in, &try->dot, err);
	if (!ok || in->print.width == 0)
		return ok;
	ok = cvg_export_draw(in, &try->dot, &svg, err);
	width = width_of(&svg);
	if (width > in->print.width)
		try->scale = in->print.width / width;
	try->text = smallest_text(&svg) * try->scale;
	cvg_str_done(&svg);
	return ok;
}

static bool is_large(const struct try *try, const struct cvg_print *print)
{
	return try->text == 0 || try->text >= print->text - 0.005;
}

/* Draw the way that shows most with text that is large enough. */
static bool choose(const struct cvg_export_in *in, struct try *best,
		   struct cvg_err *err)
{
	bool large = false, ok = true;
	double most = 0;

	for (size_t i = 0; ok && !large && i < NWAYS; i++) {
		struct cvg_export_in to;
		struct cvg_bits folds = {0};

		if (!take_way(&to, in, &ways[i], &folds))
			continue;
		cvg_str_done(&best->dot);
		ok = draw(best, &to, err);
		large = ok && is_large(best, &in->print);
		most = ok && best->text > most ? best->text : most;
		cvg_bits_done(&folds);
	}
	if (!ok || large)
		return ok;
	return cvg_fail(err,
			"at %.1f pt wide, the smallest text has at most %.1f "
			"pt: ask for more width, smaller text, or a part of "
			"it",
			in->print.width, most);
}

/* ---- the picture -------------------------------------------------------- */

bool cvg_export_picture(const struct cvg_export_in *in, struct cvg_str *out,
			double *scale, struct cvg_err *err)
{
	struct try try = {0};
	struct cvg_str sized = {0};
	const char *head, *graph;
	bool ok = in->print.text > 0 ? choose(in, &try, err)
				     : draw(&try, in, err);

	*scale = try.scale;
	if (ok) {
		head = cvg_str_of(&try.dot);
		graph = strstr(head, "\tgraph [");
		if (in->print.width > 0 && graph) {
			graph += strlen("\tgraph [");
			cvg_str_addn(&sized, head, (size_t)(graph - head));
			cvg_str_add(&sized, "size=\"");
			add_inches(&sized, in->print.width);
			cvg_str_add(&sized, ",200\", ");
			head = graph;
		}
		cvg_str_add(&sized, head);
		if (in->print.grey)
			add_greyed(out, sized.at);
		else
			cvg_str_add(out, sized.at);
	}
	cvg_str_done(&try.dot);
	cvg_str_done(&sized);
	return ok;
}
