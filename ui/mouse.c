/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The mouse: a click gives a pane the keys and selects, the wheel scrolls the
 * pane under the pointer. */
#include "ui/screen.h"

#define DOUBLE_SECONDS 0.4

/* A second click on the same cell within DOUBLE_SECONDS makes a double
 * click. */
static enum cvg_mouse kind_of(struct cvg_screen *scr, const struct cvg_key *key)
{
	double now = cvg_now();
	bool twice = key->what == CVG_MOUSE_CLICK && key->x == scr->clicked_x &&
		     key->y == scr->clicked_y &&
		     now - scr->clicked_at < DOUBLE_SECONDS;

	if (key->what == CVG_MOUSE_CLICK) {
		scr->clicked_x = key->x;
		scr->clicked_y = key->y;
		scr->clicked_at = twice ? -1 : now;
	}
	return twice ? CVG_MOUSE_DOUBLE : key->what;
}

/* Give the mouse to the box that is open: the wheel scrolls it, a click closes
 * it. False: no box is open. */
static bool over_panes(struct cvg_ui *ui, const struct cvg_key *key)
{
	struct cvg_screen *scr = ui->screen;
	struct cvg_key as = {.code = key->what == CVG_MOUSE_WHEEL_UP
					     ? CVG_KEY_UP
					     : CVG_KEY_DOWN};
	bool wheel = key->what == CVG_MOUSE_WHEEL_UP ||
		     key->what == CVG_MOUSE_WHEEL_DOWN;

	if (scr->palette.open && wheel)
		cvg_palette_key(ui, &as);
	else if (scr->palette.open && key->what == CVG_MOUSE_CLICK)
		cvg_palette_close(scr);
	else if (scr->popup.open && wheel)
		cvg_popup_key(ui, &as);
	else if (scr->popup.open && key->what == CVG_MOUSE_CLICK)
		cvg_popup_close(scr);
	else if (scr->preview.graph && wheel)
		cvg_preview_act(ui, key->what == CVG_MOUSE_WHEEL_UP
					    ? CVG_DO_PAN_UP
					    : CVG_DO_PAN_DOWN);
	else if (scr->preview.graph && key->what == CVG_MOUSE_CLICK)
		cvg_preview_close(scr);
	else
		return scr->preview.graph || scr->palette.open ||
		       scr->popup.open || scr->prompt.asking != CVG_ASK_NOTHING;
	return true;
}

static bool is_hint(const struct cvg_screen *scr, int32_t y)
{
	return scr->form != CVG_FORM_SMALL && scr->form != CVG_FORM_TINY &&
	       y == (int32_t)scr->canvas.height - 2 - scr->raised;
}

void cvg_screen_mouse(struct cvg_ui *ui, const struct cvg_key *key)
{
	struct cvg_screen *scr = ui->screen;
	struct cvg_pane *pane = cvg_pane_at(scr, key->x, key->y);
	enum cvg_mouse what = kind_of(scr, key);
	const struct cvg_view *view;
	int32_t x, y;
	void *state;

	if (over_panes(ui, key) || !ui->fn)
		return;
	if (what == CVG_MOUSE_DRAG && scr->grip != CVG_NEDGES) {
		cvg_panes_drag(scr, scr->grip, key->x, key->y);
		return;
	}
	if (what == CVG_MOUSE_CLICK || what == CVG_MOUSE_DOUBLE)
		scr->grip = cvg_panes_edge(scr, key->x, key->y);
	if (is_hint(scr, key->y)) {
		if (what == CVG_MOUSE_CLICK)
			cvg_hint_click(ui, key->x);
		return;
	}
	if (!pane)
		return;
	x = key->x - (int32_t)pane->x;
	y = key->y - (int32_t)pane->y;
	view = cvg_view_of(pane->view);
	if (what == CVG_MOUSE_CLICK)
		scr->focus = pane->slot;
	if (what == CVG_MOUSE_CLICK && cvg_tabs_click(ui, pane, x, y))
		return;
	if (what == CVG_MOUSE_DOUBLE && y < 0) {
		cvg_screen_act(ui, CVG_DO_FULL, 0);
		return;
	}
	state = y >= 0 && view->mouse ? cvg_view_state(ui, pane->view) : NULL;
	if (state)
		view->mouse(ui, state, what, x, y);
}
