/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cycles: by hand, by definition on random graphs, and on hostile ones. */
#include "tests/unit/cfg_kit.h"

static const struct cvg_cycle *cycle_of(const struct graph *g,
					const char *block)
{
	const struct cvg_cycles *cs = cvg_ana_cycles(g->ana);
	uint32_t c = cs->innermost[at(g, block)];

	return c == CVG_NONE ? NULL : &cs->cycle[c];
}

static void test_self_loop(void **state)
{
	struct graph g = graph_of("arg c; a -> b; b ? c -> b d; d ret");
	const struct cvg_cycle *c = cycle_of(&g, "b");

	(void)state;
	assert_int_equal(cvg_ana_cycles(g.ana)->n, 1);
	assert_int_equal(c->header, at(&g, "b"));
	assert_int_equal(c->nblocks, 1);
	assert_true(c->reducible);
	assert_null(cycle_of(&g, "a"));
	assert_null(cycle_of(&g, "d"));
	graph_done(&g);
}

static void test_nested(void **state)
{
	struct graph g = graph_of("arg c; a -> o; o -> i; i ? c -> i l\n"
				  "l ? c -> o d; d ret");
	const struct cvg_cycles *cs = cvg_ana_cycles(g.ana);
	const struct cvg_cycle *outer = cycle_of(&g, "o");
	const struct cvg_cycle *inner = cycle_of(&g, "i");

	(void)state;
	assert_int_equal(cs->n, 2);
	assert_ptr_equal(outer, &cs->cycle[0]);
	assert_int_equal(inner->parent, 0);
	assert_int_equal(inner->depth, 2);
	assert_int_equal(outer->last, 1);
	assert_int_equal(outer->nblocks, 3);
	assert_int_equal(cs->blocks[outer->blocks_at], at(&g, "o"));
	assert_true(cvg_cycle_has(cs, 0, at(&g, "i")));
	assert_false(cvg_cycle_has(cs, 1, at(&g, "o")));
	assert_true(cvg_cycle_enters(cs, 0, at(&g, "o")));
	assert_false(cvg_cycle_enters(cs, 0, at(&g, "i")));
	assert_true(cvg_cycle_enters(cs, 1, at(&g, "i")));
	graph_done(&g);
}

/* Two ways in. The header is what LLVM's search, last successor first, meets. */
static void test_irreducible(void **state)
{
	struct graph g = graph_of("arg c; e ? c -> a b; a -> b\n"
				  "b ? c -> a d; d ret");
	const struct cvg_cycle *c = cycle_of(&g, "a");

	(void)state;
	assert_int_equal(c->header, at(&g, "b"));
	assert_int_equal(c->nentries, 2);
	assert_false(c->reducible);
	graph_done(&g);
}

/* An edge from nowhere is no entry, though LLVM 19 takes it for one. */
static void test_unreachable_entry(void **state)
{
	static const char text[] = "arg c; e -> h; h -> b; u -> b\n"
				   "b ? c -> h d; d ret";
	struct graph g = graph_of(text);

	(void)state;
	assert_int_equal(cycle_of(&g, "h")->nentries, 1);
	graph_done(&g);
	g = graph_of(text);
	g.fn->llvm_major = 19;
	assert_int_equal(cycle_of(&g, "h")->nentries, 2);
	assert_false(cycle_of(&g, "h")->reducible);
	graph_done(&g);
}

/* ---- by definition --------------------------------------------------- */

struct tree {
	uint32_t n;
	uint32_t *number; /* [nblocks] preorder, CVG_NONE */
	uint32_t *end;	  /* [nblocks] largest number below */
};

/* Depth first, last successor first; recursive, the graphs are small. */
static void visit(const struct cvg_fn *fn, struct tree *t, uint32_t b)
{
	const struct cvg_block *block = &fn->blocks[b];

	t->number[b] = t->n++;
	for (uint32_t e = block->nsuccs; e-- > 0;) {
		uint32_t to = fn->succs[block->succs_at + e];

		if (t->number[to] == CVG_NONE)
			visit(fn, t, to);
	}
	t->end[b] = t->n - 1;
}

static bool has_edge_from(const struct cvg_fn *fn, const struct tree *t,
			  const bool *inside, uint32_t b)
{
	bool found = false;

	cvg_foreach_pred (fn, b, p)
		found = found || (!inside[*p] && t->number[*p] != CVG_NONE);
	return found;
}

/* The cycle of header h: what reaches h in the subtree of h; false if none. */
static bool cycle_at(const struct cvg_fn *fn, const struct tree *t, uint32_t h,
		     bool *members)
{
	bool *below = cvg_calloc(fn->nblocks, sizeof *below);
	bool any = false;

	for (uint32_t b = 0; b < fn->nblocks; b++)
		below[b] = t->number[b] != CVG_NONE &&
			   t->number[h] <= t->number[b] &&
			   t->number[b] <= t->end[h];
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		members[b] = below[b] && leads_to(fn, b, h, below);
		any = any || members[b];
	}
	free(below);
	return any;
}

static void check_cycle(const struct graph *g, const struct tree *t, uint32_t c,
			const bool *members)
{
	const struct cvg_cycles *cs = cvg_ana_cycles(g->ana);
	uint32_t nentries = 0, nblocks = 0;

	for (uint32_t b = 0; b < g->fn->nblocks; b++) {
		bool enters = members[b] && has_edge_from(g->fn, t, members, b);

		assert_int_equal(cvg_cycle_has(cs, c, b), members[b]);
		assert_int_equal(cvg_cycle_enters(cs, c, b), enters);
		nentries += enters;
		nblocks += members[b];
	}
	assert_int_equal(cs->cycle[c].nentries, nentries);
	assert_int_equal(cs->cycle[c].nblocks, nblocks);
	assert_int_equal(cs->cycle[c].reducible, nentries == 1);
	for (uint32_t k = 0; k < nblocks; k++)
		assert_true(members[cs->blocks[cs->cycle[c].blocks_at + k]]);
}

static void check_cycles(const struct graph *g)
{
	const struct cvg_cycles *cs = cvg_ana_cycles(g->ana);
	uint32_t n = g->fn->nblocks, found = 0;
	bool *members = cvg_calloc(n, sizeof *members);
	struct tree t = {0};

	t.number = cvg_calloc(n, sizeof *t.number);
	t.end = cvg_calloc(n, sizeof *t.end);
	for (uint32_t b = 0; b < n; b++)
		t.number[b] = CVG_NONE;
	visit(g->fn, &t, 0);
	for (uint32_t h = 0; h < n; h++) {
		uint32_t c = cs->innermost[h];

		if (t.number[h] == CVG_NONE || !cycle_at(g->fn, &t, h, members))
			continue;
		assert_int_not_equal(c, CVG_NONE);
		assert_int_equal(cs->cycle[c].header, h);
		check_cycle(g, &t, c, members);
		found++;
	}
	assert_int_equal(cs->n, found);
	free(members);
	free(t.number);
	free(t.end);
}

static void test_by_definition(void **state)
{
	(void)state;
	for (uint32_t seed = 1; seed <= 600; seed++) {
		struct graph g = random_graph(seed, 2 + seed % 17, seed % 9);

		check_cycles(&g);
		graph_done(&g);
	}
}

/* ---- large ----------------------------------------------------------- */

/*
 * A jump into each of a row of blocks that lead to their neighbours: one
 * cycle in the other, every block an entry of all it is in. Lists of entries
 * would hold five thousand million.
 */
static void test_all_enter_all(void **state)
{
	enum { N = 100000 };
	struct cvg_str s = {0};
	const struct cvg_cycles *cs;
	struct graph g;

	(void)state;
	cvg_str_add(&s, "arg c; e switch c -> v0");
	for (uint32_t k = 1; k < N; k++)
		cvg_str_addf(&s, " v%u", k);
	cvg_str_add(&s, "\nv0 -> v1\n");
	for (uint32_t k = 1; k + 1 < N; k++)
		cvg_str_addf(&s, "v%u ? c -> v%u v%u\n", k, k + 1, k - 1);
	cvg_str_addf(&s, "v%u ? c -> v%u out\nout ret\n", N - 1, N - 2);
	g = graph_of(s.at);
	cs = cvg_ana_cycles(g.ana);
	assert_int_equal(cs->n, N - 1);
	for (uint32_t c = 0; c < cs->n; c++) {
		if (cs->cycle[c].depth != c + 1 ||
		    cs->cycle[c].nblocks != N - c ||
		    cs->cycle[c].nentries != N - c)
			fail_msg("cycle %u", c);
	}
	graph_done(&g);
	cvg_str_done(&s);
}

static void test_deep_nest(void **state)
{
	enum { N = 50000 };
	struct cvg_str s = {0};
	struct graph g;

	(void)state;
	cvg_str_add(&s, "arg c\n");
	for (uint32_t k = 0; k < N; k++)
		cvg_str_addf(&s, "h%u -> h%u\n", k, k + 1);
	cvg_str_addf(&s, "h%u -> l%u\n", N, N);
	for (uint32_t k = N; k > 0; k--)
		cvg_str_addf(&s, "l%u ? c -> h%u l%u\n", k, k, k - 1);
	g = graph_of(s.at);
	assert_int_equal(cvg_ana_cycles(g.ana)->n, N);
	assert_int_equal(cvg_ana_loops(g.ana)->n, N);
	assert_int_equal(cycle_of(&g, "h50000")->depth, N);
	assert_int_equal(cycle_of(&g, "h1")->nblocks, 2 * N);
	graph_done(&g);
	cvg_str_done(&s);
}

UNIT_TESTS(cycles_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_self_loop),
		cmocka_unit_test(test_nested),
		cmocka_unit_test(test_irreducible),
		cmocka_unit_test(test_unreachable_entry),
		cmocka_unit_test(test_by_definition),
		cmocka_unit_test(test_all_enter_all),
		cmocka_unit_test(test_deep_nest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
