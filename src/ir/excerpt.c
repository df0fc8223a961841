/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A module that has only one function and what it uses, at the cost of these and
 * not of the module that they are from. It is for the code generator, and so
 * without debug info and names of values, or for passes (apart.c), and has both.
 *
 * LLVM-C cannot copy everything. What a constant, an attachment or the module holds
 * beyond what stands here has no excerpt, and the whole module is copied instead.
 * An attachment of an instruction may list functions, as !callees does. On the way
 * back, a list with a function that a pass deleted or made is left out: what is left
 * of it could be untrue.
 *
 * Example: of a module in which @k calls @f, @f loads from @table, and @other calls
 * @f, the excerpt of @k has @k, @f and @table. @f is met while @k is copied, and
 * @table while @f is.
 */
#include "compat.h"
#include "copy.h"
#include "excerpt.h"

#include <llvm-c/DebugInfo.h>

#include <stdlib.h>
#include <string.h>

static void note(struct cvg_excerpt *excerpt, LLVMValueRef old,
		 LLVMValueRef made)
{
	cvg_ptrmap_put(&excerpt->number, old, (uint32_t)excerpt->old.n);
	cvg_push(&excerpt->old, old);
	cvg_push(&excerpt->made, made);
}

/* ---- metadata ----------------------------------------------------------- */

static bool is_plain(struct cvg_excerpt *excerpt, LLVMValueRef metadata);

static LLVMValueRef *operands_of(LLVMValueRef node, unsigned *n)
{
	LLVMValueRef *operand;

	*n = LLVMGetMDNodeNumOperands(node);
	operand = cvg_calloc((size_t)*n + 1, sizeof *operand);
	LLVMGetMDNodeOperands(node, operand);
	return operand;
}

static bool has_plain_operands(struct cvg_excerpt *excerpt, LLVMValueRef node)
{
	unsigned n;
	LLVMValueRef *operand = operands_of(node, &n);
	bool plain = true;

	for (unsigned i = 0; plain && i < n; i++)
		plain = !operand[i] || is_plain(excerpt, operand[i]);
	free(operand);
	return plain;
}

/* Does it name neither functions nor variables? Debug info, which is stripped or
 * stays the module's, does not count. */
static bool is_plain(struct cvg_excerpt *excerpt, LLVMValueRef v)
{
	LLVMMetadataRef metadata;

	if (LLVMIsAConstant(v))
		return !LLVMIsAGlobalValue(v) && LLVMGetNumOperands(v) == 0;
	if (LLVMIsAMDString(v))
		return true;
	if (!LLVMIsAMDNode(v))
		return false;
	if (LLVMIsAValueAsMetadata(v)) /* also what !{i32 1} becomes */
		return has_plain_operands(excerpt, v);
	metadata = LLVMValueAsMetadata(v);
	if (LLVMGetMetadataKind(metadata) != LLVMMDTupleMetadataKind ||
	    cvg_ptrmap_get(&excerpt->plain, metadata) != CVG_NONE)
		return true;
	cvg_ptrmap_put(&excerpt->plain, metadata, 1);
	return has_plain_operands(excerpt, v);
}

/* Does it list functions and nothing else, apart from those that are deleted? A list
 * of one that is deleted has no operand as a value. */
static bool lists_functions(LLVMContextRef context, LLVMMetadataRef metadata)
{
	LLVMValueRef v = LLVMMetadataAsValue(context, metadata);
	unsigned n;
	LLVMValueRef *operand = operands_of(v, &n);
	bool are = n > 0 || LLVMValueAsMetadata(v) != metadata;

	for (unsigned i = 0; are && i < n; i++)
		are = !operand[i] || LLVMIsAFunction(operand[i]);
	free(operand);
	return are;
}

static bool are_plain(struct cvg_excerpt *excerpt,
		      LLVMValueMetadataEntry *entry, size_t n, bool may_list)
{
	LLVMContextRef context = excerpt->from->context;
	bool plain = true;

	for (unsigned i = 0; plain && i < n; i++) {
		LLVMMetadataRef metadata =
			LLVMValueMetadataEntriesGetMetadata(entry, i);

		plain = (may_list && lists_functions(context, metadata)) ||
			is_plain(excerpt,
				 LLVMMetadataAsValue(context, metadata));
	}
	return plain;
}

static bool has_plain_attachments(struct cvg_excerpt *excerpt,
				  LLVMValueRef global)
{
	size_t n;
	LLVMValueMetadataEntry *entry = LLVMGlobalCopyAllMetadata(global, &n);
	bool plain = are_plain(excerpt, entry, n, false);

	LLVMDisposeValueMetadataEntries(entry);
	return plain;
}

static bool has_plain_metadata(struct cvg_excerpt *excerpt, LLVMValueRef inst)
{
	size_t n;
	LLVMValueMetadataEntry *entry;
	bool plain;

	if (!LLVMHasMetadata(inst))
		return true;
	entry = LLVMInstructionGetAllMetadataOtherThanDebugLoc(inst, &n);
	plain = are_plain(excerpt, entry, n, true);
	LLVMDisposeValueMetadataEntries(entry);
	return plain;
}

/* ---- functions and variables --------------------------------------------- */

static LLVMValueRef declare_function(struct cvg_excerpt *excerpt,
				     LLVMValueRef v, const char *name)
{
	LLVMValueRef made =
		LLVMAddFunction(excerpt->to, name, LLVMGlobalGetValueType(v));

	excerpt->failed |= LLVMHasPersonalityFn(v) || LLVMHasPrefixData(v) ||
			   LLVMHasPrologueData(v) ||
			   LLVMTypeOf(v) != LLVMTypeOf(made);
	if (!excerpt->failed)
		cvg_function_copy_properties(made, v);
	return made;
}

static LLVMValueRef declare_variable(struct cvg_excerpt *excerpt,
				     LLVMValueRef v, const char *name)
{
	const char *section = LLVMGetSection(v);
	LLVMValueRef made = LLVMAddGlobalInAddressSpace(
		excerpt->to, LLVMGlobalGetValueType(v), name,
		LLVMGetPointerAddressSpace(LLVMTypeOf(v)));

	LLVMSetLinkage(made, LLVMGetLinkage(v));
	LLVMSetVisibility(made, LLVMGetVisibility(v));
	LLVMSetUnnamedAddress(made, LLVMGetUnnamedAddress(v));
	LLVMSetAlignment(made, LLVMGetAlignment(v));
	if (section && *section)
		LLVMSetSection(made, section);
	LLVMSetThreadLocalMode(made, LLVMGetThreadLocalMode(v));
	LLVMSetGlobalConstant(made, LLVMIsGlobalConstant(v));
	LLVMSetExternallyInitialized(made, LLVMIsExternallyInitialized(v));
	cvg_global_copy_metadata(made, v);
	return made;
}

/* The function or variable of the excerpt that stands for v; it is filled later. */
static LLVMValueRef declare(struct cvg_excerpt *excerpt, LLVMValueRef v)
{
	LLVMValueRef made = v;
	size_t n;
	const char *name = LLVMGetValueName2(v, &n);

	if (LLVMIsAFunction(v))
		made = declare_function(excerpt, v, name);
	else if (LLVMIsAGlobalVariable(v))
		made = declare_variable(excerpt, v, name);
	else
		excerpt->failed = true;
	excerpt->failed |= strlen(name) != n;
	excerpt->failed |= !has_plain_attachments(excerpt, v);
	cvg_push(&excerpt->todo, (uint32_t)excerpt->old.n);
	note(excerpt, v, made);
	return made;
}

/* ---- constants ------------------------------------------------------------ */

static LLVMValueRef made_expression(struct cvg_excerpt *excerpt, LLVMValueRef v,
				    LLVMValueRef *operand, unsigned n)
{
	LLVMTypeRef type = LLVMTypeOf(v);

	switch ((int)LLVMGetConstOpcode(v)) {
	case LLVMGetElementPtr:
		return LLVMConstGEPWithNoWrapFlags(
			LLVMGetGEPSourceElementType(v), operand[0], operand + 1,
			n - 1, LLVMGEPGetNoWrapFlags(v));
	case LLVMAddrSpaceCast:
		return LLVMConstAddrSpaceCast(operand[0], type);
	case LLVMPtrToInt:
		return LLVMConstPtrToInt(operand[0], type);
	case LLVMIntToPtr:
		return LLVMConstIntToPtr(operand[0], type);
	default:
		excerpt->failed = true;
		return v;
	}
}

static LLVMValueRef made_constant(struct cvg_excerpt *excerpt, LLVMValueRef v,
				  LLVMValueRef *operand, unsigned n)
{
	LLVMTypeRef type = LLVMTypeOf(v);

	if (LLVMIsAConstantExpr(v))
		return made_expression(excerpt, v, operand, n);
	if (LLVMIsAConstantArray(v))
		return LLVMConstArray2(LLVMGetElementType(type), operand, n);
	if (LLVMIsAConstantStruct(v))
		return LLVMConstNamedStruct(type, operand, n);
	if (LLVMIsAConstantVector(v))
		return LLVMConstVector(operand, n);
	excerpt->failed = true;
	return v;
}

/* What the excerpt has for a function, variable or constant. Constants nest as
 * deep as their types and addresses do. */
static LLVMValueRef copy_of(void *context, LLVMValueRef v)
{
	struct cvg_excerpt *excerpt = context;
	uint32_t at;
	LLVMValueRef *operand, made;
	bool same = true;
	unsigned n;

	if (LLVMGetValueKind(v) == LLVMMetadataAsValueValueKind)
		excerpt->failed |= !is_plain(excerpt, v);
	if (excerpt->failed || !LLVMIsAConstant(v))
		return v;
	if (!LLVMIsAGlobalValue(v) && LLVMGetNumOperands(v) == 0)
		return v;
	at = cvg_ptrmap_get(&excerpt->number, v);
	if (at != CVG_NONE)
		return excerpt->made.at[at];
	if (LLVMIsAGlobalValue(v))
		return excerpt->global(excerpt, v);
	n = (unsigned)LLVMGetNumOperands(v);
	operand = cvg_calloc(n, sizeof *operand);
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef was = LLVMGetOperand(v, i);

		operand[i] = copy_of(excerpt, was);
		same &= operand[i] == was;
	}
	made = same || excerpt->failed ? v
				       : made_constant(excerpt, v, operand, n);
	free(operand);
	note(excerpt, v, made);
	return made;
}

/* What the excerpt has for an attachment, NULL: none. */
static LLVMMetadataRef attached_of(void *context, LLVMMetadataRef metadata)
{
	struct cvg_excerpt *excerpt = context;
	LLVMContextRef llvm = excerpt->from->context;
	const struct cvg_excerpt *back = excerpt->back;
	LLVMMetadataRef *listed;
	LLVMValueRef *operand;
	bool whole;
	unsigned n;

	if (!lists_functions(llvm, metadata))
		return metadata;
	operand = operands_of(LLVMMetadataAsValue(llvm, metadata), &n);
	listed = cvg_calloc((size_t)n + 1, sizeof(LLVMMetadataRef));
	whole = n > 0;
	for (unsigned i = 0; whole && i < n; i++) {
		LLVMValueRef f = operand[i];

		whole = f && (!back ||
			      cvg_ptrmap_get(&back->of_made, f) != CVG_NONE);
		if (whole)
			listed[i] = LLVMValueAsMetadata(copy_of(excerpt, f));
	}
	if (whole)
		metadata = LLVMMDNodeInContext2(llvm, listed, n);
	free(listed);
	free(operand);
	return whole ? metadata : NULL;
}

/* ---- the excerpt ----------------------------------------------------------- */

static bool is_copyable(struct cvg_excerpt *excerpt, LLVMValueRef function)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);

	if (!cvg_code_can_lose_records(function))
		return false;
	for (; b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
		     i = LLVMGetNextInstruction(i))
			if (!has_plain_metadata(excerpt, i))
				return false;
	return true;
}

void cvg_excerpt_copy(struct cvg_excerpt *excerpt, LLVMValueRef from,
		      LLVMValueRef to)
{
	excerpt->failed |= !is_copyable(excerpt, from);
	if (!excerpt->failed)
		cvg_code_copy(
			from, to,
			&(struct cvg_copying){.elsewhere = copy_of,
					      .attached = attached_of,
					      .context = excerpt,
					      .named = excerpt->for_passes,
					      .records = excerpt->for_passes,
					      .loses = true});
}

static void fill(struct cvg_excerpt *excerpt, uint32_t at)
{
	LLVMValueRef old = excerpt->old.at[at], made = excerpt->made.at[at];

	if (LLVMIsAGlobalVariable(old)) {
		LLVMValueRef value = LLVMGetInitializer(old);

		if (value) {
			value = copy_of(excerpt, value);
			if (!excerpt->failed)
				LLVMSetInitializer(made, value);
		}
	} else if (!LLVMIsDeclaration(old)) {
		cvg_excerpt_copy(excerpt, old, made);
	}
}

static void copy_flags(struct cvg_excerpt *excerpt)
{
	static const char flags[] = "llvm.module.flags";
	LLVMModuleRef from = excerpt->from->llvm;
	unsigned n = LLVMGetNamedMetadataNumOperands(from, flags);
	LLVMValueRef *flag = cvg_calloc((size_t)n + 1, sizeof *flag);

	LLVMGetNamedMetadataOperands(from, flags, flag);
	for (unsigned i = 0; i < n; i++) {
		excerpt->failed |= !is_plain(excerpt, flag[i]);
		if (!excerpt->failed)
			LLVMAddNamedMetadataOperand(excerpt->to, flags,
						    flag[i]);
	}
	free(flag);
}

static void begin(struct cvg_excerpt *excerpt)
{
	LLVMModuleRef from = excerpt->from->llvm;

	excerpt->to = LLVMModuleCreateWithNameInContext("excerpt",
							excerpt->from->context);
	excerpt->global = declare;
	LLVMSetTarget(excerpt->to, LLVMGetTarget(from));
	LLVMSetDataLayout(excerpt->to, LLVMGetDataLayoutStr(from));
	copy_flags(excerpt);
}

LLVMValueRef cvg_excerpt_fill(struct cvg_excerpt *excerpt, uint32_t f)
{
	LLVMValueRef made = NULL;

	begin(excerpt);
	if (!excerpt->failed)
		made = declare(excerpt, excerpt->from->fns[f].own);
	while (excerpt->todo.n && !excerpt->failed)
		fill(excerpt, excerpt->todo.at[--excerpt->todo.n]);
	return excerpt->failed ? NULL : made;
}

void cvg_excerpt_done(struct cvg_excerpt *excerpt)
{
	cvg_ptrmap_done(&excerpt->number);
	cvg_ptrmap_done(&excerpt->of_made);
	cvg_ptrmap_done(&excerpt->plain);
	free(excerpt->old.at);
	free(excerpt->made.at);
	free(excerpt->todo.at);
}

/* Does the module say things of functions that are no part of them? */
static bool has_words_apart(LLVMModuleRef from)
{
	size_t n;

	LLVMGetModuleInlineAsm(from, &n);
	return n || LLVMGetNamedMetadataNumOperands(from, "nvvm.annotations");
}

LLVMValueRef cvg_excerpt_take(struct cvg_module *module, uint32_t f)
{
	struct cvg_excerpt excerpt = {.from = module};
	LLVMValueRef made;

	if (has_words_apart(module->llvm))
		return NULL;
	made = cvg_excerpt_fill(&excerpt, f);
	if (made)
		LLVMStripModuleDebugInfo(excerpt.to);
	else
		LLVMDisposeModule(excerpt.to);
	cvg_excerpt_done(&excerpt);
	return made;
}
