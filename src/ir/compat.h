/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Covers the differences between the C interfaces of LLVM 19 to 22. Only this
 * header and files of src/ir look at the version of LLVM.
 */
#ifndef RECONVERGE_IR_COMPAT_H
#define RECONVERGE_IR_COMPAT_H

#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>

#include <string.h>

#include "reconverge/base.h"

#if LLVM_VERSION_MAJOR < 19
#error "LLVM 19 or later is needed"
#endif

/* Function attributes sit at index -1, which the C enum cannot hold. */
#define CVG_ATTR_FUNCTION ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

/* The opcode of ptrtoaddr, which the header has from version 22 on. */
#if LLVM_VERSION_MAJOR >= 22
#define CVG_LLVM_PTRTOADDR LLVMPtrToAddr
#else
#define CVG_LLVM_PTRTOADDR 69
#endif

/* The constant of successor k of a switch; successor 0 is the default. */
static inline LLVMValueRef cvg_llvm_case_value(LLVMValueRef inst, unsigned k)
{
#if LLVM_VERSION_MAJOR >= 22
	return LLVMGetSwitchCaseValue(inst, k);
#else
	return LLVMGetOperand(inst, 2 * k);
#endif
}

/* True if a synchronization scope shows only in the printed instruction. */
#define CVG_LLVM_HIDES_SCOPES (LLVM_VERSION_MAJOR < 20)

/*
 * The number of an atomic instruction's synchronization scope in this
 * context, or CVG_NONE if scopes are hidden.
 */
static inline uint32_t cvg_llvm_sync_scope(LLVMValueRef inst)
{
#if LLVM_VERSION_MAJOR >= 20
	return LLVMGetAtomicSyncScopeID(inst);
#else
	(void)inst;
	return CVG_NONE;
#endif
}

/* `into` keeps samesign (new in LLVM 20) only if b has it too. */
static inline void cvg_llvm_merge_samesign(LLVMValueRef into, LLVMValueRef b)
{
#if LLVM_VERSION_MAJOR >= 20
	if (!LLVMGetICmpSameSign(b))
		LLVMSetICmpSameSign(into, false);
#else
	(void)into;
	(void)b;
#endif
}

static inline bool cvg_llvm_samesign(LLVMValueRef inst)
{
#if LLVM_VERSION_MAJOR >= 20
	return LLVMGetICmpSameSign(inst);
#else
	(void)inst;
	return false;
#endif
}

#if LLVM_VERSION_MAJOR >= 22
/* Can LLVM-C make a copy of the record? See copyable.c. */
bool cvg_record_can_be_copied(LLVMDbgRecordRef record);
/* Does the record of a variable compute its value from several values? */
static inline bool cvg_llvm_takes_several(LLVMDbgRecordRef record)
{
	LLVMMetadataRef expression = LLVMDbgVariableRecordGetExpression(record);
	LLVMContextRef in = LLVMGetTypeContext(
		LLVMTypeOf(LLVMDbgVariableRecordGetValue(record, 0)));
	char *text =
		LLVMPrintValueToString(LLVMMetadataAsValue(in, expression));
	bool several = strstr(text, "DW_OP_LLVM_arg, 1") != NULL;

	LLVMDisposeMessage(text);
	return several;
}
#endif

/* Set those of the n places of `out` for whose parameter records in the entry of
 * `fn` declare a variable of the source. See declared.c. */
void cvg_declared_params(LLVMValueRef fn, LLVMMetadataRef *out, unsigned n);

#endif
