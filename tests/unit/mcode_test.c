/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Machine code: the readers of assembly by hand; samples, whose counts must add up
 * and whose code must be what `emit` writes; and the child that is kept.
 */
#include "mcode_kit.h"

#include "src/ir/child.h"
#include "src/ir/coder.h"

#include <math.h>
#include <signal.h>
#include <sys/wait.h>

/* ---- reading ----------------------------------------------------------- */

static struct cvg_mcode *read_as(const char *module, const char *assembly)
{
	return read_for(NULL, module, assembly);
}

/* The instructions of the module are 0 and 1 in B0, 2 and 3 in B1, 4 in B2. */
static void test_amdgpu(void **state)
{
	static const char text[] =
		"other:\n\tv_mov_b32_e32 v0, 0\n.Lfunc_end0:\n"
		"; codeLenInByte = 4\n"
		"reconverge_function:          ; @reconverge_function\n"
		"; %bb.0:                      ; %b0.\n"
		"\ts_waitcnt vmcnt(0)\n"
		"\t.loc\t1 1 0\n"
		"\tv_cmp_gt_u64_e32 vcc, 3, v[2:3]\n"
		"\tv_rcp_f64_e32 v[0:1], v[2:3]\n"
		"\t.loc\t1 2 0 is_stmt 0 ; k:2:0\n"
		"\ts_and_saveexec_b64 s[0:1], vcc\n"
		"\ts_cbranch_execz .LBB1_2\n"
		"; %bb.1:                      ; %b1.\n"
		"                              ;   in Loop: %b0. %b2.\n"
		"\t.loc\t1 3 0\n"
		"\tglobal_store_dword v[0:1], v2, off\n"
		"\tds_write_b32 v1, v4\n"
		"\ts_load_dwordx2 s[0:1], s[8:9], 0x0\n"
		"\t.loc\t1 0 0\n"
		"\ts_mov_b64 s[0:1], -1\n"
		".Ltmp1:\n"
		".LBB1_2:                      ; %Flow\n"
		"\t.loc\t1 0 0\n"
		"\ts_or_b64 exec, exec, s[0:1]\n"
		"; %bb.3:                      ; %b2.b1._crit_edge\n"
		"\ts_nop 0\n"
		"; %bb.4:                      ; %b2.7\n"
		"\ts_nop 0\n"
		"\t.loc\t1 5 0\n"
		"\tv_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3]\n"
		"\texp mrt0 v0, v0, v0, v0\n"
		"\ts_setpc_b64 s[30:31]\n"
		".Lfunc_end1:\n"
		"\tv_mov_b32_e32 v0, 0\n"
		"; codeLenInByte = 88\n; TotalNumSgprs: 34\n; NumVgprs: 5\n"
		"; NumAgprs: max(4, f.num_agpr)\n; ScratchSize: 16\n"
		"; LDSByteSize: 512 bytes/workgroup (compile time only)\n"
		"; Occupancy: 8\n"
		"\t.globl\tx    ; -- Begin function x\n"
		"; -- Begin function x\n; codeLenInByte = 99\n";
	struct cvg_mcode *m = read_as(AMD BODY, text);

	(void)state;
	EXPECT(&m->block[0], 1, {CVG_M_WAIT, 1}, {CVG_M_WIDE, 1},
	       {CVG_M_TRANS, 1}, {CVG_M_SCALAR, 1}, {CVG_M_BRANCH, 1});
	EXPECT(&m->block[1], 1, {CVG_M_VMEM, 1}, {CVG_M_LDS, 1},
	       {CVG_M_SMEM, 1}, {CVG_M_SCALAR, 1});
	EXPECT(&m->block[2], 1, {CVG_M_WAIT, 1}, {CVG_M_MATRIX, 1},
	       {CVG_M_OTHER, 1}, {CVG_M_BRANCH, 1});
	EXPECT(&m->rest, 2, {CVG_M_SCALAR, 1}, {CVG_M_WAIT, 1});
	assert_int_equal(m->total.n, 15);
	assert_int_equal(m->total.added, 5);
	assert_float_equal(m->size[CVG_MSIZE_CODE], 88, 0);
	assert_float_equal(m->size[CVG_MSIZE_SGPRS], 34, 0);
	assert_float_equal(m->size[CVG_MSIZE_VGPRS], 5, 0);
	assert_true(isnan(m->size[CVG_MSIZE_AGPRS]));
	assert_true(m->outside);
	assert_float_equal(m->size[CVG_MSIZE_SCRATCH], 16, 0);
	assert_float_equal(m->size[CVG_MSIZE_SHARED], 512, 0);
	assert_float_equal(m->size[CVG_MSIZE_OCCUPANCY], 8, 0);
	/* the text of each: what it was made from, and the block */
	assert_int_equal(m->lines.n, m->total.n);
	assert_string_equal(m->text.at + m->lines.at[5].at,
			    "global_store_dword v[0:1], v2, off");
	assert_int_equal(m->lines.at[5].inst, 2);
	assert_int_equal(m->lines.at[5].block, 1);
	assert_string_equal(m->text.at + m->lines.at[9].at,
			    "s_or_b64 exec, exec, s[0:1]");
	assert_int_equal(m->lines.at[9].inst, CVG_NONE);
	assert_int_equal(m->lines.at[9].block, CVG_NONE);
	cvg_mcode_free(m);
	assert_null(read_as(AMD BODY, "other:\n\ts_endpgm\n.Lfunc_end0:\n"));
}

/* Code that calls functions which are not in the module. The numbers of warps are those
 * that llvm-mc gives for the expressions. */
static void test_outside(void **state)
{
	static const struct {
		const char *chip;
		unsigned sgprs, vgprs, agprs;
		double waves;
	} cases[] = {
		{"10, 4, 256, 8, 10", 89, 44, 0, 5},
		{"8, 8, 512, 8, 8", 36, 137, 4, 3},
		{"20, 8, 512, 9, 16", 194, 60, 0, 8},
		{"10, 4, 256, 6, 10", 64, 3, 0, 7},
		{"10, 4, 256, 8, 10", 98, 3, 0, 7},
		{"10, 4, 256, 8, 6", 8, 3, 0, 6},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct cvg_str text = {0};
		struct cvg_mcode *m;

		cvg_str_addf(
			&text,
			CVG_MCODE_SYMBOL
			":\n; %%bb.0: ; %%b0.\n\ts_nop 0\n"
			".Lfunc_end0:\n"
			"\t.set other.num_vgpr, max(200, m)\n"
			"\t.set " CVG_MCODE_SYMBOL ".num_vgpr, max(%u, m)\n"
			"\t.set " CVG_MCODE_SYMBOL ".num_agpr, max(%u, m)\n"
			"\t.set " CVG_MCODE_SYMBOL
			".numbered_sgpr, max(%u, m)\n"
			"; TotalNumSgprs: " CVG_MCODE_SYMBOL
			".numbered_sgpr+6\n"
			"; NumVgprs: " CVG_MCODE_SYMBOL ".num_vgpr\n"
			"; Occupancy: occupancy(%s, max(s, 1, 0), max(v, 1, "
			"0))\n",
			cases[i].vgprs, cases[i].agprs, cases[i].sgprs,
			cases[i].chip);
		m = read_as(AMD BODY, text.at);
		assert_true(m->outside);
		assert_float_equal(m->size[CVG_MSIZE_VGPRS], cases[i].vgprs, 0);
		assert_float_equal(m->size[CVG_MSIZE_SGPRS], cases[i].sgprs + 6,
				   0);
		assert_float_equal(m->size[CVG_MSIZE_OCCUPANCY], cases[i].waves,
				   0);
		cvg_mcode_free(m);
		cvg_str_done(&text);
	}
}

static void test_ptx(void **state)
{
	static const char text[] =
		".version 6.3\n"
		".func  (.param .b32 func_retval0) reconverge_function\n"
		"(\n\t.param .b64 p\n)\n;\n"
		".visible .func other(\n)\n{\n\tret;\n}\n"
		".shared .align 4 .b8 tile[1024];\n"
		".extern .shared .align 4 .b8 given[];\n"
		"\t// .globl reconverge_function // -- Begin function\n"
		".visible .entry reconverge_function(\n"
		"\t.param .u64 .ptr reconverge_function_param_0\n)\n{\n"
		"\t.local .align 8 .b8 \t__local_depot0[24];\n"
		"\t.reg .pred \t%p<7>;\n\t.reg .b32 \t%r<15>;\n"
		"\t.reg .b64 \t%rd<3>;\n\t.shared .align 8 .f64 one;\n"
		"// %bb.0:                               // %b0.\n"
		"\tld.param.b64 \t%rd5, [reconverge_function_param_0];\n"
		"\t.loc\t1 1 0\n"
		"\tsetp.gt.f64 \t%p1, %rd1, %rd2;\n"
		"\t.loc\t1 2 0\n"
		"\t@!%p1 bra \t$L__BB0_12; // taken\n"
		"$L__BB0_10:                             // %b1.\n"
		"                                        // Header=BB0_3\n"
		"\t.loc\t1 3 0\n"
		"\tst.global.b32 \t[%rd1], %r10;\n"
		"\tld.volatile.shared.b32 \t%r5, [%rd2];\n"
		"\t{ // callseq 0, 0\n\t.param .b32 param0;\n"
		"\tst.param.b32 \t[param0], %r1;\n"
		"\tcall.uni (retval0),\n\tother,\n\t(\n\tparam0\n\t);\n"
		"\t} // callseq 0\n"
		"$L__BB0_12:                             // %b2.\n"
		"\t.loc\t1 5 0\n"
		"\tsqrt.rn.f32 \t%r1, %r2;\n\tbar.sync \t0;\n\tret;\n"
		"                                        // -- End function\n"
		"}\n.visible .func x(\n)\n{\n\tret;\n}\n";
	struct cvg_mcode *m = read_as(NV BODY, text);

	(void)state;
	EXPECT(&m->block[0], 1, {CVG_M_SMEM, 1}, {CVG_M_DOUBLE, 1},
	       {CVG_M_BRANCH, 1});
	EXPECT(&m->block[1], 0, {CVG_M_VMEM, 1}, {CVG_M_LDS, 1},
	       {CVG_M_SMEM, 1}, {CVG_M_BRANCH, 1});
	EXPECT(&m->block[2], 0, {CVG_M_LONG, 1}, {CVG_M_WAIT, 1},
	       {CVG_M_BRANCH, 1});
	assert_int_equal(m->rest.n, 0);
	assert_int_equal(m->total.n, 10);
	assert_float_equal(m->size[CVG_MSIZE_VIRTUAL1], 6, 0);
	assert_float_equal(m->size[CVG_MSIZE_VIRTUAL32], 14, 0);
	assert_float_equal(m->size[CVG_MSIZE_VIRTUAL64], 2, 0);
	assert_float_equal(m->size[CVG_MSIZE_SCRATCH], 24, 0);
	assert_float_equal(m->size[CVG_MSIZE_SHARED], 1032, 0);
	cvg_mcode_free(m);
	assert_null(read_as(NV BODY, ".func reconverge_function\n(\n)\n;\n"));
}

/* ---- generating -------------------------------------------------------- */

static void add_up(struct cvg_mcounts *sum, const struct cvg_mcounts *counts)
{
	uint32_t all = 0;

	for (int c = 0; c < CVG_NMCLASSES; c++) {
		all += counts->of[c];
		sum->of[c] += counts->of[c];
	}
	assert_int_equal(counts->n, all);
	sum->n += counts->n;
	sum->added += counts->added;
	sum->priced += counts->priced;
	sum->vector += counts->vector;
	sum->scalar += counts->scalar;
	sum->waits += counts->waits;
	sum->vmem += counts->vmem;
}

/* The length of the code in what `emit` writes of a module with one function. */
static double emitted_bytes(struct cvg_module *m)
{
	static const char mark[] = "; codeLenInByte = ";
	struct cvg_err err;
	double bytes;
	char *text;
	size_t n;

	assert_true(cvg_module_write(m, "out.s", CVG_EMIT_ASM, 60, &err));
	assert_true(cvg_file_read("out.s", &text, &n, &err));
	assert_non_null(strstr(text, mark));
	bytes = strtod(strstr(text, mark) + strlen(mark), NULL);
	free(text);
	unlink("out.s");
	return bytes;
}

static void examine(struct cvg_coder *coder, struct cvg_module *m,
		    bool has_bytes)
{
	struct cvg_fn *fn = cvg_module_snapshot(m, 0, 0);
	struct cvg_mcounts sum = {0};
	struct cvg_mcode *mcode;
	struct cvg_err err;

	if (!cvg_module_mcode(coder, m, 0, fn, 60, &mcode, &err))
		fail_msg("%s", err.msg);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		add_up(&sum, &mcode->block[b]);
	add_up(&sum, &mcode->rest);
	assert_memory_equal(&sum, &mcode->total, sizeof sum);
	if (has_bytes)
		assert_float_equal(mcode->size[CVG_MSIZE_CODE],
				   emitted_bytes(m), 0);
	cvg_mcode_free(mcode);
	cvg_fn_free(fn);
}

/* Numbers and lines change nothing in the code. The last sample has debug info
 * of its own, with which LLVM 19 generates other code. */
static void test_samples(void **state)
{
	static const char *const names[] = {"bitonic_sort", "flat_work_queue",
					    "srad", "bitonic_sort_debug"};
	struct cvg_coder *coder = cvg_coder_new();
	char path[4096];
	struct cvg_err err;

	(void)state;
	for (size_t i = 0; i < 2 * COUNT(names); i++) {
		const char *target = i % 2 ? "nvptx64" : "amdgcn";
		struct cvg_module *m;

		snprintf(path, sizeof path, "%s/%s.%s.ll", getenv("SAMPLES"),
			 names[i / 2], target);
		if (!cvg_module_load(path, NULL, &m, &err))
			fail_msg("%s", err.msg);
		examine(coder, m, i % 2 == 0 && i / 2 + 1 < COUNT(names));
		cvg_module_free(m);
	}
	cvg_coder_free(coder);
}

/* A function that is called is compiled with its caller; another kernel is
 * not, and its errors are none of this one's. */
static void test_only_what_is_needed(void **state)
{
	static const char text[] =
		AMD "define i32 @twice(i32 %n) noinline {\n"
		    "  %r = mul i32 %n, 7\n  ret i32 %r\n}\n"
		    "define amdgpu_kernel void @good(ptr addrspace(1) %p) {\n"
		    "  %r = call i32 @twice(i32 3)\n"
		    "  store i32 %r, ptr addrspace(1) %p\n  ret void\n}\n"
		    "define amdgpu_kernel void @bad(ptr addrspace(1) %p) {\n"
		    "  %s = call i32 @twice(i32 3)\n"
		    "  %r = call float asm \"no\", \"={no}\"()\n"
		    "  store float %r, ptr addrspace(1) %p\n"
		    "  ret void\n}\n";
	struct cvg_module *m = load_text(text, "gfx906");
	struct cvg_coder *coder = cvg_coder_new();
	struct cvg_mcode *mcode;
	struct cvg_err err;

	(void)state;
	for (uint32_t f = 0; f < 3; f++) {
		struct cvg_fn *fn = cvg_module_snapshot(m, f, 0);
		bool ok = cvg_module_mcode(coder, m, f, fn, 60, &mcode, &err);

		assert_int_equal(ok, f != 2);
		if (!ok)
			assert_memory_equal(err.msg,
					    "no machine code for gfx906: ", 28);
		assert_int_equal(mcode != NULL, ok);
		cvg_mcode_free(mcode);
		cvg_fn_free(fn);
	}
	cvg_coder_free(coder);
	cvg_module_free(m);
}

/* What was asked before is known. Names are no part of the question. */
static void test_known_answers(void **state)
{
	static const char *const texts[] = {
		AMD "define amdgpu_kernel void @k(ptr addrspace(1) %p) {\n"
		    "  store i32 1, ptr addrspace(1) %p\n  ret void\n}\n",
		AMD "define amdgpu_kernel void @k(ptr addrspace(1) %q) {\n"
		    "here:\n"
		    "  store i32 1, ptr addrspace(1) %q\n  ret void\n}\n",
		AMD "define amdgpu_kernel void @k(ptr addrspace(1) %p) {\n"
		    "  store i32 2, ptr addrspace(1) %p\n  ret void\n}\n"};
	static const uint32_t runs[] = {1, 1, 2};
	struct cvg_coder *coder = cvg_coder_new();

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct cvg_module *m = load_text(texts[i], "gfx906");
		struct cvg_fn *fn = cvg_module_snapshot(m, 0, 0);
		struct cvg_mcode *mcode;
		struct cvg_err err;

		for (int times = 0; times < 2; times++) {
			if (!cvg_module_mcode(coder, m, 0, fn, 60, &mcode,
					      &err))
				fail_msg("%s", err.msg);
			assert_true(mcode->size[CVG_MSIZE_CODE] > 0);
			assert_int_equal(cvg_coder_runs(coder), runs[i]);
			cvg_mcode_free(mcode);
		}
		cvg_fn_free(fn);
		cvg_module_free(m);
	}
	cvg_coder_free(coder);
}

/* ---- the child's machines ---------------------------------------------- */

/* The child that has coded one module codes another for what that one asks for. */
static void test_features(void **state)
{
	static const char *const ptx[] = {"6.3", "8.4", "6.3"};
	struct cvg_kept_child *kept = NULL;
	struct cvg_coder *coder = cvg_coder_new();
	struct cvg_child child = {.who = "it",
				  .object = "",
				  .seconds = 60,
				  .work = cvg_coder_answer};

	(void)state;
	for (size_t i = 0; i < COUNT(ptx); i++) {
		struct cvg_str text = {0}, question = {0}, answer = {0};
		struct cvg_err err = {.msg = ""};
		struct cvg_module *m;

		cvg_str_addf(&text,
			     NV "define ptx_kernel void @k() #0 {\n"
				"  ret void\n}\n"
				"attributes #0 = { "
				"\"target-features\"=\"+ptx%c%c\" }\n",
			     ptx[i][0], ptx[i][2]);
		m = load_text(text.at, "sm_70");
		cvg_module_pose(coder, m, 0, &question);
		if (!cvg_kept_ask(&kept, &child, &question, &answer, &err))
			fail_msg("%s", err.msg);
		cvg_str_clear(&text);
		cvg_str_addf(&text, ".version %s\n", ptx[i]);
		assert_non_null(strstr(answer.at + sizeof(uint64_t), text.at));
		cvg_module_free(m);
		cvg_str_done(&text);
		cvg_str_done(&question);
		cvg_str_done(&answer);
	}
	cvg_kept_end(kept);
	cvg_coder_free(coder);
}

/* ---- the kept child ---------------------------------------------------- */

/* Answers "PID QUESTION", unless the question is that it does not. */
static bool work(void *context, struct cvg_str *out, struct cvg_err *err)
{
	const struct cvg_asked *asked = context;
	const struct cvg_str *question = &asked->question;

	if (!strcmp(question->at, "fail"))
		return cvg_fail(err, "no such thing");
	if (!strcmp(question->at, "die")) {
		fprintf(stderr, "LLVM ERROR: cannot\nselect\n");
		_exit(70);
	}
	while (!strcmp(question->at, "hang"))
		pause();
	cvg_str_addf(out, "%d ", getpid());
	cvg_str_addn(out, question->at, question->n);
	return true;
}

static bool refuse(void *context, double done)
{
	(void)done;
	return ++*(int *)context < 3;
}

/* The process that answered; 0: it did not, for that reason. */
static long ask(struct cvg_kept_child **kept, const char *question,
		const struct cvg_ticker *ticker, const char *why)
{
	struct cvg_child child = {.who = "it",
				  .object = "",
				  .seconds = ticker ? 60 : 1,
				  .work = work,
				  .ticker = ticker};
	struct cvg_str in = {0}, out = {0};
	struct cvg_err err = {0};
	long pid = 0;

	cvg_str_add(&in, question);
	if (cvg_kept_ask(kept, &child, &in, &out, &err)) {
		char *rest;

		assert_null(why);
		pid = strtol(out.at, &rest, 10);
		assert_string_equal(rest + 1, question);
	} else {
		assert_string_equal(err.msg, why);
	}
	cvg_str_done(&in);
	cvg_str_done(&out);
	return pid;
}

static void test_kept_child(void **state)
{
	struct cvg_kept_child *kept = NULL;
	int ticks = 0;
	struct cvg_ticker ticker = {.tick = refuse, .context = &ticks};
	struct cvg_str much = {0};
	siginfo_t ended;
	long first, second;

	(void)state;
	for (int i = 0; i < 1 << 20; i++)
		cvg_str_addc(&much, (char)('a' + i % 26));
	first = ask(&kept, "one", NULL, NULL);
	assert_int_equal(ask(&kept, much.at, NULL, NULL), first);
	ask(&kept, "fail", NULL, "no such thing");
	assert_int_equal(ask(&kept, "two", NULL, NULL), first);
	ask(&kept, "die", NULL, "it died: cannot");
	second = ask(&kept, "three", NULL, NULL);
	assert_int_not_equal(second, first);
	ask(&kept, "hang", NULL, "it took more than 1 s");
	ask(&kept, "hang", &ticker, "interrupted");
	first = ask(&kept, "four", NULL, NULL);
	kill((pid_t)first, SIGKILL); /* between two questions */
	waitid(P_PID, (id_t)first, &ended, WEXITED | WNOWAIT);
	assert_int_not_equal(ask(&kept, "five", NULL, NULL), first);
	cvg_kept_end(kept);
	cvg_str_done(&much);
}

UNIT_TESTS(mcode_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_amdgpu),
		cmocka_unit_test(test_outside),
		cmocka_unit_test(test_ptx),
		cmocka_unit_test(test_samples),
		cmocka_unit_test(test_only_what_is_needed),
		cmocka_unit_test(test_known_answers),
		cmocka_unit_test(test_features),
		cmocka_unit_test(test_kept_child),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
