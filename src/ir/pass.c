/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs LLVM's own passes as a step: in a child, whose result is read back into
 * the same module. Blocks keep their numbers in functions whose code did not
 * change; elsewhere a block keeps the number of the block with its label.
 */
#include <llvm-c/BitWriter.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "live.h"
#include "passes.h"
#include "target.h"

#include "reconverge/graph.h"
#include "reconverge/ir.h"

/* ---- in the child ---------------------------------------------------- */

struct job {
	struct cvg_module *module;
	const char *pipeline;
};

static bool fail_llvm(LLVMErrorRef take_error, struct cvg_err *err)
{
	char *msg = LLVMGetErrorMessage(take_error);
	struct cvg_str line = {0};

	cvg_str_add(&line, msg);
	cvg_one_line(&line);
	cvg_fail(err, "%s", cvg_str_of(&line));
	cvg_str_done(&line);
	LLVMDisposeErrorMessage(msg);
	return false;
}

/*
 * Without options, instcombine aborts if a second round would find more, which
 * only LLVM's own tests want: add the option that allows it, unless the user
 * gave options.
 */
static void tolerate_rounds(const char *pipeline, struct cvg_str *out)
{
	static const char name[] = "instcombine";
	size_t n = sizeof name - 1;
	const char *at = pipeline, *hit;

	while ((hit = strstr(at, name))) {
		bool whole = (hit == pipeline || strchr(",( ", hit[-1])) &&
			     strchr(",) ", hit[n]);

		cvg_str_addn(out, at, (size_t)(hit - at) + n);
		if (whole)
			cvg_str_add(out, "<no-verify-fixpoint>");
		at = hit + n;
	}
	cvg_str_add(out, at);
}

bool cvg_passes_run(struct cvg_module *module, LLVMModuleRef llvm,
		    const char *pipeline, struct cvg_err *err)
{
	LLVMTargetMachineRef tm = cvg_target_machine(module, err);
	LLVMPassBuilderOptionsRef options;
	struct cvg_str tolerant = {0};
	LLVMErrorRef failed;

	if (!tm)
		return false;
	module->complaint.n = 0;
	tolerate_rounds(pipeline, &tolerant);
	options = LLVMCreatePassBuilderOptions();
	failed = LLVMRunPasses(llvm, tolerant.at, tm, options);
	LLVMDisposePassBuilderOptions(options);
	LLVMDisposeTargetMachine(tm);
	cvg_str_done(&tolerant);
	if (failed)
		return fail_llvm(failed, err);
	return !module->complaint.n ||
	       cvg_fail(err, "%s", module->complaint.at);
}

static bool run_pipeline(void *context, struct cvg_str *out,
			 struct cvg_err *err)
{
	struct job *job = context;
	size_t n;
	void *data;

	cvg_shelf_clear(job->module);
	if (!cvg_passes_run(job->module, job->module->llvm, job->pipeline,
			    err) ||
	    !cvg_module_verify(job->module, err))
		return false;
	cvg_module_bitcode(job->module, &data, &n);
	cvg_str_addn(out, data, n);
	free(data);
	return true;
}

/* ---- numbers of blocks ----------------------------------------------- */

struct cvg_numbered cvg_numbered_take(struct cvg_module *module, uint32_t f)
{
	return (struct cvg_numbered){cvg_module_snapshot(module, f, 0),
				     cvg_module_next_uid(module, f)};
}

void cvg_numbered_done(struct cvg_numbered *was)
{
	cvg_fn_free(was->fn);
}

/* True if the name is a label, not a number, which LLVM gives anew at every
 * printing. */
static bool is_label(const char *name)
{
	return name[0] < '0' || name[0] > '9';
}

struct named {
	const char *name;
	uint32_t block;
};

static int by_name(const void *a, const void *b)
{
	const struct named *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* The block with that label (labels are unique in a function), or CVG_NONE. */
static uint32_t find_label(const struct named *list, uint32_t n,
			   const char *name)
{
	struct named key = {name, 0};
	const struct named *hit = bsearch(&key, list, n, sizeof *list, by_name);

	return hit ? hit->block : CVG_NONE;
}

/* Give each block of `now` the uid and origins of the block of `old` with the
 * same label, or else a new number. */
static void match_labels(const struct cvg_numbered *old, struct cvg_fn *now,
			 uint32_t *next)
{
	struct named *list = cvg_calloc(old->fn->nblocks, sizeof *list);
	uint32_t n = 0;

	for (uint32_t b = 0; b < old->fn->nblocks; b++)
		if (is_label(old->fn->blocks[b].name))
			list[n++] = (struct named){old->fn->blocks[b].name, b};
	qsort(list, n, sizeof *list, by_name);
	*next = old->next_uid;
	for (uint32_t b = 0; b < now->nblocks; b++) {
		struct cvg_block *block = &now->blocks[b];
		uint32_t was = find_label(list, n, block->name);

		block->norigins = 0;
		if (was == CVG_NONE) {
			block->uid = (*next)++;
			continue;
		}
		block->uid = old->fn->blocks[was].uid;
		block->origins_at = old->fn->blocks[was].origins_at;
		block->norigins = old->fn->blocks[was].norigins;
	}
	free(list);
}

void cvg_numbered_restore(struct cvg_module *module, uint32_t f,
			  const struct cvg_numbered *was)
{
	struct cvg_fn *now = cvg_module_snapshot(module, f, 0);
	uint32_t next = was->next_uid;
	uint32_t *own = now->origins;

	if (now->fingerprint == was->fn->fingerprint &&
	    now->nblocks == was->fn->nblocks) {
		cvg_module_adopt_uids(module, f, was->fn, next);
	} else {
		match_labels(was, now, &next);
		now->origins = was->fn->origins; /* rows point into those */
		cvg_module_adopt_uids(module, f, now, next);
		now->origins = own;
	}
	cvg_fn_free(now);
}

static struct cvg_numbered *remember(struct cvg_module *module)
{
	struct cvg_numbered *old = cvg_calloc(module->nfns + 1, sizeof *old);

	for (uint32_t f = 0; f < module->nfns; f++)
		old[f] = cvg_numbered_take(module, f);
	return old;
}

static void number_all_after(struct cvg_module *module,
			     struct cvg_numbered *take_old, uint32_t nold)
{
	for (uint32_t f = 0; f < module->nfns; f++)
		for (uint32_t g = 0; g < nold; g++)
			if (!strcmp(module->fns[f].name, take_old[g].fn->name))
				cvg_numbered_restore(module, f, &take_old[g]);
	for (uint32_t f = 0; f < nold; f++)
		cvg_numbered_done(&take_old[f]);
	free(take_old);
}

/* ---- the module ------------------------------------------------------ */

void cvg_live_replace(struct cvg_module *module, struct cvg_module *take_new)
{
	struct cvg_module old = *module;

	take_new->ticker = module->ticker;
	*module = *take_new;
	*take_new = old;
	cvg_live_listen(module);
	cvg_module_free(take_new);
}

bool cvg_module_pass(struct cvg_module *module, const char *pipeline,
		     unsigned seconds, struct cvg_err *err)
{
	struct job job = {module, pipeline};
	struct cvg_child child = {.who = "LLVM",
				  .object = " in this pipeline",
				  .seconds = seconds,
				  .work = run_pipeline,
				  .context = &job,
				  .ticker = module->ticker};
	struct cvg_str bitcode = {0};
	struct cvg_module *fresh = NULL;
	struct cvg_numbered *old;
	uint32_t nold = module->nfns;
	bool ok = cvg_child_run(&child, &bitcode, NULL, err) &&
		  cvg_module_revive(bitcode.at, bitcode.n, NULL, &fresh, err);

	cvg_str_done(&bitcode);
	if (!ok)
		return cvg_fail_in(err, "pass '%s'", pipeline);
	free(fresh->cpu);
	fresh->cpu = cvg_strdup(module->cpu);
	fresh->costs = module->costs;
	old = remember(module);
	cvg_live_replace(module, fresh);
	number_all_after(module, old, nold);
	return true;
}
