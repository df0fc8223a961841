/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which melds of a try are to blame that the counts of the function grew.
 * A block of the result knows the blocks that it was made from, and so the meld
 * that changed it; what a meld made of its blocks is compared with what they
 * were. A branch elsewhere that is divergent now is the meld's whose block is the
 * nearest on the way to the reason, as uniformity records it. If that is not
 * wanted, and where a meld made a branch uniform, the change is nobody's.
 *
 * Example: one meld turns B1, B2, B3 (100, 80 and 80 cycles) into B7 (130), which
 * cleanup joins with B4, its X (10). B7 was made from all four, so the meld's
 * count is 140 - 270 cycles.
 */
#include "blame.h"

#include "reconverge/analysis.h"
#include "reconverge/cost.h"
#include "reconverge/graph.h"
#include "reconverge/plan.h"

#include <stdlib.h>

uint32_t cvg_blame_group(const struct blame *blame, uint32_t meld)
{
	while (blame->group[meld] != meld)
		meld = blame->group[meld] = blame->group[blame->group[meld]];
	return meld;
}

static void join_groups(struct blame *blame, uint32_t a, uint32_t b)
{
	a = cvg_blame_group(blame, a);
	b = cvg_blame_group(blame, b);
	blame->group[a > b ? a : b] = a > b ? b : a;
}

static void own(struct blame *blame, uint32_t uid, uint32_t meld)
{
	while (blame->owner.n <= uid)
		cvg_push(&blame->owner, CVG_NONE);
	if (blame->owner.at[uid] == CVG_NONE)
		blame->owner.at[uid] = meld;
}

/* A meld owns its branch, the subgraphs that it melds and those of one block
 * between. */
static void own_candidate(struct blame *blame, const struct cvg_fn *fn,
			  const struct cvg_candidate *candidate, uint32_t meld)
{
	const struct cvg_gather *gather = candidate->gather;

	own(blame, fn->blocks[candidate->entry].uid, meld);
	for (uint32_t p = 0; p < candidate->nparts; p++)
		for (int arm = 0; arm < 2; arm++)
			for (uint32_t i = 0; i < candidate->part[p].narm[arm];
			     i++)
				own(blame,
				    fn->blocks[candidate->part[p].arm[arm][i]]
					    .uid,
				    meld);
	for (uint32_t i = 0; gather && i < gather->nblocks; i++)
		own(blame, fn->blocks[gather->block[i]].uid, meld);
	for (int arm = 0; arm < 2; arm++)
		for (uint32_t s = 0, p = 0; s < candidate->nchain[arm]; s++) {
			const struct cvg_subgraph *subgraph =
				&candidate->chain[arm][s];
			bool melded = p < candidate->npairs &&
				      candidate->pair[p].sub[arm] == s;

			p += melded;
			for (uint32_t k = 0;
			     (melded || subgraph->nblocks == 1) &&
			     k < subgraph->nblocks;
			     k++)
				own(blame, fn->blocks[subgraph->block[k]].uid,
				    meld);
		}
}

/* The k-th number by which the block is known: its origins, then its own. */
static uint32_t uid_of(const struct cvg_fn *fn, uint32_t b, uint32_t k)
{
	const struct cvg_block *block = &fn->blocks[b];

	return k < block->norigins ? fn->origins[block->origins_at + k]
				   : block->uid;
}

/* The meld that owns the block, or one that it was made from; CVG_NONE: no
 * meld does. Joins the groups of several. */
static uint32_t owner_of(struct blame *blame, const struct cvg_fn *fn,
			 uint32_t b)
{
	uint32_t found = CVG_NONE;

	for (uint32_t k = 0; k <= fn->blocks[b].norigins; k++) {
		uint32_t uid = uid_of(fn, b, k);
		uint32_t one =
			uid < blame->owner.n ? blame->owner.at[uid] : CVG_NONE;

		if (one != CVG_NONE && found != CVG_NONE)
			join_groups(blame, one, found);
		if (one != CVG_NONE)
			found = one;
	}
	return found;
}

/* What a block was made from belongs to its owner, too, such as an X that was
 * appended to the melded block before it. */
static void own_origins(struct blame *blame, const struct cvg_fn *fn,
			uint32_t b)
{
	uint32_t meld = owner_of(blame, fn, b);

	for (uint32_t k = 0; meld != CVG_NONE && k <= fn->blocks[b].norigins;
	     k++)
		own(blame, uid_of(fn, b, k), meld);
}

/* Add the counts of the blocks to those of their groups, `sign` times. */
static void add_counts(struct blame *blame, struct cvg_ana *ana, int sign)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_uniform *uniform = cvg_ana_uniform(ana);

	for (uint32_t b = 0; b < fn->nblocks; b++) {
		uint32_t meld = owner_of(blame, fn, b);
		struct delta *delta;

		if (meld == CVG_NONE)
			continue;
		delta = &blame->delta[cvg_blame_group(blame, meld)];
		delta->cycles += sign * (int64_t)cvg_cost_block(fn, b);
		delta->divergent +=
			sign * cvg_bits_has(&uniform->divergent_term, b);
	}
}

/* ---- branches elsewhere -------------------------------------------------- */

/* Note the numbers of the blocks that ended in divergent branches. */
static void list_divergent(struct cvg_ana *ana, struct cvg_bits *uids)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_uniform *uniform = cvg_ana_uniform(ana);
	uint32_t most = 0;

	for (uint32_t b = 0; b < fn->nblocks; b++)
		if (fn->blocks[b].uid > most)
			most = fn->blocks[b].uid;
	cvg_bits_init(uids, most + 1);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		if (cvg_bits_has(&uniform->divergent_term, b))
			cvg_bits_add(uids, fn->blocks[b].uid);
}

static bool has_any_uid(const struct cvg_bits *uids, const struct cvg_fn *fn,
			uint32_t b)
{
	for (uint32_t k = 0; k <= fn->blocks[b].norigins; k++)
		if (uid_of(fn, b, k) < uids->nbits &&
		    cvg_bits_has(uids, uid_of(fn, b, k)))
			return true;
	return false;
}

/* The block of the value, or of the terminator, because of which v is divergent;
 * *next is that value. CVG_NONE: v is divergent by itself. */
static uint32_t reason_of(const struct cvg_fn *fn,
			  const struct cvg_uniform *uniform, uint32_t v,
			  uint32_t *next)
{
	uint32_t because = uniform->because[v], inst;

	if (because == CVG_NONE)
		return CVG_NONE;
	if (uniform->cause[v] != CVG_CAUSE_OPERAND) {
		*next = cvg_inst_value(fn, cvg_block_last(fn, because));
		return because;
	}
	*next = because;
	inst = cvg_value_inst(fn, because);
	return inst == CVG_NONE ? CVG_NONE : fn->insts[inst].block;
}

/* The meld whose block is the nearest one on the way to why the branch at the
 * end of block b is divergent; CVG_NONE: there is none. */
static uint32_t meld_behind(struct blame *blame, struct cvg_ana *ana,
			    uint32_t b)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_uniform *uniform = cvg_ana_uniform(ana);
	uint32_t v = cvg_inst_value(fn, cvg_block_last(fn, b));
	uint32_t meld = CVG_NONE;

	while (meld == CVG_NONE) {
		b = reason_of(fn, uniform, v, &v);
		if (b == CVG_NONE)
			break;
		meld = owner_of(blame, fn, b);
	}
	return meld;
}

/* A branch of no meld may have become divergent because of one. */
static void add_branches(struct blame *blame, struct cvg_ana *before,
			 struct cvg_ana *after)
{
	const struct cvg_fn *fn = cvg_ana_fn(after);
	const struct cvg_uniform *uniform = cvg_ana_uniform(after);
	struct cvg_bits was;

	list_divergent(before, &was);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		uint32_t meld;

		if (!cvg_bits_has(&uniform->divergent_term, b) ||
		    owner_of(blame, fn, b) != CVG_NONE ||
		    has_any_uid(&was, fn, b))
			continue;
		meld = meld_behind(blame, after, b);
		if (meld != CVG_NONE)
			blame->delta[cvg_blame_group(blame, meld)].divergent++;
	}
	cvg_bits_done(&was);
}

/* ---- all ------------------------------------------------------------------ */

void cvg_blame_find(struct blame *blame, const struct cvg_plan *plan,
		    const uint32_t *which, uint32_t n, bool elsewhere,
		    struct cvg_ana *before, struct cvg_ana *after)
{
	*blame = (struct blame){.group = cvg_calloc(n, sizeof *blame->group),
				.delta = cvg_calloc(n, sizeof *blame->delta)};
	for (uint32_t i = 0; i < n; i++) {
		blame->group[i] = i;
		own_candidate(blame, plan->fn, &plan->at[which[i]], i);
	}
	/* Groups first: what is added stays with the group's first. The second
	 * time finds what the first time gave to a later block. */
	for (int times = 0; times < 2; times++)
		for (uint32_t b = 0; b < cvg_ana_fn(after)->nblocks; b++)
			own_origins(blame, cvg_ana_fn(after), b);
	add_counts(blame, before, -1);
	add_counts(blame, after, 1);
	if (elsewhere)
		add_branches(blame, before, after);
}

bool cvg_is_to_blame(const struct blame *blame, uint32_t meld)
{
	const struct delta *delta = &blame->delta[cvg_blame_group(blame, meld)];

	return delta->cycles > 0 || delta->divergent > 0 ||
	       (delta->cycles == 0 && delta->divergent == 0);
}

void cvg_blame_done(struct blame *blame)
{
	free(blame->owner.at);
	free(blame->group);
	free(blame->delta);
}

/* ---- what is not tried again ------------------------------------------- */

/* The pairs of the candidate, or of the one part of a switch. */
static void note_pairs(const struct cvg_fn *fn,
		       const struct cvg_candidate *candidate,
		       struct cvg_u32s *lost)
{
	const struct cvg_block *b = fn->blocks;

	for (uint32_t k = 0; k < candidate->npairs; k++) {
		const uint32_t *sub = candidate->pair[k].sub;

		cvg_push(lost, b[candidate->entry].uid);
		for (int arm = 0; arm < 2; arm++)
			cvg_push(lost,
				 b[candidate->chain[arm][sub[arm]].entry].uid);
	}
}

void cvg_blame_note_lost(const struct cvg_fn *fn,
			 const struct cvg_candidate *candidate,
			 struct cvg_u32s *lost)
{
	/* No subgraph starts at E: it is the gathering that is meant, or all
	 * parts of a switch together. */
	if (candidate->nparts == 1 ||
	    (!candidate->gather && !candidate->nparts)) {
		note_pairs(fn, candidate, lost);
		return;
	}
	for (int k = 0; k < 3; k++)
		cvg_push(lost, fn->blocks[candidate->entry].uid);
}
