/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inputs that decide how often blocks run, and the model fitted to them. */
#include "reconverge/analysis.h"
#include "reconverge/bbv.h"
#include "reconverge/graph.h"
#include "reconverge/influence.h"
#include "reconverge/model.h"
#include "reconverge/sim.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdlib.h>

#include "tests/unit/unit.h"

/* ---- influence --------------------------------------------------------- */

#define HEAD                                          \
	"kernel amdgpu f\narg n inreg\n"              \
	"entry: t = call llvm.amdgcn.workitem.id.x\n" \
	"entry: p = add t n\n"

struct asked {
	struct cvg_fn *fn;
	struct cvg_ana *ana;
	struct cvg_influence in;
};

static void ask(struct asked *a, const char *text)
{
	struct cvg_err err;

	if (!cvg_fn_parse(text, &a->fn, &err))
		fail_msg("%s", err.msg);
	a->ana = cvg_ana_new(a->fn);
	cvg_influence_init(&a->in, a->ana);
}

static uint64_t of(const struct asked *a, const char *block)
{
	return a->in.of_block[cvg_block_by_name(a->fn, block)];
}

static void asked_done(struct asked *a)
{
	cvg_influence_done(&a->in);
	cvg_ana_free(a->ana);
	cvg_fn_free(a->fn);
}

/* Each arm hangs on what was loaded for its branch; the join on nothing. */
static void test_branches(void **state)
{
	struct asked a;

	(void)state;
	ask(&a, HEAD "entry: x = load p\nentry: y = load p\n"
		     "entry: c = icmp slt x n\nentry ? c -> then join\n"
		     "then: d = icmp slt y n\nthen ? d -> inner join\n"
		     "inner -> join\njoin ret\n");
	assert_int_equal(a.in.ninputs, 2);
	assert_int_equal(of(&a, "entry"), 0);
	assert_int_equal(of(&a, "then"), 1);
	assert_int_equal(of(&a, "inner"), 3);
	assert_int_equal(of(&a, "join"), 0);
	asked_done(&a);
}

/* A loop's trips: by the bound that was loaded, not by what its body loads. */
static void test_loop(void **state)
{
	struct asked a;

	(void)state;
	ask(&a, HEAD "entry: x = load p\nentry -> loop\n"
		     "loop: i = phi entry:0 body:j\n"
		     "loop: c = icmp slt i x\nloop ? c -> body done\n"
		     "body: q = add i t\nbody: z = load q\n"
		     "body: store z @out\nbody: j = add i 1\nbody -> loop\n"
		     "done ret\n");
	assert_int_equal(a.in.ninputs, 1);
	assert_int_equal(of(&a, "loop"), 1);
	assert_int_equal(of(&a, "body"), 1);
	assert_int_equal(of(&a, "done"), 0);
	asked_done(&a);
}

/* A phi hangs on the way to it, and so does a branch on it. */
static void test_through_phi(void **state)
{
	struct asked a;

	(void)state;
	ask(&a, HEAD "entry: x = load p\nentry: c = icmp slt x n\n"
		     "entry ? c -> l r\nl -> m\nr -> m\n"
		     "m: v = phi l:1 r:2\nm: d = icmp eq v 1\n"
		     "m ? d -> u w\nu -> w\nw ret\n");
	assert_int_equal(of(&a, "m"), 0);
	assert_int_equal(of(&a, "u"), 1);
	asked_done(&a);
}

/* The thread's number itself. */
static void test_thread(void **state)
{
	struct asked a;

	(void)state;
	ask(&a, HEAD "entry: u = add n 3\nentry: c = icmp slt t u\n"
		     "entry ? c -> a b\na -> b\nb ret\n");
	assert_int_equal(a.in.ninputs, 0);
	assert_true(of(&a, "a") == CVG_INPUT_THREAD);
	asked_done(&a);
}

/* ---- the model --------------------------------------------------------- */

#define THREADS 32

/* count = 3 + 2 x - thread, exactly; a block nobody decides; one that no sum
 * of inputs gives. */
static struct cvg_bbvs *vectors(const double *x)
{
	struct cvg_bbvmaker *m = cvg_bbvmaker_new(THREADS, 3);

	for (uint32_t t = 0; t < THREADS; t++) {
		uint32_t count[] = {40 + 2 * (uint32_t)x[t] - t, 7,
				    (uint32_t)(x[t] * x[t])};

		cvg_bbvmaker_set(m, t, count);
	}
	return cvg_bbvmaker_finish(m);
}

static void test_fit(void **state)
{
	static const uint64_t inputs[] = {1 | CVG_INPUT_THREAD, 0, 1};
	double x[THREADS];
	struct cvg_probes p = {.n = 1, .value = x};
	struct cvg_model *m = cvg_model_new(3, 1);
	struct cvg_bbvs *v, *guess;

	(void)state;
	for (uint32_t t = 0; t < THREADS; t++)
		x[t] = (t * 7 + 3) % 11;
	v = vectors(x);
	cvg_model_fit(m, inputs, v, &p, 8, 8);
	cvg_model_test(m, v, &p, 8, 8);
	assert_true(fabs(m->row[0].constant - 40) < 1e-6);
	assert_true(fabs(m->row[0].weight[0] - 2) < 1e-6);
	assert_true(fabs(m->row[0].thread + 1) < 1e-6);
	assert_true(m->row[0].error < 1e-9);
	assert_true(fabs(m->row[1].constant - 7) < 1e-9);
	assert_true(m->row[1].error < 1e-9);
	assert_true(m->row[2].error > 1);
	guess = cvg_model_vectors(m, v, &p);
	for (uint32_t t = 0; t < THREADS; t++)
		assert_int_equal(cvg_bbv(guess, guess->kind[t])[0],
				 cvg_bbv(v, v->kind[t])[0]);
	cvg_bbvs_free(guess);
	cvg_bbvs_free(v);
	cvg_model_free(m);
}

/* The same for every thread, twice the same, never loaded: no harm. */
static void test_degenerate(void **state)
{
	static const uint64_t inputs[] = {7 | CVG_INPUT_THREAD, 7, 7};
	double x[THREADS * 3], own[THREADS];
	struct cvg_probes p = {.n = 3, .value = x};
	struct cvg_model *m = cvg_model_new(3, 3);
	struct cvg_bbvs *v;

	(void)state;
	for (uint32_t t = 0; t < THREADS; t++) {
		own[t] = (t * 5) % 13;
		x[3 * t] = x[3 * t + 1] = own[t];
		x[3 * t + 2] = t % 2 ? NAN : 9e9;
	}
	v = vectors(own);
	cvg_model_fit(m, inputs, v, &p, 0, 16);
	cvg_model_test(m, v, &p, 0, 16);
	assert_true(m->row[0].error < 1e-6);
	assert_true(m->row[1].error < 1e-6);
	assert_true(isfinite(m->row[2].error));
	cvg_bbvs_free(v);
	cvg_model_free(m);
}

UNIT_TESTS(model_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_branches),
		cmocka_unit_test(test_loop),
		cmocka_unit_test(test_through_phi),
		cmocka_unit_test(test_thread),
		cmocka_unit_test(test_fit),
		cmocka_unit_test(test_degenerate),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
