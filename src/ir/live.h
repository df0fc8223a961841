/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The live module as src/ir, src/decode and transforms see it: LLVM handles,
 * the record of block numbers, and the tables from snapshot ids to handles. No
 * other folder may include this header.
 *
 * A phase that makes a block records its origins, before or after it fills the
 * block (cvg_live_block_origin). A phase that deletes a block must report it
 * first (cvg_live_block_gone), because a new block may get the same address. A
 * block that was not recorded gets the next number at the next snapshot, and no
 * origins. The runner takes a snapshot before the first phase, which numbers
 * the blocks in order.
 */
#ifndef RECONVERGE_IR_LIVE_H
#define RECONVERGE_IR_LIVE_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "ptrmap.h"
#include "reconverge/words.h"

struct cvg_fn;
struct cvg_host;

/* LLVM's numbers for names of attributes and of metadata (md_) in this
 * context. */
struct cvg_kinds {
	unsigned align;
	unsigned byref;
	unsigned byval;
	unsigned convergent;
	unsigned dereferenceable;
	unsigned dereferenceable_or_null;
	unsigned immarg;
	unsigned inreg;
	unsigned memory;
	unsigned nounwind;
	unsigned nofpclass;
	unsigned nofree;
	unsigned noundef;
	unsigned range;
	unsigned speculatable;
	unsigned willreturn;
	unsigned md_kernel_arg_addr_space;
	unsigned md_noundef;
	unsigned md_prof;
	unsigned md_range;
	unsigned md_reqd_work_group_size;
};

/* The place of a uid's origins in cvg_live_fn.origins. */
struct cvg_origin {
	uint32_t at;
	uint32_t n;
};

/* One function with a body. */
struct cvg_live_fn {
	LLVMValueRef own;      /* in the module */
	LLVMValueRef value;    /* has the code: own, or a copy in work */
	char *name;	       /* owned; the module may rename or replace */
	struct cvg_ptrmap uid; /* LLVMBasicBlockRef -> uid */
	uint32_t next_uid;
	uint32_t settled; /* uids below it are of the revision from which
			     the module was revived; 0: from none */
	cvg_vec(struct cvg_origin) of_uid; /* [next_uid] */
	struct cvg_u32s origins;
	struct cvg_u32s seen; /* [uid] stamp of the list it is in */
	uint32_t stamp;
};

/*
 * The caller of cvg_module_load or _revive owns it and frees it with
 * cvg_module_free. Each module has an own context, so that modules share no
 * data, apart from a guest (guest.c).
 */
struct cvg_module {
	LLVMContextRef context;
	LLVMModuleRef llvm;
	LLVMTargetDataRef layout;      /* the module's own; borrowed from it */
	struct cvg_shelf *shelf;       /* copies of code: see body.c; or NULL */
	struct cvg_ptrmap *convergent; /* function with a body -> is it
					  convergent? See convergent.c */
	enum cvg_target target;
	bool made;	    /* of a file that is no IR: see forms.h */
	bool opencl;	    /* OpenCL C: see opencl.h */
	bool target_shifts; /* set by cvg_module_target_shifts */
	bool wraps;	    /* set by cvg_module_wraps */
	char *triple;
	char *cpu;
	char *features; /* for the code generator, beside those of the cpu; or
			   NULL */
	const struct cvg_costs *costs; /* of its snapshots; borrowed, or NULL */
	struct cvg_kinds kinds;
	struct cvg_live_fn *fns; /* in the module's order */
	struct cvg_ptrmap place; /* the function's handle -> place in fns */
	struct cvg_ptrmap given; /* intrinsics that it had from the beginning */
	uint32_t nfns;
	uint32_t opened; /* the place of the function that was in work last */
	const struct cvg_body *opened_from; /* its code, while it is in work; or
					       NULL */
	char *text;		  /* the printed module while it is held, or
				     NULL */
	cvg_vec(size_t) text_at;  /* [nfns + 1] begin of functions in it */
	struct cvg_str complaint; /* first error LLVM sent to the context */
	struct cvg_host *host;	  /* of a guest's context; else NULL */
	const struct cvg_ticker *ticker; /* or NULL */
	struct {
		LLVMValueRef inst; /* or NULL; compared only */
		size_t n;	   /* its first debug records are copies */
	} left_behind;		   /* by cvg_inst_move */
};

/* ---- for phases ------------------------------------------------------ */

/* The handle of function f, or of the copy of it that is in work. */
LLVMValueRef cvg_live_function(const struct cvg_module *module, uint32_t f);
/* The place of a function in the module's list, by its handle or by that of the copy
 * in work; CVG_NONE: it has no body. */
uint32_t cvg_live_place(const struct cvg_module *module, LLVMValueRef function);

/*
 * Record that block `made` was made from the blocks `from`, of which it may be
 * one. It gets a fresh uid at once; its origins are the uids that `from` have
 * now, each once. Without `from` it has no origins. A block of `from` that was
 * itself made since the revision is replaced by its own origins, so all origins
 * are blocks of the parent revision.
 */
void cvg_live_block_origin(struct cvg_module *module, uint32_t f,
			   LLVMBasicBlockRef made,
			   const LLVMBasicBlockRef *from, size_t nfrom);

/* Record the origins of `made` by their uids, because their blocks may have been
 * deleted. */
void cvg_live_uid_origin(struct cvg_module *module, uint32_t f,
			 LLVMBasicBlockRef made, const uint32_t *uids,
			 size_t n);

/* Give `block` the uid of another block, which was deleted. */
void cvg_live_keep_uid(struct cvg_module *module, uint32_t f,
		       LLVMBasicBlockRef block, uint32_t uid);

/* Forget `block`, which the caller is about to delete. */
void cvg_live_block_gone(struct cvg_module *module, uint32_t f,
			 LLVMBasicBlockRef block);

/* The uid of a block; it gets one if it has none. */
uint32_t cvg_live_block_uid(struct cvg_module *module, uint32_t f,
			    LLVMBasicBlockRef block);

/*
 * List the functions again after a phase added, replaced or deleted one. A
 * function keeps the record of the same handle, else of the same name.
 */
void cvg_live_rescan(struct cvg_module *module);

/*
 * LLVM handles by snapshot id. They are valid for a snapshot taken at the same
 * moment, and only until the function is changed. Free with cvg_live_ids_done.
 */
struct cvg_live_ids {
	LLVMBasicBlockRef *blocks; /* [nblocks] */
	LLVMValueRef *insts;	   /* [ninsts] */
	LLVMValueRef *values;	   /* [nvalues] */
	uint32_t nblocks, ninsts, nvalues;
};

void cvg_live_ids_of(struct cvg_module *module, uint32_t f,
		     struct cvg_live_ids *ids);
/* The same, but of the values only the arguments and instructions. */
void cvg_live_ids_list(struct cvg_module *module, uint32_t f,
		       struct cvg_live_ids *ids);
void cvg_live_ids_done(struct cvg_live_ids *ids);

/* ---- going back ------------------------------------------------------ */

/* Can cvg_body_take copy the code of the function? */
bool cvg_code_can_be_copied(LLVMValueRef function);
/* Can it be copied if the debug records are left out that LLVM-C cannot make? */
bool cvg_code_can_lose_records(LLVMValueRef function);
/* A copy of function f in a module of its own, which has only what it uses and
 * belongs to the caller. NULL: it cannot be made (excerpt.c). */
LLVMValueRef cvg_excerpt_take(struct cvg_module *module, uint32_t f);
/* Append a module as bitcode that has only function f, with the name CVG_MCODE_SYMBOL, and
 * what it uses; returns the number of its instructions. */
uint64_t cvg_excerpt_send(struct cvg_module *module, uint32_t f,
			  struct cvg_str *out);
/* Give the work on function f the blocks of `made`, which has the same type. The
 * numbers of its blocks are stale then. */
void cvg_body_take_over(struct cvg_module *module, uint32_t f,
			LLVMValueRef made);
/* The text of function f, but for its first line, at the cost of the function and
 * not of the module. NULL: it can only be printed in its module. Free it with
 * LLVMDisposeMessage. */
char *cvg_body_print(struct cvg_module *module, uint32_t f);
/* cvg_body_take without the names of blocks and instructions. */
struct cvg_body *cvg_body_take_unnamed(struct cvg_module *module, uint32_t f);
/* Delete all copies, in a child process that is about to give the module to
 * LLVM, or with the module. */
void cvg_shelf_clear(struct cvg_module *module);

/* Function f as it was at one moment, block numbers included. */
struct cvg_backup;

struct cvg_backup *cvg_backup_take(struct cvg_module *module, uint32_t f);
/* The same of a function in work whose code nothing has changed since it was opened, or
 * went back to such a backup. It is cheaper, and must not outlive the work. */
struct cvg_backup *cvg_backup_untouched(struct cvg_module *module, uint32_t f);
/* Return the function to the state of the backup; handles into it are invalid
 * afterwards. Fails if LLVM cannot read the backup: the module is unchanged. */
bool cvg_backup_restore(struct cvg_module *module,
			const struct cvg_backup *backup, struct cvg_err *err);
void cvg_backup_free(struct cvg_backup *take_backup);

/* ---- inside src/ir --------------------------------------------------- */

/* A live module that owns a module parsed into `take_context`; its target is
 * not resolved yet. */
struct cvg_module *cvg_live_new(LLVMContextRef take_context,
				LLVMModuleRef take_llvm);

/* A copy of the host's module in its context, which outlives the copy. */
struct cvg_module *cvg_guest_new(LLVMModuleRef llvm);
/* Give the host what is the guest's: nothing but cvg_module_free may follow. */
LLVMModuleRef cvg_guest_give(struct cvg_module *module);
/* The end of a guest: the context is the host's again. */
void cvg_guest_leave(struct cvg_module *module);

/* Give `to`, a function without attributes, the calling convention, attributes
 * and metadata of `from`. */
void cvg_function_copy_facts(LLVMValueRef to, LLVMValueRef from);
/* The same, and all else that is neither code nor a name. */
void cvg_function_copy_properties(LLVMValueRef to, LLVMValueRef from);
void cvg_global_copy_metadata(LLVMValueRef to, LLVMValueRef from);

/* Count that LLVM goes through all of the module once (cvg_work). */
void cvg_live_work(const struct cvg_module *module);

/* Make LLVM send the errors of this context, which is the module's own, to
 * module->complaint. */
void cvg_live_listen(struct cvg_module *module);

/* Move the contents of `take_new` into `m`, whose address stays valid. */
void cvg_live_replace(struct cvg_module *module, struct cvg_module *take_new);

#endif
