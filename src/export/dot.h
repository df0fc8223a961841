/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Writing Graphviz's language. Every picture begins with the same attributes,
 * the same caption and the same fonts; labels are HTML-like, so that they can
 * tell a name from a remark. The ground is white on purpose: a picture is put
 * on pages and slides of any colour, and its lines are dark.
 */
#ifndef CVG_EXPORT_DOT_H
#define CVG_EXPORT_DOT_H

#include "reconverge/export.h"

#define CVG_DOT_DIVERGENT "#b34a00"
#define CVG_DOT_DIM	  "#555555"
/* In HTML-like labels. Within a text: viewers drop blanks at its beginning. */
#define CVG_DOT_BLANK "&#160;"

/* What stands over a picture and in the attributes of its graph. */
struct cvg_dot_head {
	struct cvg_session *session;
	uint32_t rev;
	uint32_t since;	     /* the counts' changes from there; CVG_NONE */
	const char *picture; /* what it is: "dominators" */
	const char *remark;  /* a line of the caption, or NULL */
	bool function;	     /* is it of one function, and of a revision? */
	bool caption;	     /* else only the attributes */
	bool placed;	     /* nodes say themselves where they are */
};

/* digraph "..." {, attributes, caption, defaults of nodes and edges. */
void cvg_dot_open(struct cvg_str *out, const struct cvg_dot_head *h);

/* , key="value" */
void cvg_dot_attr(struct cvg_str *out, const char *key, const char *value);

/* A quoted string that is a label, with "\l" or the like after it. */
void cvg_dot_label(struct cvg_str *out, const char *s, const char *end);

/* In an HTML-like label: "B12" in bold; then a blank, if something follows. */
void cvg_dot_number(struct cvg_str *out, char letter, uint32_t n, bool more);
/* In an HTML-like label: text; small text in grey, a line of its own. */
void cvg_dot_text(struct cvg_str *out, const char *s);
void cvg_dot_small(struct cvg_str *out, const char *s);
/* The same, cut into lines of about so many characters. */
void cvg_dot_wrapped(struct cvg_str *out, const char *s, uint32_t width);
/* Cut to that many characters, an ellipsis last. */
void cvg_dot_clipped(struct cvg_str *out, const char *s, uint32_t width);

/* Its own, not a number that LLVM gave it? */
bool cvg_dot_named(const struct cvg_fn *fn, uint32_t b);

#endif
