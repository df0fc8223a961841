/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sessions: the tree of revisions, the runner and its guards, stable block
 * numbers. The phases here do one small thing each, some of them wrong.
 */
#include "reconverge/session.h"
#include "src/ir/live.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* @forks has the divergent branch; @inner goes when it is inlined. */
static const char source[] =
	"target triple = \"amdgcn-amd-amdhsa\"\n"
	"declare i32 @llvm.amdgcn.workitem.id.x()\n"
	"define internal i32 @inner(i32 %x) {\n"
	"start:\n"
	"  %d = mul i32 %x, 3\n"
	"  %e = add i32 %d, 0\n"
	"  ret i32 %e\n"
	"}\n"
	"define amdgpu_kernel void @plain(ptr addrspace(1) %p, i32 %n) {\n"
	"entry:\n"
	"  %c = icmp eq i32 %n, 0\n"
	"  br i1 %c, label %then, label %done\n"
	"then:\n"
	"  store i32 1, ptr addrspace(1) %p\n"
	"  br label %done\n"
	"done:\n"
	"  ret void\n"
	"}\n"
	"define amdgpu_kernel void @forks(ptr addrspace(1) %p) {\n"
	"entry:\n"
	"  %t = call i32 @llvm.amdgcn.workitem.id.x()\n"
	"  %c = icmp ult i32 %t, 7\n"
	"  br i1 %c, label %left, label %right\n"
	"left:\n"
	"  %l = call i32 @inner(i32 %t)\n"
	"  store i32 %l, ptr addrspace(1) %p\n"
	"  br label %join\n"
	"right:\n"
	"  store i32 %t, ptr addrspace(1) %p\n"
	"  br label %join\n"
	"join:\n"
	"  ret void\n"
	"}\n";

static const struct cvg_object nothing = { CVG_OBJ_NONE, 0 };

/* ---- phases ---------------------------------------------------------- */

/* Put one more block before the end; it is made from the last one. */
static void
grow(const struct cvg_phase_in *in)
{
	LLVMValueRef fn = cvg_live_function(in->module, in->function);
	LLVMBasicBlockRef last = LLVMGetLastBasicBlock(fn);
	LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
	LLVMBasicBlockRef made = LLVMCreateBasicBlockInContext(context, "grown");
	LLVMBuilderRef b = LLVMCreateBuilderInContext(context);

	cvg_live_block_origin(in->module, in->function, made, &last, 1);
	LLVMAppendExistingBasicBlock(fn, made);
	LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(last));
	LLVMPositionBuilderAtEnd(b, last);
	LLVMBuildBr(b, made);
	LLVMPositionBuilderAtEnd(b, made);
	LLVMBuildRetVoid(b);
	LLVMDisposeBuilder(b);
}

static bool
run_grow(const struct cvg_phase_in *in, struct cvg_phase_out *out,
	 struct cvg_err *err)
{
	(void)err;
	grow(in);
	out->changed = true;
	out->count = 1;
	cvg_str_addf(&out->report, "%u blocks grew\n", in->fn->nblocks);
	return true;
}

static bool
run_nothing(const struct cvg_phase_in *in, struct cvg_phase_out *out,
	    struct cvg_err *err)
{
	(void)in;
	(void)out;
	(void)err;
	return true;
}

static bool
run_fail(const struct cvg_phase_in *in, struct cvg_phase_out *out,
	 struct cvg_err *err)
{
	grow(in);
	out->changed = true;
	cvg_str_add(&out->report, "half done\n");
	return cvg_fail(err, "gave up");
}

static bool
run_break(const struct cvg_phase_in *in, struct cvg_phase_out *out,
	  struct cvg_err *err)
{
	LLVMValueRef fn = cvg_live_function(in->module, in->function);
	LLVMBasicBlockRef last = LLVMGetLastBasicBlock(fn);

	(void)err;
	LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(last));
	out->changed = true;
	return true;
}

static bool
run_lie(const struct cvg_phase_in *in, struct cvg_phase_out *out,
	struct cvg_err *err)
{
	(void)out;
	(void)err;
	grow(in);
	return true;
}

static bool
say(const struct cvg_phase_in *in, struct cvg_phase_out *out,
    struct cvg_err *err)
{
	(void)err;
	out->changed = true;
	cvg_str_addf(&out->report, "would grow @%s\n", in->fn->name);
	return true;
}

static const struct cvg_phase grows = {
	.name = "grow",
	.needs = CVG_ANA_DOM | CVG_ANA_UNIFORM,
	.run = run_grow,
};
static const struct cvg_phase grows_with_preview = {
	.name = "grow",
	.preview = say,
	.run = run_grow,
};
static const struct cvg_phase rests = {
	.name = "rest",
	.nothing = "nothing to rest on",
	.run = run_nothing,
};
static const struct cvg_phase fails = { .name = "fail", .run = run_fail };
static const struct cvg_phase breaks = { .name = "break", .run = run_break };
static const struct cvg_phase lies = { .name = "lie", .run = run_lie };

/* ---- helpers --------------------------------------------------------- */

static void
write_source(const char *path, const char *text)
{
	assert_true(cvg_file_write(path, text, strlen(text), NULL));
}

static int
setup(void **state)
{
	struct cvg_session *s = cvg_session_new();
	struct cvg_err err;

	write_source("session_test.ll", source);
	if (!cvg_session_load(s, "session_test.ll", NULL, &err)) {
		print_error("%s\n", err.msg);
		return -1;
	}
	*state = s;
	return 0;
}

static int
teardown(void **state)
{
	cvg_session_free(*state);
	unlink("session_test.ll");
	return 0;
}

/* Run a phase that must succeed; the revision it made. */
static uint32_t
act(struct cvg_session *s, const struct cvg_phase *phase)
{
	struct cvg_act a;
	struct cvg_err err;

	if (!cvg_session_act(s, phase, nothing, phase->name, &a, &err))
		fail_msg("%s: %s", phase->name, err.msg);
	cvg_str_done(&a.report);
	return a.rev;
}

static void
refused(struct cvg_session *s, const struct cvg_phase *phase,
	const char *message)
{
	struct cvg_act a;
	struct cvg_err err;

	assert_false(cvg_session_act(s, phase, nothing, "x", &a, &err));
	assert_non_null(strstr(err.msg, message));
}

static char *
text_of(struct cvg_session *s, uint32_t rev)
{
	char *text;

	assert_true(cvg_session_text(s, rev, CVG_NONE, &text, NULL));
	return text;
}

/* "0 1 2 5": the blocks' stable numbers in order. */
static void
assert_uids(struct cvg_session *s, uint32_t rev, const char *expected)
{
	const struct cvg_fn *fn = cvg_session_fn(s, rev, CVG_NONE);
	struct cvg_str str = { 0 };

	for (uint32_t b = 0; b < fn->nblocks; b++)
		cvg_str_addf(&str, "%s%u", b ? " " : "", fn->blocks[b].uid);
	assert_string_equal(cvg_str_of(&str), expected);
	cvg_str_done(&str);
}

/* ---- loading and focus ----------------------------------------------- */

static void
loads_with_focus_on_divergence(void **state)
{
	struct cvg_session *s = *state;
	const struct cvg_rev *p0 = cvg_session_rev(s, 0);

	assert_true(cvg_session_loaded(s));
	assert_string_equal(cvg_session_path(s), "session_test.ll");
	assert_string_equal(cvg_session_triple(s), "amdgcn-amd-amdhsa");
	assert_string_equal(cvg_session_cpu(s), "gfx906");
	assert_int_equal(cvg_session_nfunctions(s), 3);
	assert_int_equal(cvg_session_function(s), 2);
	assert_string_equal(cvg_session_function_name(s, 2), "forks");
	assert_int_equal(cvg_session_nrevs(s), 1);
	assert_int_equal(p0->id, 0);
	assert_int_equal(p0->parent, CVG_NONE);
	assert_int_equal(p0->newest_child, CVG_NONE);
	assert_string_equal(p0->command, "load");
	assert_string_equal(p0->function_name, "forks");
	assert_int_equal(p0->score.blocks, 4);
	assert_int_equal(p0->score.divergent, 1);
	assert_true(p0->bitcode_bytes > 0);
	assert_null(p0->mark);
}

static void
failed_load_keeps_what_was(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_err err;

	act(s, &grows);
	write_source("bad.ll", "define nonsense");
	assert_false(cvg_session_load(s, "bad.ll", NULL, &err));
	unlink("bad.ll");
	assert_string_equal(cvg_session_path(s), "session_test.ll");
	assert_int_equal(cvg_session_nrevs(s), 2);
	assert_true(cvg_session_load(s, "session_test.ll", NULL, &err));
	assert_int_equal(cvg_session_nrevs(s), 1);
}

static void
focus_by_name(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_err err;

	assert_true(cvg_session_focus(s, "@plain", &err));
	assert_int_equal(cvg_session_function(s), 1);
	assert_true(cvg_session_focus(s, "inner", &err));
	assert_int_equal(cvg_session_function(s), 0);
	assert_false(cvg_session_focus(s, "@plian", &err));
	assert_string_equal(err.msg,
			    "no function @plian; did you mean @plain?");
	assert_false(cvg_session_focus(s, "qqqqqqqq", &err));
	assert_string_equal(err.msg, "no function @qqqqqqqq");
	assert_false(cvg_session_focus(s, "", &err));
	assert_int_equal(cvg_session_function(s), 0);
}

static void
nothing_loaded(void **state)
{
	struct cvg_session *s = cvg_session_new();
	struct cvg_act a;
	struct cvg_err err;
	uint32_t rev;

	(void)state;
	assert_false(cvg_session_loaded(s));
	assert_int_equal(cvg_session_nfunctions(s), 0);
	assert_int_equal(cvg_session_nrevs(s), 0);
	assert_false(cvg_session_act(s, &grows, nothing, "x", &a, &err));
	assert_false(cvg_session_preview(s, &grows, nothing, &a, &err));
	assert_false(cvg_session_pass(s, "dce", "x", &a, &err));
	assert_false(cvg_session_undo(s, 1, &err));
	assert_false(cvg_session_redo(s, 1, &err));
	assert_false(cvg_session_goto(s, 0, &err));
	assert_false(cvg_session_mark(s, "x", &err));
	assert_false(cvg_session_find_rev(s, "P0", &rev, &err));
	assert_false(cvg_session_focus(s, "x", &err));
	assert_false(cvg_session_write(s, "x.ll", CVG_EMIT_LL, &err));
	assert_false(cvg_journal_start(s, &err));
	assert_string_equal(err.msg, "no module is loaded");
	cvg_session_free(s);
}

/* ---- the runner ------------------------------------------------------ */

static void
an_act_adds_a_revision(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_act a;
	const struct cvg_rev *p1;

	assert_true(cvg_session_act(s, &grows, nothing, "grow it", &a, NULL));
	assert_true(a.changed);
	assert_int_equal(a.rev, 1);
	assert_int_equal(a.count, 1);
	assert_string_equal(a.report.at, "4 blocks grew\n");
	cvg_str_done(&a.report);
	p1 = cvg_session_rev(s, 1);
	assert_int_equal(p1->parent, 0);
	assert_string_equal(p1->command, "grow it");
	assert_string_equal(p1->report, "4 blocks grew\n");
	assert_int_equal(p1->function, 2);
	assert_int_equal(p1->count, 1);
	assert_int_equal(p1->score.blocks, 5);
	assert_int_equal(cvg_session_rev(s, 0)->newest_child, 1);
	assert_int_equal(cvg_session_current(s), 1);
	assert_true(p1 == cvg_session_rev(s, CVG_NONE));
}

static void
nothing_done_adds_none(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_act a;

	assert_true(cvg_session_act(s, &rests, nothing, "rest", &a, NULL));
	assert_false(a.changed);
	assert_int_equal(a.rev, 0);
	assert_string_equal(a.report.at, "nothing to rest on\n");
	cvg_str_done(&a.report);
	assert_int_equal(cvg_session_nrevs(s), 1);
}

/* Whatever goes wrong in a phase, the next one sees the parent untouched. */
static void
faults_leave_the_parent(void **state)
{
	struct cvg_session *s = *state;
	char *before, *after;

	act(s, &grows);
	before = text_of(s, CVG_NONE);
	refused(s, &fails, "gave up");
	refused(s, &breaks, "break broke the module, which stays as it was: ");
	refused(s, &lies, "lie changed @forks without saying so");
	assert_int_equal(cvg_session_nrevs(s), 2);
	assert_int_equal(cvg_session_current(s), 1);
	after = text_of(s, CVG_NONE);
	assert_string_equal(before, after);
	free(before);
	free(after);
	assert_uids(s, act(s, &grows), "0 1 2 3 4 5");
}

static void
preview_leaves_all_as_it_is(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_act a;
	struct cvg_err err;
	char *before = text_of(s, 0), *after;

	assert_true(cvg_session_preview(s, &grows, nothing, &a, NULL));
	assert_true(a.changed);
	assert_string_equal(a.report.at, "4 blocks grew\n");
	cvg_str_done(&a.report);
	assert_true(cvg_session_preview(s, &grows_with_preview, nothing, &a,
					NULL));
	assert_string_equal(a.report.at, "would grow @forks\n");
	cvg_str_done(&a.report);
	assert_false(cvg_session_preview(s, &fails, nothing, &a, &err));
	assert_string_equal(err.msg, "gave up");
	assert_int_equal(cvg_session_nrevs(s), 1);
	after = text_of(s, 0);
	assert_string_equal(before, after);
	free(before);
	free(after);
	assert_uids(s, act(s, &grows), "0 1 2 3 4");
}

/* ---- time ------------------------------------------------------------ */

static void
undo_and_redo(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_err err;

	assert_false(cvg_session_undo(s, 1, &err));
	assert_string_equal(err.msg,
			    "nothing to undo: P0 is the module as loaded");
	act(s, &grows);
	act(s, &grows);
	assert_false(cvg_session_undo(s, 3, &err));
	assert_string_equal(err.msg, "cannot undo 3 steps: P2 has 2 before it");
	assert_int_equal(cvg_session_current(s), 2);
	assert_true(cvg_session_undo(s, 2, &err));
	assert_int_equal(cvg_session_current(s), 0);
	assert_int_equal(cvg_session_fn(s, CVG_NONE, CVG_NONE)->nblocks, 4);
	assert_false(cvg_session_redo(s, 3, &err));
	assert_string_equal(err.msg, "cannot redo 3 steps: P0 has 2 after it");
	assert_true(cvg_session_redo(s, 1, &err));
	assert_true(cvg_session_redo(s, 1, &err));
	assert_int_equal(cvg_session_current(s), 2);
	assert_int_equal(cvg_session_fn(s, CVG_NONE, CVG_NONE)->nblocks, 6);
	assert_false(cvg_session_redo(s, 1, &err));
	assert_string_equal(err.msg,
			    "nothing to redo: nothing was made of P2");
}

static void
redo_takes_the_newest_branch(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_err err;

	act(s, &grows);
	assert_true(cvg_session_undo(s, 1, &err));
	assert_int_equal(act(s, &grows), 2);
	assert_int_equal(cvg_session_rev(s, 2)->parent, 0);
	assert_true(cvg_session_goto(s, 1, &err));
	assert_true(cvg_session_undo(s, 1, &err));
	assert_true(cvg_session_redo(s, 1, &err));
	assert_int_equal(cvg_session_current(s), 2);
	assert_false(cvg_session_goto(s, 3, &err));
	assert_string_equal(err.msg, "no revision P3: there are P0 to P2");
	assert_int_equal(cvg_session_current(s), 2);
}

/* No number is given twice, on no branch; equal blocks keep theirs. */
static void
uids_over_the_tree(void **state)
{
	struct cvg_session *s = *state;
	const struct cvg_fn *fn;

	act(s, &grows);
	act(s, &grows);
	assert_true(cvg_session_undo(s, 2, NULL));
	act(s, &grows);
	assert_true(cvg_session_goto(s, 1, NULL));
	act(s, &grows);
	assert_uids(s, 0, "0 1 2 3");
	assert_uids(s, 1, "0 1 2 3 4");
	assert_uids(s, 2, "0 1 2 3 4 5");
	assert_uids(s, 3, "0 1 2 3 6");
	assert_uids(s, 4, "0 1 2 3 4 7");
	fn = cvg_session_fn(s, 4, CVG_NONE);
	assert_int_equal(fn->blocks[5].norigins, 1);
	assert_int_equal(fn->origins[fn->blocks[5].origins_at], 4);
	assert_int_equal(fn->blocks[4].norigins, 1);
	assert_int_equal(fn->origins[fn->blocks[4].origins_at], 3);
}

static void
marks(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_err err;
	uint32_t rev = 99;

	assert_false(cvg_session_find_rev(s, "mark:a", &rev, &err));
	assert_string_equal(err.msg, "no mark 'a': none was set");
	assert_true(cvg_session_mark(s, "start", &err));
	act(s, &grows);
	assert_true(cvg_session_mark(s, "a", &err));
	assert_true(cvg_session_find_rev(s, "mark:start", &rev, &err));
	assert_int_equal(rev, 0);
	assert_true(cvg_session_find_rev(s, "mark:a", &rev, &err));
	assert_int_equal(rev, 1);
	assert_false(cvg_session_find_rev(s, "mark:b", &rev, &err));
	assert_string_equal(err.msg, "no mark 'b': there are start, a");
	assert_true(cvg_session_mark(s, "start", &err));
	assert_null(cvg_session_rev(s, 0)->mark);
	assert_string_equal(cvg_session_rev(s, 1)->mark, "start");
	assert_true(cvg_session_mark(s, cvg_session_rev(s, 1)->mark, &err));
	assert_string_equal(cvg_session_rev(s, 1)->mark, "start");
	assert_false(cvg_session_mark(s, "", &err));
	assert_false(cvg_session_mark(s, "two words", &err));
}

static void
revisions_by_text(void **state)
{
	static const char *const bad[] = { "", "P", "Q1", "P1x", "-1", "P-1",
					   "P4294967296", "mark", "P 1" };
	struct cvg_session *s = *state;
	struct cvg_err err;
	uint32_t rev;

	assert_false(cvg_session_find_rev(s, "P1", &rev, &err));
	assert_string_equal(err.msg, "no revision P1: there is only P0");
	act(s, &grows);
	assert_true(cvg_session_find_rev(s, "P1", &rev, &err));
	assert_int_equal(rev, 1);
	assert_true(cvg_session_find_rev(s, "0", &rev, &err));
	assert_int_equal(rev, 0);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_false(cvg_session_find_rev(s, bad[i], &rev, &err));
}

/* ---- looking back ---------------------------------------------------- */

/* A function nobody looked at while it was current is seen as it was. */
static void
old_revisions_stay_viewable(void **state)
{
	struct cvg_session *s = *state;
	const struct cvg_fn *plain;

	act(s, &grows);
	assert_true(cvg_session_focus(s, "plain", NULL));
	act(s, &grows);
	plain = cvg_session_fn(s, 1, CVG_NONE);
	assert_int_equal(plain->nblocks, 3);
	assert_true(cvg_session_fn(s, 0, 1) == plain); /* shared */
	assert_int_equal(cvg_session_fn(s, 2, 1)->nblocks, 4);
	assert_int_equal(cvg_session_fn(s, 0, 0)->nblocks, 1);
	assert_true(cvg_session_fn(s, 2, 0) == cvg_session_fn(s, 0, 0));
	assert_true(cvg_session_fn(s, 2, 2) == cvg_session_fn(s, 1, 2));
	assert_true(cvg_ana_fn(cvg_session_ana(s, 0, 2)) ==
		    cvg_session_fn(s, 0, 2));
	assert_true(cvg_session_ana(s, 0, 2) == cvg_session_ana(s, 0, 2));
}

static void
texts_of_revisions(void **state)
{
	struct cvg_session *s = *state;
	char *text;

	act(s, &grows);
	assert_true(cvg_session_text(s, 0, 2, &text, NULL));
	assert_null(strstr(text, "grown"));
	assert_non_null(strstr(text, "@forks"));
	assert_null(strstr(text, "@plain"));
	free(text);
	assert_true(cvg_session_text(s, 1, 2, &text, NULL));
	assert_non_null(strstr(text, "grown"));
	free(text);
	text = text_of(s, CVG_NONE);
	assert_non_null(strstr(text, "@plain"));
	free(text);
}

/* The way to a revision does not show in what is made of it. */
static void
same_command_same_bytes(void **state)
{
	struct cvg_session *s = *state;
	char *a, *b, *there, *again;
	size_t na, nb;

	assert_true(cvg_session_write(s, "a.bc", CVG_EMIT_BC, NULL));
	act(s, &grows);
	act(s, &grows);
	assert_true(cvg_session_write(s, "a.bc", CVG_EMIT_BC, NULL));
	there = text_of(s, CVG_NONE);
	assert_true(cvg_session_goto(s, 0, NULL));
	assert_true(cvg_session_goto(s, 1, NULL));
	act(s, &grows);
	assert_true(cvg_session_write(s, "b.bc", CVG_EMIT_BC, NULL));
	again = text_of(s, CVG_NONE);
	assert_string_equal(there, again);
	assert_true(cvg_file_read("a.bc", &a, &na, NULL));
	assert_true(cvg_file_read("b.bc", &b, &nb, NULL));
	assert_int_equal(na, nb);
	assert_memory_equal(a, b, na);
	free(a);
	free(b);
	free(there);
	free(again);
	unlink("a.bc");
	unlink("b.bc");
}

static void
plan_is_kept(void **state)
{
	struct cvg_session *s = *state;
	const struct cvg_plan *plan = cvg_session_plan(s);

	assert_int_equal(plan->n, 1);
	assert_true(plan->fn == cvg_session_fn(s, CVG_NONE, CVG_NONE));
	assert_true(cvg_session_plan(s) == plan);
	act(s, &grows);
	assert_true(cvg_session_plan(s)->fn != plan->fn);
	assert_true(cvg_session_undo(s, 1, NULL));
	assert_true(cvg_session_plan(s) == plan);
	assert_true(cvg_settings_set(cvg_session_settings(s), "mode",
				     "tail-merging", NULL));
	assert_true(cvg_session_plan(s)->fn ==
		    cvg_session_fn(s, CVG_NONE, CVG_NONE));
}

/* ---- pipelines ------------------------------------------------------- */

static void
a_pipeline_is_a_step(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_act a;
	struct cvg_err err;

	if (!cvg_session_pass(s, "instcombine", "pass instcombine", &a, &err))
		fail_msg("%s", err.msg);
	assert_true(a.changed);
	assert_int_equal(a.rev, 1);
	assert_non_null(strstr(a.report.at,
			       "@inner: blocks 1 -> 1, instructions 3 -> 2\n"));
	cvg_str_done(&a.report);
	assert_string_equal(cvg_session_rev(s, 1)->function_name, "forks");
	assert_uids(s, 1, "0 1 2 3");
	assert_int_equal(cvg_session_fn(s, 0, 0)->ninsts, 3);
	assert_int_equal(cvg_session_fn(s, 1, 0)->ninsts, 2);
}

static void
a_pipeline_may_do_nothing(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_act a;

	assert_true(cvg_session_pass(s, "verify", "x", &a, NULL));
	assert_false(a.changed);
	assert_int_equal(a.rev, 0);
	assert_string_equal(a.report.at, "the pipeline changed nothing\n");
	cvg_str_done(&a.report);
	assert_int_equal(cvg_session_nrevs(s), 1);
	assert_uids(s, act(s, &grows), "0 1 2 3 4");
}

static void
a_bad_pipeline_changes_nothing(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_act a;
	struct cvg_err err;

	assert_false(cvg_session_pass(s, "no-such-pass", "x", &a, &err));
	assert_int_equal(cvg_session_nrevs(s), 1);
	assert_uids(s, act(s, &grows), "0 1 2 3 4");
}

static void
a_pipeline_may_remove_functions(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_act a;
	struct cvg_err err;

	assert_true(cvg_session_focus(s, "inner", NULL));
	if (!cvg_session_pass(s, "cgscc(inline),globaldce", "x", &a, &err))
		fail_msg("%s", err.msg);
	assert_non_null(strstr(a.report.at, "@inner: removed\n"));
	cvg_str_done(&a.report);
	assert_int_equal(cvg_session_nfunctions(s), 2);
	assert_string_equal(cvg_session_function_name(s, 1), "forks");
	assert_int_equal(cvg_session_function(s), 1);
	assert_string_equal(cvg_session_rev(s, 1)->function_name, "forks");
	assert_string_equal(cvg_session_fn(s, 0, 1)->name, "forks");
	assert_true(cvg_session_fn(s, 0, 0) == cvg_session_fn(s, 1, 0));
	assert_uids(s, act(s, &grows), "0 1 2 3 4");
	/* Back where there are three, the focus is the same function. */
	assert_true(cvg_session_goto(s, 0, NULL));
	assert_int_equal(cvg_session_nfunctions(s), 3);
	assert_int_equal(cvg_session_function(s), 2);
	assert_string_equal(cvg_session_fn(s, 2, CVG_NONE)->name, "forks");
	assert_null(cvg_session_fn(s, 1, 0));
	assert_null(cvg_session_ana(s, 1, 0));
	assert_uids(s, act(s, &grows), "0 1 2 3 5");
	/* A focus that is not there moves to the default. */
	assert_true(cvg_session_focus(s, "inner", NULL));
	assert_true(cvg_session_goto(s, 1, NULL));
	assert_int_equal(cvg_session_function(s), 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(loads_with_focus_on_divergence),
		TEST(failed_load_keeps_what_was),
		TEST(focus_by_name),
		cmocka_unit_test(nothing_loaded),
		TEST(an_act_adds_a_revision),
		TEST(nothing_done_adds_none),
		TEST(faults_leave_the_parent),
		TEST(preview_leaves_all_as_it_is),
		TEST(undo_and_redo),
		TEST(redo_takes_the_newest_branch),
		TEST(uids_over_the_tree),
		TEST(marks),
		TEST(revisions_by_text),
		TEST(old_revisions_stay_viewable),
		TEST(texts_of_revisions),
		TEST(same_command_same_bytes),
		TEST(plan_is_kept),
		TEST(a_pipeline_is_a_step),
		TEST(a_pipeline_may_do_nothing),
		TEST(a_bad_pipeline_changes_nothing),
		TEST(a_pipeline_may_remove_functions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
