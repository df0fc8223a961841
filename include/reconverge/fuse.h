/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Plans of fusing one-armed ifs: where one follows another at once, which code
 * of the two becomes one, what that is worth, or why it cannot be. A plan is
 * made from a snapshot without LLVM; transforms/fuse.c carries it out. The method
 * is told in src/plan/fuse.c.
 *
 * Cycles are those of the cost table (cost.h). Blocks, instructions and values
 * are ids of the snapshot unless a field is called uid.
 */
#ifndef RECONVERGE_FUSE_H
#define RECONVERGE_FUSE_H

#include "reconverge/base.h"
#include "reconverge/quantity.h"
#include "reconverge/refusal.h"
#include "reconverge/words.h"

struct cvg_ana;
struct cvg_fn;
struct cvg_settings;

/* One of the two ifs. */
struct cvg_fuse_if {
	uint32_t block;	    /* that ends in the branch */
	enum cvg_arm on;    /* the side of the branch that is not empty */
	uint32_t condition; /* value id */
	const uint32_t
		*arm; /* its blocks, reverse postorder, the entry first */
	uint32_t narm;
};

struct cvg_fuse {
	struct cvg_fuse_if part[2]; /* E with A, J with B */
	uint32_t exit;		    /* X: post-dominator of J */
	bool apart;  /* no thread wants both arms: that is proved */
	bool covers; /* every thread wants one of the two */
	bool stays;  /* what stands between the ifs is computed before them and
			again behind the first: it depends on A */
	bool asked;  /* all threads come to compute it in any case */
	enum cvg_refusal refusal;
	uint32_t culprit; /* instruction that is the reason, or CVG_NONE */
	uint32_t culprit_block;
	uint32_t pairs, aligned;	  /* of subgraphs; of instructions */
	double mp_s;			  /* of the best pair of subgraphs */
	int64_t saved, selects, branches; /* cycles, as of melding */
	int64_t added;	/* cycles of tests, and of what is computed again */
	int64_t second; /* cycles of B, for a warp that has a second round */
	bool measured;	/* a profile has counts of E and J */
	double both;	/* share of warps with threads for A and others for B
			   alone: measured, or 1 */
	double again;	/* share of warps that run B twice, in the second round
			 too */
	int64_t net;	/* cycles for each time that a warp comes here */
	double times;	/* how often warps come here, measured or guessed */
};

struct cvg_fuseplan {
	struct cvg_arena arena; /* owns everything below but `fn` */
	const struct cvg_fn *fn;
	struct cvg_fuse *at; /* by the block id of E */
	uint32_t n;
};

static inline enum cvg_countkind cvg_fuse_kind(const struct cvg_fuse *fuse)
{
	return fuse->measured ? CVG_COUNTED_PROFILED : CVG_COUNTED_GUESSED;
}

/* The caller frees the plan, before the snapshot and `ana`. */
struct cvg_fuseplan *cvg_plan_fuse(struct cvg_ana *ana,
				   const struct cvg_settings *settings);
/* All ifs that follow each other, whether their branches diverge or not, with the
 * reasons to refuse that concern the code alone; nothing is planned. The arms are
 * in the order of the analyses. */
struct cvg_fuseplan *cvg_find_ifs(struct cvg_ana *ana);
void cvg_fuseplan_free(struct cvg_fuseplan *take_plan);

/* The fuse whose first branch is that of the block, or NULL. */
const struct cvg_fuse *cvg_fuse_at(const struct cvg_fuseplan *plan,
				   uint32_t entry);

#endif
