/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How many cycles a warp takes if it waits for results only where it needs them:
 * a scoreboard, as GPUs have one for each warp (B. Coon et al., "Tracking
 * Register Usage During Multithreaded Processing Using a Scoreboard", US
 * patent 7434032; AMD's s_waitcnt does it for memory).
 *
 * A warp issues its instructions in order. An instruction occupies the warp for
 * its issue cycles, and its result is ready when its latency is over; the cost
 * table has both. The instruction is issued when its operands are ready and so
 * is the result of its last execution; a fence also waits for all accesses of
 * the warp. A branch waits for its condition and overlaps with nothing. An
 * instruction without a cost is another name for its operands and ready when
 * they are; so is a phi, which also pays for the move that it may become.
 *
 * Example, cycles on gfx9 (a global load issues in 16 and takes 320):
 *
 *     tid                    issued at 0 to 4
 *     p = gep out, tid       issued at 4 to 20
 *     x = load p             issued at 20 to 36, ready at 340
 *     y = add tid, 1         issued at 36 to 40: does not wait for x
 *     z = add x, y           waits 40 to 340, issued until 344
 *     store z, p             issued at 344 to 360
 *     ret                    issued at 360 to 376
 *
 * 376 cycles, 300 of them stalls for memory. The sum of all latencies, which the
 * untimed count has, is 684. tests/unit/timing_test.c runs this kernel.
 *
 * The model is of one warp alone: it has neither other warps that run while this
 * one waits, nor the time at barriers, nor a limit of memory's throughput.
 */
#include "sim/machine.h"

#include <string.h>

#include "reconverge/cost.h"
#include "reconverge/graph.h"

/* A time stamp: the cycle when a result is ready, times two, plus 1 if memory
 * delivers it. The larger stamp is the later one. */
static uint64_t stamp(uint64_t when, bool memory)
{
	return when << 1 | memory;
}

/* ---- once a program --------------------------------------------------- */

/* Fill in the timing of instruction i; its sources stand in srcs[] from src_at
 * on. */
static void time_of(struct cvg_code *code, uint32_t i, uint32_t src_at)
{
	const struct cvg_fn *fn = code->ufn->fn;
	const struct cvg_inst *in = &fn->insts[i];
	struct cvg_timed *timed = &code->timed[i];

	*timed = (struct cvg_timed){.pace = cvg_cost_pace(fn, i),
				    .src_at = src_at};
	for (uint32_t k = 0; k < in->nops; k++) {
		uint32_t from = cvg_value_inst(fn, fn->ops[in->ops_at + k]);

		if (from != CVG_NONE)
			code->srcs[src_at + timed->nsrcs++] = from;
	}
}

static void prepare(struct cvg_sim *sim, struct cvg_code *code)
{
	const struct cvg_fn *fn = code->ufn->fn;

	code->timed =
		cvg_arena_array(&sim->arena, struct cvg_timed, fn->ninsts);
	code->srcs = cvg_arena_array(&sim->arena, uint32_t, cvg_fn_nops(fn));
	code->line = cvg_cost_line(fn);
	code->pass = cvg_cost_pass(fn);
	for (uint32_t i = 0; i < fn->ninsts; i++)
		time_of(code, i, fn->insts[i].ops_at);
}

void cvg_timing_prepare(struct cvg_sim *sim)
{
	for (uint32_t f = 0; f < sim->program->nfns && !sim->codes[f].timed;
	     f++)
		prepare(sim, &sim->codes[f]);
}

/* ---- while it runs ---------------------------------------------------- */

/* The stamp at which all operands of an instruction are ready. */
static uint64_t sources(const struct cvg_warp *warp,
			const struct cvg_timed *timed)
{
	const uint32_t *src = warp->code->srcs + timed->src_at;
	uint64_t last = 0;

	for (uint32_t k = 0; k < timed->nsrcs; k++) {
		uint64_t ready = warp->frame->ready[src[k]];

		if (ready > last)
			last = ready;
	}
	return last;
}

/* Stall the warp at an instruction until the stamp `ready`. */
static void wait_until(struct cvg_warp *warp, uint32_t inst, uint64_t ready)
{
	struct cvg_clock *clock = &warp->clock;
	uint64_t cycles;

	if (ready >> 1 <= clock->now)
		return;
	cycles = (ready >> 1) - clock->now;
	clock->now += cycles;
	clock->stalls += cycles;
	clock->memory_stalls += ready & 1 ? cycles : 0;
	warp->block->counts.fns[warp->frame->fn].stalls[inst] += cycles;
}

/* Issue one instruction: stall, take its issue cycles, stamp its result. */
static void issue(struct cvg_warp *warp, uint32_t inst)
{
	const struct cvg_timed *timed = &warp->code->timed[inst];
	const struct cvg_pace *pace = &timed->pace;
	uint64_t *ready = &warp->frame->ready[inst];
	uint64_t from = sources(warp, timed);
	uint64_t start;

	if (pace->renames) {
		*ready = from;
		return;
	}
	wait_until(warp, inst, from > *ready ? from : *ready);
	if (pace->is_fence)
		wait_until(warp, inst, stamp(warp->clock.memory, true));
	start = warp->clock.now;
	warp->clock.now += pace->issue;
	*ready = stamp(start + pace->latency, pace->is_memory);
	if (pace->is_fence)
		*ready = stamp(warp->clock.now, false);
	else if (pace->is_memory && start + pace->latency > warp->clock.memory)
		warp->clock.memory = start + pace->latency;
}

/* Issue all instructions of the block up to this one: some were decoded into no
 * operation and come here with the next that was. What an entry makes ready for
 * instructions of later blocks, or for none, takes no time. */
void cvg_timing_issue(struct cvg_warp *warp, uint32_t block, uint32_t inst)
{
	const struct cvg_block *b = &warp->code->ufn->fn->blocks[block];
	struct cvg_frame *frame = warp->frame;

	if (inst - b->inst_at >= b->ninsts)
		return;
	while (frame->timed <= inst)
		issue(warp, frame->timed++);
}

/* Memory needed clock.extra cycles more for the access that just ran. */
void cvg_timing_extra(struct cvg_warp *warp, uint32_t inst)
{
	struct cvg_clock *clock = &warp->clock;

	clock->now += clock->extra;
	warp->frame->ready[inst] += (uint64_t)clock->extra << 1;
	if (warp->frame->ready[inst] >> 1 > clock->memory)
		clock->memory = warp->frame->ready[inst] >> 1;
	clock->extra = 0;
}

/* Pay for the moves of the block's phis; cvg_timing_edge has stamped what they
 * wait for. */
void cvg_timing_enter(struct cvg_warp *warp, uint32_t block)
{
	const struct cvg_block *b = &warp->code->ufn->fn->blocks[block];
	struct cvg_frame *frame = warp->frame;

	for (uint32_t k = 0; k < b->nphis; k++) {
		const struct cvg_pace *pace =
			&warp->code->timed[b->inst_at + k].pace;
		uint64_t *ready = &frame->ready[b->inst_at + k];
		uint64_t moved = stamp(warp->clock.now + pace->latency, false);

		warp->clock.now += pace->issue;
		if (*ready < moved)
			*ready = moved;
	}
	frame->timed = b->inst_at + b->nphis;
}

/* Issue the rest of the block, its terminator included. */
void cvg_timing_end(struct cvg_warp *warp, uint32_t block)
{
	cvg_timing_issue(warp, block,
			 cvg_block_last(warp->code->ufn->fn, block));
}

/* The stamp of the operand that a phi takes when control comes from `block`. */
static uint64_t incoming(const struct cvg_warp *warp, uint32_t phi,
			 uint32_t block)
{
	const struct cvg_fn *fn = warp->code->ufn->fn;
	const struct cvg_inst *in = &fn->insts[phi];

	for (uint32_t k = 0; k < in->nops; k++) {
		uint32_t from = cvg_value_inst(fn, fn->ops[in->ops_at + k]);

		if (fn->incoming[in->ops_at + k] == block)
			return from == CVG_NONE ? 0 : warp->frame->ready[from];
	}
	return 0;
}

/* All stamps are read before one is written, because phis may be each other's
 * operands. Lanes that come later over another edge can only raise a stamp. */
void cvg_timing_edge(struct cvg_warp *warp, uint32_t block, uint32_t target)
{
	const struct cvg_block *b = &warp->code->ufn->fn->blocks[target];
	struct cvg_clock *clock = &warp->clock;

	clock->phis.n = 0;
	for (uint32_t k = 0; k < b->nphis; k++)
		cvg_push(&clock->phis, incoming(warp, b->inst_at + k, block));
	for (uint32_t k = 0; k < b->nphis; k++) {
		uint64_t *ready = &warp->frame->ready[b->inst_at + k];

		if (clock->phis.at[k] > *ready)
			*ready = clock->phis.at[k];
	}
}
