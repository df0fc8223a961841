/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The view of alignments: of instructions and of subgraphs, pooled or not. */
#include "ui_kit.h"

#include <locale.h>

static void matrix(void **state)
{
	struct kit *k = *state;

	assert_view(
		k, CVG_VIEW_matrix, 70, 12,
		" B2 down, B3 across: 4 of 4 melded, saves 656 cycles; "
		"0-9: -44..656\n"
		"                                            0 ▼ 2 3 4\n"
		"                                              L i i S\n"
		"                                            0 0 0 0 0\n"
		"▶  1 %a = load i32, ptr addrspace(1) %at… L 0 4\\4 4 4\n"
		"   2 %b = mul i32 %a, 7                   i 0 4 4\\4 4\n"
		"   3 %c = add i32 %b, %i                  i 0 4 4 4\\4\n"
		"   4 store i32 %c, ptr addrspace(1) %at,… S 0 4 4 4 9\\\n"
		"──────────────────────────────────────────────────────────────"
		"─"
		"───────\n"
		" T B2   1  %a = load i32, ptr addrspace(1) %at, align 4\n"
		" F B3   1  %d = load i32, ptr addrspace(1) %at, align 4\n"
		" 1,1  \\both 320*  |T -88  -F -88\n");
	/* Both instructions are lit in the IR. */
	keys(k, CVG_VIEW_matrix, CVG_DO_DOWN, 1);
	keys(k, CVG_VIEW_matrix, CVG_DO_RIGHT, 2);
	assert_shows(k, CVG_VIEW_ir, 60, 30, "·+  %b = mul i32 %a, 7");
	assert_shows(k, CVG_VIEW_ir, 60, 30, "·+  %f = add i32 %e, %i");
	assert_status(k, CVG_VIEW_matrix, "2,3  \\both -  |T 320  -F 332*");
	keys(k, CVG_VIEW_matrix, CVG_DO_BOTTOM, 1);
	assert_status(k, CVG_VIEW_matrix, "4,4  \\both 656*  |T 248  -F 248");
}

/* What does not fit: cells are taken together, and can be opened. */
static void matrix_pools(void **state)
{
	struct kit *k = *state;

	k->ui.ascii = true;
	assert_view(k, CVG_VIEW_matrix, 22, 9,
		    " B1 down, B2 across, >\n"
		    "      v 3 5 7 9 1 3 5\n"
		    "      L i i i i i i i\n"
		    ">  1L 4\\4 4 4 4 4 4 4\n"
		    "   3i 4 4\\4 4 4 4 4 4\n"
		    "   5i 4 4 4\\4 4 4 4 4\n"
		    "   7i 4 4 4 4\\4 4 4 4\n"
		    "   9i 4 4 4 4 4\\4 4 4\n"
		    "  11i 4 4 4 4 4 4\\4 4\n");
	keys(k, CVG_VIEW_matrix, CVG_DO_ZOOM_IN, 1);
	assert_view(k, CVG_VIEW_matrix, 22, 6,
		    " B1 down, B2 across: >\n"
		    "      v 2 3 4 5 6 7 8\n"
		    "      L i i i i i i i\n"
		    ">  1L 4\\4 4 4 4 4 4 4\n"
		    "   2i 4 4\\4 4 4 4 4 4\n"
		    "   3i 4 4 4\\4 4 4 4 4\n");
	keys(k, CVG_VIEW_matrix, CVG_DO_BOTTOM, 1);
	assert_view(k, CVG_VIEW_matrix, 22, 6,
		    " B1 down, B2 across: >\n"
		    "      1 2 3 4 5 6 7 v\n"
		    "      i i i i i i i S\n"
		    "  16i 4 4 4 5 5 5\\5 4\n"
		    "  17i 4 4 4 5 5 5 5\\4\n"
		    "> 18S 4 4 4 4 4 4 4 9\\\n");
	keys(k, CVG_VIEW_matrix, CVG_DO_ZOOM_OUT, 1);
	assert_shows(k, CVG_VIEW_matrix, 60, 6, "a cell is 2x2");
}

/* Two arms of many instructions. */
static int setup_long(void **state)
{
	struct cvg_str s = {0};
	int rc;

	cvg_str_add(&s,
		    "target triple = \"amdgcn-amd-amdhsa\"\n"
		    "declare i32 @llvm.amdgcn.workitem.id.x()\n"
		    "define amdgpu_kernel void @k(ptr addrspace(1) %p) {\n"
		    "  %t = call i32 @llvm.amdgcn.workitem.id.x()\n"
		    "  %c = trunc i32 %t to i1\n"
		    "  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t\n"
		    "  br i1 %c, label %x, label %y\n");
	for (const char *arm = "xy"; *arm; arm++) {
		cvg_str_addf(&s,
			     "%c:\n  %%%c0 = load i32, ptr addrspace(1) "
			     "%%q\n",
			     *arm, *arm);
		for (int i = 1; i < 17; i++)
			cvg_str_addf(&s, "  %%%c%d = add i32 %%%c%d, %d\n",
				     *arm, i, *arm, i - 1, i);
		cvg_str_addf(&s,
			     "  store i32 %%%c16, ptr addrspace(1) %%p\n"
			     "  br label %%end\n",
			     *arm);
	}
	cvg_str_add(&s, "end:\n  ret void\n}\n");
	rc = kit_open(state, s.at);
	cvg_str_done(&s);
	return rc;
}

/* Arms of two subgraphs each: the table of them, a pair's blocks, back. */
static int setup_chains(void **state)
{
	struct cvg_str s = {0};
	int rc;

	cvg_str_add(&s, "target triple = \"amdgcn-amd-amdhsa\"\n"
			"declare i32 @llvm.amdgcn.workitem.id.x()\n"
			"define amdgpu_kernel void @k(ptr addrspace(1) %p, "
			"i32 %n) {\n"
			"  %t = call i32 @llvm.amdgcn.workitem.id.x()\n"
			"  %c = trunc i32 %t to i1\n"
			"  %u = icmp eq i32 %n, 0\n"
			"  br i1 %c, label %x1, label %y1\n");
	for (const char *arm = "xy"; *arm; arm++)
		cvg_str_addf(&s,
			     "%c1:\n  br i1 %%u, label %%%c2, label %%%c3\n"
			     "%c2:\n  store i32 1, ptr addrspace(1) %%p\n"
			     "  br label %%%c3\n"
			     "%c3:\n  %%%cq = mul i32 %%t, 7\n"
			     "  store i32 %%%cq, ptr addrspace(1) %%p\n"
			     "  br label %%end\n",
			     *arm, *arm, *arm, *arm, *arm, *arm, *arm, *arm);
	cvg_str_add(&s, "end:\n  ret void\n}\n");
	rc = kit_open(state, s.at);
	cvg_str_done(&s);
	return rc;
}

static void matrix_of_subgraphs(void **state)
{
	struct kit *k = *state;

	assert_view(k, CVG_VIEW_matrix, 60, 10,
		    " MP_S: true arm down, false arm across, [chosen]\n"
		    "                        ▼B4+1    B6\n"
		    "▶B1+1 x1                [0.50]   0.49\n"
		    " B3 x3                   0.49   [0.50]\n"
		    "──────────────────────────────"
		    "──────────────────────────────\n"
		    " MP_S 0.50, chosen: 2 block pairs\n"
		    "   1      B1 = B4  x1, y1\n"
		    "   2 0.50 B2 = B5  x2, y2\n");
	keys(k, CVG_VIEW_matrix, CVG_DO_PREVIEW, 1);
	assert_shows(k, CVG_VIEW_matrix, 60, 10, "B2 down, B5 across");
	keys(k, CVG_VIEW_matrix, CVG_DO_CLOSE, 1);
	keys(k, CVG_VIEW_matrix, CVG_DO_DOWN, 1);
	assert_status(k, CVG_VIEW_matrix, "MP_S 0.49, not chosen");
	assert_false(key(k, CVG_VIEW_matrix, CVG_DO_CLOSE));
}

static void matrix_of_nothing(void **state)
{
	struct kit *k = *state;

	run(k, "function plain");
	assert_view(k, CVG_VIEW_matrix, 60, 3,
		    " nothing can be done at the block under the cursor: y "
		    "lists\n"
		    " what can\n");
	assert_false(key(k, CVG_VIEW_matrix, CVG_DO_DOWN));
}

#define TEST_KIT(f) cmocka_unit_test_setup_teardown(f, kit_setup, kit_teardown)

UNIT_TESTS(ui_matrix_test)
{
	const struct CMUnitTest tests[] = {
		TEST_KIT(matrix),
		cmocka_unit_test_setup_teardown(matrix_pools, setup_long,
						kit_teardown),
		cmocka_unit_test_setup_teardown(matrix_of_subgraphs,
						setup_chains, kit_teardown),
		TEST_KIT(matrix_of_nothing),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
