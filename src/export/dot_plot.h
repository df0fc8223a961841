/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A chart while it is drawn, shared by dot_plot.c and dot_plot_lines.c. */
#ifndef CVG_EXPORT_DOT_PLOT_H
#define CVG_EXPORT_DOT_PLOT_H

#include "dot_sheet.h"

#include "reconverge/plot.h"

#define CVG_PLOT_GRID "#dddddd"
#define CVG_PLOT_AXIS "#444444"

struct cvg_plotting {
	struct cvg_dotsheet sheet;
	double width; /* points, of the whole chart */
	double size;  /* points, of its letters */
	double y;     /* where what is drawn next begins */
	uint32_t nth; /* of the panel */
	uint32_t nboxes;
};

/* The ticks of an axis: from `least` to `most` in steps. */
struct cvg_plot_ticks {
	double least, most, step;
};

/* How wide n letters of a chart are. */
double cvg_plot_letters(const struct cvg_plotting *p, double n);
/* An axis that holds 0 and both numbers, with at most so many steps. */
struct cvg_plot_ticks cvg_plot_ticks(double least, double most, double steps,
				     bool whole);
/* The number beside a tick. */
void cvg_plot_tick(struct cvg_str *out, enum cvg_unit unit, double number);
/* Where the number is on an axis that is `length` long. */
double cvg_plot_at(const struct cvg_plot_ticks *ticks, double number,
		   double length);
/* A rule, or a plain rectangle. */
void cvg_plot_rule(struct cvg_plotting *p, double x, double y, double w,
		   double h, const char *fill);
/* "cycles of a warp, simulated" */
void cvg_plot_title(struct cvg_str *out, const struct cvg_plot_panel *panel);
/* Append lines of text, as wide as the chart. */
void cvg_plot_lines_of(struct cvg_plotting *p, const char *text, bool bold);

void cvg_plot_lines(struct cvg_plotting *p, const struct cvg_plot_panel *panel);

#endif
