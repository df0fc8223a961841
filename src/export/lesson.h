/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state and the functions that the parts of a lesson share. */
#ifndef CVG_EXPORT_LESSON_H
#define CVG_EXPORT_LESSON_H

#include "html.h"
#include "reconverge/export.h"
#include "reconverge/look.h"
#include "reconverge/prove.h"

struct cvg_plan;
struct cvg_table;

struct lesson {
	struct cvg_session *session;
	const struct cvg_lesson_ask *ask;
	struct cvg_look look;
	struct cvg_u32s path; /* revisions, P0 first */
	struct cvg_str page;
	struct cvg_str trouble;	   /* reason that a picture failed: no more
				      are tried; or empty */
	struct cvg_str unmeasured; /* reason that runs failed; or empty */
	bool matrix;		   /* a matrix of this step is shown unfolded */
	double issued;		   /* instructions in runs made to draw warps */
	struct cvg_str questions;  /* those asked so far, as HTML */
	size_t first_steps;	   /* of the first warp in P0; 0: not known */
	double first_share;	   /* of its lanes that are active there */
	bool touched;		   /* a picture in the page needs the script */
	uint32_t nfiles;	   /* files written */
};

/* One revision on the path. */
struct step {
	uint32_t nth, rev, parent; /* parent CVG_NONE: P0 */
	char file[48];		/* beginning of its files' names: "01-meld" */
	struct cvg_ana *before; /* of the parent; NULL: it is P0, or the
				      parent has no such function */
	struct cvg_ana *ana;	/* NULL: the revision has no such function */
	bool elsewhere;		/* the step changed another function */
};

/* The script of pages, made from lesson.js. */
extern const char cvg_lesson_script[];

/* Write DIR/<step's file><end>. */
bool cvg_lesson_put(struct lesson *lesson, const struct step *st,
		    const char *end, const char *text, size_t n,
		    struct cvg_err *err);

const char *cvg_lesson_focus(const struct lesson *lesson);
/* The measurements of the function in focus in that revision, or NULL. */
const struct cvg_proof *cvg_lesson_proof_of(const struct lesson *lesson,
					    uint32_t rev);
/* True if both were measured on the same launch. */
bool cvg_lesson_comparable(const struct cvg_proof *a,
			   const struct cvg_proof *b);
/* Append a number, as in "1,234,567". */
void cvg_lesson_number(struct cvg_str *out, double n);
/* Append a number and its noun: "one step", "3 steps". */
void cvg_lesson_count(struct cvg_str *out, double n, const char *one,
		      const char *many);

/* Run the revisions that are to be compared and were not measured on the
 * launch. */
bool cvg_lesson_measure(struct lesson *lesson, struct cvg_err *err);

/* Each of these appends to the page. */
void cvg_lesson_opening(struct lesson *lesson);
/* Links to other pages, which `label` names. */
void cvg_lesson_others(struct lesson *lesson, const char *label);
void cvg_lesson_terms(struct lesson *lesson);
void cvg_lesson_about(struct lesson *lesson, const struct step *st);
/* The source of P0, if debug information names it. */
void cvg_lesson_source(struct lesson *lesson, struct cvg_ana *ana);
void cvg_lesson_causes(struct lesson *lesson, struct cvg_ana *ana);
void cvg_lesson_worth(struct lesson *lesson, const struct step *st);
void cvg_lesson_proof(struct lesson *lesson, const struct step *st);
void cvg_lesson_gpu(struct lesson *lesson, const struct step *st);
void cvg_lesson_diff(struct lesson *lesson, const struct step *st);
void cvg_lesson_code(struct lesson *lesson, const struct step *st);
void cvg_lesson_refused(struct lesson *lesson, const struct step *st);
void cvg_lesson_overview(struct lesson *lesson);
/* Begin a table of revisions, which the caller ends; `made` adds the column of
 * what each was made from. */
void cvg_lesson_revs(struct cvg_table *t, const struct lesson *lesson,
		     bool made);
/* Append the row of a revision; `step` is HTML. */
void cvg_lesson_add_rev(struct cvg_table *t, const struct lesson *lesson,
			uint32_t rev, const char *step);
void cvg_lesson_branches(struct lesson *lesson);
/* The decisions of the step, as its phase makes them again. */
bool cvg_lesson_decisions(struct lesson *lesson, const struct step *st,
			  struct cvg_err *err);
/* One decision. */
void cvg_lesson_meld(struct lesson *lesson, struct cvg_ana *ana,
		     const struct cvg_plan *plan, uint32_t i,
		     const struct cvg_settings *settings);
struct cvg_linplan;
struct cvg_flatnest;
void cvg_lesson_linear(struct lesson *lesson, const struct cvg_linplan *plan,
		       uint32_t i);
void cvg_lesson_flat(struct lesson *lesson, struct cvg_ana *ana,
		     const struct cvg_flatnest *nest);
/* Choose the regions to fold in the step's picture, for the caller to free.
 * Returns the number of boxes that are left. */
uint32_t cvg_lesson_fold(const struct step *st, struct cvg_bits *folded);
/* False: there is no picture, and l->trouble says why. */
bool cvg_lesson_draw(struct lesson *lesson, const struct cvg_str *dot,
		     struct cvg_str *svg);

#endif
