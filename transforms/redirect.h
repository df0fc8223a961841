/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whether a kernel's threads can be redirected, asked before it is done. */
#ifndef CVG_TRANSFORMS_REDIRECT_H
#define CVG_TRANSFORMS_REDIRECT_H

#include "reconverge/items.h"
#include "reconverge/phase.h"

#define CVG_REDIRECT "redirect" /* the kernel's new parameter */
#define CVG_REDIRECTED \
	"redirected" /* what it loads from there; the parameter
				       of a function that wants it; the last
				       part of that function's name */

/* A function that runs for a kernel's threads. */
struct cvg_reached {
	uint32_t f;		 /* its place in the module */
	const struct cvg_fn *fn; /* with text */
	struct cvg_fn *owned;	 /* the same, but of the kernel */
	struct cvg_u32s calls;	 /* indices of what it calls */
	bool asks;		 /* which thread it is, or calls what asks */
};

/* The kernel, and all with a body that it calls, the kernel first. */
struct cvg_reach {
	struct cvg_reached *at;
	size_t n, cap;
};

/* `fn` is a snapshot of function f with text, borrowed. cvg_reach_done. */
void cvg_reach_init(struct cvg_reach *out, struct cvg_module *m, uint32_t f,
		    const struct cvg_fn *fn);
void cvg_reach_done(struct cvg_reach *r);
/* Index of the function of that name, or CVG_NONE. */
uint32_t cvg_reach_find(const struct cvg_reach *r, const char *name);

/*
 * May the kernel's threads change places? False: the reason, and where.
 * `force`: ask only for what cannot be done at all.
 */
bool cvg_redirect_refuse(const struct cvg_reach *r, bool force,
			 struct cvg_err *err);
/* Is it redirected already? */
bool cvg_redirect_done(const struct cvg_fn *fn);
/* Dimensions that they ask for their number in; 0: none. */
uint32_t cvg_redirect_dims(const struct cvg_reach *r);

/* The phase, though threads may tell who they are: not on its own a command.
 */
extern const struct cvg_phase cvg_phase_redirect_forced;

#endif
