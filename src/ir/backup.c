/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A copy of a function, to return to when a step does not pay. */
#include "live.h"

#include "reconverge/ir.h"

#include <stdlib.h>
#include <string.h>

/* The record of one function's block numbers, blocks by position. */
struct kept_fn {
	struct cvg_u32s uid;	    /* [blocks], CVG_NONE: never numbered */
	uint32_t next_uid, settled; /* as in struct cvg_live_fn */
	struct cvg_origin *of_uid;
	size_t nof_uid;
	uint32_t *origins;
	size_t norigins;
};

struct name {
	const char *text; /* in the arena; NULL: none */
	size_t n;	  /* characters */
};

struct cvg_backup {
	uint32_t function;
	const struct cvg_body *body; /* NULL: the code is in `bitcode` */
	struct cvg_body *own;	     /* the same, if nobody else has it */
	/* Names of the blocks and instructions of `own`, in order: most backups
	 * are never restored, and LLVM takes long to name a value. */
	cvg_vec(struct name) names;
	struct cvg_arena arena;
	void *bitcode; /* of the module, if the code is its own or
				  cannot be copied */
	size_t n;
	struct kept_fn *fn; /* [nfns], or only that of f */
	uint32_t nfns;	    /* 0: the code is in `body` */
};

static void *copy_of(const void *from, size_t n, size_t bytes)
{
	void *to = cvg_calloc(n, bytes);

	if (n)
		memcpy(to, from, n * bytes);
	return to;
}

static void keep_fn(const struct cvg_live_fn *live, struct kept_fn *kept)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(live->value);

	for (; b; b = LLVMGetNextBasicBlock(b))
		cvg_push(&kept->uid, cvg_ptrmap_get(&live->uid, b));
	kept->next_uid = live->next_uid;
	kept->settled = live->settled;
	kept->nof_uid = live->of_uid.n;
	kept->of_uid =
		copy_of(live->of_uid.at, live->of_uid.n, sizeof *kept->of_uid);
	kept->norigins = live->origins.n;
	kept->origins = copy_of(live->origins.at, live->origins.n,
				sizeof *kept->origins);
}

static void keep_name(struct cvg_backup *backup, LLVMValueRef v)
{
	struct name name = {0};
	const char *text = LLVMGetValueName2(v, &name.n);

	if (name.n)
		name.text = cvg_arena_strndup(&backup->arena, text, name.n);
	cvg_push(&backup->names, name);
}

static void keep_names(struct cvg_backup *backup, LLVMValueRef function)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);
	LLVMValueRef i;

	for (; b; b = LLVMGetNextBasicBlock(b)) {
		keep_name(backup, LLVMBasicBlockAsValue(b));
		for (i = LLVMGetFirstInstruction(b); i;
		     i = LLVMGetNextInstruction(i))
			keep_name(backup, i);
	}
}

/* `untouched`: the function is as it was opened, and that body holds its code. */
static struct cvg_backup *take(struct cvg_module *module, uint32_t f,
			       bool untouched)
{
	struct cvg_backup *backup = cvg_calloc(1, sizeof *backup);
	bool works = module->fns[f].value != module->fns[f].own;

	backup->function = f;
	if (works && untouched)
		backup->body = module->opened_from;
	if (works && !backup->body)
		backup->body = backup->own = cvg_body_take_unnamed(module, f);
	if (backup->body) {
		if (backup->own)
			keep_names(backup, module->fns[f].value);
		backup->fn = cvg_calloc(1, sizeof *backup->fn);
		keep_fn(&module->fns[f], backup->fn);
		return backup;
	}
	cvg_module_bitcode(module, &backup->bitcode, &backup->n);
	backup->nfns = module->nfns;
	backup->fn = cvg_calloc(module->nfns, sizeof *backup->fn);
	for (uint32_t g = 0; g < module->nfns; g++)
		keep_fn(&module->fns[g], &backup->fn[g]);
	return backup;
}

struct cvg_backup *cvg_backup_take(struct cvg_module *module, uint32_t f)
{
	return take(module, f, false);
}

struct cvg_backup *cvg_backup_untouched(struct cvg_module *module, uint32_t f)
{
	return take(module, f, true);
}

static void number_again(struct cvg_live_fn *live, const struct kept_fn *kept)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(live->value);

	cvg_ptrmap_done(&live->uid);
	live->next_uid = kept->next_uid;
	live->settled = kept->settled;
	live->of_uid.n = live->origins.n = 0;
	for (size_t i = 0; i < kept->nof_uid; i++)
		cvg_push(&live->of_uid, kept->of_uid[i]);
	for (size_t i = 0; i < kept->norigins; i++)
		cvg_push(&live->origins, kept->origins[i]);
	for (size_t i = 0; b && i < kept->uid.n;
	     i++, b = LLVMGetNextBasicBlock(b))
		if (kept->uid.at[i] != CVG_NONE)
			cvg_ptrmap_put(&live->uid, b, kept->uid.at[i]);
}

static void name_again(const struct cvg_backup *backup, LLVMValueRef function)
{
	const struct name *name = backup->names.at;
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);
	LLVMValueRef i;

	for (; b; b = LLVMGetNextBasicBlock(b), name++) {
		if (name->n)
			LLVMSetValueName2(LLVMBasicBlockAsValue(b), name->text,
					  name->n);
		for (i = LLVMGetFirstInstruction(b); i;
		     i = LLVMGetNextInstruction(i))
			if ((++name)->n)
				LLVMSetValueName2(i, name->text, name->n);
	}
}

bool cvg_backup_restore(struct cvg_module *module,
			const struct cvg_backup *backup, struct cvg_err *err)
{
	struct cvg_target_options as_now = {.triple = module->triple,
					    .cpu = module->cpu,
					    .costs = module->costs};
	struct cvg_module *fresh;

	if (backup->body) {
		cvg_body_open(module, backup->function, backup->body);
		if (backup->own) {
			module->opened_from =
				NULL; /* it goes with the backup */
			name_again(backup, module->fns[backup->function].value);
		}
		number_again(&module->fns[backup->function], backup->fn);
		return true;
	}
	if (!cvg_module_revive(backup->bitcode, backup->n, &as_now, &fresh,
			       err))
		return false;
	cvg_live_replace(module, fresh);
	for (uint32_t f = 0; f < module->nfns && f < backup->nfns; f++)
		number_again(&module->fns[f], &backup->fn[f]);
	return true;
}

void cvg_backup_free(struct cvg_backup *take_backup)
{
	if (!take_backup)
		return;
	for (uint32_t k = 0; k == 0 || k < take_backup->nfns; k++) {
		free(take_backup->fn[k].uid.at);
		free(take_backup->fn[k].of_uid);
		free(take_backup->fn[k].origins);
	}
	cvg_body_free(take_backup->own);
	cvg_arena_done(&take_backup->arena);
	free(take_backup->names.at);
	free(take_backup->fn);
	free(take_backup->bitcode);
	free(take_backup);
}
