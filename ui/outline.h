/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The lines of the outline: which there are, what is open and what folded. */
#ifndef CVG_UI_OUTLINE_H
#define CVG_UI_OUTLINE_H

#include "ui/list.h"
#include "ui/regtree.h"

enum cvg_outkind { CVG_OUT_FUNCTION, CVG_OUT_NODE };

struct cvg_outline_line {
	enum cvg_outkind kind;
	uint32_t id; /* function, or node */
};

/* Opened or folded by hand. Named by what outlives a step. */
struct cvg_outline_fold {
	uint32_t uid;  /* of the entry or header */
	uint32_t size; /* blocks */
	bool loop, open;
};

/* What a function's line says. */
struct cvg_outline_fn {
	const struct cvg_fn *fn; /* NULL: not looked at yet */
	uint32_t nblocks, ndivergent;
	enum cvg_fnkind kind;
};

/* Lines: the function in focus, its nodes, the other functions. */
struct cvg_outline {
	struct cvg_list list;
	struct cvg_marks marks;
	struct cvg_regtree tree;
	cvg_vec(struct cvg_outline_line) lines;
	cvg_vec(struct cvg_outline_fold) folds;
	cvg_vec(struct cvg_outline_fn) fns; /* by number */
	uint32_t looked; /* instructions of functions looked at since the
			    last picture was begun */
	uint32_t depth;	 /* fold to: 0 by divergence, 1 all open, else what is
			   deeper than this, less two */
	bool closed;	 /* the function in focus is folded as a whole */
};

/* All of it anew, for what the screen shows now. */
void cvg_outline_make(struct cvg_outline *o, struct cvg_ui *ui);
/* The lines, after something was opened or folded. */
void cvg_outline_lines(struct cvg_outline *o, struct cvg_ui *ui);
void cvg_outline_done(struct cvg_outline *o);

bool cvg_outline_is_open(const struct cvg_outline *o,
			 const struct cvg_regnode *x);
void cvg_outline_open(struct cvg_outline *o, const struct cvg_regnode *x,
		      bool open);

/* The node in a line, or NULL. */
const struct cvg_regnode *cvg_outline_node(const struct cvg_outline *o,
					   uint32_t line);
/* The line of a node, or of what it is folded into. */
uint32_t cvg_outline_find(const struct cvg_outline *o, uint32_t node);

/* Looked at when it is first asked for; if a picture has looked at much
 * already, the next one does: its fn is NULL so long. */
const struct cvg_outline_fn *cvg_outline_fn(struct cvg_outline *o,
					    struct cvg_ui *ui, uint32_t f);

#endif
