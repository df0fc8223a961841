/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which regions are melded in one step: none of them may change a block that
 * another melds.
 *
 * Example: E and its arms a, b hold a region with the arms c, d in a. If a is
 * melded as a whole, its blocks are replaced, and the inner region waits for the
 * next step; if only what follows it is melded, both are done.
 */
#include "meld_claims.h"
#include "meld.h"

#include "reconverge/graph.h"

#include <stdlib.h>

/* The claims that another region may not make on a block besides. */
static unsigned excluded_by(enum cvg_claim_kind kind)
{
	switch (kind) {
	case CVG_CLAIM_REPLACED:
		return CVG_CLAIM_REPLACED | CVG_CLAIM_JOINED |
		       CVG_CLAIM_CHANGED | CVG_CLAIM_EXIT;
	case CVG_CLAIM_JOINED:
		return CVG_CLAIM_REPLACED | CVG_CLAIM_JOINED |
		       CVG_CLAIM_CHANGED;
	case CVG_CLAIM_CHANGED:
		return CVG_CLAIM_REPLACED | CVG_CLAIM_JOINED;
	case CVG_CLAIM_EXIT:
		return CVG_CLAIM_REPLACED;
	}
	return 0;
}

static void claim(struct cvg_claims *out, uint32_t block,
		  enum cvg_claim_kind kind)
{
	struct cvg_claim made = {block, kind};

	cvg_push(out, made);
}

/* `is_first`: nothing but E and melded subgraphs stand before the subgraph. */
static void claim_melded(const struct cvg_candidate *candidate,
			 const struct cvg_subgraph *subgraph, bool is_first,
			 struct cvg_claims *out)
{
	for (uint32_t k = 0; k < subgraph->nblocks; k++)
		claim(out, subgraph->block[k],
		      subgraph->block[k] == subgraph->entry && !is_first
			      ? CVG_CLAIM_JOINED
			      : CVG_CLAIM_REPLACED);
	if (subgraph->joint != CVG_NONE)
		claim(out, subgraph->joint, CVG_CLAIM_REPLACED);
	if (subgraph->next != candidate->exit)
		claim(out, subgraph->next, CVG_CLAIM_CHANGED);
}

/* A subgraph of one block may be run for both sides. */
static void claim_left(const struct cvg_subgraph *subgraph,
		       struct cvg_claims *out)
{
	if (subgraph->nblocks == 1)
		claim(out, subgraph->entry, CVG_CLAIM_REPLACED);
	if (subgraph->joint != CVG_NONE)
		claim(out, subgraph->joint, CVG_CLAIM_CHANGED);
}

/* The candidate's ways out are gathered before: it is the only one that melds
 * what it looks at. */
static void claim_gathered(const struct cvg_candidate *candidate,
			   struct cvg_claims *out)
{
	const struct cvg_gather *gather = candidate->gather;

	claim(out, candidate->entry, CVG_CLAIM_CHANGED);
	for (uint32_t i = 0; i < gather->nblocks; i++)
		claim(out, gather->block[i], CVG_CLAIM_REPLACED);
	for (int arm = 0; arm < 2; arm++)
		for (uint32_t i = 0; i < candidate->narm[arm]; i++)
			claim(out, candidate->arm[arm][i], CVG_CLAIM_REPLACED);
	for (uint32_t k = 0; k < gather->ntargets; k++)
		if (gather->target[k] < CVG_GATHER_RETURN)
			claim(out, gather->target[k], CVG_CLAIM_CHANGED);
	if (candidate->exit != CVG_NONE)
		claim(out, candidate->exit, CVG_CLAIM_EXIT);
}

/* The arms of a switch get branches of their own before, so that the places
 * where they meet are reached from other blocks. */
static void claim_parts(const struct cvg_candidate *candidate,
			struct cvg_claims *out)
{
	claim(out, candidate->entry, CVG_CLAIM_CHANGED);
	for (uint32_t p = 0; p < candidate->nparts; p++) {
		const struct cvg_candidate *part = &candidate->part[p];

		for (int arm = 0; arm < 2; arm++)
			for (uint32_t i = 0; i < part->narm[arm]; i++)
				claim(out, part->arm[arm][i],
				      CVG_CLAIM_REPLACED);
		if (part->exit != CVG_NONE)
			claim(out, part->exit, CVG_CLAIM_EXIT);
	}
}

void cvg_claims_of(const struct cvg_candidate *candidate,
		   struct cvg_claims *out)
{
	out->n = 0;
	if (candidate->gather)
		claim_gathered(candidate, out);
	if (candidate->nparts)
		claim_parts(candidate, out);
	if (candidate->gather || candidate->nparts)
		return;
	claim(out, candidate->entry, CVG_CLAIM_CHANGED);
	claim(out, candidate->exit, CVG_CLAIM_EXIT);
	for (uint32_t k = 0; k < candidate->nhollow; k++)
		claim(out, candidate->hollow[k], CVG_CLAIM_REPLACED);
	for (int arm = 0; arm < 2; arm++)
		for (uint32_t s = 0, p = 0, from = 0;
		     s < candidate->nchain[arm]; s++) {
			const struct cvg_subgraph *subgraph =
				&candidate->chain[arm][s];

			if (p == candidate->npairs ||
			    candidate->pair[p].sub[arm] != s) {
				claim_left(subgraph, out);
				continue;
			}
			claim_melded(candidate, subgraph, s == from, out);
			p++;
			from = s + 1;
		}
}

static bool can_claim(const struct cvg_claims *claims, const uint8_t *taken)
{
	for (size_t i = 0; i < claims->n; i++)
		if (taken[claims->at[i].block] &
		    excluded_by(claims->at[i].kind))
			return false;
	return true;
}

/* Append candidates that can be melded in one go: those for which the code is to
 * be changed first, or the others. */
static void choose(const struct cvg_plan *plan, enum cvg_order_by order,
		   bool changes, struct cvg_u32s *out)
{
	uint8_t *taken = cvg_calloc(plan->fn->nblocks, 1);
	struct cvg_claims claims = {0};

	for (uint32_t i = 0; i < plan->n; i++) {
		uint32_t k = order == CVG_ORDER_PROFIT ? plan->by_profit[i] : i;

		if (plan->at[k].refusal != CVG_REFUSE_NONE ||
		    (plan->at[k].gather || plan->at[k].nparts) != changes)
			continue;
		cvg_claims_of(&plan->at[k], &claims);
		if (!can_claim(&claims, taken))
			continue;
		for (size_t c = 0; c < claims.n; c++)
			taken[claims.at[c].block] |= (uint8_t)claims.at[c].kind;
		cvg_push(out, k);
	}
	free(claims.at);
	free(taken);
}

void cvg_meld_choose(const struct cvg_plan *plan, enum cvg_order_by order,
		     struct cvg_u32s *out)
{
	choose(plan, order, false, out);
	if (!out->n)
		choose(plan, order, true, out);
}
