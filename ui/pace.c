/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Playing: speeds, and the places where a warp stops. */
#include "ui/pace.h"

#define SLOWEST 2000 /* milliseconds a step; each speed has half of them */
#define FIRST	4    /* the speed at first */
#define FASTEST 7    /* from here on, more steps at a time */

static uint32_t speed_of(const struct cvg_playback *pace)
{
	return pace->speed ? pace->speed : FIRST;
}

int cvg_pace_wait(const struct cvg_playback *pace)
{
	uint32_t speed = speed_of(pace);

	return SLOWEST >> ((speed < FASTEST ? speed : FASTEST) - 1);
}

uint32_t cvg_pace_steps(const struct cvg_playback *pace)
{
	uint32_t speed = speed_of(pace);

	return speed > FASTEST ? 1U << 2 * (speed - FASTEST) : 1;
}

const char *cvg_pace_stop(const struct cvg_playback *pace,
			  const struct cvg_ui *ui, const struct cvg_play *play,
			  uint32_t at)
{
	const struct cvg_trace_step *step = &play->trace.steps.at[at];

	if (pace->back ? at == 0 : at + 1 >= play->trace.steps.n)
		return pace->back ? "the first step" : "the last step";
	if (!step->fn && cvg_break_at(ui, step->block))
		return "a breakpoint";
	if (!pace->on && at && cvg_play_splits(play, at))
		return "lanes part here";
	return NULL;
}

/* ---- where the warp is ------------------------------------------------ */

void cvg_play_tell(const struct cvg_play *play, uint32_t at, struct cvg_ui *ui)
{
	const struct cvg_trace_step *step = &play->trace.steps.at[at];
	const struct cvg_trace_entry *entry =
		step->stack_at == SIZE_MAX
			? NULL
			: &play->trace.entries.at[step->stack_at];
	struct cvg_playing *to = &ui->playing;
	uint64_t told = step->mask;

	ui->changed |= CVG_NEW_OVERLAY;
	to->fn = step->fn ? NULL : ui->fn;
	to->block = step->block;
	to->from = at && !step[-1].fn ? step[-1].block : CVG_NONE;
	to->lanes = play->lanes;
	to->active = cvg_lanes(step->mask);
	to->waits.n = 0;
	/* from the top: lanes wait where they will go on first */
	for (uint32_t k = step->depth; entry && k-- > 0;) {
		struct cvg_waiting w = {entry[k].block,
					cvg_lanes(entry[k].mask & ~told)};

		told |= entry[k].mask;
		if (!entry[k].fn && w.block < ui->fn->nblocks && w.lanes)
			cvg_push(&to->waits, w);
	}
}

/* ---- breakpoints ----------------------------------------------------- */

bool cvg_break_at(const struct cvg_ui *ui, uint32_t block)
{
	for (size_t i = 0; i < ui->breaks.n; i++)
		if (ui->breaks.at[i] == ui->fn->blocks[block].uid)
			return true;
	return false;
}

bool cvg_break_toggle(struct cvg_ui *ui, uint32_t block)
{
	uint32_t uid = ui->fn->blocks[block].uid;

	ui->changed |= CVG_NEW_OVERLAY;
	for (size_t i = 0; i < ui->breaks.n; i++) {
		if (ui->breaks.at[i] != uid)
			continue;
		ui->breaks.at[i] = ui->breaks.at[--ui->breaks.n];
		return false;
	}
	cvg_push(&ui->breaks, uid);
	return true;
}
