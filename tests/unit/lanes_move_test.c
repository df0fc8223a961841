/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Lane functions that are about single lanes: moves, choices, garbage, poison
 * and undefined values, faults of divisions, bytes chosen.
 */
#include "tests/unit/big_kit.h"
#include "tests/unit/lanes_kit.h"

#include "reconverge/faults.h"
#include "reconverge/ucodes.h"

static void fill(struct row *r)
{
	for (uint32_t i = 0; i < sizeof r->at; i++)
		r->at[i] = (uint8_t)kit_random();
}

static struct cvg_doubt doubt(void)
{
	const uint64_t poison = kit_random() & kit_random();

	return (struct cvg_doubt){poison, kit_random() & kit_random()};
}

/* As the machine does: the union of the operands'. */
static void set_doubts(struct cvg_lx *lx)
{
	lx->poison = lx->da.poison | lx->db.poison | lx->dc.poison;
	lx->undef = lx->da.undef | lx->db.undef | lx->dc.undef;
}

/* ---- moves ------------------------------------------------------------ */

static void test_mov(void **state)
{
	struct call k = {.u = {.code = CVG_U_MOV}};

	(void)state;
	for (uint32_t at = 0; at < CVG_NKINDS * 4; at++) {
		k.u.kind = (uint8_t)(at % CVG_NKINDS);
		fill(&k.a);
		kit_lanes(&k.lx);
		k.lx.da = doubt();
		kit_foreach_level(level)
		{
			set_doubts(&k.lx);
			kit_call(level, &k, k.u.kind);
			assert_memory_equal(
				k.d.at, k.a.at,
				cvg_kind_row(k.u.kind, k.lx.nlanes));
			assert_true(k.lx.poison == k.lx.da.poison);
			assert_true(k.lx.undef == k.lx.da.undef);
		}
	}
}

static void check_select(const struct call *k, uint32_t level)
{
	for (uint32_t i = 0; i < k->lx.nlanes; i++) {
		const bool cond = kit_get(CVG_K_BIT, &k->a, i) != 0;
		const struct cvg_doubt *from = cond ? &k->lx.db : &k->lx.dc;
		const bool poison = (k->lx.da.poison | from->poison) >> i & 1;
		const bool undef = (k->lx.da.undef | from->undef) >> i & 1;

		if (!(k->lx.active >> i & 1))
			continue;
		if (kit_get(k->u.kind, &k->d, i) !=
			    kit_get(k->u.kind, cond ? &k->b : &k->c, i) ||
		    (k->lx.poison >> i & 1) != poison ||
		    (k->lx.undef >> i & 1) != undef) {
			kit_name(&k->u, level);
			fail_msg("lane %u", i);
		}
	}
}

static void test_select(void **state)
{
	struct call k = {.u = {.code = CVG_U_SELECT}};

	(void)state;
	for (uint32_t at = 0; at < CVG_NKINDS * 12; at++) {
		k.u.kind = (uint8_t)(at % CVG_NKINDS);
		fill(&k.a);
		fill(&k.b);
		fill(&k.c);
		kit_lanes(&k.lx);
		if (at % 3)
			k.lx.da = doubt();
		if (at % 2) {
			k.lx.db = doubt();
			k.lx.dc = doubt();
		}
		if (at % 5 == 0)
			memset(k.a.at, at % 2 ? 0xff : 0, 8);
		kit_foreach_level(level)
		{
			set_doubts(&k.lx);
			kit_call(level, &k, k.u.kind);
			check_select(&k, level);
		}
	}
}

/* ---- garbage ---------------------------------------------------------- */

static void check_frozen(const struct call *k, const struct cvg_doubt *was)
{
	const uint32_t w = cvg_lanes_bits(k->u.kind, k->u.width);

	assert_true(k->lx.poison == 0 && k->lx.undef == 0);
	for (uint32_t i = 0; i < k->lx.nlanes; i++) {
		const bool doubtful = (was->poison | was->undef) >> i & 1;
		const u128 r = kit_get(k->u.kind, &k->d, i);

		if (!(k->lx.active >> i & 1))
			continue;
		if (!doubtful)
			assert_true(r == kit_get(k->u.kind, &k->a, i));
		assert_true(w == 128 || r >> w == 0);
	}
}

static void test_freeze(void **state)
{
	static const uint8_t widths[][2] = {
		{CVG_K_BIT, 0},	 {CVG_K_I8, 0},	  {CVG_K_I8, 3},
		{CVG_K_I32, 0},	 {CVG_K_I32, 20}, {CVG_K_I64, 33},
		{CVG_K_I128, 0}, {CVG_K_F16, 0},  {CVG_K_F64, 0}};
	struct call k = {.u = {.code = CVG_U_FREEZE}};
	struct row first;
	uint32_t changed = 0;

	(void)state;
	for (uint32_t at = 0; at < 9 * 6; at++) {
		k.u.kind = widths[at % 9][0];
		k.u.width = widths[at % 9][1];
		k.u.inst = at;
		for (uint32_t i = 0; i < 64; i++)
			kit_set(k.u.kind, &k.a, i,
				kit_edge(cvg_lanes_bits(k.u.kind, k.u.width)));
		kit_lanes(&k.lx);
		k.lx.da = doubt();
		kit_foreach_level(level)
		{
			set_doubts(&k.lx);
			k.lx.seed = 7;
			kit_call(level, &k, k.u.kind);
			check_frozen(&k, &k.lx.da);
			first = k.d;
			set_doubts(&k.lx);
			kit_call(level, &k, k.u.kind);
			assert_memory_equal(first.at, k.d.at, sizeof first.at);
			k.lx.seed = 8;
			set_doubts(&k.lx);
			kit_call(level, &k, k.u.kind);
			changed += memcmp(first.at, k.d.at, sizeof first.at)
					   ? 1
					   : 0;
		}
	}
	/* other garbage with another seed, nearly always */
	assert_true(changed > 9 * 4);
}

static void test_clobber(void **state)
{
	struct call k = {.u = {.code = CVG_U_CLOBBER, .kind = CVG_K_I32}};

	(void)state;
	kit_lanes(&k.lx);
	k.lx.nlanes = 32;
	k.lx.active = UINT32_MAX;
	k.lx.poison = 5;
	kit_call(CVG_LANES_BASE, &k, CVG_K_I32);
	assert_true(k.lx.poison == 0);
	assert_true(kit_get(CVG_K_I32, &k.d, 0) != kit_get(CVG_K_I32, &k.d, 1));
}

/* ---- undefined bits --------------------------------------------------- */

/* A bit field: undefined memory and-ed with a constant is defined, poison is
 * not; an undefined constant stays so. */
static void test_bit_field(void **state)
{
	static const uint8_t kinds[] = {CVG_K_I8, CVG_K_I16, CVG_K_I32,
					CVG_K_I64, CVG_K_I128};
	struct call k = {.u = {0}};

	(void)state;
	for (uint32_t at = 0; at < 5 * 2 * 2; at++) {
		k.u.kind = kinds[at % 5];
		k.u.code = at / 5 % 2 ? CVG_U_AND : CVG_U_OR;
		kit_foreach_level(level)
		{
			kit_lanes(&k.lx);
			k.lx.da.undef = 6;
			k.lx.da.poison = 8;
			k.lx.const_b = at / 10;
			set_doubts(&k.lx);
			kit_call(level, &k, k.u.kind);
			assert_true(k.lx.poison == 8);
			assert_true(k.lx.undef == (k.lx.const_b ? 0 : 6));
			k.lx.db.undef = 2;
			set_doubts(&k.lx);
			kit_call(level, &k, k.u.kind);
			assert_true(k.lx.undef == (k.lx.const_b ? 2 : 6));
		}
	}
}

/* One bit: false and undef is false, true or undef is true. */
static void test_bit_undef(void **state)
{
	struct call k = {.u = {.code = CVG_U_AND}};

	(void)state;
	kit_foreach_level(level)
	{
		k.lx.nlanes = 32;
		k.lx.active = UINT32_MAX;
		kit_set(CVG_K_I64, &k.a, 0, 0x5);
		kit_set(CVG_K_I64, &k.b, 0, 0x3);
		k.lx.da.undef = 0xf;
		k.u.code = CVG_U_AND;
		set_doubts(&k.lx);
		kit_call(level, &k, CVG_K_BIT);
		assert_int_equal(k.lx.undef & 0xf, 0x3);
		k.u.code = CVG_U_OR;
		set_doubts(&k.lx);
		kit_call(level, &k, CVG_K_BIT);
		assert_int_equal(k.lx.undef & 0xf, 0xc);
	}
}

/* Other operations hand doubts on, and add to poison. */
static void test_passed_on(void **state)
{
	struct call k = {.u = {.code = CVG_U_ADD,
			       .kind = CVG_K_I32,
			       .flags = CVG_UF_NUW}};

	(void)state;
	kit_foreach_level(level)
	{
		memset(&k.lx, 0, sizeof k.lx);
		memset(k.a.at, 0, sizeof k.a.at);
		memset(k.b.at, 0xff, sizeof k.b.at);
		k.lx.nlanes = 32;
		k.lx.active = UINT32_MAX;
		k.lx.poison = 0x10;
		k.lx.undef = 0x20;
		kit_set(CVG_K_I32, &k.a, 0, 1);
		kit_call(level, &k, CVG_K_I32);
		assert_true(k.lx.poison == 0x11);
		assert_true(k.lx.undef == 0x20);
	}
}

/* ---- faults of divisions ---------------------------------------------- */

static void divide(struct call *k, uint32_t level, uint64_t active,
		   enum cvg_faultkind fault, uint64_t lanes)
{
	k->lx.active = active;
	k->lx.fault = CVG_F_NONE;
	k->lx.fault_lanes = 0;
	set_doubts(&k->lx);
	kit_call((enum cvg_lanes_level)level, k, k->u.kind);
	assert_int_equal(k->lx.fault, fault);
	assert_true(fault == CVG_F_NONE || k->lx.fault_lanes == lanes);
}

static void test_division_faults(void **state)
{
	static const uint8_t widths[][2] = {
		{CVG_K_BIT, 0}, {CVG_K_I8, 0},	 {CVG_K_I16, 0}, {CVG_K_I32, 0},
		{CVG_K_I64, 0}, {CVG_K_I128, 0}, {CVG_K_I32, 17}};
	struct call k = {.u = {0}};

	(void)state;
	for (uint32_t at = 0; at < 7 * 4; at++) {
		const uint32_t w =
			cvg_lanes_bits(widths[at % 7][0], widths[at % 7][1]);
		const u128 ones = ~(u128)0 >> (128 - w);
		const bool is_signed = at / 7 % 2;

		k.u.kind = widths[at % 7][0];
		k.u.width = widths[at % 7][1];
		k.u.code = (uint16_t)(CVG_U_UDIV + at / 7);
		for (uint32_t i = 0; i < 64; i++) {
			kit_set(k.u.kind, &k.a, i, 0);
			kit_set(k.u.kind, &k.b, i, 1);
		}
		kit_set(k.u.kind, &k.b, 3, 0);
		kit_set(k.u.kind, &k.b, 40, 0);
		kit_set(k.u.kind, &k.a, 2, ones ^ ones >> 1);
		kit_set(k.u.kind, &k.b, 2, ones);
		kit_foreach_level(level)
		{
			memset(&k.lx, 0, sizeof k.lx);
			k.lx.nlanes = 64;
			divide(&k, level, ~UINT64_C(4), CVG_F_DIVISION,
			       UINT64_C(1) << 3 | UINT64_C(1) << 40);
			divide(&k, level, 0xf0, CVG_F_NONE, 0);
			divide(&k, level, UINT64_MAX,
			       is_signed ? CVG_F_DIVISION_OVERFLOW
					 : CVG_F_DIVISION,
			       is_signed
				       ? 4
				       : UINT64_C(1) << 3 | UINT64_C(1) << 40);
			k.lx.da.undef = 4; /* a dividend in doubt */
			divide(&k, level, 4, CVG_F_NONE, 0);
			assert_true(k.lx.undef == 4);
			k.lx.db.undef = 2;
			divide(&k, level, UINT64_MAX, CVG_F_POISON_OPERAND, 2);
			k.lx.db.undef = 0;
			k.lx.db.poison = 0x20;
			divide(&k, level, 0x30, CVG_F_POISON_OPERAND, 0x20);
			divide(&k, level, 0x38, CVG_F_DIVISION, 8);
		}
	}
}

/* ---- bytes ------------------------------------------------------------ */

/* By hand, from the PTX ISA's table of modes and examples. */
static void test_prmt(void **state)
{
	static const struct {
		uint16_t n;
		uint32_t c, r;
	} cases[] = {{0, 0x3210, 0x83828180}, {0, 0x7654, 0x07060504},
		     {0, 0x0246, 0x80820406}, {0, 0x8c00, 0xff008080},
		     {1, 1, 0x04838281},      {1, 7, 0x06050483},
		     {2, 1, 0x06078081},      {2, 0, 0x05060780},
		     {3, 2, 0x82828282},      {4, 1, 0x83828181},
		     {5, 2, 0x82828180},      {6, 1, 0x83828382},
		     {6, 2, 0x81808180}};
	struct call k = {.u = {.code = CVG_U_PERM, .kind = CVG_K_I32}};

	(void)state;
	k.lx.nlanes = 32;
	k.lx.active = 1;
	kit_set(CVG_K_I32, &k.a, 0, 0x83828180);
	kit_set(CVG_K_I32, &k.b, 0, 0x07060504);
	for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		k.u.n = cases[i].n;
		kit_set(CVG_K_I32, &k.c, 0, cases[i].c);
		kit_foreach_level(level)
		{
			kit_call(level, &k, CVG_K_I32);
			assert_int_equal(kit_get(CVG_K_I32, &k.d, 0),
					 cases[i].r);
		}
	}
}

static void test_perm_amd(void **state)
{
	struct call k = {.u = {.code = CVG_U_PERM_AMD, .kind = CVG_K_I32}};

	(void)state;
	k.lx.nlanes = 32;
	k.lx.active = 3;
	kit_set(CVG_K_I32, &k.a, 0, 0x87060584); /* bytes 7 .. 4 */
	kit_set(CVG_K_I32, &k.b, 0, 0x03820180); /* bytes 3 .. 0 */
	kit_set(CVG_K_I32, &k.c, 0, 0x07000402);
	kit_set(CVG_K_I32, &k.a, 1, 0x87060584);
	kit_set(CVG_K_I32, &k.b, 1, 0x03820180);
	kit_set(CVG_K_I32, &k.c, 1, 0x0b080c0d);
	kit_foreach_level(level)
	{
		kit_call(level, &k, CVG_K_I32);
		assert_int_equal(kit_get(CVG_K_I32, &k.d, 0), 0x87808482);
		assert_int_equal(kit_get(CVG_K_I32, &k.d, 1), 0xff0000ff);
	}
}

UNIT_TESTS(lanes_move_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_mov),
		cmocka_unit_test(test_select),
		cmocka_unit_test(test_freeze),
		cmocka_unit_test(test_clobber),
		cmocka_unit_test(test_bit_field),
		cmocka_unit_test(test_bit_undef),
		cmocka_unit_test(test_passed_on),
		cmocka_unit_test(test_division_faults),
		cmocka_unit_test(test_prmt),
		cmocka_unit_test(test_perm_amd),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
