/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the matrix view shows of a choice: the table of its subgraphs, and the
 * matrix of the instructions of one pair of blocks. It is a copy of the plan's,
 * because the plan may be freed while the copy is looked at.
 */
#ifndef CVG_UI_ALIGNMENT_H
#define CVG_UI_ALIGNMENT_H

#include "ui/view.h"
#include "reconverge/matrix.h"
#include "reconverge/plan.h"

/* A subgraph of an arm: the heads of rows and columns. */
struct cvg_alsub {
	uint32_t entry, nblocks;
};

/* Two blocks that correspond. */
struct cvg_albp {
	uint32_t block[2];
	double mp_b; /* 0: never priced */
};

struct cvg_alcell {
	struct cvg_paircell cell;
	uint32_t bp_at, nbp; /* into bp */
	bool replica;	     /* one block placed into the other's structure */
};

enum cvg_allevel {
	CVG_AL_NOTHING, /* see `why` */
	CVG_AL_SUBGRAPHS,
	CVG_AL_INSTS,
};

struct cvg_alignment_view {
	/* the function that the choice is of; NULL: nothing is shown */
	const struct cvg_fn *fn;
	const struct cvg_choices *of; /* the list that the choice is in */
	uint32_t choice;	      /* its index */
	enum cvg_allevel level;
	struct cvg_str why; /* why there is nothing to align */

	/* Subgraphs: rows true arm, columns false arm. */
	struct cvg_alsub *sub[2];
	uint32_t nsub[2];
	struct cvg_alcell *cell;     /* [nsub[0] * nsub[1]] */
	cvg_vec(struct cvg_albp) bp; /* block pairs of all cells */
	uint32_t at[2];		     /* cell under the cursor */

	/* Instructions of block pair `pair` of that cell. */
	uint32_t pair;
	uint32_t t, f;		     /* blocks */
	bool made;		     /* no: the matrix would be too large */
	struct cvg_matrix matrix;    /* if `made` */
	uint8_t *arrow;		     /* [cells of m.mx] '\\', '|', '-' or 0 */
	int64_t low, high;	     /* of the legal cells */
	struct cvg_matrix_pool pool; /* of m, as it was drawn last */
	/* k by k cells are to be drawn as one; 0: as many as make the matrix
	 * fit */
	uint32_t k;
	uint32_t fit;	   /* k that fits the pane, when last drawn */
	uint32_t row, col; /* under the cursor, of m.mx */
};

/* Show the choice under the screen's cursor. Nothing happens if it is shown
 * already and `anew` is not set. */
void cvg_alignment_update(struct cvg_alignment_view *alignment,
			  struct cvg_ui *ui, bool anew);
void cvg_alignment_free(struct cvg_alignment_view *alignment);

static inline const struct cvg_alcell *cvg_alignment_cell(
	const struct cvg_alignment_view *alignment)
{
	return &alignment->cell[alignment->at[0] * alignment->nsub[1] +
				alignment->at[1]];
}

/* Make the matrix of a block pair of the cell under the cursor, and go there;
 * CVG_NONE: the first with something to align. False: no such pair. */
bool cvg_alignment_open(struct cvg_alignment_view *alignment, struct cvg_ui *ui,
			uint32_t pair);
/* Pool for a pane with room for so many cells. */
void cvg_alignment_fit(struct cvg_alignment_view *alignment, uint32_t rows,
		       uint32_t cols);
/* The instruction of a row (arm 0) or a column (arm 1); CVG_NONE for row 0 and
 * column 0, which stand before the first instruction. */
uint32_t cvg_alignment_inst(const struct cvg_alignment_view *alignment,
			    uint32_t arm, uint32_t at);

#endif
