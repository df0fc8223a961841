/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * May the threads of a kernel change places? Only if none of them can tell:
 * they share no memory but the global one, wait for nobody, and ask for no
 * number but those of thread and block (section III-B of the paper).
 */
#include "redirect.h"

#include <string.h>

const char *const cvg_id_names[2][2][3] = {
	[CVG_AMDGPU] = {{"llvm.amdgcn.workitem.id.x",
			 "llvm.amdgcn.workitem.id.y",
			 "llvm.amdgcn.workitem.id.z"},
			{"llvm.amdgcn.workgroup.id.x",
			 "llvm.amdgcn.workgroup.id.y",
			 "llvm.amdgcn.workgroup.id.z"}},
	[CVG_NVPTX] = {{"llvm.nvvm.read.ptx.sreg.tid.x",
			"llvm.nvvm.read.ptx.sreg.tid.y",
			"llvm.nvvm.read.ptx.sreg.tid.z"},
		       {"llvm.nvvm.read.ptx.sreg.ctaid.x",
			"llvm.nvvm.read.ptx.sreg.ctaid.y",
			"llvm.nvvm.read.ptx.sreg.ctaid.z"}},
};

/* Numbers that are a warp's or a machine's: no array can redirect them. */
static const char *const warp_name[] = {
	"llvm.amdgcn.mbcnt.",
	"llvm.amdgcn.wave.id",
	"llvm.nvvm.read.ptx.sreg.laneid",
	"llvm.nvvm.read.ptx.sreg.lanemask",
	"llvm.nvvm.read.ptx.sreg.warpid",
	"llvm.nvvm.read.ptx.sreg.smid",
};

static bool is_of_warp(const char *callee)
{
	for (size_t i = 0; i < sizeof warp_name / sizeof *warp_name; i++) {
		if (!strncmp(callee, warp_name[i], strlen(warp_name[i])))
			return true;
	}
	return false;
}

/* Mathematics of the devices' libraries: it asks for nobody's number. */
static bool is_mathematics(const char *callee)
{
	return !strncmp(callee, "__nv_", 5) || !strncmp(callee, "__ocml_", 7);
}

/* A function that may ask by itself who it runs for. */
static bool calls_out(const struct cvg_fn *fn, uint32_t i, const char *callee)
{
	if (fn->insts[i].op != CVG_OP_CALL)
		return false;
	if (callee)
		return strncmp(callee, "llvm.", 5) && !is_mathematics(callee);
	return fn->insts[i].callee == CVG_NONE ||
	       fn->values[fn->insts[i].callee].kind != CVG_VALUE_ASM;
}

/* Why threads may not change places for the sake of this instruction. */
static const char *objection(const struct cvg_fn *fn, uint32_t i)
{
	const struct cvg_inst *inst = &fn->insts[i];
	const char *callee = cvg_inst_callee(fn, i);

	if (inst->flags & CVG_I_CONVERGENT)
		return "its threads synchronize or work as a warp";
	if (callee && is_of_warp(callee))
		return "it asks which lane of a warp it is";
	if (calls_out(fn, i, callee))
		return "what it calls may ask for the thread: inline it first";
	if (inst->addrspace == 3)
		return "its threads share memory";
	return NULL;
}

bool cvg_redirect_refuse(const struct cvg_fn *fn, struct cvg_err *err)
{
	if (fn->kind != CVG_FN_KERNEL)
		return cvg_fail(err,
				"@%s is no kernel: threads have no "
				"places of their own in it",
				fn->name);
	for (uint32_t i = 0; i < fn->ninsts; i++) {
		const char *why = objection(fn, i);

		if (why)
			return cvg_fail(err,
					"threads of @%s cannot change places: "
					"%s (B%u: %.60s)",
					fn->name, why,
					fn->blocks[fn->insts[i].block].uid,
					fn->insts[i].text ? fn->insts[i].text
							  : "");
	}
	return true;
}

bool cvg_redirect_done(const struct cvg_fn *fn)
{
	return cvg_value_by_name(fn, CVG_REDIRECT) < fn->nargs;
}

uint32_t cvg_redirect_dims(const struct cvg_fn *fn)
{
	uint32_t dims = 0;

	for (uint32_t i = 0; i < fn->ninsts; i++) {
		const char *callee = cvg_inst_callee(fn, i);

		for (uint32_t k = 0; callee && k < 6; k++) {
			if (!strcmp(callee,
				    cvg_id_names[fn->target][k / 3][k % 3]) &&
			    dims < k % 3 + 1)
				dims = k % 3 + 1;
		}
	}
	return dims;
}
