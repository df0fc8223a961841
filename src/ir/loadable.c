/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Code that a driver loads: PTX, or the cubin that ptxas makes of it; for AMD's
 * GPUs the object file of the code generator, linked by ld.lld. All of it is made
 * in a child process.
 */
#include "child.h"
#include "live.h"
#include "ptxas.h"
#include "target.h"
#include "tool.h"

#include "reconverge/ir.h"
#include "reconverge/target.h"

#include <stdio.h>
#include <string.h>

struct job {
	const struct cvg_module *module;
	const struct cvg_str *code;
};

static bool assemble(void *context, struct cvg_str *out, struct cvg_err *err)
{
	const struct job *job = context;
	const struct cvg_live_target *target = cvg_live_target(job->module);
	struct cvg_str said = {0};
	bool ok =
		target->assemble(job->module->cpu, job->code, out, &said, err);

	cvg_str_done(&said);
	return ok;
}

/*
 * Version 6 of AMD's code objects, LLVM's default from 20 on, is version 5 with
 * processors that stand for several (LLVM, "User Guide for AMDGPU Backend"). ROCm
 * before 6.3 loads no version 6, and a device is one processor.
 */
static void make_older(struct cvg_str *object)
{
	enum { ABI_VERSION = 8, VERSION_5 = 3, VERSION_6 = 4 };

	if (object->n > ABI_VERSION && object->at[ABI_VERSION] == VERSION_6)
		object->at[ABI_VERSION] = VERSION_5;
}

/* The linker of this LLVM, else one that may be older. */
static bool link_object(void *context, struct cvg_str *out, struct cvg_err *err)
{
	const struct job *job = context;
	char own[32], rocm[] = "/opt/rocm/llvm/bin/ld.lld", any[] = "ld.lld";
	char *const names[] = {own, rocm, any};
	char shared[] = "-shared", to[] = "-o", made[] = "-",
	     in[] = "/dev/fd/0", whole[] = "--no-undefined";
	struct cvg_str said = {0};
	int status = CVG_TOOL_MISSING;

	snprintf(own, sizeof own, "ld.lld-%u", cvg_llvm_major());
	for (size_t i = 0; i < 3 && status == CVG_TOOL_MISSING; i++) {
		char *const args[] = {names[i], shared, to,  made,
				      in,	whole,	NULL};
		const struct cvg_tool tool = {.args = args, .in = job->code};

		status = cvg_tool_run(&tool, out, &said);
	}
	if (status == CVG_TOOL_MISSING)
		cvg_fail(err, "ld.lld is not installed");
	else if (status != 0)
		cvg_fail(err, "ld.lld refuses it: %.*s",
			 (int)strcspn(cvg_str_of(&said), "\n"),
			 cvg_str_of(&said));
	cvg_str_done(&said);
	return status == 0;
}

static bool run_apart(const char *who, cvg_child_work *work,
		      const struct cvg_module *module, unsigned seconds,
		      const struct cvg_str *code, struct cvg_str *out,
		      struct cvg_err *err)
{
	struct job job = {module, code};
	struct cvg_child child = {.who = who,
				  .object = "",
				  .seconds = seconds,
				  .work = work,
				  .context = &job,
				  .ticker = module->ticker};

	return cvg_child_run(&child, out, NULL, err);
}

/* PTX of the oldest version that has the processor, which older drivers and
 * assemblers take as well; if that has not all that the code needs, of the newest that
 * the driver takes. */
static bool make_ptx(struct cvg_module *module, const struct cvg_loading *how,
		     struct cvg_str *out, struct cvg_err *err)
{
	return cvg_module_output(module, CVG_EMIT_ASM, how->seconds, out,
				 err) ||
	       (cvg_module_ptx(module, how->driver) &&
		cvg_module_output(module, CVG_EMIT_ASM, how->seconds, out,
				  err));
}

static bool make_portable(struct cvg_module *module,
			  const struct cvg_loading *how,
			  struct cvg_loadable *out, struct cvg_err *err)
{
	struct cvg_err why = {0};

	if (!make_ptx(module, how, &out->portable, err))
		return false;
	if (how->machine && run_apart("ptxas", assemble, module, how->seconds,
				      &out->portable, &out->code, &why))
		out->suffix = "cubin";
	else
		cvg_str_clear(&out->code);
	return true;
}

bool cvg_module_loadable(struct cvg_module *module,
			 const struct cvg_loading *how,
			 struct cvg_loadable *out, struct cvg_err *err)
{
	bool portable = cvg_target_info(module->target)->no_object != NULL;
	struct cvg_str object = {0};
	bool ok;

	*out = (struct cvg_loadable){.suffix = portable ? "ptx" : "hsaco"};
	if (how->kernel &&
	    !cvg_module_for_device(module, how->kernel, how->seconds, err))
		return false;
	if (portable)
		return make_portable(module, how, out, err);
	ok = cvg_module_output(module, CVG_EMIT_OBJ, how->seconds, &object,
			       err) &&
	     run_apart("ld.lld", link_object, module, how->seconds, &object,
		       &out->code, err);
	if (ok)
		make_older(&out->code);
	cvg_str_done(&object);
	return ok;
}

void cvg_loadable_done(struct cvg_loadable *loadable)
{
	cvg_str_done(&loadable->code);
	cvg_str_done(&loadable->portable);
}
