/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Trials of guessed launches: buffers grow, numbers shrink, blocks become rows. */
#include "infer_kit.h"

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

UNIT_TESTS(infer_trial_test)
{
	const struct CMUnitTest tests[] = {
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
