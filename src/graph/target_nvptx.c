/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * NVIDIA's GPUs by PTX: LLVM, "User Guide for NVPTX Back-end",
 * llvm.org/docs/NVPTXUsage.html; "Parallel Thread Execution ISA",
 * docs.nvidia.com/cuda/parallel-thread-execution, special registers.
 */
#include "reconverge/graph.h"
#include "reconverge/target.h"

#include <stdio.h>

static const struct cvg_target_space spaces[] = {
	{.number = 0, .memory = CVG_MEMORY_FLAT},
	{.number = 1, .memory = CVG_MEMORY_GLOBAL},
	{.number = 3, .memory = CVG_MEMORY_SHARED},
	{.number = 4, .memory = CVG_MEMORY_CONST},
	{.number = 5, .memory = CVG_MEMORY_PRIVATE},
	/* shared memory of the cluster */
	{.number = 7, .memory = CVG_MEMORY_SHARED, .unsimulated = true},
	/* parameters, in constant memory */
	{.number = 101, .memory = CVG_MEMORY_CONST},
};

#define SREG "llvm.nvvm.read.ptx.sreg."

static const char *const never_undef[] = {SREG, NULL};

static const char *const no_ids[] = {NULL};

/* The attribute "128,2" means blocks of at most 128 x 2 threads. */
static uint64_t most_threads(const struct cvg_fn *fn)
{
	const char *size = cvg_fn_attr(fn, "nvvm.maxntid");
	unsigned x = 1, y = 1, z = 1;

	if (!size || sscanf(size, "%u,%u,%u", &x, &y, &z) < 1)
		return 0;
	return (uint64_t)x * y * z;
}

const struct cvg_targetinfo cvg_target_nvptx = {
	.arch = "nvptx64",
	.notation = "nvptx",
	.triple = "nvptx64-nvidia-cuda",
	.cpu = "sm_70",
	.warp = 32,
	.units = 80,
	.line = 32,
	.no_object = "NVPTX has no object files: write .ptx and run ptxas",
	.shift_clamps = true,
	.spaces = spaces,
	.nspaces = sizeof spaces / sizeof *spaces,
	.id = {{SREG "tid.x", SREG "tid.y", SREG "tid.z"},
	       {SREG "ctaid.x", SREG "ctaid.y", SREG "ctaid.z"}},
	.size = {{SREG "ntid.x", SREG "ntid.y", SREG "ntid.z"},
		 {SREG "nctaid.x", SREG "nctaid.y", SREG "nctaid.z"}},
	.never_undef = never_undef,
	.no_ids = no_ids,
	.most_threads = most_threads,
};
