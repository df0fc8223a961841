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

/* A load of floats from `data` at `times` times the index. */
static void load_at(struct code *c, uint32_t data, uint32_t index,
		    uint64_t times)
{
	uint32_t at = op(c, CVG_U_ADDR, 0, data, index);

	c->uops[c->k.fn.nuops - 1].imm = times;
	op(c, CVG_U_LOAD, 1, at, CVG_NONE);
	c->uops[c->k.fn.nuops - 1].kind = CVG_K_F32;
}

/* Rows of as many points as there are threads along x, which are told in bytes, in
 * points, and in bytes that are divided first. */
static void pitches(void **state)
{
	struct cvg_const consts[] = {{.kind = CVG_K_I32, .lo = 4},
				     {.kind = CVG_K_I32, .lo = 2}};
	struct code c;
	uint32_t x, y, points;

	(void)state;
	code_init(&c);
	c.k.p.consts = consts;
	c.k.p.nconsts = 2;
	add_pointer(&c.k, "data", CVG_K_F32);
	add_param(&c.k, "bytes", "i32", CVG_K_I32, 1);
	add_param(&c.k, "row", "i32", CVG_K_I32, 1);
	add_param(&c.k, "both", "i32", CVG_K_I32, 1);
	x = id(&c, CVG_S_TID_X);
	y = id(&c, CVG_S_TID_Y);
	load_at(&c, 0,
		op(&c, CVG_U_ADD, 0, op(&c, CVG_U_MUL, 0, y, 1),
		   op(&c, CVG_U_MUL, 0, CVG_REF_CONST | 0, x)),
		1);
	load_at(&c, 0, op(&c, CVG_U_ADD, 0, op(&c, CVG_U_MUL, 0, 2, y), x), 4);
	points = op(&c, CVG_U_ASHR, 0, 3, CVG_REF_CONST | 1);
	load_at(&c, 0, op(&c, CVG_U_ADD, 0, op(&c, CVG_U_MUL, 0, y, points), x),
		4);
	guesses(&c, "grid=2x2 block=16x16 seed=1 data=f32[1024]:random(-1,1) "
		    "bytes=128 row=32 both=128");
}

/* A kernel that knows no other numbers of threads than those in their warp. */
static void lanes(void **state)
{
	struct cvg_const all = {.kind = CVG_K_I32, .lo = UINT32_MAX};
	struct code c;

	(void)state;
	code_init(&c);
	c.k.p.consts = &all;
	c.k.p.nconsts = 1;
	id(&c, CVG_S_LANEID);
	guesses(&c, "grid=4 block=64 seed=1");
	c.k.fn.nuops = 0;
	op(&c, CVG_U_WARP, CVG_W_MBCNT_LO, CVG_REF_CONST | 0, CVG_NONE);
	guesses(&c, "grid=4 block=64 seed=1");
	c.uops[0].a = 0; /* it counts in a mask */
	guesses(&c, "grid=1 block=1 seed=1");
	id(&c, CVG_S_LANEID);
	id(&c, CVG_S_TID_X);
	guesses(&c, "grid=4 block=256 seed=1");
}

UNIT_TESTS(infer_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks),	 cmocka_unit_test(bounds),
		cmocka_unit_test(names),	 cmocka_unit_test(buffers),
		cmocka_unit_test(others),	 cmocka_unit_test(id_functions),
		cmocka_unit_test(through_calls), cmocka_unit_test(pitches),
		cmocka_unit_test(lanes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
