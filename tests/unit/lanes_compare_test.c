/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Comparisons and classes of floats, and the functions of floats and integers
 * (ldexp, powi, frexp, turns), on lanes.
 */
#include "tests/unit/lanes_ref.h"

#include "reconverge/ucodes.h"

#define ROUNDS 30

static const uint8_t kinds[] = {CVG_K_F16, CVG_K_BF16, CVG_K_F32, CVG_K_F64};

/* A row of awkward floats; in some rounds all lanes but one hold 1. */
static void fill(uint32_t kind, struct row *r, uint32_t round)
{
	const uint64_t odd_one = kit_random() % 32;

	for (uint32_t i = 0; i < 64; i++)
		kit_set(kind, r, i,
			round % 4 == 1 && i != odd_one
				? ref_of_double(kind, 1, REF_NEAREST)
				: ref_edge(kind));
}

static uint64_t bits_of(uint32_t kind, const struct row *r, uint32_t lane)
{
	return (uint64_t)kit_get(kind, r, lane);
}

/* What came in a lane is `value`, or both are poison. */
static void expect(const struct call *k, uint32_t level, uint32_t result_kind,
		   uint32_t i, uint64_t value, bool poison)
{
	const uint64_t r = bits_of(result_kind, &k->d, i);
	const bool is_poison = k->lx.poison >> i & 1;

	if (!(k->lx.active >> i & 1))
		return;
	if (is_poison == poison && (poison || r == value))
		return;
	kit_name(&k->u, level);
	fail_msg("lane %u: %llx, %llx: %llx, poison %u, not %llx, %u", i,
		 (unsigned long long)bits_of(k->u.kind, &k->a, i),
		 (unsigned long long)bits_of(k->u.kind, &k->b, i),
		 (unsigned long long)r, is_poison, (unsigned long long)value,
		 poison);
}

/* ---- comparing -------------------------------------------------------- */

/* LLVM's numbers are four bits: unordered, less, greater, equal. */
static bool compared(uint32_t n, double x, double y)
{
	if (isnan(x) || isnan(y))
		return n & 8;
	if (x < y)
		return n & 4;
	return x > y ? n & 2 : n & 1;
}

static bool breaks(const struct cvg_uop *u, double x)
{
	return (u->flags & CVG_UF_NNAN && isnan(x)) ||
	       (u->flags & CVG_UF_NINF && isinf(x));
}

static double flushed(const struct cvg_uop *u, double x)
{
	const struct ref_format f = ref_format_of(u->kind);
	const double least = ldexp(1, f.least + (int32_t)f.precision - 1);

	return u->flags & CVG_UF_FTZ && fabs(x) < least ? copysign(0, x) : x;
}

static void check_fcmp(struct call *k, uint32_t level)
{
	for (uint32_t i = 0; i < k->lx.nlanes; i++) {
		const uint32_t kind = k->u.kind;
		const double x = flushed(
			&k->u, ref_value(kind, bits_of(kind, &k->a, i)));
		const double y = flushed(
			&k->u, ref_value(kind, bits_of(kind, &k->b, i)));

		expect(k, level, CVG_K_BIT, i, compared(k->u.n, x, y),
		       breaks(&k->u, x) || breaks(&k->u, y));
	}
}

static void test_fcmp(void **state)
{
	static const uint16_t flags[] = {0, CVG_UF_NNAN, CVG_UF_NINF,
					 CVG_UF_FTZ, CVG_UF_NNAN | CVG_UF_NINF};
	struct call k = {.u = {.code = CVG_U_FCMP}};

	(void)state;
	for (uint32_t at = 0; at < 4 * 16 * ROUNDS; at++) {
		k.u.kind = kinds[at % 4];
		k.u.n = (uint16_t)(at / 4 % 16);
		k.u.flags = flags[at / 64 % 5];
		fill(k.u.kind, &k.a, at / 64);
		fill(k.u.kind, &k.b, at / 64);
		for (uint32_t i = 0; i < 64; i += 5)
			kit_set(k.u.kind, &k.b, i, kit_get(k.u.kind, &k.a, i));
		kit_lanes(&k.lx);
		kit_foreach_level(level)
		{
			k.lx.poison = 0;
			kit_call(level, &k, CVG_K_BIT);
			check_fcmp(&k, level);
		}
	}
}

static uint32_t class_of(uint32_t kind, uint64_t bits)
{
	const struct ref_format f = ref_format_of(kind);
	const uint64_t mag = bits & (ref_sign(kind) - 1);
	const double x = ref_value(kind, bits);
	const double least = ldexp(1, f.least + (int32_t)f.precision - 1);

	if (isnan(x)) /* the top bit of the mantissa says quiet */
		return mag >> (f.precision - 2) & 1 ? 2 : 1;
	if (isinf(x))
		return x < 0 ? 4 : 512;
	if (x == 0)
		return signbit(x) ? 32 : 64;
	if (fabs(x) < least)
		return x < 0 ? 16 : 128;
	return x < 0 ? 8 : 256;
}

static void test_fclass(void **state)
{
	struct call k = {.u = {.code = CVG_U_FCLASS}};

	(void)state;
	for (uint32_t at = 0; at < 4 * 64; at++) {
		k.u.kind = kinds[at % 4];
		k.u.imm = at < 44 ? UINT64_C(1) << at / 4 : kit_random() % 1024;
		fill(k.u.kind, &k.a, 0);
		kit_lanes(&k.lx);
		kit_foreach_level(level)
		{
			kit_call(level, &k, CVG_K_BIT);
			for (uint32_t i = 0; i < k.lx.nlanes; i++) {
				uint64_t x = bits_of(k.u.kind, &k.a, i);
				bool in = class_of(k.u.kind, x) & k.u.imm;

				expect(&k, level, CVG_K_BIT, i, in, false);
			}
		}
	}
}

/* ---- floats and integers ---------------------------------------------- */

static uint64_t scaled(uint32_t kind, double x, int32_t n)
{
	int e;
	double m;
	struct big r;

	if (!isfinite(x) || x == 0)
		return ref_of_double(kind, x, REF_NEAREST);
	m = frexp(fabs(x), &e);
	e += n < -4000 ? -4000 : n > 4000 ? 4000 : n;
	/* far out it is all the same how far */
	e = e < -2300 ? -2300 : e > 2000 ? 2000 : e;
	r = ref_scaled((u128)ldexp(m, 53), e - 53, x < 0);
	return ref_round(kind, &r, false, REF_NEAREST);
}

static void test_ldexp(void **state)
{
	struct call k = {.u = {.code = CVG_U_LDEXP}};

	(void)state;
	for (uint32_t at = 0; at < 8 * ROUNDS; at++) {
		k.u.kind = kinds[at % 4];
		fill(k.u.kind, &k.a, 0);
		for (uint32_t i = 0; i < 64; i++) {
			const uint64_t r = kit_random();
			uint32_t n = (uint32_t)(r >> 32) % 64 - 32;

			if (r % 4 == 0)
				n = (uint32_t)kit_edge(32);
			if (r % 4 == 1)
				n = (uint32_t)(r >> 32) % 4600 - 2300;
			kit_set(CVG_K_I32, &k.b, i, n);
		}
		kit_lanes(&k.lx);
		kit_call(CVG_LANES_BASE, &k, k.u.kind);
		for (uint32_t i = 0; i < k.lx.nlanes; i++) {
			const double x =
				ref_value(k.u.kind, bits_of(k.u.kind, &k.a, i));
			const int32_t n = (int32_t)bits_of(CVG_K_I32, &k.b, i);

			expect(&k, 0, k.u.kind, i, scaled(k.u.kind, x, n),
			       false);
		}
	}
}

/* Where every product is exact, and where the order does not matter. */
static void test_powi(void **state)
{
	static const struct {
		double x;
		int32_t n;
		double r;
	} cases[] = {{2, 10, 1024},	 {3, 5, 243},
		     {-2, 3, -8},	 {2, -3, 0.125},
		     {7, 0, 1},		 {NAN, 0, 1},
		     {0, 0, 1},		 {0, -1, INFINITY},
		     {-1, INT32_MIN, 1}, {-1, INT32_MAX, -1},
		     {2, INT32_MIN, 0},	 {INFINITY, 3, INFINITY}};
	struct call k = {.u = {.code = CVG_U_POWI}};

	(void)state;
	k.lx.nlanes = 32;
	k.lx.active = (1u << 12) - 1;
	for (uint32_t t = 0; t < 4; t++) {
		k.u.kind = kinds[t];
		for (uint32_t i = 0; i < 12; i++) {
			kit_set(k.u.kind, &k.a, i,
				ref_of_double(k.u.kind, cases[i].x,
					      REF_NEAREST));
			kit_set(CVG_K_I32, &k.b, i, (uint32_t)cases[i].n);
		}
		kit_call(CVG_LANES_BASE, &k, k.u.kind);
		for (uint32_t i = 0; i < 12; i++)
			expect(&k, 0, k.u.kind, i,
			       ref_of_double(k.u.kind, cases[i].r, REF_NEAREST),
			       false);
	}
}

static void test_frexp_exp(void **state)
{
	struct call k = {.u = {.code = CVG_U_FREXP_EXP}};

	(void)state;
	for (uint32_t at = 0; at < 8 * ROUNDS; at++) {
		k.u.kind = kinds[at % 4];
		k.u.kind2 = at / 4 % 2 ? CVG_K_I32 : CVG_K_I16;
		fill(k.u.kind, &k.a, 0);
		kit_lanes(&k.lx);
		kit_call(CVG_LANES_BASE, &k, k.u.kind2);
		for (uint32_t i = 0; i < k.lx.nlanes; i++) {
			const double x =
				ref_value(k.u.kind, bits_of(k.u.kind, &k.a, i));
			int e = 0;

			if (isfinite(x) && x != 0)
				e = ilogb(x) + 1;
			expect(&k, 0, k.u.kind2, i,
			       k.u.kind2 == CVG_K_I32 ? (uint32_t)e
						      : (uint16_t)e,
			       false);
		}
	}
}

/* Exact at every eighth of a turn that has an exact sine, and periodic. */
static void test_turns(void **state)
{
	static const double sines[4] = {0, 1, 0, -1};
	struct call k = {.u = {.code = CVG_U_MATH1, .kind = CVG_K_F32}};

	(void)state;
	k.lx.nlanes = 64;
	k.lx.active = UINT64_MAX;
	for (uint32_t i = 0; i < 64; i++)
		kit_set(CVG_K_F32, &k.a, i,
			ref_of_double(CVG_K_F32, ((int)i - 32) / 4.0,
				      REF_NEAREST));
	kit_set(CVG_K_F32, &k.a, 0, ref_infinity(CVG_K_F32));
	kit_set(CVG_K_F32, &k.a, 1, ref_of_double(CVG_K_F32, 0.1, REF_NEAREST));
	for (uint32_t cosine = 0; cosine < 2; cosine++) {
		const double tenth =
			ref_value(CVG_K_F32, bits_of(CVG_K_F32, &k.a, 1));
		const double angle = 2 * 3.14159265358979323846 * tenth;

		k.u.n = cosine ? CVG_M_COS_TURNS : CVG_M_SIN_TURNS;
		kit_call(CVG_LANES_BASE, &k, CVG_K_F32);
		expect(&k, 0, CVG_K_F32, 0, ref_nan(CVG_K_F32), false);
		expect(&k, 0, CVG_K_F32, 1,
		       ref_of_double(CVG_K_F32,
				     cosine ? cos(angle) : sin(angle),
				     REF_NEAREST),
		       false);
		for (uint32_t i = 2; i < 64; i++)
			assert_true(ref_value(CVG_K_F32,
					      bits_of(CVG_K_F32, &k.d, i)) ==
				    sines[(i + cosine) % 4]);
	}
}

UNIT_TESTS(lanes_compare_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fcmp),	  cmocka_unit_test(test_fclass),
		cmocka_unit_test(test_ldexp),	  cmocka_unit_test(test_powi),
		cmocka_unit_test(test_frexp_exp), cmocka_unit_test(test_turns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
