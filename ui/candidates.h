/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The list of candidates, and how it is drawn (candidates.c). */
#ifndef CVG_UI_CANDIDATES_H
#define CVG_UI_CANDIDATES_H

#include "ui/list.h"
#include "ui/view.h"
#include "reconverge/choices.h"

struct candidates {
	struct cvg_list list;
	const struct cvg_choices *all; /* borrowed until the next update */
	struct cvg_u32s row; /* which choice stands in each row, as the setting
				`sort` has it; those above the divider first */
	uint32_t ngood;	     /* those that are not refused */
	double most;	     /* the best gain */
	struct cvg_str folded; /* the branches that never have anything to meld,
				  in words; empty: they have rows */
};

/* The choice in a line; CVG_NONE: it is the divider, or the line of the folded
 * ones. */
uint32_t cvg_candidates_in(const struct candidates *v, uint32_t line);
/* Is that the line of the folded ones? */
bool cvg_candidates_folded(const struct candidates *v, uint32_t line);
void cvg_candidates_draw(struct cvg_ui *ui, void *state,
			 struct cvg_canvas *into, bool focused);

#endif
