/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Stable numbers for another compilation of a function. A block that holds what a
 * block of the known one holds, in the same surroundings, gets its number, and so
 * do the entry and a block with the same label. All others get new numbers, so that
 * nothing that is known of a block is believed of code that has nothing to do with
 * it.
 */
#include "diff.h"

#include <stdlib.h>
#include <string.h>

struct twins {
	const struct cvg_fn *old, *fn;
	uint32_t *of;	/* [blocks of fn] the block of old, or CVG_NONE */
	bool *is_taken; /* [blocks of old] */
};

static void pair(struct twins *t, uint32_t a, uint32_t b)
{
	if (a == CVG_NONE || b == CVG_NONE || t->of[b] != CVG_NONE ||
	    t->is_taken[a])
		return;
	t->of[b] = a;
	t->is_taken[a] = true;
}

/* Did the source or the front end name the block? */
static bool has_label(const char *name)
{
	return *name && !(*name >= '0' && *name <= '9');
}

static void pair_all(struct twins *t)
{
	struct cvg_fndiff diff;

	cvg_fndiff_init(&diff, t->old, t->fn);
	for (uint32_t i = 0; i < diff.nblocks; i++)
		pair(t, diff.blocks[i].a, diff.blocks[i].b);
	pair(t, 0, 0);
	for (uint32_t b = 0; b < t->fn->nblocks; b++) {
		const char *name = t->fn->blocks[b].name;

		if (t->of[b] == CVG_NONE && has_label(name))
			pair(t, cvg_diff_labelled(&diff.text->side[0], name),
			     b);
	}
	cvg_fndiff_done(&diff);
}

uint32_t cvg_fn_renumber(struct cvg_fn *fn, const struct cvg_fn *old,
			 uint32_t next)
{
	struct twins t = {.old = old, .fn = fn};

	/* No number that the known function has. */
	for (uint32_t b = 0; b < fn->nblocks; b++)
		fn->blocks[b].uid = next + b;
	if (!old)
		return next + fn->nblocks;
	t.of = cvg_alloc((fn->nblocks + 1) * sizeof *t.of);
	memset(t.of, 0xFF, (fn->nblocks + 1) * sizeof *t.of);
	t.is_taken = cvg_calloc(old->nblocks + 1, sizeof *t.is_taken);
	pair_all(&t);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		fn->blocks[b].uid =
			t.of[b] == CVG_NONE ? next++ : old->blocks[t.of[b]].uid;
	free(t.of);
	free(t.is_taken);
	return next;
}
