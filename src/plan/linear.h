/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files src/plan/linear*.c share while one plan is made. */
#ifndef CVG_PLAN_LINEAR_PRIVATE_H
#define CVG_PLAN_LINEAR_PRIVATE_H

#include "guess.h"
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

void cvg_linflow_init(struct linflow *w, struct cvg_ana *ana);
void cvg_linflow_done(struct linflow *w);

/* p post-dominates b (itself included); both live. CVG_NONE: the end does. */
bool cvg_linflow_postdominates(const struct linflow *w, uint32_t p, uint32_t b);

struct linedge {
	uint32_t from, to;
	uint32_t loop; /* outermost cycle that it leaves too early, or NONE */
	bool enters;   /* it enters an irreducible one */
	bool pair;     /* no edge: two blocks that one region must hold */
};

struct linedges {
	struct linedge *at;
	size_t n;
	size_t cap;
};

/* Definition 1; ascending by (from, slot), each pair of blocks once. */
void cvg_linear_edges(const struct linflow *w, struct linedges *out);

/* What becomes of a cycle. */
enum linmix {
	LIN_APART,  /* a loop of its own */
	LIN_OUTER,  /* others are merged into it */
	LIN_MERGED, /* merged into the one around it */
};

/* The tree of single-entry single-exit regions while units are made: of each
 * its blocks, and how many are in the region at hand. */
struct linparts {
	uint32_t *all, *in;
	bool *bad;    /* no piece may be that */
	bool *broken; /* for all regions: Definition 1 */
	uint32_t *piece;
	struct cvg_u32s touched; /* all others: 0, false, CVG_NONE */
};

/* Which edges of its D lead into a region. */
struct linentries {
	uint32_t *at, *n; /* [regions] into slot */
	uint32_t *slot;	  /* successors of D */
};

/* How often a block runs for each time a warp comes to D: once for every way
 * to it that is not joined by then. */
struct linruns {
	uint32_t times; /* ways; 0: not in the region at hand */
	uint32_t each; /* of them, more than one: those that stay apart in every
			   round of the loops that the block is in */
	double once;   /* runs more of those that part before such a loop and
			join in it */
};

struct liner {
	struct linflow flow;
	const struct cvg_fn *fn;
	struct cvg_ana *ana;
	const struct cvg_settings *settings;
	struct cvg_linplan *plan;
	struct linedges edges;	/* those the regions are grown from */
	struct linedges broken; /* those of Definition 1 */
	uint32_t *unit_of;	/* [nblocks] while units are made: any number */
	uint8_t *mix;		/* [cycles] enum linmix */
	enum cvg_linearize mode;
	int level;	    /* lin-opt */
	uint32_t depth;	    /* mode depth: most levels, else CVG_NONE */
	uint32_t *level_at; /* mode depth: [nblocks] levels around it */
	bool whole;	    /* mode all: every branch */
	struct linparts parts;
	struct linentries entries;
	uint32_t *cycle_at; /* [cycles] number in the region at hand; all
			       CVG_NONE between */
	struct cvg_guess guess;
	struct linruns *runs; /* [nblocks] while prices are made */
};

/* Algorithm 2: plan->at with head, exit, block, nblocks. */
void cvg_linear_regions(struct liner *l);

/* Which edges regions are grown from, by the mode. */
void cvg_linear_modes(struct liner *l);
/* That region must hold both blocks. */
void cvg_linear_pair(struct liner *l, uint32_t a, uint32_t b);
/* Mode depth: what is nested too deep; sets mix, level_at. */
void cvg_linear_nest(struct liner *l);

/* Is the edge one of a loop whose rounds mix with those of another? */
static inline bool liner_cuts(const struct liner *l, uint32_t from, uint32_t to)
{
	const struct cvg_cycles *cs = l->flow.cycles;
	uint32_t c = cs->innermost[to];

	return c != CVG_NONE && cs->cycle[c].header == to &&
	       l->mix[c] != LIN_APART && cvg_cycle_has(cs, c, from);
}

/* Algorithm 3 and the order: units by place, edges with their values; loops,
 * outer before inner. */
void cvg_linear_units(struct liner *l, uint32_t region);
void cvg_linear_parts_init(struct liner *l);
void cvg_linear_parts_done(struct liner *l);

/* Algorithm 1 with O1 to O4: the nodes, and where edges lead. */
void cvg_linear_chain(struct liner *l, struct cvg_linregion *r);

/* May threads that do not want the unit run it, and is that no dearer than to
 * lead them past it? */
bool cvg_linear_may_open(const struct liner *l, const struct cvg_linregion *r,
			 uint32_t unit);
/* What it costs: the unit for who does not want it, and the selects. */
double cvg_linear_open_price(const struct liner *l,
			     const struct cvg_linregion *r, uint32_t unit);

/* Which regions are refused, and why; their units are known. */
void cvg_linear_judge(struct liner *l);
/* What it brings (linear_price.c). */
void cvg_linear_price(struct liner *l, struct cvg_linregion *r);

/* Sets l->runs of the region's blocks and what r says of runs; until `done`
 * are known, each time that a warp comes to D: */
void cvg_linear_runs(struct liner *l, struct cvg_linregion *r);
void cvg_linear_runs_done(struct liner *l, const struct cvg_linregion *r);
/* runs of block b that linearizing saves, */
double cvg_linear_saved(const struct liner *l, const struct cvg_linregion *r,
			uint32_t b);
/* and those that stay. */
double cvg_linear_rounds(const struct liner *l, const struct cvg_linregion *r,
			 uint32_t b);

#endif
