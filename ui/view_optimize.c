/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tree of codes that `optimize` finds, which grows while one watches: each with
 * the step that made it, and its cycles. */
#include "reconverge/look.h"
#include "reconverge/metrics.h"
#include "ui/keys.h"
#include "ui/marks.h"
#include "ui/searched.h"
#include "ui/sheet.h"

#include <stdlib.h>

/* Columns at the right, from the narrowest pane that has them. */
#define WITH_CHANGE 24
#define WITH_CYCLES 44

struct state {
	struct cvg_sheet sheet;
	uint32_t width;	  /* the lines were made for */
	uint32_t changes; /* after which */
};
CVG_SHEET_IS_FIRST(struct state);

static void done(void *state)
{
	struct state *view = state;

	cvg_sheet_done(&view->sheet);
}

static void put_branch(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		       const struct cvg_searched_row *row)
{
	for (uint32_t i = 0; i < row->depth; i++)
		cvg_sheet_put(sheet, CVG_ROLE_DIM, 0, "%s",
			      ui->ascii ? "| " : "\u2502 ");
	if (row->best)
		cvg_sheet_put(sheet, CVG_ROLE_GOOD, 0, "%s ",
			      ui->ascii ? "*" : "\u25cf");
	else
		cvg_sheet_put(sheet, CVG_ROLE_DIM, 0, "%s ",
			      ui->ascii ? "o" : "\u25cb");
}

static void put_step(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		     const struct cvg_optimize_code *code,
		     const struct cvg_searched_row *row, uint32_t to)
{
	struct cvg_look look = {.glyphs = cvg_ui_glyphs(ui)};
	struct cvg_str text = {0}, cut = {0};

	cvg_str_add(&text, code->step ? code->step : "where it began");
	if (code->loses)
		cvg_str_addf(&text, " (%s)", code->loses);
	if (to > sheet->line_width)
		cvg_text_clip(&cut, text.at, to - sheet->line_width, &look);
	cvg_sheet_put(sheet,
		      row->best	    ? CVG_ROLE_TITLE
		      : code->loses ? CVG_ROLE_DIM
				    : CVG_ROLE_TEXT,
		      0, "%s", cvg_str_of(&cut));
	cvg_str_done(&text);
	cvg_str_done(&cut);
}

static void put_row(struct state *view, const struct cvg_ui *ui,
		    const struct cvg_searched_row *row)
{
	const struct cvg_optimize_code *codes = ui->searched->codes.at;
	const struct cvg_optimize_code *code = &codes[row->code];
	uint32_t change = view->width >= WITH_CHANGE ? 8 : 0;
	uint32_t cycles = view->width >= WITH_CYCLES ? 12 : 0;
	uint32_t at = view->width - 1 - change - cycles;
	double part = code->cycles / codes->cycles - 1;

	put_branch(&view->sheet, ui, row);
	put_step(&view->sheet, ui, code, row, at);
	if (cycles)
		cvg_sheet_right(&view->sheet, at += cycles, CVG_ROLE_TEXT, 0,
				" %.0f", code->cycles);
	if (change && row->code)
		cvg_sheet_right(&view->sheet, at + change,
				code->cycles < codes->cycles ? CVG_ROLE_GOOD
							     : CVG_ROLE_TEXT,
				0, " %+.1f%%", 100 * part);
	cvg_sheet_end(&view->sheet, row->code);
}

static void write(struct state *view, const struct cvg_ui *ui)
{
	struct cvg_searched_row *rows = cvg_searched_rows(ui->searched);

	cvg_sheet_begin(&view->sheet);
	for (size_t i = 0; i < ui->searched->codes.n; i++)
		put_row(view, ui, &rows[i]);
	free(rows);
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct state *view = state;

	if (!ui->searched) {
		cvg_ui_line(ui, into, 0, CVG_ROLE_DIM,
			    "No search has run yet: {Enter} runs one.");
		return;
	}
	if (view->width != into->width ||
	    view->changes != ui->searched->changes) {
		view->width = into->width;
		view->changes = ui->searched->changes;
		write(view, ui);
	}
	cvg_sheet_draw(ui, &view->sheet, into, focused);
}

static bool act(struct cvg_ui *ui, void *state, enum cvg_action action,
		uint32_t count)
{
	struct state *view = state;

	(void)count;
	if (action == CVG_DO_PREVIEW && !ui->searched && !ui->busy) {
		cvg_ui_command(ui, "optimize");
		return true;
	}
	return cvg_sheet_act(&view->sheet, action);
}

static void status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct cvg_searched *searched = ui->searched;

	(void)state;
	if (searched)
		cvg_str_addf(out, "%u tries, %zu codes  cycles %c",
			     searched->tries, searched->codes.n,
			     cvg_countkind_letter(searched->kind));
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	(void)state;
	if (!ui->searched)
		cvg_str_add(out, "Enter search");
}

static const struct cvg_viewkey keys[] = {
	{CVG_DO_PREVIEW, "search for a faster code, if none was searched for"},
	{0},
};

const struct cvg_view cvg_view_optimize = {
	.about =
		"the codes that the last search found, each with the step that "
		"made it, its cycles, and the change from where the search "
		"began; the way to the fastest stands first and is marked",
	.keys = keys,
	.size = sizeof(struct state),
	.done = done,
	.draw = draw,
	.act = act,
	.mouse = cvg_sheet_view_mouse,
	.status = status,
	.hint = hint,
	.find = cvg_sheet_view_find,
};
