/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Strings to dense numbers in the order they were first seen. */
#ifndef RECONVERGE_GRAPH_NAMES_H
#define RECONVERGE_GRAPH_NAMES_H

#include "reconverge/base.h"

/* Zero-initialised is empty. */
struct cvg_names {
	struct cvg_arena arena;	    /* owns the texts */
	cvg_vec(const char *) text; /* by number */
	uint32_t *slot;		    /* [nslots] number + 1, 0: free */
	uint32_t nslots;	    /* a power of two, or 0 */
};

/* The number of s[0 .. n), which is added if it is new. */
uint32_t cvg_names_add(struct cvg_names *names, const char *s, size_t n);

/* The number of s, or CVG_NONE. */
uint32_t cvg_names_of(const struct cvg_names *names, const char *s, size_t n);

void cvg_names_done(struct cvg_names *names);

#endif
