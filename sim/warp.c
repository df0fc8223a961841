/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One warp: its frames, and its run through block after block and operation after
 * operation. stack.c decides where its lanes go.
 */
#include "sim/ifs.h"
#include "sim/rounds.h"
#include "sim/groups/vectors.h"
#include "reconverge/graph.h"
#include "reconverge/ucodes.h"

#include <stdlib.h>
#include <string.h>

#define MAX_FRAMES 4096

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

/* The last of the frames becomes the running one. */
static void enter_frame(struct cvg_warp *warp)
{
	warp->frame = &warp->frames.at[warp->frames.n - 1];
	warp->code = warp->frame->code;
	warp->lx.lists = warp->code->ufn->lists;
	warp->rows[0] = warp->frame->rows;
	warp->doubts[0] = warp->frame->doubt;
}

static void push_frame(struct cvg_warp *warp, uint32_t fn, uint32_t ret_dst,
		       uint64_t mask)
{
	const struct cvg_code *code = &warp->machine->sim->codes[fn];
	struct cvg_frame frame = {.code = code,
				  .fn = fn,
				  .stack_at = (uint32_t)warp->stack.n,
				  .ret_dst = ret_dst,
				  .private_at = warp->private_top,
				  .chunk = warp->memory.chunk,
				  .used = warp->memory.used};
	struct cvg_entry e = {.mask = mask, .reconv = CVG_NONE};

	frame.rows = frame_memory(&warp->memory, code->rows_bytes);
	frame.doubt = (struct cvg_doubt *)frame_memory(
		&warp->memory, code->ufn->nslots * sizeof(struct cvg_doubt));
	if (warp->machine->timed) {
		size_t bytes = code->ufn->fn->ninsts * sizeof(*frame.ready);

		frame.ready =
			(uint64_t *)(void *)frame_memory(&warp->memory, bytes);
		memset(frame.ready, 0, bytes);
	}
	cvg_push(&warp->frames, frame);
	cvg_push(&warp->stack, e);
	enter_frame(warp);
}

static void pop_frame(struct cvg_warp *warp)
{
	struct cvg_frame *frame = warp->frame;

	warp->private_top = frame->private_at;
	warp->memory.chunk = frame->chunk;
	warp->memory.used = frame->used;
	if (--warp->frames.n == 0) {
		warp->state = CVG_WARP_ENDED;
		warp->frame = NULL;
		return;
	}
	enter_frame(warp);
}

bool cvg_warp_call(struct cvg_warp *warp, uint32_t fn, uint32_t args,
		   uint32_t dst, uint64_t mask, const struct cvg_uop *uop)
{
	const struct cvg_sim *sim = warp->machine->sim;
	const struct cvg_ufn *callee = &sim->program->fns[fn];
	const uint32_t *list = warp->code->ufn->lists + args;
	const struct cvg_frame caller = *warp->frame; /* the list may move */
	uint32_t k = 0;

	if (warp->frames.n >= MAX_FRAMES)
		return cvg_warp_fault(warp, CVG_F_STACK, cvg_first_lane(mask),
				      uop);
	push_frame(warp, fn, dst, mask);
	for (uint32_t i = 0; i < callee->nparams; i++) {
		for (uint32_t j = 0; j < callee->params[i].nslots; j++, k++) {
			uint32_t slot = callee->params[i].slot + j;
			enum cvg_kind kind =
				(enum cvg_kind)callee->slot_kind[slot];

			memcpy(warp->frame->rows + warp->code->row[slot],
			       cvg_row_in(sim, &caller, list[k]),
			       cvg_kind_row(kind, cvg_lanes(warp)));
			warp->frame->doubt[slot] =
				*cvg_doubt_in(sim, &caller, list[k]);
		}
	}
	return false; /* the warp goes on in the callee */
}

/* ---- operations ------------------------------------------------------ */

static bool lane_fault(struct cvg_warp *warp, const struct cvg_bound *op)
{
	enum cvg_faultkind kind = warp->lx.fault;
	uint64_t lanes = warp->lx.fault_lanes & warp->active;

	warp->lx.fault = CVG_F_NONE;
	warp->lx.fault_lanes = 0;
	if (!lanes)
		return true;
	return cvg_warp_fault(warp, kind, cvg_first_lane(lanes), op->uop);
}

/* ---- REBITS: several results ------------------------------------------- */

static const void *lane_row_of(const struct cvg_lx *lx, uint32_t ref)
{
	return cvg_ref_row(lx->machine, ref);
}

static const struct cvg_doubt *lane_doubt_of(const struct cvg_lx *lx,
					     uint32_t ref)
{
	return cvg_ref_doubt(lx->machine, ref);
}

static uint32_t rebits_results(const struct cvg_warp *warp,
			       const struct cvg_uop *uop)
{
	const uint32_t *list = warp->code->ufn->lists + uop->imm;

	return list[1 + list[0]];
}

static bool is_partial(const struct cvg_warp *warp, const struct cvg_uop *uop)
{
	return (uop->flags & CVG_UF_MERGE) && warp->active != warp->full;
}

static void *rebits_row(const struct cvg_lx *lx, const struct cvg_uop *uop,
			uint32_t k)
{
	struct cvg_warp *warp = lx->machine;

	if (!is_partial(warp, uop))
		return warp->frame->rows + warp->code->row[uop->dst + k];
	while (warp->spill.n <= k) {
		struct cvg_spill s = {NULL, {0, 0}};

		s.row = aligned_alloc(CVG_ROW_ALIGN, 16 * CVG_MAX_LANES);
		if (!s.row)
			cvg_die("out of memory");
		cvg_push(&warp->spill, s);
	}
	return warp->spill.at[k].row;
}

static struct cvg_doubt *rebits_doubt(const struct cvg_lx *lx,
				      const struct cvg_uop *uop, uint32_t k)
{
	struct cvg_warp *warp = lx->machine;

	if (!is_partial(warp, uop))
		return &warp->frame->doubt[uop->dst + k];
	rebits_row(lx, uop, k);
	return &warp->spill.at[k].doubt;
}

static void end_rebits(struct cvg_warp *warp, const struct cvg_bound *op)
{
	uint32_t n = rebits_results(warp, op->uop);

	if (!is_partial(warp, op->uop))
		return;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t slot = op->uop->dst + k;

		cvg_blend(warp->frame->rows + warp->code->row[slot],
			  rebits_row(&warp->lx, op->uop, k),
			  (enum cvg_kind)warp->code->ufn->slot_kind[slot],
			  warp->active, cvg_lanes(warp));
		cvg_blend_doubt(&warp->frame->doubt[slot],
				rebits_doubt(&warp->lx, op->uop, k),
				warp->active);
	}
}

static inline bool run_lane_op(struct cvg_warp *warp,
			       const struct cvg_bound *op)
{
	struct cvg_lx *lx = &warp->lx;

	lx->da = *cvg_doubt_of(warp, &op->a);
	lx->db = *cvg_doubt_of(warp, &op->b);
	lx->dc = *cvg_doubt_of(warp, &op->c);
	lx->poison = lx->da.poison | lx->db.poison | lx->dc.poison;
	lx->undef = lx->da.undef | lx->db.undef | lx->dc.undef;
	lx->const_a = op->const_a;
	lx->const_b = op->const_b;
	lx->active = warp->active;
	op->lane(cvg_result(warp, op), cvg_row(warp, &op->a),
		 cvg_row(warp, &op->b), cvg_row(warp, &op->c), op->uop, lx);
	if (lx->fault && !lane_fault(warp, op))
		return false;
	if (op->uop->code == CVG_U_REBITS)
		end_rebits(warp, op);
	else
		cvg_result_end(warp, op, lx->poison, lx->undef);
	return true;
}

/* Make the moves for the phis of an edge's target, for the lanes in `mask`. */
void cvg_warp_moves(struct cvg_warp *warp, const struct cvg_bedge *e,
		    uint64_t mask)
{
	const struct cvg_bound *op = warp->code->ops + e->op_at;

	warp->active = mask;
	for (uint32_t i = 0; i < e->nops; i++)
		run_lane_op(warp, &op[i]);
}

/* Where the operations of the entry on top end in its block. */
static uint32_t ops_end(const struct cvg_warp *warp)
{
	const struct cvg_entry *e = &warp->stack.at[warp->stack.n - 1];

	return e->until ? e->until : warp->code->blocks[e->block].nops;
}

/* Run the operations as run_ops does, and keep the scoreboard of timing.c. */
static bool run_ops_timed(struct cvg_warp *warp)
{
	struct cvg_frame *frame = warp->frame;
	uint32_t block = warp->stack.at[warp->stack.n - 1].block;
	const struct cvg_bblock *bblock = &warp->code->blocks[block];
	const struct cvg_bound *ops = warp->code->ops + bblock->op_at;
	uint32_t end = ops_end(warp);

	while (frame->op < end) {
		const struct cvg_bound *op = &ops[frame->op++];
		uint32_t inst = op->uop->inst;

		cvg_timing_issue(warp, block, inst);
		if (op->lane ? !run_lane_op(warp, op) : !op->machine(warp, op))
			return false;
		if (warp->clock.extra)
			cvg_timing_extra(warp, inst);
	}
	if (warp->active && !warp->stack.at[warp->stack.n - 1].until)
		cvg_timing_end(warp, block);
	return true;
}

/* As run_ops, but the warp stops before an operation of the machine when its
 * quota is used up. */
static bool run_ops_preempted(struct cvg_warp *warp)
{
	struct cvg_frame *frame = warp->frame;
	const struct cvg_bblock *block =
		&warp->code->blocks[warp->stack.at[warp->stack.n - 1].block];
	const struct cvg_bound *ops = warp->code->ops + block->op_at;
	uint32_t end = ops_end(warp);

	while (frame->op < end) {
		const struct cvg_bound *op = &ops[frame->op];

		if (op->machine && !warp->quota--) {
			warp->preempted = true;
			return false;
		}
		frame->op++;
		if (op->lane ? !run_lane_op(warp, op) : !op->machine(warp, op))
			return false;
	}
	return true;
}

/* Run the rest of the block's operations. False: the warp stopped at one. */
static bool run_ops(struct cvg_warp *warp)
{
	struct cvg_frame *frame = warp->frame;
	const struct cvg_bblock *block =
		&warp->code->blocks[warp->stack.at[warp->stack.n - 1].block];
	const struct cvg_bound *ops = warp->code->ops + block->op_at;
	uint32_t end = ops_end(warp);

	while (frame->op < end) {
		const struct cvg_bound *op = &ops[frame->op++];

		if (op->lane) {
			if (!run_lane_op(warp, op))
				return false;
		} else if (!op->machine(warp, op)) {
			return false;
		}
	}
	return true;
}

/* ---- the whole ------------------------------------------------------- */

/* Count that the warp enters the block of the top entry. False: the warp has run as
 * many operations as it may. */
static bool enter_block(struct cvg_warp *warp)
{
	const struct cvg_entry *e = &warp->stack.at[warp->stack.n - 1];
	const struct cvg_bblock *block = &warp->code->blocks[e->block];
	struct cvg_fn_counts *counts =
		&warp->block->counts.fns[warp->frame->fn];

	counts->block_warps[e->block]++;
	counts->block_lanes[e->block] +=
		(uint32_t)__builtin_popcountll(warp->active);
	if (warp->bbv)
		cvg_bbv_enter(warp, e->block);
	if (warp->rounds)
		cvg_rounds_enter(warp, e->block);
	if (warp->machine->trace)
		cvg_trace_enter(warp, e->block);
	warp->cycles += block->cycles;
	if (warp->machine->timed)
		cvg_timing_enter(warp, e->block);
	warp->steps += block->ninsts + 1;
	warp->frame->op = 0;
	warp->frame->started = true;
	if (warp->steps <= warp->machine->max_steps)
		return true;
	return cvg_endless_fault(warp, warp->machine->max_steps, "the warp");
}

static bool run_block(struct cvg_warp *warp)
{
	if (warp->machine->timed)
		return run_ops_timed(warp);
	return warp->machine->order ? run_ops_preempted(warp) : run_ops(warp);
}

void cvg_warp_run(struct cvg_warp *warp, uint64_t slice)
{
	uint64_t end = warp->steps + slice;

	warp->state = CVG_WARP_READY;
	warp->preempted = false;
	while (warp->state == CVG_WARP_READY) {
		if (!cvg_stack_settle(warp)) {
			pop_frame(warp);
			continue;
		}
		if (!warp->frame->started) {
			if (warp->steps >= end)
				return;
			if (!enter_block(warp))
				return;
		}
		if (run_block(warp) && warp->active) {
			warp->frame->started = false;
			if (!cvg_meet_end(warp))
				cvg_stack_leave(warp);
		}
		if (warp->preempted)
			return;
	}
}

void cvg_warp_init(struct cvg_warp *warp, struct cvg_machine *machine,
		   struct cvg_block_run *block, uint32_t id)
{
	const uint32_t *n = machine->launch->block;
	uint32_t lanes = machine->sim->program->warp;

	memset(warp, 0, sizeof(*warp));
	warp->machine = machine;
	warp->block = block;
	warp->id = id;
	for (uint32_t l = 0; l < lanes; l++) {
		uint32_t t = id * lanes + l;

		warp->tid[0][l] = t % n[0];
		warp->tid[1][l] = t / n[0] % n[1];
		warp->tid[2][l] = t / n[0] / n[1];
		if (t < machine->threads)
			warp->full |= UINT64_C(1) << l;
	}
	warp->rows[1] = machine->sim->const_rows;
	warp->doubts[1] = machine->sim->const_doubt;
	warp->lx.nlanes = lanes;
	warp->lx.row_of = lane_row_of;
	warp->lx.doubt_of = lane_doubt_of;
	warp->lx.result_of = rebits_row;
	warp->lx.result_doubt_of = rebits_doubt;
	warp->lx.machine = warp;
	warp->lx.seed = machine->seed ^ machine->chance;
	warp->mask_of = ~warp->full;
	if (machine->bbv)
		warp->bbv = cvg_bbvrows_new(machine->sim);
	warp->rounds = cvg_rounds_new(machine->rounds);
	warp->ifs = cvg_ifs_new(machine->ifs);
}

/* The kernel's arguments, the same for all lanes. */
static void set_args(struct cvg_warp *warp)
{
	const struct cvg_ufn *ufn = warp->code->ufn;

	for (uint32_t i = 0; i < ufn->nparams; i++) {
		for (uint32_t k = 0; k < ufn->params[i].nslots; k++) {
			uint32_t slot = ufn->params[i].slot + k;
			uint8_t *row =
				warp->frame->rows + warp->code->row[slot];
			enum cvg_kind kind =
				(enum cvg_kind)ufn->slot_kind[slot];
			uint64_t v[2];

			cvg_image_value(warp->machine->image, i, k, &v[0],
					&v[1]);
			cvg_fill_row(row, kind, v, cvg_lanes(warp));
			warp->frame->doubt[slot] = (struct cvg_doubt){0, 0};
		}
	}
}

void cvg_warp_start(struct cvg_warp *warp)
{
	warp->state = CVG_WARP_READY;
	warp->alive = warp->full;
	warp->frames.n = 0;
	warp->stack.n = 0;
	warp->memory.chunk = 0;
	warp->memory.used = 0;
	warp->steps = 0;
	warp->cycles = 0;
	warp->clock.now = warp->clock.memory = 0;
	warp->clock.stalls = warp->clock.memory_stalls = 0;
	warp->clock.extra = 0;
	warp->arrived = warp->passed = 0;
	warp->split = false;
	warp->tokens = 0;
	warp->synced = warp->fenced = 0;
	warp->private_top = CVG_PRIVATE_START;
	push_frame(warp, 0, CVG_NONE, warp->full);
	set_args(warp);
}

void cvg_warp_done(struct cvg_warp *warp)
{
	for (size_t i = 0; i < warp->memory.chunks.n; i++)
		free(warp->memory.chunks.at[i].memory);
	free(warp->memory.chunks.at);
	for (size_t i = 0; i < warp->spill.n; i++)
		free(warp->spill.at[i].row);
	free(warp->spill.at);
	cvg_bbvrows_free(warp->bbv);
	cvg_rounds_free(warp->rounds);
	cvg_ifs_free(warp->ifs);
	free(warp->clock.phis.at);
	free(warp->frames.at);
	free(warp->stack.at);
	free(warp->private.data);
	free(warp->private.state);
}
