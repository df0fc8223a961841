/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Planning the fusion of one-armed ifs: what the files fuse*.c share. */
#ifndef CVG_PLAN_FUSE_H
#define CVG_PLAN_FUSE_H

#include "guess.h"
#include "plan.h"
#include "reconverge/fuse.h"
#include "spans.h"

struct fuser {
	struct cvg_ana *ana;
	const struct cvg_fn *fn;
	const struct cvg_settings *settings;
	const struct cvg_order *order;
	const struct cvg_dom *postdom;
	struct cvg_fuseplan *plan;
	struct cvg_guess guess;
	struct cvg_spans spans;
	/* By place, [places + 1], how many stand before: */
	uint32_t *changes; /* instructions that change or order memory, or may
			      not return */
	uint32_t *halts;   /* edges back, and blocks that lead nowhere */
};

/* Prove that no thread wants both arms, or that each wants one, if they can be
 * proved. */
void cvg_fuse_apart(const struct cvg_fn *fn, struct cvg_fuse *fuse);
/* Plan the melding of all that is not refused, and price it. */
void cvg_fuse_drafts(struct fuser *fuser);
/* Compute what the fuse brings, or its refusal, from what melding brings. */
void cvg_fuse_price(const struct fuser *fuser, struct cvg_fuse *fuse);

#endif
