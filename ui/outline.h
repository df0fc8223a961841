/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The lines of the outline: which lines there are, which nodes are open and
 * which are folded. */
#ifndef CVG_UI_OUTLINE_H
#define CVG_UI_OUTLINE_H

#include "ui/list.h"
#include "ui/regtree.h"
#include "reconverge/words.h"

enum cvg_outkind { CVG_OUT_FUNCTION, CVG_OUT_NODE };

struct cvg_outline_line {
	enum cvg_outkind kind;
	uint32_t id; /* function, or node */
};

/* A node that was opened or folded by hand. It is named by its entry's uid, its
 * size and its kind, which survive a step that does not change it. */
struct cvg_outline_fold {
	uint32_t uid;  /* of the entry or header */
	uint32_t size; /* blocks */
	bool loop, open;
};

/* What the line of a function shows. */
struct cvg_outline_fn {
	const struct cvg_fn *fn; /* NULL: the function was not analysed yet */
	uint32_t nblocks, ndivergent;
	enum cvg_fnkind kind;
};

/* The lines are the selected function, its nodes, and the other functions. */
struct cvg_outline {
	struct cvg_list list;
	struct cvg_marks marks;
	struct cvg_regtree tree;
	cvg_vec(struct cvg_outline_line) lines;
	cvg_vec(struct cvg_outline_fold) folds;
	cvg_vec(struct cvg_outline_fn) fns; /* by number */
	/* instructions of the functions analysed since the last frame was
	 * begun */
	uint32_t looked;
	/* what is folded: 0: what does not diverge; 1: nothing; else nodes
	 * at depth - 2 and deeper */
	uint32_t depth;
	uint32_t width; /* of the pane in which it was last drawn */
	bool closed;	/* the selected function is folded as a whole */
};

/* Make everything anew for the function that the screen shows. */
void cvg_outline_make(struct cvg_outline *outline, struct cvg_ui *ui);
/* Make the lines anew, after a node was opened or folded. */
void cvg_outline_lines(struct cvg_outline *outline, struct cvg_ui *ui);
void cvg_outline_done(struct cvg_outline *outline);

bool cvg_outline_is_open(const struct cvg_outline *outline,
			 const struct cvg_regnode *node);
void cvg_outline_open(struct cvg_outline *outline,
		      const struct cvg_regnode *node, bool open);

/* The node in a line, or NULL. */
const struct cvg_regnode *cvg_outline_node(const struct cvg_outline *outline,
					   uint32_t line);
/* The line of a node, or of the folded node that holds it. */
uint32_t cvg_outline_find(const struct cvg_outline *outline, uint32_t node);

/* What the line of function f shows. The function is analysed when it is first
 * asked for; if this frame has analysed much already, the next frame does it,
 * and fn is NULL until then. */
const struct cvg_outline_fn *cvg_outline_fn(struct cvg_outline *outline,
					    struct cvg_ui *ui, uint32_t f);

#endif
