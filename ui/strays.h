/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Standard output and error, caught: what other code prints while the screen is
 * shown goes to a file in memory instead of across the picture.
 */
#ifndef CVG_UI_STRAYS_H
#define CVG_UI_STRAYS_H

#include "reconverge/base.h"

struct cvg_strays {
	/* the file that both descriptors are now; -1: nothing is caught */
	int file;
	int saved[2]; /* copies of the two descriptors as they were */
};

void cvg_strays_catch(struct cvg_strays *s);
/* Append what was caught to `out`, and empty the file. */
void cvg_strays_take(struct cvg_strays *s, struct cvg_str *out);
/* Restore both descriptors; what was caught and not taken goes to standard
 * error. */
void cvg_strays_release(struct cvg_strays *s);
/* Write what was caught and not taken to `to`; a signal handler may call
 * this. */
void cvg_strays_pass_on(const struct cvg_strays *s, int to);

/* Write all bytes, or as many as can be written. */
void cvg_write_all(int fd, const char *data, size_t n);

#endif
