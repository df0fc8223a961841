/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Makes other launches from a guessed one, for tests that should see more of a
 * kernel than one guess shows: other numbers and other data, at the bounds that
 * the code compares with, at 0, 1, small, large and negative. What the user said
 * is not changed.
 *
 * Example: a kernel compares an element with 85. A buffer may then hold, again
 * and again, 86, 3, -1, 85, 84, 0, 2147483647.
 */
#include "reconverge/graph.h"
#include "sim/launch/infer_in.h"
#include "sim/launch/launch_in.h"

#include <stdlib.h>

#define MOST_BOUNDS 256

struct cvg_variety {
	cvg_vec(int64_t) bounds; /* integers that are compared with */
	cvg_vec(double) floats;
	struct cvg_uses uses; /* of the first program */
};

/* What most integers of a launch are like. */
enum style { MIXED, BOUNDS, EXTREME, NSTYLES };

/* A stream of random numbers. */
struct dice {
	uint64_t state;
	enum style style;
};

static uint64_t roll(struct dice *d, uint64_t n)
{
	uint64_t x = d->state += UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return (x ^ x >> 31) % n;
}

/* ---- bounds ------------------------------------------------------------ */

static void add_bound(struct cvg_variety *v, int64_t x)
{
	for (size_t i = 0; i < v->bounds.n; i++) {
		if (v->bounds.at[i] == x)
			return;
	}
	if (v->bounds.n < MOST_BOUNDS)
		cvg_push(&v->bounds, x);
}

static int64_t extended(uint64_t x, enum cvg_kind kind, uint32_t width)
{
	uint32_t bits = width ? width : cvg_kind_bytes(kind) * 8;

	if (!bits || bits >= 64)
		return (int64_t)x;
	return (int64_t)(x << (64 - bits)) >> (64 - bits);
}

static void note_ref(struct cvg_variety *v, const struct cvg_program *p,
		     const struct cvg_uop *u, uint32_t ref)
{
	const struct cvg_const *c;
	double x;

	if (ref == CVG_NONE || !(ref & CVG_REF_CONST))
		return;
	c = &p->consts[ref & ~CVG_REF_CONST];
	if (c->poison || c->undef)
		return;
	if (u->code == CVG_U_FCMP) {
		x = cvg_elem_to_double(cvg_elem_of_kind((enum cvg_kind)u->kind),
				       c->lo);
		if (v->floats.n < MOST_BOUNDS)
			cvg_push(&v->floats, x);
		return;
	}
	add_bound(v, extended(c->lo, (enum cvg_kind)u->kind, u->width));
}

static void note_fn(struct cvg_variety *v, const struct cvg_program *p,
		    const struct cvg_ufn *f)
{
	for (uint32_t i = 0; i < f->nuops; i++) {
		const struct cvg_uop *u = &f->uops[i];
		bool tests = u->code == CVG_U_ICMP || u->code == CVG_U_FCMP ||
			     (u->code >= CVG_U_AND && u->code <= CVG_U_SMAX);

		if (!tests)
			continue;
		note_ref(v, p, u, u->a);
		note_ref(v, p, u, u->b);
	}
	for (uint32_t e = 0; e < cvg_fn_nedges(f->fn); e++) {
		uint32_t ref = f->edges[e].case_ref;

		if (ref != CVG_NONE)
			add_bound(v,
				  (int64_t)p->consts[ref & ~CVG_REF_CONST].lo);
	}
}

struct cvg_variety *cvg_variety_new(const struct cvg_program *a,
				    const struct cvg_program *b)
{
	struct cvg_variety *v = cvg_calloc(1, sizeof(*v));

	cvg_uses_of(a, &v->uses);
	add_bound(v, 0);
	for (uint32_t i = 0; i < a->nfns; i++)
		note_fn(v, a, &a->fns[i]);
	for (uint32_t i = 0; i < b->nfns; i++)
		note_fn(v, b, &b->fns[i]);
	return v;
}

void cvg_variety_free(struct cvg_variety *take_v)
{
	if (!take_v)
		return;
	free(take_v->bounds.at);
	free(take_v->floats.at);
	free(take_v);
}

/* ---- numbers --------------------------------------------------------- */

/* x, brought into the range of a signed integer of so many bits. */
static int64_t fit(int64_t x, uint32_t bits)
{
	return extended((uint64_t)x, CVG_K_I64, bits < 64 ? bits : 0);
}

static int64_t some_bound(const struct cvg_variety *v, struct dice *d)
{
	return v->bounds.at[roll(d, v->bounds.n)] + (int64_t)roll(d, 3) - 1;
}

/* The least or greatest integers of so many bits, or a random one. */
static int64_t extreme(struct dice *d, uint32_t bits)
{
	uint64_t top = UINT64_C(1) << ((bits ? bits : 1) - 1) % 64;

	switch (roll(d, 4)) {
	case 0:
		return fit((int64_t)(top - 1 - roll(d, 3)), bits);
	case 1:
		return fit((int64_t)(top + roll(d, 3)), bits);
	default:
		return fit((int64_t)roll(d, UINT64_MAX), bits);
	}
}

/* An integer of so many bits; `now` is the one that was guessed. */
static int64_t some_integer(const struct cvg_variety *v, struct dice *d,
			    int64_t now, uint32_t bits)
{
	uint64_t which = roll(d, 10);

	if (d->style == EXTREME && which < 7)
		return extreme(d, bits);
	if (d->style == BOUNDS && which < 7)
		return fit(some_bound(v, d), bits);
	switch (which) {
	case 0:
		return 0;
	case 1:
		return 1;
	case 2:
	case 3:
		return (int64_t)roll(d, 20);
	case 4:
	case 5:
		return fit(some_bound(v, d), bits);
	case 6:
		return now + (int64_t)roll(d, 3) - 1;
	case 7:
		return -(int64_t)roll(d, 100);
	case 8:
		return fit((int64_t)(UINT64_C(1) << roll(d, 31)) +
				   (int64_t)roll(d, 3) - 1,
			   bits);
	default:
		return extreme(d, bits);
	}
}

static double some_float(const struct cvg_variety *v, struct dice *d)
{
	static const double usual[] = {0,  1,	 -1,   0.5,  -0.5, 2,
				       -2, 1e-3, 1e-6, 1e10, 7,	   -0.0};

	if (v->floats.n && !roll(d, 3))
		return v->floats.at[roll(d, v->floats.n)] +
		       ((double)roll(d, 3) - 1) * 0.25;
	if (roll(d, 2))
		return usual[roll(d, sizeof usual / sizeof *usual)];
	return (double)roll(d, 20000) / 100 - 100;
}

static void change_number(const struct cvg_variety *v, struct dice *d,
			  const struct cvg_param *param,
			  struct cvg_launch_arg *a)
{
	uint32_t bits = cvg_kind_bytes(param->kind) * 8;

	if (param->pointer || param->copy_bytes || a->nvalues != 1)
		return;
	if (param->kind >= CVG_K_F16)
		a->values[0] = cvg_number_of_double(some_float(v, d));
	else if (param->kind == CVG_K_BIT)
		a->values[0] = cvg_number_of_int((int64_t)roll(d, 2));
	else
		a->values[0] = cvg_number_of_int(
			some_integer(v, d, (int64_t)a->values[0].u, bits));
}

/* ---- buffers --------------------------------------------------------- */

/* Values that repeat with a period that no block has. */
static void put_mixture(const struct cvg_variety *v, struct dice *d,
			struct cvg_launch_arg *a)
{
	static const uint32_t periods[] = {5, 7, 11, 13, 17, 37, 101};
	uint32_t n = periods[roll(d, sizeof periods / sizeof *periods)];
	uint32_t bits = cvg_elem_bytes(a->elem) * 8;

	a->gen = CVG_GEN_VALUES;
	a->ranged = false;
	a->values = cvg_calloc(n, sizeof *a->values);
	a->nvalues = n;
	for (uint32_t i = 0; i < n; i++) {
		int64_t x = some_integer(v, d, 0, bits);

		if (cvg_elem_isfloat(a->elem))
			a->values[i] = cvg_number_of_double(some_float(v, d));
		else if (cvg_elem_issigned(a->elem) || bits >= 64)
			a->values[i] = cvg_number_of_int(x);
		else
			a->values[i] = cvg_number_of_int(
				x & (int64_t)((UINT64_C(1) << bits) - 1));
	}
}

static void put_range(struct dice *d, struct cvg_launch_arg *a)
{
	static const int64_t range[][2] = {
		{0, 2},	  {0, 4},   {0, 10},	 {-2, 3},
		{0, 100}, {0, 256}, {-100, 100}, {-1000000, 1000000}};
	const int64_t *of = range[roll(d, sizeof range / sizeof *range)];
	int64_t low = cvg_elem_issigned(a->elem) || cvg_elem_isfloat(a->elem)
			      ? of[0]
			      : 0;
	int64_t high = of[1];

	if (cvg_elem_bytes(a->elem) == 1) {
		low = low < -100 ? -100 : low;
		high = high > 100 ? 100 : high;
	} else if (cvg_elem_bytes(a->elem) == 2) {
		low = low < -1000 ? -1000 : low;
		high = high > 1000 ? 1000 : high;
	}
	cvg_guess_range(a, CVG_GEN_RANDOM, low, high);
}

static void drop_values(struct cvg_launch_arg *a)
{
	for (uint32_t i = 0; i < a->nvalues; i++)
		cvg_number_done(&a->values[i]);
	free(a->values);
	a->values = NULL;
	a->nvalues = 0;
}

static void change_buffer(const struct cvg_variety *v, struct dice *d,
			  const struct cvg_param *param, bool index,
			  struct cvg_launch_arg *a)
{
	bool filled = a->gen == CVG_GEN_RANDOM || a->gen == CVG_GEN_SORTED ||
		      a->gen == CVG_GEN_VALUES;

	if (!param->read || !filled || param->space == CVG_SPACE_SHARED)
		return;
	drop_values(a);
	if (!index && roll(d, 2))
		put_mixture(v, d, a);
	else if (index)
		cvg_guess_range(a, CVG_GEN_RANDOM, 0,
				(int64_t)1 << (1 + roll(d, 8)));
	else
		put_range(d, a);
}

/* ---- launches -------------------------------------------------------- */

void cvg_variety_change(const struct cvg_variety *v,
			const struct cvg_program *p, struct cvg_launch *l,
			uint64_t seed)
{
	struct dice d = {.state = seed};
	uint64_t share = 1 + roll(&d, 3); /* of the arguments, 1 of so many */

	d.style = (enum style)roll(&d, NSTYLES);

	for (uint32_t i = 0; i < p->fns[0].nparams; i++) {
		const struct cvg_param *param = &p->fns[0].params[i];
		struct cvg_launch_arg *a = cvg_launch_arg_of(l, p, i);

		if (!a || !a->guessed || roll(&d, share))
			continue;
		if (a->buffer)
			change_buffer(v, &d, param,
				      i < 64 && v->uses.index >> i & 1, a);
		else
			change_number(v, &d, param, a);
	}
}
