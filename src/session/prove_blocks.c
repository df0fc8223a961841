/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a run did in each block. */
#include "inside.h"

#include "reconverge/cost.h"
#include "reconverge/graph.h"
#include "reconverge/program.h"
#include "reconverge/quantity.h"

#include <stdlib.h>

static int by_cycles(const void *a, const void *b)
{
	const struct cvg_blockrun *x = a, *y = b;

	if (x->cycles != y->cycles)
		return x->cycles < y->cycles ? 1 : -1;
	if (x->fn != y->fn)
		return x->fn < y->fn ? -1 : 1;
	return (x->block > y->block) - (x->block < y->block);
}

static const char *source_of(struct cvg_arena *arena, const struct cvg_fn *fn,
			     uint32_t b)
{
	struct cvg_str text = {0};
	const char *kept;

	cvg_spot_add(&text, "", fn, cvg_block_spot(fn, b));
	kept = cvg_arena_strdup(arena, cvg_str_of(&text));
	cvg_str_done(&text);
	return kept;
}

static struct cvg_blockrun block_of(struct cvg_arena *arena,
				    const struct cvg_run *run, uint32_t f,
				    uint32_t b)
{
	const struct cvg_counts *counts = &run->result->counts;
	const struct cvg_fn_counts *n = &counts->fns[f];
	const struct cvg_ufn *ufn = &run->program->fns[f];
	const struct cvg_block *block = &ufn->fn->blocks[b];
	uint64_t warps = n->block_warps[b], lanes = n->block_lanes[b];
	uint64_t cycles = warps * cvg_cost_block(ufn->fn, b), stalls = 0;
	uint64_t machine = 0;

	if (ufn->prices)
		machine = warps * (ufn->prices[b].vector +
				   (uint64_t)ufn->prices[b].scalar +
				   ufn->prices[b].waits);
	for (uint32_t i = 0; counts->timed && i < block->ninsts; i++)
		stalls += n->stalls[block->inst_at + i];
	return (struct cvg_blockrun){
		.fn = f,
		.block = b,
		.uid = block->uid,
		.function = cvg_arena_strdup(arena, ufn->name),
		.name = cvg_arena_strdup(arena, block->name),
		.source = source_of(arena, ufn->fn, b),
		.warps = warps,
		.lanes = lanes,
		.split = n->split[b],
		.cycles = cycles,
		.stalls = stalls,
		.machine = machine,
		.utilization = cvg_share_of((double)lanes,
					    (double)warps * run->program->warp),
		.share = cvg_share_of((double)cycles, (double)counts->cycles)};
}

void cvg_blockruns_init(struct cvg_blockruns *all, const struct cvg_run *run)
{
	*all = (struct cvg_blockruns){.n = 0};
	for (uint32_t f = 0; f < run->program->nfns; f++) {
		for (uint32_t b = 0; b < run->program->fns[f].fn->nblocks; b++)
			cvg_push(all, block_of(&all->arena, run, f, b));
	}
	if (all->n)
		qsort(all->at, all->n, sizeof *all->at, by_cycles);
}

void cvg_blockruns_done(struct cvg_blockruns *all)
{
	free(all->at);
	cvg_arena_done(&all->arena);
	*all = (struct cvg_blockruns){.n = 0};
}
