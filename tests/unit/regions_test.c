/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Regions: by hand; on random graphs that every region is one and that the
 * tree is a tree; on hostile graphs that they are found at all. That they are
 * LLVM's, all and no others, tests/oracle/structure.sh shows.
 */
#include "tests/unit/cfg_kit.h"

static bool has_region(const struct graph *g, const char *entry,
		       const char *exit)
{
	const struct cvg_regions *rs = cvg_ana_regions(g->ana);
	bool found = false;

	for (uint32_t r = 0; r < rs->n; r++)
		found = found || (rs->region[r].entry == at(g, entry) &&
				  rs->region[r].exit == at(g, exit));
	return found;
}

static void test_diamond(void **state)
{
	struct graph g = graph_of("arg c; e -> a; a ? c -> b d; b -> j\n"
				  "d -> j; j ret");
	const struct cvg_regions *rs = cvg_ana_regions(g.ana);

	(void)state;
	assert_int_equal(rs->n, 2);
	assert_int_equal(rs->region[0].entry, at(&g, "e"));
	assert_int_equal(rs->region[0].exit, CVG_NONE);
	assert_int_equal(rs->region[0].last, 1);
	assert_true(has_region(&g, "a", "j"));
	assert_int_equal(rs->region[1].parent, 0);
	assert_int_equal(rs->region[1].depth, 1);
	assert_false(rs->region[1].simple); /* two edges to the exit */
	assert_int_equal(rs->innermost[at(&g, "b")], 1);
	assert_int_equal(rs->innermost[at(&g, "j")], 0);
	assert_true(cvg_region_has(rs, 0, at(&g, "b")));
	assert_false(cvg_region_has(rs, 1, at(&g, "e")));
	graph_done(&g);
}

/* One after the other: each is a region, both together are not canonical. */
static void test_sequence(void **state)
{
	struct graph g = graph_of("arg c; e -> a; a ? c -> b j; b -> j\n"
				  "j ? c -> k m; k -> m; m -> x; x ret");

	(void)state;
	assert_true(has_region(&g, "a", "j"));
	assert_true(has_region(&g, "j", "m"));
	assert_false(has_region(&g, "a", "m"));
	graph_done(&g);
}

static void test_simple_loop(void **state)
{
	struct graph g = graph_of("arg c; e -> h; h ? c -> b x; b -> h; x ret");
	const struct cvg_regions *rs = cvg_ana_regions(g.ana);
	uint32_t r = rs->innermost[at(&g, "b")];

	(void)state;
	assert_true(has_region(&g, "h", "x"));
	assert_int_equal(rs->region[r].entry, at(&g, "h"));
	assert_true(rs->region[r].simple);
	graph_done(&g);
}

/* An edge into the middle: nothing but the function itself. */
static void test_jump_in(void **state)
{
	struct graph g = graph_of("arg c; e ? c -> a m; a ? c -> b m; b -> j\n"
				  "m -> j; j ret");

	(void)state;
	assert_false(has_region(&g, "a", "j"));
	assert_true(has_region(&g, "e", "j"));
	graph_done(&g);
}

/* ---- by definition --------------------------------------------------- */

/* In by the entry only, out to the exit only; reachable blocks only. */
static void check_region(const struct graph *g, uint32_t r)
{
	const struct cvg_regions *rs = cvg_ana_regions(g->ana);
	const struct cvg_region *region = &rs->region[r];
	uint32_t in = 0, out = 0;

	for (uint32_t b = 0; b < g->fn->nblocks; b++) {
		if (rs->innermost[b] == CVG_NONE)
			continue;
		cvg_foreach_succ (g->fn, b, s) {
			bool from = cvg_region_has(rs, r, b);
			bool to = cvg_region_has(rs, r, *s);

			if (!from && to)
				assert_int_equal(*s, region->entry);
			if (from && !to)
				assert_int_equal(*s, region->exit);
			in += !from && to;
			out += from && !to;
		}
	}
	assert_true(cvg_region_has(rs, r, region->entry));
	assert_int_equal(region->simple, r && in == 1 && out == 1);
}

static void test_by_definition(void **state)
{
	(void)state;
	for (uint32_t seed = 1; seed <= 600; seed++) {
		struct graph g =
			random_graph(seed, 2 + seed % 23, 3 + seed % 8);
		const struct cvg_regions *rs = cvg_ana_regions(g.ana);
		const struct cvg_dom *dom = cvg_ana_dom(g.ana);

		for (uint32_t b = 0; b < g.fn->nblocks; b++)
			assert_int_equal(rs->innermost[b] != CVG_NONE,
					 dom->depth[b] != 0);
		for (uint32_t r = 0; r < rs->n; r++) {
			uint32_t up = rs->region[r].parent;

			check_region(&g, r);
			if (!r)
				continue;
			assert_true(up < r &&
				    rs->region[r].last <= rs->region[up].last);
			assert_int_equal(rs->region[r].depth,
					 rs->region[up].depth + 1);
			assert_true(
				cvg_region_has(rs, up, rs->region[r].entry));
		}
		graph_done(&g);
	}
}

/* ---- large ----------------------------------------------------------- */

/* One block leads back to each of a long chain: no exit of it fits any. */
static void test_back_to_all(void **state)
{
	enum { N = 50000 };
	struct cvg_str s = {0};
	struct graph g;

	(void)state;
	cvg_str_add(&s, "arg c; e -> b0\n");
	for (uint32_t k = 0; k + 1 < N; k++)
		cvg_str_addf(&s, "b%u -> b%u\n", k, k + 1);
	cvg_str_addf(&s, "b%u switch c -> out", N - 1);
	for (uint32_t k = 0; k < N; k++)
		cvg_str_addf(&s, " b%u", k);
	cvg_str_add(&s, "\nout ret\n");
	g = graph_of(s.at);
	assert_true(has_region(&g, "b0", "out"));
	graph_done(&g);
	cvg_str_done(&s);
}

/* Loops that overlap all the way: each block is left by an edge too early. */
static void test_overlapping(void **state)
{
	enum { N = 100000 };
	struct cvg_str s = {0};
	struct graph g;

	(void)state;
	cvg_str_add(&s, "arg c; e -> b0; b0 -> b1; b1 -> b2\n");
	for (uint32_t k = 2; k + 1 < N; k++)
		cvg_str_addf(&s, "b%u ? c -> b%u b%u\n", k, k + 1, k - 2);
	g = graph_of(s.at);
	assert_true(cvg_ana_regions(g.ana)->n > 0);
	assert_false(has_region(&g, "b5", "b9"));
	graph_done(&g);
	cvg_str_done(&s);
}

/* Conditionals in one another, with frontiers as long as they are deep. */
static void test_deep(void **state)
{
	enum { N = 33000 };
	struct cvg_str s = {0};
	struct graph g;

	(void)state;
	cvg_str_add(&s, "arg c; e -> a0\n");
	for (uint32_t k = 0; k + 1 < N; k++)
		cvg_str_addf(&s, "a%u ? c -> a%u j%u\n", k, k + 1, k);
	cvg_str_addf(&s, "a%u -> j%u\n", N - 1, N - 2);
	for (uint32_t k = N - 2; k > 0; k--)
		cvg_str_addf(&s, "j%u -> j%u\n", k, k - 1);
	cvg_str_add(&s, "j0 -> x; x ret\n");
	g = graph_of(s.at);
	assert_int_equal(cvg_ana_regions(g.ana)->n, N);
	assert_true(has_region(&g, "a7", "j7"));
	graph_done(&g);
	cvg_str_done(&s);
}

UNIT_TESTS(regions_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_diamond),
		cmocka_unit_test(test_sequence),
		cmocka_unit_test(test_simple_loop),
		cmocka_unit_test(test_jump_in),
		cmocka_unit_test(test_by_definition),
		cmocka_unit_test(test_back_to_all),
		cmocka_unit_test(test_overlapping),
		cmocka_unit_test(test_deep),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
