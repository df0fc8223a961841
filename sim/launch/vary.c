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
#include "reconverge/ucodes.h"
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

static void add_bound(struct cvg_variety *variety, int64_t x)
{
	for (size_t i = 0; i < variety->bounds.n; i++) {
		if (variety->bounds.at[i] == x)
			return;
	}
	if (variety->bounds.n < MOST_BOUNDS)
		cvg_push(&variety->bounds, x);
}

static int64_t extended(uint64_t x, enum cvg_kind kind, uint32_t width)
{
	uint32_t bits = width ? width : cvg_kind_bytes(kind) * 8;

	if (!bits || bits >= 64)
		return (int64_t)x;
	return (int64_t)(x << (64 - bits)) >> (64 - bits);
}

static void note_ref(struct cvg_variety *variety,
		     const struct cvg_program *program,
		     const struct cvg_uop *uop, uint32_t ref)
{
	const struct cvg_const *c;
	double x;

	if (ref == CVG_NONE || !(ref & CVG_REF_CONST))
		return;
	c = &program->consts[ref & ~CVG_REF_CONST];
	if (c->poison || c->undef)
		return;
	if (uop->code == CVG_U_FCMP) {
		x = cvg_elem_to_double(
			cvg_elem_of_kind((enum cvg_kind)uop->kind), c->lo);
		if (variety->floats.n < MOST_BOUNDS)
			cvg_push(&variety->floats, x);
		return;
	}
	add_bound(variety,
		  extended(c->lo, (enum cvg_kind)uop->kind, uop->width));
}

static void note_fn(struct cvg_variety *variety,
		    const struct cvg_program *program, const struct cvg_ufn *fn)
{
	for (uint32_t i = 0; i < fn->nuops; i++) {
		const struct cvg_uop *uop = &fn->uops[i];
		bool tests =
			uop->code == CVG_U_ICMP || uop->code == CVG_U_FCMP ||
			(uop->code >= CVG_U_AND && uop->code <= CVG_U_SMAX);

		if (!tests)
			continue;
		note_ref(variety, program, uop, uop->a);
		note_ref(variety, program, uop, uop->b);
	}
	for (uint32_t e = 0; e < cvg_fn_nedges(fn->fn); e++) {
		uint32_t ref = fn->edges[e].case_ref;

		if (ref != CVG_NONE)
			add_bound(variety,
				  (int64_t)program->consts[ref & ~CVG_REF_CONST]
					  .lo);
	}
}

struct cvg_variety *cvg_variety_new(const struct cvg_program *a,
				    const struct cvg_program *b)
{
	struct cvg_variety *variety = cvg_calloc(1, sizeof(*variety));

	cvg_uses_of(a, &variety->uses);
	add_bound(variety, 0);
	for (uint32_t i = 0; i < a->nfns; i++)
		note_fn(variety, a, &a->fns[i]);
	for (uint32_t i = 0; i < b->nfns; i++)
		note_fn(variety, b, &b->fns[i]);
	return variety;
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

static int64_t some_bound(const struct cvg_variety *variety, struct dice *d)
{
	return variety->bounds.at[roll(d, variety->bounds.n)] +
	       (int64_t)roll(d, 3) - 1;
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
static int64_t some_integer(const struct cvg_variety *variety, struct dice *d,
			    int64_t now, uint32_t bits)
{
	uint64_t which = roll(d, 10);

	if (d->style == EXTREME && which < 7)
		return extreme(d, bits);
	if (d->style == BOUNDS && which < 7)
		return fit(some_bound(variety, d), bits);
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
		return fit(some_bound(variety, d), bits);
	case 6:
		return fit(now + (int64_t)roll(d, 3) - 1, bits);
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

static double some_float(const struct cvg_variety *variety, struct dice *d)
{
	static const double usual[] = {0,  1,	 -1,   0.5,  -0.5, 2,
				       -2, 1e-3, 1e-6, 1e10, 7,	   -0.0};

	if (variety->floats.n && !roll(d, 3))
		return variety->floats.at[roll(d, variety->floats.n)] +
		       ((double)roll(d, 3) - 1) * 0.25;
	if (roll(d, 2))
		return usual[roll(d, sizeof usual / sizeof *usual)];
	return (double)roll(d, 20000) / 100 - 100;
}

static void change_number(const struct cvg_variety *variety, struct dice *d,
			  const struct cvg_param *param,
			  struct cvg_launch_arg *arg)
{
	uint32_t bits = cvg_kind_bytes(param->kind) * 8;

	if (param->pointer || param->copy_bytes || arg->nvalues != 1)
		return;
	if (param->kind >= CVG_K_F16)
		arg->values[0] = cvg_number_of_double(some_float(variety, d));
	else if (param->kind == CVG_K_BIT)
		arg->values[0] = cvg_number_of_int((int64_t)roll(d, 2));
	else
		arg->values[0] = cvg_number_of_int(some_integer(
			variety, d, (int64_t)arg->values[0].u, bits));
}

/* ---- buffers --------------------------------------------------------- */

/* Values that repeat with a period that no block has. */
static void put_mixture(const struct cvg_variety *variety, struct dice *d,
			struct cvg_launch_arg *arg)
{
	static const uint32_t periods[] = {5, 7, 11, 13, 17, 37, 101};
	uint32_t n = periods[roll(d, sizeof periods / sizeof *periods)];
	uint32_t bits = cvg_elem_bytes(arg->elem) * 8;

	arg->gen = CVG_GEN_VALUES;
	arg->ranged = false;
	arg->values = cvg_calloc(n, sizeof *arg->values);
	arg->nvalues = n;
	for (uint32_t i = 0; i < n; i++) {
		int64_t x = some_integer(variety, d, 0, bits);

		if (cvg_elem_isfloat(arg->elem))
			arg->values[i] =
				cvg_number_of_double(some_float(variety, d));
		else if (cvg_elem_issigned(arg->elem) || bits >= 64)
			arg->values[i] = cvg_number_of_int(x);
		else
			arg->values[i] = cvg_number_of_int(
				x & (int64_t)((UINT64_C(1) << bits) - 1));
	}
}

static void put_range(struct dice *d, struct cvg_launch_arg *arg)
{
	static const int64_t range[][2] = {
		{0, 2},	  {0, 4},   {0, 10},	 {-2, 3},
		{0, 100}, {0, 256}, {-100, 100}, {-1000000, 1000000}};
	const int64_t *of = range[roll(d, sizeof range / sizeof *range)];
	int64_t low =
		cvg_elem_issigned(arg->elem) || cvg_elem_isfloat(arg->elem)
			? of[0]
			: 0;
	int64_t high = of[1];

	if (cvg_elem_bytes(arg->elem) == 1) {
		low = low < -100 ? -100 : low;
		high = high > 100 ? 100 : high;
	} else if (cvg_elem_bytes(arg->elem) == 2) {
		low = low < -1000 ? -1000 : low;
		high = high > 1000 ? 1000 : high;
	}
	cvg_guess_range(arg, CVG_GEN_RANDOM, low, high);
}

static void change_elements(const struct cvg_variety *variety, struct dice *d,
			    bool index, struct cvg_launch_arg *arg)
{
	bool filled = arg->gen == CVG_GEN_RANDOM ||
		      arg->gen == CVG_GEN_SORTED ||
		      arg->gen == CVG_GEN_VALUES || arg->gen == CVG_GEN_FILL;

	if (!filled)
		return;
	cvg_launch_arg_empty(arg);
	if (!index && roll(d, 2))
		put_mixture(variety, d, arg);
	else if (index)
		cvg_guess_range(arg, CVG_GEN_RANDOM, 0,
				(int64_t)1 << (1 + roll(d, 8)));
	else
		put_range(d, arg);
}

/* Change every other field. */
static void change_fields(const struct cvg_variety *variety, struct dice *d,
			  uint32_t param, struct cvg_launch_arg *arg)
{
	uint64_t bytes = cvg_launch_record_bytes(arg), at = 0;

	for (uint32_t i = 0; i < arg->nfields; i++) {
		struct cvg_launch_arg *field = &arg->fields[i];
		uint64_t n = field->counted ? field->count : 1;

		if (roll(d, 2))
			change_elements(variety, d,
					cvg_field_is_index(&variety->uses,
							   param, at, bytes),
					field);
		at += n * cvg_elem_bytes(field->elem);
	}
}

/* Change the contents of the buffer of parameter i, or of what counts as one. */
static void change_contents(const struct cvg_variety *variety, struct dice *d,
			    uint32_t i, struct cvg_launch_arg *arg)
{
	if (arg->nfields)
		change_fields(variety, d, i, arg);
	else
		change_elements(variety, d,
				i < 64 && variety->uses.index >> i & 1, arg);
}

/* Change numbers of a struct, and the memory of its pointers. */
static void change_struct(const struct cvg_variety *variety, struct dice *d,
			  uint32_t param, struct cvg_launch_arg *arg)
{
	uint64_t at = 0;

	for (uint32_t k = 0; k < arg->nvalues; k++) {
		struct cvg_number *number = &arg->values[k];
		enum cvg_elem e = number->elem;
		uint64_t bytes = number->memory || e == CVG_NELEMS
					 ? 8
					 : cvg_elem_bytes(e);

		at = (at + bytes - 1) / bytes * bytes + bytes;
		if (number->memory) {
			change_contents(variety, d,
					cvg_member_at(&variety->uses, param,
						      at - bytes),
					number->memory);
		} else if (e != CVG_NELEMS && !roll(d, 4)) {
			*number = cvg_elem_isfloat(e)
					  ? cvg_number_of_double(
						    some_float(variety, d))
					  : cvg_number_of_int(some_integer(
						    variety, d,
						    (int64_t)number->u,
						    8 * cvg_elem_bytes(e)));
			number->elem = e;
		}
	}
}

/* ---- launches -------------------------------------------------------- */

void cvg_variety_change(const struct cvg_variety *variety,
			const struct cvg_program *program,
			struct cvg_launch *launch, uint64_t seed)
{
	struct dice d = {.state = seed};
	uint64_t share = 1 + roll(&d, 3); /* of the arguments, 1 of so many */

	d.style = (enum style)roll(&d, NSTYLES);

	for (uint32_t i = 0; i < program->fns[0].nparams; i++) {
		const struct cvg_param *param = &program->fns[0].params[i];
		struct cvg_launch_arg *arg =
			cvg_launch_arg_of(launch, program, i);

		if (!arg || !arg->guessed || roll(&d, share))
			continue;
		if (arg->buffer && param->read &&
		    param->space != CVG_SPACE_SHARED)
			change_contents(variety, &d, i, arg);
		else if (param->copy_bytes)
			change_struct(variety, &d, i, arg);
		else
			change_number(variety, &d, param, arg);
	}
}

/* The guessed integer that the launch gives to parameter i; NULL: it gives none. */
static struct cvg_launch_arg *integer_of(const struct cvg_program *program,
					 struct cvg_launch *launch, uint32_t i)
{
	const struct cvg_param *param = &program->fns[0].params[i];
	struct cvg_launch_arg *arg = cvg_launch_arg_of(launch, program, i);

	if (!arg || !arg->guessed || arg->buffer || param->pointer ||
	    param->copy_bytes || arg->nvalues != 1 ||
	    param->kind >= CVG_K_F16 || param->kind == CVG_K_BIT)
		return NULL;
	return arg;
}

void cvg_variety_trim(const struct cvg_program *program,
		      struct cvg_launch *launch)
{
	for (uint32_t i = 0; i < program->fns[0].nparams; i++) {
		struct cvg_launch_arg *arg = integer_of(program, launch, i);
		int64_t x = arg ? (int64_t)arg->values[0].u : 0;

		if (x > 1)
			arg->values[0] = cvg_number_of_int(x - 1 - x / 16);
	}
}

void cvg_variety_widen(const struct cvg_variety *variety,
		       const struct cvg_program *program,
		       struct cvg_launch *launch)
{
	for (uint32_t i = 0; i < program->fns[0].nparams && i < 64; i++) {
		struct cvg_launch_arg *arg = integer_of(program, launch, i);

		if (arg && variety->uses.pitch >> i & 1)
			arg->values[0] = cvg_number_of_int(
				4 * (int64_t)arg->values[0].u);
	}
}

bool cvg_variety_bound(const struct cvg_variety *variety,
		       const struct cvg_program *program,
		       struct cvg_launch *launch, uint32_t k)
{
	for (size_t b = 0; b < variety->bounds.n; b++) {
		for (uint32_t i = 0; i < program->fns[0].nparams; i++) {
			struct cvg_launch_arg *arg =
				integer_of(program, launch, i);
			uint32_t bits =
				cvg_kind_bytes(program->fns[0].params[i].kind) *
				8;

			if (!arg || k--)
				continue;
			arg->values[0] = cvg_number_of_int(
				fit(variety->bounds.at[b], bits));
			return true;
		}
	}
	return false;
}
