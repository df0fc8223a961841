/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instruction mixes, and MP_B and MP_S as DARM IV-C defines them. */
#include "tests/unit/cost_kit.h"

/* Snapshot of a few blocks and the mix of each. */
struct mixes {
	struct cvg_fn *fn;
	struct cvg_arena arena;
	struct cvg_mix mix[8];
};

static void mixes_init(struct mixes *m, const char *text)
{
	struct cvg_err err;

	memset(m, 0, sizeof(*m));
	if (!cvg_fn_parse(text, &m->fn, &err))
		fail_msg("%s", err.msg);
	assert_true(m->fn->nblocks <= 8);
	for (uint32_t b = 0; b < m->fn->nblocks; b++)
		cvg_mix_of(m->fn, b, &m->arena, &m->mix[b]);
}

static void mixes_done(struct mixes *m)
{
	cvg_arena_done(&m->arena);
	cvg_fn_free(m->fn);
}

/*
 * By hand, gfx9 (add, sub, xor 4; mul 16):
 *	A: 3 add, 1 mul, 1 xor   latency 12 + 16 + 4 = 32
 *	B: 1 add, 2 mul, 1 sub   latency 4 + 32 + 4 = 40
 * In common: min(3,1) x 4 + min(1,2) x 16 = 20. MP_B = 20 / 72.
 */
static const char worked[] = "kernel amdgpu\n"
			     "arg n\n"
			     "A: a1 = add n n; A: a2 = add n n\n"
			     "A: a3 = add n n; A: a4 = mul n n\n"
			     "A: a5 = xor n n\n"
			     "A -> B\n"
			     "B: b1 = add n n; B: b2 = mul n n\n"
			     "B: b3 = mul n n; B: b4 = sub n n\n"
			     "B -> C\n"
			     "C: c1 = or n n\n"
			     "C -> D\n"
			     "D ret\n";

static void test_mix(void **state)
{
	struct mixes m;
	uint32_t count = 0;

	(void)state;
	mixes_init(&m, worked);
	assert_int_equal(m.mix[0].latency, 32);
	assert_int_equal(m.mix[1].latency, 40);
	assert_int_equal(m.mix[0].n, 3);
	for (uint32_t i = 0; i < m.mix[0].n; i++) {
		assert_true(m.mix[0].row[i].class < cvg_cost_nclasses());
		if (i > 0)
			assert_true(m.mix[0].row[i - 1].class <
				    m.mix[0].row[i].class);
		count += m.mix[0].row[i].count;
	}
	assert_int_equal(count, 5);
	assert_int_equal(m.mix[3].n, 0);
	assert_int_equal(m.mix[3].latency, 0);
	mixes_done(&m);
}

static void test_mp_b(void **state)
{
	struct mixes m;

	(void)state;
	mixes_init(&m, worked);
	assert_int_equal(cvg_mix_common(&m.mix[0], &m.mix[1]), 20);
	assert_int_equal(cvg_mix_common(&m.mix[1], &m.mix[0]), 20);
	assert_true(cvg_mp_b(&m.mix[0], &m.mix[1]) == 20.0 / 72);
	/* the same profile */
	assert_true(cvg_mp_b(&m.mix[0], &m.mix[0]) == 0.5);
	/* nothing in common */
	assert_true(cvg_mp_b(&m.mix[0], &m.mix[2]) == 0);
	/* one empty, both empty */
	assert_true(cvg_mp_b(&m.mix[0], &m.mix[3]) == 0);
	assert_true(cvg_mp_b(&m.mix[3], &m.mix[3]) == 0);
	mixes_done(&m);
}

/*
 * Pairs (A,B), (C,C), (A,-): in common 20 + 4 + 0, latency 72 + 8 + 32.
 */
static void test_mp_s(void **state)
{
	struct mixes m;
	const struct cvg_mix *t[3], *f[3];
	struct cvg_mp_terms of;

	(void)state;
	mixes_init(&m, worked);
	t[0] = &m.mix[0];
	f[0] = &m.mix[1];
	t[1] = f[1] = &m.mix[2];
	t[2] = NULL;
	f[2] = &m.mix[0];
	assert_true(cvg_mp_s(t, f, 1, &of) == cvg_mp_b(t[0], f[0]));
	assert_true(cvg_mp_s(t, f, 3, &of) == 24.0 / 112);
	assert_true(of.common == 24);
	assert_true(of.latency[0] + of.latency[1] == 112);
	assert_true(cvg_mp_s(t + 2, f + 2, 1, &of) == 0);
	assert_true(cvg_mp_s(t, f, 0, &of) == 0);
	mixes_done(&m);
}

/* Two widths of one class are two rows: only equal ones are in common. */
static void test_mix_by_width(void **state)
{
	struct maker m;
	struct cvg_arena arena = {0};
	struct cvg_mix mix;

	(void)state;
	maker_init(&m, CVG_AMDGPU, "gfx906");
	cost_binary(&m, CVG_OP_ADD, I32);
	cost_binary(&m, CVG_OP_ADD, I64);
	cost_binary(&m, CVG_OP_ADD, I32);
	cost_binary(&m, CVG_OP_FADD, F32);
	add_inst(&m, CVG_OP_RET, VOID, 0, NULL);
	cvg_mix_of(&m.fn, 0, &arena, &mix);
	assert_int_equal(mix.n, 3);
	assert_int_equal(mix.latency, 4 + 8 + 4 + 4);
	assert_int_equal(mix.row[0].class, mix.row[1].class);
	assert_int_equal(mix.row[0].count, 2);
	assert_int_equal(mix.row[0].latency, 4);
	assert_int_equal(mix.row[1].latency, 8);
	assert_true(cvg_mp_b(&mix, &mix) == 0.5);
	cvg_arena_done(&arena);
}

static void test_classes(void **state)
{
	struct maker m;
	uint32_t a, b;

	(void)state;
	maker_init(&m, CVG_NVPTX, "sm_70");
	a = add_access(&m, CVG_OP_LOAD, I32, GLOBAL);
	b = add_access(&m, CVG_OP_LOAD, F32, GLOBAL);
	assert_int_not_equal(cvg_cost_class(&m.fn, a),
			     cvg_cost_class(&m.fn, b));
	a = add_call(&m, "@llvm.fma.f32", F32, 0, NULL);
	b = add_call(&m, "@llvm.sqrt.f32", F32, 0, NULL);
	assert_int_not_equal(cvg_cost_class(&m.fn, a),
			     cvg_cost_class(&m.fn, b));
	b = add_call(&m, "@llvm.fma.f64", F64, 0, NULL);
	assert_int_equal(cvg_cost_class(&m.fn, a), cvg_cost_class(&m.fn, b));
	a = add_inst(&m, CVG_OP_PHI, I32, 0, NULL);
	assert_int_equal(cvg_cost_class(&m.fn, a), CVG_NONE);
	a = add_inst(&m, CVG_OP_BR, VOID, 0, NULL);
	assert_int_equal(cvg_cost_class(&m.fn, a), CVG_NONE);
}

UNIT_TESTS(mix_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_mix),
		cmocka_unit_test(test_mp_b),
		cmocka_unit_test(test_mp_s),
		cmocka_unit_test(test_mix_by_width),
		cmocka_unit_test(test_classes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
