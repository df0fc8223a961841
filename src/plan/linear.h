/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files src/plan/linear*.c share while one plan is made. */
#ifndef CVG_PLAN_LINEAR_PRIVATE_H
#define CVG_PLAN_LINEAR_PRIVATE_H

#include "reconverge/linear.h"

/*
 * The function without what only traps: the post-dominator tree there is that
 * of the machine's joins.
 */
struct linflow {
	const struct cvg_fn *fn;
	const struct cvg_order *order;
	const struct cvg_dom *dom;
	const struct cvg_cycles *cycles;
	const uint32_t *joins;
	bool *live;	/* [nblocks] a return can be reached from it */
	uint32_t *in;	/* [nblocks] preorder in the tree of joins */
	uint32_t *out;	/* [nblocks] largest below */
	uint32_t *low;	/* [cycles] smallest `in` of its blocks */
	uint32_t *high; /* [cycles] largest */
};

void linflow_init(struct linflow *w, struct cvg_ana *ana);
void linflow_done(struct linflow *w);

/* p post-dominates b (itself included); both live. CVG_NONE: the end does. */
bool linflow_postdominates(const struct linflow *w, uint32_t p, uint32_t b);

struct linedge {
	uint32_t from, to;
	uint32_t loop; /* outermost cycle that it leaves too early, or NONE */
	bool enters;   /* it enters an irreducible one */
};

struct linedges {
	struct linedge *at;
	size_t n;
	size_t cap;
};

/* Definition 1; ascending by (from, slot), each pair of blocks once. */
void linear_edges(const struct linflow *w, struct linedges *out);

struct liner {
	struct linflow flow;
	const struct cvg_fn *fn;
	struct cvg_ana *ana;
	const struct cvg_settings *settings;
	struct cvg_linplan *plan;
	struct linedges edges;	/* those the regions are grown from */
	struct linedges broken; /* those of Definition 1 */
	uint32_t *unit_of;	/* [nblocks] while units are made: any number */
	int level;		/* lin-opt */
	bool whole;		/* mode all: every branch */
};

/* Algorithm 2: plan->at with head, exit, block, nblocks. */
void linear_regions(struct liner *l);

/*
 * Algorithm 3 and the order: units by place, edges with their values. The
 * loops, outer before inner, are handed to the chain.
 */
struct linloop {
	uint32_t first, end; /* places [first, end); first is the header's */
};

struct linloops {
	struct linloop *at; /* ascending by first */
	size_t n;
	size_t cap;
};

void linear_units(struct liner *l, uint32_t region, struct linloops *loops);

/* Algorithm 1 with O1 to O4: the nodes, and where edges lead. */
void linear_chain(struct liner *l, struct cvg_linregion *r,
		  const struct linloops *loops);

/* Which regions are refused, and why; their units are known. */
void linear_judge(struct liner *l);
/* What it brings. */
void linear_price(struct liner *l, struct cvg_linregion *r);

#endif
