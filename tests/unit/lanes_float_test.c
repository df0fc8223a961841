/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Float operations on lanes, of all four kinds, in all rounding modes and with
 * all flags, against exact numbers rounded once.
 */
#include "tests/unit/lanes_ref.h"

#include "reconverge/ucodes.h"

#define ROUNDS 40

static const uint8_t kinds[] = {CVG_K_F16, CVG_K_BF16, CVG_K_F32, CVG_K_F64};

struct expected {
	uint64_t bits;
	bool poison;
};

/* ---- the reference ---------------------------------------------------- */

/* A zero that is a sum: negative if both parts are, or if they cancel and the
 * rounding is downwards. */
static bool minus_zero(double p, double z, enum ref_mode how)
{
	if (p == 0 && z == 0 && signbit(p) == signbit(z))
		return signbit(p);
	return how == REF_DOWN;
}

static uint64_t sum_of(uint32_t kind, double x, double y, enum ref_mode how)
{
	struct big a, b, r;

	if (!isfinite(x) || !isfinite(y))
		return ref_of_double(kind, x + y, how);
	a = ref_big(x);
	b = ref_big(y);
	r = big_sum(&a, &b);
	return ref_round(kind, &r, minus_zero(x, y, how), how);
}

/* Finite x times y, exactly. */
static struct big exact_product(double x, double y)
{
	int ex, ey;
	const double mx = frexp(fabs(x), &ex), my = frexp(fabs(y), &ey);
	const u128 m = (u128)ldexp(mx, 53) * (u128)ldexp(my, 53);

	return ref_scaled(m, m ? ex + ey - 106 : 0, signbit(x) != signbit(y));
}

static uint64_t product_of(uint32_t kind, double x, double y, enum ref_mode how)
{
	struct big r;

	if (!isfinite(x) || !isfinite(y))
		return ref_of_double(kind, x * y, how);
	r = exact_product(x, y);
	return ref_round(kind, &r, signbit(x) != signbit(y), how);
}

static uint64_t fma_of(uint32_t kind, double x, double y, double z,
		       enum ref_mode how)
{
	struct big p, r;
	double sign;

	/* finite x and y make no infinity */
	if (isfinite(x) && isfinite(y) && !isfinite(z))
		return ref_of_double(kind, z, how);
	if (!isfinite(x) || !isfinite(y))
		return ref_of_double(kind, x * y + z, how);
	p = exact_product(x, y);
	sign = signbit(x) != signbit(y) ? -1 : 1;
	r = ref_big(z);
	r = big_sum(&p, &r);
	return ref_round(kind, &r,
			 minus_zero(big_is_zero(&p) ? 0 * sign : sign, z, how),
			 how);
}

/* 113 bits are enough for the quotient of 53 to be rounded again: it is never
 * so near to a float, or to the middle between two, without being it. */
static uint64_t quotient_of(uint32_t kind, double x, double y,
			    enum ref_mode how)
{
	struct big q;

	if (!isfinite(x) || !isfinite(y) || y == 0)
		return ref_of_double(kind, x / y, how);
	q = ref_big_128((f128)x / y);
	return ref_round(kind, &q, signbit(x) != signbit(y), how);
}

static double fraction_of(uint32_t kind, double x)
{
	const uint64_t one = ref_of_double(kind, 1, REF_NEAREST);
	const double r = x - floor(x);

	if (isnan(r))
		return NAN;
	return ref_of_double(kind, r, REF_NEAREST) >= one
		       ? ref_value(kind, one - 1)
		       : r;
}

static double rare_of(uint32_t n, double x)
{
	switch (n) {
	case CVG_M_ASINH:
		return asinh(x);
	case CVG_M_ACOSH:
		return acosh(x);
	case CVG_M_ATANH:
		return atanh(x);
	case CVG_M_EXPM1:
		return expm1(x);
	case CVG_M_LOG1P:
		return log1p(x);
	case CVG_M_CBRT:
		return cbrt(x);
	case CVG_M_ERF:
		return erf(x);
	case CVG_M_ERFC:
		return erfc(x);
	case CVG_M_LGAMMA:
		return lgamma(x);
	case CVG_M_TGAMMA:
		return tgamma(x);
	case CVG_M_LOGB:
		return logb(x);
	case CVG_M_J0:
		return j0(x);
	case CVG_M_J1:
		return j1(x);
	case CVG_M_Y0:
		return y0(x);
	}
	assert_int_equal(n, CVG_M_Y1);
	return y1(x);
}

static double math1_of(uint32_t kind, uint32_t n, double x)
{
	int e;

	switch (n) {
	case CVG_M_SIN:
		return sin(x);
	case CVG_M_COS:
		return cos(x);
	case CVG_M_TAN:
		return tan(x);
	case CVG_M_ASIN:
		return asin(x);
	case CVG_M_ACOS:
		return acos(x);
	case CVG_M_ATAN:
		return atan(x);
	case CVG_M_SINH:
		return sinh(x);
	case CVG_M_COSH:
		return cosh(x);
	case CVG_M_TANH:
		return tanh(x);
	case CVG_M_EXP:
		return exp(x);
	case CVG_M_EXP2:
		return exp2(x);
	case CVG_M_EXP10:
		return pow(10, x);
	case CVG_M_LOG:
		return log(x);
	case CVG_M_LOG2:
		return log2(x);
	case CVG_M_LOG10:
		return log10(x);
	case CVG_M_SQRT:
		return sqrt(x);
	case CVG_M_RSQRT:
		return 1 / sqrt(x);
	case CVG_M_FLOOR:
		return floor(x);
	case CVG_M_CEIL:
		return ceil(x);
	case CVG_M_TRUNC:
		return trunc(x);
	case CVG_M_RINT:
	case CVG_M_ROUNDEVEN:
		return nearbyint(x);
	case CVG_M_ROUND:
		return round(x);
	case CVG_M_CANONICALIZE:
		return x;
	case CVG_M_FRACT:
		return fraction_of(kind, x);
	case CVG_M_FREXP_MANT:
		return isfinite(x) ? frexp(x, &e) : x;
	}
	return rare_of(n, x);
}

/* The lesser of two that are no NaNs, -0 below 0. */
static double lesser(double x, double y)
{
	if (x == y)
		return signbit(x) ? x : y;
	return x < y ? x : y;
}

static double chosen(uint32_t n, double x, double y)
{
	const bool least = n == CVG_M_MINNUM || n == CVG_M_MINIMUM ||
			   n == CVG_M_MINIMUMNUM;
	const bool nan = n == CVG_M_MINIMUM || n == CVG_M_MAXIMUM;

	if (isnan(x) || isnan(y))
		return nan || (isnan(x) && isnan(y)) ? NAN : isnan(x) ? y : x;
	return least ? lesser(x, y) : -lesser(-x, -y);
}

/* One bit further. */
static uint64_t next_of(uint32_t kind, uint64_t a, uint64_t b)
{
	const double x = ref_value(kind, a), y = ref_value(kind, b);

	if (isnan(x) || isnan(y))
		return ref_of_double(kind, NAN, REF_NEAREST);
	if (x == y)
		return b;
	if (x == 0)
		return 1 | (b & ref_sign(kind));
	return (x < y) == (x > 0) ? a + 1 : a - 1;
}

static uint64_t math2_of(uint32_t kind, uint32_t n, uint64_t a, uint64_t b)
{
	const double x = ref_value(kind, a), y = ref_value(kind, b);

	switch (n) {
	case CVG_M_COPYSIGN:
		return (a & (ref_sign(kind) - 1)) | (b & ref_sign(kind));
	case CVG_M_MUL_LEGACY:
		return x == 0 || y == 0 ? 0
					: product_of(kind, x, y, REF_NEAREST);
	case CVG_M_POW:
		return ref_of_double(kind, pow(x, y), REF_NEAREST);
	case CVG_M_ATAN2:
		return ref_of_double(kind, atan2(x, y), REF_NEAREST);
	case CVG_M_FMOD:
		return ref_of_double(kind, fmod(x, y), REF_NEAREST);
	case CVG_M_HYPOT:
		return ref_of_double(kind, hypot(x, y), REF_NEAREST);
	case CVG_M_REMAINDER:
		return ref_of_double(kind, remainder(x, y), REF_NEAREST);
	case CVG_M_NEXTAFTER:
		return next_of(kind, a, b);
	}
	return ref_of_double(kind, chosen(n, x, y), REF_NEAREST);
}

static uint64_t plain(const struct cvg_uop *u, uint64_t a, uint64_t b,
		      uint64_t c)
{
	const double x = ref_value(u->kind, a), y = ref_value(u->kind, b);
	const enum ref_mode how = (enum ref_mode)u->n;

	switch (u->code) {
	case CVG_U_FNEG:
		return a ^ ref_sign(u->kind);
	case CVG_U_FABS:
		return a & (ref_sign(u->kind) - 1);
	case CVG_U_FADD:
		return sum_of(u->kind, x, y, how);
	case CVG_U_FSUB:
		return sum_of(u->kind, x, -y, how);
	case CVG_U_FMUL:
		return product_of(u->kind, x, y, how);
	case CVG_U_FDIV:
		return quotient_of(u->kind, x, y, how);
	case CVG_U_FMA:
		return fma_of(u->kind, x, y, ref_value(u->kind, c), how);
	case CVG_U_CLAMP01:
		return ref_of_double(u->kind, x > 0 ? fmin(x, 1) : 0,
				     REF_NEAREST);
	case CVG_U_MATH1:
		if (u->n == CVG_M_RCP)
			return quotient_of(u->kind, 1, x, REF_NEAREST);
		return ref_of_double(u->kind, math1_of(u->kind, u->n, x),
				     REF_NEAREST);
	}
	assert_int_equal(u->code, CVG_U_MATH2);
	return math2_of(u->kind, u->n, a, b);
}

static uint64_t flushed(const struct cvg_uop *u, uint64_t bits)
{
	const uint64_t ulp = UINT64_C(1)
			     << (ref_format_of(u->kind).precision - 1);

	if (u->flags & CVG_UF_FTZ && (bits & (ref_sign(u->kind) - 1)) < ulp)
		return bits & ref_sign(u->kind);
	return bits;
}

static bool breaks(const struct cvg_uop *u, uint64_t bits)
{
	const uint64_t mag = bits & (ref_sign(u->kind) - 1);

	return (u->flags & CVG_UF_NNAN && mag > ref_infinity(u->kind)) ||
	       (u->flags & CVG_UF_NINF && mag == ref_infinity(u->kind));
}

static uint32_t operands(const struct cvg_uop *u)
{
	static const uint8_t counts[] = {
#define UOP(id, text, nops, takes, what) nops,
#include "reconverge/uops.def"
#undef UOP
	};

	return counts[u->code];
}

static struct expected reference(const struct cvg_uop *u, uint64_t a,
				 uint64_t b, uint64_t c)
{
	const uint64_t in[] = {flushed(u, a), flushed(u, b), flushed(u, c)};
	struct expected e = {.bits = flushed(u, plain(u, in[0], in[1], in[2]))};

	e.poison = breaks(u, e.bits);
	for (uint32_t i = 0; i < operands(u); i++)
		e.poison |= breaks(u, in[i]);
	return e;
}

/* ---- comparing -------------------------------------------------------- */

static void complain(const struct call *k, uint32_t level, uint32_t i,
		     const struct expected *e)
{
	const uint32_t kind = k->u.kind;

	kit_name(&k->u, level);
	fail_msg("lane %u: %llx %llx %llx: %llx, poison %u, not %llx, %u", i,
		 (unsigned long long)kit_get(kind, &k->a, i),
		 (unsigned long long)kit_get(kind, &k->b, i),
		 (unsigned long long)kit_get(kind, &k->c, i),
		 (unsigned long long)kit_get(kind, &k->d, i),
		 (unsigned)(k->lx.poison >> i & 1), (unsigned long long)e->bits,
		 e->poison);
}

static void check_rows(struct call *k)
{
	const uint32_t kind = k->u.kind;
	struct expected e[64];

	for (uint32_t i = 0; i < k->lx.nlanes; i++)
		e[i] = reference(&k->u, (uint64_t)kit_get(kind, &k->a, i),
				 (uint64_t)kit_get(kind, &k->b, i),
				 (uint64_t)kit_get(kind, &k->c, i));
	kit_foreach_level(level)
	{
		k->lx.poison = 0;
		kit_call(level, k, kind);
		for (uint32_t i = 0; i < k->lx.nlanes; i++) {
			if (!(k->lx.active >> i & 1))
				continue;
			if (kit_get(kind, &k->d, i) != e[i].bits ||
			    (k->lx.poison >> i & 1) != e[i].poison)
				complain(k, level, i, &e[i]);
		}
	}
}

/* Something awkward, or one in all lanes but one, for what is found out for all
 * lanes together. */
static uint64_t operand(uint32_t kind, uint32_t lane, uint32_t odd_one)
{
	if (odd_one == UINT32_MAX || lane == odd_one)
		return ref_edge(kind);
	return ref_of_double(kind, 1, REF_NEAREST);
}

static void check(struct cvg_uop u, uint32_t rounds)
{
	static const uint16_t flags[] = {0,
					 CVG_UF_NNAN,
					 CVG_UF_NINF,
					 CVG_UF_FTZ,
					 CVG_UF_NNAN | CVG_UF_NINF,
					 CVG_UF_NNAN | CVG_UF_NINF |
						 CVG_UF_FTZ};
	struct call k = {.u = u};
	uint32_t odd_one;

	for (uint32_t round = 0; round < unit_rounds(rounds); round++) {
		kit_lanes(&k.lx);
		k.u.flags = round % 2 ? flags[round / 2 % 6] : 0;
		odd_one = round % 3 ? UINT32_MAX
				    : (uint32_t)kit_random() % k.lx.nlanes;
		for (uint32_t i = 0; i < k.lx.nlanes; i++) {
			kit_set(u.kind, &k.a, i, operand(u.kind, i, odd_one));
			kit_set(u.kind, &k.b, i, operand(u.kind, i, odd_one));
			kit_set(u.kind, &k.c, i, operand(u.kind, i, odd_one));
		}
		check_rows(&k);
	}
}

/* ---- tests ------------------------------------------------------------ */

static void test_arithmetic(void **state)
{
	(void)state;
	for (uint32_t k = 0; k < 4; k++)
		for (uint16_t code = CVG_U_FNEG; code <= CVG_U_FDIV; code++)
			check((struct cvg_uop){.code = code, .kind = kinds[k]},
			      4 * ROUNDS);
}

static void test_fma(void **state)
{
	(void)state;
	for (uint32_t k = 0; k < 4; k++)
		check((struct cvg_uop){.code = CVG_U_FMA, .kind = kinds[k]},
		      12 * ROUNDS);
}

static void test_rounding(void **state)
{
	(void)state;
	for (uint32_t k = 0; k < 4; k++)
		for (uint16_t code = CVG_U_FADD; code <= CVG_U_FMA; code++)
			for (uint16_t n = 1; n <= 3; n++)
				check((struct cvg_uop){.code = code,
						       .kind = kinds[k],
						       .n = n},
				      ROUNDS);
}

static void test_functions(void **state)
{
	(void)state;
	for (uint32_t k = 0; k < 4; k++) {
		check((struct cvg_uop){.code = CVG_U_CLAMP01, .kind = kinds[k]},
		      ROUNDS);
		for (uint16_t n = 0; n < CVG_NMATHS; n++) {
			const bool one = n < CVG_M_POW;

			if (n == CVG_M_SIN_TURNS || n == CVG_M_COS_TURNS ||
			    n == CVG_M_ERFINV || n == CVG_M_ERFCINV ||
			    n == CVG_M_ROOTN)
				continue;
			check((struct cvg_uop){.code = one ? CVG_U_MATH1
							   : CVG_U_MATH2,
					       .kind = kinds[k],
					       .n = n},
			      ROUNDS);
		}
	}
}

/* Every float of 16 bits through what has one operand. */
static void test_all_small(void **state)
{
	static const uint16_t fns[] = {
		CVG_M_SQRT,  CVG_M_RCP,	  CVG_M_FLOOR, CVG_M_CEIL,
		CVG_M_TRUNC, CVG_M_RINT,  CVG_M_ROUND, CVG_M_CANONICALIZE,
		CVG_M_FRACT, CVG_M_RSQRT, CVG_M_EXP2,  CVG_M_FREXP_MANT};
	struct call k = {.u = {.code = CVG_U_MATH1}};

	(void)state;
	k.lx.nlanes = 64;
	k.lx.active = UINT64_MAX;
	for (uint32_t i = 0; i < sizeof fns / sizeof *fns; i++)
		for (uint32_t at = 0; at < 65536; at += 64) {
			for (uint32_t l = 0; l < 64; l++)
				kit_set(CVG_K_F16, &k.a, l, at + l);
			k.u.n = fns[i];
			k.u.kind = CVG_K_F16;
			check_rows(&k);
			k.u.kind = CVG_K_BF16;
			check_rows(&k);
		}
}

UNIT_TESTS(lanes_float_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_arithmetic),
		cmocka_unit_test(test_fma),
		cmocka_unit_test(test_rounding),
		cmocka_unit_test(test_functions),
		cmocka_unit_test(test_all_small),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
