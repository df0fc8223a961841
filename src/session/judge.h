/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The judge of phases that decide by simulated runs. */
#ifndef RECONVERGE_SESSION_JUDGE_H
#define RECONVERGE_SESSION_JUDGE_H

#include "judge_machine.h"

struct judge {
	struct cvg_judge pub; /* for a phase */
	struct cvg_session *session;
	struct cvg_settings *settings; /* of the step */
	bool measures;		       /* the phase decides by runs */
	bool idle;   /* the phase would do nothing, whatever is measured */
	bool spares; /* it does not, for the kernel is long */
	struct cvg_err blind;	       /* why it cannot; empty: it can */
	struct measures said;	       /* all answers, in order */
	const struct measures *replay; /* answers to give again; NULL: none */
	size_t nreplayed;
	struct each first;  /* before the step */
	struct each stands; /* with what the judge last agreed to */
	struct each last;   /* of the last measurement */
	double *runs; /* [nruns] of blocks, by warps in the last measurement,
			 until they are taken; NULL: not counted */
	uint32_t nruns;
	bool defers; /* it agrees for now, and looks at the result in the end */
	double *stood; /* runs of what it last agreed to so */
	struct machine machine;
	const char
		*unasked; /* why the machine's code is not asked for; NULL: it
				is */
	bool doubts; /* the machine's code lost once: what it cannot judge does
			not stand */
	struct cvg_mchange change; /* that was looked at last */
	struct cvg_mchange all;	   /* of `nkept` changes that stand */
	uint32_t nkept;
	uint64_t insts;	     /* that warps ran in all */
	uint64_t filled;     /* what making memory cost, in such instructions */
	uint64_t decoded;    /* instructions of the programs that it ran */
	uint64_t longest;    /* cycles of the slowest warp so far */
	uint64_t most_steps; /* that a warp may run; 0: as the setting says */
	enum cvg_countkind kind; /* of the cycles measured */
	bool guessed;		 /* some part of these launches was */
	bool stopped;		 /* the user interrupted a run */
	bool tired;		 /* it was asked for more than it may run */
};

/* Prepare to judge the phase: if the settings say so, the function in focus has a
 * profile then. Free with cvg_judge_done. */
void cvg_judge_begin(struct judge *out, struct cvg_session *session,
		     const struct cvg_phase *phase, struct cvg_object object,
		     const struct cvg_settings *settings);
/*
 * Run the phase. If it is judged, what it made stands only if the runs got
 * faster: else the parts of it that did, and else nothing changes. What was asked
 * for by name stands in any case.
 */
bool cvg_judge_run(struct judge *judge, const struct cvg_phase *phase,
		   struct cvg_phase_in *in, struct cvg_settings *settings,
		   struct cvg_phase_out *made, struct cvg_err *err);
/* Have a profile for the function in focus (judge_runs.c). */
bool cvg_judge_need_profile(struct cvg_session *session, struct cvg_err *err);
/* Will the phase, without an object, do nothing to the function in focus, whatever
 * is measured? */
bool cvg_judge_is_idle(struct cvg_session *session,
		       const struct cvg_phase *phase,
		       const struct cvg_settings *settings);
/* Is the function in focus too small a part of the kernel that runs, for which there
 * is a profile, to run that for it? */
bool cvg_judge_is_small_part(struct cvg_session *session);
/* The cycles of all warps with what the module has now; NAN: not known. How often
 * blocks ran is in judge->runs then. */
double cvg_judge_measure(struct judge *judge);
/* The same of the revision that a step begins with, before anything is done
 * (judge_known.c). */
double cvg_judge_measure_before(struct judge *judge);
/* The most steps that a warp may take after a step. */
uint64_t cvg_judge_most_steps(const struct judge *judge);
/* The cycles of all warps with what the program has; NAN: not known. */
double cvg_judge_run_program(struct judge *judge,
			     const struct cvg_program *program);
/* What its runs took so far: see cvg_session_ran. */
uint64_t cvg_judge_ran(const struct judge *judge);
/* A judge that gives the answers of an earlier one. */
void cvg_judge_replay(struct judge *out, const struct measures *said);
void cvg_each_copy(struct each *to, const struct each *from);
double cvg_each_sum(const struct each *each);
/* What was measured of the step that a phase made. */
void cvg_judge_told(const struct judge *judge, const struct cvg_phase_out *made,
		    struct cvg_judged *out);
/* Does what was measured last lose on some launch? `why` says on which. */
bool cvg_judge_launch_loses(const struct judge *judge, struct cvg_str *why);
/* Append "simulated cycles of all warps grew from 100 to 120 (+20.0%)". */
void cvg_judge_tell_growth(const struct judge *judge, double was, double is,
			   struct cvg_str *out);
void cvg_judge_done(struct judge *judge);

#endif
