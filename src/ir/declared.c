/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The variables of the source that debug records declare for parameters. Code that
 * was not optimized has no list of them (retainedNodes of its DISubprogram).
 */
#include "compat.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

#if LLVM_VERSION_MAJOR >= 22

/* The place from 1 that the variable has among the parameters; 0: it is none. LLVM-C
 * tells it only as text, behind the name: !DILocalVariable(name: "x", arg: 1, ... */
static unsigned place_of(LLVMContextRef context, LLVMMetadataRef variable)
{
	static const char before[] = "!DILocalVariable(name: \"",
			  behind[] = "\", arg: ";
	char *text =
		LLVMPrintValueToString(LLVMMetadataAsValue(context, variable));
	const char *at = strstr(text, before);
	unsigned place = 0;

	at = at ? strchr(at + sizeof before - 1, '"') : NULL;
	if (at && !strncmp(at, behind, sizeof behind - 1))
		place = (unsigned)strtoul(at + sizeof behind - 1, NULL, 10);
	LLVMDisposeMessage(text);
	return place;
}

/* The variable of a record of this function's own code; NULL: there is none. */
static LLVMMetadataRef own_variable(LLVMDbgRecordRef record)
{
	LLVMDbgRecordKind kind = LLVMDbgRecordGetKind(record);
	LLVMMetadataRef at = LLVMDbgRecordGetDebugLoc(record);

	if ((kind != LLVMDbgRecordDeclare && kind != LLVMDbgRecordValue) ||
	    (at && LLVMDILocationGetInlinedAt(at)))
		return NULL;
	return LLVMDbgVariableRecordGetVariable(record);
}

void cvg_declared_params(LLVMValueRef fn, LLVMMetadataRef *out, unsigned n)
{
	LLVMContextRef in = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
	LLVMValueRef inst = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));

	for (; inst; inst = LLVMGetNextInstruction(inst)) {
		LLVMDbgRecordRef r = LLVMGetFirstDbgRecord(inst);

		for (; r; r = LLVMGetNextDbgRecord(r)) {
			LLVMMetadataRef variable = own_variable(r);
			unsigned place = variable ? place_of(in, variable) : 0;

			if (place > 0 && place <= n)
				out[place - 1] = variable;
		}
	}
}

#else

/* The C interface before LLVM 22 cannot read records. */
void cvg_declared_params(LLVMValueRef fn, LLVMMetadataRef *out, unsigned n)
{
	(void)fn;
	(void)out;
	(void)n;
}

#endif
