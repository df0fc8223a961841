/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Moves and copies instructions. The debug records in front of a moved one are
 * made again in front of it.
 */
#include "compat.h"
#include "surgery.h"

#include <stdlib.h>
#include <string.h>

/* ---- debug records --------------------------------------------------- */

#if LLVM_VERSION_MAJOR >= 22

/* A debug record, to be made again before another instruction. */
struct record {
	LLVMDbgRecordKind kind;
	LLVMValueRef value;
	LLVMMetadataRef variable, expression, loc;
	bool several; /* the expression computes with several values */
};

struct records {
	struct record *at;
	size_t n;
	size_t cap;
};

/* LLVM-C cannot make a record of several values. Its variable has no known value
 * from there on, as it would have where LLVM removes one of them. */
static void forget_value(LLVMDIBuilderRef di, struct record *r)
{
	r->value = LLVMGetPoison(LLVMTypeOf(r->value));
	r->expression = LLVMDIBuilderCreateExpression(di, NULL, 0);
}

/*
 * LLVM leaves the records of an instruction that is removed to the next one, in
 * front of its own. Where that moves as well, they are not copied once more.
 */
static void read_records(struct cvg_module *module, LLVMValueRef inst,
			 struct records *out)
{
	size_t copies =
		module->left_behind.inst == inst ? module->left_behind.n : 0;
	LLVMDbgRecordRef r = LLVMGetFirstDbgRecord(inst);

	module->left_behind.inst = LLVMGetNextInstruction(inst);
	module->left_behind.n = 0;
	for (; r; r = LLVMGetNextDbgRecord(r)) {
		struct record rec = {.kind = LLVMDbgRecordGetKind(r)};

		if (module->left_behind.n++ < copies)
			continue;
		if (rec.kind != LLVMDbgRecordValue &&
		    rec.kind != LLVMDbgRecordDeclare)
			continue; /* LLVM-C cannot make labels, assignments */
		rec.value = LLVMDbgVariableRecordGetValue(r, 0);
		rec.variable = LLVMDbgVariableRecordGetVariable(r);
		rec.expression = LLVMDbgVariableRecordGetExpression(r);
		rec.loc = LLVMDbgRecordGetDebugLoc(r);
		rec.several = rec.value && cvg_llvm_takes_several(r);
		if (rec.value)
			cvg_push(out, rec);
	}
}

static void write_records(struct cvg_module *module, struct records *in,
			  LLVMValueRef inst)
{
	LLVMDIBuilderRef di;

	if (!in->n)
		return;
	di = LLVMCreateDIBuilder(module->llvm);
	for (size_t k = 0; k < in->n; k++) {
		struct record *r = &in->at[k];

		if (r->several)
			forget_value(di, r);
		if (r->kind == LLVMDbgRecordValue)
			LLVMDIBuilderInsertDbgValueRecordBefore(
				di, r->value, r->variable, r->expression,
				r->loc, inst);
		else
			LLVMDIBuilderInsertDeclareRecordBefore(
				di, r->value, r->variable, r->expression,
				r->loc, inst);
	}
	LLVMDisposeDIBuilder(di);
}

#else

/* The C interface before LLVM 22 cannot read records: they are dropped. */
struct records {
	void *at;
};

static void read_records(struct cvg_module *module, LLVMValueRef inst,
			 struct records *out)
{
	(void)module;
	(void)inst;
	(void)out;
}

static void write_records(struct cvg_module *module, struct records *in,
			  LLVMValueRef inst)
{
	(void)module;
	(void)in;
	(void)inst;
}

#endif

/* ---- instructions ---------------------------------------------------- */

void cvg_inst_move(struct cvg_module *module, LLVMValueRef inst,
		   LLVMBuilderRef b)
{
	struct records records = {0};
	LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(inst);
	size_t n;
	char *name = cvg_strdup(LLVMGetValueName2(inst, &n));

	read_records(module, inst, &records);
	LLVMInstructionRemoveFromParent(inst);
	LLVMSetCurrentDebugLocation2(b, loc);
	LLVMInsertIntoBuilderWithName(b, inst, n ? name : "");
	write_records(module, &records, inst);
	free(records.at);
	free(name);
}

LLVMValueRef cvg_inst_clone(LLVMValueRef inst, LLVMBuilderRef b)
{
	LLVMValueRef made = LLVMInstructionClone(inst);
	size_t n;
	const char *name = LLVMGetValueName2(inst, &n);

	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(inst));
	LLVMInsertIntoBuilderWithName(b, made, n ? name : "");
	return made;
}
