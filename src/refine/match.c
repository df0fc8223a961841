/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Is an effect of the new side the next one that the old side had? */
#include "private.h"

#include "reconverge/ucodes.h"

#include <string.h>

/* ---- the operation --------------------------------------------------- */

uint32_t cvg_effect_bits(const struct cvg_uop *u)
{
	return 8 * cvg_kind_bytes((enum cvg_kind)u->kind);
}

static bool is_together(const struct walker *w, const struct cvg_uop *u)
{
	switch (u->code) {
	case CVG_U_WARP:
	case CVG_U_BARRIER:
	case CVG_U_BARRIER_COUNT:
	case CVG_U_COLLECT:
	case CVG_U_ICALL:
	case CVG_U_SREG:
		return true;
	case CVG_U_CALL:
		return cvg_code_is_convergent(w->code->program,
					      (uint32_t)u->imm);
	}
	return false;
}

/* Is `imm` neither an offset nor an operand? */
static bool imm_counts(const struct cvg_uop *u)
{
	switch (u->code) {
	case CVG_U_LOAD:
	case CVG_U_STORE:
	case CVG_U_ATOMIC:
	case CVG_U_CMPXCHG:
	case CVG_U_STRIDED:
	case CVG_U_CALL:
		return false;
	case CVG_U_WARP:
		return u->n < CVG_W_SHFL_IDX || u->n > CVG_W_SHFL_OK;
	}
	return true;
}

static bool same_operation(const struct path *path, const struct cvg_uop *a,
			   const struct cvg_uop *b)
{
	const uint16_t flags = CVG_UF_VOLATILE | CVG_UF_ATOMIC | CVG_UF_SIGNED;
	const struct code *code = path->side[0].code;
	bool access = a->code == CVG_U_LOAD || a->code == CVG_U_STORE;
	uint64_t mask = a->code == CVG_U_WARP ? UINT32_MAX : UINT64_MAX;
	struct cvg_metas metas[2];
	bool twin;

	if (a->code != b->code || (a->flags & flags) != (b->flags & flags) ||
	    a->order != b->order || (a->order && a->scope != b->scope) ||
	    a->width != b->width || cvg_effect_bits(a) != cvg_effect_bits(b))
		return false;
	metas[0] = cvg_code_metas(code->ufn, a->inst);
	metas[1] = cvg_code_metas(path->side[1].code->ufn, b->inst);
	if (!cvg_code_keeps_metas(&metas[0], &metas[1]))
		return false;
	if ((a->vows ^ b->vows) & ~CVG_VOWS_FLAGS ||
	    b->vows & ~a->vows & CVG_VOWS_FLAGS || b->noundef & ~a->noundef)
		return false;
	if (a->code == CVG_U_CALL)
		return cvg_turn_same_callee(path, a, b, &twin) &&
		       a->n + twin == b->n;
	if (!access &&
	    (a->n != b->n || a->kind != b->kind || a->kind2 != b->kind2))
		return false;
	return !imm_counts(a) || (a->imm & mask) == (b->imm & mask);
}

/* A convergent operation stands for one of the old side only, and that one for
 * it: else other threads run it together. */
static bool same_threads(struct path *path, const struct cvg_uop *a,
			 const struct cvg_uop *b)
{
	struct proof *proof = path->proof;
	uint32_t *to = &proof->match[0][a->inst];
	uint32_t *from = &proof->match[1][b->inst];
	const struct code *code = proof->code;

	if (*to == CVG_NONE && *from == CVG_NONE) {
		*to = b->inst;
		*from = a->inst;
		if (cvg_code_loops(&code[0],
				   code[0].fn->insts[a->inst].block) ||
		    cvg_code_loops(&code[1], code[1].fn->insts[b->inst].block))
			proof->together = true;
	}
	return *to == b->inst && *from == a->inst;
}

static bool refine_all(struct path *path, const struct effect *e, uint32_t at,
		       uint32_t n)
{
	bool access = e->uop->code == CVG_U_LOAD ||
		      e->uop->code == CVG_U_STORE ||
		      e->uop->code == CVG_U_ATOMIC ||
		      e->uop->code == CVG_U_CMPXCHG,
	     all = true;

	for (uint32_t i = 0; i < n && all; i++) {
		struct cvg_scalar a = path->scalars.at[e->arg_at + i];
		struct cvg_scalar b = path->scalars.at[at + i];
		uint32_t source = access && !i
					  ? CVG_NONE
					  : path->sources.at[e->source_at + i];

		all = (a.v == CVG_NONE) == (b.v == CVG_NONE) &&
		      (a.v == CVG_NONE ||
		       cvg_path_refines_source(path, a, source, b));
	}
	return all;
}

static bool same_operands(struct path *path, const struct effect *e,
			  uint32_t at, uint32_t n)
{
	struct cvg_scalar entry;

	if (n == e->nargs + 1 && e->uop->code == CVG_U_CALL) {
		entry = cvg_path_fresh(path, 32, false);
		entry.v = path->proof->turn.entry;
		if (!cvg_path_refines(path, entry, path->scalars.at[at + --n]))
			return false;
	}
	return n == e->nargs && refine_all(path, e, at, n);
}

bool cvg_effect_differs(struct walker *w, const struct cvg_uop *u,
			const char *how)
{
	char name[16];
	uint32_t inst = u->inst;
	struct cvg_str text = {0};

	cvg_uop_print(&text, w->code->program, w->code->ufn, u);
	cvg_path_fail(
		w->path, "%s of the new code in %s %s (%s)",
		cvg_op_name(w->code->fn->insts[inst].op),
		cvg_proof_block(w->code, w->code->fn->insts[inst].block, name),
		how, cvg_str_of(&text));
	cvg_str_done(&text);
	return false;
}

bool cvg_effect_match(struct walker *w, const struct cvg_uop *u, uint32_t at,
		      uint32_t n)
{
	struct path *path = w->path;
	struct effect e;

	if (path->matched == path->effects.n)
		return cvg_effect_differs(w, u,
					  "has none that corresponds to it");
	e = path->effects.at[path->matched];
	if (!same_operation(path, e.uop, u) ||
	    e.nresults != cvg_code_writes(w->code, u))
		return cvg_effect_differs(w, u,
					  "corresponds to another effect");
	if (is_together(w, u) && !same_threads(path, e.uop, u))
		return cvg_effect_differs(
			w, u,
			"is convergent and stands for several, or for "
			"a part of one");
	if (!same_operands(path, &e, at, n))
		return cvg_effect_differs(w, u, "may have other operands");
	path->matched++;
	for (uint32_t k = 0; k < e.nresults; k++)
		cvg_path_write(w, u->dst + k,
			       path->scalars.at[e.result_at + k]);
	w->memory = e.memory;
	w->interval = e.interval;
	while (w->calls < e.calls) {
		if (!cvg_path_pass(path, ++w->calls))
			return false;
	}
	return true;
}
