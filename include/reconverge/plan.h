/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Plans of melding and unpredication, made before any code changes: which
 * divergent regions can be melded, which of their subgraphs form pairs, how the
 * instructions of each pair of blocks align, what melding saves and costs, or
 * why a region is refused. A plan is made from a snapshot and its analyses
 * without LLVM; transforms/meld.c carries it out.
 *
 * Terms are those of DARM (Saumya, Sundararajah, Kulkarni, "DARM: Control-Flow
 * Melding for SIMT Thread Divergence Reduction", CGO 2022, section IV,
 * arxiv.org/abs/2107.05681): region (E, X), arm, subgraph, MP_B, MP_S.
 *
 * Cycles are those of the cost table (cost.h). Blocks, instructions and values
 * are ids of the snapshot unless a field is called uid.
 */
#ifndef RECONVERGE_PLAN_H
#define RECONVERGE_PLAN_H

#include "reconverge/base.h"
#include "reconverge/cost.h"
#include "reconverge/quantity.h"
#include "reconverge/refusal.h"

struct cvg_align_pair;
struct cvg_align_problem;
struct cvg_ana;
struct cvg_fn;
struct cvg_settings;

/*
 * A part of an arm with one entry and one exit (Definition 3). Several edges may
 * leave it if all lead to the same block: melding joins them. A block without
 * instructions at which no paths meet is hollow and belongs to no subgraph.
 */
struct cvg_subgraph {
	uint32_t entry;
	uint32_t joint; /* block without a body where the exit edges meet,
			   counted to this subgraph; or CVG_NONE */
	uint32_t next;	/* block that the exit leads to, hollow ones skipped */
	const uint32_t *block; /* all but the joint, reverse postorder, entry
				  first; in the plan's arena or in the order of
				  the analyses */
	uint32_t nblocks;
	uint32_t nexits; /* edges from the blocks to the joint or to next */
	enum cvg_refusal refusal; /* why it is never melded; NONE: it may be */
	uint32_t culprit; /* instruction that is the reason, or CVG_NONE */
};

/* How two blocks are melded into one. */
struct cvg_blockpair {
	uint32_t block[2]; /* by arm; CVG_NONE: empty (replication) */
	bool inverted; /* the successors of the false arm's branch are taken in
			  reverse order */
	/*
	 * Of a replica only: the successor that the threads of the arm with
	 * the single block take at the end of this block; CVG_NONE: they
	 * never reach it.
	 */
	uint32_t forced;
	double mp_b; /* MP_B, DARM's profit: share of the cycles saved, 0 to 0.5 */
	struct cvg_align_pair *column; /* alignment of the bodies: instruction
					  ids, CVG_NONE for a gap; neither
					  phis nor terminators are in it */
	uint32_t ncolumns;
	bool *guarded; /* [ncolumns] a gap that only its own threads may run */
};

/* A meldable pair of subgraphs (Definition 6) with its price. */
struct cvg_meldpair {
	uint32_t sub[2]; /* by arm: index into the arm's chain */
	int replica;	 /* arm whose single block is placed into a copy of the
			    other arm's blocks (the paper's case 2); -1: both
			    subgraphs have the same shape */
	double mp_s;	 /* MP_S, that of the subgraphs, 0 to 0.5 */
	struct cvg_mp_terms terms; /* what it is made of */
	struct cvg_blockpair *bp;  /* reverse postorder, entries first */
	uint32_t nbp;
	bool speculates;  /* the unmatched instructions before the pair run for
			     both sides, as they are cheap and have no effect */
	uint32_t aligned; /* instructions melded two into one */
	int64_t saved;	  /* cycles that melding those saves */
	int64_t selects;  /* cycles of the selects that choose operands */
	int64_t branches; /* cycles of added branches and phis, less those of
			     removed ones; negative: a gain */
	int64_t net;	  /* cycles: saved - selects - branches, the paper's
			     FP_I summed over the blocks */
};

enum cvg_pairstate {
	CVG_PAIR_IMPOSSIBLE, /* refused; see the reason */
	CVG_PAIR_POSSIBLE,   /* meldable, not chosen */
	CVG_PAIR_CHOSEN,
};

/* One cell of the table that compares each subgraph of the true arm with each of
 * the false arm. */
struct cvg_paircell {
	double mp_s;		   /* 0 if they cannot be matched */
	struct cvg_mp_terms terms; /* what it is made of, likewise */
	enum cvg_pairstate state;
	enum cvg_refusal refusal; /* why, if it is impossible */
};

/* Places to go that are no block: where threads end. */
#define CVG_GATHER_RETURN (UINT32_MAX - 2)
#define CVG_GATHER_TRAP	  (UINT32_MAX - 1) /* an instruction "unreachable" */
#define CVG_GATHER_MOST	  4		   /* targets of one gather */

/*
 * The ways out of arms that lead to several places (src/plan/gather.c). They are
 * to be gathered in one block before the arms are melded.
 */
struct cvg_gather {
	uint32_t entry;
	uint32_t *block; /* those that only one arm has, arm by arm */
	uint32_t nblocks;
	uint32_t *arm;	/* [narms + 1] where each arm's blocks begin in `block`,
			   and nblocks */
	uint32_t narms; /* of a branch 2, the true one first, of which one may
			   have no block; of a switch those with blocks */
	uint32_t *from; /* one of these blocks, or E of a branch, with a way
			   out */
	uint32_t nfrom;
	uint32_t target[CVG_GATHER_MOST]; /* reverse postorder, ends last */
	uint32_t ntargets;
	bool joins; /* both arms end in two-way branches out, which become one */
};

/* The target of a block that ends threads; CVG_NONE: it leads on. */
uint32_t cvg_gather_end_of(const struct cvg_fn *fn, uint32_t block);

/* How the test of two arms of a switch finds the threads of one of them. */
enum cvg_casetestkind {
	CVG_CASETEST_RANGE, /* value - low < count, unsigned */
	CVG_CASETEST_MASK,  /* bit value - low of a mask */
	CVG_CASETEST_EACH,  /* value == case, for each case */
};

/* The test that tells threads of two arms of a switch apart. No other threads
 * come to it. */
struct cvg_casetest {
	enum cvg_casetestkind kind;
	uint32_t arm; /* of the threads for which the test is true */
	uint64_t low; /* RANGE, MASK: the least value */
	uint64_t
		count; /* RANGE: how many values; 1: one compare for equality */
	uint64_t mask; /* MASK */
	uint32_t width; /* MASK: its bits, 32 or 64 */
	uint32_t insts; /* instructions that the test takes */
};

struct cvg_candidate {
	uint32_t entry;	    /* E: block with the divergent branch */
	uint32_t start[2];  /* by arm: where the branch leads */
	uint32_t place;	    /* of E in reverse postorder: a region stands before
			       those in its arms */
	uint32_t exit;	    /* X: its immediate post-dominator, or CVG_NONE */
	uint32_t condition; /* value id */
	uint32_t region;    /* canonical region (E, X), or CVG_NONE */
	enum cvg_refusal refusal; /* CVG_REFUSE_NONE: something is meldable */
	uint32_t culprit; /* instruction that is the reason, or CVG_NONE */
	uint32_t culprit_block; /* block that is the reason, or CVG_NONE */
	bool cheap; /* of a refused one: it costs more than its arms, which all
		       threads can run (ifconvert) */
	struct cvg_subgraph *chain[2]; /* by enum cvg_arm, in the order in
					  which threads run them */
	uint32_t nchain[2];
	uint32_t *hollow; /* blocks of the arms without instructions */
	uint32_t nhollow;
	const uint32_t *arm[2]; /* all blocks of each arm */
	uint32_t narm[2];
	struct cvg_paircell *cell; /* [nchain[0] * nchain[1]], a row for each
				      subgraph of the true arm */
	struct cvg_meldpair *pair; /* the chosen pairs, in program order */
	uint32_t npairs;
	/*
	 * NULL, or what must be gathered first. Then the arms and chains hold
	 * only blocks that one arm has. They lead to a block that is not there
	 * yet, so that `exit` may be CVG_NONE. Melding makes the plan of the
	 * changed code anew.
	 */
	const struct cvg_gather *gather;
	/*
	 * Of a switch: pairs of its arms that are melded in one step. Each is a
	 * candidate of its own, whose branch is to be made: a test of its two
	 * arms, to which the switch leads then. Arms, chains, cells and pairs of
	 * the switch itself are those of the first part, which gains most.
	 */
	const struct cvg_candidate *part;
	uint32_t nparts;	  /* 0: the branch is no switch */
	struct cvg_casetest test; /* of a part */
	double reach;  /* of a part: share of E's warps that come to its test */
	bool closes;   /* the unmatched instructions after the last pair run
			   for both sides */
	bool measured; /* a profile has counts of E */
	double both;   /* share of warps that run both arms, 0 to 1: measured,
			   or from !prof metadata, or 1 */
	int64_t net;   /* cycles for each time that a warp comes here: sum over
			   the pairs, weighted by `both` */
	uint64_t warps; /* times that a warp came here; 0: not measured */
	double times;	/* the same if measured, else a guess for one call: the
			   factor by which candidates are compared */
};

struct cvg_plan {
	struct cvg_arena arena; /* owns everything below but `fn` */
	const struct cvg_fn *fn;
	struct cvg_candidate *at; /* by the block id of the entry */
	uint32_t n;
	uint32_t *by_profit; /* indices, best net first, refused ones last */
};

/* The share of the warps that must run both arms for the melds of the arms of a
 * branch to pay: what they cost in any case, by what they save where both run. */
double cvg_candidate_even(const struct cvg_candidate *candidate);

/* What the candidate's net is computed from: a profile, or guesses. */
static inline enum cvg_countkind cvg_candidate_kind(
	const struct cvg_candidate *candidate)
{
	return candidate->measured ? CVG_COUNTED_PROFILED : CVG_COUNTED_GUESSED;
}

/* Plan what melding could do under `settings` at every divergent branch or
 * switch. The caller frees the plan, before the snapshot. */
struct cvg_plan *cvg_plan_meld(struct cvg_ana *ana,
			       const struct cvg_settings *settings);

/* Plan melding without the pairs in `lost`, which were melded and undone
 * again. A pair is three uids in a row: of E and of the entries of the two
 * subgraphs. */
struct cvg_plan *cvg_plan_meld_except(struct cvg_ana *ana,
				      const struct cvg_settings *settings,
				      const struct cvg_u32s *lost);
/* Could anything be melded if runs of the code say that it pays? */
bool cvg_plan_may_meld(struct cvg_ana *ana,
		       const struct cvg_settings *settings);
/* A plan for code in which ways out were gathered or arms of switches brought
 * together: no more are. A pair of the
 * candidates at `joined`, by uid, counts even if only its branches become one. */
struct cvg_plan *cvg_plan_meld_gathered(struct cvg_ana *ana,
					const struct cvg_settings *settings,
					const struct cvg_u32s *lost,
					const struct cvg_u32s *joined);
void cvg_plan_free(struct cvg_plan *take_plan);

/*
 * The plan that cvg_plan_meld makes, kept beside the analyses: it is made again
 * only if a setting that it depends on differs. It stays until plans for four
 * other choices of settings were asked for, or `ana` is freed, or
 * cvg_plan_forget is called, which must be done before the profile or the
 * rejections of the settings are freed.
 */
const struct cvg_plan *cvg_plan_kept(struct cvg_ana *ana,
				     const struct cvg_settings *settings);
void cvg_plan_forget(struct cvg_ana *ana);

/* A command that may make a refused candidate possible or remove its branch, or
 * NULL. */
const char *cvg_candidate_step(const struct cvg_candidate *candidate);

/* "B3 with B4 and B5 with B7": the arms of a switch that are melded. */
void cvg_add_parts(struct cvg_str *out, const struct cvg_fn *fn,
		   const struct cvg_candidate *candidate);

/* Why a branch has nothing to meld, ever, although it diverges. */
enum cvg_bare {
	CVG_BARE_NOT,
	CVG_BARE_GUARD, /* one side leads to a return and nothing else */
	CVG_BARE_EXIT,	/* it leaves a loop, or stays in it */
};
enum cvg_bare cvg_candidate_bare(struct cvg_ana *ana,
				 const struct cvg_candidate *candidate);

/* The candidate whose entry is that block, or NULL. */
const struct cvg_candidate *cvg_plan_at(const struct cvg_plan *plan,
					uint32_t entry);

/*
 * The alignment problem of blocks t and f, as melding poses it for the pair of
 * subgraphs that the blocks belong to; the command `align` shows it. `arena` owns
 * what *out points to.
 */
void cvg_plan_block_problem(struct cvg_ana *ana,
			    const struct cvg_settings *settings, uint32_t t,
			    uint32_t f, struct cvg_arena *arena,
			    struct cvg_align_problem *out);

/* ---- unpredication --------------------------------------------------- */

/*
 * A run of instructions of one block whose results only threads of one side of a
 * condition use, brought together so that one branch can guard them (DARM
 * IV-E). A run may have instructions of both sides, which become an if-else.
 */
struct cvg_guardrun {
	uint32_t block;
	uint32_t before;    /* instruction before which the run stands */
	uint32_t condition; /* value id */
	bool taken;	    /* a branch on the condition dominates the run, so
			       that the condition is not poison there */
	uint32_t *inst[2];  /* by arm, in order */
	uint32_t ninst[2];
	uint64_t latency; /* cycles of the instructions of both sides */
	double spared;	  /* cycles of those that warps are expected to skip */
	uint64_t price;	  /* cycles of the branch, the jumps and the phis */
	bool chosen;	  /* the settings ask for this guard */
};

struct cvg_guardplan {
	struct cvg_arena arena;	  /* owns everything below but `fn` */
	struct cvg_guardrun *run; /* by block, then by place */
	uint32_t n;
};

/* Plan all runs that could get a guard. The caller frees the plan, before the
 * snapshot. */
struct cvg_guardplan *cvg_plan_guards(struct cvg_ana *ana,
				      const struct cvg_settings *settings);
/* Append the stable numbers of the blocks with chosen runs. */
void cvg_guardplan_blocks(const struct cvg_fn *fn,
			  const struct cvg_guardplan *plan,
			  struct cvg_u32s *uids);
void cvg_guardplan_free(struct cvg_guardplan *take_plan);

/* ---- if-conversion --------------------------------------------------- */

/* One way of a switch in whose place all threads run all ways. */
struct cvg_ifway {
	uint32_t to;		  /* where the switch leads */
	uint32_t arm;		  /* the same; CVG_NONE: that is the join */
	struct cvg_casetest test; /* true for its threads, false for all others;
				     not used for the first way */
};

/* A branch in whose place all threads run both sides: see src/plan/ifconvert.c. */
struct cvg_ifconvert {
	uint32_t block;	 /* that ends in the branch */
	uint32_t arm[2]; /* by side of the condition: the block that all threads
			    will run; CVG_NONE: the edge leads to `join` */
	uint32_t join;
	bool asks; /* the one arm ends in a branch, one side of which leads
			    to `join` */
	bool half; /* the branch stays, and leads to `join` instead of to the
			    one arm */
	uint32_t ninsts;       /* that all threads will run */
	double gain;	       /* expected cycles of a warp, positive */
	struct cvg_ifway *way; /* of a switch, which has no `arm` */
	uint32_t nways;	       /* 0: the branch is no switch */
	bool some; /* the switch has other ways, too, which stay: the threads of
		      `way` meet in a block in front of `join`, and run the
		      arms there */
};

struct cvg_ifplan {
	const struct cvg_fn *fn;   /* borrowed */
	struct cvg_ifconvert *row; /* no two have a block or an arm in common */
	uint32_t n;
	uint32_t *instead; /* [ninsts] of a load in an arm: the pointer that
			      threads load from that do not want the arm;
			      CVG_NONE: the same. NULL: of all */
};

/* Plan the conversions that pay, of divergent branches. `wide`: also those of one arm
 * of two, and of loads that some threads take from another address. The caller
 * frees the plan. */
struct cvg_ifplan *cvg_plan_ifconvert(struct cvg_ana *ana,
				      const struct cvg_settings *settings,
				      bool wide);
void cvg_ifplan_free(struct cvg_ifplan *take_plan);

#endif
