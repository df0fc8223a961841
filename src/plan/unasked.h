/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which instructions threads may run that did not ask for them. */
#ifndef CVG_PLAN_UNASKED_H
#define CVG_PLAN_UNASKED_H

#include "reconverge/base.h"

struct cvg_dom;
struct cvg_fn;

/* The place where the threads part. */
struct cvg_unasked {
	const struct cvg_fn *fn;
	const struct cvg_dom *dom;
	uint32_t entry;	   /* block that all the threads have passed before */
	const bool *apart; /* [ninsts] other threads have other operands for
			      the instruction, or do not run it; NULL: none
			      of the instruction's block is so */
};

/*
 * May threads that have passed `entry` run an instruction of a block behind it,
 * although they did not ask for it? All instructions of its block stay together
 * but those that are apart.
 */
bool cvg_may_run_unasked(const struct cvg_unasked *unasked, uint32_t inst);
/* A pointer, of a load that may not, at which threads that did not ask can load as much
 * instead: they have accessed it before. CVG_NONE: none is found. */
uint32_t cvg_unasked_pointer(const struct cvg_unasked *unasked, uint32_t load);

#endif
