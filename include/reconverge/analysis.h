/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The analyses of one snapshot: computed when first asked for, kept until the
 * snapshot dies. All near-linear in blocks + edges (+ uses), none recursive.
 *
 *	struct cvg_ana *ana = cvg_ana_new(fn);
 *	const struct cvg_dom *dom = cvg_ana_dom(ana);   (computes on demand)
 *	cvg_ana_free(ana);
 *
 * Everything returned is borrowed from `ana`. The snapshot must outlive it.
 */
#ifndef RECONVERGE_ANALYSIS_H
#define RECONVERGE_ANALYSIS_H

#include "reconverge/base.h"

/* The analyses of analyses.def; CVG_ANA_DOM is the bit of CVG_ANAID_DOM. */
enum cvg_anaid {
#define ANALYSIS(id, stem, name, title) CVG_ANAID_##id,
#include "reconverge/analyses.def"
#undef ANALYSIS
	CVG_NANALYSES
};

enum cvg_anabit {
#define ANALYSIS(id, stem, name, title) CVG_ANA_##id = 1 << CVG_ANAID_##id,
#include "reconverge/analyses.def"
#undef ANALYSIS
	CVG_ANA_NOTHING = 0,
};

struct cvg_ana;
struct cvg_fn;

/* An empty set of analyses of `fn`, for the caller to free. */
struct cvg_ana *cvg_ana_new(const struct cvg_fn *fn);
/* The same of a function whose callers are all known: `passed` (copied) has the
 * arguments for which every call passes a value that is the same in all threads
 * of a warp that make this call together. */
struct cvg_ana *cvg_ana_called(const struct cvg_fn *fn,
			       const struct cvg_bits *passed);
/* The same of another state of the function that `before` is of: it has the
 * same callers. */
struct cvg_ana *cvg_ana_again(const struct cvg_ana *before,
			      const struct cvg_fn *fn);
/* By number of the argument; empty if the callers are not known. */
const struct cvg_bits *cvg_ana_passed(const struct cvg_ana *ana);
void cvg_ana_free(struct cvg_ana *take_ana);
const struct cvg_fn *cvg_ana_fn(const struct cvg_ana *ana);

/* Where the planner keeps what it made of the analyses: NULL at first; *place
 * is given to free_it when they are freed. */
void **cvg_ana_beside(struct cvg_ana *ana, void (*free_it)(void *));

/* Compute all analyses in `bits` now (they are computed on demand anyway). */
void cvg_ana_need(struct cvg_ana *ana, uint32_t bits);

/* ---- order ----------------------------------------------------------- */

/* Reverse postorder from the entry, successors visited in order. */
struct cvg_order {
	uint32_t n;	 /* reachable blocks */
	uint32_t *block; /* [n] block at each place; block[0] is the entry */
	uint32_t *place; /* [nblocks] its place, CVG_NONE if unreachable */
};

const struct cvg_order *cvg_ana_order(struct cvg_ana *ana);

/* ---- dominators ------------------------------------------------------ */

/*
 * Forward (dominators), the root is the entry, and unreachable blocks are not
 * in the tree. Backward (post-dominators), the root is the virtual exit, a node
 * of its own that is named CVG_NONE: it is the idom of a block that no other
 * block post-dominates. Infinite loops hang from it as in LLVM's tree.
 */
struct cvg_dom {
	uint32_t *idom; /* [nblocks] immediate dominator; CVG_NONE: the block is
			   a root or not in the tree */
	uint32_t *depth;   /* [nblocks] 0: not in the tree; forward entry 1;
			    backward: children of the virtual exit 1 */
	uint32_t *in;	   /* [nblocks] preorder number in the tree */
	uint32_t *out;	   /* [nblocks] largest preorder number below */
	uint32_t *kids_at; /* [nblocks + 2] into kids[]; the last row, at
			      index nblocks, holds the roots */
	uint32_t *kids;	   /* blocks, in LLVM's order */
};

const struct cvg_dom *cvg_ana_dom(struct cvg_ana *ana);
const struct cvg_dom *cvg_ana_postdom(struct cvg_ana *ana);

/*
 * [nblocks] The block where a machine lets the lanes meet again that the branch
 * of a block splits: its immediate post-dominator if only the blocks are
 * considered from which a return can be reached; CVG_NONE: the function's end.
 * Paths into code that only traps or never ends do not keep lanes apart. For a
 * block in such code, or if the function never returns, it is the immediate
 * post-dominator.
 */
const uint32_t *cvg_ana_joins(struct cvg_ana *ana);

/* Are a and b in the tree, and does a dominate b, or equal it? */
static inline bool cvg_dominates(const struct cvg_dom *dom, uint32_t a,
				 uint32_t b)
{
	return dom->depth[a] && dom->depth[b] && dom->in[a] <= dom->in[b] &&
	       dom->in[b] <= dom->out[a];
}

/* Append the blocks with branches that decide whether block b runs (Ferrante,
 * Ottenstein, Warren: "The Program Dependence Graph", TOPLAS 9(3), 1987): one of
 * the edges always leads to b, another may not. */
void cvg_controls(struct cvg_ana *ana, uint32_t b, struct cvg_u32s *out);

/* Nearest common (post-)dominator; CVG_NONE is the virtual exit. */
uint32_t cvg_dom_common(const struct cvg_dom *dom, uint32_t a, uint32_t b);

/* ---- cycles and loops ------------------------------------------------ */

/*
 * Cycles as in "LLVM Cycle Terminology" (llvm.org/docs/CycleTerminology.html):
 * maximal strongly connected parts, nested by removing the header, which is
 * the block LLVM's depth-first search meets first. A cycle with one entry is
 * reducible and its header is a natural loop's.
 *
 * Ids are a preorder of the nest: cycle c holds exactly the cycles c .. last,
 * and its row of blocks[] holds the rows of those nested in it.
 *
 * Entries are not listed: a block may enter every one of the cycles it is in,
 * so that the lists could be quadratic. Walk a cycle's blocks and ask
 * cvg_cycle_enters.
 */
struct cvg_cycle {
	uint32_t header;
	uint32_t parent;   /* cycle id, CVG_NONE: outermost */
	uint32_t last;	   /* largest id of a cycle nested in this one, or its
			     own */
	uint32_t depth;	   /* outermost 1 */
	uint32_t nentries; /* blocks with an edge from outside */
	uint32_t blocks_at, nblocks; /* into blocks[]: all, nested too; header
					first */
	bool reducible;		     /* the header is its only entry */
};

struct cvg_cycles {
	struct cvg_cycle *cycle; /* [n] */
	uint32_t n;		 /* ids: parents before children */
	uint32_t *blocks;
	uint32_t *innermost;   /* [nblocks] cycle id or CVG_NONE */
	uint32_t *entry_depth; /* [nblocks] the block is an entry of those
				 cycles around it that are at least this deep;
				 CVG_NONE: of none */
};

const struct cvg_cycles *cvg_ana_cycles(struct cvg_ana *ana);

/* Is block b in cycle c? */
static inline bool cvg_cycle_has(const struct cvg_cycles *cs, uint32_t c,
				 uint32_t b)
{
	uint32_t in = cs->innermost[b];

	return in != CVG_NONE && c <= in && in <= cs->cycle[c].last;
}

/* Is block b an entry of cycle c? The header is one. */
static inline bool cvg_cycle_enters(const struct cvg_cycles *cs, uint32_t c,
				    uint32_t b)
{
	return cvg_cycle_has(cs, c, b) &&
	       cs->cycle[c].depth >= cs->entry_depth[b];
}

/*
 * Natural loops: the header dominates predecessors of its own, the latches. Ids
 * and blocks nest as those of cycles. Exits are not listed, as entries of
 * cycles are not: ask cvg_loop_leaves.
 */
struct cvg_loop {
	uint32_t header;
	uint32_t parent;	     /* loop id, CVG_NONE: outermost */
	uint32_t last;		     /* largest id nested in it, or its own */
	uint32_t depth;		     /* outermost 1 */
	uint32_t nexiting;	     /* blocks with an edge to outside */
	uint32_t blocks_at, nblocks; /* all, nested loops' too; header first */
	uint32_t latches_at, nlatches; /* into latches[], each latch once */
};

struct cvg_loops {
	struct cvg_loop *loop; /* [n] */
	uint32_t n;	       /* ids: parents before children */
	uint32_t *blocks, *latches;
	uint32_t *innermost;  /* [nblocks] loop id or CVG_NONE */
	uint32_t *exit_depth; /* [nblocks] the block has an edge out of those
				loops around it that are at least this deep;
				CVG_NONE: of none */
};

const struct cvg_loops *cvg_ana_loops(struct cvg_ana *ana);

/* Is block b in loop l? */
static inline bool cvg_loop_has(const struct cvg_loops *ls, uint32_t l,
				uint32_t b)
{
	uint32_t in = ls->innermost[b];

	return in != CVG_NONE && l <= in && in <= ls->loop[l].last;
}

/* Is block b in loop l and has an edge to outside of it? */
static inline bool cvg_loop_leaves(const struct cvg_loops *ls, uint32_t l,
				   uint32_t b)
{
	return cvg_loop_has(ls, l, b) && ls->loop[l].depth >= ls->exit_depth[b];
}

/* ---- regions --------------------------------------------------------- */

/*
 * Canonical single-entry single-exit regions and their tree, as LLVM's
 * RegionInfo has them. The exit is the block behind the region, not part of it;
 * CVG_NONE is the function's return. Region 0 is the whole function. Ids are a
 * preorder of the tree, as those of cycles are.
 */
struct cvg_region {
	uint32_t entry;
	uint32_t exit;
	uint32_t parent; /* region id, CVG_NONE for region 0 */
	uint32_t last;	 /* largest id of a region inside, or its own */
	uint32_t depth;	 /* region 0: 0 */
	bool simple;	 /* one edge in, one edge out */
};

struct cvg_regions {
	struct cvg_region *region; /* [n] */
	uint32_t n;		   /* parents before children */
	uint32_t *innermost; /* [nblocks] region id; CVG_NONE: unreachable */
};

/* Is block b in region r? */
static inline bool cvg_region_has(const struct cvg_regions *rs, uint32_t r,
				  uint32_t b)
{
	uint32_t in = rs->innermost[b];

	return in != CVG_NONE && r <= in && in <= rs->region[r].last;
}

const struct cvg_regions *cvg_ana_regions(struct cvg_ana *ana);

/* ---- uniformity ------------------------------------------------------ */

enum cvg_cause {
#define CAUSE(id, name, text) CVG_CAUSE_##id,
#include "reconverge/causes.def"
};

/* "operand"; "has a divergent operand" */
const char *cvg_cause_name(enum cvg_cause cause);
const char *cvg_cause_text(enum cvg_cause cause);

/*
 * The answers of LLVM's UniformityAnalysis of the version that read the module,
 * except that arguments of cvg_ana_passed are uniform, which LLVM does not know.
 * Instructions without a value (a store, a return) are divergent if an operand
 * is; their bits are at their value ids, too.
 */
struct cvg_uniform {
	struct cvg_bits divergent;	/* [nvalues] by value id */
	struct cvg_bits divergent_term; /* [nblocks] terminators with several
					   successors that split the threads
					   of a warp */
	struct cvg_bits divergent_exit; /* [cycles] threads leave it in
					   different rounds */
	struct cvg_bits temporal;	/* [cvg_fn_nops] by index into ops[]:
					   uses of uniform values behind such a
					   cycle, where they are divergent */
	uint8_t *cause;			/* [nvalues] enum cvg_cause; of a
					   terminator by its value id; PASSED:
					   a uniform argument */
	uint32_t *because;		/* [nvalues] value id (OPERAND) or
					   block id whose terminator is the
					   reason (JOIN, TEMPORAL, CYCLE);
					   else CVG_NONE */
	uint32_t nbranches;		/* bits in divergent_term */
};

const struct cvg_uniform *cvg_ana_uniform(struct cvg_ana *ana);

/* One step of the explanation why something is divergent. */
struct cvg_why {
	uint32_t value; /* what is divergent here; CVG_NONE: a terminator */
	uint32_t block; /* where it stands; CVG_NONE: an argument */
	enum cvg_cause cause; /* why it diverges */
};

/*
 * The shortest chain of causes from value v (steps[0]), which may be a
 * terminator's, back to a source (the last). n is 0 if v is uniform. The
 * caller frees *steps.
 */
void cvg_uniform_why(struct cvg_ana *ana, uint32_t v, struct cvg_why **steps,
		     uint32_t *n);

/* ---- liveness -------------------------------------------------------- */

/*
 * Bits of arguments and results that are live in a lane; uniform values count,
 * too. The start of a block is behind its phis; an operand of a phi dies on the
 * edge. A result that nothing uses counts only where it is computed.
 */
struct cvg_live {
	uint32_t *in_bits;   /* [nblocks] bits live at the block's start */
	uint32_t *peak_bits; /* [nblocks] most bits live at once in the block */
	uint32_t peak;	     /* most in the function */
	uint32_t registers;  /* most registers of 32 bits in use at once in the
				function, if every value fills whole ones */
};

const struct cvg_live *cvg_ana_live(struct cvg_ana *ana);

#endif
