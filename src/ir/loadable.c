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

/* The linker of this LLVM, else one that may be older. */
static bool link_object(void *context, struct cvg_str *out, struct cvg_err *err)
{
	const struct job *job = context;
	char own[32], rocm[] = "/opt/rocm/llvm/bin/ld.lld", any[] = "ld.lld";
	char *const names[] = {own, rocm, any};
	char shared[] = "-shared", to[] = "-o", made[] = "-",
	     in[] = "/dev/fd/0";
	struct cvg_str said = {0};
	int status = CVG_TOOL_MISSING;

	snprintf(own, sizeof own, "ld.lld-%u", cvg_llvm_major());
	for (size_t i = 0; i < 3 && status == CVG_TOOL_MISSING; i++) {
		char *const args[] = {names[i], shared, to, made, in, NULL};
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

bool cvg_module_loadable(struct cvg_module *module, bool machine,
			 unsigned seconds, struct cvg_str *out,
			 const char **suffix, struct cvg_err *err)
{
	bool portable = cvg_target_info(module->target)->no_object != NULL;
	struct cvg_str code = {0};
	struct cvg_err why = {0};
	bool ok;

	*suffix = portable ? "ptx" : "hsaco";
	if (!cvg_module_output(module, portable ? CVG_EMIT_ASM : CVG_EMIT_OBJ,
			       seconds, &code, err))
		return false;
	if (portable) {
		ok = machine && run_apart("ptxas", assemble, module, seconds,
					  &code, out, &why);
		if (ok)
			*suffix = "cubin";
		else
			cvg_str_addn(out, code.at, code.n);
		ok = true;
	} else {
		ok = run_apart("ld.lld", link_object, module, seconds, &code,
			       out, err);
	}
	cvg_str_done(&code);
	return ok;
}
