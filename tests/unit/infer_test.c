/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Guessed launches: sizes from comparisons and names, buffers that grow in trials. */
#include "launch_kit.h"
#include "reconverge/ucodes.h"

/* A kernel of one block, with operations written one by one. */
struct code {
	struct kernel k;
	struct cvg_block block;
	struct cvg_ublock ublock;
	struct cvg_uop uops[32];
};

static struct cvg_program *code_init(struct code *c)
{
	struct cvg_program *p = kernel_init(&c->k);

	memset(&c->block, 0, sizeof c->block);
	memset(&c->ublock, 0, sizeof c->ublock);
	c->k.fn.uops = c->uops;
	c->k.fn.blocks = &c->ublock;
	c->ublock.term = CVG_T_RETURN;
	c->k.snapshot.blocks = &c->block;
	c->k.snapshot.nblocks = 1;
	return p;
}

/* An operation; its result is a new slot. */
static uint32_t op(struct code *c, enum cvg_ucode code, uint16_t n, uint32_t a,
		   uint32_t b)
{
	struct cvg_uop *u = &c->uops[c->k.fn.nuops++];

	memset(u, 0, sizeof *u);
	u->code = (uint16_t)code;
	u->n = n;
	u->a = a;
	u->b = b;
	u->c = CVG_NONE;
	u->dst = c->k.fn.nslots;
	c->ublock.nuops = c->k.fn.nuops;
	return c->k.fn.nslots++;
}

static uint32_t id(struct code *c, enum cvg_sreg r)
{
	return op(c, CVG_U_SREG, (uint16_t)r, CVG_NONE, CVG_NONE);
}

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

/* ---- trials ---------------------------------------------------------- */

/* A device that wants so many bytes of each buffer, and that a number be
 * below something. */
struct device {
	const struct cvg_program *p;
	uint64_t want[3];
	uint64_t below;
	enum cvg_faultkind always;
	bool races; /* threads of several rows do */
	int trials;
};

static bool trial(void *context, const struct cvg_launch *l, bool races,
		  struct cvg_fault *out, struct cvg_err *err)
{
	struct device *d = context;
	struct cvg_image *m;

	(void)races;
	d->trials++;
	if (!cvg_image_new(d->p, l, &m, err))
		return false;
	out->kind =
		races && d->races && l->block[1] > 1 ? CVG_F_RACE : d->always;
	for (uint32_t i = 0; i < 3 && d->want[i]; i++) {
		const struct cvg_buffer *b = cvg_image_arg(m, i);

		if (b->bytes >= d->want[i])
			continue;
		out->kind = CVG_F_OUT_OF_BOUNDS;
		out->address = ((uint64_t)b->granule << CVG_GRANULE_BITS) +
			       d->want[i] - 4;
		out->bytes = 4;
		break;
	}
	if (d->below && l->args[3].values[0].u >= d->below)
		out->kind = CVG_F_ENDLESS;
	cvg_image_free(m);
	return true;
}

static char *tried(struct code *c, struct device *d, struct cvg_fault *left)
{
	struct cvg_launch l;
	struct cvg_err err = {0};
	char *text;

	d->p = &c->k.p;
	if (!cvg_launch_infer(&c->k.p, trial, d, &l, left, &err))
		fail_msg("%s", err.msg);
	text = words_of(&l);
	cvg_launch_done(&l);
	return text;
}

static void three_buffers(struct code *c)
{
	code_init(c);
	add_pointer(&c->k, "a", CVG_K_I32);
	add_pointer(&c->k, "b", CVG_K_I32);
	add_pointer(&c->k, "c", CVG_K_I8);
	add_param(&c->k, "k", "i32", CVG_K_I32, 1);
	id(c, CVG_S_TID_X);
}

static void buffers_grow(void **state)
{
	struct device d = {.want = {4096, 1 << 20, 100000}};
	struct cvg_fault left;
	struct code c;
	char *text;

	(void)state;
	three_buffers(&c);
	text = tried(&c, &d, &left);
	assert_int_equal(left.kind, CVG_F_NONE);
	assert_string_equal(text, "grid=4 block=256 seed=1 "
				  "a=i32[262144]:random(0,100) "
				  "b=i32[262144]:random(0,100) "
				  "c=i8[262144]:random(0,100) k=1");
	assert_int_equal(d.trials, 2);
	free(text);
}

/* What cannot be had is given up, within the trials. */
static void too_much(void **state)
{
	struct device d = {.want = {1, UINT64_C(1) << 30}};
	struct cvg_fault left;
	struct code c;
	char *text;

	(void)state;
	three_buffers(&c);
	text = tried(&c, &d, &left);
	assert_int_equal(left.kind, CVG_F_OUT_OF_BOUNDS);
	assert_in_range(d.trials, 2, 20);
	free(text);
}

static void numbers_shrink(void **state)
{
	struct device d = {.below = 300};
	struct cvg_fault left;
	struct code c;
	char *text;

	(void)state;
	three_buffers(&c);
	c.k.params[3].name = "count";
	text = tried(&c, &d, &left);
	assert_int_equal(left.kind, CVG_F_NONE);
	assert_non_null(strstr(text, "count=128"));
	assert_in_range(d.trials, 2, 20);
	free(text);
}

/* What is said stays, what is not goes with it, also what was guessed before. */
static void the_rest(void **state)
{
	struct device d = {.want = {20000, 1}};
	struct cvg_fault left;
	struct cvg_launch l;
	struct code c;
	char *text;

	(void)state;
	three_buffers(&c);
	d.p = &c.k.p;
	l = launch_of(&c.k.p, "block=64 1=i32[7]:iota");
	assert_true(cvg_launch_complete(d.p, &l, trial, &d, &left, NULL));
	text = words_of(&l);
	assert_string_equal(text, "grid=1 block=64 seed=1 "
				  "a=i32[8192]:random(0,100) 1=i32[7]:iota "
				  "c=i8[8192]:random(0,100) k=1");
	free(text);
	assert_true(l.inferred);
	assert_int_equal(left.kind, CVG_F_NONE);
	assert_true(cvg_launch_word(&l, d.p, "grid=1024", NULL));
	assert_true(cvg_launch_word(&l, d.p, "a=i32[9]", NULL));
	assert_true(cvg_launch_complete(d.p, &l, trial, &d, &left, NULL));
	text = words_of(&l);
	assert_string_equal(text,
			    "grid=1024 block=64 seed=1 a=i32[9]:zero "
			    "1=i32[7]:iota c=i8[65536]:random(0,100) k=1");
	free(text);
	assert_int_equal(left.kind, CVG_F_OUT_OF_BOUNDS); /* a is too small */
	cvg_launch_done(&l);
}

/* Nothing is tried where nothing is guessed. */
static void all_is_said(void **state)
{
	struct device d = {.always = CVG_F_TRAP};
	struct cvg_fault left;
	struct cvg_launch l;
	struct cvg_err err;
	struct code c;

	(void)state;
	three_buffers(&c);
	d.p = &c.k.p;
	l = launch_of(d.p, "grid=1 block=64 a=0 b=0 c=0 k=0");
	assert_true(cvg_launch_complete(d.p, &l, trial, &d, &left, NULL));
	assert_int_equal(d.trials, 0);
	assert_int_equal(left.kind, CVG_F_NONE);
	assert_false(l.inferred);
	cvg_launch_done(&l);
	l = launch_of(NULL, "x=1");
	assert_false(cvg_launch_complete(d.p, &l, NULL, NULL, NULL, &err));
	assert_string_equal(err.msg, "'x' is not a parameter of kernel");
	cvg_launch_done(&l);
	l = launch_of(NULL, "0=1 a=1");
	assert_false(cvg_launch_complete(d.p, &l, NULL, NULL, NULL, &err));
	assert_string_equal(err.msg, "parameter a is given twice");
	assert_int_equal(l.nargs, 2);
	cvg_launch_done(&l);
}

/* A place of shared memory for each thread of a row. */
static void rows(void **state)
{
	struct device d = {.races = true};
	struct cvg_fault left;
	struct code c;
	char *text;
	uint32_t x;

	(void)state;
	code_init(&c);
	add_pointer(&c.k, "a", CVG_K_I32);
	x = id(&c, CVG_S_TID_X);
	id(&c, CVG_S_TID_Y);
	op(&c, CVG_U_STORE, 1, x, x);
	c.uops[c.k.fn.nuops - 1].kind2 = CVG_SPACE_SHARED;
	text = tried(&c, &d, &left);
	assert_non_null(strstr(text, "block=256 "));
	assert_int_equal(left.kind, CVG_F_NONE);
	free(text);
	d.races = false;
	text = tried(&c, &d, &left);
	assert_non_null(strstr(text, "block=16x16 "));
	free(text);
}

static void nothing_helps(void **state)
{
	struct device d = {.always = CVG_F_TRAP};
	struct cvg_fault left;
	struct code c;
	char *text;

	(void)state;
	three_buffers(&c);
	text = tried(&c, &d, &left);
	assert_string_equal(text, "grid=4 block=256 seed=1 "
				  "a=i32[1024]:random(0,100) "
				  "b=i32[1024]:random(0,100) "
				  "c=i8[1024]:random(0,100) k=1");
	free(text);
	assert_int_equal(left.kind, CVG_F_TRAP);
	assert_in_range(d.trials, 2, 20);
}

static bool refuses(void *context, const struct cvg_launch *l, bool races,
		    struct cvg_fault *out, struct cvg_err *err)
{
	(void)context;
	(void)l;
	(void)races;
	(void)out;
	return cvg_fail(err, "stopped");
}

static void trial_refuses(void **state)
{
	struct cvg_launch l;
	struct cvg_err err;
	struct code c;

	(void)state;
	three_buffers(&c);
	assert_false(cvg_launch_infer(&c.k.p, refuses, NULL, &l, NULL, &err));
	assert_string_equal(err.msg, "stopped");
}

UNIT_TESTS(infer_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks),
		cmocka_unit_test(bounds),
		cmocka_unit_test(names),
		cmocka_unit_test(buffers),
		cmocka_unit_test(others),
		cmocka_unit_test(id_functions),
		cmocka_unit_test(through_calls),
		cmocka_unit_test(buffers_grow),
		cmocka_unit_test(too_much),
		cmocka_unit_test(numbers_shrink),
		cmocka_unit_test(the_rest),
		cmocka_unit_test(all_is_said),
		cmocka_unit_test(rows),
		cmocka_unit_test(nothing_helps),
		cmocka_unit_test(trial_refuses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
