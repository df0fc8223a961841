/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The matrix view's table of subgraphs: MP_S of every pair. */
#include "ui/marks.h"
#include "ui/matrix.h"
#include "reconverge/graph.h"

#define SUB	  8  /* columns of a cell */
#define HEAD	  8  /* columns of the heads of rows */
#define WIDE_HEAD 24 /* the same with names */

static void add_sub(struct cvg_str *out, const struct cvg_fn *fn,
		    const struct cvg_alsub *s)
{
	cvg_str_clear(out);
	cvg_str_addf(out, "B%u", fn->blocks[s->entry].uid);
	if (s->nblocks > 1)
		cvg_str_addf(out, "+%u", s->nblocks - 1);
}

static void draw_sub_cell(const struct cvg_ui *ui, struct cvg_canvas *into,
			  int32_t x, int32_t y, const struct cvg_alcell *c,
			  bool cursor)
{
	unsigned attr = cursor ? CVG_CELL_REVERSE | CVG_CELL_BOLD : 0;

	if (c->cell.state == CVG_PAIR_IMPOSSIBLE)
		cvg_canvas_text(into, x, y, SUB - 2,
				ui->ascii ? "   .  " : "   \u00b7  ",
				CVG_ROLE_DIM, attr);
	else
		cvg_canvas_printf(into, x, y, SUB - 2,
				  cvg_matrix_heat(c->cell.mp_s / 0.5), attr,
				  c->cell.state == CVG_PAIR_CHOSEN ? "[%.2f]"
								   : " %.2f ",
				  c->cell.mp_s);
}

void cvg_matrix_say_subgraphs(const struct cvg_matrix_pane *view,
			      struct cvg_str *out)
{
	const struct cvg_alcell *c = cvg_alignment_cell(&view->alignment);

	switch (c->cell.state) {
	case CVG_PAIR_IMPOSSIBLE:
		cvg_str_add(out, cvg_refusal_text(c->cell.refusal));
		break;
	case CVG_PAIR_POSSIBLE:
		cvg_str_addf(out, "MP_S %.2f, not chosen", c->cell.mp_s);
		if (c->cell.refusal != CVG_REFUSE_NONE)
			cvg_str_addf(out, ": %s",
				     cvg_refusal_text(c->cell.refusal));
		break;
	case CVG_PAIR_CHOSEN:
		cvg_str_addf(out, "MP_S %.2f, chosen: %u block pair%s%s",
			     c->cell.mp_s, c->nbp, c->nbp == 1 ? "" : "s",
			     c->replica ? ", one placed into the other's "
					  "structure"
					: "");
		break;
	}
}

static void draw_sub_heads(const struct cvg_ui *ui,
			   const struct cvg_matrix_pane *view,
			   struct cvg_canvas *into)
{
	const struct cvg_alignment_view *alignment = &view->alignment;
	struct cvg_str s = {0};

	for (uint32_t j = 0;
	     j < view->ncols && view->left + j <= alignment->nsub[1]; j++) {
		uint32_t at = view->left + j - 1;
		int32_t x = (int32_t)(view->head_width + j * SUB);

		add_sub(&s, alignment->fn, &alignment->sub[1][at]);
		cvg_canvas_text(into, x + 1, 1, SUB - 2, s.at,
				at == alignment->at[1] ? CVG_ROLE_TITLE
						       : CVG_ROLE_NAME,
				0);
		if (at == alignment->at[1])
			cvg_matrix_mark_head(ui, into, x, 1, false);
	}
	cvg_str_done(&s);
}

static void draw_sub_row(const struct cvg_ui *ui,
			 const struct cvg_matrix_pane *view,
			 struct cvg_canvas *into, int32_t y, uint32_t at)
{
	const struct cvg_alignment_view *alignment = &view->alignment;
	struct cvg_str s = {0};

	add_sub(&s, alignment->fn, &alignment->sub[0][at]);
	if (view->head_width > HEAD)
		cvg_str_addf(&s, " %s",
			     alignment->fn->blocks[alignment->sub[0][at].entry]
				     .name);
	cvg_ui_text(ui, into, 1, y, view->head_width - 2, s.at,
		    at == alignment->at[0] ? CVG_ROLE_TITLE : CVG_ROLE_NAME, 0);
	cvg_str_done(&s);
	if (at == alignment->at[0])
		cvg_matrix_mark_head(ui, into, 0, y, true);
	for (uint32_t j = 0;
	     j < view->ncols && view->left + j <= alignment->nsub[1]; j++)
		draw_sub_cell(ui, into, (int32_t)(view->head_width + j * SUB),
			      y,
			      &alignment->cell[at * alignment->nsub[1] +
					       view->left + j - 1],
			      at == alignment->at[0] &&
				      view->left + j - 1 == alignment->at[1]);
}

/* List the pairs of blocks of the cell under the cursor, from row y to `end`:
 * the digit that opens a pair, and its MP_B if it was priced. */
static void draw_block_pairs(const struct cvg_ui *ui,
			     const struct cvg_alignment_view *alignment,
			     struct cvg_canvas *into, int32_t y, int32_t end)
{
	const struct cvg_alcell *c = cvg_alignment_cell(alignment);

	for (uint32_t k = 0; k < c->nbp && y < end; k++, y++) {
		const struct cvg_albp *bp = &alignment->bp.at[c->bp_at + k];
		const struct cvg_block *t =
			&alignment->fn->blocks[bp->block[0]];
		const struct cvg_block *f =
			&alignment->fn->blocks[bp->block[1]];
		struct cvg_str s = {0};

		cvg_str_addf(&s, "%3u ", k + 1);
		if (bp->mp_b > 0)
			cvg_str_addf(&s, "%.2f", bp->mp_b);
		else
			cvg_str_add(&s, "    ");
		cvg_str_addf(&s, " B%u = B%u  %s, %s", t->uid, f->uid, t->name,
			     f->name);
		cvg_ui_text(ui, into, 1, y, into->width, s.at, CVG_ROLE_TEXT,
			    0);
		cvg_str_done(&s);
	}
}

static void measure(struct cvg_matrix_pane *view, const struct cvg_canvas *into)
{
	const struct cvg_alignment_view *alignment = &view->alignment;

	view->head_width = into->width >= 60 ? WIDE_HEAD : HEAD;
	view->head_height = 2;
	view->nrows = into->height > 4 ? into->height - 4 : 1;
	view->ncols = into->width > view->head_width + SUB
			      ? (into->width - view->head_width) / SUB
			      : 1;
	view->body = SUB;
	cvg_matrix_keep_in_sight(&view->top, alignment->at[0] + 1, view->nrows,
				 alignment->nsub[0]);
	cvg_matrix_keep_in_sight(&view->left, alignment->at[1] + 1, view->ncols,
				 alignment->nsub[1]);
}

void cvg_matrix_draw_subgraphs(struct cvg_ui *ui, struct cvg_matrix_pane *view,
			       struct cvg_canvas *into)
{
	const struct cvg_alignment_view *alignment = &view->alignment;
	int32_t last = (int32_t)into->height - 1, y;
	struct cvg_str s = {0};
	uint32_t i = 0;

	measure(view, into);
	cvg_canvas_text(into, 1, 0, into->width,
			into->width < 50 ? "MP_S: T down, F across, [chosen]"
					 : "MP_S: true arm down, false arm "
					   "across, [chosen]",
			CVG_ROLE_DIM, 0);
	draw_sub_heads(ui, view, into);
	for (; i < view->nrows && view->top + i <= alignment->nsub[0]; i++)
		draw_sub_row(ui, view, into, (int32_t)i + 2, view->top + i - 1);
	cvg_matrix_say_subgraphs(view, &s);
	y = (int32_t)i + 2;
	if (y + 3 > last) {
		cvg_ui_text(ui, into, 1, last, into->width, s.at, CVG_ROLE_TEXT,
			    0);
	} else {
		cvg_canvas_line(into, -1, y, (int32_t)into->width, y,
				CVG_LINE_SINGLE, CVG_ROLE_DIM);
		cvg_ui_text(ui, into, 1, y + 1, into->width, s.at,
			    CVG_ROLE_TITLE, 0);
		draw_block_pairs(ui, alignment, into, y + 2, last + 1);
	}
	cvg_str_done(&s);
}
