/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Regrouping in a session: the vectors of the launch's threads, an order that
 * would cost less, and two ways to have it (bbv.h tells of the paper).
 *
 * By redirection, the kernel gets an array through which each thread takes the
 * work of another (`redirect`); by layout, the kernel stays and the launch's
 * data lies in the new order.
 */
#ifndef RECONVERGE_REGROUP_H
#define RECONVERGE_REGROUP_H

#include "reconverge/bbv.h"
#include "reconverge/influence.h"
#include "reconverge/prove.h"

/* A run that kept the vector of every thread. */
struct cvg_bbvrun {
	const struct cvg_program *program; /* borrowed as in prove.h */
	struct cvg_bbvs *bbvs;
	uint32_t *fn_at;   /* [functions + 1] the first block of each */
	uint64_t *latency; /* [bbvs->nblocks] cycles by the cost table */
	uint64_t *cycles;  /* [nblocks] of each thread block, as simulated */
	uint64_t nblocks;
	uint32_t block;	    /* threads of a thread block */
	struct cvg_gpu gpu; /* by the settings */
	/* these and those above by the scoreboard, if the settings say so */
	uint64_t total; /* simulated cycles of all warps */
	uint64_t divergent_branches, divergent_warps;
	uint64_t transactions; /* of global memory */
};

/*
 * Run the launch on a revision (CVG_NONE: the current one) for its vectors.
 * Fails as simulate does, and if the run ends in a fault. cvg_bbvrun_done.
 */
bool cvg_session_bbv(struct cvg_session *s, uint32_t rev,
		     struct cvg_bbvrun *out, struct cvg_err *err);
void cvg_bbvrun_done(struct cvg_bbvrun *r);

/*
 * The same, with the inputs that decide how often blocks run, and what each
 * thread found there. Free with cvg_inputrun_done.
 */
struct cvg_inputrun {
	struct cvg_bbvrun run;
	struct cvg_influence influence; /* of the kernel */
	struct cvg_probes probes;
};

bool cvg_session_inputs(struct cvg_session *s, uint32_t rev,
			struct cvg_inputrun *out, struct cvg_err *err);
void cvg_inputrun_done(struct cvg_inputrun *r);

enum cvg_elimination { CVG_BY_REDIRECT, CVG_BY_LAYOUT };

struct cvg_regroup_ask {
	enum cvg_grouping how;
	enum cvg_elimination by;
	uint32_t groupsize;	 /* a multiple of the warp; 0: the warp */
	const char *const *data; /* layout: parameters that lie by thread */
	uint32_t ndata;		 /* 0: those of which it is known */
	bool force; /* though threads may tell, though it may not pay */
	bool look;  /* estimate only, change nothing */
	const char *command; /* how to say it again */
};

/* A buffer that stays where it is, and why. */
struct cvg_left_buffer {
	char *name, *why;
};

/* What came of it. [0] before, [1] after. */
struct cvg_regrouped {
	uint32_t *order; /* [nthreads] thread that moves to each place */
	uint32_t nthreads, nkinds, ngroups, groupsize;
	struct cvg_bbvcost estimate[2]; /* redirect: with what that costs */
	bool pays;	     /* is the scheduled estimate less than it was? */
	bool done;	     /* it was had; else nothing changed */
	double simulated[2]; /* cycles, its thread blocks given out likewise */
	uint64_t total[2];
	uint64_t divergent_branches[2], divergent_warps[2], transactions[2];
	bool measured;		   /* is there an "after" of a run? */
	struct cvg_err unmeasured; /* if not, why */
	struct cvg_act act; /* redirect: the step; its report is the caller's */
	struct cvg_str moved; /* layout: the parameters that are moved */
	cvg_vec(struct cvg_left_buffer) left; /* the others, if nobody said
						 which */
	bool same; /* the result is that of before; by layout,
				  moved back */
	struct cvg_difference difference; /* if not */
};

/*
 * Find an order by the vectors of the current revision and have it. By
 * redirection: a new revision, unless the kernel has the array already; it
 * holds the order from now on. If it would not pay, nothing changes, unless
 * forced. Fails where threads cannot change places.
 * Free with cvg_regrouped_done.
 */
bool cvg_session_regroup(struct cvg_session *s,
			 const struct cvg_regroup_ask *ask,
			 struct cvg_regrouped *out, struct cvg_err *err);
void cvg_regrouped_done(struct cvg_regrouped *r);

/* The threads of a run, and how regrouping would have them. */
struct cvg_groups {
	uint64_t id;	 /* another one for others */
	uint32_t before; /* revision that was run */
	uint32_t after;	 /* that came of it; CVG_NONE: none */
	enum cvg_grouping how;
	uint32_t groupsize; /* 0: vectors alone, nobody asked for an order */
	uint32_t *order;    /* [nthreads] of the threads as they are in
			       `before`; NULL likewise */
	struct cvg_bbvs *bbvs;
	uint64_t *latency; /* [bbvs->nblocks] before */
	uint32_t block;	   /* threads of a thread block */
	uint32_t warp;
};

/* The last ones of the kernel in focus that have to do with that revision
 * (CVG_NONE: the current one); NULL: none. Borrowed until the next run for
 * vectors, or a new module. */
const struct cvg_groups *cvg_session_groups(const struct cvg_session *s,
					    uint32_t rev);
/* Run the current revision for them, whether threads may change or not. Fails
 * as cvg_session_bbv. */
bool cvg_session_count_threads(struct cvg_session *s, struct cvg_err *err);

#endif
