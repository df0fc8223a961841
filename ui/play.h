/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What one warp did, kept to be played: its steps, one a block entered, with
 * the lanes that were active and the stack that the others waited on.
 */
#ifndef CVG_UI_PLAY_H
#define CVG_UI_PLAY_H

#include "reconverge/graph.h"
#include "reconverge/prove.h"
#include "ui/view.h"

struct cvg_play {
	uint32_t rev;
	const struct cvg_fn *fn; /* the kernel; borrowed from the session */
	char *launch;		 /* as cvg_launch_text writes it */
	uint32_t lanes;		 /* of a warp */
	uint64_t nblocks;	 /* of the grid */
	uint32_t nwarps;	 /* of a block */
	struct cvg_trace trace;
	/* Labels for the blocks of the functions that the kernel called: those
	 * of function f > 0 of the trace are in callee[f - 1]. */
	struct cvg_playfn {
		char *name;
		uint32_t *uid; /* by block */
	} *callee;
	uint32_t ncallees;
};

/*
 * Run the launch there is and follow that warp, in that revision; shows how
 * far it is, and Esc ends it. NULL: it could not be run, and the message line
 * says why. The caller frees it.
 */
struct cvg_play *cvg_play_run(struct cvg_ui *ui, uint32_t rev, uint64_t block,
			      uint32_t warp);
void cvg_play_free(struct cvg_play *take_play);

/* Does the play show what the session's launch would do in that revision? */
bool cvg_play_holds(const struct cvg_play *play, const struct cvg_ui *ui,
		    uint32_t rev);
/* The last step that begins after so many cycles or earlier. */
uint32_t cvg_play_after(const struct cvg_play *play, uint64_t cycles);
/* The number of entries of the deepest stack in the play. */
uint32_t cvg_play_deepest(const struct cvg_play *play);
/* "B12 if.then", "@callee B3"; "end" for no block. */
void cvg_play_label(const struct cvg_play *play, uint32_t fn, uint32_t block,
		    struct cvg_str *out);
/* The next (by: 1) or previous (-1) step whose active lanes differ from those of
 * the step before it; the step beyond the last or the first: there is none. */
int64_t cvg_play_turn(const struct cvg_play *play, int64_t from, int by);
/* The first step after step `from` (by: 1), or before it (-1), in a block whose
 * label holds that text; the search goes round. CVG_NONE: there is none. */
uint32_t cvg_play_find(const struct cvg_play *play, uint32_t from, int by,
		       const char *text);

/* Step k > 0 is made by a part of the lanes of the step before. */
bool cvg_play_splits(const struct cvg_play *play, uint32_t k);

static inline uint32_t cvg_lanes(uint64_t mask)
{
	return (uint32_t)__builtin_popcountll(mask);
}

/* Draw step `at` from the top of the canvas. Returns the rows taken. */
uint32_t cvg_play_draw_step(const struct cvg_play *play, uint32_t at,
			    const struct cvg_ui *ui, struct cvg_canvas *into);

/* ---- the heat strip -------------------------------------------------- */

/*
 * Lanes over time: a row a group of lanes, a column some steps, in each cell
 * how many of them were active.
 */
struct cvg_strip {
	uint32_t from;	/* first step seen */
	uint32_t per;	/* steps a column */
	uint32_t group; /* lanes a row, a power of two */
	uint32_t x;	/* column where the first step stands */
	uint32_t columns;
};

/* Fit the strip into a canvas: `zoom` steps a column, or if 0 as many as bring
 * all steps into sight. Step `at` is in sight. */
struct cvg_strip cvg_strip_of(const struct cvg_play *play, uint32_t width,
			      uint32_t height, uint32_t zoom, uint32_t at);
void cvg_strip_draw(const struct cvg_strip *s, const struct cvg_play *play,
		    const struct cvg_ui *ui, struct cvg_canvas *into,
		    uint32_t at);

/* Draw the strip of a play below row y, at step `at`. */
struct cvg_strip cvg_play_draw_strip(const struct cvg_ui *ui,
				     const struct cvg_play *play, uint32_t zoom,
				     struct cvg_canvas *into, uint32_t y,
				     uint32_t at);
/* Draw the play of another revision at the step that it has come to after so many
 * cycles, with a title. `per`: steps a column of its strip. */
void cvg_play_draw_beside(const struct cvg_ui *ui, const struct cvg_play *other,
			  uint64_t cycles, uint32_t per,
			  struct cvg_canvas *into);

#endif
