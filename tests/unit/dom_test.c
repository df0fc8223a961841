/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Order, dominators and post-dominators: by definition on random graphs, by
 * hand where LLVM's choices show, and on graphs that are long or hostile.
 */
#include "tests/unit/cfg_kit.h"

#include <string.h>

/* ---- by hand --------------------------------------------------------- */

static void test_diamond(void **state)
{
	struct graph g = graph_of("arg c; a ? c -> b d; b -> e; d -> e; e ret");
	const struct cvg_dom *dom = cvg_ana_dom(g.ana);
	const struct cvg_dom *pdom = cvg_ana_postdom(g.ana);

	(void)state;
	assert_int_equal(dom->idom[at(&g, "a")], CVG_NONE);
	assert_int_equal(dom->idom[at(&g, "e")], at(&g, "a"));
	assert_int_equal(dom->depth[at(&g, "a")], 1);
	assert_int_equal(dom->depth[at(&g, "b")], 2);
	assert_int_equal(pdom->idom[at(&g, "a")], at(&g, "e"));
	assert_int_equal(pdom->idom[at(&g, "e")], CVG_NONE);
	assert_int_equal(pdom->depth[at(&g, "e")], 1);
	assert_int_equal(cvg_dom_common(dom, at(&g, "b"), at(&g, "d")),
			 at(&g, "a"));
	assert_int_equal(cvg_dom_common(pdom, at(&g, "b"), at(&g, "d")),
			 at(&g, "e"));
	assert_true(cvg_dominates(dom, at(&g, "a"), at(&g, "e")));
	assert_true(cvg_dominates(dom, at(&g, "e"), at(&g, "e")));
	assert_false(cvg_dominates(dom, at(&g, "b"), at(&g, "e")));
	graph_done(&g);
}

static void test_unreachable(void **state)
{
	struct graph g = graph_of("a -> b; u -> b; b ret");
	const struct cvg_dom *dom = cvg_ana_dom(g.ana);
	const struct cvg_order *order = cvg_ana_order(g.ana);

	(void)state;
	assert_int_equal(order->n, 2);
	assert_int_equal(order->place[at(&g, "u")], CVG_NONE);
	assert_int_equal(dom->depth[at(&g, "u")], 0);
	assert_int_equal(dom->idom[at(&g, "b")], at(&g, "a"));
	assert_false(cvg_dominates(dom, at(&g, "u"), at(&g, "b")));
	/* Backward all blocks are in the tree. */
	assert_int_equal(cvg_ana_postdom(g.ana)->idom[at(&g, "u")],
			 at(&g, "b"));
	graph_done(&g);
}

/* Several ways out: only the virtual exit is on all of them. */
static void test_two_returns(void **state)
{
	struct graph g = graph_of("arg c; a ? c -> b d; b ret; d unreachable");
	const struct cvg_dom *pdom = cvg_ana_postdom(g.ana);
	uint32_t roots = pdom->kids_at[g.fn->nblocks];

	(void)state;
	assert_int_equal(pdom->idom[at(&g, "a")], CVG_NONE);
	assert_int_equal(pdom->depth[at(&g, "a")], 1);
	assert_int_equal(pdom->kids_at[g.fn->nblocks + 1] - roots, 3);
	assert_int_equal(cvg_dom_common(pdom, at(&g, "b"), at(&g, "d")),
			 CVG_NONE);
	graph_done(&g);
}

/*
 * No way out: the root is the block discovered last when the last blocks of
 * the text are visited first, which is LLVM's choice (here: m, not e).
 */
/* A way into a trap or an endless loop keeps no lanes apart. */
static void test_joins(void **state)
{
	struct graph g = graph_of("arg c; a ? c -> b j; b ? c -> t j;"
				  "t ? c -> u v; u -> w; v -> w; w unreachable;"
				  "j ? c -> e x; e -> e; x ret");
	const uint32_t *joins = cvg_ana_joins(g.ana);

	(void)state;
	assert_int_equal(joins[at(&g, "a")], at(&g, "j"));
	assert_int_equal(joins[at(&g, "b")], at(&g, "j"));
	assert_int_equal(joins[at(&g, "j")], at(&g, "x"));
	assert_int_equal(joins[at(&g, "x")], CVG_NONE);
	/* among those that never return: as post-dominators have it */
	assert_int_equal(joins[at(&g, "t")], at(&g, "w"));
	graph_done(&g);
	g = graph_of("arg c; a ? c -> b d; b -> e; d -> e; e unreachable");
	assert_int_equal(cvg_ana_joins(g.ana)[at(&g, "a")], at(&g, "e"));
	graph_done(&g);
}

static void test_endless(void **state)
{
	struct graph g = graph_of("arg c; a -> h\n"
				  "h ? c -> m e; m -> h; e -> h");
	const struct cvg_dom *pdom = cvg_ana_postdom(g.ana);

	(void)state;
	assert_int_equal(pdom->idom[at(&g, "m")], CVG_NONE);
	assert_int_equal(pdom->idom[at(&g, "h")], at(&g, "m"));
	assert_int_equal(pdom->idom[at(&g, "e")], at(&g, "h"));
	assert_int_equal(pdom->idom[at(&g, "a")], at(&g, "h"));
	graph_done(&g);
}

/* A loop beside a return: it hangs from the virtual exit by one block. */
static void test_endless_beside(void **state)
{
	struct graph g = graph_of("arg c; a ? c -> l r; l -> m; m -> l; r ret");
	const struct cvg_dom *pdom = cvg_ana_postdom(g.ana);

	(void)state;
	assert_int_equal(pdom->idom[at(&g, "m")], CVG_NONE);
	assert_int_equal(pdom->idom[at(&g, "l")], at(&g, "m"));
	assert_int_equal(pdom->idom[at(&g, "a")], CVG_NONE);
	graph_done(&g);
}

/* ---- by definition --------------------------------------------------- */

/* Every successor that is no ancestor comes later in reverse postorder. */
static void check_order(const struct graph *g)
{
	const struct cvg_order *o = cvg_ana_order(g->ana);
	bool *seen = cvg_calloc(g->fn->nblocks, sizeof *seen);

	assert_int_equal(o->block[0], 0);
	walk(g->fn, 0, CVG_NONE, NULL, seen);
	for (uint32_t b = 0; b < g->fn->nblocks; b++) {
		assert_int_equal(seen[b], o->place[b] != CVG_NONE);
		if (seen[b])
			assert_int_equal(o->block[o->place[b]], b);
	}
	/* Each block but the entry has a predecessor before it. */
	for (uint32_t i = 1; i < o->n; i++) {
		bool earlier = false;

		cvg_foreach_pred (g->fn, o->block[i], p)
			earlier = earlier || o->place[*p] < i;
		assert_true(earlier);
	}
	free(seen);
}

/* The tree's own arrays agree with each other. */
static void check_tree(const struct graph *g, const struct cvg_dom *d)
{
	uint32_t n = g->fn->nblocks;
	uint32_t kids = 0;

	for (uint32_t b = 0; b <= n; b++) {
		for (uint32_t k = d->kids_at[b]; k < d->kids_at[b + 1]; k++) {
			uint32_t kid = d->kids[k];

			kids++;
			assert_int_equal(d->idom[kid], b == n ? CVG_NONE : b);
			assert_int_equal(d->depth[kid],
					 b == n ? 1 : d->depth[b] + 1);
			if (b < n)
				assert_true(d->in[b] < d->in[kid] &&
					    d->out[kid] <= d->out[b]);
		}
	}
	for (uint32_t b = 0; b < n; b++)
		kids -= d->depth[b] != 0;
	assert_int_equal(kids, 0);
}

/* a dominates b exactly if b cannot be reached around a. */
static void check_dominators(const struct graph *g)
{
	const struct cvg_dom *dom = cvg_ana_dom(g->ana);
	bool *all = cvg_calloc(g->fn->nblocks, sizeof *all);
	bool *around = cvg_calloc(g->fn->nblocks, sizeof *around);

	walk(g->fn, 0, CVG_NONE, NULL, all);
	for (uint32_t a = 0; a < g->fn->nblocks; a++) {
		walk(g->fn, 0, a, NULL, around);
		for (uint32_t b = 0; b < g->fn->nblocks; b++)
			assert_int_equal(cvg_dominates(dom, a, b),
					 all[a] && all[b] && !around[b]);
	}
	free(all);
	free(around);
}

/* Can the end of the function, or a root of an endless loop, be reached? */
static bool reaches_root(const struct cvg_fn *fn, const bool *root,
			 uint32_t from, uint32_t not)
{
	bool *seen = cvg_calloc(fn->nblocks, sizeof *seen);
	bool found = false;

	walk(fn, from, not, NULL, seen);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		found = found || (seen[b] && root[b]);
	free(seen);
	return found;
}

/*
 * The roots are the returns and, per endless part, blocks that reach no
 * return and no other root; given them, a post-dominates b exactly if b
 * reaches no root around a.
 */
static void check_postdominators(const struct graph *g)
{
	const struct cvg_dom *d = cvg_ana_postdom(g->ana);
	uint32_t n = g->fn->nblocks;
	bool *root = cvg_calloc(n, sizeof *root);

	for (uint32_t b = 0; b < n; b++)
		root[b] = !g->fn->blocks[b].nsuccs;
	for (uint32_t b = 0; b < n; b++) {
		/* A child of the virtual exit that all its ways lead back to. */
		if (root[b] || d->idom[b] != CVG_NONE)
			continue;
		root[b] = !reaches_root(g->fn, root, b, CVG_NONE);
	}
	for (uint32_t a = 0; a < n; a++) {
		for (uint32_t b = 0; b < n; b++)
			assert_int_equal(
				cvg_dominates(d, a, b),
				a == b || !reaches_root(g->fn, root, b, a));
	}
	free(root);
}

static void test_by_definition(void **state)
{
	(void)state;
	for (uint32_t seed = 1; seed <= 400; seed++) {
		struct graph g = random_graph(seed, 1 + seed % 19, seed % 10);

		check_order(&g);
		check_tree(&g, cvg_ana_dom(g.ana));
		check_tree(&g, cvg_ana_postdom(g.ana));
		check_dominators(&g);
		check_postdominators(&g);
		graph_done(&g);
	}
}

/* ---- large ----------------------------------------------------------- */

enum { LARGE = 100000 };

static void test_long_chain(void **state)
{
	struct cvg_str s = {0};
	struct graph g;

	(void)state;
	for (uint32_t b = 0; b + 1 < LARGE; b++)
		cvg_str_addf(&s, "b%u -> b%u\n", b, b + 1);
	g = graph_of(s.at);
	assert_int_equal(cvg_ana_dom(g.ana)->depth[LARGE - 1], LARGE);
	assert_int_equal(cvg_ana_postdom(g.ana)->depth[0], LARGE);
	graph_done(&g);
	cvg_str_done(&s);
}

/* Two rails with rungs both ways: irreducible, a deep depth-first tree. */
static void test_ladder(void **state)
{
	struct cvg_str s = {0};
	uint32_t last, before;
	struct graph g;

	(void)state;
	cvg_str_add(&s, "arg c; e ? c -> a0 b0\n");
	for (uint32_t k = 0; k + 1 < LARGE / 2; k++)
		cvg_str_addf(&s, "a%u ? c -> a%u b%u\nb%u ? c -> b%u a%u\n", k,
			     k + 1, k, k, k + 1, k);
	cvg_str_addf(&s, "a%u -> b%u\n", LARGE / 2 - 1, LARGE / 2 - 1);
	g = graph_of(s.at);
	last = at(&g, "a49999");
	before = at(&g, "a49998");
	for (uint32_t b = 1; b < g.fn->nblocks; b++) {
		/* The last rung has one direction. */
		uint32_t up = b == last ? before : 0;

		if (cvg_ana_dom(g.ana)->idom[b] != up)
			fail_msg("%s", g.fn->blocks[b].name);
	}
	graph_done(&g);
	cvg_str_done(&s);
}

UNIT_TESTS(dom_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_diamond),
		cmocka_unit_test(test_unreachable),
		cmocka_unit_test(test_two_returns),
		cmocka_unit_test(test_joins),
		cmocka_unit_test(test_endless),
		cmocka_unit_test(test_endless_beside),
		cmocka_unit_test(test_by_definition),
		cmocka_unit_test(test_long_chain),
		cmocka_unit_test(test_ladder),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
