/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Why a value is divergent: chains by hand, shortest of several. */
#include "tests/unit/cfg_kit.h"

#include <string.h>

#define TID "t = call llvm.amdgcn.workitem.id.x"

/* Steps as "%x operand, e: join, ...": values, or blocks for terminators. */
static void expect_of(const struct graph *g, uint32_t v, const char *chain)
{
	struct cvg_str said = {0};
	struct cvg_why *step;
	uint32_t n;

	cvg_uniform_why(g->ana, v, &step, &n);
	for (uint32_t k = 0; k < n; k++) {
		cvg_str_add(&said, k ? ", " : "");
		if (step[k].value == CVG_NONE)
			cvg_str_addf(&said,
				     "%s:", g->fn->blocks[step[k].block].name);
		else
			cvg_str_add(&said, g->fn->values[step[k].value].text);
		cvg_str_addf(&said, " %s", cvg_cause_name(step[k].cause));
	}
	assert_string_equal(cvg_str_of(&said), chain);
	cvg_str_done(&said);
	free(step);
}

static void expect(const char *text, const char *name, const char *chain)
{
	struct graph g = graph_of(text);

	expect_of(&g, cvg_value_by_name(g.fn, name), chain);
	graph_done(&g);
}

static void test_uniform(void **state)
{
	(void)state;
	expect("arg n; e: a = add n 1", "a", "");
}

static void test_data(void **state)
{
	(void)state;
	expect("device; arg n; e: a = add n 1", "a", "%a operand, %n argument");
	/* Two ways lead to d; one is shorter, though it comes later. */
	expect("arg n; e: " TID "; e: a = add t 1; e: b = add a 1\n"
	       "e: u = call llvm.amdgcn.workitem.id.y; e: d = add b u",
	       "d", "%d operand, %u source");
}

static void test_join(void **state)
{
	const char *text = "arg n; e: " TID "; e: c = icmp t n\n"
			   "e ? c -> x j; x -> j; j: p = phi e:1 x:2\n"
			   "j: q = add p 1";
	struct graph g = graph_of(text);

	(void)state;
	expect(text, "q",
	       "%q operand, %p join, e: operand, %c operand, %t source");
	expect_of(&g, cvg_inst_value(g.fn, cvg_block_last(g.fn, at(&g, "e"))),
		  "e: operand, %c operand, %t source");
	graph_done(&g);
}

static void test_temporal(void **state)
{
	(void)state;
	expect("arg n; e: " TID "; e -> h; h: i = phi e:0 h:k\n"
	       "h: k = add i 1; h: c = icmp k t; h ? c -> h x; x: a = add k 1",
	       "a", "%a temporal, h: operand, %c operand, %t source");
}

static void test_cycle(void **state)
{
	(void)state;
	expect("arg n; e: " TID "; e: c = icmp t n; e: v = icmp n 3\n"
	       "e ? c -> a b; a: x = add n 1; a -> b\n"
	       "b: y = add n 2; b ? v -> a out",
	       "x", "%x cycle, e: operand, %c operand, %t source");
}

/* A branch that is divergent because of a join before it. */
static void test_two_branches(void **state)
{
	(void)state;
	expect("arg n; e: " TID "; e: c = icmp t n; e ? c -> x j; x -> j\n"
	       "j: p = phi e:1 x:2; j: d = icmp p 2; j ? d -> y k; y -> k\n"
	       "k: q = phi j:n y:1",
	       "q",
	       "%q join, j: operand, %d operand, %p join, e: operand, "
	       "%c operand, %t source");
}

UNIT_TESTS(why_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_uniform),
		cmocka_unit_test(test_data),
		cmocka_unit_test(test_join),
		cmocka_unit_test(test_temporal),
		cmocka_unit_test(test_cycle),
		cmocka_unit_test(test_two_branches),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
