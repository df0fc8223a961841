/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values while a pair is melded: stand-ins, choices between sides, joins. */
#include "melder.h"

#include <stdlib.h>
#include <string.h>

/* Longer names than this are not joined but taken from the true side. */
#define NAME_BYTES 48

LLVMValueRef cvg_melder_now(const struct melder *w, LLVMValueRef old)
{
	uint32_t k = cvg_ptrmap_get(&w->standin_of, old);

	return k == CVG_NONE ? old : w->standin.at[k];
}

void cvg_melder_stand_in(struct melder *w, LLVMValueRef old, LLVMValueRef made)
{
	uint32_t k = cvg_ptrmap_get(&w->standin_of, old);

	if (k != CVG_NONE) {
		w->standin.at[k] = made;
		return;
	}
	cvg_ptrmap_put(&w->standin_of, old, (uint32_t)w->standin.n);
	cvg_push(&w->standin, made);
}

void cvg_melder_made(struct melder *w, LLVMValueRef value)
{
	cvg_ptrmap_put(&w->age_of, value, ++w->clock);
}

int cvg_melder_structure(const struct melder *w)
{
	return w->mp->replica == CVG_ARM_TRUE ? CVG_ARM_FALSE : CVG_ARM_TRUE;
}

LLVMBasicBlockRef cvg_melder_old(const struct melder *w,
				 const struct cvg_blockpair *bp, int arm)
{
	return bp->block[arm] == CVG_NONE ? NULL
					  : w->ids->blocks[bp->block[arm]];
}

/* ---- joins ----------------------------------------------------------- */

uint32_t cvg_melder_join(struct melder *w, LLVMBasicBlockRef block)
{
	struct join j = {.block = block, .age = ++w->clock};

	cvg_push(&w->joins, j);
	return (uint32_t)w->joins.n - 1;
}

/* Phis of a join stand before everything else in its block. */
static LLVMValueRef phi_at(struct melder *w, LLVMBasicBlockRef block,
			   LLVMTypeRef type)
{
	LLVMBasicBlockRef here = LLVMGetInsertBlock(w->b);
	LLVMValueRef phi =
		cvg_phi_new(w->b, block, type, cvg_loc_none(w->function), "");

	if (here)
		LLVMPositionBuilderAtEnd(w->b, here);
	return phi;
}

static LLVMValueRef find_joined(const struct melder *w, uint32_t join,
				LLVMValueRef t, LLVMValueRef f)
{
	/* Newest first: repeats come close together. */
	for (size_t i = w->joined.n, seen = 0; i-- > 0 && seen < 64; seen++)
		if (w->joined.at[i].join == join &&
		    w->joined.at[i].side[0] == t &&
		    w->joined.at[i].side[1] == f)
			return w->joined.at[i].phi;
	return NULL;
}

LLVMValueRef cvg_melder_join_phi(struct melder *w, uint32_t join,
				 LLVMValueRef t, LLVMValueRef f)
{
	struct joined j = {.join = join, .side = {t, f}};
	const struct join *at = &w->joins.at[join];

	j.phi = find_joined(w, join, t, f);
	if (j.phi)
		return j.phi;
	j.phi = phi_at(w, at->block, LLVMTypeOf(t));
	for (int k = 0; k < 2; k++)
		for (size_t i = 0; i < at->preds[k].n; i++) {
			LLVMBasicBlockRef pred = at->preds[k].at[i];
			unsigned edges = cvg_edges_between(pred, at->block);

			for (unsigned e = 0; e < edges; e++)
				LLVMAddIncoming(j.phi, &j.side[k], &pred, 1);
		}
	cvg_ptrmap_put(&w->age_of, j.phi, at->age);
	cvg_ptrmap_put(&w->joined_of, j.phi, (uint32_t)w->joined.n);
	cvg_push(&w->joined, j);
	return j.phi;
}

/*
 * v as it is for one side when it reaches a join: what the join's phi gets
 * from there, or v itself if it was there before the join. NULL: neither.
 */
static LLVMValueRef before_join(const struct melder *w, uint32_t join,
				LLVMValueRef v, int side)
{
	uint32_t k = cvg_ptrmap_get(&w->joined_of, v);
	uint32_t age = cvg_ptrmap_get(&w->age_of, v);

	if (k != CVG_NONE && w->joined.at[k].join == join)
		return w->joined.at[k].side[side];
	if (age == CVG_NONE || age < w->joins.at[join].age)
		return v;
	return NULL;
}

/* Where the sides arrived apart, a phi there chooses for free. */
static LLVMValueRef pick_at_join(struct melder *w, LLVMValueRef t,
				 LLVMValueRef f)
{
	LLVMValueRef v[2] = {t, f};

	for (int k = 0; k < 2; k++) {
		uint32_t i = cvg_ptrmap_get(&w->joined_of, v[k]);
		LLVMValueRef bt, bf;
		uint32_t join;

		if (i == CVG_NONE)
			continue;
		join = w->joined.at[i].join;
		bt = before_join(w, join, t, CVG_ARM_TRUE);
		bf = before_join(w, join, f, CVG_ARM_FALSE);
		if (bt && bf)
			return bt == bf ? bt
					: cvg_melder_join_phi(w, join, bt, bf);
	}
	return NULL;
}

/* ---- choosing -------------------------------------------------------- */

static LLVMValueRef find_chosen(const struct melder *w, LLVMValueRef t,
				LLVMValueRef f)
{
	uint32_t newest = cvg_ptrmap_get(&w->chosen_of, t);

	for (size_t i = newest == CVG_NONE ? SIZE_MAX : newest; i != SIZE_MAX;
	     i = w->chosen.at[i].before)
		if (w->chosen.at[i].side[1] == f)
			return w->chosen.at[i].select;
	return NULL;
}

static struct chosen build_select(struct melder *w, LLVMValueRef t,
				  LLVMValueRef f)
{
	struct chosen ch = {.side = {t, f}, .before = SIZE_MAX};

	LLVMSetCurrentDebugLocation2(w->b, cvg_loc_none(w->function));
	ch.select = LLVMBuildSelect(w->b, w->cond, t, f, "");
	cvg_melder_made(w, ch.select);
	cvg_push(&w->selects, ch);
	return ch;
}

/* Remember a select: the rest of the piece can use it. */
static LLVMValueRef remember(struct melder *w, struct chosen ch)
{
	uint32_t newest = cvg_ptrmap_get(&w->chosen_of, ch.side[0]);

	ch.before = newest == CVG_NONE ? SIZE_MAX : newest;
	cvg_ptrmap_put(&w->chosen_of, ch.side[0], (uint32_t)w->chosen.n);
	cvg_push(&w->chosen, ch);
	return ch.select;
}

/* Without a select, if there is a way. */
static LLVMValueRef pick_free(struct melder *w, LLVMValueRef t, LLVMValueRef f)
{
	if (t == f || cvg_is_poison(f))
		return t;
	if (cvg_is_poison(t))
		return f;
	if (cvg_is_bool(t, 1) && cvg_is_bool(f, 0))
		return w->cond;
	return pick_at_join(w, t, f);
}

LLVMValueRef cvg_melder_pick(struct melder *w, LLVMValueRef t, LLVMValueRef f)
{
	LLVMValueRef v = pick_free(w, t, f);

	if (!v)
		v = find_chosen(w, t, f);
	return v ? v : remember(w, build_select(w, t, f));
}

LLVMValueRef cvg_melder_pick_in(struct melder *w, LLVMBasicBlockRef block,
				LLVMValueRef t, LLVMValueRef f)
{
	LLVMValueRef v = pick_free(w, t, f), term;

	if (v)
		return v;
	term = LLVMGetBasicBlockTerminator(block);
	if (term)
		LLVMPositionBuilderBefore(w->b, term);
	else
		LLVMPositionBuilderAtEnd(w->b, block);
	return build_select(w, t, f).select;
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

LLVMBasicBlockRef cvg_melder_block(struct melder *w, const char *name,
				   LLVMBasicBlockRef from_t,
				   LLVMBasicBlockRef from_f)
{
	LLVMBasicBlockRef before = w->ids->blocks[w->sub[0]->entry];
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
	cvg_live_block_origin(w->m, w->f, made, from, n);
	return made;
}
