/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The inside of the uniformity analysis: which values are divergent or uniform
 * by the target's rules, and what a divergent branch does to the blocks behind
 * it. For the files of this folder, the unit tests, and plans of linearization,
 * which ask where the threads of a branch meet.
 */
#ifndef RECONVERGE_ANALYSIS_UNIFORM_H
#define RECONVERGE_ANALYSIS_UNIFORM_H

#include "reconverge/base.h"

struct cvg_ana;

/* ---- values by the target's rules -------------------------------------- */

enum cvg_seed {
	CVG_SEED_DEFAULT, /* divergent exactly if an operand is */
	CVG_SEED_SOURCE,  /* divergent, whatever the operands are */
	CVG_SEED_UNIFORM, /* uniform, whatever the operands are */
};

/* Facts of intrinsics; divergence.def explains each. */
enum cvg_fact {
	CVG_FACT_DEFAULT,
	CVG_FACT_SOURCE,
	CVG_FACT_UNIFORM,
	CVG_FACT_TID_X,
	CVG_FACT_TID_Y,
	CVG_FACT_TID_Z,
	CVG_FACT_REGISTER,
	CVG_FACT_SCRATCH,
	CVG_FACT_MASK
};

struct cvg_seeds {
	const struct cvg_fn *fn;
	uint32_t llvm_major; /* the version whose rules are followed */
	uint8_t *fact; /* [nvalues] of a callee: its enum cvg_fact + 1; 0: not
			  yet looked up */

	/* For AMDGPU only. */
	uint32_t log2_warp;	/* of the lanes of a warp */
	bool x_splits_evenly;	/* thread ids in x do not wrap inside a warp */
	bool yz_uniform;	/* no warp has threads of two rows */
	bool reachable_scratch; /* flat addresses of scratch memory differ
				   between lanes */
};

void cvg_seeds_init(struct cvg_seeds *seeds, const struct cvg_fn *fn);
void cvg_seeds_done(struct cvg_seeds *seeds);

/* A target's rules: the last definition in its seeds_<target>.c. */
struct cvg_seeder {
	void (*init)(struct cvg_seeds *s); /* NULL: nothing to compute */
	enum cvg_seed (*seed)(struct cvg_seeds *s, uint32_t inst);
	/* Do this function's blocks have only one thread? NULL: the target
	 * has no such rule. */
	bool (*single_lane)(const struct cvg_fn *fn);
	bool inreg_is_uniform; /* arguments marked inreg are uniform */
};

/* The fact of the callee of call `inst`; SOURCE if the callee is unknown. */
enum cvg_fact cvg_seed_fact(struct cvg_seeds *seeds, uint32_t inst);

enum cvg_seed cvg_seed_of(struct cvg_seeds *seeds, uint32_t inst);
/* Is argument `arg` divergent? */
bool cvg_seed_argument(const struct cvg_seeds *seeds, uint32_t arg);

/* Do blocks have only one thread each? Then LLVM takes all to be uniform. */
bool cvg_seed_single_lane(const struct cvg_fn *fn);

/*
 * AMDGPU: does the inline assembler called by `inst` put output number
 * `element`, of type id `type`, into vector registers? If `element` is
 * CVG_NONE: does it put any output there?
 */
bool cvg_asm_divergent(const struct cvg_fn *fn, uint32_t inst, uint32_t element,
		       uint32_t type);

/* ---- what a divergent branch does -------------------------------------- */

struct cvg_sync;

struct cvg_sync *cvg_sync_new(struct cvg_ana *ana);
void cvg_sync_free(struct cvg_sync *take_sync);

/*
 * What happens if the threads of a warp part at the end of block `b`. *joins
 * are the blocks where two disjoint paths from b meet; *exits are the blocks
 * outside a cycle around b at which threads arrive in different rounds of the
 * cycle. Both are borrowed until the next call.
 */
void cvg_sync_branch(struct cvg_sync *sync, uint32_t b,
		     const struct cvg_u32s **joins,
		     const struct cvg_u32s **exits);

/* Does block b dominate an exit of cycle c? */
bool cvg_sync_dominates_exit(const struct cvg_sync *sync, uint32_t c,
			     uint32_t b);

#endif
