/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the parts of a lesson share. */
#ifndef CVG_EXPORT_LESSON_H
#define CVG_EXPORT_LESSON_H

#include "html.h"
#include "reconverge/export.h"

struct lesson {
	struct cvg_session *s;
	const char *dir;
	struct cvg_look look;
	struct cvg_u32s path; /* revisions, P0 first */
	struct cvg_str page;
	struct cvg_str trouble; /* why pictures are missing; then no more are
				   tried */
	uint32_t nfiles;	/* written */
};

/* One revision on the path. */
struct step {
	uint32_t nth, rev, parent; /* parent CVG_NONE: P0 */
	char file[48];		   /* "01-meld": names of its files begin so */
	struct cvg_ana *before;	   /* NULL: P0, or not there */
	struct cvg_ana *ana;	   /* NULL: the revision has no such function */
};

/* Write DIR/<step's file><end>. */
bool cvg_lesson_put(struct lesson *l, const struct step *st, const char *end,
		    const char *text, size_t n, struct cvg_err *err);

/* Each adds to the page. */
void cvg_lesson_causes(struct lesson *l, struct cvg_ana *ana);
void cvg_lesson_counts(struct lesson *l, const struct step *st);
void cvg_lesson_proof(struct lesson *l, const struct step *st);
void cvg_lesson_diff(struct lesson *l, const struct step *st);
void cvg_lesson_pairs(struct lesson *l, const struct step *st);
void cvg_lesson_overview(struct lesson *l);
/* Picture, its text, its DOT file. */
bool cvg_lesson_graph(struct lesson *l, const struct step *st,
		      struct cvg_err *err);

#endif
