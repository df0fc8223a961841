/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Follows one warp: keeps a step for each block that the warp enters. */
#include "sim/machine.h"

#define MAX_ENTRIES ((size_t)1 << 22) /* deep recursion, long traces */

/* Keep the whole stack, with the function of each entry. Returns where it begins in
 * t->entries; SIZE_MAX: there is no room. */
static size_t keep_stack(struct cvg_trace *t, const struct cvg_warp *warp)
{
	size_t at = t->entries.n, frame = 0;

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
		cvg_push(&t->entries, e);
	}
	return at;
}

void cvg_trace_enter(struct cvg_warp *warp, uint32_t block)
{
	struct cvg_trace *t = warp->m->trace;
	struct cvg_trace_step step = {
		.fn = warp->frame->fn,
		.block = block,
		.mask = warp->active,
		.depth = (uint32_t)warp->stack.n,
		.cycles = warp->m->timed ? warp->clock.now : warp->cycles,
		.stack_at = SIZE_MAX,
	};

	if (t->block != warp->block->id || t->warp != warp->id)
		return;
	if (t->total++ < t->from || (t->limit && t->steps.n >= t->limit))
		return;
	if (t->stacks)
		step.stack_at = keep_stack(t, warp);
	cvg_push(&t->steps, step);
}
