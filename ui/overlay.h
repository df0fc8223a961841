/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What an overlay shows for every block: a heat, and a word in the box. */
#ifndef CVG_UI_OVERLAY_H
#define CVG_UI_OVERLAY_H

#include "ui/view.h"

#define CVG_NO_HEAT 0xff

struct cvg_overlay_cell {
	uint8_t heat;  /* 0 to 4, for CVG_ROLE_HEAT0 + heat; or CVG_NO_HEAT */
	char text[12]; /* at most 11 columns of ASCII; may be empty */
};

/*
 * The overlay of the function shown, [nblocks]; the caller frees it. It changes
 * with the revision, the settings and the runs; CVG_OVERLAY_DOMINANCE also with
 * the block under the cursor. CVG_OVERLAY_DIVERGENCE has no heat, because marks
 * and lines show it.
 */
struct cvg_overlay_cell *cvg_overlay_of(struct cvg_ui *ui,
					enum cvg_overlay which);
/* "profit: guessed cycles that the best step here saves", for cvg_ui_keyed. */
const char *cvg_overlay_title(struct cvg_ui *ui, enum cvg_overlay which);

/* Draw in the last row, if the overlay has heats, the most that each heat stands for
 * and what is counted. */
void cvg_overlay_legend(struct cvg_ui *ui, struct cvg_canvas *into);

#endif
