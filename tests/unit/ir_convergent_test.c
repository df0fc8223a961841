/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which calls are convergent: by their marks, by the bodies of what they call,
 * by known names, and by the words of inline assembler.
 */
#include "ir_help.h"

struct row {
	const char *inst, *decls;
	bool convergent;
};

static void check_rows(const char *head, const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct cvg_str text = {0};
		struct cvg_module *m;
		struct cvg_fn *fn;

		cvg_str_addf(&text,
			     "%sdefine void @f(float %%f, i32 %%x, ptr %%fn) "
			     "{\n  %s\n  ret void\n}\n%s",
			     head, rows[i].inst, rows[i].decls);
		m = load_text(text.at, NULL);
		fn = snap(m, 0);
		if (!(fn->insts[0].flags & CVG_I_CONVERGENT) ==
		    rows[i].convergent)
			fail_msg("%s\n%s", rows[i].inst, rows[i].decls);
		cvg_fn_free(fn);
		cvg_module_free(m);
		cvg_str_done(&text);
	}
}

static const struct row marks[] = {
	{"%a = call float @llvm.fabs.f32(float %f) convergent",
	 "declare float @llvm.fabs.f32(float)\n", false},
	{"call void @put() convergent", "define void @put() {\n  ret void\n}\n",
	 false},
	{"call void @put() convergent", "declare void @put()\n", true},
	{"call void @put()", "declare void @put() convergent\n", true},
	{"call void @put()", "declare void @put()\n", false},
	{"call void %fn() convergent", "", true},
	{"call void %fn()", "", false},
	{"call void @llvm.amdgcn.s.barrier() convergent",
	 "declare void @llvm.amdgcn.s.barrier()\n", true},
};

#define PUT(linkage, body) \
	"define " linkage "void @put() convergent {\n" body "  ret void\n}\n"
#define BARRIER "declare void @llvm.amdgcn.s.barrier()\n"
#define WAIT	"  call void @llvm.amdgcn.s.barrier()\n"

static const struct row bodies[] = {
	{"call void @put()", PUT("", ""), false},
	{"call void @put() convergent", PUT("", ""), false},
	{"call void @put()", PUT("", WAIT) BARRIER, true},
	/* The linker may take another body. */
	{"call void @put()", PUT("weak ", ""), true},
	{"call void @put()", PUT("linkonce ", ""), true},
	{"call void @put()", PUT("linkonce_odr ", ""), false},
	{"call void @put()", PUT("internal ", ""), false},
	/* What it calls decides, however far away that is. */
	{"call void @put()",
	 PUT("", "  call void @to()\n") "declare void @to() convergent\n",
	 true},
	{"call void @put()",
	 PUT("", "  call void @to()\n") "declare void @to()\n", false},
	{"call void @put()",
	 PUT("", "  call void @to()\n") "define void @to() convergent {\n" WAIT
					"  ret void\n}\n" BARRIER,
	 true},
	{"call void @put()",
	 PUT("", "  call void @to()\n") "define void @to() convergent {\n"
					"  call void @put()\n  ret void\n}\n",
	 false},
	{"call void @put()",
	 PUT("", "  call void @to()\n") "define void @to() convergent {\n"
					"  call void @put()\n" WAIT
					"  ret void\n}\n" BARRIER,
	 true},
	{"call void @put()", PUT("", "  call void null() convergent\n"), true},
	{"call void @put()",
	 PUT("", "  call void asm sideeffect \"s_barrier\", \"\"()\n"), true},
	{"call void @put()",
	 "@put = alias void (), ptr @is\n"
	 "define void @is() convergent {\n  ret void\n}\n",
	 false},
	{"call void @put() convergent",
	 "@put = alias void (), ptr @is\n"
	 "define void @is() convergent {\n  ret void\n}\n",
	 true},
};

static const struct row names[] = {
	{"%a = call float @__ocml_sin_f32(float %f)",
	 "declare float @__ocml_sin_f32(float) convergent\n", false},
	{"%a = call float @__ocml_sin_f32(float %f) convergent",
	 "declare float @__ocml_sin_f32(float)\n", false},
	{"%a = call float @__ocml_unheard_f32(float %f)",
	 "declare float @__ocml_unheard_f32(float) convergent\n", true},
	{"%a = call float @__nv_logf(float %f)",
	 "declare float @__nv_logf(float) convergent\n", false},
	{"%a = call i32 @__nv_isinff(float %f)",
	 "declare i32 @__nv_isinff(float) convergent\n", false},
	{"%a = call float @__nv_unheardf(float %f)",
	 "declare float @__nv_unheardf(float) convergent\n", true},
	{"%a = call i32 @__ockl_lane_u32()",
	 "declare i32 @__ockl_lane_u32() convergent\n", false},
	{"%a = call i32 @__ockl_activelane_u32()",
	 "declare i32 @__ockl_activelane_u32() convergent\n", true},
	{"%a = call i32 @__ockl_wfred_add_i32(i32 %x)",
	 "declare i32 @__ockl_wfred_add_i32(i32) convergent\n", true},
	{"call void @__atomic_work_item_fence(i32 1, i32 4, i32 2)",
	 "declare void @__atomic_work_item_fence(i32, i32, i32) convergent\n",
	 false},
	{"%a = call ptr @malloc(i64 8)",
	 "declare ptr @malloc(i64) convergent\n", false},
	/* Outside OpenCL C, a name says nothing. */
	{"%a = call float @_Z3sinf(float %f)",
	 "declare float @_Z3sinf(float) convergent\n", true},
	{"call void @barrier(i32 1)", "declare void @barrier(i32) convergent\n",
	 true},
	/* A body says more than the name. */
	{"%a = call float @__ocml_sin_f32(float %f)",
	 "define float @__ocml_sin_f32(float %f) convergent {\n" WAIT
	 "  ret float %f\n}\n" BARRIER,
	 true},
};

#define ASM(effects, text, marked) \
	{"call void asm " effects "\"" text "\", \"\"() " marked, "", false}
#define MEETS(effects, text, marked) \
	{"call void asm " effects "\"" text "\", \"\"() " marked, "", true}

static const struct row amdgcn[] = {
	ASM("sideeffect ", "", "convergent"),
	ASM("sideeffect ", "s_nop 0", "convergent"),
	ASM("", "s_unheard", ""),
	MEETS("", "s_unheard", "convergent"),
	MEETS("sideeffect ", "s_unheard", ""),
	MEETS("sideeffect ", "s_barrier", ""),
	MEETS("sideeffect ", "s_nop 0\\0As_barrier", ""),
};

static const struct row nvptx[] = {
	ASM("sideeffect ", "membar.gl;", "convergent"),
	ASM("sideeffect ", "fence.sc.cta;", "convergent"),
	ASM("sideeffect ", "ld.volatile.shared.u32 $0, [$1];", "convergent"),
	ASM("sideeffect ", "mov.u32 $0, %clock;", "convergent"),
	ASM("sideeffect ", "; ;", "convergent"),
	MEETS("sideeffect ", "bar.sync 0;", "convergent"),
	MEETS("sideeffect ", "bar.sync 0;", ""),
	MEETS("sideeffect ", "; bar.sync 0;", "convergent"),
	MEETS("sideeffect ", "membar.gl; bar.sync 0;", "convergent"),
	MEETS("sideeffect ", "// wait\\0Abar.sync 0;", "convergent"),
	MEETS("sideeffect ", "@%p bra somewhere;", "convergent"),
	MEETS("", "activemask.b32 $0;", "convergent"),
	MEETS("", "vote.sync.any.pred $0, $1, -1;", "convergent"),
};

static void test_marks(void **state)
{
	(void)state;
	check_rows(AMD, marks, COUNT(marks));
}

static void test_bodies(void **state)
{
	(void)state;
	check_rows(AMD, bodies, COUNT(bodies));
}

static void test_names(void **state)
{
	(void)state;
	check_rows(AMD, names, COUNT(names));
}

static void test_asm(void **state)
{
	(void)state;
	check_rows(AMD, amdgcn, COUNT(amdgcn));
	check_rows(NV, nvptx, COUNT(nvptx));
}

UNIT_TESTS(ir_convergent_test)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_marks),
		cmocka_unit_test(test_bodies),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_asm),
	};

	return cmocka_run_group_tests_name("ir_convergent", tests, NULL, NULL);
}
