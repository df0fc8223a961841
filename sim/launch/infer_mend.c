/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Tries a guessed launch on the simulator and mends it until it runs without a
 * fault. After an access out of bounds the buffer grows to hold it. After
 * another fault, or if growing does not help, the guessed numbers and data
 * become smaller. If that does not help either, they get their first values
 * again.
 */
#include "sim/launch/infer_in.h"

#include <stdlib.h>
#include <string.h>

#define TRIALS	    20
#define MOST_BYTES  (UINT64_C(1) << 28) /* no buffer grows beyond this */
#define MOST_SHARED (1 << 16)

void cvg_guess_range(struct cvg_launch_arg *arg, enum cvg_generator gen,
		     int64_t lo, int64_t hi)
{
	arg->gen = gen;
	arg->ranged = true;
	arg->lo = cvg_number_of_int(lo);
	arg->hi = cvg_number_of_int(hi);
}

/* The parameter whose buffer has this granule of addresses; the numbering is
 * that of image.c. */
static uint32_t owner_of(const struct guess *g, uint64_t granule)
{
	for (uint32_t i = 0; i < g->l.nargs; i++) {
		const struct cvg_param *param = &g->kernel->params[i];
		const struct cvg_launch_arg *arg = &g->l.args[i];

		if (arg->buffer && arg->gen != CVG_GEN_SAME &&
		    !param->copy_bytes && param->space != CVG_SPACE_SHARED &&
		    --granule == 0)
			return i;
	}
	return CVG_NONE;
}

/* Let the buffer of parameter i grow to `bytes` or more, together with all
 * buffers that have the same number of elements. */
static bool grow_to(struct guess *g, uint32_t i, uint64_t bytes)
{
	struct cvg_launch_arg *a = &g->l.args[i];
	uint64_t old = a->count, count = old ? old : 1;

	if (!a->guessed)
		return false;
	while (count * cvg_elem_bytes(a->elem) < bytes || count <= old)
		count *= 2;
	if (count * cvg_elem_bytes(a->elem) > MOST_BYTES)
		return false;
	a->count = count;
	for (uint32_t k = 0; k < g->l.nargs && count <= 1 << 20; k++) {
		struct cvg_launch_arg *b = &g->l.args[k];

		if (b->guessed && b->buffer && b->count == old)
			b->count = count;
	}
	return true;
}

static bool grow_shared(struct guess *g)
{
	bool grown = false;

	if (g->uses.dynamic_shared && !g->l.said_shared &&
	    g->l.shared < MOST_SHARED) {
		g->l.shared = g->l.shared ? 2 * g->l.shared : 1024;
		grown = true;
	}
	for (uint32_t i = 0; i < g->l.nargs; i++) {
		struct cvg_launch_arg *arg = &g->l.args[i];

		if (g->kernel->params[i].space != CVG_SPACE_SHARED ||
		    !arg->guessed || !arg->buffer ||
		    arg->count >= MOST_SHARED / 4)
			continue;
		arg->count *= 2;
		grown = true;
	}
	return grown;
}

static bool grow(struct guess *g, const struct cvg_fault *f)
{
	uint64_t granule = f->address >> CVG_GRANULE_BITS;
	uint64_t end = (uint32_t)f->address + (uint64_t)f->bytes;
	uint32_t i = owner_of(g, granule);

	if (f->kind != CVG_F_OUT_OF_BOUNDS)
		return false;
	if (i != CVG_NONE && grow_to(g, i, end))
		return true;
	return (!granule ||
		granule == CVG_APERTURE_SHARED >> CVG_GRANULE_BITS) &&
	       grow_shared(g);
}

/* Halve or quarter a guessed number, and make it 0 in the end; after a division
 * by zero, make a 0 a 1. */
static void tame_scalar(struct guess *g, uint32_t i, bool division)
{
	struct cvg_number *v = g->l.args[i].values;
	int64_t now = (int64_t)v->u;

	if (g->kernel->params[i].kind >= CVG_K_F16 ||
	    g->kernel->params[i].pointer)
		return;
	if (division && !now)
		*v = cvg_number_of_int(1);
	else if (!division && now > 1)
		*v = cvg_number_of_int(now / (g->tame > 2 ? 4 : 2));
	else if (!division && g->tame > 3)
		*v = cvg_number_of_int(0);
}

/* Narrow the range of a buffer's random integers; after a division by zero,
 * exclude 0 from it. */
static void tame_buffer(struct guess *g, uint32_t i, bool division)
{
	static const int64_t most[] = {100, 16, 4, 2, 1};
	struct cvg_launch_arg *arg = &g->l.args[i];
	int64_t hi = most[g->tame < 4 ? g->tame : 4];

	if (!arg->ranged || cvg_elem_isfloat(arg->elem))
		return;
	if (division)
		cvg_guess_range(arg, arg->gen, 1, 100);
	else
		cvg_guess_range(arg, arg->gen, 0,
				hi < (int64_t)arg->hi.u ? hi
							: (int64_t)arg->hi.u);
}

static bool tame(struct guess *g, const struct cvg_fault *f)
{
	bool division = f->kind == CVG_F_DIVISION && !g->tame;

	if (g->tame == 6)
		return false;
	g->tame++;
	for (uint32_t i = 0; i < g->l.nargs; i++) {
		if (!g->l.args[i].guessed)
			continue;
		if (g->l.args[i].buffer)
			tame_buffer(g, i, division);
		else if (g->tame > 1 || division)
			tame_scalar(g, i, division);
	}
	if (g->tame == 6 && !g->l.said_grid && !g->l.said_block)
		memcpy(g->l.grid, (uint32_t[3]){1, 1, 1}, sizeof g->l.grid);
	return true;
}

/* Try and mend the guess until it runs, or until nothing helps; *left is then
 * the fault that is left. False: the trial itself failed. */
bool cvg_guess_try(struct guess *g, cvg_launch_trial *trial, void *context,
		   struct cvg_fault *left, struct cvg_err *err)
{
	struct cvg_launch wild = {.nargs = 0}; /* the guess before tame() */
	struct cvg_fault first = {.kind = CVG_F_NONE};
	bool ok = true;

	for (int n = 0; n < TRIALS; n++) {
		*left = (struct cvg_fault){.kind = CVG_F_NONE};
		ok = trial(context, &g->l, left, err);
		if (!ok || left->kind == CVG_F_NONE || n + 1 == TRIALS)
			break;
		if (grow(g, left))
			continue;
		if (!g->tame) {
			cvg_launch_copy(&wild, &g->l);
			first = *left;
		}
		if (!tame(g, left))
			break;
	}
	if (ok && left->kind != CVG_F_NONE && g->tame) { /* in vain */
		cvg_launch_done(&g->l);
		g->l = wild;
		*left = first;
	} else if (g->tame) {
		cvg_launch_done(&wild);
	}
	return ok;
}
