/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Pictures that are not graphs, written in Graphviz's language so that all its
 * output formats are available: nodes are boxes and texts at given positions.
 * Lengths are points; x goes right, y down. The caller names the boxes, all
 * differently; texts need no name.
 */
#ifndef CVG_EXPORT_DOT_SHEET_H
#define CVG_EXPORT_DOT_SHEET_H

#include "dot.h"

struct cvg_dotsheet {
	struct cvg_str *out;
	uint32_t ntexts; /* texts so far, for their names */
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

/* Append the default attributes of all nodes. */
void cvg_dot_sheet_begin(struct cvg_dotsheet *s, struct cvg_str *out);
/* Append a box, up to its attributes. The caller may append more by
 * cvg_dot_attr and ends the box by cvg_dot_sheet_end_box. */
void cvg_dot_sheet_box(struct cvg_dotsheet *s, const char *name,
		       const struct cvg_dot_box *box);
void cvg_dot_sheet_end_box(struct cvg_dotsheet *s);

/* Append one line of text; y is the middle of its height, x the end that `side`
 * names. A text that begins with '*' is bold. */
void cvg_dot_sheet_text(struct cvg_dotsheet *s, double x, double y,
			enum cvg_dot_side side, double size, const char *text);

#endif
