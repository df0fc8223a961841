/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What linear_units.c and linear_order.c share. */
#ifndef CVG_PLAN_LINEAR_UNITS_H
#define CVG_PLAN_LINEAR_UNITS_H

#include "linear.h"

struct piece {
	uint32_t entry;
	uint32_t next; /* piece joined to this one's end, or CVG_NONE */
	bool joined;   /* this one is joined to another's end */
	uint32_t loop; /* innermost cycle with a block outside it, or NONE */
	uint32_t place;
};

struct pair {
	uint32_t from, to;
};

struct packer {
	struct liner *l;
	const struct linflow *w;
	struct cvg_linregion *r;
	uint32_t region;
	cvg_vec(struct piece) piece;
	uint32_t *of; /* [nblocks] piece of a block; borrowed from the liner */
	/* The order: nodes are pieces, then cycles, then D. */
	struct cvg_u32s cycle; /* those of the region, ascending */
	cvg_vec(struct pair) flow;
	uint32_t *flow_at;     /* [nodes + 1] into flow, by from */
	struct cvg_u32s order; /* pieces by place */
	cvg_vec(struct cvg_linloop) loop;
};

static inline bool packer_has(const struct packer *p, uint32_t b)
{
	return b != CVG_NONE && p->l->plan->region_of[b] == p->region;
}

static inline uint32_t packer_nentries(const struct packer *p)
{
	return p->l->entries.n[p->region];
}

/* Where the k-th edge of D into the region leads. */
static inline uint32_t packer_entry(const struct packer *p, uint32_t k)
{
	const struct linentries *in = &p->l->entries;

	return p->w->fn->succs[p->w->fn->blocks[p->r->head].succs_at +
			       in->slot[in->at[p->region] + k]];
}

/* linear_order.c: places of the pieces, and the loops. */
void cvg_linear_order(struct packer *p);
/* linear_schedule.c: another order of one level, for interleaving. */
void cvg_linear_schedule(struct packer *p, uint32_t *node, uint32_t n);

#endif
