/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the matrix view shows of a choice. */
#include "ui/alignment.h"
#include "ui/keys.h"
#include "reconverge/align.h"
#include "reconverge/choices.h"
#include "reconverge/export.h"
#include "reconverge/session.h"

#include <stdlib.h>
#include <string.h>

#define MAX_CELLS 1000000 /* the largest matrix that is made */

/* ---- the matrix of two blocks ---------------------------------------- */

static void drop_matrix(struct cvg_alignment_view *alignment)
{
	if (alignment->made) {
		cvg_matrix_done(&alignment->matrix);
		free(alignment->arrow);
		alignment->arrow = NULL;
	}
	if (alignment->pool.best)
		cvg_matrix_pool_done(&alignment->pool);
	alignment->made = false;
	alignment->k = 0;
}

/* For each cell on the path, the arrow of the step that leads to it. */
static void find_arrows(struct cvg_alignment_view *alignment)
{
	const struct cvg_align_matrix *mx = &alignment->matrix.mx;
	uint32_t i = 0, j = 0;

	alignment->arrow = cvg_calloc((size_t)mx->rows * mx->cols, 1);
	for (uint32_t k = 0; k < alignment->matrix.al.n; k++) {
		const struct cvg_align_pair *p = &alignment->matrix.al.pair[k];
		size_t to;

		i += p->a != CVG_NONE;
		j += p->b != CVG_NONE;
		to = (size_t)i * mx->cols + j;
		if (mx->cell[to].on_path)
			alignment->arrow[to] = p->b == CVG_NONE	  ? '|'
					       : p->a == CVG_NONE ? '-'
								  : '\\';
	}
}

static void find_range(struct cvg_alignment_view *alignment)
{
	const struct cvg_align_matrix *mx = &alignment->matrix.mx;

	alignment->low = INT64_MAX;
	alignment->high = INT64_MIN;
	for (size_t i = 0; i < (size_t)mx->rows * mx->cols; i++) {
		int64_t best = mx->cell[i].best;

		if (!cvg_matrix_legal(best))
			continue;
		alignment->low = best < alignment->low ? best : alignment->low;
		alignment->high =
			best > alignment->high ? best : alignment->high;
	}
}

/* Put the cursor on the first match. */
static void find_start(struct cvg_alignment_view *alignment)
{
	alignment->row = alignment->matrix.mx.rows > 1;
	alignment->col = alignment->matrix.mx.cols > 1;
	for (uint32_t k = 0; k < alignment->matrix.al.n; k++) {
		const struct cvg_align_pair *p = &alignment->matrix.al.pair[k];

		if (p->a != CVG_NONE && p->b != CVG_NONE) {
			alignment->row = p->a + 1;
			alignment->col = p->b + 1;
			return;
		}
	}
}

/* The first pair of the cell whose blocks both have an instruction to align. */
static uint32_t first_pair(const struct cvg_alignment_view *alignment,
			   const struct cvg_alcell *c)
{
	for (uint32_t k = 0; k < c->nbp; k++) {
		const struct cvg_albp *bp = &alignment->bp.at[c->bp_at + k];
		uint32_t at, t, f;

		cvg_block_body(alignment->fn, bp->block[0], &at, &t);
		cvg_block_body(alignment->fn, bp->block[1], &at, &f);
		if (t && f)
			return k;
	}
	return 0;
}

bool cvg_alignment_open(struct cvg_alignment_view *alignment, struct cvg_ui *ui,
			uint32_t pair)
{
	const struct cvg_alcell *c = cvg_alignment_cell(alignment);
	struct cvg_matrix_view mv = {
		.ana = ui->ana, .settings = cvg_session_settings(ui->session)};

	if (pair == CVG_NONE)
		pair = first_pair(alignment, c);
	if (pair >= c->nbp)
		return false;
	drop_matrix(alignment);
	alignment->level = CVG_AL_INSTS;
	alignment->pair = pair;
	alignment->t = mv.t = alignment->bp.at[c->bp_at + pair].block[0];
	alignment->f = mv.f = alignment->bp.at[c->bp_at + pair].block[1];
	alignment->row = alignment->col = 0;
	alignment->made = cvg_matrix_make(&mv, MAX_CELLS, &alignment->matrix);
	if (alignment->made) {
		find_arrows(alignment);
		find_range(alignment);
		find_start(alignment);
	}
	return true;
}

void cvg_alignment_fit(struct cvg_alignment_view *alignment, uint32_t rows,
		       uint32_t cols)
{
	const struct cvg_align_matrix *mx = &alignment->matrix.mx;
	uint32_t k = 1;

	rows = rows < 2 ? 2 : rows;
	cols = cols < 2 ? 2 : cols;
	while (cvg_matrix_pooled(mx->rows, k) > rows ||
	       cvg_matrix_pooled(mx->cols, k) > cols)
		k++;
	alignment->fit = k;
	if (alignment->k && alignment->k < k)
		k = alignment->k;
	if (alignment->pool.best && alignment->pool.k == k)
		return;
	if (alignment->pool.best)
		cvg_matrix_pool_done(&alignment->pool);
	cvg_matrix_pool_init(&alignment->pool, mx, k, mx->rows + 1,
			     mx->cols + 1);
}

uint32_t cvg_alignment_inst(const struct cvg_alignment_view *alignment,
			    uint32_t arm, uint32_t at)
{
	uint32_t first, n;

	cvg_block_body(alignment->fn, arm ? alignment->f : alignment->t, &first,
		       &n);
	return at && at <= n ? first + at - 1 : CVG_NONE;
}

/* ---- the subgraphs --------------------------------------------------- */

static void add_pair(struct cvg_alignment_view *alignment, struct cvg_alcell *c,
		     uint32_t t, uint32_t f, double mp_b)
{
	struct cvg_albp bp = {.block = {t, f}, .mp_b = mp_b};

	if (t == CVG_NONE || f == CVG_NONE)
		return;
	cvg_push(&alignment->bp, bp);
	c->nbp++;
}

/* The block pairs of a cell: those of the plan if it chose this pair of
 * subgraphs, else the pair of the two entries. */
static void fill_cell(struct cvg_alignment_view *alignment,
		      const struct cvg_candidate *cd, uint32_t i, uint32_t j)
{
	struct cvg_alcell *c = &alignment->cell[i * alignment->nsub[1] + j];

	c->cell = cd->cell[i * cd->nchain[1] + j];
	c->bp_at = (uint32_t)alignment->bp.n;
	for (uint32_t k = 0; k < cd->npairs; k++) {
		const struct cvg_meldpair *pair = &cd->pair[k];

		if (pair->sub[0] != i || pair->sub[1] != j)
			continue;
		c->replica = pair->replica >= 0;
		for (uint32_t b = 0; b < pair->nbp; b++)
			add_pair(alignment, c, pair->bp[b].block[0],
				 pair->bp[b].block[1], pair->bp[b].mp_b);
	}
	if (!c->nbp)
		add_pair(alignment, c, cd->chain[0][i].entry,
			 cd->chain[1][j].entry, 0);
}

static void fill_subgraphs(struct cvg_alignment_view *alignment,
			   const struct cvg_candidate *cd)
{
	for (uint32_t arm = 0; arm < 2; arm++) {
		alignment->nsub[arm] = cd->nchain[arm];
		alignment->sub[arm] = cvg_calloc(cd->nchain[arm],
						 sizeof *alignment->sub[arm]);
		for (uint32_t i = 0; i < cd->nchain[arm]; i++)
			alignment->sub[arm][i] =
				(struct cvg_alsub){cd->chain[arm][i].entry,
						   cd->chain[arm][i].nblocks};
	}
	alignment->cell =
		cvg_calloc((size_t)alignment->nsub[0] * alignment->nsub[1],
			   sizeof *alignment->cell);
	for (uint32_t i = 0; i < alignment->nsub[0]; i++)
		for (uint32_t j = 0; j < alignment->nsub[1]; j++)
			fill_cell(alignment, cd, i, j);
}

/* Put the cursor on the first chosen cell; if there is only one cell, show its
 * blocks at once. */
static void begin(struct cvg_alignment_view *alignment, struct cvg_ui *ui)
{
	uint32_t n = alignment->nsub[0] * alignment->nsub[1], k = 0;

	while (k < n && alignment->cell[k].cell.state != CVG_PAIR_CHOSEN)
		k++;
	if (k == n)
		k = 0;
	alignment->at[0] = k / alignment->nsub[1];
	alignment->at[1] = k % alignment->nsub[1];
	alignment->level = CVG_AL_SUBGRAPHS;
	if (n == 1)
		cvg_alignment_open(alignment, ui, CVG_NONE);
}

/* ---- of a choice ----------------------------------------------------- */

static void drop(struct cvg_alignment_view *alignment)
{
	drop_matrix(alignment);
	free(alignment->sub[0]);
	free(alignment->sub[1]);
	free(alignment->cell);
	alignment->sub[0] = alignment->sub[1] = NULL;
	alignment->cell = NULL;
	alignment->nsub[0] = alignment->nsub[1] = 0;
	alignment->bp.n = 0;
	alignment->level = CVG_AL_NOTHING;
	cvg_str_clear(&alignment->why);
}

void cvg_alignment_free(struct cvg_alignment_view *alignment)
{
	drop(alignment);
	free(alignment->bp.at);
	cvg_str_done(&alignment->why);
}

static void set_up(struct cvg_alignment_view *alignment, struct cvg_ui *ui,
		   const struct cvg_choice *choice)
{
	const struct cvg_candidate *cd = cvg_plan_at(
		cvg_plan_kept(ui->ana, cvg_session_settings(ui->session)),
		choice->block);

	if (cd && cd->nchain[0] && cd->nchain[1]) {
		fill_subgraphs(alignment, cd);
		begin(alignment, ui);
		return;
	}
	cvg_str_addf(&alignment->why, "%s %s: %s", choice->act, choice->object,
		     choice->reason ? choice->reason
				    : "nothing of it is aligned");
}

void cvg_alignment_update(struct cvg_alignment_view *alignment,
			  struct cvg_ui *ui, bool anew)
{
	const struct cvg_choices *all;
	const struct cvg_choice *choice;

	if (ui->busy)
		return;
	all = cvg_ui_choices(ui);
	if (!anew && alignment->fn == ui->fn && alignment->of == all &&
	    alignment->choice == ui->choice)
		return;
	drop(alignment);
	alignment->fn = ui->fn;
	alignment->of = all;
	alignment->choice = ui->choice;
	if (ui->choice >= all->n) {
		cvg_ui_keyed(ui, &alignment->why,
			     "nothing can be done at the block under "
			     "the cursor: {y} lists what can");
		return;
	}
	choice = &all->at[ui->choice];
	if (strcmp(choice->act, "meld"))
		cvg_str_addf(&alignment->why, "%s %s aligns nothing: %s",
			     choice->act, choice->object,
			     choice->reason ? choice->reason : choice->detail);
	else
		set_up(alignment, ui, choice);
}
