/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Snapshots: the text notation, what finishing computes, the checker (each
 * invariant broken once), look-ups, differences.
 */
#include "tests/unit/cfg_kit.h"

#include "reconverge/diff.h"

#include <string.h>

static const char sample[] =
	"kernel nvptx pick\n"
	"arg n m inreg\n"
	"entry: t = call llvm.nvvm.read.ptx.sreg.tid.x # thread\n"
	"entry: c = icmp sgt t n; entry ? c -> then else\n"
	"then: call sync convergent\n"
	"then -> join\n"
	"else: q = add t 1; else: store q @buf\n"
	"else switch q -> join tail join\n"
	"tail -> else\n"
	"join: p = phi then:n else:t else:t\n"
	"join ret p\n";

/* ---- notation -------------------------------------------------------- */

static const char *text_of(const struct graph *g, const char *block, uint32_t k)
{
	return g->fn->insts[g->fn->blocks[at(g, block)].inst_at + k].text;
}

static void test_notation(void **state)
{
	struct graph g = graph_of(sample);
	const struct cvg_fn *fn = g.fn;

	(void)state;
	assert_string_equal(fn->name, "pick");
	assert_int_equal(fn->target, CVG_NVPTX);
	assert_int_equal(fn->kind, CVG_FN_KERNEL);
	assert_int_equal(fn->warp, 32);
	assert_int_equal(fn->nargs, 2);
	assert_int_equal(fn->values[0].flags, 0);
	assert_int_equal(fn->values[1].flags, CVG_V_INREG);
	assert_int_equal(fn->nblocks, 5);
	/* As first named: the order of the text, not of the statements. */
	assert_int_equal(at(&g, "entry"), 0);
	assert_int_equal(at(&g, "join"), 3);
	assert_int_equal(at(&g, "tail"), 4);
	assert_string_equal(text_of(&g, "entry", 0),
			    "%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()");
	assert_string_equal(text_of(&g, "entry", 1),
			    "%c = icmp sgt i32 %t, %n");
	assert_string_equal(text_of(&g, "entry", 2),
			    "br i1 %c, label %then, label %else");
	assert_string_equal(text_of(&g, "else", 1), "store i32 %q, ptr @buf");
	assert_string_equal(text_of(&g, "else", 2),
			    "switch i32 %q, label %join [ i32 0, label %tail "
			    "i32 1, label %join ]");
	assert_string_equal(text_of(&g, "join", 0),
			    "%p = phi i32 [ %n, %then ], [ %t, %else ], "
			    "[ %t, %else ]");
	assert_string_equal(text_of(&g, "join", 1), "ret i32 %p");
	graph_done(&g);
}

static void test_flags_and_shapes(void **state)
{
	struct graph g = graph_of("arg x y\n"
				  "a: p = icmp slt x y; a: q = icmp sgt y x\n"
				  "a: r = icmp eq x y; a: s = add x y\n"
				  "a: u = udiv x y; a: call f convergent\n"
				  "a: v = sub x y; a: w = sub y 1");
	const struct cvg_inst *in = g.fn->insts;

	(void)state;
	assert_int_equal(in[0].shape, in[1].shape);
	assert_false(in[0].flags & CVG_I_SWAPPED);
	assert_true(in[1].flags & CVG_I_SWAPPED);
	assert_int_not_equal(in[0].shape, in[2].shape);
	assert_true(in[3].flags & CVG_I_COMMUTATIVE);
	assert_true(in[3].flags & CVG_I_SPECULATABLE);
	assert_false(in[4].flags & CVG_I_SPECULATABLE);
	assert_true(in[5].flags & CVG_I_CONVERGENT);
	assert_int_equal(in[5].shape, CVG_NONE);
	assert_int_equal(in[6].shape, in[7].shape);
	graph_done(&g);
}

static void test_errors(void **state)
{
	static const struct {
		const char *text;
		uint32_t line;
		const char *says;
	} wrong[] = {
		{"", 0, "the text names no block"},
		{"# nothing\n;;\n", 0, "the text names no block"},
		{"a -> b\na ret", 2, "has a terminator already"},
		{"a: x = frob y", 1, "unknown instruction: 'frob'"},
		{"a: x = add y 1", 1, "unknown value: 'y'"},
		{"arg y\na: y = add 1 1", 2,
		 "this value is defined twice: 'y'"},
		{"a ? c -> b", 1, "too few or too many words"},
		{"a -> b c", 1, "too few or too many words"},
		{"a -> ", 1, "too few or too many words"},
		{"a switch 1", 1, "expected 'VALUE -> BLOCK ...' after"},
		{"a jump b", 1, "expected a terminator, or a block's name"},
		{"a: p = phi b", 1, "expected BLOCK:VALUE, found"},
		{"a: p = phi :1", 1, "expected BLOCK:VALUE, found"},
		{"a: call", 1, "expected a function's name after"},
		{"a: c = icmp foo 1 2", 1, "unknown predicate: 'foo'"},
		{"kernel amdgpu f g\na ret", 1, "unexpected word: 'g'"},
		{"a -> b\nb: p = phi a:1 a:2", 0,
		 "are not the predecessors of block"},
		{"a: x = add 1 1\na: p = phi", 0, "the phis are not its first"},
		{"a -> b\nb -> a", 0, "an edge leads to the entry block"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct cvg_err err = {0};
		struct cvg_fn *fn = NULL;

		assert_false(cvg_fn_parse(wrong[i].text, &fn, &err));
		assert_null(fn);
		if (!strstr(err.msg, wrong[i].says))
			fail_msg("'%s' does not say '%s'", err.msg,
				 wrong[i].says);
		assert_int_equal(err.line, wrong[i].line);
	}
}

/* Nothing the parser is given makes it fall over. */
static void test_noise(void **state)
{
	static const char *const bits[] = {
		"a",	 "b",	   "c:",     " ",    ":",   "\n",  ";",
		"->",	 "?",	   "phi",    "icmp", "=",   "x",   "%",
		"%x",	 "@",	   "1",	     "call", "ret", "arg", "add",
		"#",	 "\r",	   "switch", "-1",   "-",   "br",  "undef",
		"inreg", "kernel", "a:1",    "\xff",
	};
	uint32_t seed = 12345;
	uint32_t good = 0;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		struct cvg_str s = {0};
		struct cvg_fn *fn;
		struct cvg_err err;

		for (uint32_t k = draw(&seed, 14); k > 0; k--) {
			cvg_str_add(&s, bits[draw(&seed, 32)]);
			if (draw(&seed, 3))
				cvg_str_addc(&s, ' ');
		}
		if (cvg_fn_parse(cvg_str_of(&s), &fn, &err)) {
			good++;
			assert_true(cvg_fn_check(fn, &err));
		}
		cvg_fn_free(fn);
		cvg_str_done(&s);
	}
	assert_true(good > 100);
}

/* ---- finishing and looking up ---------------------------------------- */

static void test_rows(void **state)
{
	struct graph g = graph_of(sample);
	const struct cvg_fn *fn = g.fn;
	const struct cvg_block *join = &fn->blocks[at(&g, "join")];
	uint32_t t = cvg_value_by_name(fn, "%t");
	const uint32_t *users = fn->users + fn->value_users_at[t];

	(void)state;
	/* One entry an edge, ascending; the switch has two to join. */
	assert_int_equal(join->npreds, 3);
	assert_int_equal(fn->preds[join->preds_at], at(&g, "then"));
	assert_int_equal(fn->preds[join->preds_at + 1], at(&g, "else"));
	assert_int_equal(fn->preds[join->preds_at + 2], at(&g, "else"));
	/* One entry an operand: icmp, add, twice the phi. */
	assert_int_equal(fn->value_users_at[t + 1] - fn->value_users_at[t], 4);
	assert_int_equal(fn->insts[users[0]].op, CVG_OP_ICMP);
	assert_int_equal(fn->insts[users[1]].op, CVG_OP_ADD);
	assert_int_equal(users[2], users[3]);
	graph_done(&g);
}

static void test_look_up(void **state)
{
	struct graph g = graph_of(sample);
	const struct cvg_fn *fn = g.fn;
	uint32_t q = cvg_value_by_name(fn, "q");

	(void)state;
	assert_int_equal(cvg_value_by_name(fn, "m"), 1);
	assert_int_equal(cvg_value_by_name(fn, "nobody"), CVG_NONE);
	assert_int_equal(fn->insts[cvg_value_inst(fn, q)].op, CVG_OP_ADD);
	assert_int_equal(cvg_value_inst(fn, 1), CVG_NONE);
	assert_int_equal(cvg_block_by_uid(fn, 2), 2);
	assert_int_equal(cvg_block_by_uid(fn, 77), CVG_NONE);
	assert_int_equal(cvg_block_by_name(fn, "%then"), at(&g, "then"));
	assert_string_equal(cvg_inst_callee(fn, 0),
			    "llvm.nvvm.read.ptx.sreg.tid.x");
	assert_null(cvg_inst_callee(fn, 1));
	assert_null(cvg_fn_attr(fn, "target-cpu"));
	g.fn->blocks[2].uid = 41;
	assert_int_equal(cvg_block_by_uid(fn, 41), 2);
	assert_int_equal(cvg_block_by_uid(fn, 2), CVG_NONE);
	graph_done(&g);
}

static void test_op_names(void **state)
{
	(void)state;
	assert_string_equal(cvg_op_name(CVG_OP_GEP), "getelementptr");
	assert_int_equal(cvg_op_class(CVG_OP_SREM), CVG_CLASS_INTDIV);
}

/* ---- the checker ----------------------------------------------------- */

/* Breaking *p must be noticed, and mending it again too. */
static void check_notices(struct cvg_fn *fn, uint32_t *p, uint32_t wrong,
			  const char *what)
{
	struct cvg_err err = {0};
	uint32_t right = *p;

	*p = wrong;
	if (cvg_fn_check(fn, &err))
		fail_msg("not noticed: %s", what);
	assert_true(err.msg[0]);
	*p = right;
	assert_true(cvg_fn_check(fn, &err));
}

static void test_checker(void **state)
{
	struct graph g = graph_of(sample);
	struct cvg_fn *fn = g.fn;
	struct cvg_block *join = &fn->blocks[3];
	struct cvg_inst *phi = &fn->insts[join->inst_at];
	struct cvg_inst *icmp = &fn->insts[1];

	(void)state;
	check_notices(fn, &fn->blocks[0].inst_at, 1, "inst_at");
	check_notices(fn, &fn->blocks[0].ninsts, 2, "ninsts");
	check_notices(fn, &fn->blocks[1].succs_at, 1, "succs_at");
	check_notices(fn, &fn->blocks[0].nsuccs, 1, "nsuccs");
	check_notices(fn, &join->nphis, 0, "nphis");
	check_notices(fn, &join->npreds, 2, "npreds");
	check_notices(fn, &join->preds_at, 0, "preds_at");
	check_notices(fn, &fn->preds[join->preds_at], 2, "preds");
	check_notices(fn, &fn->succs[0], 99, "successor range");
	check_notices(fn, &fn->succs[0], 3, "successor");
	check_notices(fn, &fn->succ_case[0], 0, "case of a br");
	check_notices(fn, &fn->succ_case[fn->blocks[2].succs_at + 1], CVG_NONE,
		      "case of a switch");
	check_notices(fn, &icmp->block, 1, "block of an instruction");
	check_notices(fn, &icmp->type, 99, "type range");
	check_notices(fn, &icmp->type, 0, "type of the value");
	check_notices(fn, &icmp->callee, 999, "callee range");
	check_notices(fn, &icmp->access, 99, "access range");
	check_notices(fn, &icmp->spot, 0, "spot range");
	check_notices(fn, &icmp->ops_at, 7, "ops_at");
	check_notices(fn, &icmp->users_at, 0, "users_at");
	check_notices(fn, &icmp->nusers, 2, "nusers");
	check_notices(fn, &fn->ops[icmp->ops_at], 999, "operand range");
	check_notices(fn, &fn->ops[icmp->ops_at], 1, "operand without user");
	check_notices(fn, &fn->incoming[icmp->ops_at], 0, "incoming");
	check_notices(fn, &fn->incoming[phi->ops_at], 4, "incoming of a phi");
	check_notices(fn, &fn->users[0], 5, "user");
	check_notices(fn, &fn->value_users_at[1], 5, "value_users_at");
	check_notices(fn, &fn->values[0].type, 99, "type of an argument");
	check_notices(fn, &fn->nvalues, 3, "nvalues");
	check_notices(fn, &fn->types[1].element, 0, "element of a number");
	graph_done(&g);
}

/* ---- differences ----------------------------------------------------- */

static struct cvg_fndiff diff_of(const struct graph *a, const struct graph *b)
{
	struct cvg_fndiff d;

	cvg_fndiff_init(&d, a->fn, b->fn);
	return d;
}

static void test_same(void **state)
{
	struct graph a = graph_of(sample);
	struct graph b = graph_of(sample);
	struct cvg_fndiff d = diff_of(&a, &b);

	(void)state;
	assert_int_equal(d.nblocks, 5);
	assert_int_equal(d.nsame, 5);
	cvg_fndiff_done(&d);
	graph_done(&a);
	graph_done(&b);
}

/* Unnamed values move by one; nothing else changes. */
static void test_renumbered(void **state)
{
	struct graph a = graph_of("arg n; a: 1 = add n 40; a: 2 = mul 1 1\n"
				  "a -> b; b: 3 = add 2 1; b ret 3");
	struct graph b = graph_of("arg n; a: 2 = add n 40; a: 3 = mul 2 2\n"
				  "a -> b; b: 4 = add 3 2; b ret 4");
	struct graph c = graph_of("arg n; a: 2 = add n 40; a: 3 = mul 2 2\n"
				  "a -> b; b: 4 = add 3 3; b ret 4");
	struct cvg_fndiff d = diff_of(&a, &b);

	(void)state;
	assert_int_equal(d.nsame, 2);
	cvg_fndiff_done(&d);
	/* In c the last addition is of other values. */
	d = diff_of(&b, &c);
	assert_int_equal(d.nsame, 1);
	assert_int_equal(d.nchanged, 1);
	assert_int_equal(d.blocks[1].kind, CVG_CHANGED);
	cvg_fndiff_done(&d);
	graph_done(&a);
	graph_done(&b);
	graph_done(&c);
}

/* Other names of the same values; the uid of b is another one as well, as if a
 * second branch of the history had made it. */
static void test_renamed(void **state)
{
	struct graph a = graph_of("arg n; a: x = add n 40; a -> b\n"
				  "b: y = mul x n; b: z = sub y x; b ret z");
	struct graph b =
		graph_of("arg n; a: x1 = add n 40; a -> c\n"
			 "c: y2 = mul x1 n; c: z = sub y2 x1; c ret z");
	struct graph c = graph_of("arg n; a: x = add n 40; a -> b\n"
				  "b: y = mul x n; b: z = sub y n; b ret z");
	struct cvg_u32s in_a = {0}, in_c = {0};
	struct cvg_linediff lines;
	struct cvg_fndiff d;

	(void)state;
	b.fn->blocks[1].uid = 7;
	d = diff_of(&a, &b);
	assert_int_equal(d.nblocks, 2);
	assert_int_equal(d.nsame, 2);
	cvg_fndiff_done(&d);
	/* In c the subtraction is of another value: one line changed. */
	d = diff_of(&a, &c);
	assert_int_equal(d.nsame, 1);
	assert_int_equal(d.blocks[1].kind, CVG_CHANGED);
	cvg_linediff_init(&lines, &d, 1, 1);
	assert_int_equal(lines.n, 3);
	assert_false(lines.at[0].changed);
	assert_true(lines.at[1].changed);
	assert_false(lines.at[2].changed);
	cvg_linediff_words(&d, lines.at[1], &in_a, &in_c);
	assert_int_equal(in_a.n, 2);
	assert_int_equal(in_c.n, 2);
	assert_memory_equal(cvg_inst_text(&a.fn->insts[lines.at[1].a]) +
				    in_a.at[0],
			    "%x", 2);
	assert_memory_equal(cvg_inst_text(&c.fn->insts[lines.at[1].b]) +
				    in_c.at[0],
			    "%n", 2);
	free(in_a.at);
	free(in_c.at);
	cvg_linediff_done(&lines);
	cvg_fndiff_done(&d);
	graph_done(&a);
	graph_done(&b);
	graph_done(&c);
}

static void test_added_and_removed(void **state)
{
	struct graph a = graph_of("a -> b; b -> c; c ret");
	struct graph b = graph_of("a -> c; c -> x; x ret");
	struct cvg_fndiff d;

	(void)state;
	b.fn->blocks[1].uid = 2; /* c; x is new, b is gone */
	b.fn->blocks[2].uid = 3;
	d = diff_of(&a, &b);
	assert_int_equal(d.nblocks, 4);
	assert_int_equal(d.blocks[0].kind, CVG_CHANGED);
	assert_int_equal(d.blocks[1].kind, CVG_REMOVED);
	assert_int_equal(d.blocks[1].a, 1);
	assert_int_equal(d.blocks[1].b, CVG_NONE);
	assert_int_equal(d.blocks[2].kind, CVG_CHANGED);
	assert_int_equal(d.blocks[2].a, 2);
	assert_int_equal(d.blocks[2].b, 1);
	assert_int_equal(d.blocks[3].kind, CVG_ADDED);
	assert_int_equal(d.nadded, 1);
	assert_int_equal(d.nremoved, 1);
	assert_int_equal(d.nchanged, 2);
	cvg_fndiff_done(&d);
	graph_done(&a);
	graph_done(&b);
}

/* Another compilation: the entry, a block that holds the same, and one of the same
 * label keep their numbers; the others get new ones, without a gap. */
static void test_another_compilation(void **state)
{
	struct graph a = graph_of("arg n; a: x = add n 40; a -> b\n"
				  "b: y = mul n n; b: z = sub y n; b -> c\n"
				  "c: w = add n 3; c -> d; d ret n");
	struct graph b = graph_of("arg n; a: x = mul n 2; a -> e\n"
				  "e: v = add n 7; e -> f\n"
				  "f: y = mul n n; f: z = sub y n; f -> c\n"
				  "c: w = add n 9; c: u = add w w; c -> g\n"
				  "g: t = sub n 1; g ret t");
	static const uint32_t uids[] = {0, 20, 1, 2, 21};

	(void)state;
	assert_int_equal(cvg_fn_renumber(b.fn, a.fn, 20), 22);
	for (uint32_t i = 0; i < 5; i++)
		assert_int_equal(b.fn->blocks[i].uid, uids[i]);
	/* Of a function that is not known all are new. */
	assert_int_equal(cvg_fn_renumber(b.fn, NULL, 30), 35);
	assert_int_equal(b.fn->blocks[4].uid, 34);
	graph_done(&a);
	graph_done(&b);
}

/* A snapshot that its maker has not filled: no row to look at. */
static void test_empty(void **state)
{
	struct cvg_fn *fn = cvg_fn_new();

	(void)state;
	assert_int_equal(cvg_fn_nedges(fn), 0);
	assert_int_equal(cvg_fn_nops(fn), 0);
	cvg_fn_free(fn);
}

UNIT_TESTS(graph_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_notation),
		cmocka_unit_test(test_flags_and_shapes),
		cmocka_unit_test(test_errors),
		cmocka_unit_test(test_noise),
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_look_up),
		cmocka_unit_test(test_op_names),
		cmocka_unit_test(test_empty),
		cmocka_unit_test(test_checker),
		cmocka_unit_test(test_same),
		cmocka_unit_test(test_renumbered),
		cmocka_unit_test(test_renamed),
		cmocka_unit_test(test_added_and_removed),
		cmocka_unit_test(test_another_compilation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
