/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For the tests of the simulator: a kernel from text, run on a launch. */
#ifndef RECONVERGE_TESTS_SIM_KIT_H
#define RECONVERGE_TESTS_SIM_KIT_H

#include "ir_help.h"
#include "reconverge/launch.h"
#include "reconverge/program.h"
#include "reconverge/sim.h"

/* A kernel and what became of it. */
struct ran {
	struct cvg_module *m;
	struct cvg_program *p;
	struct cvg_launch launch;
	struct cvg_image *image;
	struct cvg_sim *sim;
	struct cvg_sim_options options; /* of the next run */
	struct cvg_sim_result result;
};

/* Decode the first function of the module and make a launch of the words. */
static inline void ready(struct ran *r, const char *text, const char *words)
{
	struct cvg_str uncovered = {0};
	struct cvg_err err = {0};

	memset(r, 0, sizeof(*r));
	r->m = load_text(text, NULL);
	if (!cvg_module_decode(r->m, 0, &r->p, &uncovered, &err))
		fail_msg("%s\n%s", err.msg, cvg_str_of(&uncovered));
	cvg_str_done(&uncovered);
	cvg_launch_init(&r->launch);
	if (!cvg_launch_words(&r->launch, r->p, words, &err))
		fail_msg("%s: %s", words, err.msg);
	if (!cvg_image_new(r->p, &r->launch, &r->image, &err))
		fail_msg("%s: %s", words, err.msg);
	r->sim = cvg_sim_new(r->p);
	r->options.seed = 1;
	r->options.workers = 1;
	r->options.alone = 1; /* where a test wants several */
	r->options.max_steps = 1000000;
}

static inline void go(struct ran *r)
{
	struct cvg_err err = {0};

	cvg_sim_result_done(&r->result);
	if (!cvg_sim_run(r->sim, &r->launch, r->image, &r->options, &r->result,
			 &err))
		fail_msg("%s", err.msg);
}

/* Ready and go: without a fault. */
static inline void run_ok(struct ran *r, const char *text, const char *words)
{
	struct cvg_str s = {0};

	ready(r, text, words);
	go(r);
	if (r->result.fault.kind != CVG_F_NONE) {
		cvg_fault_print(&s, r->p, &r->result.fault);
		fail_msg("%s", cvg_str_of(&s));
	}
}

/* Element i of parameter `param`, 32 bits. */
static inline uint32_t at32(const struct ran *r, uint32_t param, uint32_t i)
{
	uint32_t x;

	memcpy(&x, cvg_image_arg(r->image, param)->data + 4 * (size_t)i, 4);
	return x;
}

static inline void ran_done(struct ran *r)
{
	cvg_sim_result_done(&r->result);
	cvg_sim_free(r->sim);
	cvg_image_free(r->image);
	cvg_launch_done(&r->launch);
	cvg_program_free(r->p);
	cvg_module_free(r->m);
}

/* The fault that a kernel must end in. */
static inline void expect_fault(const char *text, const char *words,
				enum cvg_faultkind kind)
{
	struct ran r;

	ready(&r, text, words);
	go(&r);
	if (r.result.fault.kind != kind)
		fail_msg("%s, not %s\n%s", cvg_fault_name(r.result.fault.kind),
			 cvg_fault_name(kind), text);
	ran_done(&r);
}

#define AMD_TID                                           \
	AMD "declare i32 @llvm.amdgcn.workitem.id.x()\n"  \
	    "declare i32 @llvm.amdgcn.workgroup.id.x()\n" \
	    "declare void @llvm.amdgcn.s.barrier()\n"

#define KERNEL(params, body)                                   \
	AMD_TID "define amdgpu_kernel void @k(" params ") {\n" \
		"entry:\n"                                     \
		"  %tid = call i32 @llvm.amdgcn.workitem.id.x()\n" body "}\n"

/* Store what the lane has at out[tid]. */
#define STORE_OUT(value)                                                 \
	"  %tid64 = zext i32 %tid to i64\n"                              \
	"  %at = getelementptr i32, ptr addrspace(1) %out, i64 %tid64\n" \
	"  store i32 " value ", ptr addrspace(1) %at\n"                  \
	"  ret void\n"

#define OUT64 "grid=1 block=64 out=i32[64]:zero"

#endif
