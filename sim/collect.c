/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the threads of a warp or a block compute together: sums, running sums, one
 * thread's value for all ("The OpenCL C Specification", 3.0, 6.15.16, work-group
 * collective functions, and 6.15.19 of sub-groups).
 *
 * All threads must come to the same operation, and no thread of a block may have
 * returned before; anything else is a fault. Sums are made in the order of the
 * threads.
 */
#include "sim/machine.h"

#include "reconverge/graph.h"

#include <stdio.h>
#include <string.h>

/* The values of the threads so far, added by the operation `u`. */
struct sum {
	const struct cvg_uop *uop;
	uint64_t value;
	bool any;	    /* a thread's value is in it */
	bool poison, undef; /* one of them was in doubt */
};

/* One operation, done warp after warp. */
struct collect {
	const struct cvg_uop *uop;
	struct sum sum;
	uint32_t index; /* BROADCAST: the thread whose value is asked for */
	uint32_t
		asker; /* BROADCAST: the first thread that asked; CVG_NONE: none
			   so far */
	uint32_t at;   /* threads before the warp that is next */
};

static CVG_PRINTF(4, 5) bool fault(struct cvg_warp *warp, uint32_t lane,
				   const struct cvg_uop *uop, const char *fmt,
				   ...)
{
	struct cvg_fault *f = &warp->block->fault;
	va_list ap;

	cvg_warp_fault(warp, CVG_F_COLLECTIVE, lane, uop);
	va_start(ap, fmt);
	vsnprintf(f->detail, sizeof f->detail, fmt, ap);
	va_end(ap);
	return false;
}

static uint32_t count(uint64_t lanes)
{
	return (uint32_t)__builtin_popcountll(lanes);
}

/* ---- putting together -------------------------------------------------- */

static uint64_t infinity(enum cvg_kind kind, bool minus)
{
	if (kind == CVG_K_F16)
		return minus ? 0xfc00 : 0x7c00;
	if (kind == CVG_K_F32)
		return minus ? 0xff800000 : 0x7f800000;
	return (uint64_t)(minus ? 0xfff : 0x7ff) << 52;
}

/* The neutral element of an operation, which an exclusive sum begins with. */
static uint64_t identity(const struct cvg_uop *uop)
{
	enum cvg_kind kind = (enum cvg_kind)uop->kind;
	uint32_t bits = 8 * cvg_kind_bytes(kind);
	uint64_t ones = UINT64_MAX >> (64 - bits);

	switch (uop->n) {
	case CVG_A_AND:
	case CVG_A_UMIN:
		return ones;
	case CVG_A_MIN:
		return ones >> 1;
	case CVG_A_MAX:
		return (ones >> 1) + 1;
	case CVG_A_FMIN:
		return infinity(kind, false);
	case CVG_A_FMAX:
		return infinity(kind, true);
	}
	return 0;
}

/* Add a lane's operand to the sum. */
static void add(struct sum *s, const struct cvg_warp *warp,
		const struct cvg_bound *op, uint32_t lane)
{
	const struct cvg_doubt *d = cvg_doubt_of(warp, &op->a);
	uint64_t v = cvg_row_get(cvg_row(warp, &op->a),
				 (enum cvg_kind)s->uop->kind, lane);

	s->value = s->any ? cvg_rmw_of(s->uop, s->value, v) : v;
	s->any = true;
	s->poison |= d->poison >> lane & 1;
	s->undef |= d->undef >> lane & 1;
}

/* Make the sum a lane's result. */
static void put(struct cvg_warp *warp, const struct cvg_bound *op,
		uint32_t lane, const struct sum *s, struct cvg_doubt *doubt)
{
	cvg_row_set(cvg_result(warp, op), (enum cvg_kind)op->dst_kind, lane,
		    s->any ? s->value : identity(s->uop));
	doubt->poison |= (uint64_t)s->poison << lane;
	doubt->undef |= (uint64_t)s->undef << lane;
}

/* ---- two walks over the threads ---------------------------------------- */

/* All threads must ask BROADCAST for the same one. */
static bool same_index(struct collect *c, struct cvg_warp *warp,
		       const struct cvg_bound *op, uint32_t lane)
{
	uint32_t index =
		(uint32_t)cvg_row_get(cvg_row(warp, &op->b), CVG_K_I32, lane);

	if (c->asker == CVG_NONE) {
		c->index = index;
		c->asker = c->at + lane;
	}
	if (index == c->index)
		return true;
	return fault(warp, lane, op->uop,
		     "thread %u and thread %u ask for the values of different "
		     "threads, %u and %u",
		     c->asker, c->at + lane, c->index, index);
}

/* The first walk takes the values of all lanes. */
static bool take(struct collect *c, struct cvg_warp *warp,
		 const struct cvg_bound *op)
{
	bool one = (c->uop->imm & CVG_C_HOW) == CVG_C_BROADCAST;

	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);

		if (one && !same_index(c, warp, op, l))
			return false;
		if (!one || c->at + l == c->index)
			add(&c->sum, warp, op, l);
	}
	c->at += cvg_lanes(warp);
	return true;
}

/* The second walk gives the lanes their results; running sums are made here. */
static void give(struct collect *c, struct cvg_warp *warp,
		 const struct cvg_bound *op)
{
	uint64_t how = c->uop->imm & CVG_C_HOW;
	struct cvg_doubt doubt = {0, 0};

	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);

		if (how == CVG_C_INCLUSIVE)
			add(&c->sum, warp, op, l);
		put(warp, op, l, &c->sum, &doubt);
		if (how == CVG_C_EXCLUSIVE)
			add(&c->sum, warp, op, l);
	}
	cvg_result_end(warp, op, doubt.poison, doubt.undef);
}

/* Is there the thread that BROADCAST asks for? If not, that is a fault. */
static bool found(const struct collect *c, struct cvg_warp *warp)
{
	if (c->sum.any)
		return true;
	return fault(warp, cvg_first_lane(warp->active), c->uop,
		     "the operation asks for the value of a thread that is not "
		     "one of the %u",
		     c->uop->imm & CVG_C_WARP ? count(warp->full)
					      : warp->machine->threads);
}

static bool is_running(const struct cvg_uop *uop)
{
	return (uop->imm & CVG_C_HOW) == CVG_C_INCLUSIVE ||
	       (uop->imm & CVG_C_HOW) == CVG_C_EXCLUSIVE;
}

/* ---- a block ----------------------------------------------------------- */

/* A fault if a thread has returned or waits at another operation. */
static bool all_there(struct cvg_block_run *block, struct cvg_warp *first)
{
	const struct cvg_uop *uop = first->barrier_op->uop;
	uint32_t gone = 0;

	for (uint32_t i = 0; i < block->machine->nwarps; i++)
		gone += count(block->warps[i].full & ~block->warps[i].alive);
	if (gone)
		return fault(first, cvg_first_lane(first->active), uop,
			     "%u of the block's %u threads have returned", gone,
			     block->machine->threads);
	for (uint32_t i = 0; i < block->machine->nwarps; i++) {
		const struct cvg_warp *warp = &block->warps[i];
		const struct cvg_fn *fn = warp->code->ufn->fn;

		if (warp->barrier_op->uop == uop)
			continue;
		return fault(
			first, cvg_first_lane(first->active), uop,
			"other threads wait at another group operation, in B%u "
			"of @%.300s",
			fn->blocks[fn->insts[warp->barrier_op->uop->inst].block]
				.uid,
			warp->code->ufn->name);
	}
	return true;
}

/* All warps that have not ended wait at a COLLECT: do it. False: a fault. */
bool cvg_collect(struct cvg_block_run *block)
{
	struct collect c = {.asker = CVG_NONE};
	struct cvg_warp *first = block->warps;

	while (first->state != CVG_WARP_BARRIER)
		first++;
	if (!all_there(block, first))
		return false;
	c.uop = c.sum.uop = first->barrier_op->uop;
	for (uint32_t i = 0; i < block->machine->nwarps && !is_running(c.uop);
	     i++)
		if (!take(&c, &block->warps[i], block->warps[i].barrier_op))
			return false;
	if (!is_running(c.uop) && !found(&c, first))
		return false;
	for (uint32_t i = 0; i < block->machine->nwarps; i++)
		give(&c, &block->warps[i], block->warps[i].barrier_op);
	return true;
}

/* ---- the operation ----------------------------------------------------- */

static bool of_warp(struct cvg_warp *warp, const struct cvg_bound *op)
{
	struct collect c = {
		.uop = op->uop, .sum.uop = op->uop, .asker = CVG_NONE};

	if (!is_running(op->uop) && (!take(&c, warp, op) || !found(&c, warp)))
		return false;
	give(&c, warp, op);
	return true;
}

CVG_MACHINE_OP(collect)
{
	const struct cvg_uop *uop = op->uop;

	if (warp->active != warp->alive)
		return fault(warp, cvg_first_lane(warp->alive & ~warp->active),
			     uop,
			     "only %u of the warp's %u threads are at this "
			     "operation",
			     count(warp->active), count(warp->alive));
	if (uop->b != CVG_NONE &&
	    !cvg_sure(warp, cvg_doubt_of(warp, &op->b), CVG_F_POISON_OPERAND,
		      CVG_F_POISON_OPERAND, uop))
		return false;
	if (uop->imm & CVG_C_WARP)
		return of_warp(warp, op);
	warp->block->counts.barriers++;
	warp->arrived |= UINT32_C(1) << CVG_COLLECT_BARRIER;
	warp->barrier = CVG_COLLECT_BARRIER;
	warp->barrier_op = op;
	warp->state = CVG_WARP_BARRIER;
	return false;
}
