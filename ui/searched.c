/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The tree of a search. Codes are ordered by what became of them: of two that were
 * made from the same code, the one from which the faster code came stands first. So
 * the way to the fastest begins the tree, and a code that is not gone on from stands
 * at its own cycles. What will not be proposed comes last.
 */
#include "ui/searched.h"

#include "ui/screen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- keeping ----------------------------------------------------------- */

static void forget(struct cvg_searched *searched)
{
	for (size_t i = 0; i < searched->codes.n; i++)
		free(searched->codes.at[i].step);
	searched->codes.n = 0;
}

void cvg_searched_free(struct cvg_searched *searched)
{
	if (!searched)
		return;
	forget(searched);
	free(searched->codes.at);
	free(searched);
}

static void show(struct cvg_ui *ui)
{
	struct cvg_screen *scr = ui->screen;

	if (!scr)
		return;
	ui->searched->before = scr->front[CVG_SLOT_MAIN];
	scr->front[CVG_SLOT_MAIN] = CVG_VIEW_optimize;
	cvg_panes_place(scr);
}

void cvg_searched_take(struct cvg_ui *ui,
		       const struct cvg_optimize_sight *sight)
{
	struct cvg_searched *searched = ui->searched;

	if (!searched) {
		searched = ui->searched = cvg_calloc(1, sizeof *searched);
		searched->before = CVG_NVIEWS;
	}
	if (searched->before == CVG_NVIEWS) {
		forget(searched);
		show(ui);
	}
	searched->tries = sight->tries;
	searched->kind = sight->kind;
	for (size_t i = 0; i < searched->codes.n; i++) {
		searched->changes +=
			searched->codes.at[i].loses != sight->code[i].loses;
		searched->codes.at[i].loses = sight->code[i].loses;
	}
	searched->changes += sight->ncodes - (uint32_t)searched->codes.n;
	for (size_t i = searched->codes.n; i < sight->ncodes; i++) {
		struct cvg_optimize_code code = sight->code[i];

		if (code.step)
			code.step = cvg_strdup(code.step);
		cvg_push(&searched->codes, code);
	}
}

void cvg_searched_end(struct cvg_ui *ui)
{
	struct cvg_searched *searched = ui->searched;
	struct cvg_screen *scr = ui->screen;

	if (!searched || searched->before == CVG_NVIEWS)
		return;
	if (scr && scr->front[CVG_SLOT_MAIN] == CVG_VIEW_optimize) {
		scr->front[CVG_SLOT_MAIN] = searched->before;
		cvg_panes_place(scr);
	}
	searched->before = CVG_NVIEWS;
}

/* ---- the order --------------------------------------------------------- */

struct place {
	uint32_t code, from;
	double best; /* cycles of the fastest that came of it */
};

static int by_place(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->best != y->best)
		return x->best < y->best ? -1 : 1;
	return x->code < y->code ? -1 : x->code > y->code;
}

/* The codes, those made from the same one together. first[i]: the place of the first
 * one that was made from code i, and first[n] = n. */
static struct place *list_places(const struct cvg_searched *searched,
				 uint32_t *first)
{
	uint32_t n = (uint32_t)searched->codes.n, at = 1;
	struct place *place = cvg_calloc(n + 1, sizeof *place);

	for (uint32_t i = 0; i < n; i++)
		place[i].best = INFINITY;
	for (uint32_t i = n; i-- > 0;) {
		const struct cvg_optimize_code *code = &searched->codes.at[i];
		double own = code->loses ? INFINITY : code->cycles;

		place[i].code = i;
		/* The first has no `from`, and stays in front of all. */
		place[i].from = i ? code->from + 1 : 0;
		if (own < place[i].best)
			place[i].best = own;
		if (i && place[i].best < place[code->from].best)
			place[code->from].best = place[i].best;
	}
	qsort(place, n, sizeof *place, by_place);
	for (uint32_t i = 0; i <= n; i++) {
		while (at < n && place[at].from < i + 1)
			at++;
		first[i] = at;
	}
	return place;
}

/* Steps on the way to a code that come before it. */
static uint32_t depth_of(const struct cvg_searched *searched, uint32_t code)
{
	uint32_t depth = 0;

	while (searched->codes.at[code].from != CVG_NONE) {
		code = searched->codes.at[code].from;
		depth++;
	}
	return depth;
}

static uint32_t fastest(const struct cvg_searched *searched)
{
	uint32_t best = 0;

	for (uint32_t i = 1; i < searched->codes.n; i++)
		if (!searched->codes.at[i].loses &&
		    searched->codes.at[i].cycles <
			    searched->codes.at[best].cycles)
			best = i;
	return best;
}

static void mark_best(const struct cvg_searched *searched,
		      struct cvg_searched_row *rows, const uint32_t *row_of)
{
	uint32_t code = fastest(searched);

	for (; code != CVG_NONE; code = searched->codes.at[code].from)
		rows[row_of[code]].best = true;
}

struct cvg_searched_row *cvg_searched_rows(const struct cvg_searched *searched)
{
	uint32_t n = (uint32_t)searched->codes.n, nrows = 0;
	struct cvg_searched_row *rows = cvg_calloc(n + 1, sizeof *rows);
	uint32_t *first = cvg_calloc(n + 1, sizeof *first);
	uint32_t *row_of = cvg_calloc(n + 1, sizeof *row_of);
	struct place *place = list_places(searched, first);
	struct cvg_u32s stack = {0}; /* places, the next one last */

	if (n)
		cvg_push(&stack, 0);
	while (stack.n) {
		uint32_t code = place[stack.at[--stack.n]].code;

		row_of[code] = nrows;
		rows[nrows].code = code;
		rows[nrows++].depth = depth_of(searched, code);
		for (uint32_t i = first[code + 1]; i-- > first[code];)
			cvg_push(&stack, i);
	}
	if (n)
		mark_best(searched, rows, row_of);
	free(stack.at);
	free(place);
	free(row_of);
	free(first);
	return rows;
}
