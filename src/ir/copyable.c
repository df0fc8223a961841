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
bool cvg_record_can_be_copied(LLVMDbgRecordRef record)
{
	LLVMDbgRecordKind kind = LLVMDbgRecordGetKind(record);

	return (kind == LLVMDbgRecordValue || kind == LLVMDbgRecordDeclare) &&
	       LLVMDbgVariableRecordGetValue(record, 0) &&
	       !cvg_llvm_takes_several(record);
}

static bool can_copy_records(LLVMValueRef inst)
{
	LLVMDbgRecordRef r = LLVMGetFirstDbgRecord(inst);

	while (r && cvg_record_can_be_copied(r))
		r = LLVMGetNextDbgRecord(r);
	return !r;
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
	return true;
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

static bool can_copy_all(LLVMValueRef function, bool records)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);

	for (; b; b = LLVMGetNextBasicBlock(b)) {
		if (has_address(b))
			return false;
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
		     i = LLVMGetNextInstruction(i))
			if (!can_copy_inst(i) ||
			    (records && !can_copy_records(i)))
				return false;
	}
	return true;
}

bool cvg_code_can_be_copied(LLVMValueRef function)
{
	return can_copy_all(function, true);
}

bool cvg_code_can_lose_records(LLVMValueRef function)
{
	return can_copy_all(function, false);
}
