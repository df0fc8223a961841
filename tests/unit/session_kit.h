/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * For tests of sessions: a module, a session of it for every test, and a
 * phase that changes one thing.
 */
#ifndef RECONVERGE_TESTS_SESSION_KIT_H
#define RECONVERGE_TESTS_SESSION_KIT_H

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/phase.h"
#include "reconverge/session.h"
#include "src/ir/live.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/unit.h"

/* @forks has the divergent branch; @inner goes when it is inlined. */
static const char source[] =
	"target triple = \"amdgcn-amd-amdhsa\"\n"
	"declare i32 @llvm.amdgcn.workitem.id.x()\n"
	"define internal i32 @inner(i32 %x) {\n"
	"start:\n"
	"  %d = mul i32 %x, 7\n"
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

static const struct cvg_object nothing = {CVG_OBJ_NONE, 0};

/* ---- a phase ---------------------------------------------------------- */

/* Put one more block before the end; it is made from the last one. */
static inline void grow(const struct cvg_phase_in *in)
{
	LLVMValueRef fn = cvg_live_function(in->module, in->function);
	LLVMBasicBlockRef last = LLVMGetLastBasicBlock(fn);
	LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
	LLVMBasicBlockRef made =
		LLVMCreateBasicBlockInContext(context, "grown");
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

static inline bool run_grow(const struct cvg_phase_in *in,
			    struct cvg_phase_out *out, struct cvg_err *err)
{
	(void)err;
	grow(in);
	out->changed = true;
	out->count = 1;
	cvg_str_addf(&out->report, "%u blocks grew\n", in->fn->nblocks);
	return true;
}

static const struct cvg_phase grows = {
	.name = "grow",
	.needs = CVG_ANA_DOM | CVG_ANA_UNIFORM,
	.run = run_grow,
};

/* ---- sessions --------------------------------------------------------- */

static inline void write_source(const char *path, const char *text)
{
	assert_true(cvg_file_write(path, text, strlen(text), NULL));
}

static inline int setup(void **state)
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

static inline int teardown(void **state)
{
	cvg_session_free(*state);
	unlink("session_test.ll");
	return 0;
}

/* Run a phase that must succeed; the revision it made. */
static inline uint32_t act(struct cvg_session *s, const struct cvg_phase *phase)
{
	struct cvg_act a;
	struct cvg_err err;

	if (!cvg_session_act(s, phase, nothing, NULL, phase->name, &a, &err))
		fail_msg("%s: %s", phase->name, err.msg);
	cvg_str_done(&a.report);
	return a.rev;
}

static inline char *text_of(struct cvg_session *s, uint32_t rev)
{
	char *text;

	assert_true(cvg_session_text(s, rev, CVG_NONE, &text, NULL));
	return text;
}

/* "0 1 2 5": the blocks' stable numbers in order. */
static inline void assert_uids(struct cvg_session *s, uint32_t rev,
			       const char *expected)
{
	const struct cvg_fn *fn = cvg_session_fn(s, rev, CVG_NONE);
	struct cvg_str str = {0};

	for (uint32_t b = 0; b < fn->nblocks; b++)
		cvg_str_addf(&str, "%s%u", b ? " " : "", fn->blocks[b].uid);
	assert_string_equal(cvg_str_of(&str), expected);
	cvg_str_done(&str);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

#endif
