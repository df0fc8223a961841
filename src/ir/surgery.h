/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Changes of code that LLVM-C has no function for: removing and adding entries
 * of phis, redirecting edges, moving and cloning instructions with their debug
 * records, deleting several blocks together, and merging the flags, metadata
 * and locations of two instructions. For src/ir and transforms only.
 *
 * LLVM-C orders a branch's operands differently from its successors, so only
 * the functions for successors are used here.
 */
#ifndef RECONVERGE_IR_SURGERY_H
#define RECONVERGE_IR_SURGERY_H

#include "live.h"

#include <llvm-c/DebugInfo.h>

struct cvg_incoming {
	LLVMValueRef value;
	LLVMBasicBlockRef block;
};

struct cvg_incomings {
	struct cvg_incoming *at;
	size_t n;
	size_t cap;
};

struct cvg_blockrefs {
	LLVMBasicBlockRef *at;
	size_t n;
	size_t cap;
};

/* ---- looking --------------------------------------------------------- */

bool cvg_inst_is_phi(LLVMValueRef inst);
/* True if the block has no instructions except phis and the terminator. */
bool cvg_block_is_empty(LLVMBasicBlockRef block);
/* The number of edges from one block to another. */
unsigned cvg_edges_between(LLVMBasicBlockRef from, LLVMBasicBlockRef to);
/* The predecessor, if the block has exactly one incoming edge; else NULL. */
LLVMBasicBlockRef cvg_block_single_pred(LLVMBasicBlockRef block);

/* The constant of successor k (from 1) of a switch. */
LLVMValueRef cvg_switch_case(LLVMValueRef inst, unsigned k);

/* ---- phis ------------------------------------------------------------ */

/*
 * Make a phi without entries behind the phis of the block, or before them. It
 * stands before the debug records of the next instruction, since LLVM allows
 * none between phis. The builder is left right behind the phi.
 */
LLVMValueRef cvg_phi_new(LLVMBuilderRef b, LLVMBasicBlockRef block,
			 LLVMTypeRef type, LLVMMetadataRef loc,
			 const char *name);
LLVMValueRef cvg_phi_new_first(LLVMBuilderRef b, LLVMBasicBlockRef block,
			       LLVMTypeRef type, LLVMMetadataRef loc,
			       const char *name);
/* Append a phi's entries to *out, in the phi's order. */
void cvg_phi_read(LLVMValueRef phi, struct cvg_incomings *out);
/* The value of the phi's entry for block `from`, or NULL if there is none. */
LLVMValueRef cvg_phi_value(LLVMValueRef phi, LLVMBasicBlockRef from);
/*
 * Replace `phi` by a phi with these n entries and the same name, type, flags
 * and location. Moves all uses, erases `phi` and returns the new phi.
 */
LLVMValueRef cvg_phi_rebuild(LLVMValueRef phi, const struct cvg_incoming *in,
			     size_t n);
/* In all phis of `block`, replace incoming block `from` by `to`. */
void cvg_phis_rename_pred(LLVMBasicBlockRef block, LLVMBasicBlockRef from,
			  LLVMBasicBlockRef to);
/* Remove one entry for block `from` (one edge) from all phis of `block`. Phis
 * that are left with one value are not folded. */
void cvg_phis_drop_edge(LLVMBasicBlockRef block, LLVMBasicBlockRef from);

/* ---- edges and blocks ------------------------------------------------ */

/* Make every edge from -> old an edge from -> to. Phis are not changed. */
void cvg_redirect(LLVMBasicBlockRef from, LLVMBasicBlockRef old,
		  LLVMBasicBlockRef to);

/* Make a block before `before`; with an empty name it stays unnamed. */
LLVMBasicBlockRef cvg_block_new(LLVMBasicBlockRef before, const char *name);

/*
 * Make a block that takes the edges from `preds` to `block` and jumps to
 * `block`. Each of `preds` is listed once and has an edge to `block`. The phis'
 * entries for `preds` move to phis of the new block.
 */
LLVMBasicBlockRef cvg_block_gather(LLVMBasicBlockRef block,
				   const LLVMBasicBlockRef *preds, size_t n,
				   const char *name);

/*
 * Remove an empty block with one incoming edge and one successor: the edge then
 * leads to the successor.
 */
void cvg_block_elide(struct cvg_module *module, uint32_t f,
		     LLVMBasicBlockRef block);

/* Append the instructions of `second` to `first`. The edge between them must be
 * the only way out of `first` and into `second`. `first` keeps its number. */
void cvg_block_merge(struct cvg_module *module, uint32_t f,
		     LLVMBasicBlockRef first, LLVMBasicBlockRef second);

/* Delete a block that is not used any more; it may be empty. */
void cvg_block_delete(struct cvg_module *module, uint32_t f,
		      LLVMBasicBlockRef block);

/*
 * Delete n blocks to which no other block branches. Uses of their values
 * elsewhere become poison. Phis elsewhere must have no entries for them.
 */
void cvg_blocks_erase(struct cvg_module *module, uint32_t f,
		      const LLVMBasicBlockRef *blocks, size_t n);

/* ---- metadata of branches -------------------------------------------- */

/* The metadata of a condition; it belongs to the condition and the order of its
 * two successors. */
struct cvg_branch_md {
	LLVMValueRef prof, unpredictable; /* nodes, or NULL */
};

/* The metadata of a branch; with `inverted`, for exchanged successors. */
struct cvg_branch_md cvg_branch_md_of(LLVMValueRef term, bool inverted);
void cvg_branch_md_set(LLVMValueRef term, struct cvg_branch_md md);
/* Give a two-way branch the weights of its successors as !prof. */
void cvg_branch_set_weights(LLVMValueRef branch, const uint32_t weight[2]);
/* Make `branch` depend on `cond`, the negation of its condition: exchanges the
 * successors and their weights. */
void cvg_branch_invert(LLVMValueRef branch, LLVMValueRef cond);

/*
 * Set the weights of `made`, which has the successors of `inner` and takes the
 * place of two branches: edge `edge` of `outer` led to `inner`, and its other edge
 * to one of these successors. Without the weights of both it gets none.
 */
void cvg_branch_join_weights(LLVMValueRef made, LLVMValueRef outer,
			     LLVMValueRef inner, unsigned edge);

/* The branch's !llvm.loop, or NULL. LLVM reads it at the branches back to a
 * loop's header, and uses it only if all of them have the same. */
LLVMValueRef cvg_branch_loop(LLVMValueRef term);
/* Set the branch's !llvm.loop; NULL removes it. */
void cvg_branch_set_loop(LLVMValueRef term, LLVMValueRef loop);
/* Is the operand of metadata the string `text`, or any string if that is NULL? */
bool cvg_metadata_is(LLVMValueRef operand, const char *text);

/* ---- unrolling (unroll.c) ---------------------------------------------- */

/* Hint which loops of the function passes may unroll; the hints that speak against it
 * go. */
void cvg_unroll_hint(LLVMValueRef function, enum cvg_unroll unroll);
/* Remove what is left of the hints, for no other pass is to follow them. */
void cvg_unroll_forget(LLVMValueRef function, enum cvg_unroll unroll);

/* ---- instructions ---------------------------------------------------- */

/* Move an instruction and its debug records to the builder's place. With a
 * version before LLVM 22, whose C interface cannot read them, the records are
 * dropped. The caller must delete the block that the instruction leaves. */
void cvg_inst_move(struct cvg_module *module, LLVMValueRef inst,
		   LLVMBuilderRef b);

/* Copy an instruction to the builder's place, with its name, operands, flags
 * and metadata. */
LLVMValueRef cvg_inst_clone(LLVMValueRef inst, LLVMBuilderRef b);

/* Build a call of `callee`, with the operand bundles of `call`. */
LLVMValueRef cvg_call_like(LLVMBuilderRef b, LLVMValueRef call,
			   LLVMTypeRef type, LLVMValueRef callee,
			   LLVMValueRef *arg, unsigned n);

/*
 * Make `into`, a copy of `a`, correct for `b` too, an instruction of equal
 * shape: its flags become the intersection, its alignment the minimum; metadata
 * and attributes stay only if equal; the location stays if equal, else it is
 * line 0 of the common scope. Returns `into`, or the instruction that had to
 * replace it.
 */
LLVMValueRef cvg_inst_merge(LLVMValueRef into, LLVMValueRef a, LLVMValueRef b);

/*
 * Prepare `inst` to run also for threads that did not run it before: remove
 * what could make that undefined behaviour (all metadata except !fpmath, and
 * attributes such as noundef).
 */
void cvg_inst_weaken(LLVMValueRef inst);

/*
 * Remove !alias.scope and !noalias from a copy that a thread runs beside the
 * original: they speak of one run of the declaration of their scopes, and there
 * would be two.
 */
void cvg_inst_forget_scopes(LLVMValueRef inst);

/* ---- debug locations ------------------------------------------------- */

/* Line 0 of the function, or NULL if it has no debug info. */
LLVMMetadataRef cvg_loc_none(LLVMValueRef function);

/* ---- values ---------------------------------------------------------- */

/* True if v is the i1 constant `value`; false for any vector. */
bool cvg_is_bool(LLVMValueRef v, bool value);
/* Move the name of `from` to `to`. */
void cvg_take_name(LLVMValueRef to, LLVMValueRef from);

/* True if v is poison, which may be replaced by any value. (Undef may not be
 * replaced by a value that could be poison.) */
bool cvg_is_poison(LLVMValueRef v);
/* A set of blocks, which a function tells. */
struct cvg_blockset {
	bool (*has)(const void *context, LLVMBasicBlockRef block);
	const void *context;
};

/* Replace `from` by `to` in every use outside of the blocks `inside`. A phi
 * uses its operand in the incoming block. */
void cvg_replace_uses_outside(LLVMValueRef from, LLVMValueRef to,
			      const struct cvg_blockset *inside);
/* True if v has such a use. */
bool cvg_used_outside(LLVMValueRef v, const struct cvg_blockset *inside);

#endif
