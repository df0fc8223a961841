/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Why a nest of loops cannot be flattened: an instruction that no plan may
 * move, an edge that cannot be led elsewhere, a cycle in it that is no loop, or
 * a convergent operation behind ways out that lead to several places.
 *
 * Example of the last: the nest of h, k and l, whose inner loop is k, is left
 * from h to b, which holds a barrier, and from l to x.
 *
 *	h <-+	Both ways out meet at x. Threads that leave from h in different
 *	|\  |	rounds come to b one after another now, and together once the
 *	k b |	loops are one: the barrier would notice, so the nest is refused.
 *	| | |	A barrier in x is no reason: all threads wait for it either way.
 *	l-|-+
 *	| |
 *	 x
 */
#include "flat.h"
#include "refuse.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

#include <stdlib.h>

/* Returns false. */
static bool blame(struct flatfault *fault, enum cvg_refusal reason,
		  uint32_t block, uint32_t inst)
{
	*fault = (struct flatfault){reason, inst, block};
	return false;
}

/* Can all edges into the block be led elsewhere, and does none come from a block
 * that never runs? */
static bool preds_are_plain(const struct flatfaults *faults,
			    struct flatfault *fault, uint32_t b)
{
	const struct cvg_order *order = cvg_ana_order(faults->ana);

	cvg_foreach_pred (faults->fn, b, pred) {
		enum cvg_op op = cvg_block_terminator(faults->fn, *pred)->op;

		if (order->place[*pred] == CVG_NONE)
			return blame(fault, CVG_REFUSE_UNREACHABLE, *pred,
				     CVG_NONE);
		if (op != CVG_OP_BR && op != CVG_OP_CONDBR &&
		    op != CVG_OP_SWITCH)
			return blame(fault, CVG_REFUSE_EXOTIC, *pred,
				     cvg_block_last(faults->fn, *pred));
	}
	return true;
}

static bool block_is_plain(const struct flatfaults *faults,
			   struct flatfault *fault, uint32_t b)
{
	const struct cvg_block *block = &faults->fn->blocks[b];

	for (uint32_t i = 0; i < block->ninsts; i++) {
		uint32_t inst = block->inst_at + i;
		enum cvg_refusal reason = cvg_inst_refusal(
			&faults->fn->insts[inst], CVG_REFUSE_FLAT_CONVERGENT);

		if (reason != CVG_REFUSE_NONE &&
		    !cvg_keeps_token(faults->fn, inst))
			return blame(fault, reason, b, inst);
	}
	return preds_are_plain(faults, fault, b);
}

uint32_t cvg_flat_cycle_of(const struct cvg_cycles *cycles, uint32_t header)
{
	uint32_t cycle = cycles->innermost[header];

	while (cycle != CVG_NONE && cycles->cycle[cycle].header != header)
		cycle = cycles->cycle[cycle].parent;
	return cycle;
}

bool cvg_flat_is_reducible(const struct flatfaults *faults, uint32_t loop)
{
	const struct cvg_loop *it = &faults->loops->loop[loop];
	uint32_t cycle = cvg_flat_cycle_of(faults->cycles, it->header), last;

	if (cycle == CVG_NONE)
		return false;
	last = faults->cycles->cycle[cycle].last;
	return last - cycle == it->last - loop &&
	       faults->irreducible[last + 1] == faults->irreducible[cycle];
}

static void count_irreducible(struct flatfaults *faults)
{
	for (uint32_t c = 0; c < faults->cycles->n; c++)
		faults->irreducible[c + 1] =
			faults->irreducible[c] +
			!faults->cycles->cycle[c].reducible;
}

static void find_faults(struct flatfaults *faults)
{
	const struct cvg_order *order = cvg_ana_order(faults->ana);

	for (uint32_t k = 0; k < order->n; k++) {
		uint32_t b = order->block[k];
		uint32_t loop = faults->loops->innermost[b];

		if (loop != CVG_NONE &&
		    faults->of[loop].refusal == CVG_REFUSE_NONE)
			block_is_plain(faults, &faults->of[loop], b);
	}
}

/*
 * Ways out of a loop to several places. After flattening, threads that left in
 * different rounds are together on them, which a convergent operation there
 * would notice.
 */
struct ways {
	const struct flatfaults *faults;
	struct cvg_u32s queue; /* blocks behind the loop */
	uint32_t join;	       /* where all ways out meet, or CVG_NONE */
	uint32_t nexits;       /* edges out, several to one block in a row
				  count once */
};

static void visit(struct ways *ways, uint32_t b)
{
	if (b == ways->join || ways->faults->seen_by[b] == ways->faults->walk)
		return;
	ways->faults->seen_by[b] = ways->faults->walk;
	cvg_push(&ways->queue, b);
}

static void find_ways_out(struct ways *ways, uint32_t loop)
{
	const struct flatfaults *faults = ways->faults;
	const struct cvg_loop *it = &faults->loops->loop[loop];
	uint32_t one = CVG_NONE;

	for (uint32_t k = 0; k < it->nblocks; k++) {
		uint32_t b = faults->loops->blocks[it->blocks_at + k];

		if (!cvg_loop_leaves(faults->loops, loop, b))
			continue;
		cvg_foreach_succ (faults->fn, b, s) {
			if (cvg_loop_has(faults->loops, loop, *s) || *s == one)
				continue;
			ways->join =
				one == CVG_NONE
					? *s
					: cvg_dom_common(
						  cvg_ana_postdom(faults->ana),
						  ways->join, *s);
			one = *s;
			ways->nexits++;
			cvg_push(&ways->queue, *s);
		}
	}
}

bool cvg_flat_leaves_plainly(struct flatfaults *faults, uint32_t loop)
{
	struct ways ways = {.faults = faults, .join = CVG_NONE};
	bool ok = true;
	size_t n;

	if (!faults->has_convergent)
		return true;
	faults->walk++;
	find_ways_out(&ways, loop);
	n = ways.queue.n;
	for (size_t k = 0; k < n; k++) /* the ways out, each once */
		visit(&ways, ways.queue.at[k]);
	for (size_t k = n; ok && ways.nexits > 1 && k < ways.queue.n; k++) {
		uint32_t b = ways.queue.at[k];

		if (faults->convergent_at[b] != CVG_NONE)
			ok = blame(&faults->of[loop],
				   CVG_REFUSE_FLAT_CONVERGENT, b,
				   faults->convergent_at[b]);
		cvg_foreach_succ (faults->fn, b, s)
			visit(&ways, *s);
	}
	free(ways.queue.at);
	return ok;
}

static void find_convergent(struct flatfaults *faults)
{
	for (uint32_t b = 0; b < faults->fn->nblocks; b++) {
		const struct cvg_block *block = &faults->fn->blocks[b];

		faults->convergent_at[b] = CVG_NONE;
		for (uint32_t i = 0; i < block->ninsts; i++)
			if (faults->fn->insts[block->inst_at + i].flags &
			    CVG_I_CONVERGENT)
				faults->convergent_at[b] = block->inst_at + i;
		faults->has_convergent |= faults->convergent_at[b] != CVG_NONE;
	}
}

/* A loop that cannot be flattened is no part of a nest that can. */
static void spread_faults(struct flatfaults *faults)
{
	for (uint32_t loop = faults->loops->n; loop-- > 0;) {
		uint32_t outer = faults->loops->loop[loop].parent;

		if (outer != CVG_NONE &&
		    faults->of[loop].refusal != CVG_REFUSE_NONE &&
		    faults->of[outer].refusal == CVG_REFUSE_NONE)
			faults->of[outer] = faults->of[loop];
	}
}

void cvg_flat_faults_init(struct flatfaults *faults, struct cvg_ana *ana)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);

	*faults = (struct flatfaults){.ana = ana,
				      .fn = fn,
				      .loops = cvg_ana_loops(ana),
				      .cycles = cvg_ana_cycles(ana)};
	faults->of = cvg_calloc(faults->loops->n + 1, sizeof *faults->of);
	faults->irreducible =
		cvg_calloc(faults->cycles->n + 1, sizeof *faults->irreducible);
	faults->convergent_at =
		cvg_calloc(fn->nblocks, sizeof *faults->convergent_at);
	faults->seen_by = cvg_calloc(fn->nblocks, sizeof *faults->seen_by);
	find_convergent(faults);
	count_irreducible(faults);
	find_faults(faults);
	spread_faults(faults);
}

void cvg_flat_faults_done(struct flatfaults *faults)
{
	free(faults->of);
	free(faults->irreducible);
	free(faults->convergent_at);
	free(faults->seen_by);
}
