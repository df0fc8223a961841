/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The tabs of the pane at the right: every view that has its place there, by name,
 * or in a word where there is less room, or by key, or not at all. They stand behind
 * the title, and in narrow panes in a row of their own.
 */
#include "ui/marks.h"
#include "ui/screen.h"

#include <string.h>

struct tab {
	enum cvg_viewid view;
	const char *text;
	uint32_t x, width;
};

/* How tabs are written, from the longest form to the shortest. */
enum form { NAMES, WORDS, KEYS, CLOSE_KEYS, NFORMS };

/* Of views whose name is long, or is not the word of their title. */
static const char *word_of(enum cvg_viewid view)
{
	static const char *const words[CVG_NVIEWS] = {
		[CVG_VIEW_source] = "src",
		[CVG_VIEW_candidates] = "cand",
		[CVG_VIEW_causes] = "why",
		[CVG_VIEW_matrix] = "align",
	};

	return words[view] ? words[view] : cvg_view_info(view)->name;
}

static uint32_t put_tabs(const struct cvg_ui *ui, enum cvg_slot slot,
			 enum form form, struct tab out[CVG_NVIEWS],
			 uint32_t *width)
{
	uint32_t n = 0, gap = form == CLOSE_KEYS ? 0 : 1;

	*width = 1;
	for (uint32_t v = 0; v < CVG_NVIEWS; v++) {
		const struct cvg_viewinfo *info =
			cvg_view_info((enum cvg_viewid)v);
		const char *key =
			cvg_ui_key(ui, cvg_view_opening((enum cvg_viewid)v));
		struct tab *tab = &out[n];

		if (info->slot != slot || !key)
			continue;
		tab->view = (enum cvg_viewid)v;
		tab->text = form == NAMES   ? info->name
			    : form == WORDS ? word_of(tab->view)
					    : key;
		tab->width = cvg_text_width(tab->text, strlen(tab->text));
		tab->x = *width;
		*width += tab->width + gap;
		n++;
	}
	*width += 1 - gap;
	return n;
}

/* The tabs of a pane whose title has that width. Returns their number. */
static uint32_t tabs_of(const struct cvg_ui *ui, const struct cvg_pane *pane,
			uint32_t title, struct tab out[CVG_NVIEWS])
{
	for (int form = NAMES; form < NFORMS; form++) {
		uint32_t width, n = put_tabs(ui, pane->slot, (enum form)form,
					     out, &width);

		if ((pane->tabs ? width : title + width + 3) > pane->width)
			continue;
		for (uint32_t i = 0; i < n && !pane->tabs; i++)
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

	if (n && !pane->tabs)
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

bool cvg_tabs_click(struct cvg_ui *ui, const struct cvg_pane *pane, int32_t x,
		    int32_t y)
{
	struct cvg_str title = {0};
	struct tab tab[CVG_NVIEWS];
	uint32_t n;

	if (y != -1)
		return false;

	cvg_pane_title(ui, pane, &title);
	n = tabs_of(ui, pane, cvg_text_width(title.at, title.n), tab);
	cvg_str_done(&title);
	for (uint32_t i = 0; i < n; i++) {
		if (x < (int32_t)tab[i].x ||
		    x >= (int32_t)(tab[i].x + tab[i].width))
			continue;
		if (tab[i].view != pane->view)
			cvg_screen_act(ui, cvg_view_opening(tab[i].view), 0);
		return true;
	}
	return false;
}
