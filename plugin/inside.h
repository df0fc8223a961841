/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The inside of a build, for the files of this folder only. */
#ifndef CVG_PLUGIN_INSIDE_H
#define CVG_PLUGIN_INSIDE_H

#include "build.h"

#include "reconverge/base.h"
#include "reconverge/cmd.h"
#include "reconverge/session.h"

struct cvg_build {
	struct cvg_arena arena; /* of all texts below */
	struct LLVMOpaqueModule *module;
	const char *source;
	bool off, strict, check, prove, measured;
	const char *step; /* for every function; "none": nothing */
	const char *file; /* of commands; NULL: there is none */
	const char
		*save; /* the folder to which the module is written; or NULL */
	struct reconverge *session;
	struct cvg_spared spared;    /* the functions that failed */
	const struct cvg_line *line; /* of the file, while it is run */
	bool blamed; /* a function is told to have failed in that line */
	cvg_vec(const char *) failed; /* functions that stay as they were */
	cvg_vec(struct cvg_note) notes;
};

/* ---- options.c --------------------------------------------------------- */

/* Read RECONVERGE_OPTIONS and then `options`. False: a word is wrong, which the
 * user is told, and nothing is to be done. */
bool cvg_build_options(struct cvg_build *build, const char *options);

/* The first line of the text, kept as long as the build. */
char *cvg_build_line(struct cvg_build *build, const char *text);
/* Something is not as the user wants it; `function` may be NULL. */
void cvg_build_warn(struct cvg_build *build, const char *function,
		    const char *fmt, ...) CVG_PRINTF(3, 4);

/* ---- remarks.c --------------------------------------------------------- */

/* Note what became of each divergent branch. */
void cvg_build_remarks(struct cvg_build *build);

#endif
