/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Liveness by uses: from each use of a value walk backward to its definition.
 * Brandner, Boissinot, Darte, Dupont de Dinechin, Rastello, "Computing
 * Liveness Sets for SSA-Form Programs", hal.inria.fr/inria-00558509, compares
 * this way of Appel's with others. Only sums of bits are kept, no sets; the
 * cost is the number of blocks that values live through.
 */
#include "ana.h"

#include <stdlib.h>

struct walk {
	const struct cvg_fn *fn;
	struct cvg_live *live;
	uint32_t *in;	      /* [nblocks] last value found live at the start */
	uint32_t *out;	      /* [nblocks] last value found live at the end */
	uint32_t *dying;      /* [ninsts] bits whose last use this is */
	struct cvg_u32s open; /* live at the start, predecessors not done */
	uint32_t value, bits;
	uint32_t home; /* block of the definition */
};

static uint32_t add(uint32_t a, uint32_t b)
{
	return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

static uint32_t bits_of(const struct cvg_fn *fn, uint32_t v)
{
	return fn->types[fn->values[v].type].bits;
}

static void live_at_start(struct walk *w, uint32_t b)
{
	if (w->in[b] == w->value)
		return;
	w->in[b] = w->value;
	w->live->in_bits[b] = add(w->live->in_bits[b], w->bits);
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

/* In a block at whose end the value is dead, its last user ends it. */
static void find_deaths(struct walk *w, const uint32_t *user, uint32_t n)
{
	for (uint32_t k = 0; k < n; k++) {
		const struct cvg_inst *in = &w->fn->insts[user[k]];

		if (in->op == CVG_OP_PHI || w->out[in->block] == w->value)
			continue;
		if (k + 1 < n && w->fn->insts[user[k + 1]].block == in->block)
			continue;
		w->dying[user[k]] = add(w->dying[user[k]], w->bits);
	}
}

static void walk_value(struct walk *w, uint32_t v)
{
	const struct cvg_fn *fn = w->fn;
	const uint32_t *user = fn->users + fn->value_users_at[v];
	uint32_t n = fn->value_users_at[v + 1] - fn->value_users_at[v];
	uint32_t def = cvg_value_inst(fn, v);

	w->value = v;
	w->bits = bits_of(fn, v);
	w->home = def == CVG_NONE ? 0 : fn->insts[def].block;
	if (!w->bits || !n)
		return;
	if (def == CVG_NONE || fn->insts[def].op == CVG_OP_PHI)
		live_at_start(w, w->home);
	for (uint32_t k = 0; k < n; k++) {
		if (!k || user[k] != user[k - 1])
			use_by(w, user[k]);
	}
	find_deaths(w, user, n);
}

static void measure_block(const struct walk *w, uint32_t b)
{
	const struct cvg_fn *fn = w->fn;
	const struct cvg_block *block = &fn->blocks[b];
	uint32_t now = w->live->in_bits[b], peak = now;

	for (uint32_t i = block->inst_at; i < block->inst_at + block->ninsts;
	     i++) {
		uint32_t made = bits_of(fn, cvg_inst_value(fn, i));
		bool phi = fn->insts[i].op == CVG_OP_PHI;
		bool used = fn->insts[i].nusers > 0;

		if (phi && used)
			continue; /* counted at the start */
		now -= w->dying[i] < now ? w->dying[i] : now;
		if (add(now, made) > peak)
			peak = add(now, made);
		if (used)
			now = add(now, made);
	}
	w->live->peak_bits[b] = peak;
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
	w.dying = cvg_calloc(fn->ninsts + 1, sizeof *w.dying);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		w.in[b] = w.out[b] = CVG_NONE;
	for (uint32_t v = 0; v < fn->nargs + fn->ninsts; v++)
		walk_value(&w, v);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		measure_block(&w, b);
		if (live->peak_bits[b] > live->peak) {
			live->peak = live->peak_bits[b];
			live->peak_block = b;
		}
	}
	free(w.in);
	free(w.out);
	free(w.dying);
	free(w.open.at);
}
