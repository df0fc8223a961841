/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Plans of linearization (Anantpur, Govindarajan, CC 2014) on the paper's
 * figures: Definition 1, regions with their units in order, how often blocks
 * run.
 */
#include "tests/unit/plan_kit.h"

#include "reconverge/cost.h"
#include "reconverge/linear.h"
#include "reconverge/marks.h"
#include "reconverge/profile.h"

/* ---- figures --------------------------------------------------------- */

#define SHORT_CIRCUIT                                    \
	THREAD "e ? c -> B3 B2\n B2 ? c -> B5 B3\n"      \
	       "B3 ? c -> B5 B4\n B4 -> B6\n B5 -> B6\n" \
	       "B6 ret\n"
#define JUMP_OUT                                               \
	THREAD "e -> B2\n B2 ? c -> B5 B3\n B3 ? c -> B6 B4\n" \
	       "B4 ? c -> B2 B5\n B5 -> B6\n B6 ret\n"
#define JUMP_IN                                                \
	THREAD "e ? c -> B5 B2\n B2 -> B3\n B3 ? c -> B5 B4\n" \
	       "B4 -> B5\n B5 ? c -> B3 B6\n B6 ret\n"
#define IRREDUCIBLE                          \
	THREAD "e ? c -> B3 B2\n B2 -> B3\n" \
	       "B3 ? c -> B2 B4\n B4 ret\n"
#define STRUCTURED                                               \
	THREAD "e ? c -> a b\n a ? c -> d f\n d -> f\n f -> x\n" \
	       "b -> l\n l ? c -> l x\n x ret\n"

/* Figure 1 with a block on each edge to a block with several predecessors. */
#define SHORT_CIRCUIT_SPLIT                                          \
	THREAD "e ? c -> x B2\n B2 ? c -> y w\n x -> B3\n w -> B3\n" \
	       "B3 ? c -> z B4\n y -> B5\n z -> B5\n B4 -> v\n"      \
	       "B5 -> v\n v ret\n"
/* A join that one way leads to directly: all of its predecessors either
 * dominate it or are post-dominated by it. */
#define DIRECT                                                          \
	THREAD "e switch c -> J a b\n a ? c -> J d\n d -> J\n b -> x\n" \
	       "J -> x\n x ret\n"
/* The join's immediate dominator e does not part threads, a does. */
#define BELOW                                                               \
	THREAD "e: w = icmp slt m u\n e ? w -> a b\n a switch t -> p q x\n" \
	       "p -> J\n q -> J\n b -> J\n J -> x\n x ret\n"
/* BELOW without threads that part. */
#define TOGETHER                                                            \
	THREAD "e: w = icmp slt m u\n e ? w -> a b\n a switch m -> p q x\n" \
	       "p -> J\n q -> J\n b -> J\n J -> x\n x ret\n"
/* The threads of H meet at L, in front of the next round. */
#define ROUNDS THREAD "e -> H\n H ? c -> L K\n K -> H\n L ? c -> H x\n x ret\n"

static void expect_edges(const char *text, const char *expected)
{
	struct graph g = graph_of(text);
	struct cvg_u32s edges = {0};
	struct cvg_str s = {0};

	cvg_linear_unstructured(g.ana, &edges);
	for (size_t k = 0; k < edges.n; k += 2)
		cvg_str_addf(&s, "%s%s>%s", k ? " " : "",
			     g.fn->blocks[edges.at[k]].name,
			     g.fn->blocks[edges.at[k + 1]].name);
	assert_string_equal(cvg_str_of(&s), expected);
	cvg_str_done(&s);
	free(edges.at);
	graph_done(&g);
}

/* Marks: pairs, all cases of a switch that lead to one; and the entries. */
static void expect_marks(const char *text, const char *edges,
			 const char *entries)
{
	struct graph g = graph_of(text);
	struct cvg_str marked = {0}, enters = {0};
	struct cvg_bits marks;

	cvg_linear_marks(g.ana, &marks);
	for (uint32_t b = 0; b < g.fn->nblocks; b++) {
		const struct cvg_block *bl = &g.fn->blocks[b];

		for (uint32_t k = 0; k < bl->nsuccs; k++)
			if (cvg_bits_has(&marks, bl->succs_at + k))
				cvg_str_addf(&marked, "%s%s.%u",
					     marked.n ? " " : "", bl->name, k);
		if (cvg_enters_irreducible(g.ana, b))
			cvg_str_addf(&enters, "%s%s", enters.n ? " " : "",
				     bl->name);
	}
	assert_string_equal(cvg_str_of(&marked), edges);
	assert_string_equal(cvg_str_of(&enters), entries);
	cvg_str_done(&marked);
	cvg_str_done(&enters);
	cvg_bits_done(&marks);
	graph_done(&g);
}

static void marks(void **state)
{
	(void)state;
	expect_marks(SHORT_CIRCUIT, "B3.0 B2.0 B2.1", "");
	expect_marks(JUMP_IN, "e.0 B2.0", "B5 B3");
	expect_marks(IRREDUCIBLE, "e.0 e.1", "B3 B2");
	expect_marks(STRUCTURED, "", "");
	/* Two cases to B3, one to B2. */
	expect_marks(THREAD "e switch t -> B3 B2 B3\n B2 -> B3\n"
			    "B3 ? c -> B2 B4\n B4 ret\n",
		     "e.0 e.1 e.2", "B3 B2");
	/* Entries of a cycle in a cycle: the inner one's alone. */
	expect_marks(THREAD "e -> h\n h ? c -> p q\n p -> q\n q ? c -> p x\n"
			    "x ? c -> h o\n o ret\n",
		     "h.0 h.1", "p q");
}

static void definition1(void **state)
{
	(void)state;
	expect_edges(SHORT_CIRCUIT, "B3>B5 B2>B5 B2>B3");
	expect_edges(JUMP_OUT, "B2>B5 B3>B6 B4>B5");
	expect_edges(JUMP_IN, "e>B5 B2>B3");
	expect_edges(IRREDUCIBLE, "e>B3 e>B2");
	expect_edges(STRUCTURED, "");
	/* The fourth rule. */
	expect_edges(SHORT_CIRCUIT_SPLIT, "x>B3 y>B5 w>B3 z>B5");
	expect_edges(DIRECT, "a>J d>J");
	expect_edges(BELOW, "b>J p>J q>J");
	expect_edges(TOGETHER, "");
	expect_edges(ROUNDS, "");
	/* A way that only traps keeps no threads apart. */
	expect_edges(THREAD "e ? c -> t a\n a ? c -> t b\n b ret\n"
			    "t unreachable\n",
		     "");
}

/* The plan's one region as "head..exit: unit unit": a unit by its entry's
 * name, in order. */
static void expect_units(const struct graph *g, const struct cvg_linplan *plan,
			 const char *expected)
{
	const struct cvg_linregion *region;
	struct cvg_str s = {0};

	assert_int_equal(plan->n, 1);
	region = &plan->at[0];
	cvg_str_addf(&s, "%s..%s:", g->fn->blocks[region->head].name,
		     region->exit == CVG_NONE
			     ? "end"
			     : g->fn->blocks[region->exit].name);
	for (uint32_t u = 0; u < region->nunits; u++)
		cvg_str_addf(&s, " %s",
			     g->fn->blocks[region->unit[u].entry].name);
	assert_string_equal(cvg_str_of(&s), expected);
	cvg_str_done(&s);
}

static void expect_mode(const char *text, const char *mode,
			const char *expected)
{
	struct graph g = graph_of(text);
	struct cvg_settings settings;
	struct cvg_linplan *plan;
	struct cvg_err err;

	cvg_settings_init(&settings);
	assert_true(cvg_settings_set(&settings, "linearize", mode, &err));
	plan = cvg_plan_linear(g.ana, &settings);
	expect_units(&g, plan, expected);
	cvg_linplan_free(plan);
	graph_done(&g);
}

/* Also the number of guards with a block of their own, and of units that all
 * threads run. */
static void expect_region(const char *text, const char *level,
			  const char *expected, uint32_t guards, uint32_t open)
{
	struct graph g = graph_of(text);
	struct cvg_settings settings;
	struct cvg_linplan *plan;
	struct cvg_err err;

	cvg_settings_init(&settings);
	assert_true(cvg_settings_set(&settings, "lin-opt", level, &err));
	plan = cvg_plan_linear(g.ana, &settings);
	expect_units(&g, plan, expected);
	assert_int_equal(plan->at[0].new_blocks, guards);
	assert_int_equal(plan->at[0].nopen, open);
	cvg_linplan_free(plan);
	graph_done(&g);
}

static void figures(void **state)
{
	(void)state;
	expect_region(SHORT_CIRCUIT, "4", "e..B6: B2 B3 B4 B5", 1, 1);
	expect_region(SHORT_CIRCUIT, "3", "e..B6: B2 B3 B4 B5", 2, 0);
	expect_region(SHORT_CIRCUIT, "0", "e..B6: B2 B3 B4 B5", 4, 0);
	expect_region(SHORT_CIRCUIT_SPLIT, "4", "e..v: B2 w y x B3 B4 z B5", 1,
		      1);
	expect_region(DIRECT, "4", "e..x: a J", 1, 0);
	expect_region(BELOW, "4", "e..x: b a q p J", 0, 1);
	expect_region(JUMP_OUT, "4", "e..B6: B2 B3 B4 B5", 1, 1);
	expect_region(JUMP_OUT, "0", "e..B6: B2 B3 B4 B5", 5, 0);
	expect_region(IRREDUCIBLE, "4", "e..B4: B2 B3", 0, 1);
	/* B3 and B4 are a structured piece: one unit. */
	expect_region(JUMP_IN, "4", "e..B6: B2 B3 B5", 1, 0);
}

/* B5 ran three times (section 2.1). */
static void times(void **state)
{
	struct graph g = graph_of(SHORT_CIRCUIT);
	struct cvg_settings settings;
	struct cvg_linplan *plan;

	(void)state;
	cvg_settings_init(&settings);
	plan = cvg_plan_linear(g.ana, &settings);
	assert_int_equal(plan->at[0].worst, 3);
	assert_int_equal(plan->at[0].worst_block, at(&g, "B5"));
	assert_int_equal(plan->at[0].refusal, CVG_REFUSE_NONE);
	cvg_linplan_free(plan);
	graph_done(&g);
}

/*
 * Interleaving charges a load to the loop of the region that it is in, however
 * many loops of the function stand before the region. The loop h, i is no
 * piece, as it is left to two places. Its load y, which k uses, comes later
 * than b's load w, which d uses: d is placed before k.
 */
static void interleaved_loop(void **state)
{
	static const char *const loops_before[] = {
		"e -> p\n p ? u -> p head\n",
		"e -> p\n p ? u -> p p2\n p2 ? u -> p2 p3\n"
		"p3 ? u -> p3 p4\n p4 ? u -> p4 p5\n p5 ? u -> p5 p6\n"
		"p6 ? u -> p6 head\n",
	};

	(void)state;
	for (size_t k = 0; k < 2; k++) {
		struct cvg_str text = {0};

		cvg_str_addf(&text, "%s%s%s", THREAD, loops_before[k],
			     "head ? c -> a b\n a: x = mul t 3\n a -> h\n"
			     "h: y = load @q\n h ? u -> k i\n i ? v -> h l\n"
			     "k: z = add y n\n k -> j\n l -> j\n"
			     "b: w = load @r\n b -> d\n"
			     "d: s = add w n\n d -> j\n j ret\n");
		expect_mode(cvg_str_of(&text), "interleave",
			    "head..j: b a h i l d k");
		cvg_str_done(&text);
	}
}

/* ---- what interleaving and merging bring ------------------------------ */

/* The first region in that mode and timing, with that profile or NULL. */
static struct cvg_linplan *plan_in(struct graph *g, const char *mode,
				   const char *timing,
				   const struct cvg_profile *profile)
{
	struct cvg_settings settings;
	struct cvg_err err;

	cvg_settings_init(&settings);
	settings.profile = profile;
	assert_true(cvg_settings_set(&settings, "linearize", mode, &err));
	assert_true(cvg_settings_set(&settings, "timing", timing, &err));
	return cvg_plan_linear(g->ana, &settings);
}

/* Global loads take 320 cycles on gfx9 and issue in 16. */
#define INTERLEAVED                                              \
	THREAD "e ? c -> B2 B5\n B2: x = load @p\n"              \
	       "B2 ? c -> B3 B4\n B3: xa = add x n\n B3 -> B8\n" \
	       "B4: xb = mul x n\n B4 -> B8\n B5: w = load @q\n" \
	       "B5 ? c -> B6 B7\n B6: wa = add w n\n B6 -> B8\n" \
	       "B7: wb = mul w n\n B7 -> B8\n B8 ret\n"

/* Blocks that use what they load are planned as they would be split. */
static void split_covers(void **state)
{
	struct graph g = graph_of(
		THREAD
		"e ? c -> A B\n A: x = load @p\n A: xa = add x n\n A -> J\n"
		"B: w = load @q\n B: wa = add w n\n B -> J\n J ret\n");
	struct cvg_linplan *plan =
		plan_in(&g, "interleave", "scoreboard", NULL);
	const struct cvg_linregion *region = &plan->at[0];

	(void)state;
	assert_int_equal(plan->n, 1);
	assert_int_equal(plan->nsplits, 2);
	assert_int_equal(region->refusal, CVG_REFUSE_NONE);
	assert_int_equal(region->nblocks, 2);
	assert_int_equal(region->nsplits, 2);
	assert_int_equal(region->nunits, 4);
	/* One load waits while the other is under way, less what runs then. */
	assert_in_range(region->covered, 300 - 16 - 100, 320 + 100);
	cvg_linplan_free(plan);
	graph_done(&g);
}

static void stalls_covered(void **state)
{
	struct graph g = graph_of(INTERLEAVED);
	struct cvg_linplan *plan = plan_in(&g, "interleave", "latency", NULL);
	int64_t covered = plan->at[0].covered;

	(void)state;
	/* One load waits while the other is under way, less what runs then. */
	assert_in_range(covered, 300 - 16 - 100, 320 + 100);
	assert_int_equal(plan->at[0].saved, 0);
	assert_int_equal(cvg_linear_net(&plan->at[0]), -plan->at[0].price);
	cvg_linplan_free(plan);
	plan = plan_in(&g, "interleave", "scoreboard", NULL);
	assert_int_equal(plan->at[0].covered, covered);
	assert_int_equal(cvg_linear_net(&plan->at[0]),
			 covered - plan->at[0].price);
	cvg_linplan_free(plan);
	graph_done(&g);
}

/* Half of the warps are split, and then none: a warp that runs one arm only has
 * nothing to run meanwhile. */
static void stalls_of_split_warps(void **state)
{
	struct graph g = graph_of(INTERLEAVED);
	struct cvg_linplan *plan = plan_in(&g, "interleave", "latency", NULL);
	int64_t all = plan->at[0].covered;
	uint64_t warps[8] = {10, 10, 10, 10, 10, 10, 10, 10}, lanes[8] = {0};
	uint64_t split[8] = {5}, edges[16] = {0};
	struct cvg_profile *profile;

	(void)state;
	cvg_linplan_free(plan);
	assert_int_equal(g.fn->nblocks, 8);
	for (uint32_t k = 0; k < 2; k++, split[0] = 0) {
		profile = cvg_profile_new(g.fn, warps, lanes, split, edges);
		plan = plan_in(&g, "interleave", "latency", profile);
		assert_int_equal(plan->at[0].covered, k ? 0 : all / 2);
		cvg_linplan_free(plan);
		cvg_profile_free(profile);
	}
	graph_done(&g);
}

/* An outer loop a with the inner loop b, which threads leave at different times. */
#define NESTED                                                           \
	THREAD "e -> a\n a: i = phi e:n k:i1\n a -> b\n"                 \
	       "b: j = phi a:n b:j1\n b: j1 = mul j t\n"                 \
	       "b: d = icmp slt j1 t\n b ? d -> b k\n"                   \
	       "k: i1 = add i 1\n k: f = icmp slt i1 m\n k ? f -> a x\n" \
	       "x ret\n"

/* 4 warps with 2 rounds of a and 30 of b, which could be 25 in one loop. */
static void idle_lanes_filled(void **state)
{
	struct graph g = graph_of(NESTED);
	uint32_t a = at(&g, "a"), b = at(&g, "b"), k = at(&g, "k");
	uint64_t warps[5] = {0}, zero[5] = {0}, edges[10] = {0};
	uint32_t block[] = {a, b, k};
	uint64_t rounds[] = {12, 100, 12};
	struct cvg_profile *profile;
	struct cvg_linplan *plan;
	int64_t cost[3];

	(void)state;
	warps[at(&g, "e")] = 4;
	warps[a] = warps[k] = 8;
	warps[b] = 120;
	profile = cvg_profile_new(g.fn, warps, zero, zero, edges);
	plan = plan_in(&g, "loops", "latency", profile);
	assert_int_equal(plan->at[0].saved, 0); /* rounds were not counted */
	cvg_linplan_free(plan);
	cvg_profile_add_nest(profile, g.fn, 100, block, rounds, 3);
	cvg_profile_sort(profile);
	plan = plan_in(&g, "loops", "latency", profile);
	for (uint32_t i = 0; i < 3; i++)
		cost[i] = (int64_t)cvg_cost_block(g.fn, block[i]);
	/* b runs 20 times less in 4 warps, a and k run 4 times more. */
	assert_int_equal(plan->at[0].saved, 5 * cost[1] - cost[0] - cost[2]);
	/* Each of the 25 rounds pays for a guard at least. */
	assert_true(plan->at[0].price >= 25 * cvg_cost_branch(g.fn));
	cvg_linplan_free(plan);
	cvg_profile_free(profile);
	/* The guess: half of 32 times 32 rounds of b go. */
	plan = plan_in(&g, "loops", "latency", NULL);
	assert_int_equal(plan->at[0].saved,
			 512 * cost[1] - 480 * (cost[0] + cost[2]));
	cvg_linplan_free(plan);
	graph_done(&g);
}

UNIT_TESTS(linear_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(definition1),
		cmocka_unit_test(marks),
		cmocka_unit_test(figures),
		cmocka_unit_test(idle_lanes_filled),
		cmocka_unit_test(interleaved_loop),
		cmocka_unit_test(split_covers),
		cmocka_unit_test(stalls_covered),
		cmocka_unit_test(stalls_of_split_warps),
		cmocka_unit_test(times),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
