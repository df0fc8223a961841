/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What redirection builds with, shared by its files.
 *
 * A thread's number is its block's number times the threads of a block, plus
 * its own number in the block. The thread itself has one; its entry of the
 * array names another thread, whose work it does. In arrays of [2] the first
 * element is of threads, the second of blocks; those of [3] are by dimension.
 */
#ifndef CVG_TRANSFORMS_REDIRECT_BUILDER_H
#define CVG_TRANSFORMS_REDIRECT_BUILDER_H

#include "redirect.h"

#include "reconverge/plan.h"
#include "src/ir/param.h"
#include "src/ir/surgery.h"

/* One kernel, and in it one function at a time: the kernel, then the twins of
 * its callees. */
struct redirector {
	struct cvg_module *module;
	const struct cvg_fn *kernel; /* snapshot before */
	LLVMBuilderRef builder;
	LLVMTypeRef i32, i64;
	uint32_t dims; /* in which the kernel's threads ask for their number */

	/* The function at hand. Values are i32 unless told; NULL: not built. */
	LLVMValueRef function;
	LLVMValueRef entry; /* of the array, for this thread */

	/* The launch. */
	LLVMValueRef count[2][3]; /* threads of a block, blocks of the grid */
	LLVMValueRef nthreads;	  /* of a block, over all dimensions */

	/* The thread itself. */
	LLVMValueRef mine[2][3]; /* its number in the block, and its block's */
	LLVMValueRef own[3];	 /* the two as one: block * size + thread */

	/* The thread whose work it does, taken apart from the entry. */
	LLVMValueRef all[2];	   /* its number in the block, and its block's,
				      over all dimensions */
	LLVMValueRef beyond[2][2]; /* [][d] the same over the dimensions above
				      d */
	LLVMValueRef part[2][3];   /* the same along one dimension */
	LLVMValueRef delta[3];	   /* i64: its number along one dimension, less
				      the thread's own */
};

/* ---- redirect_build.c: code at the place where the builder stands ------ */

/* Put the builder behind the allocas of the entry block. */
void cvg_redirect_start(struct redirector *redir);
/* Build how many threads a block has, and how many blocks the grid. */
void cvg_redirect_sizes(struct redirector *redir);
/* Load this thread's entry of the array. */
void cvg_redirect_load(struct redirector *redir, LLVMValueRef array);
/* Component d of the thread (0) or block (1) that the entry names. */
LLVMValueRef cvg_redirect_part(struct redirector *redir, uint32_t which,
			       uint32_t d);
/* block * size + thread along d, of the thread itself and of the thread that
 * the entry names. */
LLVMValueRef cvg_redirect_own(struct redirector *redir, uint32_t d);
LLVMValueRef cvg_redirect_whole(struct redirector *redir, uint32_t d);
/* The number over all dimensions of the thread that the entry names, in its
 * block or (`global`) in the grid. */
LLVMValueRef cvg_redirect_linear(struct redirector *redir, bool global);

/* ---- redirect_items.c: calls by name ----------------------------------- */

/* A call of a function that gives a number of the thread (items.h). */
struct cvg_item_at {
	LLVMValueRef call;
	enum cvg_item item;
	uint32_t axis; /* 3: an axis that does not exist; CVG_NONE: known only
			  when the call runs */
};

struct cvg_items {
	struct cvg_item_at *at;
	size_t n, cap;
};

/* Is it a call of such a function? */
bool cvg_redirect_item(LLVMValueRef v, struct cvg_item_at *out);
/* Is it a call of one that gives a number of the launch, the same for all? */
bool cvg_redirect_of_launch(LLVMValueRef v);
/* Which parts of the other thread's number do the calls need? Sets those of
 * `want`. */
void cvg_redirect_items_want(const struct redirector *redir,
			     const struct cvg_items *items, bool want[2][3]);
/* Build what the calls need besides, at the function's start, before anything
 * is replaced. */
void cvg_redirect_items_prepare(struct redirector *redir,
				const struct cvg_items *items);
/* Let the calls give the other thread's numbers. */
void cvg_redirect_items(struct redirector *redir,
			const struct cvg_items *items);

/* ---- redirect_numbers.c ------------------------------------------------ */

/* Is it a call of the function of that name? */
bool cvg_redirect_calls(LLVMValueRef v, const char *name);
bool cvg_redirect_is_op(LLVMValueRef v, LLVMOpcode op);
/* Is it block * size + thread, along x? */
bool cvg_redirect_is_number(const struct redirector *redir, LLVMValueRef v);
/* Is it a constant power of two? Sets *log. */
bool cvg_redirect_log2(LLVMValueRef v, unsigned *log);

/* ---- redirect_promises.c ----------------------------------------------- */

/* Remove the function's attributes that redirection makes false. */
void cvg_redirect_drop_promises(const struct redirector *redir);
/* Remove the attributes that redirection makes false from a call of a twin. */
void cvg_redirect_drop_call_promises(const struct redirector *redir,
				     LLVMValueRef call);
/* Let cvg_redirect_done know it. */
void cvg_redirect_mark(LLVMValueRef kernel);
/* Let the function's metadata tell of its new last parameter: the array, or the
 * entry that a twin takes. */
void cvg_redirect_describe(LLVMValueRef function, bool array);

#endif
