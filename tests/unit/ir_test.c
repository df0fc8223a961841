/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The snapshot of a whole function.
 */
#include "ir_help.h"

/* ---- what a snapshot holds ------------------------------------------- */

static const char diamond[] =
	AMD "define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %0) #0 "
	    "!reqd_work_group_size !4 {\n"
	    "  %c = icmp slt i32 %0, 3\n"
	    "  br i1 %c, label %then, label %2, !prof !3\n"
	    "then:\n"
	    "  store i32 %0, ptr addrspace(1) %p, align 4, !tbaa !0\n"
	    "  br label %2\n"
	    "2:\n"
	    "  %3 = phi i32 [ 1, %1 ], [ %0, %then ]\n"
	    "  switch i32 %3, label %d [\n"
	    "    i32 5, label %\"odd name\"\n"
	    "    i32 -6, label %d\n"
	    "  ]\n"
	    "\"odd name\":\n"
	    "  %4 = call i32 @g(i32 %3) #1\n"
	    "  br label %d\n"
	    "d:\n"
	    "  ret void\n}\n"
	    "declare i32 @g(i32)\n"
	    "attributes #0 = { \"amdgpu-flat-work-group-size\"=\"1,64\" }\n"
	    "attributes #1 = { nounwind }\n"
	    "!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !2}\n!2 = !{!\"root\"}\n"
	    "!3 = !{!\"branch_weights\", i32 7, i32 1}\n"
	    "!4 = !{i32 64, i32 2, i32 1}\n";

static const struct cvg_inst *inst_of(const struct cvg_fn *fn, uint32_t b,
				      uint32_t k)
{
	return &fn->insts[fn->blocks[b].inst_at + k];
}

static const char *op_text(const struct cvg_fn *fn, const struct cvg_inst *in,
			   uint32_t k)
{
	return fn->values[fn->ops[in->ops_at + k]].text;
}

static void test_head(void **state)
{
	struct cvg_module *m = load_text(diamond, NULL);
	struct cvg_fn *fn = snap(m, 0);

	(void)state;
	assert_string_equal(fn->name, "k");
	assert_int_equal(fn->kind, CVG_FN_KERNEL);
	assert_int_equal(fn->target, CVG_AMDGPU);
	assert_int_equal(fn->warp, 64);
	assert_int_equal(fn->llvm_major, cvg_llvm_major());
	assert_int_equal(fn->reqd_work_group[0], 64);
	assert_int_equal(fn->reqd_work_group[1], 2);
	assert_int_equal(fn->reqd_work_group[2], 1);
	assert_string_equal(cvg_fn_attr(fn, "amdgpu-flat-work-group-size"),
			    "1,64");
	assert_null(fn->insts[0].text);
	cvg_fn_free(fn);
	cvg_module_free(m);
}

static void test_blocks_and_edges(void **state)
{
	static const char *const name[] = {"1", "then", "2", "\"odd name\"",
					   "d"};
	struct cvg_module *m = load_text(diamond, NULL);
	struct cvg_fn *fn = snap(m, 0);
	const struct cvg_block *b;

	(void)state;
	assert_int_equal(fn->nblocks, COUNT(name));
	for (uint32_t i = 0; i < COUNT(name); i++) {
		assert_string_equal(fn->blocks[i].name, name[i]);
		assert_int_equal(fn->blocks[i].uid, i);
		assert_int_equal(fn->blocks[i].norigins, 0);
	}
	b = &fn->blocks[0];
	assert_int_equal(fn->succs[b->succs_at], 1);
	assert_int_equal(fn->succs[b->succs_at + 1], 2);
	assert_int_equal(fn->succ_weight[b->succs_at], 7);
	assert_int_equal(fn->succ_weight[b->succs_at + 1], 1);
	b = &fn->blocks[2];
	assert_int_equal(b->nphis, 1);
	assert_int_equal(b->nsuccs, 3);
	assert_int_equal(fn->succs[b->succs_at], 4);
	assert_int_equal(fn->succs[b->succs_at + 1], 3);
	assert_int_equal(fn->succ_case[b->succs_at], CVG_NONE);
	assert_string_equal(fn->values[fn->succ_case[b->succs_at + 1]].text,
			    "5");
	assert_string_equal(fn->values[fn->succ_case[b->succs_at + 2]].text,
			    "-6");
	assert_int_equal(fn->succ_weight[b->succs_at], 0);
	cvg_fn_free(fn);
	cvg_module_free(m);
}

static void test_values(void **state)
{
	struct cvg_module *m = load_text(diamond, NULL);
	struct cvg_fn *fn = snap(m, 0);
	const struct cvg_inst *in = inst_of(fn, 2, 0);

	(void)state;
	assert_int_equal(fn->nargs, 2);
	assert_string_equal(fn->values[0].text, "%p");
	assert_string_equal(fn->values[1].text, "%0");
	assert_string_equal(op_text(fn, inst_of(fn, 0, 0), 1), "3");
	assert_int_equal(in->op, CVG_OP_PHI);
	assert_int_equal(fn->incoming[in->ops_at], 0);
	assert_int_equal(fn->incoming[in->ops_at + 1], 1);
	assert_string_equal(op_text(fn, in, 0), "1");
	in = inst_of(fn, 2, 1);
	assert_int_equal(in->op, CVG_OP_SWITCH);
	assert_int_equal(in->nops, 1);
	in = inst_of(fn, 3, 0);
	assert_string_equal(cvg_inst_callee(fn, (uint32_t)(in - fn->insts)),
			    "g");
	assert_int_equal(in->nops, 1);
	in = inst_of(fn, 1, 0);
	assert_int_equal(in->addrspace, 1);
	assert_string_equal(fn->types[in->access].text, "i32");
	assert_int_equal(fn->types[fn->values[0].type].addrspace, 1);
	cvg_fn_free(fn);
	cvg_module_free(m);
}

static void test_text(void **state)
{
	static const char *const text[] = {
		"%c = icmp slt i32 %0, 3",
		"br i1 %c, label %then, label %2",
		"store i32 %0, ptr addrspace(1) %p, align 4",
		"br label %2",
		"%3 = phi i32 [ 1, %1 ], [ %0, %then ]",
		("switch i32 %3, label %d [ i32 5, label %\"odd name\" "
		 "i32 -6, label %d ]"),
		"%4 = call i32 @g(i32 %3)",
		"br label %d",
		"ret void",
	};
	struct cvg_module *m = load_text(diamond, NULL);
	struct cvg_fn *fn = snap(m, CVG_SNAP_TEXT);

	(void)state;
	assert_int_equal(fn->ninsts, COUNT(text));
	for (uint32_t i = 0; i < COUNT(text); i++)
		assert_string_equal(fn->insts[i].text, text[i]);
	cvg_fn_free(fn);
	cvg_module_free(m);
}

/* Cut out of the module's text, a function is what it is printed alone. */
static void test_held_text(void **state)
{
	static const char three[] =
		AMD "@s = constant [9 x i8] c\"\\0Adefine \\00\"\n"
		    "define void @\"a b\"(ptr %p) {\n"
		    "  %1 = load atomic i32, ptr %p syncscope(\"agent\") "
		    "acquire, align 4\n"
		    "  br label %define\n"
		    "define:\n"
		    "  ret void\n}\n"
		    "declare void @outside()\n"
		    "define internal i32 @0() {\n"
		    "  ret i32 0\n}\n"
		    "define i32 @last(i32 %x) #0 {\n"
		    "  %y = call i32 @0(), !range !0\n"
		    "  call void @outside() #0\n"
		    "  %z = add nsw i32 %x, %y\n"
		    "  ret i32 %z\n}\n"
		    "attributes #0 = { nounwind }\n"
		    "!0 = !{i32 0, i32 8}\n";
	struct cvg_module *m = load_text(three, NULL);

	(void)state;
	assert_int_equal(cvg_module_nfunctions(m), 3);
	for (uint32_t f = 0; f < 3; f++) {
		struct cvg_fn *alone = cvg_module_snapshot(m, f, CVG_SNAP_TEXT);
		struct cvg_fn *held;

		cvg_module_hold_text(m);
		held = cvg_module_snapshot(m, f, CVG_SNAP_TEXT);
		cvg_module_drop_text(m);
		assert_int_equal(held->ninsts, alone->ninsts);
		for (uint32_t i = 0; i < alone->ninsts; i++)
			assert_string_equal(held->insts[i].text,
					    alone->insts[i].text);
		assert_int_equal(held->fingerprint, alone->fingerprint);
		cvg_fn_free(held);
		cvg_fn_free(alone);
	}
	cvg_module_free(m);
}

/* Constants of every kind, as operands of calls. */
static void test_constants(void **state)
{
	static const struct {
		const char *operand, *text;
		enum cvg_valuekind kind;
		uint32_t flags;
		uint64_t bits;
	} row[] = {
		{"i32 -2", "-2", CVG_VALUE_CONST, CVG_V_INT64, 0xfffffffe},
		{"i1 true", "true", CVG_VALUE_CONST, CVG_V_INT64, 1},
		{"i64 -1", "-1", CVG_VALUE_CONST, CVG_V_INT64, UINT64_MAX},
		{"i128 7", "7", CVG_VALUE_CONST, 0, 0},
		{"float 1.0", "1.000000e+00", CVG_VALUE_CONST, 0, 0},
		{"ptr null", "null", CVG_VALUE_CONST, 0, 0},
		{"ptr @v", "@v", CVG_VALUE_GLOBAL, 0, 0},
		{"ptr @0", "@0", CVG_VALUE_GLOBAL, 0, 0},
		{"ptr @f", "@f", CVG_VALUE_FUNCTION, CVG_V_BODY, 0},
		{"ptr @any", "@any", CVG_VALUE_FUNCTION, 0, 0},
		{"i32 undef", "undef", CVG_VALUE_UNDEF, 0, 0},
		{"i32 poison", "poison", CVG_VALUE_UNDEF, CVG_V_POISON, 0},
		{"<2 x i32> <i32 1, i32 2>", "<i32 1, i32 2>", CVG_VALUE_CONST,
		 0, 0},
		{"%pair zeroinitializer", "zeroinitializer", CVG_VALUE_CONST, 0,
		 0},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct cvg_str text = {0};
		struct cvg_module *m;
		struct cvg_fn *fn;
		const struct cvg_value *v;

		cvg_str_addf(&text,
			     "%s%%pair = type {i32, i32}\n"
			     "@v = global i32 0\n@0 = global i32 0\n"
			     "define void @f() {\n"
			     "  call void (...) @any(%s)\n  ret void\n}\n"
			     "declare void @any(...)\n",
			     AMD, row[i].operand);
		m = load_text(text.at, NULL);
		fn = snap(m, 0);
		v = &fn->values[fn->ops[0]];
		assert_string_equal(v->text, row[i].text);
		assert_int_equal(v->kind, row[i].kind);
		assert_int_equal(v->flags, row[i].flags);
		assert_int_equal(v->bits, row[i].bits);
		cvg_fn_free(fn);
		cvg_module_free(m);
		cvg_str_done(&text);
	}
}

static void test_kinds_of_function(void **state)
{
	static const struct {
		const char *text;
		enum cvg_fnkind kind;
		uint32_t size;
	} row[] = {
		{AMD "define void @f() {\n ret void\n}\n", CVG_FN_DEVICE, 0},
		{AMD "define amdgpu_kernel void @f() {\n ret void\n}\n",
		 CVG_FN_KERNEL, 0},
		{AMD "define amdgpu_ps void @f() {\n ret void\n}\n",
		 CVG_FN_SHADER, 0},
		{AMD "define amdgpu_gfx void @f() {\n ret void\n}\n",
		 CVG_FN_DEVICE, 0},
		{NV "define void @f() {\n ret void\n}\n", CVG_FN_DEVICE, 0},
		{NV "define ptx_kernel void @f() \"nvvm.reqntid\"=\"32,2\" {\n"
		    " ret void\n}\n",
		 CVG_FN_KERNEL, 32},
		{NV "define void @f() {\n ret void\n}\n"
		    "!nvvm.annotations = !{!0, !1}\n"
		    "!0 = !{ptr @f, !\"kernel\", i32 1}\n"
		    "!1 = !{ptr @f, !\"reqntidx\", i32 96}\n",
		 CVG_FN_KERNEL, 96},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct cvg_module *m = load_text(row[i].text, NULL);
		struct cvg_fn *fn = snap(m, 0);

		assert_int_equal(fn->kind, row[i].kind);
		assert_int_equal(fn->reqd_work_group[0], row[i].size);
		cvg_fn_free(fn);
		cvg_module_free(m);
	}
}

/* "FILE:LINE:COLUMN " */
static void add_spot(struct cvg_str *out, const struct cvg_fn *fn,
		     uint32_t spot)
{
	const struct cvg_spot *at = cvg_spot_at(fn, spot);

	assert_non_null(at);
	cvg_str_addf(out, "%s:%u:%u ", fn->files[at->file], at->line,
		     at->column);
}

/* Records and intrinsics of debug information are no instructions. */
static void test_debug_info(void **state)
{
	static const char text[] =
		AMD "define void @f(i32 %x) !dbg !4 {\n"
		    "  call void @llvm.dbg.value(metadata i32 %x, "
		    "metadata !7, metadata !DIExpression()), !dbg !8\n"
		    "  %y = add i32 %x, 1, !dbg !8\n"
		    "  ret void, !dbg !9\n}\n"
		    "declare void @llvm.dbg.value(metadata, metadata, "
		    "metadata)\n"
		    "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n"
		    "!0 = distinct !DICompileUnit(language: DW_LANG_C, "
		    "file: !1, emissionKind: FullDebug)\n"
		    "!1 = !DIFile(filename: \"k.cl\", directory: \"/src\")\n"
		    "!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
		    "!3 = !DIFile(filename: \"k.h\", directory: \"/src\")\n"
		    "!4 = distinct !DISubprogram(name: \"f\", scope: !1, "
		    "file: !1, line: 1, type: !5, unit: !0, "
		    "spFlags: DISPFlagDefinition)\n"
		    "!5 = !DISubroutineType(types: !6)\n!6 = !{null}\n"
		    "!7 = !DILocalVariable(name: \"x\", scope: !4, file: !1)\n"
		    "!8 = !DILocation(line: 12, scope: !4)\n"
		    "!9 = !DILocation(line: 3, column: 9, scope: !10, "
		    "inlinedAt: !11)\n"
		    "!10 = !DILexicalBlockFile(scope: !4, file: !3, "
		    "discriminator: 0)\n"
		    "!11 = distinct !DILocation(line: 7, scope: !4)\n";
	struct cvg_str text_at = {0};
	struct cvg_module *m = load_text(text, NULL);
	struct cvg_fn *fn = snap(m, CVG_SNAP_TEXT);

	(void)state;
	assert_int_equal(fn->ninsts, 2);
	assert_string_equal(fn->insts[0].text, "%y = add i32 %x, 1");
	add_spot(&text_at, fn, fn->insts[0].spot);
	add_spot(&text_at, fn, fn->insts[1].spot);
	add_spot(&text_at, fn, fn->spot);
	assert_string_equal(text_at.at,
			    "/src/k.cl:12:0 /src/k.h:3:9 /src/k.cl:1:0 ");
	cvg_str_clear(&text_at);
	cvg_spot_add(&text_at, "at ", fn, fn->insts[1].spot);
	assert_string_equal(text_at.at, "at k.h:3 from k.cl:7");
	cvg_str_done(&text_at);
	cvg_fn_free(fn);
	cvg_module_free(m);
}

UNIT_TESTS(ir_test)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_head),
		cmocka_unit_test(test_blocks_and_edges),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_held_text),
		cmocka_unit_test(test_constants),
		cmocka_unit_test(test_kinds_of_function),
		cmocka_unit_test(test_debug_info),
	};

	return cmocka_run_group_tests_name("ir", tests, NULL, NULL);
}
