/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One block of the grid: its shared memory, the turns of its warps, its barriers.
 *
 * In each round every warp that can run does so for a slice of operations. The
 * order of a round is drawn at random from the run's seed and the block's number.
 * A slice is long enough to make turns cheap, and short enough that a warp that
 * spins until another one acts does not spin for long. A run that asks for an
 * order of its own preempts warps: a slice then ends after a random number of
 * accesses to memory, small ones as often as large ones.
 */
#include "sim/rounds.h"
#include "sim/groups/vectors.h"
#include "sim/races.h"

#include "reconverge/ucodes.h"

#include <stdlib.h>
#include <string.h>

#define SLICE	    4096 /* operations */
#define MOST_QUOTAS 10	 /* accesses in a slice: 1, 2, 4, ... 512 */

void cvg_block_init(struct cvg_block_run *block, struct cvg_machine *machine)
{
	memset(block, 0, sizeof(*block));
	block->machine = machine;
	/* rows inside a warp are aligned, so the warps must be */
	block->warps = aligned_alloc(_Alignof(struct cvg_warp),
				     machine->nwarps * sizeof(*block->warps));
	if (!block->warps)
		cvg_die("out of memory");
	block->turn = cvg_calloc(machine->nwarps, sizeof(*block->turn));
	for (uint32_t i = 0; i < machine->nwarps; i++)
		cvg_warp_init(&block->warps[i], machine, block, i);
	block->shared.bytes = machine->shared_bytes;
	block->shared.data = cvg_alloc(machine->shared_bytes + 1);
	block->shared.state = cvg_alloc(machine->shared_bytes + 1);
	if (machine->races)
		block->races = cvg_races_new(machine);
	cvg_counts_init(&block->counts, machine->sim->program);
}

void cvg_block_done(struct cvg_block_run *block)
{
	for (uint32_t i = 0; i < block->machine->nwarps; i++)
		cvg_warp_done(&block->warps[i]);
	free(block->warps);
	free(block->turn);
	free(block->shared.data);
	free(block->shared.state);
	cvg_races_free(block->races);
	cvg_touched_free(block->touched);
	cvg_meets_free(block->meets);
	cvg_counts_done(&block->counts);
}

/* Shared memory when a block starts: the bytes of objects are undefined, those
 * between objects belong to nothing. */
static void clear_shared(struct cvg_block_run *block)
{
	const struct cvg_program *program = block->machine->sim->program;
	uint32_t n = block->machine->shared_bytes;

	if (!n)
		return;
	memset(block->shared.data, (int)(block->rng >> 20) & 0xff, n);
	memset(block->shared.state, CVG_BYTE_DEAD, n);
	for (uint32_t i = 0; i < program->nglobals; i++) {
		const struct cvg_global *global = &program->globals[i];

		if (global->space == CVG_SPACE_SHARED && !global->dynamic)
			memset(block->shared.state + global->address,
			       CVG_BYTE_UNDEFINED, global->bytes);
	}
	if (block->machine->dynamic_at < n)
		memset(block->shared.state + block->machine->dynamic_at,
		       CVG_BYTE_UNDEFINED, n - block->machine->dynamic_at);
}

static uint64_t next_random(struct cvg_block_run *block)
{
	block->rng += UINT64_C(0x9e3779b97f4a7c15);
	return cvg_hash64(block->rng);
}

static void shuffle_turns(struct cvg_block_run *block)
{
	uint32_t n = block->machine->nwarps;

	for (uint32_t i = 0; i < n; i++)
		block->turn[i] = i;
	for (uint32_t i = n; i > 1; i--) {
		uint32_t j = (uint32_t)(next_random(block) % i);
		uint32_t t = block->turn[i - 1];

		block->turn[i - 1] = block->turn[j];
		block->turn[j] = t;
	}
}

/* ---- barriers -------------------------------------------------------- */

/* Have all warps arrived that the barrier waits for? Those are the threads that an
 * arrival named, else all warps that have not ended. */
static bool is_complete(const struct cvg_block_run *block, uint32_t id)
{
	uint32_t bit = UINT32_C(1) << id, arrived = 0, running = 0;
	uint32_t lanes = block->machine->sim->program->warp;

	for (uint32_t i = 0; i < block->machine->nwarps; i++) {
		running += block->warps[i].state != CVG_WARP_ENDED;
		arrived += (block->warps[i].arrived & bit) != 0;
	}
	if (!arrived)
		return false;
	if (block->expected[id])
		return arrived * lanes >= block->expected[id];
	return arrived >= running;
}

/* Give the result of BARRIER_COUNT to all warps that wait with it: the number of
 * threads whose operand is true, whether it is true for all, or for any. */
static void tell_count(struct cvg_block_run *block, uint32_t id)
{
	uint32_t yes = 0, all = 0;

	for (uint32_t i = 0; i < block->machine->nwarps; i++) {
		const struct cvg_warp *w = &block->warps[i];

		if (w->state != CVG_WARP_BARRIER || w->barrier != id ||
		    w->barrier_op->uop->code != CVG_U_BARRIER_COUNT)
			continue;
		yes += (uint32_t)__builtin_popcountll(w->barrier_true);
		all += (uint32_t)__builtin_popcountll(w->active);
	}
	for (uint32_t i = 0; i < block->machine->nwarps; i++) {
		struct cvg_warp *w = &block->warps[i];
		const struct cvg_bound *op = w->barrier_op;
		uint32_t v;

		if (w->state != CVG_WARP_BARRIER || w->barrier != id ||
		    op->uop->code != CVG_U_BARRIER_COUNT)
			continue;
		v = op->uop->n == 0   ? yes
		    : op->uop->n == 1 ? yes == all
				      : yes != 0;
		for (uint32_t l = 0; l < cvg_lanes(w); l++)
			cvg_row_set(cvg_result(w, op),
				    (enum cvg_kind)op->dst_kind, l, v);
		cvg_result_end(w, op, 0, 0);
	}
}

/* All have arrived: the warps that wait go on, those that only arrived pass. */
static void release(struct cvg_block_run *block, uint32_t id)
{
	uint32_t bit = UINT32_C(1) << id;

	if (id == CVG_COLLECT_BARRIER && !cvg_collect(block))
		return;
	tell_count(block, id);
	for (uint32_t i = 0; i < block->machine->nwarps; i++) {
		struct cvg_warp *warp = &block->warps[i];

		if (!(warp->arrived & bit))
			continue;
		warp->arrived &= ~bit;
		if (warp->state == CVG_WARP_BARRIER && warp->barrier == id)
			warp->state = CVG_WARP_READY;
		else
			warp->passed |= bit;
	}
	block->expected[id] = 0;
	if (block->races)
		cvg_races_barrier(block->races);
}

static bool release_all(struct cvg_block_run *block)
{
	bool any = false;

	for (uint32_t id = 0; id < CVG_NBARRIERS; id++) {
		if (is_complete(block, id)) {
			release(block, id);
			any = true;
		}
	}
	return any;
}

/* Arrive at a barrier. All lanes of the warp that have not returned must be here.
 * *n is the number of threads that the barrier is for; 0: all. */
static bool arrive(struct cvg_warp *warp, const struct cvg_bound *op,
		   const struct cvg_at *n)
{
	uint32_t id = (uint32_t)op->uop->imm % CVG_NBARRIERS;
	uint32_t expected;

	if (warp->active != warp->alive)
		return cvg_warp_fault(
			warp, CVG_F_BARRIER,
			cvg_first_lane(warp->alive & ~warp->active), op->uop);
	memcpy(&expected, cvg_row(warp, n), sizeof(expected));
	warp->block->expected[id] = expected;
	warp->arrived |= UINT32_C(1) << id;
	warp->block->counts.barriers++;
	return true;
}

/* Wait at a barrier, unless it was released since the warp arrived. False: the warp
 * waits, and goes on behind this operation when the barrier is released. */
static bool await(struct cvg_warp *warp, const struct cvg_bound *op)
{
	uint32_t id = (uint32_t)op->uop->imm % CVG_NBARRIERS;

	if (warp->passed & UINT32_C(1) << id) {
		warp->passed &= ~(UINT32_C(1) << id);
		return true;
	}
	warp->barrier = id;
	warp->barrier_op = op;
	warp->state = CVG_WARP_BARRIER;
	return false;
}

CVG_MACHINE_OP(barrier)
{
	if (op->uop->n != 2 && !arrive(warp, op, &op->a))
		return false;
	return op->uop->n == 1 || await(warp, op);
}

CVG_MACHINE_OP(barrier_count)
{
	uint64_t bits;

	if (!cvg_sure(warp, cvg_doubt_of(warp, &op->a), CVG_F_POISON_OPERAND,
		      CVG_F_POISON_OPERAND, op->uop) ||
	    !arrive(warp, op, &op->b))
		return false;
	memcpy(&bits, cvg_row(warp, &op->a), sizeof(bits));
	warp->barrier_true = bits & warp->active;
	return await(warp, op);
}

/* ---- turns ----------------------------------------------------------- */

/* Run a warp for a slice and count its operations to the block. */
static void run_slice(struct cvg_warp *warp)
{
	struct cvg_block_run *block = warp->block;
	uint64_t before = warp->steps;

	if (block->machine->order)
		warp->quota = UINT32_C(1) << next_random(block) % MOST_QUOTAS;
	cvg_warp_run(warp, SLICE);
	block->steps += warp->steps - before;
	if (block->steps > block->machine->max_block_steps &&
	    warp->state == CVG_WARP_READY)
		cvg_endless_fault(warp, block->machine->max_block_steps,
				  "the block");
}

/* One slice for each warp that can run; false: none could, or the run stops. */
static bool round_of(struct cvg_block_run *block)
{
	bool any = false;

	shuffle_turns(block);
	for (uint32_t i = 0; i < block->machine->nwarps; i++) {
		struct cvg_warp *warp = &block->warps[block->turn[i]];

		if (warp->state != CVG_WARP_READY)
			continue;
		any = true;
		run_slice(warp);
		if (block->machine->alone)
			cvg_pulse(block->machine->alone);
		if (warp->state == CVG_WARP_FAULT ||
		    atomic_load_explicit(&block->machine->stop,
					 memory_order_relaxed))
			return false;
	}
	return any;
}

static void end_block(struct cvg_block_run *block)
{
	struct cvg_counts *counts = &block->counts;

	counts->blocks++;
	counts->timed = block->machine->timed;
	for (uint32_t i = 0; i < block->machine->nwarps; i++) {
		struct cvg_warp *warp = &block->warps[i];

		if (warp->bbv)
			cvg_bbv_end(warp, block->machine->bbv);
		if (warp->rounds)
			cvg_rounds_end(warp->rounds);
		if (block->machine->block_cycles)
			block->machine->block_cycles[block->id] += warp->cycles;
		if (block->machine->block_timed)
			block->machine->block_timed[block->id] +=
				warp->clock.now;
		counts->warps++;
		counts->threads += (uint32_t)__builtin_popcountll(warp->full);
		counts->divergent_warps += warp->split;
		if (warp->cycles > counts->max_warp_cycles)
			counts->max_warp_cycles = warp->cycles;
		counts->timed_cycles += warp->clock.now;
		counts->stalls += warp->clock.stalls;
		counts->memory_stalls += warp->clock.memory_stalls;
		if (warp->clock.now > counts->max_warp_timed)
			counts->max_warp_timed = warp->clock.now;
	}
}

/* A fault if a warp still waits: no other warp can release it. */
static void deadlock(struct cvg_block_run *block)
{
	for (uint32_t i = 0; i < block->machine->nwarps; i++) {
		struct cvg_warp *warp = &block->warps[i];

		if (warp->state == CVG_WARP_BARRIER) {
			cvg_warp_fault(warp, CVG_F_DEADLOCK,
				       cvg_first_lane(warp->alive),
				       warp->barrier_op->uop);
			return;
		}
	}
}

void cvg_block_run(struct cvg_block_run *block, uint64_t id)
{
	const uint32_t *grid = block->machine->launch->grid;

	block->id = id;
	block->ctaid[0] = (uint32_t)(id % grid[0]);
	block->ctaid[1] = (uint32_t)(id / grid[0] % grid[1]);
	block->ctaid[2] = (uint32_t)(id / grid[0] / grid[1]);
	block->rng = cvg_hash64(block->machine->seed ^ cvg_hash64(id + 1) ^
				block->machine->order);
	block->steps = 0;
	memset(block->expected, 0, sizeof(block->expected));
	clear_shared(block);
	if (block->races)
		cvg_races_block(block->races);
	for (uint32_t i = 0; i < block->machine->nwarps; i++)
		cvg_warp_start(&block->warps[i]);
	do {
		while (round_of(block))
			release_all(block);
		if (block->fault.kind ||
		    atomic_load_explicit(&block->machine->stop,
					 memory_order_relaxed))
			break;
	} while (release_all(block));
	end_block(block);
	if (!block->fault.kind &&
	    !atomic_load_explicit(&block->machine->stop, memory_order_relaxed))
		deadlock(block);
}
