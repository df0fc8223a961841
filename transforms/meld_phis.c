/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Phis of melded blocks. The phis of both sides are copied (DARM IV-D). Then
 * two copies whose only uses are selects between the two become one phi, with
 * the choice moved to its edges, so that a counter which the loops of both
 * sides have is one counter again.
 *
 * Example (tests/ir/phis-copied.ll, the counters %i and %j of the loops):
 *
 *   before  tl:    %i = phi i32 [ 0, %t ], [ %i1, %tl ]
 *                  %i1 = add i32 %i, 1
 *           fl:    %j = phi i32 [ 0, %f ], [ %j1, %fl ]
 *                  %j1 = add i32 %j, 1
 *   copied  tl.fl: %i2 = phi i32 [ 0, %tl.fl.pre ], [ %i18, %tl.fl ]
 *                  %j4 = phi i32 [ 0, %tl.fl.pre ], [ %i18, %tl.fl ]
 *                  %1 = select i1 %c, i32 %i2, i32 %j4
 *                  %i18 = add i32 %1, 1
 *   joined  tl.fl: %0 = phi i32 [ 0, %tl.fl.pre ], [ %i18, %tl.fl ]
 *                  %i18 = add i32 %0, 1
 *
 * What %0 took the place of goes with the next cleanup.
 */
#include "melder.h"

#include <stdlib.h>

/*
 * What a phi of a subgraph's entry gets from before the pair. One edge leads
 * there from each arm, after cvg_melder_enter.
 */
static LLVMValueRef from_outside(struct melder *melder, int arm,
				 LLVMValueRef phi)
{
	LLVMValueRef v[2];

	v[arm] = cvg_phi_value(phi, melder->out[arm]);
	v[!arm] = LLVMGetPoison(LLVMTypeOf(phi));
	if (melder->out[0] == melder->out[1] || LLVMIsConstant(v[arm]) ||
	    LLVMIsAArgument(v[arm]))
		return v[arm];
	return cvg_melder_join_phi(melder, MELDER_PRE, v[0], v[1]);
}

void cvg_melder_copy_phis(struct melder *melder, uint32_t k, int arm)
{
	LLVMBasicBlockRef old =
		cvg_melder_old(melder, &melder->pair->bp[k], arm);
	bool entry = melder->pair->bp[k].block[arm] == melder->sub[arm]->entry;
	LLVMValueRef phi = old ? LLVMGetFirstInstruction(old) : NULL;

	for (; cvg_inst_is_phi(phi); phi = LLVMGetNextInstruction(phi)) {
		struct phicopy copy = {.old = phi, .outside = entry};
		size_t n;
		const char *name = LLVMGetValueName2(phi, &n);

		if (entry)
			copy.entry = from_outside(melder, arm, phi);
		if (entry && LLVMCountIncoming(phi) == 1) {
			cvg_melder_stand_in(melder, phi, copy.entry);
			continue;
		}
		LLVMPositionBuilderAtEnd(melder->builder,
					 melder->piece[k].head);
		LLVMSetCurrentDebugLocation2(melder->builder,
					     LLVMInstructionGetDebugLoc(phi));
		copy.made =
			LLVMBuildPhi(melder->builder, LLVMTypeOf(phi), name);
		cvg_melder_stand_in(melder, phi, copy.made);
		cvg_push(&melder->phis, copy);
	}
}

/* Give a copy the entries of its old phi. */
static void complete_phi(struct melder *melder, const struct phicopy *copy)
{
	struct cvg_incomings in = {0};

	cvg_phi_read(copy->old, &in);
	if (copy->outside)
		LLVMAddIncoming(copy->made, (LLVMValueRef[]){copy->entry},
				&melder->pre, 1);
	for (size_t i = 0; i < in.n; i++) {
		uint32_t k = cvg_ptrmap_get(&melder->piece_of, in.at[i].block);
		LLVMValueRef v = cvg_melder_now(melder, in.at[i].value);

		if (k != CVG_NONE)
			LLVMAddIncoming(copy->made, &v, &melder->piece[k].tail,
					1);
	}
	free(in.at);
}

/* ---- one phi for two ------------------------------------------------- */

struct phipair {
	LLVMValueRef phi[2];
	uint32_t nselects; /* between the two */
};

static bool is_copy(const struct melder *melder, LLVMValueRef v)
{
	for (size_t i = 0; i < melder->phis.n; i++)
		if (melder->phis.at[i].made == v)
			return true;
	return false;
}

static uint32_t count_uses(LLVMValueRef v)
{
	LLVMUseRef use = LLVMGetFirstUse(v);
	uint32_t n = 0;

	for (; use; use = LLVMGetNextUse(use))
		n++;
	return n;
}

/* Edges over which the two phis get different values. */
static uint32_t count_differing(const struct phipair *pair)
{
	unsigned n = LLVMCountIncoming(pair->phi[0]);
	uint32_t differing = 0;

	for (unsigned k = 0; k < n; k++)
		differing +=
			LLVMGetIncomingValue(pair->phi[0], k) !=
			cvg_phi_value(pair->phi[1],
				      LLVMGetIncomingBlock(pair->phi[0], k));
	return differing;
}

/* One phi that is phi[0] for the true side and phi[1] for the other. */
static LLVMValueRef join_phis(struct melder *melder, const struct phipair *pair)
{
	unsigned n = LLVMCountIncoming(pair->phi[0]);
	LLVMValueRef made;

	LLVMPositionBuilderBefore(melder->builder, pair->phi[0]);
	LLVMSetCurrentDebugLocation2(melder->builder,
				     cvg_loc_none(melder->function));
	made = LLVMBuildPhi(melder->builder, LLVMTypeOf(pair->phi[0]), "");
	for (unsigned k = 0; k < n; k++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(pair->phi[0], k);
		LLVMValueRef v = cvg_melder_pick_in(
			melder, from, LLVMGetIncomingValue(pair->phi[0], k),
			cvg_phi_value(pair->phi[1], from));

		LLVMAddIncoming(made, &v, &from, 1);
	}
	cvg_melder_made(melder, made);
	return made;
}

static struct phipair *find_pair(struct phipair *list, size_t n,
				 const struct chosen *ch)
{
	for (size_t i = 0; i < n; i++)
		if (list[i].phi[0] == ch->side[0] &&
		    list[i].phi[1] == ch->side[1])
			return &list[i];
	return NULL;
}

/* Join the pairs of copies for which that costs no more selects than it
 * saves. */
static void join_looked_through(struct melder *melder)
{
	cvg_vec(struct phipair) pairs = {0};
	size_t nselects = melder->selects.n; /* joining may make more */

	for (size_t i = 0; i < nselects; i++) {
		const struct chosen *ch = &melder->selects.at[i];
		struct phipair *known = find_pair(pairs.at, pairs.n, ch);
		struct phipair fresh = {{ch->side[0], ch->side[1]}, 1};

		if (known)
			known->nselects++;
		else if (is_copy(melder, ch->side[0]) &&
			 is_copy(melder, ch->side[1]) &&
			 LLVMGetInstructionParent(ch->side[0]) ==
				 LLVMGetInstructionParent(ch->side[1]))
			cvg_push(&pairs, fresh);
	}
	for (size_t p = 0; p < pairs.n; p++) {
		const struct phipair *pair = &pairs.at[p];
		LLVMValueRef made;

		if (count_uses(pair->phi[0]) > pair->nselects ||
		    count_uses(pair->phi[1]) > pair->nselects ||
		    count_differing(pair) > pair->nselects)
			continue;
		made = join_phis(melder, pair);
		for (size_t i = 0; i < nselects; i++)
			if (melder->selects.at[i].side[0] == pair->phi[0] &&
			    melder->selects.at[i].side[1] == pair->phi[1])
				LLVMReplaceAllUsesWith(
					melder->selects.at[i].select, made);
	}
	free(pairs.at);
}

void cvg_melder_finish_phis(struct melder *melder)
{
	for (size_t i = 0; i < melder->phis.n; i++)
		complete_phi(melder, &melder->phis.at[i]);
	join_looked_through(melder);
}
