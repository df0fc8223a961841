/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The child that runs the code generator (coder.c says for what): it marks the function,
 * generates its assembly, and has ptxas make machine code of PTX. What it keeps from
 * question to question is a machine of LLVM for each chip.
 */
#include "coder.h"

#include <llvm-c/DebugInfo.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "compat.h"
#include "facts.h"
#include "live.h"
#include "number.h"
#include "target.h"

#include "reconverge/mcode.h"

/*
 * A compile unit that makes the generator print lines, but no sections of debug
 * info. LLVM's C interface has no name for this kind (DebugDirectivesOnly), and
 * passes its number on.
 */
#define DIRECTIVES_ONLY ((LLVMDWARFEmissionKind)3)

static LLVMMetadataRef subprogram(LLVMDIBuilderRef debug)
{
	static const char name[] = "function";
	const size_t n = sizeof name - 1;
	LLVMMetadataRef file = LLVMDIBuilderCreateFile(debug, name, n, "", 0);
	LLVMMetadataRef type = LLVMDIBuilderCreateSubroutineType(
		debug, file, NULL, 0, LLVMDIFlagZero);

	LLVMDIBuilderCreateCompileUnit(
		debug, LLVMDWARFSourceLanguageC, file, "", 0, true, "", 0, 0,
		"", 0, DIRECTIVES_ONLY, 0, false, false, "", 0, "", 0);
	return LLVMDIBuilderCreateFunction(debug, file, name, n, name, n, file,
					   0, type, false, true, 0,
					   LLVMDIFlagZero, true);
}

/* Ask for DWARF 4. Of version 5, the generator (LLVM 22) writes a table of names
 * even of DIRECTIVES_ONLY, and crashes because the sections are missing. */
static void lower_dwarf(struct cvg_module *module)
{
	static const char flags[] = "llvm.module.flags",
			  name[] = "Dwarf Version";
	unsigned n = LLVMGetNamedMetadataNumOperands(module->llvm, flags);
	LLVMValueRef *flag = cvg_calloc(n + 1, sizeof *flag);
	LLVMValueRef four =
		LLVMConstInt(LLVMInt32TypeInContext(module->context), 4, false);

	LLVMGetNamedMetadataOperands(module->llvm, flags, flag);
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef part[3]; /* behaviour, name, value */
		unsigned length;
		const char *s;

		if (LLVMGetMDNodeNumOperands(flag[i]) != 3)
			continue;
		LLVMGetMDNodeOperands(flag[i], part);
		s = part[1] ? LLVMGetMDString(part[1], &length) : NULL;
		if (s && length == sizeof name - 1 && !memcmp(s, name, length))
			LLVMReplaceMDNodeOperandWith(flag[i], 2,
						     LLVMValueAsMetadata(four));
	}
	free(flag);
}

/* The name of a block: nothing else has one of this form, and LLVM appends a
 * number to it if it makes the block twice. */
static void name_block(LLVMBasicBlockRef block, uint32_t b)
{
	char name[32];
	int n = snprintf(name, sizeof name, "b%u.", b);

	LLVMSetValueName2(LLVMBasicBlockAsValue(block), name, (size_t)n);
}

/* Give every instruction its line, and every block its name. */
static void mark(struct cvg_module *module, LLVMValueRef function)
{
	LLVMDIBuilderRef debug;
	struct cvg_numbering num;
	LLVMMetadataRef scope;

	LLVMStripModuleDebugInfo(module->llvm);
	lower_dwarf(module);
	debug = LLVMCreateDIBuilder(module->llvm);
	scope = subprogram(debug);
	LLVMSetSubprogram(function, scope);
	cvg_numbering_init(&num, function);
	for (uint32_t b = 0; b < num.blocks.n; b++)
		name_block(num.blocks.at[b], b);
	for (uint32_t i = 0; i < num.insts.n; i++)
		LLVMInstructionSetDebugLoc(
			num.insts.at[i],
			LLVMDIBuilderCreateDebugLocation(module->context, i + 1,
							 0, scope, NULL));
	cvg_numbering_done(&num);
	LLVMDIBuilderFinalize(debug);
	LLVMDisposeDIBuilder(debug);
}

/* What the child keeps: the machines that it made, which have much of what LLVM makes
 * ready for a chip. */
struct ready {
	struct ready *next;
	char *triple, *cpu, *features;
	LLVMTargetMachineRef machine;
	struct cvg_str assembled_for; /* the cpu */
};

/* The machine for the module; it stays the child's. */
static struct ready *ready_for(const struct cvg_module *module, void **state,
			       struct cvg_err *err)
{
	struct ready *ready;
	char *features = cvg_target_features(module);
	LLVMTargetMachineRef machine;

	for (ready = *state; ready; ready = ready->next)
		if (!strcmp(ready->triple, module->triple) &&
		    !strcmp(ready->cpu, module->cpu) &&
		    !strcmp(ready->features, features))
			break;
	machine = ready ? NULL : cvg_target_machine(module, err);
	if (!machine) {
		free(features);
		return ready;
	}
	ready = cvg_calloc(1, sizeof *ready);
	ready->triple = cvg_strdup(module->triple);
	ready->cpu = cvg_strdup(module->cpu);
	ready->features = features;
	cvg_str_add(&ready->assembled_for, module->cpu);
	ready->machine = machine;
	ready->next = *state;
	*state = ready;
	return ready;
}

static bool generate(struct cvg_module *module, LLVMTargetMachineRef machine,
		     struct cvg_str *out, struct cvg_err *err)
{
	LLVMMemoryBufferRef text = NULL;
	LLVMTargetDataRef layout;
	char *msg = NULL;

	layout = LLVMCreateTargetDataLayout(machine);
	LLVMSetModuleDataLayout(module->llvm, layout);
	LLVMDisposeTargetData(layout);
	LLVMSetTargetMachineAsmVerbosity(machine, 1); /* names of blocks */
	if (LLVMTargetMachineEmitToMemoryBuffer(
		    machine, module->llvm, LLVMAssemblyFile, &msg, &text)) {
		cvg_fail(err, "%s", msg);
		LLVMDisposeMessage(msg);
	} else if (module->complaint.n) {
		cvg_one_line(&module->complaint);
		cvg_fail(err, "%s", module->complaint.at);
	} else {
		cvg_str_addn(out, LLVMGetBufferStart(text),
			     LLVMGetBufferSize(text));
	}
	if (text)
		LLVMDisposeMemoryBuffer(text);
	return out->n > 0;
}

/* What ptxas made of one or two functions. */
struct made {
	struct cvg_str cubin, said;
	const char *name; /* of the function in the cubin */
};

static void add_part(struct cvg_str *out, const struct cvg_str *part)
{
	uint64_t bytes = part->n;

	cvg_str_addn(out, (const char *)&bytes, sizeof bytes);
	cvg_str_addn(out, cvg_str_of(part), part->n);
}

static void add_answer(const struct ready *ready, const struct cvg_str *text,
		       const struct made *made, struct cvg_str *out)
{
	struct cvg_str name = {0};

	cvg_str_add(&name, made->name);
	add_part(out, text);
	add_part(out, &made->cubin);
	add_part(out, &made->said);
	add_part(out, &ready->assembled_for);
	add_part(out, &name);
	cvg_str_done(&name);
}

static void made_done(struct made *made)
{
	cvg_str_done(&made->cubin);
	cvg_str_done(&made->said);
}

/* One function that is asked about. */
struct coded {
	const struct cvg_live_target *target; /* NULL: it does not assemble */
	struct ready *ready;
	struct cvg_str text;
};

/* Write the assembly of the function in the question. */
static bool code(struct cvg_asked *asked, const char *at, size_t n,
		 struct coded *out, struct cvg_err *err)
{
	struct cvg_target_options options = {0};
	struct cvg_module *module = NULL;
	struct cvg_question question;
	bool ok = false;

	memcpy(&question, at, sizeof question);
	options.cpu = question.cpu;
	if (cvg_module_revive(at + sizeof question, n - sizeof question,
			      &options, &module, err)) {
		out->ready = ready_for(module, &asked->state, err);
		out->target = question.ptxas ? cvg_live_target(module) : NULL;
		mark(module,
		     LLVMGetNamedFunction(module->llvm, CVG_MCODE_SYMBOL));
		ok = out->ready &&
		     generate(module, out->ready->machine, &out->text, err);
	}
	cvg_module_free(module);
	return ok;
}

static void answer_one(const struct coded *coded, struct cvg_str *out)
{
	struct made made = {.name = CVG_MCODE_SYMBOL};
	struct ready *ready = coded->ready;

	if (coded->target && coded->target->assemble_apart)
		coded->target->assemble_apart(ready->cpu, &ready->assembled_for,
					      &coded->text, &made.cubin,
					      &made.said);
	add_answer(ready, &coded->text, &made, out);
	made_done(&made);
}

static void answer_both(const struct coded coded[2], struct cvg_str *out)
{
	const struct cvg_str text[2] = {coded[0].text, coded[1].text};
	struct made made = {.name = CVG_MCODE_SYMBOL};
	struct ready *ready = coded[0].ready;

	if (coded[0].target && coded[0].target->assemble_both &&
	    coded[0].target->assemble_both(ready->cpu, &ready->assembled_for,
					   text, &made.cubin, &made.said)) {
		add_answer(ready, &text[0], &made, out);
		made.name = CVG_MCODE_OTHER;
		add_answer(ready, &text[1], &made, out);
	} else {
		answer_one(&coded[0], out);
		answer_one(&coded[1], out);
	}
	made_done(&made);
}

static bool disassemble(const struct cvg_question *question,
			const struct cvg_str *in, struct cvg_str *out,
			struct cvg_err *err)
{
	struct cvg_str binary = {0};
	bool ok;

	cvg_str_addn(&binary, in->at + sizeof *question,
		     in->n - sizeof *question);
	ok = cvg_live_target_of(question->target)
		     ->disassemble(question->cpu, &binary, out, err);
	cvg_str_done(&binary);
	return ok;
}

bool cvg_coder_answer(void *context, struct cvg_str *out, struct cvg_err *err)
{
	struct cvg_asked *asked = context;
	const struct cvg_str *in = &asked->question;
	const char *second;
	struct cvg_question question;
	struct coded coded[2] = {{.target = NULL}};
	bool ok;

	memcpy(&question, in->at, sizeof question);
	if (question.disassemble)
		return disassemble(&question, in, out, err);
	if (question.first) {
		second = in->at + sizeof question + question.first;
		ok = code(asked, in->at + sizeof question, question.first,
			  &coded[0], err) &&
		     code(asked, second, (size_t)(in->at + in->n - second),
			  &coded[1], err);
		if (ok)
			answer_both(coded, out);
	} else {
		ok = code(asked, in->at, in->n, &coded[0], err);
		if (ok)
			answer_one(&coded[0], out);
	}
	for (int i = 0; i < 2; i++)
		cvg_str_done(&coded[i].text);
	return ok;
}
