/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Decisions before any code is touched: which divergent regions can be
 * melded, how their subgraphs pair up, how the instructions of each block
 * pair align, what it saves and costs, or why not. Pure C over a snapshot
 * and its analyses; transforms/meld.c carries a plan out.
 *
 * Terms are DARM's (Saumya, Sundararajah, Kulkarni, CGO 2022, section IV):
 * region (E, X), arm, subgraph, MP_B, MP_S.
 */
#ifndef RECONVERGE_PLAN_H
#define RECONVERGE_PLAN_H

#include "reconverge/align.h"
#include "reconverge/analysis.h"
#include "reconverge/cost.h"
#include "reconverge/settings.h"

/* Why something is refused; texts in refusals.def. */
enum cvg_refusal {
#define REFUSAL(id, text) CVG_REFUSE_##id,
#include "reconverge/refusals.def"
#undef REFUSAL
	CVG_NREFUSALS
};

const char *cvg_refusal_text(enum cvg_refusal r);

enum cvg_arm { CVG_ARM_TRUE, CVG_ARM_FALSE };

/* One single-entry single-exit piece of an arm (Definition 3). */
struct cvg_subgraph {
	uint32_t entry;
	uint32_t last;  /* its exit block: the only one that leaves, after
			   simplification; CVG_NONE: several leave */
	uint32_t next;  /* block its exit edge leads to, outside */
	uint32_t *block; /* all, preorder, entry first */
	uint32_t nblocks;
	bool simple;    /* already has one edge in and one edge out */
	enum cvg_refusal refusal; /* NONE, or why it is never melded */
	uint32_t culprit; /* instruction that is the reason, or CVG_NONE */
};

/* How the blocks of two subgraphs pair up and what is to be done in each. */
struct cvg_blockpair {
	uint32_t t; /* block in the true arm, CVG_NONE: empty (replication) */
	uint32_t f; /* block in the false arm, CVG_NONE: empty */
	bool inverted; /* f's branch has its successors exchanged */
	/*
	 * Replication only, blocks whose other side is empty: the successor
	 * index the empty side takes, CVG_NONE if its threads never come here.
	 */
	uint32_t forced;
	double mp_b;
	struct cvg_alignment al; /* over the bodies: without phis, without the
				    terminator; indices count from the first
				    non-phi instruction of the block */
};

/* A meldable pair of subgraphs (Definition 6) with its price. */
struct cvg_meldpair {
	uint32_t t, f; /* indices into the arms' chains */
	bool replicated; /* case 2 */
	double mp_s;
	struct cvg_blockpair *bp; /* preorder of the true side's structure
				     (of the side that is no single block when
				     replicated) */
	uint32_t nbp;
	int64_t saved;    /* cycles that melded instructions save */
	int64_t selects;  /* cycles of the selects needed */
	int64_t branches; /* cycles of the branches for guards and exits, less
			     those that vanish */
	int64_t net;      /* FP_I summed: saved - selects - branches */
};

enum cvg_pairstate {
	CVG_PAIR_IMPOSSIBLE, /* refused; see the reason */
	CVG_PAIR_POSSIBLE,   /* meldable, not chosen */
	CVG_PAIR_CHOSEN,
};

/* One cell of the table "every true subgraph against every false one". */
struct cvg_paircell {
	double mp_s; /* 0 if impossible */
	enum cvg_pairstate state;
	enum cvg_refusal refusal;
};

struct cvg_candidate {
	uint32_t entry;     /* E: block with the divergent branch */
	uint32_t exit;      /* X: its immediate post-dominator, or CVG_NONE */
	uint32_t condition; /* value id */
	uint32_t region;    /* canonical region (E, X), or CVG_NONE */
	enum cvg_refusal refusal; /* CVG_REFUSE_NONE: something is meldable */
	uint32_t culprit;   /* instruction that is the reason, or CVG_NONE */
	uint32_t culprit_block; /* block that is the reason, or CVG_NONE */
	struct cvg_subgraph *chain[2]; /* by enum cvg_arm, in order */
	uint32_t nchain[2];
	struct cvg_paircell *cell; /* [nchain[0] * nchain[1]] */
	struct cvg_meldpair *pair; /* chosen, in program order */
	uint32_t npairs;
	double both;  /* share of warps that run both arms, from !prof; or 1 */
	int64_t net;  /* sum over the pairs, weighted by `both` */
};

struct cvg_plan {
	struct cvg_arena arena;
	const struct cvg_fn *fn;
	struct cvg_candidate *at; /* program order of the entries */
	uint32_t n;
	uint32_t *by_profit; /* indices, best net first, refused ones last */
};

/*
 * Every two-way divergent branch (and every divergent switch, refused) with
 * what melding could do there under `settings`. Owned by the caller; lives no
 * longer than the snapshot.
 */
struct cvg_plan *cvg_plan_meld(struct cvg_ana *ana,
			       const struct cvg_settings *settings);
void cvg_plan_free(struct cvg_plan *take_plan);

/* The candidate whose entry is that block, or NULL. */
const struct cvg_candidate *cvg_plan_at(const struct cvg_plan *plan,
					uint32_t entry);

/*
 * The alignment problem of two blocks, for the `align` command: as meld would
 * pose it. `arena` owns what it points to.
 */
void cvg_plan_block_problem(struct cvg_ana *ana,
			    const struct cvg_settings *settings, uint32_t t,
			    uint32_t f, struct cvg_arena *arena,
			    struct cvg_align_problem *out);

/* ---- the score of a revision ----------------------------------------- */

struct cvg_score {
	uint32_t blocks, insts, branches, divergent; /* conditional branches */
	uint32_t loads, stores, selects, phis;
	uint64_t cycles; /* instructions weighted by the cost table */
	uint32_t peak;   /* bits alive at once, a lane */
};

void cvg_score_of(struct cvg_ana *ana, struct cvg_score *out);

#endif
