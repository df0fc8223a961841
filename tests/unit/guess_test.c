/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The guess of how often each block runs, where no profile is known. */
#include "cfg_kit.h"
#include "src/plan/guess.h"

struct guessed {
	struct graph g;
	struct cvg_guess of;
};

static struct guessed guess(struct graph g)
{
	struct guessed x = {.g = g};

	cvg_guess_init(&x.of, g.ana);
	return x;
}

static void done(struct guessed *x)
{
	cvg_guess_done(&x->of);
	graph_done(&x->g);
}

static void is_about(const struct guessed *x, const char *block, double runs)
{
	double found = x->of.runs[at(&x->g, block)];

	if (found < runs * 0.999 || found > runs * 1.001)
		fail_msg("%s: %g, not %g", block, found, runs);
}

/* As opt -passes='print<block-freq>' of LLVM 22 has it. */
static void test_loops(void **state)
{
	struct guessed x = guess(graph_of("device amdgpu\narg c\n"
					  "in -> a\n"
					  "a ? c -> b out\n"
					  "b ? c -> b more\n"
					  "more -> a\n"
					  "out ret\n"));

	(void)state;
	is_about(&x, "in", 1);
	is_about(&x, "a", 32);
	is_about(&x, "b", 31 * 32);
	is_about(&x, "more", 31);
	is_about(&x, "out", 1);
	assert_true(cvg_guess_nested(&x.of, cvg_ana_cycles(x.g.ana),
				     at(&x.g, "b"), at(&x.g, "a")) > 31.9);
	assert_true(cvg_guess_nested(&x.of, cvg_ana_cycles(x.g.ana),
				     at(&x.g, "b"), at(&x.g, "b")) == 1);
	assert_true(cvg_guess_nested(&x.of, cvg_ana_cycles(x.g.ana),
				     at(&x.g, "b"), at(&x.g, "in")) > 1023);
	done(&x);
}

/* A warp comes to both sides of a divergent branch, and in a loop in every round;
 * at a uniform branch it is as a thread. */
static void test_warps(void **state)
{
	struct graph g = graph_of("kernel nvptx k\n"
				  "arg n\n"
				  "in: t = call llvm.nvvm.read.ptx.sreg.tid.x\n"
				  "in ? t -> a b\n"
				  "a ? n -> c d\n"
				  "c -> d\n"
				  "b ? n -> b d\n"
				  "d ? t -> d e\n"
				  "e ? t -> f h\n"
				  "f -> h\n"
				  "h ret\n");
	double *warps = cvg_guess_warps(g.ana, 0.75);

	(void)state;
	assert_float_equal(warps[at(&g, "in")], 1, 0.001);
	assert_float_equal(warps[at(&g, "a")], 1, 0.001);
	assert_float_equal(warps[at(&g, "c")], 0.5, 0.001);
	assert_float_equal(warps[at(&g, "b")], 32, 0.001);
	assert_float_equal(warps[at(&g, "d")], 32, 0.001);
	assert_float_equal(warps[at(&g, "e")], 1, 0.001);
	assert_float_equal(warps[at(&g, "f")], 0.25, 0.001);
	assert_float_equal(warps[at(&g, "h")], 1, 0.001);
	free(warps);
	graph_done(&g);
}

static void test_ways(void **state)
{
	struct guessed x = guess(graph_of("device amdgpu\narg c\n"
					  "in switch c -> d a a trap\n"
					  "a ? c -> e trap\n"
					  "trap unreachable\n"
					  "d -> e\n"
					  "e ? c -> ever out\n"
					  "ever -> ever\n"
					  "out ret\n"));

	(void)state;
	is_about(&x, "a", 2.0 / 3);
	is_about(&x, "d", 1.0 / 3);
	is_about(&x, "e", 1);
	is_about(&x, "out", 1);
	assert_true(x.of.runs[at(&x.g, "trap")] == 0);
	assert_true(x.of.runs[at(&x.g, "ever")] == 0);
	done(&x);
}

/* Nothing returns: all ways are alike, and what never ends goes on long. */
static void test_endless(void **state)
{
	struct guessed x = guess(graph_of("device amdgpu\narg c\n"
					  "in ? c -> a b\n"
					  "a -> a\n"
					  "b unreachable\n"));

	(void)state;
	is_about(&x, "a", 2048);
	is_about(&x, "b", 0.5);
	done(&x);
}

/* Who comes into an irreducible cycle leaves it. */
static void test_irreducible(void **state)
{
	struct guessed x = guess(graph_of("device amdgpu\narg c\n"
					  "in ? c -> a b\n"
					  "a -> b\n"
					  "b ? c -> a out\n"
					  "out ret\n"));

	(void)state;
	is_about(&x, "out", 1);
	assert_true(x.of.runs[at(&x.g, "a")] > 16);
	assert_true(x.of.runs[at(&x.g, "b")] > 16);
	done(&x);
}

/* A nest so deep that products would be no numbers. */
static void test_deep(void **state)
{
	enum { DEEP = 3000 };
	struct cvg_str s = {0};
	struct guessed x;

	(void)state;
	cvg_str_add(&s, "device amdgpu\narg c\nin -> h0\n");
	for (unsigned k = 0; k < DEEP; k++)
		cvg_str_addf(&s, "h%u ? c -> h%u t%u\n", k, k + 1, k);
	cvg_str_addf(&s, "h%u switch c -> h%u out t%u\n", DEEP, DEEP, DEEP - 1);
	for (unsigned k = DEEP; k-- > 0;)
		cvg_str_addf(&s, "t%u ? c -> h%u %s%u\n", k, k, k ? "t" : "end",
			     k ? k - 1 : 0);
	cvg_str_add(&s, "end0 -> out\nout ret\n");
	x = guess(graph_of(s.at));
	is_about(&x, "out", 1);
	for (uint32_t b = 0; b < x.g.fn->nblocks; b++)
		assert_true(x.of.runs[b] >= 0 &&
			    x.of.runs[b] <= CVG_GUESS_MOST);
	done(&x);
	cvg_str_done(&s);
}

/* What comes in goes out, if all is reducible and can return. */
static void test_random(void **state)
{
	uint32_t checked = 0;

	(void)state;
	for (uint32_t seed = 1; seed < 600; seed++) {
		struct guessed x = guess(random_graph(seed, 3 + seed % 30, 8));
		const struct cvg_cycles *cs = cvg_ana_cycles(x.g.ana);
		const struct cvg_fn *fn = x.g.fn;
		bool plain = true;
		double out = 0;

		for (uint32_t c = 0; c < cs->n; c++)
			plain &=
				cs->cycle[c].reducible && x.of.rounds[c] < 4096;
		for (uint32_t b = 0; b < fn->nblocks; b++)
			if (!fn->blocks[b].nsuccs)
				out += x.of.runs[b];
		checked += plain;
		if (plain && (out < 0.999 || out > 1.001))
			fail_msg("seed %u: %g go out", seed, out);
		done(&x);
	}
	assert_true(checked > 100);
}

UNIT_TESTS(guess_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_loops),
		cmocka_unit_test(test_warps),
		cmocka_unit_test(test_ways),
		cmocka_unit_test(test_endless),
		cmocka_unit_test(test_irreducible),
		cmocka_unit_test(test_deep),
		cmocka_unit_test(test_random),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
