/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prices that depend on constant operands, and what melding makes of them. */
#include "tests/unit/cost_kit.h"

static uint32_t add_by(struct maker *m, enum cvg_op op, uint32_t type,
		       uint64_t constant)
{
	uint32_t c = add_value(m, CVG_VALUE_CONST, type, constant, "c");

	return add_inst(m, op, type, 2, (uint32_t[]){type, c});
}

static uint32_t cost_by(struct maker *m, enum cvg_op op, uint32_t type,
			uint64_t constant)
{
	return cvg_cost_inst(&m->fn, add_by(m, op, type, constant));
}

/* DIVC32 is 24, DIVC64 100; a multiplication 16 or 52, an addition or shift 4
 * or 8. */
static void test_quotients_by_constants(void **state)
{
	struct maker m;

	(void)state;
	maker_init(&m, CVG_AMDGPU, "gfx906");
	assert_int_equal(cost_by(&m, CVG_OP_UDIV, I32, 5), 24);
	assert_int_equal(cost_by(&m, CVG_OP_UDIV, I64, 5), 100);
	assert_int_equal(cost_by(&m, CVG_OP_UDIV, I32, 16), 4);
	assert_int_equal(cost_by(&m, CVG_OP_UDIV, I32, 0x80000000), 4);
	assert_int_equal(cost_by(&m, CVG_OP_UDIV, I32, 1), 0);
	assert_int_equal(cost_by(&m, CVG_OP_UREM, I32, 5), 24 + 16 + 4);
	assert_int_equal(cost_by(&m, CVG_OP_UREM, I64, 16), 8);
	assert_int_equal(cost_by(&m, CVG_OP_SDIV, I32, 5), 24 + 2 * 4);
	assert_int_equal(cost_by(&m, CVG_OP_SDIV, I32, 16), 4 * 4);
	assert_int_equal(cost_by(&m, CVG_OP_SDIV, I32, 0xfffffff0), 5 * 4);
	assert_int_equal(cost_by(&m, CVG_OP_SDIV, I8, 0xff), 4);
	assert_int_equal(cost_by(&m, CVG_OP_SREM, I8, 0xff), 0);
	assert_int_equal(cost_by(&m, CVG_OP_SREM, I64, 16), 5 * 8);
	/* of the elements of a vector nothing is known */
	assert_int_equal(cost_by(&m, CVG_OP_UDIV, V4I64, 0), 4 * 100);
	/* more than 64 bits are divided in a loop */
	assert_int_equal(cost_by(&m, CVG_OP_UDIV, I128, 5), 4 * 904);
}

/* The multiplier of a division by 7 has one bit more: 12 cycles more. */
static void test_long_multipliers(void **state)
{
	struct maker m;

	(void)state;
	maker_init(&m, CVG_AMDGPU, "gfx906");
	assert_int_equal(cost_by(&m, CVG_OP_UDIV, I32, 7), 24 + 12);
	assert_int_equal(cost_by(&m, CVG_OP_UDIV, I8, 7), 24 + 12);
	assert_int_equal(cost_by(&m, CVG_OP_UDIV, I32, 9), 24);
	assert_int_equal(cost_by(&m, CVG_OP_UDIV, I32, 100), 24);
	assert_int_equal(cost_by(&m, CVG_OP_SDIV, I32, 7), 24 + 8);
}

static void test_products_by_constants(void **state)
{
	struct maker m;
	uint32_t c, i;

	(void)state;
	maker_init(&m, CVG_AMDGPU, "gfx906");
	assert_int_equal(cost_by(&m, CVG_OP_MUL, I32, 100), 16);
	assert_int_equal(cost_by(&m, CVG_OP_MUL, I32, 8), 4);
	assert_int_equal(cost_by(&m, CVG_OP_MUL, I32, 9), 4);
	assert_int_equal(cost_by(&m, CVG_OP_MUL, I32, 0xffffffff), 4);
	assert_int_equal(cost_by(&m, CVG_OP_MUL, I64, 9), 52);
	assert_int_equal(cost_by(&m, CVG_OP_MUL, I64, UINT64_MAX - 7), 8 + 8);
	c = add_value(&m, CVG_VALUE_CONST, I32, 8, "8");
	i = add_inst(&m, CVG_OP_MUL, I32, 2, (uint32_t[]){c, I32});
	assert_int_equal(cvg_cost_inst(&m.fn, i), 4);
	i = add_call(&m, "@llvm.fshl.i32", I32, 3, (uint32_t[]){I32, I32, c});
	assert_int_equal(cvg_cost_inst(&m.fn, i), 4);
	i = add_call(&m, "@llvm.fshl.i32", I32, 3, (uint32_t[]){I32, I32, I32});
	assert_int_equal(cvg_cost_inst(&m.fn, i), 16);
}

/* On the scalar unit: 4 cycles an instruction on gfx906, 2 on gfx1100. */
static uint32_t scalar(struct maker *m, enum cvg_op op, uint32_t type,
		       uint32_t n, const uint32_t *ops)
{
	uint32_t i = add_inst(m, op, type, n, ops);

	m->fn.insts[i].flags |= CVG_I_SCALAR;
	return i;
}
#define UNIFORM(m, op, type, ...)                                    \
	scalar(m, op, type,                                          \
	       sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), \
	       (uint32_t[]){__VA_ARGS__})

static void test_scalar_unit(void **state)
{
	struct maker m;
	uint32_t c, a, b;

	(void)state;
	maker_init(&m, CVG_AMDGPU, "gfx906");
	c = add_value(&m, CVG_VALUE_CONST, I32, 5, "5");
	a = UNIFORM(&m, CVG_OP_MUL, I32, I32, I32);
	assert_int_equal(cvg_cost_inst(&m.fn, a), 4);
	b = UNIFORM(&m, CVG_OP_UREM, I32, I32, c);
	assert_int_equal(cvg_cost_inst(&m.fn, b), 4 * 4);
	b = UNIFORM(&m, CVG_OP_MUL, I64, I64, I64);
	assert_int_equal(cvg_cost_inst(&m.fn, b), 6 * 4);
	/* A division by a variable runs on lanes, as if nothing was uniform. */
	b = UNIFORM(&m, CVG_OP_UDIV, I32, I32, I32);
	assert_int_equal(cvg_cost_inst(&m.fn, b), 160);
	/* A meld with itself keeps its operands; with another product, selects
	 * choose them for each thread. */
	assert_int_equal(cvg_cost_melded(&m.fn, a, a, false), 4);
	b = UNIFORM(&m, CVG_OP_MUL, I32, I32, c);
	assert_int_equal(cvg_cost_melded(&m.fn, a, b, false), 16);
	assert_int_equal(cvg_cost_vector(&m.fn, a), 16);
	m.fn.cpu = "gfx1100";
	assert_int_equal(cvg_cost_inst(&m.fn, a), 2);
}

static int32_t saved(const struct maker *m, uint32_t a, uint32_t b)
{
	return cvg_cost_saved(&m->fn, a, b, false, true);
}

/* Where constants differ, the melded instruction has a variable. */
static void test_saved_by_constants(void **state)
{
	struct maker m;
	uint32_t a, b, c, poison;

	(void)state;
	maker_init(&m, CVG_AMDGPU, "gfx906");
	a = add_by(&m, CVG_OP_UDIV, I32, 3);
	b = add_by(&m, CVG_OP_UDIV, I32, 16);
	assert_int_equal(saved(&m, a, a), 24);
	assert_int_equal(saved(&m, a, b), 24 + 4 - 160);
	assert_true(cvg_cost_folds(&m.fn, a));
	c = add_inst(&m, CVG_OP_UDIV, I32, 2, (uint32_t[]){I32, I32});
	assert_int_equal(saved(&m, a, c), 24);
	assert_false(cvg_cost_folds(&m.fn, c));
	poison = add_value(&m, CVG_VALUE_UNDEF, I32, 0, "poison");
	m.values[poison].flags = CVG_V_POISON;
	c = add_inst(&m, CVG_OP_UDIV, I32, 2, (uint32_t[]){I32, poison});
	assert_int_equal(cvg_cost_melded(&m.fn, c, b, false), 4);
	assert_int_equal(cvg_cost_melded(&m.fn, b, c, false), 4);
	/* 8 x against y 8 */
	a = add_by(&m, CVG_OP_MUL, I32, 8);
	c = m.ops[m.insts[a].ops_at + 1];
	b = add_inst(&m, CVG_OP_MUL, I32, 2, (uint32_t[]){c, I32});
	assert_int_equal(cvg_cost_melded(&m.fn, a, b, true), 4);
	assert_int_equal(cvg_cost_melded(&m.fn, a, b, false), 16);
}

/* Two offsets inside an access become one addition; an index that one side has
 * in a variable is scaled. */
static void test_saved_by_offsets(void **state)
{
	struct maker m;
	uint32_t one, two, a, b, c;

	(void)state;
	maker_init(&m, CVG_AMDGPU, "gfx906");
	one = add_value(&m, CVG_VALUE_CONST, I32, 1, "1");
	two = add_value(&m, CVG_VALUE_CONST, I32, 2, "2");
	a = add_inst(&m, CVG_OP_GEP, GLOBAL, 2, (uint32_t[]){GLOBAL, one});
	b = add_inst(&m, CVG_OP_GEP, GLOBAL, 2, (uint32_t[]){GLOBAL, two});
	c = add_inst(&m, CVG_OP_GEP, GLOBAL, 2, (uint32_t[]){GLOBAL, I32});
	assert_int_equal(saved(&m, a, a), 0);
	assert_int_equal(saved(&m, a, b), -8);
	assert_int_equal(saved(&m, a, c), 0);
	assert_int_equal(saved(&m, c, c), 16);
}

UNIT_TESTS(cost_const_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_quotients_by_constants),
		cmocka_unit_test(test_long_multipliers),
		cmocka_unit_test(test_products_by_constants),
		cmocka_unit_test(test_scalar_unit),
		cmocka_unit_test(test_saved_by_constants),
		cmocka_unit_test(test_saved_by_offsets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
