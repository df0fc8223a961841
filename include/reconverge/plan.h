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

#include "reconverge/base.h"
#include "reconverge/refusal.h"

struct cvg_align_pair;
struct cvg_align_problem;
struct cvg_ana;
struct cvg_fn;
struct cvg_settings;

/*
 * One single-entry single-exit piece of an arm (Definition 3). Several edges
 * may lead out as long as all lead to one place: melding joins them. Blocks
 * of an arm that hold nothing and join nothing belong to no subgraph.
 */
struct cvg_subgraph {
	uint32_t entry;
	uint32_t joint;	 /* block without a body where the exit edges meet,
			   counted to this subgraph; or CVG_NONE */
	uint32_t next;	 /* where the exit leads to, hollow blocks skipped */
	uint32_t *block; /* all but the joint, reverse postorder, entry first */
	uint32_t nblocks;
	uint32_t nexits; /* edges from the blocks to the joint or to next */
	enum cvg_refusal refusal; /* NONE, or why it is never melded */
	uint32_t culprit; /* instruction that is the reason, or CVG_NONE */
};

/* How two blocks are melded into one. */
struct cvg_blockpair {
	uint32_t block[2]; /* by arm; CVG_NONE: empty (replication) */
	bool inverted; /* the false one's branch has its successors exchanged */
	bool guard_all; /* every gap is guarded, needed or not (tail merging) */
	/*
	 * Replication only: the successor that threads of the replicated arm
	 * take at this block's end, CVG_NONE: they never come here.
	 */
	uint32_t forced;
	double mp_b;
	struct cvg_align_pair *column; /* alignment of the bodies: instruction
					  ids, CVG_NONE for a gap; neither
					  phis nor terminators are in it */
	uint32_t ncolumns;
};

/* A meldable pair of subgraphs (Definition 6) with its price. */
struct cvg_meldpair {
	uint32_t sub[2]; /* by arm: index into the arm's chain */
	int replica;	 /* arm whose single block is placed into a copy of the
			    other's structure (case 2); -1: isomorphic */
	double mp_s;
	struct cvg_blockpair *bp; /* reverse postorder, entries first */
	uint32_t nbp;
	bool speculates;  /* what stands unmatched before it runs for both
			    sides: cheap and free of effects */
	uint32_t aligned; /* instructions melded two into one */
	int64_t saved;	  /* cycles that those save */
	int64_t selects;  /* cycles of the selects needed */
	int64_t branches; /* cycles of branches and phis that come, less those
			     that go; negative: a gain */
	int64_t net;	  /* FP_I summed: saved - selects - branches */
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
	uint32_t entry;	    /* E: block with the divergent branch */
	uint32_t exit;	    /* X: its immediate post-dominator, or CVG_NONE */
	uint32_t condition; /* value id */
	uint32_t region;    /* canonical region (E, X), or CVG_NONE */
	enum cvg_refusal refusal; /* CVG_REFUSE_NONE: something is meldable */
	uint32_t culprit; /* instruction that is the reason, or CVG_NONE */
	uint32_t culprit_block; /* block that is the reason, or CVG_NONE */
	struct cvg_subgraph *chain[2]; /* by enum cvg_arm, in order */
	uint32_t nchain[2];
	uint32_t *hollow; /* blocks of the arms that hold nothing at all */
	uint32_t nhollow;
	uint32_t *arm[2]; /* all blocks of each arm */
	uint32_t narm[2];
	struct cvg_paircell *cell; /* [nchain[0] * nchain[1]] */
	struct cvg_meldpair *pair; /* chosen, in program order */
	uint32_t npairs;
	bool closes;	/* what is left after the last pair runs for both */
	double both;	/* share of warps that run both arms, as measured, or
			 from !prof; or 1 */
	int64_t net;	/* sum over the pairs, weighted by `both` */
	uint64_t warps; /* times a warp came here, if that was measured */
	double times;	/* the same, or as guessed for one call: the net is
			   worth so much more */
};

struct cvg_plan {
	struct cvg_arena arena;
	const struct cvg_fn *fn;
	struct cvg_candidate *at; /* by the block id of the entry */
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

/*
 * The same, but never the pairs in `lost`: melds that were tried and rolled
 * back. Each is three uids: of E and of the entries of the two subgraphs.
 */
struct cvg_plan *cvg_plan_meld_except(struct cvg_ana *ana,
				      const struct cvg_settings *settings,
				      const struct cvg_u32s *lost);
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

/* ---- unpredication --------------------------------------------------- */

/*
 * Instructions of one block that only threads of one side of a condition look
 * at the results of, brought together at one place so that one branch can
 * guard them (DARM IV-E). Both sides' at once make an if-else.
 */
struct cvg_guardrun {
	uint32_t block;
	uint32_t before;    /* instruction the run stands before */
	uint32_t condition; /* value id */
	bool taken;	    /* a branch on it dominates the run: it is no
			       poison there */
	uint32_t *inst[2];  /* by arm, in order */
	uint32_t ninst[2];
	uint64_t latency; /* of both sides' instructions */
	double spared;	  /* of it, what skipping is expected to spare */
	uint64_t price;	  /* of the branch, the jumps and the phis */
	bool chosen;	  /* under the settings */
};

struct cvg_guardplan {
	struct cvg_arena arena;
	struct cvg_guardrun *run; /* by block, then by place */
	uint32_t n;
	uint32_t nchosen;
};

struct cvg_guardplan *cvg_plan_guards(struct cvg_ana *ana,
				      const struct cvg_settings *settings);
void cvg_guardplan_free(struct cvg_guardplan *take_plan);

#endif
