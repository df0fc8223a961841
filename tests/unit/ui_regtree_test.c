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

/* ---- what can be gained ---------------------------------------------- */

#define NBLOCKS 12
#define MOST	6

/* Choices that each change a run of blocks. */
struct runs {
	struct cvg_choice at[MOST];
	uint32_t blocks[MOST][NBLOCKS], which[MOST];
	struct cvg_choices c;
};

static void add_run(struct runs *r, uint32_t from, uint32_t end, int64_t net)
{
	uint32_t k = r->c.n++;

	for (uint32_t b = from; b < end; b++)
		r->blocks[k][b - from] = b;
	r->at[k] = (struct cvg_choice){.command = "meld",
				       .block = from,
				       .gain = (double)net,
				       .blocks = r->blocks[k],
				       .nblocks = end - from};
	r->which[k] = k;
	r->c.at = r->at;
}

static int64_t together(const struct runs *r)
{
	return (int64_t)cvg_choices_together(&r->c, r->which, r->c.n, NBLOCKS);
}

/* The same by trying every set; -1 for sets that do not stand together. */
static int64_t net_of_set(const struct runs *r, unsigned set)
{
	unsigned taken = 0;
	int64_t net = 0;

	for (uint32_t k = 0; k < r->c.n; k++) {
		unsigned blocks = 0;

		if (!(set >> k & 1))
			continue;
		for (uint32_t i = 0; i < r->at[k].nblocks; i++)
			blocks |= 1U << r->blocks[k][i];
		if (taken & blocks)
			return -1;
		taken |= blocks;
		net += (int64_t)r->at[k].gain;
	}
	return net;
}

static int64_t best_of_all(const struct runs *r)
{
	int64_t best = 0;

	for (unsigned set = 0; set < 1U << r->c.n; set++)
		if (net_of_set(r, set) > best)
			best = net_of_set(r, set);
	return best;
}

static void best_of_a_nest(void **state)
{
	struct runs r = {.c = {.n = 0}};

	(void)state;
	assert_int_equal(together(&r), 0);
	add_run(&r, 0, 8, 360);
	add_run(&r, 1, 3, 102);
	add_run(&r, 4, 6, 102);
	assert_int_equal(together(&r), 360);
	add_run(&r, 6, 8, 170);
	assert_int_equal(together(&r), 374);
	add_run(&r, 9, 10, 5);
	assert_int_equal(together(&r), 379);
	r.at[4].gain = -5;
	assert_int_equal(together(&r), 374);
	r.at[3].command = NULL;
	assert_int_equal(together(&r), 360);
}

/* Runs that are nested or apart have the best set; any others have a set that
 * stands together. */
static void best_of_random(void **state)
{
	uint32_t seed = 1, exact = 0;

	(void)state;
	for (int round = 0; round < 4000; round++) {
		struct runs r = {.c = {.n = 0}};
		bool nested = true;

		for (uint32_t k = 0; k < MOST; k++) {
			uint32_t from =
				(seed = seed * 1103515245 + 12345) >> 16;
			uint32_t size =
				(seed = seed * 1103515245 + 12345) >> 16;

			from %= NBLOCKS;
			size = 1 + size % (NBLOCKS - from);
			add_run(&r, from, from + size, 1 + (seed >> 8) % 40);
		}
		for (uint32_t i = 0; i < MOST; i++)
			for (uint32_t k = 0; k < MOST; k++) {
				uint32_t a = r.at[i].block, b = r.at[k].block;

				nested &= a > b || b >= a + r.at[i].nblocks ||
					  b + r.at[k].nblocks <=
						  a + r.at[i].nblocks ||
					  a == b;
			}
		exact += nested;
		if (nested)
			assert_int_equal(together(&r), best_of_all(&r));
		else
			assert_true(together(&r) <= best_of_all(&r));
	}
	assert_true(exact > 100);
}

/* Of each range of keys: what its choices bring together, however often and in
 * whatever order ranges are asked for. */
static void gains_of_parts(void **state)
{
	uint32_t key[NBLOCKS], which[MOST], n;
	struct runs r = {.c = {.n = 0}};
	struct cvg_gains *gains;

	(void)state;
	for (uint32_t b = 0; b < NBLOCKS; b++)
		key[b] = (b * 5 + 3) % NBLOCKS;
	add_run(&r, 0, 8, 360);
	add_run(&r, 1, 3, 102);
	add_run(&r, 4, 6, 102);
	add_run(&r, 6, 8, 170);
	add_run(&r, 9, 10, 5);
	r.at[2].command = NULL;
	gains = cvg_gains_new(&r.c, key, NBLOCKS);
	for (uint32_t end = NBLOCKS + 1; end-- > 0;)
		for (uint32_t from = 0; from <= end; from++) {
			n = 0;
			for (uint32_t i = 0; i < r.c.n; i++)
				if (r.at[i].command &&
				    key[r.at[i].block] >= from &&
				    key[r.at[i].block] < end)
					which[n++] = i;
			assert_int_equal(cvg_gains_count(gains, from, end), n);
			assert_true(
				cvg_gains_in(gains, from, end) ==
				cvg_choices_together(&r.c, which, n, NBLOCKS));
		}
	assert_true(cvg_gains_in(gains, 0, NBLOCKS) == 365);
	cvg_gains_free(gains);
}

UNIT_TESTS(ui_regtree_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_hand),
		cmocka_unit_test(random_graphs),
		cmocka_unit_test(best_of_a_nest),
		cmocka_unit_test(best_of_random),
		cmocka_unit_test(gains_of_parts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
