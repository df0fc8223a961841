/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Writes Graphviz's language. All pictures have the same attributes, form of
 * caption and fonts. Labels are HTML-like, so that names and remarks can differ
 * in style. The background is white, because the lines are dark and a picture
 * may be put on pages and slides of any colour.
 */
#ifndef CVG_EXPORT_DOT_H
#define CVG_EXPORT_DOT_H

#include "reconverge/base.h"

struct cvg_fn;
struct cvg_session;

#define CVG_DOT_DIVERGENT "#b34a00"
#define CVG_DOT_DIM	  "#555555"
/* A blank in HTML-like labels that viewers keep at the beginning of a text. */
#define CVG_DOT_BLANK "&#160;"

/* The caption of a picture and the attributes of its graph. */
struct cvg_dot_head {
	struct cvg_session *session;
	uint32_t rev;
	uint32_t since;	     /* show changes of the counts since that
				revision; or CVG_NONE */
	const char *picture; /* its kind: "dominators" */
	const char *remark;  /* a line of the caption, or NULL */
	bool function;	     /* it shows a function of one revision */
	bool caption;	     /* false: only the attributes */
	bool placed;	     /* nodes have their positions as attributes */
};

/* Append the beginning: digraph "..." {, attributes, caption, defaults of nodes
 * and edges. */
void cvg_dot_open(struct cvg_str *out, const struct cvg_dot_head *head);

/* Append the attribute , key="value". */
void cvg_dot_attr(struct cvg_str *out, const char *key, const char *value);

/* Append a quoted string as a label, and `end` in it, such as "\l". */
void cvg_dot_label(struct cvg_str *out, const char *s, const char *end);

/* In an HTML-like label, append "B12" in bold; with `more`, a blank. */
void cvg_dot_number(struct cvg_str *out, char letter, uint32_t n, bool more);
/* In an HTML-like label, append text; or small grey text in a line of its
 * own. */
void cvg_dot_text(struct cvg_str *out, const char *s);
void cvg_dot_small(struct cvg_str *out, const char *s);
/* In an HTML-like label, append small grey text, broken into lines of about
 * `width` characters. */
void cvg_dot_wrapped(struct cvg_str *out, const char *s, uint32_t width);
/* In an HTML-like label, append text, cut to `width` characters, of which the
 * last is an ellipsis. */
void cvg_dot_clipped(struct cvg_str *out, const char *s, uint32_t width);

/* The comment of the user on the block as the attribute note="...", and as
 * lines of an HTML-like label; nothing if there is none. */
void cvg_dot_note_attr(struct cvg_str *out, const struct cvg_session *session,
		       const struct cvg_fn *fn, uint32_t b);
void cvg_dot_note(struct cvg_str *out, const struct cvg_session *session,
		  const struct cvg_fn *fn, uint32_t b);

/* True if the block has a name of its own, not a number that LLVM gave it. */
bool cvg_dot_named(const struct cvg_fn *fn, uint32_t b);

#endif
