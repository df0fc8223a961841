/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Counting in the user's own program, or on a GPU: a copy of the current revision
 * gets counters (transforms/instrument.h), and what they counted becomes a profile.
 */
#ifndef RECONVERGE_COUNTERS_H
#define RECONVERGE_COUNTERS_H

#include "reconverge/gpu.h"

struct cvg_session;

/* What the counters of a kernel cost. */
struct cvg_instrumented {
	uint32_t functions; /* that count */
	uint64_t bytes;	    /* of the counters */
	uint64_t insts[2];  /* instructions of these functions, without the
			       counters and with them */
	double cycles[2];   /* simulated, of all warps; NAN: the kernel has no
			     launch, or cannot be run on it */
};

/* Write a copy of the current revision that counts; its name says the format, as
 * for cvg_session_write. */
bool cvg_session_instrument(struct cvg_session *session, const char *path,
			    struct cvg_instrumented *out, struct cvg_err *err);

/* What was counted of the kernel in focus and of what it calls. */
struct cvg_counted_runs {
	uint64_t warps;	   /* that came to the kernel */
	uint64_t branches; /* times that a warp came to a branch */
	uint64_t split;	   /* times that the branch split the warp */
	uint32_t functions;
	struct cvg_ratio slowdown; /* how many times as long a run takes with
				      counters; NAN: not measured */
};

/* Make a profile of the counters that a program wrote to a file, of the current
 * revision. `add`: as for cvg_session_profile. */
bool cvg_session_profile_file(struct cvg_session *session, const char *path,
			      bool add, struct cvg_counted_runs *out,
			      struct cvg_err *err);
/* Make one of a run of the kernel's launch on a GPU. `keep`: as for
 * struct cvg_measure_ask. */
bool cvg_session_profile_gpu(struct cvg_session *session, uint32_t ordinal,
			     const char *keep, bool add,
			     struct cvg_counted_runs *out, struct cvg_err *err);

#endif
