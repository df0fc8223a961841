/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The cost table has every row, and instructions get the prices that follow
 * from it, worked out by hand.
 */
#include "src/cost/private.h"
#include "tests/unit/cost_kit.h"

/* ---- the table ------------------------------------------------------- */

static void test_every_kind_once(void **state)
{
	uint32_t nkinds = CVG_NCOST_KINDS, nsame = 3; /* their own base */

	(void)state;
	assert_true(cvg_cost_nrows() > nkinds * nsame);
	for (int f = 0; f < CVG_NFAMILIES; f++)
		for (int k = 0; k < CVG_NCOST_KINDS; k++)
			assert_int_equal(
				cvg_cost_of((enum cvg_cost_family)f,
					    (enum cvg_cost_kind)k) == 0,
				k == CVG_KIND_NOTHING || k == CVG_KIND_FSIGN);
	for (uint32_t i = 0; i < cvg_cost_nrows(); i++) {
		const struct cvg_cost_row *row = cvg_cost_row(i);
		bool free_of_charge = strncmp(row->what, "free", 4) == 0 ||
				      strncmp(row->what, "fneg", 4) == 0;

		assert_true(strlen(row->what) > 0);
		assert_true(strlen(row->source) >= 10);
		assert_int_equal(row->cycles == 0, free_of_charge);
		for (uint32_t j = 0; j < i; j++)
			assert_false(row->family == cvg_cost_row(j)->family &&
				     row->what == cvg_cost_row(j)->what);
	}
}

static void test_targets_of_rows(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < cvg_cost_nrows(); i++) {
		const struct cvg_cost_row *row = cvg_cost_row(i);
		bool gfx = strncmp(row->family, "gfx", 3) == 0;

		assert_int_equal(row->target, gfx ? CVG_AMDGPU : CVG_NVPTX);
	}
}

static void test_families(void **state)
{
	struct maker m;

	(void)state;
	maker_init(&m, CVG_AMDGPU, "gfx906");
	assert_int_equal(cvg_cost_family_of(&m.fn), CVG_FAMILY_GFX9);
	m.fn.cpu = "gfx942";
	assert_int_equal(cvg_cost_family_of(&m.fn), CVG_FAMILY_GFX94);
	/* the double rate is of gfx90a, the other prices of gfx9 */
	assert_int_equal(cvg_cost_of(CVG_FAMILY_GFX94, CVG_KIND_FLOP64), 4);
	assert_int_equal(cvg_cost_of(CVG_FAMILY_GFX9, CVG_KIND_FLOP64), 8);
	assert_int_equal(cvg_cost_of(CVG_FAMILY_GFX94, CVG_KIND_MUL32), 16);
	m.fn.cpu = "gfx1100";
	assert_int_equal(cvg_cost_family_of(&m.fn), CVG_FAMILY_GFX10);
	m.fn.cpu = NULL;
	assert_int_equal(cvg_cost_family_of(&m.fn), CVG_FAMILY_GFX9);
	m.fn.target = CVG_NVPTX;
	assert_int_equal(cvg_cost_family_of(&m.fn), CVG_FAMILY_SM70);
	m.fn.cpu = "sm_86";
	assert_int_equal(cvg_cost_family_of(&m.fn), CVG_FAMILY_SM86);
	assert_int_equal(cvg_cost_of(CVG_FAMILY_SM86, CVG_KIND_FLOP64), 64);
}

static void test_intrinsics_sorted(void **state)
{
	uint32_t n;
	const struct cvg_cost_intrinsic *all = cvg_cost_intrinsics(&n);

	(void)state;
	for (uint32_t i = 0; i < n; i++) {
		if (i > 0)
			assert_true(strcmp(all[i - 1].name, all[i].name) < 0);
		assert_int_equal(cvg_cost_intrinsic_find(all[i].name), i);
	}
}

static const char *found_name(const char *callee)
{
	uint32_t n, i = cvg_cost_intrinsic_find(callee);

	return i == CVG_NONE ? "" : cvg_cost_intrinsics(&n)[i].name;
}

/* The longest name that ends at a dot of the callee. */
static void test_intrinsic_names(void **state)
{
	(void)state;
	assert_string_equal(found_name("llvm.fma.v4f32"), "llvm.fma");
	assert_string_equal(found_name("llvm.exp2.f32"), "llvm.exp2");
	assert_string_equal(found_name("llvm.exp.f32"), "llvm.exp");
	assert_string_equal(found_name("llvm.nvvm.sqrt.approx.f"),
			    "llvm.nvvm.sqrt.approx");
	assert_string_equal(found_name("llvm.nvvm.sqrt.rn.f"),
			    "llvm.nvvm.sqrt");
	assert_string_equal(found_name("llvm.nvvm.read.ptx.sreg.tid.x"),
			    "llvm.nvvm.read.ptx.sreg");
	assert_string_equal(found_name("llvm.amdgcn.unheard.of"),
			    "llvm.amdgcn");
	assert_string_equal(found_name("llvm.expel"), "");
	assert_string_equal(found_name("sqrtf"), "");
	assert_string_equal(found_name(""), "");
}

/* ---- prices ---------------------------------------------------------- */

static void test_integers(void **state)
{
	struct maker m;

	(void)state;
	maker_init(&m, CVG_AMDGPU, "gfx906");
	assert_int_equal(cost_binary(&m, CVG_OP_ADD, I32), 4);
	assert_int_equal(cost_binary(&m, CVG_OP_XOR, I1), 4);
	assert_int_equal(cost_binary(&m, CVG_OP_ADD, I64), 8);
	assert_int_equal(cost_binary(&m, CVG_OP_ADD, I128), 2 * 8);
	assert_int_equal(cost_binary(&m, CVG_OP_ADD, V4I64), 4 * 8);
	assert_int_equal(cost_binary(&m, CVG_OP_ADD, V4I16), 2 * 4);
	assert_int_equal(cost_binary(&m, CVG_OP_MUL, I8), 4);
	assert_int_equal(cost_binary(&m, CVG_OP_MUL, I32), 16);
	assert_int_equal(cost_binary(&m, CVG_OP_MUL, I128), 2 * 2 * 52);
	assert_int_equal(cost_binary(&m, CVG_OP_SDIV, I8), 160);
	assert_int_equal(cost_binary(&m, CVG_OP_UREM, I64), 892);
	assert_int_equal(cost_binary(&m, CVG_OP_SHL, I64), 8);
	assert_int_equal(cost_binary(&m, CVG_OP_UDIV, I_HUGE), UINT32_MAX);
	maker_init(&m, CVG_NVPTX, "sm_70");
	assert_int_equal(cost_binary(&m, CVG_OP_ADD, V4I16), 4 * 4);
	assert_int_equal(cost_binary(&m, CVG_OP_SDIV, I32), 71);
}

/* Listing 2 of the paper of basic-block vectors: mul, ld.const, mul, rem, div
 * take 610 clocks on its machine. */
static void test_gtx480(void **state)
{
	struct maker m;

	(void)state;
	maker_init(&m, CVG_NVPTX, "sm_70");
	add_inst(&m, CVG_OP_MUL, I32, 2, (uint32_t[]){I32, I32});
	add_access(&m, CVG_OP_LOAD, I32, CONSTANT);
	add_inst(&m, CVG_OP_MUL, I32, 2, (uint32_t[]){I32, I32});
	add_inst(&m, CVG_OP_UREM, I32, 2, (uint32_t[]){I32, I32});
	add_inst(&m, CVG_OP_UDIV, I32, 2, (uint32_t[]){I32, I32});
	assert_int_equal(cvg_cost_gtx480_block(&m.fn, 0),
			 18 + 46 + 18 + 264 + 264);
	/* of the rest it says nothing */
	assert_int_equal(
		cvg_cost_gtx480(&m.fn, add_inst(&m, CVG_OP_SDIV, I32, 2,
						(uint32_t[]){I32, I32})),
		cost_binary(&m, CVG_OP_SDIV, I32));
	assert_int_equal(
		cvg_cost_gtx480(&m.fn, add_inst(&m, CVG_OP_MUL, I64, 2,
						(uint32_t[]){I64, I64})),
		cost_binary(&m, CVG_OP_MUL, I64));
	assert_int_equal(cvg_cost_gtx480(&m.fn, add_access(&m, CVG_OP_LOAD, I32,
							   GLOBAL)),
			 cost_access(&m, CVG_OP_LOAD, I32, GLOBAL));
}

static void test_floats(void **state)
{
	struct maker m;

	(void)state;
	maker_init(&m, CVG_AMDGPU, "gfx906");
	assert_int_equal(cost_binary(&m, CVG_OP_FADD, F32), 4);
	assert_int_equal(cost_binary(&m, CVG_OP_FADD, V4F32), 16);
	assert_int_equal(cost_binary(&m, CVG_OP_FMUL, V3F16), 2 * 4);
	assert_int_equal(cost_binary(&m, CVG_OP_FSUB, F64), 8);
	assert_int_equal(cost_binary(&m, CVG_OP_FDIV, F16), 96);
	assert_int_equal(cost_binary(&m, CVG_OP_FDIV, V4F32), 4 * 56);
	assert_int_equal(cost_binary(&m, CVG_OP_FREM, F64), 508);
	assert_int_equal(cost_unary(&m, CVG_OP_FNEG, F32, F32), 0);
	maker_init(&m, CVG_AMDGPU, "gfx1100");
	assert_int_equal(cost_binary(&m, CVG_OP_FADD, F64), 38);
	maker_init(&m, CVG_NVPTX, "sm_90");
	assert_int_equal(cost_binary(&m, CVG_OP_FADD, F16), 6);
	assert_int_equal(cost_binary(&m, CVG_OP_FDIV, F64), 330);
}

static void test_conversions_and_moves(void **state)
{
	struct maker m;

	(void)state;
	maker_init(&m, CVG_AMDGPU, "gfx906");
	assert_int_equal(cost_unary(&m, CVG_OP_TRUNC, I64, I32), 0);
	assert_int_equal(cost_unary(&m, CVG_OP_ZEXT, I8, I32), 4);
	assert_int_equal(cost_unary(&m, CVG_OP_SEXT, I32, I64), 4);
	assert_int_equal(cost_unary(&m, CVG_OP_SEXT, I8, I64), 8);
	assert_int_equal(cost_unary(&m, CVG_OP_SITOFP, I32, F32), 16);
	assert_int_equal(cost_unary(&m, CVG_OP_FPTOSI, F32, I64), 76);
	assert_int_equal(cost_unary(&m, CVG_OP_FPEXT, F32, F64), 16);
	assert_int_equal(cost_unary(&m, CVG_OP_BITCAST, F32, I32), 0);
	assert_int_equal(cost_unary(&m, CVG_OP_PTRTOINT, GLOBAL, I64), 0);
	assert_int_equal(cost_unary(&m, CVG_OP_ADDRSPACECAST, SHARED, FLAT),
			 20);
	assert_int_equal(cost_unary(&m, CVG_OP_ADDRSPACECAST, GLOBAL, FLAT), 0);
	assert_int_equal(cost_unary(&m, CVG_OP_FREEZE, I64, I64), 0);
	maker_init(&m, CVG_AMDGPU, "gfx1100");
	assert_int_equal(cost_unary(&m, CVG_OP_FPTRUNC, F64, F32), 38);
}

static void test_compare_and_select(void **state)
{
	struct maker m;
	uint32_t i;

	(void)state;
	maker_init(&m, CVG_AMDGPU, "gfx906");
	i = add_inst(&m, CVG_OP_ICMP, I1, 2, (uint32_t[]){I64, I64});
	assert_int_equal(cvg_cost_inst(&m.fn, i), 8);
	i = add_inst(&m, CVG_OP_FCMP, I1, 2, (uint32_t[]){F32, F32});
	assert_int_equal(cvg_cost_inst(&m.fn, i), 4);
	i = add_inst(&m, CVG_OP_SELECT, F64, 3, (uint32_t[]){I1, F64, F64});
	assert_int_equal(cvg_cost_inst(&m.fn, i), 8);
	assert_int_equal(cvg_cost_select(&m.fn, V4F32), 16);
	assert_int_equal(cvg_cost_select(&m.fn, GLOBAL), 8);
	assert_int_equal(cvg_cost_select(&m.fn, SHARED), 4);
	assert_int_equal(cvg_cost_phi(&m.fn, I1), 4);
	assert_int_equal(cvg_cost_phi(&m.fn, V4I64), 8 * 4);
}

static void test_elements(void **state)
{
	struct maker m;
	uint32_t one, i;

	(void)state;
	maker_init(&m, CVG_AMDGPU, "gfx906");
	one = add_value(&m, CVG_VALUE_CONST, I32, 1, "1");
	i = add_inst(&m, CVG_OP_EXTRACTELEMENT, F32, 2,
		     (uint32_t[]){V4F32, one});
	assert_int_equal(cvg_cost_inst(&m.fn, i), 0);
	i = add_inst(&m, CVG_OP_EXTRACTELEMENT, I16, 2,
		     (uint32_t[]){V4I16, one});
	assert_int_equal(cvg_cost_inst(&m.fn, i), 4);
	i = add_inst(&m, CVG_OP_EXTRACTELEMENT, F32, 2,
		     (uint32_t[]){V4F32, I32});
	assert_int_equal(cvg_cost_inst(&m.fn, i), 4 * 8);
	i = add_inst(&m, CVG_OP_INSERTELEMENT, V4I64, 3,
		     (uint32_t[]){V4I64, I64, I32});
	assert_int_equal(cvg_cost_inst(&m.fn, i), 4 * 2 * 8);
}

/* A getelementptr by constants is an offset inside the access. */
static void test_addresses(void **state)
{
	struct maker m;
	uint32_t one, i;

	(void)state;
	maker_init(&m, CVG_AMDGPU, "gfx906");
	one = add_value(&m, CVG_VALUE_CONST, I32, 1, "1");
	i = add_inst(&m, CVG_OP_GEP, GLOBAL, 3, (uint32_t[]){GLOBAL, one, one});
	assert_int_equal(cvg_cost_inst(&m.fn, i), 0);
	i = add_inst(&m, CVG_OP_GEP, GLOBAL, 3, (uint32_t[]){GLOBAL, I64, one});
	assert_int_equal(cvg_cost_inst(&m.fn, i), 16);
	i = add_inst(&m, CVG_OP_GEP, SHARED, 3, (uint32_t[]){SHARED, I32, I32});
	assert_int_equal(cvg_cost_inst(&m.fn, i), 2 * 4);
}

static void test_memory(void **state)
{
	struct maker m;

	(void)state;
	maker_init(&m, CVG_AMDGPU, "gfx906");
	assert_int_equal(cost_access(&m, CVG_OP_LOAD, I32, GLOBAL), 320);
	assert_int_equal(cost_access(&m, CVG_OP_LOAD, I8, GLOBAL), 320);
	assert_int_equal(cost_access(&m, CVG_OP_LOAD, V4F32, GLOBAL),
			 320 + 3 * 4);
	assert_int_equal(cost_access(&m, CVG_OP_STORE, F32, FLAT), 320);
	assert_int_equal(cost_access(&m, CVG_OP_LOAD, F32, SHARED), 50);
	assert_int_equal(cost_access(&m, CVG_OP_STORE, F64, SHARED), 50 + 2);
	assert_int_equal(cost_access(&m, CVG_OP_LOAD, I32, CONSTANT), 50);
	assert_int_equal(cost_access(&m, CVG_OP_LOAD, I32, PRIVATE), 136);
	assert_int_equal(cost_access(&m, CVG_OP_ATOMICRMW, I32, SHARED), 50);
	assert_int_equal(cost_unary(&m, CVG_OP_ALLOCA, I32, PRIVATE), 0);
	maker_init(&m, CVG_NVPTX, "sm_70");
	assert_int_equal(cost_access(&m, CVG_OP_LOAD, I32, GLOBAL), 214);
	assert_int_equal(cost_access(&m, CVG_OP_STORE, I32, SHARED), 19);
	assert_int_equal(cost_access(&m, CVG_OP_CMPXCHG, I32, FLAT), 245);
}

static void test_calls(void **state)
{
	struct maker m;
	uint32_t i;

	(void)state;
	maker_init(&m, CVG_AMDGPU, "gfx906");
	assert_int_equal(cost_call(&m, "@llvm.fma.v4f32", V4F32), 4 * 4);
	assert_int_equal(cost_call(&m, "@llvm.fma.v3f16", V3F16), 2 * 4);
	assert_int_equal(cost_call(&m, "@llvm.sqrt.f64", F64), 156);
	assert_int_equal(cost_call(&m, "@llvm.amdgcn.rcp.f32", F32), 16);
	assert_int_equal(cost_call(&m, "@llvm.ctpop.i64", I64), 12);
	assert_int_equal(cost_call(&m, "@llvm.amdgcn.s.barrier", VOID), 16);
	assert_int_equal(cost_call(&m, "@llvm.lifetime.start.p5", VOID), 0);
	assert_int_equal(cost_call(&m, "@llvm.assume", VOID), 0);
	assert_int_equal(cost_call(&m, "@llvm.dbg.value", VOID), 0);
	assert_int_equal(cost_call(&m, "@somebody", I32), 72);
	i = add_inst(&m, CVG_OP_CALL, I32, 0, NULL); /* indirect */
	assert_int_equal(cvg_cost_inst(&m.fn, i), 72);
	i = add_inst(&m, CVG_OP_CALL, I32, 0, NULL);
	m.insts[i].callee = add_value(&m, CVG_VALUE_ASM, FLAT, 0, "=v");
	assert_int_equal(cvg_cost_inst(&m.fn, i), 4);
	maker_init(&m, CVG_NVPTX, "sm_70");
	assert_int_equal(cost_call(&m, "@llvm.nvvm.read.ptx.sreg.tid.x", I32),
			 4);
	assert_int_equal(cost_call(&m, "@llvm.nvvm.shfl.sync.bfly.i32", I32),
			 21);
	assert_int_equal(cost_call(&m, "@llvm.nvvm.ldg.global.f.f64", F64),
			 214 + 2);
}

/*
 * 40 bytes from constant to private memory: three pieces of four words. The
 * first pays both latencies, the others issue (16) and words (3 x 4) twice.
 */
static void test_memcpy(void **state)
{
	struct maker m;
	uint32_t n, i;

	(void)state;
	maker_init(&m, CVG_AMDGPU, "gfx906");
	n = add_value(&m, CVG_VALUE_CONST, I64, 40, "40");
	i = add_call(&m, "@llvm.memcpy.p5.p4.i64", VOID, 3,
		     (uint32_t[]){PRIVATE, CONSTANT, n});
	assert_int_equal(cvg_cost_inst(&m.fn, i),
			 (136 + 12) + (50 + 12) + 2 * 2 * (16 + 12));
	n = add_value(&m, CVG_VALUE_CONST, I64, 16, "16");
	i = add_call(&m, "@llvm.memset.p5.i64", VOID, 3,
		     (uint32_t[]){PRIVATE, I8, n});
	assert_int_equal(cvg_cost_inst(&m.fn, i), 136 + 12);
}

static void test_saved(void **state)
{
	struct maker m;
	uint32_t a, b;

	(void)state;
	maker_init(&m, CVG_AMDGPU, "gfx906");
	a = add_access(&m, CVG_OP_LOAD, I32, GLOBAL);
	b = add_access(&m, CVG_OP_LOAD, I32, GLOBAL);
	assert_int_equal(cvg_cost_saved(&m.fn, a, b, false, true), 320);
	assert_int_equal(cvg_cost_saved(&m.fn, a, b, false, false), 16);
	a = add_access(&m, CVG_OP_STORE, I32, SHARED);
	b = add_access(&m, CVG_OP_STORE, I32, SHARED);
	assert_int_equal(cvg_cost_saved(&m.fn, a, b, false, false), 50);
	a = add_inst(&m, CVG_OP_ADD, I64, 2, (uint32_t[]){I64, I64});
	assert_int_equal(cvg_cost_saved(&m.fn, a, a, false, false), 8);
}

/* ---- control --------------------------------------------------------- */

/*
 * entry: compare 4, conditional branch 28; the arm: add 4, mul 16, branch
 * 16; join: phi 4, return 16.
 */
static void test_control(void **state)
{
	struct cvg_fn *fn;
	struct cvg_err err;

	(void)state;
	if (!cvg_fn_parse("kernel amdgpu\n"
			  "arg n\n"
			  "entry: c = icmp n n\n"
			  "entry ? c -> arm join\n"
			  "arm: x = add n n\n"
			  "arm: y = mul x n\n"
			  "arm -> join\n"
			  "join: p = phi entry:n arm:y\n"
			  "join ret\n",
			  &fn, &err))
		fail_msg("%s", err.msg);
	assert_int_equal(cvg_cost_block(fn, 0), 4 + 28);
	assert_int_equal(cvg_cost_block(fn, 1), 4 + 16 + 16);
	assert_int_equal(cvg_cost_block(fn, 2), 4 + 16);
	assert_int_equal(cvg_cost_fn(fn), 32 + 36 + 20);
	assert_int_equal(cvg_cost_branch(fn), 28);
	assert_int_equal(cvg_cost_jump(fn), 16);
	cvg_fn_free(fn);
}

static void test_switch_and_unreachable(void **state)
{
	struct cvg_fn *fn;
	struct cvg_err err;

	(void)state;
	if (!cvg_fn_parse("kernel amdgpu\n"
			  "arg n\n"
			  "s switch n -> d a b\n"
			  "a -> d\n"
			  "b unreachable\n"
			  "d ret\n",
			  &fn, &err))
		fail_msg("%s", err.msg);
	assert_int_equal(cvg_cost_block(fn, cvg_block_by_name(fn, "s")),
			 3 * 32);
	assert_int_equal(cvg_cost_block(fn, cvg_block_by_name(fn, "b")), 0);
	cvg_fn_free(fn);
}

/* A switch of n values, each with a block of its own, on a number that may be the same
 * for all threads. */
static uint64_t price_switch_on(const char *target, uint32_t n, bool is_uniform)
{
	struct cvg_str text = {0};
	struct cvg_fn *fn;
	struct cvg_err err;
	uint64_t price;

	cvg_str_addf(&text, "kernel %s\narg n\ns switch n -> d", target);
	for (uint32_t i = 0; i < n; i++)
		cvg_str_addf(&text, " c%u", i);
	cvg_str_addc(&text, '\n');
	for (uint32_t i = 0; i < n; i++)
		cvg_str_addf(&text, "c%u -> d\n", i);
	cvg_str_add(&text, "d ret\n");
	if (!cvg_fn_parse(text.at, &fn, &err))
		fail_msg("%s", err.msg);
	if (is_uniform)
		fn->insts[cvg_block_last(fn, 0)].flags |= CVG_I_SCALAR;
	price = cvg_cost_block(fn, cvg_block_by_name(fn, "s"));
	cvg_fn_free(fn);
	cvg_str_done(&text);
	return price;
}

static uint64_t price_switch(const char *target, uint32_t n)
{
	return price_switch_on(target, n, false);
}

/* Tests: llc makes a tree of n - 1 comparisons above n for equality, of which a warp that
 * takes four ways goes through a part; and for PTX a table of four values and more. */
static void test_switch_of_many(void **state)
{
	(void)state;
	assert_int_equal(price_switch("amdgpu", 1), 1 * 32);
	assert_int_equal(price_switch("amdgpu", 4), 7 * 32);
	assert_int_equal(price_switch("amdgpu", 8), 11 * 32);
	assert_int_equal(price_switch("amdgpu", 16), 15 * 32);
	assert_int_equal(price_switch("amdgpu", 33), 19 * 32);
	assert_int_equal(price_switch("nvptx", 3), 5 * 8 + 8);
	assert_int_equal(price_switch("nvptx", 4), 62 + 8);
	assert_int_equal(price_switch("nvptx", 33), 62 + 8);
}

/* All threads go one way: n values take the tests of one path. */
static void test_switch_uniform(void **state)
{
	(void)state;
	assert_int_equal(price_switch_on("amdgpu", 1, true), 1 * 32);
	assert_int_equal(price_switch_on("amdgpu", 3, true), 2 * 32);
	assert_int_equal(price_switch_on("amdgpu", 8, true), 4 * 32);
	assert_int_equal(price_switch_on("amdgpu", 33, true), 6 * 32);
	assert_int_equal(price_switch_on("nvptx", 3, true), 2 * 8);
	assert_int_equal(price_switch_on("nvptx", 33, true), 62);
}

UNIT_TESTS(cost_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_kind_once),
		cmocka_unit_test(test_targets_of_rows),
		cmocka_unit_test(test_families),
		cmocka_unit_test(test_intrinsics_sorted),
		cmocka_unit_test(test_intrinsic_names),
		cmocka_unit_test(test_integers),
		cmocka_unit_test(test_gtx480),
		cmocka_unit_test(test_floats),
		cmocka_unit_test(test_conversions_and_moves),
		cmocka_unit_test(test_compare_and_select),
		cmocka_unit_test(test_elements),
		cmocka_unit_test(test_addresses),
		cmocka_unit_test(test_memory),
		cmocka_unit_test(test_calls),
		cmocka_unit_test(test_memcpy),
		cmocka_unit_test(test_saved),
		cmocka_unit_test(test_control),
		cmocka_unit_test(test_switch_and_unreachable),
		cmocka_unit_test(test_switch_of_many),
		cmocka_unit_test(test_switch_uniform),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
