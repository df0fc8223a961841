/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Values while a pair is melded: stand-ins, choices between sides, joins.
 *
 * Where a melded instruction needs a value of one side or one of the other, a
 * select by the condition chooses. Where the two sides arrive over different
 * edges (a join), a phi chooses without an instruction.
 *
 * Example (tests/ir/ssa-repair-before.ll; the sides join at t2.f.pre, and %a21
 * is the stand-in of %a2 and %b2; %1 brings %a1 to all that is behind):
 *
 *   old     t2:       %a2 = udiv i32 %u, %a1
 *           f:        %b2 = udiv i32 %u, %tid
 *   new     t2.f.pre: %1 = phi i32 [ %a1, %0 ], [ poison, %entry ]
 *                     %2 = phi i32 [ %a1, %0 ], [ %tid, %entry ]
 *           t2.f:     %a21 = udiv i32 %u, %2
 *
 * %2 is the choice between %1 and %tid; a select of them would be
 * "select i1 %c, i32 %1, i32 %tid" in t2.f.
 */
#include "melder.h"

#include <stdlib.h>
#include <string.h>

/* Longer names than this are not joined but taken from the true side. */
#define NAME_BYTES 48

LLVMValueRef cvg_melder_now(const struct melder *melder, LLVMValueRef old)
{
	uint32_t k = cvg_ptrmap_get(&melder->standin_of, old);

	return k == CVG_NONE ? old : melder->standin.at[k];
}

void cvg_melder_stand_in(struct melder *melder, LLVMValueRef old,
			 LLVMValueRef made)
{
	uint32_t k = cvg_ptrmap_get(&melder->standin_of, old);

	if (k != CVG_NONE) {
		melder->standin.at[k] = made;
		return;
	}
	cvg_ptrmap_put(&melder->standin_of, old, (uint32_t)melder->standin.n);
	cvg_push(&melder->standin, made);
}

void cvg_melder_made(struct melder *melder, LLVMValueRef value)
{
	cvg_ptrmap_put(&melder->age_of, value, ++melder->clock);
}

int cvg_melder_structure(const struct melder *melder)
{
	return melder->pair->replica == CVG_ARM_TRUE ? CVG_ARM_FALSE
						     : CVG_ARM_TRUE;
}

LLVMBasicBlockRef cvg_melder_old(const struct melder *melder,
				 const struct cvg_blockpair *bp, int arm)
{
	return bp->block[arm] == CVG_NONE ? NULL
					  : melder->ids->blocks[bp->block[arm]];
}

/* ---- joins ----------------------------------------------------------- */

uint32_t cvg_melder_join(struct melder *melder, LLVMBasicBlockRef block)
{
	struct join j = {.block = block, .age = ++melder->clock};

	cvg_push(&melder->joins, j);
	return (uint32_t)melder->joins.n - 1;
}

/* Phis of a join stand before everything else in its block. */
static LLVMValueRef phi_at(struct melder *melder, LLVMBasicBlockRef block,
			   LLVMTypeRef type)
{
	LLVMBasicBlockRef here = LLVMGetInsertBlock(melder->builder);
	LLVMValueRef phi = cvg_phi_new(melder->builder, block, type,
				       cvg_loc_none(melder->function), "");

	if (here)
		LLVMPositionBuilderAtEnd(melder->builder, here);
	return phi;
}

static LLVMValueRef find_joined(const struct melder *melder, uint32_t join,
				LLVMValueRef t, LLVMValueRef f)
{
	/* Newest first: repeats come close together. */
	for (size_t i = melder->joined.n, seen = 0; i-- > 0 && seen < 64;
	     seen++)
		if (melder->joined.at[i].join == join &&
		    melder->joined.at[i].side[0] == t &&
		    melder->joined.at[i].side[1] == f)
			return melder->joined.at[i].phi;
	return NULL;
}

LLVMValueRef cvg_melder_join_phi(struct melder *melder, uint32_t join,
				 LLVMValueRef t, LLVMValueRef f)
{
	struct joined j = {.join = join, .side = {t, f}};
	const struct join *at = &melder->joins.at[join];

	j.phi = find_joined(melder, join, t, f);
	if (j.phi)
		return j.phi;
	j.phi = phi_at(melder, at->block, LLVMTypeOf(t));
	for (int k = 0; k < 2; k++)
		for (size_t i = 0; i < at->preds[k].n; i++) {
			LLVMBasicBlockRef pred = at->preds[k].at[i];
			unsigned edges = cvg_edges_between(pred, at->block);

			for (unsigned e = 0; e < edges; e++)
				LLVMAddIncoming(j.phi, &j.side[k], &pred, 1);
		}
	cvg_ptrmap_put(&melder->age_of, j.phi, at->age);
	cvg_ptrmap_put(&melder->joined_of, j.phi, (uint32_t)melder->joined.n);
	cvg_push(&melder->joined, j);
	return j.phi;
}

/*
 * v as it is for one side when it reaches a join: what the join's phi gets
 * from there, or v itself if it was there before the join. NULL: neither.
 */
static LLVMValueRef before_join(const struct melder *melder, uint32_t join,
				LLVMValueRef v, int side)
{
	uint32_t k = cvg_ptrmap_get(&melder->joined_of, v);
	uint32_t age = cvg_ptrmap_get(&melder->age_of, v);

	if (k != CVG_NONE && melder->joined.at[k].join == join)
		return melder->joined.at[k].side[side];
	if (age == CVG_NONE || age < melder->joins.at[join].age)
		return v;
	return NULL;
}

/* A phi that chooses between t and f at a join that one of them has a phi at;
 * NULL: there is no such join that both are there before. */
static LLVMValueRef pick_at_join(struct melder *melder, LLVMValueRef t,
				 LLVMValueRef f)
{
	LLVMValueRef v[2] = {t, f};

	for (int k = 0; k < 2; k++) {
		uint32_t i = cvg_ptrmap_get(&melder->joined_of, v[k]);
		LLVMValueRef bt, bf;
		uint32_t join;

		if (i == CVG_NONE)
			continue;
		join = melder->joined.at[i].join;
		bt = before_join(melder, join, t, CVG_ARM_TRUE);
		bf = before_join(melder, join, f, CVG_ARM_FALSE);
		if (bt && bf)
			return bt == bf ? bt
					: cvg_melder_join_phi(melder, join, bt,
							      bf);
	}
	return NULL;
}

/* ---- choosing -------------------------------------------------------- */

static LLVMValueRef find_chosen(const struct melder *melder, LLVMValueRef t,
				LLVMValueRef f)
{
	uint32_t newest = cvg_ptrmap_get(&melder->chosen_of, t);

	for (size_t i = newest == CVG_NONE ? SIZE_MAX : newest; i != SIZE_MAX;
	     i = melder->chosen.at[i].before)
		if (melder->chosen.at[i].side[1] == f)
			return melder->chosen.at[i].select;
	return NULL;
}

static struct chosen build_select(struct melder *melder, LLVMValueRef t,
				  LLVMValueRef f)
{
	struct chosen ch = {.side = {t, f}, .before = SIZE_MAX};

	LLVMSetCurrentDebugLocation2(melder->builder,
				     cvg_loc_none(melder->function));
	ch.select = LLVMBuildSelect(melder->builder, melder->cond, t, f, "");
	cvg_melder_made(melder, ch.select);
	cvg_push(&melder->selects, ch);
	return ch;
}

/* Remember a select: the rest of the piece can use it. */
static LLVMValueRef remember(struct melder *melder, struct chosen ch)
{
	uint32_t newest = cvg_ptrmap_get(&melder->chosen_of, ch.side[0]);

	ch.before = newest == CVG_NONE ? SIZE_MAX : newest;
	cvg_ptrmap_put(&melder->chosen_of, ch.side[0],
		       (uint32_t)melder->chosen.n);
	cvg_push(&melder->chosen, ch);
	return ch.select;
}

/* t for the true side and f for the other without a select, or NULL. */
static LLVMValueRef pick_free(struct melder *melder, LLVMValueRef t,
			      LLVMValueRef f)
{
	if (t == f || cvg_is_poison(f))
		return t;
	if (cvg_is_poison(t))
		return f;
	if (cvg_is_bool(t, 1) && cvg_is_bool(f, 0))
		return melder->cond;
	return pick_at_join(melder, t, f);
}

LLVMValueRef cvg_melder_pick(struct melder *melder, LLVMValueRef t,
			     LLVMValueRef f)
{
	LLVMValueRef v = pick_free(melder, t, f);

	if (!v)
		v = find_chosen(melder, t, f);
	return v ? v : remember(melder, build_select(melder, t, f));
}

LLVMValueRef cvg_melder_pick_in(struct melder *melder, LLVMBasicBlockRef block,
				LLVMValueRef t, LLVMValueRef f)
{
	LLVMValueRef v = pick_free(melder, t, f), term;

	if (v)
		return v;
	term = LLVMGetBasicBlockTerminator(block);
	if (term)
		LLVMPositionBuilderBefore(melder->builder, term);
	else
		LLVMPositionBuilderAtEnd(melder->builder, block);
	return build_select(melder, t, f).select;
}

/* ---- blocks ---------------------------------------------------------- */

/* "t.f" as the papers write a melded block. */
static void joint_name(LLVMBasicBlockRef t, LLVMBasicBlockRef f,
		       struct cvg_str *out)
{
	const char *nt = t ? LLVMGetBasicBlockName(t) : "";
	const char *nf = f ? LLVMGetBasicBlockName(f) : "";

	cvg_str_add(out, *nt ? nt : nf);
	if (*nt && *nf && strlen(nt) + strlen(nf) < NAME_BYTES)
		cvg_str_addf(out, ".%s", nf);
}

LLVMBasicBlockRef cvg_melder_block(struct melder *melder, const char *name,
				   LLVMBasicBlockRef from_t,
				   LLVMBasicBlockRef from_f)
{
	LLVMBasicBlockRef before = melder->ids->blocks[melder->sub[0]->entry];
	LLVMBasicBlockRef from[2], made;
	struct cvg_str full = {0};
	size_t n = 0;

	joint_name(from_t, from_f, &full);
	if (name && full.n)
		cvg_str_addf(&full, ".%s", name);
	made = cvg_block_new(before, cvg_str_of(&full));
	cvg_str_done(&full);
	if (from_t)
		from[n++] = from_t;
	if (from_f)
		from[n++] = from_f;
	cvg_live_block_origin(melder->module, melder->function_id, made, from,
			      n);
	return made;
}
