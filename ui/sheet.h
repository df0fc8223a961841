/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A sheet: lines of styled text that scroll, with or without a cursor. A view
 * whose picture is text writes its lines here when something changed, and
 * drawing costs no more than what is seen.
 *
 *	cvg_sheet_begin(s);
 *	cvg_sheet_put(s, CVG_ROLE_TITLE, 0, "P%u", id);
 *	cvg_sheet_pad(s, 6);
 *	cvg_sheet_put(s, CVG_ROLE_TEXT, 0, "%s", command);
 *	cvg_sheet_end(s, id);			(a line, that stands for id)
 *
 * Cursor and scroll survive being written anew. Zeroed is empty.
 */
#ifndef CVG_UI_SHEET_H
#define CVG_UI_SHEET_H

#include "ui/list.h"

#include <stddef.h>

/* A piece of a line in one style. */
struct cvg_span {
	uint32_t at, n; /* bytes, from the line's beginning */
	uint8_t role;	/* enum cvg_role */
	uint8_t attr;	/* enum cvg_cellattr */
};

struct cvg_sheetline {
	size_t text_at; /* into text */
	uint32_t text_n;
	uint32_t spans_at, nspans; /* into spans[] */
	/* what the line stands for, by the view's own numbers; or CVG_NONE */
	uint32_t key;
};

struct cvg_sheet {
	struct cvg_str text;
	cvg_vec(struct cvg_span) spans;
	cvg_vec(struct cvg_sheetline) lines;
	struct cvg_list list; /* the cursor, and what is in sight */
	bool pick; /* there is a cursor, for which the first column is left
		      free; else it only scrolls */
	bool tail; /* keep the last line in sight as lines are added ... */
	bool away; /* ... unless scrolled away from it */

	/* the line being written */
	size_t line_at;
	uint32_t line_spans, line_width;
};

void cvg_sheet_done(struct cvg_sheet *sheet);

/* ---- writing --------------------------------------------------------- */

void cvg_sheet_begin(struct cvg_sheet *sheet);
void cvg_sheet_put(struct cvg_sheet *sheet, enum cvg_role role, unsigned attr,
		   const char *fmt, ...) CVG_PRINTF(4, 5);
void cvg_sheet_putn(struct cvg_sheet *sheet, enum cvg_role role, unsigned attr,
		    const char *text, size_t n);
/* Blanks up to that column, if the line is not there yet. */
void cvg_sheet_pad(struct cvg_sheet *sheet, uint32_t column);
/* Put text as cvg_sheet_put does, after blanks, so that it ends before that column. */
void cvg_sheet_right(struct cvg_sheet *sheet, uint32_t column,
		     enum cvg_role role, unsigned attr, const char *fmt, ...)
	CVG_PRINTF(5, 6);
void cvg_sheet_end(struct cvg_sheet *sheet, uint32_t key);
/* Words of `text` in lines of at most `width` columns, all but the first
 * indented by `indent`; goes on where the open line is, and ends it. */
void cvg_sheet_wrap(struct cvg_sheet *sheet, enum cvg_role role, unsigned attr,
		    uint32_t width, uint32_t indent, const char *text);

/* ---- where one is ---------------------------------------------------- */

/* What the line under the cursor stands for, or CVG_NONE. */
uint32_t cvg_sheet_key(const struct cvg_sheet *sheet);
/* Put the cursor on the first line that stands for that key; false: there is
 * none. */
bool cvg_sheet_go(struct cvg_sheet *sheet, uint32_t key);

/* ---- what a view does with it ---------------------------------------- */

/* Draw the lines in sight; every match of ui->search in them is marked. */
void cvg_sheet_draw(const struct cvg_ui *ui, struct cvg_sheet *sheet,
		    struct cvg_canvas *into, bool focused);
/* Do an action that moves the cursor or scrolls. False: it is another
 * action. */
bool cvg_sheet_act(struct cvg_sheet *sheet, enum cvg_action action);
/* Clicks move the cursor, the wheel scrolls. False: there is no line at that
 * row. */
bool cvg_sheet_mouse(struct cvg_sheet *sheet, enum cvg_mouse what, int32_t y);
/* Go to the next line that holds `text`, searching all round. False: there is
 * none. */
bool cvg_sheet_find(struct cvg_sheet *sheet, const char *text, int by);

/* The same as functions of struct cvg_view, for a view whose state begins with
 * its sheet, of which it makes sure by CVG_SHEET_IS_FIRST. */
bool cvg_sheet_view_act(struct cvg_ui *ui, void *state, enum cvg_action action,
			uint32_t count);
bool cvg_sheet_view_mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
			  int32_t x, int32_t y);
/* Writes "3 of 40"; of a sheet without a cursor "40%", if not all of it is seen. */
void cvg_sheet_view_status(struct cvg_ui *ui, void *state, struct cvg_str *out);
bool cvg_sheet_view_find(struct cvg_ui *ui, void *state, int by);

#define CVG_SHEET_IS_FIRST(type)               \
	_Static_assert(!offsetof(type, sheet), \
		       "functions of sheets take the state for the sheet")

#endif
