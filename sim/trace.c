/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Follows one warp: keeps a step for each block that the warp enters. */
#include "sim/machine.h"

#define MAX_ENTRIES ((size_t)1 << 22) /* deep recursion, long traces */

/* Keep the whole stack, with the function of each entry. Returns where it begins in
 * trace->entries; SIZE_MAX: there is no room. */
static size_t keep_stack(struct cvg_trace *trace, const struct cvg_warp *warp)
{
	size_t at = trace->entries.n, frame = 0;

	if (at + warp->stack.n > MAX_ENTRIES)
		return SIZE_MAX;
	for (size_t i = 0; i < warp->stack.n; i++) {
		struct cvg_trace_entry e = {
			.mask = warp->stack.at[i].mask & warp->alive,
			.block = warp->stack.at[i].block,
			.reconv = warp->stack.at[i].reconv,
		};

		while (frame + 1 < warp->frames.n &&
		       warp->frames.at[frame + 1].stack_at <= i)
			frame++;
		e.fn = warp->frames.at[frame].fn;
		cvg_push(&trace->entries, e);
	}
	return at;
}

void cvg_trace_enter(struct cvg_warp *warp, uint32_t block)
{
	struct cvg_trace *trace = warp->machine->trace;
	struct cvg_trace_step step = {
		.fn = warp->frame->fn,
		.block = block,
		.mask = warp->active,
		.depth = (uint32_t)warp->stack.n,
		.cycles = warp->machine->timed ? warp->clock.now : warp->cycles,
		.stack_at = SIZE_MAX,
	};

	if (trace->block != warp->block->id || trace->warp != warp->id)
		return;
	if (trace->total++ < trace->from ||
	    (trace->limit && trace->steps.n >= trace->limit))
		return;
	if (trace->stacks)
		step.stack_at = keep_stack(trace, warp);
	cvg_push(&trace->steps, step);
}
