/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makers of formulas. Each rule here keeps the value for all values of variables,
 * which tests/unit/refine_test.c tests on random ones. */
#include "sym_table.h"

#include <string.h>

static uint64_t ones(uint32_t width)
{
	return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static uint32_t width_of(const struct cvg_syms *syms, uint32_t s)
{
	return syms->all.at[s].width;
}

bool cvg_sym_is_const(const struct cvg_syms *syms, uint32_t s)
{
	return syms->all.at[s].op == CVG_Y_CONST;
}

bool cvg_sym_is(const struct cvg_syms *syms, uint32_t s, uint64_t bits)
{
	const struct cvg_sym *f = &syms->all.at[s];

	return f->op == CVG_Y_CONST && f->imm == bits && !f->hi;
}

uint32_t cvg_sym_wide(struct cvg_syms *syms, uint32_t width, uint64_t lo,
		      uint64_t hi)
{
	const struct cvg_sym f = {.op = CVG_Y_CONST,
				  .width = (uint8_t)width,
				  .a = CVG_NONE,
				  .b = CVG_NONE,
				  .c = CVG_NONE,
				  .imm = lo & ones(width),
				  .hi = width > 64 ? hi : 0};

	return cvg_sym_intern(syms, &f);
}

uint32_t cvg_sym_const(struct cvg_syms *syms, uint32_t width, uint64_t bits)
{
	return cvg_sym_wide(syms, width, bits, 0);
}

uint32_t cvg_sym_plain(struct cvg_syms *syms, enum cvg_symop op, uint32_t width,
		       uint64_t imm, const uint32_t arg[3])
{
	const struct cvg_sym f = {.op = (uint8_t)op,
				  .width = (uint8_t)width,
				  .a = arg[0],
				  .b = arg[1],
				  .c = arg[2],
				  .imm = imm};

	return cvg_sym_intern(syms, &f);
}

uint32_t cvg_sym_var(struct cvg_syms *syms, uint32_t width)
{
	const uint32_t none[3] = {CVG_NONE, CVG_NONE, CVG_NONE};

	return cvg_sym_plain(syms, CVG_Y_VAR, width, syms->nvars++, none);
}

uint32_t cvg_sym_memory(struct cvg_syms *syms)
{
	const uint32_t none[3] = {CVG_NONE, CVG_NONE, CVG_NONE};

	return cvg_sym_plain(syms, CVG_Y_MEMORY, 0, syms->nvars++, none);
}

/* ---- rules ----------------------------------------------------------- */

/* Is a the negation of b? */
static bool opposite(const struct cvg_syms *syms, uint32_t a, uint32_t b)
{
	const struct cvg_sym *x = cvg_sym_at(syms, a);
	const struct cvg_sym *y = cvg_sym_at(syms, b);

	return (x->op == CVG_Y_NOT && x->a == b) ||
	       (y->op == CVG_Y_NOT && y->a == a);
}

static bool commutes(enum cvg_symop op)
{
	return op == CVG_Y_AND || op == CVG_Y_OR || op == CVG_Y_XOR ||
	       op == CVG_Y_ADD || op == CVG_Y_MUL || op == CVG_Y_EQ;
}

/* Put a constant last; else the operand with the lower number first. */
static void in_order(const struct cvg_syms *syms, uint32_t arg[3])
{
	bool ca = cvg_sym_is_const(syms, arg[0]);
	bool cb = cvg_sym_is_const(syms, arg[1]);

	if (ca != cb ? ca : arg[0] > arg[1]) {
		uint32_t t = arg[0];

		arg[0] = arg[1];
		arg[1] = t;
	}
}

static uint32_t unextended(const struct cvg_syms *syms, uint32_t s)
{
	const struct cvg_sym *f = cvg_sym_at(syms, s);

	return f->op == CVG_Y_ZEXT ? f->a : s;
}

/* The logarithm of a constant power of two; else CVG_NONE. */
static uint32_t log2_of(const struct cvg_syms *syms, uint32_t s)
{
	const struct cvg_sym *f = cvg_sym_at(syms, s);

	if (f->op != CVG_Y_CONST || f->hi || !f->imm || f->imm & (f->imm - 1))
		return CVG_NONE;
	return (uint32_t)__builtin_ctzll(f->imm);
}

/* x where m = (x >> k) << k, of which the shift to the left may be a product, and
 * r = x & (2^k - 1), at any width that holds x; CVG_NONE: they are something
 * else. */
static uint32_t shifted_of(const struct cvg_syms *syms, uint32_t m, uint32_t r)
{
	const struct cvg_sym *up = cvg_sym_at(syms, m);
	const struct cvg_sym *rest = cvg_sym_at(syms, unextended(syms, r));
	const struct cvg_sym *down;
	uint64_t k;

	if ((up->op != CVG_Y_MUL && up->op != CVG_Y_SHL) ||
	    rest->op != CVG_Y_AND || !cvg_sym_is_const(syms, up->b))
		return CVG_NONE;
	k = up->op == CVG_Y_MUL ? log2_of(syms, up->b)
				: cvg_sym_at(syms, up->b)->imm;
	down = cvg_sym_at(syms, unextended(syms, up->a));
	if (k < 64 && down->op == CVG_Y_LSHR && cvg_sym_is(syms, down->b, k) &&
	    rest->a == down->a &&
	    cvg_sym_is(syms, rest->b, (UINT64_C(1) << k) - 1))
		return rest->a;
	return CVG_NONE;
}

/* x where m = (x / n) * n and r = x % n, at any width that holds x; CVG_NONE:
 * they are something else. By 0, m is 0 and r is x. */
static uint32_t whole_of(const struct cvg_syms *syms, uint32_t m, uint32_t r)
{
	const struct cvg_sym *product = cvg_sym_at(syms, m);
	const struct cvg_sym *rest = cvg_sym_at(syms, unextended(syms, r));

	if (product->op != CVG_Y_MUL || rest->op != CVG_Y_UREM)
		return shifted_of(syms, m, r);
	for (int i = 0; i < 2; i++) {
		const struct cvg_sym *q = cvg_sym_at(
			syms, unextended(syms, i ? product->b : product->a));
		uint32_t n = i ? product->a : product->b;
		bool same =
			n == rest->b || unextended(syms, n) == rest->b ||
			(cvg_sym_is_const(syms, rest->b) &&
			 cvg_sym_is(syms, n, cvg_sym_at(syms, rest->b)->imm));

		if (same && q->op == CVG_Y_UDIV && q->a == rest->a &&
		    q->b == rest->b)
			return q->a;
	}
	return CVG_NONE;
}

/* The sum or union of both, if they are parts of one number; else CVG_NONE. */
static uint32_t joined(struct cvg_syms *syms, uint32_t w, uint32_t a,
		       uint32_t b)
{
	uint32_t whole = whole_of(syms, a, b);

	if (whole == CVG_NONE)
		whole = whole_of(syms, b, a);
	return whole == CVG_NONE ? CVG_NONE
				 : cvg_sym_resize(syms, whole, w, false);
}

/* AND, OR, XOR; CVG_NONE: no rule. */
static uint32_t bitwise(struct cvg_syms *syms, enum cvg_symop op, uint32_t w,
			uint32_t a, uint32_t b)
{
	uint64_t all = ones(w);

	if (w > 64)
		return CVG_NONE;
	if (a == b)
		return op == CVG_Y_XOR ? cvg_sym_const(syms, w, 0) : a;
	if (opposite(syms, a, b))
		return cvg_sym_const(syms, w, op == CVG_Y_AND ? 0 : all);
	if (op != CVG_Y_AND && joined(syms, w, a, b) != CVG_NONE)
		return joined(syms, w, a, b);
	if (cvg_sym_is(syms, b, 0))
		return op == CVG_Y_AND ? b : a;
	if (!cvg_sym_is(syms, b, all))
		return CVG_NONE;
	return op == CVG_Y_AND ? a : op == CVG_Y_OR ? b : cvg_sym_not(syms, a);
}

static uint32_t sum(struct cvg_syms *syms, uint32_t w, uint32_t a, uint32_t b)
{
	const struct cvg_sym x = *cvg_sym_at(syms, a);
	uint32_t whole = joined(syms, w, a, b);

	if (whole != CVG_NONE)
		return whole;
	if (cvg_sym_is(syms, b, 0))
		return a;
	/* (x + k) + l = x + (k + l) */
	if (w <= 64 && cvg_sym_is_const(syms, b) && x.op == CVG_Y_ADD &&
	    cvg_sym_is_const(syms, x.b))
		return cvg_sym_2(
			syms, CVG_Y_ADD, x.a,
			cvg_sym_const(syms, w,
				      cvg_sym_at(syms, x.b)->imm +
					      cvg_sym_at(syms, b)->imm));
	return CVG_NONE;
}

static uint32_t product(struct cvg_syms *syms, uint32_t a, uint32_t b)
{
	if (cvg_sym_is(syms, b, 0))
		return b;
	(void)a;
	return cvg_sym_is(syms, b, 1) ? a : CVG_NONE;
}

static uint32_t equal(struct cvg_syms *syms, uint32_t a, uint32_t b)
{
	const struct cvg_sym x = *cvg_sym_at(syms, a);

	if (a == b)
		return cvg_sym_const(syms, 1, 1);
	if (x.width == 1 && cvg_sym_is_const(syms, b))
		return cvg_sym_is(syms, b, 1) ? a : cvg_sym_not(syms, a);
	if (x.width == 1 && opposite(syms, a, b))
		return cvg_sym_const(syms, 1, 0);
	if (!cvg_sym_is_const(syms, b))
		return CVG_NONE;
	/* (c ? k : l) = k */
	if (x.op == CVG_Y_ITE && cvg_sym_is_const(syms, x.b) &&
	    cvg_sym_is_const(syms, x.c))
		return cvg_sym_if(syms, x.a, cvg_sym_const(syms, 1, x.b == b),
				  cvg_sym_const(syms, 1, x.c == b));
	if (x.op == CVG_Y_ADD && x.width <= 64 && cvg_sym_is_const(syms, x.b))
		return cvg_sym_eq(
			syms, x.a,
			cvg_sym_const(syms, x.width,
				      cvg_sym_at(syms, b)->imm -
					      cvg_sym_at(syms, x.b)->imm));
	return CVG_NONE;
}

static uint32_t less(struct cvg_syms *syms, enum cvg_symop op, uint32_t a,
		     uint32_t b)
{
	if (a == b || (op == CVG_Y_ULT && cvg_sym_is(syms, b, 0)))
		return cvg_sym_const(syms, 1, 0);
	/* Of truth values: 0 < 1, or -1 < 0. */
	if (width_of(syms, a) == 1 && op == CVG_Y_ULT)
		return cvg_sym_and(syms, cvg_sym_not(syms, a), b);
	if (width_of(syms, a) == 1)
		return cvg_sym_and(syms, a, cvg_sym_not(syms, b));
	if (op == CVG_Y_ULT && cvg_sym_is(syms, b, 1))
		return cvg_sym_eq(syms, a,
				  cvg_sym_const(syms, width_of(syms, a), 0));
	return CVG_NONE;
}

static uint32_t choice(struct cvg_syms *syms, uint32_t c, uint32_t a,
		       uint32_t b)
{
	const struct cvg_sym x = *cvg_sym_at(syms, c);

	if (x.op == CVG_Y_CONST)
		return x.imm ? a : b;
	if (a == b)
		return a;
	if (x.op == CVG_Y_NOT)
		return cvg_sym_if(syms, x.a, b, a);
	/* x = k ? k : x */
	if (x.op == CVG_Y_EQ && x.b == a && x.a == b)
		return b;
	if (width_of(syms, a) != 1)
		return CVG_NONE;
	if (a == c || cvg_sym_is(syms, a, 1))
		return cvg_sym_or(syms, c, b);
	if (b == c || cvg_sym_is(syms, b, 0))
		return cvg_sym_and(syms, c, a);
	if (cvg_sym_is(syms, a, 0))
		return cvg_sym_and(syms, cvg_sym_not(syms, c), b);
	if (cvg_sym_is(syms, b, 1))
		return cvg_sym_or(syms, cvg_sym_not(syms, c), a);
	return CVG_NONE;
}

/* SHL and so on by 0. */
static uint32_t neutral(struct cvg_syms *syms, enum cvg_symop op, uint32_t a,
			uint32_t b)
{
	bool shift = op == CVG_Y_SHL || op == CVG_Y_LSHR || op == CVG_Y_ASHR;

	if (shift)
		return cvg_sym_is(syms, b, 0) ? a : CVG_NONE;
	return CVG_NONE;
}

/* By a power of two: the number is shifted, or bits of it remain. */
static uint32_t divided(struct cvg_syms *syms, enum cvg_symop op, uint32_t w,
			uint32_t a, uint32_t b)
{
	uint32_t log = log2_of(syms, b);

	if (log == CVG_NONE || w > 64)
		return CVG_NONE;
	if (op == CVG_Y_UDIV)
		return cvg_sym_2(syms, CVG_Y_LSHR, a,
				 cvg_sym_const(syms, w, log));
	return cvg_sym_2(syms, CVG_Y_AND, a,
			 cvg_sym_const(syms, w, (UINT64_C(1) << log) - 1));
}

static uint32_t rule(struct cvg_syms *syms, enum cvg_symop op, uint32_t w,
		     const uint32_t arg[3])
{
	const struct cvg_sym x = *cvg_sym_at(syms, arg[0]);

	switch ((uint32_t)op) {
	case CVG_Y_NOT:
		return x.op == CVG_Y_NOT ? x.a : CVG_NONE;
	case CVG_Y_AND:
	case CVG_Y_OR:
	case CVG_Y_XOR:
		return bitwise(syms, op, w, arg[0], arg[1]);
	case CVG_Y_ADD:
		return sum(syms, w, arg[0], arg[1]);
	case CVG_Y_MUL:
		return product(syms, arg[0], arg[1]);
	case CVG_Y_EQ:
		return equal(syms, arg[0], arg[1]);
	case CVG_Y_ULT:
	case CVG_Y_SLT:
		return less(syms, op, arg[0], arg[1]);
	case CVG_Y_ITE:
		return choice(syms, arg[0], arg[1], arg[2]);
	case CVG_Y_UDIV:
	case CVG_Y_UREM:
		return divided(syms, op, w, arg[0], arg[1]);
	}
	return arg[1] == CVG_NONE ? CVG_NONE
				  : neutral(syms, op, arg[0], arg[1]);
}

/* Compute it if all operands are constants of at most 64 bits; else CVG_NONE. */
static uint32_t computed(struct cvg_syms *syms, enum cvg_symop op, uint32_t w,
			 uint64_t imm, const uint32_t arg[3])
{
	uint32_t widths[3] = {0, 0, 0};
	uint64_t values[3] = {0, 0, 0};

	for (int i = 0; i < 3 && arg[i] != CVG_NONE; i++) {
		const struct cvg_sym *f = cvg_sym_at(syms, arg[i]);

		if (f->op != CVG_Y_CONST || f->width > 64)
			return CVG_NONE;
		widths[i] = f->width;
		values[i] = f->imm;
	}
	if (w > 64)
		return CVG_NONE;
	return cvg_sym_const(syms, w,
			     cvg_sym_compute(op, w, imm, widths, values));
}

uint32_t cvg_sym_make(struct cvg_syms *syms, enum cvg_symop op, uint32_t a,
		      uint32_t b, uint32_t c)
{
	uint32_t arg[3] = {a, b, c}, found;
	uint32_t w = op == CVG_Y_EQ || op == CVG_Y_ULT || op == CVG_Y_SLT ? 1
		     : op == CVG_Y_ITE ? width_of(syms, b)
				       : width_of(syms, a);

	if (commutes(op))
		in_order(syms, arg);
	/* Modulo 2, sums are XOR and products AND. */
	if (w == 1 && op == CVG_Y_ADD)
		return cvg_sym_2(syms, CVG_Y_XOR, a, b);
	if (w == 1 && op == CVG_Y_MUL)
		return cvg_sym_and(syms, a, b);
	found = computed(syms, op, w, 0, arg);
	if (found == CVG_NONE)
		found = rule(syms, op, w, arg);
	return found == CVG_NONE ? cvg_sym_plain(syms, op, w, 0, arg) : found;
}

/* ---- widths ---------------------------------------------------------- */

uint32_t cvg_sym_extract(struct cvg_syms *syms, uint32_t a, uint32_t low,
			 uint32_t width)
{
	const uint32_t arg[3] = {a, CVG_NONE, CVG_NONE};
	const struct cvg_sym x = *cvg_sym_at(syms, a);
	uint32_t found;

	if (!low && width == x.width)
		return a;
	found = computed(syms, CVG_Y_EXTRACT, width, low, arg);
	if (found != CVG_NONE)
		return found;
	if (x.op == CVG_Y_EXTRACT)
		return cvg_sym_extract(syms, x.a, low + (uint32_t)x.imm, width);
	if (x.op == CVG_Y_ZEXT || x.op == CVG_Y_SEXT) {
		uint32_t inner = width_of(syms, x.a);

		if (low + width <= inner)
			return cvg_sym_extract(syms, x.a, low, width);
		if (x.op == CVG_Y_ZEXT && low >= inner)
			return cvg_sym_const(syms, width, 0);
		if (!low)
			return cvg_sym_resize(syms, x.a, width,
					      x.op == CVG_Y_SEXT);
	}
	return cvg_sym_plain(syms, CVG_Y_EXTRACT, width, low, arg);
}

uint32_t cvg_sym_resize(struct cvg_syms *syms, uint32_t a, uint32_t width,
			bool sign)
{
	const uint32_t arg[3] = {a, CVG_NONE, CVG_NONE};
	const struct cvg_sym x = *cvg_sym_at(syms, a);
	enum cvg_symop op = sign ? CVG_Y_SEXT : CVG_Y_ZEXT;
	uint32_t found;

	if (width <= x.width)
		return cvg_sym_extract(syms, a, 0, width);
	found = computed(syms, op, width, 0, arg);
	if (found != CVG_NONE)
		return found;
	if (x.op == op || (x.op == CVG_Y_ZEXT && sign))
		return cvg_sym_resize(syms, x.a, width, x.op == CVG_Y_SEXT);
	return cvg_sym_plain(syms, op, width, 0, arg);
}

/* ---- once more ------------------------------------------------------- */

uint32_t cvg_sym_remake(struct cvg_syms *syms, const struct cvg_sym *like,
			const uint32_t arg[3])
{
	uint32_t value[3];

	switch ((uint32_t)like->op) {
	case CVG_Y_EXTRACT:
		return cvg_sym_extract(syms, arg[0], (uint32_t)like->imm,
				       like->width);
	case CVG_Y_ZEXT:
	case CVG_Y_SEXT:
		return cvg_sym_resize(syms, arg[0], like->width,
				      like->op == CVG_Y_SEXT);
	case CVG_Y_APPLY:
		return cvg_sym_applied(syms, like->width, like->imm, arg[0]);
	case CVG_Y_SET:
		return cvg_sym_set_of(syms, like->width, like->imm, arg[0],
				      arg[1], (enum cvg_neutral)like->hi);
	case CVG_Y_LOAD:
	case CVG_Y_LOAD_POISON:
	case CVG_Y_LOAD_SET:
		cvg_sym_load(syms, arg[0], arg[1],
			     like->op == CVG_Y_LOAD ? like->width
						    : (uint32_t)like->imm,
			     value);
		return value[like->op - CVG_Y_LOAD];
	case CVG_Y_LIST:
	case CVG_Y_WORD:
	case CVG_Y_STORE:
		return cvg_sym_plain(syms, like->op, like->width, like->imm,
				     arg);
	}
	return cvg_sym_make(syms, like->op, arg[0], arg[1], arg[2]);
}
