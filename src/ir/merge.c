/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Merges two instructions into one: flags, alignment, attributes, metadata and
 * debug locations.
 */
#include "compat.h"
#include "surgery.h"

#include <stdlib.h>
#include <string.h>

/* ---- locations ------------------------------------------------------- */

LLVMMetadataRef cvg_loc_none(LLVMValueRef function)
{
	LLVMMetadataRef scope = LLVMGetSubprogram(function);

	if (!scope)
		return NULL;
	return LLVMDIBuilderCreateDebugLocation(
		LLVMGetTypeContext(LLVMTypeOf(function)), 0, 0, scope, NULL);
}

/* The debug location of code that a and b became; either may be NULL. */
static LLVMMetadataRef merge_locations(LLVMValueRef function, LLVMMetadataRef a,
				       LLVMMetadataRef b)
{
	LLVMMetadataRef scope, at;

	if (a == b && a)
		return a;
	if (!a || !b)
		return cvg_loc_none(function);
	scope = LLVMDILocationGetScope(a);
	at = LLVMDILocationGetInlinedAt(a);
	if (scope != LLVMDILocationGetScope(b) ||
	    at != LLVMDILocationGetInlinedAt(b))
		return cvg_loc_none(function);
	return LLVMDIBuilderCreateDebugLocation(
		LLVMGetTypeContext(LLVMTypeOf(function)), 0, 0, scope, at);
}

/* ---- metadata -------------------------------------------------------- */

struct attached {
	LLVMValueMetadataEntry *at;
	size_t n;
};

static struct attached attached_to(LLVMValueRef inst)
{
	struct attached md;

	md.at = LLVMInstructionGetAllMetadataOtherThanDebugLoc(inst, &md.n);
	return md;
}

static bool has_same(const struct attached *md, unsigned kind,
		     LLVMMetadataRef node)
{
	for (unsigned k = 0; k < md->n; k++)
		if (LLVMValueMetadataEntriesGetKind(md->at, k) == kind)
			return LLVMValueMetadataEntriesGetMetadata(md->at, k) ==
			       node;
	return false;
}

/* Keep the metadata that both have. Equal nodes of a context are one node, so
 * handles are compared. */
static void merge_metadata(LLVMValueRef into, LLVMValueRef b)
{
	struct attached ours = attached_to(into), theirs = attached_to(b);

	for (unsigned k = 0; k < ours.n; k++) {
		unsigned kind = LLVMValueMetadataEntriesGetKind(ours.at, k);

		if (!has_same(&theirs, kind,
			      LLVMValueMetadataEntriesGetMetadata(ours.at, k)))
			LLVMSetMetadata(into, kind, NULL);
	}
	LLVMDisposeValueMetadataEntries(ours.at);
	LLVMDisposeValueMetadataEntries(theirs.at);
}

static void drop_metadata_but(LLVMValueRef inst, unsigned kept)
{
	struct attached md = attached_to(inst);

	for (unsigned k = 0; k < md.n; k++) {
		unsigned kind = LLVMValueMetadataEntriesGetKind(md.at, k);

		if (kind != kept)
			LLVMSetMetadata(inst, kind, NULL);
	}
	LLVMDisposeValueMetadataEntries(md.at);
}

/* ---- call attributes ------------------------------------------------- */

struct attributes {
	LLVMAttributeRef *at;
	unsigned n;
};

static struct attributes attributes_at(LLVMValueRef call,
				       LLVMAttributeIndex where)
{
	struct attributes as;

	as.n = LLVMGetCallSiteAttributeCount(call, where);
	as.at = cvg_calloc(as.n, sizeof *as.at);
	LLVMGetCallSiteAttributes(call, where, as.at);
	return as;
}

static void remove_attribute(LLVMValueRef call, LLVMAttributeIndex where,
			     LLVMAttributeRef a)
{
	const char *key;
	unsigned n;

	if (LLVMIsStringAttribute(a)) {
		key = LLVMGetStringAttributeKind(a, &n);
		LLVMRemoveCallSiteStringAttribute(call, where, key, n);
	} else {
		LLVMRemoveCallSiteEnumAttribute(call, where,
						LLVMGetEnumAttributeKind(a));
	}
}

static bool has_attribute(const struct attributes *as, LLVMAttributeRef a)
{
	for (unsigned k = 0; k < as->n; k++)
		if (as->at[k] == a)
			return true;
	return false;
}

static void merge_attributes(LLVMValueRef into, LLVMValueRef b)
{
	int last = (int)LLVMGetNumArgOperands(into);

	/* -1 is the function, 0 the result, then the arguments. */
	for (int k = -1; k <= last; k++) {
		LLVMAttributeIndex where = (LLVMAttributeIndex)k;
		struct attributes ours = attributes_at(into, where);
		struct attributes theirs = attributes_at(b, where);

		for (unsigned i = 0; i < ours.n; i++)
			if (!has_attribute(&theirs, ours.at[i]))
				remove_attribute(into, where, ours.at[i]);
		free(ours.at);
		free(theirs.at);
	}
	if (LLVMGetTailCallKind(into) != LLVMGetTailCallKind(b))
		LLVMSetTailCallKind(into, LLVMTailCallKindNone);
}

/* ---- flags ----------------------------------------------------------- */

static void merge_wraps(LLVMValueRef into, LLVMValueRef b)
{
	if (!LLVMGetNUW(b))
		LLVMSetNUW(into, false);
	if (!LLVMGetNSW(b))
		LLVMSetNSW(into, false);
}

static void merge_flags(LLVMValueRef into, LLVMValueRef b)
{
	switch (LLVMGetInstructionOpcode(into)) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
	case LLVMTrunc:
		merge_wraps(into, b);
		break;
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMLShr:
	case LLVMAShr:
		if (!LLVMGetExact(b))
			LLVMSetExact(into, false);
		break;
	case LLVMZExt:
	case LLVMUIToFP:
		if (!LLVMGetNNeg(b))
			LLVMSetNNeg(into, false);
		break;
	case LLVMOr:
		if (!LLVMGetIsDisjoint(b))
			LLVMSetIsDisjoint(into, false);
		break;
	case LLVMGetElementPtr:
		LLVMGEPSetNoWrapFlags(into, LLVMGEPGetNoWrapFlags(into) &
						    LLVMGEPGetNoWrapFlags(b));
		break;
	case LLVMICmp:
		cvg_llvm_merge_samesign(into, b);
		break;
	default:
		break;
	}
}

LLVMValueRef cvg_call_like(LLVMBuilderRef b, LLVMValueRef call,
			   LLVMTypeRef type, LLVMValueRef callee,
			   LLVMValueRef *arg, unsigned n)
{
	unsigned nbundles = LLVMGetNumOperandBundles(call);
	LLVMOperandBundleRef *bundle =
		cvg_calloc((size_t)nbundles + 1, sizeof(*bundle));
	LLVMValueRef made;

	for (unsigned i = 0; i < nbundles; i++)
		bundle[i] = LLVMGetOperandBundleAtIndex(call, i);
	made = LLVMBuildCallWithOperandBundles(b, type, callee, arg, n, bundle,
					       nbundles, "");
	for (unsigned i = 0; i < nbundles; i++)
		LLVMDisposeOperandBundle(bundle[i]);
	free(bundle);
	return made;
}

/*
 * LLVM-C can add flags of floating point but not remove them: make the
 * instruction again, without them.
 */
static LLVMValueRef build_plain(LLVMValueRef inst, LLVMValueRef temp,
				LLVMBuilderRef b)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);
	LLVMTypeRef type = LLVMTypeOf(inst);
	LLVMValueRef made, *args;
	unsigned n;

	switch (op) {
	case LLVMFNeg:
		return LLVMBuildFNeg(b, temp, "");
	case LLVMFCmp:
		return LLVMBuildFCmp(b, LLVMGetFCmpPredicate(inst), temp, temp,
				     "");
	case LLVMSelect:
		return LLVMBuildSelect(b, LLVMGetOperand(inst, 0), temp, temp,
				       "");
	case LLVMFPTrunc:
	case LLVMFPExt:
	case LLVMUIToFP:
	case LLVMSIToFP:
		return LLVMBuildCast(b, op, temp, type, "");
	case LLVMCall:
		n = LLVMGetNumArgOperands(inst);
		args = cvg_calloc(n, sizeof *args);
		for (unsigned k = 0; k < n; k++)
			args[k] = LLVMGetOperand(inst, k);
		made = cvg_call_like(b, inst, LLVMGetCalledFunctionType(inst),
				     LLVMGetCalledValue(inst), args, n);
		free(args);
		return made;
	default:
		return LLVMBuildBinOp(b, op, temp, temp, "");
	}
}

/* Copy the properties of a call that are not operands. */
static void copy_call(LLVMValueRef to, LLVMValueRef from)
{
	int last = (int)LLVMGetNumArgOperands(from);

	LLVMSetInstructionCallConv(to, LLVMGetInstructionCallConv(from));
	LLVMSetTailCallKind(to, LLVMGetTailCallKind(from));
	for (int k = -1; k <= last; k++) {
		LLVMAttributeIndex where = (LLVMAttributeIndex)k;
		struct attributes as = attributes_at(from, where);

		for (unsigned i = 0; i < as.n; i++)
			LLVMAddCallSiteAttribute(to, where, as.at[i]);
		free(as.at);
	}
}

static LLVMValueRef without_fastmath(LLVMValueRef inst)
{
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(inst));
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
	struct attached md = attached_to(inst);
	LLVMValueRef made, temp;
	unsigned last = (unsigned)LLVMGetNumOperands(inst) - 1;

	LLVMPositionBuilderBefore(b, inst);
	/* A temporary operand that the builder does not fold, of the type of
	 * the last operand; a call's last operand is its callee. */
	temp = LLVMBuildFreeze(
		b, LLVMGetPoison(LLVMTypeOf(LLVMGetOperand(inst, last))), "");
	made = build_plain(inst, temp, b);
	for (unsigned k = 0; k <= last; k++)
		LLVMSetOperand(made, k, LLVMGetOperand(inst, k));
	if (LLVMIsACallInst(inst))
		copy_call(made, inst);
	for (unsigned k = 0; k < md.n; k++)
		LLVMSetMetadata(made, LLVMValueMetadataEntriesGetKind(md.at, k),
				LLVMMetadataAsValue(
					c, LLVMValueMetadataEntriesGetMetadata(
						   md.at, k)));
	LLVMDisposeValueMetadataEntries(md.at);
	LLVMInstructionSetDebugLoc(made, LLVMInstructionGetDebugLoc(inst));
	cvg_take_name(made, inst);
	LLVMReplaceAllUsesWith(inst, made);
	LLVMInstructionEraseFromParent(inst);
	LLVMInstructionEraseFromParent(temp);
	LLVMDisposeBuilder(b);
	return made;
}

static LLVMValueRef merge_fastmath(LLVMValueRef into, LLVMValueRef b)
{
	LLVMFastMathFlags ours, common;

	if (!LLVMCanValueUseFastMathFlags(into))
		return into;
	ours = LLVMGetFastMathFlags(into);
	common = ours & LLVMGetFastMathFlags(b);
	if (common == ours)
		return into;
	into = without_fastmath(into);
	LLVMSetFastMathFlags(into, common);
	return into;
}

static void merge_alignment(LLVMValueRef into, LLVMValueRef b)
{
	unsigned align;

	switch (LLVMGetInstructionOpcode(into)) {
	case LLVMLoad:
	case LLVMStore:
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		align = LLVMGetAlignment(b);
		if (align < LLVMGetAlignment(into))
			LLVMSetAlignment(into, align);
		break;
	default:
		break;
	}
}

/* ---- two instructions ------------------------------------------------ */

LLVMValueRef cvg_inst_merge(LLVMValueRef into, LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef function =
		LLVMGetBasicBlockParent(LLVMGetInstructionParent(into));

	into = merge_fastmath(into, b);
	merge_flags(into, b);
	merge_alignment(into, b);
	merge_metadata(into, b);
	if (LLVMIsACallInst(into))
		merge_attributes(into, b);
	LLVMInstructionSetDebugLoc(
		into, merge_locations(function, LLVMInstructionGetDebugLoc(a),
				      LLVMInstructionGetDebugLoc(b)));
	return into;
}

void cvg_inst_weaken(LLVMValueRef inst)
{
	static const char *const undefined[] = {"noundef", "dereferenceable",
						"dereferenceable_or_null"};
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(inst));
	int last;

	drop_metadata_but(inst, LLVMGetMDKindIDInContext(c, "fpmath", 6));
	if (!LLVMIsACallInst(inst))
		return;
	last = (int)LLVMGetNumArgOperands(inst);
	for (int k = 0; k <= last; k++)
		for (size_t u = 0; u < sizeof undefined / sizeof *undefined;
		     u++)
			LLVMRemoveCallSiteEnumAttribute(
				inst, (LLVMAttributeIndex)k,
				LLVMGetEnumAttributeKindForName(
					undefined[u], strlen(undefined[u])));
}

void cvg_inst_forget_scopes(LLVMValueRef inst)
{
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(inst));

	if (!LLVMHasMetadata(inst))
		return;
	LLVMSetMetadata(inst, LLVMGetMDKindIDInContext(c, "alias.scope", 11),
			NULL);
	LLVMSetMetadata(inst, LLVMGetMDKindIDInContext(c, "noalias", 7), NULL);
}
