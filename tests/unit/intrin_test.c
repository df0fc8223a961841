/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Intrinsic calls: that each name is found, what those become that do not
 * compute (tests/intrinsics has those that do), and which are gaps.
 */
#include "ir_help.h"

#include "decode_kit.h"

#include "src/decode/intrin.h"

#include "reconverge/faults.h"
#include "reconverge/ucodes.h"

#define AMDGCN "target triple = \"amdgcn-amd-amdhsa\"\n"
#define NVIDIA "target triple = \"nvptx64-nvidia-cuda\"\n"

/* ---- names ----------------------------------------------------------- */

static void every_row_is_found(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < CVG_NINTRIN_TABLES; i++) {
		const struct cvg_intrin_table *t = cvg_intrin_table(i);

		for (uint32_t k = 0; k < t->n; k++) {
			const char *rest, *name = t->rows[k].name;
			size_t n = strlen(name);
			char full[128];

			snprintf(full, sizeof full, "%s%.*s%s", t->prefix,
				 (int)(n - (name[n - 1] == '*')), name,
				 name[n - 1] == '*' ? "rest" : "");
			if (cvg_intrin_find(full, &rest) != &t->rows[k])
				fail_msg("%s is not found", full);
			assert_string_equal(rest,
					    name[n - 1] == '*' ? "rest" : "");
		}
	}
}

static void longest_name_wins(void **state)
{
	const struct cvg_intrin *whole, *half;
	const char *rest;

	(void)state;
	half = cvg_intrin_find("llvm.nvvm.d2i.hi", &rest);
	assert_string_equal(half->name, "d2i.hi");
	whole = cvg_intrin_find("llvm.nvvm.d2i.rn", &rest);
	assert_string_equal(whole->name, "d2i.*");
	assert_string_equal(rest, "rn");
	assert_ptr_equal(cvg_intrin_find("llvm.nvvm.fma.rn.ftz.sat.f", &rest),
			 cvg_intrin_find("llvm.nvvm.fma.rp.d", &rest));
}

static void unknown_names_are_not_found(void **state)
{
	static const char *const names[] = {
		"llvm.amdgcn",
		"llvm.amdgcn.",
		"llvm.amdgcn.rcpx",
		"llvm.amdgcn.rc",
		"llvm.nvvm.fma",
		"llvm.nvvm.d2ix.rn",
		"llvm.smaximum",
		"llvm.",
		"malloc2",
		"",
		"llvm.amdgcn.image.load.2d",
		"llvm.vector.reduce",
	};
	const char *rest;

	(void)state;
	for (size_t i = 0; i < COUNT(names); i++)
		if (cvg_intrin_find(names[i], &rest))
			fail_msg("%s is found", names[i]);
}

static void variants_are_read(void **state)
{
	struct cvg_variant v;

	(void)state;
	assert_true(cvg_call_variant("rm.ftz.sat.f", &v));
	assert_int_equal(v.rounding, 2);
	assert_true(v.ftz && v.sat && !v.relu);
	assert_int_equal(v.kind, CVG_K_F32);
	assert_true(cvg_call_variant("rz.relu.bf16x2", &v));
	assert_int_equal(v.rounding, 1);
	assert_int_equal(v.kind, CVG_K_BF16);
	assert_true(cvg_call_variant("", &v));
	assert_int_equal(v.rounding, 0);
	assert_false(cvg_call_variant("rn.f32x", &v));
	assert_false(cvg_call_variant("rs.f", &v));
	assert_false(cvg_call_variant("ftz.rn.f", &v));
}

/* ---- what calls become ------------------------------------------------ */

struct intrin_row {
	const char *name;
	const char *target;
	const char *declare;
	const char *body;
	const char *text; /* operations; or, after '!', the gap's beginning */
};

static const struct intrin_row rows[] = {
	{"nothing at all", AMDGCN,
	 "declare void @llvm.donothing()\n"
	 "declare void @llvm.sideeffect()\n"
	 "declare void @llvm.assume(i1)\n"
	 "declare i1 @llvm.is.constant.i32(i32)\n",
	 "call void @llvm.donothing()\n"
	 "call void @llvm.sideeffect()\n"
	 "call void @llvm.assume(i1 true)\n",
	 ""},
	{"barriers of AMDGPU", AMDGCN,
	 "declare void @llvm.amdgcn.s.barrier()\n"
	 "declare void @llvm.amdgcn.wave.barrier()\n",
	 "call void @llvm.amdgcn.s.barrier()\n"
	 "call void @llvm.amdgcn.wave.barrier()\n",
	 "barrier.i32\n"
	 "nop.i32\n"},
	{"barriers of NVPTX", NVIDIA,
	 "declare void @llvm.nvvm.barrier0()\n"
	 "declare void @llvm.nvvm.barrier.n(i32)\n",
	 "call void @llvm.nvvm.barrier0()\n"
	 "call void @llvm.nvvm.barrier.n(i32 3)\n",
	 "barrier.i32\n"
	 "barrier.i32 imm 3\n"},
	{"memory", AMDGCN,
	 "declare void @llvm.memcpy.p1.p3.i32(ptr addrspace(1), "
	 "ptr addrspace(3), i32, i1)\n"
	 "declare void @llvm.memmove.p1.p1.i64(ptr addrspace(1), "
	 "ptr addrspace(1), i64, i1)\n"
	 "declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)\n",
	 "call void @llvm.memcpy.p1.p3.i32(ptr addrspace(1) %p, "
	 "ptr addrspace(3) %s, i32 %x, i1 false)\n"
	 "call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) %p, "
	 "ptr addrspace(1) %p, i64 8, i1 false)\n"
	 "call void @llvm.memset.p1.i64(ptr addrspace(1) %p, i8 7, "
	 "i64 16, i1 false)\n",
	 "zext.i32.i64 s4, s1\n"
	 "memcpy.i8 s0, s2, s4 global from shared\n"
	 "memcpy.i8 s0, s0, #8 global from global overlap\n"
	 "memset.i8 s0, #7, #16 global\n"},
	{"the first element that is not zero", AMDGCN,
	 "declare i32 @llvm.experimental.cttz.elts.i32.v2i8(<2 x i8>, i1)\n",
	 "%v = bitcast i16 0 to <2 x i8>\n"
	 "%1 = call i32 @llvm.experimental.cttz.elts.i32.v2i8(<2 x i8> %v, "
	 "i1 true)\n",
	 "rebits.i16.i8 s4 x 2, (#0)\n"
	 "icmp.i8 s7, s5, #0 n 32\n"
	 "select.i32 s8, s7, poison, #1\n"
	 "icmp.i8 s9, s4, #0 n 32\n"
	 "select.i32 s6, s9, s8, #0\n"},
	{"of a newer LLVM", AMDGCN,
	 "declare float @llvm.minimumnum.f32(float, float)\n",
	 "%1 = call float @llvm.minimumnum.f32(float 1.0, float 2.0)\n",
	 "math.f32 s4, #0x3f800000, #0x40000000 n 57\n"},
	{"declared otherwise", AMDGCN,
	 "declare i32 @malloc()\ndeclare void @memcpy(i32, float)\n"
	 "declare void @free(float)\n",
	 "%1 = call i32 @malloc()\ncall void @memcpy(i32 1, float 1.0)\n"
	 "call void @free(float 1.0)\n",
	 "!@malloc"},
	{"no such image", AMDGCN,
	 "declare <4 x float> @llvm.amdgcn.image.load.1d.v4f32.i32.v8i32("
	 "i32, i32, <8 x i32>, i32, i32)\n",
	 "%1 = call <4 x float> @llvm.amdgcn.image.load.1d.v4f32.i32.v8i32("
	 "i32 15, i32 %x, <8 x i32> zeroinitializer, i32 0, i32 0)\n",
	 "!llvm.amdgcn.image.load.1d"},
	{"a named barrier", NVIDIA, "declare void @llvm.nvvm.barrier.n(i32)\n",
	 "call void @llvm.nvvm.barrier.n(i32 %x)\n", "!llvm.nvvm.barrier"},
	{"assembler nobody knows", NVIDIA, "",
	 "%1 = call i32 asm \"vadd4.u32.u32.u32 $0, $1, $1, $1;\", \"=r,r\"("
	 "i32 %x)\n",
	 "!asm \"vadd4"},
};

/* The kernel's operations, one a line, without its return. */
static void operations(struct cvg_str *out, const struct cvg_program *p)
{
	const struct cvg_ufn *f = &p->fns[0];

	for (uint32_t i = 0; i < f->nuops; i++) {
		cvg_uop_print(out, p, f, &f->uops[i]);
		cvg_str_addc(out, '\n');
	}
}

static void becomes(void **state)
{
	const struct intrin_row *row = *state;
	struct cvg_str text = {0}, gaps = {0};
	struct cvg_program *p = NULL;
	struct cvg_module *m;
	struct cvg_err err;

	cvg_str_addf(&text,
		     "%sdefine void @f(ptr addrspace(1) %%p, i32 %%x, "
		     "ptr addrspace(3) %%s, i32 %%y) {\n%sret void\n}\n%s",
		     row->target, row->body, row->declare);
	m = load_text(text.at, NULL);
	cvg_str_clear(&text);
	if (cvg_module_decode(m, 0, &p, &gaps, &err)) {
		operations(&text, p);
		assert_string_equal(cvg_str_of(&text), row->text);
		cvg_program_free(p);
	} else if (row->text[0] == '!') {
		size_t n = strlen(row->text + 1);

		if (strncmp(cvg_str_of(&gaps), row->text + 1, n) != 0)
			fail_msg("%s", cvg_str_of(&gaps));
	} else {
		fail_msg("%s", err.msg);
	}
	cvg_str_done(&text);
	cvg_str_done(&gaps);
	cvg_module_free(m);
}

static const struct cvg_uop *last_of(const struct cvg_program *p, uint32_t k)
{
	return &p->fns[0].uops[p->fns[0].nuops - 1 - k];
}

static void ends_are_faults(void **state)
{
	struct cvg_module *m = load_text(
		AMDGCN "define void @f(i1 %c) {\n"
		       "call void @llvm.assume(i1 %c)\n"
		       "call void @llvm.trap()\n"
		       "call void @__assert_fail(ptr null, ptr null, i32 0, "
		       "ptr null)\n"
		       "ret void\n}\n"
		       "declare void @llvm.assume(i1)\n"
		       "declare void @llvm.trap()\n"
		       "declare void @__assert_fail(ptr, ptr, i32, ptr)\n",
		NULL);
	struct cvg_program *p;
	struct cvg_err err;

	(void)state;
	assert_true(cvg_module_decode(m, 0, &p, NULL, &err));
	assert_int_equal(p->fns[0].nuops, 3);
	for (uint32_t k = 0; k < 3; k++)
		assert_int_equal(last_of(p, k)->code, CVG_U_FAULT);
	assert_int_equal(last_of(p, 2)->n, CVG_F_ASSUME);
	assert_int_equal(last_of(p, 2)->imm, 1);
	assert_int_equal(last_of(p, 2)->a, 0);
	assert_int_equal(last_of(p, 1)->n, CVG_F_TRAP);
	assert_int_equal(last_of(p, 0)->n, CVG_F_ASSERT);
	cvg_program_free(p);
	cvg_module_free(m);
}

/* ---- libraries ---------------------------------------------------------- */

static const char caller[] =
	AMDGCN "define amdgpu_kernel void @k(ptr addrspace(1) %p) {\n"
	       "%1 = call i32 @wanted(i32 1)\n"
	       "store i32 %1, ptr addrspace(1) %p\n"
	       "ret void\n}\n"
	       "define i32 @own(i32 %x) {\nret i32 7\n}\n"
	       "declare i32 @wanted(i32)\n";

static const char library[] =
	AMDGCN "@table = addrspace(4) constant [2 x i32] [i32 4, i32 5]\n"
	       "@__oclc_daz_opt = external addrspace(4) constant i8\n"
	       "define i32 @wanted(i32 %x) {\n"
	       "%a = call i32 @helper(i32 %x)\n"
	       "%b = call i32 @own(i32 %a)\n"
	       "%c = load i8, ptr addrspace(4) @__oclc_daz_opt\n"
	       "%d = zext i8 %c to i32\n"
	       "%e = add i32 %b, %d\n"
	       "ret i32 %e\n}\n"
	       "define hidden i32 @helper(i32 %x) {\n"
	       "%p = getelementptr i32, ptr addrspace(4) @table, i32 %x\n"
	       "%v = load i32, ptr addrspace(4) %p\n"
	       "ret i32 %v\n}\n"
	       "define i32 @own(i32 %x) {\nret i32 8\n}\n"
	       "define i32 @nobody() {\nret i32 1\n}\n";

static void write_text(const char *path, const char *text)
{
	struct cvg_err err;

	assert_true(cvg_file_write(path, text, strlen(text), &err));
}

static void only_what_is_called_comes_in(void **state)
{
	struct cvg_module *m = load_text(caller, NULL);
	struct cvg_err err = {0};
	char *text;

	(void)state;
	write_text("library.ll", library);
	if (!cvg_module_link(m, "library.ll", &err))
		fail_msg("%s", err.msg);
	assert_true(cvg_module_verify(m, &err));
	assert_int_equal(cvg_module_nfunctions(m), 4);
	assert_string_equal(cvg_module_function_name(m, 0), "k");
	assert_string_equal(cvg_module_function_name(m, 1), "own");
	text = cvg_module_text(m);
	assert_non_null(strstr(text, "ret i32 7"));
	assert_null(strstr(text, "ret i32 8"));
	assert_null(strstr(text, "nobody"));
	assert_non_null(strstr(text, "[i32 4, i32 5]"));
	assert_non_null(strstr(text, "@__oclc_daz_opt = weak "));
	free(text);
	unlink("library.ll");
	cvg_module_free(m);
}

static void a_later_constant_wins(void **state)
{
	struct cvg_module *m = load_text(caller, NULL);
	struct cvg_err err = {0};
	char *text;

	(void)state;
	write_text("library.ll", library);
	write_text("constant.ll",
		   AMDGCN "@__oclc_daz_opt = linkonce_odr protected "
			  "addrspace(4) constant i8 1\n");
	assert_true(cvg_module_link(m, "library.ll", &err));
	if (!cvg_module_link(m, "constant.ll", &err))
		fail_msg("%s", err.msg);
	text = cvg_module_text(m);
	assert_non_null(strstr(text, "addrspace(4) constant i8 1"));
	assert_null(strstr(text, "constant i8 0"));
	free(text);
	unlink("library.ll");
	unlink("constant.ll");
	cvg_module_free(m);
}

static void bad_libraries_change_nothing(void **state)
{
	static const struct {
		const char *text, *why;
	} bad[] = {
		{"no ir", "bad.ll:1:1: expected top-level entity"},
		{NVIDIA "define i32 @wanted(i32 %x) {\nret i32 1\n}\n",
		 "bad.ll: the library is for 'nvptx64-nvidia-cuda', but the "
		 "module is for 'amdgcn-amd-amdhsa'"},
	};
	struct cvg_module *m = load_text(caller, NULL);
	struct cvg_err err = {0};

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		write_text("bad.ll", bad[i].text);
		assert_false(cvg_module_link(m, "bad.ll", &err));
		assert_string_equal(err.msg, bad[i].why);
	}
	unlink("bad.ll");
	assert_false(cvg_module_link(m, "bad.ll", &err));
	assert_int_equal(cvg_module_nfunctions(m), 2);
	assert_true(cvg_module_verify(m, &err));
	cvg_module_free(m);
}

/* A rounding that is not computed is not taken for another one. */
static void other_roundings_are_refused(void **state)
{
	struct cvg_module *m = load_text(
		NV "declare float @llvm.nvvm.rsqrt.rz.f(float)\n"
		   "declare float @llvm.nvvm.sin.approx.sat.f(float)\n"
		   "define ptx_kernel void @k(ptr %p, float %x) {\n"
		   "  %a = call float @llvm.nvvm.rsqrt.rz.f(float %x)\n"
		   "  %b = call float @llvm.nvvm.sin.approx.sat.f(float %a)\n"
		   "  store float %b, ptr %p\n  ret void\n}\n",
		NULL);
	struct cvg_program *p = NULL;
	struct cvg_str uncovered = {0};
	struct cvg_err err = {0};

	(void)state;
	assert_false(cvg_module_decode(m, 0, &p, &uncovered, &err));
	assert_non_null(strstr(cvg_str_of(&uncovered), "llvm.nvvm.rsqrt.rz.f"));
	assert_non_null(strstr(cvg_str_of(&uncovered), "llvm.nvvm.sin"));
	cvg_str_done(&uncovered);
	cvg_module_free(m);
}

UNIT_TESTS(intrin_test)
{
	static struct CMUnitTest tests[COUNT(rows) + 9] = {
		cmocka_unit_test(every_row_is_found),
		cmocka_unit_test(longest_name_wins),
		cmocka_unit_test(unknown_names_are_not_found),
		cmocka_unit_test(variants_are_read),
		cmocka_unit_test(ends_are_faults),
		cmocka_unit_test(only_what_is_called_comes_in),
		cmocka_unit_test(a_later_constant_wins),
		cmocka_unit_test(bad_libraries_change_nothing),
		cmocka_unit_test(other_roundings_are_refused),
	};

	for (size_t i = 0; i < COUNT(rows); i++)
		tests[9 + i] = (struct CMUnitTest){
			.name = rows[i].name,
			.test_func = becomes,
			.initial_state = (void *)(uintptr_t)&rows[i],
		};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
