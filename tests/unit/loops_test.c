/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Natural loops: by hand, and by definition on random graphs. */
#include "tests/unit/cfg_kit.h"

static void test_two_latches(void **state)
{
	struct graph g = graph_of("arg c; a -> h; h ? c -> x y\n"
				  "x -> h; y ? c -> h out; out ret");
	const struct cvg_loops *ls = cvg_ana_loops(g.ana);
	const struct cvg_loop *l = &ls->loop[0];

	(void)state;
	assert_int_equal(ls->n, 1);
	assert_int_equal(l->header, at(&g, "h"));
	assert_int_equal(l->nblocks, 3);
	assert_int_equal(ls->blocks[l->blocks_at], at(&g, "h"));
	assert_int_equal(l->nlatches, 2);
	assert_int_equal(ls->latches[l->latches_at], at(&g, "x"));
	assert_int_equal(ls->latches[l->latches_at + 1], at(&g, "y"));
	assert_int_equal(l->nexiting, 1);
	assert_true(cvg_loop_leaves(ls, 0, at(&g, "y")));
	assert_false(cvg_loop_leaves(ls, 0, at(&g, "x")));
	graph_done(&g);
}

/* A break out of both: the block leaves the inner and the outer loop. */
static void test_break_two(void **state)
{
	struct graph g = graph_of("arg c; a -> o; o -> i; i ? c -> j out\n"
				  "j ? c -> i l; l ? c -> o out; out ret");
	const struct cvg_loops *ls = cvg_ana_loops(g.ana);

	(void)state;
	assert_int_equal(ls->n, 2);
	assert_int_equal(ls->loop[1].parent, 0);
	assert_int_equal(ls->loop[1].depth, 2);
	assert_true(cvg_loop_leaves(ls, 0, at(&g, "i")));
	assert_true(cvg_loop_leaves(ls, 1, at(&g, "i")));
	assert_false(cvg_loop_leaves(ls, 0, at(&g, "j")));
	assert_true(cvg_loop_leaves(ls, 1, at(&g, "j")));
	assert_int_equal(ls->loop[0].nexiting, 2);
	assert_int_equal(ls->loop[1].nexiting, 2);
	graph_done(&g);
}

/* A cycle with two ways in is no loop. */
static void test_irreducible(void **state)
{
	struct graph g = graph_of("arg c; e ? c -> a b; a -> b\n"
				  "b ? c -> a d; d ret");

	(void)state;
	assert_int_equal(cvg_ana_loops(g.ana)->n, 0);
	assert_int_equal(cvg_ana_cycles(g.ana)->n, 1);
	graph_done(&g);
}

/* ---- by definition --------------------------------------------------- */

static bool is_latch_of(const struct graph *g, uint32_t h, uint32_t b)
{
	bool edge = false;

	cvg_foreach_succ (g->fn, b, s)
		edge = edge || *s == h;
	return edge && cvg_dominates(cvg_ana_dom(g->ana), h, b);
}

/* The loop at h: h and what reaches a latch without passing h. */
static bool loop_at(const struct graph *g, uint32_t h, bool *members)
{
	const struct cvg_fn *fn = g->fn;
	bool *seen = cvg_calloc(fn->nblocks, sizeof *seen);
	bool any = false;

	for (uint32_t b = 0; b < fn->nblocks; b++) {
		members[b] = false;
		if (b == h || !cvg_dominates(cvg_ana_dom(g->ana), h, b))
			continue;
		walk(fn, b, h, NULL, seen);
		for (uint32_t l = 0; l < fn->nblocks; l++)
			members[b] =
				members[b] || (seen[l] && is_latch_of(g, h, l));
	}
	for (uint32_t l = 0; l < fn->nblocks; l++)
		any = any || is_latch_of(g, h, l);
	members[h] = any;
	free(seen);
	return any;
}

static void check_loop(const struct graph *g, uint32_t l, const bool *members)
{
	const struct cvg_loops *ls = cvg_ana_loops(g->ana);
	const struct cvg_loop *loop = &ls->loop[l];
	uint32_t nblocks = 0, nexiting = 0, nlatches = 0;

	for (uint32_t b = 0; b < g->fn->nblocks; b++) {
		bool leaves = false;

		cvg_foreach_succ (g->fn, b, s)
			leaves = leaves || (members[b] && !members[*s]);
		assert_int_equal(cvg_loop_has(ls, l, b), members[b]);
		assert_int_equal(cvg_loop_leaves(ls, l, b), leaves);
		nblocks += members[b];
		nexiting += leaves;
		nlatches += is_latch_of(g, loop->header, b);
	}
	assert_int_equal(loop->nblocks, nblocks);
	assert_int_equal(loop->nexiting, nexiting);
	assert_int_equal(loop->nlatches, nlatches);
	for (uint32_t k = 0; k < nlatches; k++)
		assert_true(is_latch_of(g, loop->header,
					ls->latches[loop->latches_at + k]));
}

static void test_by_definition(void **state)
{
	(void)state;
	for (uint32_t seed = 1; seed <= 600; seed++) {
		struct graph g = random_graph(seed, 2 + seed % 17, seed % 9);
		const struct cvg_loops *ls = cvg_ana_loops(g.ana);
		bool *members = cvg_calloc(g.fn->nblocks, sizeof *members);
		uint32_t found = 0;

		for (uint32_t h = 0; h < g.fn->nblocks; h++) {
			if (!loop_at(&g, h, members))
				continue;
			found++;
			assert_int_not_equal(ls->innermost[h], CVG_NONE);
			check_loop(&g, ls->innermost[h], members);
		}
		assert_int_equal(ls->n, found);
		free(members);
		graph_done(&g);
	}
}

UNIT_TESTS(loops_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_two_latches),
		cmocka_unit_test(test_break_two),
		cmocka_unit_test(test_irreducible),
		cmocka_unit_test(test_by_definition),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
