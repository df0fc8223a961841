/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One warp: its frames, and its run through block after block and operation after
 * operation. stack.c decides where its lanes go.
 */
#include "sim/rounds.h"
#include "sim/groups/vectors.h"
#include "reconverge/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FRAMES 4096

/* ---- refs that are not bound ------------------------------------------ */

static const void *row_in(const struct cvg_sim *s, const struct cvg_frame *f,
			  uint32_t ref)
{
	if (ref == CVG_NONE)
		return s->const_rows + s->const_row[s->p->nconsts];
	if (ref & CVG_REF_CONST)
		return s->const_rows + s->const_row[ref & ~CVG_REF_CONST];
	return f->rows + f->code->row[ref];
}

static const struct cvg_doubt *doubt_in(const struct cvg_sim *s,
					const struct cvg_frame *f, uint32_t ref)
{
	if (ref == CVG_NONE)
		return &s->const_doubt[s->p->nconsts];
	if (ref & CVG_REF_CONST)
		return &s->const_doubt[ref & ~CVG_REF_CONST];
	return &f->doubt[ref];
}

const void *cvg_ref_row(const struct cvg_warp *w, uint32_t ref)
{
	return row_in(w->m->sim, w->frame, ref);
}

const struct cvg_doubt *cvg_ref_doubt(const struct cvg_warp *w, uint32_t ref)
{
	return doubt_in(w->m->sim, w->frame, ref);
}

static const void *lane_row_of(const struct cvg_lx *lx, uint32_t ref)
{
	return cvg_ref_row(lx->machine, ref);
}

static const struct cvg_doubt *lane_doubt_of(const struct cvg_lx *lx,
					     uint32_t ref)
{
	return cvg_ref_doubt(lx->machine, ref);
}

/* ---- frames ---------------------------------------------------------- */

/* Memory for `bytes` on top of the frames; cvg_warp_pop_frame gives it back. */
static uint8_t *frame_memory(struct cvg_frames *f, size_t bytes)
{
	bytes = (bytes + CVG_ROW_ALIGN - 1) & ~(size_t)(CVG_ROW_ALIGN - 1);
	while (f->chunk < f->chunks.n) {
		struct cvg_frame_chunk *c = &f->chunks.at[f->chunk];

		if (c->bytes - f->used >= bytes) {
			f->used += bytes;
			return c->memory + f->used - bytes;
		}
		f->chunk++;
		f->used = 0;
	}
	struct cvg_frame_chunk c = {NULL, (size_t)1 << 15 << f->chunks.n};

	if (f->chunks.n > 16)
		c.bytes = (size_t)1 << 31;
	while (c.bytes < bytes)
		c.bytes *= 2;
	c.memory = aligned_alloc(CVG_ROW_ALIGN, c.bytes);
	if (!c.memory)
		cvg_die("out of memory");
	memset(c.memory, 0, c.bytes);
	cvg_push(&f->chunks, c);
	f->used = bytes;
	return c.memory;
}

static void push_frame(struct cvg_warp *w, uint32_t fn, uint32_t ret_dst,
		       uint64_t mask)
{
	const struct cvg_code *code = &w->m->sim->codes[fn];
	struct cvg_frame f = {.code = code,
			      .fn = fn,
			      .stack_at = (uint32_t)w->stack.n,
			      .ret_dst = ret_dst,
			      .private_at = w->private_top,
			      .chunk = w->memory.chunk,
			      .used = w->memory.used};
	struct cvg_entry e = {mask, 0, CVG_NONE};

	f.rows = frame_memory(&w->memory, code->rows_bytes);
	f.doubt = (struct cvg_doubt *)frame_memory(
		&w->memory, code->ufn->nslots * sizeof(struct cvg_doubt));
	if (w->m->timed) {
		size_t bytes = code->ufn->fn->ninsts * sizeof(*f.ready);

		f.ready = (uint64_t *)(void *)frame_memory(&w->memory, bytes);
		memset(f.ready, 0, bytes);
	}
	cvg_push(&w->frames, f);
	cvg_push(&w->stack, e);
	w->frame = &w->frames.at[w->frames.n - 1];
	w->code = code;
	w->lx.lists = code->ufn->lists;
}

static void pop_frame(struct cvg_warp *w)
{
	struct cvg_frame *f = w->frame;

	w->private_top = f->private_at;
	w->memory.chunk = f->chunk;
	w->memory.used = f->used;
	if (--w->frames.n == 0) {
		w->state = CVG_WARP_ENDED;
		w->frame = NULL;
		return;
	}
	w->frame = &w->frames.at[w->frames.n - 1];
	w->code = w->frame->code;
	w->lx.lists = w->code->ufn->lists;
}

bool cvg_warp_call(struct cvg_warp *w, uint32_t fn, uint32_t args, uint32_t dst,
		   uint64_t mask, const struct cvg_uop *u)
{
	const struct cvg_sim *s = w->m->sim;
	const struct cvg_ufn *callee = &s->p->fns[fn];
	const uint32_t *list = w->code->ufn->lists + args;
	const struct cvg_frame caller = *w->frame; /* the list may move */
	uint32_t k = 0;

	if (w->frames.n >= MAX_FRAMES)
		return cvg_warp_fault(w, CVG_F_STACK, cvg_first_lane(mask), u);
	push_frame(w, fn, dst, mask);
	for (uint32_t i = 0; i < callee->nparams; i++) {
		for (uint32_t j = 0; j < callee->params[i].nslots; j++, k++) {
			uint32_t slot = callee->params[i].slot + j;
			enum cvg_kind kind =
				(enum cvg_kind)callee->slot_kind[slot];

			memcpy(w->frame->rows + w->code->row[slot],
			       row_in(s, &caller, list[k]),
			       cvg_kind_row(kind, cvg_lanes(w)));
			w->frame->doubt[slot] = *doubt_in(s, &caller, list[k]);
		}
	}
	return false; /* the warp goes on in the callee */
}

/* ---- operations ------------------------------------------------------ */

static bool lane_fault(struct cvg_warp *w, const struct cvg_bound *op)
{
	enum cvg_faultkind kind = w->lx.fault;
	uint64_t lanes = w->lx.fault_lanes & w->active;

	w->lx.fault = CVG_F_NONE;
	w->lx.fault_lanes = 0;
	if (!lanes)
		return true;
	return cvg_warp_fault(w, kind, cvg_first_lane(lanes), op->u);
}

/* ---- REBITS: several results ------------------------------------------- */

static uint32_t rebits_results(const struct cvg_warp *w,
			       const struct cvg_uop *u)
{
	const uint32_t *list = w->code->ufn->lists + u->imm;

	return list[1 + list[0]];
}

static bool is_partial(const struct cvg_warp *w, const struct cvg_uop *u)
{
	return (u->flags & CVG_UF_MERGE) && w->active != w->full;
}

static void *rebits_row(const struct cvg_lx *lx, const struct cvg_uop *u,
			uint32_t k)
{
	struct cvg_warp *w = lx->machine;

	if (!is_partial(w, u))
		return w->frame->rows + w->code->row[u->dst + k];
	while (w->spill.n <= k) {
		struct cvg_spill s = {NULL, {0, 0}};

		s.row = aligned_alloc(CVG_ROW_ALIGN, 16 * CVG_MAX_LANES);
		if (!s.row)
			cvg_die("out of memory");
		cvg_push(&w->spill, s);
	}
	return w->spill.at[k].row;
}

static struct cvg_doubt *rebits_doubt(const struct cvg_lx *lx,
				      const struct cvg_uop *u, uint32_t k)
{
	struct cvg_warp *w = lx->machine;

	if (!is_partial(w, u))
		return &w->frame->doubt[u->dst + k];
	rebits_row(lx, u, k);
	return &w->spill.at[k].doubt;
}

static void end_rebits(struct cvg_warp *w, const struct cvg_bound *op)
{
	uint32_t n = rebits_results(w, op->u);

	if (!is_partial(w, op->u))
		return;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t slot = op->u->dst + k;

		cvg_blend(w->frame->rows + w->code->row[slot],
			  rebits_row(&w->lx, op->u, k),
			  (enum cvg_kind)w->code->ufn->slot_kind[slot],
			  w->active, cvg_lanes(w));
		cvg_blend_doubt(&w->frame->doubt[slot],
				rebits_doubt(&w->lx, op->u, k), w->active);
	}
}

static inline bool run_lane_op(struct cvg_warp *w, const struct cvg_bound *op)
{
	struct cvg_lx *lx = &w->lx;

	lx->da = *cvg_doubt_of(w, &op->a);
	lx->db = *cvg_doubt_of(w, &op->b);
	lx->dc = *cvg_doubt_of(w, &op->c);
	lx->poison = lx->da.poison | lx->db.poison | lx->dc.poison;
	lx->undef = lx->da.undef | lx->db.undef | lx->dc.undef;
	lx->const_a = op->const_a;
	lx->const_b = op->const_b;
	lx->active = w->active;
	op->lane(cvg_result(w, op), cvg_row(w, &op->a), cvg_row(w, &op->b),
		 cvg_row(w, &op->c), op->u, lx);
	if (lx->fault && !lane_fault(w, op))
		return false;
	if (op->u->code == CVG_U_REBITS)
		end_rebits(w, op);
	else
		cvg_result_end(w, op, lx->poison, lx->undef);
	return true;
}

/* Make the moves for the phis of an edge's target, for the lanes in `mask`. */
void cvg_warp_moves(struct cvg_warp *w, const struct cvg_bedge *e,
		    uint64_t mask)
{
	const struct cvg_bound *op = w->code->ops + e->op_at;

	w->active = mask;
	for (uint32_t i = 0; i < e->nops; i++)
		run_lane_op(w, &op[i]);
}

/* Run the operations as run_ops does, and keep the scoreboard of timing.c. */
static bool run_ops_timed(struct cvg_warp *w)
{
	struct cvg_frame *f = w->frame;
	uint32_t block = w->stack.at[w->stack.n - 1].block;
	const struct cvg_bblock *b = &w->code->blocks[block];
	const struct cvg_bound *ops = w->code->ops + b->op_at;

	while (f->op < b->nops) {
		const struct cvg_bound *op = &ops[f->op++];
		uint32_t inst = op->u->inst;

		cvg_timing_issue(w, inst);
		if (op->lane ? !run_lane_op(w, op) : !op->machine(w, op))
			return false;
		if (w->clock.extra)
			cvg_timing_extra(w, inst);
	}
	if (w->active)
		cvg_timing_end(w, block);
	return true;
}

/* As run_ops, but the warp stops before an operation of the machine when its
 * quota is used up. */
static bool run_ops_preempted(struct cvg_warp *w)
{
	struct cvg_frame *f = w->frame;
	const struct cvg_bblock *b =
		&w->code->blocks[w->stack.at[w->stack.n - 1].block];
	const struct cvg_bound *ops = w->code->ops + b->op_at;

	while (f->op < b->nops) {
		const struct cvg_bound *op = &ops[f->op];

		if (op->machine && !w->quota--) {
			w->preempted = true;
			return false;
		}
		f->op++;
		if (op->lane ? !run_lane_op(w, op) : !op->machine(w, op))
			return false;
	}
	return true;
}

/* Run the rest of the block's operations. False: the warp stopped at one. */
static bool run_ops(struct cvg_warp *w)
{
	struct cvg_frame *f = w->frame;
	const struct cvg_bblock *b =
		&w->code->blocks[w->stack.at[w->stack.n - 1].block];
	const struct cvg_bound *ops = w->code->ops + b->op_at;

	while (f->op < b->nops) {
		const struct cvg_bound *op = &ops[f->op++];

		if (op->lane) {
			if (!run_lane_op(w, op))
				return false;
		} else if (!op->machine(w, op)) {
			return false;
		}
	}
	return true;
}

/* ---- the whole ------------------------------------------------------- */

/* Count that the warp enters the block of the top entry. False: the warp has run as
 * many operations as it may. */
static bool enter_block(struct cvg_warp *w)
{
	const struct cvg_entry *e = &w->stack.at[w->stack.n - 1];
	const struct cvg_bblock *b = &w->code->blocks[e->block];
	struct cvg_fn_counts *counts = &w->block->counts.fns[w->frame->fn];

	counts->block_warps[e->block]++;
	counts->block_lanes[e->block] +=
		(uint32_t)__builtin_popcountll(w->active);
	if (w->bbv)
		cvg_bbv_enter(w, e->block);
	if (w->rounds)
		cvg_rounds_enter(w, e->block);
	if (w->m->trace)
		cvg_trace_enter(w, e->block);
	w->cycles += b->cycles;
	if (w->m->timed)
		cvg_timing_enter(w, e->block);
	w->steps += b->ninsts + 1;
	w->frame->op = 0;
	w->frame->started = true;
	if (w->steps <= w->m->max_steps)
		return true;
	return cvg_endless_fault(w, w->m->max_steps, "the warp");
}

static bool run_block(struct cvg_warp *w)
{
	if (w->m->timed)
		return run_ops_timed(w);
	return w->m->order ? run_ops_preempted(w) : run_ops(w);
}

void cvg_warp_run(struct cvg_warp *w, uint64_t slice)
{
	uint64_t end = w->steps + slice;

	w->state = CVG_WARP_READY;
	w->preempted = false;
	while (w->state == CVG_WARP_READY) {
		if (!cvg_stack_settle(w)) {
			pop_frame(w);
			continue;
		}
		if (!w->frame->started) {
			if (w->steps >= end)
				return;
			if (!enter_block(w))
				return;
		}
		if (run_block(w) && w->active) {
			w->frame->started = false;
			cvg_stack_leave(w);
		}
		if (w->preempted)
			return;
	}
}

void cvg_warp_init(struct cvg_warp *w, struct cvg_machine *m,
		   struct cvg_block_run *b, uint32_t id)
{
	const uint32_t *n = m->launch->block;
	uint32_t lanes = m->sim->p->warp;

	memset(w, 0, sizeof(*w));
	w->m = m;
	w->block = b;
	w->id = id;
	for (uint32_t l = 0; l < lanes; l++) {
		uint32_t t = id * lanes + l;

		w->tid[0][l] = t % n[0];
		w->tid[1][l] = t / n[0] % n[1];
		w->tid[2][l] = t / n[0] / n[1];
		if (t < m->threads)
			w->full |= UINT64_C(1) << l;
	}
	w->lx.nlanes = lanes;
	w->lx.row_of = lane_row_of;
	w->lx.doubt_of = lane_doubt_of;
	w->lx.result_of = rebits_row;
	w->lx.result_doubt_of = rebits_doubt;
	w->lx.machine = w;
	w->lx.seed = m->seed;
	w->mask_of = ~w->full;
	if (m->bbv)
		w->bbv = cvg_bbvrows_new(m->sim);
	w->rounds = cvg_rounds_new(m->rounds);
}

/* The kernel's arguments, the same for all lanes. */
static void set_args(struct cvg_warp *w)
{
	const struct cvg_ufn *f = w->code->ufn;

	for (uint32_t i = 0; i < f->nparams; i++) {
		for (uint32_t k = 0; k < f->params[i].nslots; k++) {
			uint32_t slot = f->params[i].slot + k;
			uint8_t *row = w->frame->rows + w->code->row[slot];
			enum cvg_kind kind = (enum cvg_kind)f->slot_kind[slot];
			uint64_t v[2];

			cvg_image_value(w->m->image, i, k, &v[0], &v[1]);
			cvg_fill_row(row, kind, v, cvg_lanes(w));
			w->frame->doubt[slot] = (struct cvg_doubt){0, 0};
		}
	}
}

void cvg_warp_start(struct cvg_warp *w)
{
	w->state = CVG_WARP_READY;
	w->alive = w->full;
	w->frames.n = 0;
	w->stack.n = 0;
	w->memory.chunk = 0;
	w->memory.used = 0;
	w->steps = 0;
	w->cycles = 0;
	w->clock.now = w->clock.memory = 0;
	w->clock.stalls = w->clock.memory_stalls = 0;
	w->clock.extra = 0;
	w->arrived = w->passed = 0;
	w->split = false;
	w->synced = w->fenced = 0;
	w->private_top = CVG_PRIVATE_START;
	push_frame(w, 0, CVG_NONE, w->full);
	set_args(w);
}

void cvg_warp_done(struct cvg_warp *w)
{
	for (size_t i = 0; i < w->memory.chunks.n; i++)
		free(w->memory.chunks.at[i].memory);
	free(w->memory.chunks.at);
	for (size_t i = 0; i < w->spill.n; i++)
		free(w->spill.at[i].row);
	free(w->spill.at);
	cvg_bbvrows_free(w->bbv);
	cvg_rounds_free(w->rounds);
	free(w->clock.phis.at);
	free(w->frames.at);
	free(w->stack.at);
	free(w->private.data);
	free(w->private.state);
}
