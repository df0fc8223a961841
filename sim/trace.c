/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Follows one warp: keeps a step for each block that the warp enters. */
#include "sim/machine.h"

#define MAX_ENTRIES ((size_t)1 << 22) /* deep recursion, long traces */

/* Keep the whole stack, with the function of each entry. Returns where it begins in
 * t->entries; SIZE_MAX: there is no room. */
static size_t keep_stack(struct cvg_trace *t, const struct cvg_warp *w)
{
	size_t at = t->entries.n, frame = 0;

	if (at + w->stack.n > MAX_ENTRIES)
		return SIZE_MAX;
	for (size_t i = 0; i < w->stack.n; i++) {
		struct cvg_trace_entry e = {
			.mask = w->stack.at[i].mask & w->alive,
			.block = w->stack.at[i].block,
			.reconv = w->stack.at[i].reconv,
		};

		while (frame + 1 < w->frames.n &&
		       w->frames.at[frame + 1].stack_at <= i)
			frame++;
		e.fn = w->frames.at[frame].fn;
		cvg_push(&t->entries, e);
	}
	return at;
}

void cvg_trace_enter(struct cvg_warp *w, uint32_t block)
{
	struct cvg_trace *t = w->m->trace;
	struct cvg_trace_step step = {
		.fn = w->frame->fn,
		.block = block,
		.mask = w->active,
		.depth = (uint32_t)w->stack.n,
		.cycles = w->m->timed ? w->clock.now : w->cycles,
		.stack_at = SIZE_MAX,
	};

	if (t->block != w->block->id || t->warp != w->id)
		return;
	if (t->total++ < t->from || (t->limit && t->steps.n >= t->limit))
		return;
	if (t->stacks)
		step.stack_at = keep_stack(t, w);
	cvg_push(&t->steps, step);
}
