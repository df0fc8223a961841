/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Values for different units come over the same edges, each thread wants those
 * of one only, and the others are poison for it: phis of one block that differ
 * at most where one of them is poison can be one. That is what a register
 * allocator does with them later; here it saves instructions, and the phis that
 * follow become alike.
 *
 * Example (guard G3 of tests/ir/linearize-short-circuit.ll):
 *
 *   before  %y = phi i32 [ %x, %B2 ], [ %tid, %B1 ]      for B3
 *           %w = phi i32 [ %x, %B2 ], [ poison, %B1 ]    for B5
 *   after   %0 = phi i32 [ %x, %B2 ], [ %tid, %B1 ]      for both
 */
#include "linearize.h"

#include <stdlib.h>

enum {
	MOST = 128, /* phis of a block that are compared pair by pair */
	ROUNDS = 8, /* over all blocks; usually the second changes nothing */
};

/* A phi of the block at hand. */
struct row {
	LLVMValueRef phi;
	struct cvg_incomings in; /* its entries, in the order of the first
				    row's blocks. Owned */
	bool gone;		 /* another row's phi stands for it */
	bool changed;		 /* it stands for another one: to be rebuilt */
};

static bool has_flags(LLVMValueRef phi)
{
	return LLVMCanValueUseFastMathFlags(phi) &&
	       LLVMGetFastMathFlags(phi) != LLVMFastMathNone;
}

/* Put a row's entries in the order of the first row's blocks; false: its blocks
 * are others. Entries from one block have one value. */
static bool line_up(struct row *row, const struct row *first)
{
	struct cvg_ptrmap place = {0};
	struct cvg_incomings was = {0};
	size_t same = 0;
	bool ok = row->in.n == first->in.n;

	while (ok && same < row->in.n &&
	       row->in.at[same].block == first->in.at[same].block)
		same++;
	if (same == row->in.n)
		return ok;
	for (size_t k = 0; k < row->in.n; k++) {
		cvg_ptrmap_put(&place, row->in.at[k].block, (uint32_t)k);
		cvg_push(&was, row->in.at[k]);
	}
	for (size_t k = 0; ok && k < first->in.n; k++) {
		uint32_t j = cvg_ptrmap_get(&place, first->in.at[k].block);

		ok = j != CVG_NONE;
		if (ok)
			row->in.at[k] = was.at[j];
	}
	cvg_ptrmap_done(&place);
	free(was.at);
	return ok;
}

/* Do two phis differ at most where one of them is poison? */
static bool can_join(const struct row *a, const struct row *b)
{
	if (LLVMTypeOf(a->phi) != LLVMTypeOf(b->phi))
		return false;
	for (size_t k = 0; k < a->in.n; k++)
		if (a->in.at[k].value != b->in.at[k].value &&
		    !LLVMIsPoison(a->in.at[k].value) &&
		    !LLVMIsPoison(b->in.at[k].value))
			return false;
	return true;
}

static void join_rows(struct row *a, struct row *b)
{
	for (size_t k = 0; k < a->in.n; k++)
		if (LLVMIsPoison(a->in.at[k].value))
			a->in.at[k].value = b->in.at[k].value;
	a->changed = b->gone = true;
}

/* A phi was replaced: rows that have it as an entry have the other one. */
static void note_gone(struct row *row, size_t n, LLVMValueRef from,
		      LLVMValueRef to)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < row[i].in.n; k++)
			if (row[i].in.at[k].value == from)
				row[i].in.at[k].value = to;
}

/* The block's phis but those with fast-math flags, which may make a value
 * poison that another phi would keep. */
static void read_rows(LLVMBasicBlockRef block, struct row *row, size_t *n)
{
	LLVMValueRef inst = LLVMGetFirstInstruction(block);

	for (*n = 0; cvg_inst_is_phi(inst) && *n < MOST;
	     inst = LLVMGetNextInstruction(inst)) {
		struct row *r = &row[*n];

		*r = (struct row){.phi = inst};
		if (has_flags(inst))
			continue;
		cvg_phi_read(inst, &r->in);
		if (*n && !line_up(r, &row[0])) {
			free(r->in.at);
			continue;
		}
		++*n;
	}
}

static bool merge_block(LLVMBasicBlockRef block, struct row *row)
{
	bool any = false;
	size_t n;

	read_rows(block, row, &n);
	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1; j < n && !row[i].gone; j++) {
			if (row[j].gone || !can_join(&row[i], &row[j]))
				continue;
			join_rows(&row[i], &row[j]);
			LLVMReplaceAllUsesWith(row[j].phi, row[i].phi);
			note_gone(row, n, row[j].phi, row[i].phi);
			any = true;
		}
	for (size_t i = 0; i < n; i++)
		if (row[i].gone)
			LLVMInstructionEraseFromParent(row[i].phi);
	for (size_t i = 0; i < n; i++) {
		LLVMValueRef old = row[i].phi;

		if (row[i].changed) {
			LLVMValueRef made =
				cvg_phi_rebuild(old, row[i].in.at, row[i].in.n);

			note_gone(row, n, old, made);
		}
		free(row[i].in.at);
		row[i].in.at = NULL;
		row[i].in.n = 0;
	}
	return any;
}

void cvg_lin_merge_phis(struct linearizer *lin)
{
	struct row *row = cvg_calloc(MOST, sizeof *row);
	bool again = true;

	for (int round = 0; round < ROUNDS && again; round++) {
		again = false;
		for (uint32_t k = 0; k < lin->region->nnodes; k++)
			if (lin->flow.block[k])
				again |= merge_block(lin->flow.block[k], row);
	}
	free(row);
}
