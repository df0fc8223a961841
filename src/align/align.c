/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The path of an alignment in linear memory: rows are halved where the best
 * path crosses the middle one, after D. S. Hirschberg, "A linear space
 * algorithm for computing maximal common subsequences", 1975,
 * doi.org/10.1145/360825.360861, and E. W. Myers, W. Miller, "Optimal
 * alignments in linear space", 1988, doi.org/10.1093/bioinformatics/4.1.11.
 *
 * The papers sweep forwards and backwards to the middle row and add both. Here
 * all sweeps go backwards, and every value of the upper half carries the place
 * where its path enters the middle row: so ties are broken as by a plain walk,
 * and the state of an open gap run is carried, too.
 *
 * Every level of the recursion halves the cells: it visits at most 2nm in all,
 * and asks for the score of a cell at most twice. It is log2(n) deep.
 *
 * x y z w against x z w, 3 for equal ones, 1 for a gap and 1 for each element
 * in it: the middle row is before z, and the best path enters it behind x of
 * the second. So x y is aligned with x and z w with z w: 7 in all, y stands
 * alone.
 */
#include "cells.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* A crossing: column << CROSS_SHIFT | state. */
#define CROSS_SHIFT 3

/* Align a[i0..i1) with b[j0..j1), in state `from` before and `to` behind. */
struct box {
	uint32_t i0, j0;
	uint32_t i1, j1;
	enum state from;
	enum state to;
};

/* The values of one cell that the row above asks for. */
struct column {
	int64_t match;
	int64_t plain;	 /* of AT_PLAIN_A */
	int64_t guarded; /* of AT_GUARDED_A */
};

/* Where the paths behind these values enter the middle row. */
struct crossing {
	uint32_t match;
	uint32_t plain;
	uint32_t guarded;
};

struct aligner {
	const struct cvg_align_task *t;
	uint64_t cells;		/* boxes up to this many get a table */
	struct column *column;	/* [m + 1] scratch, owned */
	struct crossing *cross; /* [m + 1] scratch, owned */
	uint16_t *table;	/* scratch, owned: 2 bits a state */
	struct cvg_alignment *out;
	enum state state; /* in which the columns in `out` end */
};

/* ---- one row, from the right ----------------------------------------- */

/* The last row of a box: only elements of b are left. */
static void last_row(const struct cvg_align_task *t, const struct box *x,
		     struct column *col)
{
	int64_t end[NSTATES];
	struct offers o;

	for (int s = 0; s < NSTATES; s++)
		end[s] = x->to == AT_ANY || x->to == (enum state)s
				 ? 0
				 : CVG_ALIGN_NEVER;
	col[x->j1 - x->j0] = (struct column){end[AT_MATCH], end[AT_PLAIN_A],
					     end[AT_GUARDED_A]};
	for (uint32_t j = x->j1; j-- > x->j0;) {
		offer_b(t, t->plain_b[j], end[AT_PLAIN_B], end[AT_GUARDED_B],
			&o);
		col[j - x->j0] = (struct column){o.b_new, o.b_new, o.b_new};
		end[AT_PLAIN_B] = o.b_plain;
		end[AT_GUARDED_B] = o.b_guarded;
	}
}

/* The last column of a box: only elements of a are left. */
ALWAYS_INLINE struct column last_column(const struct cvg_align_task *t,
					bool plain_a,
					const struct column *below)
{
	struct offers o;

	offer_a(t, plain_a, below->plain, below->guarded, &o);
	return (struct column){score_of(o.a_new), score_of(o.a_plain),
			       score_of(o.a_guarded)};
}

/* The steps of all states of a cell, 2 bits each. */
ALWAYS_INLINE uint16_t steps_of(const struct values *v)
{
	unsigned bits = 0;

	for (int s = 0; s < NSTATES; s++)
		bits |= (unsigned)step_of(v->at[s]) << 2 * s;
	return (uint16_t)bits;
}

/* What a row carries from one cell to the next on its left. */
struct carry {
	struct column diagonal;	    /* below the cell on the right */
	int64_t b_plain, b_guarded; /* of the cell on the right */
	uint32_t xdiagonal;	    /* the crossings of these */
	uint32_t xb_plain, xb_guarded;
};

/* The crossings of one cell, by the steps its values took. */
ALWAYS_INLINE void cross_cell(const struct values *v, bool plain_a,
			      bool plain_b, struct crossing *cell,
			      struct carry *c)
{
	struct crossing below = *cell;
	uint32_t xa = plain_a ? below.plain : below.guarded;
	uint32_t xb = plain_b ? c->xb_plain : c->xb_guarded;
	uint32_t by_step[4] = {
		[STEP_B] = xb, [STEP_A] = xa, [STEP_MATCH] = c->xdiagonal};
	uint32_t guarded_a[4] = {[STEP_B] = xb,
				 [STEP_A] = below.guarded,
				 [STEP_MATCH] = c->xdiagonal};
	uint32_t guarded_b[4] = {[STEP_B] = c->xb_guarded,
				 [STEP_A] = xa,
				 [STEP_MATCH] = c->xdiagonal};

	cell->match = by_step[step_of(v->at[AT_MATCH])];
	cell->plain = by_step[step_of(v->at[AT_PLAIN_A])];
	cell->guarded = guarded_a[step_of(v->at[AT_GUARDED_A])];
	c->xb_plain = by_step[step_of(v->at[AT_PLAIN_B])];
	c->xb_guarded = guarded_b[step_of(v->at[AT_GUARDED_B])];
	c->xdiagonal = below.match;
}

/* The crossings of the last column, where a run of a goes on downward. */
ALWAYS_INLINE void cross_last_column(bool plain_a, struct crossing *cell,
				     struct carry *c)
{
	c->xdiagonal = cell->match;
	if (!plain_a)
		cell->plain = cell->guarded;
	cell->match = cell->plain;
	c->xb_plain = c->xb_guarded = cell->match;
}

/*
 * Turn `col` from row i + 1 into row i. `cross` and `steps` are wanted or
 * NULL; they are constants at every call, so the loop has no test for them.
 */
ALWAYS_INLINE void any_row(const struct cvg_align_task *t, const struct box *x,
			   uint32_t i, struct column *col,
			   struct crossing *cross, uint16_t *steps)
{
	uint32_t w = x->j1 - x->j0;
	bool plain_a = t->plain_a[i];
	struct carry c = {.diagonal = col[w]};

	col[w] = last_column(t, plain_a, &c.diagonal);
	c.b_plain = c.b_guarded = col[w].match;
	if (cross)
		cross_last_column(plain_a, &cross[w], &c);
	for (uint32_t k = w; k-- > 0;) {
		bool plain_b = t->plain_b[x->j0 + k];
		struct column below = col[k];
		struct offers o;
		struct values v;

		offer_match(t, i, x->j0 + k, c.diagonal.match, &o);
		offer_a(t, plain_a, below.plain, below.guarded, &o);
		offer_b(t, plain_b, c.b_plain, c.b_guarded, &o);
		v = best_of(&o);
		col[k].match = score_of(v.at[AT_MATCH]);
		col[k].plain = score_of(v.at[AT_PLAIN_A]);
		col[k].guarded = score_of(v.at[AT_GUARDED_A]);
		c.b_plain = score_of(v.at[AT_PLAIN_B]);
		c.b_guarded = score_of(v.at[AT_GUARDED_B]);
		c.diagonal = below;
		if (steps)
			steps[k] = steps_of(&v);
		if (cross)
			cross_cell(&v, plain_a, plain_b, &cross[k], &c);
	}
}

/* ---- the path -------------------------------------------------------- */

static void put(struct aligner *al, uint32_t a, uint32_t b)
{
	al->out->pair[al->out->n++] = (struct cvg_align_pair){a, b};
}

/* The scaled price of a gap element that leads from one state to another. */
static int64_t gap_price(const struct cvg_align_task *t, enum state before,
			 enum state after, bool is_plain)
{
	bool same_run =
		(before == AT_PLAIN_A || before == AT_GUARDED_A) ==
			(after == AT_PLAIN_A || after == AT_GUARDED_A) &&
		before != AT_MATCH;

	if (!same_run)
		return is_plain ? t->open_plain : t->open_guarded;
	return before == after ? t->extend : t->guard;
}

/* Put out one step from (i, j) and account for it. */
static void put_step(struct aligner *al, uint32_t i, uint32_t j, enum step step)
{
	const struct cvg_align_task *t = al->t;
	bool is_plain = step == STEP_A	 ? t->plain_a[i]
			: step == STEP_B ? t->plain_b[j]
					 : true;
	enum state after = state_after(al->state, step, is_plain);

	if (step == STEP_MATCH) {
		al->out->score += t->p->score(t->p->ctx, i, j);
		al->out->nmatches++;
		put(al, i, j);
	} else {
		al->out->score -= gap_price(t, al->state, after, is_plain) /
				  CVG_ALIGN_SCALE;
		put(al, step == STEP_A ? i : CVG_NONE,
		    step == STEP_B ? j : CVG_NONE);
	}
	al->state = after;
}

/* Fill a table of steps and follow it. */
static void align_by_table(struct aligner *al, const struct box *x)
{
	size_t w = x->j1 - x->j0;
	uint32_t i = x->i0, j = x->j0;

	last_row(al->t, x, al->column);
	for (uint32_t r = x->i1; r-- > x->i0;)
		any_row(al->t, x, r, al->column, NULL,
			al->table + (r - x->i0) * w);
	while (i < x->i1 || j < x->j1) {
		enum step step;

		if (i == x->i1)
			step = STEP_B;
		else if (j == x->j1)
			step = STEP_A;
		else
			step = step_of(
				al->table[(i - x->i0) * w + (j - x->j0)] >>
				2 * al->state);
		put_step(al, i, j, step);
		i += step != STEP_B;
		j += step != STEP_A;
	}
}

/*
 * Where the path of `x` first enters row `mid`: by a match or by an element
 * of a alone, so in one of three states.
 */
static uint32_t find_crossing(struct aligner *al, const struct box *x,
			      uint32_t mid)
{
	last_row(al->t, x, al->column);
	for (uint32_t i = x->i1; i-- > mid;)
		any_row(al->t, x, i, al->column, NULL, NULL);
	for (uint32_t j = x->j0; j <= x->j1; j++)
		al->cross[j - x->j0] =
			(struct crossing){j << CROSS_SHIFT | AT_MATCH,
					  j << CROSS_SHIFT | AT_PLAIN_A,
					  j << CROSS_SHIFT | AT_GUARDED_A};
	for (uint32_t i = mid; i-- > x->i0;)
		any_row(al->t, x, i, al->column, al->cross, NULL);
	switch (x->from) {
	case AT_PLAIN_A:
		return al->cross[0].plain;
	case AT_GUARDED_A:
		return al->cross[0].guarded;
	case AT_MATCH:
	case AT_PLAIN_B:
	case AT_GUARDED_B:
	case AT_ANY:
		break;
	}
	return al->cross[0].match;
}

/* Depth of recursion: log2 of the rows. */
static void align_box(struct aligner *al, const struct box *x)
{
	uint32_t rows = x->i1 - x->i0;
	uint32_t mid = x->i0 + rows / 2;
	struct box upper = *x, lower = *x;
	uint32_t cross;

	if (rows < 2 || (uint64_t)rows * (x->j1 - x->j0) <= al->cells) {
		align_by_table(al, x);
		return;
	}
	cross = find_crossing(al, x, mid);
	upper.i1 = lower.i0 = mid;
	upper.j1 = lower.j0 = cross >> CROSS_SHIFT;
	upper.to = lower.from = cross & ((1u << CROSS_SHIFT) - 1);
	align_box(al, &upper);
	assert(al->state == upper.to);
	align_box(al, &lower);
}

static void align_within_box(const struct cvg_align_task *t,
			     const struct box *x, uint64_t cells,
			     struct cvg_alignment *out)
{
	struct aligner al = {.t = t, .cells = cells, .out = out};
	size_t rows = x->i1 - x->i0, w = (size_t)x->j1 - x->j0;
	size_t table = rows * w <= cells ? rows * w : cells;

	al.column = cvg_calloc(w + 1, sizeof(*al.column));
	al.cross = cvg_calloc(w + 1, sizeof(*al.cross));
	al.table = cvg_calloc(table > w ? table : w, sizeof(*al.table));
	al.state = x->from;
	align_box(&al, x);
	free(al.column);
	free(al.cross);
	free(al.table);
}

static void put_free_gaps(struct cvg_alignment *out, uint32_t i0, uint32_t i1,
			  uint32_t j0, uint32_t j1)
{
	for (uint32_t i = i0; i < i1; i++)
		out->pair[out->n++] = (struct cvg_align_pair){i, CVG_NONE};
	for (uint32_t j = j0; j < j1; j++)
		out->pair[out->n++] = (struct cvg_align_pair){CVG_NONE, j};
}

static void align_local(const struct cvg_align_task *t, uint64_t cells,
			struct cvg_alignment *out)
{
	struct cvg_align_segment seg;
	struct box x;

	cvg_align_segment_find(t, &seg);
	x = (struct box){seg.i0, seg.j0, seg.i1, seg.j1, AT_MATCH, AT_MATCH};
	put_free_gaps(out, 0, seg.i0, 0, seg.j0);
	align_within_box(t, &x, cells, out);
	put_free_gaps(out, seg.i1, t->p->n, seg.j1, t->p->m);
	assert(out->score == seg.score);
}

/* ---- public ---------------------------------------------------------- */

void cvg_align_task_init(struct cvg_align_task *t,
			 const struct cvg_align_problem *problem)
{
	int32_t plain = problem->open_plain < problem->open_guarded
				? problem->open_plain
				: problem->open_guarded;

	assert(problem->open_plain >= 0 && problem->open_guarded >= 0 &&
	       problem->extend >= 0);
	assert(problem->m < UINT32_C(1) << (32 - CROSS_SHIFT));
	t->p = problem;
	t->extend = (int64_t)problem->extend * CVG_ALIGN_SCALE;
	t->open_plain = (int64_t)plain * CVG_ALIGN_SCALE + t->extend;
	t->open_guarded =
		(int64_t)problem->open_guarded * CVG_ALIGN_SCALE + t->extend;
	t->guard = t->open_guarded - t->open_plain + t->extend;
	t->plain_a = cvg_calloc(problem->n, 1);
	t->plain_b = cvg_calloc(problem->m, 1);
	for (uint32_t i = 0; i < problem->n; i++)
		t->plain_a[i] =
			!problem->plain_a || problem->plain_a(problem->ctx, i);
	for (uint32_t j = 0; j < problem->m; j++)
		t->plain_b[j] =
			!problem->plain_b || problem->plain_b(problem->ctx, j);
}

void cvg_align_task_done(struct cvg_align_task *t)
{
	free(t->plain_a);
	free(t->plain_b);
	memset(t, 0, sizeof(*t));
}

void cvg_align_within(const struct cvg_align_problem *problem,
		      enum cvg_align_method method, uint64_t cells,
		      struct cvg_alignment *out)
{
	struct cvg_align_task t;
	struct box all = {0, 0, problem->n, problem->m, AT_MATCH, AT_ANY};

	*out = (struct cvg_alignment){0};
	out->pair =
		cvg_calloc((size_t)problem->n + problem->m, sizeof(*out->pair));
	cvg_align_task_init(&t, problem);
	switch (method) {
	case CVG_ALIGN_NW:
		align_within_box(&t, &all, cells, out);
		break;
	case CVG_ALIGN_SW:
		align_local(&t, cells, out);
		break;
	}
	cvg_align_task_done(&t);
}

void cvg_align(const struct cvg_align_problem *problem,
	       enum cvg_align_method method, struct cvg_alignment *out)
{
	cvg_align_within(problem, method, CVG_ALIGN_TABLE_CELLS, out);
}

void cvg_alignment_done(struct cvg_alignment *al)
{
	free(al->pair);
	*al = (struct cvg_alignment){0};
}
