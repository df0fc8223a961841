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
#include "reconverge/quantity.h"
#include "reconverge/score.h"

struct cvg_ana;
struct cvg_fn;
struct cvg_judged;
struct cvg_look;
struct cvg_mchange;
struct cvg_plot;
struct cvg_proof;
struct cvg_session;
struct cvg_settings;
struct cvg_table;
struct json_t;

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
struct cvg_revrow *cvg_rev_rows(const struct cvg_session *session);

/* What is said of a revision: all of it of the function in focus. */
struct cvg_revtold {
	bool there;	/* the revision has the function; if not,
				    there is nothing below */
	bool elsewhere; /* the step left the function as it was, and
				    worked on another one */
	struct cvg_score before, score; /* in the parent and here; the same in
					   P0, or if the parent has no such
					   function */
	const struct cvg_proof *proof;	/* nothing known: one without a
					   function */
	const struct cvg_proof *up; /* the parent's, if it was measured on the
				       same launch; or NULL */
};

void cvg_rev_told(struct cvg_session *session, uint32_t rev,
		  struct cvg_revtold *out);

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
/* Adds its members to the object `into`. */
void cvg_json_cfg(struct json_t *into, struct cvg_ana *ana,
		  const struct cvg_session *session);
/* The comments on blocks of that function, a line each; nothing if there is
 * none. */
void cvg_draw_notes(struct cvg_str *out, const struct cvg_session *session,
		    const struct cvg_fn *fn);
/* Each of these appends the text, and adds its members to the object `into`
 * unless that is NULL. */
void cvg_tell_regions(struct cvg_str *out, struct json_t *into,
		      struct cvg_ana *ana, const struct cvg_settings *settings,
		      const struct cvg_look *look);
void cvg_tell_dominators(struct cvg_str *out, struct json_t *into,
			 struct cvg_ana *ana, const struct cvg_look *look);
void cvg_tell_history(struct cvg_str *out, struct json_t *into,
		      struct cvg_session *session, const struct cvg_look *look);
/* What differs between two revisions, in all functions. False: nothing does. */
bool cvg_tell_diff(struct cvg_str *out, struct json_t *into,
		   struct cvg_session *session, uint32_t rev_a, uint32_t rev_b,
		   const struct cvg_look *look);
/* The machine code; false: there is none, and `err` says why. */
bool cvg_tell_machine(struct cvg_str *out, struct json_t *into,
		      struct cvg_session *session, uint32_t rev,
		      struct cvg_err *err);
struct json_t *cvg_json_score(const struct cvg_score *score);
/* The unit and the kind of each member of a score. */
struct json_t *cvg_json_score_kinds(void);
/* What was measured of a step; null: it was not run. */
struct json_t *cvg_json_judged(const struct cvg_judged *judged);
/* null: it is not known. */
struct json_t *cvg_json_mchange(const struct cvg_mchange *change);
struct json_t *cvg_json_unit(enum cvg_unit unit, enum cvg_countkind kind);

/* A picture of the function in focus in Graphviz's language. */
struct cvg_dot_ask {
	struct cvg_session *session;
	uint32_t rev;	/* a revision that has the function in focus */
	uint32_t since; /* mark the differences from that revision; CVG_NONE:
			   none */
	const struct cvg_bits *folded; /* regions; NULL: none */
	enum cvg_zoom zoom;
	bool caption, legend; /* draw a caption, explain the marks */
	bool unframed;	      /* regions have no frames */
	const char *page; /* "s0": blocks are links to index.html#s0-b5, in the
			     page of a lesson; NULL: no links */
};

void cvg_dot_cfg(struct cvg_str *out, const struct cvg_dot_ask *ask);
void cvg_dot_regions(struct cvg_str *out, const struct cvg_dot_ask *ask);
void cvg_dot_dominators(struct cvg_str *out, const struct cvg_dot_ask *ask);
bool cvg_dot_machine(struct cvg_str *out, const struct cvg_dot_ask *ask,
		     struct cvg_err *err);
/* The union graph of ask->since, which is a revision, and ask->rev, on character
 * cells and as DOT. */
void cvg_draw_diff(struct cvg_str *out, const struct cvg_dot_ask *ask,
		   const struct cvg_look *look);
void cvg_dot_diff(struct cvg_str *out, const struct cvg_dot_ask *ask);
void cvg_dot_history(struct cvg_str *out, const struct cvg_dot_ask *ask);

/* The steps of one warp: a run with its trace, of the revision ask->rev. */
struct cvg_run;
struct cvg_trace;

void cvg_draw_warp(struct cvg_str *out, const struct cvg_run *run,
		   const struct cvg_trace *trace, const struct cvg_look *look);
void cvg_json_warp(struct json_t *into, const struct cvg_run *run,
		   const struct cvg_trace *trace);
/* Make the table of the steps, which the caller ends; with `json`, its rows have
 * what only JSON shows. */
void cvg_trace_table(struct cvg_table *out, const struct cvg_run *run,
		     const struct cvg_trace *trace, bool json);
void cvg_dot_warp(struct cvg_str *out, const struct cvg_dot_ask *ask,
		  const struct cvg_run *run, const struct cvg_trace *trace);

/* The first instruction that is not a phi, and the number of instructions from
 * there to the terminator, which is not counted. */
void cvg_block_body(const struct cvg_fn *fn, uint32_t b, uint32_t *at,
		    uint32_t *n);

/* ---- formats --------------------------------------------------------- */

/* What the user said of a picture, so that it is not chosen. */
enum cvg_fixed {
	CVG_FIXED_ZOOM = 1,
	CVG_FIXED_FOLD = 2,
	CVG_FIXED_LEGEND = 4,
	CVG_FIXED_CAPTION = 8,
	CVG_FIXED_REGIONS = 16,
};

/* How a picture is to be printed. */
struct cvg_print {
	double width;	/* points, that it must fit; 0: as wide as it is */
	double text;	/* points, of the smallest text at that width; 0: any */
	bool grey;	/* no colours */
	unsigned fixed; /* enum cvg_fixed */
};

struct cvg_export_in {
	struct cvg_session *session;
	enum cvg_what what;	       /* what is exported */
	uint32_t t, f;		       /* of a matrix: ids of its two blocks */
	struct cvg_dot_ask ask;	       /* of a graph: its revision and extent */
	const struct cvg_run *run;     /* of a warp; else NULL */
	const struct cvg_trace *trace; /* of that run */
	const struct cvg_plot *plot;   /* of a chart; else NULL */
	const char *told;	       /* of a chart: its text, */
	struct json_t *told_json;      /* and JSON members, or NULL */
	const struct cvg_look *look;
	struct cvg_print print; /* of a picture */
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
	uint32_t nsteps, nfiles; /* steps shown, files written */
	char *trouble; /* the reason if pictures are missing, else ""; the
			  caller frees it */
};

/* A file that the commands read, to be written beside them. */
struct cvg_lesson_file {
	char *name; /* in DIR */
	char *text; /* [n] owned */
	size_t n;   /* bytes */
};

struct cvg_lesson_ask {
	const char *dir;      /* where the lesson is written */
	const char *commands; /* that repeat all steps when run in DIR */
	const struct cvg_lesson_file *file;
	uint32_t nfiles;
	/* Pages that it links to, by paths from DIR; NULL: none. */
	const char *prev, *next, *list;
};

/*
 * Write a lesson on the function in focus: its revisions from P0 to the current
 * one as DIR/index.html, beside it a .ll, .dot and .svg of each revision, and
 * the commands as commands.rcv. DIR is made if it does not exist.
 */
bool cvg_lesson_write(struct cvg_session *session,
		      const struct cvg_lesson_ask *ask,
		      struct cvg_lesson_done *done, struct cvg_err *err);

const char *cvg_what_name(enum cvg_what what);
const char *cvg_what_help(enum cvg_what what);
bool cvg_what_by_name(const char *name, enum cvg_what *what);

const char *cvg_exportkey_name(enum cvg_exportkey key);
const char *cvg_exportkey_help(enum cvg_exportkey key);
/* True if `export` takes the key with that subject. */
bool cvg_exportkey_of(enum cvg_exportkey key, enum cvg_what what);
/* Is it a chart of what a command tells? */
bool cvg_what_is_chart(enum cvg_what what);

uint32_t cvg_nexports(void);
const struct cvg_export *cvg_export_at(uint32_t i);
/* The format by the path's suffix; NULL if no format has that suffix. */
const struct cvg_export *cvg_export_of_path(const char *path);
/* Is the format one of pictures, that struct cvg_print is for? */
bool cvg_export_draws(const struct cvg_export *format);

#endif
