/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What redirection builds with, shared by its files. */
#ifndef CVG_TRANSFORMS_REDIRECT_BUILDER_H
#define CVG_TRANSFORMS_REDIRECT_BUILDER_H

#include "redirect.h"

#include "reconverge/plan.h"
#include "src/ir/param.h"
#include "src/ir/surgery.h"

/* For one function at a time: the kernel, then its callees' twins. */
struct builder {
	struct cvg_module *m;
	const struct cvg_fn *fn; /* the kernel */
	LLVMBuilderRef b;
	LLVMTypeRef i32, i64;
	uint32_t dims;

	LLVMValueRef function;
	/* NULL: not built yet. Those of [2] are of threads and of blocks. */
	LLVMValueRef entry;	 /* of the array, for this thread */
	LLVMValueRef n[2][3];	 /* threads of a block, blocks of the grid */
	LLVMValueRef nthreads;	 /* of a block */
	LLVMValueRef mine[2][3]; /* who it really is */
	LLVMValueRef own[3];	 /* the same, block * size + thread */
	LLVMValueRef part[2][3]; /* whose work it does */
	LLVMValueRef all[2], beyond[2][2]; /* the same over all dimensions, and
					      over those above that one */
	LLVMValueRef delta[3]; /* i64: from its own number to the other's */
};

/* ---- redirect_build.c: where the builder stands ----------------------- */

/* After the allocas of the entry block. */
void cvg_redirect_start(struct builder *x);
/* How many threads a block has, and blocks the grid. */
void cvg_redirect_sizes(struct builder *x);
/* This thread's entry of the array. */
void cvg_redirect_load(struct builder *x, LLVMValueRef array);
/* Component d of the thread (0) or block (1) that the entry names. */
LLVMValueRef cvg_redirect_part(struct builder *x, uint32_t which, uint32_t d);
/* block * size + thread along d, of itself and of whom the entry names. */
LLVMValueRef cvg_redirect_own(struct builder *x, uint32_t d);
LLVMValueRef cvg_redirect_whole(struct builder *x, uint32_t d);
/* That one's number in the block or grid, rows and layers counted. */
LLVMValueRef cvg_redirect_linear(struct builder *x, bool global);

/* ---- redirect_items.c: calls by name ----------------------------------- */

/* One of a function as in redirect.h. */
struct cvg_item_at {
	LLVMValueRef call;
	enum cvg_item item;
	uint32_t axis; /* 3: there is no such; CVG_NONE: known when it runs */
};

struct cvg_items {
	struct cvg_item_at *at;
	size_t n, cap;
};

/* Is it a call of such a function? */
bool cvg_redirect_item(LLVMValueRef v, struct cvg_item_at *out);
/* A call of one that says something of the launch, the same for all? */
bool cvg_redirect_of_launch(LLVMValueRef v);
/* Which components of thread and block do they need? */
void cvg_redirect_items_want(const struct builder *x,
			     const struct cvg_items *items, bool want[2][3]);
/* Before anything is replaced: what they need besides, at the start. */
void cvg_redirect_items_prepare(struct builder *x,
				const struct cvg_items *items);
void cvg_redirect_items(struct builder *x, const struct cvg_items *items);

/* ---- redirect_numbers.c ------------------------------------------------ */

/* Is it a call of that function? */
bool cvg_redirect_calls(LLVMValueRef v, const char *name);
bool cvg_redirect_is_op(LLVMValueRef v, LLVMOpcode op);
/* Is it block * size + thread, along x? */
bool cvg_redirect_is_number(const struct builder *x, LLVMValueRef v);
/* A power of two, and which. */
bool cvg_redirect_log2(LLVMValueRef v, unsigned *log);

#endif
