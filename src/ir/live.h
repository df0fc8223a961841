/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The live module as src/ir and transforms see it: LLVM handles, the record
 * of block numbers, and the tables from snapshot ids to handles. Nobody else
 * may include this.
 *
 * A phase that makes a block tells where it came from, before or after it
 * fills the block; a phase that deletes a block says so first, because a new
 * block may get the same address. A block nobody spoke of gets the next
 * number at the next snapshot, with no origins. So take a snapshot before the
 * first phase, as the runner does anyway: it numbers the blocks in order.
 */
#ifndef RECONVERGE_IR_LIVE_H
#define RECONVERGE_IR_LIVE_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "ptrmap.h"
#include "reconverge/ir.h"

/* Numbers LLVM gave to attribute and metadata names in this context. */
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
	unsigned noundef;
	unsigned speculatable;
	unsigned willreturn;
	unsigned md_kernel_arg_addr_space;
	unsigned md_noundef;
	unsigned md_prof;
	unsigned md_reqd_work_group_size;
};

/* Where the origins of a uid stand in cvg_live_fn.origins. */
struct cvg_origin {
	uint32_t at;
	uint32_t n;
};

/* One function with a body. */
struct cvg_live_fn {
	LLVMValueRef value;
	char *name;	       /* owned; the module may rename or replace */
	struct cvg_ptrmap uid; /* LLVMBasicBlockRef -> uid */
	uint32_t next_uid;
	uint32_t settled; /* numbers below are of the revision that the
				  module was revived from; 0: of none */
	cvg_vec(struct cvg_origin) of_uid; /* [next_uid] */
	struct cvg_u32s origins;
	struct cvg_u32s seen; /* [uid] stamp of the list it is in */
	uint32_t stamp;
};

/*
 * Owner: whoever loaded or revived it, frees it with cvg_module_free. One
 * context a module, so that nothing is shared and threads could not meet.
 */
struct cvg_module {
	LLVMContextRef context;
	LLVMModuleRef llvm;
	LLVMTargetDataRef layout; /* the module's own; borrowed from it */
	enum cvg_target target;
	bool opencl;	    /* OpenCL C: see opencl.h */
	bool target_shifts; /* as cvg_module_target_shifts has it */
	char *triple;
	char *cpu;
	struct cvg_kinds kinds;
	struct cvg_live_fn *fns; /* in the module's order */
	uint32_t nfns;
	char *text;		  /* held: the whole module printed, or NULL */
	cvg_vec(size_t) text_at;  /* [nfns + 1] where functions begin in it */
	struct cvg_str complaint; /* first error LLVM sent to the context */
	const struct cvg_ticker *ticker; /* or NULL */
};

/* ---- for phases ------------------------------------------------------ */

/* The handle of function f. */
LLVMValueRef cvg_live_function(const struct cvg_module *m, uint32_t f);

/*
 * `made` was made out of the blocks `from` (it may be one of them). It gets
 * a fresh uid at once; its origins are the uids of `from` at this moment,
 * each once. Without `from` it is simply new. A block that was itself made
 * since the revision stands for what it was made from, so origins are always
 * blocks that can be looked up in the parent.
 */
void cvg_live_block_origin(struct cvg_module *m, uint32_t f,
			   LLVMBasicBlockRef made,
			   const LLVMBasicBlockRef *from, size_t nfrom);

/* The same, of blocks that may be gone by now, by their uids. */
void cvg_live_uid_origin(struct cvg_module *m, uint32_t f,
			 LLVMBasicBlockRef made, const uint32_t *uids,
			 size_t n);

/* `block` goes on under the number of another one that is gone. */
void cvg_live_keep_uid(struct cvg_module *m, uint32_t f,
		       LLVMBasicBlockRef block, uint32_t uid);

/* `block` is about to be deleted. */
void cvg_live_block_gone(struct cvg_module *m, uint32_t f,
			 LLVMBasicBlockRef block);

/* The uid of a block; one is given if it had none. */
uint32_t cvg_live_block_uid(struct cvg_module *m, uint32_t f,
			    LLVMBasicBlockRef block);

/*
 * List the functions again after a phase added, replaced or deleted one.
 * Records stay with the handle, else with the name.
 */
void cvg_live_rescan(struct cvg_module *m);

/*
 * Handles by snapshot id, valid for the snapshot taken at the same moment
 * and only until the function is changed. A value that is no LLVM value of
 * its own does not occur. Free with cvg_live_ids_done.
 */
struct cvg_live_ids {
	LLVMBasicBlockRef *blocks; /* [nblocks] */
	LLVMValueRef *insts;	   /* [ninsts] */
	LLVMValueRef *values;	   /* [nvalues] */
	uint32_t nblocks, ninsts, nvalues;
};

void cvg_live_ids_of(struct cvg_module *m, uint32_t f,
		     struct cvg_live_ids *ids);
void cvg_live_ids_done(struct cvg_live_ids *ids);

/* ---- going back ------------------------------------------------------ */

/* The module as it was at one moment, block numbers included. */
struct cvg_backup;

struct cvg_backup *cvg_backup_take(struct cvg_module *m);
/* Make the module what it was; handles into it are stale after. */
bool cvg_backup_restore(struct cvg_module *m, const struct cvg_backup *backup,
			struct cvg_err *err);
void cvg_backup_free(struct cvg_backup *take_backup);

/* ---- inside src/ir --------------------------------------------------- */

/* Take over a module parsed into `take_context`; target not resolved yet. */
struct cvg_module *cvg_live_new(LLVMContextRef take_context,
				LLVMModuleRef take_llvm);

/* LLVM's complaints in this context go to m->complaint. */
void cvg_live_listen(struct cvg_module *m);

/* `m` becomes what `take_new` is; who holds `m` need not know. */
void cvg_live_replace(struct cvg_module *m, struct cvg_module *take_new);

#endif
