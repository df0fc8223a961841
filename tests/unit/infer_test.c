/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Guessed launches: sizes from comparisons and names. */
#include "infer_kit.h"

static void guesses(struct code *c, const char *words)
{
	struct cvg_launch l;
	struct cvg_err err = {0};
	char *text;

	if (!cvg_launch_infer(&c->k.p, NULL, NULL, &l, NULL, &err))
		fail_msg("%s", err.msg);
	assert_true(l.inferred);
	text = words_of(&l);
	assert_string_equal(text, words);
	free(text);
	cvg_launch_done(&l);
}

static void blocks(void **state)
{
	static const struct cvg_fnattr size = {"amdgpu-flat-work-group-size",
					       "1,128"};
	struct cvg_fnattr attr = size;
	struct code c;

	(void)state;
	code_init(&c);
	guesses(&c, "grid=1 block=1 seed=1");
	id(&c, CVG_S_TID_X);
	guesses(&c, "grid=4 block=256 seed=1");
	id(&c, CVG_S_CTAID_Y);
	guesses(&c, "grid=2x2 block=16x16 seed=1");
	c.k.snapshot.attrs = &attr;
	c.k.snapshot.nattrs = 1;
	guesses(&c, "grid=2x2 block=16x8 seed=1");
	id(&c, CVG_S_TID_Z);
	guesses(&c, "grid=2x2x2 block=8x8x2 seed=1");
	memcpy(c.k.snapshot.reqd_work_group, (uint32_t[3]){32, 2, 1}, 12);
	guesses(&c, "grid=2x2x2 block=32x2 seed=1");
	c.k.p.nglobals = 1;
	c.k.globals[0].space = CVG_SPACE_SHARED;
	c.k.globals[0].dynamic = true;
	guesses(&c, "grid=2x2x2 block=32x2 shared=512 seed=1");
}

/* What an id is compared with bounds it, whatever it is called. */
static void bounds(void **state)
{
	struct code c;
	uint32_t x, y, sum;

	(void)state;
	code_init(&c);
	add_param(&c.k, "", "i32", CVG_K_I32, 1);
	add_param(&c.k, "b", "i32", CVG_K_I32, 1);
	add_param(&c.k, "q", "i32", CVG_K_I32, 1);
	add_param(&c.k, "small", "i8", CVG_K_I8, 1);
	x = id(&c, CVG_S_TID_X);
	op(&c, CVG_U_ICMP, 36, x, 0);
	op(&c, CVG_U_ICMP, 36, 3, x);
	guesses(&c, "grid=4 block=256 seed=1 0=1024 b=1 q=1 small=127");
	y = id(&c, CVG_S_TID_Y);
	sum = op(&c, CVG_U_ADD, 0, op(&c, CVG_U_MUL, 0, y, 2), x);
	op(&c, CVG_U_ICMP, 36, op(&c, CVG_U_MOV, 0, sum, CVG_NONE), 1);
	guesses(&c, "grid=2x2 block=16x16 seed=1 0=32 b=1024 q=32 small=32");
}

static void names(void **state)
{
	static const struct {
		const char *name;
		int flat, grid; /* of 1024 threads in a row, of 32 by 32 */
	} rows[] = {
		{"n", 1024, 1024},
		{"numRows", 32, 32},
		{"num_elements", 1024, 1024},
		{"width", 32, 32},
		{"imageHeight", 32, 32},
		{"offset", 0, 0},
		{"start", 0, 0},
		{"iterations", 4, 4},
		{"plan", 1, 1},
		{"cols.coerce", 32, 32},
		{"N", 1024, 1024},
		{"pitch_1", 32, 32},
		{"depth", 1, 1},
		{"column", 1, 1},
	};
	struct code c;

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char words[100];

		code_init(&c);
		add_param(&c.k, rows[i].name, "i32", CVG_K_I32, 1);
		id(&c, CVG_S_TID_X);
		snprintf(words, sizeof words, "grid=4 block=256 seed=1 %s=%d",
			 rows[i].name, rows[i].flat);
		guesses(&c, words);
		id(&c, CVG_S_TID_Y);
		snprintf(words, sizeof words,
			 "grid=2x2 block=16x16 seed=1 %s=%d", rows[i].name,
			 rows[i].grid);
		guesses(&c, words);
	}
}

static void buffers(void **state)
{
	struct code c;
	uint32_t loaded;

	(void)state;
	code_init(&c);
	add_pointer(&c.k, "f", CVG_K_F32);
	add_pointer(&c.k, "out", CVG_K_F64)->read = false;
	add_pointer(&c.k, "index", CVG_K_I32);
	add_pointer(&c.k, "row_ptr", CVG_K_I32);
	add_pointer(&c.k, "keys", CVG_K_I8);
	id(&c, CVG_S_TID_X);
	for (uint32_t i = 2; i < 4; i++) {
		loaded = op(&c, CVG_U_LOAD, 2, i, CVG_NONE);
		op(&c, CVG_U_STORE, 2, op(&c, CVG_U_ADDR, 0, 0, loaded), 0);
	}
	guesses(&c, "grid=1 block=256 seed=1 f=f32[256]:random(-1,1) "
		    "out=f64[256]:zero index=i32[256]:random(0,256) "
		    "row_ptr=i32[256]:sorted(0,256) "
		    "keys=i8[256]:random(0,100)");
}

static void others(void **state)
{
	struct code c;
	struct cvg_param *param;

	(void)state;
	code_init(&c);
	add_param(&c.k, "a", "float", CVG_K_F32, 1);
	add_param(&c.k, "v", "<4 x i32>", CVG_K_I32, 4);
	add_param(&c.k, "flag", "i1", CVG_K_BIT, 1);
	add_pointer(&c.k, "s", CVG_NKINDS)->copy_bytes = 32;
	param = add_pointer(&c.k, "local", CVG_K_F32);
	param->space = CVG_SPACE_SHARED;
	add_pointer(&c.k, "a=b", CVG_K_I16);
	guesses(&c, "grid=1 block=1 seed=1 a=0.5 v=1 flag=1 s=0 "
		    "local=f32[64]:undefined 5=i16[64]:random(0,100)");
}

/* get_global_id(1): only the axis that is asked for counts. */
static void id_functions(void **state)
{
	struct code c, callee;
	struct cvg_ufn fns[2];
	struct cvg_const one = {.kind = CVG_K_I32, .lo = 1};
	uint32_t list = CVG_REF_CONST, y;

	(void)state;
	code_init(&callee);
	callee.k.fn.name = "_Z13get_global_idj";
	callee.k.fn.nresults = 1;
	add_param(&callee.k, "d", "i32", CVG_K_I32, 1);
	id(&callee, CVG_S_TID_X);
	id(&callee, CVG_S_TID_Z);
	code_init(&c);
	add_param(&c.k, "a", "i32", CVG_K_I32, 1);
	c.k.fn.lists = &list;
	c.k.p.consts = &one;
	c.k.p.nconsts = 1;
	id(&c, CVG_S_TID_X);
	y = op(&c, CVG_U_CALL, 1, 0, CVG_NONE);
	c.uops[1].imm = 1;
	op(&c, CVG_U_ICMP, 36, y, 0);
	fns[0] = c.k.fn;
	fns[1] = callee.k.fn;
	c.k.p.fns = fns;
	c.k.p.nfns = 2;
	guesses(&c, "grid=2x2 block=16x16 seed=1 a=32");
	one.lo = 7; /* no axis: a number like any other */
	guesses(&c, "grid=4 block=256 seed=1 a=16");
}

/* The kernel hands its pointers and numbers on. */
static void through_calls(void **state)
{
	struct code c, callee;
	struct cvg_ufn fns[2];
	uint32_t list[] = {0, 1}, x;

	(void)state;
	code_init(&callee);
	callee.k.fn.name = "work";
	add_pointer(&callee.k, "p", CVG_NKINDS);
	add_param(&callee.k, "k", "i32", CVG_K_I32, 1);
	x = id(&callee, CVG_S_TID_X);
	op(&callee, CVG_U_ICMP, 36, x, 1);
	op(&callee, CVG_U_LOAD, 3, 0, CVG_NONE);
	callee.uops[2].kind = CVG_K_F64;
	code_init(&c);
	add_pointer(&c.k, "data", CVG_NKINDS);
	add_param(&c.k, "limit", "i32", CVG_K_I32, 1);
	c.k.fn.lists = list;
	op(&c, CVG_U_CALL, 2, 0, CVG_NONE);
	c.uops[0].imm = 1;
	c.uops[0].dst = CVG_NONE;
	fns[0] = c.k.fn;
	fns[1] = callee.k.fn;
	c.k.p.fns = fns;
	c.k.p.nfns = 2;
	guesses(&c, "grid=4 block=256 seed=1 data=f64[1024]:random(-1,1) "
		    "limit=1024");
}

UNIT_TESTS(infer_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks),	 cmocka_unit_test(bounds),
		cmocka_unit_test(names),	 cmocka_unit_test(buffers),
		cmocka_unit_test(others),	 cmocka_unit_test(id_functions),
		cmocka_unit_test(through_calls),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
