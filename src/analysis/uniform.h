/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Inside the uniformity analysis: what the target says of single values, and
 * what a divergent branch does to the blocks after it. For uniform*.c and
 * the unit tests.
 */
#ifndef RECONVERGE_ANALYSIS_UNIFORM_H
#define RECONVERGE_ANALYSIS_UNIFORM_H

#include "reconverge/analysis.h"

/* ---- the target's word on a value ------------------------------------- */

enum cvg_seed {
	CVG_SEED_DEFAULT, /* divergent if an operand is */
	CVG_SEED_SOURCE,  /* divergent */
	CVG_SEED_UNIFORM, /* uniform, whatever the operands are */
};

/* What an intrinsic gives: divergence.def says what they mean. */
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
	uint32_t llvm_major; /* whose rules */
	uint8_t *fact; /* [nvalues] of a callee: its cvg_fact + 1; 0: not yet
				looked up */

	/* For AMDGPU alone. */
	uint32_t log2_warp;
	bool x_splits_evenly;	/* thread ids in x do not wrap inside a warp */
	bool yz_uniform;	/* nor do two rows of threads share one */
	bool reachable_scratch; /* flat address of scratch: other for each lane */
};

void cvg_seeds_init(struct cvg_seeds *s, const struct cvg_fn *fn);
void cvg_seeds_done(struct cvg_seeds *s);

/* A target's rules; its seeds_<target>.c ends in one. */
struct cvg_seeder {
	void (*init)(struct cvg_seeds *s); /* NULL: nothing to find out */
	enum cvg_seed (*seed)(struct cvg_seeds *s, uint32_t inst);
	/* Can this function's blocks have one thread only? NULL: the target
	 * does not ask. */
	bool (*single_lane)(const struct cvg_fn *fn);
	bool inreg_is_uniform; /* an argument that is said to be so */
};

/* What the callee of call `inst` gives; SOURCE of one that is not known. */
enum cvg_fact cvg_seed_fact(struct cvg_seeds *s, uint32_t inst);

enum cvg_seed cvg_seed_of(struct cvg_seeds *s, uint32_t inst);
bool cvg_seed_argument(const struct cvg_seeds *s, uint32_t arg);

/* One thread a block: nothing can diverge, LLVM does not even look. */
bool cvg_seed_single_lane(const struct cvg_fn *fn);

/*
 * AMDGPU: are the results of inline assembler in vector registers? `element`
 * is the output meant, of type `type`; CVG_NONE: any of them.
 */
bool cvg_asm_divergent(const struct cvg_fn *fn, uint32_t inst, uint32_t element,
		       uint32_t type);

/* ---- what a divergent branch does -------------------------------------- */

struct cvg_sync;

struct cvg_sync *cvg_sync_new(struct cvg_ana *ana);
void cvg_sync_free(struct cvg_sync *take_s);

/*
 * Threads part at the end of block `b`: blocks where two disjoint paths from
 * it meet, and blocks outside a cycle of b to which threads get in different
 * rounds. Both borrowed until the next call.
 */
void cvg_sync_branch(struct cvg_sync *s, uint32_t b,
		     const struct cvg_u32s **joins,
		     const struct cvg_u32s **exits);

/* Does block b dominate a block outside cycle c that an edge from c enters? */
bool cvg_sync_dominates_exit(const struct cvg_sync *s, uint32_t c, uint32_t b);

#endif
