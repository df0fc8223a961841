/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts of a step, which the judge tries one by one. */
#ifndef RECONVERGE_SESSION_JUDGE_PARTS_H
#define RECONVERGE_SESSION_JUDGE_PARTS_H

#include "reconverge/phase.h"
#include "reconverge/rejects.h"

/* The blocks at which a phase did something, by their stable numbers. */
struct parts {
	enum cvg_rejectkind kind;
	struct cvg_u32s uids;
};

/* A witness of what the phase does, which appends to the parts. */
struct cvg_witness cvg_judge_witness(const struct cvg_phase *phase,
				     struct parts *parts);

#endif
