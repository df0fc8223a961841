/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Looking up what a layout has at a cell or in a window. Boxes are sorted by
 * row and column, horizontal wires by line and column. Vertical wires are in a
 * segment tree over bands of BAND lines: a wire is stored in those few nodes
 * whose bands together cover it, so that the wires of a window are in the nodes
 * above its bands. Node k has the children 2k and 2k + 1; band i is node
 * leaves + i.
 *
 * With four bands, a wire from line 16 to line 49 covers the bands 1, 2 and 3.
 * It is stored in node 5, which is band 1, and in node 3, which is bands 2 and
 * 3.
 */
#include "private.h"

#include "reconverge/canvas.h"

#include <stdlib.h>
#include <string.h>

#define BAND 16 /* lines of a leaf */

/* How many bands there are. */
static uint32_t leaves(const struct cvg_layout *layout)
{
	return layout->height / BAND + 1;
}

/* ---- building -------------------------------------------------------- */

/* For each node that stores wire i: count it in at[], or, once layout->band is
 * there, store it at at[]. */
static void enter(struct cvg_layout *layout, uint32_t i, uint32_t *at)
{
	const struct cvg_wire *w = &layout->wire[i];
	uint32_t n = leaves(layout);
	uint32_t a = (uint32_t)(w->y0 > 0 ? w->y0 : 0) / BAND + n;
	uint32_t b = (uint32_t)(w->y1 > 0 ? w->y1 : 0) / BAND + n + 1;

	for (; a < b; a >>= 1, b >>= 1) {
		if (a & 1) {
			if (layout->band)
				layout->band[at[a]] = i;
			at[a++]++;
		}
		if (b & 1) {
			b--;
			if (layout->band)
				layout->band[at[b]] = i;
			at[b]++;
		}
	}
}

static int by_x(const void *a, const void *b)
{
	const struct cvg_wire *p = a, *q = b;

	if (p->x0 != q->x0)
		return p->x0 < q->x0 ? -1 : 1;
	return (p->y0 > q->y0) - (p->y0 < q->y0);
}

void cvg_lay_index(struct cvg_layout *layout)
{
	uint32_t *at;

	qsort(layout->wire + layout->nacross, layout->nwires - layout->nacross,
	      sizeof *layout->wire, by_x);
	layout->nbands = 2 * leaves(layout);
	layout->band_at =
		cvg_arena_array(&layout->arena, uint32_t, layout->nbands + 1);
	at = cvg_calloc((size_t)layout->nbands + 1, sizeof *at);
	for (uint32_t i = layout->nacross; i < layout->nwires; i++)
		enter(layout, i, at);
	layout->band = cvg_arena_array(&layout->arena, uint32_t,
				       cvg_lay_starts(at, layout->nbands) + 1);
	memcpy(layout->band_at, at, ((size_t)layout->nbands + 1) * sizeof *at);
	for (uint32_t i = layout->nacross; i < layout->nwires; i++)
		enter(layout, i, at);
	free(at);
}

/* ---- windows --------------------------------------------------------- */

struct visit {
	const struct cvg_layout *layout;
	const struct cvg_window *window;
	void (*wire)(void *, const struct cvg_wire *);
	void (*box)(void *, uint32_t);
	void *data;
};

/* The first horizontal wire at line y that ends at x or right of it; the
 * first of a later line if there is none. */
static uint32_t first_across(const struct cvg_layout *layout, int32_t x,
			     int32_t y)
{
	uint32_t low = 0, high = layout->nacross;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		const struct cvg_wire *m = &layout->wire[mid];

		if (m->y0 < y || (m->y0 == y && m->x1 < x))
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static void visit_across(const struct visit *v)
{
	const struct cvg_window *w = v->window;

	for (int32_t y = w->y0; y < w->y1; y++) {
		uint32_t i = first_across(v->layout, w->x0, y);

		for (; i < v->layout->nacross && v->layout->wire[i].y0 == y &&
		       v->layout->wire[i].x0 < w->x1;
		     i++)
			v->wire(v->data, &v->layout->wire[i]);
	}
}

static void visit_band(const struct visit *v, uint32_t k)
{
	const struct cvg_layout *layout = v->layout;
	uint32_t low = layout->band_at[k], end = layout->band_at[k + 1],
		 high = end;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (layout->wire[layout->band[mid]].x0 < v->window->x0)
			low = mid + 1;
		else
			high = mid;
	}
	for (; low < end && layout->wire[layout->band[low]].x0 < v->window->x1;
	     low++)
		v->wire(v->data, &layout->wire[layout->band[low]]);
}

static void visit_down(const struct visit *v)
{
	uint32_t n = leaves(v->layout);
	uint32_t a = (uint32_t)v->window->y0 / BAND + n;
	uint32_t b = (uint32_t)(v->window->y1 - 1) / BAND + n;

	for (; a; a >>= 1, b >>= 1)
		for (uint32_t k = a; k <= b; k++)
			visit_band(v, k);
}

/* The first row that ends below line y. */
static uint32_t row_from(const struct cvg_layout *layout, int32_t y)
{
	uint32_t low = 0, high = layout->nrows;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (layout->row[mid].y + (int32_t)layout->row[mid].height <= y)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* The first box of a row that ends right of column x: index in order[]. */
static uint32_t box_from(const struct cvg_layout *layout,
			 const struct cvg_layout_row *r, int32_t x)
{
	uint32_t low = r->at, high = r->at + r->nodes;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		const struct cvg_layout_place *p =
			&layout->place[layout->order[mid]];

		if (p->x + (int32_t)p->width <= x)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static void visit_boxes(const struct visit *v)
{
	const struct cvg_layout *layout = v->layout;

	for (uint32_t r = row_from(layout, v->window->y0);
	     r < layout->nrows && layout->row[r].y < v->window->y1; r++) {
		const struct cvg_layout_row *row = &layout->row[r];

		for (uint32_t i = box_from(layout, row, v->window->x0);
		     i < row->at + row->nodes &&
		     layout->place[layout->order[i]].x < v->window->x1;
		     i++)
			/* Not all boxes are as high as their row. */
			if (layout->row[r].y +
				    (int32_t)layout->place[layout->order[i]]
					    .height >
			    v->window->y0)
				v->box(v->data, layout->order[i]);
	}
}

void cvg_layout_visit(const struct cvg_layout *layout,
		      const struct cvg_window *w,
		      void (*wire)(void *, const struct cvg_wire *),
		      void (*box)(void *, uint32_t), void *data)
{
	struct cvg_window cut = *w;
	struct visit v = {layout, &cut, wire, box, data};

	if (cut.x0 < 0)
		cut.x0 = 0;
	if (cut.y0 < 0)
		cut.y0 = 0;
	if (cut.x1 > (int32_t)layout->width)
		cut.x1 = (int32_t)layout->width;
	if (cut.y1 > (int32_t)layout->height)
		cut.y1 = (int32_t)layout->height;
	if (cut.x0 >= cut.x1 || cut.y0 >= cut.y1)
		return;
	if (wire) {
		visit_across(&v);
		visit_down(&v);
	}
	if (box)
		visit_boxes(&v);
}

/* ---- one cell -------------------------------------------------------- */

uint32_t cvg_layout_at(const struct cvg_layout *layout, int32_t x, int32_t y)
{
	uint32_t r = row_from(layout, y), i;
	const struct cvg_layout_place *p;

	if (r == layout->nrows || y < layout->row[r].y)
		return CVG_NONE;
	i = box_from(layout, &layout->row[r], x);
	if (i == layout->row[r].at + layout->row[r].nodes)
		return CVG_NONE;
	p = &layout->place[layout->order[i]];
	return x >= p->x && y < p->y + (int32_t)p->height ? layout->order[i]
							  : CVG_NONE;
}

/* ---- neighbours ------------------------------------------------------ */

static int32_t middle_of(const struct cvg_layout_place *p)
{
	return p->x + (int32_t)p->width / 2;
}

static uint32_t nearest_in(const struct cvg_layout *layout, uint32_t row,
			   int32_t x)
{
	const struct cvg_layout_row *r = &layout->row[row];
	uint32_t i = box_from(layout, r, x), best = CVG_NONE;
	int32_t least = INT32_MAX;

	for (uint32_t k = i > r->at ? i - 1 : i;
	     k < r->at + r->nodes && k <= i + 1; k++) {
		int32_t d =
			abs(middle_of(&layout->place[layout->order[k]]) - x);

		if (d < least) {
			least = d;
			best = layout->order[k];
		}
	}
	return best;
}

uint32_t cvg_layout_near(const struct cvg_layout *layout, uint32_t node,
			 enum cvg_dir dir)
{
	const struct cvg_layout_place *p = &layout->place[node];
	const struct cvg_layout_row *r = &layout->row[p->row];
	uint32_t i = box_from(layout, r, p->x);

	switch (dir) {
	case CVG_LEFT:
		return i > r->at ? layout->order[i - 1] : CVG_NONE;
	case CVG_RIGHT:
		return i + 1 < r->at + r->nodes ? layout->order[i + 1]
						: CVG_NONE;
	case CVG_UP:
		return p->row ? nearest_in(layout, p->row - 1, middle_of(p))
			      : CVG_NONE;
	case CVG_DOWN:
		return p->row + 1 < layout->nrows
			       ? nearest_in(layout, p->row + 1, middle_of(p))
			       : CVG_NONE;
	}
	return CVG_NONE;
}
