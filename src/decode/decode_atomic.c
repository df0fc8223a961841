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
static struct cvg_uop *atomic_op(struct cvg_decoder *decoder,
				 enum cvg_ucode code,
				 const struct cvg_layout *layout, uint32_t k,
				 LLVMValueRef p, uint32_t a, uint32_t b)
{
	struct cvg_uop *uop = cvg_dec_op(
		decoder, code, cvg_dec_plain(layout->at[k].kind),
		cvg_dec_dst(decoder) + k, cvg_dec_ref(decoder, p, 0), a, b);
	enum cvg_space space;

	if (cvg_dec_space(decoder, LLVMGetPointerAddressSpace(LLVMTypeOf(p)),
			  &space))
		uop->kind2 = (uint8_t)space;
	uop->imm = layout->at[k].at;
	uop->flags |= CVG_UF_ATOMIC;
	if (k == 0)
		uop->flags |= CVG_UF_FIRST;
	if (LLVMGetVolatile(decoder->inst))
		uop->flags |= CVG_UF_VOLATILE;
	return uop;
}

/* Is every scalar as wide as its kind, so that it fills its memory? */
static bool whole(struct cvg_decoder *decoder, const struct cvg_layout *layout)
{
	for (uint32_t k = 0; k < layout->n; k++)
		if (layout->at[k].width || layout->at[k].packed ||
		    layout->at[k].kind == CVG_K_BIT) {
			cvg_dec_uncovered(decoder, "atomicrmw",
					  "the size of the number is not a "
					  "whole number of bytes");
			return false;
		}
	return true;
}

void cvg_dec_rmw(struct cvg_decoder *decoder)
{
	LLVMValueRef p = LLVMGetOperand(decoder->inst, 0);
	LLVMValueRef v = LLVMGetOperand(decoder->inst, 1);
	const struct cvg_layout *layout = cvg_dec_layout_of(decoder, v);
	unsigned op = LLVMGetAtomicRMWBinOp(decoder->inst);

	if (op >= sizeof rmw_of ||
	    (rmw_of[op] == CVG_A_XCHG && op != LLVMAtomicRMWBinOpXchg)) {
		cvg_dec_uncovered(decoder, "atomicrmw",
				  "the simulator does not know this operation");
		return;
	}
	if (!whole(decoder, layout))
		return;
	for (uint32_t k = 0; k < layout->n; k++) {
		struct cvg_uop *uop =
			atomic_op(decoder, CVG_U_ATOMIC, layout, k, p,
				  cvg_dec_ref(decoder, v, k), CVG_NONE);

		uop->n = rmw_of[op];
		uop->c = k == 0 ? (uint32_t)layout->store : CVG_NONE;
	}
}

/* The result is the pair {old value, was it the expected one}. */
void cvg_dec_cmpxchg(struct cvg_decoder *decoder)
{
	LLVMValueRef p = LLVMGetOperand(decoder->inst, 0);
	LLVMValueRef a = LLVMGetOperand(decoder->inst, 1);
	LLVMValueRef b = LLVMGetOperand(decoder->inst, 2);
	const struct cvg_layout *layout = cvg_dec_layout_of(decoder, a);
	uint32_t dst = cvg_dec_dst(decoder);
	struct cvg_uop *uop;

	if (!whole(decoder, layout))
		return;
	atomic_op(decoder, CVG_U_CMPXCHG, layout, 0, p,
		  cvg_dec_ref(decoder, a, 0), cvg_dec_ref(decoder, b, 0));
	uop = cvg_dec_op(decoder, CVG_U_ICMP, layout->at[0], dst + 1, dst,
			 cvg_dec_ref(decoder, a, 0), CVG_NONE);
	uop->n = LLVMIntEQ;
}
