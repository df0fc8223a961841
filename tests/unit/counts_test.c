/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every row of metrics.def and counts.def reads the member that it names. */
#include "reconverge/counts.h"
#include "reconverge/metrics.h"
#include "reconverge/quantity.h"
#include "reconverge/score.h"
#include "reconverge/sim.h"

#include <math.h>
#include <string.h>

#include "tests/unit/unit.h"

static double metric(const char *name, const struct cvg_counts *n)
{
	int m = cvg_metric_named(name, strlen(name));

	assert_true(m >= 0);
	return cvg_metric_of((enum cvg_metric)m, n, 32);
}

static double count(const char *name, const struct cvg_score *score)
{
	int id = cvg_count_named(name, strlen(name));

	assert_true(id >= 0);
	assert_true(cvg_count_in_score((enum cvg_count)id));
	return cvg_count_of_score((enum cvg_count)id, score);
}

static const struct cvg_counts counts = {
	.threads = 1,
	.warps = 2,
	.cycles = 3,
	.max_warp_cycles = 4,
	.timed_cycles = 5,
	.max_warp_timed = 6,
	.stalls = 7,
	.memory_stalls = 8,
	.machine = {.cycles = 60,
		    .waits = 61,
		    .insts = 62,
		    .launch = 63,
		    .issue = 64,
		    .memory = 65,
		    .shared = 66,
		    .latency = 67,
		    .resident = 68},
	.insts = 9,
	.lane_insts = 144, /* half of 9 times 32 */
	.alu_insts = 5,
	.alu_lanes = 40, /* a quarter of 5 times 32 */
	.branches = 10,
	.divergent_branches = 11,
	.divergent_warps = 12,
	.max_depth = 13,
	.barriers = 14,
	.memory_insts = {[CVG_MEM_GLOBAL] = 20,
			 [CVG_MEM_SHARED] = 21,
			 [CVG_MEM_PRIVATE] = 22,
			 [CVG_MEM_CONSTANT] = 23},
	.transactions = {[CVG_MEM_GLOBAL] = 30,
			 [CVG_MEM_SHARED] = 31,
			 [CVG_MEM_PRIVATE] = 32,
			 [CVG_MEM_CONSTANT] = 33},
	.class_insts = {[CVG_CLASS_CONTROL] = 40,
			[CVG_CLASS_PHI] = 41,
			[CVG_CLASS_INT] = 42,
			[CVG_CLASS_INTDIV] = 43,
			[CVG_CLASS_FLOAT] = 44,
			[CVG_CLASS_FLOATDIV] = 45,
			[CVG_CLASS_COMPARE] = 46,
			[CVG_CLASS_SELECT] = 47,
			[CVG_CLASS_MOVE] = 48,
			[CVG_CLASS_CONVERT] = 49,
			[CVG_CLASS_ADDRESS] = 50,
			[CVG_CLASS_MEMORY] = 51,
			[CVG_CLASS_SYNC] = 52,
			[CVG_CLASS_CALL] = 53},
};

static const struct {
	const char *name;
	double value;
} metrics[] = {
	{"threads", 1},
	{"warps", 2},
	{"warp-cycles", 3},
	{"slowest-warp", 4},
	{"scoreboard-cycles", 5},
	{"scoreboard-slowest", 6},
	{"stall-cycles", 7},
	{"memory-stalls", 8},
	{"machine-cycles", 60},
	{"machine-waits", 61},
	{"machine-insts", 62},
	{"launch-cycles", 63},
	{"issue-time", 64},
	{"memory-time", 65},
	{"shared-time", 66},
	{"latency-time", 67},
	{"resident-warps", 68},
	{"warp-insts", 9},
	{"lane-insts", 144},
	{"utilization", 0.5},
	{"alu-utilization", 0.25},
	{"warp-branches", 10},
	{"split-branches", 11},
	{"split-warps", 12},
	{"stack-depth", 13},
	{"barriers", 14},
	{"global-insts", 20},
	{"shared-insts", 21},
	{"private-insts", 22},
	{"constant-insts", 23},
	{"global-transactions", 30},
	{"shared-transactions", 31},
	{"private-transactions", 32},
	{"constant-transactions", 33},
	{"control-insts", 40},
	{"phi-insts", 41},
	{"int-insts", 42},
	{"intdiv-insts", 43},
	{"float-insts", 44},
	{"floatdiv-insts", 45},
	{"compare-insts", 46},
	{"select-insts", 47},
	{"move-insts", 48},
	{"convert-insts", 49},
	{"address-insts", 50},
	{"memory-insts", 51},
	{"sync-insts", 52},
	{"call-insts", 53},
};

static void metrics_read_their_members(void **state)
{
	(void)state;
	assert_int_equal(sizeof metrics / sizeof *metrics, CVG_NMETRICS);
	for (size_t i = 0; i < CVG_NMETRICS; i++)
		assert_true(metric(metrics[i].name, &counts) ==
			    metrics[i].value);
}

static void a_share_of_nothing_is_not_known(void **state)
{
	static const struct cvg_counts none;

	(void)state;
	assert_true(isnan(metric("utilization", &none)));
	assert_true(isnan(metric("alu-utilization", &none)));
}

static void counts_read_their_members(void **state)
{
	static const struct cvg_score score = {
		.blocks = 1,
		.insts = 2,
		.branches = 3,
		.divergent = 4,
		.loads = 5,
		.stores = 6,
		.selects = 7,
		.phis = 8,
		.cycles = UINT64_C(1) << 40,
		.peak = 10,
	};

	(void)state;
	assert_true(count("blocks", &score) == 1);
	assert_true(count("insts", &score) == 2);
	assert_true(count("branches", &score) == 3);
	assert_true(count("divergent", &score) == 4);
	assert_true(count("loads", &score) == 5);
	assert_true(count("stores", &score) == 6);
	assert_true(count("selects", &score) == 7);
	assert_true(count("phis", &score) == 8);
	assert_true(count("cycles", &score) == 1099511627776.0);
	assert_true(count("peak", &score) == 10);
}

/* `expect` looks for a name among counts first, then among metrics. */
static void no_name_stands_twice(void **state)
{
	(void)state;
	for (int i = 0; i < CVG_NCOUNTS; i++) {
		const char *name = cvg_count_row((enum cvg_count)i)->name;

		assert_int_equal(cvg_count_named(name, strlen(name)), i);
		assert_int_equal(cvg_metric_named(name, strlen(name)), -1);
	}
	for (int i = 0; i < CVG_NMETRICS; i++) {
		const char *name = cvg_metric_row((enum cvg_metric)i)->name;

		assert_int_equal(cvg_metric_named(name, strlen(name)), i);
	}
}

static void changes_in_a_sentence(void **state)
{
	static const struct cvg_score from = {.cycles = 10, .blocks = 3},
				      to = {.cycles = 4, .blocks = 4};
	struct cvg_str text = {0};

	(void)state;
	cvg_add_score_change(&text, &from, &to);
	assert_string_equal(text.at, "-6 static cycles, +1 block");
	cvg_str_clear(&text);
	cvg_add_score_change(&text, &from, &from);
	assert_int_equal(text.n, 0);
	cvg_str_done(&text);
}

/* Each kind has a letter of its own. */
static void letters(void **state)
{
	(void)state;
	for (int i = 0; i < CVG_NCOUNTKINDS; i++)
		for (int k = 0; k < i; k++)
			assert_int_not_equal(
				cvg_countkind_letter((enum cvg_countkind)i),
				cvg_countkind_letter((enum cvg_countkind)k));
}

/* Large numbers fit into few columns, and none is cut off. */
static void scaled(void **state)
{
	static const struct {
		double number, most;
		const char *text;
	} of[] = {
		{0, 999, "0"},
		{999, 999, "999"},
		{1000, 999, "1.0k"},
		{9999, 9999, "9999"},
		{10000, 9999, "10k"},
		{38499, 999, "38k"},
		{999499, 999, "999k"},
		{999500, 999, "1.0M"},
		{1234567, 99999, "1.2M"},
		{-1234567, 99999, "-1.2M"},
		{7621717768, 99999, "7.6G"},
		{1e18, 999, "1.0E"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct cvg_str text = {0};

		cvg_add_scaled(&text, of[i].number, of[i].most);
		assert_string_equal(text.at, of[i].text);
		cvg_str_done(&text);
	}
}

UNIT_TESTS(counts_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(letters),
		cmocka_unit_test(scaled),
		cmocka_unit_test(metrics_read_their_members),
		cmocka_unit_test(a_share_of_nothing_is_not_known),
		cmocka_unit_test(counts_read_their_members),
		cmocka_unit_test(no_name_stands_twice),
		cmocka_unit_test(changes_in_a_sentence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
