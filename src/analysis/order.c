/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reverse postorder, and the depth-first tree it comes from. Successors are
 * visited in the terminator's order. Linear.
 *
 * a ? x -> b c; b -> d; c -> d; d ret: the search finishes d, b, c, a, so that
 * the order is a c b d.
 */
#include "ana.h"

#include "reconverge/graph.h"

#include <stdlib.h>

/* A block being visited. */
struct frame {
	uint32_t block;
	uint32_t next; /* index into succs[] of the edge to follow next */
	uint32_t end;  /* of its row */
};

static struct frame discover(struct cvg_ana *ana, uint32_t b, uint32_t parent)
{
	const struct cvg_block *block = &ana->fn->blocks[b];
	struct cvg_dfs *dfs = &ana->dfs;

	dfs->number[b] = dfs->n;
	dfs->block[dfs->n] = b;
	dfs->parent[dfs->n] = parent;
	dfs->n++;
	return (struct frame){b, block->succs_at,
			      block->succs_at + block->nsuccs};
}

/* Fills dfs; order->block gets the postorder, order->n its length. */
static void search(struct cvg_ana *ana, struct frame *stack)
{
	const struct cvg_fn *fn = ana->fn;
	struct cvg_dfs *dfs = &ana->dfs;
	size_t depth = 0;

	stack[depth++] = discover(ana, 0, 0);
	while (depth) {
		struct frame *top = &stack[depth - 1];
		uint32_t to;

		if (top->next == top->end) {
			ana->order.block[ana->order.n++] = top->block;
			depth--;
			continue;
		}
		to = fn->succs[top->next++];
		if (dfs->number[to] == CVG_NONE)
			stack[depth++] =
				discover(ana, to, dfs->number[top->block]);
	}
}

void cvg_order_compute(struct cvg_ana *ana)
{
	uint32_t nblocks = ana->fn->nblocks;
	struct cvg_order *o = &ana->order;
	struct frame *stack = cvg_alloc(nblocks * sizeof *stack);

	o->block = cvg_arena_array(&ana->arena, uint32_t, nblocks);
	o->place = cvg_arena_array(&ana->arena, uint32_t, nblocks);
	ana->dfs.block = cvg_arena_array(&ana->arena, uint32_t, nblocks);
	ana->dfs.parent = cvg_arena_array(&ana->arena, uint32_t, nblocks);
	ana->dfs.number = cvg_arena_array(&ana->arena, uint32_t, nblocks);
	for (uint32_t b = 0; b < nblocks; b++) {
		ana->dfs.number[b] = CVG_NONE;
		o->place[b] = CVG_NONE;
	}
	search(ana, stack);
	free(stack);
	for (uint32_t i = 0; i < o->n / 2; i++) {
		uint32_t b = o->block[i];

		o->block[i] = o->block[o->n - 1 - i];
		o->block[o->n - 1 - i] = b;
	}
	for (uint32_t i = 0; i < o->n; i++)
		o->place[o->block[i]] = i;
}
