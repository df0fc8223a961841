/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Copies of code: the blocks of a function, instruction by instruction, in another
 * function of the same context. Its users say what a copy uses for functions and
 * variables: the shelf (body.c) and excerpts (excerpt.c).
 */
#include "copy.h"

#include "compat.h"
#include "live.h"

#include <llvm-c/DebugInfo.h>

#include <stdlib.h>

struct copier {
	const struct cvg_copying *how;
	LLVMModuleRef module; /* of the copy */
	LLVMContextRef context;
	LLVMBuilderRef builder;
	LLVMDIBuilderRef debug;		 /* NULL: not needed yet */
	cvg_vec(LLVMValueRef) old, made; /* arguments, blocks, instructions */
	struct cvg_ptrmap number;	 /* of old, to the index */
};

static void note(struct copier *copier, LLVMValueRef old, LLVMValueRef made)
{
	cvg_push(&copier->old, old);
	cvg_push(&copier->made, made);
}

static void number_all(struct copier *copier)
{
	cvg_ptrmap_reserve(&copier->number, (uint32_t)copier->old.n);
	for (uint32_t i = 0; i < copier->old.n; i++)
		cvg_ptrmap_put(&copier->number, copier->old.at[i], i);
}

/* What the copy uses where the original uses v. */
static LLVMValueRef copy_of(struct copier *copier, LLVMValueRef v)
{
	uint32_t at = cvg_ptrmap_get(&copier->number, v);

	if (at != CVG_NONE)
		return copier->made.at[at];
	return copier->how->elsewhere(copier->how->context, v);
}

void cvg_copy_name(LLVMValueRef from, LLVMValueRef to)
{
	size_t n;
	const char *name = LLVMGetValueName2(from, &n);

	if (n)
		LLVMSetValueName2(to, name, n);
}

static void copy_metadata(LLVMValueRef from, LLVMValueRef to)
{
	size_t n;
	LLVMValueMetadataEntry *entry =
		LLVMInstructionGetAllMetadataOtherThanDebugLoc(from, &n);

	for (size_t i = 0; i < n; i++)
		LLVMSetMetadata(
			to, LLVMValueMetadataEntriesGetKind(entry, (unsigned)i),
			LLVMMetadataAsValue(
				LLVMGetTypeContext(LLVMTypeOf(from)),
				LLVMValueMetadataEntriesGetMetadata(
					entry, (unsigned)i)));
	LLVMDisposeValueMetadataEntries(entry);
	LLVMInstructionSetDebugLoc(to, LLVMInstructionGetDebugLoc(from));
}

/* A phi without entries: LLVM-C cannot change the blocks of a clone's. */
static LLVMValueRef copy_phi(struct copier *copier, LLVMValueRef phi)
{
	LLVMValueRef made = LLVMBuildPhi(copier->builder, LLVMTypeOf(phi), "");

	if (LLVMCanValueUseFastMathFlags(phi))
		LLVMSetFastMathFlags(made, LLVMGetFastMathFlags(phi));
	copy_metadata(phi, made);
	if (copier->how->named)
		cvg_copy_name(phi, made);
	return made;
}

static LLVMValueRef copy_inst(struct copier *copier, LLVMValueRef inst)
{
	LLVMValueRef made = LLVMInstructionClone(inst);

	LLVMInsertIntoBuilder(copier->builder, made);
	if (copier->how->named)
		cvg_copy_name(inst, made);
	return made;
}

/* Copy all, with the operands that the original has. */
static void copy_blocks(struct copier *copier, LLVMValueRef from,
			LLVMValueRef to)
{
	LLVMBasicBlockRef b;
	LLVMValueRef i;

	for (b = LLVMGetFirstBasicBlock(from); b;
	     b = LLVMGetNextBasicBlock(b)) {
		LLVMBasicBlockRef made =
			LLVMAppendBasicBlockInContext(copier->context, to, "");

		if (copier->how->named)
			cvg_copy_name(LLVMBasicBlockAsValue(b),
				      LLVMBasicBlockAsValue(made));
		note(copier, LLVMBasicBlockAsValue(b),
		     LLVMBasicBlockAsValue(made));
		LLVMPositionBuilderAtEnd(copier->builder, made);
		for (i = LLVMGetFirstInstruction(b); i;
		     i = LLVMGetNextInstruction(i))
			note(copier, i,
			     LLVMIsAPHINode(i) ? copy_phi(copier, i)
					       : copy_inst(copier, i));
	}
}

static void add_entries(struct copier *copier, LLVMValueRef phi,
			LLVMValueRef made)
{
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMValueRef value =
			copy_of(copier, LLVMGetIncomingValue(phi, k));
		LLVMBasicBlockRef block = LLVMValueAsBasicBlock(copy_of(
			copier,
			LLVMBasicBlockAsValue(LLVMGetIncomingBlock(phi, k))));

		LLVMAddIncoming(made, &value, &block, 1);
	}
}

#if LLVM_VERSION_MAJOR >= 22

static void copy_record(struct copier *copier, LLVMDbgRecordRef record,
			LLVMValueRef to)
{
	LLVMValueRef value =
		copy_of(copier, LLVMDbgVariableRecordGetValue(record, 0));
	LLVMMetadataRef variable = LLVMDbgVariableRecordGetVariable(record);
	LLVMMetadataRef expression = LLVMDbgVariableRecordGetExpression(record);
	LLVMMetadataRef loc = LLVMDbgRecordGetDebugLoc(record);

	if (LLVMDbgRecordGetKind(record) == LLVMDbgRecordValue)
		LLVMDIBuilderInsertDbgValueRecordBefore(
			copier->debug, value, variable, expression, loc, to);
	else
		LLVMDIBuilderInsertDeclareRecordBefore(
			copier->debug, value, variable, expression, loc, to);
}

static void copy_records(struct copier *copier, LLVMValueRef from,
			 LLVMValueRef to)
{
	LLVMDbgRecordRef r = LLVMGetFirstDbgRecord(from);

	if (r && !copier->debug)
		copier->debug = LLVMCreateDIBuilder(copier->module);
	for (; r; r = LLVMGetNextDbgRecord(r))
		if (!copier->how->loses || cvg_record_can_be_copied(r))
			copy_record(copier, r, to);
}

#else

static void copy_records(struct copier *copier, LLVMValueRef from,
			 LLVMValueRef to)
{
	(void)copier;
	(void)from;
	(void)to;
}

#endif

/* Exchange the metadata of a copy. */
static void connect_metadata(struct copier *copier, LLVMValueRef inst,
			     LLVMValueRef made)
{
	size_t n;
	LLVMValueMetadataEntry *entry =
		LLVMInstructionGetAllMetadataOtherThanDebugLoc(inst, &n);

	for (unsigned i = 0; i < n; i++) {
		LLVMMetadataRef was =
			LLVMValueMetadataEntriesGetMetadata(entry, i);
		LLVMMetadataRef is =
			copier->how->attached(copier->how->context, was);

		if (is != was)
			LLVMSetMetadata(
				made, LLVMValueMetadataEntriesGetKind(entry, i),
				is ? LLVMMetadataAsValue(copier->context, is)
				   : NULL);
	}
	LLVMDisposeValueMetadataEntries(entry);
}

/* Exchange the operands and the metadata of a copy. */
static void connect(struct copier *copier, LLVMValueRef inst, LLVMValueRef made)
{
	int n = LLVMGetNumOperands(inst);

	if (LLVMIsAPHINode(inst)) {
		add_entries(copier, inst, made);
		return;
	}
	for (unsigned k = 0; k < (unsigned)n; k++) {
		LLVMValueRef was = LLVMGetOperand(inst, k);
		LLVMValueRef is = copy_of(copier, was);

		if (is != was)
			LLVMSetOperand(made, k, is);
	}
	if (copier->how->attached && LLVMHasMetadata(inst))
		connect_metadata(copier, inst, made);
	if (copier->how->records)
		copy_records(copier, inst, made);
}

void cvg_code_copy(LLVMValueRef from, LLVMValueRef to,
		   const struct cvg_copying *how)
{
	LLVMModuleRef module = LLVMGetGlobalParent(to);
	LLVMContextRef context = LLVMGetModuleContext(module);
	struct copier copier = {
		.how = how,
		.module = module,
		.context = context,
		.builder = LLVMCreateBuilderInContext(context),
	};
	LLVMValueRef a = LLVMGetFirstParam(from), b = LLVMGetFirstParam(to);

	for (; a; a = LLVMGetNextParam(a), b = LLVMGetNextParam(b))
		note(&copier, a, b);
	copy_blocks(&copier, from, to);
	number_all(&copier);
	for (size_t i = 0; i < copier.old.n; i++)
		if (LLVMIsAInstruction(copier.old.at[i]))
			connect(&copier, copier.old.at[i], copier.made.at[i]);
	cvg_work(copier.made.n);
	if (copier.debug)
		LLVMDisposeDIBuilder(copier.debug);
	LLVMDisposeBuilder(copier.builder);
	cvg_ptrmap_done(&copier.number);
	free(copier.old.at);
	free(copier.made.at);
}
