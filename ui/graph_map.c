/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The minimap of the graph gives way: it lies in a corner where nothing is
 * drawn, else in one where it covers edges but no box, else it is hidden.
 */
#include "ui/graph.h"
#include "ui/keys.h"

#include "reconverge/analysis.h"
#include "reconverge/layout.h"

#define MAP_WIDTH  18
#define MAP_HEIGHT 9

static bool is_blank(const struct cvg_canvas *in, int32_t x, int32_t y,
		     uint32_t width, uint32_t height)
{
	for (uint32_t row = 0; row < height; row++)
		for (uint32_t column = 0; column < width; column++) {
			const struct cvg_cell *cell =
				&in->cell[((size_t)y + row) * in->stride +
					  (size_t)x + column];

			if (cell->line || (cell->ch && cell->ch != ' '))
				return false;
		}
	return true;
}

static bool is_free_of_boxes(const struct cvg_layout *layout, uint32_t n,
			     struct cvg_window at)
{
	for (uint32_t v = 0; v < n; v++) {
		const struct cvg_layout_place *p = &layout->place[v];

		if (p->x < at.x1 && p->x + (int32_t)p->width > at.x0 &&
		    p->y < at.y1 && p->y + (int32_t)p->height > at.y0)
			return false;
	}
	return true;
}

/* May the map lie there: `boxes`, over edges too? */
static bool may_lie(const struct cvg_chart *chart, const struct cvg_canvas *in,
		    int32_t x, int32_t y, struct cvg_canvas map, bool boxes)
{
	struct cvg_window at = {in->left + x, in->top + y,
				in->left + x + (int32_t)map.width,
				in->top + y + (int32_t)map.height};

	return boxes ? is_free_of_boxes(chart->layout, chart->n, at)
		     : is_blank(in, x, y, map.width, map.height);
}

bool cvg_graph_map(const struct cvg_chart *chart, struct cvg_canvas *into,
		   struct cvg_window *at)
{
	const struct cvg_layout *layout = chart->layout;
	struct cvg_window seen = {into->left, into->top,
				  into->left + (int32_t)into->width,
				  into->top + (int32_t)into->height};
	struct cvg_canvas map = {.width = into->width / 4,
				 .height = into->height / 4};

	if ((uint64_t)layout->width * layout->height <
		    2 * (uint64_t)into->width * into->height ||
	    map.width < 6 || map.height < 3)
		return false;
	map.width = map.width > MAP_WIDTH ? MAP_WIDTH : map.width;
	map.height = map.height > MAP_HEIGHT ? MAP_HEIGHT : map.height;
	cvg_chart_map_size(chart, &map.width, &map.height);
	/* the corners: on the right, then below */
	for (int i = 0; i < 8; i++) {
		int32_t x = i & 2 ? 0 : (int32_t)(into->width - map.width);
		int32_t y = i & 1 ? (int32_t)(into->height - map.height) : 0;

		if (!may_lie(chart, into, x, y, map, i >= 4))
			continue;
		map = cvg_canvas_part(into, (uint32_t)x, (uint32_t)y, map.width,
				      map.height);
		*at = (struct cvg_window){x, y, x + (int32_t)map.width,
					  y + (int32_t)map.height};
		cvg_canvas_clear(&map);
		cvg_chart_minimap(chart, &map, &seen);
		return true;
	}
	return false;
}

/* ---- where the cursor is ---------------------------------------------- */

#define CRUMBS 4 /* regions named, the innermost ones */

/* The overlay, then the regions around the block, then the block. */
void cvg_graph_crumbs(struct cvg_ui *ui, struct cvg_str *out)
{
	const struct cvg_regions *rs = cvg_ana_regions(ui->ana);
	const char *sign = ui->ascii ? ">" : "\u203a";
	uint32_t around[CRUMBS], n = 0;
	uint32_t r = rs->innermost[ui->block];

	if (ui->overlay != CVG_OVERLAY_DIVERGENCE || cvg_ui_playing(ui)) {
		cvg_str_add(out, "  ");
		cvg_ui_keyed(ui, out,
			     cvg_overlay_title(
				     ui, ui->overlay == CVG_OVERLAY_DIVERGENCE
						 ? CVG_OVERLAY_WARP
						 : ui->overlay));
	}
	/* Region 0 is the whole function. */
	for (; r && r != CVG_NONE && n < CRUMBS; r = rs->region[r].parent)
		around[n++] = r;
	cvg_str_add(out, "  ");
	if (r && r != CVG_NONE)
		cvg_str_addf(out, "%s ", ui->ascii ? "..." : "\u2026");
	while (n-- > 0)
		cvg_str_addf(out, "R%u %s ", around[n], sign);
	cvg_str_addf(out, "B%u", ui->fn->blocks[ui->block].uid);
}

/* ---- the window ------------------------------------------------------ */

int32_t cvg_window_settle(int32_t at, uint32_t size, uint32_t of)
{
	int32_t room = (int32_t)of - (int32_t)size;

	if (room <= 0)
		return room / 2;
	return at < 0 ? 0 : at > room ? room : at;
}

int32_t cvg_window_reach(int32_t from, uint32_t window, int32_t at,
			 uint32_t size, int32_t margin)
{
	int32_t end = at + (int32_t)size + margin;

	if (size + 2 * (uint32_t)margin > window)
		margin = 0;
	if (end > from + (int32_t)window)
		from = end - (int32_t)window;
	return at - margin < from ? at - margin : from;
}
