/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Region replication: where a single block is placed in a copy of a region
 * (DARM, section IV-B, case 2). A simple path through the region must lead past
 * that place. Whether a pair is meldable is asked of the block that shares most
 * with the single block, as in the paper. MP_B counts instructions of a kind
 * and does not see whether they align; so once the pair is chosen, the places
 * whose MP_S is above the threshold are priced as they would be melded, and the
 * best of them is taken.
 *
 * A region much longer than the block is not searched: the two cannot share more
 * than all of the block, and MP_S of that is below the threshold as soon as
 * enough of the region was added up. So a block costs no more against a nest
 * of branches than against the outermost of them.
 *
 * Example: one block a multiplies and stores; in the region p, r the block r
 * does, too, at the true side of p. So a is placed at r, and all threads of a's
 * arm are forced to take the true edge of p. If a costs 40 cycles, and the
 * threshold is 0.1, then the search ends where a and the region's blocks so far
 * cost more than 400 cycles. If p adds the constant 1 to a value, r adds -1 to
 * another one, and so does a, then p and r share as many cycles with a, but only
 * at r no select is needed.
 */
#include "plan.h"
#include "refuse.h"

#include <stdlib.h>

enum {
	MOST_PLACES = 16 /* of which the price is computed */
};

/*
 * The shortest path from `from` to the block `to` through blocks marked
 * `inside`, or to any block with an edge out of these if `to` is CVG_NONE.
 * Breadth first: marks what it reaches as `seen`, and notes in twin[] the block
 * before it. Returns the last block of the path, or CVG_NONE.
 */
static uint32_t shortest(struct planner *planner, uint32_t from, uint32_t to,
			 uint32_t inside, uint32_t seen)
{
	struct cvg_u32s queue = {0};
	uint32_t end = CVG_NONE;

	cvg_push(&queue, from);
	planner->mark[from] = seen;
	for (size_t i = 0; i < queue.n && end == CVG_NONE; i++) {
		uint32_t b = queue.at[i];

		if (b == to) {
			end = b;
			break;
		}
		cvg_foreach_succ (planner->fn, b, succ) {
			if (planner->mark[*succ] == inside) {
				planner->mark[*succ] = seen;
				planner->twin[*succ] = b;
				cvg_push(&queue, *succ);
			} else if (to == CVG_NONE &&
				   planner->mark[*succ] != seen) {
				end = b; /* this edge leaves */
			}
		}
	}
	free(queue.at);
	return end;
}

/* Which successor of b leads to the block `to`, or out of the subgraph if `to`
 * is CVG_NONE. */
static uint32_t successor_to(const struct cvg_fn *fn,
			     const struct cvg_subgraph *subgraph, uint32_t b,
			     uint32_t to)
{
	uint32_t out =
		subgraph->joint != CVG_NONE ? subgraph->joint : subgraph->next;
	uint32_t k = 0;

	cvg_foreach_succ (fn, b, succ) {
		if (*succ == (to == CVG_NONE ? out : to))
			return k;
		k++;
	}
	return CVG_NONE;
}

/* Note in forced[] the path that twin[] leads back from `end` to `from`. `next`:
 * what follows `end`, CVG_NONE: a block outside. */
static void force_path(struct planner *planner,
		       const struct cvg_subgraph *subgraph, uint32_t from,
		       uint32_t end, uint32_t next, uint32_t *forced)
{
	uint32_t b = end;

	for (;;) {
		forced[b] = successor_to(planner->fn, subgraph, b, next);
		if (b == from)
			return;
		next = b;
		b = planner->twin[b];
	}
}

/*
 * Find a simple path from the entry over `place` out of the subgraph, and note
 * in planner->forced the successor to take in each block, CVG_NONE off the
 * path. False if there is none.
 */
static bool path_through(struct planner *planner,
			 const struct cvg_subgraph *subgraph, uint32_t place)
{
	uint32_t *forced = planner->forced;
	uint32_t inside = planner_stamp(planner), seen = planner_stamp(planner);
	uint32_t end, b;

	cvg_stamp_inside(planner, subgraph, inside);
	for (uint32_t k = 0; k < subgraph->nblocks; k++)
		forced[subgraph->block[k]] = CVG_NONE;
	if (shortest(planner, subgraph->entry, place, inside, seen) == CVG_NONE)
		return false;
	if (place != subgraph->entry)
		force_path(planner, subgraph, subgraph->entry,
			   planner->twin[place], place, forced);
	/* The second half may use blocks that the first does not. */
	inside = planner_stamp(planner);
	for (uint32_t k = 0; k < subgraph->nblocks; k++) {
		b = subgraph->block[k];
		planner->mark[b] = forced[b] == CVG_NONE ? inside : seen;
		planner->twin[b] = forced[b] == CVG_NONE ? CVG_NONE : b;
	}
	end = shortest(planner, place, CVG_NONE, inside, seen);
	if (end == CVG_NONE)
		return false;
	force_path(planner, subgraph, place, end, CVG_NONE, forced);
	return true;
}

/* Can every branch on the path be forced? A switch is forced to its default by
 * a value that no case has, and there may be none. */
static bool can_force(const struct planner *planner,
		      const struct cvg_subgraph *subgraph)
{
	for (uint32_t k = 0; k < subgraph->nblocks; k++) {
		uint32_t b = subgraph->block[k];
		const struct cvg_inst *term =
			cvg_block_terminator(planner->fn, b);
		uint32_t bits;

		if (term->op != CVG_OP_SWITCH || planner->forced[b] != 0)
			continue;
		bits = planner->fn
			       ->types[planner->fn
					       ->values[planner->fn->ops
								[term->ops_at]]
					       .type]
			       .bits;
		if (bits < 32 &&
		    planner->fn->blocks[b].nsuccs - 1 >= UINT32_C(1) << bits)
			return false;
	}
	return true;
}

static void keep_replica(struct planner *planner, int arm,
			 const struct cvg_subgraph *one,
			 const struct cvg_subgraph *many, uint32_t place,
			 struct cvg_meldpair *out)
{
	out->replica = arm;
	out->nbp = many->nblocks;
	out->bp =
		cvg_arena_array(planner->arena, struct cvg_blockpair, out->nbp);
	for (uint32_t k = 0; k < out->nbp; k++) {
		struct cvg_blockpair *block_pair = &out->bp[k];
		uint32_t b = many->block[k];

		block_pair->block[arm] = b == place ? one->entry : CVG_NONE;
		block_pair->block[!arm] = b;
		block_pair->forced = planner->forced[b];
	}
}

/* ---- places ---------------------------------------------------------- */

/* A block of the region, and the cycles that the single block has in common
 * with it. */
struct place {
	uint64_t common;
	uint32_t block, at; /* and its index in the region */
};

/* The most in common first, then in the order of the region. */
static int by_common(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->common != y->common)
		return x->common > y->common ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

/* The places that have something in common with the block, best first. Returns
 * their number; the caller frees *out. */
static uint32_t places_of(struct planner *planner,
			  const struct cvg_subgraph *one,
			  const struct cvg_subgraph *many, struct place **out)
{
	const struct cvg_mix *mix = cvg_planner_mix(planner, one->entry);
	struct place *place = cvg_calloc(many->nblocks, sizeof(*place));
	uint32_t n = 0;

	for (uint32_t k = 0; k < many->nblocks; k++) {
		uint32_t b = many->block[k];
		uint64_t common =
			cvg_mix_common(mix, cvg_planner_mix(planner, b));

		if (common)
			place[n++] = (struct place){common, b, k};
	}
	qsort(place, n, sizeof(*place), by_common);
	*out = place;
	return n;
}

/* Cycles of the single block and of the region. */
static uint64_t cycles_of(struct planner *planner,
			  const struct cvg_subgraph *one,
			  const struct cvg_subgraph *many)
{
	uint64_t sum = cvg_planner_mix(planner, one->entry)->latency;

	for (uint32_t k = 0; k < many->nblocks; k++)
		sum += cvg_planner_mix(planner, many->block[k])->latency;
	return sum;
}

/* Would an operation come into a cycle that does not make its token? There LLVM lets
 * only the heart of a loop use the token. */
static bool strands_token(struct planner *planner, uint32_t from, uint32_t to)
{
	const struct cvg_fn *fn = planner->fn;
	const struct cvg_block *block = &fn->blocks[from];
	const struct cvg_cycles *cycles = cvg_ana_cycles(planner->ana);
	uint32_t cycle = cycles->innermost[to];

	if (cycle == CVG_NONE || cvg_cycle_has(cycles, cycle, from))
		return false;
	for (uint32_t i = 0; i < block->ninsts; i++) {
		uint32_t token = cvg_token_of(fn, block->inst_at + i);

		if (token != CVG_NONE && fn->insts[token].block != from)
			return true;
	}
	return false;
}

/* May the single block be placed there? If so, planner->forced has the path. */
static enum cvg_refusal refusal_of(struct planner *planner,
				   const struct cvg_subgraph *one,
				   const struct cvg_subgraph *many,
				   uint32_t block)
{
	if (strands_token(planner, one->entry, block))
		return CVG_REFUSE_REPLICA_TOKEN;
	return path_through(planner, many, block) && can_force(planner, many)
		       ? CVG_REFUSE_NONE
		       : CVG_REFUSE_REPLICA_PATH;
}

/* Would MP_S be below the threshold even if the single block were in the region
 * as it is? */
static bool is_too_long(struct planner *planner, const struct cvg_subgraph *one,
			const struct cvg_subgraph *many)
{
	double threshold = cvg_set_real(planner->settings, CVG_SET_THRESHOLD);
	uint64_t most = cvg_planner_mix(planner, one->entry)->latency;
	uint64_t sum = most;

	for (uint32_t k = 0; most && k < many->nblocks; k++) {
		sum += cvg_planner_mix(planner, many->block[k])->latency;
		if ((double)most / (double)sum < threshold)
			return true;
	}
	return false;
}

enum cvg_refusal cvg_match_replica(struct planner *planner, int arm,
				   const struct cvg_subgraph *one,
				   const struct cvg_subgraph *many,
				   struct cvg_meldpair *out)
{
	enum cvg_refusal reason = CVG_REFUSE_NOTHING_ALIGNS;
	struct place *place;
	uint32_t n;

	if (is_too_long(planner, one, many))
		return CVG_REFUSE_THRESHOLD;
	n = places_of(planner, one, many, &place);
	for (uint32_t k = 0; k < n && reason != CVG_REFUSE_NONE; k++) {
		reason = refusal_of(planner, one, many, place[k].block);
		if (reason == CVG_REFUSE_NONE)
			keep_replica(planner, arm, one, many, place[k].block,
				     out);
	}
	free(place);
	return reason;
}

/* What melding brings with the single block at that place, less seams, in
 * cycles; INT64_MIN if no two instructions align. */
static int64_t worth_of(struct planner *planner,
			const struct cvg_candidate *candidate,
			const struct cvg_meldpair *pair, uint32_t block)
{
	struct cvg_arena *arena = planner->arena, scratch = {0};
	struct cvg_meldpair trial = *pair;
	int arm = pair->replica;

	planner->arena = &scratch;
	keep_replica(planner, arm, &candidate->chain[arm][pair->sub[arm]],
		     &candidate->chain[!arm][pair->sub[!arm]], block, &trial);
	cvg_price_pair(planner, candidate, &trial);
	planner->arena = arena;
	cvg_arena_done(&scratch);
	return trial.aligned ? trial.saved - trial.selects - trial.branches
			     : INT64_MIN;
}

bool cvg_replica_settle(struct planner *planner,
			const struct cvg_candidate *candidate,
			struct cvg_meldpair *pair)
{
	int arm = pair->replica;
	const struct cvg_subgraph *one = &candidate->chain[arm][pair->sub[arm]];
	const struct cvg_subgraph *many =
		&candidate->chain[!arm][pair->sub[!arm]];
	double least = cvg_set_real(planner->settings, CVG_SET_THRESHOLD) *
		       (double)cycles_of(planner, one, many);
	uint32_t best = CVG_NONE, n, tried = 0;
	int64_t most = INT64_MIN;
	struct place *place;

	n = places_of(planner, one, many, &place);
	for (uint32_t k = 0; n > 1 && k < n && tried < MOST_PLACES &&
			     (double)place[k].common >= least;
	     k++) {
		int64_t worth;

		if (refusal_of(planner, one, many, place[k].block) !=
		    CVG_REFUSE_NONE)
			continue;
		tried++;
		worth = worth_of(planner, candidate, pair, place[k].block);
		if (worth <= most)
			continue;
		most = worth;
		best = place[k].block;
	}
	free(place);
	if (best == CVG_NONE)
		return false;
	/* The path to it was overwritten by that to the last place tried. */
	path_through(planner, many, best);
	keep_replica(planner, arm, one, many, best, pair);
	return true;
}
