/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Loading: a child first parses and verifies the file and asks the target about
 * the cpu. If the child succeeds, the file is parsed again in this process. A process
 * that may die reads the file at once, and asks a child about a cpu that it does not
 * know.
 */
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>

#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "forms.h"
#include "input.h"
#include "live.h"
#include "target.h"

#include "reconverge/ir.h"

/* The file to parse and its options; owned by cvg_module_load. */
struct input {
	struct cvg_input file;
	const struct cvg_target_options *opt;
};

/* ---- verifying ------------------------------------------------------- */

/* Append the verifier's first complaint and the instruction it names, in one
 * line. */
static void tidy_verifier_message(const char *msg, struct cvg_str *out)
{
	size_t n = strcspn(msg, "\n");
	const char *about = msg[n] ? msg + n + 1 : "";

	cvg_str_addn(out, msg, n);
	about += strspn(about, " ");
	n = strcspn(about, "\n");
	if (n > 0) {
		cvg_str_add(out, " (");
		cvg_str_addn(out, about, n);
		cvg_str_addc(out, ')');
	}
	cvg_one_line(out);
}

bool cvg_module_verify(struct cvg_module *module, struct cvg_err *err)
{
	struct cvg_str line = {0};
	char *msg = NULL;
	bool ok = !LLVMVerifyModule(module->llvm, LLVMReturnStatusAction, &msg);

	cvg_live_work(module);
	if (!ok) {
		tidy_verifier_message(msg, &line);
		cvg_fail(err, "invalid IR: %s", cvg_str_of(&line));
		cvg_str_done(&line);
	}
	LLVMDisposeMessage(msg);
	return ok;
}

bool cvg_module_verify_function(struct cvg_module *module, uint32_t f,
				struct cvg_err *err)
{
	struct cvg_target_options as_now = {.triple = module->triple,
					    .cpu = module->cpu,
					    .costs = module->costs};
	struct cvg_module *copy;
	LLVMMemoryBufferRef bytes;
	bool ok;

	if (!LLVMVerifyFunction(module->fns[f].own, LLVMReturnStatusAction))
		return true;
	/* Only the whole module's verifier tells why; it must not see copies
	 * of code. LLVM 19 cannot clone a module with invalid code. */
	bytes = LLVMWriteBitcodeToMemoryBuffer(module->llvm);
	cvg_live_work(module);
	ok = cvg_module_revive(LLVMGetBufferStart(bytes),
			       LLVMGetBufferSize(bytes), &as_now, &copy, err);
	LLVMDisposeMemoryBuffer(bytes);
	if (!ok)
		return false;
	ok = cvg_module_verify(copy, err) &&
	     cvg_fail(err, "invalid IR in @%s", module->fns[f].name);
	cvg_module_free(copy);
	return ok;
}

/* ---- parsing --------------------------------------------------------- */

static struct cvg_module *parse(const struct input *in, struct cvg_err *err)
{
	LLVMContextRef context = LLVMContextCreate();
	LLVMModuleRef llvm = cvg_input_parse(&in->file, context, err);
	struct cvg_module *module;

	if (!llvm) {
		LLVMContextDispose(context);
		return NULL;
	}
	module = cvg_live_new(context, llvm);
	cvg_live_listen(module);
	return module;
}

/*
 * Give the module the data layout that LLVM's code generator will assume. Files
 * of older versions of LLVM lack parts of it, such as the alignment of i128. The
 * reader of bitcode adds them, the reader of text does not; so an empty module
 * with the layout goes through bitcode.
 */
static void complete_layout(struct cvg_module *module)
{
	LLVMModuleRef empty =
		LLVMModuleCreateWithNameInContext("layout", module->context);
	LLVMMemoryBufferRef bitcode;
	LLVMModuleRef back;

	LLVMSetTarget(empty, LLVMGetTarget(module->llvm));
	LLVMSetDataLayout(empty, LLVMGetDataLayoutStr(module->llvm));
	bitcode = LLVMWriteBitcodeToMemoryBuffer(empty);
	if (!LLVMParseBitcodeInContext2(module->context, bitcode, &back)) {
		LLVMSetDataLayout(module->llvm, LLVMGetDataLayoutStr(back));
		module->layout = LLVMGetModuleDataLayout(module->llvm);
		LLVMDisposeModule(back);
	}
	LLVMDisposeMemoryBuffer(bitcode);
	LLVMDisposeModule(empty);
}

static bool is_bitcode(const struct cvg_input *file)
{
	return file->n >= 4 && !memcmp(file->data, "BC\xC0\xDE", 4);
}

/* Resolve the target of a module. NULL: it cannot be worked with, and is gone. */
static struct cvg_module *resolve(struct cvg_module *take_module,
				  const struct cvg_target_options *opt,
				  struct cvg_err *err)
{
	LLVMModuleRef llvm = take_module->llvm;
	size_t n;
	const char *name = LLVMGetSourceFileName(llvm, &n);

	/* The module must not depend on the name of its file. */
	LLVMSetModuleIdentifier(llvm, name, n);
	if (cvg_target_resolve(take_module, opt, err) &&
	    (take_module->nfns ||
	     cvg_fail(err, "the module has no function with a body")))
		return take_module;
	cvg_module_free(take_module);
	return NULL;
}

/* Parse the file and resolve the target, in the child and in the parent. */
static struct cvg_module *parse_for_target(const struct input *in,
					   struct cvg_err *err)
{
	struct cvg_module *module = parse(in, err);

	module = module ? resolve(module, in->opt, err) : NULL;
	if (module && !is_bitcode(&in->file))
		complete_layout(module);
	return module;
}

/* The work of the child: everything that may fail or crash. */
static bool examine(void *context, struct cvg_str *out, struct cvg_err *err)
{
	const struct input *in = context;
	struct cvg_module *module = parse_for_target(in, err);

	if (!module || !cvg_module_verify(module, err) ||
	    !cvg_target_machine(module, err))
		return false;
	cvg_str_add(out, module->cpu);
	return true;
}

/* Run the child. Only its standard error shows that LLVM does not know the
 * cpu. */
static bool examine_apart(struct input *in, struct cvg_err *err)
{
	struct cvg_child child = {
		.who = "LLVM's reader",
		.object = " on this file",
		.seconds = 60 + (unsigned)(in->file.n >> 19),
		.work = examine,
		.context = in,
	};
	struct cvg_str cpu = {0}, said = {0};
	bool ok = cvg_child_run(&child, &cpu, &said, err);

	if (ok && strstr(cvg_str_of(&said), "is not a recognized processor"))
		ok = cvg_fail(err, "LLVM knows no CPU '%s' for this target",
			      cvg_str_of(&cpu));
	cvg_str_done(&cpu);
	cvg_str_done(&said);
	return ok;
}

/* "amdgcn-amd-amdhsa gfx906\n" */
static void add_cpu(const struct cvg_module *module, struct cvg_str *out)
{
	cvg_str_addf(out, "%s %s\n", module->triple, module->cpu);
}

static bool knows_cpu(const struct cvg_module *module,
		      const struct cvg_str *known)
{
	struct cvg_str cpu = {0};
	const char *at;

	add_cpu(module, &cpu);
	at = strstr(cvg_str_of(known), cpu.at);
	while (at && at != known->at && at[-1] != '\n')
		at = strstr(at + 1, cpu.at);
	cvg_str_done(&cpu);
	return at != NULL;
}

/* Read the file in this process, which may die of it. */
static struct cvg_module *read_here(struct input *in, struct cvg_err *err)
{
	struct cvg_str *known = in->opt->known_cpus;
	struct cvg_module *module = parse_for_target(in, err);
	bool knows = module && knows_cpu(module, known);

	if (!module)
		return NULL;
	if (knows ? cvg_module_verify(module, err) : examine_apart(in, err)) {
		if (!knows)
			add_cpu(module, known);
		return module;
	}
	cvg_module_free(module);
	return NULL;
}

static struct cvg_module *read_safely(struct input *in, struct cvg_err *err)
{
	return examine_apart(in, err) ? parse_for_target(in, err) : NULL;
}

/* Load what was read. Ends the input. */
static bool load(struct input *in, struct cvg_module **out, struct cvg_err *err)
{
	struct cvg_err why = {0};
	bool made = false;

	*out = NULL;
	if (cvg_input_convert(&in->file, in->opt, &made, &why))
		*out = in->opt && in->opt->known_cpus ? read_here(in, &why)
						      : read_safely(in, &why);
	if (*out)
		(*out)->made = made;
	cvg_input_done(&in->file);
	return *out || cvg_input_fail(&in->file, &why, err);
}

bool cvg_module_load(const char *path, const struct cvg_target_options *opt,
		     struct cvg_module **out, struct cvg_err *err)
{
	struct input in = {.opt = opt};

	*out = NULL;
	return cvg_input_read(&in.file, path, err) && load(&in, out, err);
}

bool cvg_module_read(const char *name, const void *bytes, size_t n,
		     const struct cvg_target_options *opt,
		     struct cvg_module **out, struct cvg_err *err)
{
	struct input in = {.opt = opt};

	*out = NULL;
	return cvg_input_take(&in.file, name, bytes, n, err) &&
	       load(&in, out, err);
}

bool cvg_module_revive(const void *bitcode, size_t n,
		       const struct cvg_target_options *opt,
		       struct cvg_module **out, struct cvg_err *err)
{
	struct input in = {.opt = opt};

	*out = NULL;
	if (!cvg_input_take(&in.file, "revision", bitcode, n, err))
		return false;
	*out = parse_for_target(&in, err);
	cvg_input_done(&in.file);
	return *out != NULL;
}

/* ---- modules of this process ------------------------------------------ */

bool cvg_module_copy_of(LLVMModuleRef llvm,
			const struct cvg_target_options *opt,
			struct cvg_module **out, struct cvg_err *err)
{
	LLVMMemoryBufferRef bytes = LLVMWriteBitcodeToMemoryBuffer(llvm);
	bool ok = cvg_module_revive(LLVMGetBufferStart(bytes),
				    LLVMGetBufferSize(bytes), opt, out, err);

	LLVMDisposeMemoryBuffer(bytes);
	if (!ok || cvg_module_verify(*out, err))
		return ok;
	cvg_module_free(*out);
	*out = NULL;
	return false;
}

bool cvg_module_guest_of(LLVMModuleRef llvm,
			 const struct cvg_target_options *opt,
			 struct cvg_module **out, struct cvg_err *err)
{
	*out = resolve(cvg_guest_new(llvm), opt, err);
	return *out != NULL;
}

LLVMModuleRef cvg_module_give(struct cvg_module *module, LLVMContextRef context,
			      struct cvg_err *err)
{
	LLVMMemoryBufferRef bytes;
	LLVMModuleRef copy;

	cvg_live_work(module);
	if (module->host && module->context == context)
		return cvg_guest_give(module);
	bytes = LLVMWriteBitcodeToMemoryBuffer(module->llvm);
	if (LLVMParseBitcodeInContext2(context, bytes, &copy)) {
		copy = NULL;
		cvg_fail(err, "LLVM cannot read the module that it wrote");
	}
	LLVMDisposeMemoryBuffer(bytes);
	return copy;
}
