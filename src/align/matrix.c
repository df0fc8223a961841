/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The whole matrix of an alignment, for a view: values of what comes BEFORE a
 * cell, as textbooks print them. States and prices are those of cells.h.
 */
#include "cells.h"

#include <stdlib.h>

/* Values are the best scores of the columns up to a cell, by the state in which
 * these end. All impossible: */
static struct values no_values(void)
{
	struct values v;

	for (int s = 0; s < NSTATES; s++)
		v.at[s] = CVG_ALIGN_NEVER;
	return v;
}

static int64_t best_value(const struct values *v)
{
	int64_t best = v->at[0];

	for (int s = 1; s < NSTATES; s++)
		best = larger(best, v->at[s]);
	return best;
}

/*
 * One element alone after `from`. `plain` and `guarded` are the states of the
 * run it continues or opens.
 */
static void add_gap(const struct cvg_align_task *t, const struct values *from,
		    bool is_plain, enum state plain, enum state guarded,
		    struct values *to)
{
	struct values before = *from;
	int64_t opened;

	before.at[plain] = before.at[guarded] = CVG_ALIGN_NEVER;
	opened = best_value(&before);
	if (is_plain) {
		to->at[plain] = larger(opened - t->open_plain,
				       from->at[plain] - t->extend);
		to->at[guarded] = from->at[guarded] - t->extend;
		return;
	}
	to->at[guarded] = larger(opened - t->open_guarded,
				 larger(from->at[plain] - t->guard,
					from->at[guarded] - t->extend));
}

static int64_t matched(int32_t score, int64_t before)
{
	struct offers o;

	offer_match(score, before, &o);
	return score_of(o.match);
}

static int64_t shown(int64_t value)
{
	return value < CVG_ALIGN_NEVER / 2 ? INT64_MIN
					   : value / CVG_ALIGN_SCALE;
}

static void fill_cell(struct cvg_align_cell *cell, struct values *v, bool local)
{
	cell->match = shown(v->at[AT_MATCH]);
	cell->gap_a = shown(larger(v->at[AT_PLAIN_A], v->at[AT_GUARDED_A]));
	cell->gap_b = shown(larger(v->at[AT_PLAIN_B], v->at[AT_GUARDED_B]));
	if (local) /* it may begin anywhere */
		v->at[AT_MATCH] = larger(v->at[AT_MATCH], 0);
	cell->best = shown(best_value(v));
}

/* Row i of the matrix; `row` holds the values of row i - 1, then of row i.
 * `score`: of a[i - 1] with each of b. */
static void fill_row(const struct cvg_align_task *t, uint32_t i,
		     const int32_t *score, struct values *row,
		     struct cvg_align_cell *cell)
{
	struct values diagonal = no_values();

	for (uint32_t j = 0; j <= t->p->m; j++) {
		struct values v = no_values();
		struct values above = row[j];

		if (i > 0 && j > 0)
			v.at[AT_MATCH] =
				matched(score[j - 1], best_value(&diagonal));
		if (i > 0)
			add_gap(t, &above, t->plain_a[i - 1], AT_PLAIN_A,
				AT_GUARDED_A, &v);
		if (j > 0)
			add_gap(t, &row[j - 1], t->plain_b[j - 1], AT_PLAIN_B,
				AT_GUARDED_B, &v);
		if (i == 0 && j == 0)
			v.at[AT_MATCH] = 0;
		fill_cell(&cell[j], &v, t->local);
		diagonal = above;
		row[j] = v;
	}
}

/*
 * Mark the cells a path goes through, its start too. Of a local alignment
 * only from the first match to the last.
 */
static void mark_path(const struct cvg_alignment *al,
		      enum cvg_align_method method, struct cvg_align_matrix *mx)
{
	bool local = method == CVG_ALIGN_SW;
	uint32_t matched = 0;
	size_t i = 0, j = 0;

	if (!local)
		mx->cell[0].on_path = true;
	for (uint32_t k = 0; k < al->n; k++) {
		bool is_match =
			al->pair[k].a != CVG_NONE && al->pair[k].b != CVG_NONE;

		if (is_match && matched++ == 0)
			mx->cell[i * mx->cols + j].on_path = true;
		i += al->pair[k].a != CVG_NONE;
		j += al->pair[k].b != CVG_NONE;
		if (!local || is_match ||
		    (matched > 0 && matched < al->nmatches))
			mx->cell[i * mx->cols + j].on_path = true;
	}
}

void cvg_align_matrix(const struct cvg_align_problem *problem,
		      enum cvg_align_method method,
		      const struct cvg_alignment *al,
		      struct cvg_align_matrix *out)
{
	struct cvg_align_task t;
	struct values *row = cvg_calloc((size_t)problem->m + 1, sizeof(*row));
	int32_t *score = cvg_calloc(problem->m, sizeof(*score));

	cvg_align_task_init(&t, problem, method);
	out->rows = problem->n + 1;
	out->cols = problem->m + 1;
	out->cell =
		cvg_calloc(out->rows, (size_t)out->cols * sizeof(*out->cell));
	for (uint32_t i = 0; i <= problem->n; i++) {
		if (i > 0)
			cvg_align_scores(&t, i - 1, 0, problem->m, score);
		fill_row(&t, i, score, row, out->cell + (size_t)i * out->cols);
	}
	mark_path(al, method, out);
	cvg_align_task_done(&t);
	free(row);
	free(score);
}

void cvg_align_matrix_done(struct cvg_align_matrix *mx)
{
	free(mx->cell);
	*mx = (struct cvg_align_matrix){0};
}
