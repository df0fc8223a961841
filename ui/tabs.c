/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The tabs of the pane at the right: behind its title stands every view that has
 * its place there, by name, or by key where the title leaves less room, or not
 * at all.
 */
#include "ui/marks.h"
#include "ui/screen.h"

#include <string.h>

struct tab {
	enum cvg_viewid view;
	const char *text;
	uint32_t x, width;
};

static enum cvg_action opens(enum cvg_viewid view)
{
	return view == CVG_VIEW_warp	 ? CVG_DO_PLAY
	       : view == CVG_VIEW_causes ? CVG_DO_WHY
					 : cvg_view_info(view)->opening;
}

/* How tabs are written, from the longest form to the shortest. */
enum form { NAMES, KEYS, CLOSE_KEYS, NFORMS };

static uint32_t put_tabs(const struct cvg_ui *ui, enum cvg_slot slot,
			 enum form form, struct tab out[CVG_NVIEWS],
			 uint32_t *width)
{
	uint32_t n = 0, gap = form == CLOSE_KEYS ? 0 : 1;

	*width = 1;
	for (uint32_t v = 0; v < CVG_NVIEWS; v++) {
		const struct cvg_viewinfo *info =
			cvg_view_info((enum cvg_viewid)v);
		const char *key = cvg_ui_key(ui, opens((enum cvg_viewid)v));
		struct tab *tab = &out[n];

		if (info->slot != slot || !key)
			continue;
		tab->view = (enum cvg_viewid)v;
		tab->text = form == NAMES ? info->name : key;
		tab->width = cvg_text_width(tab->text, strlen(tab->text));
		tab->x = *width;
		*width += tab->width + gap;
		n++;
	}
	*width += 1 - gap;
	return n;
}

/* The tabs of a pane behind a title of that width. Returns their number. */
static uint32_t tabs_of(const struct cvg_ui *ui, const struct cvg_pane *pane,
			uint32_t title, struct tab out[CVG_NVIEWS])
{
	for (int form = NAMES; form < NFORMS; form++) {
		uint32_t width, n = put_tabs(ui, pane->slot, (enum form)form,
					     out, &width);

		if (title + width + 3 > pane->width)
			continue;
		for (uint32_t i = 0; i < n; i++)
			out[i].x += pane->width - 1 - width;
		return pane->slot == CVG_SLOT_SIDE ? n : 0;
	}
	return 0;
}

void cvg_tabs_draw(const struct cvg_ui *ui, struct cvg_canvas *into,
		   const struct cvg_pane *pane, uint32_t title)
{
	int32_t x = (int32_t)pane->x, y = (int32_t)pane->y - 1;
	struct tab tab[CVG_NVIEWS];
	uint32_t n = tabs_of(ui, pane, title, tab);

	if (n)
		cvg_canvas_fill(into, x + (int32_t)tab[0].x - 1, y,
				pane->width - tab[0].x, 1, CVG_ROLE_DIM, 0);
	for (uint32_t i = 0; i < n; i++) {
		bool front = tab[i].view == pane->view;

		cvg_canvas_text(into, x + (int32_t)tab[i].x, y, tab[i].width,
				tab[i].text,
				front ? CVG_ROLE_TITLE : CVG_ROLE_DIM,
				front ? CVG_CELL_REVERSE : 0);
	}
}

bool cvg_tabs_click(struct cvg_ui *ui, const struct cvg_pane *pane, int32_t x)
{
	struct cvg_str title = {0};
	struct tab tab[CVG_NVIEWS];
	uint32_t n;

	cvg_pane_title(ui, pane, &title);
	n = tabs_of(ui, pane, cvg_text_width(title.at, title.n), tab);
	cvg_str_done(&title);
	for (uint32_t i = 0; i < n; i++) {
		if (x < (int32_t)tab[i].x ||
		    x >= (int32_t)(tab[i].x + tab[i].width))
			continue;
		if (tab[i].view != pane->view)
			cvg_screen_act(ui, opens(tab[i].view), 0);
		return true;
	}
	return false;
}
