/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * From revision to revision: numbers of blocks, modules read back, LLVM's
 * passes, and random functions through all of it.
 */
#include "ir_help.h"

#include "src/ir/live.h"

static const char diamond[] =
	AMD "define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {\n"
	    "entry:\n"
	    "  %c = icmp slt i32 %n, 3\n"
	    "  br i1 %c, label %then, label %else\n"
	    "then:\n"
	    "  %a = add i32 %n, 1\n"
	    "  br label %join\n"
	    "else:\n"
	    "  %b = mul i32 %n, 3\n"
	    "  br label %join\n"
	    "join:\n"
	    "  %r = phi i32 [ %a, %then ], [ %b, %else ]\n"
	    "  store i32 %r, ptr addrspace(1) %p\n"
	    "  ret void\n}\n"
	    "define void @other() {\n  ret void\n}\n";

/* ---- numbers of blocks ----------------------------------------------- */

/* A new unreachable block at the end of function 0. */
static LLVMBasicBlockRef add_block(struct cvg_module *m)
{
	LLVMBasicBlockRef b = LLVMAppendBasicBlockInContext(
		m->context, cvg_live_function(m, 0), "made");
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(m->context);

	LLVMPositionBuilderAtEnd(builder, b);
	LLVMBuildUnreachable(builder);
	LLVMDisposeBuilder(builder);
	return b;
}

static void expect_uid(struct cvg_module *m, uint32_t b, uint32_t uid,
		       uint32_t norigins, const uint32_t *origins)
{
	struct cvg_fn *fn = snap(m, 0);

	assert_in_range(b, 0, fn->nblocks - 1);
	assert_int_equal(fn->blocks[b].uid, uid);
	assert_int_equal(fn->blocks[b].norigins, norigins);
	for (uint32_t i = 0; i < norigins; i++)
		assert_int_equal(fn->origins[fn->blocks[b].origins_at + i],
				 origins[i]);
	cvg_fn_free(fn);
}

static void test_origins(void **state)
{
	struct cvg_module *m = load_text(diamond, NULL);
	struct cvg_live_ids ids;
	LLVMBasicBlockRef made, from[3];

	(void)state;
	for (uint32_t b = 0; b < 4; b++)
		expect_uid(m, b, b, 0, NULL);
	assert_int_equal(cvg_module_next_uid(m, 0), 4);
	cvg_live_ids_of(m, 0, &ids);
	from[0] = ids.blocks[2];
	from[1] = ids.blocks[1];
	from[2] = ids.blocks[2];
	cvg_live_ids_done(&ids);

	made = add_block(m);
	cvg_live_block_origin(m, 0, made, from, 3);
	expect_uid(m, 4, 4, 2, (uint32_t[]){2, 1});
	cvg_live_block_gone(m, 0, made);
	LLVMDeleteBasicBlock(made);
	made = add_block(m); /* likely at the same address */
	expect_uid(m, 4, 5, 0, NULL);
	cvg_live_block_origin(m, 0, made, &made, 1);
	expect_uid(m, 4, 6, 1, (uint32_t[]){5});
	assert_int_equal(cvg_module_next_uid(m, 0), 7);
	cvg_module_free(m);
}

/* Ids of handles are those of the snapshot. */
static void test_ids(void **state)
{
	struct cvg_module *m = load_text(diamond, NULL);
	struct cvg_fn *fn = snap(m, 0);
	struct cvg_live_ids ids;

	(void)state;
	cvg_live_ids_of(m, 0, &ids);
	assert_int_equal(ids.nblocks, fn->nblocks);
	assert_int_equal(ids.ninsts, fn->ninsts);
	assert_int_equal(ids.nvalues, fn->nvalues);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		assert_string_equal(LLVMGetBasicBlockName(ids.blocks[b]),
				    fn->blocks[b].name);
	for (uint32_t i = 0; i < fn->ninsts; i++)
		assert_ptr_equal(ids.insts[i],
				 ids.values[cvg_inst_value(fn, i)]);
	for (uint32_t v = 0; v < fn->nvalues; v++) {
		char *text = LLVMPrintValueToString(ids.values[v]);

		assert_non_null(strstr(text, fn->values[v].text));
		LLVMDisposeMessage(text);
	}
	cvg_live_ids_done(&ids);
	cvg_fn_free(fn);
	cvg_module_free(m);
}

static void test_rescan(void **state)
{
	struct cvg_module *m = load_text(diamond, NULL);
	LLVMTypeRef type =
		LLVMFunctionType(LLVMVoidTypeInContext(m->context), NULL, 0, 0);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(m->context);
	LLVMValueRef fn = LLVMAddFunction(m->llvm, "more", type);

	(void)state;
	cvg_live_block_uid(m, 0, add_block(m));
	LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(
						  m->context, fn, "entry"));
	LLVMBuildRetVoid(builder);
	LLVMDisposeBuilder(builder);
	LLVMDeleteFunction(cvg_live_function(m, 1));
	cvg_live_rescan(m);
	assert_int_equal(cvg_module_nfunctions(m), 2);
	assert_string_equal(cvg_module_function_name(m, 0), "k");
	assert_string_equal(cvg_module_function_name(m, 1), "more");
	assert_int_equal(cvg_module_next_uid(m, 0), 1);
	assert_int_equal(cvg_module_next_uid(m, 1), 0);
	cvg_module_free(m);
}

/* ---- read back ------------------------------------------------------- */

static struct cvg_module *revive(struct cvg_module *m)
{
	struct cvg_module *back;
	struct cvg_err err;
	void *bitcode;
	size_t n;

	cvg_module_bitcode(m, &bitcode, &n);
	if (!cvg_module_revive(bitcode, n, NULL, &back, &err))
		fail_msg("%s", err.msg);
	free(bitcode);
	return back;
}

static void same_text(struct cvg_module *a, struct cvg_module *b)
{
	char *ta = cvg_module_text(a), *tb = cvg_module_text(b);

	assert_string_equal(ta, tb);
	free(ta);
	free(tb);
}

static void test_revive(void **state)
{
	struct cvg_module *m = load_text(diamond, NULL), *back;
	struct cvg_fn *fn, *again;
	LLVMBasicBlockRef made = add_block(m), made2;

	(void)state;
	made2 = add_block(m);
	cvg_live_block_origin(m, 0, made2, &made, 1);
	fn = snap(m, CVG_SNAP_TEXT);
	back = revive(m);
	same_text(m, back);
	cvg_module_adopt_uids(back, 0, fn, cvg_module_next_uid(m, 0));
	assert_int_equal(cvg_module_next_uid(back, 0),
			 cvg_module_next_uid(m, 0));
	again = snap(back, CVG_SNAP_TEXT);
	assert_int_equal(fn->fingerprint, again->fingerprint);
	assert_int_equal(fn->nblocks, again->nblocks);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		assert_int_equal(fn->blocks[b].uid, again->blocks[b].uid);
		assert_int_equal(fn->blocks[b].norigins,
				 again->blocks[b].norigins);
	}
	assert_int_equal(again->blocks[5].norigins, 1);
	for (uint32_t i = 0; i < fn->ninsts; i++) {
		assert_string_equal(fn->insts[i].text, again->insts[i].text);
		assert_int_equal(fn->insts[i].shape, again->insts[i].shape);
	}
	cvg_fn_free(fn);
	cvg_fn_free(again);
	cvg_module_free(m);
	cvg_module_free(back);
}

/* Names are not part of a fingerprint, the smallest flag is. */
static void test_fingerprint(void **state)
{
	static const struct {
		const char *inst;
		bool same;
	} row[] = {
		{"%other = add i32 %x, 1", true},
		{"%a = add i32 %x, 1, !note !0", true},
		{"%a = add nuw i32 %x, 1", false},
		{"%a = add i32 %x, 2", false},
		{"%a = add i32 %x, %x", false},
		{"%a = sub i32 %x, 1", false},
	};
	uint64_t first = 0;

	(void)state;
	for (size_t i = 0; i <= COUNT(row); i++) {
		struct cvg_str text = {0};
		struct cvg_module *m;
		struct cvg_fn *fn;

		cvg_str_add(&text, AMD "define void @f(i32 %x) {\n  ");
		cvg_str_add(&text, i ? row[i - 1].inst : "%a = add i32 %x, 1");
		cvg_str_add(&text, "\n  ret void\n}\n!0 = !{}\n");
		m = load_text(text.at, NULL);
		fn = snap(m, 0);
		if (i == 0)
			first = fn->fingerprint;
		else if (row[i - 1].same != (fn->fingerprint == first))
			fail_msg("%s", row[i - 1].inst);
		cvg_fn_free(fn);
		cvg_module_free(m);
		cvg_str_done(&text);
	}
}

/* Structs without a name are what is in them, wherever they lie. */
static void test_unnamed_types(void **state)
{
	struct cvg_module *m =
		load_text(AMD "%0 = type { i16, i32, %1 }\n%1 = type { i64 }\n"
			      "define void @f(ptr %p, %0 %x) {\n"
			      "  %q = getelementptr %0, ptr %p, i64 0, i32 2\n"
			      "  store %1 { i64 1 }, ptr %q\n"
			      "  ret void\n}\n",
			  NULL);
	struct cvg_module *back = revive(m);
	struct cvg_fn *fn = snap(m, 0), *again = snap(back, 0);

	(void)state;
	assert_int_equal(fn->fingerprint, again->fingerprint);
	assert_string_equal(fn->types[fn->values[1].type].text,
			    "%{ i16, i32, %\"type\" }");
	assert_string_equal(fn->values[cvg_op_of(fn, 1, 0)].text, "{ i64 1 }");
	cvg_fn_free(fn);
	cvg_fn_free(again);
	cvg_module_free(m);
	cvg_module_free(back);
}

/* ---- passes ---------------------------------------------------------- */

static void test_pass(void **state)
{
	static const char text[] =
		AMD "define void @k(ptr addrspace(1) %p) {\n"
		    "entry:\n  br i1 true, label %then, label %else\n"
		    "then:\n  br label %join\n"
		    "else:\n  br label %join\n"
		    "join:\n  %r = phi i32 [ 1, %then ], [ 2, %else ]\n"
		    "  store i32 %r, ptr addrspace(1) %p\n  ret void\n}\n"
		    "define void @other() {\n  ret void\n}\n";
	struct cvg_module *m = load_text(text, "gfx90a");
	struct cvg_err err;
	struct cvg_fn *fn;

	(void)state;
	cvg_fn_free(snap(m, 0));
	cvg_fn_free(cvg_module_snapshot(m, 1, 0));
	if (!cvg_module_pass(m, "instcombine,simplifycfg", 60, &err))
		fail_msg("%s", err.msg);
	fn = snap(m, 0);
	assert_int_equal(fn->nblocks, 1);
	assert_int_equal(fn->blocks[0].uid, 0);
	assert_string_equal(fn->cpu, "gfx90a");
	cvg_fn_free(fn);
	fn = cvg_module_snapshot(m, 1, 0);
	assert_int_equal(fn->blocks[0].uid, 0);
	cvg_fn_free(fn);
	assert_int_equal(cvg_module_next_uid(m, 0), 4);
	cvg_module_free(m);
}

/* Labels carry the numbers over; what has a new label is new. */
static void test_pass_keeps_labels(void **state)
{
	struct cvg_module *m = load_text(diamond, NULL);
	struct cvg_err err;
	struct cvg_fn *fn;
	uint32_t b;

	(void)state;
	cvg_fn_free(snap(m, 0));
	if (!cvg_module_pass(m, "break-crit-edges,structurizecfg", 60, &err))
		fail_msg("%s", err.msg);
	fn = snap(m, 0);
	b = cvg_block_by_name(fn, "join");
	assert_int_equal(fn->blocks[b].uid, 3);
	b = cvg_block_by_name(fn, "entry");
	assert_int_equal(fn->blocks[b].uid, 0);
	b = cvg_block_by_name(fn, "Flow");
	assert_int_equal(fn->blocks[b].uid, 4);
	cvg_fn_free(fn);
	cvg_module_free(m);
}

static void test_pass_refused(void **state)
{
	struct cvg_module *m = load_text(diamond, NULL);
	char *before = cvg_module_text(m), *after;
	struct cvg_err err;

	(void)state;
	assert_false(cvg_module_pass(m, "no-such-pass", 60, &err));
	assert_string_equal(err.msg, "pass 'no-such-pass': unknown pass name "
				     "'no-such-pass'");
	after = cvg_module_text(m);
	assert_string_equal(before, after);
	free(before);
	free(after);
	cvg_module_free(m);
}

/* ---- random functions ------------------------------------------------ */

static uint32_t random_of(uint32_t *seed, uint32_t n)
{
	*seed = *seed * 1664525u + 1013904223u;
	return (*seed >> 8) % n;
}

/* Somewhere to go: any block but the entry. */
static uint32_t target_of(uint32_t *seed, uint32_t n)
{
	return 1 + random_of(seed, n - 1);
}

static void add_terminator(struct cvg_str *t, uint32_t *seed, uint32_t b,
			   uint32_t n)
{
	switch (random_of(seed, 8)) {
	case 0:
		cvg_str_add(t, "  ret void\n");
		return;
	case 1:
		cvg_str_add(t, "  unreachable\n");
		return;
	case 2:
		cvg_str_addf(t, "  br label %%b%u\n", target_of(seed, n));
		return;
	case 3:
		cvg_str_addf(t,
			     "  switch i32 %%n, label %%b%u [ i32 %u, label "
			     "%%b%u i32 1000, label %%b%u ]\n",
			     target_of(seed, n), random_of(seed, 999),
			     target_of(seed, n), target_of(seed, n));
		return;
	default:
		cvg_str_addf(t, "  br i1 %%c%u, label %%b%u, label %%b%u\n", b,
			     target_of(seed, n), target_of(seed, n));
	}
}

static void add_insts(struct cvg_str *t, uint32_t *seed, uint32_t b)
{
	static const char *const some[] = {
		"store i32 %n, ptr addrspace(1) %p",
		"%{} = load float, ptr addrspace(1) %p, align 4",
		"fence syncscope(\"agent\") release",
		"%{} = call i32 @llvm.amdgcn.workitem.id.x()",
		"call void @llvm.amdgcn.s.barrier()",
		"%{} = getelementptr {i32, [2 x i8]}, ptr addrspace(1) %p, "
		"i32 %n, i32 1, i32 0",
		"%{} = atomicrmw add ptr addrspace(1) %p, i32 %n monotonic",
		"%{} = select i1 true, <2 x i32> zeroinitializer, <2 x i32> "
		"poison",
	};
	uint32_t n = random_of(seed, 5);

	for (uint32_t i = 0; i < n; i++) {
		const char *s = some[random_of(seed, COUNT(some))];

		cvg_str_add(t, "  ");
		if (!strncmp(s, "%{}", 3)) {
			cvg_str_addf(t, "%%v%u.%u", b, i);
			s += 3;
		}
		cvg_str_add(t, s);
		cvg_str_addc(t, '\n');
	}
	cvg_str_addf(t, "  %%c%u = icmp %s i32 %%n, %u\n", b,
		     random_of(seed, 2) ? "ugt" : "slt", random_of(seed, 99));
}

static struct cvg_module *random_module(uint32_t seed)
{
	struct cvg_str t = {0};
	struct cvg_module *m;
	uint32_t n = 2 + random_of(&seed, 30);

	cvg_str_add(&t, AMD "define void @f(ptr addrspace(1) %p, i32 %n) {\n");
	for (uint32_t b = 0; b < n; b++) {
		cvg_str_addf(&t, "b%u:\n", b);
		add_insts(&t, &seed, b);
		add_terminator(&t, &seed, b, n);
	}
	cvg_str_add(&t, "}\ndeclare i32 @llvm.amdgcn.workitem.id.x()\n"
			"declare void @llvm.amdgcn.s.barrier()\n");
	m = load_text(t.at, NULL);
	cvg_str_done(&t);
	return m;
}

/* Every edge as LLVM has it, under the ids that belong to it. */
static void check_edges(struct cvg_module *m, const struct cvg_fn *fn)
{
	struct cvg_live_ids ids;

	cvg_live_ids_of(m, 0, &ids);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		LLVMValueRef term = LLVMGetBasicBlockTerminator(ids.blocks[b]);
		const struct cvg_block *block = &fn->blocks[b];

		assert_int_equal(block->nsuccs, LLVMGetNumSuccessors(term));
		for (uint32_t k = 0; k < block->nsuccs; k++)
			assert_ptr_equal(
				ids.blocks[fn->succs[block->succs_at + k]],
				LLVMGetSuccessor(term, k));
	}
	cvg_live_ids_done(&ids);
}

static void test_random(void **state)
{
	(void)state;
	for (uint32_t seed = 1; seed <= 100; seed++) {
		struct cvg_module *m = random_module(seed);
		struct cvg_module *back = revive(m);
		struct cvg_fn *fn = snap(m, CVG_SNAP_TEXT);
		struct cvg_fn *again = snap(back, 0);

		same_text(m, back);
		check_edges(m, fn);
		assert_int_equal(fn->fingerprint, again->fingerprint);
		assert_int_equal(fn->ninsts, again->ninsts);
		for (uint32_t i = 0; i < fn->ninsts; i++) {
			assert_int_equal(fn->insts[i].shape,
					 again->insts[i].shape);
			assert_int_equal(fn->insts[i].flags,
					 again->insts[i].flags);
		}
		cvg_fn_free(fn);
		cvg_fn_free(again);
		cvg_module_free(m);
		cvg_module_free(back);
	}
}

UNIT_TESTS(ir_revision_test)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_origins),
		cmocka_unit_test(test_ids),
		cmocka_unit_test(test_rescan),
		cmocka_unit_test(test_revive),
		cmocka_unit_test(test_fingerprint),
		cmocka_unit_test(test_unnamed_types),
		cmocka_unit_test(test_pass),
		cmocka_unit_test(test_pass_keeps_labels),
		cmocka_unit_test(test_pass_refused),
		cmocka_unit_test(test_random),
	};

	return cmocka_run_group_tests_name("ir_revision", tests, NULL, NULL);
}
