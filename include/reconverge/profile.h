/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Profiles: what a simulation measured of a function, in terms that outlive a
 * transformation. Plans use them in place of guesses.
 */
#ifndef RECONVERGE_PROFILE_H
#define RECONVERGE_PROFILE_H

#include "reconverge/words.h"

struct cvg_fn;

/* What a run counted of one block. */
struct cvg_profile_block {
	uint32_t uid;	    /* stable number of the block */
	uint64_t warps;	    /* times that a warp ran the block */
	uint64_t lanes;	    /* active threads at those times, summed */
	uint64_t split;	    /* times that its branch sent threads both ways */
	bool branches;	    /* it has more than one successor */
	uint64_t condition; /* key of the condition of its two-way branch;
			       0: it has no such branch */
};

/* What a run counted of one condition, over all branches on it. */
struct cvg_profile_condition {
	uint64_t key;	    /* see cvg_profile_key */
	uint64_t warps;	    /* times that a warp branched on it */
	uint64_t unused[2]; /* by enum cvg_arm: times that no thread of the
			       warp took that side */
};

/* What a run counted of a nest of loops: how often warps would run a block if
 * the nest were flattened into one loop. */
struct cvg_profile_round {
	uint32_t nest;	/* uid of the outermost loop's header */
	uint32_t block; /* uid of a block of the nest; CVG_NONE: the row counts
			   the rounds of the flattened loop */
	uint64_t warps; /* times that a warp would run the block or round */
};

/* What a run counted of two one-armed ifs that follow each other. */
struct cvg_profile_ifs {
	uint32_t block[2]; /* uids of the blocks with the branches */
	uint64_t both;	   /* times that a warp had threads that took the first
			      arm, and others that took the second alone */
	uint64_t again;	   /* times that it had threads that took both, and
			      others that took the second alone */
};

/*
 * What a simulation counted of one function. Blocks are named by their stable
 * numbers and conditions by their keys, both of which outlive a transformation.
 */
struct cvg_profile {
	struct cvg_profile_block *block; /* ascending by uid */
	uint32_t nblocks;
	struct cvg_profile_condition *condition; /* ascending by key */
	uint32_t nconditions;
	cvg_vec(struct cvg_profile_round) round; /* ascending by nest, block */
	cvg_vec(struct cvg_profile_ifs) ifs;	 /* ascending by block[0] */
};

/*
 * A key by which a value is found again in changed code: a hash of its name, or,
 * if it has none, of the operations that compute it, a few steps back. Not 0.
 */
uint64_t cvg_profile_key(const struct cvg_fn *fn, uint32_t value);

/*
 * Make a profile from the counts of a run: for each block of `fn` the warps and
 * the active threads that entered it and the warps that its branch split, and
 * for each edge (place in fn->succs) the warps that took it. Free it with
 * cvg_profile_free.
 */
struct cvg_profile *cvg_profile_new(const struct cvg_fn *fn,
				    const uint64_t *warps,
				    const uint64_t *lanes,
				    const uint64_t *split,
				    const uint64_t *edge_warps);
/* Add a nest: the rounds that the flattened loop would have, and for n blocks
 * of `fn` how often warps would run them. block[0] is the header of the outermost
 * loop. */
void cvg_profile_add_nest(struct cvg_profile *p, const struct cvg_fn *fn,
			  uint64_t rounds, const uint32_t *block,
			  const uint64_t *warps, uint32_t n);
/* Add two ifs: for blocks of `fn` that end in their branches, what was counted of
 * them. */
void cvg_profile_add_ifs(struct cvg_profile *p, const struct cvg_fn *fn,
			 const uint32_t block[2], uint64_t both,
			 uint64_t again);
/* Sort nests and ifs; call this once, after the last one was added. */
void cvg_profile_sort(struct cvg_profile *p);
/* Add the counts of another profile of the same code. */
void cvg_profile_add(struct cvg_profile *to, const struct cvg_profile *from);
void cvg_profile_free(struct cvg_profile *take_p);

/* How much of a function the profiled runs show. */
struct cvg_profile_extent {
	uint32_t blocks, reached; /* blocks, and those that a warp ran */
	uint32_t branches, split; /* conditional branches, and those that sent
				     threads of a warp both ways */
};

struct cvg_profile_extent cvg_profile_extent(const struct cvg_profile *p);

/* The counts of block b of `fn`; NULL if the profile, which may be NULL, has none
 * or if the block's branch is no longer on the same condition. */
const struct cvg_profile_block *cvg_profile_at(const struct cvg_profile *p,
					       const struct cvg_fn *fn,
					       uint32_t b);
/* How often a warp would run block b if the nest with that header were one loop;
 * with b == CVG_NONE, the rounds of that loop. UINT64_MAX: not measured. */
uint64_t cvg_profile_round(const struct cvg_profile *p, const struct cvg_fn *fn,
			   uint32_t header, uint32_t b);
/* What a run counted of two one-armed ifs that follow each other, by the blocks of
 * their branches; NULL: nothing, or one is no longer on the same condition. */
const struct cvg_profile_ifs *cvg_profile_ifs(const struct cvg_profile *p,
					      const struct cvg_fn *fn,
					      uint32_t first, uint32_t second);
/* The share, 0 to 1, of warps of which no thread goes to that side of the
 * condition, a value of `fn`; `otherwise` if it was not measured. */
double cvg_profile_unused(const struct cvg_profile *p, const struct cvg_fn *fn,
			  uint32_t condition, enum cvg_arm arm,
			  double otherwise);

#endif
