/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which functions are kernels, and the block size that a kernel demands: from
 * function metadata and from the hooks of each target (live_*.c).
 */
#include "compat.h"
#include "facts.h"
#include "snapshot.h"
#include "target.h"

#include "reconverge/ir.h"

enum cvg_fnkind cvg_module_function_kind(const struct cvg_module *module,
					 uint32_t f)
{
	return cvg_live_target(module)->kind(module, module->fns[f].own);
}

static void size_from_node(LLVMValueRef node, uint32_t *size)
{
	LLVMValueRef op[3];

	if (LLVMGetMDNodeNumOperands(node) != 3)
		return;
	LLVMGetMDNodeOperands(node, op);
	for (int i = 0; i < 3; i++)
		if (op[i] && LLVMIsAConstantInt(op[i]))
			size[i] = (uint32_t)LLVMConstIntGetZExtValue(op[i]);
}

void cvg_required_group(const struct cvg_module *module, LLVMValueRef fn,
			uint32_t *size)
{
	size_t n;
	LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(fn, &n);

	for (unsigned i = 0; i < n; i++)
		if (LLVMValueMetadataEntriesGetKind(all, i) ==
		    module->kinds.md_reqd_work_group_size)
			size_from_node(
				LLVMMetadataAsValue(
					module->context,
					LLVMValueMetadataEntriesGetMetadata(all,
									    i)),
				size);
	LLVMDisposeValueMetadataEntries(all);
}

void cvg_snap_work_group(struct cvg_snap *snap)
{
	const struct cvg_live_target *target = cvg_live_target(snap->module);
	uint32_t *size = snap->fn->reqd_work_group;

	cvg_required_group(snap->module, snap->live->own, size);
	if (!size[0] && target->work_group)
		target->work_group(snap->module, snap->live->own, snap->fn,
				   size);
}
