/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Effects, convergence, commutativity and speculation of an instruction. Where
 * LLVM gives no answer, the conservative one is taken.
 */
#include "facts.h"

#include "reconverge/graph.h"

#include <string.h>

#include "compat.h"
#include "convergent.h"

/* ---- opcodes --------------------------------------------------------- */

static const uint8_t op_of[] = {
	[LLVMRet] = CVG_OP_RET,
	[LLVMBr] = CVG_OP_BR,
	[LLVMSwitch] = CVG_OP_SWITCH,
	[LLVMIndirectBr] = CVG_OP_INDIRECTBR,
	[LLVMInvoke] = CVG_OP_OTHERTERM,
	[LLVMUnreachable] = CVG_OP_UNREACHABLE,
	[LLVMCallBr] = CVG_OP_CALLBR,
	[LLVMFNeg] = CVG_OP_FNEG,
	[LLVMAdd] = CVG_OP_ADD,
	[LLVMFAdd] = CVG_OP_FADD,
	[LLVMSub] = CVG_OP_SUB,
	[LLVMFSub] = CVG_OP_FSUB,
	[LLVMMul] = CVG_OP_MUL,
	[LLVMFMul] = CVG_OP_FMUL,
	[LLVMUDiv] = CVG_OP_UDIV,
	[LLVMSDiv] = CVG_OP_SDIV,
	[LLVMFDiv] = CVG_OP_FDIV,
	[LLVMURem] = CVG_OP_UREM,
	[LLVMSRem] = CVG_OP_SREM,
	[LLVMFRem] = CVG_OP_FREM,
	[LLVMShl] = CVG_OP_SHL,
	[LLVMLShr] = CVG_OP_LSHR,
	[LLVMAShr] = CVG_OP_ASHR,
	[LLVMAnd] = CVG_OP_AND,
	[LLVMOr] = CVG_OP_OR,
	[LLVMXor] = CVG_OP_XOR,
	[LLVMAlloca] = CVG_OP_ALLOCA,
	[LLVMLoad] = CVG_OP_LOAD,
	[LLVMStore] = CVG_OP_STORE,
	[LLVMGetElementPtr] = CVG_OP_GEP,
	[LLVMTrunc] = CVG_OP_TRUNC,
	[LLVMZExt] = CVG_OP_ZEXT,
	[LLVMSExt] = CVG_OP_SEXT,
	[LLVMFPToUI] = CVG_OP_FPTOUI,
	[LLVMFPToSI] = CVG_OP_FPTOSI,
	[LLVMUIToFP] = CVG_OP_UITOFP,
	[LLVMSIToFP] = CVG_OP_SITOFP,
	[LLVMFPTrunc] = CVG_OP_FPTRUNC,
	[LLVMFPExt] = CVG_OP_FPEXT,
	[LLVMPtrToInt] = CVG_OP_PTRTOINT,
	[CVG_LLVM_PTRTOADDR] = CVG_OP_PTRTOINT,
	[LLVMIntToPtr] = CVG_OP_INTTOPTR,
	[LLVMBitCast] = CVG_OP_BITCAST,
	[LLVMAddrSpaceCast] = CVG_OP_ADDRSPACECAST,
	[LLVMICmp] = CVG_OP_ICMP,
	[LLVMFCmp] = CVG_OP_FCMP,
	[LLVMPHI] = CVG_OP_PHI,
	[LLVMCall] = CVG_OP_CALL,
	[LLVMSelect] = CVG_OP_SELECT,
	[LLVMUserOp1] = CVG_OP_OTHER,
	[LLVMUserOp2] = CVG_OP_OTHER,
	[LLVMVAArg] = CVG_OP_VAARG,
	[LLVMExtractElement] = CVG_OP_EXTRACTELEMENT,
	[LLVMInsertElement] = CVG_OP_INSERTELEMENT,
	[LLVMShuffleVector] = CVG_OP_SHUFFLEVECTOR,
	[LLVMExtractValue] = CVG_OP_EXTRACTVALUE,
	[LLVMInsertValue] = CVG_OP_INSERTVALUE,
	[LLVMFreeze] = CVG_OP_FREEZE,
	[LLVMFence] = CVG_OP_FENCE,
	[LLVMAtomicCmpXchg] = CVG_OP_CMPXCHG,
	[LLVMAtomicRMW] = CVG_OP_ATOMICRMW,
	[LLVMResume] = CVG_OP_OTHERTERM,
	[LLVMLandingPad] = CVG_OP_OTHER,
	[LLVMCleanupRet] = CVG_OP_OTHERTERM,
	[LLVMCatchRet] = CVG_OP_OTHERTERM,
	[LLVMCatchPad] = CVG_OP_OTHER,
	[LLVMCleanupPad] = CVG_OP_OTHER,
	[LLVMCatchSwitch] = CVG_OP_OTHERTERM,
};

enum cvg_op cvg_op_of_llvm(LLVMValueRef inst, LLVMOpcode op)
{
	if ((size_t)op >= sizeof op_of || op == 0)
		return CVG_OP_OTHER;
	if (op == LLVMBr && LLVMIsConditional(inst))
		return CVG_OP_CONDBR;
	return op_of[op];
}

/* ---- memory ---------------------------------------------------------- */

LLVMAtomicOrdering cvg_ordering_of(LLVMValueRef inst, LLVMOpcode op)
{
	if (op == LLVMAtomicCmpXchg)
		return LLVMGetCmpXchgSuccessOrdering(inst);
	if (op == LLVMLoad || op == LLVMStore || op == LLVMFence ||
	    op == LLVMAtomicRMW)
		return LLVMGetOrdering(inst);
	return LLVMAtomicOrderingNotAtomic;
}

bool cvg_is_atomic(LLVMValueRef inst, LLVMOpcode op)
{
	return cvg_ordering_of(inst, op) != LLVMAtomicOrderingNotAtomic;
}

/* Who may run a load that has no effect? What its metadata promises, which may be
 * undefined behaviour for threads that did not ask (!noundef), is dropped where
 * they run it (cvg_inst_weaken). */
static uint32_t load_speculation(const struct cvg_module *module,
				 LLVMValueRef load)
{
	LLVMTypeRef type = LLVMTypeOf(load);
	LLVMValueRef pointer = LLVMGetOperand(load, 0);

	if (!cvg_type_sized(type))
		return 0;
	if (!cvg_dereferenceable(module, pointer,
				 LLVMStoreSizeOfType(module->layout, type),
				 LLVMGetAlignment(load)))
		return CVG_I_REPEATABLE;
	return CVG_I_REPEATABLE |
	       (LLVMIsAInstruction(pointer) && !LLVMIsAAllocaInst(pointer)
			? CVG_I_BOUNDED
			: CVG_I_SPECULATABLE);
}

/* What a memory operation does. An ordering above "unordered" is an effect: other
 * threads may observe when the access happens. */
static uint32_t access_facts(LLVMValueRef inst, LLVMOpcode op)
{
	LLVMAtomicOrdering ordering = cvg_ordering_of(inst, op);
	uint32_t flags = op == LLVMLoad	   ? CVG_I_READS
			 : op == LLVMStore ? CVG_I_WRITES
					   : CVG_I_READS | CVG_I_WRITES;

	if (op != LLVMFence && op != LLVMVAArg && LLVMGetVolatile(inst))
		flags |= CVG_I_VOLATILE;
	if (ordering != LLVMAtomicOrderingNotAtomic)
		flags |= CVG_I_ATOMIC;
	if (ordering > LLVMAtomicOrderingUnordered || flags & CVG_I_VOLATILE)
		flags |= CVG_I_READS | CVG_I_WRITES | CVG_I_EFFECTS;
	if (flags & CVG_I_WRITES)
		flags |= CVG_I_EFFECTS;
	return flags;
}

static uint32_t memory_facts(const struct cvg_module *module, LLVMValueRef inst,
			     LLVMOpcode op)
{
	uint32_t flags = access_facts(inst, op);

	if (flags == CVG_I_READS && op == LLVMLoad)
		flags |= load_speculation(module, inst);
	return flags;
}

/* ---- arithmetic ------------------------------------------------------ */

static bool safe_divisor_number(LLVMValueRef v, bool is_signed)
{
	unsigned width;

	if (!LLVMIsAConstantInt(v))
		return false;
	width = LLVMGetIntTypeWidth(LLVMTypeOf(v));
	if (width > 64)
		return false;
	if (LLVMConstIntGetZExtValue(v) == 0)
		return false;
	return !is_signed || LLVMConstIntGetSExtValue(v) != -1;
}

static bool safe_divisor(LLVMValueRef v, bool is_signed)
{
	LLVMTypeRef type = LLVMTypeOf(v);

	if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
		return safe_divisor_number(v, is_signed);
	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind || !LLVMIsConstant(v))
		return false;
	for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
		LLVMValueRef e = LLVMGetAggregateElement(v, i);

		if (!e || !safe_divisor_number(e, is_signed))
			return false;
	}
	return true;
}

static bool icmp_commutes(LLVMValueRef inst)
{
	LLVMIntPredicate p = LLVMGetICmpPredicate(inst);

	return p == LLVMIntEQ || p == LLVMIntNE;
}

static bool fcmp_commutes(LLVMValueRef inst)
{
	switch (LLVMGetFCmpPredicate(inst)) {
	case LLVMRealPredicateFalse:
	case LLVMRealPredicateTrue:
	case LLVMRealOEQ:
	case LLVMRealONE:
	case LLVMRealORD:
	case LLVMRealUNO:
	case LLVMRealUEQ:
	case LLVMRealUNE:
		return true;
	default:
		return false;
	}
}

static bool commutes(LLVMValueRef inst, LLVMOpcode op)
{
	switch (op) {
	case LLVMAdd:
	case LLVMMul:
	case LLVMAnd:
	case LLVMOr:
	case LLVMXor:
	case LLVMFAdd:
	case LLVMFMul:
		return true;
	case LLVMICmp:
		return icmp_commutes(inst);
	case LLVMFCmp:
		return fcmp_commutes(inst);
	default:
		return false;
	}
}

/* A divisor that is never 0 nor, with a sign, -1, and never poison. */
static bool bounded_divisor(const struct cvg_module *module, LLVMValueRef v,
			    bool is_signed)
{
	LLVMTypeRef type = LLVMTypeOf(v);
	struct cvg_bounds bounds;

	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
	    LLVMGetIntTypeWidth(type) > 64)
		return false;
	bounds = cvg_bounds_of(module, v);
	return bounds.lo > 0 &&
	       (!is_signed ||
		bounds.hi < UINT64_MAX >> (64 - LLVMGetIntTypeWidth(type))) &&
	       cvg_always_defined(module, v);
}

static uint32_t division_speculation(const struct cvg_module *module,
				     LLVMValueRef inst, bool is_signed)
{
	LLVMValueRef divisor = LLVMGetOperand(inst, 1);

	if (safe_divisor(divisor, is_signed))
		return CVG_I_SPECULATABLE;
	return bounded_divisor(module, divisor, is_signed) ? CVG_I_BOUNDED : 0;
}

static bool divides(LLVMOpcode op)
{
	return op == LLVMUDiv || op == LLVMSDiv || op == LLVMURem ||
	       op == LLVMSRem;
}

static uint32_t pure_facts(const struct cvg_module *module, LLVMValueRef inst,
			   LLVMOpcode op)
{
	bool is_signed = op == LLVMSDiv || op == LLVMSRem;
	uint32_t flags = 0;

	flags |= divides(op) ? division_speculation(module, inst, is_signed)
			     : CVG_I_SPECULATABLE;
	if (commutes(inst, op))
		flags |= CVG_I_COMMUTATIVE;
	return flags;
}

/* ---- together -------------------------------------------------------- */

static bool is_call(LLVMOpcode op)
{
	return op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr;
}

static bool is_token(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMTokenTypeKind;
}

/* Only calls and pads have results or operands that are tokens. That of a call
 * which is not convergent counts only if it might not be there elsewhere. */
static bool has_token(LLVMValueRef inst, LLVMOpcode op, uint32_t flags)
{
	int n = LLVMGetNumOperands(inst);

	if (is_token(LLVMTypeOf(inst)))
		return true;
	if (op == LLVMCall && !(flags & CVG_I_CONVERGENT) &&
	    cvg_bundles_plain(inst))
		return false;
	for (int k = 0; k < n; k++)
		if (is_token(LLVMTypeOf(LLVMGetOperand(inst, (unsigned)k))))
			return true;
	return false;
}

static bool is_fast(LLVMValueRef inst)
{
	return LLVMCanValueUseFastMathFlags(inst) &&
	       LLVMGetFastMathFlags(inst) != LLVMFastMathNone;
}

static uint32_t kind_facts(const struct cvg_module *module, LLVMValueRef inst,
			   LLVMOpcode op)
{
	switch (op) {
	case LLVMLoad:
	case LLVMStore:
	case LLVMFence:
	case LLVMAtomicCmpXchg:
	case LLVMAtomicRMW:
	case LLVMVAArg:
		return memory_facts(module, inst, op);
	case LLVMCall:
	case LLVMInvoke:
	case LLVMCallBr:
		return cvg_call_facts(module, inst);
	case LLVMAlloca:
	case LLVMPHI:
		return 0;
	case LLVMLandingPad:
	case LLVMCatchPad:
	case LLVMCleanupPad:
	case LLVMUserOp1:
	case LLVMUserOp2:
		return CVG_I_READS | CVG_I_WRITES | CVG_I_EFFECTS;
	default:
		return pure_facts(module, inst, op);
	}
}

uint32_t cvg_facts_of(const struct cvg_module *module, LLVMValueRef inst,
		      LLVMOpcode op)
{
	uint32_t flags;

	if (LLVMIsATerminatorInst(inst)) {
		flags = is_call(op) ? cvg_call_facts(module, inst) : 0;
		flags &= ~(uint32_t)CVG_I_SPECULATABLE;
		flags |= CVG_I_EFFECTS;
	} else {
		flags = kind_facts(module, inst, op);
	}
	if ((is_call(op) || cvg_op_of_llvm(inst, op) == CVG_OP_OTHER) &&
	    has_token(inst, op, flags))
		flags |= CVG_I_TOKEN;
	if (is_fast(inst))
		flags |= CVG_I_FASTMATH;
	return flags;
}

bool cvg_has_effects(const struct cvg_module *module, LLVMValueRef inst,
		     LLVMOpcode op)
{
	if (op == LLVMLoad)
		return access_facts(inst, op) & CVG_I_EFFECTS;
	return !divides(op) && cvg_facts_of(module, inst, op) & CVG_I_EFFECTS;
}
