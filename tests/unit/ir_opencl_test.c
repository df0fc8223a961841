/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which calls of OpenCL's built-in functions are convergent: their names, the
 * modules they stand in, and what the header of clang says of all of them.
 */
#include "ir_help.h"

#include "src/ir/opencl.h"

struct name_row {
	const char *name;
	bool alone, handles;
};

static const struct name_row names[] = {
	{"_Z13get_global_idj", true, false},
	{"_Z12get_work_dimv", true, false},
	{"_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i", true, true},
	{"_Z12write_imagef14ocl_image2d_woDv2_iDv4_f", true, true},
	{"_Z3dotDv4_fS_", true, false},
	{"_Z5fractfPU3AS5f", true, false},
	{"_Z5fractDv16_dPU9CLprivateS_", true, false},
	{"_Z7vstore4Dv4_fmPU3AS3f", true, false},
	{"_Z10atomic_addPU3AS1Vjj", true, false},
	{"_Z25atomic_fetch_add_explicitPU3AS1VU7_Atomicii12memory_order"
	 "12memory_scope",
	 true, false},
	{"_Z4fabsDh", true, false},
	{"_Z4fabsDF16_", true, false},
	{"_Z14convert_float4Dv4_i", true, false},
	{"_Z22convert_uchar16_sat_rtzDv16_f", false, false}, /* 23 letters */
	{"_Z23convert_uchar16_sat_rtzDv16_f", true, false},
	{"_Z9mem_fencej", true, false},
	/* What all have to meet. */
	{"_Z7barrierj", false, false},
	{"_Z18work_group_barrierj12memory_scope", false, false},
	{"_Z21work_group_reduce_addi", false, false},
	{"_Z19sub_group_broadcastij", false, false},
	{"_Z17wait_group_eventsiPU3AS59ocl_event", false, false},
	{"_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event", false, false},
	/* Not all of the name is understood, or it is another one. */
	{"get_global_id", false, false},
	{"_Z13get_global_id", false, false},
	{"_Z12get_global_idj", false, false},
	{"_Z14get_global_idxj", false, false},
	{"_Z13get_global_idj7private", false, false},
	{"_Z3mixfff.extra", false, false},
	{"_Z3dot6float3S_", false, false},
	{"_Z3mixI5ThingEfff", false, false},
	{"_ZN4mine3mixEfff", false, false},
	{"_Z3mixfPFvvE", false, false},
	{"_Z03mixfff", false, false},
	{"_Z99999999999999999999mixfff", false, false},
	{"_Z11convert_rgbDv4_f", false, false},
	{"_Z17convert_float_satf_", false, false},
	{"_Z4fabsDv", false, false},
	{"_Z4fabsU", false, false},
	{"_Z4fabsU9x", false, false},
	{"_Z4fabsS", false, false},
	{"_Z", false, false},
	{"", false, false},
};

static void test_names(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(names); i++) {
		const struct name_row *row = &names[i];
		bool handles = false;
		bool alone = cvg_opencl_name(row->name, &handles);

		if (alone != row->alone || (alone && handles != row->handles))
			fail_msg("%s", row->name);
	}
}

/* A prefix of a good name is a name or none, but never read past its end. */
static void test_cut_names(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(names); i++)
		for (size_t n = 0; n < strlen(names[i].name); n++) {
			char *cut = strndup(names[i].name, n);
			bool handles;

			assert_non_null(cut);
			cvg_opencl_name(cut, &handles);
			free(cut);
		}
}

/* ---- modules --------------------------------------------------------- */

#define ASKED "_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i"
#define DECL                                                                  \
	"declare <4 x float> @" ASKED "(ptr addrspace(4), ptr addrspace(4), " \
	"<2 x i32>) convergent nounwind\n"
#define BODY                                                         \
	"define <4 x float> @" ASKED                                 \
	"(ptr addrspace(4) %i, ptr addrspace(4) %s, <2 x i32> %at) " \
	"convergent {\n  call void @llvm.amdgcn.s.barrier()\n"       \
	"  ret <4 x float> zeroinitializer\n}\n"                     \
	"declare void @llvm.amdgcn.s.barrier()\n"
#define OCL_VERSION "!opencl.ocl.version = !{!0}\n"
#define CXX	    "!opencl.cxx.version = !{!0}\n"
#define NODES	    "!0 = !{i32 2, i32 0}\n!1 = !{i32 1}\n"
#define NOTE	    " !kernel_arg_addr_space !1"

struct module_row {
	const char *what;
	const char *note; /* at the kernel */
	const char *callee;
	const char *call_attr;
	const char *rest;
	bool convergent;
};

static const struct module_row modules[] = {
	{"OpenCL C", NOTE, DECL, "", OCL_VERSION, false},
	{"OpenCL C, said at the call too", NOTE, DECL, "convergent",
	 OCL_VERSION, false},
	{"no version", NOTE, DECL, "", "", true},
	{"C++ for OpenCL", NOTE, DECL, "", OCL_VERSION CXX, true},
	{"a kernel of another language", "", DECL, "", OCL_VERSION, true},
	{"one such kernel", NOTE, DECL, "",
	 OCL_VERSION "define amdgpu_kernel void @other() {\n  ret void\n}\n",
	 true},
	{"a body that is marked", NOTE, BODY, "", OCL_VERSION, true},
};

static void test_modules(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(modules); i++) {
		const struct module_row *row = &modules[i];
		struct cvg_str text = {0};
		struct cvg_module *m;
		struct cvg_fn *fn;

		cvg_str_addf(&text,
			     AMD "define amdgpu_kernel void @f(ptr "
				 "addrspace(4) %%i, ptr addrspace(4) %%s)%s {\n"
				 "  %%a = call <4 x float> @" ASKED
				 "(ptr addrspace(4) %%i, ptr addrspace(4) %%s, "
				 "<2 x i32> zeroinitializer) %s\n"
				 "  ret void\n}\n%s%s" NODES,
			     row->note, row->call_attr, row->callee, row->rest);
		m = load_text(text.at, NULL);
		fn = snap(m, 0);
		if (!(fn->insts[0].flags & CVG_I_CONVERGENT) == row->convergent)
			fail_msg("%s", row->what);
		assert_true(fn->insts[0].flags & CVG_I_WRITES);
		assert_true(fn->insts[0].flags & CVG_I_EFFECTS);
		cvg_fn_free(fn);
		cvg_module_free(m);
		cvg_str_done(&text);
	}
}

/* Calls of the same function with another image do not become one. */
static void test_handles(void **state)
{
	static const char text[] = AMD
		"define amdgpu_kernel void @f(ptr addrspace(4) %i, "
		"ptr addrspace(4) %j, ptr addrspace(4) %s, <2 x i32> %at)" NOTE
		" {\n"
		"  %a = call <4 x float> @" ASKED "(ptr addrspace(4) %i, "
		"ptr addrspace(4) %s, <2 x i32> zeroinitializer)\n"
		"  %b = call <4 x float> @" ASKED "(ptr addrspace(4) %i, "
		"ptr addrspace(4) %s, <2 x i32> %at)\n"
		"  %c = call <4 x float> @" ASKED "(ptr addrspace(4) %j, "
		"ptr addrspace(4) %s, <2 x i32> %at)\n"
		"  ret void\n}\n" DECL OCL_VERSION NODES;
	struct cvg_module *m = load_text(text, NULL);
	struct cvg_fn *fn = snap(m, 0);

	(void)state;
	assert_int_equal(fn->insts[0].shape, fn->insts[1].shape);
	assert_int_not_equal(fn->insts[0].shape, fn->insts[2].shape);
	assert_int_not_equal(fn->insts[0].shape, CVG_NONE);
	assert_int_not_equal(fn->insts[2].shape, CVG_NONE);
	cvg_fn_free(fn);
	cvg_module_free(m);
}

UNIT_TESTS(ir_opencl_test)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_cut_names),
		cmocka_unit_test(test_modules),
		cmocka_unit_test(test_handles),
	};

	return cmocka_run_group_tests_name("ir_opencl", tests, NULL, NULL);
}
