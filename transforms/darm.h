/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the parts of darm share: the code as it stands, its counts, and the judge. */
#ifndef RECONVERGE_TRANSFORMS_DARM_H
#define RECONVERGE_TRANSFORMS_DARM_H

#include "reconverge/ir.h"
#include "reconverge/phase.h"
#include "src/ir/live.h"

struct cvg_darm_count {
	double measured; /* simulated cycles of all warps; NAN: not known */
	uint64_t cycles;
	uint32_t divergent;
};

struct cvg_darm {
	const struct cvg_phase_in *in;
	struct cvg_phase_out *out;
	const struct cvg_fn
		*fn;	     /* of the module as it stands: `own`, or that of
				    `in` */
	struct cvg_ana *ana; /* of the same */
	struct cvg_fn *own;
	struct cvg_oldnames *names; /* of the same */
	struct cvg_darm_count count;
	struct cvg_u32s lost; /* uids: entry, entries of the two subgraphs */
	uint32_t nvetoed;     /* pairs of those that the machine lost */
	uint32_t nvain;	      /* melds tried alone that lost since one stood */
	struct cvg_err *err;
	bool failed;
};

/* Take a snapshot of the module as it stands; `look` counts it as well. */
void cvg_darm_see(struct cvg_darm *driver);
void cvg_darm_look(struct cvg_darm *driver);
/* Restore the code of the backup; false: that failed, and so has the phase. */
bool cvg_darm_go_back(struct cvg_darm *driver, const struct cvg_backup *backup);
/* Has nothing failed, and does the user not interrupt? */
bool cvg_darm_goes_on(struct cvg_darm *driver);
/* Are both counts of simulated cycles? */
bool cvg_darm_is_measured(const struct cvg_darm_count *now,
			  const struct cvg_darm_count *before);
bool cvg_darm_is_better(const struct cvg_darm_count *now,
			const struct cvg_darm_count *before);
/* Does the machine's code, where it is asked, agree to what got better? */
bool cvg_darm_agrees(const struct cvg_darm *driver, struct cvg_str *why);

/* What comes behind all melds (darm_end.c). */
bool cvg_darm_always_guards(const struct cvg_darm *driver);
/* All guards that pay by the plan; if they do not together, those of each block. */
void cvg_darm_guard(struct cvg_darm *driver,
		    const struct cvg_darm_count *first);
/* One round of if-conversion; false if it does not pay, or there is none. */
bool cvg_darm_convert_ifs(struct cvg_darm *driver);

#endif
