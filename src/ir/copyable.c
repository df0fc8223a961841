/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The code of which body.c can make a copy that is the same to the last letter:
 * all but addresses of code inside of constants, blocks of which the address is
 * taken anywhere, metadata that names a value of the function, handlers of
 * exceptions, and the debug records that LLVM-C cannot make (of assignments, of
 * labels, of several values; before LLVM 22, all).
 */
#include "compat.h"
#include "live.h"

#include <llvm-c/DebugInfo.h>

/* Does the constant hold the address of a block, or of a function with a body,
 * inside of an expression or an aggregate? */
static bool hides_code(LLVMValueRef constant)
{
	int n;

	if (LLVMIsABlockAddress(constant))
		return true;
	if (LLVMIsAGlobalValue(constant))
		return LLVMIsAFunction(constant) &&
		       !LLVMIsDeclaration(constant);
	n = LLVMGetNumOperands(constant);
	for (int k = 0; k < n; k++)
		if (hides_code(LLVMGetOperand(constant, (unsigned)k)))
			return true;
	return false;
}

static bool can_copy_operand(LLVMValueRef v)
{
	switch (LLVMGetValueKind(v)) {
	case LLVMMetadataAsValueValueKind:
		return !LLVMIsAValueAsMetadata(v);
	case LLVMBlockAddressValueKind:
		return false;
	case LLVMConstantExprValueKind:
	case LLVMConstantArrayValueKind:
	case LLVMConstantStructValueKind:
	case LLVMConstantVectorValueKind:
		return !hides_code(v);
	default:
		return true;
	}
}

#if LLVM_VERSION_MAJOR >= 22

/* LLVM-C can make a record of one value, or a declaration; no others. */
static bool can_copy_records(LLVMValueRef inst)
{
	LLVMDbgRecordRef r = LLVMGetFirstDbgRecord(inst);

	for (; r; r = LLVMGetNextDbgRecord(r)) {
		LLVMDbgRecordKind kind = LLVMDbgRecordGetKind(r);

		if ((kind != LLVMDbgRecordValue &&
		     kind != LLVMDbgRecordDeclare) ||
		    !LLVMDbgVariableRecordGetValue(r, 0) ||
		    cvg_llvm_takes_several(r))
			return false;
	}
	return true;
}

#else

/* The C interface before LLVM 22 cannot read records. */
static bool can_copy_records(LLVMValueRef inst)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(inst);

	return !LLVMGetSubprogram(LLVMGetBasicBlockParent(block));
}

#endif

static bool can_copy_inst(LLVMValueRef inst)
{
	int n = LLVMGetNumOperands(inst);

	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMCatchSwitch:
	case LLVMCatchPad:
	case LLVMCleanupPad:
	case LLVMCatchRet:
	case LLVMCleanupRet:
	case LLVMLandingPad:
		return false;
	default:
		break;
	}
	for (int k = 0; k < n; k++)
		if (!can_copy_operand(LLVMGetOperand(inst, (unsigned)k)))
			return false;
	return can_copy_records(inst);
}

/* Is the address of the block a constant, which dies with the block? */
static bool has_address(LLVMBasicBlockRef block)
{
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));

	for (; use; use = LLVMGetNextUse(use))
		if (LLVMIsABlockAddress(LLVMGetUser(use)))
			return true;
	return false;
}

bool cvg_code_can_be_copied(LLVMValueRef function)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);

	for (; b; b = LLVMGetNextBasicBlock(b)) {
		if (has_address(b))
			return false;
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
		     i = LLVMGetNextInstruction(i))
			if (!can_copy_inst(i))
				return false;
	}
	return true;
}
