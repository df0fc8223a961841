/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files src/plan/flat*.c share while one plan is made. */
#ifndef CVG_PLAN_FLAT_PRIVATE_H
#define CVG_PLAN_FLAT_PRIVATE_H

#include "reconverge/flat.h"

/* Why a loop cannot be flattened; CVG_REFUSE_NONE: it can. */
struct flatfault {
	enum cvg_refusal refusal;
	uint32_t inst, block; /* that are the reason, or CVG_NONE */
};

struct flatfaults {
	struct cvg_ana *ana;
	const struct cvg_fn *fn;
	const struct cvg_loops *loops;
	const struct cvg_cycles *cycles;
	struct flatfault *of;  /* [loops] of the loop and the loops in it */
	uint32_t *irreducible; /* [cycles + 1] irreducible cycles before it */
	/* Convergent operations behind a loop: */
	bool has_convergent; /* the function has one */
	uint32_t
		*convergent_at; /* [nblocks] such an instruction, or CVG_NONE */
	uint32_t *seen_by;	/* [nblocks] the walk that saw it last */
	uint32_t walk;		/* the last walk, from 1 */
};

/* Cost of a loop's own blocks, those of the loops in it left out. */
struct flatcost {
	double own;   /* cycles of all its rounds */
	double runs;  /* times that a warp runs its header */
	double lanes; /* active lanes then, summed; 0: not measured */
};

/* Cycles that flattening adds. */
struct flatadded {
	double round; /* to each round of the one loop */
	double outer; /* so much less to each of A's rounds */
};

void cvg_flat_faults_init(struct flatfaults *faults, struct cvg_ana *ana);
void cvg_flat_faults_done(struct flatfaults *faults);
/* Are all cycles in the loop loops, too? */
bool cvg_flat_is_reducible(const struct flatfaults *faults, uint32_t loop);
/* Is no convergent operation between the loop and where its ways out meet? If
 * one is, that is the loop's fault. */
bool cvg_flat_leaves_plainly(struct flatfaults *faults, uint32_t loop);
/* The cycle with that header, or CVG_NONE. */
uint32_t cvg_flat_cycle_of(const struct cvg_cycles *cycles, uint32_t header);

/* About what flattening the nest of that loop adds. Linear in the nest. */
struct flatadded cvg_flat_added(struct cvg_ana *ana, uint32_t loop);

/* Fill in the cost of each loop, by id. */
void cvg_flat_costs(struct cvg_ana *ana, const struct cvg_settings *settings,
		    struct flatcost *out);

#endif
