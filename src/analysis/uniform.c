/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Uniformity: which values are the same in all threads of a warp that compute
 * them together, and which branches split the threads. Gives what LLVM's
 * UniformityAnalysis gives, value by value, unless callers are known. The rules:
 *
 *   - a value that the target's rules call divergent or uniform is so
 *     (uniform_seed.c); an argument is uniform, too, if every caller is known
 *     and passes a uniform value (src/session/callers.c);
 *   - an instruction with a divergent operand is divergent;
 *   - a divergent branch makes the phis divergent where its threads meet again,
 *     and it makes those cycles divergent that its threads leave in different
 *     rounds (uniform_sync.c);
 *   - a value computed in such a cycle is divergent where it is used outside;
 *   - an irreducible cycle in which threads of a divergent branch meet is given
 *     up: all values that it computes are divergent.
 *
 * The work list is a queue, so that each divergent value is found on a shortest
 * way from a source; cause[] and because[] record that way.
 *
 *	e: t = call llvm.amdgcn.workitem.id.x; e -> h
 *	h: i = phi e:0 h:k; h: k = add i 1; h: c = icmp slt k t; h ? c -> h x
 *	x: y = add k 1; x ret y
 *
 * t is a source, c has it as an operand, and the branch on c is divergent. i
 * and k are uniform: all threads that are still in the loop have the same. y is
 * divergent, because threads leave the loop with different k.
 *
 * One answer of LLVM changes from run to run: it ignores a cycle left in
 * different rounds if it has given that cycle up before, and which happens
 * first depends on addresses. Only values that are always uniform, in such a
 * cycle, are affected; here their uses outside are divergent in any case.
 */
#include "ana.h"
#include "escape.h"
#include "sync_order.h"
#include "uniform.h"

#include "reconverge/graph.h"

#include <stdlib.h>

struct run {
	const struct cvg_fn *fn;
	const struct cvg_order *order;
	const struct cvg_cycles *cs;
	const struct cvg_dom *dom;
	const struct cvg_bits *passed; /* arguments uniform by all callers */
	struct cvg_uniform *u;
	struct cvg_sync *sync;
	struct cvg_escapes escapes;
	struct cvg_bits
		uniform; /* [ninsts] uniform whatever the operands are */
	struct cvg_bits given_up; /* [cycles] given up, or inside such a one */
	struct cvg_bits joined;	  /* [nblocks] mark_phis has been called */
	struct cvg_u32s queue;	  /* instructions found divergent, in order */
};

/* ---- marking ------------------------------------------------------------ */

/* Make an instruction divergent, unless it is always uniform. */
static void mark(struct run *run, uint32_t inst, enum cvg_cause cause,
		 uint32_t because)
{
	uint32_t v = cvg_inst_value(run->fn, inst);
	uint32_t b = run->fn->insts[inst].block;

	if (cvg_bits_has(&run->uniform, inst) ||
	    cvg_bits_has(&run->u->divergent, v))
		return;
	cvg_bits_add(&run->u->divergent, v);
	run->u->cause[v] = (uint8_t)cause;
	run->u->because[v] = because;
	cvg_push(&run->queue, inst);
	if (inst == cvg_block_last(run->fn, b) &&
	    run->fn->blocks[b].nsuccs > 1) {
		cvg_bits_add(&run->u->divergent_term, b);
		run->u->nbranches++;
	}
}

static void mark_users(struct run *run, uint32_t v)
{
	const struct cvg_fn *fn = run->fn;

	for (uint32_t k = fn->value_users_at[v]; k < fn->value_users_at[v + 1];
	     k++)
		mark(run, fn->users[k], CVG_CAUSE_OPERAND, v);
}

/* Has the phi only one operand, apart from itself and undefined ones? */
static bool phi_is_copy(const struct cvg_fn *fn, uint32_t inst)
{
	const struct cvg_inst *in = &fn->insts[inst];
	uint32_t only = CVG_NONE;

	for (uint32_t k = 0; k < in->nops; k++) {
		uint32_t v = fn->ops[in->ops_at + k];

		if (v == cvg_inst_value(fn, inst) ||
		    fn->values[v].kind == CVG_VALUE_UNDEF)
			continue;
		if (only != CVG_NONE && only != v)
			return false;
		only = v;
	}
	return true;
}

/* Make the phis of join b divergent. The first branch that joins here makes all
 * divergent that any could. */
static void mark_phis(struct run *run, uint32_t b, uint32_t branch)
{
	const struct cvg_block *block = &run->fn->blocks[b];

	if (cvg_bits_has(&run->joined, b))
		return;
	cvg_bits_add(&run->joined, b);
	for (uint32_t i = block->inst_at; i < block->inst_at + block->nphis;
	     i++)
		if (!cvg_bits_has(&run->u->divergent,
				  cvg_inst_value(run->fn, i)) &&
		    !phi_is_copy(run->fn, i))
			mark(run, i, CVG_CAUSE_JOIN, branch);
}

/* ---- irreducible cycles ------------------------------------------------- */

/*
 * Threads that part outside cycle c meet inside it, so they enter it at
 * different blocks. The outermost cycle around c that does not contain the
 * branch, if that is irreducible; else CVG_NONE.
 */
static uint32_t entered_apart(const struct cvg_cycles *cs, uint32_t c,
			      uint32_t branch)
{
	if (cvg_cycle_has(cs, c, branch))
		return CVG_NONE;
	while (cs->cycle[c].parent != CVG_NONE &&
	       !cvg_cycle_has(cs, cs->cycle[c].parent, branch))
		c = cs->cycle[c].parent;
	return cs->cycle[c].reducible ? CVG_NONE : c;
}

static bool properly_dominates(const struct cvg_dom *dom, uint32_t a,
			       uint32_t b)
{
	return a != b && cvg_dominates(dom, a, b);
}

/*
 * Threads part and meet inside an irreducible cycle, but in between some may
 * have gone around it without passing its header. The outermost such cycle, or
 * CVG_NONE; c is the innermost cycle around the join.
 */
static uint32_t parted_inside(const struct run *run, uint32_t c,
			      uint32_t branch, uint32_t join)
{
	const struct cvg_cycle *cycle = run->cs->cycle;

	if (properly_dominates(run->dom, branch, join))
		return CVG_NONE;
	while (c != CVG_NONE && !cvg_cycle_has(run->cs, c, branch))
		c = cycle[c].parent;
	if (c == CVG_NONE || cycle[c].reducible ||
	    properly_dominates(run->dom, cycle[c].header, join))
		return CVG_NONE;
	while (cycle[c].parent != CVG_NONE &&
	       !properly_dominates(run->dom, cycle[cycle[c].parent].header,
				   join))
		c = cycle[c].parent;
	return c;
}

/* The cycle to give up because threads of `branch` meet at `join`. */
static uint32_t cycle_to_give_up(const struct run *run, uint32_t branch,
				 uint32_t join)
{
	uint32_t c = run->cs->innermost[join], inside;

	if (c == CVG_NONE)
		return CVG_NONE;
	inside = parted_inside(run, c, branch, join);
	return inside != CVG_NONE ? inside : entered_apart(run->cs, c, branch);
}

static void give_up(struct run *run, uint32_t c, uint32_t branch)
{
	const struct cvg_cycle *cycle = &run->cs->cycle[c];

	if (cvg_bits_has(&run->given_up, c))
		return;
	for (uint32_t in = c; in <= cycle->last; in++)
		cvg_bits_add(&run->given_up, in);
	for (uint32_t k = 0; k < cycle->nblocks; k++) {
		uint32_t b = run->cs->blocks[cycle->blocks_at + k];

		for (uint32_t i = run->fn->blocks[b].inst_at;
		     i < cvg_block_last(run->fn, b); i++)
			mark(run, i, CVG_CAUSE_CYCLE, branch);
	}
}

/* ---- divergent branches ------------------------------------------------- */

static void mark_joins(struct run *run, uint32_t branch,
		       const struct cvg_u32s *joins)
{
	struct cvg_u32s cycles = {0};

	for (size_t k = 0; k < joins->n; k++) {
		uint32_t c = cycle_to_give_up(run, branch, joins->at[k]);

		if (c != CVG_NONE)
			cvg_push(&cycles, c);
		else
			mark_phis(run, joins->at[k], branch);
	}
	for (size_t k = 0; k < cycles.n; k++)
		give_up(run, cycles.at[k], branch);
	free(cycles.at);
}

/*
 * The cycle that threads of a branch in cycle c leave in different rounds when
 * they arrive at `exit`: the one around c whose depth is one more than that of
 * the exit's innermost cycle. LLVM, too, compares only depths.
 */
static uint32_t cycle_left(const struct cvg_cycles *cs, uint32_t c,
			   uint32_t exit)
{
	uint32_t at = cs->innermost[exit];
	uint32_t depth = at == CVG_NONE ? 0 : cs->cycle[at].depth;

	while (cs->cycle[c].depth > depth + 1)
		c = cs->cycle[c].parent;
	return c;
}

/*
 * Does a use outside cycle c count as one behind its exits? LLVM looks only at
 * values from blocks that dominate an exit of the cycle. Every value used in
 * reachable code is such; a value used in unreachable code need not be.
 */
static bool uses_way_out(const struct run *run, uint32_t user, uint32_t c)
{
	const struct cvg_inst *in = &run->fn->insts[user];

	if (run->order->place[in->block] != CVG_NONE)
		return true;
	for (uint32_t k = 0; k < in->nops; k++) {
		uint32_t def =
			cvg_value_inst(run->fn, cvg_op_of(run->fn, user, k));

		if (def != CVG_NONE &&
		    cvg_cycle_has(run->cs, c, run->fn->insts[def].block) &&
		    cvg_sync_dominates_exit(run->sync, c,
					    run->fn->insts[def].block))
			return true;
	}
	return false;
}

static void mark_exit(struct run *run, uint32_t branch, uint32_t exit)
{
	uint32_t c = cycle_left(run->cs, run->cs->innermost[branch], exit);

	if (cvg_bits_has(&run->u->divergent_exit, c))
		return;
	cvg_bits_add(&run->u->divergent_exit, c);
	for (uint32_t k = run->escapes.at[c]; k < run->escapes.at[c + 1]; k++) {
		uint32_t user = run->escapes.user[k];

		if (uses_way_out(run, user, c))
			mark(run, user, CVG_CAUSE_TEMPORAL, branch);
	}
}

static void split_threads(struct run *run, uint32_t branch)
{
	const struct cvg_u32s *joins, *exits;

	if (run->order->place[branch] == CVG_NONE)
		return;
	cvg_sync_branch(run->sync, branch, &joins, &exits);
	mark_joins(run, branch, joins);
	for (size_t k = 0; k < exits->n; k++)
		mark_exit(run, branch, exits->at[k]);
}

/* ---- the whole ---------------------------------------------------------- */

static void mark_seeds(struct run *run)
{
	const struct cvg_fn *fn = run->fn;
	struct cvg_seeds seeds;

	cvg_seeds_init(&seeds, fn);
	for (uint32_t i = 0; i < fn->ninsts; i++) {
		enum cvg_seed seed = cvg_seed_of(&seeds, i);

		if (seed == CVG_SEED_SOURCE)
			mark(run, i, CVG_CAUSE_SOURCE, CVG_NONE);
		else if (seed == CVG_SEED_UNIFORM)
			cvg_bits_add(&run->uniform, i);
	}
	for (uint32_t a = 0; a < fn->nargs; a++) {
		if (!cvg_seed_argument(&seeds, a))
			continue;
		if (cvg_bits_has(run->passed, a)) {
			run->u->cause[a] = CVG_CAUSE_PASSED;
			continue;
		}
		cvg_bits_add(&run->u->divergent, a);
		run->u->cause[a] = CVG_CAUSE_ARGUMENT;
	}
	cvg_seeds_done(&seeds);
}

static void spread(struct run *run)
{
	for (uint32_t a = 0; a < run->fn->nargs; a++) {
		if (cvg_bits_has(&run->u->divergent, a))
			mark_users(run, a);
	}
	for (size_t k = 0; k < run->queue.n; k++) {
		uint32_t inst = run->queue.at[k];
		uint32_t b = run->fn->insts[inst].block;

		if (inst == cvg_block_last(run->fn, b))
			split_threads(run, b);
		else
			mark_users(run, cvg_inst_value(run->fn, inst));
	}
}

/*
 * A use is temporal if the definition is in a cycle that threads leave in
 * different rounds, and the user is not in it. It is enough to look at the
 * innermost such cycle around the definition, left[].
 */
static void find_temporal_uses(struct run *run)
{
	uint32_t *left = cvg_alloc((run->cs->n + 1) * sizeof *left);
	const struct cvg_fn *fn = run->fn;

	for (uint32_t c = 0; c < run->cs->n; c++) {
		uint32_t up = run->cs->cycle[c].parent;

		left[c] = cvg_bits_has(&run->u->divergent_exit, c) ? c
			  : up != CVG_NONE			   ? left[up]
								   : CVG_NONE;
	}
	for (uint32_t i = 0; run->cs->n && i < fn->ninsts; i++) {
		const struct cvg_inst *in = &fn->insts[i];

		for (uint32_t k = in->ops_at; k < in->ops_at + in->nops; k++) {
			uint32_t def = cvg_value_inst(fn, fn->ops[k]), c;

			if (def == CVG_NONE ||
			    cvg_bits_has(&run->u->divergent, fn->ops[k]))
				continue;
			c = run->cs->innermost[fn->insts[def].block];
			if (c != CVG_NONE && left[c] != CVG_NONE &&
			    !cvg_cycle_has(run->cs, left[c], in->block))
				cvg_bits_add(&run->u->temporal, k);
		}
	}
	free(left);
}

static void uniform_init(struct cvg_ana *ana, struct cvg_uniform *u,
			 uint32_t ncycles)
{
	const struct cvg_fn *fn = ana->fn;

	cvg_ana_bits_init(ana, &u->divergent, fn->nvalues);
	cvg_ana_bits_init(ana, &u->divergent_term, fn->nblocks);
	cvg_ana_bits_init(ana, &u->divergent_exit, ncycles);
	cvg_ana_bits_init(ana, &u->temporal, cvg_fn_nops(fn));
	u->cause = cvg_arena_array(&ana->arena, uint8_t, fn->nvalues);
	u->because = cvg_arena_array(&ana->arena, uint32_t, fn->nvalues);
	for (uint32_t v = 0; v < fn->nvalues; v++)
		u->because[v] = CVG_NONE;
}

void cvg_uniform_compute(struct cvg_ana *ana)
{
	struct run run = {
		.fn = ana->fn,
		.order = cvg_ana_order(ana),
		.cs = cvg_ana_cycles(ana),
		.dom = cvg_ana_dom(ana),
		.passed = &ana->passed,
		.u = &ana->uniform,
	};

	uniform_init(ana, run.u, run.cs->n);
	if (cvg_seed_single_lane(run.fn))
		return;
	cvg_bits_init(&run.uniform, run.fn->ninsts);
	cvg_bits_init(&run.given_up, run.cs->n);
	cvg_bits_init(&run.joined, run.fn->nblocks);
	run.sync = cvg_sync_new(ana);
	cvg_escapes_init(&run.escapes, run.fn, run.cs);
	mark_seeds(&run);
	spread(&run);
	find_temporal_uses(&run);
	cvg_escapes_done(&run.escapes);
	cvg_sync_free(run.sync);
	cvg_bits_done(&run.uniform);
	cvg_bits_done(&run.given_up);
	cvg_bits_done(&run.joined);
	free(run.queue.at);
}
