/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Graph text notation: the flags of an instruction, as LLVM would have them. */
#include "parse.h"

#include <string.h>

#define ANY_MEMORY (CVG_I_READS | CVG_I_WRITES | CVG_I_EFFECTS)

/* Flags of operations that differ from their class; 0: those of the class. */
static const uint32_t op_flags[CVG_NOPS] = {
	[CVG_OP_LOAD] = CVG_I_READS,
	[CVG_OP_STORE] = CVG_I_WRITES | CVG_I_EFFECTS,
	[CVG_OP_CMPXCHG] = ANY_MEMORY | CVG_I_ATOMIC,
	[CVG_OP_ATOMICRMW] = ANY_MEMORY | CVG_I_ATOMIC,
	[CVG_OP_FENCE] = ANY_MEMORY | CVG_I_ATOMIC,
	[CVG_OP_ADD] = CVG_I_SPECULATABLE | CVG_I_COMMUTATIVE,
	[CVG_OP_MUL] = CVG_I_SPECULATABLE | CVG_I_COMMUTATIVE,
	[CVG_OP_AND] = CVG_I_SPECULATABLE | CVG_I_COMMUTATIVE,
	[CVG_OP_OR] = CVG_I_SPECULATABLE | CVG_I_COMMUTATIVE,
	[CVG_OP_XOR] = CVG_I_SPECULATABLE | CVG_I_COMMUTATIVE,
	[CVG_OP_FADD] = CVG_I_SPECULATABLE | CVG_I_COMMUTATIVE,
	[CVG_OP_FMUL] = CVG_I_SPECULATABLE | CVG_I_COMMUTATIVE,
};

static uint32_t class_flags(enum cvg_opclass opclass)
{
	switch (opclass) {
	case CVG_CLASS_CONTROL:
		return CVG_I_EFFECTS;
	case CVG_CLASS_PHI:
	case CVG_CLASS_INTDIV:
	case CVG_CLASS_MEMORY:
	case CVG_CLASS_SYNC:
	case CVG_CLASS_CALL:
		return 0;
	case CVG_CLASS_INT:
	case CVG_CLASS_FLOAT:
	case CVG_CLASS_FLOATDIV:
	case CVG_CLASS_COMPARE:
	case CVG_CLASS_SELECT:
	case CVG_CLASS_MOVE:
	case CVG_CLASS_CONVERT:
	case CVG_CLASS_ADDRESS:
		break;
	}
	return CVG_I_SPECULATABLE;
}

/* Intrinsics are taken to have no effect; other functions may do anything. */
static uint32_t call_flags(const struct draft_inst *in)
{
	static const char intrinsic[] = "llvm.";
	struct word f = in->callee;

	if (in->convergent)
		return CVG_I_CONVERGENT | ANY_MEMORY;
	if (f.n > 5 && memcmp(f.at + (f.at[0] == '@'), intrinsic, 5) == 0)
		return CVG_I_SPECULATABLE;
	return ANY_MEMORY;
}

uint32_t cvg_draft_flags(const struct draft_inst *in)
{
	if (in->op == CVG_OP_CALL)
		return call_flags(in);
	return op_flags[in->op] ? op_flags[in->op]
				: class_flags(cvg_op_class(in->op));
}

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
