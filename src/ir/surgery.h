/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Surgery that LLVM-C lacks, written once: phis that lose or gain entries,
 * redirected edges, moved and cloned instructions that keep their debug
 * records, blocks deleted together, and the merging of two instructions'
 * flags, metadata and locations. For src/ir and transforms only.
 *
 * LLVM-C counts a branch's operands in another order than its successors:
 * only the successor calls are used here.
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
/* Neither phi nor terminator stands in the block. */
bool cvg_block_is_empty(LLVMBasicBlockRef block);
/* How many edges lead from one block to another. */
unsigned cvg_edges_between(LLVMBasicBlockRef from, LLVMBasicBlockRef to);
/* The one predecessor with a single edge to the block, or NULL. */
LLVMBasicBlockRef cvg_block_single_pred(LLVMBasicBlockRef block);

/* The constant of successor k (from 1) of a switch. */
LLVMValueRef cvg_switch_case(LLVMValueRef inst, unsigned k);

/* ---- phis ------------------------------------------------------------ */

/*
 * A phi without entries, behind those that the block has, or before them. It
 * stands before the debug records of what follows: LLVM wants none between
 * phis. The builder is left right behind it.
 */
LLVMValueRef cvg_phi_new(LLVMBuilderRef b, LLVMBasicBlockRef block,
			 LLVMTypeRef type, LLVMMetadataRef loc,
			 const char *name);
LLVMValueRef cvg_phi_new_first(LLVMBuilderRef b, LLVMBasicBlockRef block,
			       LLVMTypeRef type, LLVMMetadataRef loc,
			       const char *name);
/* A phi's entries appended to *out, in the phi's order. */
void cvg_phi_read(LLVMValueRef phi, struct cvg_incomings *out);
/* The value a phi has for an edge from that block, or NULL. */
LLVMValueRef cvg_phi_value(LLVMValueRef phi, LLVMBasicBlockRef from);
/*
 * Put a phi with these entries in the place of `phi`: same name, type, flags
 * and location, all uses moved. `phi` is erased; returns the new one.
 */
LLVMValueRef cvg_phi_rebuild(LLVMValueRef phi, const struct cvg_incoming *in,
			     size_t n);
/* Phis of `block`: entries from `from` now come from `to`. */
void cvg_phis_rename_pred(LLVMBasicBlockRef block, LLVMBasicBlockRef from,
			  LLVMBasicBlockRef to);
/* Phis of `block` lose one entry (one edge) from `from`. A phi left with one
 * value only is not folded. */
void cvg_phis_drop_edge(LLVMBasicBlockRef block, LLVMBasicBlockRef from);

/* ---- edges and blocks ------------------------------------------------ */

/* Every edge from -> old becomes from -> to. Phis are not touched. */
void cvg_redirect(LLVMBasicBlockRef from, LLVMBasicBlockRef old,
		  LLVMBasicBlockRef to);

/* A new block before `before`. An empty name leaves it unnamed. */
LLVMBasicBlockRef cvg_block_new(LLVMBasicBlockRef before, const char *name);

/*
 * A block of its own for the edges from `preds` (each a block with at least
 * one edge to `block`; each once): phis are split between the two. `block`
 * has one edge from the new block and keeps those of the others.
 */
LLVMBasicBlockRef cvg_block_gather(LLVMBasicBlockRef block,
				   const LLVMBasicBlockRef *preds, size_t n,
				   const char *name);

/*
 * Take a block with one predecessor edge and one successor and nothing in it
 * out of the graph.
 */
void cvg_block_elide(struct cvg_module *m, uint32_t f, LLVMBasicBlockRef block);

/* Append `second` to `first`, its only predecessor, which only goes there.
 * `first` keeps its number. */
void cvg_block_merge(struct cvg_module *m, uint32_t f, LLVMBasicBlockRef first,
		     LLVMBasicBlockRef second);

/* Delete a block nobody uses any more; it may be empty. */
void cvg_block_delete(struct cvg_module *m, uint32_t f,
		      LLVMBasicBlockRef block);

/*
 * Delete blocks nobody outside them branches to. Values of theirs that are
 * still used outside become poison. Phis outside must be clean already.
 */
void cvg_blocks_erase(struct cvg_module *m, uint32_t f,
		      const LLVMBasicBlockRef *blocks, size_t n);

/* ---- branches: what metadata says of them ---------------------------- */

/* Of a condition: it goes with the condition and its two successors. */
struct cvg_branch_md {
	LLVMValueRef prof, unpredictable; /* nodes, or NULL */
};

/* `inverted`: as it is if the two successors change places. */
struct cvg_branch_md cvg_branch_md_of(LLVMValueRef term, bool inverted);
void cvg_branch_md_set(LLVMValueRef term, struct cvg_branch_md md);
/* Branch on `cond`, the negation of the branch's condition: the successors
 * change places, and their weights. */
void cvg_branch_invert(LLVMValueRef branch, LLVMValueRef cond);

/* Its !llvm.loop, or NULL. LLVM looks for it where edges lead back to a loop's
 * header and believes it if all of them have the same. */
LLVMValueRef cvg_branch_loop(LLVMValueRef term);
/* NULL: none. */
void cvg_branch_set_loop(LLVMValueRef term, LLVMValueRef loop);

/* ---- instructions ---------------------------------------------------- */

/* Move an instruction to the builder's place, debug records along with it
 * (dropped before LLVM 22, whose C interface cannot read them). The block it
 * leaves must be deleted afterwards. */
void cvg_inst_move(struct cvg_module *m, LLVMValueRef inst, LLVMBuilderRef b);

/* A copy at the builder's place; same name, operands, flags, metadata. */
LLVMValueRef cvg_inst_clone(LLVMValueRef inst, LLVMBuilderRef b);

/*
 * `into` is a copy of `a` that now also stands for `b`, an instruction of
 * equal shape: flags become the intersection, alignment the minimum,
 * metadata and attributes stay only if equal, and so does the location (else
 * line 0 of the common scope). Returns `into`, or what had to replace it.
 */
LLVMValueRef cvg_inst_merge(LLVMValueRef into, LLVMValueRef a, LLVMValueRef b);

/*
 * `inst` will run for threads that did not ask for it: drop what could make
 * that undefined (all metadata but !fpmath, noundef and the like).
 */
void cvg_inst_weaken(LLVMValueRef inst);

/* ---- debug locations ------------------------------------------------- */

/* Line 0 of the function, or NULL if it has no debug info. */
LLVMMetadataRef cvg_loc_none(LLVMValueRef function);

/* ---- values ---------------------------------------------------------- */

/* Is it the i1 constant of that value? A vector never is. */
bool cvg_is_bool(LLVMValueRef v, bool value);
/* The name of a value goes to another one. */
void cvg_take_name(LLVMValueRef to, LLVMValueRef from);

/* Poison may become anything; undef may not, for that could be poison. */
bool cvg_is_poison(LLVMValueRef v);
/* Every use of `from` whose place (for a phi: the incoming block) is not one
 * of the blocks in `inside` becomes `to`. */
void cvg_replace_uses_outside(LLVMValueRef from, LLVMValueRef to,
			      const struct cvg_ptrmap *inside);
/* Is there such a use? */
bool cvg_used_outside(LLVMValueRef v, const struct cvg_ptrmap *inside);

#endif
