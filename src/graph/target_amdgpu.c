/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * AMD's GPUs from GCN on: LLVM, "User Guide for AMDGPU Backend",
 * llvm.org/docs/AMDGPUUsage.html. The launch fields are those of "HSA
 * Platform System Architecture Specification", 2.9, the kernel dispatch
 * packet, and of the guide's "Code Object V5 Metadata", the hidden arguments.
 */
#include "reconverge/graph.h"
#include "reconverge/target.h"

#include <stdio.h>

static const struct cvg_target_space spaces[] = {
	{.number = 0, .memory = CVG_MEMORY_FLAT},
	{.number = 1, .memory = CVG_MEMORY_GLOBAL},
	/* region memory, the global data share (GDS) */
	{.number = 2, .memory = CVG_MEMORY_SHARED, .unsimulated = true},
	{.number = 3, .memory = CVG_MEMORY_SHARED},
	{.number = 4, .memory = CVG_MEMORY_CONST},
	{.number = 5, .memory = CVG_MEMORY_PRIVATE},
	/* constant memory by 32-bit addresses */
	{.number = 6, .memory = CVG_MEMORY_CONST, .unsimulated = true},
};

enum { PACKET, IMPLICIT };

static const struct cvg_launch_field fields[] = {
	{.base = PACKET, .bits = 16, .from = 4, .what = CVG_LAUNCH_BLOCK_SIZE},
	{.base = PACKET, .bits = 32, .from = 12, .what = CVG_LAUNCH_GRID_SIZE},
	{.base = IMPLICIT,
	 .bits = 32,
	 .from = 0,
	 .what = CVG_LAUNCH_BLOCK_COUNT},
	{.base = IMPLICIT,
	 .bits = 16,
	 .from = 12,
	 .what = CVG_LAUNCH_BLOCK_SIZE},
	{.base = IMPLICIT,
	 .bits = 16,
	 .from = 18,
	 .what = CVG_LAUNCH_REMAINDER},
	{.base = IMPLICIT, .bits = 64, .from = 40, .what = CVG_LAUNCH_OFFSET},
};

static const char *const never_undef[] = {
	"llvm.amdgcn.workitem.id.",
	"llvm.amdgcn.workgroup.id.",
	NULL,
};

static const char *const no_ids[] = {
	"amdgpu-no-dispatch-ptr",   "amdgpu-no-workgroup-id-x",
	"amdgpu-no-workgroup-id-y", "amdgpu-no-workgroup-id-z",
	"amdgpu-no-workitem-id-x",  "amdgpu-no-workitem-id-y",
	"amdgpu-no-workitem-id-z",  NULL,
};

/* The attribute "64,256" means at least 64 threads and at most 256. */
static uint64_t most_threads(const struct cvg_fn *fn)
{
	const char *size = cvg_fn_attr(fn, "amdgpu-flat-work-group-size");
	unsigned most;

	return size && sscanf(size, "%*u,%u", &most) == 1 ? most : 0;
}

const struct cvg_targetinfo cvg_target_amdgpu = {
	.arch = "amdgcn",
	.notation = "amdgpu",
	.triple = "amdgcn-amd-amdhsa",
	.cpu = "gfx906",
	.warp = 64,
	.units = 60,
	.line = 64,
	.null_is_ones = true,
	.packs_int16 = true,
	.scalar_unit = true,
	.spaces = spaces,
	.nspaces = sizeof spaces / sizeof *spaces,
	.id = {{"llvm.amdgcn.workitem.id.x", "llvm.amdgcn.workitem.id.y",
		"llvm.amdgcn.workitem.id.z"},
	       {"llvm.amdgcn.workgroup.id.x", "llvm.amdgcn.workgroup.id.y",
		"llvm.amdgcn.workgroup.id.z"}},
	.launch_base = {[PACKET] = "llvm.amdgcn.dispatch.ptr",
			[IMPLICIT] = "llvm.amdgcn.implicitarg.ptr"},
	.launch_fields = fields,
	.nlaunch_fields = sizeof fields / sizeof *fields,
	.never_undef = never_undef,
	.no_ids = no_ids,
	.most_threads = most_threads,
};
