/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Kernels and what they promise about their launch: calling conventions,
 * function metadata and attributes, and nvvm.annotations, where LLVM kept
 * the same facts before version 21.
 */
#include <stdlib.h>
#include <string.h>

#include "compat.h"
#include "snapshot.h"

/* Calling conventions by LLVM's fixed numbers; the C header lacks some. */
enum callconv {
	LLVM_CC_PTX_KERNEL = 71,
	LLVM_CC_SPIR_KERNEL = 76,
	LLVM_CC_AMDGPU_VS = 87,
	LLVM_CC_AMDGPU_GS = 88,
	LLVM_CC_AMDGPU_PS = 89,
	LLVM_CC_AMDGPU_CS = 90,
	LLVM_CC_AMDGPU_KERNEL = 91,
	LLVM_CC_AMDGPU_HS = 93,
	LLVM_CC_AMDGPU_LS = 95,
	LLVM_CC_AMDGPU_ES = 96,
	LLVM_CC_AMDGPU_CS_CHAIN = 104,
	LLVM_CC_AMDGPU_CS_CHAIN_PRESERVE = 105,
};

/* ---- nvvm.annotations ------------------------------------------------ */

static bool is_md_string(LLVMValueRef v, const char *text)
{
	unsigned n;
	const char *s = v && LLVMIsAMDString(v) ? LLVMGetMDString(v, &n) : NULL;

	return s && n == strlen(text) && !memcmp(s, text, n);
}

/* In one node {fn, key, number, key, number ...}: the number of `key`. */
static bool node_number(LLVMValueRef node, LLVMValueRef fn, const char *key,
			uint64_t *number)
{
	unsigned n = LLVMGetMDNodeNumOperands(node);
	LLVMValueRef *op = cvg_calloc(n ? n : 1, sizeof *op);
	bool found = false;

	LLVMGetMDNodeOperands(node, op);
	for (unsigned k = 1; n && op[0] == fn && k + 1 < n && !found; k += 2) {
		if (!is_md_string(op[k], key) || !op[k + 1] ||
		    !LLVMIsAConstantInt(op[k + 1]))
			continue;
		*number = LLVMConstIntGetZExtValue(op[k + 1]);
		found = true;
	}
	free(op);
	return found;
}

static uint64_t annotation(const struct cvg_module *m, LLVMValueRef fn,
			   const char *key)
{
	static const char list[] = "nvvm.annotations";
	unsigned n = LLVMGetNamedMetadataNumOperands(m->llvm, list);
	LLVMValueRef *node;
	uint64_t number = 0;

	if (n == 0)
		return 0;
	node = cvg_calloc(n, sizeof *node);
	LLVMGetNamedMetadataOperands(m->llvm, list, node);
	for (unsigned i = 0; i < n; i++)
		if (node[i] && node_number(node[i], fn, key, &number))
			break;
	free(node);
	return number;
}

/* ---- kind ------------------------------------------------------------ */

enum cvg_fnkind cvg_module_function_kind(const struct cvg_module *m, uint32_t f)
{
	LLVMValueRef fn = cvg_live_function(m, f);

	switch (LLVMGetFunctionCallConv(fn)) {
	case LLVM_CC_PTX_KERNEL:
	case LLVM_CC_AMDGPU_KERNEL:
		return CVG_FN_KERNEL;
	case LLVM_CC_AMDGPU_VS:
	case LLVM_CC_AMDGPU_GS:
	case LLVM_CC_AMDGPU_PS:
	case LLVM_CC_AMDGPU_CS:
	case LLVM_CC_AMDGPU_HS:
	case LLVM_CC_AMDGPU_LS:
	case LLVM_CC_AMDGPU_ES:
	case LLVM_CC_AMDGPU_CS_CHAIN:
	case LLVM_CC_AMDGPU_CS_CHAIN_PRESERVE:
		return CVG_FN_SHADER;
	case LLVM_CC_SPIR_KERNEL: /* NVPTX goes by the annotation alone */
		if (m->target == CVG_AMDGPU)
			return CVG_FN_KERNEL;
		break;
	default:
		break;
	}
	return m->target == CVG_NVPTX && annotation(m, fn, "kernel")
		       ? CVG_FN_KERNEL
		       : CVG_FN_DEVICE;
}

/* ---- size of a work-group -------------------------------------------- */

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

static void size_from_metadata(const struct cvg_module *m, LLVMValueRef fn,
			       uint32_t *size)
{
	size_t n;
	LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(fn, &n);

	for (unsigned i = 0; i < n; i++)
		if (LLVMValueMetadataEntriesGetKind(all, i) ==
		    m->kinds.md_reqd_work_group_size)
			size_from_node(
				LLVMMetadataAsValue(
					m->context,
					LLVMValueMetadataEntriesGetMetadata(all,
									    i)),
				size);
	LLVMDisposeValueMetadataEntries(all);
}

/* "64,2" is 64 x 2 x 1. */
static void size_from_list(const char *text, uint32_t *size)
{
	for (int i = 0; i < 3; i++) {
		char *end;
		unsigned long n = strtoul(text, &end, 10);

		if (end == text)
			return;
		if (i == 0)
			size[1] = size[2] = 1;
		size[i] = (uint32_t)n;
		text = *end == ',' ? end + 1 : end;
	}
}

static void size_from_annotations(const struct cvg_module *m, LLVMValueRef fn,
				  uint32_t *size)
{
	static const char *const key[] = {"reqntidx", "reqntidy", "reqntidz"};
	uint64_t x = annotation(m, fn, key[0]);

	if (!x)
		return;
	size[0] = (uint32_t)x;
	for (int i = 1; i < 3; i++) {
		uint64_t n = annotation(m, fn, key[i]);

		size[i] = n ? (uint32_t)n : 1;
	}
}

void cvg_snap_work_group(struct cvg_snap *s)
{
	uint32_t *size = s->fn->reqd_work_group;
	const char *text = cvg_fn_attr(s->fn, "nvvm.reqntid");

	size_from_metadata(s->m, s->live->value, size);
	if (size[0] || s->m->target != CVG_NVPTX)
		return;
	if (text)
		size_from_list(text, size);
	else
		size_from_annotations(s->m, s->live->value, size);
}
