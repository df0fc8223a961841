/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Overviews of a chart: the rails of regions, and the minimap. */
#include "chart.h"

#include "reconverge/analysis.h"
#include "reconverge/canvas.h"

#include <stdio.h>
#include <string.h>

/* ---- rails ----------------------------------------------------------- */

#define MOST_RAILS 16

struct rail {
	uint32_t region;
	int32_t y0, y1; /* first and last line of its boxes */
};

/* The regions around a node, the innermost first. */
static uint32_t find_rails(const struct cvg_chart *chart, uint32_t node,
			   uint32_t most, struct rail *rail)
{
	const struct cvg_regions *rs = cvg_ana_regions(chart->ana);
	uint32_t r = rs->innermost[chart->node[node].block], n = 0;

	if (chart->node[node].region != CVG_NONE)
		r = chart->node[node].region;
	for (; r != CVG_NONE && r && n < most; r = rs->region[r].parent)
		rail[n++] = (struct rail){r, INT32_MAX, INT32_MIN};
	return n;
}

static void find_extents(const struct cvg_chart *chart, struct rail *rail,
			 uint32_t n)
{
	const struct cvg_regions *rs = cvg_ana_regions(chart->ana);

	for (uint32_t v = 0; v < chart->n; v++) {
		const struct cvg_layout_place *p = &chart->layout->place[v];
		int32_t end = p->y + (int32_t)p->height - 1;

		for (uint32_t i = 0; i < n; i++) {
			if (!cvg_region_has(rs, rail[i].region,
					    chart->node[v].block))
				continue;
			if (p->y < rail[i].y0)
				rail[i].y0 = p->y;
			if (end > rail[i].y1)
				rail[i].y1 = end;
		}
	}
}

static void draw_rail(struct cvg_canvas *into, const struct rail *r, int32_t x,
		      bool inner)
{
	int32_t y = r->y0 > into->top ? r->y0 : into->top;
	char id[16];

	snprintf(id, sizeof id, "R%u", r->region);
	cvg_canvas_line(into, x, r->y0, x, r->y1, CVG_LINE_SINGLE,
			CVG_ROLE_DIM);
	cvg_canvas_join(into, x, r->y1, CVG_DOWN, CVG_LINE_SINGLE,
			CVG_ROLE_DIM);
	for (const char *s = id; *s && y <= r->y1; s++)
		cvg_canvas_put(into, x, y++, (unsigned char)*s,
			       inner ? CVG_ROLE_TITLE : CVG_ROLE_DIM, 0);
}

void cvg_chart_rails(const struct cvg_chart *chart, struct cvg_canvas *into,
		     uint32_t node)
{
	uint32_t most = into->width < MOST_RAILS ? into->width : MOST_RAILS;
	struct rail rail[MOST_RAILS];
	uint32_t n = find_rails(chart, node, most, rail);

	find_extents(chart, rail, n);
	for (uint32_t i = 0; i < n; i++)
		draw_rail(into, &rail[i],
			  into->left + (int32_t)(into->width - 1 - i), !i);
}

/* ---- minimap --------------------------------------------------------- */

/* A map of braille dots: each cell has two columns and four lines of them. */
struct map {
	struct cvg_canvas *into;
	uint32_t width, height;	      /* of the map, in dots */
	uint32_t of_width, of_height; /* of the chart, in cells */
};

static uint32_t scaled(int64_t at, uint32_t dots, uint32_t of)
{
	int64_t d = at * dots / of;

	return (uint32_t)(d < 0 ? 0 : d >= dots ? dots - 1 : d);
}

static void dot(const struct map *m, uint32_t x, uint32_t y, enum cvg_role role)
{
	static const uint8_t bit[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
	struct cvg_cell *cell =
		cvg_canvas_at(m->into, m->into->left + (int32_t)(x / 2),
			      m->into->top + (int32_t)(y / 4));

	if (!cell)
		return;
	if (cell->ch < 0x2800)
		*cell = (struct cvg_cell){.ch = 0x2800, .role = CVG_ROLE_DIM};
	cell->ch |= bit[y % 4][x % 2];
	if (role != CVG_ROLE_DIM)
		cell->role = (uint8_t)role;
}

static void dots_of(const struct map *m, const struct cvg_layout_place *p,
		    enum cvg_role role)
{
	uint32_t x0 = scaled(p->x, m->width, m->of_width);
	uint32_t x1 =
		scaled(p->x + (int64_t)p->width - 1, m->width, m->of_width);
	uint32_t y0 = scaled(p->y, m->height, m->of_height);
	uint32_t y1 =
		scaled(p->y + (int64_t)p->height - 1, m->height, m->of_height);

	for (uint32_t y = y0; y <= y1; y++)
		for (uint32_t x = x0; x <= x1; x++)
			dot(m, x, y, role);
}

/* Shrink the map in one direction, so that a cell of the chart takes as many
 * dots across as down. */
static void fit(struct map *m)
{
	uint64_t w = m->of_width, h = m->of_height;

	if (w * m->height > h * m->width)
		m->height = (uint32_t)(h * m->width / w + 1);
	else
		m->width = (uint32_t)(w * m->height / h + 1);
}

static struct map map_of(const struct cvg_chart *chart, uint32_t width,
			 uint32_t height)
{
	struct map m = {.width = 2 * width,
			.height = 4 * height,
			.of_width = chart->layout->width,
			.of_height = chart->layout->height};

	fit(&m);
	return m;
}

void cvg_chart_map_size(const struct cvg_chart *chart, uint32_t *width,
			uint32_t *height)
{
	struct map m = map_of(chart, *width, *height);

	*width = (m.width + 1) / 2;
	*height = (m.height + 3) / 4;
}

void cvg_chart_minimap(const struct cvg_chart *chart, struct cvg_canvas *into,
		       const struct cvg_window *seen)
{
	const struct cvg_layout *layout = chart->layout;
	struct map m;
	uint32_t x0, y0, x1, y1;

	if (!into->width || !into->height || !layout->width || !layout->height)
		return;
	m = map_of(chart, into->width, into->height);
	m.into = into;
	for (uint32_t v = 0; v < chart->n; v++)
		dots_of(&m, &layout->place[v],
			chart->node[v].ndivergent ? CVG_ROLE_DIVERGENT
						  : CVG_ROLE_DIM);
	x0 = scaled(seen->x0, m.width, m.of_width) / 2;
	y0 = scaled(seen->y0, m.height, m.of_height) / 4;
	x1 = scaled(seen->x1 - 1, m.width, m.of_width) / 2;
	y1 = scaled(seen->y1 - 1, m.height, m.of_height) / 4;
	cvg_canvas_tint(into, into->left + (int32_t)x0, into->top + (int32_t)y0,
			x1 - x0 + 1, y1 - y0 + 1, CVG_NROLES, CVG_CELL_REVERSE);
}
