/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Conversions on lanes, between all kinds and widths, with all flags and
 * roundings, against exact numbers.
 */
#include "tests/unit/lanes_ref.h"

#include "reconverge/ucodes.h"

#define ROUNDS 24

struct expected {
	u128 value;
	bool poison;
};

/* ---- the reference ---------------------------------------------------- */

static uint32_t from_width(const struct cvg_uop *u)
{
	return cvg_lanes_bits(u->kind, u->width);
}

static uint32_t to_width(const struct cvg_uop *u)
{
	return cvg_lanes_bits(u->kind2, (uint32_t)u->imm);
}

static struct expected integers(const struct cvg_uop *u, u128 x)
{
	const uint32_t w = from_width(u), to = to_width(u);
	const struct big ux = big_of_bits(x, w, false);
	const struct big sx = big_of_bits(x, w, true);

	if (u->code == CVG_U_SEXT)
		return (struct expected){.value = big_low(&sx, to)};
	if (u->code == CVG_U_ZEXT)
		return (struct expected){.value = x,
					 .poison = u->flags & CVG_UF_NNEG &&
						   sx.negative};
	return (struct expected){
		.value = big_low(&ux, to),
		.poison =
			(u->flags & CVG_UF_NUW && !big_fits(&ux, to, false)) ||
			(u->flags & CVG_UF_NSW && !big_fits(&sx, to, true))};
}

static struct expected to_float(const struct cvg_uop *u, u128 x)
{
	const bool is_signed = u->code == CVG_U_SITOFP;
	const struct big b = big_of_bits(x, from_width(u), is_signed);
	const struct big r = big_up(&b, REF_UNIT);

	return (struct expected){
		.value = ref_round(u->kind2, &r, false, (enum ref_mode)u->n),
		.poison =
			u->flags & CVG_UF_NNEG && x >> (from_width(u) - 1) & 1};
}

static double whole(double x, uint32_t n)
{
	switch (n) {
	case 1:
		return nearbyint(x);
	case 2:
		return floor(x);
	case 3:
		return ceil(x);
	}
	return trunc(x);
}

static struct expected to_int(const struct cvg_uop *u, u128 bits)
{
	const bool is_signed =
		u->code == CVG_U_FPTOSI || u->code == CVG_U_FPTOSI_SAT;
	const bool sat =
		u->code == CVG_U_FPTOUI_SAT || u->code == CVG_U_FPTOSI_SAT;
	const uint32_t w = to_width(u);
	const double x = whole(ref_value(u->kind, (uint64_t)bits), u->n);
	struct big b;

	if (isnan(x))
		return (struct expected){.poison = !sat};
	if (isinf(x)) {
		b = x < 0 ? big_least(w, is_signed) : big_most(w, is_signed);
		return (struct expected){.value = big_low(&b, w),
					 .poison = !sat};
	}
	b = ref_big(x);
	b = big_down(&b, REF_UNIT);
	if (big_fits(&b, w, is_signed))
		return (struct expected){.value = big_low(&b, w)};
	b = big_clamped(&b, w, is_signed);
	return (struct expected){.value = big_low(&b, w), .poison = !sat};
}

static uint64_t flushed(const struct cvg_uop *u, uint32_t kind, uint64_t bits)
{
	const uint64_t ulp = UINT64_C(1) << (ref_format_of(kind).precision - 1);

	if (u->flags & CVG_UF_FTZ && (bits & (ref_sign(kind) - 1)) < ulp)
		return bits & ref_sign(kind);
	return bits;
}

static struct expected floats(const struct cvg_uop *u, u128 bits)
{
	const uint64_t in = flushed(u, u->kind, (uint64_t)bits);
	const double x = ref_value(u->kind, in);
	const uint64_t r = flushed(
		u, u->kind2, ref_of_double(u->kind2, x, (enum ref_mode)u->n));
	const bool inf = isinf(x) || (r & (ref_sign(u->kind2) - 1)) ==
					     ref_infinity(u->kind2);

	return (struct expected){.value = r,
				 .poison =
					 (u->flags & CVG_UF_NNAN && isnan(x)) ||
					 (u->flags & CVG_UF_NINF && inf)};
}

static bool is_float(uint32_t kind)
{
	return kind >= CVG_K_F16;
}

static struct expected reference(const struct cvg_uop *u, u128 x)
{
	if (is_float(u->kind) && is_float(u->kind2))
		return floats(u, x);
	if (is_float(u->kind))
		return to_int(u, x);
	return is_float(u->kind2) ? to_float(u, x) : integers(u, x);
}

/* ---- comparing -------------------------------------------------------- */

static void check_rows(struct call *k)
{
	struct expected e[64];

	for (uint32_t i = 0; i < k->lx.nlanes; i++)
		e[i] = reference(&k->u, kit_get(k->u.kind, &k->a, i));
	kit_foreach_level(level)
	{
		k->lx.poison = 0;
		kit_call(level, k, k->u.kind2);
		for (uint32_t i = 0; i < k->lx.nlanes; i++) {
			const u128 r = kit_get(k->u.kind2, &k->d, i);
			const bool poison = k->lx.poison >> i & 1;

			if (!(k->lx.active >> i & 1))
				continue;
			if (poison == e[i].poison &&
			    (poison || r == e[i].value))
				continue;
			kit_name(&k->u, level);
			fail_msg("lane %u: %llx gives %llx, poison %u, not "
				 "%llx, %u",
				 i,
				 (unsigned long long)kit_get(k->u.kind, &k->a,
							     i),
				 (unsigned long long)r, poison,
				 (unsigned long long)e[i].value, e[i].poison);
		}
	}
}

/* Integers that lie near or between floats. */
static u128 awkward_integer(uint32_t w)
{
	const u128 ones = ~(u128)0 >> (128 - w);
	const uint64_t r = kit_random();
	u128 x = (u128)1 << (r >> 8) % w;

	if (r % 3 == 0)
		return kit_edge(w);
	x |= x >> ((r >> 16) % 32 + 1);
	x |= x >> ((r >> 24) % 64 + 1);
	x += (r >> 32) % 3 - 1;
	return (r >> 40 & 1 ? 0 - x : x) & ones;
}

/* Floats near the ends of integers. */
static uint64_t awkward_float(uint32_t kind, uint32_t w)
{
	const uint64_t r = kit_random();
	uint64_t bits;

	if (r % 3 == 0)
		return ref_edge(kind);
	bits = ref_of_double(kind, ldexp(1, (int)(w - (r >> 8 & 1))),
			     REF_NEAREST);
	if (r % 3 == 1)
		bits = ref_of_double(kind, (double)((r >> 16) % 300) / 2,
				     REF_NEAREST);
	bits += (r >> 32) % 5 - 2;
	return (r >> 40 & 1) && bits ? bits ^ ref_sign(kind) : bits;
}

static void check(const struct cvg_uop *u)
{
	struct call k = {.u = *u};

	for (uint32_t round = 0; round < unit_rounds(ROUNDS); round++) {
		const uint64_t odd_one = kit_random() % 64;

		kit_lanes(&k.lx);
		for (uint32_t i = 0; i < k.lx.nlanes; i++) {
			u128 x = is_float(u->kind)
					 ? awkward_float(u->kind, to_width(u))
					 : awkward_integer(from_width(u));

			if (round % 4 == 1 && i != odd_one)
				x = 0;
			kit_set(u->kind, &k.a, i, x);
		}
		check_rows(&k);
	}
}

/* ---- tests ------------------------------------------------------------ */

static const uint8_t widths[][2] = {
	{CVG_K_BIT, 0}, {CVG_K_I8, 5},	  {CVG_K_I8, 0},  {CVG_K_I16, 12},
	{CVG_K_I16, 0}, {CVG_K_I32, 24},  {CVG_K_I32, 0}, {CVG_K_I64, 33},
	{CVG_K_I64, 0}, {CVG_K_I128, 96}, {CVG_K_I128, 0}};
#define NWIDTHS (sizeof widths / sizeof *widths)

static void test_integers(void **state)
{
	static const uint16_t flags[] = {0, CVG_UF_NUW, CVG_UF_NSW,
					 CVG_UF_NUW | CVG_UF_NSW};
	struct cvg_uop u = {.code = CVG_U_TRUNC};

	(void)state;
	for (uint32_t narrow = 0; narrow < NWIDTHS; narrow++)
		for (uint32_t wide = narrow + 1; wide < NWIDTHS; wide++) {
			u.kind = widths[wide][0];
			u.width = widths[wide][1];
			u.kind2 = widths[narrow][0];
			u.imm = widths[narrow][1];
			u.code = CVG_U_TRUNC;
			for (uint32_t f = 0; f < 4; f++) {
				u.flags = flags[f];
				check(&u);
			}
			u.kind = widths[narrow][0];
			u.width = widths[narrow][1];
			u.kind2 = widths[wide][0];
			u.imm = widths[wide][1];
			u.code = CVG_U_ZEXT;
			u.flags = 0;
			check(&u);
			u.flags = CVG_UF_NNEG;
			check(&u);
			u.code = CVG_U_SEXT;
			u.flags = 0;
			check(&u);
		}
}

static void test_to_float(void **state)
{
	(void)state;
	for (uint32_t w = 0; w < NWIDTHS; w++)
		for (uint8_t to = CVG_K_F16; to <= CVG_K_F64; to++)
			for (uint16_t n = 0; n <= 3; n++) {
				struct cvg_uop u = {.code = CVG_U_UITOFP,
						    .kind = widths[w][0],
						    .width = widths[w][1],
						    .kind2 = to,
						    .n = n};

				check(&u);
				u.flags = CVG_UF_NNEG;
				check(&u);
				u.flags = 0;
				u.code = CVG_U_SITOFP;
				check(&u);
			}
}

static void test_to_int(void **state)
{
	(void)state;
	for (uint32_t w = 0; w < NWIDTHS; w++)
		for (uint8_t from = CVG_K_F16; from <= CVG_K_F64; from++) {
			struct cvg_uop u = {.kind = from,
					    .kind2 = widths[w][0],
					    .imm = widths[w][1]};

			u.code = CVG_U_FPTOUI;
			check(&u);
			u.code = CVG_U_FPTOSI;
			check(&u);
			for (u.n = 0; u.n <= 3; u.n++) {
				u.code = CVG_U_FPTOUI_SAT;
				check(&u);
				u.code = CVG_U_FPTOSI_SAT;
				check(&u);
			}
		}
}

static void test_floats(void **state)
{
	static const uint16_t flags[] = {0, CVG_UF_NNAN, CVG_UF_NINF,
					 CVG_UF_FTZ};
	static const uint8_t pairs[][2] = {{CVG_K_F16, CVG_K_F32},
					   {CVG_K_BF16, CVG_K_F32},
					   {CVG_K_F16, CVG_K_F64},
					   {CVG_K_BF16, CVG_K_F64},
					   {CVG_K_F32, CVG_K_F64}};

	(void)state;
	for (uint32_t i = 0; i < 5; i++)
		for (uint16_t n = 0; n <= 3; n++)
			for (uint32_t f = 0; f < 4; f++) {
				struct cvg_uop u = {.code = CVG_U_FPTRUNC,
						    .kind = pairs[i][1],
						    .kind2 = pairs[i][0],
						    .flags = flags[f],
						    .n = n};

				check(&u);
				u.kind = pairs[i][0];
				u.kind2 = pairs[i][1];
				u.code = CVG_U_FPEXT;
				check(&u);
			}
}

/* Every small float made large, and what lies at, between and beside any two
 * of them made small. */
static void test_all_small(void **state)
{
	(void)state;
	for (uint8_t small = CVG_K_F16; small <= CVG_K_BF16; small++)
		for (uint8_t large = CVG_K_F32; large <= CVG_K_F64; large++)
			for (uint32_t at = 0; at < 65536; at += 64) {
				struct call k = {.u = {.code = CVG_U_FPEXT,
						       .kind = small,
						       .kind2 = large}};

				k.lx.nlanes = 64;
				k.lx.active = UINT64_MAX;
				for (uint32_t i = 0; i < 64; i++)
					kit_set(small, &k.a, i, at + i);
				check_rows(&k);
				k.a = k.d;
				k.u.code = CVG_U_FPTRUNC;
				k.u.kind = large;
				k.u.kind2 = small;
				for (uint32_t i = 0; i < 64; i++) {
					uint64_t x = (uint64_t)kit_get(large,
								       &k.a, i);
					uint32_t lost =
						ref_format_of(large).precision -
						ref_format_of(small).precision;

					x += (at / 64 % 2 ? UINT64_C(1)
							  : UINT64_C(3))
					     << (lost - 1);
					x += i % 3 - 1;
					kit_set(large, &k.a, i, x);
				}
				check_rows(&k);
			}
}

/* The single ones agree with the rows. */
static void test_single(void **state)
{
	(void)state;
	for (uint32_t h = 0; h < 65536; h++) {
		const double half = ref_value(CVG_K_F16, h);
		const double bfloat = ref_value(CVG_K_BF16, h);

		if (isnan(half) || isnan(bfloat))
			continue;
		assert_true(cvg_half_to_float((uint16_t)h) == half);
		assert_true(cvg_bf16_to_float((uint16_t)h) == bfloat);
		assert_int_equal(cvg_double_to_half(half), h);
		assert_int_equal(cvg_double_to_bf16(bfloat), h);
		assert_int_equal(cvg_float_to_half((float)bfloat),
				 ref_of_double(CVG_K_F16, bfloat, REF_NEAREST));
		assert_int_equal(cvg_float_to_bf16((float)half * 1.0009765f),
				 ref_of_double(CVG_K_BF16,
					       (float)half * 1.0009765f,
					       REF_NEAREST));
	}
	assert_int_equal(cvg_double_to_half(NAN), 0x7e00);
	assert_int_equal(cvg_double_to_bf16(-NAN), 0x7fc0);
	/* rounded twice it would be 1 */
	assert_int_equal(cvg_double_to_half(1 + 0x1p-11 + 0x1p-40), 0x3c01);
}

UNIT_TESTS(lanes_conv_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_integers),
		cmocka_unit_test(test_to_float),
		cmocka_unit_test(test_to_int),
		cmocka_unit_test(test_floats),
		cmocka_unit_test(test_all_small),
		cmocka_unit_test(test_single),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
