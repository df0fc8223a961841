/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Shapes. Two instructions can become one, with selects for their operands, if
 * they do the same operation on the same types and agree in every operand that
 * must be a constant. Alignment, flags and metadata do not count: the melded
 * instruction gets those that hold for both.
 */
#include "shape.h"

#include "reconverge/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "compat.h"
#include "convergent.h"
#include "facts.h"
#include "opencl.h"

/* ---- the key --------------------------------------------------------- */

static void word(struct cvg_shapes *s, uint64_t w)
{
	cvg_push(&s->key, w);
}

static void handle(struct cvg_shapes *s, const void *p)
{
	word(s, (uint64_t)(uintptr_t)p);
}

/* A type whose values cannot be the operands of a select. */
static bool unselectable(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMLabelTypeKind:
	case LLVMMetadataTypeKind:
	case LLVMTokenTypeKind:
	case LLVMX86_AMXTypeKind:
	case LLVMTargetExtTypeKind:
		return true;
	default:
		return false;
	}
}

static void operand_types(struct cvg_shapes *s, LLVMValueRef inst, unsigned n)
{
	for (unsigned k = 0; k < n; k++) {
		LLVMValueRef v = LLVMGetOperand(inst, k);
		LLVMTypeRef type = LLVMTypeOf(v);

		handle(s, type);
		if (unselectable(type))
			handle(s, v);
	}
}

/* ---- compares -------------------------------------------------------- */

/* The "less" predicate that, with exchanged operands, means the same as a
 * "greater" predicate. */
static unsigned less_for_greater(unsigned predicate)
{
	switch (predicate) {
	case LLVMIntSGT:
		return LLVMIntSLT;
	case LLVMIntSGE:
		return LLVMIntSLE;
	case LLVMIntUGT:
		return LLVMIntULT;
	case LLVMIntUGE:
		return LLVMIntULE;
	case LLVMRealOGT:
		return LLVMRealOLT;
	case LLVMRealOGE:
		return LLVMRealOLE;
	case LLVMRealUGT:
		return LLVMRealULT;
	case LLVMRealUGE:
		return LLVMRealULE;
	default:
		return predicate;
	}
}

static void key_compare(struct cvg_shapes *s, LLVMValueRef inst, LLVMOpcode op,
			uint32_t *flags)
{
	unsigned predicate = op == LLVMICmp
				     ? (unsigned)LLVMGetICmpPredicate(inst)
				     : (unsigned)LLVMGetFCmpPredicate(inst);
	unsigned canonical = less_for_greater(predicate);

	if (canonical != predicate)
		*flags |= CVG_I_SWAPPED;
	word(s, canonical);
	operand_types(s, inst, 2);
}

/* ---- addresses and aggregates ---------------------------------------- */

/* An index into a struct selects a field and must be a constant. */
static void key_gep(struct cvg_shapes *s, LLVMValueRef inst)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(inst);
	unsigned n = (unsigned)LLVMGetNumOperands(inst);

	handle(s, type);
	word(s, n);
	operand_types(s, inst, n);
	for (unsigned k = 2; k < n; k++) {
		LLVMValueRef index = LLVMGetOperand(inst, k);

		if (LLVMGetTypeKind(type) != LLVMStructTypeKind) {
			type = LLVMGetElementType(type);
			continue;
		}
		handle(s, index);
		if (!LLVMIsAConstantInt(index))
			index = LLVMGetAggregateElement(index, 0);
		type = LLVMStructGetTypeAtIndex(
			type, (unsigned)LLVMConstIntGetZExtValue(index));
	}
}

static void key_indices(struct cvg_shapes *s, LLVMValueRef inst)
{
	unsigned n = LLVMGetNumIndices(inst);
	const unsigned *index = LLVMGetIndices(inst);

	operand_types(s, inst, (unsigned)LLVMGetNumOperands(inst));
	for (unsigned k = 0; k < n; k++)
		word(s, index[k]);
}

static void key_shuffle(struct cvg_shapes *s, LLVMValueRef inst)
{
	unsigned n = LLVMGetNumMaskElements(inst);

	operand_types(s, inst, 2);
	for (unsigned k = 0; k < n; k++)
		word(s, (uint64_t)(int64_t)LLVMGetMaskValue(inst, k));
}

/* ---- memory ---------------------------------------------------------- */

static void key_memory(struct cvg_shapes *s, LLVMValueRef inst, LLVMOpcode op,
		       uint64_t scope)
{
	word(s, cvg_ordering_of(inst, op));
	word(s, scope);
	if (op != LLVMFence)
		word(s, (uint64_t)LLVMGetVolatile(inst));
	if (op == LLVMAtomicRMW)
		word(s, (uint64_t)LLVMGetAtomicRMWBinOp(inst));
	if (op == LLVMAtomicCmpXchg) {
		word(s, (uint64_t)LLVMGetCmpXchgFailureOrdering(inst));
		word(s, (uint64_t)LLVMGetWeak(inst));
	}
	operand_types(s, inst, (unsigned)LLVMGetNumOperands(inst));
}

/* ---- calls ----------------------------------------------------------- */

static void key_attributes(struct cvg_shapes *s, LLVMValueRef call,
			   LLVMAttributeIndex at)
{
	unsigned n = LLVMGetCallSiteAttributeCount(call, at);
	LLVMAttributeRef *list;

	word(s, n);
	if (n == 0)
		return;
	list = cvg_calloc(n, sizeof *list);
	LLVMGetCallSiteAttributes(call, at, list);
	for (unsigned i = 0; i < n; i++)
		handle(s, list[i]);
	free(list);
}

/* True for the markers of a variable's lifetime, whose argument must name the
 * variable. */
static bool is_lifetime(LLVMValueRef callee)
{
	size_t n;
	const char *name = LLVMGetValueName2(callee, &n);

	return LLVMGetIntrinsicID(callee) != 0 &&
	       strncmp(name, "llvm.lifetime.", 14) == 0;
}

/*
 * True if this argument must be the same in both calls: an immediate; the
 * variable of a lifetime marker; a constant operand of inline assembler, whose
 * constraint may accept only constants; a constant of a function such
 * as printf, whose format code generators read; and an image or sampler in
 * OpenCL C, which code generators must be able to identify.
 */
static bool fixed_argument(const struct cvg_module *module, LLVMValueRef callee,
			   LLVMValueRef arg, unsigned k)
{
	if (LLVMIsAInlineAsm(callee))
		return LLVMIsConstant(arg);
	return LLVMIsAFunction(callee) &&
	       (LLVMGetEnumAttributeAtIndex(callee, k + 1,
					    module->kinds.immarg) ||
		is_lifetime(callee) || cvg_opencl_handle(module, callee, arg) ||
		(LLVMIsConstant(arg) && cvg_known_call(callee)));
}

/* All attributes of the calls must be the same: some change what a call
 * means. */
static bool key_call(struct cvg_shapes *s, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	LLVMTailCallKind tail = LLVMGetTailCallKind(call);
	unsigned n = LLVMGetNumArgOperands(call);

	if (tail == LLVMTailCallKindMustTail || !cvg_bundles_plain(call))
		return false;
	if (LLVMGetNumOperandBundles(call) > 0)
		operand_types(s, call, (unsigned)LLVMGetNumOperands(call));
	handle(s, callee);
	handle(s, LLVMGetCalledFunctionType(call));
	word(s, (uint64_t)tail);
	word(s, LLVMGetInstructionCallConv(call));
	word(s, n);
	operand_types(s, call, n);
	key_attributes(s, call, CVG_ATTR_FUNCTION);
	key_attributes(s, call, LLVMAttributeReturnIndex);
	for (unsigned k = 0; k < n; k++) {
		LLVMValueRef arg = LLVMGetOperand(call, k);

		key_attributes(s, call, k + 1);
		if (fixed_argument(s->module, callee, arg, k))
			handle(s, arg);
		else
			word(s, 0);
	}
	return true;
}

/* ---- terminators ----------------------------------------------------- */

static void key_switch(struct cvg_shapes *s, LLVMValueRef inst)
{
	unsigned n = LLVMGetNumSuccessors(inst);

	operand_types(s, inst, 1);
	for (unsigned k = 1; k < n; k++)
		handle(s, cvg_llvm_case_value(inst, k));
}

/* ---- together -------------------------------------------------------- */

/* Add to the key what counts beside opcode and result type. False: the
 * instruction melds with no other. */
static bool key_rest(struct cvg_shapes *s, LLVMValueRef inst, LLVMOpcode op,
		     uint64_t scope, uint32_t *flags)
{
	switch (op) {
	case LLVMAlloca:
	case LLVMVAArg:
	case LLVMIndirectBr:
		return false;
	case LLVMPHI:
	case LLVMUnreachable:
		return true;
	case LLVMBr:
		word(s, (uint64_t)LLVMIsConditional(inst));
		return true;
	case LLVMSwitch:
		key_switch(s, inst);
		return true;
	case LLVMICmp:
	case LLVMFCmp:
		key_compare(s, inst, op, flags);
		return true;
	case LLVMGetElementPtr:
		key_gep(s, inst);
		return true;
	case LLVMExtractValue:
	case LLVMInsertValue:
		key_indices(s, inst);
		return true;
	case LLVMShuffleVector:
		key_shuffle(s, inst);
		return true;
	case LLVMLoad:
	case LLVMStore:
	case LLVMFence:
	case LLVMAtomicCmpXchg:
	case LLVMAtomicRMW:
		key_memory(s, inst, op, scope);
		return true;
	case LLVMCall:
		return key_call(s, inst);
	default:
		operand_types(s, inst, (unsigned)LLVMGetNumOperands(inst));
		return true;
	}
}

static bool known_op(LLVMValueRef inst, LLVMOpcode op)
{
	enum cvg_op o = cvg_op_of_llvm(inst, op);

	return o != CVG_OP_OTHER && o != CVG_OP_OTHERTERM && o != CVG_OP_CALLBR;
}

/* ---- interning ------------------------------------------------------- */

static uint64_t hash_key(const struct cvg_shapes *s)
{
	uint64_t h = s->key.n;

	for (size_t i = 0; i < s->key.n; i++) {
		h = (h ^ s->key.at[i]) * UINT64_C(0x9fb21c651e98df25);
		h ^= h >> 32;
	}
	return h;
}

static void grow_table(struct cvg_shapes *s)
{
	size_t n = s->table.n ? s->table.n * 2 : 64;

	free(s->table.at);
	s->table.at = cvg_calloc(n, sizeof *s->table.at);
	s->table.n = s->table.cap = n;
	for (uint32_t id = 0; id < s->shape.n; id++) {
		size_t i = s->shape.at[id].hash & (n - 1);

		while (s->table.at[i])
			i = (i + 1) & (n - 1);
		s->table.at[i] = id + 1;
	}
}

static bool is_key(const struct cvg_shapes *s, uint32_t id, uint64_t hash)
{
	const struct cvg_shape_slot *slot = &s->shape.at[id];

	return slot->hash == hash && slot->n == s->key.n &&
	       !memcmp(s->words.at + slot->at, s->key.at,
		       s->key.n * sizeof *s->key.at);
}

static uint32_t intern(struct cvg_shapes *s)
{
	uint64_t hash = hash_key(s);
	struct cvg_shape_slot slot;
	size_t i;

	if (s->shape.n * 2 >= s->table.n)
		grow_table(s);
	i = hash & (s->table.n - 1);
	for (; s->table.at[i]; i = (i + 1) & (s->table.n - 1))
		if (is_key(s, s->table.at[i] - 1, hash))
			return s->table.at[i] - 1;
	slot = (struct cvg_shape_slot){hash, (uint32_t)s->words.n,
				       (uint32_t)s->key.n};
	for (size_t k = 0; k < s->key.n; k++)
		cvg_push(&s->words, s->key.at[k]);
	cvg_push(&s->shape, slot);
	s->table.at[i] = (uint32_t)s->shape.n;
	return (uint32_t)s->shape.n - 1;
}

void cvg_shapes_init(struct cvg_shapes *s, const struct cvg_module *module)
{
	*s = (struct cvg_shapes){.module = module};
}

void cvg_shapes_done(struct cvg_shapes *s)
{
	free(s->key.at);
	free(s->words.at);
	free(s->shape.at);
	free(s->table.at);
}

uint32_t cvg_shape_of(struct cvg_shapes *s, LLVMValueRef inst, LLVMOpcode op,
		      uint64_t scope, uint32_t *flags)
{
	if (*flags & CVG_I_CONVERGENT || !known_op(inst, op))
		return CVG_NONE;
	s->key.n = 0;
	word(s, op);
	handle(s, LLVMTypeOf(inst));
	if (!key_rest(s, inst, op, scope, flags))
		return CVG_NONE;
	return intern(s);
}
