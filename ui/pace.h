/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How a warp that is played goes on by itself: how fast, which way, and where it
 * stops. */
#ifndef CVG_UI_PACE_H
#define CVG_UI_PACE_H

#include "ui/play.h"

#define CVG_PACES 9 /* speeds, from 1: the slowest */

struct cvg_playback {
	bool running, back;
	bool on;	/* where lanes part, it goes on */
	uint32_t speed; /* 1 to CVG_PACES; 0: as at first */
};

/* Milliseconds from step to step, and the steps that are taken then. */
int cvg_pace_wait(const struct cvg_playback *pace);
uint32_t cvg_pace_steps(const struct cvg_playback *pace);
/* Why a warp that has come to step `at` stops there; NULL: it goes on. */
const char *cvg_pace_stop(const struct cvg_playback *pace,
			  const struct cvg_ui *ui, const struct cvg_play *play,
			  uint32_t at);

/* Tell the other panes where the warp is at step `at`. */
void cvg_play_tell(const struct cvg_play *play, uint32_t at, struct cvg_ui *ui);

/* Set a breakpoint on a block, or take it back. True: there is one now. */
bool cvg_break_toggle(struct cvg_ui *ui, uint32_t block);
bool cvg_break_at(const struct cvg_ui *ui, uint32_t block);

#endif
