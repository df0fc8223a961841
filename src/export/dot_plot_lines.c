/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Lines with points: a point for each number, joined by lines from one place of
 * the horizontal axis to the next. Series differ in the shapes of their points, in
 * how these are filled and in the dashes of their lines. What the vertical axis
 * shows stands above it, so that it is read without turning the page.
 */
#include "dot_plot.h"

#include "reconverge/look.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define POINT 5.0 /* height of a point */

static const struct look {
	const char *shape, *fill, *color, *dashes;
} looks[CVG_PLOT_SERIES] = {{"circle", "#1f4e8c", "#1f4e8c", "solid"},
			    {"box", "#ffffff", "#b34a00", "dashed"},
			    {"triangle", "#007a5a", "#007a5a", "dotted"},
			    {"diamond", "#ffffff", "#222222", "solid"},
			    {"invtriangle", "#8a6d00", "#8a6d00", "dashed"}};

struct lines {
	struct cvg_plotting *p;
	const struct cvg_plot_panel *panel;
	struct cvg_plot_ticks x, y;
	double left, length, top, height;
};

static void ranges(struct lines *l)
{
	double low[2] = {0, 0}, high[2] = {0, 0};

	for (size_t i = 0; i < l->panel->row.n; i++) {
		const struct cvg_plot_row *row = &l->panel->row.at[i];

		low[0] = row->x < low[0] ? row->x : low[0];
		high[0] = row->x > high[0] ? row->x : high[0];
		for (uint32_t k = 0; k < l->panel->nseries; k++) {
			double v = row->value[k];

			low[1] = v < low[1] ? v : low[1];
			high[1] = v > high[1] ? v : high[1];
		}
	}
	l->x = cvg_plot_ticks(low[0], high[0],
			      l->length / cvg_plot_letters(l->p, 7),
			      cvg_unit_is_whole(l->panel->across_unit));
	l->y = cvg_plot_ticks(low[1], high[1], l->height / l->p->size / 2,
			      cvg_unit_is_whole(l->panel->unit));
}

/* ---- axes -------------------------------------------------------------- */

static void add_across(const struct lines *l)
{
	struct cvg_plotting *p = l->p;
	struct cvg_str s = {0};

	for (double v = l->x.least; v < l->x.most + l->x.step / 2;
	     v += l->x.step) {
		double x = l->left + cvg_plot_at(&l->x, v, l->length);
		bool zero = fabs(v) < l->x.step / 2;

		cvg_plot_rule(p, x - 0.3, l->top, 0.6, l->height,
			      zero ? CVG_PLOT_AXIS : CVG_PLOT_GRID);
		cvg_str_clear(&s);
		cvg_plot_tick(&s, l->panel->across_unit, zero ? 0 : v);
		cvg_dot_sheet_text(&p->sheet, x, l->top + l->height + p->size,
				   CVG_DOT_MIDDLE, p->size, s.at);
	}
	p->y = l->top + l->height + p->size * 1.8;
	cvg_dot_sheet_text(&p->sheet, p->width, p->y + p->size * 0.7,
			   CVG_DOT_RIGHT, p->size, l->panel->across);
	p->y += p->size * 2.6;
	cvg_str_done(&s);
}

static double down(const struct lines *l, double value)
{
	return l->top + l->height - cvg_plot_at(&l->y, value, l->height);
}

static void add_up(const struct lines *l)
{
	struct cvg_plotting *p = l->p;
	struct cvg_str s = {0};

	for (double v = l->y.least; v < l->y.most + l->y.step / 2;
	     v += l->y.step) {
		bool zero = fabs(v) < l->y.step / 2;
		double y = down(l, v);

		cvg_plot_rule(p, l->left, y - 0.3, l->length, 0.6,
			      zero ? CVG_PLOT_AXIS : CVG_PLOT_GRID);
		cvg_str_clear(&s);
		cvg_plot_tick(&s, l->panel->unit, zero ? 0 : v);
		cvg_dot_sheet_text(&p->sheet,
				   l->left - cvg_plot_letters(p, 0.7), y,
				   CVG_DOT_RIGHT, p->size, s.at);
	}
	cvg_str_done(&s);
}

/* ---- points ------------------------------------------------------------ */

/* Append a point, up to its attributes. */
static void begin_point(struct cvg_plotting *p, const char *name, double x,
			double y, uint32_t series)
{
	const struct look *look = &looks[series];

	cvg_dot_sheet_box(&p->sheet, name,
			  &(struct cvg_dot_box){.x = x - POINT / 2,
						.y = y - POINT / 2,
						.w = POINT,
						.h = POINT,
						.fill = look->fill,
						.pen = 0.8});
	cvg_str_addf(p->sheet.out, ", shape=%s", look->shape);
	cvg_dot_attr(p->sheet.out, "color", look->color);
}

static void add_joint(struct cvg_plotting *p, const char *from, const char *to,
		      uint32_t series)
{
	cvg_str_addf(p->sheet.out,
		     "\t%s -> %s [arrowhead=none, penwidth=1.2, style=%s", from,
		     to, looks[series].dashes);
	cvg_dot_attr(p->sheet.out, "color", looks[series].color);
	cvg_str_add(p->sheet.out, "];\n");
}

static void point_name(const struct lines *l, size_t row, uint32_t series,
		       char name[48])
{
	snprintf(name, 48, "point%u_%zu_%u", l->p->nth, row, series);
}

static void add_point(const struct lines *l, size_t i, uint32_t series)
{
	const struct cvg_plot_row *row = &l->panel->row.at[i];
	struct cvg_str *out = l->p->sheet.out;
	struct cvg_str s = {0};
	char name[48], last[48];

	if (isnan(row->value[series]))
		return;
	point_name(l, i, series, name);
	begin_point(l->p, name, l->left + cvg_plot_at(&l->x, row->x, l->length),
		    down(l, row->value[series]), series);
	cvg_add_quantity(&s, l->panel->across_unit, row->x);
	cvg_dot_attr(out, "at", s.at);
	cvg_dot_attr(out, "series", l->panel->series[series]);
	cvg_str_clear(&s);
	cvg_add_quantity(&s, l->panel->unit, row->value[series]);
	cvg_dot_attr(out, "value", s.at);
	cvg_dot_sheet_end_box(&l->p->sheet);
	if (i && !isnan(row[-1].value[series])) {
		point_name(l, i - 1, series, last);
		add_joint(l->p, last, name, series);
	}
	cvg_str_done(&s);
}

/* A piece of line with a point, and the name, for each series. */
static void add_legend(struct cvg_plotting *p,
		       const struct cvg_plot_panel *panel)
{
	double x = 0;
	char name[48];

	for (uint32_t k = 0; k < panel->nseries; k++) {
		double line = cvg_plot_letters(p, 4);
		size_t n = cvg_text_width(panel->series[k],
					  strlen(panel->series[k]));
		double w = line + cvg_plot_letters(p, (double)n + 3);
		double y = p->y + p->size * 0.8;

		if (x > 0 && x + w > p->width) {
			x = 0;
			p->y += p->size * 1.5;
			y += p->size * 1.5;
		}
		for (int end = 0; end < 2; end++) {
			snprintf(name, sizeof name, "end%u_%u_%d", p->nth, k,
				 end);
			cvg_dot_sheet_box(&p->sheet, name,
					  &(struct cvg_dot_box){
						  .x = x + end * line, .y = y});
			cvg_dot_sheet_end_box(&p->sheet);
		}
		snprintf(name, sizeof name, "key%u_%u", p->nth, k);
		begin_point(p, name, x + line / 2, y, k);
		cvg_dot_sheet_end_box(&p->sheet);
		snprintf(name, sizeof name, "end%u_%u_0", p->nth, k);
		cvg_str_addf(p->sheet.out,
			     "\t%s -> key%u_%u -> end%u_%u_1 [arrowhead=none, "
			     "penwidth=1.2, style=%s",
			     name, p->nth, k, p->nth, k, looks[k].dashes);
		cvg_dot_attr(p->sheet.out, "color", looks[k].color);
		cvg_str_add(p->sheet.out, "];\n");
		cvg_dot_sheet_text(&p->sheet,
				   x + line + cvg_plot_letters(p, 0.7), y,
				   CVG_DOT_LEFT, p->size, panel->series[k]);
		x += w;
	}
	p->y += p->size * 2;
}

void cvg_plot_lines(struct cvg_plotting *p, const struct cvg_plot_panel *panel)
{
	struct lines l = {
		.p = p, .panel = panel, .left = cvg_plot_letters(p, 7)};
	struct cvg_str title = {0};

	add_legend(p, panel);
	cvg_plot_title(&title, panel);
	cvg_plot_lines_of(p, title.at, false);
	l.length = p->width - l.left - cvg_plot_letters(p, 2);
	l.height = l.length * 0.55;
	l.top = p->y + p->size * 0.7;
	ranges(&l);
	add_up(&l);
	add_across(&l);
	for (uint32_t k = 0; k < panel->nseries; k++)
		for (size_t i = 0; i < panel->row.n; i++)
			add_point(&l, i, k);
	cvg_str_done(&title);
}
