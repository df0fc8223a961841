/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Lines that scroll, with a cursor: what every list-like view is made of. It
 * knows how many lines there are, not what stands in them; a view draws the
 * lines in sight and no others, so that a list may be as long as it likes.
 */
#ifndef CVG_UI_LIST_H
#define CVG_UI_LIST_H

#include "ui/view.h"

/* Zero-initialised: empty. at < n and top < n unless n is 0. */
struct cvg_list {
	uint32_t n;	 /* lines */
	uint32_t at;	 /* under the cursor */
	uint32_t top;	 /* first one in sight */
	uint32_t height; /* lines in sight, by the last cvg_list_fit */
	uint32_t left;	 /* columns panned to the right */
	/* the lines were scrolled away from the cursor: cvg_list_fit does not
	 * scroll back to it */
	bool loose;
};

/* Set the number of lines; the cursor stays if it can. */
void cvg_list_size(struct cvg_list *list, uint32_t n);
/* Put the cursor there; the next fit brings it into sight. */
void cvg_list_go(struct cvg_list *list, uint32_t at);
/* Put the cursor on a line, which becomes the first in sight if enough lines
 * follow it. */
void cvg_list_top(struct cvg_list *list, uint32_t at);
/* Call it before drawing into that many lines: chooses which lines are in
 * sight. */
void cvg_list_fit(struct cvg_list *list, uint32_t height);

/* Do an action that moves the cursor or scrolls: up, down, pages, top, bottom,
 * center, pan. False: it is another action, or the list is empty. */
bool cvg_list_act(struct cvg_list *list, enum cvg_action action);
/* `y` counts from the first line in sight. True: the cursor moved or the
 * picture did; whether it is a double click is the view's to see. */
bool cvg_list_mouse(struct cvg_list *list, enum cvg_mouse what, int32_t y);

/*
 * Search the lines after (by: 1) or before (-1) the cursor, all round, and put
 * the cursor on the first one for which `has` is true. False: there is none.
 */
bool cvg_list_find(struct cvg_list *list, int by,
		   bool (*has)(void *ctx, uint32_t line), void *ctx);

/* Does the text hold `what`? If `what` has no capital letter, case does not
 * matter. */
bool cvg_text_has(const char *text, const char *what);

/* `text` without its first *columns columns; *columns becomes the number of
 * columns that the text was too short for. */
const char *cvg_text_cut(const char *text, uint32_t *columns);

/* "12 of 40" */
void cvg_list_status(const struct cvg_list *list, struct cvg_str *out);

/*
 * Mark the cursor's line after it was drawn at row y: reversed if the keys go
 * to this view, else only by a triangle in the first column, which lines leave
 * free.
 */
void cvg_list_cursor(const struct cvg_ui *ui, struct cvg_canvas *into,
		     int32_t y, bool focused);

/* The part of the pane that lines are drawn in: without the column of the bar, if
 * there is one. */
struct cvg_canvas cvg_list_text(const struct cvg_list *list,
				const struct cvg_canvas *into);

/* Draw a bar in the last column that shows which part of the list is in sight,
 * unless all of it is. */
void cvg_list_bar(const struct cvg_ui *ui, const struct cvg_list *list,
		  struct cvg_canvas *into, int32_t y);

#endif
