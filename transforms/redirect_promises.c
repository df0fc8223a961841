/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a redirected function says of itself. It loads an entry of the array or a
 * size of the launch and asks for its thread: attributes that deny this are
 * removed. What OpenCL's metadata says of each parameter, it says of the array,
 * too.
 *
 * Example (tests/ir/redirect-attributes.ll, @fills):
 *
 *   before  memory(argmem: write)   !kernel_arg_type !{!"int*"}
 *   after                           !kernel_arg_type !{!"int*", !"uint*"}
 */
#include "redirect_builder.h"

#include "reconverge/graph.h"
#include "reconverge/target.h"

#include <stdlib.h>
#include <string.h>

void cvg_redirect_drop_promises(const struct redirector *redir)
{
	const struct cvg_targetinfo *info =
		cvg_target_info(redir->kernel->target);
	const struct cvg_kinds *kinds = &redir->module->kinds;
	const unsigned at = (unsigned)LLVMAttributeFunctionIndex;

	for (const char *const *name = info->no_ids; *name; name++)
		LLVMRemoveStringAttributeAtIndex(redir->function, at, *name,
						 (unsigned)strlen(*name));
	LLVMRemoveEnumAttributeAtIndex(redir->function, at, kinds->memory);
	LLVMRemoveEnumAttributeAtIndex(redir->function, at,
				       kinds->speculatable);
}

void cvg_redirect_drop_call_promises(const struct redirector *redir,
				     LLVMValueRef call)
{
	const struct cvg_kinds *kinds = &redir->module->kinds;
	const unsigned at = (unsigned)LLVMAttributeFunctionIndex;

	LLVMRemoveCallSiteEnumAttribute(call, at, kinds->memory);
	LLVMRemoveCallSiteEnumAttribute(call, at, kinds->speculatable);
}

void cvg_redirect_mark(LLVMValueRef kernel)
{
	LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(kernel));

	LLVMAddAttributeAtIndex(
		kernel, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMCreateStringAttribute(c, CVG_REDIRECT_MARK,
					  strlen(CVG_REDIRECT_MARK), "", 0));
}

/* ---- metadata of parameters --------------------------------------------- */

/* A node of metadata with an operand for each parameter. */
struct arg_node {
	const char *kind;
	/* What it says of the array, of a twin's entry; NULL: the number of the
	 * address space. */
	const char *array, *entry;
};

static const struct arg_node arg_nodes[] = {
	{"kernel_arg_addr_space", NULL, NULL},
	{"kernel_arg_access_qual", "none", "none"},
	{"kernel_arg_type", "uint*", "uint"},
	{"kernel_arg_base_type", "uint*", "uint"},
	{"kernel_arg_type_qual", "const", ""},
	{"kernel_arg_name", CVG_REDIRECT, CVG_REDIRECTED},
};

/* The node with one more operand: `text`, or if that is NULL, `space`. NULL: the
 * node has not one for each of the n - 1 other parameters. */
static LLVMMetadataRef longer(LLVMContextRef c, LLVMMetadataRef node,
			      unsigned n, const char *text, unsigned space)
{
	LLVMValueRef v = LLVMMetadataAsValue(c, node);
	LLVMValueRef *operand;
	LLVMMetadataRef *all, made;

	if (LLVMGetMDNodeNumOperands(v) + 1 != n)
		return NULL;
	operand = cvg_calloc(n, sizeof(*operand));
	all = cvg_calloc(n, sizeof(*all));
	LLVMGetMDNodeOperands(v, operand);
	for (unsigned i = 0; i + 1 < n; i++)
		all[i] = LLVMValueAsMetadata(operand[i]);
	all[n - 1] = text ? LLVMMDStringInContext2(c, text, strlen(text))
			  : LLVMValueAsMetadata(LLVMConstInt(
				    LLVMInt32TypeInContext(c), space, false));
	made = LLVMMDNodeInContext2(c, all, n);
	free(operand);
	free(all);
	return made;
}

static void lengthen(LLVMValueRef function, bool array,
		     LLVMValueMetadataEntry *e, unsigned i)
{
	LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(function));
	unsigned kind = LLVMValueMetadataEntriesGetKind(e, i);
	LLVMMetadataRef made;

	for (size_t k = 0; k < sizeof arg_nodes / sizeof *arg_nodes; k++) {
		const char *name = arg_nodes[k].kind;

		if (LLVMGetMDKindIDInContext(c, name, (unsigned)strlen(name)) !=
		    kind)
			continue;
		made = longer(c, LLVMValueMetadataEntriesGetMetadata(e, i),
			      LLVMCountParams(function),
			      array ? arg_nodes[k].array : arg_nodes[k].entry,
			      array);
		if (made)
			LLVMGlobalSetMetadata(function, kind, made);
	}
}

void cvg_redirect_describe(LLVMValueRef function, bool array)
{
	size_t n;
	LLVMValueMetadataEntry *e = LLVMGlobalCopyAllMetadata(function, &n);

	for (unsigned i = 0; i < n; i++)
		lengthen(function, array, e, i);
	LLVMDisposeValueMetadataEntries(e);
}
