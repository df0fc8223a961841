/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tables on the screen. */
#include "ui/tables.h"

/* Where a column ends if it begins at *at; CVG_NONE: there is no room. The
 * first two columns are always there. */
static uint32_t end_of(const struct cvg_table *t, uint32_t column, uint32_t at,
		       uint32_t width)
{
	const struct cvg_column *col = &t->column[column];

	if (!cvg_column_is_shown(col) || width < col->least ||
	    (column > 1 && at + col->width > width))
		return CVG_NONE;
	return at + col->width;
}

/* A share of a column of `most`, in the colour of the verdict. */
static void put_bar(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		    enum cvg_role role, const struct cvg_change *change,
		    uint32_t most)
{
	double a = change->from, b = change->to;
	double share = a > 0 ? (b - a) / a : b > 0 ? 1 : 0;
	const char *glyph = ui->ascii ? b < a ? "-" : "+"
			    : b < a   ? "\u2592"
				      : "\u2588";
	uint32_t n;

	share = share < 0 ? -share : share;
	n = (uint32_t)(most * (share > 1 ? 1 : share) + 0.5);
	cvg_sheet_put(sheet, CVG_ROLE_TEXT, 0, "  ");
	while (n--)
		cvg_sheet_put(sheet, role, 0, "%s", glyph);
}

static enum cvg_role role_of(const struct cvg_table *t, size_t row,
			     uint32_t column)
{
	const struct cvg_column *col = &t->column[column];
	int verdict = cvg_table_verdict(t, row, column);

	if (verdict)
		return verdict > 0 ? CVG_ROLE_GOOD : CVG_ROLE_REMOVED;
	return column && !cvg_column_is_right(col) ? CVG_ROLE_DIM
						   : CVG_ROLE_TEXT;
}

/* One cell that begins at `at` and ends at `end`. */
static void put_text(struct cvg_sheet *sheet, const struct cvg_column *column,
		     enum cvg_role role, uint32_t at, uint32_t end,
		     const char *text)
{
	if (!*text)
		return;
	if (cvg_column_is_right(column)) {
		cvg_sheet_right(sheet, end, role, 0, " %s", text);
		return;
	}
	if (at)
		cvg_sheet_pad(sheet, at + 2);
	cvg_sheet_put(sheet, role, 0, "%s", text);
}

static void put_cell(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		     const struct cvg_table *t, size_t row, uint32_t column,
		     uint32_t at, uint32_t end)
{
	const struct cvg_column *col = &t->column[column];
	enum cvg_role role = role_of(t, row, column);
	struct cvg_str text = {0};

	if (col->use & CVG_COLUMN_BAR) {
		if (cvg_table_verdict(t, row, column)) {
			cvg_sheet_pad(sheet, at);
			put_bar(sheet, ui, role,
				cvg_table_change(t, row, column), end - at - 2);
		}
		return;
	}
	cvg_table_cell(&text, t, row, column);
	put_text(sheet, col, role, at, end, cvg_str_of(&text));
	cvg_str_done(&text);
}

static void put_titles(struct cvg_sheet *sheet, const struct cvg_table *t,
		       uint32_t width)
{
	uint32_t at = 0;

	for (uint32_t k = 0; k < t->ncolumns; k++) {
		uint32_t end = end_of(t, k, at, width);

		if (end == CVG_NONE)
			continue;
		put_text(sheet, &t->column[k], CVG_ROLE_TITLE, at, end,
			 cvg_column_title(&t->column[k]));
		at = end;
	}
	cvg_sheet_end(sheet, CVG_NONE);
}

void cvg_sheet_table(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		     const struct cvg_table *t, uint32_t width)
{
	put_titles(sheet, t, width);
	for (size_t row = 0; row < t->row.n; row++) {
		uint32_t at = 0;

		for (uint32_t k = 0; k < t->ncolumns; k++) {
			uint32_t end = end_of(t, k, at, width);

			if (end == CVG_NONE)
				continue;
			put_cell(sheet, ui, t, row, k, at, end);
			at = end;
		}
		cvg_sheet_end(sheet, CVG_NONE);
	}
}
