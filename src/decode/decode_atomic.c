/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The instructions atomicrmw and cmpxchg. */
#include "src/ir/compat.h"
#include "decode_int.h"

static const uint8_t rmw_of[] = {
	[LLVMAtomicRMWBinOpXchg] = CVG_A_XCHG,
	[LLVMAtomicRMWBinOpAdd] = CVG_A_ADD,
	[LLVMAtomicRMWBinOpSub] = CVG_A_SUB,
	[LLVMAtomicRMWBinOpAnd] = CVG_A_AND,
	[LLVMAtomicRMWBinOpNand] = CVG_A_NAND,
	[LLVMAtomicRMWBinOpOr] = CVG_A_OR,
	[LLVMAtomicRMWBinOpXor] = CVG_A_XOR,
	[LLVMAtomicRMWBinOpMax] = CVG_A_MAX,
	[LLVMAtomicRMWBinOpMin] = CVG_A_MIN,
	[LLVMAtomicRMWBinOpUMax] = CVG_A_UMAX,
	[LLVMAtomicRMWBinOpUMin] = CVG_A_UMIN,
	[LLVMAtomicRMWBinOpFAdd] = CVG_A_FADD,
	[LLVMAtomicRMWBinOpFSub] = CVG_A_FSUB,
	[LLVMAtomicRMWBinOpFMax] = CVG_A_FMAX,
	[LLVMAtomicRMWBinOpFMin] = CVG_A_FMIN,
#if LLVM_VERSION_MAJOR >= 20
	[LLVMAtomicRMWBinOpUSubCond] = CVG_A_USUB_COND,
	[LLVMAtomicRMWBinOpUSubSat] = CVG_A_USUB_SAT,
#endif
#if LLVM_VERSION_MAJOR >= 21
	[LLVMAtomicRMWBinOpFMaximum] = CVG_A_FMAXIMUM,
	[LLVMAtomicRMWBinOpFMinimum] = CVG_A_FMINIMUM,
#endif
	[LLVMAtomicRMWBinOpUIncWrap] = CVG_A_UINC_WRAP,
	[LLVMAtomicRMWBinOpUDecWrap] = CVG_A_UDEC_WRAP,
};

/* Emit the operation on scalar k of the value at `address`. */
static struct cvg_uop *atomic_op(struct cvg_decoder *d, enum cvg_ucode code,
				 const struct cvg_layout *l, uint32_t k,
				 LLVMValueRef p, uint32_t a, uint32_t b)
{
	struct cvg_uop *u =
		cvg_dec_op(d, code, cvg_dec_plain(l->at[k].kind),
			   cvg_dec_dst(d) + k, cvg_dec_ref(d, p, 0), a, b);
	enum cvg_space space;

	if (cvg_dec_space(d, LLVMGetPointerAddressSpace(LLVMTypeOf(p)), &space))
		u->kind2 = (uint8_t)space;
	u->imm = l->at[k].at;
	u->flags |= CVG_UF_ATOMIC;
	if (k == 0)
		u->flags |= CVG_UF_FIRST;
	if (LLVMGetVolatile(d->inst))
		u->flags |= CVG_UF_VOLATILE;
	return u;
}

/* Is every scalar as wide as its kind, so that it fills its memory? */
static bool whole(struct cvg_decoder *d, const struct cvg_layout *l)
{
	for (uint32_t k = 0; k < l->n; k++)
		if (l->at[k].width || l->at[k].packed ||
		    l->at[k].kind == CVG_K_BIT) {
			cvg_dec_uncovered(d, "atomicrmw",
					  "the size of the number is not a "
					  "whole number of bytes");
			return false;
		}
	return true;
}

void cvg_dec_rmw(struct cvg_decoder *d)
{
	LLVMValueRef p = LLVMGetOperand(d->inst, 0);
	LLVMValueRef v = LLVMGetOperand(d->inst, 1);
	const struct cvg_layout *l = cvg_dec_layout_of(d, v);
	unsigned op = LLVMGetAtomicRMWBinOp(d->inst);

	if (op >= sizeof rmw_of ||
	    (rmw_of[op] == CVG_A_XCHG && op != LLVMAtomicRMWBinOpXchg)) {
		cvg_dec_uncovered(d, "atomicrmw",
				  "the simulator does not know this operation");
		return;
	}
	if (!whole(d, l))
		return;
	for (uint32_t k = 0; k < l->n; k++) {
		struct cvg_uop *u = atomic_op(d, CVG_U_ATOMIC, l, k, p,
					      cvg_dec_ref(d, v, k), CVG_NONE);

		u->n = rmw_of[op];
		u->c = k == 0 ? (uint32_t)l->store : CVG_NONE;
	}
}

/* The result is the pair {old value, was it the expected one}. */
void cvg_dec_cmpxchg(struct cvg_decoder *d)
{
	LLVMValueRef p = LLVMGetOperand(d->inst, 0);
	LLVMValueRef a = LLVMGetOperand(d->inst, 1);
	LLVMValueRef b = LLVMGetOperand(d->inst, 2);
	const struct cvg_layout *l = cvg_dec_layout_of(d, a);
	uint32_t dst = cvg_dec_dst(d);
	struct cvg_uop *u;

	if (!whole(d, l))
		return;
	atomic_op(d, CVG_U_CMPXCHG, l, 0, p, cvg_dec_ref(d, a, 0),
		  cvg_dec_ref(d, b, 0));
	u = cvg_dec_op(d, CVG_U_ICMP, l->at[0], dst + 1, dst,
		       cvg_dec_ref(d, a, 0), CVG_NONE);
	u->n = LLVMIntEQ;
}
