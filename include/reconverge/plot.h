/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Charts: what an answer tells in numbers, as bars or as lines with points. A
 * command that is asked for a picture puts the numbers of its text into a plot;
 * src/export/dot_plot.c draws it. Each panel shows numbers of one unit and one
 * kind, and says which.
 */
#ifndef RECONVERGE_PLOT_H
#define RECONVERGE_PLOT_H

#include "reconverge/quantity.h"

#define CVG_PLOT_SERIES 5

struct cvg_table;

/* A group of bars, or the points above one place of the axis. */
struct cvg_plot_row {
	const char *label;	       /* of bars */
	double x;		       /* of points */
	double value[CVG_PLOT_SERIES]; /* by series; NAN: not known */
};

struct cvg_plot_panel {
	const char *what; /* "cycles of a warp"; NULL: the unit's name */
	enum cvg_unit unit;
	enum cvg_countkind kind;
	const char *across; /* what the horizontal axis shows; NULL: bars */
	enum cvg_unit across_unit;
	const char *series[CVG_PLOT_SERIES];
	uint32_t nseries;
	cvg_vec(struct cvg_plot_row) row;
};

/* Zero-initialised is empty. */
struct cvg_plot {
	struct cvg_arena arena;
	cvg_vec(struct cvg_plot_panel) panel;
	cvg_vec(const char *) remark; /* sentences above the panels */
};

void cvg_plot_done(struct cvg_plot *plot);

/* Begin a panel; the pointer holds until the next one begins. The texts are
 * copied. */
struct cvg_plot_panel *cvg_plot_begin(struct cvg_plot *plot,
				      const struct cvg_plot_panel *panel);
/* Add a series to the panel, before its rows. */
void cvg_plot_series(struct cvg_plot *plot, struct cvg_plot_panel *panel,
		     const char *name);
/* Add a row to it; the text is copied. */
void cvg_plot_add(struct cvg_plot *plot, struct cvg_plot_panel *panel,
		  const struct cvg_plot_row *row);
/* Add a sentence, without its newline. */
void cvg_plot_remark(struct cvg_plot *plot, const char *text);

/* Bars for the rows of a table that compares sides (cvg_besides_init): panels for
 * each unit and kind, of rows that do not differ too much in size. What is the
 * same on all of several sides is told in a sentence, unless everything is. */
void cvg_plot_besides(struct cvg_plot *plot, const struct cvg_table *t);
/* The panel's rows are those of the table: the series from the column of that
 * key, of numbers, and labels from all shown columns up to `nlabels`. */
void cvg_plot_column(struct cvg_plot *plot, struct cvg_plot_panel *panel,
		     const struct cvg_table *t, uint32_t nlabels,
		     const char *key);

#endif
