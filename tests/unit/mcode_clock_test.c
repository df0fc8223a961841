/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What machine code costs a warp that runs alone: times by hand, from the rows of
 * src/mcode/rates.def. */
#include "mcode_kit.h"

#define AMD_HEAD                           \
	"reconverge_function:\n"           \
	"; %bb.0:                ; %b0.\n" \
	"\t.loc\t1 1 0\n"
#define AMD_END ".Lfunc_end0:\n"
#define NV_HEAD                                      \
	".visible .entry reconverge_function()\n{\n" \
	"// %bb.0:               // %b0.\n"          \
	"\t.loc\t1 1 0\n"

static void expect_cycles(const char *cpu, const char *module,
			  const char *assembly, uint32_t vector,
			  uint32_t scalar, uint32_t waits)
{
	struct cvg_mcode *m = read_for(cpu, module, assembly);

	assert_non_null(m);
	assert_int_equal(m->block[0].vector, vector);
	assert_int_equal(m->block[0].scalar, scalar);
	assert_int_equal(m->block[0].waits, waits);
	assert_int_equal(cvg_mcounts_cycles(&m->block[0]),
			 vector + scalar + waits);
	cvg_mcode_free(m);
}

/*
 * gfx906: the load is issued at 0 to 4 and ready at 320, the shift takes 4 to 8,
 * the wait 8 to 320 and 4 more, the write is issued at 324 and through at 374, the
 * product takes 16, to 344, the second wait lasts to 374. The branch takes 16. What
 * stands behind it is of no block, and costs the block before it 4.
 */
static void test_waits(void **state)
{
	(void)state;
	expect_cycles("gfx906", AMD BODY,
		      AMD_HEAD "\tglobal_load_dword v4, v[1:2], off\n"
			       "\tv_lshlrev_b32_e32 v3, 2, v0\n"
			       "\ts_waitcnt vmcnt(0)\n"
			       "\tds_write_b32 v3, v4\n"
			       "\tv_mul_lo_u32 v1, v1, v2\n"
			       "\ts_waitcnt lgkmcnt(0)\n"
			       "\ts_cbranch_execz .LBB0_2\n"
			       ".LBB0_2:                ; %Flow\n"
			       "\t.loc\t1 0 0\n"
			       "\ts_or_b64 exec, exec, s[0:1]\n" AMD_END,
		      4 + 16, 6 * 4, 312 + 30 + 12);
}

/* A wait for all but one result of two: that of the first, at 320. Stores of gfx9
 * are among the loads; those of gfx11 have a counter of their own. */
static void test_counters(void **state)
{
	(void)state;
	expect_cycles("gfx906", AMD BODY,
		      AMD_HEAD "\tglobal_load_dword v4, v[1:2], off\n"
			       "\tglobal_store_dword v[1:2], v3, off\n"
			       "\ts_waitcnt vmcnt(1)\n" AMD_END,
		      0, 3 * 4, 312);
	expect_cycles("gfx1100", AMD BODY,
		      AMD_HEAD "\tglobal_store_b32 v[1:2], v3, off\n"
			       "\ts_waitcnt vmcnt(0)\n"
			       "\ts_waitcnt_vscnt null, 0x0\n" AMD_END,
		      0, 3, 318);
	expect_cycles("gfx1200", AMD BODY,
		      AMD_HEAD "\tglobal_load_b32 v3, v[1:2], off\n"
			       "\tds_load_b32 v4, v5\n"
			       "\ts_wait_loadcnt_dscnt 0x100\n"
			       "\ts_wait_loadcnt 0x0\n" AMD_END,
		      0, 4, 19 + 298);
}

/* gfx1100: arithmetic is issued in one cycle and ready after 5, which s_delay_alu
 * waits for: 1 to 5. With 64 lanes it is issued twice. */
static void test_delays(void **state)
{
	static const char text[] =
		AMD_HEAD "\tv_add_nc_u32_e32 v1, 1, v0\n"
			 "\ts_delay_alu instid0(VALU_DEP_1)\n"
			 "\tv_rcp_f32_e32 v1, v1\n"
			 "\ts_delay_alu instid0(TRANS32_DEP_1)\n" AMD_END;

	(void)state;
	expect_cycles("gfx1100", AMD BODY, text, 1 + 4, 2, 4 + 6);
	expect_cycles("gfx1100",
		      AMD "define void @k() \"target-features\"="
			  "\"+wavefrontsize64\" {\n  ret void\n}\n",
		      text, 2 + 8, 2, 3 + 2);
}

/*
 * sm_70: the load is issued at 0 to 4 and ready at 214; the first addition does
 * not wait, the second to 214; the store waits 2 cycles for it, and the branch 2 for
 * its guard and 2 for itself.
 */
static void test_registers(void **state)
{
	(void)state;
	expect_cycles("sm_70", NV BODY,
		      NV_HEAD "\tld.global.b32 \t%r1, [%rd1];\n"
			      "\tadd.s32 \t%r2, %r3, 1;\n"
			      "\tadd.s32 \t%r4, %r1, %r2;\n"
			      "\tst.global.v2.b32 \t[%rd1], {%r4, %r5};\n"
			      "\tsetp.eq.b32 \t%p1, %r2, 0; // what for\n"
			      "\t@%p1 bra \t$L__BB0_2;\n}\n",
		      3 * 2, 4 + 4 + 2, 208 + 2 + 2 + 2);
	/* Both parts of a vector are ready at once; doubles of sm_75 take long. */
	expect_cycles("sm_75", NV BODY,
		      NV_HEAD "\tld.shared.v2.b32 \t{%r1, %r2}, [%rd1];\n"
			      "\tadd.f64 \t%rd2, %rd2, %rd3;\n"
			      "\tadd.s32 \t%r4, %r2, 1;\n}\n",
		      64 + 2, 4, 0);
}

/* More results than a queue keeps, and more registers than a table begins with. */
static void test_many(void **state)
{
	struct cvg_str text = {0};

	(void)state;
	cvg_str_add(&text, AMD_HEAD);
	for (int i = 0; i < 100; i++)
		cvg_str_add(&text, "\tds_read_b32 v1, v2\n");
	cvg_str_add(&text, "\ts_waitcnt lgkmcnt(0)\n" AMD_END);
	expect_cycles("gfx906", AMD BODY, text.at, 0, 101 * 4, 46);
	cvg_str_clear(&text);
	cvg_str_add(&text, NV_HEAD);
	for (int i = 0; i < 200; i++)
		cvg_str_addf(&text, "\tmov.b32 \t%%r%d, 1;\n", i);
	for (int i = 0; i < 200; i++)
		cvg_str_addf(&text, "\tld.global.b32 \t%%r%d, [%%r%d];\n", i,
			     i);
	cvg_str_add(&text, "\tadd.s32 \t%r1, %r0, 1;\n}\n");
	expect_cycles("sm_70", NV BODY, text.at, 201 * 2, 200 * 4, 0);
	cvg_str_done(&text);
}

UNIT_TESTS(mcode_clock_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_waits),  cmocka_unit_test(test_counters),
		cmocka_unit_test(test_delays), cmocka_unit_test(test_registers),
		cmocka_unit_test(test_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
