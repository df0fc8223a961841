/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which panes there are, where they stand, and which one has the keys. */
#include "ui/screen.h"

#define WIDE_WIDTH   120
#define WIDE_HEIGHT  30
#define BESIDE_WIDTH 100
#define SMALL_WIDTH  60
#define SMALL_HEIGHT 15
#define TINY_WIDTH   20
#define TINY_HEIGHT  5
#define LEFT_WIDTH   26
#define SIDE_WIDTH   40
#define MAX_SIDE     72
#define MAX_LEFT     40
#define TABS_WIDTH   64 /* from which tabs have room beside a title */
#define TABS_HEIGHT  20 /* from which they have a row of their own, else */
#define LEAST	     4	/* columns or rows that an edge leaves a pane */
#define SMALL_MAIN   24 /* columns that the pane at the right leaves the main */
#define GROW	     40 /* thousandths of the screen, by one key */

void *cvg_view_state(struct cvg_ui *ui, enum cvg_viewid id)
{
	struct cvg_screen *scr = ui->screen;
	const struct cvg_view *view = cvg_view_of(id);
	/* A running command may be changing these, so the view is told of them
	 * later. */
	const unsigned later = ui->busy ? CVG_NEW_REV | CVG_NEW_SETTINGS |
						  CVG_NEW_RUN | CVG_NEW_TREE
					: 0;
	unsigned now;

	for (uint32_t i = 0; ui->changed && i < CVG_NVIEWS; i++)
		scr->fresh[i] |= ui->changed;
	ui->changed = 0;
	if (!scr->state[id]) {
		/* What it would begin with may be changing. */
		if (ui->busy && view->update)
			return NULL;
		scr->state[id] = cvg_calloc(1, view->size ? view->size : 1);
		scr->fresh[id] = CVG_NEW_ALL;
	}
	now = scr->fresh[id] & ~later;
	scr->fresh[id] &= later;
	if (now && view->update && ui->fn)
		view->update(ui, scr->state[id], now);
	return scr->state[id];
}

/* ---- where they stand ------------------------------------------------ */

static enum cvg_form form_of(uint32_t width, uint32_t height)
{
	if (width < TINY_WIDTH || height < TINY_HEIGHT)
		return CVG_FORM_TINY;
	if (width < SMALL_WIDTH || height < SMALL_HEIGHT)
		return CVG_FORM_SMALL;
	if (width >= WIDE_WIDTH && height >= WIDE_HEIGHT)
		return CVG_FORM_WIDE;
	return width >= BESIDE_WIDTH ? CVG_FORM_BESIDE : CVG_FORM_NARROW;
}

/* The rectangle of the screen that is still free. */
struct room {
	uint32_t x, y, width, height;
};

static void add(struct cvg_screen *scr, enum cvg_slot slot, bool title,
		struct room r)
{
	uint32_t above = title && r.height > 1;
	uint32_t tabs = above && slot == CVG_SLOT_SIDE &&
			r.width < TABS_WIDTH && r.height >= TABS_HEIGHT;

	scr->pane[scr->npanes++] = (struct cvg_pane){
		.slot = slot,
		.view = scr->front[slot],
		.x = r.x,
		.y = r.y + above + tabs,
		.width = r.width,
		.height = r.height - above - tabs,
		.title = above,
		.tabs = tabs,
	};
}

static struct room top_of(struct room *r, uint32_t height)
{
	struct room top = *r;

	top.height = height;
	r->y += height;
	r->height -= height;
	return top;
}

/* Split off a room at the left, with one column between the two for a rule. */
static struct room left_of(struct room *r, uint32_t width)
{
	struct room left = *r;

	left.width = width;
	r->x += width + 1;
	r->width -= width + 1;
	return left;
}

/* The size that the user gave an edge, of `whole` cells, or else `size`; the
 * others keep `rest` cells. */
static uint32_t given(const struct cvg_screen *scr, enum cvg_edge edge,
		      uint32_t whole, uint32_t size, uint32_t rest)
{
	uint32_t most = whole > rest + LEAST ? whole - rest : LEAST;

	if (scr->share[edge])
		size = (whole * scr->share[edge] + 500) / 1000;
	return size < LEAST ? LEAST : size > most ? most : size;
}

static uint32_t between(uint32_t size, uint32_t least, uint32_t most)
{
	return size < least ? least : size > most ? most : size;
}

static uint32_t left_width(const struct cvg_screen *scr)
{
	uint32_t width = scr->canvas.width;

	return given(scr, CVG_EDGE_LEFT, width,
		     between(width * 18 / 100, LEFT_WIDTH, MAX_LEFT),
		     width / 2);
}

static uint32_t side_width(const struct cvg_screen *scr)
{
	uint32_t width = scr->canvas.width;

	return given(scr, CVG_EDGE_SIDE, width,
		     between(width * 3 / 10, SIDE_WIDTH, MAX_SIDE),
		     scr->form == CVG_FORM_WIDE ? left_width(scr) + SMALL_MAIN
						: SMALL_MAIN);
}

static void place_wide(struct cvg_screen *scr, struct room r)
{
	struct room left = left_of(&r, left_width(scr));
	struct room main = left_of(&r, r.width - side_width(scr) - 1);
	uint32_t time = given(scr, CVG_EDGE_TIME, left.height,
			      2 + left.height / 4, LEAST);

	add(scr, CVG_SLOT_TIME, true, top_of(&left, time));
	add(scr, CVG_SLOT_LEFT, true, left);
	add(scr, CVG_SLOT_MAIN, true, main);
	add(scr, CVG_SLOT_SIDE, true, r);
}

static void place_two(struct cvg_screen *scr, struct room r)
{
	add(scr, CVG_SLOT_TIME, false, top_of(&r, 1));
	if (scr->form == CVG_FORM_BESIDE) {
		add(scr, CVG_SLOT_MAIN, true,
		    left_of(&r, r.width - side_width(scr) - 1));
		add(scr, scr->second, true, r);
	} else if (scr->open) {
		uint32_t below = given(scr, CVG_EDGE_BELOW, r.height,
				       r.height - r.height * 11 / 20, LEAST);

		add(scr, CVG_SLOT_MAIN, true, top_of(&r, r.height - below));
		add(scr, scr->second, true, r);
	} else {
		add(scr, CVG_SLOT_MAIN, true, r);
	}
}

static void place_small(struct cvg_screen *scr, struct room r)
{
	add(scr, scr->first, true, top_of(&r, r.height / 2));
	add(scr, CVG_SLOT_SIDE, true, r);
}

static void place_full(struct cvg_screen *scr, struct room r)
{
	add(scr, scr->focus, true, r);
}

/* The rows of hints and of messages. */
static uint32_t bottom_rows(const struct cvg_screen *scr)
{
	return scr->form == CVG_FORM_SMALL ? 1 : 2;
}

static struct cvg_pane *pane_of(struct cvg_screen *scr, enum cvg_slot slot)
{
	for (uint32_t i = 0; i < scr->npanes; i++)
		if (scr->pane[i].slot == slot)
			return &scr->pane[i];
	return NULL;
}

enum cvg_slot cvg_panes_home(const struct cvg_screen *scr)
{
	return scr->form == CVG_FORM_SMALL ? scr->first : CVG_SLOT_MAIN;
}

void cvg_panes_place(struct cvg_screen *scr)
{
	struct room r = {.y = 1, .width = scr->canvas.width};

	scr->form = form_of(scr->canvas.width, scr->canvas.height);
	scr->npanes = 0;
	if (scr->form == CVG_FORM_TINY)
		return;
	r.height = scr->canvas.height - 1 - bottom_rows(scr);
	if (scr->full)
		place_full(scr, r);
	else if (scr->form == CVG_FORM_WIDE)
		place_wide(scr, r);
	else if (scr->form == CVG_FORM_SMALL)
		place_small(scr, r);
	else
		place_two(scr, r);
	if (!pane_of(scr, scr->focus))
		scr->focus = cvg_panes_home(scr);
	/* Every view on the screen may have another size now. */
	for (uint32_t i = 0; i < CVG_NVIEWS; i++)
		scr->fresh[i] |= CVG_NEW_SIZE;
}

/* ---- which one has the keys ------------------------------------------ */

struct cvg_pane *cvg_pane_focused(struct cvg_screen *scr)
{
	return pane_of(scr, scr->focus);
}

int32_t cvg_pane_top(const struct cvg_pane *pane)
{
	return (int32_t)pane->y - pane->title - pane->tabs;
}

struct cvg_pane *cvg_pane_at(struct cvg_screen *scr, int32_t x, int32_t y)
{
	for (uint32_t i = 0; i < scr->npanes; i++) {
		struct cvg_pane *pane = &scr->pane[i];

		if (x >= (int32_t)pane->x &&
		    x < (int32_t)(pane->x + pane->width) &&
		    y >= cvg_pane_top(pane) &&
		    y < (int32_t)(pane->y + pane->height))
			return pane;
	}
	return NULL;
}

void cvg_panes_cycle(struct cvg_screen *scr, int by)
{
	struct cvg_pane *pane = cvg_pane_focused(scr);
	uint32_t n = scr->npanes;

	if (pane)
		scr->focus = scr->pane[((size_t)(pane - scr->pane) + n +
					(by > 0 ? 1 : n - 1)) %
				       n]
				     .slot;
}

bool cvg_pane_close(struct cvg_screen *scr)
{
	const struct cvg_viewinfo *front =
		cvg_view_info(scr->front[scr->focus]);

	if (scr->full && !(front->traits & CVG_ALONE)) {
		scr->full = false;
	} else if (scr->front[CVG_SLOT_MAIN] != CVG_VIEW_graph) {
		scr->front[CVG_SLOT_MAIN] = CVG_VIEW_graph;
		scr->full = false;
	} else if (scr->form == CVG_FORM_NARROW && scr->open) {
		scr->open = false;
	} else if (scr->form == CVG_FORM_SMALL && scr->first == CVG_SLOT_MAIN) {
		scr->first = CVG_SLOT_LEFT;
	} else {
		return false;
	}
	cvg_panes_place(scr);
	return true;
}

/* ---- edges ----------------------------------------------------------- */

/* The edge of a pane, as the panes are laid out; CVG_NEDGES: none. Of the main
 * pane, it is the one beside it. */
static enum cvg_edge edge_of(const struct cvg_screen *scr, enum cvg_slot slot)
{
	if (scr->npanes < 2 || scr->full || scr->form == CVG_FORM_SMALL)
		return CVG_NEDGES;
	if (scr->form == CVG_FORM_NARROW)
		return scr->open ? CVG_EDGE_BELOW : CVG_NEDGES;
	if (scr->form == CVG_FORM_WIDE &&
	    (slot == CVG_SLOT_LEFT || slot == CVG_SLOT_TIME))
		return CVG_EDGE_LEFT;
	return CVG_EDGE_SIDE;
}

/* The cells that the edge gives its pane now, and those they are part of. */
static uint32_t edge_size(struct cvg_screen *scr, enum cvg_edge edge,
			  uint32_t *whole)
{
	const struct cvg_pane *pane = NULL;

	*whole = scr->canvas.width;
	switch (edge) {
	case CVG_EDGE_LEFT:
		return left_width(scr);
	case CVG_EDGE_SIDE:
		return side_width(scr);
	case CVG_EDGE_TIME:
		*whole = scr->canvas.height - 1 - bottom_rows(scr);
		pane = pane_of(scr, CVG_SLOT_TIME);
		break;
	case CVG_EDGE_BELOW:
		*whole = scr->canvas.height - 2 - bottom_rows(scr);
		pane = pane_of(scr, scr->second);
		break;
	case CVG_NEDGES:
		break;
	}
	return pane ? pane->height + pane->title + pane->tabs : 0;
}

static void set_edge(struct cvg_screen *scr, enum cvg_edge edge, int64_t size)
{
	uint32_t whole;

	edge_size(scr, edge, &whole);
	size = size < LEAST ? LEAST : size > whole ? whole : size;
	scr->share[edge] = (uint32_t)(size * 1000 / whole);
	cvg_panes_place(scr);
}

bool cvg_panes_grow(struct cvg_screen *scr, int by)
{
	enum cvg_edge edge = edge_of(scr, scr->focus);
	bool main = scr->focus == CVG_SLOT_MAIN;
	uint32_t whole, step, size;

	if (edge == CVG_NEDGES)
		return false;
	size = edge_size(scr, edge, &whole);
	step = whole * GROW / 1000 ? whole * GROW / 1000 : 1;
	set_edge(scr, edge,
		 (int64_t)size +
			 ((by > 0) != main ? (int64_t)step : -(int64_t)step));
	return true;
}

enum cvg_edge cvg_panes_edge(const struct cvg_screen *scr, int32_t x, int32_t y)
{
	for (uint32_t i = 0; i < scr->npanes; i++) {
		const struct cvg_pane *pane = &scr->pane[i];
		bool beside = x == (int32_t)pane->x - 1 &&
			      y >= cvg_pane_top(pane) &&
			      y < (int32_t)(pane->y + pane->height);
		bool above = pane->title && y == cvg_pane_top(pane) &&
			     x >= (int32_t)pane->x &&
			     x < (int32_t)(pane->x + pane->width);

		if (beside)
			return pane->slot == CVG_SLOT_MAIN ? CVG_EDGE_LEFT
							   : CVG_EDGE_SIDE;
		if (above && scr->form == CVG_FORM_WIDE &&
		    pane->slot == CVG_SLOT_LEFT)
			return CVG_EDGE_TIME;
		if (above && scr->form == CVG_FORM_NARROW && scr->open &&
		    pane->slot == scr->second)
			return CVG_EDGE_BELOW;
	}
	return CVG_NEDGES;
}

void cvg_panes_drag(struct cvg_screen *scr, enum cvg_edge edge, int32_t x,
		    int32_t y)
{
	int32_t width = (int32_t)scr->canvas.width;

	switch (edge) {
	case CVG_EDGE_LEFT:
		set_edge(scr, edge, x);
		break;
	case CVG_EDGE_SIDE:
		set_edge(scr, edge, width - x - 1);
		break;
	case CVG_EDGE_TIME:
		set_edge(scr, edge, y - 1);
		break;
	case CVG_EDGE_BELOW:
		set_edge(scr, edge,
			 (int32_t)(scr->canvas.height - bottom_rows(scr)) - y);
		break;
	case CVG_NEDGES:
		break;
	}
}

const struct cvg_playing *cvg_ui_playing(const struct cvg_ui *ui)
{
	const struct cvg_screen *scr = ui->screen;

	for (uint32_t i = 0; scr && i < scr->npanes; i++)
		if (scr->pane[i].view == CVG_VIEW_warp && ui->fn &&
		    ui->playing.fn == ui->fn)
			return &ui->playing;
	return NULL;
}

void cvg_ui_show(struct cvg_ui *ui, enum cvg_viewid view)
{
	struct cvg_screen *scr = ui->screen;
	enum cvg_slot slot = cvg_view_info(view)->slot;

	if (!scr)
		return;
	scr->front[slot] = view;
	if (slot == CVG_SLOT_LEFT || slot == CVG_SLOT_SIDE) {
		scr->second = slot;
		scr->open = true;
	}
	if (slot == CVG_SLOT_LEFT || slot == CVG_SLOT_MAIN)
		scr->first = slot;
	scr->focus = slot;
	cvg_panes_place(scr);
}
