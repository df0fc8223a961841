/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Assembly in which every instruction can be traced to the IR: the code
 * generator gets a copy of one function, without the module's debug info,
 * whose instruction i has the source line i + 1, and whose block b, in the order of
 * the snapshot, is named "b12." if b is 12. LLVM keeps lines through all of its passes.
 *
 *	%x = load ...	!dbg line 7	->	.loc 1 7 0
 *						global_load_dword v1, v[2:3], off
 *
 * The generator runs in a child that is kept, because LLVM makes much ready for
 * the first function that it compiles (half of the time of a small kernel) and
 * ends the process on code that it does not support.
 */
#include "reconverge/ir.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "child.h"
#include "compat.h"
#include "facts.h"
#include "live.h"
#include "number.h"
#include "target.h"

#include "reconverge/graph.h"
#include "reconverge/mcode.h"

struct cvg_coder {
	struct cvg_kept_child *child;
	bool ptxas;
	struct cvg_answers answers;
	uint32_t runs; /* of the code generator */
};

struct cvg_coder *cvg_coder_new(void)
{
	return cvg_calloc(1, sizeof(struct cvg_coder));
}

void cvg_coder_ptxas(struct cvg_coder *coder, bool yes)
{
	coder->ptxas = yes;
}

void cvg_coder_free(struct cvg_coder *take_coder)
{
	if (!take_coder)
		return;
	cvg_kept_end(take_coder->child);
	cvg_answers_done(&take_coder->answers);
	free(take_coder);
}

uint32_t cvg_coder_runs(const struct cvg_coder *coder)
{
	return coder->runs;
}

/* ---- the question ---------------------------------------------------- */

/* The beginning of a question; behind it stands the module as bitcode. */
struct question {
	char cpu[64];
	bool ptxas;
};

static bool is_unused(LLVMValueRef global)
{
	return !LLVMGetFirstUse(global);
}

/* Delete the functions and variables that nothing uses. True: some were. */
static bool sweep(LLVMModuleRef llvm, LLVMValueRef keep)
{
	bool swept = false;
	LLVMValueRef v, next;

	for (v = LLVMGetFirstFunction(llvm); v; v = next) {
		next = LLVMGetNextFunction(v);
		if (v == keep || !is_unused(v))
			continue;
		LLVMDeleteFunction(v);
		swept = true;
	}
	for (v = LLVMGetFirstGlobal(llvm); v; v = next) {
		next = LLVMGetNextGlobal(v);
		if (!is_unused(v))
			continue;
		LLVMDeleteGlobal(v);
		swept = true;
	}
	return swept;
}

/* The function at place `at` among those with a body. */
static LLVMValueRef function_at(LLVMModuleRef llvm, uint32_t at)
{
	LLVMValueRef v = LLVMGetFirstFunction(llvm);

	for (; v; v = LLVMGetNextFunction(v))
		if (!LLVMIsDeclaration(v) && at-- == 0)
			break;
	return v;
}

/* The child knows the function by this name. */
static void give_name(LLVMValueRef function)
{
	LLVMSetValueName2(function, CVG_MCODE_SYMBOL, strlen(CVG_MCODE_SYMBOL));
	LLVMSetLinkage(function, LLVMExternalLinkage);
	LLVMSetVisibility(function, LLVMDefaultVisibility);
}

/* A copy of the module in which only function f and what it uses is left; the copy
 * of the function. */
static LLVMValueRef reduce(struct cvg_module *module, uint32_t f)
{
	static const char *const lists[] = {"llvm.used", "llvm.compiler.used"};
	LLVMModuleRef copy = LLVMCloneModule(module->llvm);
	LLVMValueRef keep = function_at(copy, f);

	cvg_live_work(module);
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		LLVMValueRef list = LLVMGetNamedGlobal(copy, lists[i]);

		if (list)
			LLVMDeleteGlobal(list);
	}
	while (sweep(copy, keep))
		continue;
	return keep;
}

static uint64_t instructions_of(LLVMModuleRef llvm)
{
	LLVMBasicBlockRef b;
	LLVMValueRef v, i;
	uint64_t n = 0;

	for (v = LLVMGetFirstFunction(llvm); v; v = LLVMGetNextFunction(v))
		for (b = LLVMGetFirstBasicBlock(v); b;
		     b = LLVMGetNextBasicBlock(b))
			for (i = LLVMGetFirstInstruction(b); i;
			     i = LLVMGetNextInstruction(i))
				n++;
	return n;
}

/* Append a module that has only function f and what it uses; returns the number of
 * its instructions. */
static uint64_t add_reduced(struct cvg_module *module, uint32_t f,
			    struct cvg_str *out)
{
	uint64_t n;
	LLVMValueRef keep = cvg_excerpt_take(module, f);
	LLVMModuleRef copy;
	LLVMMemoryBufferRef bytes;

	if (!keep)
		keep = reduce(module, f);
	copy = LLVMGetGlobalParent(keep);
	give_name(keep);
	if (cvg_live_target(module)->assemble && cvg_is_kernel_body(module, f))
		LLVMSetFunctionCallConv(keep, CVG_CC_PTX_KERNEL);
	n = instructions_of(copy);
	bytes = LLVMWriteBitcodeToMemoryBuffer(copy);
	cvg_str_addn(out, LLVMGetBufferStart(bytes), LLVMGetBufferSize(bytes));
	LLVMDisposeMemoryBuffer(bytes);
	LLVMDisposeModule(copy);
	return n;
}

uint64_t cvg_coder_cost(uint64_t insts, bool ptxas)
{
	uint64_t cost = CVG_CODER_START + insts;

	return ptxas ? cost + CVG_PTXAS_START + CVG_PTXAS_INST * insts : cost;
}

uint64_t cvg_module_pose(struct cvg_coder *coder, struct cvg_module *module,
			 uint32_t f, struct cvg_str *out)
{
	struct question question;

	memset(&question, 0, sizeof question); /* what stands between members */
	question.ptxas = coder->ptxas && cvg_live_target(module)->assemble;
	snprintf(question.cpu, sizeof question.cpu, "%s", module->cpu);
	cvg_str_addn(out, (const char *)&question, sizeof question);
	return cvg_coder_cost(add_reduced(module, f, out), question.ptxas);
}

/* ---- the answer, in the child ---------------------------------------- */

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
	char *triple, *cpu;
	LLVMTargetMachineRef machine;
	struct cvg_str assembled_for; /* the cpu */
};

/* The machine for the module; it stays the child's. */
static struct ready *ready_for(const struct cvg_module *module, void **state,
			       struct cvg_err *err)
{
	struct ready *ready;
	LLVMTargetMachineRef machine;

	for (ready = *state; ready; ready = ready->next)
		if (!strcmp(ready->triple, module->triple) &&
		    !strcmp(ready->cpu, module->cpu))
			return ready;
	machine = cvg_target_machine(module, err);
	if (!machine)
		return NULL;
	ready = cvg_calloc(1, sizeof *ready);
	ready->triple = cvg_strdup(module->triple);
	ready->cpu = cvg_strdup(module->cpu);
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

/* An answer is these strings, each behind its number of bytes: the assembly, the cubin,
 * what ptxas says or why there is none, and the cpu that the cubin is for. */
enum { ASSEMBLY, CUBIN, SAID, CPU, NPARTS };

static void add_part(struct cvg_str *out, const struct cvg_str *part)
{
	uint64_t bytes = part->n;

	cvg_str_addn(out, (const char *)&bytes, sizeof bytes);
	cvg_str_addn(out, cvg_str_of(part), part->n);
}

static void add_answer(const struct cvg_module *module, struct ready *ready,
		       bool ptxas, const struct cvg_str *text,
		       struct cvg_str *out)
{
	const struct cvg_live_target *target = cvg_live_target(module);
	struct cvg_str cubin = {0}, said = {0};

	if (ptxas && target->assemble)
		target->assemble_apart(ready->cpu, &ready->assembled_for, text,
				       &cubin, &said);
	add_part(out, text);
	add_part(out, &cubin);
	add_part(out, &said);
	add_part(out, &ready->assembled_for);
	cvg_str_done(&cubin);
	cvg_str_done(&said);
}

static bool answer(void *context, struct cvg_str *out, struct cvg_err *err)
{
	struct cvg_str text = {0};
	struct cvg_asked *asked = context;
	const struct cvg_str *in = &asked->question;
	struct cvg_target_options target = {0};
	struct cvg_module *module = NULL;
	struct ready *ready;
	LLVMValueRef function;
	struct question question;
	size_t at = sizeof question;
	bool ok = false;

	memcpy(&question, in->at, sizeof question);
	target.cpu = question.cpu;
	if (cvg_module_revive(in->at + at, in->n - at, &target, &module, err)) {
		function = LLVMGetNamedFunction(module->llvm, CVG_MCODE_SYMBOL);
		ready = ready_for(module, &asked->state, err);
		mark(module, function);
		ok = ready && generate(module, ready->machine, &text, err);
		if (ok)
			add_answer(module, ready, question.ptxas, &text, out);
	}
	cvg_str_done(&text);
	cvg_module_free(module);
	return ok;
}

/* ---- asking ---------------------------------------------------------- */

static bool ask(struct cvg_coder *coder, const struct cvg_module *module,
		const struct cvg_str *question, unsigned seconds,
		struct cvg_str *out, struct cvg_err *err)
{
	struct cvg_child child = {.who = "the code generator",
				  .object = "",
				  .seconds = seconds,
				  .work = answer,
				  .ticker = module->ticker};

	if (cvg_answers_find(&coder->answers, question, out))
		return true;
	coder->runs++;
	if (!cvg_kept_ask(&coder->child, &child, question, out, err))
		return false;
	cvg_answers_keep(&coder->answers, question, out);
	return true;
}

/* Split the answer; the parts end with a NUL. */
static void split(const struct cvg_str *in, struct cvg_str part[NPARTS])
{
	const char *at = cvg_str_of(in);
	uint64_t n;

	for (int i = 0; i < NPARTS; i++) {
		memcpy(&n, at, sizeof n);
		at += sizeof n;
		cvg_str_addn(&part[i], at, n);
		at += n;
	}
}

/* What the parts say: the cubin, else the assembly. */
static struct cvg_mcode *read_parts(const struct cvg_module *module,
				    const struct cvg_fn *fn,
				    const struct cvg_str part[NPARTS],
				    struct cvg_err *err)
{
	const char *remark = cvg_str_of(&part[SAID]);
	const char *cpu = cvg_str_of(&part[CPU]);
	struct cvg_mcode *mcode = NULL;
	struct cvg_err why = {0};

	if (part[CUBIN].n) {
		mcode = cvg_mcode_read_cubin(fn, part[CUBIN].at, part[CUBIN].n,
					     remark, &why);
		if (mcode && strcmp(cpu, module->cpu) != 0)
			mcode->cpu = cvg_strdup(cpu);
		if (mcode)
			return mcode;
		remark = why.msg;
	}
	mcode = cvg_mcode_read(fn, cvg_str_of(&part[ASSEMBLY]), err);
	if (mcode && *remark)
		mcode->remark = cvg_strdup(remark);
	return mcode;
}

bool cvg_module_ask(struct cvg_coder *coder, const struct cvg_module *module,
		    const struct cvg_fn *fn, const struct cvg_str *question,
		    unsigned seconds, struct cvg_mcode **out,
		    struct cvg_err *err)
{
	struct cvg_str in = {0}, part[NPARTS] = {0};

	*out = NULL;
	if (ask(coder, module, question, seconds, &in, err)) {
		split(&in, part);
		*out = read_parts(module, fn, part, err);
	}
	cvg_str_done(&in);
	for (int i = 0; i < NPARTS; i++)
		cvg_str_done(&part[i]);
	return *out || cvg_fail_in(err, "no machine code for %s", module->cpu);
}

bool cvg_module_mcode(struct cvg_coder *coder, struct cvg_module *module,
		      uint32_t f, const struct cvg_fn *fn, unsigned seconds,
		      struct cvg_mcode **out, struct cvg_err *err)
{
	struct cvg_str question = {0};
	bool ok;

	cvg_module_pose(coder, module, f, &question);
	ok = cvg_module_ask(coder, module, fn, &question, seconds, out, err);
	cvg_str_done(&question);
	return ok;
}
