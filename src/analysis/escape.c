/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Values that leave cycles. Linear in the operands, and for each operand in the
 * number of cycles that its value leaves.
 *
 * In a -> h; h: k = add p 1; h ? c -> h e; e: y = add k k; e ret y the cycle
 * of h has the user y, twice, because both operands of y leave it.
 */
#include "escape.h"

#include "reconverge/graph.h"

#include <stdlib.h>

/* Count (user is NULL) or list, for each cycle that an operand of `inst` has
 * left, that operand. next[c] is the count, or where to store. */
static void list_operands(const struct cvg_fn *fn, const struct cvg_cycles *cs,
			  uint32_t inst, uint32_t *next, uint32_t *user)
{
	const struct cvg_inst *in = &fn->insts[inst];

	for (uint32_t k = 0; k < in->nops; k++) {
		uint32_t def = cvg_value_inst(fn, fn->ops[in->ops_at + k]), c;

		if (def == CVG_NONE)
			continue;
		for (c = cs->innermost[fn->insts[def].block];
		     c != CVG_NONE && !cvg_cycle_has(cs, c, in->block);
		     c = cs->cycle[c].parent) {
			if (user)
				user[next[c]] = inst;
			next[c]++;
		}
	}
}

void cvg_escapes_init(struct cvg_escapes *e, const struct cvg_fn *fn,
		      const struct cvg_cycles *cs)
{
	uint32_t *next = cvg_calloc(cs->n + 1, sizeof *next);
	uint32_t n = 0;

	e->at = cvg_calloc(cs->n + 1, sizeof *e->at);
	e->user = NULL;
	for (uint32_t i = 0; cs->n && i < fn->ninsts; i++)
		list_operands(fn, cs, i, next, NULL);
	for (uint32_t c = 0; c < cs->n; c++) {
		e->at[c] = n;
		n += next[c];
		next[c] = e->at[c];
	}
	e->at[cs->n] = n;
	e->user = cvg_alloc((n + 1) * sizeof *e->user);
	for (uint32_t i = 0; n && i < fn->ninsts; i++)
		list_operands(fn, cs, i, next, e->user);
	free(next);
}

void cvg_escapes_done(struct cvg_escapes *e)
{
	free(e->at);
	free(e->user);
}
