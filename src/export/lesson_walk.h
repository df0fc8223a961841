/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The steps of the first warp in one revision of a lesson. */
#ifndef CVG_EXPORT_LESSON_WALK_H
#define CVG_EXPORT_LESSON_WALK_H

#include "lesson.h"

/* Lanes that wait, and the block in which they will go on. */
struct cvg_walk_wait {
	uint32_t fn, uid; /* as in struct cvg_walk_step */
	uint64_t mask;
};

/* The warp enters a block. */
struct cvg_walk_step {
	uint32_t fn;	 /* its name is names[fn] */
	uint32_t uid;	 /* stable number of the block */
	uint64_t mask;	 /* lanes that enter the block */
	size_t waits_at; /* where its lanes that wait begin in waits[]; they end
			    where those of the next step begin */
};

struct cvg_walk {
	bool known;	/* false: it was not run, and all else is empty */
	uint32_t lanes; /* of the warp */
	uint64_t total; /* steps of the warp, kept or not */
	uint32_t focus; /* the `fn` of the function in focus; CVG_NONE: it did
			   not run */
	double share;	/* of the lanes that are active, 0 to 1 */
	char **names;	/* [nnames] of the functions that may run; owned */
	uint32_t nnames;
	cvg_vec(struct cvg_walk_step) steps;
	cvg_vec(struct cvg_walk_wait) waits;
	struct cvg_str strip; /* the picture of all steps, as DOT */
	struct cvg_str text;  /* the same as text */
};

/* Follow the first warp in the step's revision, if that was measured and is not
 * too long. False: interrupted. Free with cvg_walk_done. */
bool cvg_lesson_walk(struct lesson *lesson, const struct step *st,
		     struct cvg_walk *walk, struct cvg_err *err);
void cvg_walk_done(struct cvg_walk *walk);
/* Is every step known, of the function in focus? */
bool cvg_walk_whole(const struct cvg_walk *walk);
uint32_t cvg_walk_lanes(uint64_t mask);
/* Append "lanes 0 to 16, 20"; the mask is not 0. */
void cvg_walk_add_lanes(struct cvg_str *out, uint64_t mask);

/* The strip of the warp's lanes over time, or the text. */
bool cvg_lesson_warp(struct lesson *lesson, const struct step *st,
		     struct cvg_walk *walk, struct cvg_err *err);
/* The graph of a step: picture, text and DOT file; a picture that is not too
 * large stands in the page, with the warp's steps for the script. */
bool cvg_lesson_graph(struct lesson *lesson, const struct step *st,
		      const struct cvg_walk *walk, struct cvg_err *err);
/* The steps as data of the script, for the graph whose folded regions are given
 * (NULL: none). */
void cvg_lesson_steps(struct lesson *lesson, const struct step *st,
		      const struct cvg_walk *walk,
		      const struct cvg_bits *folded);
/* Every block: its code, why its branch splits the warp, its lanes. The links of
 * the picture lead there. */
void cvg_lesson_blocks(struct lesson *lesson, const struct step *st,
		       const struct cvg_walk *walk);
/* Keep the questions on this step for cvg_lesson_questions, which appends
 * them. */
void cvg_lesson_ask_step(struct lesson *lesson, const struct step *st,
			 const struct cvg_walk *walk);
void cvg_lesson_questions(struct lesson *lesson);

#endif
