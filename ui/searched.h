/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What `optimize` has found so far, kept for the screen: a search still grows while it
 * is shown, and is gone when it ends. */
#ifndef CVG_UI_SEARCHED_H
#define CVG_UI_SEARCHED_H

#include "reconverge/optimize.h"
#include "ui/view.h"

/* The codes of one search; each stands behind the one that it was made from. */
struct cvg_searched {
	cvg_vec(struct cvg_optimize_code) codes;
	uint32_t tries;
	uint32_t changes;	 /* of the codes, in all searches */
	enum cvg_countkind kind; /* of the cycles */
	enum cvg_viewid before; /* the view that stood where the search is shown
				    now; CVG_NVIEWS: none */
};

/* Take over what is new. The first time in a search, its tree is shown in place of
 * the graph. */
void cvg_searched_take(struct cvg_ui *ui,
		       const struct cvg_optimize_sight *sight);
/* The command has ended: the view that was shown before comes back. */
void cvg_searched_end(struct cvg_ui *ui);
void cvg_searched_free(struct cvg_searched *searched);

/* A line of the tree. */
struct cvg_searched_row {
	uint32_t code, depth;
	bool best; /* on the way to the fastest code */
};

/* A line for each code, those of the way to the fastest first, and below each code
 * what was made from it, what led to the fastest first. The caller frees it. */
struct cvg_searched_row *cvg_searched_rows(const struct cvg_searched *searched);

#endif
