/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Integer operations on lanes, of every kind, width and flag, against the same
 * done with numbers that never overflow.
 */
#include "tests/unit/lanes_int_ref.h"

#include "reconverge/faults.h"
#include "reconverge/ucodes.h"

#define ROUNDS 48

static const uint32_t wrap_flags[] = {0, CVG_UF_NUW, CVG_UF_NSW,
				      CVG_UF_NUW | CVG_UF_NSW};

/* ---- comparing -------------------------------------------------------- */

static uint32_t width_of(const struct cvg_uop *u)
{
	return cvg_lanes_bits(u->kind, u->width);
}

static uint32_t result_kind(const struct cvg_uop *u)
{
	switch (u->code) {
	case CVG_U_ICMP:
	case CVG_U_UADD_OVERFLOW:
	case CVG_U_USUB_OVERFLOW:
	case CVG_U_UMUL_OVERFLOW:
	case CVG_U_SADD_OVERFLOW:
	case CVG_U_SSUB_OVERFLOW:
	case CVG_U_SMUL_OVERFLOW:
		return CVG_K_BIT;
	}
	return u->kind;
}

static void compare(const struct call *k, uint32_t level,
		    const struct expected *e)
{
	for (uint32_t i = 0; i < k->lx.nlanes; i++) {
		const bool poison = k->lx.poison >> i & 1;
		const u128 value = kit_get(result_kind(&k->u), &k->d, i);

		if (!(k->lx.active >> i & 1) || e[i].any)
			continue;
		if (poison == e[i].poison && (poison || value == e[i].value))
			continue;
		kit_name(&k->u, level);
		fail_msg("lane %u: %llx op %llx is %llx%s, not %llx%s", i,
			 (unsigned long long)kit_get(k->u.kind, &k->a, i),
			 (unsigned long long)kit_get(k->u.kind, &k->b, i),
			 (unsigned long long)value, poison ? " poison" : "",
			 (unsigned long long)e[i].value,
			 e[i].poison ? " poison" : "");
	}
}

/* The operands that stand in the rows, on every level. */
static void check_rows(struct call *k)
{
	const uint32_t w = width_of(&k->u);
	struct expected e[64];

	for (uint32_t i = 0; i < k->lx.nlanes; i++)
		e[i] = reference(&k->u, w, kit_get(k->u.kind, &k->a, i),
				 kit_get(k->u.kind, &k->b, i),
				 kit_get(k->u.kind, &k->c, i));
	kit_foreach_level(level)
	{
		k->lx.poison = k->lx.undef = 0;
		k->lx.fault = CVG_F_NONE;
		kit_call(level, k, result_kind(&k->u));
		compare(k, level, e);
		assert_true(k->lx.undef == 0);
	}
}

/*
 * Rows where everything is awkward; where only one lane is, for what is found
 * out for all lanes together; where all numbers have about half the bits.
 */
static u128 operand(uint32_t w, uint32_t round, bool odd_one)
{
	const u128 x = kit_edge(w);

	if (round % 4 == 1 && !odd_one)
		return w > 1 ? kit_random() & 1 : 0;
	if (round % 4 == 2)
		return x & (((u128)1 << (w / 2 + kit_random() % 2)) - 1);
	return x;
}

static void check(const struct cvg_uop *u)
{
	const uint32_t w = width_of(u);
	struct call k = {.u = *u};

	for (uint32_t round = 0; round < unit_rounds(ROUNDS); round++) {
		const uint64_t odd_one = kit_random();

		kit_lanes(&k.lx);
		for (uint32_t i = 0; i < k.lx.nlanes; i++) {
			const bool odd = i == odd_one % k.lx.nlanes;

			kit_set(u->kind, &k.a, i, operand(w, round, odd));
			kit_set(u->kind, &k.b, i, operand(w, round, odd));
			kit_set(u->kind, &k.c, i, operand(w, round, odd));
			if (round % 8 == 7)
				kit_set(u->kind, &k.b, i,
					kit_get(u->kind, &k.a, i));
		}
		check_rows(&k);
	}
}

/* Every kind, and numbers narrower than it. */
static void check_kinds(struct cvg_uop u)
{
	static const uint8_t widths[][2] = {
		{CVG_K_BIT, 0},	  {CVG_K_I8, 0},    {CVG_K_I16, 0},
		{CVG_K_I32, 0},	  {CVG_K_I64, 0},   {CVG_K_I128, 0},
		{CVG_K_I8, 2},	  {CVG_K_I8, 7},    {CVG_K_I16, 9},
		{CVG_K_I32, 17},  {CVG_K_I32, 24},  {CVG_K_I64, 33},
		{CVG_K_I64, 48},  {CVG_K_I128, 65}, {CVG_K_I128, 96},
		{CVG_K_I128, 127}};

	for (uint32_t i = 0; i < sizeof widths / sizeof *widths; i++) {
		u.kind = widths[i][0];
		u.width = widths[i][1];
		if (u.code == CVG_U_BSWAP && width_of(&u) % 8)
			continue;
		check(&u);
	}
}

/* ---- tests ------------------------------------------------------------ */

static void test_wrapping(void **state)
{
	static const uint16_t codes[] = {CVG_U_ADD, CVG_U_SUB, CVG_U_MUL,
					 CVG_U_SHL};

	(void)state;
	for (uint32_t i = 0; i < 4; i++)
		for (uint32_t f = 0; f < 4; f++)
			check_kinds((struct cvg_uop){
				.code = codes[i],
				.flags = (uint16_t)wrap_flags[f]});
}

static void test_division(void **state)
{
	(void)state;
	for (uint16_t code = CVG_U_UDIV; code <= CVG_U_SREM; code++)
		check_kinds((struct cvg_uop){.code = code});
	check_kinds(
		(struct cvg_uop){.code = CVG_U_UDIV, .flags = CVG_UF_EXACT});
	check_kinds(
		(struct cvg_uop){.code = CVG_U_SDIV, .flags = CVG_UF_EXACT});
}

static void test_shifts(void **state)
{
	(void)state;
	for (uint16_t f = 0; f <= CVG_UF_EXACT; f += CVG_UF_EXACT) {
		check_kinds((struct cvg_uop){.code = CVG_U_LSHR, .flags = f});
		check_kinds((struct cvg_uop){.code = CVG_U_ASHR, .flags = f});
	}
	check_kinds((struct cvg_uop){.code = CVG_U_USHL_SAT});
	check_kinds((struct cvg_uop){.code = CVG_U_SSHL_SAT});
	check_kinds((struct cvg_uop){.code = CVG_U_FSHL});
	check_kinds((struct cvg_uop){.code = CVG_U_FSHR});
}

static void test_logic(void **state)
{
	static const uint16_t codes[] = {CVG_U_AND,  CVG_U_OR,	 CVG_U_XOR,
					 CVG_U_UMIN, CVG_U_UMAX, CVG_U_SMIN,
					 CVG_U_SMAX, CVG_U_ABS};

	(void)state;
	for (uint32_t i = 0; i < 8; i++)
		check_kinds((struct cvg_uop){.code = codes[i]});
	check_kinds(
		(struct cvg_uop){.code = CVG_U_OR, .flags = CVG_UF_DISJOINT});
	check_kinds((struct cvg_uop){.code = CVG_U_ABS,
				     .flags = CVG_UF_ZERO_POISON});
}

static void test_saturating(void **state)
{
	(void)state;
	for (uint16_t code = CVG_U_UMULH; code <= CVG_U_SMULH; code++)
		check_kinds((struct cvg_uop){.code = code});
	for (uint16_t code = CVG_U_UADD_SAT; code <= CVG_U_SSUB_SAT; code++)
		check_kinds((struct cvg_uop){.code = code});
	for (uint16_t code = CVG_U_UADD_OVERFLOW; code <= CVG_U_SMUL_OVERFLOW;
	     code++)
		check_kinds((struct cvg_uop){.code = code});
}

static void test_counting(void **state)
{
	(void)state;
	for (uint16_t code = CVG_U_CTPOP; code <= CVG_U_BITREVERSE; code++)
		check_kinds((struct cvg_uop){.code = code});
	check_kinds((struct cvg_uop){.code = CVG_U_CTLZ,
				     .flags = CVG_UF_ZERO_POISON});
	check_kinds((struct cvg_uop){.code = CVG_U_CTTZ,
				     .flags = CVG_UF_ZERO_POISON});
}

static void test_comparing(void **state)
{
	(void)state;
	for (uint16_t n = 32; n <= 41; n++)
		for (uint16_t f = 0; f <= CVG_UF_SAMESIGN; f += CVG_UF_SAMESIGN)
			check_kinds((struct cvg_uop){
				.code = CVG_U_ICMP, .n = n, .flags = f});
}

/* All pairs of bytes, for what has a fast way. */
static void test_all_bytes(void **state)
{
	static const uint16_t codes[][2] = {{CVG_U_ADD, 0},
					    {CVG_U_ADD, CVG_UF_NSW},
					    {CVG_U_ADD, CVG_UF_NUW},
					    {CVG_U_SUB, CVG_UF_NSW},
					    {CVG_U_SUB, CVG_UF_NUW},
					    {CVG_U_MUL, CVG_UF_NSW},
					    {CVG_U_MUL, CVG_UF_NUW},
					    {CVG_U_SHL, CVG_UF_NSW},
					    {CVG_U_SHL, CVG_UF_NUW},
					    {CVG_U_LSHR, CVG_UF_EXACT},
					    {CVG_U_ASHR, CVG_UF_EXACT},
					    {CVG_U_UDIV, CVG_UF_EXACT},
					    {CVG_U_SDIV, CVG_UF_EXACT},
					    {CVG_U_UREM, 0},
					    {CVG_U_SREM, 0},
					    {CVG_U_UMULH, 0},
					    {CVG_U_SMULH, 0},
					    {CVG_U_SADD_SAT, 0},
					    {CVG_U_SSUB_SAT, 0},
					    {CVG_U_UADD_SAT, 0},
					    {CVG_U_SMUL_OVERFLOW, 0},
					    {CVG_U_UMUL_OVERFLOW, 0},
					    {CVG_U_OR, CVG_UF_DISJOINT},
					    {CVG_U_SMIN, 0}};
	struct call k = {.u = {.kind = CVG_K_I8}};

	(void)state;
	for (uint32_t i = 0; i < sizeof codes / sizeof *codes; i++)
		for (uint32_t at = 0; at < 65536; at += 64) {
			k.u.code = codes[i][0];
			k.u.flags = codes[i][1];
			k.lx.nlanes = 64;
			k.lx.active = UINT64_MAX;
			for (uint32_t l = 0; l < 64; l++) {
				kit_set(CVG_K_I8, &k.a, l, (at + l) >> 8);
				kit_set(CVG_K_I8, &k.b, l, (at + l) & 255);
			}
			check_rows(&k);
		}
}

UNIT_TESTS(lanes_int_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_wrapping),
		cmocka_unit_test(test_division),
		cmocka_unit_test(test_shifts),
		cmocka_unit_test(test_logic),
		cmocka_unit_test(test_saturating),
		cmocka_unit_test(test_counting),
		cmocka_unit_test(test_comparing),
		cmocka_unit_test(test_all_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
