/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Uniformity: by hand, a graph for each rule; joins by definition on random
 * graphs; the target's word row by row. tests/oracle asks LLVM.
 */
#include "tests/unit/cfg_kit.h"
#include "reconverge/target.h"

#include <string.h>

#include "src/analysis/uniform.h"

#define TID "t = call llvm.amdgcn.workitem.id.x"

static bool divergent(const struct graph *g, const char *name)
{
	uint32_t v = cvg_value_by_name(g->fn, name);

	if (v == CVG_NONE)
		fail_msg("no value %s", name);
	return cvg_bits_has(&cvg_ana_uniform(g->ana)->divergent, v);
}

/* `names` holds every divergent argument and result, and nothing else. */
static void expect_of(struct graph *g, const char *names)
{
	for (uint32_t v = 0; v < g->fn->nargs + g->fn->ninsts; v++) {
		const char *text = g->fn->values[v].text;
		char spaced[64], all[256];
		bool listed;

		if (!text || text[0] != '%')
			continue;
		snprintf(spaced, sizeof spaced, " %s ", text + 1);
		snprintf(all, sizeof all, " %s ", names);
		listed = strstr(all, spaced) != NULL;
		if (listed != divergent(g, text))
			fail_msg("%s is %s", text,
				 listed ? "uniform" : "divergent");
	}
}

static void expect(const char *text, const char *names)
{
	struct graph g = graph_of(text);

	expect_of(&g, names);
	graph_done(&g);
}

static bool splits(const struct graph *g, const char *block)
{
	return cvg_bits_has(&cvg_ana_uniform(g->ana)->divergent_term,
			    at(g, block));
}

/* ---- rules ------------------------------------------------------------ */

static void test_data(void **state)
{
	(void)state;
	expect("arg n; e: " TID "; e: a = add t n; e: b = add n 1\n"
	       "e: c = mul a b; e ret",
	       "t a c");
	expect("device; arg n m; e: a = add n 1; e ret", "n m a");
	expect("device; arg n m inreg; e: a = add n 1; e: b = add m 1", "n a");
	expect("kernel nvptx; arg n; e: t = call llvm.nvvm.barrier0\n"
	       "e: a = add n 1; e: b = add t 1",
	       "t b");
}

static void test_join(void **state)
{
	struct graph g = graph_of("arg n; e: " TID "; e: c = icmp t n\n"
				  "e ? c -> x y; x -> j; y -> j\n"
				  "j: p = phi x:1 y:2; j: q = phi x:n y:n\n"
				  "j: r = phi x:n y:undef; j: s = add p 1");

	(void)state;
	expect_of(&g, "t c p s");
	assert_true(splits(&g, "e"));
	assert_false(splits(&g, "x"));
	assert_int_equal(cvg_ana_uniform(g.ana)->nbranches, 1);
	graph_done(&g);
	expect("arg n; e: c = icmp n 1; e ? c -> x y; x -> j; y -> j\n"
	       "j: p = phi x:1 y:2",
	       "");
}

/* A uniform branch inside a divergent arm makes no phi divergent. */
static void test_nested(void **state)
{
	(void)state;
	expect("arg n; e: " TID "; e: c = icmp t n; e: u = icmp n 7\n"
	       "e ? c -> a j; a ? u -> x y; x -> i; y -> i\n"
	       "i: p = phi x:1 y:2; i -> j; j: q = phi e:3 i:p",
	       "t c q");
}

static void test_switch(void **state)
{
	struct graph g = graph_of("arg n; e: " TID "\n"
				  "e switch t -> d a b; a -> i; b -> i\n"
				  "i: p = phi a:1 b:2; i -> j; d -> j\n"
				  "j: q = phi i:n d:1; j ret");

	(void)state;
	expect_of(&g, "t p q");
	assert_true(splits(&g, "e"));
	graph_done(&g);
}

/* Threads leave in different rounds: the counter differs outside only. */
static void test_temporal(void **state)
{
	struct graph g =
		graph_of("arg n; e: " TID "; e -> h\n"
			 "h: i = phi e:0 h:k; h: k = add i 1\n"
			 "h: u = add n 1; h: c = icmp k t\n"
			 "h ? c -> h x; x: a = add k 1; x: b = add u 1\n"
			 "x: d = add n 1");
	const struct cvg_uniform *u = cvg_ana_uniform(g.ana);
	uint32_t a = cvg_value_inst(g.fn, cvg_value_by_name(g.fn, "a"));
	uint32_t k = cvg_value_inst(g.fn, cvg_value_by_name(g.fn, "k"));

	(void)state;
	expect_of(&g, "t c a b");
	assert_true(cvg_bits_has(&u->divergent_exit, 0));
	assert_true(cvg_bits_has(&u->temporal, g.fn->insts[a].ops_at));
	assert_false(cvg_bits_has(&u->temporal, g.fn->insts[k].ops_at));
	graph_done(&g);
}

/* A divergent break out of two loops: the outer is left divergently. */
static void test_break_two(void **state)
{
	struct graph g =
		graph_of("arg n; e: " TID "; e: v = icmp n 3; e -> o\n"
			 "o: i = phi e:0 l:k; o: k = add i 1; o -> h\n"
			 "h: c = icmp k t; h ? c -> x b; b ? v -> h l\n"
			 "l ? v -> o y; x: a = add k 1; y: d = add k 1");
	const struct cvg_uniform *u = cvg_ana_uniform(g.ana);

	(void)state;
	expect_of(&g, "t c a d");
	assert_int_equal(cvg_bits_count(&u->divergent_exit), 1);
	assert_true(cvg_bits_has(&u->divergent_exit, 0));
	graph_done(&g);
}

/*
 * One arm of a divergent branch may return, the branch that does is uniform:
 * still only some of the threads leave the loop.
 */
static void test_exit_in_arm(void **state)
{
	(void)state;
	expect("arg n; e: " TID "; e: c = icmp t n; e: v = icmp n 3; e -> h\n"
	       "h: i = phi e:0 l:k; h: k = add i 1; h -> o; o ? c -> x y\n"
	       "x ? v -> r w; w -> l; y -> l; l ? v -> h out\n"
	       "r: a = add k 1; out: d = add k 1",
	       "t c a d");
}

/* Threads that part outside enter a cycle at two places: given up. */
static void test_irreducible(void **state)
{
	(void)state;
	expect("arg n; e: " TID "; e: c = icmp t n; e: v = icmp n 3\n"
	       "e ? c -> a b; a: x = add n 1; a -> b\n"
	       "b: y = add n 2; b ? v -> a out; out: z = add n 3",
	       "t c x y");
	expect("arg n; e: " TID "; e: c = icmp n 5; e: v = icmp n 3\n"
	       "e ? c -> a b; a: x = add n 1; a -> b\n"
	       "b: y = add n 2; b ? v -> a out; out: z = add n 3",
	       "t");
}

static void test_always_uniform(void **state)
{
	(void)state;
	expect("arg n; e: " TID "\n"
	       "e: f = call llvm.amdgcn.readfirstlane.i32 t\n"
	       "e: b = call llvm.amdgcn.ballot.i64 t; e: a = add f b\n"
	       "e: m = call llvm.amdgcn.mbcnt.lo n n; e: o = call other n",
	       "t m o");
	/* Even if the cycle is given up; outside it is different again. */
	expect("arg n; e: " TID "; e: c = icmp t n; e ? c -> a b\n"
	       "a: f = call llvm.amdgcn.readfirstlane.i32 n; a -> b\n"
	       "b: g = call llvm.amdgcn.readfirstlane.i32 n\n"
	       "b ? c -> a out; out: z = add g 1",
	       "t c z");
}

/* One thread a block: nothing can differ. */
static void test_single_lane(void **state)
{
	struct graph g = graph_of("arg n; e: " TID "; e: a = add t 1");

	(void)state;
	for (int i = 0; i < 3; i++)
		g.fn->reqd_work_group[i] = 1;
	expect_of(&g, "");
	graph_done(&g);
}

static void expect_shape(uint32_t x, uint32_t y, uint32_t z, uint32_t warp,
			 uint32_t llvm_major, const char *names)
{
	struct graph g = graph_of(
		"arg n; e: " TID "; e: u = call llvm.amdgcn.workitem.id.y\n"
		"e: w = call llvm.amdgcn.workitem.id.z; e: a = lshr t 5\n"
		"e: b = lshr t 6; e: c = and t 4294967232; e: d = and t 96");

	g.fn->reqd_work_group[0] = x;
	g.fn->reqd_work_group[1] = y;
	g.fn->reqd_work_group[2] = z;
	g.fn->warp = warp;
	g.fn->llvm_major = llvm_major;
	expect_of(&g, names);
	graph_done(&g);
}

static void test_thread_blocks(void **state)
{
	(void)state;
	expect_shape(0, 0, 0, 64, 22, "t u w a b c d");
	expect_shape(64, 1, 1, 64, 22, "t a d");
	expect_shape(64, 1, 1, 32, 22, "t");
	expect_shape(32, 2, 1, 64, 22, "t u a d");
	expect_shape(65, 1, 1, 64, 22, "t a d");
	expect_shape(65, 2, 1, 64, 22, "t u a b c d");
	expect_shape(64, 1, 1, 64, 19, "t u w a d");
	expect_shape(64, 2, 1, 64, 19, "t u w a b c d");
}

/* ---- the table --------------------------------------------------------- */

static void expect_fact(const char *target, const char *name, uint32_t since,
			const char *fact)
{
	char text[160];
	struct graph g;
	struct cvg_seeds s;
	enum cvg_seed seed;
	bool other =
		strcmp(fact, "REGISTER") == 0 || strcmp(fact, "SCRATCH") == 0;

	snprintf(text, sizeof text, "kernel %s; arg n; e: a = call %s.i32 n",
		 target, name);
	g = graph_of(text);
	g.fn->llvm_major = since;
	cvg_seeds_init(&s, g.fn);
	seed = cvg_seed_of(&s, 0);
	if (strcmp(fact, "UNIFORM") == 0)
		assert_int_equal(seed, CVG_SEED_UNIFORM);
	else if (strcmp(fact, "DEFAULT") == 0)
		assert_int_equal(seed, CVG_SEED_DEFAULT);
	else if (!other)
		assert_int_equal(seed, CVG_SEED_SOURCE);
	cvg_seeds_done(&s);
	graph_done(&g);
}

/* Every row is found, so the rows are sorted. */
static void test_table(void **state)
{
	(void)state;
#define DIVERGENCE(t, n, s, f) \
	expect_fact(cvg_target_info(CVG_##t)->notation, n, s, #f);
#include "src/analysis/divergence.def"
#undef DIVERGENCE
	/* The longest row counts, whole words only, and not too new a one. */
	expect_fact("amdgpu", "llvm.amdgcn.if.break", 22, "UNIFORM");
	expect_fact("amdgpu", "llvm.amdgcn.readlanes", 22, "DEFAULT");
	expect_fact("amdgpu", "llvm.amdgcn.s.getpc", 19, "DEFAULT");
}

/* ---- joins by definition ----------------------------------------------- */

/* Mark what can be reached from b without `wall`. */
static void reach(const struct cvg_fn *fn, uint32_t b, uint32_t wall,
		  bool *seen)
{
	if (b == wall || seen[b])
		return;
	seen[b] = true;
	cvg_foreach_succ (fn, b, s)
		reach(fn, *s, wall, seen);
}

/* No block but the ends is on every path, and there are two last edges. */
static bool two_disjoint_paths(const struct cvg_fn *fn, uint32_t a, uint32_t x)
{
	bool seen[64] = {false};
	uint32_t edges = 0;

	reach(fn, a, CVG_NONE, seen);
	cvg_foreach_pred (fn, x, p)
		edges += seen[*p];
	if (a == x || edges < 2)
		return false;
	for (uint32_t w = 0; w < fn->nblocks; w++) {
		bool around[64] = {false};

		if (w == a || w == x)
			continue;
		reach(fn, a, w, around);
		if (!around[x])
			return false;
	}
	return true;
}

/* Forward edges only; the same one never twice. */
static struct graph random_dag(uint32_t *seed, uint32_t n)
{
	struct cvg_str text = {0};
	struct graph g;

	cvg_str_add(&text, "arg c\n");
	for (uint32_t b = 0; b < n; b++)
		cvg_str_addf(&text, "b%u\n", b);
	for (uint32_t b = 0; b + 2 < n; b++) {
		uint32_t near = 1 + draw(seed, n - b - 2 < 4 ? n - b - 2 : 4);
		uint32_t one = b + near;
		uint32_t two = one + 1 + draw(seed, n - one - 1);

		if (draw(seed, 4) == 0)
			cvg_str_addf(&text, "b%u -> b%u\n", b, two);
		else
			cvg_str_addf(&text, "b%u ? c -> b%u b%u\n", b, one,
				     two);
	}
	g = graph_of(cvg_str_of(&text));
	cvg_str_done(&text);
	return g;
}

static void check_joins(struct graph *g)
{
	struct cvg_sync *s = cvg_sync_new(g->ana);
	const struct cvg_order *order = cvg_ana_order(g->ana);
	const struct cvg_u32s *joins, *exits;

	for (uint32_t a = 0; a < g->fn->nblocks; a++) {
		bool found[64] = {false};

		if (order->place[a] == CVG_NONE)
			continue;
		cvg_sync_branch(s, a, &joins, &exits);
		assert_int_equal(exits->n, 0);
		for (size_t k = 0; k < joins->n; k++)
			found[joins->at[k]] = true;
		for (uint32_t x = 0; x < g->fn->nblocks; x++)
			assert_int_equal(found[x],
					 two_disjoint_paths(g->fn, a, x));
	}
	cvg_sync_free(s);
}

static void test_joins(void **state)
{
	uint32_t seed = 7;

	(void)state;
	for (int round = 0; round < 300; round++) {
		struct graph g = random_dag(&seed, 4 + draw(&seed, 20));

		check_joins(&g);
		graph_done(&g);
	}
}

/* ---- size --------------------------------------------------------------- */

/* 100,000 blocks, ifs nested to the bottom: no recursion, no square. */
static void test_deep(void **state)
{
	enum { DEPTH = 33000 };
	struct cvg_str text = {0};
	struct graph g;

	(void)state;
	cvg_str_add(&text, "arg n; e: " TID "; e: c = icmp t n; e -> a0\n");
	for (int k = 0; k < DEPTH; k++)
		cvg_str_addf(&text, "a%d ? c -> b%d j%d; b%d -> a%d\n", k, k, k,
			     k, k + 1);
	cvg_str_addf(&text, "a%d -> j%d\n", DEPTH, DEPTH - 1);
	for (int k = DEPTH - 1; k > 0; k--)
		cvg_str_addf(&text, "j%d: p%d = phi a%d:1 %s%d:2; j%d -> j%d\n",
			     k, k, k, k == DEPTH - 1 ? "a" : "j", k + 1, k,
			     k - 1);
	g = graph_of(cvg_str_of(&text));
	assert_int_equal(cvg_ana_uniform(g.ana)->nbranches, DEPTH);
	assert_true(divergent(&g, "p1"));
	assert_true(divergent(&g, "p32999"));
	graph_done(&g);
	cvg_str_done(&text);
}

UNIT_TESTS(uniform_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_data),
		cmocka_unit_test(test_join),
		cmocka_unit_test(test_nested),
		cmocka_unit_test(test_switch),
		cmocka_unit_test(test_temporal),
		cmocka_unit_test(test_break_two),
		cmocka_unit_test(test_exit_in_arm),
		cmocka_unit_test(test_irreducible),
		cmocka_unit_test(test_always_uniform),
		cmocka_unit_test(test_single_lane),
		cmocka_unit_test(test_thread_blocks),
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_joins),
		cmocka_unit_test(test_deep),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
