/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The alignment of two blocks as a picture: the matrix of scores with the path
 * in it, both blocks' instructions at its sides, and the aligned instructions
 * below it. Scores are digits on a background that is darker for higher scores;
 * frames and arrows show the path.
 */
#include "dot_sheet.h"
#include "draw.h"

#include "reconverge/analysis.h"
#include "reconverge/export.h"
#include "reconverge/look.h"
#include "reconverge/matrix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SIDE  40	   /* rows or columns; more are pooled */
#define MOST_CELLS 4000000 /* of the whole matrix, in memory while drawn */
#define MOST_LINES 60	   /* of the aligned instructions */
#define CELL_W	   46.0
#define CELL_H	   24.0
#define LINE	   16.0
#define SMALL	   9.0
#define TEXT	   11.0
#define HEAD_WIDTH 50 /* letters of an instruction */

static const char *const heat[] = {"#ffffff", "#e6eef8", "#c6d9ee", "#a0c0e2",
				   "#79a6d5"};

struct picture {
	const struct cvg_matrix_view *view;
	const struct cvg_fn *fn;
	struct cvg_dotsheet sheet;
	struct cvg_matrix matrix;
	struct cvg_matrix_pool pool;
	int64_t least, most; /* legal scores */
	double x0, y0;	     /* of cell (0, 0), in points */
	bool *gap;	     /* [rows * cols] path reaches the cell by a gap */
};

/* ---- the contents of cells ------------------------------------------- */

static void find_range(struct picture *picture)
{
	size_t n = (size_t)picture->pool.rows * picture->pool.cols;

	picture->least = INT64_MAX;
	picture->most = INT64_MIN;
	for (size_t i = 0; i < n; i++) {
		int64_t best = picture->pool.best[i];

		if (!cvg_matrix_legal(best))
			continue;
		if (best < picture->least)
			picture->least = best;
		if (best > picture->most)
			picture->most = best;
	}
}

/* Find the cells that the path reaches from the left or from above: gaps, with
 * an instruction of one side only. */
static void find_gaps(struct picture *picture)
{
	uint32_t i = 0, j = 0;

	picture->gap =
		cvg_calloc((size_t)picture->pool.rows * picture->pool.cols,
			   sizeof *picture->gap);
	for (uint32_t k = 0; k < picture->matrix.al.n && picture->pool.k == 1;
	     k++) {
		const struct cvg_align_pair *pr = &picture->matrix.al.pair[k];

		i = pr->a == CVG_NONE ? i : pr->a + 1;
		j = pr->b == CVG_NONE ? j : pr->b + 1;
		if (pr->a == CVG_NONE || pr->b == CVG_NONE)
			picture->gap[(size_t)i * picture->pool.cols + j] = true;
	}
}

static const char *heat_of(const struct picture *picture, int64_t best)
{
	int64_t span = picture->most - picture->least;

	if (!cvg_matrix_legal(best) || span <= 0)
		return heat[0];
	return heat[(best - picture->least) * 4 / span];
}

/* The arrow from the path's previous cell: down, right, or diagonal. */
static const char *arrow_of(const struct picture *picture, uint32_t i,
			    uint32_t j)
{
	size_t at = (size_t)i * picture->pool.cols + j;

	if (picture->pool.k > 1 || (!i && !j))
		return "";
	if (!picture->gap[at])
		return "\u2198";
	return i && picture->pool.on_path[at - picture->pool.cols] ? "\u2193"
								   : "\u2192";
}

static void add_cell(struct picture *picture, uint32_t i, uint32_t j)
{
	size_t at = (size_t)i * picture->pool.cols + j;
	int64_t best = picture->pool.best[at];
	bool on = picture->pool.on_path[at];
	struct cvg_str label = {0};
	struct cvg_dot_box box = {.x = picture->x0 + j * CELL_W,
				  .y = picture->y0 + i * CELL_H,
				  .w = CELL_W - 3,
				  .h = CELL_H - 3,
				  .fill = heat_of(picture, best),
				  .pen = on ? 2 : 0.3,
				  .size = TEXT};
	char name[32];

	if (on && picture->gap[at])
		box.style = "dashed";
	if (cvg_matrix_legal(best))
		cvg_str_addf(&label, on ? "<b>%s%lld</b>" : "%s%lld",
			     on ? arrow_of(picture, i, j) : "",
			     (long long)best);
	else
		cvg_str_add(&label, "\u00B7");
	box.label = label.at;
	snprintf(name, sizeof name, "cell_%u_%u", i, j);
	cvg_dot_sheet_box(&picture->sheet, name, &box);
	if (cvg_matrix_legal(best))
		cvg_str_addf(picture->sheet.out, ", best=%lld",
			     (long long)best);
	if (on)
		cvg_str_addf(picture->sheet.out, ", path=%s",
			     picture->gap[at] ? "gap" : "match");
	cvg_dot_sheet_end_box(&picture->sheet);
	cvg_str_done(&label);
}

/* ---- heads ----------------------------------------------------------- */

static const struct cvg_inst *inst_of(const struct picture *picture,
				      uint32_t block, uint32_t k)
{
	uint32_t at, n;

	cvg_block_body(picture->fn, block, &at, &n);
	return k < n ? &picture->fn->insts[at + k] : NULL;
}

static void add_inst_text(struct cvg_str *out, const struct cvg_inst *in,
			  uint32_t width)
{
	struct cvg_look look = {.glyphs = cvg_glyphs_of(CVG_UNICODE)};

	cvg_text_clip(out, cvg_inst_text(in), width, &look);
}

/* The head of a row, left of its cells: "3 %x = load ...". */
static void add_row_head(struct picture *picture, uint32_t i)
{
	struct cvg_str s = {0};
	uint32_t k = (i - 1) * picture->pool.k;

	add_inst_text(&s, inst_of(picture, picture->view->t, k), HEAD_WIDTH);
	cvg_str_addf(&s, "  %u", k + 1);
	cvg_dot_sheet_text(&picture->sheet, picture->x0 - 2,
			   picture->y0 + i * CELL_H + CELL_H / 2 - 1.5,
			   CVG_DOT_RIGHT, SMALL, s.at);
	cvg_str_done(&s);
}

/* The head of a column: the instruction's number and, below, its opcode. */
static void add_column_head(struct picture *picture, uint32_t j)
{
	struct cvg_look look = {.glyphs = cvg_glyphs_of(CVG_UNICODE)};
	uint32_t k = (j - 1) * picture->pool.k;
	const struct cvg_inst *in = inst_of(picture, picture->view->f, k);
	double x = picture->x0 + j * CELL_W + CELL_W / 2 - 1.5;
	struct cvg_str s = {0};

	cvg_str_addf(&s, "%u", k + 1);
	cvg_dot_sheet_text(&picture->sheet, x, picture->y0 - 2 * LINE + 4,
			   CVG_DOT_MIDDLE, SMALL, s.at);
	cvg_str_clear(&s);
	cvg_text_clip(&s, in->op == CVG_OP_GEP ? "gep" : cvg_op_name(in->op), 8,
		      &look);
	cvg_dot_sheet_text(&picture->sheet, x, picture->y0 - LINE + 4,
			   CVG_DOT_MIDDLE, SMALL - 1, s.at);
	cvg_str_done(&s);
}

/* ---- the aligned instructions ---------------------------------------- */

static void add_side(struct picture *picture, uint32_t block, uint32_t k,
		     double x, double y)
{
	struct cvg_str s = {0};

	if (k == CVG_NONE)
		return;
	cvg_str_addf(&s, "%2u ", k + 1);
	add_inst_text(&s, inst_of(picture, block, k), HEAD_WIDTH);
	cvg_dot_sheet_text(&picture->sheet, x, y, CVG_DOT_LEFT, SMALL, s.at);
	cvg_str_done(&s);
}

static void add_pairs(struct picture *picture, double x, double y)
{
	double w = (HEAD_WIDTH + 3) * SMALL * 0.603 + 14;
	uint32_t n = picture->matrix.al.n < MOST_LINES ? picture->matrix.al.n
						       : MOST_LINES;
	struct cvg_str s = {0};
	char name[32];

	cvg_str_addf(&s, "*B%u, the true side",
		     picture->fn->blocks[picture->view->t].uid);
	cvg_dot_sheet_text(&picture->sheet, x, y, CVG_DOT_LEFT, SMALL, s.at);
	cvg_str_clear(&s);
	cvg_str_addf(&s, "*B%u, the false side",
		     picture->fn->blocks[picture->view->f].uid);
	cvg_dot_sheet_text(&picture->sheet, x + w + 20, y, CVG_DOT_LEFT, SMALL,
			   s.at);
	cvg_str_done(&s);
	for (uint32_t i = 0; i < n; i++) {
		const struct cvg_align_pair *pr = &picture->matrix.al.pair[i];
		bool both = pr->a != CVG_NONE && pr->b != CVG_NONE;
		struct cvg_dot_box band = {.x = x,
					   .y = y + LINE - LINE / 2,
					   .w = 2 * w + 20,
					   .h = LINE - 1,
					   .fill = heat[2]};

		y += LINE;
		if (both) {
			snprintf(name, sizeof name, "pair%u", i);
			cvg_dot_sheet_box(&picture->sheet, name, &band);
			cvg_dot_sheet_end_box(&picture->sheet);
		}
		add_side(picture, picture->view->t, pr->a, x, y);
		cvg_dot_sheet_text(&picture->sheet, x + w + 8, y,
				   CVG_DOT_MIDDLE, SMALL,
				   both		       ? "*="
				   : pr->b == CVG_NONE ? "<"
						       : ">");
		add_side(picture, picture->view->f, pr->b, x + w + 20, y);
	}
	if (n < picture->matrix.al.n)
		cvg_dot_sheet_text(&picture->sheet, x, y + LINE, CVG_DOT_LEFT,
				   SMALL, "and more");
}

/* Explain the frames and backgrounds. */
static double add_legend(struct picture *picture, double x, double y)
{
	struct cvg_str s = {0};

	cvg_str_addf(&s,
		     "rows: B%u, columns: B%u; in a cell: the best score of "
		     "an alignment up to there%s",
		     picture->fn->blocks[picture->view->t].uid,
		     picture->fn->blocks[picture->view->f].uid,
		     picture->pool.k > 1
			     ? ", the best of the cells that it stands for"
			     : ", \u00B7 if there is none");
	cvg_dot_sheet_text(&picture->sheet, x, y, CVG_DOT_LEFT, SMALL, s.at);
	cvg_str_clear(&s);
	if (picture->pool.k > 1)
		cvg_str_addf(&s,
			     "a cell stands for %u by %u cells; framed: the "
			     "path of the "
			     "best alignment",
			     picture->pool.k, picture->pool.k);
	else
		cvg_str_add(&s,
			    "solid frame \u2198: two instructions become "
			    "one; dashed frame \u2192 \u2193: an instruction "
			    "of one side alone");
	cvg_dot_sheet_text(&picture->sheet, x, y + LINE, CVG_DOT_LEFT, SMALL,
			   s.at);
	cvg_str_done(&s);
	return y + 2.5 * LINE;
}

/* ---- the picture ----------------------------------------------------- */

static void add_cells(struct picture *picture)
{
	for (uint32_t i = 1; i < picture->pool.rows; i++)
		add_row_head(picture, i);
	for (uint32_t j = 1; j < picture->pool.cols; j++)
		add_column_head(picture, j);
	for (uint32_t i = 0; i < picture->pool.rows; i++)
		for (uint32_t j = 0; j < picture->pool.cols; j++)
			add_cell(picture, i, j);
}

static void add_all(struct picture *picture)
{
	double y;

	cvg_matrix_pool_init(&picture->pool, &picture->matrix.mx, 1, MOST_SIDE,
			     MOST_SIDE);
	find_range(picture);
	find_gaps(picture);
	picture->x0 = (HEAD_WIDTH + 4) * SMALL * 0.603;
	picture->y0 = 3 * LINE;
	add_cells(picture);
	y = add_legend(picture, 0,
		       picture->y0 + picture->pool.rows * CELL_H + LINE);
	add_pairs(picture, 0, y);
	free(picture->gap);
	cvg_matrix_pool_done(&picture->pool);
	cvg_matrix_done(&picture->matrix);
}

/* "B5 with B8: 7 of 9 aligned, score 212" */
static void add_remark(struct cvg_str *out, const struct picture *picture,
		       bool made)
{
	cvg_str_addf(out, "alignment of B%u with B%u",
		     picture->fn->blocks[picture->view->t].uid,
		     picture->fn->blocks[picture->view->f].uid);
	if (made)
		cvg_str_addf(out, ": %u of %u lines are melded, score %lld",
			     picture->matrix.al.nmatches, picture->matrix.al.n,
			     (long long)picture->matrix.al.score);
}

void cvg_dot_matrix(struct cvg_str *out, const struct cvg_dot_ask *ask,
		    const struct cvg_matrix_view *v)
{
	struct picture picture = {.view = v, .fn = cvg_ana_fn(v->ana)};
	bool made = cvg_matrix_make(v, MOST_CELLS, &picture.matrix);
	struct cvg_str remark = {0};
	struct cvg_dot_head head = {.session = ask->session,
				    .rev = ask->rev,
				    .since = CVG_NONE,
				    .picture = "matrix",
				    .function = true,
				    .caption = ask->caption,
				    .placed = true};

	add_remark(&remark, &picture, made);
	head.remark = remark.at;
	cvg_dot_open(out, &head);
	cvg_dot_sheet_begin(&picture.sheet, out);
	if (made)
		add_all(&picture);
	else
		cvg_dot_sheet_text(&picture.sheet, 0, 0, CVG_DOT_LEFT, TEXT,
				   "the matrix is too big to be drawn");
	cvg_str_add(out, "}\n");
	cvg_str_done(&remark);
}
