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

#include <stdlib.h>
#include <string.h>

#define SLICE	    4096 /* operations */
#define MOST_QUOTAS 10	 /* accesses in a slice: 1, 2, 4, ... 512 */

void cvg_block_init(struct cvg_block_run *b, struct cvg_machine *m)
{
	memset(b, 0, sizeof(*b));
	b->m = m;
	/* rows inside a warp are aligned, so the warps must be */
	b->warps = aligned_alloc(_Alignof(struct cvg_warp),
				 m->nwarps * sizeof(*b->warps));
	if (!b->warps)
		cvg_die("out of memory");
	b->turn = cvg_calloc(m->nwarps, sizeof(*b->turn));
	for (uint32_t i = 0; i < m->nwarps; i++)
		cvg_warp_init(&b->warps[i], m, b, i);
	b->shared.bytes = m->shared_bytes;
	b->shared.data = cvg_alloc(m->shared_bytes + 1);
	b->shared.state = cvg_alloc(m->shared_bytes + 1);
	if (m->races)
		b->races = cvg_races_new(m);
	cvg_counts_init(&b->counts, m->sim->p);
}

void cvg_block_done(struct cvg_block_run *b)
{
	for (uint32_t i = 0; i < b->m->nwarps; i++)
		cvg_warp_done(&b->warps[i]);
	free(b->warps);
	free(b->turn);
	free(b->shared.data);
	free(b->shared.state);
	cvg_races_free(b->races);
	cvg_touched_free(b->touched);
	cvg_counts_done(&b->counts);
}

/* Shared memory when a block starts: the bytes of objects are undefined, those
 * between objects belong to nothing. */
static void clear_shared(struct cvg_block_run *b)
{
	const struct cvg_program *p = b->m->sim->p;
	uint32_t n = b->m->shared_bytes;

	if (!n)
		return;
	memset(b->shared.data, (int)(b->rng >> 20) & 0xff, n);
	memset(b->shared.state, CVG_BYTE_DEAD, n);
	for (uint32_t i = 0; i < p->nglobals; i++) {
		const struct cvg_global *g = &p->globals[i];

		if (g->space == CVG_SPACE_SHARED && !g->dynamic)
			memset(b->shared.state + g->address, CVG_BYTE_UNDEFINED,
			       g->bytes);
	}
	if (b->m->dynamic_at < n)
		memset(b->shared.state + b->m->dynamic_at, CVG_BYTE_UNDEFINED,
		       n - b->m->dynamic_at);
}

static uint64_t next_random(struct cvg_block_run *b)
{
	b->rng += UINT64_C(0x9e3779b97f4a7c15);
	return cvg_hash64(b->rng);
}

static void shuffle_turns(struct cvg_block_run *b)
{
	uint32_t n = b->m->nwarps;

	for (uint32_t i = 0; i < n; i++)
		b->turn[i] = i;
	for (uint32_t i = n; i > 1; i--) {
		uint32_t j = (uint32_t)(next_random(b) % i);
		uint32_t t = b->turn[i - 1];

		b->turn[i - 1] = b->turn[j];
		b->turn[j] = t;
	}
}

/* ---- barriers -------------------------------------------------------- */

/* Have all warps arrived that the barrier waits for? Those are the threads that an
 * arrival named, else all warps that have not ended. */
static bool is_complete(const struct cvg_block_run *b, uint32_t id)
{
	uint32_t bit = UINT32_C(1) << id, arrived = 0, running = 0;
	uint32_t lanes = b->m->sim->p->warp;

	for (uint32_t i = 0; i < b->m->nwarps; i++) {
		running += b->warps[i].state != CVG_WARP_ENDED;
		arrived += (b->warps[i].arrived & bit) != 0;
	}
	if (!arrived)
		return false;
	if (b->expected[id])
		return arrived * lanes >= b->expected[id];
	return arrived >= running;
}

/* Give the result of BARRIER_COUNT to all warps that wait with it: the number of
 * threads whose operand is true, whether it is true for all, or for any. */
static void tell_count(struct cvg_block_run *b, uint32_t id)
{
	uint32_t yes = 0, all = 0;

	for (uint32_t i = 0; i < b->m->nwarps; i++) {
		const struct cvg_warp *w = &b->warps[i];

		if (w->state != CVG_WARP_BARRIER || w->barrier != id ||
		    w->barrier_op->u->code != CVG_U_BARRIER_COUNT)
			continue;
		yes += (uint32_t)__builtin_popcountll(w->barrier_true);
		all += (uint32_t)__builtin_popcountll(w->active);
	}
	for (uint32_t i = 0; i < b->m->nwarps; i++) {
		struct cvg_warp *w = &b->warps[i];
		const struct cvg_bound *op = w->barrier_op;
		uint32_t v;

		if (w->state != CVG_WARP_BARRIER || w->barrier != id ||
		    op->u->code != CVG_U_BARRIER_COUNT)
			continue;
		v = op->u->n == 0 ? yes : op->u->n == 1 ? yes == all : yes != 0;
		for (uint32_t l = 0; l < cvg_lanes(w); l++)
			cvg_row_set(cvg_result(w, op),
				    (enum cvg_kind)op->dst_kind, l, v);
		cvg_result_end(w, op, 0, 0);
	}
}

/* All have arrived: the warps that wait go on, those that only arrived pass. */
static void release(struct cvg_block_run *b, uint32_t id)
{
	uint32_t bit = UINT32_C(1) << id;

	if (id == CVG_COLLECT_BARRIER && !cvg_collect(b))
		return;
	tell_count(b, id);
	for (uint32_t i = 0; i < b->m->nwarps; i++) {
		struct cvg_warp *w = &b->warps[i];

		if (!(w->arrived & bit))
			continue;
		w->arrived &= ~bit;
		if (w->state == CVG_WARP_BARRIER && w->barrier == id)
			w->state = CVG_WARP_READY;
		else
			w->passed |= bit;
	}
	b->expected[id] = 0;
	if (b->races)
		cvg_races_barrier(b->races);
}

static bool release_all(struct cvg_block_run *b)
{
	bool any = false;

	for (uint32_t id = 0; id < CVG_NBARRIERS; id++) {
		if (is_complete(b, id)) {
			release(b, id);
			any = true;
		}
	}
	return any;
}

/* Arrive at a barrier. All lanes of the warp that have not returned must be here.
 * *n is the number of threads that the barrier is for; 0: all. */
static bool arrive(struct cvg_warp *w, const struct cvg_bound *op,
		   const struct cvg_at *n)
{
	uint32_t id = (uint32_t)op->u->imm % CVG_NBARRIERS;
	uint32_t expected;

	if (w->active != w->alive)
		return cvg_warp_fault(w, CVG_F_BARRIER,
				      cvg_first_lane(w->alive & ~w->active),
				      op->u);
	memcpy(&expected, cvg_row(w, n), sizeof(expected));
	w->block->expected[id] = expected;
	w->arrived |= UINT32_C(1) << id;
	w->block->counts.barriers++;
	return true;
}

/* Wait at a barrier, unless it was released since the warp arrived. False: the warp
 * waits, and goes on behind this operation when the barrier is released. */
static bool await(struct cvg_warp *w, const struct cvg_bound *op)
{
	uint32_t id = (uint32_t)op->u->imm % CVG_NBARRIERS;

	if (w->passed & UINT32_C(1) << id) {
		w->passed &= ~(UINT32_C(1) << id);
		return true;
	}
	w->barrier = id;
	w->barrier_op = op;
	w->state = CVG_WARP_BARRIER;
	return false;
}

CVG_MACHINE_OP(barrier)
{
	if (op->u->n != 2 && !arrive(warp, op, &op->a))
		return false;
	return op->u->n == 1 || await(warp, op);
}

CVG_MACHINE_OP(barrier_count)
{
	uint64_t bits;

	if (!cvg_sure(warp, cvg_doubt_of(warp, &op->a), CVG_F_POISON_OPERAND,
		      CVG_F_POISON_OPERAND, op->u) ||
	    !arrive(warp, op, &op->b))
		return false;
	memcpy(&bits, cvg_row(warp, &op->a), sizeof(bits));
	warp->barrier_true = bits & warp->active;
	return await(warp, op);
}

/* ---- turns ----------------------------------------------------------- */

/* Run a warp for a slice and count its operations to the block. */
static void run_slice(struct cvg_warp *w)
{
	struct cvg_block_run *b = w->block;
	uint64_t before = w->steps;

	if (b->m->order)
		w->quota = UINT32_C(1) << next_random(b) % MOST_QUOTAS;
	cvg_warp_run(w, SLICE);
	b->steps += w->steps - before;
	if (b->steps > b->m->max_block_steps && w->state == CVG_WARP_READY)
		cvg_endless_fault(w, b->m->max_block_steps, "the block");
}

/* One slice for each warp that can run; false: none could, or the run stops. */
static bool round_of(struct cvg_block_run *b)
{
	bool any = false;

	shuffle_turns(b);
	for (uint32_t i = 0; i < b->m->nwarps; i++) {
		struct cvg_warp *w = &b->warps[b->turn[i]];

		if (w->state != CVG_WARP_READY)
			continue;
		any = true;
		run_slice(w);
		if (w->state == CVG_WARP_FAULT ||
		    atomic_load_explicit(&b->m->stop, memory_order_relaxed))
			return false;
	}
	return any;
}

static void end_block(struct cvg_block_run *b)
{
	struct cvg_counts *c = &b->counts;

	c->blocks++;
	c->timed = b->m->timed;
	for (uint32_t i = 0; i < b->m->nwarps; i++) {
		struct cvg_warp *w = &b->warps[i];

		if (w->bbv)
			cvg_bbv_end(w, b->m->bbv);
		if (w->rounds)
			cvg_rounds_end(w->rounds);
		if (b->m->block_cycles)
			b->m->block_cycles[b->id] += w->cycles;
		if (b->m->block_timed)
			b->m->block_timed[b->id] += w->clock.now;
		c->warps++;
		c->threads += (uint32_t)__builtin_popcountll(w->full);
		c->divergent_warps += w->split;
		if (w->cycles > c->max_warp_cycles)
			c->max_warp_cycles = w->cycles;
		c->timed_cycles += w->clock.now;
		c->stalls += w->clock.stalls;
		c->memory_stalls += w->clock.memory_stalls;
		if (w->clock.now > c->max_warp_timed)
			c->max_warp_timed = w->clock.now;
	}
}

/* A fault if a warp still waits: no other warp can release it. */
static void deadlock(struct cvg_block_run *b)
{
	for (uint32_t i = 0; i < b->m->nwarps; i++) {
		struct cvg_warp *w = &b->warps[i];

		if (w->state == CVG_WARP_BARRIER) {
			cvg_warp_fault(w, CVG_F_DEADLOCK,
				       cvg_first_lane(w->alive),
				       w->barrier_op->u);
			return;
		}
	}
}

void cvg_block_run(struct cvg_block_run *b, uint64_t id)
{
	const uint32_t *grid = b->m->launch->grid;

	b->id = id;
	b->ctaid[0] = (uint32_t)(id % grid[0]);
	b->ctaid[1] = (uint32_t)(id / grid[0] % grid[1]);
	b->ctaid[2] = (uint32_t)(id / grid[0] / grid[1]);
	b->rng = cvg_hash64(b->m->seed ^ cvg_hash64(id + 1) ^ b->m->order);
	b->steps = 0;
	memset(b->expected, 0, sizeof(b->expected));
	clear_shared(b);
	if (b->races)
		cvg_races_block(b->races);
	for (uint32_t i = 0; i < b->m->nwarps; i++)
		cvg_warp_start(&b->warps[i]);
	do {
		while (round_of(b))
			release_all(b);
		if (b->fault.kind ||
		    atomic_load_explicit(&b->m->stop, memory_order_relaxed))
			break;
	} while (release_all(b));
	end_block(b);
	if (!b->fault.kind &&
	    !atomic_load_explicit(&b->m->stop, memory_order_relaxed))
		deadlock(b);
}
