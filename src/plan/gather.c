/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Arms that are no arms by DARM's Definition 5: they share blocks before they
 * meet, lead back to the branch, or return. Compilers make such arms: they sink
 * what both arms end with into one block, and let all early ways out lead to one
 * return.
 *
 * The definition is widened here. What only one arm has, the blocks that its
 * first block dominates, is still entered only over one edge of the branch; only
 * the ways out lead to several places. So all ways out of both arms are gathered
 * in one new block J, which notes where each thread comes from and wants to go,
 * and branches on. Then the branch and J are a region of Definition 5, whose arms
 * are melded as any others. Nothing is copied, and the shared blocks, which a
 * warp ran once for each arm, it now runs once: where DARM would have to give
 * each arm a copy of a shared tail and meld the two copies again, this is the
 * result at once. It is also how two two-way branches to the same two blocks
 * become one: on a phi of their conditions, which melding makes a select.
 *
 * Example (bitonic sort by clang -O1: a and b compare, s swaps):
 *
 *	     e                 e
 *	   /   \             /   \
 *	  a     b           a     b       J: w = phi [ca, a], [cb, b]
 *	  | \ / |            \   /           branch on w to s or x
 *	  |  s  |              J
 *	   \ | /             / |
 *	     x              s  |
 *	                     \ |
 *	                       x
 *
 * Of a switch, the ways of all arms with blocks of their own are gathered in one
 * J, where two of them then meet (cases.c). An edge of the switch itself to a shared
 * block stays as it is: who takes it is in no arm.
 *
 * Where one arm has no block of its own, there is nothing to meld: that shared
 * blocks run once is what linearize does better.
 *
 * Refused are arms whose ways lead to a convergent operation before all threads
 * meet again: threads of both arms would run it together, which did not before; and
 * arms of which some threads trap, where others meet before such an operation.
 * One with a token from before the branch has the same threads either way
 * (refuse.c).
 */
#include "gather.h"
#include "behind.h"
#include "plan.h"
#include "refuse.h"

#include "reconverge/profile.h"

#include <stdlib.h>

/* ---- the blocks that only one arm has --------------------------------- */

static bool is_switch(const struct planner *planner, uint32_t entry)
{
	return cvg_block_terminator(planner->fn, entry)->op == CVG_OP_SWITCH;
}

/* Is the arm's first block entered from outside of the arm over its edge from E
 * only? A switch may have several: melding gives the arm one. */
static bool is_own(const struct planner *planner, uint32_t entry,
		   uint32_t start)
{
	const struct cvg_dom *dom = planner->unasked.dom;
	uint32_t edges = 0;

	cvg_foreach_pred (planner->fn, start, pred) {
		edges += *pred == entry;
		if (*pred != entry && dom->depth[*pred] &&
		    !cvg_dominates(dom, start, *pred))
			return false;
	}
	return edges == 1 || is_switch(planner, entry);
}

static void walk_arm(struct planner *planner,
		     const struct cvg_candidate *candidate, uint32_t start,
		     uint32_t stamp, struct cvg_u32s *found)
{
	const struct cvg_dom *dom = planner->unasked.dom;
	size_t next = found->n;

	if (start == candidate->exit ||
	    !is_own(planner, candidate->entry, start))
		return;
	planner->mark[start] = stamp;
	cvg_push(found, start);
	for (; next < found->n; next++)
		cvg_foreach_succ (planner->fn, found->at[next], succ) {
			if (*succ == candidate->exit ||
			    planner->mark[*succ] == stamp ||
			    !cvg_dominates(dom, start, *succ))
				continue;
			planner->mark[*succ] = stamp;
			cvg_push(found, *succ);
		}
}

/* ---- the ways out ----------------------------------------------------- */

uint32_t cvg_gather_end_of(const struct cvg_fn *fn, uint32_t block)
{
	enum cvg_op op = cvg_block_terminator(fn, block)->op;

	if (op == CVG_OP_RET)
		return CVG_GATHER_RETURN;
	return op == CVG_OP_UNREACHABLE ? CVG_GATHER_TRAP : CVG_NONE;
}

uint32_t cvg_gather_target(const struct cvg_gather *gather, uint32_t target)
{
	uint32_t k = 0;

	while (k < gather->ntargets && gather->target[k] != target)
		k++;
	return k;
}

/* In reverse postorder, ends last. */
static void add_target(const struct planner *planner, struct cvg_gather *gather,
		       uint32_t target)
{
	const uint32_t *place = planner->order->place;
	bool ends = target >= CVG_GATHER_RETURN;
	uint32_t k = gather->ntargets;

	if (k > CVG_GATHER_MOST || cvg_gather_target(gather, target) < k)
		return;
	if (k == CVG_GATHER_MOST) {
		gather->ntargets++; /* too many */
		return;
	}
	for (; k > 0; k--) {
		uint32_t before = gather->target[k - 1];

		if (before < CVG_GATHER_RETURN &&
		    (ends || place[before] < place[target]))
			break;
		if (before >= CVG_GATHER_RETURN && ends && before < target)
			break;
		gather->target[k] = before;
	}
	gather->target[k] = target;
	gather->ntargets++;
}

/* A call whose result must be returned at once cannot be cut off its return. */
static bool may_end_elsewhere(const struct cvg_fn *fn, uint32_t block)
{
	const struct cvg_block *b = &fn->blocks[block];
	const struct cvg_inst *last;

	if (b->ninsts < 2)
		return true;
	last = &fn->insts[b->inst_at + b->ninsts - 2];
	return last->op != CVG_OP_CALL || last->shape != CVG_NONE;
}

/* Note the ways out of a block; false: they cannot be gathered. */
static bool add_ways(struct planner *planner, struct cvg_gather *gather,
		     uint32_t from, uint32_t stamp, struct cvg_u32s *sources)
{
	const struct cvg_fn *fn = planner->fn;
	enum cvg_op op = cvg_block_terminator(fn, from)->op;
	uint32_t end = cvg_gather_end_of(fn, from), first = CVG_NONE;
	bool leaves = end != CVG_NONE;

	if (leaves) {
		add_target(planner, gather, end);
		if (end == CVG_GATHER_RETURN && !may_end_elsewhere(fn, from))
			return false;
	}
	cvg_foreach_succ (fn, from, succ) {
		if (planner->mark[*succ] == stamp)
			continue;
		leaves = true;
		add_target(planner, gather, *succ);
		if (op != CVG_OP_BR && op != CVG_OP_CONDBR &&
		    (op != CVG_OP_SWITCH ||
		     (first != CVG_NONE && first != *succ)))
			return false;
		first = *succ;
	}
	if (leaves)
		cvg_push(sources, from);
	return gather->ntargets <= CVG_GATHER_MOST;
}

/* Are there arms, and is there more than one place to go, or a return in place of
 * it? */
static bool is_worth_it(const struct cvg_gather *gather)
{
	return gather->nblocks && gather->narms > 1 &&
	       (gather->ntargets > 1 ||
		(gather->ntargets == 1 &&
		 gather->target[0] == CVG_GATHER_RETURN));
}

static uint32_t *keep(struct planner *planner, const struct cvg_u32s *list)
{
	uint32_t *at = cvg_arena_array(planner->arena, uint32_t, list->n);

	for (size_t i = 0; i < list->n; i++)
		at[i] = list->at[i];
	return at;
}

/* ---- what stands behind them ------------------------------------------ */

static struct cvg_behind behind_in(struct planner *planner, int64_t *budget)
{
	return (struct cvg_behind){.fn = planner->fn,
				   .dom = planner->unasked.dom,
				   .mark = planner->mark,
				   .stamp = planner_stamp(planner),
				   .budget = budget};
}

uint32_t cvg_together_behind(struct planner *planner, uint32_t entry,
			     const uint32_t *from, uint32_t n, uint32_t exit,
			     int64_t *budget)
{
	const struct cvg_behind behind = {planner->fn, planner->unasked.dom,
					  planner->mark, planner_stamp(planner),
					  budget};

	return cvg_behind_together(&behind, entry, from, n, exit);
}

void cvg_refuse_inst(const struct cvg_fn *fn, struct cvg_candidate *candidate,
		     uint32_t culprit)
{
	candidate->refusal =
		cvg_inst_refusal(&fn->insts[culprit], CVG_REFUSE_CONVERGENT);
	candidate->culprit = culprit;
	candidate->culprit_block = fn->insts[culprit].block;
}

/* May threads of both arms go on together? Refuses the candidate if not. */
static bool may_go_on(struct planner *planner, struct cvg_candidate *candidate,
		      const struct cvg_gather *gather, int64_t *budget)
{
	uint32_t culprit =
		cvg_together_behind(planner, candidate->entry, gather->target,
				    gather->ntargets, candidate->exit, budget);

	if (culprit == CVG_NONE || *budget <= 0)
		return *budget > 0;
	cvg_refuse_inst(planner->fn, candidate, culprit);
	return false;
}

/* Do the threads of each branch in the arms still meet where they did? Those that
 * trap keep the others from nothing, but where they go on to J, these meet there.
 * Refuses the candidate if not. */
static bool keeps_joins(struct planner *planner,
			struct cvg_candidate *candidate,
			const struct cvg_gather *gather, int64_t *budget)
{
	const uint32_t *joins = cvg_ana_joins(planner->ana);
	const struct cvg_bits *divergent =
		&cvg_ana_uniform(planner->ana)->divergent_term;

	for (uint32_t i = 0; i < gather->nblocks; i++) {
		uint32_t b = gather->block[i], culprit;

		if (!cvg_bits_has(divergent, b) || joins[b] == CVG_NONE ||
		    joins[b] == planner->postdom->idom[b])
			continue;
		culprit = cvg_together_behind(planner, b, &joins[b], 1,
					      candidate->exit, budget);
		if (*budget <= 0)
			return false;
		if (culprit == CVG_NONE)
			continue;
		cvg_refuse_inst(planner->fn, candidate, culprit);
		return false;
	}
	return true;
}

/* Does a block of each arm have two ways out to different places? */
static bool joins_branches(const struct planner *planner,
			   const struct cvg_gather *gather, uint32_t stamp)
{
	bool joins[2] = {false, false};

	for (uint32_t i = 0; i < gather->nblocks; i++) {
		const struct cvg_block *b =
			&planner->fn->blocks[gather->block[i]];
		const uint32_t *succs = planner->fn->succs + b->succs_at;

		joins[i >= gather->arm[1]] |=
			b->nsuccs == 2 && succs[0] != succs[1] &&
			planner->mark[succs[0]] != stamp &&
			planner->mark[succs[1]] != stamp;
	}
	return joins[0] && joins[1];
}

/* The blocks and ways of arms while they are found. */
struct finding {
	struct planner *planner;
	const struct cvg_candidate *candidate;
	struct cvg_gather *gather;
	uint32_t stamp; /* marks blocks that one arm has */
	struct cvg_u32s blocks, sources, arms;
};

static void find_arm(struct finding *finding, uint32_t start)
{
	cvg_push(&finding->arms, (uint32_t)finding->blocks.n);
	walk_arm(finding->planner, finding->candidate, start, finding->stamp,
		 &finding->blocks);
}

/* Note the ways out of the blocks from the `first` one on. */
static bool find_ways(struct finding *finding, size_t first)
{
	for (size_t i = first; i < finding->blocks.n; i++)
		if (!add_ways(finding->planner, finding->gather,
			      finding->blocks.at[i], finding->stamp,
			      &finding->sources))
			return false;
	return true;
}

static bool find_branch(struct finding *finding, const uint32_t *succs)
{
	find_arm(finding, succs[0]);
	find_arm(finding, succs[1]);
	return add_ways(finding->planner, finding->gather,
			finding->candidate->entry, finding->stamp,
			&finding->sources) &&
	       find_ways(finding, 0);
}

/* Does the block only say that no thread comes here? */
static bool is_never(const struct cvg_fn *fn, uint32_t block)
{
	return fn->blocks[block].ninsts == 1 &&
	       cvg_block_terminator(fn, block)->op == CVG_OP_UNREACHABLE;
}

/* Arms of a switch whose ways cannot be gathered are left out. Its own edges to
 * shared blocks stay as they are: who takes them is in no arm. */
static void find_case(struct finding *finding, uint32_t start)
{
	struct cvg_gather before = *finding->gather;
	size_t nblocks = finding->blocks.n, nsources = finding->sources.n;

	if (finding->planner->mark[start] == finding->stamp ||
	    is_never(finding->planner->fn, start))
		return;
	find_arm(finding, start);
	if (finding->blocks.n > nblocks && find_ways(finding, nblocks))
		return;
	*finding->gather = before;
	finding->blocks.n = nblocks;
	finding->sources.n = nsources;
	finding->arms.n--;
}

static bool find_all(struct finding *finding)
{
	struct planner *planner = finding->planner;
	uint32_t entry = finding->candidate->entry;

	if (!is_switch(planner, entry))
		return find_branch(finding,
				   planner->fn->succs +
					   planner->fn->blocks[entry].succs_at);
	cvg_foreach_succ (planner->fn, entry, succ)
		find_case(finding, *succ);
	return true;
}

static void keep_found(struct finding *finding)
{
	struct cvg_gather *gather = finding->gather;

	gather->narms = (uint32_t)finding->arms.n;
	gather->nblocks = (uint32_t)finding->blocks.n;
	gather->nfrom = (uint32_t)finding->sources.n;
	cvg_push(&finding->arms, gather->nblocks);
	gather->arm = keep(finding->planner, &finding->arms);
	gather->block = keep(finding->planner, &finding->blocks);
	gather->from = keep(finding->planner, &finding->sources);
	gather->joins =
		!is_switch(finding->planner, gather->entry) &&
		joins_branches(finding->planner, gather, finding->stamp);
}

bool cvg_gather_find(struct planner *planner, struct cvg_candidate *candidate,
		     int64_t *budget, struct cvg_gather *out)
{
	struct finding finding = {.planner = planner,
				  .candidate = candidate,
				  .gather = out,
				  .stamp = planner_stamp(planner)};
	bool ok;

	*out = (struct cvg_gather){.entry = candidate->entry};
	ok = *budget > 0 && find_all(&finding);
	*budget -= (int64_t)finding.blocks.n;
	if (ok)
		keep_found(&finding);
	ok = ok && *budget > 0 && is_worth_it(out) &&
	     may_go_on(planner, candidate, out, budget) &&
	     keeps_joins(planner, candidate, out, budget);
	free(finding.blocks.at);
	free(finding.sources.at);
	free(finding.arms.at);
	return ok;
}

/* ---- what it saves ----------------------------------------------------- */

/* Does a way of the arm lead to the target? Of a branch, it may be E's own. */
static bool leads_to(struct planner *planner, const struct cvg_gather *gather,
		     uint32_t arm, uint32_t target)
{
	const struct cvg_block *entry = &planner->fn->blocks[gather->entry];

	if (!is_switch(planner, gather->entry) &&
	    planner->fn->succs[entry->succs_at + arm] == target)
		return true;
	for (uint32_t i = gather->arm[arm]; i < gather->arm[arm + 1]; i++)
		cvg_foreach_succ (planner->fn, gather->block[i], succ)
			if (*succ == target)
				return true;
	return false;
}

/* Do ways of several arms lead to the target? */
static bool is_shared(struct planner *planner, const struct cvg_gather *gather,
		      uint32_t target)
{
	uint32_t n = 0;

	for (uint32_t k = 0; k < gather->narms; k++)
		n += leads_to(planner, gather, k, target);
	return n > 1;
}

/* The share of E's warps that run the block once more than they need to. */
static double runs_again(const struct planner *planner,
			 const struct cvg_candidate *candidate, uint32_t block)
{
	const struct cvg_profile_block *measured =
		cvg_profile_at(planner->settings->profile, planner->fn, block);
	double runs = planner->guess.runs[block] /
		      planner->guess.runs[candidate->entry];

	if (measured && candidate->warps)
		runs = (double)measured->warps / (double)candidate->warps - 1;
	else
		runs *= candidate->both;
	return runs > 1 ? 1 : runs > 0 ? runs : 0;
}

int64_t cvg_gather_saves(struct planner *planner,
			 const struct cvg_candidate *candidate,
			 const struct cvg_gather *gather, int64_t *budget)
{
	const struct cvg_behind behind = behind_in(planner, budget);
	struct cvg_u32s found = {0};
	double sum = 0;

	for (uint32_t k = 0; k < gather->ntargets; k++)
		if (gather->target[k] < CVG_GATHER_RETURN &&
		    is_shared(planner, gather, gather->target[k]))
			cvg_behind_reach(&behind, gather->target[k],
					 candidate->exit, &found);
	/* Around a loop, it cannot be told which runs are which. */
	if (planner->mark[candidate->entry] == behind.stamp)
		found.n = 0;
	for (size_t i = 0; i < found.n; i++)
		sum += runs_again(planner, candidate, found.at[i]) *
		       (double)cvg_cost_block(planner->fn, found.at[i]);
	free(found.at);
	return (int64_t)sum;
}
