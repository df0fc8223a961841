/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls, ends and deliberate faults. */
#include "sim/machine.h"
#include "sim/races.h"

#include <string.h>

CVG_MACHINE_OP(nop)
{
	if (warp->block->races && op->uop->order)
		cvg_race_fence(warp, op->uop);
	return true;
}

CVG_MACHINE_OP(exit)
{
	(void)op;
	warp->alive &= ~warp->active;
	return false;
}

CVG_MACHINE_OP(fault)
{
	const struct cvg_doubt *d = cvg_doubt_of(warp, &op->a);
	uint64_t bad = warp->active;

	if (op->uop->imm) {
		uint64_t good;

		memcpy(&good, cvg_ref_row(warp, op->uop->a), sizeof(good));
		d = cvg_ref_doubt(warp, op->uop->a);
		bad &= ~good | d->poison | d->undef;
	}
	if (!bad)
		return true;
	return cvg_warp_fault(warp, (enum cvg_faultkind)op->uop->n,
			      cvg_first_lane(bad), op->uop);
}

CVG_MACHINE_OP(call)
{
	return cvg_warp_call(warp, (uint32_t)op->uop->imm, op->uop->a,
			     op->uop->dst, warp->active, op->uop);
}

/* The function at an address; CVG_NONE: there is none with as many slots of
 * parameters and results as the call has. */
static uint32_t callee_at(const struct cvg_warp *warp,
			  const struct cvg_uop *uop, uint64_t address)
{
	const struct cvg_program *program = warp->machine->sim->program;
	uint64_t i = (address - CVG_FUNCTION_BASE) / 16;
	uint32_t slots = 0;

	if (address < CVG_FUNCTION_BASE || address % 16 || i >= program->nfns)
		return CVG_NONE;
	for (uint32_t k = 0; k < program->fns[i].nparams; k++)
		slots += program->fns[i].params[k].nslots;
	return slots == uop->n && program->fns[i].nresults == uop->c
		       ? (uint32_t)i
		       : CVG_NONE;
}

/* Lanes that call the same function call it together. If there are others, the
 * operation is done again for them when the call has returned. */
CVG_MACHINE_OP(icall)
{
	const uint8_t *row = cvg_row(warp, &op->a);
	uint64_t todo = warp->frame->pending & warp->alive, now = 0, first;
	uint32_t fn, lane;

	if (warp->frame->pending && !todo) {
		warp->frame->pending = 0;
		return true;
	}
	if (!todo) {
		if (!cvg_sure(warp, cvg_doubt_of(warp, &op->a),
			      CVG_F_POISON_ADDRESS, CVG_F_UNDEF_ADDRESS,
			      op->uop))
			return false;
		todo = warp->active;
	}
	lane = cvg_first_lane(todo);
	first = cvg_row_get(row, (enum cvg_kind)op->a_kind, lane);
	for (uint64_t rest = todo; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);

		if (cvg_row_get(row, (enum cvg_kind)op->a_kind, l) == first)
			now |= UINT64_C(1) << l;
	}
	fn = callee_at(warp, op->uop, first);
	if (fn == CVG_NONE)
		return cvg_warp_fault(warp, CVG_F_CALL, lane, op->uop);
	warp->frame->pending = todo & ~now;
	if (warp->frame->pending)
		warp->frame->op--; /* do this operation again */
	return cvg_warp_call(warp, fn, op->uop->b, op->uop->dst, now, op->uop);
}
