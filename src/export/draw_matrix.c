/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The alignment of two blocks: the matrix of scores with the path in it, and
 * the aligned instructions in two columns. A matrix that does not fit is
 * pooled: a cell then stands for k by k cells and shows the greatest score of
 * them.
 */
#include "draw.h"

#include "reconverge/align.h"
#include "reconverge/analysis.h"
#include "reconverge/export.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/matrix.h"
#include "reconverge/plan.h"
#include "reconverge/settings.h"
#include "reconverge/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ROWS      40
#define CELL_WIDTH    6	 /* columns */
#define LEFT_WIDTH    30 /* row headers */
#define MAX_JSON_SIDE 100
#define MAX_CELLS     4000000 /* of the whole matrix, in memory while drawn */

void cvg_block_body(const struct cvg_fn *fn, uint32_t b, uint32_t *at,
		    uint32_t *n)
{
	const struct cvg_block *bl = &fn->blocks[b];

	*at = bl->inst_at + bl->nphis;
	*n = bl->ninsts - bl->nphis - 1;
}

static enum cvg_align_method method_of(const struct cvg_matrix_view *v)
{
	return cvg_set_int(v->settings, CVG_SET_ALIGN) ? CVG_ALIGN_SW
						       : CVG_ALIGN_NW;
}

void cvg_matrix_align(const struct cvg_matrix_view *v,
		      struct cvg_alignment *out)
{
	struct cvg_arena arena = {0};
	struct cvg_align_problem p;

	cvg_plan_block_problem(v->ana, v->settings, v->t, v->f, &arena, &p);
	cvg_align(&p, method_of(v), out);
	cvg_arena_done(&arena);
}

/* ---- pooling --------------------------------------------------------- */

uint32_t cvg_matrix_pooled(uint32_t n, uint32_t k)
{
	return 1 + (n - 1 + k - 1) / k; /* row 0 is not pooled */
}

bool cvg_matrix_legal(int64_t best)
{
	return best > -1000000;
}

static void pool_cells(struct cvg_matrix_pool *p,
		       const struct cvg_align_matrix *mx)
{
	for (uint32_t i = 0; i < mx->rows; i++) {
		for (uint32_t j = 0; j < mx->cols; j++) {
			const struct cvg_align_cell *c =
				&mx->cell[(size_t)i * mx->cols + j];
			size_t to = (size_t)cvg_matrix_pooled(i + 1, p->k) - 1;

			to = to * p->cols + cvg_matrix_pooled(j + 1, p->k) - 1;
			if (c->best > p->best[to])
				p->best[to] = c->best;
			p->on_path[to] |= c->on_path;
		}
	}
}

void cvg_matrix_pool_init(struct cvg_matrix_pool *p,
			  const struct cvg_align_matrix *mx, uint32_t least,
			  uint32_t max_rows, uint32_t max_cols)
{
	*p = (struct cvg_matrix_pool){.k = least};
	while (cvg_matrix_pooled(mx->rows, p->k) > max_rows ||
	       cvg_matrix_pooled(mx->cols, p->k) > max_cols)
		p->k++;
	p->rows = cvg_matrix_pooled(mx->rows, p->k);
	p->cols = cvg_matrix_pooled(mx->cols, p->k);
	p->best = cvg_alloc((size_t)p->rows * p->cols * sizeof *p->best);
	p->on_path = cvg_calloc((size_t)p->rows * p->cols, sizeof(bool));
	for (size_t i = 0; i < (size_t)p->rows * p->cols; i++)
		p->best[i] = INT64_MIN;
	pool_cells(p, mx);
}

void cvg_matrix_pool_done(struct cvg_matrix_pool *p)
{
	free(p->best);
	free(p->on_path);
	*p = (struct cvg_matrix_pool){.k = 1};
}

bool cvg_matrix_make(const struct cvg_matrix_view *v, uint64_t most,
		     struct cvg_matrix *out)
{
	struct cvg_arena arena = {0};
	struct cvg_align_problem p;
	bool fits;

	cvg_plan_block_problem(v->ana, v->settings, v->t, v->f, &arena, &p);
	fits = (uint64_t)(p.n + 1) * (p.m + 1) <= most;
	if (fits) {
		cvg_align(&p, method_of(v), &out->al);
		cvg_align_matrix(&p, method_of(v), &out->al, &out->mx);
	}
	cvg_arena_done(&arena);
	return fits;
}

void cvg_matrix_done(struct cvg_matrix *m)
{
	cvg_alignment_done(&m->al);
	cvg_align_matrix_done(&m->mx);
}

/* ---- text ------------------------------------------------------------ */

static void trim_line(struct cvg_str *out)
{
	while (out->n && out->at[out->n - 1] == ' ')
		out->at[--out->n] = '\0';
	cvg_str_addc(out, '\n');
}

/* Make the pooled matrix; false if the whole matrix would be too big. */
static bool pool_of(const struct cvg_matrix_view *v, uint32_t max_rows,
		    uint32_t max_cols, struct cvg_matrix_pool *pool)
{
	struct cvg_matrix m;

	if (!cvg_matrix_make(v, MAX_CELLS, &m))
		return false;
	cvg_matrix_pool_init(pool, &m.mx, 1, max_rows, max_cols);
	cvg_matrix_done(&m);
	return true;
}

static void add_cell(struct cvg_str *out, const struct cvg_matrix_pool *p,
		     uint32_t i, uint32_t j)
{
	size_t at = (size_t)i * p->cols + j;
	char number[24], cell[32];

	if (!cvg_matrix_legal(p->best[at]))
		snprintf(number, sizeof number, ".");
	else
		snprintf(number, sizeof number, "%lld", (long long)p->best[at]);
	snprintf(cell, sizeof cell, p->on_path[at] ? "[%s]" : "%s ", number);
	cvg_str_addf(out, "%*s", CELL_WIDTH, cell);
}

/* Append the numbers of the instructions over the columns; only rows show an
 * instruction in full. */
static void add_column_heads(struct cvg_str *out,
			     const struct cvg_matrix_pool *p)
{
	cvg_str_addf(out, "%*s", LEFT_WIDTH + CELL_WIDTH, "");
	for (uint32_t j = 1; j < p->cols; j++)
		cvg_str_addf(out, "%*u ", CELL_WIDTH - 1, (j - 1) * p->k + 1);
	trim_line(out);
}

static void add_row_head(struct cvg_str *out, const struct cvg_fn *fn,
			 uint32_t block, uint32_t row, uint32_t k,
			 const struct cvg_look *look)
{
	struct cvg_str head = {0};
	uint32_t at, n, i = row ? (row - 1) * k : 0;

	cvg_block_body(fn, block, &at, &n);
	if (row) {
		cvg_str_addf(&head, "%3u ", i + 1);
		cvg_text_clip(&head, cvg_inst_text(&fn->insts[at + i]),
			      LEFT_WIDTH - 5, look);
	}
	cvg_text_pad(out, cvg_str_of(&head), LEFT_WIDTH);
	cvg_str_done(&head);
}

void cvg_draw_matrix(struct cvg_str *out, const struct cvg_matrix_view *v,
		     const struct cvg_look *look)
{
	const struct cvg_fn *fn = cvg_ana_fn(v->ana);
	uint32_t room = look->width > LEFT_WIDTH + 5 * CELL_WIDTH
				? look->width - LEFT_WIDTH
				: 5 * CELL_WIDTH;
	struct cvg_matrix_pool p;

	cvg_str_addf(out, "matrix: rows B%u, columns B%u", fn->blocks[v->t].uid,
		     fn->blocks[v->f].uid);
	if (!pool_of(v, MAX_ROWS, room / CELL_WIDTH, &p)) {
		cvg_str_add(out, ": too big to be drawn\n");
		return;
	}
	cvg_str_add(out, "; a number is the best score up to there; "
			 "[ ] is the best alignment");
	if (p.k > 1)
		cvg_str_addf(out, "; a cell stands for %u by %u", p.k, p.k);
	cvg_str_addc(out, '\n');
	add_column_heads(out, &p);
	for (uint32_t i = 0; i < p.rows; i++) {
		add_row_head(out, fn, v->t, i, p.k, look);
		for (uint32_t j = 0; j < p.cols; j++)
			add_cell(out, &p, i, j);
		trim_line(out);
	}
	cvg_matrix_pool_done(&p);
}

/* ---- the aligned columns --------------------------------------------- */

static void add_side(struct cvg_str *out, const struct cvg_fn *fn,
		     uint32_t block, uint32_t k, uint32_t width,
		     const struct cvg_look *look)
{
	struct cvg_str side = {0};
	uint32_t at, n;

	if (block != CVG_NONE && k != CVG_NONE) {
		cvg_block_body(fn, block, &at, &n);
		cvg_text_clip(&side, cvg_inst_text(&fn->insts[at + k]), width,
			      look);
	}
	cvg_text_pad(out, cvg_str_of(&side), width);
	cvg_str_done(&side);
}

void cvg_draw_columns(struct cvg_str *out, const struct cvg_fn *fn, uint32_t t,
		      uint32_t f, const struct cvg_alignment *al,
		      const struct cvg_look *look)
{
	uint32_t width = (look->width > 60 ? look->width - 6 : 54) / 2;
	char tl[16] = "-", fl[16] = "-";
	struct cvg_str head = {0};

	if (t != CVG_NONE)
		cvg_block_label(fn, t, tl, sizeof tl);
	if (f != CVG_NONE)
		cvg_block_label(fn, f, fl, sizeof fl);
	cvg_str_addf(&head, "  %s (true)", tl);
	cvg_text_pad(out, head.at, width + 2);
	cvg_str_addf(out, "     %s (false): %u of %u lines melded\n", fl,
		     al->nmatches, al->n);
	for (uint32_t i = 0; i < al->n; i++) {
		const struct cvg_align_pair *p = &al->pair[i];
		const char *sign = p->b == CVG_NONE   ? " < "
				   : p->a == CVG_NONE ? " > "
						      : " = ";

		cvg_str_add(out, "  ");
		add_side(out, fn, t, p->a, width, look);
		cvg_str_add(out, sign);
		add_side(out, fn, f, p->b, width, look);
		trim_line(out);
	}
	cvg_str_done(&head);
}

/* ---- JSON ------------------------------------------------------------ */

/* Not told together with the text: that is a picture of cells, and of two
 * columns of instructions, which JSON has as indices of one another. */

static json_t *json_side(const struct cvg_fn *fn, uint32_t block)
{
	json_t *lines = json_array();
	uint32_t at, n;

	cvg_block_body(fn, block, &at, &n);
	for (uint32_t i = at; i < at + n; i++)
		json_array_append_new(
			lines, cvg_json_text(cvg_inst_text(&fn->insts[i])));
	return lines;
}

static json_t *json_index(uint32_t i)
{
	return i == CVG_NONE ? json_null() : json_integer(i);
}

static json_t *json_path(const struct cvg_alignment *al)
{
	json_t *path = json_array();

	for (uint32_t i = 0; i < al->n; i++)
		json_array_append_new(
			path, json_pack("[o, o]", json_index(al->pair[i].a),
					json_index(al->pair[i].b)));
	return path;
}

static json_t *json_cells(const struct cvg_matrix_pool *p)
{
	json_t *rows = json_array();

	for (uint32_t i = 0; i < p->rows; i++) {
		json_t *row = json_array();

		for (uint32_t j = 0; j < p->cols; j++) {
			int64_t best = p->best[(size_t)i * p->cols + j];

			json_array_append_new(row, cvg_matrix_legal(best)
							   ? json_integer(best)
							   : json_null());
		}
		json_array_append_new(rows, row);
	}
	return rows;
}

void cvg_json_matrix(json_t *into, const struct cvg_matrix_view *v)
{
	const struct cvg_fn *fn = cvg_ana_fn(v->ana);
	struct cvg_alignment al;
	struct cvg_matrix_pool p;

	cvg_matrix_align(v, &al);
	CVG_TELL(NULL, into,
		 "{rows}{columns}{row_insts}{column_insts}{score}{matches}"
		 "{path}",
		 CVG_V(cvg_json_block(fn, v->t)),
		 CVG_V(cvg_json_block(fn, v->f)), CVG_V(json_side(fn, v->t)),
		 CVG_V(json_side(fn, v->f)), CVG_V(al.score),
		 CVG_V(al.nmatches), CVG_V(json_path(&al)));
	cvg_alignment_done(&al);
	if (!pool_of(v, MAX_JSON_SIDE, MAX_JSON_SIDE, &p))
		return;
	CVG_TELL(NULL, into, "{pool}{best}", CVG_V(p.k), CVG_V(json_cells(&p)));
	cvg_matrix_pool_done(&p);
}
