/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Liveness by uses: from each use of a value, walk backward to its definition.
 * Brandner, Boissinot, Darte, Dupont de Dinechin, Rastello, "Computing
 * Liveness Sets for SSA-Form Programs", hal.inria.fr/inria-00558509, compares
 * this way, Appel's, with others. No sets are kept, only sums of bits and
 * registers; the time is linear in the sum, over all values, of the blocks they
 * are live in.
 *
 * arg n; a: x = add n 1; a -> b; b: y = add x n; b ret y: at the start of a 32
 * bits are live (n), at the start of b 64 (n and x), which is the peak.
 */
#include "ana.h"

#include "reconverge/graph.h"

#include <stdlib.h>

/* The room that values take, in two units. */
struct room {
	uint32_t bits, registers; /* registers have 32 bits */
};

struct walk {
	const struct cvg_fn *fn;
	struct cvg_live *live;
	uint32_t *in;	      /* [nblocks] last value found live at the start */
	uint32_t *out;	      /* [nblocks] last value found live at the end */
	struct room *start;   /* [nblocks] of the values live at the start */
	struct room *dying;   /* [ninsts] of the values last used here */
	struct cvg_u32s open; /* blocks at whose start the value is live and
				 whose predecessors are not visited yet */
	uint32_t value;	      /* value id */
	struct room room;     /* of the value */
	uint32_t home;	      /* block of the value's definition */
};

/* Sums and differences stay within 0 .. UINT32_MAX. */
static uint32_t add_one(uint32_t a, uint32_t b)
{
	return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

static struct room add(struct room a, struct room b)
{
	return (struct room){add_one(a.bits, b.bits),
			     add_one(a.registers, b.registers)};
}

static uint32_t less_one(uint32_t a, uint32_t b)
{
	return a > b ? a - b : 0;
}

static struct room less(struct room a, struct room b)
{
	return (struct room){less_one(a.bits, b.bits),
			     less_one(a.registers, b.registers)};
}

static struct room most(struct room a, struct room b)
{
	return (struct room){a.bits > b.bits ? a.bits : b.bits,
			     a.registers > b.registers ? a.registers
						       : b.registers};
}

static struct room room_of(const struct cvg_fn *fn, uint32_t v)
{
	uint32_t bits = fn->types[fn->values[v].type].bits;

	return (struct room){bits, bits / 32 + (bits % 32 != 0)};
}

static void live_at_start(struct walk *walk, uint32_t b)
{
	if (walk->in[b] == walk->value)
		return;
	walk->in[b] = walk->value;
	walk->start[b] = add(walk->start[b], walk->room);
	if (b != walk->home)
		cvg_push(&walk->open, b);
}

static void live_at_end(struct walk *walk, uint32_t b)
{
	if (walk->out[b] == walk->value)
		return;
	walk->out[b] = walk->value;
	if (b != walk->home)
		live_at_start(walk, b);
}

static void walk_back(struct walk *walk)
{
	while (walk->open.n) {
		uint32_t b = walk->open.at[--walk->open.n];

		cvg_foreach_pred (walk->fn, b, p)
			live_at_end(walk, *p);
	}
}

static void use_by(struct walk *walk, uint32_t user)
{
	const struct cvg_inst *in = &walk->fn->insts[user];

	if (in->op != CVG_OP_PHI) {
		if (in->block != walk->home)
			live_at_start(walk, in->block);
	} else {
		for (uint32_t k = in->ops_at; k < in->ops_at + in->nops; k++)
			if (walk->fn->ops[k] == walk->value)
				live_at_end(walk, walk->fn->incoming[k]);
	}
	walk_back(walk);
}

/* In a block at whose end the value is dead, it dies at its last user. */
static void find_deaths(struct walk *walk, const uint32_t *user, uint32_t n)
{
	for (uint32_t k = 0; k < n; k++) {
		const struct cvg_inst *in = &walk->fn->insts[user[k]];

		if (in->op == CVG_OP_PHI || walk->out[in->block] == walk->value)
			continue;
		if (k + 1 < n &&
		    walk->fn->insts[user[k + 1]].block == in->block)
			continue;
		walk->dying[user[k]] = add(walk->dying[user[k]], walk->room);
	}
}

static void walk_value(struct walk *walk, uint32_t v)
{
	const struct cvg_fn *fn = walk->fn;
	const uint32_t *user = fn->users + fn->value_users_at[v];
	uint32_t n = fn->value_users_at[v + 1] - fn->value_users_at[v];
	uint32_t def = cvg_value_inst(fn, v);

	walk->value = v;
	walk->room = room_of(fn, v);
	walk->home = def == CVG_NONE ? 0 : fn->insts[def].block;
	if (!walk->room.bits || !n)
		return;
	if (def == CVG_NONE || fn->insts[def].op == CVG_OP_PHI)
		live_at_start(walk, walk->home);
	for (uint32_t k = 0; k < n; k++) {
		if (!k || user[k] != user[k - 1])
			use_by(walk, user[k]);
	}
	find_deaths(walk, user, n);
}

/* The most that is live at once in the block. */
static struct room peak_of(const struct walk *walk, uint32_t b)
{
	const struct cvg_fn *fn = walk->fn;
	const struct cvg_block *block = &fn->blocks[b];
	struct room now = walk->start[b], peak = now;

	for (uint32_t i = block->inst_at; i < block->inst_at + block->ninsts;
	     i++) {
		struct room made = room_of(fn, cvg_inst_value(fn, i));
		bool used = fn->insts[i].nusers > 0;

		if (fn->insts[i].op == CVG_OP_PHI && used)
			continue; /* counted at the start */
		now = less(now, walk->dying[i]);
		peak = most(peak, add(now, made));
		if (used)
			now = add(now, made);
	}
	return peak;
}

static void measure(const struct walk *walk)
{
	struct cvg_live *live = walk->live;

	for (uint32_t b = 0; b < walk->fn->nblocks; b++) {
		struct room peak = peak_of(walk, b);

		live->in_bits[b] = walk->start[b].bits;
		live->peak_bits[b] = peak.bits;
		if (peak.bits > live->peak)
			live->peak = peak.bits;
		if (peak.registers > live->registers)
			live->registers = peak.registers;
	}
}

void cvg_live_compute(struct cvg_ana *ana)
{
	const struct cvg_fn *fn = ana->fn;
	struct cvg_live *live = &ana->live;
	struct walk walk = {.fn = fn, .live = live};

	live->in_bits = cvg_arena_array(&ana->arena, uint32_t, fn->nblocks);
	live->peak_bits = cvg_arena_array(&ana->arena, uint32_t, fn->nblocks);
	walk.in = cvg_alloc((fn->nblocks + 1) * sizeof *walk.in);
	walk.out = cvg_alloc((fn->nblocks + 1) * sizeof *walk.out);
	walk.start = cvg_calloc(fn->nblocks + 1, sizeof *walk.start);
	walk.dying = cvg_calloc(fn->ninsts + 1, sizeof *walk.dying);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		walk.in[b] = walk.out[b] = CVG_NONE;
	for (uint32_t v = 0; v < fn->nargs + fn->ninsts; v++)
		walk_value(&walk, v);
	measure(&walk);
	free(walk.in);
	free(walk.out);
	free(walk.start);
	free(walk.dying);
	free(walk.open.at);
}
