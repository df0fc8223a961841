/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The views outline, IR, candidates and source, as text. */
#include "ui_kit.h"

#include "reconverge/graph.h"

#include <locale.h>

static void go(struct kit *k, uint32_t uid)
{
	cvg_ui_go_block(&k->ui, cvg_block_by_uid(k->ui.fn, uid));
}

static bool look_for(struct kit *k, enum cvg_viewid view, const char *text)
{
	cvg_str_clear(&k->ui.search);
	cvg_str_add(&k->ui.search, text);
	return cvg_view_of(view)->find(&k->ui, state_of(k, view), 1);
}

static uint32_t uid_selected(const struct kit *k)
{
	return k->ui.fn->blocks[k->ui.block].uid;
}

/* ---- the outline ----------------------------------------------------- */

static void outline(void **state)
{
	struct kit *k = *state;

	assert_view(k, CVG_VIEW_outline, 26, 12,
		    " ▾ @work          1◆ +700\n"
		    "    B0 entry\n"
		    "  ▾◆R1 L0 B1      1◆ +700\n"
		    "   ▾◆R2 B1        1◆ +700\n"
		    "▶    ◆B1 loop\n"
		    "     ║B2 left\n"
		    "     ║B3 right\n"
		    "    ◇B4 join\n"
		    "    B5 end\n"
		    " ▸ @plain\n");
	k->ui.ascii = true;
	assert_view(k, CVG_VIEW_outline, 48, 10,
		    " - @work                            6   1# +700\n"
		    "     B0 entry\n"
		    "   -#R1 L0 B1                       4   1# +700\n"
		    "     -#R2 B1                        3   1# +700\n"
		    ">       #B1 loop                           +700\n"
		    "        :B2 left\n"
		    "        :B3 right\n"
		    "      oB4 join\n"
		    "     B5 end\n"
		    " + @plain                           1\n");
	assert_view(k, CVG_VIEW_outline, 5, 3, " -#>|\n> #>\n  :>\n");
}

static void outline_folds(void **state)
{
	struct kit *k = *state;

	state_of(k, CVG_VIEW_outline);
	keys(k, CVG_VIEW_outline, CVG_DO_FOLD, 1);
	assert_view(k, CVG_VIEW_outline, 26, 12,
		    " ▾ @work          1◆ +700\n"
		    "    B0 entry\n"
		    "  ▾◆R1 L0 B1      1◆ +700\n"
		    "▶  ▸◆R2 B1 loop   1◆ +700\n"
		    "    ◇B4 join\n"
		    "    B5 end\n"
		    " ▸ @plain\n");
	keys(k, CVG_VIEW_outline, CVG_DO_LEFT, 2); /* to R1, fold it */
	assert_view(k, CVG_VIEW_outline, 26, 12,
		    " ▾ @work          1◆ +700\n"
		    "    B0 entry\n"
		    "▶ ▸◆R1 L0 B1 lo…  1◆ +700\n"
		    "    B5 end\n"
		    " ▸ @plain\n");
	/* Where the cursor is, is seen as the fold around it. */
	go(k, 3);
	assert_shows(k, CVG_VIEW_outline, 26, 12, "▶ ▸◆R1 L0 B1");
	/* Finding opens. */
	assert_true(look_for(k, CVG_VIEW_outline, "RIGHT") == false);
	assert_true(look_for(k, CVG_VIEW_outline, "righ"));
	assert_shows(k, CVG_VIEW_outline, 26, 12, "▶    ║B3 right");
}

static void outline_selects(void **state)
{
	struct kit *k = *state;

	state_of(k, CVG_VIEW_outline);
	keys(k, CVG_VIEW_outline, CVG_DO_DOWN, 2);
	assert_int_equal(uid_selected(k), 3);
	keys(k, CVG_VIEW_outline, CVG_DO_BOTTOM, 1);
	assert_int_equal(uid_selected(k), 3);
	keys(k, CVG_VIEW_outline, CVG_DO_PREVIEW, 1);
	assert_string_equal(k->ui.fn->name, "plain");
	assert_view(k, CVG_VIEW_outline, 26, 12,
		    " ▾ @plain\n"
		    "▶   B0 only\n"
		    " ▸ @work          1◆\n");
	assert_status(k, CVG_VIEW_outline, "2 of 2");
}

static int setup_large(void **state)
{
	struct cvg_str s = {0};
	int rc;

	cvg_str_add(&s, "target triple = \"amdgcn-amd-amdhsa\"\n");
	for (int f = 0; f < 3; f++) {
		cvg_str_addf(&s,
			     "define amdgpu_kernel void @k%d(i32 %%n) {\n"
			     "  %%v0 = add i32 %%n, 1\n",
			     f);
		for (int i = 1; i < 5000; i++)
			cvg_str_addf(&s, "  %%v%d = add i32 %%v%d, 1\n", i,
				     i - 1);
		cvg_str_add(&s, "  ret void\n}\n");
	}
	rc = kit_open(state, s.at);
	cvg_str_done(&s);
	return rc;
}

/* Large functions are looked at one a picture, not all before the first. */
static void outline_in_time(void **state)
{
	struct kit *k = *state;
	char *text = picture(k, CVG_VIEW_outline, 50, 6, true);

	assert_true(k->ui.more);
	free(text);
	for (int i = 0; i < 3; i++) {
		k->ui.more = false;
		text = picture(k, CVG_VIEW_outline, 50, 6, true);
		free(text);
	}
	assert_false(k->ui.more);
	assert_shows(k, CVG_VIEW_outline, 50, 6,
		     " ▸ @k2                                1\n");
}

/* ---- the IR ---------------------------------------------------------- */

static void ir(void **state)
{
	struct kit *k = *state;

	assert_view(k, CVG_VIEW_ir, 56, 12,
		    "▶ +B1 loop:  ; from B0 B4\n"
		    "     %i = phi i32 [ 0, %entry ], [ %next, %join ]\n"
		    " ◆   br i1 %even, label %left, label %right            ┃\n"
		    "                                                       ┃\n"
		    " ║+B2 left:  ; from B1                                 ┃\n"
		    " ·║  %a = load i32, ptr addrspace(1) %at, align 4      ┃\n"
		    " ·║  %b = mul i32 %a, 7\n"
		    " ·║  %c = add i32 %b, %i\n"
		    " ·║  store i32 %c, ptr addrspace(1) %at, align 4\n"
		    "  ║  br label %join\n"
		    "\n"
		    " ║+B3 right:  ; from B1\n");
	assert_status(k, CVG_VIEW_ir, "B1");
	keys(k, CVG_VIEW_ir, CVG_DO_DOWN, 4); /* not onto the empty line */
	assert_int_equal(uid_selected(k), 2);
	assert_status(k, CVG_VIEW_ir, "B2 1 of 5  i32 %a, divergent");
	keys(k, CVG_VIEW_ir, CVG_DO_UP, 2);
	assert_status(k, CVG_VIEW_ir, "B1 2 of 2");
	k->ui.ascii = true;
	assert_view(k, CVG_VIEW_ir, 20, 4,
		    "  +B1 loop:  ; fro>|\n"
		    "     %i = phi i32 >\n"
		    ">#   br i1 %even, >\n");
}

static void ir_highlights(void **state)
{
	struct kit *k = *state;
	const struct cvg_fn *fn = k->ui.fn;
	uint32_t c = cvg_value_by_name(fn, "%c");

	cvg_ui_go_inst(&k->ui, cvg_value_inst(fn, c));
	state_of(k, CVG_VIEW_ir);
	keys(k, CVG_VIEW_ir, CVG_DO_LIGHT, 1);
	assert_int_equal(k->ui.value, c);
	assert_string_equal(cvg_str_of(&k->ui.message), "%c: 1 use");
	keys(k, CVG_VIEW_ir, CVG_DO_LIGHT, 1);
	assert_int_equal(k->ui.value, cvg_value_by_name(fn, "%b"));
	keys(k, CVG_VIEW_ir, CVG_DO_LIGHT, 1);
	assert_int_equal(k->ui.value, cvg_value_by_name(fn, "%i"));
	keys(k, CVG_VIEW_ir, CVG_DO_LIGHT, 1);
	assert_int_equal(k->ui.value, CVG_NONE);
}

static void ir_finds(void **state)
{
	struct kit *k = *state;

	assert_true(look_for(k, CVG_VIEW_ir, "mul"));
	assert_status(k, CVG_VIEW_ir, "B2 2 of 5  i32 %b, divergent");
	assert_true(look_for(k, CVG_VIEW_ir, "mul"));
	assert_int_equal(uid_selected(k), 3);
	assert_true(look_for(k, CVG_VIEW_ir, "entry:"));
	assert_int_equal(uid_selected(k), 0);
	assert_false(look_for(k, CVG_VIEW_ir, "no such thing"));
}

/* ---- candidates ------------------------------------------------------ */

static void candidates(void **state)
{
	struct kit *k = *state;

	assert_view(k, CVG_VIEW_candidates, 80, 12,
		    "  what            at               saved select branch  "
		    "  net\n"
		    "▶ meld      R2    B1 loop            660      4    -44  "
		    "~+700 g ███████████████\n"
		    "\n"
		    "\n"
		    "\n"
		    "\n"
		    "\n"
		    "──────────────────────────────────────────────────────────"
		    "──────────────────────\n"
		    "  meld R2: B1 loop, 3 blocks\n"
		    "  MP_S 0.50  saved 660  selects 4  branches -44  net +700 "
		    "cycles guessed\n");
	assert_status(k, CVG_VIEW_candidates, "1 of 1 pay, 0 tried...");
	keys(k, CVG_VIEW_candidates, CVG_DO_REJECT, 1);
	assert_shows(k, CVG_VIEW_candidates, 40, 4, "▶-meld      R2");
	assert_status(k, CVG_VIEW_candidates,
		      "0 of 1 pay, 1 rejected, 0 tried...");
	assert_shows(k, CVG_VIEW_candidates, 80, 12, "rejected by the user");
	assert_string_equal(cvg_str_of(&k->ui.message), "meld B1 is rejected");
	/* No command chooses it, nor after another step. */
	run(k, "darm");
	assert_int_equal(cvg_session_current(k->ui.session), 0);
	run(k, "simplify");
	run(k, "darm");
	assert_int_equal(cvg_session_current(k->ui.session), 1);
	assert_shows(k, CVG_VIEW_candidates, 40, 4, "▶-meld      R2");
	keys(k, CVG_VIEW_candidates, CVG_DO_REJECT, 1);
	assert_shows(k, CVG_VIEW_candidates, 40, 4, "▶ meld      R2");
	run(k, "darm");
	assert_int_equal(cvg_session_current(k->ui.session), 2);
}

static void candidates_refused(void **state)
{
	struct kit *k = *state;

	run(k, "set threshold=0.9");
	k->ui.changed |= CVG_NEW_SETTINGS;
	k->ui.ascii = true;
	assert_view(k, CVG_VIEW_candidates, 56, 12,
		    "  what            at                 net\n"
		    "  -- refused (threshold 0.9, mode darm) ---------------\n"
		    "> meld      R2    B1 loop        MP_S is below the thre>\n"
		    "\n"
		    "\n"
		    "\n"
		    "\n"
		    "--------------------------------------------------------\n"
		    "  meld R2: B1 loop, 3 blocks\n"
		    "  MP_S is below the threshold (B3)\n");
	assert_status(k, CVG_VIEW_candidates, "0 of 1 pay");
	assert_true(key(k, CVG_VIEW_candidates, CVG_DO_UP));
	assert_int_equal(k->ui.choice, 0);
}

static void candidates_none(void **state)
{
	struct kit *k = *state;

	run(k, "function plain");
	assert_view(k, CVG_VIEW_candidates, 40, 5,
		    "\n  Nothing splits a warp in @plain:\n"
		    "  there is nothing to do.\n");
	assert_false(key(k, CVG_VIEW_candidates, CVG_DO_REJECT));
}

/* ---- the source ------------------------------------------------------ */

static const char debug_source[] =
	"target triple = \"amdgcn-amd-amdhsa\"\n"
	"declare i32 @llvm.amdgcn.workitem.id.x()\n"
	"define amdgpu_kernel void @k(ptr addrspace(1) %p) !dbg !4 {\n"
	"entry:\n"
	"  %t = call i32 @llvm.amdgcn.workitem.id.x(), !dbg !6\n"
	"  %c = icmp ult i32 %t, 7, !dbg !7\n"
	"  br i1 %c, label %then, label %end, !dbg !7\n"
	"then:\n"
	"  store i32 1, ptr addrspace(1) %p, !dbg !8\n"
	"  br label %end, !dbg !7\n"
	"end:\n"
	"  ret void, !dbg !9\n"
	"}\n"
	"!llvm.dbg.cu = !{!0}\n"
	"!llvm.module.flags = !{!2}\n"
	"!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1)\n"
	"!1 = !DIFile(filename: \"ui_test.cl\", directory: \"\")\n"
	"!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
	"!3 = !DISubroutineType(types: !{})\n"
	"!4 = distinct !DISubprogram(name: \"k\", scope: !1, file: !1, line: 1,"
	" type: !3, unit: !0, spFlags: DISPFlagDefinition)\n"
	"!6 = !DILocation(line: 3, column: 1, scope: !4)\n"
	"!7 = !DILocation(line: 4, column: 1, scope: !4)\n"
	"!8 = !DILocation(line: 5, column: 1, scope: !4)\n"
	"!9 = !DILocation(line: 6, column: 1, scope: !4)\n";

static const char text_of_cl[] = "kernel void k(global int *p)\n"
				 "{\n"
				 "\tint t = get_local_id(0);\n"
				 "\tif (t < 7)\n"
				 "\t\t*p = 1; // \u65e5\u672c\n"
				 "}\n";

static int setup_debug(void **state)
{
	assert_true(cvg_file_write("ui_test.cl", text_of_cl,
				   sizeof text_of_cl - 1, NULL));
	return kit_open(state, debug_source);
}

static void source(void **state)
{
	struct kit *k = *state;

	assert_view(k, CVG_VIEW_source, 60, 8,
		    " ui_test.cl\n"
		    "     1                kernel void k(global int *p)\n"
		    "     2                {\n"
		    "▶    3   B0               int t = get_local_id(0);\n"
		    "     4 ◆ B0,B1            if (t < 7)\n"
		    "     5 ║ B1                   *p = 1; // 日本\n"
		    "     6   B2           }\n");
	assert_status(k, CVG_VIEW_source, "ui_test.cl:3");
	keys(k, CVG_VIEW_source, CVG_DO_DOWN, 2);
	assert_int_equal(uid_selected(k), 1);
	assert_int_equal(
		cvg_spot_at(k->ui.fn, k->ui.fn->insts[k->ui.inst].spot)->line,
		5);
	keys(k, CVG_VIEW_source, CVG_DO_UP, 1);
	assert_int_equal(uid_selected(k), 0);
	keys(k, CVG_VIEW_source, CVG_DO_RIGHT, 1);
	assert_int_equal(uid_selected(k), 1);
	go(k, 2);
	assert_status(k, CVG_VIEW_source, "ui_test.cl:6");
	assert_shows(k, CVG_VIEW_ir, 60, 20,
		     " ║    5   store i32 1, ptr addrspace(1) %p");
	unlink("ui_test.cl");
}

static void source_without_file(void **state)
{
	struct kit *k = *state;

	unlink("ui_test.cl");
	assert_view(k, CVG_VIEW_source, 60, 8,
		    " ui_test.cl  (cannot be read)\n"
		    "▶    3   B0\n"
		    "     4 ◆ B0,B1\n"
		    "     5 ║ B1\n"
		    "     6   B2\n");
}

/* A link leads to a file that is not shown unasked: the pane names the setting
 * that shows it, also where the name is long. */
static void source_elsewhere(void **state)
{
	struct kit *k = *state;

	assert_int_equal(rename("ui_test.cl", ".hidden.cl"), 0);
	assert_int_equal(symlink(".hidden.cl", "ui_test.cl"), 0);
	assert_view(
		k, CVG_VIEW_source, 66, 8,
		" ui_test.cl  (not near the module: 'set sources=any' reads "
		"it)\n"
		"▶    3   B0\n"
		"     4 ◆ B0,B1\n"
		"     5 ║ B1\n"
		"     6   B2\n");
	assert_view(k, CVG_VIEW_source, 56, 8,
		    " ui_t  (not near the module: 'set sources=any' reads it)\n"
		    "▶    3   B0\n"
		    "     4 ◆ B0,B1\n"
		    "     5 ║ B1\n"
		    "     6   B2\n");
	run(k, "set sources=any");
	assert_view(k, CVG_VIEW_source, 60, 8,
		    " ui_test.cl\n"
		    "     1                kernel void k(global int *p)\n"
		    "     2                {\n"
		    "▶    3   B0               int t = get_local_id(0);\n"
		    "     4 ◆ B0,B1            if (t < 7)\n"
		    "     5 ║ B1                   *p = 1; // 日本\n"
		    "     6   B2           }\n");
	unlink("ui_test.cl");
	unlink(".hidden.cl");
}

static void source_of_nothing(void **state)
{
	assert_view(*state, CVG_VIEW_source, 60, 8,
		    "\n @work has no source lines.\n"
		    " Compile it with -g to see them here.\n");
}

#define TEST_KIT(f) cmocka_unit_test_setup_teardown(f, kit_setup, kit_teardown)

UNIT_TESTS(ui_views_test)
{
	const struct CMUnitTest tests[] = {
		TEST_KIT(outline),
		TEST_KIT(outline_folds),
		TEST_KIT(outline_selects),
		cmocka_unit_test_setup_teardown(outline_in_time, setup_large,
						kit_teardown),
		TEST_KIT(ir),
		TEST_KIT(ir_highlights),
		TEST_KIT(ir_finds),
		TEST_KIT(candidates),
		TEST_KIT(candidates_refused),
		TEST_KIT(candidates_none),
		cmocka_unit_test_setup_teardown(source, setup_debug,
						kit_teardown),
		cmocka_unit_test_setup_teardown(source_without_file,
						setup_debug, kit_teardown),
		cmocka_unit_test_setup_teardown(source_elsewhere, setup_debug,
						kit_teardown),
		TEST_KIT(source_of_nothing),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
