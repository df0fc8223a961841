/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of the same text: do metadata and attributes make them differ? */
#include "private.h"

#include <stdlib.h>

static bool same_constant(const struct cvg_const *x, const struct cvg_const *y)
{
	return x->kind == y->kind && x->lo == y->lo && x->hi == y->hi &&
	       x->poison == y->poison && x->undef == y->undef;
}

static bool same_ref(const struct cvg_program *const program[2], uint32_t x,
		     uint32_t y)
{
	if (x == CVG_NONE || y == CVG_NONE || !(x & y & CVG_REF_CONST))
		return x == y;
	return same_constant(&program[0]->consts[x & ~CVG_REF_CONST],
			     &program[1]->consts[y & ~CVG_REF_CONST]);
}

static bool same_uop(const struct cvg_refine_ask *ask, const struct cvg_uop *a,
		     const struct cvg_uop *b)
{
	struct cvg_u32s reads[2] = {{0}, {0}};
	bool same;

	if (a->code != b->code || a->kind != b->kind || a->kind2 != b->kind2 ||
	    a->flags != b->flags || a->n != b->n || a->dst != b->dst ||
	    a->width != b->width || a->inst != b->inst ||
	    a->order != b->order || a->scope != b->scope ||
	    a->vows != b->vows || a->noundef != b->noundef)
		return false;
	cvg_code_reads(&ask->program[0]->fns[ask->fn[0]], a, &reads[0]);
	cvg_code_reads(&ask->program[1]->fns[ask->fn[1]], b, &reads[1]);
	same = reads[0].n == reads[1].n;
	for (size_t i = 0; i < reads[0].n && same; i++)
		same = same_ref(ask->program, reads[0].at[i], reads[1].at[i]);
	free(reads[0].at);
	free(reads[1].at);
	return same;
}

struct cvg_metas cvg_code_metas(const struct cvg_ufn *ufn, uint32_t inst)
{
	return ufn->metas ? ufn->metas[inst] : (struct cvg_metas){.of = {0}};
}

bool cvg_code_keeps_metas(const struct cvg_metas *a, const struct cvg_metas *b)
{
	for (uint32_t k = 0; k < CVG_NMETAS; k++) {
		if (b->of[k] && b->of[k] != a->of[k])
			return false;
	}
	return true;
}

static bool keeps_metas(const struct cvg_ufn *a, const struct cvg_ufn *b,
			uint32_t inst)
{
	struct cvg_metas x = cvg_code_metas(a, inst);
	struct cvg_metas y = cvg_code_metas(b, inst);

	return cvg_code_keeps_metas(&x, &y);
}

bool cvg_code_keeps_vows(const struct cvg_ufn *a, const struct cvg_ufn *b)
{
	for (uint32_t i = 0; i < b->nvows; i++) {
		bool found = false;

		for (uint32_t k = 0; k < a->nvows && !found; k++)
			found = a->vows[k] == b->vows[i];
		if (!found)
			return false;
	}
	return true;
}

/* Is the same promised of the loop that a branch of a partner of the block closes? */
static bool has_loop(const struct code *a, const struct code *b, uint32_t block,
		     uint32_t promise)
{
	for (uint32_t i = 0; i < a->fn->ninsts; i++) {
		if (cvg_code_metas(a->ufn, i).of[CVG_META_LOOP] == promise &&
		    cvg_code_is_partner(a, a->fn->insts[i].block, b, block))
			return true;
	}
	return false;
}

bool cvg_code_keeps_loops(const struct code *a, const struct code *b)
{
	for (uint32_t i = 0; b->ufn->metas && i < b->fn->ninsts; i++) {
		uint32_t promise = b->ufn->metas[i].of[CVG_META_LOOP];

		if (promise && !has_loop(a, b, b->fn->insts[i].block, promise))
			return false;
	}
	return true;
}

bool cvg_refine_same(const struct cvg_refine_ask *ask)
{
	const struct cvg_ufn *a = &ask->program[0]->fns[ask->fn[0]];
	const struct cvg_ufn *b = &ask->program[1]->fns[ask->fn[1]];
	bool same = a->nuops == b->nuops && cvg_code_keeps_vows(a, b);

	for (uint32_t i = 0; i < a->nuops && same; i++)
		same = same_uop(ask, &a->uops[i], &b->uops[i]);
	same = same && a->fn->ninsts == b->fn->ninsts;
	for (uint32_t i = 0; same && i < b->fn->ninsts; i++)
		same = keeps_metas(a, b, i);
	return same;
}
