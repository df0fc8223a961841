/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Promises that no operation of the machine looks at: flags of floats and of
 * addresses, attributes of calls and functions, metadata about memory. A run does
 * not miss them, but what compiles the code may use them, so that a proof must not
 * see new ones.
 */
#include <stdlib.h>
#include <string.h>

#include "src/ir/compat.h"
#include "src/ir/facts.h"
#include "src/ir/snapshot.h"
#include "decode_int.h"

static uint64_t attribute(LLVMAttributeRef a, uint64_t h)
{
	const char *text;
	unsigned n;

	if (LLVMIsStringAttribute(a)) {
		text = LLVMGetStringAttributeKind(a, &n);
		h = cvg_mix(h, cvg_hash_text(text, n));
		text = LLVMGetStringAttributeValue(a, &n);
		return cvg_mix(h, cvg_hash_text(text, n));
	}
	h = cvg_mix(h, LLVMGetEnumAttributeKind(a));
	return LLVMIsEnumAttribute(a) ? cvg_mix(h, LLVMGetEnumAttributeValue(a))
				      : h;
}

static uint64_t assembler(LLVMValueRef v)
{
	size_t n;
	const char *text = LLVMGetInlineAsmAsmString(v, &n);
	uint64_t h = cvg_hash_text(text, n);

	text = LLVMGetInlineAsmConstraintString(v, &n);
	h = cvg_mix(h, cvg_hash_text(text, n));
	return cvg_mix(h, LLVMGetInlineAsmHasSideEffects(v) != 0);
}

/* All attributes of a call, and what assembler it is. */
static uint64_t of_call(LLVMValueRef call)
{
	unsigned n = LLVMGetNumArgOperands(call);
	LLVMValueRef callee = LLVMGetCalledValue(call);
	uint64_t h = LLVMIsAInlineAsm(callee) ? assembler(callee) : 0;

	for (unsigned at = 0; at <= n + 1; at++) {
		LLVMAttributeIndex where = at <= n ? at : CVG_ATTR_FUNCTION;
		unsigned most = LLVMGetCallSiteAttributeCount(call, where);
		LLVMAttributeRef *all = cvg_calloc(most + 1, sizeof *all);

		LLVMGetCallSiteAttributes(call, where, all);
		for (unsigned i = 0; i < most; i++)
			h = attribute(all[i], cvg_mix(h, at));
		free(all);
	}
	return h;
}

/* Is it a call of a function whose name begins so? */
static bool is_named(LLVMValueRef call, const char *begin)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	size_t n;

	return LLVMIsAFunction(callee) &&
	       !strncmp(LLVMGetValueName2(callee, &n), begin, strlen(begin));
}

/* Is it a call of an operation on memory that is volatile? */
static bool is_volatile_call(LLVMValueRef call)
{
	unsigned n = LLVMGetNumArgOperands(call);
	LLVMValueRef last = n ? LLVMGetOperand(call, n - 1) : NULL;

	return is_named(call, "llvm.mem") && last && LLVMIsAConstantInt(last) &&
	       LLVMConstIntGetZExtValue(last);
}

uint32_t cvg_dec_vows(LLVMValueRef inst)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);
	uint64_t h;
	uint32_t all = 0;

	if (LLVMCanValueUseFastMathFlags(inst))
		all |= (uint32_t)LLVMGetFastMathFlags(inst) & 127;
	if (op == LLVMGetElementPtr)
		all |= (uint32_t)LLVMGEPGetNoWrapFlags(inst) << 7 &
		       CVG_VOWS_FLAGS;
	if (op == LLVMAtomicCmpXchg)
		all |= (uint32_t)(LLVMGetWeak(inst) != 0) << 10 |
		       (uint32_t)LLVMGetCmpXchgFailureOrdering(inst) << 11;
	if (op != LLVMCall && op != LLVMInvoke)
		return all;
	h = of_call(inst);
	if (is_named(inst, "llvm.fmuladd")) /* rounds once, or twice */
		all |= LLVMFastMathAllowContract;
	return all | (uint32_t)is_volatile_call(inst) << 10 |
	       (uint32_t)(h ^ h >> 21 ^ h >> 42) << 11;
}

/* ---- functions ------------------------------------------------------- */

struct vows {
	uint64_t *at;
	size_t n;
	size_t cap;
};

static void attributes_of(LLVMValueRef fn, struct vows *out)
{
	unsigned n = LLVMCountParams(fn);

	for (unsigned at = 0; at <= n + 1; at++) {
		LLVMAttributeIndex where = at <= n ? at : CVG_ATTR_FUNCTION;
		unsigned most = LLVMGetAttributeCountAtIndex(fn, where);
		LLVMAttributeRef *all = cvg_calloc(most + 1, sizeof *all);

		LLVMGetAttributesAtIndex(fn, where, all);
		for (unsigned i = 0; i < most; i++)
			cvg_push(out, attribute(all[i], at + 1));
		free(all);
	}
}

/* Kinds of metadata of the function's instructions. */
static void metadata_of(LLVMValueRef fn, struct vows *out)
{
	static const char *const kinds[] = {"tbaa",
					    "tbaa.struct",
					    "alias.scope",
					    "noalias",
					    "fpmath",
					    "invariant.load",
					    "invariant.group",
					    "dereferenceable",
					    "dereferenceable_or_null"};
	enum { MOST = sizeof kinds / sizeof *kinds };
	LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
	bool has[MOST] = {false};

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b;
	     b = LLVMGetNextBasicBlock(b)) {
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
		     i = LLVMGetNextInstruction(i)) {
			for (unsigned k = 0; k < MOST && LLVMHasMetadata(i);
			     k++)
				has[k] |= LLVMGetMetadata(
						  i,
						  LLVMGetMDKindIDInContext(
							  context, kinds[k],
							  (unsigned)strlen(
								  kinds[k]))) !=
					  NULL;
		}
	}
	for (unsigned k = 0; k < MOST; k++) {
		if (has[k])
			cvg_push(out,
				 cvg_hash_text(kinds[k], strlen(kinds[k])));
	}
}

void cvg_dec_fn_vows(struct cvg_decoder *decoder, LLVMValueRef fn)
{
	struct cvg_ufn *ufn = decoder->ufn;
	struct vows all = {0};

	attributes_of(fn, &all);
	metadata_of(fn, &all);
	ufn->nvows = (uint32_t)all.n;
	ufn->vows = cvg_arena_array(&decoder->program->arena, uint64_t, all.n);
	if (all.n)
		memcpy(ufn->vows, all.at, all.n * sizeof *all.at);
	free(all.at);
}
