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
	uint32_t height; /* lines in sight when it was last fitted */
	uint32_t left;	 /* columns panned to the right */
	bool loose;	 /* the picture was moved away from the cursor: fitting
		       leaves it where it is */
};

/* Set the number of lines; the cursor stays if it can. */
void cvg_list_size(struct cvg_list *l, uint32_t n);
/* Put the cursor there; the next fit brings it into sight. */
void cvg_list_go(struct cvg_list *l, uint32_t at);
/* The same, and that line is the first in sight if there are lines enough. */
void cvg_list_top(struct cvg_list *l, uint32_t at);
/* Before drawing into that many lines: choose what is in sight. */
void cvg_list_fit(struct cvg_list *l, uint32_t height);

/* What moves the cursor or the picture: up, down, pages, top, bottom, center,
 * pan. False: another action, or nothing to move. */
bool cvg_list_act(struct cvg_list *l, enum cvg_action action);
/* `y` counts from the first line in sight. True: the cursor moved or the
 * picture did; whether it is a double click is the view's to see. */
bool cvg_list_mouse(struct cvg_list *l, enum cvg_mouse what, int32_t y);

/*
 * From the line after (by: 1) or before (-1) the cursor, all round: the first
 * line that `has` says yes to gets the cursor. False: none.
 */
bool cvg_list_find(struct cvg_list *l, int by,
		   bool (*has)(void *ctx, uint32_t line), void *ctx);

/* The text has `what` in it; without capitals it matches any. */
bool cvg_text_has(const char *text, const char *what);

/* `text` without its first *columns; *columns becomes what is still to cut. */
const char *cvg_text_cut(const char *text, uint32_t *columns);

/* "12 of 40" */
void cvg_list_status(const struct cvg_list *l, struct cvg_str *out);

/*
 * The line under the cursor, after it was drawn at row y: reversed if keys
 * come here, else only marked in its first column, which lines leave free.
 */
void cvg_list_cursor(const struct cvg_ui *ui, struct cvg_canvas *into,
		     int32_t y, bool focused);

/* In the last column: which part of the list is in sight, if not all is. */
void cvg_list_bar(const struct cvg_ui *ui, const struct cvg_list *l,
		  struct cvg_canvas *into, int32_t y);

#endif
