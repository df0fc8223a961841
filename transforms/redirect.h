/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whether a kernel's threads can be redirected, asked before it is done. */
#ifndef CVG_TRANSFORMS_REDIRECT_H
#define CVG_TRANSFORMS_REDIRECT_H

#include "reconverge/items.h"
#include "reconverge/phase.h"

#define CVG_REDIRECT "redirect" /* the kernel's new parameter */
/* The name of the entry that the kernel loads from there, and of a twin's last
 * parameter; the last part of a twin's name. */
#define CVG_REDIRECTED "redirected"
/* The attribute of a redirected kernel. */
#define CVG_REDIRECT_MARK "reconverge-redirected"

/* A function that runs for a kernel's threads. */
struct cvg_reached {
	uint32_t function_id;	 /* the function's place in the module */
	const struct cvg_fn *fn; /* snapshot with text */
	struct cvg_fn *owned;	 /* fn if this list owns it; NULL: the kernel's,
				    which is borrowed */
	struct cvg_u32s calls;	 /* indices of the functions that it calls.
				    Owned */
	bool asks; /* it asks which thread runs it, or calls one that does */
};

/* The kernel, and then all functions with a body that run for its threads. */
struct cvg_reach {
	struct cvg_module *module; /* borrowed */
	struct cvg_reached *at;
	size_t n, cap;
};

/* `fn` is a snapshot of the function with text, borrowed. The list ends with
 * cvg_reach_done. */
void cvg_reach_init(struct cvg_reach *out, struct cvg_module *module,
		    uint32_t function_id, const struct cvg_fn *fn);
void cvg_reach_done(struct cvg_reach *reach);
/* Index of the function of that name, or CVG_NONE. */
uint32_t cvg_reach_find(const struct cvg_reach *reach, const char *name);

/*
 * May the kernel's threads change places? False: the reason, and where.
 * `force`: ask only for what cannot be done at all.
 */
bool cvg_redirect_refuse(const struct cvg_reach *reach, bool force,
			 struct cvg_err *err);
/* Does the load read memory of the thread's own? */
bool cvg_redirect_is_private(const struct cvg_fn *fn, uint32_t load);
/* Mark the loads, of [ninsts], for which a loop waits until another thread
 * writes. */
void cvg_redirect_spins(const struct cvg_fn *fn, struct cvg_bits *out);
/* Is it redirected already? */
bool cvg_redirect_done(const struct cvg_fn *fn);
/* In how many dimensions do the threads ask for their number? 0: none asks. */
uint32_t cvg_redirect_dims(const struct cvg_reach *reach);

/* The phase redirect as regroup uses it, which runs the kernel to prove it. The
 * second does not ask whether threads may change places. Neither is a command. */
extern const struct cvg_phase cvg_phase_redirect_tried;
extern const struct cvg_phase cvg_phase_redirect_forced;

#endif
