/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Drawings of graphs, histories, matrices and warps as text, JSON and DOT.
 * Commands print the text and JSON forms; `export` writes any form to a file.
 * There is a draw_*.c for each subject and a fmt_*.c for each format; both are
 * rows of exports.def.
 *
 * Each function appends to the caller's string or JSON object, or makes a JSON
 * value that the caller owns (json_decref).
 */
#ifndef RECONVERGE_EXPORT_H
#define RECONVERGE_EXPORT_H

#include "reconverge/marks.h"
#include "reconverge/session.h"

struct json_t;

/* ---- how text looks -------------------------------------------------- */

struct cvg_glyphs {
	const char *divergent; /* a branch that splits warps */
	const char *uniform;   /* a branch all threads take alike */
	const char *temporal; /* a loop that threads leave at different times */
	const char *under;    /* a block that runs under a divergent branch */
	/* a region's rail beside its blocks: first, between, last, only one */
	const char *rail_first, *rail_mid, *rail_last, *rail_only;
	const char *tree_bar, *tree_mid, *tree_last; /* 3 columns each */
	const char *more;	  /* text was cut here; 1 column */
	const char *back;	  /* an edge that leads backwards */
	const char *unstructured; /* an edge of LIN's Definition 1 */
};

enum cvg_charset { CVG_ASCII, CVG_UNICODE };

const struct cvg_glyphs *cvg_glyphs_of(enum cvg_charset set);

/* How to draw text. Every function below only borrows it. */
struct cvg_look {
	const struct cvg_glyphs *glyphs;
	bool color;	/* escape sequences around the marks */
	uint32_t width; /* columns to aim for */
};

/* Columns of a UTF-8 text on a terminal; a byte that is not UTF-8 counts as
 * one. */
uint32_t cvg_text_width(const char *s, size_t n);
/* Append s cut to `width` columns, with glyphs->more as the last if cut. */
void cvg_text_clip(struct cvg_str *out, const char *s, uint32_t width,
		   const struct cvg_look *look);
/* Append s, and spaces up to `width` columns. */
void cvg_text_pad(struct cvg_str *out, const char *s, uint32_t width);
/* Append the mark of a block's terminator: divergent, uniform, or a space. */
void cvg_text_mark(struct cvg_str *out, const struct cvg_look *look,
		   const char *glyph);

/* Texts in rows and columns; each column is as wide as its widest cell. A
 * cvg_table is drawn as text with it. */
struct cvg_grid {
	struct cvg_arena arena;
	cvg_vec(const char *) cell; /* NULL ends a row */
};

void cvg_grid_cell(struct cvg_grid *t, const char *fmt, ...) CVG_PRINTF(2, 3);
void cvg_grid_row(struct cvg_grid *t); /* end of the row */
/* `align` has one letter a column, l or r; rows may be shorter. Empties t. */
void cvg_grid_draw(struct cvg_grid *t, struct cvg_str *out, const char *align);

/* A JSON string of any bytes; bytes that are not UTF-8 become U+FFFD. */
struct json_t *cvg_json_text(const char *s);
/* "B12", "R3", "P4"; null for CVG_NONE. */
struct json_t *cvg_json_id(char letter, uint32_t id);
/* The stable number of a block of the function, likewise. */
struct json_t *cvg_json_block(const struct cvg_fn *fn, uint32_t b);
struct json_t *cvg_json_blocks(const struct cvg_fn *fn, const uint32_t *b,
			       uint32_t n);
/* The stable numbers that a block was made from. */
struct json_t *cvg_json_origins(const struct cvg_fn *fn, uint32_t b);

/* ---- what is drawn --------------------------------------------------- */

/*
 * A row of the tree of revisions, drawn depth first: the newest child stands
 * below its parent in the same column; older children come before it, as
 * branches to the right.
 */
struct cvg_revrow {
	uint32_t rev;
	uint32_t depth; /* branches to the left of it */
	bool branch;	/* it is the first revision of a branch */
};

/* [cvg_session_nrevs] rows; the caller frees them. */
struct cvg_revrow *cvg_rev_rows(const struct cvg_session *s);

enum cvg_what {
#define WHAT(id, name, help) CVG_WHAT_##id,
#include "reconverge/exports.def"
	CVG_NWHATS
};

/* Words key=value behind `export FILE WHAT`. */
enum cvg_exportkey {
#define KEY(id, name, of, help) CVG_KEY_##id,
#include "reconverge/exports.def"
	CVG_NKEYS
};

/* B<uid> of a block, "return" for CVG_NONE. Borrowed from `buf`. */
const char *cvg_block_label(const struct cvg_fn *fn, uint32_t b, char *buf,
			    size_t n);

/* "@f  kernel, amdgcn gfx906, P3: 12 blocks, ..." and a newline. */
void cvg_draw_heading(struct cvg_str *out, struct cvg_ana *ana, uint32_t rev);

/* The graph as a list of blocks, with rails for the regions around them. */
void cvg_draw_cfg(struct cvg_str *out, struct cvg_ana *ana,
		  const struct cvg_look *look);

/* Lays out charts as `set layout=` asks: it is the `guiding` of a struct
 * cvg_chart_in whose `guide` is cvg_chart_guide. After a failure of Graphviz,
 * charts get the program's own layout in rows. */
struct cvg_guiding {
	const struct cvg_settings *settings;
	const struct cvg_ticker *ticker; /* or NULL */
	unsigned seconds;   /* limit of wall clock; 0: that of the settings */
	bool failed;	    /* Graphviz failed before */
	struct cvg_err err; /* the reason, if it did */
};

struct cvg_flow;
struct cvg_guide;

bool cvg_chart_guide(void *guiding, const struct cvg_flow *flow,
		     struct cvg_guide *out);

/* The graph as boxes and lines. False: it is wider than look->width, and
 * nothing was drawn; with `any_width` it is drawn all the same. `guiding` may
 * be NULL. */
bool cvg_draw_graph(struct cvg_str *out, struct cvg_ana *ana,
		    const struct cvg_look *look, bool any_width,
		    struct cvg_guiding *guiding);
void cvg_draw_regions(struct cvg_str *out, struct cvg_ana *ana,
		      const struct cvg_settings *settings,
		      const struct cvg_look *look);
void cvg_draw_dominators(struct cvg_str *out, struct cvg_ana *ana,
			 const struct cvg_look *look);
void cvg_draw_history(struct cvg_str *out, const struct cvg_session *s,
		      const struct cvg_look *look);

/* Each of these adds its members to the object `into`. */
void cvg_json_cfg(struct json_t *into, struct cvg_ana *ana);
void cvg_json_regions(struct json_t *into, struct cvg_ana *ana,
		      const struct cvg_settings *settings);
void cvg_json_dominators(struct json_t *into, struct cvg_ana *ana);
void cvg_json_history(struct json_t *into, const struct cvg_session *s);
struct json_t *cvg_json_score(const struct cvg_score *score);

/* A picture of the function in focus in Graphviz's language. */
struct cvg_dot_ask {
	struct cvg_session *session;
	uint32_t rev;	/* a revision that has the function in focus */
	uint32_t since; /* mark the differences from that revision; CVG_NONE:
			   none */
	const struct cvg_bits *folded; /* regions; NULL: none */
	enum cvg_zoom zoom;
	bool caption, legend;
};

void cvg_dot_cfg(struct cvg_str *out, const struct cvg_dot_ask *ask);
void cvg_dot_regions(struct cvg_str *out, const struct cvg_dot_ask *ask);
void cvg_dot_dominators(struct cvg_str *out, const struct cvg_dot_ask *ask);
void cvg_dot_history(struct cvg_str *out, const struct cvg_dot_ask *ask);

/* The steps of one warp: a run with its trace, of the revision ask->rev. */
struct cvg_run;
struct cvg_trace;

void cvg_draw_warp(struct cvg_str *out, const struct cvg_run *run,
		   const struct cvg_trace *t, const struct cvg_look *look);
void cvg_json_warp(struct json_t *into, const struct cvg_run *run,
		   const struct cvg_trace *t);
/* Only the steps, as an array. */
struct json_t *cvg_json_trace(const struct cvg_run *run,
			      const struct cvg_trace *t);
void cvg_dot_warp(struct cvg_str *out, const struct cvg_dot_ask *ask,
		  const struct cvg_run *run, const struct cvg_trace *t);

/* The alignment matrix of two blocks, pooled if it does not fit. */
struct cvg_matrix_view {
	struct cvg_ana *ana;
	const struct cvg_settings *settings;
	uint32_t t, f; /* block ids: rows, columns */
};

void cvg_draw_matrix(struct cvg_str *out, const struct cvg_matrix_view *v,
		     const struct cvg_look *look);
/* Both blocks side by side, melded instructions in one line. */
void cvg_draw_columns(struct cvg_str *out, const struct cvg_fn *fn, uint32_t t,
		      uint32_t f, const struct cvg_alignment *al,
		      const struct cvg_look *look);
void cvg_json_matrix(struct json_t *into, const struct cvg_matrix_view *v);
void cvg_dot_matrix(struct cvg_str *out, const struct cvg_dot_ask *ask,
		    const struct cvg_matrix_view *v);
/* The alignment that meld would use. Free with cvg_alignment_done. */
void cvg_matrix_align(const struct cvg_matrix_view *v,
		      struct cvg_alignment *out);
/* The whole matrix with the alignment whose path is in it. */
struct cvg_matrix {
	struct cvg_align_matrix mx;
	struct cvg_alignment al;
};

/* False: the matrix would have more than `most` cells, and *out is unchanged.
 * Free with cvg_matrix_done. */
bool cvg_matrix_make(const struct cvg_matrix_view *v, uint64_t most,
		     struct cvg_matrix *out);
void cvg_matrix_done(struct cvg_matrix *m);

/* A matrix in which k by k cells become one; row 0 and column 0 are not
 * pooled. */
struct cvg_matrix_pool {
	uint32_t rows, cols; /* after pooling, with the zero row and column */
	uint32_t k;	     /* rows, and columns, that become one */
	int64_t *best;	     /* greatest score; INT64_MIN: no legal path */
	bool *on_path;	     /* the alignment's path goes through the cell */
};

/* The number of rows (or columns) that n become when k are pooled. */
uint32_t cvg_matrix_pooled(uint32_t n, uint32_t k);
/* True if `best` is the score of a legal path. */
bool cvg_matrix_legal(int64_t best);
/* Pool with the smallest k, `least` or more, for which the matrix has at most
 * max_rows and max_cols, which must be at least 2. */
void cvg_matrix_pool_init(struct cvg_matrix_pool *p,
			  const struct cvg_align_matrix *mx, uint32_t least,
			  uint32_t max_rows, uint32_t max_cols);
void cvg_matrix_pool_done(struct cvg_matrix_pool *p);

/* The first instruction that is not a phi, and the number of instructions from
 * there to the terminator, which is not counted. */
void cvg_block_body(const struct cvg_fn *fn, uint32_t b, uint32_t *at,
		    uint32_t *n);

/* ---- formats --------------------------------------------------------- */

struct cvg_export_in {
	struct cvg_session *session;
	enum cvg_what what;
	uint32_t t, f;		       /* of a matrix: ids of its two blocks */
	struct cvg_dot_ask ask;	       /* of a graph: its revision and extent */
	const struct cvg_run *run;     /* of a warp; else NULL */
	const struct cvg_trace *trace; /* of that run */
	const struct cvg_look *look;
};

struct cvg_export {
	const char *suffix; /* ".dot" */
	const char *help;
	bool (*render)(const struct cvg_export_in *in, struct cvg_str *out,
		       struct cvg_err *err);
};

/* ---- lessons --------------------------------------------------------- */

/* The result of cvg_lesson_write. */
struct cvg_lesson_done {
	uint32_t nsteps, nfiles;
	char *trouble; /* the reason if pictures are missing, else ""; the
			  caller frees it */
};

/* A file that the commands read, to be written beside them. */
struct cvg_lesson_file {
	char *name; /* in DIR */
	char *text;
	size_t n;
};

struct cvg_lesson_ask {
	const char *dir;
	const char *commands; /* that repeat all steps when run in DIR */
	const struct cvg_lesson_file *file;
	uint32_t nfiles;
};

/*
 * Write a lesson on the function in focus: its revisions from P0 to the current
 * one as DIR/index.html, beside it a .ll, .dot and .svg of each revision, and
 * the commands as commands.rcv. DIR is made if it does not exist.
 */
bool cvg_lesson_write(struct cvg_session *s, const struct cvg_lesson_ask *ask,
		      struct cvg_lesson_done *done, struct cvg_err *err);

const char *cvg_what_name(enum cvg_what what);
const char *cvg_what_help(enum cvg_what what);
bool cvg_what_by_name(const char *name, enum cvg_what *what);

const char *cvg_exportkey_name(enum cvg_exportkey key);
const char *cvg_exportkey_help(enum cvg_exportkey key);
/* True if `export` takes the key with that subject. */
bool cvg_exportkey_of(enum cvg_exportkey key, enum cvg_what what);

uint32_t cvg_nexports(void);
const struct cvg_export *cvg_export_at(uint32_t i);
/* The format by the path's suffix; NULL if no format has that suffix. */
const struct cvg_export *cvg_export_of_path(const char *path);

#endif
