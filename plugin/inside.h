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
	bool blamed;   /* a function is told to have failed in that line */
	bool left_out; /* steps of the file, of functions that stay as they
			  were */
	bool ended;    /* by `quit` */
	cvg_vec(const char *) failed; /* functions that stay as they were */
	cvg_vec(struct cvg_note) notes;
};

/* ---- build.c ----------------------------------------------------------- */

struct cvg_session *cvg_build_session(const struct cvg_build *build);
/* The name of the function in focus. */
const char *cvg_build_focus(const struct cvg_build *build);
/* Run a command; why it failed or said no, or NULL. */
const char *cvg_build_command(struct cvg_build *build, const char *command);
/* The function stays as it was, and the user is told why. */
void cvg_build_fail(struct cvg_build *build, const char *function,
		    const char *why);
bool cvg_build_failed(const struct cvg_build *build, const char *function);

/* ---- replay.c ---------------------------------------------------------- */

/* Let commands for sets leave out the functions that stay as they were. */
void cvg_build_spare(struct cvg_build *build);
/* Run the commands of the file, whose text that is. False: it is not what the user
 * meant, who is told. */
bool cvg_build_replay(struct cvg_build *build, const char *text, size_t n);

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
