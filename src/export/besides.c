/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Numbers of several revisions side by side, as a table. */
#include "reconverge/export.h"
#include "reconverge/look.h"
#include "reconverge/plot.h"
#include "reconverge/quantity.h"
#include "reconverge/table.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

struct line {
	const char *name;
	const char *kind; /* its letter */
	enum cvg_countkind kind_id;
	struct cvg_amount value[CVG_MOST_SIDES];
	struct cvg_change change;
	const char *help;
};

/* What a screen needs to have room for the explanations. */
#define WIDE 92

void cvg_besides_init(struct cvg_table *t, const struct cvg_besides *besides)
{
	static const struct cvg_source values[CVG_MOST_SIDES] = {
		CVG_SOURCE(struct line, value[0]),
		CVG_SOURCE(struct line, value[1]),
		CVG_SOURCE(struct line, value[2])};
	struct cvg_column column[CVG_MOST_SIDES + 6] = {
		{CVG_COLUMN(struct line, name), .title = besides->corner,
		 .width = besides->name_width},
		{CVG_COLUMN(struct line, kind), .title = "", .width = 1}};
	char side[CVG_MOST_SIDES][32];
	uint32_t n = 2;

	for (uint32_t k = 0; k < besides->n; k++) {
		snprintf(side[k], sizeof side[k], "%s%sP%u",
			 besides->word[k] ? besides->word[k] : "",
			 besides->word[k] ? " " : "", besides->rev[k]);
		column[n++] = (struct cvg_column){.key = side[k],
						  .source = values[k],
						  .width = besides->width};
	}
	if (besides->n > 1 && besides->plain)
		column[n++] = (struct cvg_column){
			CVG_COLUMN(struct line, change), .width = 8};
	if (besides->n > 1)
		column[n++] = (struct cvg_column){
			CVG_COLUMN(struct line, change),
			.title = besides->plain ? "" : "change",
			.use = CVG_COLUMN_PERCENT |
			       (besides->plain ? CVG_COLUMN_SECOND : 0),
			.width = 8};
	if (besides->n > 1 && besides->bar)
		column[n++] = (struct cvg_column){
			CVG_COLUMN(struct line, change), .title = "",
			.use = CVG_COLUMN_BAR, .width = besides->bar};
	column[n++] = (struct cvg_column){CVG_COLUMN(struct line, help),
					  .title = "", .least = WIDE};
	cvg_table_init(t, column, n, sizeof(struct line));
	for (uint32_t k = 0; k < n; k++) {
		if (t->column[k].title)
			t->column[k].title =
				cvg_arena_strdup(&t->arena, t->column[k].title);
		t->column[k].key =
			cvg_arena_strdup(&t->arena, t->column[k].key);
	}
}

/* How many sides there are: the columns of amounts. */
static uint32_t sides_of(const struct cvg_table *t)
{
	uint32_t n = 0;

	for (uint32_t k = 0; k < t->ncolumns; k++)
		n += t->column[k].source.type == CVG_MEMBER_AMOUNT;
	return n;
}

void cvg_besides_add(struct cvg_table *t, const struct cvg_quantity *what,
		     const double *value, bool more_is_better)
{
	uint32_t n = sides_of(t);
	const char letter[] = {cvg_countkind_letter(what->kind), '\0'};
	struct line line = {.name = what->name,
			    .kind = letter,
			    .kind_id = what->kind,
			    .change = {.from = value[0],
				       .to = value[n - 1],
				       .unit = what->unit,
				       .more_is_better = more_is_better},
			    .help = what->help};

	for (uint32_t k = 0; k < n; k++)
		line.value[k] = (struct cvg_amount){.number = value[k],
						    .unit = what->unit};
	cvg_table_add(t, &line);
}

json_t *cvg_besides_json(const struct cvg_table *t, uint32_t k)
{
	return cvg_table_json_column(t, 2 + k);
}

json_t *cvg_besides_json_kinds(const struct cvg_table *t)
{
	json_t *all = json_object();
	struct cvg_str key = {0};

	for (size_t row = 0; row < t->row.n; row++) {
		const struct line *line = t->row.at[row];

		cvg_str_clear(&key);
		cvg_add_key(&key, line->name);
		json_object_set_new(
			all, key.at,
			cvg_json_unit(line->change.unit, line->kind_id));
	}
	cvg_str_done(&key);
	return all;
}

json_t *cvg_besides_json_all(const struct cvg_table *t,
			     const struct cvg_besides *besides)
{
	json_t *list = json_array();

	for (uint32_t k = 0; k < besides->n; k++) {
		json_t *o = cvg_json_item(list);

		CVG_TELL(NULL, o, "{revision:P}", CVG_V(besides->rev[k]));
		json_object_update_new(o, cvg_besides_json(t, k));
	}
	return list;
}

/* ---- as bars --------------------------------------------------------- */

/* Bars of one axis differ in length by this factor at most, so that all can be
 * seen. */
#define FACTOR 32

static double most_of(const double *value, uint32_t n)
{
	double most = 0;

	for (uint32_t k = 0; k < n; k++)
		most = fabs(value[k]) > most ? fabs(value[k]) : most;
	return most;
}

/* Has the panel bars that are about as long? */
static bool is_near(const struct cvg_plot_panel *panel, double most)
{
	bool near = true;

	for (size_t i = 0; near && i < panel->row.n; i++) {
		double other = most_of(panel->row.at[i].value, panel->nseries);

		near = other <= most * FACTOR && most <= other * FACTOR;
	}
	return near;
}

static struct cvg_plot_panel *panel_of(struct cvg_plot *plot,
				       const struct cvg_table *t,
				       const struct line *line, double most)
{
	struct cvg_plot_panel *panel;

	for (size_t i = 0; i < plot->panel.n; i++) {
		panel = &plot->panel.at[i];
		if (panel->unit == line->change.unit &&
		    panel->kind == line->kind_id && is_near(panel, most))
			return panel;
	}
	panel = cvg_plot_begin(
		plot, &(struct cvg_plot_panel){.unit = line->change.unit,
					       .kind = line->kind_id});
	for (uint32_t k = 0; k < t->ncolumns; k++)
		if (t->column[k].source.type == CVG_MEMBER_AMOUNT)
			cvg_plot_series(plot, panel,
					cvg_column_title(&t->column[k]));
	return panel;
}

static bool is_same(const double *value, uint32_t n)
{
	bool same = n > 1;

	for (uint32_t k = 1; same && k < n; k++)
		same = !(value[k] < value[0]) && !(value[k] > value[0]);
	return same;
}

static bool nothing_differs(const struct cvg_table *t)
{
	bool same = true;

	for (size_t i = 0; same && i < t->row.n; i++) {
		const struct line *line = t->row.at[i];

		same = !(line->change.from < line->change.to) &&
		       !(line->change.from > line->change.to);
	}
	return same;
}

void cvg_plot_besides(struct cvg_plot *plot, const struct cvg_table *t)
{
	struct cvg_str same = {0};
	uint32_t n = sides_of(t);
	bool all = nothing_differs(t);

	for (size_t i = 0; i < t->row.n; i++) {
		const struct line *line = t->row.at[i];
		struct cvg_plot_row row = {.label = line->name};

		for (uint32_t k = 0; k < n; k++)
			row.value[k] = line->value[k].number;
		if (all || !is_same(row.value, n)) {
			cvg_plot_add(
				plot,
				panel_of(plot, t, line, most_of(row.value, n)),
				&row);
			continue;
		}
		cvg_str_addf(
			&same, "%s%s ",
			same.n ? ", " : "the same on all sides: ", line->name);
		cvg_add_quantity(&same, line->change.unit, row.value[0]);
	}
	if (same.n)
		cvg_plot_remark(plot, same.at);
	cvg_str_done(&same);
}
