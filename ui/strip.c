/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The heat strip: lanes over time. */
#include "ui/marks.h"
#include "ui/play.h"
#include "reconverge/look.h"

#include <string.h>

#define LABEL 6 /* columns before the first step */

static uint32_t columns_for(uint32_t n, uint32_t per)
{
	return (uint32_t)(((uint64_t)n + per - 1) / per);
}

struct cvg_strip cvg_strip_of(const struct cvg_play *play, uint32_t width,
			      uint32_t height, uint32_t zoom, uint32_t at)
{
	struct cvg_strip s = {.x = width > 3 * LABEL ? LABEL : 0};
	uint32_t n = (uint32_t)play->trace.steps.n, here;
	uint32_t rows = height > 4 ? height - 3 : 1;

	s.columns = width > s.x ? width - s.x : 1;
	s.per = zoom ? zoom : columns_for(n, s.columns);
	s.per = s.per ? s.per : 1;
	s.group = 1;
	while (s.group * rows < play->lanes)
		s.group *= 2;
	here = at / s.per;
	if (columns_for(n, s.per) > s.columns && here > s.columns / 2) {
		uint32_t last = columns_for(n, s.per) - s.columns;

		here -= s.columns / 2;
		s.from = (here < last ? here : last) * s.per;
	}
	return s;
}

/* ---- cells ----------------------------------------------------------- */

struct shade {
	const char *unicode;
	char ascii;
};

static const struct shade shades[] = {{" ", ' '},
				      {"\u2591", '.'},
				      {"\u2592", ':'},
				      {"\u2593", '*'},
				      {"\u2588", '#'}};

/* The shade of a cell: 0 if no lane was active, 4 if all were, else 1 to 3. */
static uint32_t shade_of(uint64_t active, uint64_t all)
{
	if (!active)
		return 0;
	if (active == all)
		return 4;
	return 1 + (uint32_t)(active * 3 / all);
}

struct column {
	uint32_t from, to; /* steps */
};

/* The steps of column i; a column beyond the last step is empty. */
static struct column column_of(const struct cvg_strip *s,
			       const struct cvg_play *play, uint32_t i)
{
	uint64_t n = play->trace.steps.n, from = s->from + (uint64_t)i * s->per;
	struct column c = {(uint32_t)(from < n ? from : n),
			   (uint32_t)(from + s->per < n ? from + s->per : n)};

	return c;
}

static void draw_cell(const struct cvg_strip *s, const struct cvg_play *play,
		      const struct cvg_ui *ui, struct cvg_canvas *into,
		      uint32_t i, uint32_t row)
{
	struct column c = column_of(s, play, i);
	uint64_t group =
		s->group < 64 ? (UINT64_C(1) << s->group) - 1 : ~UINT64_C(0);
	uint64_t active = 0, all = (uint64_t)(c.to - c.from) * s->group;
	uint32_t shade;
	char ascii[2] = "";

	group <<= row * s->group;
	for (uint32_t k = c.from; k < c.to; k++)
		active += cvg_lanes(play->trace.steps.at[k].mask & group);
	shade = shade_of(active, all);
	ascii[0] = shades[shade].ascii;
	cvg_canvas_text(into, (int32_t)(s->x + i), (int32_t)row + 1, 1,
			ui->ascii ? ascii : shades[shade].unicode,
			shade == 4 ? CVG_ROLE_GOOD : CVG_ROLE_DIVERGENT, 0);
}

/* Mark a column over its rows if lanes part in one of its steps. */
static void draw_split(const struct cvg_strip *s, const struct cvg_play *play,
		       const struct cvg_ui *ui, struct cvg_canvas *into,
		       uint32_t i)
{
	struct column c = column_of(s, play, i);

	for (uint32_t k = c.from ? c.from : 1; k < c.to; k++) {
		if (!cvg_play_splits(play, k))
			continue;
		cvg_canvas_text(into, (int32_t)(s->x + i), 0, 1,
				cvg_ui_glyphs(ui)->divergent,
				CVG_ROLE_DIVERGENT, 0);
		return;
	}
}

static void draw_labels(const struct cvg_strip *s, const struct cvg_play *play,
			struct cvg_canvas *into)
{
	for (uint32_t row = 0; row * s->group < play->lanes && s->x; row++) {
		uint32_t lane = row * s->group;

		if (s->group == 1)
			cvg_canvas_printf(into, 0, (int32_t)row + 1, LABEL,
					  CVG_ROLE_DIM, 0, "%5u", lane);
		else
			cvg_canvas_printf(into, 0, (int32_t)row + 1, LABEL,
					  CVG_ROLE_DIM, 0, "%2u-%-2u", lane,
					  lane + s->group - 1);
	}
}

/*
 * If not all steps are in sight, draw all of them in one row below, and mark
 * the part that is in sight above.
 */
static void draw_overview(const struct cvg_strip *s,
			  const struct cvg_play *play, const struct cvg_ui *ui,
			  struct cvg_canvas *into, int32_t y)
{
	uint32_t n = (uint32_t)play->trace.steps.n,
		 end = s->from + s->columns * s->per;
	struct cvg_strip all = {.per = columns_for(n, s->columns),
				.group = play->lanes,
				.x = s->x,
				.columns = s->columns};
	struct cvg_canvas row;

	if (y < 1 || (!s->from && end >= n))
		return;
	row = cvg_canvas_part(into, 0, (uint32_t)y - 1, into->width, 2);
	for (uint32_t i = 0; i < all.columns; i++)
		if (column_of(&all, play, i).from < n)
			draw_cell(&all, play, ui, &row, i, 0);
	if (s->x)
		cvg_canvas_text(into, 0, y, LABEL, "  all", CVG_ROLE_DIM, 0);
	end = end < n ? end : n;
	cvg_canvas_tint(into, (int32_t)(s->x + s->from / all.per), y,
			columns_for(end - s->from, all.per), 1, CVG_NROLES,
			CVG_CELL_REVERSE);
}

void cvg_strip_draw(const struct cvg_strip *s, const struct cvg_play *play,
		    const struct cvg_ui *ui, struct cvg_canvas *into,
		    uint32_t at)
{
	uint32_t rows = (play->lanes + s->group - 1) / s->group;
	uint32_t here = at >= s->from ? (at - s->from) / s->per : 0;

	draw_labels(s, play, into);
	for (uint32_t i = 0; i < s->columns; i++) {
		struct column c = column_of(s, play, i);

		if (c.from == c.to)
			break;
		draw_split(s, play, ui, into, i);
		for (uint32_t row = 0; row < rows; row++)
			draw_cell(s, play, ui, into, i, row);
	}
	cvg_canvas_tint(into, (int32_t)(s->x + here), 1, 1, rows, CVG_NROLES,
			CVG_CELL_REVERSE);
	cvg_canvas_put(into, (int32_t)(s->x + here), (int32_t)rows + 1,
		       ui->ascii ? '^' : 0x25b2, CVG_ROLE_TITLE, 0);
	draw_overview(s, play, ui, into, (int32_t)rows + 2);
}
