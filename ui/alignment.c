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

static void drop_matrix(struct cvg_alignment_view *v)
{
	if (v->made) {
		cvg_matrix_done(&v->m);
		free(v->arrow);
		v->arrow = NULL;
	}
	if (v->pool.best)
		cvg_matrix_pool_done(&v->pool);
	v->made = v->huge = false;
	v->k = 0;
}

/* For each cell on the path, the arrow of the step that leads to it. */
static void find_arrows(struct cvg_alignment_view *v)
{
	const struct cvg_align_matrix *mx = &v->m.mx;
	uint32_t i = 0, j = 0;

	v->arrow = cvg_calloc((size_t)mx->rows * mx->cols, 1);
	for (uint32_t k = 0; k < v->m.al.n; k++) {
		const struct cvg_align_pair *p = &v->m.al.pair[k];
		size_t to;

		i += p->a != CVG_NONE;
		j += p->b != CVG_NONE;
		to = (size_t)i * mx->cols + j;
		if (mx->cell[to].on_path)
			v->arrow[to] = p->b == CVG_NONE	  ? '|'
				       : p->a == CVG_NONE ? '-'
							  : '\\';
	}
}

static void find_range(struct cvg_alignment_view *v)
{
	const struct cvg_align_matrix *mx = &v->m.mx;

	v->low = INT64_MAX;
	v->high = INT64_MIN;
	for (size_t i = 0; i < (size_t)mx->rows * mx->cols; i++) {
		int64_t best = mx->cell[i].best;

		if (!cvg_matrix_legal(best))
			continue;
		v->low = best < v->low ? best : v->low;
		v->high = best > v->high ? best : v->high;
	}
}

/* Put the cursor on the first match. */
static void find_start(struct cvg_alignment_view *v)
{
	v->row = v->m.mx.rows > 1;
	v->col = v->m.mx.cols > 1;
	for (uint32_t k = 0; k < v->m.al.n; k++) {
		const struct cvg_align_pair *p = &v->m.al.pair[k];

		if (p->a != CVG_NONE && p->b != CVG_NONE) {
			v->row = p->a + 1;
			v->col = p->b + 1;
			return;
		}
	}
}

/* The first pair of the cell whose blocks both have an instruction to align. */
static uint32_t first_pair(const struct cvg_alignment_view *v,
			   const struct cvg_alcell *c)
{
	for (uint32_t k = 0; k < c->nbp; k++) {
		const struct cvg_albp *bp = &v->bp.at[c->bp_at + k];
		uint32_t at, t, f;

		cvg_block_body(v->fn, bp->block[0], &at, &t);
		cvg_block_body(v->fn, bp->block[1], &at, &f);
		if (t && f)
			return k;
	}
	return 0;
}

bool cvg_alignment_open(struct cvg_alignment_view *v, struct cvg_ui *ui,
			uint32_t pair)
{
	const struct cvg_alcell *c = cvg_alignment_cell(v);
	struct cvg_matrix_view mv = {
		.ana = ui->ana, .settings = cvg_session_settings(ui->session)};

	if (pair == CVG_NONE)
		pair = first_pair(v, c);
	if (pair >= c->nbp)
		return false;
	drop_matrix(v);
	v->level = CVG_AL_INSTS;
	v->pair = pair;
	v->t = mv.t = v->bp.at[c->bp_at + pair].block[0];
	v->f = mv.f = v->bp.at[c->bp_at + pair].block[1];
	v->row = v->col = 0;
	v->made = cvg_matrix_make(&mv, MAX_CELLS, &v->m);
	v->huge = !v->made;
	if (v->made) {
		find_arrows(v);
		find_range(v);
		find_start(v);
	}
	return true;
}

void cvg_alignment_fit(struct cvg_alignment_view *v, uint32_t rows,
		       uint32_t cols)
{
	const struct cvg_align_matrix *mx = &v->m.mx;
	uint32_t k = 1;

	rows = rows < 2 ? 2 : rows;
	cols = cols < 2 ? 2 : cols;
	while (cvg_matrix_pooled(mx->rows, k) > rows ||
	       cvg_matrix_pooled(mx->cols, k) > cols)
		k++;
	v->fit = k;
	if (v->k && v->k < k)
		k = v->k;
	if (v->pool.best && v->pool.k == k)
		return;
	if (v->pool.best)
		cvg_matrix_pool_done(&v->pool);
	cvg_matrix_pool_init(&v->pool, mx, k, mx->rows + 1, mx->cols + 1);
}

uint32_t cvg_alignment_inst(const struct cvg_alignment_view *v, uint32_t arm,
			    uint32_t at)
{
	uint32_t first, n;

	cvg_block_body(v->fn, arm ? v->f : v->t, &first, &n);
	return at && at <= n ? first + at - 1 : CVG_NONE;
}

/* ---- the subgraphs --------------------------------------------------- */

static void add_pair(struct cvg_alignment_view *v, struct cvg_alcell *c,
		     uint32_t t, uint32_t f, double mp_b)
{
	struct cvg_albp bp = {.block = {t, f}, .mp_b = mp_b};

	if (t == CVG_NONE || f == CVG_NONE)
		return;
	cvg_push(&v->bp, bp);
	c->nbp++;
}

/* The block pairs of a cell: those of the plan if it chose this pair of
 * subgraphs, else the pair of the two entries. */
static void fill_cell(struct cvg_alignment_view *v,
		      const struct cvg_candidate *cd, uint32_t i, uint32_t j)
{
	struct cvg_alcell *c = &v->cell[i * v->nsub[1] + j];

	c->cell = cd->cell[i * cd->nchain[1] + j];
	c->bp_at = (uint32_t)v->bp.n;
	for (uint32_t k = 0; k < cd->npairs; k++) {
		const struct cvg_meldpair *p = &cd->pair[k];

		if (p->sub[0] != i || p->sub[1] != j)
			continue;
		c->replica = p->replica >= 0;
		for (uint32_t b = 0; b < p->nbp; b++)
			add_pair(v, c, p->bp[b].block[0], p->bp[b].block[1],
				 p->bp[b].mp_b);
	}
	if (!c->nbp)
		add_pair(v, c, cd->chain[0][i].entry, cd->chain[1][j].entry, 0);
}

static void fill_subgraphs(struct cvg_alignment_view *v,
			   const struct cvg_candidate *cd)
{
	for (uint32_t arm = 0; arm < 2; arm++) {
		v->nsub[arm] = cd->nchain[arm];
		v->sub[arm] = cvg_calloc(cd->nchain[arm], sizeof *v->sub[arm]);
		for (uint32_t i = 0; i < cd->nchain[arm]; i++)
			v->sub[arm][i] =
				(struct cvg_alsub){cd->chain[arm][i].entry,
						   cd->chain[arm][i].nblocks};
	}
	v->cell = cvg_calloc((size_t)v->nsub[0] * v->nsub[1], sizeof *v->cell);
	for (uint32_t i = 0; i < v->nsub[0]; i++)
		for (uint32_t j = 0; j < v->nsub[1]; j++)
			fill_cell(v, cd, i, j);
}

/* Put the cursor on the first chosen cell; if there is only one cell, show its
 * blocks at once. */
static void begin(struct cvg_alignment_view *v, struct cvg_ui *ui)
{
	uint32_t n = v->nsub[0] * v->nsub[1], k = 0;

	while (k < n && v->cell[k].cell.state != CVG_PAIR_CHOSEN)
		k++;
	if (k == n)
		k = 0;
	v->at[0] = k / v->nsub[1];
	v->at[1] = k % v->nsub[1];
	v->level = CVG_AL_SUBGRAPHS;
	if (n == 1)
		cvg_alignment_open(v, ui, CVG_NONE);
}

/* ---- of a choice ----------------------------------------------------- */

static void drop(struct cvg_alignment_view *v)
{
	drop_matrix(v);
	free(v->sub[0]);
	free(v->sub[1]);
	free(v->cell);
	v->sub[0] = v->sub[1] = NULL;
	v->cell = NULL;
	v->nsub[0] = v->nsub[1] = 0;
	v->bp.n = 0;
	v->level = CVG_AL_NOTHING;
	cvg_str_clear(&v->why);
}

void cvg_alignment_free(struct cvg_alignment_view *v)
{
	drop(v);
	free(v->bp.at);
	cvg_str_done(&v->why);
}

static void set_up(struct cvg_alignment_view *v, struct cvg_ui *ui,
		   const struct cvg_choice *c, const struct cvg_plan *plan)
{
	const struct cvg_candidate *cd = cvg_plan_at(plan, c->block);

	if (cd && cd->nchain[0] && cd->nchain[1]) {
		fill_subgraphs(v, cd);
		begin(v, ui);
		return;
	}
	cvg_str_addf(&v->why, "%s %s: %s", c->act, c->object,
		     c->reason ? c->reason : "nothing of it is aligned");
}

/* Make the table by the session's plan, or by a plan made for the revision
 * shown if that is not the current one. */
static void set_up_meld(struct cvg_alignment_view *v, struct cvg_ui *ui,
			const struct cvg_choice *c)
{
	struct cvg_plan *own;

	if (cvg_session_fn(ui->session, CVG_NONE, CVG_NONE) == ui->fn) {
		set_up(v, ui, c, cvg_session_plan(ui->session));
		return;
	}
	own = cvg_plan_meld(ui->ana, cvg_session_settings(ui->session));
	set_up(v, ui, c, own);
	cvg_plan_free(own);
}

void cvg_alignment_update(struct cvg_alignment_view *v, struct cvg_ui *ui,
			  bool anew)
{
	const struct cvg_choices *all;
	const struct cvg_choice *c;

	if (ui->busy)
		return;
	all = cvg_ui_choices(ui);
	if (!anew && v->fn == ui->fn && v->of == all && v->choice == ui->choice)
		return;
	drop(v);
	v->fn = ui->fn;
	v->of = all;
	v->choice = ui->choice;
	if (ui->choice >= all->n) {
		cvg_ui_keyed(ui, &v->why,
			     "nothing can be done at the block under "
			     "the cursor: {y} lists what can");
		return;
	}
	c = &all->at[ui->choice];
	if (strcmp(c->act, "meld"))
		cvg_str_addf(&v->why, "%s %s aligns nothing: %s", c->act,
			     c->object, c->reason ? c->reason : c->detail);
	else
		set_up_meld(v, ui, c);
}
