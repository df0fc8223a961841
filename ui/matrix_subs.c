/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The matrix view's table of subgraphs: MP_S of every pair. */
#include "ui/matrix.h"

#define SUB  7 /* columns of a cell */
#define HEAD 8 /* of the heads of rows */

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
		cvg_canvas_text(into, x, y, SUB - 1,
				ui->ascii ? "   .  " : "   \u00b7  ",
				CVG_ROLE_DIM, attr);
	else
		cvg_canvas_printf(into, x, y, SUB - 1,
				  cvg_matrix_heat(c->cell.mp_s / 0.5), attr,
				  c->cell.state == CVG_PAIR_CHOSEN ? "[%.2f]"
								   : " %.2f ",
				  c->cell.mp_s);
}

void cvg_matrix_say_subgraphs(const struct cvg_matrix_pane *v,
			      struct cvg_str *out)
{
	const struct cvg_alcell *c = cvg_alignment_cell(&v->a);

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

void cvg_matrix_draw_subgraphs(struct cvg_ui *ui, struct cvg_matrix_pane *v,
			       struct cvg_canvas *into)
{
	const struct cvg_alignment_view *a = &v->a;
	uint32_t rows, cols;
	struct cvg_str s = {0};

	rows = into->height > 4 ? into->height - 4 : 1;
	cols = into->width > HEAD + SUB ? (into->width - HEAD) / SUB : 1;
	cvg_matrix_keep_in_sight(&v->top, a->at[0] + 1, rows, a->nsub[0]);
	cvg_matrix_keep_in_sight(&v->left, a->at[1] + 1, cols, a->nsub[1]);
	cvg_canvas_text(into, 1, 0, into->width,
			"MP_S: rows true arm, columns false arm, [chosen]",
			CVG_ROLE_DIM, 0);
	for (uint32_t j = 0; j < cols && v->left + j <= a->nsub[1]; j++) {
		uint32_t at = v->left + j - 1;
		int32_t x = (int32_t)(HEAD + j * SUB);

		add_sub(&s, a->fn, &a->sub[1][at]);
		cvg_canvas_text(into, x + 1, 1, SUB - 2, s.at,
				at == a->at[1] ? CVG_ROLE_TITLE : CVG_ROLE_NAME,
				0);
		if (at == a->at[1])
			cvg_matrix_mark_head(ui, into, x, 1, false);
	}
	for (uint32_t i = 0; i < rows && v->top + i <= a->nsub[0]; i++) {
		uint32_t at = v->top + i - 1;
		int32_t y = (int32_t)i + 2;

		add_sub(&s, a->fn, &a->sub[0][at]);
		cvg_canvas_text(into, 1, y, HEAD - 2, s.at,
				at == a->at[0] ? CVG_ROLE_TITLE : CVG_ROLE_NAME,
				0);
		if (at == a->at[0])
			cvg_matrix_mark_head(ui, into, 0, y, true);
		for (uint32_t j = 0; j < cols && v->left + j <= a->nsub[1]; j++)
			draw_sub_cell(
				ui, into, (int32_t)(HEAD + j * SUB), y,
				&a->cell[at * a->nsub[1] + v->left + j - 1],
				at == a->at[0] && v->left + j - 1 == a->at[1]);
	}
	cvg_str_clear(&s);
	cvg_matrix_say_subgraphs(v, &s);
	cvg_canvas_text(into, 1, (int32_t)into->height - 1,
			into->width - (into->width > 0), cvg_str_of(&s),
			CVG_ROLE_TEXT, 0);
	cvg_str_done(&s);
	v->head_width = HEAD;
	v->head_height = 2;
	v->nrows = rows;
	v->ncols = cols;
	v->body = SUB;
}
