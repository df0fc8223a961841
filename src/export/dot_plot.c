/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Charts. A group of bars has its name at its left and a bar for each series; at
 * the end of each bar stands its number. Below, an axis says what is counted, in
 * which unit, and where the numbers are from. A chart is laid out for the width
 * that it will have, with letters of the size that was asked for, so that nothing
 * is made smaller afterwards. Series differ in their order, in how dark they are
 * and in their frames.
 */
#include "dot_plot.h"
#include "formats.h"

#include "reconverge/cxxname.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/session.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LETTER	 0.603 /* width of a letter of size 1, as of a sheet */
#define WIDE	 480.0
#define MARGIN	 14.0 /* points that Graphviz and frames may add */
#define LEAST	 7.0  /* points of letters, and at most: */
#define MOST	 10.0
#define LABELLED 0.45 /* share of the width for names, at most */

static const char *const fills[CVG_PLOT_SERIES] = {
	"#1f4e8c", "#f2c48d", "#7fa3d1", "#ffffff", "#555555"};

/* ---- common ----------------------------------------------------------- */

double cvg_plot_letters(const struct cvg_plotting *p, double n)
{
	return n * p->size * LETTER;
}

struct cvg_plot_ticks cvg_plot_ticks(double least, double most, double steps,
				     bool whole)
{
	static const double nice[] = {1, 2, 2.5, 5, 10};
	struct cvg_plot_ticks t = {.least = least < 0 ? least : 0,
				   .most = most > 0 ? most : 0};
	double ten, span;

	if (t.most - t.least <= 0)
		t.most = 1;
	span = t.most - t.least;
	ten = pow(10, floor(log10(span / (steps < 1 ? 1 : steps))));
	for (size_t i = 0; i < sizeof nice / sizeof *nice; i++) {
		t.step = nice[i] * ten;
		if (span / t.step <= steps &&
		    (!whole || t.step - floor(t.step) <= 0))
			break;
	}
	if (whole && t.step < 1)
		t.step = 1;
	t.least = floor(t.least / t.step + 1e-9) * t.step;
	t.most = ceil(t.most / t.step - 1e-9) * t.step;
	return t;
}

void cvg_plot_tick(struct cvg_str *out, enum cvg_unit unit, double number)
{
	if (unit == CVG_UNIT_SHARE)
		cvg_str_addf(out, "%ld%%", lround(number * 100));
	else if (cvg_unit_is_whole(unit))
		cvg_add_scaled(out, number, 9999);
	else
		cvg_add_quantity(out, CVG_UNIT_RATIO, number);
}

double cvg_plot_at(const struct cvg_plot_ticks *ticks, double number,
		   double length)
{
	return (number - ticks->least) / (ticks->most - ticks->least) * length;
}

void cvg_plot_rule(struct cvg_plotting *p, double x, double y, double w,
		   double h, const char *fill)
{
	char name[24];

	snprintf(name, sizeof name, "rule%u", p->nboxes++);
	cvg_dot_sheet_box(
		&p->sheet, name,
		&(struct cvg_dot_box){
			.x = x, .y = y, .w = w, .h = h, .fill = fill});
	cvg_dot_sheet_end_box(&p->sheet);
}

void cvg_plot_title(struct cvg_str *out, const struct cvg_plot_panel *panel)
{
	cvg_str_add(out,
		    panel->what ? panel->what : cvg_unit_name(panel->unit));
	if (panel->unit == CVG_UNIT_SHARE)
		cvg_str_add(out, " in %");
	cvg_str_addf(out, "%s%s", out->n ? ", " : "",
		     cvg_countkind_name(panel->kind));
}

static void add_line(struct cvg_plotting *p, const struct cvg_str *line,
		     bool bold)
{
	struct cvg_str text = {0};

	cvg_str_addf(&text, "%s%s", bold ? "*" : "", cvg_str_of(line));
	cvg_dot_sheet_text(&p->sheet, 0, p->y + p->size * 0.7, CVG_DOT_LEFT,
			   p->size, text.at);
	p->y += p->size * 1.4;
	cvg_str_done(&text);
}

void cvg_plot_lines_of(struct cvg_plotting *p, const char *text, bool bold)
{
	size_t most = (size_t)(p->width / cvg_plot_letters(p, 1));
	struct cvg_look look = {.glyphs = cvg_glyphs_of(CVG_UNICODE)};
	struct cvg_str line = {0};

	while (*text) {
		size_t n = strcspn(text, " "), blank = strspn(text + n, " ");
		struct cvg_str word = {0}, cut = {0};

		cvg_str_addn(&word, text, n);
		cvg_text_clip(&cut, cvg_str_of(&word), (uint32_t)most, &look);
		if (line.n && cvg_text_width(line.at, line.n) + 1 +
					      cvg_text_width(cut.at, cut.n) >
				      most) {
			add_line(p, &line, bold);
			cvg_str_clear(&line);
		}
		cvg_str_addf(&line, "%s%s", line.n ? " " : "",
			     cvg_str_of(&cut));
		cvg_str_done(&word);
		cvg_str_done(&cut);
		text += n + blank;
	}
	if (line.n)
		add_line(p, &line, bold);
	cvg_str_done(&line);
}

/* ---- bars -------------------------------------------------------------- */

/* The bars of a panel: where they begin, and what their axis is. */
struct bars {
	struct cvg_plotting *p;
	const struct cvg_plot_panel *panel;
	struct cvg_plot_ticks ticks;
	double left, length;
};

static double widest(const struct cvg_plotting *p,
		     const struct cvg_plot_panel *panel, bool of_values)
{
	size_t most = 1;
	struct cvg_str s = {0};

	for (size_t i = 0; i < panel->row.n; i++) {
		const struct cvg_plot_row *row = &panel->row.at[i];

		for (uint32_t k = 0; k < (of_values ? panel->nseries : 1);
		     k++) {
			size_t n;

			cvg_str_clear(&s);
			if (of_values)
				cvg_add_quantity(&s, panel->unit,
						 row->value[k]);
			else
				cvg_str_add(&s, row->label);
			n = cvg_text_width(s.at, s.n);
			most = n > most ? n : most;
		}
	}
	cvg_str_done(&s);
	return cvg_plot_letters(p, (double)most + 1);
}

static void range_of(const struct cvg_plot_panel *panel, double *least,
		     double *most)
{
	*least = *most = 0;
	for (size_t i = 0; i < panel->row.n; i++) {
		for (uint32_t k = 0; k < panel->nseries; k++) {
			double v = panel->row.at[i].value[k];

			*least = v < *least ? v : *least;
			*most = v > *most ? v : *most;
		}
	}
}

static struct bars lay_out(struct cvg_plotting *p,
			   const struct cvg_plot_panel *panel)
{
	struct bars b = {
		.p = p, .panel = panel, .left = widest(p, panel, false)};
	double least, most;

	if (b.left > p->width * LABELLED)
		b.left = p->width * LABELLED;
	b.length = p->width - b.left - widest(p, panel, true);
	if (b.length < 20)
		b.length = 20;
	range_of(panel, &least, &most);
	/* All of something, where shares are of it. */
	if (panel->unit == CVG_UNIT_SHARE && most < 1)
		most = 1;
	b.ticks = cvg_plot_ticks(least, most, b.length / cvg_plot_letters(p, 7),
				 cvg_unit_is_whole(panel->unit));
	return b;
}

static void add_bar(const struct bars *b, size_t row, uint32_t series, double y,
		    double h)
{
	struct cvg_plotting *p = b->p;
	double value = b->panel->row.at[row].value[series];
	double zero = cvg_plot_at(&b->ticks, 0, b->length);
	double end =
		isnan(value) ? zero : cvg_plot_at(&b->ticks, value, b->length);
	/* Graphviz has whole points: so all bars begin at the same place. */
	double length = round(fabs(end - zero));
	struct cvg_dot_box box = {.x = b->left +
				       (end < zero ? zero - length : zero),
				  .y = y,
				  .w = length,
				  .h = h,
				  .fill = length > 0 ? fills[series] : NULL,
				  .pen = length > 0 ? 0.5 : 0};
	struct cvg_str s = {0};
	char name[48];

	snprintf(name, sizeof name, "bar%u_%zu_%u", p->nth, row, series);
	cvg_dot_sheet_box(&p->sheet, name, &box);
	cvg_dot_attr(p->sheet.out, "row", b->panel->row.at[row].label);
	cvg_dot_attr(p->sheet.out, "series", b->panel->series[series]);
	if (isnan(value))
		cvg_str_addc(&s, '-');
	else
		cvg_add_quantity(&s, b->panel->unit, value);
	cvg_dot_attr(p->sheet.out, "value", s.at);
	cvg_dot_sheet_end_box(&p->sheet);
	cvg_dot_sheet_text(&p->sheet,
			   b->left + (end > zero ? end : zero) +
				   cvg_plot_letters(p, 0.4),
			   y + h / 2, CVG_DOT_LEFT, p->size, s.at);
	cvg_str_done(&s);
}

static void add_label(const struct bars *b, const char *label, double y)
{
	struct cvg_look look = {.glyphs = cvg_glyphs_of(CVG_UNICODE)};
	struct cvg_str s = {0};

	cvg_text_clip(&s, label,
		      (uint32_t)(b->left / cvg_plot_letters(b->p, 1)) - 1,
		      &look);
	cvg_dot_sheet_text(&b->p->sheet, b->left - cvg_plot_letters(b->p, 0.6),
			   y, CVG_DOT_RIGHT, b->p->size, cvg_str_of(&s));
	cvg_str_done(&s);
}

/* The rules behind the bars, and the numbers below. */
static void add_axis(const struct bars *b, double top, double bottom)
{
	struct cvg_plotting *p = b->p;
	const struct cvg_plot_ticks *t = &b->ticks;
	struct cvg_str s = {0};

	for (double v = t->least; v < t->most + t->step / 2; v += t->step) {
		double x = b->left + cvg_plot_at(t, v, b->length);
		bool zero = fabs(v) < t->step / 2;

		cvg_plot_rule(p, x - 0.3, top, 0.6, bottom - top,
			      zero ? CVG_PLOT_AXIS : CVG_PLOT_GRID);
		cvg_str_clear(&s);
		cvg_plot_tick(&s, b->panel->unit, zero ? 0 : v);
		cvg_dot_sheet_text(&p->sheet, x, bottom + p->size * 0.7,
				   CVG_DOT_MIDDLE, p->size, s.at);
	}
	cvg_str_clear(&s);
	cvg_plot_title(&s, b->panel);
	p->y = bottom + p->size * 1.5;
	cvg_dot_sheet_text(&p->sheet, p->width, p->y + p->size * 0.7,
			   CVG_DOT_RIGHT, p->size, s.at);
	p->y += p->size * 2.6;
	cvg_str_done(&s);
}

static void add_legend(struct cvg_plotting *p,
		       const struct cvg_plot_panel *panel)
{
	double x = 0, side = p->size * 0.9;
	char name[48];

	p->y += p->size * 0.3;
	for (uint32_t k = 0; k < panel->nseries; k++) {
		double w = side + cvg_plot_letters(
					  p, (double)cvg_text_width(
						     panel->series[k],
						     strlen(panel->series[k])) +
						     3);

		if (x > 0 && x + w > p->width) {
			x = 0;
			p->y += p->size * 1.5;
		}
		snprintf(name, sizeof name, "key%u_%u", p->nth, k);
		cvg_dot_sheet_box(&p->sheet, name,
				  &(struct cvg_dot_box){.x = x,
							.y = p->y,
							.w = side,
							.h = side,
							.fill = fills[k],
							.pen = 0.5});
		cvg_dot_sheet_end_box(&p->sheet);
		cvg_dot_sheet_text(&p->sheet,
				   x + side + cvg_plot_letters(p, 0.5),
				   p->y + side / 2, CVG_DOT_LEFT, p->size,
				   panel->series[k]);
		x += w;
	}
	p->y += p->size * 1.6;
}

static void add_bars(struct cvg_plotting *p, const struct cvg_plot_panel *panel,
		     bool legend)
{
	struct bars b = lay_out(p, panel);
	double h = p->size * 1.15, gap = p->size * 0.45, y, top;
	double group = panel->nseries * h + gap;

	if (legend)
		add_legend(p, panel);
	top = p->y;
	/* What is written first is drawn below what follows. */
	y = top + (double)panel->row.n * group + gap;
	add_axis(&b, top, y);
	for (size_t i = 0; i < panel->row.n; i++) {
		y = top + gap + (double)i * group;
		add_label(&b, panel->row.at[i].label,
			  y + panel->nseries * h / 2);
		for (uint32_t k = 0; k < panel->nseries; k++)
			add_bar(&b, i, k, y + k * h, h - 1);
	}
}

/* ---- the chart --------------------------------------------------------- */

static bool same_series(const struct cvg_plot_panel *a,
			const struct cvg_plot_panel *b)
{
	bool same = a->nseries == b->nseries;

	for (uint32_t k = 0; same && k < a->nseries; k++)
		same = !strcmp(a->series[k], b->series[k]);
	return same;
}

static void add_caption(struct cvg_plotting *p, const struct cvg_dot_ask *ask,
			const struct cvg_plot *plot, const char *picture)
{
	const struct cvg_fn *fn =
		cvg_session_fn(ask->session, ask->rev, CVG_NONE);
	struct cvg_str s = {0};

	cvg_cxx_add(&s, fn->name);
	cvg_str_addf(&s, ", %s", picture);
	cvg_plot_lines_of(p, s.at, true);
	for (size_t i = 0; i < plot->remark.n; i++)
		cvg_plot_lines_of(p, plot->remark.at[i], false);
	p->y += p->size * 0.5;
	cvg_str_done(&s);
}

static void set_size(struct cvg_plotting *p, const struct cvg_print *print)
{
	p->width = print->width > 0 ? print->width - MARGIN : WIDE;
	p->size = p->width / 40;
	p->size = p->size < LEAST ? LEAST : p->size > MOST ? MOST : p->size;
	if (print->text > 0)
		p->size = print->text;
	if (p->width < cvg_plot_letters(p, 24))
		p->width = cvg_plot_letters(p, 24);
}

void cvg_dot_plot(struct cvg_str *out, const struct cvg_export_in *in)
{
	const char *picture = cvg_what_name(in->what);
	struct cvg_dot_head head = {.session = in->session,
				    .rev = in->ask.rev,
				    .since = CVG_NONE,
				    .picture = picture,
				    .function = true,
				    .placed = true};
	struct cvg_plotting p = {0};

	set_size(&p, &in->print);
	cvg_dot_open(out, &head);
	cvg_dot_sheet_begin(&p.sheet, out);
	if (in->ask.caption)
		add_caption(&p, &in->ask, in->plot, picture);
	for (size_t i = 0; i < in->plot->panel.n; i++) {
		const struct cvg_plot_panel *panel = &in->plot->panel.at[i];

		p.nth = (uint32_t)i;
		if (panel->across)
			cvg_plot_lines(&p, panel);
		else
			add_bars(&p, panel,
				 !i || !same_series(panel, panel - 1));
	}
	cvg_str_add(out, "}\n");
}
