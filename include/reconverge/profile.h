/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Profiles: what a simulation measured of a function, in terms that outlive a
 * transformation. Plans use them in place of guesses.
 */
#ifndef RECONVERGE_PROFILE_H
#define RECONVERGE_PROFILE_H

#include "reconverge/words.h"

struct cvg_fn;

/* Of one block. */
struct cvg_profile_block {
	uint32_t uid;
	uint64_t warps;	    /* times a warp ran it */
	uint64_t lanes;	    /* active threads then, summed */
	uint64_t split;	    /* times its branch sent threads both ways */
	uint64_t condition; /* that its two-way branch is on; 0: none */
};

/* Of one condition, over all branches on it. */
struct cvg_profile_condition {
	uint64_t key;	    /* see cvg_profile_key */
	uint64_t warps;	    /* times a warp branched on it */
	uint64_t unused[2]; /* by enum cvg_arm: times no thread took that
			       side */
};

/* Of a nest of loops, if it were one loop. */
struct cvg_profile_round {
	uint32_t nest;	/* uid of the outer loop's header */
	uint32_t block; /* uid; CVG_NONE: the one loop's rounds */
	uint64_t warps; /* times a warp would run it */
};

/*
 * What a simulation measured of one function, told by what outlives a
 * transformation: the stable numbers of blocks, the keys of conditions.
 */
struct cvg_profile {
	struct cvg_profile_block *block; /* ascending by uid */
	uint32_t nblocks;
	struct cvg_profile_condition *condition; /* ascending by key */
	uint32_t nconditions;
	cvg_vec(struct cvg_profile_round) round; /* ascending by nest, block */
};

/*
 * By which a value is found again in changed code, not 0: its name; of one
 * without a name, how it is computed, a few steps back.
 */
uint64_t cvg_profile_key(const struct cvg_fn *fn, uint32_t value);

/*
 * Out of counts by block and edge, indexed as in `fn`: warps and active
 * threads that entered, warps split at the end, warps by edge.
 */
struct cvg_profile *cvg_profile_new(const struct cvg_fn *fn,
				    const uint64_t *warps,
				    const uint64_t *lanes,
				    const uint64_t *split,
				    const uint64_t *edge_warps);
/* A nest's rounds, and how often each of n blocks would run in them. */
void cvg_profile_add_nest(struct cvg_profile *p, const struct cvg_fn *fn,
			  uint64_t rounds, const uint32_t *block,
			  const uint64_t *warps, uint32_t n);
/* All nests have been added. */
void cvg_profile_sort_nests(struct cvg_profile *p);
void cvg_profile_free(struct cvg_profile *take_p);

/* Block b of `fn`, if that block and its branch are what was measured; else
 * NULL. The profile may be NULL. */
const struct cvg_profile_block *cvg_profile_at(const struct cvg_profile *p,
					       const struct cvg_fn *fn,
					       uint32_t b);
/* Times a warp would run the block, CVG_NONE: rounds there would be, if the
 * loop of that header and all in it were one; UINT64_MAX: not measured. */
uint64_t cvg_profile_round(const struct cvg_profile *p, const struct cvg_fn *fn,
			   uint32_t header, uint32_t b);
/* Share of warps in which no thread goes to that side of the condition, a
 * value of `fn`; `otherwise` if that was not measured. */
double cvg_profile_unused(const struct cvg_profile *p, const struct cvg_fn *fn,
			  uint32_t condition, enum cvg_arm arm,
			  double otherwise);

#endif
