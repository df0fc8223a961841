/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The judge of phases that decide by simulated runs. */
#ifndef RECONVERGE_SESSION_JUDGE_H
#define RECONVERGE_SESSION_JUDGE_H

#include "inside.h"

struct judge {
	struct cvg_judge pub; /* for a phase */
	struct cvg_session *session;
	struct cvg_settings *settings; /* of the step */
	bool active;		       /* the phase decides by runs */
	struct cvg_err blind;	       /* why it cannot; empty: it can */
	struct measures said;	       /* all answers, in order */
	const struct measures *replay; /* answers to give again; NULL: none */
	size_t nreplayed;
	uint64_t insts;	     /* that warps ran in all */
	uint64_t longest;    /* cycles of the slowest warp so far */
	uint64_t most_steps; /* that a warp may run; 0: as the setting says */
	uint32_t nlaunches;
	bool stopped; /* the user interrupted a run */
	bool tired;   /* it was asked for more than it may run */
};

/* Prepare to judge the phase: if the settings say so, the function in focus has a
 * profile then. Free with cvg_judge_done. */
void cvg_judge_begin(struct judge *out, struct cvg_session *session,
		     const struct cvg_phase *phase,
		     const struct cvg_settings *settings);
/*
 * Run the phase. If it is judged, what it made stands only if the runs got
 * faster: else the parts of it that did, and else nothing changes. What was asked
 * for by name stands in any case.
 */
bool cvg_judge_run(struct judge *judge, const struct cvg_phase *phase,
		   struct cvg_phase_in *in, struct cvg_settings *settings,
		   struct cvg_phase_out *made, struct cvg_err *err);
/* A judge that gives the answers of an earlier one. */
void cvg_judge_replay(struct judge *out, const struct measures *said);
void cvg_judge_done(struct judge *judge);

#endif
