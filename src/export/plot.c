/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The numbers of a chart, before it is drawn. */
#include "reconverge/plot.h"

#include "reconverge/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *copy(struct cvg_plot *plot, const char *text)
{
	return text ? cvg_arena_strdup(&plot->arena, text) : NULL;
}

void cvg_plot_done(struct cvg_plot *plot)
{
	for (size_t i = 0; i < plot->panel.n; i++)
		free(plot->panel.at[i].row.at);
	free(plot->panel.at);
	free(plot->remark.at);
	cvg_arena_done(&plot->arena);
}

struct cvg_plot_panel *cvg_plot_begin(struct cvg_plot *plot,
				      const struct cvg_plot_panel *panel)
{
	struct cvg_plot_panel own = *panel;

	own.what = copy(plot, panel->what);
	own.across = copy(plot, panel->across);
	for (uint32_t k = 0; k < panel->nseries; k++)
		own.series[k] = copy(plot, panel->series[k]);
	cvg_push(&plot->panel, own);
	return &plot->panel.at[plot->panel.n - 1];
}

void cvg_plot_series(struct cvg_plot *plot, struct cvg_plot_panel *panel,
		     const char *name)
{
	assert(panel->nseries < CVG_PLOT_SERIES && !panel->row.n);
	panel->series[panel->nseries++] = copy(plot, name);
}

void cvg_plot_add(struct cvg_plot *plot, struct cvg_plot_panel *panel,
		  const struct cvg_plot_row *row)
{
	struct cvg_plot_row own = *row;

	own.label = copy(plot, row->label);
	cvg_push(&panel->row, own);
}

void cvg_plot_remark(struct cvg_plot *plot, const char *text)
{
	size_t n = strcspn(text, "\n");

	cvg_push(&plot->remark, cvg_arena_strndup(&plot->arena, text, n));
}

void cvg_plot_column(struct cvg_plot *plot, struct cvg_plot_panel *panel,
		     const struct cvg_table *t, uint32_t nlabels,
		     const char *key)
{
	uint32_t column = 0;

	while (strcmp(t->column[column].key, key) != 0)
		column++;
	for (size_t row = 0; row < t->row.n; row++) {
		struct cvg_str label = {0};

		for (uint32_t k = 0; k < nlabels; k++) {
			if (!cvg_column_is_shown(&t->column[k]))
				continue;
			if (label.n)
				cvg_str_addc(&label, ' ');
			cvg_table_cell(&label, t, row, k);
		}
		cvg_plot_add(plot, panel,
			     &(struct cvg_plot_row){
				     .label = cvg_str_of(&label),
				     .value = {cvg_source_read(
					     &t->column[column].source,
					     t->row.at[row])}});
		cvg_str_done(&label);
	}
}
