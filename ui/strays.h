/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Standard output and error, caught: what is printed there behind the screen's
 * back goes to a file in memory instead of across the picture.
 */
#ifndef CVG_UI_STRAYS_H
#define CVG_UI_STRAYS_H

#include "reconverge/base.h"

struct cvg_strays {
	int file;     /* what both are now; -1: nothing is caught */
	int saved[2]; /* what they were */
};

void cvg_strays_catch(struct cvg_strays *s);
/* Append what came, and forget it. */
void cvg_strays_take(struct cvg_strays *s, struct cvg_str *out);
/* Both are what they were; what was not taken goes to standard error. */
void cvg_strays_release(struct cvg_strays *s);
/* The last of that, for a signal handler. */
void cvg_strays_pass_on(const struct cvg_strays *s, int to);

/* All of it, as far as that can be done. */
void cvg_write_all(int fd, const char *data, size_t n);

#endif
