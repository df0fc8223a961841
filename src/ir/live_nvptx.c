/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * NVIDIA's GPUs: hooks for what LLVM's modules express in their own way. Before
 * version 21, LLVM kept in nvvm.annotations what it now expresses by attributes
 * and calling conventions.
 */
#include "ptxas.h"
#include "target.h"

#include "reconverge/graph.h"
#include "reconverge/target.h"

#include <stdlib.h>
#include <string.h>

static void init(void)
{
	LLVMInitializeNVPTXTargetInfo();
	LLVMInitializeNVPTXTarget();
	LLVMInitializeNVPTXTargetMC();
	LLVMInitializeNVPTXAsmPrinter();
}

/* ---- nvvm.annotations ------------------------------------------------ */

static bool is_md_string(LLVMValueRef v, const char *text)
{
	unsigned n;
	const char *s = v && LLVMIsAMDString(v) ? LLVMGetMDString(v, &n) : NULL;

	return s && n == strlen(text) && !memcmp(s, text, n);
}

/* The number that follows `key` in a node {fn, key, number, key, number
 * ...}. */
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

static uint64_t annotation(const struct cvg_module *module, LLVMValueRef fn,
			   const char *key)
{
	static const char list[] = "nvvm.annotations";
	unsigned n = LLVMGetNamedMetadataNumOperands(module->llvm, list);
	LLVMValueRef *node;
	uint64_t number = 0;

	if (n == 0)
		return 0;
	node = cvg_calloc(n, sizeof *node);
	LLVMGetNamedMetadataOperands(module->llvm, list, node);
	for (unsigned i = 0; i < n; i++)
		if (node[i] && node_number(node[i], fn, key, &number))
			break;
	free(node);
	return number;
}

/* ---- hooks ----------------------------------------------------------- */

static uint32_t warp(const struct cvg_module *module, LLVMValueRef fn)
{
	(void)fn;
	return cvg_target_info(module->target)->warp;
}

/* A function of convention spir_kernel is a kernel only if annotated so. */
static enum cvg_fnkind kind(const struct cvg_module *module, LLVMValueRef fn)
{
	return LLVMGetFunctionCallConv(fn) == CVG_CC_PTX_KERNEL ||
			       annotation(module, fn, "kernel")
		       ? CVG_FN_KERNEL
		       : CVG_FN_DEVICE;
}

/* Read "64,2" as a block of 64 x 2 x 1 threads. */
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

static void size_from_annotations(const struct cvg_module *module,
				  LLVMValueRef fn, uint32_t *size)
{
	static const char *const key[] = {"reqntidx", "reqntidy", "reqntidz"};
	uint64_t x = annotation(module, fn, key[0]);

	if (!x)
		return;
	size[0] = (uint32_t)x;
	for (int i = 1; i < 3; i++) {
		uint64_t n = annotation(module, fn, key[i]);

		size[i] = n ? (uint32_t)n : 1;
	}
}

static void work_group(const struct cvg_module *module, LLVMValueRef fn,
		       const struct cvg_fn *snapshot, uint32_t *size)
{
	const char *text = cvg_fn_attr(snapshot, "nvvm.reqntid");

	if (text)
		size_from_list(text, size);
	else
		size_from_annotations(module, fn, size);
}

const struct cvg_live_target cvg_live_nvptx = {
	.prune = "globaldce",
	.init = init,
	.warp = warp,
	.kind = kind,
	.work_group = work_group,
	.assemble = cvg_ptxas,
	.assemble_apart = cvg_ptxas_apart,
	.assemble_both = cvg_ptxas_both,
	.disassemble = cvg_nvdisasm,
};
