/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Graph text notation: what an instruction may do, as LLVM would have it. */
#include "parse.h"

#include <string.h>

uint32_t cvg_draft_flags(const struct draft_inst *in)
{
	static const char intrinsic[] = "llvm.";
	struct word f = in->callee;

	switch (in->op) {
	case CVG_OP_LOAD:
		return CVG_I_READS;
	case CVG_OP_STORE:
		return CVG_I_WRITES | CVG_I_EFFECTS;
	case CVG_OP_CMPXCHG:
	case CVG_OP_ATOMICRMW:
	case CVG_OP_FENCE:
		return CVG_I_READS | CVG_I_WRITES | CVG_I_ATOMIC |
		       CVG_I_EFFECTS;
	case CVG_OP_CALL:
		if (in->convergent)
			return CVG_I_CONVERGENT | CVG_I_READS | CVG_I_WRITES |
			       CVG_I_EFFECTS;
		if (f.n > 5 &&
		    memcmp(f.at + (f.at[0] == '@'), intrinsic, 5) == 0)
			return CVG_I_SPECULATABLE;
		return CVG_I_READS | CVG_I_WRITES | CVG_I_EFFECTS;
	case CVG_OP_ADD:
	case CVG_OP_MUL:
	case CVG_OP_AND:
	case CVG_OP_OR:
	case CVG_OP_XOR:
	case CVG_OP_FADD:
	case CVG_OP_FMUL:
		return CVG_I_SPECULATABLE | CVG_I_COMMUTATIVE;
	default:
		break;
	}
	switch (cvg_op_class(in->op)) {
	case CVG_CLASS_CONTROL:
		return CVG_I_EFFECTS;
	case CVG_CLASS_INTDIV:
	case CVG_CLASS_PHI:
	case CVG_CLASS_MEMORY:
	case CVG_CLASS_CALL:
	case CVG_CLASS_SYNC:
		return 0;
	default:
		return CVG_I_SPECULATABLE;
	}
}

/* A compare's predicate with the greater side second; others as they are. */
uint32_t cvg_draft_predicate(uint32_t predicate, uint32_t *flags)
{
	static const uint8_t exchanged[64] = {
		[34] = 36, [35] = 37, [38] = 40, [39] = 41,
		[2] = 4,   [3] = 5,   [10] = 12, [11] = 13,
	};

	if (!exchanged[predicate])
		return predicate;
	*flags |= CVG_I_SWAPPED;
	return exchanged[predicate];
}
