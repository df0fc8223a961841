/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The tables of the matrix view. Heads of rows and columns stay in sight. A
 * cell of two instructions shows its score as a digit from 0 to 9, and on the
 * path an arrow for the step that leads to it. A cell that stands for k by k
 * others shows the best of them.
 */
#include "ui/matrix.h"
#include "reconverge/align.h"
#include "reconverge/graph.h"

#include "ui/marks.h"
#include "ui/syntax.h"

/* Pool for at least this many cells a side; a smaller pane scrolls. */
#define LEAST	    12
#define CELL	    2 /* columns of a cell of instructions */
#define HEAD_MOST   44
#define TITLE	    80 /* columns of the title, in one line */
#define BELOW	    4  /* lines of text under the matrix */
#define LEGEND	    3  /* lines below these that explain the cells */
#define BELOW_FROM  12 /* lines of the pane from which the text is shown */
#define LEGEND_FROM 20 /* and those from which the cells are explained */

/* ---- shared by both tables ------------------------------------------- */

enum cvg_role cvg_matrix_heat(double share)
{
	int step = (int)(share * 5);

	return CVG_ROLE_HEAT0 + (enum cvg_role)(step < 0   ? 0
						: step > 4 ? 4
							   : step);
}

void cvg_matrix_keep_in_sight(uint32_t *first, uint32_t at, uint32_t n,
			      uint32_t all)
{
	if (!*first || at < *first)
		*first = at ? at : 1;
	if (n && at >= *first + n)
		*first = at - n + 1;
	if (all >= n && *first + n > all + 1)
		*first = all - n + 1;
	if (all < n)
		*first = 1;
}

void cvg_matrix_mark_head(const struct cvg_ui *ui, struct cvg_canvas *into,
			  int32_t x, int32_t y, bool row)
{
	uint32_t ch = row ? 0x25B6 : 0x25BC; /* triangles */

	if (ui->ascii)
		ch = row ? '>' : 'v';
	cvg_canvas_put(into, x, y, ch, CVG_ROLE_TITLE, 0);
}

/* ---- instructions ---------------------------------------------------- */

/* A letter for the class of an instruction. */
static char class_letter(enum cvg_op op)
{
	static const char letters[] = {
		[CVG_CLASS_CONTROL] = 'c', [CVG_CLASS_PHI] = 'p',
		[CVG_CLASS_INT] = 'i',	   [CVG_CLASS_INTDIV] = 'd',
		[CVG_CLASS_FLOAT] = 'f',   [CVG_CLASS_FLOATDIV] = 'd',
		[CVG_CLASS_COMPARE] = '<', [CVG_CLASS_SELECT] = '?',
		[CVG_CLASS_MOVE] = 'm',	   [CVG_CLASS_CONVERT] = 'z',
		[CVG_CLASS_ADDRESS] = '&', [CVG_CLASS_MEMORY] = 'M',
		[CVG_CLASS_SYNC] = 'S',	   [CVG_CLASS_CALL] = 'C',
	};

	if (op == CVG_OP_LOAD)
		return 'L';
	if (op == CVG_OP_STORE)
		return 'S';
	return letters[cvg_op_class(op)];
}

uint32_t cvg_matrix_unpooled(const struct cvg_alignment_view *alignment,
			     uint32_t p)
{
	return p ? (p - 1) * alignment->pool.k + 1 : 0;
}

static uint32_t in_pool(const struct cvg_alignment_view *alignment, uint32_t at)
{
	return at ? (at - 1) / alignment->pool.k + 1 : 0;
}

/* The arrow of a pooled cell: that of a match if it holds one. */
static char arrow_of(const struct cvg_alignment_view *alignment, uint32_t pi,
		     uint32_t pj)
{
	const struct cvg_align_matrix *mx = &alignment->matrix.mx;
	uint32_t side = alignment->pool.k;
	char found = 0;

	if (!alignment->pool.on_path[(size_t)pi * alignment->pool.cols + pj])
		return 0;
	for (uint32_t i = cvg_matrix_unpooled(alignment, pi),
		      ei = i + (pi ? side : 1);
	     i < ei && i < mx->rows; i++)
		for (uint32_t j = cvg_matrix_unpooled(alignment, pj),
			      ej = j + (pj ? side : 1);
		     j < ej && j < mx->cols; j++) {
			char c = (char)alignment
					 ->arrow[(size_t)i * mx->cols + j];

			if (c && found != '\\')
				found = c;
		}
	return found ? found : ' '; /* the path begins here */
}

static void draw_cell(const struct cvg_matrix_pane *view,
		      const struct cvg_ui *ui, struct cvg_canvas *into,
		      int32_t x, int32_t y, uint32_t pi, uint32_t pj)
{
	const struct cvg_alignment_view *alignment = &view->alignment;
	int64_t best =
		alignment->pool.best[(size_t)pi * alignment->pool.cols + pj];
	char arrow = arrow_of(alignment, pi, pj);
	bool row = pi == in_pool(alignment, alignment->row),
	     col = pj == in_pool(alignment, alignment->col);
	unsigned attr = arrow ? CVG_CELL_REVERSE : 0;
	double share;

	if (row || col)
		attr |= CVG_CELL_BOLD;
	if (row && col)
		attr = (attr ^ CVG_CELL_REVERSE) | CVG_CELL_UNDERLINE;
	if (!cvg_matrix_legal(best)) {
		cvg_canvas_text(into, x, y, CELL, ui->ascii ? ". " : "\u00b7 ",
				CVG_ROLE_DIM, attr);
		return;
	}
	share = alignment->high > alignment->low
			? (double)(best - alignment->low) /
				  (double)(alignment->high - alignment->low)
			: 1;
	cvg_canvas_printf(into, x, y, CELL, cvg_matrix_heat(share), attr,
			  "%d%c", (int)(share * 9), arrow ? arrow : ' ');
}

static void draw_col_heads(const struct cvg_matrix_pane *view,
			   const struct cvg_ui *ui, struct cvg_canvas *into,
			   int32_t y)
{
	const struct cvg_alignment_view *alignment = &view->alignment;

	for (uint32_t j = 0;
	     j < view->ncols && view->left + j <= alignment->pool.cols; j++) {
		uint32_t pj = view->left + j - 1,
			 at = cvg_matrix_unpooled(alignment, pj);
		int32_t x = (int32_t)(view->head_width + j * CELL);
		uint32_t inst = cvg_alignment_inst(alignment, 1, at);
		bool here = pj == in_pool(alignment, alignment->col);
		char head[2] = "";

		if (here)
			cvg_matrix_mark_head(ui, into, x, y, false);
		else
			cvg_canvas_printf(into, x, y, 1, CVG_ROLE_DIM, 0, "%u",
					  at % 10);
		if (inst != CVG_NONE)
			head[0] = class_letter(alignment->fn->insts[inst].op);
		cvg_canvas_text(into, x, y + 1, 1, head,
				here ? CVG_ROLE_TITLE : CVG_ROLE_KEYWORD, 0);
	}
}

static void draw_row_head(const struct cvg_matrix_pane *view,
			  const struct cvg_ui *ui, struct cvg_canvas *into,
			  int32_t y, uint32_t pi)
{
	const struct cvg_alignment_view *alignment = &view->alignment;
	uint32_t at = cvg_matrix_unpooled(alignment, pi),
		 inst = cvg_alignment_inst(alignment, 0, at);
	char head[2] = "";
	uint32_t x;

	if (pi == in_pool(alignment, alignment->row))
		cvg_matrix_mark_head(ui, into, 0, y, true);
	if (inst == CVG_NONE)
		return;
	x = 1 + cvg_canvas_printf(into, 1, y, 4, CVG_ROLE_DIM, 0, "%3u ", at);
	head[0] = class_letter(alignment->fn->insts[inst].op);
	if (view->head_width > 6)
		cvg_ir_draw(into, (int32_t)x, y, view->head_width - x - 3, 0,
			    cvg_inst_text(&alignment->fn->insts[inst]), NULL);
	cvg_canvas_text(into, (int32_t)view->head_width - 2, y, 1, head,
			CVG_ROLE_KEYWORD, 0);
}

static void add_score(struct cvg_str *out, const char *name, int64_t score,
		      int64_t best)
{
	if (score == INT64_MIN || !cvg_matrix_legal(score))
		cvg_str_addf(out, "  %s -", name);
	else
		cvg_str_addf(out, "  %s %lld%s", name, (long long)score,
			     score == best ? "*" : "");
}

void cvg_matrix_say_scores(const struct cvg_alignment_view *alignment,
			   struct cvg_str *out)
{
	const struct cvg_align_cell *c =
		&alignment->matrix.mx.cell[(size_t)alignment->row *
						   alignment->matrix.mx.cols +
					   alignment->col];

	cvg_str_addf(out, "%u,%u", alignment->row, alignment->col);
	add_score(out, "\\both", c->match, c->best);
	add_score(out, "|T", c->gap_a, c->best);
	add_score(out, "-F", c->gap_b, c->best);
}

static void draw_side(const struct cvg_matrix_pane *view,
		      struct cvg_canvas *into, int32_t y, uint32_t arm)
{
	const struct cvg_alignment_view *alignment = &view->alignment;
	uint32_t at = arm ? alignment->col : alignment->row;
	uint32_t inst = cvg_alignment_inst(alignment, arm, at), x;

	x = 1 + cvg_canvas_printf(
			into, 1, y, into->width, CVG_ROLE_TITLE, 0,
			"%c B%u %3u  ", arm ? 'F' : 'T',
			alignment->fn->blocks[arm ? alignment->f : alignment->t]
				.uid,
			at);
	if (inst != CVG_NONE && x < into->width)
		cvg_ir_draw(into, (int32_t)x, y, into->width - x, 0,
			    cvg_inst_text(&alignment->fn->insts[inst]), NULL);
}

/* What the cells say, in panes that have room for it. */
static void draw_legend(const struct cvg_alignment_view *alignment,
			struct cvg_canvas *into, int32_t y)
{
	cvg_canvas_printf(into, 1, y, into->width, CVG_ROLE_DIM, 0,
			  "0-9: cycles saved so far, %lld to %lld",
			  (long long)alignment->low,
			  (long long)alignment->high);
	cvg_canvas_text(into, 1, y + 1, into->width,
			"best way: \\ melds both, | T alone,", CVG_ROLE_DIM, 0);
	cvg_canvas_text(into, 1, y + 2, into->width,
			"- F alone; the cursor's has a *", CVG_ROLE_DIM, 0);
}

static void draw_title(const struct cvg_matrix_pane *view,
		       struct cvg_canvas *into, uint32_t rows)
{
	const struct cvg_alignment_view *alignment = &view->alignment;
	const struct cvg_alcell *c = cvg_alignment_cell(alignment);
	struct cvg_str s = {0};

	cvg_str_addf(&s, "B%u down, B%u across",
		     alignment->fn->blocks[alignment->t].uid,
		     alignment->fn->blocks[alignment->f].uid);
	if (c->nbp > 1)
		cvg_str_addf(&s, ", pair %u of %u", alignment->pair + 1,
			     c->nbp);
	if (alignment->made && alignment->pool.k > 1)
		cvg_str_addf(&s, ", a cell is %ux%u", alignment->pool.k,
			     alignment->pool.k);
	if (alignment->made)
		cvg_str_addf(&s, ": %u of %u melded, saves %lld cycles",
			     alignment->matrix.al.nmatches,
			     alignment->matrix.al.n,
			     (long long)alignment->matrix.al.score);
	if (alignment->made && into->height < LEGEND_FROM) {
		cvg_str_addf(&s, "; 0-9: %lld..%lld", (long long)alignment->low,
			     (long long)alignment->high);
	}
	if (rows > 1)
		cvg_ui_words(into, 1, 0, (int32_t)rows, into->width - 1, s.at,
			     CVG_ROLE_DIM);
	else
		cvg_canvas_text(into, 1, 0, into->width, s.at, CVG_ROLE_DIM, 0);
	cvg_str_done(&s);
}

/* ---- the two columns that come of it --------------------------------- */

/* The pair of the alignment that holds the cursor's row. */
static uint32_t pair_of_row(const struct cvg_alignment_view *alignment)
{
	uint32_t k = 0;

	while (k + 1 < alignment->matrix.al.n &&
	       alignment->matrix.al.pair[k].a != alignment->row - 1)
		k++;
	return k;
}

static void draw_half(const struct cvg_alignment_view *alignment,
		      struct cvg_canvas *into, int32_t x, int32_t y,
		      uint32_t width, uint32_t arm, uint32_t at, bool matched)
{
	uint32_t inst = at == CVG_NONE
				? CVG_NONE
				: cvg_alignment_inst(alignment, arm, at + 1);
	bool here = at + 1 == (arm ? alignment->col : alignment->row);

	if (inst == CVG_NONE)
		return;
	cvg_ir_draw(into, x, y, width, 0,
		    cvg_inst_text(&alignment->fn->insts[inst]), NULL);
	if (!matched || here)
		cvg_canvas_tint(into, x, y, width, 1,
				here ? CVG_NROLES : CVG_ROLE_DIM,
				here ? CVG_CELL_BOLD : 0);
}

/* Draw the aligned instructions side by side in the lines from y to `end`,
 * around the cursor. */
static void draw_pairs(const struct cvg_alignment_view *alignment,
		       struct cvg_canvas *into, int32_t y, int32_t end)
{
	uint32_t n = (uint32_t)(end - y), half = (into->width - 5) / 2;
	uint32_t at = pair_of_row(alignment),
		 first = at > n / 2 ? at - n / 2 : 0;

	if (first + n > alignment->matrix.al.n)
		first = alignment->matrix.al.n > n ? alignment->matrix.al.n - n
						   : 0;
	for (uint32_t k = first; k < alignment->matrix.al.n && y < end;
	     k++, y++) {
		const struct cvg_align_pair *p = &alignment->matrix.al.pair[k];
		bool both = p->a != CVG_NONE && p->b != CVG_NONE;

		draw_half(alignment, into, 1, y, half, 0, p->a, both);
		cvg_canvas_text(into, (int32_t)half + 2, y, 1,
				both		   ? "="
				: p->a != CVG_NONE ? "<"
						   : ">",
				both ? CVG_ROLE_ADDED : CVG_ROLE_DIM, 0);
		draw_half(alignment, into, (int32_t)half + 4, y, half, 1, p->b,
			  both);
	}
}

/* The rule between the matrix and the text below it, if there is room. */
static void draw_result(const struct cvg_matrix_pane *view,
			struct cvg_canvas *into)
{
	uint32_t drawn = view->alignment.pool.rows - view->top + 1;
	uint32_t y = view->head_height + drawn;

	if (drawn + 4 > view->nrows || into->width < 30)
		return;
	cvg_canvas_line(into, -1, (int32_t)y, (int32_t)into->width, (int32_t)y,
			CVG_LINE_SINGLE, CVG_ROLE_DIM);
	cvg_canvas_text(into, 2, (int32_t)y, into->width,
			" true and false, = melded ", CVG_ROLE_DIM, 0);
	draw_pairs(&view->alignment, into, (int32_t)y + 1,
		   (int32_t)(view->head_height + view->nrows));
}

/* ---- all of it ------------------------------------------------------- */

/* The columns of the heads of the rows. */
static uint32_t head_width(const struct cvg_matrix_pane *view, uint32_t width)
{
	uint32_t need = view->alignment.matrix.mx.cols * CELL,
		 most = width * 2 / 5;

	if (width < 30)
		return 6;
	if (need < width && width - need > most)
		most = width - need;
	return most > HEAD_MOST ? HEAD_MOST : most;
}

static void draw_body(struct cvg_ui *ui, struct cvg_matrix_pane *view,
		      struct cvg_canvas *into)
{
	const struct cvg_alignment_view *alignment = &view->alignment;

	draw_col_heads(view, ui, into, (int32_t)view->head_height - 2);
	for (uint32_t i = 0;
	     i < view->nrows && view->top + i <= alignment->pool.rows; i++) {
		uint32_t pi = view->top + i - 1;
		int32_t y = (int32_t)(view->head_height + i);

		draw_row_head(view, ui, into, y, pi);
		for (uint32_t j = 0;
		     j < view->ncols && view->left + j <= alignment->pool.cols;
		     j++)
			draw_cell(view, ui, into,
				  (int32_t)(view->head_width + j * CELL), y, pi,
				  view->left + j - 1);
	}
}

void cvg_matrix_draw_insts(struct cvg_ui *ui, struct cvg_matrix_pane *view,
			   struct cvg_canvas *into)
{
	struct cvg_alignment_view *alignment = &view->alignment;
	bool legend = into->height >= LEGEND_FROM;
	uint32_t below = into->height >= BELOW_FROM ? BELOW : 0;
	uint32_t title = legend && into->width < TITLE ? 2 : 1;
	int32_t y = (int32_t)into->height;
	struct cvg_str s = {0};

	if (legend)
		below += LEGEND;
	if (!alignment->made) {
		draw_title(view, into, 1);
		cvg_canvas_text(into, 1, 2, into->width,
				"too many instructions for a matrix",
				CVG_ROLE_DIM, 0);
		return;
	}
	view->body = CELL;
	view->head_height = title + 2;
	view->head_width = head_width(view, into->width);
	view->ncols = into->width > view->head_width + CELL
			      ? (into->width - view->head_width) / CELL
			      : 1;
	view->nrows = into->height > view->head_height + below
			      ? into->height - view->head_height - below
			      : 1;
	cvg_alignment_fit(alignment, view->nrows > LEAST ? view->nrows : LEAST,
			  view->ncols > LEAST ? view->ncols : LEAST);
	cvg_matrix_keep_in_sight(&view->top,
				 in_pool(alignment, alignment->row) + 1,
				 view->nrows, alignment->pool.rows);
	cvg_matrix_keep_in_sight(&view->left,
				 in_pool(alignment, alignment->col) + 1,
				 view->ncols, alignment->pool.cols);
	draw_title(view, into, title);
	draw_body(ui, view, into);
	if (!below)
		return;
	draw_result(view, into);
	cvg_canvas_fill(into, 0, y - (int32_t)below, into->width, below,
			CVG_ROLE_TEXT, 0);
	if (legend) {
		y -= LEGEND;
		draw_legend(alignment, into, y);
	}
	cvg_canvas_line(into, -1, y - 4, (int32_t)into->width, y - 4,
			CVG_LINE_SINGLE, CVG_ROLE_DIM);
	draw_side(view, into, y - 3, 0);
	draw_side(view, into, y - 2, 1);
	cvg_matrix_say_scores(alignment, &s);
	cvg_canvas_text(into, 1, y - 1, into->width, s.at, CVG_ROLE_TEXT, 0);
	cvg_str_done(&s);
}
