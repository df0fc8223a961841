/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Pictures that are no graphs, in Graphviz's language all the same: nodes that
 * are boxes and texts and say where they are, so that every format comes of
 * them. Points; x goes right, y down. The picture's node names are the caller's
 * and must differ; a text needs none.
 */
#ifndef CVG_EXPORT_DOT_SHEET_H
#define CVG_EXPORT_DOT_SHEET_H

#include "dot.h"

struct cvg_dotsheet {
	struct cvg_str *out;
	uint32_t ntexts; /* to name them */
};

enum cvg_dot_side { CVG_DOT_LEFT, CVG_DOT_MIDDLE, CVG_DOT_RIGHT };

struct cvg_dot_box {
	double x, y, w, h; /* upper left corner */
	const char *fill;  /* "#ffffff"; NULL: none */
	double pen;	   /* width of its frame; 0: none */
	const char *style; /* of the frame: "dashed"; NULL: solid */
	const char *label; /* HTML-like, or NULL */
	double size;	   /* of the label's letters */
};

/* What every node of a sheet has. */
void cvg_dot_sheet_begin(struct cvg_dotsheet *s, struct cvg_str *out);
/* Ends with the open bracket of its attributes: more can follow, as
 * cvg_dot_attr writes them; then cvg_dot_sheet_end_box. */
void cvg_dot_sheet_box(struct cvg_dotsheet *s, const char *name,
		       const struct cvg_dot_box *box);
void cvg_dot_sheet_end_box(struct cvg_dotsheet *s);

/* One line of text at (x, y), the middle of its height; `side` says which end
 * of it x is. Bold if it begins with '*'. */
void cvg_dot_sheet_text(struct cvg_dotsheet *s, double x, double y,
			enum cvg_dot_side side, double size, const char *text);

#endif
