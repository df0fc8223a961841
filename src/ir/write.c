/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Writes the module: text and bitcode in this process, assembler and object
 * files in a child, because LLVM's code generator exits on code that it does
 * not support.
 */
#include <llvm-c/BitWriter.h>

#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "live.h"
#include "target.h"

#include "reconverge/ir.h"
#include "reconverge/target.h"

unsigned cvg_llvm_major(void)
{
	unsigned major, minor, patch;

	LLVMGetVersion(&major, &minor, &patch);
	return major;
}

/* ---- in memory ------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	const LLVMValueRef *one = a, *two = b;
	size_t n;

	return strcmp(LLVMGetValueName2(*one, &n), LLVMGetValueName2(*two, &n));
}

/* Put the declaration of an intrinsic behind all functions; without a use it goes. */
static void put_last(LLVMModuleRef llvm, LLVMValueRef intrinsic)
{
	size_t n;
	char *name = cvg_strdup(LLVMGetValueName2(intrinsic, &n));
	LLVMTypeRef type = LLVMGlobalGetValueType(intrinsic);

	if (LLVMGetFirstUse(intrinsic)) {
		LLVMSetValueName2(intrinsic, "", 0);
		LLVMReplaceAllUsesWith(intrinsic,
				       LLVMAddFunction(llvm, name, type));
	}
	LLVMDeleteFunction(intrinsic);
	free(name);
}

/*
 * A copy, which depends on the code alone. Bitcode lists names in the order of hash
 * tables, which depends on all names that a function ever had; text lists the
 * predecessors of a block in the order in which their branches were made; and what was
 * done and taken back leaves declarations of intrinsics.
 */
static LLVMModuleRef clean_copy(const struct cvg_module *module)
{
	LLVMModuleRef copy = LLVMCloneModule(module->llvm);
	LLVMValueRef own = LLVMGetFirstFunction(module->llvm);
	LLVMValueRef v = LLVMGetFirstFunction(copy);
	cvg_vec(LLVMValueRef) added = {0};

	for (; own; own = LLVMGetNextFunction(own)) {
		if (LLVMGetIntrinsicID(own) &&
		    cvg_ptrmap_get(&module->given, own) == CVG_NONE)
			cvg_push(&added, v);
		v = LLVMGetNextFunction(v);
	}
	if (added.n)
		qsort(added.at, added.n, sizeof *added.at, by_name);
	for (size_t i = 0; i < added.n; i++)
		put_last(copy, added.at[i]);
	free(added.at);
	return copy;
}

void cvg_module_bitcode(struct cvg_module *module, void **out, size_t *n)
{
	LLVMModuleRef copy = clean_copy(module);
	LLVMMemoryBufferRef buf = LLVMWriteBitcodeToMemoryBuffer(copy);

	cvg_live_work(module);
	*n = LLVMGetBufferSize(buf);
	*out = cvg_alloc(*n);
	memcpy(*out, LLVMGetBufferStart(buf), *n);
	LLVMDisposeMemoryBuffer(buf);
	LLVMDisposeModule(copy);
}

char *cvg_module_text(struct cvg_module *module)
{
	LLVMModuleRef copy = clean_copy(module);
	char *text = LLVMPrintModuleToString(copy);
	char *own = cvg_strdup(text);

	LLVMDisposeMessage(text);
	LLVMDisposeModule(copy);
	return own;
}

/* As it stands in the text of the module, which is that of a copy. */
char *cvg_module_function_text(struct cvg_module *module, uint32_t f)
{
	LLVMModuleRef copy = LLVMCloneModule(module->llvm);
	LLVMValueRef own = LLVMGetFirstFunction(module->llvm);
	LLVMValueRef function = LLVMGetFirstFunction(copy);
	char *text, *kept;

	for (; own != module->fns[f].own; own = LLVMGetNextFunction(own))
		function = LLVMGetNextFunction(function);
	text = LLVMPrintValueToString(function);
	kept = cvg_strdup(text);
	LLVMDisposeMessage(text);
	LLVMDisposeModule(copy);
	return kept;
}

/* ---- code generation, in the child ----------------------------------- */

struct job {
	struct cvg_module *module;
	LLVMCodeGenFileType type;
};

/* The work of the child. The module gets the machine's data layout, since it
 * may come from another version of LLVM. */
static bool generate(void *context, struct cvg_str *out, struct cvg_err *err)
{
	struct job *job = context;
	LLVMModuleRef llvm = job->module->llvm;
	LLVMTargetMachineRef tm = cvg_target_machine(job->module, err);
	LLVMMemoryBufferRef buf = NULL;
	char *msg = NULL;

	if (!tm)
		return false;
	cvg_shelf_clear(job->module);
	LLVMSetModuleDataLayout(llvm, LLVMCreateTargetDataLayout(tm));
	LLVMSetTargetMachineAsmVerbosity(tm, 1); /* comments in assembler */
	if (LLVMTargetMachineEmitToMemoryBuffer(tm, llvm, job->type, &msg,
						&buf))
		return cvg_fail(err, "%s", msg);
	if (job->module->complaint.n) {
		cvg_one_line(&job->module->complaint);
		return cvg_fail(err, "%s", job->module->complaint.at);
	}
	cvg_str_addn(out, LLVMGetBufferStart(buf), LLVMGetBufferSize(buf));
	return true;
}

static bool generate_apart(struct cvg_module *module, LLVMCodeGenFileType type,
			   unsigned seconds, struct cvg_str *out,
			   struct cvg_err *err)
{
	struct job job = {module, type};
	struct cvg_child child = {.who = "the code generator",
				  .object = "",
				  .seconds = seconds,
				  .work = generate,
				  .context = &job,
				  .ticker = module->ticker};

	if (cvg_child_run(&child, out, NULL, err))
		return true;
	return cvg_fail_in(err, "cannot generate code for %s", module->cpu);
}

/* ---- files ----------------------------------------------------------- */

struct suffix {
	const char *text;
	enum cvg_emit kind;
};

static const struct suffix suffixes[] = {
	{".ll", CVG_EMIT_LL},	{".bc", CVG_EMIT_BC}, {".s", CVG_EMIT_ASM},
	{".ptx", CVG_EMIT_ASM}, {".o", CVG_EMIT_OBJ},
};

bool cvg_emit_of_path(const char *path, enum cvg_emit *kind)
{
	size_t n = strlen(path);

	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
		size_t k = strlen(suffixes[i].text);

		if (n < k || strcmp(path + n - k, suffixes[i].text) != 0)
			continue;
		*kind = suffixes[i].kind;
		return true;
	}
	return false;
}

bool cvg_module_output(struct cvg_module *module, enum cvg_emit kind,
		       unsigned seconds, struct cvg_str *out,
		       struct cvg_err *err)
{
	char *text;
	void *data;
	size_t n;

	switch (kind) {
	case CVG_EMIT_LL:
		text = cvg_module_text(module);
		cvg_str_add(out, text);
		free(text);
		return true;
	case CVG_EMIT_BC:
		cvg_module_bitcode(module, &data, &n);
		cvg_str_addn(out, data, n);
		free(data);
		return true;
	case CVG_EMIT_ASM:
		return generate_apart(module, LLVMAssemblyFile, seconds, out,
				      err);
	case CVG_EMIT_OBJ:
		if (cvg_target_info(module->target)->no_object)
			return cvg_fail(
				err, "%s",
				cvg_target_info(module->target)->no_object);
		return generate_apart(module, LLVMObjectFile, seconds, out,
				      err);
	}
	return false;
}

bool cvg_module_write(struct cvg_module *module, const char *path,
		      enum cvg_emit kind, unsigned seconds, struct cvg_err *err)
{
	struct cvg_str out = {0};
	bool ok;

	ok = cvg_module_output(module, kind, seconds, &out, err);
	if (!ok)
		cvg_fail_in(err, "%s", path);
	else
		ok = cvg_file_write(path, cvg_str_of(&out), out.n, err);
	cvg_str_done(&out);
	return ok;
}
