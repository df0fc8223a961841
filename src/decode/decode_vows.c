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

/* ---- metadata -------------------------------------------------------- */

#define TAIL	   31 /* bit of cvg_uop.noundef: the call is a tail call */
#define MOST_DEPTH 8  /* of nodes in nodes; some are in themselves */

/* What a node says. Nodes of two modules have no identity in common, so that two
 * that are distinct in one module count as one if they say the same. */
static uint64_t node(LLVMValueRef v, uint32_t depth)
{
	unsigned n;
	const char *text = v ? LLVMGetMDString(v, &n) : NULL;
	LLVMValueRef *all;
	uint64_t h = 1;
	char *printed;

	if (text)
		return cvg_hash_text(text, n);
	if (!v || !depth)
		return h;
	if (LLVMIsAGlobalValue(v)) {
		size_t length;

		text = LLVMGetValueName2(v, &length);
		return cvg_hash_text(text, length);
	}
	if (!LLVMIsAMDNode(v)) {
		printed = LLVMPrintValueToString(v);
		h = cvg_hash_text(printed, strlen(printed));
		LLVMDisposeMessage(printed);
		return h;
	}
	n = LLVMGetMDNodeNumOperands(v);
	all = cvg_calloc(n + 1, sizeof *all);
	LLVMGetMDNodeOperands(v, all);
	for (unsigned i = 0; i < n; i++)
		h = cvg_mix(h, node(all[i], depth - 1));
	free(all);
	return h;
}

/* ---- calls ----------------------------------------------------------- */

/* Every range(...) in the text of a call, or of a function's head: the C interface
 * of LLVM cannot read what such an attribute says. */
static uint64_t ranges_of(LLVMValueRef v)
{
	static const char *const words[] = {"range(", "initializes("};
	char *text = LLVMPrintValueToString(v), *at, *end;
	uint64_t h = 0;
	bool quoted = false;

	at = LLVMIsAFunction(v) ? strstr(text, "\ndefine ") : NULL;
	at = at ? at + 1 : text;
	for (end = strchr(at, '\n'); *at && at != end; at++) {
		quoted = quoted != (*at == '"');
		for (int k = 0; k < 2 && !quoted; k++) {
			size_t n = strlen(words[k]);

			if (strncmp(at, words[k], n) != 0)
				continue;
			n += strcspn(at + n, k ? "\n" : ")");
			h = cvg_mix(h, cvg_hash_text(at, n));
		}
	}
	LLVMDisposeMessage(text);
	return h;
}

/* An attribute of a call or function v. */
static uint64_t attribute(LLVMValueRef v, LLVMAttributeRef a, uint64_t h)
{
	const char *text;
	char *type;
	unsigned n;

	if (LLVMIsStringAttribute(a)) {
		text = LLVMGetStringAttributeKind(a, &n);
		h = cvg_mix(h, cvg_hash_text(text, n));
		text = LLVMGetStringAttributeValue(a, &n);
		return cvg_mix(h, cvg_hash_text(text, n));
	}
	h = cvg_mix(h, LLVMGetEnumAttributeKind(a));
	if (LLVMIsEnumAttribute(a))
		return cvg_mix(h, LLVMGetEnumAttributeValue(a));
	if (!LLVMIsTypeAttribute(a))
		return cvg_mix(h, ranges_of(v));
	type = LLVMPrintTypeToString(LLVMGetTypeAttributeValue(a));
	h = cvg_mix(h, cvg_hash_text(type, strlen(type)));
	LLVMDisposeMessage(type);
	return h;
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

/* Is it `noundef`, of one of the first parts, the result included? These are promises
 * by themselves: of two calls that become one, it keeps what both say. */
static bool is_noundef(LLVMAttributeRef a, unsigned at, unsigned n)
{
	return at < CVG_NOUNDEF_PARTS && at <= n && LLVMIsEnumAttribute(a) &&
	       LLVMGetEnumAttributeKind(a) ==
		       LLVMGetEnumAttributeKindForName("noundef", 7);
}

/* What metadata say of the result, of which the simulator looks only at loads. */
static uint64_t result_of(LLVMValueRef call, uint64_t h)
{
	static const char *const names[] = {"range", "nonnull", "align",
					    "noundef", "nofpclass"};
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));

	if (!LLVMHasMetadata(call))
		return h;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		unsigned kind = LLVMGetMDKindIDInContext(
			context, names[i], (unsigned)strlen(names[i]));
		LLVMValueRef is = LLVMGetMetadata(call, kind);

		if (is)
			h = cvg_mix(h, node(is, MOST_DEPTH) + i);
	}
	return h;
}

/* Does the callee promise to leave the caller's stack alone? It is a promise by
 * itself, too. What the simulator provides has no stack to look at. */
static bool is_tail(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);

	return LLVMGetTailCallKind(call) != LLVMTailCallKindNone &&
	       LLVMGetTailCallKind(call) != LLVMTailCallKindNoTail &&
	       !LLVMIsAInlineAsm(callee) &&
	       (!LLVMIsAFunction(callee) || LLVMCountBasicBlocks(callee));
}

static bool will_return(LLVMValueRef call)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("willreturn", 10);
	LLVMValueRef callee = LLVMGetCalledValue(call);

	return LLVMGetCallSiteEnumAttribute(call, CVG_ATTR_FUNCTION, kind) ||
	       (LLVMIsAFunction(callee) &&
		LLVMGetEnumAttributeAtIndex(callee, CVG_ATTR_FUNCTION, kind));
}

/* All attributes of a call, its convention, and what assembler it is. */
static uint64_t of_call(LLVMValueRef call, uint32_t *noundef)
{
	unsigned n = LLVMGetNumArgOperands(call);
	unsigned how = LLVMGetInstructionCallConv(call);
	LLVMValueRef callee = LLVMGetCalledValue(call);
	uint64_t h = LLVMIsAInlineAsm(callee) ? assembler(callee) : 0;

	for (unsigned at = 0; at <= n + 1; at++) {
		LLVMAttributeIndex where = at <= n ? at : CVG_ATTR_FUNCTION;
		unsigned most = LLVMGetCallSiteAttributeCount(call, where);
		LLVMAttributeRef *all = cvg_calloc(most + 1, sizeof *all);

		LLVMGetCallSiteAttributes(call, where, all);
		for (unsigned i = 0; i < most; i++) {
			if (is_noundef(all[i], at, n))
				*noundef |= UINT32_C(1) << at;
			else
				h = attribute(call, all[i], cvg_mix(h, at));
		}
		free(all);
	}
	if (is_tail(call))
		*noundef |= CVG_NOUNDEF_TAIL;
	if (will_return(call))
		*noundef |= CVG_NOUNDEF_RETURNS;
	return result_of(call, how ? cvg_mix(h, how) : h);
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

uint32_t cvg_dec_vows(LLVMValueRef inst, uint32_t *noundef)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);
	uint64_t h;
	uint32_t all = 0;

	*noundef = 0;
	if (LLVMCanValueUseFastMathFlags(inst))
		all |= (uint32_t)LLVMGetFastMathFlags(inst) & 127;
	if (op == LLVMGetElementPtr)
		all |= (uint32_t)LLVMGEPGetNoWrapFlags(inst) << 7 &
		       CVG_VOWS_FLAGS;
	if (op == LLVMAtomicCmpXchg)
		all |= (uint32_t)(LLVMGetWeak(inst) != 0) << 10 |
		       (uint32_t)LLVMGetCmpXchgFailureOrdering(inst) << 11;
	if (op == LLVMAtomicCmpXchg || op == LLVMAtomicRMW)
		all |= (uint32_t)__builtin_ctz(LLVMGetAlignment(inst)) << 16;
	if (op != LLVMCall && op != LLVMInvoke)
		return all;
	h = of_call(inst, noundef);
	if (is_named(inst, "llvm.fmuladd")) /* rounds once, or twice */
		all |= LLVMFastMathAllowContract;
	if (is_volatile_call(inst) || LLVMGetNumOperandBundles(inst))
		all |= CVG_VOWS_MORE;
	return all | (uint32_t)(h ^ h >> 21 ^ h >> 42) << 11;
}

/* ---- functions ------------------------------------------------------- */

struct vows {
	uint64_t *at;
	size_t n;
	size_t cap;
};

/* A mark of our own, from which nobody concludes anything. */
static bool is_mark(LLVMAttributeRef a)
{
	unsigned n;

	return LLVMIsStringAttribute(a) &&
	       !strncmp(LLVMGetStringAttributeKind(a, &n), "reconverge-", 11);
}

/* Attributes without which a function promises more: that null is no place, or that it
 * does not matter which threads run it together, say. */
static void missing(LLVMValueRef fn, struct vows *out)
{
	static const struct {
		const char *name;
		bool text;
	} all[] = {
		{"null_pointer_is_valid", false},
		{"strictfp", false},
		{"convergent", false},
		{"denormal-fp-math", true},
		{"denormal-fp-math-f32", true},
		{"amdgpu-ieee", true},
		{"amdgpu-dx10-clamp", true},
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		size_t n = strlen(all[i].name);
		LLVMAttributeRef a =
			all[i].text ? LLVMGetStringAttributeAtIndex(
					      fn, CVG_ATTR_FUNCTION,
					      all[i].name, (unsigned)n)
				    : LLVMGetEnumAttributeAtIndex(
					      fn, CVG_ATTR_FUNCTION,
					      LLVMGetEnumAttributeKindForName(
						      all[i].name, n));

		if (!a)
			cvg_push(out, cvg_mix(cvg_hash_text(all[i].name, n),
					      UINT64_C(1)));
	}
}

static void attributes_of(LLVMValueRef fn, struct vows *out)
{
	unsigned n = LLVMCountParams(fn);

	for (unsigned at = 0; at <= n + 1; at++) {
		LLVMAttributeIndex where = at <= n ? at : CVG_ATTR_FUNCTION;
		unsigned most = LLVMGetAttributeCountAtIndex(fn, where);
		uint64_t place =
			at <= n ? at + 1 : 0; /* however many there are */
		LLVMAttributeRef *all = cvg_calloc(most + 1, sizeof *all);

		LLVMGetAttributesAtIndex(fn, where, all);
		for (unsigned i = 0; i < most; i++)
			if (!is_mark(all[i]))
				cvg_push(out, attribute(fn, all[i], place));
		free(all);
	}
}

static void metadata_of(struct cvg_decoder *decoder, LLVMContextRef context)
{
	static const char *const names[CVG_NMETAS] = {
#define META(id, name) name,
#include "reconverge/metas.def"
#undef META
	};
	struct cvg_ufn *ufn = decoder->ufn;
	unsigned kind[CVG_NMETAS];

	for (uint32_t k = 0; k < CVG_NMETAS; k++)
		kind[k] = LLVMGetMDKindIDInContext(context, names[k],
						   (unsigned)strlen(names[k]));
	for (uint32_t i = 0; i < ufn->fn->ninsts; i++) {
		LLVMValueRef inst = decoder->num->insts.at[i];

		for (uint32_t k = 0; k < CVG_NMETAS; k++) {
			LLVMValueRef is =
				LLVMHasMetadata(inst)
					? LLVMGetMetadata(inst, kind[k])
					: NULL;
			uint64_t h = is ? node(is, MOST_DEPTH) : 0;

			if (!is)
				continue;
			if (!ufn->metas)
				ufn->metas = cvg_arena_array(
					&decoder->program->arena,
					struct cvg_metas, ufn->fn->ninsts);
			ufn->metas[i].of[k] = (uint32_t)(h ^ h >> 32) | 1;
		}
	}
}

void cvg_dec_fn_vows(struct cvg_decoder *decoder, LLVMValueRef fn)
{
	struct cvg_ufn *ufn = decoder->ufn;
	struct vows all = {0};

	attributes_of(fn, &all);
	missing(fn, &all);
	cvg_push(&all, cvg_mix(LLVMGetFunctionCallConv(fn), UINT64_C(2)));
	metadata_of(decoder, LLVMGetModuleContext(LLVMGetGlobalParent(fn)));
	ufn->nvows = (uint32_t)all.n;
	ufn->vows = cvg_arena_array(&decoder->program->arena, uint64_t, all.n);
	if (all.n)
		memcpy(ufn->vows, all.at, all.n * sizeof *all.at);
	free(all.at);
}
