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
#include "reconverge/model.h"
#include "reconverge/rows.h"
#include "reconverge/session.h"
#include "reconverge/sim.h"

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
	bool timed;	/* `cycles` are the scoreboard's: the settings say so */
	uint64_t total; /* simulated cycles of all warps by the cost table */
	uint64_t scoreboard; /* the same by the scoreboard; 0: not timed */
	double crowded;	     /* the same, as cvg_regrouped has it */
	/* as in struct cvg_counts */
	uint64_t divergent_branches, divergent_warps;
	uint64_t accesses, transactions; /* of global memory */
};

/*
 * Run the launch on a revision (CVG_NONE: the current one) for its vectors. Fails
 * as cvg_session_simulate does, and if the run ends in a fault. Free *out with
 * cvg_bbvrun_done.
 */
bool cvg_session_bbv(struct cvg_session *session, uint32_t rev,
		     struct cvg_bbvrun *out, struct cvg_err *err);
void cvg_bbvrun_done(struct cvg_bbvrun *run);

/* A run for vectors that also kept the inputs that decide how often blocks
 * run, and the values that each thread loaded for them. Free with
 * cvg_inputrun_done. */
struct cvg_inputrun {
	struct cvg_bbvrun run;
	const struct cvg_fn *fn; /* the kernel; or, if the kernel only calls a
				    function, that one */
	struct cvg_influence influence; /* of fn */
	struct cvg_probes probes; /* values of the inputs that were loaded */
	/* Only if foreseen: */
	struct cvg_row *place; /* [influence.ninputs] where threads find them */
	uint32_t *arg; /* [influence.ninputs] the argument that points there */
	uint32_t size[2][3]; /* of the launch, as in struct cvg_row_launch */
	bool any_blocks;     /* the places hold for any number of thread blocks,
			    along x alone */
};

bool cvg_session_inputs(struct cvg_session *session, uint32_t rev,
			struct cvg_inputrun *out, struct cvg_err *err);
void cvg_inputrun_done(struct cvg_inputrun *r);

/*
 * What is known of the threads of the launch before it runs: the values of the
 * inputs, read from the buffers at the places where the threads will read them.
 * The run is only prepared; it has no vectors. Fails if the place of an input that
 * decides anything does not follow from the number of the thread alone.
 */
bool cvg_session_foresee(struct cvg_session *session, struct cvg_inputrun *out,
			 struct cvg_err *err);
/* Fit the model, which has the size of what was foreseen, to the first thread block
 * of a run of the launch with another seed. */
bool cvg_session_train(struct cvg_session *session, uint64_t seed,
		       struct cvg_model *m, struct cvg_err *err);

enum cvg_elimination { CVG_BY_REDIRECT, CVG_BY_LAYOUT };

struct cvg_regroup_ask {
	enum cvg_grouping how;
	enum cvg_elimination by;
	uint32_t groupsize;	 /* a multiple of the warp; 0: the warp */
	const char *const *data; /* layout: the parameters to be moved */
	uint32_t ndata;		 /* 0: all that are known to lie by thread */
	bool force; /* even if threads could tell that they changed places, and
		       even if it does not pay */
	bool look;  /* try it, and change nothing */
	/* Not NULL: find the order from the vectors that the model predicts from
	 * what was foreseen; its errors are set. */
	struct cvg_model *model;
	const struct cvg_inputrun *foreseen;
	const char *command; /* the command line that does the same */
};

/* A buffer that stays where it is, and why. */
struct cvg_left_buffer {
	char *name, *why; /* owned */
};

/* What is lost with predicted vectors, and what the launch takes if its threads
 * stand in the order that its true vectors give. */
struct cvg_loss {
	double error; /* mean square error of a count, over threads and blocks */
	uint32_t nkinds;		  /* of the true vectors */
	uint32_t *order;		  /* owned */
	bool measured;			  /* was it run in that order? if so: */
	uint64_t warp_cycles, scoreboard; /* as of struct cvg_regrouped */
	double crowded;
};

/* The result of regrouping. Of two elements, [0] is before and [1] after it. */
struct cvg_regrouped {
	uint32_t *order; /* [nthreads] thread that moves to each place */
	uint32_t nthreads, nkinds, ngroups, groupsize; /* groupsize: threads */
	bool foretold; /* the kinds and the estimate are of predicted
				 vectors; if so: */
	struct cvg_loss loss;
	struct cvg_bbvcost estimate[2]; /* redirect: the redirection's cost
					   included */
	uint64_t *latency[2]; /* [blocks of the vectors] owned: cycles of each
				 block of code in the estimates */
	bool pays;	      /* is the scheduled estimate less than it was, and
				also the cycles of both kinds below that waits
				and lines of memory count in, if measured? */
	bool done;	      /* threads were regrouped; else nothing changed */
	uint32_t sms;	      /* multiprocessors, by the settings */
	bool timed;	      /* the makespan is by the scoreboard */
	double makespan[2];   /* cycles until the last multiprocessor ends */
	uint64_t
		warp_cycles[2]; /* simulated, of all warps, by the cost table */
	uint64_t scoreboard[2]; /* the same by the scoreboard */
	/* Cycles of one multiprocessor that runs all warps, if other warps hide
	 * every wait: until its SIMDs have issued, or until memory has brought
	 * all lines, whichever is later. */
	double crowded[2];
	uint64_t divergent_branches[2], divergent_warps[2];
	uint64_t accesses[2], transactions[2]; /* of global memory */
	struct cvg_str dependence; /* how the threads depend on each other
				      through global memory; empty: they do
				      not */
	bool measured;		   /* was it run after regrouping? */
	struct cvg_err unmeasured; /* if not, why */
	struct cvg_act act;	   /* redirect: the caller frees its report */
	struct cvg_str moved;	   /* layout: the parameters that are moved */
	cvg_vec(struct cvg_left_buffer) left; /* layout: the other buffers, if
						 ndata was 0 */
	bool same; /* the kernel left what it left before, by layout after moving
		      it back */
	struct cvg_difference difference; /* if not `same` */
};

/*
 * Find an order by the vectors of the current revision and put the threads into
 * it. By redirection this makes a new revision, unless the kernel has the array
 * already; the launch's array holds the order from then on. If the order would
 * not pay, nothing changes unless forced. Fails where threads cannot change
 * places. Free with cvg_regrouped_done.
 */
bool cvg_session_regroup(struct cvg_session *session,
			 const struct cvg_regroup_ask *ask,
			 struct cvg_regrouped *out, struct cvg_err *err);
void cvg_regrouped_done(struct cvg_regrouped *regrouped);

/* The threads of a run, and the groups into which regrouping would put them. */
struct cvg_groups {
	uint64_t id;	 /* different for each run for vectors */
	uint32_t before; /* the revision that was run */
	uint32_t after;	 /* the revision with the order; CVG_NONE: none */
	enum cvg_grouping how;
	uint32_t groupsize; /* 0: there are vectors alone, and no order */
	uint32_t *order;    /* [nthreads] of the threads of `before`; NULL: no
			       order */
	struct cvg_bbvs *bbvs;
	uint64_t *latency; /* [bbvs->nblocks] cycles, in `before` */
	uint32_t block;	   /* threads of a thread block */
	uint32_t warp;	   /* threads of a warp */
};

/* The last groups of the kernel in focus whose `before` or `after` is that
 * revision (CVG_NONE: the current one); NULL: none. Borrowed until the next run
 * for vectors, or until another module is loaded. */
const struct cvg_groups *cvg_session_groups(const struct cvg_session *session,
					    uint32_t rev);
/* Run the current revision for the vectors of its threads, whether they may change
 * places or not. Fails as cvg_session_bbv does. */
bool cvg_session_count_threads(struct cvg_session *session,
			       struct cvg_err *err);

#endif
