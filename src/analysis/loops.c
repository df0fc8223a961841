/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Natural loops, as LLVM's LoopInfo has them: a block that dominates one of
 * its predecessors is a header, and such a predecessor is a latch; the loop
 * consists of the blocks that reach a latch without passing the header. Loops
 * with the same header are one loop.
 *
 * Headers are tried from the inside out (dominated before dominating); a loop
 * that is found is merged into its header, so that each block is walked over
 * once, and each header once more for the loop around it. Almost linear.
 *
 * a -> h; h ? x -> b e; b ? x -> h c; c -> h; e ret is one loop of h, b and c
 * with the latches b and c.
 */
#include "nest.h"

#include "reconverge/graph.h"

#include <stdlib.h>

struct work {
	const struct cvg_fn *fn;
	const struct cvg_dom *dom;
	uint32_t *merged; /* [nblocks] towards the header it is merged into */
	uint32_t *over;	  /* [nblocks] header of the loop around, CVG_NONE */
	struct cvg_bits heads;
	struct cvg_u32s stack; /* blocks whose predecessors are not taken yet */
};

static uint32_t header_of(struct work *work, uint32_t b)
{
	while (work->merged[b] != b) {
		work->merged[b] = work->merged[work->merged[b]];
		b = work->merged[b];
	}
	return b;
}

/* Take b, or the header it is merged into, into the loop of h. */
static void take(struct work *work, uint32_t h, uint32_t b)
{
	b = header_of(work, b);
	if (b == h || !work->dom->depth[b])
		return;
	work->merged[b] = h;
	work->over[b] = h;
	cvg_push(&work->stack, b);
}

static void find_loop(struct work *work, uint32_t h)
{
	cvg_foreach_pred (work->fn, h, p) {
		if (!cvg_dominates(work->dom, h, *p))
			continue;
		cvg_bits_add(&work->heads, h);
		take(work, h, *p);
	}
	while (work->stack.n) {
		uint32_t b = work->stack.at[--work->stack.n];

		cvg_foreach_pred (work->fn, b, p)
			take(work, h, *p);
	}
}

/* List each latch once; equal predecessors stand side by side in preds[]. */
static void fill_latches(struct cvg_ana *ana, struct cvg_loops *ls,
			 struct work *work)
{
	uint32_t n = 0;

	for (uint32_t l = 0; l < ls->n; l++)
		n += ana->fn->blocks[ls->loop[l].header].npreds;
	ls->latches = cvg_arena_array(&ana->arena, uint32_t, n);
	n = 0;
	for (uint32_t l = 0; l < ls->n; l++) {
		struct cvg_loop *loop = &ls->loop[l];
		uint32_t before = CVG_NONE;

		loop->latches_at = n;
		cvg_foreach_pred (ana->fn, loop->header, p) {
			if (*p != before &&
			    cvg_dominates(work->dom, loop->header, *p))
				ls->latches[n++] = *p;
			before = *p;
		}
		loop->nlatches = n - loop->latches_at;
	}
}

static void fill(struct cvg_ana *ana, const struct cvg_nest *nest)
{
	struct cvg_loops *ls = &ana->loops;
	uint32_t *exits = cvg_calloc(nest->n, sizeof *exits);

	ls->n = nest->n;
	ls->blocks = nest->blocks;
	ls->innermost = nest->innermost;
	ls->exit_depth =
		cvg_arena_array(&ana->arena, uint32_t, ana->fn->nblocks);
	ls->loop = cvg_arena_array(&ana->arena, struct cvg_loop, nest->n);
	cvg_nest_crossings(nest, ana->fn, false, NULL, ls->exit_depth, exits);
	for (uint32_t l = 0; l < nest->n; l++) {
		const struct cvg_nestrow *r = &nest->row[l];

		ls->loop[l] = (struct cvg_loop){
			.header = r->header,
			.parent = r->parent,
			.last = r->last,
			.depth = r->depth,
			.nexiting = exits[l],
			.blocks_at = r->blocks_at,
			.nblocks = r->nblocks,
		};
	}
	free(exits);
}

void cvg_loops_compute(struct cvg_ana *ana)
{
	uint32_t nblocks = ana->fn->nblocks;
	struct work work = {.fn = ana->fn, .dom = cvg_ana_dom(ana)};
	struct cvg_nest nest;

	work.merged = cvg_alloc(nblocks * sizeof *work.merged);
	work.over = cvg_alloc(nblocks * sizeof *work.over);
	for (uint32_t b = 0; b < nblocks; b++) {
		work.merged[b] = b;
		work.over[b] = CVG_NONE;
	}
	cvg_bits_init(&work.heads, nblocks);
	/* A dominating block comes earlier in preorder. */
	for (uint32_t i = ana->dfs.n; i-- > 0;)
		find_loop(&work, ana->dfs.block[i]);
	cvg_nest_init(&nest, nblocks, &work.heads, work.over, &ana->arena);
	fill(ana, &nest);
	fill_latches(ana, &ana->loops, &work);
	cvg_nest_done(&nest);
	cvg_bits_done(&work.heads);
	free(work.merged);
	free(work.over);
	free(work.stack.at);
}
