/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Regions, loops and blocks as one tree: on thousands of random graphs every
 * block stands in it once, a region or a loop holds what it holds, and sums
 * are sums.
 */
#include "cfg_kit.h"

#include "reconverge/choices.h"
#include "reconverge/marks.h"
#include "ui/regtree.h"

static struct cvg_marks marks_of(const struct graph *g)
{
	struct cvg_marks m = {.fn = g->fn};

	cvg_under_divergence(g->ana, &m.under);
	return m;
}

/* Node i is well placed under its parent. */
static void check_place(const struct cvg_regtree *t, uint32_t i)
{
	const struct cvg_regnode *x = &t->at[i];
	const struct cvg_regnode *up;

	assert_true(x->end > i && x->end <= t->n);
	assert_true(!x->leaf || x->end == i + 1);
	if (x->parent == CVG_NONE) {
		assert_int_equal(x->depth, 0);
		return;
	}
	assert_true(x->parent < i);
	up = &t->at[x->parent];
	assert_true(x->end <= up->end);
	assert_int_equal(x->depth, up->depth + 1);
	assert_false(up->leaf);
}

/* What is in the node is what is in its region, or in its loop. */
static void check_inside(const struct graph *g, const struct cvg_regtree *t,
			 uint32_t i)
{
	const struct cvg_regnode *x = &t->at[i];
	uint32_t blocks = 0, divergent = 0, k = i;

	for (; k < x->end; k++) {
		const struct cvg_regnode *y = &t->at[k];

		if (!y->leaf)
			continue;
		blocks++;
		divergent += y->ndivergent;
		if (x->region != CVG_NONE)
			assert_true(cvg_region_has(cvg_ana_regions(g->ana),
						   x->region, y->block));
		if (x->loop != CVG_NONE)
			assert_true(cvg_loop_has(cvg_ana_loops(g->ana), x->loop,
						 y->block));
	}
	assert_int_equal(x->nblocks, blocks);
	assert_int_equal(x->ndivergent, divergent);
	for (uint32_t b = 0; b < g->fn->nblocks; b++) {
		uint32_t n = t->of_block[b];

		if (x->region != CVG_NONE &&
		    cvg_region_has(cvg_ana_regions(g->ana), x->region, b))
			assert_true(n >= i && n < x->end);
		if (x->loop != CVG_NONE &&
		    cvg_loop_has(cvg_ana_loops(g->ana), x->loop, b))
			assert_true(n >= i && n < x->end);
	}
}

static void check_tree(const struct graph *g)
{
	const struct cvg_choices none = {.n = 0};
	struct cvg_marks m = marks_of(g);
	struct cvg_regtree t;
	uint32_t leaves = 0;

	cvg_regtree_init(&t, g->ana, &m, &none);
	for (uint32_t i = 0; i < t.n; i++) {
		check_place(&t, i);
		check_inside(g, &t, i);
		leaves += t.at[i].leaf;
	}
	assert_int_equal(leaves, g->fn->nblocks);
	for (uint32_t b = 0; b < g->fn->nblocks; b++) {
		assert_true(t.at[t.of_block[b]].leaf);
		assert_int_equal(t.at[t.of_block[b]].block, b);
	}
	cvg_regtree_done(&t);
	cvg_marks_done(&m);
}

static void random_graphs(void **state)
{
	(void)state;
	for (uint32_t seed = 0; seed < 3000; seed++) {
		struct graph g =
			random_graph(seed, 1 + seed % 23, 5 + seed % 6);

		check_tree(&g);
		graph_done(&g);
	}
}

static void by_hand(void **state)
{
	struct graph g = graph_of("kernel amdgpu\narg n\n"
				  "e: t = call llvm.amdgcn.workitem.id.x\n"
				  "e: c = icmp slt t n\n"
				  "e -> h\n"
				  "h ? c -> a x\n"
				  "a ? c -> b d\n"
				  "b -> d\n"
				  "d -> h\n"
				  "x ret\n");
	const struct cvg_choices none = {.n = 0};
	struct cvg_marks m = marks_of(&g);
	struct cvg_regtree t;
	struct cvg_str s = {0};

	(void)state;
	cvg_regtree_init(&t, g.ana, &m, &none);
	for (uint32_t i = 0; i < t.n; i++)
		cvg_str_addf(&s, "%u%s%s%s%s ", t.at[i].depth,
			     t.at[i].region == CVG_NONE ? "" : "R",
			     t.at[i].loop == CVG_NONE ? "" : "L",
			     t.at[i].temporal ? "~" : "",
			     g.fn->blocks[t.at[i].block].name);
	assert_string_equal(s.at, "0e 0RL~h 1h 1Ra 2a 2b 1d 0x ");
	cvg_str_done(&s);
	cvg_regtree_done(&t);
	cvg_marks_done(&m);
	graph_done(&g);
}

UNIT_TESTS(ui_regtree_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_hand),
		cmocka_unit_test(random_graphs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
