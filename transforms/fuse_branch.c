/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One branch of two ifs, and the values that threads bring to where they meet.
 * The example is that of fuse.c.
 */
#include "fuse.h"

#include "reconverge/fuse.h"
#include "reconverge/graph.h"

#include <stdlib.h>

/* ---- conditions ---------------------------------------------------------------- */

static LLVMValueRef bool_of(const struct fusing *fusing, bool is_true)
{
	return LLVMConstInt(LLVMInt1TypeInContext(fusing->module->context),
			    is_true, false);
}

/* `wanted` for threads that want A, `other` for those that do not. */
static LLVMValueRef choose_by_first(const struct fusing *fusing,
				    LLVMValueRef wanted, LLVMValueRef other)
{
	bool on_true = fusing->fuse->part[0].on == CVG_ARM_TRUE;

	return LLVMBuildSelect(fusing->builder, fusing->condition,
			       on_true ? wanted : other,
			       on_true ? other : wanted, "");
}

static void write_before_end(const struct fusing *fusing,
			     LLVMBasicBlockRef block)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(block);

	LLVMPositionBuilderBefore(fusing->builder, term);
	LLVMSetCurrentDebugLocation2(fusing->builder,
				     LLVMInstructionGetDebugLoc(term));
}

static void branch(const struct fusing *fusing, LLVMValueRef condition,
		   enum cvg_arm on, LLVMBasicBlockRef then,
		   LLVMBasicBlockRef otherwise)
{
	bool on_true = on == CVG_ARM_TRUE;

	LLVMBuildCondBr(fusing->builder, condition, on_true ? then : otherwise,
			on_true ? otherwise : then);
}

/* ---- the ways to X --------------------------------------------------------------- */

/* Blocks with an edge to X: J first, then those of B. */
static void ways_to_exit(const struct fusing *fusing, LLVMBasicBlockRef exit,
			 struct cvg_blockrefs *out)
{
	cvg_push(out, fusing->join);
	for (uint32_t i = 0; i < fusing->fuse->part[1].narm; i++)
		if (cvg_edges_between(cvg_fusing_block(fusing, i), exit))
			cvg_push(out, cvg_fusing_block(fusing, i));
}

static bool has_others(const struct cvg_blockrefs *ways, LLVMBasicBlockRef exit)
{
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(exit));

	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		size_t k = 0;

		if (!LLVMIsATerminatorInst(user))
			continue;
		while (k < ways->n &&
		       ways->at[k] != LLVMGetInstructionParent(user))
			k++;
		if (k == ways->n)
			return true;
	}
	return false;
}

/* Let the ways from J and B to X meet before those from elsewhere. */
static void find_exit(struct fusing *fusing)
{
	LLVMBasicBlockRef exit = fusing->ids->blocks[fusing->fuse->exit];
	LLVMValueRef told =
		cvg_branch_loop(LLVMGetBasicBlockTerminator(fusing->join));
	struct cvg_blockrefs ways = {0};

	ways_to_exit(fusing, exit, &ways);
	fusing->exit = exit;
	if (has_others(&ways, exit)) {
		fusing->exit = cvg_block_gather(exit, ways.at, ways.n, "");
		cvg_live_block_origin(fusing->module, fusing->function_id,
				      fusing->exit, &fusing->join, 1);
		if (told)
			cvg_branch_set_loop(
				LLVMGetBasicBlockTerminator(fusing->exit),
				told);
	}
	free(ways.at);
}

/* ---- values that threads bring to J ------------------------------------------------ */

/* For each edge from the copy of B to J. */
static void add_from_copy(
	const struct fusing *fusing, LLVMValueRef phi,
	LLVMValueRef (*value_from)(const struct fusing *fusing, LLVMValueRef of,
				   LLVMBasicBlockRef b),
	LLVMValueRef of)
{
	for (uint32_t i = 0; i < fusing->fuse->part[1].narm; i++) {
		LLVMBasicBlockRef b = cvg_fusing_block(fusing, i);
		unsigned edges = cvg_edges_between(b, fusing->exit);

		for (; edges > 0; edges--) {
			LLVMValueRef v = value_from(fusing, of, b);

			LLVMAddIncoming(phi, &v, &fusing->copy[i], 1);
		}
	}
}

static LLVMValueRef as_from_entry(const struct fusing *fusing, LLVMValueRef of,
				  LLVMBasicBlockRef b)
{
	(void)b;
	return cvg_phi_value(of, fusing->entry);
}

static LLVMValueRef as_from_arm(const struct fusing *fusing, LLVMValueRef of,
				LLVMBasicBlockRef b)
{
	return cvg_fusing_value(fusing, cvg_phi_value(of, b));
}

static bool is_made_in_join(const struct fusing *fusing, LLVMValueRef v)
{
	return LLVMIsAInstruction(v) &&
	       LLVMGetInstructionParent(v) == fusing->join;
}

/* What the value, which J hands on to X, is for threads that come from A. */
static LLVMValueRef value_behind(const struct fusing *fusing, LLVMValueRef v,
				 LLVMBasicBlockRef from)
{
	if (!is_made_in_join(fusing, v))
		return v;
	if (cvg_inst_is_phi(v))
		return cvg_phi_value(v, from);
	return fusing->fuse->stays ? LLVMGetPoison(LLVMTypeOf(v))
				   : cvg_fusing_value(fusing, v);
}

/* The value that a phi of X gets from J now: what B's copy made of it, too. */
static LLVMValueRef value_for(struct fusing *fusing, LLVMValueRef phi)
{
	LLVMValueRef old = cvg_phi_value(phi, fusing->join), made;

	made = cvg_phi_new(fusing->builder, fusing->join, LLVMTypeOf(phi),
			   fusing->loc, "");
	cvg_foreach_pred (fusing->fn, fusing->fuse->part[1].block, pred) {
		LLVMBasicBlockRef from = fusing->ids->blocks[*pred];
		LLVMValueRef v = from == fusing->entry
					 ? cvg_fusing_value(fusing, old)
					 : value_behind(fusing, old, from);

		if (from != fusing->entry || !fusing->fuse->covers)
			LLVMAddIncoming(made, &v, &from, 1);
	}
	add_from_copy(fusing, made, as_from_arm, phi);
	if (!fusing->fuse->stays || !is_made_in_join(fusing, old) ||
	    cvg_inst_is_phi(old))
		return made;
	write_before_end(fusing, fusing->join);
	return choose_by_first(fusing, old, made);
}

/* Let X have the values that J brings now; without B, only those. */
static void lead_values_on(struct fusing *fusing)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(fusing->exit);
	struct cvg_incomings in = {0};

	while (cvg_inst_is_phi(phi)) {
		LLVMValueRef now = value_for(fusing, phi);
		size_t kept = 0;

		in.n = 0;
		cvg_phi_read(phi, &in);
		for (size_t k = 0; k < in.n; k++) {
			if (in.at[k].block == fusing->join)
				in.at[k].value = now;
			else if (fusing->fuse->apart &&
				 cvg_ptrmap_get(&fusing->block_of,
						in.at[k].block) != CVG_NONE)
				continue;
			in.at[kept++] = in.at[k];
		}
		phi = LLVMGetNextInstruction(cvg_phi_rebuild(phi, in.at, kept));
	}
	free(in.at);
}

/* Let J's phis have what threads bring that come over the copy of B. */
static void bring_values(struct fusing *fusing)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(fusing->join);

	for (; cvg_inst_is_phi(phi); phi = LLVMGetNextInstruction(phi))
		add_from_copy(fusing, phi, as_from_entry, phi);
}

/* ---- branches -------------------------------------------------------------------------- */

/* E and D lead to A, to the copy of B, or to J. */
static void part_threads(struct fusing *fusing)
{
	const struct cvg_fuse_if *part = fusing->fuse->part;
	LLVMValueRef term = LLVMGetBasicBlockTerminator(fusing->entry);
	LLVMValueRef q;
	LLVMBasicBlockRef first = fusing->ids->blocks[part[0].arm[0]];

	if (fusing->fuse->covers) {
		cvg_redirect(fusing->entry, fusing->join, fusing->copy[0]);
		return;
	}
	q = cvg_fusing_value(
		fusing,
		LLVMGetCondition(LLVMGetBasicBlockTerminator(fusing->join)));
	LLVMPositionBuilderAtEnd(fusing->builder, fusing->apart);
	LLVMSetCurrentDebugLocation2(fusing->builder,
				     LLVMInstructionGetDebugLoc(term));
	branch(fusing, fusing->condition, part[0].on, first, fusing->copy[0]);
	write_before_end(fusing, fusing->entry);
	q = choose_by_first(fusing, bool_of(fusing, part[1].on == CVG_ARM_TRUE),
			    q);
	branch(fusing, q, part[1].on, fusing->apart, fusing->join);
	LLVMInstructionEraseFromParent(term);
	cvg_phis_rename_pred(first, fusing->entry, fusing->apart);
}

/* J leads to B for threads that want both arms, else to X. */
static void part_again(struct fusing *fusing)
{
	const struct cvg_fuse_if *second = &fusing->fuse->part[1];
	LLVMValueRef term = LLVMGetBasicBlockTerminator(fusing->join), q;

	q = LLVMGetCondition(term);
	write_before_end(fusing, fusing->join);
	if (fusing->fuse->apart) {
		LLVMBuildBr(fusing->builder, fusing->exit);
	} else {
		q = choose_by_first(
			fusing, q,
			bool_of(fusing, second->on == CVG_ARM_FALSE));
		branch(fusing, q, second->on, cvg_fusing_block(fusing, 0),
		       fusing->exit);
	}
	cvg_branch_set_loop(LLVMGetBasicBlockTerminator(fusing->join),
			    cvg_branch_loop(term));
	LLVMInstructionEraseFromParent(term);
}

/* What stands between the ifs is only at E now. */
static void drop_computed(struct fusing *fusing)
{
	LLVMValueRef inst = LLVMGetFirstInstruction(fusing->join);

	while (cvg_inst_is_phi(inst))
		inst = LLVMGetNextInstruction(inst);
	while (cvg_ptrmap_get(&fusing->value_of, inst) != CVG_NONE) {
		LLVMValueRef next = LLVMGetNextInstruction(inst);
		LLVMValueRef made = cvg_fusing_value(fusing, inst);

		LLVMReplaceAllUsesWith(inst, made);
		cvg_take_name(made, inst);
		LLVMInstructionEraseFromParent(inst);
		inst = next;
	}
}

/* ---- one fuse ---------------------------------------------------------------------------- */

static void make_apart(struct fusing *fusing)
{
	const uint32_t *arm = fusing->fuse->part[0].arm;

	fusing->apart = fusing->entry;
	if (fusing->fuse->covers)
		return;
	fusing->apart = cvg_block_new(fusing->ids->blocks[arm[0]], "");
	cvg_live_block_origin(fusing->module, fusing->function_id,
			      fusing->apart, &fusing->entry, 1);
}

static void erase_second(const struct fusing *fusing)
{
	uint32_t n = fusing->fuse->part[1].narm;
	LLVMBasicBlockRef *blocks = cvg_calloc(n, sizeof *blocks);

	for (uint32_t i = 0; i < n; i++)
		blocks[i] = cvg_fusing_block(fusing, i);
	cvg_blocks_erase(fusing->module, fusing->function_id, blocks, n);
	free(blocks);
}

uint32_t cvg_fusing_carry_out(struct fusing *fusing)
{
	const struct cvg_fuse *fuse = fusing->fuse;
	uint32_t uid;

	fusing->entry = fusing->ids->blocks[fuse->part[0].block];
	fusing->join = fusing->ids->blocks[fuse->part[1].block];
	fusing->condition =
		LLVMGetCondition(LLVMGetBasicBlockTerminator(fusing->entry));
	make_apart(fusing);
	find_exit(fusing);
	cvg_fusing_compute(fusing);
	cvg_fusing_copy(fusing);
	part_threads(fusing);
	bring_values(fusing);
	lead_values_on(fusing);
	if (fuse->covers)
		cvg_phis_drop_edge(fusing->join, fusing->entry);
	part_again(fusing);
	if (!fuse->stays)
		drop_computed(fusing);
	if (fuse->apart)
		erase_second(fusing);
	uid = cvg_live_block_uid(fusing->module, fusing->function_id,
				 fusing->apart);
	free(fusing->copy);
	free(fusing->values.at);
	cvg_ptrmap_done(&fusing->block_of);
	cvg_ptrmap_done(&fusing->value_of);
	return uid;
}
