/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Where doubt came from: reported beside a fault, such as a branch on poison.
 *
 * Nothing is noted while the kernel runs. When it fails, the slots of the frames
 * still have their values, so the way back is found in the code: the operation
 * that wrote the slot, the operand of it that is in doubt for this thread, the
 * operation that wrote that operand, and so on. Slots are used again and phis
 * have several writers; where the way is not certain nothing is reported.
 */
#include "sim/machine.h"

#include "reconverge/graph.h"
#include "reconverge/ucodes.h"

#include <stdio.h>
#include <string.h>

#define MAX_STEPS 64

/* How far the search has come. */
struct trail {
	const struct cvg_warp *warp;
	const struct cvg_frame *frame;
	const struct cvg_ufn *fn; /* the frame's function */
	uint32_t uop;	/* of f: what is looked for was written before it */
	uint32_t block; /* of f: that of the uop */
	uint64_t lane;	/* the thread's lane, a bit */
	bool poison;	/* the doubt that is followed: poison, or undef */
};

/* ---- one operation ----------------------------------------------------- */

static uint32_t nresults(const struct trail *trail, const struct cvg_uop *uop)
{
	const uint32_t *list = trail->fn->lists + uop->imm;

	switch (uop->code) {
	case CVG_U_REBITS:
		return list[1 + list[0]];
	case CVG_U_CALL:
		return trail->warp->machine->sim->program->fns[uop->imm]
			.nresults;
	case CVG_U_ICALL:
		return uop->c;
	}
	return 1;
}

static bool writes(const struct trail *trail, const struct cvg_uop *uop,
		   uint32_t slot)
{
	return uop->dst != CVG_NONE && slot >= uop->dst &&
	       slot - uop->dst < nresults(trail, uop);
}

static bool in_doubt(const struct trail *trail, uint32_t ref)
{
	const struct cvg_sim *sim = trail->warp->machine->sim;
	const struct cvg_doubt *d;

	if (ref == CVG_NONE)
		return false;
	d = ref & CVG_REF_CONST ? &sim->const_doubt[ref & ~CVG_REF_CONST]
				: &trail->frame->doubt[ref];
	return ((trail->poison ? d->poison : d->undef) & trail->lane) != 0;
}

/* The first operand that is in doubt; CVG_NONE: none is. */
static uint32_t doubtful_operand(const struct trail *trail,
				 const struct cvg_uop *uop)
{
	const uint32_t refs[] = {uop->a, uop->b, uop->c};
	uint32_t n = cvg_uop_operands(uop);

	if (uop->code == CVG_U_REBITS) {
		const uint32_t *list = trail->fn->lists + uop->imm;

		for (uint32_t k = 0; k < list[0]; k++)
			if (in_doubt(trail, list[1 + k]))
				return list[1 + k];
	}
	for (uint32_t k = 0; k < n; k++)
		if (in_doubt(trail, refs[k]))
			return refs[k];
	return CVG_NONE;
}

/* Can the operation make poison of operands that are not poison? */
static bool makes_poison(const struct cvg_uop *uop)
{
	const uint16_t flags = CVG_UF_NUW | CVG_UF_NSW | CVG_UF_EXACT |
			       CVG_UF_DISJOINT | CVG_UF_NNEG | CVG_UF_SAMESIGN |
			       CVG_UF_ZERO_POISON | CVG_UF_NNAN | CVG_UF_NINF;

	switch (uop->code) {
	case CVG_U_SHL:
	case CVG_U_LSHR:
	case CVG_U_ASHR:
	case CVG_U_FPTOUI:
	case CVG_U_FPTOSI:
		return true;
	case CVG_U_LOAD:
	case CVG_U_STORE:
		return false;
	}
	return (uop->flags & flags) != 0;
}

/* Can the operation, whose operands are not in doubt, have made the doubt? What a
 * function returned is not followed into the function: its frame is gone. */
static bool is_source(const struct trail *trail, const struct cvg_uop *uop)
{
	if (uop->code == CVG_U_CALL || uop->code == CVG_U_ICALL)
		return true;
	return trail->poison ? makes_poison(uop) : uop->code == CVG_U_LOAD;
}

/* ---- the way back ------------------------------------------------------ */

static uint32_t block_of(const struct cvg_ufn *ufn, uint32_t uop)
{
	for (uint32_t b = 0; b < ufn->fn->nblocks; b++)
		if (uop - ufn->blocks[b].uop_at < ufn->blocks[b].nuops)
			return b;
	return CVG_NONE;
}

/* Go to an operation. The moves of an edge count as the end of the block that the
 * edge leaves. */
static void stand_at(struct trail *trail, uint32_t uop)
{
	const struct cvg_fn *fn = trail->fn->fn;

	trail->block = block_of(trail->fn, uop);
	trail->uop = uop;
	for (uint32_t b = 0; b < fn->nblocks && trail->block == CVG_NONE; b++) {
		for (uint32_t k = 0; k < fn->blocks[b].nsuccs; k++) {
			const struct cvg_uedge *e =
				&trail->fn->edges[fn->blocks[b].succs_at + k];

			if (uop - e->uop_at >= e->nuops)
				continue;
			trail->block = b;
			trail->uop = trail->fn->blocks[b].uop_at +
				     trail->fn->blocks[b].nuops;
			return;
		}
	}
}

/* The only operation of the function that writes a slot, or for the slot of a phi
 * the only move from a slot in doubt; CVG_NONE: there are several, or none. */
static uint32_t written_elsewhere(const struct trail *trail, uint32_t slot)
{
	uint32_t found = CVG_NONE;

	for (uint32_t i = 0; i < trail->fn->nuops; i++) {
		const struct cvg_uop *uop = &trail->fn->uops[i];

		if (!writes(trail, uop, slot) ||
		    (uop->code == CVG_U_MOV && !in_doubt(trail, uop->a)))
			continue;
		if (found != CVG_NONE)
			return CVG_NONE;
		found = i;
	}
	return found;
}

static uint32_t written_at(const struct trail *trail, uint32_t slot)
{
	uint32_t first = trail->fn->blocks[trail->block].uop_at;

	for (uint32_t i = trail->uop; i-- > first;)
		if (writes(trail, &trail->fn->uops[i], slot))
			return i;
	return written_elsewhere(trail, slot);
}

/* Go to where a frame is: behind the operation that runs, or that calls. */
static void stand_in(struct trail *trail, const struct cvg_frame *frame)
{
	const struct cvg_warp *warp = trail->warp;
	bool top = frame == &warp->frames.at[warp->frames.n - 1];
	size_t entry = top ? warp->stack.n : frame[1].stack_at;

	trail->frame = frame;
	trail->fn = frame->code->ufn;
	trail->block = warp->stack.at[entry - 1].block;
	trail->uop =
		trail->block == CVG_NONE
			? 0
			: trail->fn->blocks[trail->block].uop_at + frame->op;
}

/* Go to the caller, and return the ref that it passed for the slot of a parameter.
 * CVG_NONE: the slot is no parameter's, or the function is the kernel. */
static uint32_t given(struct trail *trail, uint32_t slot)
{
	uint32_t k = 0;

	for (uint32_t i = 0; i < trail->fn->nparams; i++) {
		const struct cvg_param *param = &trail->fn->params[i];
		const struct cvg_uop *uop;

		if (slot - param->slot >= param->nslots) {
			k += param->nslots;
			continue;
		}
		if (trail->frame == trail->warp->frames.at)
			return CVG_NONE;
		stand_in(trail, trail->frame - 1);
		if (trail->block == CVG_NONE)
			return CVG_NONE;
		uop = &trail->fn->uops[--trail->uop];
		k += slot - param->slot;
		return trail->fn
			->lists[(uop->code == CVG_U_CALL ? uop->a : uop->b) +
				k];
	}
	return CVG_NONE;
}

/* The operation that made the doubt of a slot; NULL: it is not found. */
static const struct cvg_uop *origin(struct trail *trail, uint32_t ref)
{
	for (uint32_t i = 0; i < MAX_STEPS; i++) {
		const struct cvg_uop *uop;
		uint32_t at;

		if (ref & CVG_REF_CONST) /* CVG_NONE, too */
			return NULL;
		at = written_at(trail, ref);
		if (at == CVG_NONE) {
			ref = given(trail, ref);
			continue;
		}
		uop = &trail->fn->uops[at];
		stand_at(trail, at);
		ref = doubtful_operand(trail, uop);
		if (ref != CVG_NONE)
			continue;
		return is_source(trail, uop) ? uop : NULL;
	}
	return NULL;
}

/* ---- telling ----------------------------------------------------------- */

static bool is_shift(const struct cvg_uop *uop)
{
	return uop->code == CVG_U_SHL || uop->code == CVG_U_LSHR ||
	       uop->code == CVG_U_ASHR;
}

/* ", 64 bits by 70". */
static void tell_shift(const struct trail *trail, const struct cvg_uop *uop,
		       char *out, size_t n)
{
	const struct cvg_sim *sim = trail->warp->machine->sim;
	uint32_t bits = uop->width
				? uop->width
				: 8 * cvg_kind_bytes((enum cvg_kind)uop->kind);
	uint32_t lane = cvg_first_lane(trail->lane);
	const uint8_t *row;
	uint64_t by;

	if (uop->kind >= CVG_K_I128 || uop->kind == CVG_K_BIT ||
	    uop->b == CVG_NONE)
		return;
	row = uop->b & CVG_REF_CONST
		      ? sim->const_rows +
				sim->const_row[uop->b & ~CVG_REF_CONST]
		      : trail->frame->rows + trail->frame->code->row[uop->b];
	by = cvg_row_get(row, (enum cvg_kind)uop->kind, lane);
	if (by >= bits)
		snprintf(out, n, ", %u bits by %llu (see the setting shifts)",
			 bits, (unsigned long long)by);
}

static void tell(const struct trail *trail, const struct cvg_uop *uop,
		 struct cvg_fault *fault)
{
	const struct cvg_fn *fn = trail->fn->fn;
	const struct cvg_inst *in = &fn->insts[uop->inst];
	const char *callee = cvg_inst_callee(fn, uop->inst);
	const char *verb = trail->poison ? "made" : "read";
	char more[64] = "";

	if (trail->fn == &trail->warp->machine->sim->program->fns[fault->fn] &&
	    uop->inst == fault->inst)
		return;
	if (trail->poison && is_shift(uop))
		tell_shift(trail, uop, more, sizeof more);
	if (trail->poison && uop->flags & CVG_UF_NSW && !*more)
		snprintf(more, sizeof more, " (see the setting overflow)");
	if (callee)
		snprintf(fault->detail, sizeof fault->detail,
			 "given back by @%.40s in B%u of @%.40s", callee,
			 fn->blocks[in->block].uid, trail->fn->name);
	else
		snprintf(fault->detail, sizeof fault->detail,
			 "%s by %s in B%u of @%.40s%s", verb,
			 cvg_op_name(in->op), fn->blocks[in->block].uid,
			 trail->fn->name, more);
}

void cvg_fault_origin(struct cvg_warp *warp, const struct cvg_doubt *d,
		      uint32_t lane, bool poison)
{
	struct trail t = {
		.warp = warp, .lane = UINT64_C(1) << lane, .poison = poison};
	struct cvg_fault *fault = &warp->block->fault;
	const struct cvg_uop *uop;

	if (d < warp->frame->doubt ||
	    d >= warp->frame->doubt + warp->code->ufn->nslots)
		return; /* a constant's */
	stand_in(&t, warp->frame);
	if (t.block == CVG_NONE)
		return;
	uop = origin(&t, (uint32_t)(d - warp->frame->doubt));
	if (uop && uop->inst != CVG_NONE)
		tell(&t, uop, fault);
}
