/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The source lines that debug info names, and the blocks that have code from
 * them. */
#ifndef RECONVERGE_SOURCE_H
#define RECONVERGE_SOURCE_H

#include "reconverge/base.h"

struct cvg_ana;
struct cvg_fn;

/* One block has code from one line of one file. */
struct cvg_srcuse {
	uint32_t file, line, block; /* file: index into fn->files */
	uint32_t inst; /* the first such instruction of the block */
};

/* All uses, sorted by file, line and block; each once. */
struct cvg_srcuses {
	struct cvg_srcuse *at;
	size_t n;
	size_t cap;
};

/* Find the uses in a function; *us must be zero. Free with cvg_srcuses_done. */
void cvg_srcuses_init(struct cvg_srcuses *us, const struct cvg_fn *fn);
void cvg_srcuses_done(struct cvg_srcuses *us);
/* Does the block end in a divergent branch that stands on that line? */
bool cvg_srcuse_splits(const struct cvg_srcuse *use, struct cvg_ana *ana);
/* The first use of that line or of a later one: an index, n if none is. */
size_t cvg_srcuses_find(const struct cvg_srcuses *us, uint32_t file,
			uint32_t line);

/* A source file. */
struct cvg_srcfile {
	char *text;		 /* NULL: it was not read */
	const char *why;	 /* the reason why it was not read, or NULL */
	cvg_vec(size_t) line_at; /* where each line begins; one more at the
				    end */
};

/*
 * Read a file by its name in debug info: from the working directory, else from
 * the folder of the module, whose path is given. A module may name any file of
 * the user, so that a file elsewhere is only read if `any` is set (the setting
 * `sources`). Links are followed first. Free with cvg_srcfile_done.
 */
bool cvg_srcfile_open(struct cvg_srcfile *f, const char *module,
		      const char *name, bool any);
void cvg_srcfile_done(struct cvg_srcfile *f);
uint32_t cvg_srcfile_nlines(const struct cvg_srcfile *f);
/* The blanks that all lines begin with from the first to the last that uses name,
 * of which the file's are those from `at` on. Empty lines do not count. */
uint32_t cvg_srcfile_indent(const struct cvg_srcfile *f,
			    const struct cvg_srcuses *uses, size_t at);
/* Append line `number`, from 1, tabs as four blanks; false: there is none. */
bool cvg_srcfile_line(const struct cvg_srcfile *f, uint32_t number,
		      struct cvg_str *out);

#endif
