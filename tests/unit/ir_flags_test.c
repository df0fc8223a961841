/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Facts of one instruction, above all whether threads that do not need it may
 * run it. Each row is a rule and a test.
 */
#include "ir_help.h"

struct flag_row {
	const char *name;
	const char *inst; /* the first of the function */
	uint32_t mask;	  /* which flags are looked at */
	uint32_t flags;	  /* and what they must be */
	const char *decls;
};

#define SPEC CVG_I_SPECULATABLE

static const struct flag_row flags[] = {
	{"speculate arithmetic", "%a = mul nsw i32 %x, %y", SPEC, SPEC, ""},
	{"speculate gep",
	 "%a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %l", SPEC,
	 SPEC, ""},
	{"speculate freeze", "%a = freeze i32 %x", SPEC, SPEC, ""},
	{"speculate conversion", "%a = fptosi float %f to i32", SPEC, SPEC, ""},
	{"speculate element", "%a = extractelement <4 x i32> %v, i32 %x", SPEC,
	 SPEC, ""},
	{"division by a variable", "%a = udiv i32 %x, %y", SPEC, 0, ""},
	{"division by a constant", "%a = udiv i32 %x, 3", SPEC, SPEC, ""},
	{"unsigned division by all ones", "%a = udiv i32 %x, -1", SPEC, SPEC,
	 ""},
	{"signed division by -1", "%a = sdiv i32 %x, -1", SPEC, 0, ""},
	{"signed remainder by -1", "%a = srem i32 %x, -1", SPEC, 0, ""},
	{"remainder by zero", "%a = urem i32 %x, 0", SPEC, 0, ""},
	{"remainder by a constant", "%a = srem i32 %x, 8", SPEC, SPEC, ""},
	{"division by undef", "%a = udiv i32 %x, undef", SPEC, 0, ""},
	{"vector division by constants",
	 "%a = udiv <4 x i32> %v, <i32 1, i32 2, i32 3, i32 4>", SPEC, SPEC,
	 ""},
	{"vector division with a zero",
	 "%a = udiv <4 x i32> %v, <i32 1, i32 0, i32 3, i32 4>", SPEC, 0, ""},
	{"float division", "%a = fdiv float %f, %g", SPEC, SPEC, ""},
	{"store", "store i32 %x, ptr addrspace(1) %p",
	 SPEC | CVG_I_WRITES | CVG_I_READS | CVG_I_EFFECTS,
	 CVG_I_WRITES | CVG_I_EFFECTS, ""},
	{"load from anywhere", "%a = load i32, ptr addrspace(1) %p",
	 SPEC | CVG_I_WRITES | CVG_I_READS | CVG_I_EFFECTS, CVG_I_READS, ""},
	{"load from a good argument", "%a = load i32, ptr addrspace(1) %d",
	 SPEC, SPEC, ""},
	{"load, as far as promised",
	 "%a = load <4 x i32>, ptr addrspace(1) %d, align 8", SPEC, SPEC, ""},
	{"load, too strictly aligned",
	 "%a = load i32, ptr addrspace(1) %d, align 16", SPEC, 0, ""},
	{"load, too long", "%a = load <8 x i32>, ptr addrspace(1) %d, align 4",
	 SPEC, 0, ""},
	{"load, volatile", "%a = load volatile i32, ptr addrspace(1) %d",
	 SPEC | CVG_I_VOLATILE | CVG_I_EFFECTS, CVG_I_VOLATILE | CVG_I_EFFECTS,
	 ""},
	{"load, atomic",
	 "%a = load atomic i32, ptr addrspace(1) %d unordered, align 4",
	 SPEC | CVG_I_ATOMIC, CVG_I_ATOMIC, ""},
	{"load, noundef", "%a = load i32, ptr addrspace(1) %d, !noundef !0",
	 SPEC, SPEC, "!0 = !{}\n"},
	{"load from a global", "%a = load i32, ptr addrspace(1) @g", SPEC, SPEC,
	 "@g = addrspace(1) global i32 0\n"},
	{"load from a declared global", "%a = load i32, ptr addrspace(1) @g",
	 SPEC, 0, "@g = external addrspace(1) global i32\n"},
	{"load from a weak global", "%a = load i32, ptr addrspace(1) @g", SPEC,
	 0, "@g = extern_weak addrspace(1) global i32\n"},
	{"load inside a global",
	 "%a = load i32, ptr addrspace(1) getelementptr (i8, "
	 "ptr addrspace(1) @g, i64 12)",
	 SPEC, SPEC,
	 "@g = addrspace(1) global [4 x i32] zeroinitializer, align 4\n"},
	{"load behind a global",
	 "%a = load i32, ptr addrspace(1) getelementptr (i8, "
	 "ptr addrspace(1) @g, i64 16)",
	 SPEC, 0,
	 "@g = addrspace(1) global [4 x i32] zeroinitializer, align 4\n"},
	{"load before a global",
	 "%a = load i32, ptr addrspace(1) getelementptr (i8, "
	 "ptr addrspace(1) @g, i64 -4)",
	 SPEC, 0,
	 "@g = addrspace(1) global [4 x i32] zeroinitializer, align 4\n"},
	{"load askew in a global",
	 "%a = load i32, ptr addrspace(1) getelementptr (i8, "
	 "ptr addrspace(1) @g, i64 2), align 4",
	 SPEC, 0,
	 "@g = addrspace(1) global [4 x i32] zeroinitializer, align 4\n"},
	{"alloca", "%a = alloca i32, addrspace(5)", SPEC | CVG_I_EFFECTS, 0,
	 ""},
	{"call of anything", "%a = call i32 @one(i32 %x)", SPEC | CVG_I_EFFECTS,
	 CVG_I_EFFECTS, "declare i32 @one(i32)\n"},
	{"call without memory, not speculatable", "%a = call i32 @one(i32 %x)",
	 SPEC | CVG_I_EFFECTS, 0,
	 "declare i32 @one(i32) nounwind willreturn memory(none)\n"},
	{"call, speculatable", "%a = call i32 @one(i32 %x)", SPEC, SPEC,
	 "declare i32 @one(i32) nounwind willreturn speculatable "
	 "memory(none)\n"},
	{"call, speculatable, defined argument here",
	 "%a = call i32 @one(i32 noundef %x)", SPEC, SPEC,
	 "declare i32 @one(i32) nounwind willreturn speculatable "
	 "memory(none)\n"},
	{"call, speculatable but its argument must be defined",
	 "%a = call i32 @one(i32 %x)", SPEC, 0,
	 "declare i32 @one(i32 noundef) nounwind willreturn speculatable "
	 "memory(none)\n"},
	{"call, speculatable but convergent", "%a = call i32 @one(i32 %x)",
	 SPEC | CVG_I_CONVERGENT, CVG_I_CONVERGENT,
	 "declare i32 @one(i32) nounwind willreturn speculatable convergent "
	 "memory(none)\n"},
	{"intrinsic",
	 "%a = call float @llvm.fma.f32(float %f, float %g, "
	 "float %f)",
	 SPEC | CVG_I_COMMUTATIVE | CVG_I_READS | CVG_I_EFFECTS,
	 SPEC | CVG_I_COMMUTATIVE,
	 "declare float @llvm.fma.f32(float, float, float)\n"},
	{"thread id", "%a = call i32 @llvm.amdgcn.workitem.id.x()",
	 SPEC | CVG_I_CONVERGENT, SPEC,
	 "declare i32 @llvm.amdgcn.workitem.id.x()\n"},
	{"call that reads", "%a = call i32 @one(i32 %x)",
	 CVG_I_READS | CVG_I_WRITES, CVG_I_READS,
	 "declare i32 @one(i32) memory(read)\n"},
	{"call that writes only, said at the call",
	 "call void @put(ptr addrspace(1) %p) memory(write)",
	 CVG_I_READS | CVG_I_WRITES, CVG_I_WRITES,
	 "declare void @put(ptr addrspace(1))\n"},
	{"barrier", "call void @llvm.amdgcn.s.barrier()",
	 SPEC | CVG_I_CONVERGENT | CVG_I_EFFECTS,
	 CVG_I_CONVERGENT | CVG_I_EFFECTS,
	 "declare void @llvm.amdgcn.s.barrier()\n"},
	{"lane read", "%a = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %x)",
	 SPEC | CVG_I_CONVERGENT | CVG_I_EFFECTS, CVG_I_CONVERGENT,
	 "declare i32 @llvm.amdgcn.readfirstlane.i32(i32)\n"},
	{"fence", "fence acquire", SPEC | CVG_I_CONVERGENT | CVG_I_EFFECTS,
	 CVG_I_EFFECTS, ""},
	{"asm with effects", "call void asm sideeffect \"s_barrier\", \"\"()",
	 CVG_I_CONVERGENT | CVG_I_EFFECTS, CVG_I_CONVERGENT | CVG_I_EFFECTS,
	 ""},
	{"asm without",
	 "%a = call i32 asm \"v_mov_b32 $0, $1\", \"=v,v\"(i32 "
	 "%x)",
	 SPEC | CVG_I_CONVERGENT, 0, ""},
	{"commutative add", "%a = add i32 %x, %y", CVG_I_COMMUTATIVE,
	 CVG_I_COMMUTATIVE, ""},
	{"sub", "%a = sub i32 %x, %y", CVG_I_COMMUTATIVE, 0, ""},
	{"commutative compare", "%a = icmp ne i32 %x, %y",
	 CVG_I_COMMUTATIVE | CVG_I_SWAPPED, CVG_I_COMMUTATIVE, ""},
	{"commutative float compare", "%a = fcmp uno float %f, %g",
	 CVG_I_COMMUTATIVE, CVG_I_COMMUTATIVE, ""},
	{"ordered compare", "%a = icmp slt i32 %x, %y",
	 CVG_I_COMMUTATIVE | CVG_I_SWAPPED, 0, ""},
	{"swapped compare", "%a = icmp sgt i32 %x, %y",
	 CVG_I_COMMUTATIVE | CVG_I_SWAPPED, CVG_I_SWAPPED, ""},
	{"commutative intrinsic",
	 "%a = call i32 @llvm.umin.i32(i32 %x, i32 %y)", CVG_I_COMMUTATIVE,
	 CVG_I_COMMUTATIVE, "declare i32 @llvm.umin.i32(i32, i32)\n"},
	{"intrinsic with a similar name",
	 "%a = call i32 @llvm.usub.sat.i32(i32 %x, i32 %y)", CVG_I_COMMUTATIVE,
	 0, "declare i32 @llvm.usub.sat.i32(i32, i32)\n"},
	{"fast-math", "%a = fadd nnan float %f, %g", CVG_I_FASTMATH,
	 CVG_I_FASTMATH, ""},
	{"no fast-math", "%a = fadd float %f, %g", CVG_I_FASTMATH, 0, ""},
};

static void test_flags(void **state)
{
	const struct flag_row *row = *state;
	struct cvg_module *m = load_row(row->inst, NULL, row->decls);
	struct cvg_fn *fn = snap(m, 0);

	assert_int_equal(fn->insts[0].flags & row->mask, row->flags);
	cvg_fn_free(fn);
	cvg_module_free(m);
}

/* Loads that need a definition: only rows with two instructions show it. */
static void test_alloca_extent(void **state)
{
	static const char text[] = AMD
		"define void @f(i32 %n) {\n"
		"  %a = alloca [4 x i32], align 4, addrspace(5)\n"
		"  %v = alloca i32, i32 %n, addrspace(5)\n"
		"  %in = getelementptr [4 x i32], ptr addrspace(5) %a, i32 0, "
		"i32 3\n"
		"  %out = getelementptr [4 x i32], ptr addrspace(5) %a, i32 0, "
		"i32 4\n"
		"  %var = getelementptr [4 x i32], ptr addrspace(5) %a, i32 0, "
		"i32 %n\n"
		"  %l0 = load i32, ptr addrspace(5) %in\n"
		"  %l1 = load i32, ptr addrspace(5) %out\n"
		"  %l2 = load i32, ptr addrspace(5) %var\n"
		"  %l3 = load i32, ptr addrspace(5) %v\n"
		"  br label %late\n"
		"late:\n"
		"  %b = alloca i32, addrspace(5)\n"
		"  %l4 = load i32, ptr addrspace(5) %b\n"
		"  ret void\n}\n";
	static const struct {
		const char *load;
		bool good;
	} want[] = {{"%l0", true},
		    {"%l1", false},
		    {"%l2", false},
		    {"%l3", false},
		    {"%l4", false}};
	struct cvg_module *m = load_text(text, NULL);
	struct cvg_fn *fn = snap(m, 0);

	(void)state;
	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		uint32_t v = cvg_value_by_name(fn, want[i].load);
		uint32_t at = cvg_value_inst(fn, v);

		assert_int_equal(!!(fn->insts[at].flags & CVG_I_BOUNDED),
				 want[i].good);
	}
	cvg_fn_free(fn);
	cvg_module_free(m);
}

/* On AMDGPU, integers of the block number and of arguments are of the scalar unit;
 * those of the thread number, floats and loads are not. NVPTX has no such unit. */
static void test_scalars(void **state)
{
	static const char body[] =
		"declare i32 @llvm.umin.i32(i32, i32)\n"
		"define %s void @k(ptr addrspace(1) %%p, i32 %%n, float %%f) "
		"{\n"
		"  %%t = call i32 @%s()\n"
		"  %%a = mul i32 %%n, 7\n"
		"  %%b = mul i32 %%t, 7\n"
		"  %%c = add i32 %%a, %%b\n"
		"  %%d = icmp ult i32 %%a, 9\n"
		"  %%e = call i32 @llvm.umin.i32(i32 %%a, i32 %%n)\n"
		"  %%g = fptoui float %%f to i32\n"
		"  %%h = fadd float %%f, 1.0\n"
		"  %%z = zext i32 %%e to i64\n"
		"  ret void\n}\ndeclare i32 @%s()\n";
	static const char scalar[] = "adez"; /* of the names above */
	static const char *const head[] = {AMD, NV};
	static const char *const tid[] = {"llvm.amdgcn.workitem.id.x",
					  "llvm.nvvm.read.ptx.sreg.tid.x"};
	static const char *const kind[] = {"amdgpu_kernel", "ptx_kernel"};

	(void)state;
	for (int k = 0; k < 2; k++) {
		struct cvg_str text = {0};
		struct cvg_module *m;
		struct cvg_fn *fn;

		cvg_str_add(&text, head[k]);
		cvg_str_addf(&text, body, kind[k], tid[k], tid[k]);
		m = load_text(text.at, NULL);
		fn = snap(m, 0);
		for (const char *c = "abcdeghz"; *c; c++) {
			char name[] = {'%', *c, '\0'};
			uint32_t v = cvg_value_by_name(fn, name);
			uint32_t at = cvg_value_inst(fn, v);

			assert_int_equal(!!(fn->insts[at].flags & CVG_I_SCALAR),
					 k == 0 && strchr(scalar, *c));
		}
		cvg_fn_free(fn);
		cvg_module_free(m);
		cvg_str_done(&text);
	}
}

/* The scalar unit loads once from an address that is the same for all threads, of whole
 * words that nothing has written, and not round a loop; constant memory is read by lanes
 * where they read apart. */
static void test_scalar_loads(void **state)
{
	static const char text[] =
		AMD "declare i32 @llvm.amdgcn.workitem.id.x()\n"
		    "define amdgpu_kernel void @k(ptr addrspace(1) %p, "
		    "ptr addrspace(4) %q, i32 %n, ptr addrspace(3) %l) {\n"
		    "e:\n"
		    "  %t = call i32 @llvm.amdgcn.workitem.id.x()\n"
		    "  %pt = getelementptr i32, ptr addrspace(1) %p, i32 %t\n"
		    "  %qt = getelementptr i32, ptr addrspace(4) %q, i32 %t\n"
		    "  %pn = getelementptr i32, ptr addrspace(1) %p, i32 %n\n"
		    "  %a = load i32, ptr addrspace(1) %pn\n"
		    "  %b = load i32, ptr addrspace(1) %pt\n"
		    "  %c = load i8, ptr addrspace(1) %pn\n"
		    "  %d = load i32, ptr addrspace(1) %pn, align 1\n"
		    "  %g = load i32, ptr addrspace(4) %qt\n"
		    "  %h = load i32, ptr addrspace(4) %q\n"
		    "  store i32 %a, ptr addrspace(3) %l\n"
		    "  fence syncscope(\"workgroup\") release\n"
		    "  %i = load i32, ptr addrspace(1) %pn\n"
		    "  br label %loop\n"
		    "loop:\n"
		    "  %s = phi i32 [ 0, %e ], [ %s1, %loop ]\n"
		    "  %ps = getelementptr i32, ptr addrspace(1) %p, i32 %s\n"
		    "  %j = load i32, ptr addrspace(1) %ps\n"
		    "  %s1 = add i32 %s, 1\n"
		    "  %m = icmp ult i32 %s1, %n\n"
		    "  br i1 %m, label %loop, label %w\n"
		    "w:\n"
		    "  %o = load i32, ptr addrspace(1) %p\n"
		    "  store i32 0, ptr addrspace(1) %pt\n"
		    "  %u = load i32, ptr addrspace(1) %p\n"
		    "  br label %x\n"
		    "x:\n"
		    "  %v = load i32, ptr addrspace(1) %p\n"
		    "  %f = load volatile i32, ptr addrspace(1) %pn\n"
		    "  ret void\n}\n";
	struct cvg_module *m = load_text(text, NULL);
	struct cvg_fn *fn = snap(m, 0);

	(void)state;
	for (const char *c = "abcdfghijouv"; *c; c++) {
		char name[] = {'%', *c, '\0'};
		uint32_t at = cvg_value_inst(fn, cvg_value_by_name(fn, name));

		assert_int_equal(!!(fn->insts[at].flags & CVG_I_SCALAR),
				 strchr("aio", *c) != NULL);
		assert_int_equal(!!(fn->insts[at].flags & CVG_I_ON_LANES),
				 *c == 'g');
	}
	cvg_fn_free(fn);
	cvg_module_free(m);
}

/* All threads go one way of a switch on an argument, on both targets. */
static void test_scalar_switch(void **state)
{
	static const char body[] =
		"define %s void @k(i32 %%n) {\n"
		"e:\n"
		"  %%t = call i32 @%s()\n"
		"  switch i32 %%n, label %%d [ i32 1, label %%d ]\n"
		"d:\n"
		"  switch i32 %%t, label %%x [ i32 1, label %%x ]\n"
		"x:\n"
		"  ret void\n}\ndeclare i32 @%s()\n";
	static const char *const head[] = {AMD, NV};
	static const char *const tid[] = {"llvm.amdgcn.workitem.id.x",
					  "llvm.nvvm.read.ptx.sreg.tid.x"};
	static const char *const kind[] = {"amdgpu_kernel", "ptx_kernel"};

	(void)state;
	for (int k = 0; k < 2; k++) {
		struct cvg_str text = {0};
		struct cvg_module *m;
		struct cvg_fn *fn;

		cvg_str_add(&text, head[k]);
		cvg_str_addf(&text, body, kind[k], tid[k], tid[k]);
		m = load_text(text.at, NULL);
		fn = snap(m, 0);
		assert_true(cvg_block_terminator(fn, 0)->flags & CVG_I_SCALAR);
		assert_false(cvg_block_terminator(fn, 1)->flags & CVG_I_SCALAR);
		cvg_fn_free(fn);
		cvg_module_free(m);
		cvg_str_done(&text);
	}
}

UNIT_TESTS(ir_flags_test)
{
	static struct CMUnitTest tests[COUNT(flags) + 4];
	size_t n = 0;

	for (size_t i = 0; i < COUNT(flags); i++)
		tests[n++] =
			(struct CMUnitTest){flags[i].name, test_flags, NULL,
					    NULL, (void *)(uintptr_t)&flags[i]};
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_alloca_extent);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_scalars);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_scalar_loads);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_scalar_switch);
	return _cmocka_run_group_tests("ir_flags", tests, n, NULL, NULL);
}
