/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How the two sides of a choice align: the table of its subgraphs, and of two
 * blocks the matrix of scores with the path in it, rows the true side's
 * instructions, columns the false side's.
 */
#include "ui/marks.h"
#include "ui/matrix.h"

/* ---- in step with the selection -------------------------------------- */

/* Tell the IR which two instructions the cursor is on. */
static void light(const struct cvg_matrix_pane *view, struct cvg_ui *ui)
{
	uint32_t lit[2] = {CVG_NONE, CVG_NONE};

	if (view->alignment.level == CVG_AL_INSTS && view->alignment.made) {
		lit[0] = cvg_alignment_inst(&view->alignment, 0,
					    view->alignment.row);
		lit[1] = cvg_alignment_inst(&view->alignment, 1,
					    view->alignment.col);
	}
	if (lit[0] == ui->lit[0] && lit[1] == ui->lit[1])
		return;
	ui->lit[0] = lit[0];
	ui->lit[1] = lit[1];
	ui->changed |= CVG_NEW_INST;
}

/* Go to the row or the column of the instruction under the cursor of another
 * pane. */
static void follow(struct cvg_alignment_view *alignment, uint32_t inst)
{
	const uint32_t n[] = {alignment->matrix.mx.rows,
			      alignment->matrix.mx.cols};
	uint32_t *at[] = {&alignment->row, &alignment->col};

	for (uint32_t arm = 0; arm < 2; arm++)
		for (uint32_t k = 1; k < n[arm]; k++)
			if (cvg_alignment_inst(alignment, arm, k) == inst)
				*at[arm] = k;
}

static void update(struct cvg_ui *ui, void *state, unsigned changed)
{
	struct cvg_matrix_pane *view = state;

	cvg_alignment_update(
		&view->alignment, ui,
		changed & (CVG_NEW_SETTINGS | CVG_NEW_REV | CVG_NEW_RUN));
	if (changed & CVG_NEW_INST && ui->inst != view->inst &&
	    ui->inst != CVG_NONE && view->alignment.level == CVG_AL_INSTS &&
	    view->alignment.made)
		follow(&view->alignment, ui->inst);
	view->inst = ui->inst;
	if (!ui->busy)
		light(view, ui);
}

static void done(void *state)
{
	cvg_alignment_free(&((struct cvg_matrix_pane *)state)->alignment);
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct cvg_matrix_pane *view = state;

	(void)focused;
	if (view->alignment.fn != ui->fn)
		return;
	switch (view->alignment.level) {
	case CVG_AL_NOTHING:
		cvg_ui_words(into, 1, 0, (int32_t)into->height,
			     into->width > 3 ? into->width - 2 : 1,
			     cvg_str_of(&view->alignment.why), CVG_ROLE_DIM);
		break;
	case CVG_AL_SUBGRAPHS:
		cvg_matrix_draw_subgraphs(ui, view, into);
		break;
	case CVG_AL_INSTS:
		cvg_matrix_draw_insts(ui, view, into);
		break;
	}
}

/* ---- what can be done ------------------------------------------------ */

static uint32_t plus(uint32_t at, int64_t by, uint32_t low, uint32_t n)
{
	int64_t to = (int64_t)at + by;

	return to < low ? low : to >= n ? n - 1 : (uint32_t)to;
}

static bool move(struct cvg_matrix_pane *view, struct cvg_ui *ui, int64_t down,
		 int64_t right)
{
	struct cvg_alignment_view *alignment = &view->alignment;

	if (alignment->level == CVG_AL_SUBGRAPHS) {
		alignment->at[0] =
			plus(alignment->at[0], down, 0, alignment->nsub[0]);
		alignment->at[1] =
			plus(alignment->at[1], right, 0, alignment->nsub[1]);
	} else if (alignment->made) {
		int64_t k = alignment->pool.k ? alignment->pool.k : 1;

		alignment->row = plus(alignment->row, down * k, 0,
				      alignment->matrix.mx.rows);
		alignment->col = plus(alignment->col, right * k, 0,
				      alignment->matrix.mx.cols);
		light(view, ui);
	}
	return true;
}

static bool zoom(struct cvg_matrix_pane *view, struct cvg_ui *ui, int by)
{
	struct cvg_alignment_view *alignment = &view->alignment;
	uint32_t k = alignment->pool.k ? alignment->pool.k : 1;

	if (alignment->level == CVG_AL_SUBGRAPHS)
		return by > 0 && cvg_alignment_open(alignment, ui, CVG_NONE);
	if (by > 0 && k > 1)
		alignment->k = k - 1;
	else if (by < 0 && k < alignment->fit)
		alignment->k = k + 1;
	else if (by < 0 && alignment->nsub[0] * alignment->nsub[1] > 1)
		alignment->level = CVG_AL_SUBGRAPHS;
	else
		cvg_ui_say(ui, CVG_ROLE_TEXT,
			   "each cell already shows one pair");
	light(view, ui);
	return true;
}

static bool open_pair(struct cvg_matrix_pane *view, struct cvg_ui *ui,
		      uint32_t pair)
{
	if (!cvg_alignment_open(&view->alignment, ui, pair))
		return false;
	view->top = view->left = 1;
	light(view, ui);
	return true;
}

static bool move_by(struct cvg_matrix_pane *view, struct cvg_ui *ui,
		    enum cvg_action action)
{
	int64_t page = view->nrows > 1 ? view->nrows - 1 : 1;

	switch (cvg_action_number(action)) {
	case CVG_DO_UP:
		return move(view, ui, -1, 0);
	case CVG_DO_DOWN:
		return move(view, ui, 1, 0);
	case CVG_DO_LEFT:
		return move(view, ui, 0, -1);
	case CVG_DO_RIGHT:
		return move(view, ui, 0, 1);
	case CVG_DO_PAGE_UP:
		return move(view, ui, -page, 0);
	case CVG_DO_PAGE_DOWN:
		return move(view, ui, page, 0);
	case CVG_DO_PAN_LEFT:
		return move(view, ui, 0, -8);
	case CVG_DO_PAN_RIGHT:
		return move(view, ui, 0, 8);
	case CVG_DO_PAN_UP:
		return move(view, ui, -8, 0);
	case CVG_DO_PAN_DOWN:
		return move(view, ui, 8, 0);
	case CVG_DO_TOP:
		return move(view, ui, -(int64_t)UINT32_MAX,
			    -(int64_t)UINT32_MAX);
	case CVG_DO_BOTTOM:
		return move(view, ui, UINT32_MAX, UINT32_MAX);
	default:
		return false;
	}
}

static bool act(struct cvg_ui *ui, void *state, enum cvg_action action,
		uint32_t count)
{
	struct cvg_matrix_pane *view = state;
	struct cvg_alignment_view *alignment = &view->alignment;

	if (alignment->level == CVG_AL_NOTHING || alignment->fn != ui->fn ||
	    ui->busy)
		return false;
	switch (cvg_action_number(action)) {
	case CVG_DO_ZOOM_IN:
		return zoom(view, ui, 1);
	case CVG_DO_ZOOM_OUT:
		return zoom(view, ui, -1);
	case CVG_DO_ZOOM_RESET:
		alignment->k = 0;
		return true;
	case CVG_DO_NTH:
		return count && open_pair(view, ui, count - 1);
	case CVG_DO_PREVIEW:
		return alignment->level == CVG_AL_SUBGRAPHS &&
		       open_pair(view, ui, CVG_NONE);
	case CVG_DO_CLOSE:
	case CVG_DO_CANCEL:
		if (alignment->level != CVG_AL_INSTS ||
		    alignment->nsub[0] * alignment->nsub[1] < 2)
			return false;
		alignment->level = CVG_AL_SUBGRAPHS;
		light(view, ui);
		return true;
	default:
		return move_by(view, ui, action);
	}
}

static bool mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		  int32_t x, int32_t y)
{
	struct cvg_matrix_pane *view = state;
	struct cvg_alignment_view *alignment = &view->alignment;
	uint32_t i, j;

	if (alignment->level == CVG_AL_NOTHING || alignment->fn != ui->fn ||
	    !view->body)
		return false;
	if (what == CVG_MOUSE_WHEEL_UP || what == CVG_MOUSE_WHEEL_DOWN)
		return move(view, ui, what == CVG_MOUSE_WHEEL_UP ? -1 : 1, 0);
	x -= (int32_t)view->head_width;
	y -= (int32_t)view->head_height;
	if (x < 0 || y < 0 || x >= (int32_t)view->ncols * view->body ||
	    y >= (int32_t)view->nrows)
		return false;
	i = view->top + (uint32_t)y - 1;
	j = view->left + (uint32_t)(x / view->body) - 1;
	if (alignment->level == CVG_AL_SUBGRAPHS) {
		alignment->at[0] = plus(i, 0, 0, alignment->nsub[0]);
		alignment->at[1] = plus(j, 0, 0, alignment->nsub[1]);
		return what != CVG_MOUSE_DOUBLE ||
		       open_pair(view, ui, CVG_NONE);
	}
	if (!alignment->made)
		return false;
	alignment->row = plus(cvg_matrix_unpooled(alignment, i), 0, 0,
			      alignment->matrix.mx.rows);
	alignment->col = plus(cvg_matrix_unpooled(alignment, j), 0, 0,
			      alignment->matrix.mx.cols);
	light(view, ui);
	return true;
}

static void status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct cvg_matrix_pane *view = state;

	if (view->alignment.fn != ui->fn ||
	    view->alignment.level == CVG_AL_NOTHING)
		return;
	if (view->alignment.level == CVG_AL_SUBGRAPHS)
		cvg_matrix_say_subgraphs(view, out);
	else if (view->alignment.made)
		cvg_matrix_say_scores(&view->alignment, out);
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct cvg_matrix_pane *view = state;
	const struct cvg_alignment_view *alignment = &view->alignment;

	(void)ui;
	if (alignment->level == CVG_AL_SUBGRAPHS)
		cvg_str_add(out, "Enter its blocks  a apply");
	if (alignment->level != CVG_AL_INSTS)
		return;
	cvg_str_add(out, "Enter preview  a apply");
	if (cvg_alignment_cell(alignment)->nbp > 1)
		cvg_str_add(out, "  1-9 block pair");
	if (alignment->nsub[0] * alignment->nsub[1] > 1)
		cvg_str_add(out, "  q subgraphs");
	if (alignment->made && alignment->fit > 1)
		cvg_str_add(out, "  + - zoom");
}

static const struct cvg_viewkey keys[] = {
	{CVG_DO_PREVIEW, "open the blocks of the two subgraphs; among the "
			 "blocks, preview the step"},
	{CVG_DO_NTH, "open the nth pair of blocks of these subgraphs"},
	{CVG_DO_ZOOM_IN,
	 "show fewer pairs in a cell; among subgraphs, open their blocks"},
	{CVG_DO_ZOOM_OUT,
	 "show more pairs in a cell, then return to the subgraphs"},
	{CVG_DO_CLOSE, "return to the subgraphs"},
	{0},
};

const struct cvg_view cvg_view_matrix = {
	.about = "how the two arms of a branch align: their subgraphs, the "
		 "score of each pair of instructions, and the path through the "
		 "matrix",
	.keys = keys,
	.size = sizeof(struct cvg_matrix_pane),
	.done = done,
	.update = update,
	.draw = draw,
	.act = act,
	.mouse = mouse,
	.status = status,
	.hint = hint,
};
