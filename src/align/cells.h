/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The recurrence of sequence alignment, one cell at a time, backwards.
 *
 * O. Gotoh, "An improved algorithm for matching biological sequences", 1982,
 * doi.org/10.1016/0022-2836(82)90398-9, with five states instead of three: a
 * gap run is plain until its first element that may not be unguarded, then
 * it is guarded, and the difference in price is paid at that element. So the
 * state follows from the columns, and a run costs the cheaper legal choice.
 *
 * A value is the best score of the columns AFTER a cell, given the state in
 * which the cell is reached. A path is then read by a walk from the start that
 * takes the first of match, element of a alone, element of b alone that keeps
 * the best score. This is the tie-break of align.h, and it does not depend on
 * how the values were stored.
 */
#ifndef CVG_ALIGN_CELLS_H
#define CVG_ALIGN_CELLS_H

#include "private.h"

/* In what the columns so far end. */
enum state {
	AT_MATCH,     /* no open run: a match, or the very beginning */
	AT_PLAIN_A,   /* a run of a, all of it plain so far */
	AT_GUARDED_A, /* a run of a that needs its guard */
	AT_PLAIN_B,   /* the same for b */
	AT_GUARDED_B,
	NSTATES,
};

/* A larger step is preferred where scores are equal. */
enum step {
	STEP_B = 0,
	STEP_A = 1,
	STEP_STOP = 2, /* local only: the alignment ends here */
	STEP_MATCH = 3,
};

/* Best scores from one cell on, by state, each with its step. */
struct values {
	int64_t at[NSTATES];
};

static inline enum step step_of(int64_t value)
{
	return (enum step)(value & 3);
}

static inline int64_t score_of(int64_t value)
{
	return value & ~INT64_C(3);
}

/* The values that the steps out of a cell would give, each with its step. A run
 * may be new, or go on as plain or as guarded. */
struct offers {
	int64_t match;
	int64_t a_new, a_plain, a_guarded; /* a[i] alone */
	int64_t b_new, b_plain, b_guarded; /* b[j] alone */
};

/* Match a[i] with b[j] at that score; `diagonal` is the value of the cell below
 * and right, without a step. The next two functions take values without steps,
 * too. */
static inline void offer_match(int32_t score, int64_t diagonal,
			       struct offers *o)
{
	int64_t v = diagonal + (int64_t)score * CVG_ALIGN_SCALE;

	o->match = (score == CVG_NO_MATCH ? CVG_ALIGN_NEVER : v) | STEP_MATCH;
}

/* a[i] alone, going to the cell below whose scores are `plain`, `guarded`. */
static inline void offer_a(const struct cvg_align_task *t, bool is_plain,
			   int64_t plain, int64_t guarded, struct offers *o)
{
	o->a_new =
		(is_plain ? plain - t->open_plain : guarded - t->open_guarded) |
		STEP_A;
	o->a_plain =
		(is_plain ? plain - t->extend : guarded - t->guard) | STEP_A;
	o->a_guarded = (guarded - t->extend) | STEP_A;
}

/* b[j] alone, going to the cell on the right. */
static inline void offer_b(const struct cvg_align_task *t, bool is_plain,
			   int64_t plain, int64_t guarded, struct offers *o)
{
	o->b_new = is_plain ? plain - t->open_plain : guarded - t->open_guarded;
	o->b_plain = is_plain ? plain - t->extend : guarded - t->guard;
	o->b_guarded = guarded - t->extend;
}

static inline int64_t larger(int64_t x, int64_t y)
{
	return x >= y ? x : y;
}

static inline struct values best_of(const struct offers *o)
{
	int64_t no_b = larger(o->match, o->a_new);
	int64_t no_a = larger(o->match, o->b_new);
	struct values v;

	v.at[AT_MATCH] = larger(no_b, o->b_new);
	v.at[AT_PLAIN_A] = larger(no_a, o->a_plain);
	v.at[AT_GUARDED_A] = larger(no_a, o->a_guarded);
	v.at[AT_PLAIN_B] = larger(no_b, o->b_plain);
	v.at[AT_GUARDED_B] = larger(no_b, o->b_guarded);
	return v;
}

/* The state after a step. */
static inline enum state state_after(enum state s, enum step step,
				     bool is_plain)
{
	switch (step) {
	case STEP_A:
		return is_plain && s != AT_GUARDED_A ? AT_PLAIN_A
						     : AT_GUARDED_A;
	case STEP_B:
		return is_plain && s != AT_GUARDED_B ? AT_PLAIN_B
						     : AT_GUARDED_B;
	case STEP_STOP:
	case STEP_MATCH:
		break;
	}
	return AT_MATCH;
}

#endif
