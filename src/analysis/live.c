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

static void live_at_start(struct walk *w, uint32_t b)
{
	if (w->in[b] == w->value)
		return;
	w->in[b] = w->value;
	w->start[b] = add(w->start[b], w->room);
	if (b != w->home)
		cvg_push(&w->open, b);
}

static void live_at_end(struct walk *w, uint32_t b)
{
	if (w->out[b] == w->value)
		return;
	w->out[b] = w->value;
	if (b != w->home)
		live_at_start(w, b);
}

static void walk_back(struct walk *w)
{
	while (w->open.n) {
		uint32_t b = w->open.at[--w->open.n];

		cvg_foreach_pred (w->fn, b, p)
			live_at_end(w, *p);
	}
}

static void use_by(struct walk *w, uint32_t user)
{
	const struct cvg_inst *in = &w->fn->insts[user];

	if (in->op != CVG_OP_PHI) {
		if (in->block != w->home)
			live_at_start(w, in->block);
	} else {
		for (uint32_t k = in->ops_at; k < in->ops_at + in->nops; k++)
			if (w->fn->ops[k] == w->value)
				live_at_end(w, w->fn->incoming[k]);
	}
	walk_back(w);
}

/* In a block at whose end the value is dead, it dies at its last user. */
static void find_deaths(struct walk *w, const uint32_t *user, uint32_t n)
{
	for (uint32_t k = 0; k < n; k++) {
		const struct cvg_inst *in = &w->fn->insts[user[k]];

		if (in->op == CVG_OP_PHI || w->out[in->block] == w->value)
			continue;
		if (k + 1 < n && w->fn->insts[user[k + 1]].block == in->block)
			continue;
		w->dying[user[k]] = add(w->dying[user[k]], w->room);
	}
}

static void walk_value(struct walk *w, uint32_t v)
{
	const struct cvg_fn *fn = w->fn;
	const uint32_t *user = fn->users + fn->value_users_at[v];
	uint32_t n = fn->value_users_at[v + 1] - fn->value_users_at[v];
	uint32_t def = cvg_value_inst(fn, v);

	w->value = v;
	w->room = room_of(fn, v);
	w->home = def == CVG_NONE ? 0 : fn->insts[def].block;
	if (!w->room.bits || !n)
		return;
	if (def == CVG_NONE || fn->insts[def].op == CVG_OP_PHI)
		live_at_start(w, w->home);
	for (uint32_t k = 0; k < n; k++) {
		if (!k || user[k] != user[k - 1])
			use_by(w, user[k]);
	}
	find_deaths(w, user, n);
}

/* The most that is live at once in the block. */
static struct room peak_of(const struct walk *w, uint32_t b)
{
	const struct cvg_fn *fn = w->fn;
	const struct cvg_block *block = &fn->blocks[b];
	struct room now = w->start[b], peak = now;

	for (uint32_t i = block->inst_at; i < block->inst_at + block->ninsts;
	     i++) {
		struct room made = room_of(fn, cvg_inst_value(fn, i));
		bool used = fn->insts[i].nusers > 0;

		if (fn->insts[i].op == CVG_OP_PHI && used)
			continue; /* counted at the start */
		now = less(now, w->dying[i]);
		peak = most(peak, add(now, made));
		if (used)
			now = add(now, made);
	}
	return peak;
}

static void measure(const struct walk *w)
{
	struct cvg_live *live = w->live;

	for (uint32_t b = 0; b < w->fn->nblocks; b++) {
		struct room peak = peak_of(w, b);

		live->in_bits[b] = w->start[b].bits;
		live->peak_bits[b] = peak.bits;
		if (peak.bits > live->peak) {
			live->peak = peak.bits;
			live->peak_block = b;
		}
		if (peak.registers > live->registers)
			live->registers = peak.registers;
	}
}

void cvg_live_compute(struct cvg_ana *ana)
{
	const struct cvg_fn *fn = ana->fn;
	struct cvg_live *live = &ana->live;
	struct walk w = {.fn = fn, .live = live};

	live->in_bits = cvg_arena_array(&ana->arena, uint32_t, fn->nblocks);
	live->peak_bits = cvg_arena_array(&ana->arena, uint32_t, fn->nblocks);
	w.in = cvg_alloc((fn->nblocks + 1) * sizeof *w.in);
	w.out = cvg_alloc((fn->nblocks + 1) * sizeof *w.out);
	w.start = cvg_calloc(fn->nblocks + 1, sizeof *w.start);
	w.dying = cvg_calloc(fn->ninsts + 1, sizeof *w.dying);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		w.in[b] = w.out[b] = CVG_NONE;
	for (uint32_t v = 0; v < fn->nargs + fn->ninsts; v++)
		walk_value(&w, v);
	measure(&w);
	free(w.in);
	free(w.out);
	free(w.start);
	free(w.dying);
	free(w.open.at);
}
