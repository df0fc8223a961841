/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Questions to the program reconverge-z3. */
#ifndef RECONVERGE_REFINE_SOLVER_H
#define RECONVERGE_REFINE_SOLVER_H

#include "sym.h"

#include <stdio.h>
#include <sys/types.h>

enum cvg_said { CVG_SAID_YES, CVG_SAID_NO, CVG_SAID_UNKNOWN };

struct cvg_solver {
	const char *path; /* borrowed */
	uint32_t megabytes;
	const struct cvg_ticker *ticker;
	uint32_t failures; /* so far: it ended before its time was over */
	pid_t pid;	   /* 0: it does not run */
	FILE *from;
	struct cvg_str to; /* not sent yet */
	bool *sent;	   /* [nsent] formulas that it has */
	uint32_t nsent;
	uint32_t questions;
	int64_t spent_ms; /* processor time of those that ended */
	bool lost;	  /* it ended too often */
};

/* Start the program at that path, with so much memory. Should it end over a question,
 * which then has no answer, it is started once more; not too often, if it ended by
 * itself. The user may
 * stop a question by the ticker. */
bool cvg_solver_start(struct cvg_solver *solver, const char *path,
		      uint32_t megabytes, const struct cvg_ticker *ticker,
		      struct cvg_err *err);
void cvg_solver_stop(struct cvg_solver *solver);
/* Processor time that it needed so far. */
int64_t cvg_solver_spent_ms(const struct cvg_solver *solver);
/* Do the facts imply the goal? `ms` is processor time of the solver. */
enum cvg_said cvg_solver_implied(struct cvg_solver *solver,
				 const struct cvg_syms *syms,
				 const struct cvg_u32s *facts, uint32_t goal,
				 uint32_t ms);
/* Are there values for which the facts hold and the goal does not? Then value[i] is
 * what the formula wants->at[i], of at most 64 bits, is for them. */
bool cvg_solver_model(struct cvg_solver *solver, const struct cvg_syms *syms,
		      const struct cvg_u32s *facts, uint32_t goal, uint32_t ms,
		      const struct cvg_u32s *wants, uint64_t *value);

#endif
