/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What flattening adds to a round, which formula (1) leaves out: the test of
 * the state, the latch, and the phis that keep what other states need. What
 * transforms/flatten*.c makes, counted: a value that an inner loop or what
 * comes behind it still needs has a phi in the new header and one at the inner
 * loop's top; one in the latch where different things arrive; none of its own
 * in the header where A's next round takes just that value.
 *
 * Operations on what the nest computes leave the scalar unit.
 *
 * Exact for one inner loop in A; of several, or deeper ones, near: guards that
 * the linearizer adds are not counted, and of a chain of tests each costs what
 * one costs. Linear in the nest.
 *
 * Example on amdgcn, the loops of flat.c: A is h and l, with the phi i; the
 * inner loop is k, with the phi y. A branch is 28, a phi or test 4.
 *
 *	state and its test, way out and its branch	28 + 8 + 28 + 4
 *	i and y in the new header			4 + 4
 *	i in the latch: k's rounds keep it, l has j	4
 *	less: A's own phi, and the branch of l, both of whose ways lead to the
 *	latch, becomes a jump				4 + 12
 *
 * That is 80 more in each round, and 16 less in each of A's.
 */
#include "flat.h"

#include "reconverge/analysis.h"
#include "reconverge/cost.h"
#include "reconverge/graph.h"

#include <stdlib.h>

/* So many inner loops behind a value are asked whether they need it; a value
 * that only later ones need counts as if none did. */
#define MOST_KIDS 16

struct adding {
	struct cvg_ana *ana;
	const struct cvg_fn *fn;
	const struct cvg_loops *loops;
	const struct cvg_order *order;
	const struct cvg_dom *dom;
	struct flatkids kids; /* borrowed */
	uint32_t outer;	      /* A, a loop id */
	uint32_t common;      /* block that dominates all that leads to the
				 latch, or CVG_NONE */
	uint32_t exit;	      /* block that a way out leads to, or CVG_NONE */
	bool exits;	      /* ways out lead to several blocks */
	struct flatadded sum;
};

/* ---- inner loops by their place -------------------------------------- */

void cvg_flat_kids_init(struct flatkids *kids, struct cvg_ana *ana)
{
	const struct cvg_loops *loops = cvg_ana_loops(ana);
	const struct cvg_order *order = cvg_ana_order(ana);
	uint32_t *fill;

	kids->at = cvg_calloc((size_t)loops->n + 2, sizeof *kids->at);
	kids->loop = cvg_calloc((size_t)loops->n + 1, sizeof *kids->loop);
	for (uint32_t loop = 0; loop < loops->n; loop++)
		if (loops->loop[loop].parent != CVG_NONE)
			kids->at[loops->loop[loop].parent + 1]++;
	for (uint32_t loop = 0; loop < loops->n; loop++)
		kids->at[loop + 1] += kids->at[loop];
	fill = cvg_calloc((size_t)loops->n + 1, sizeof *fill);
	for (uint32_t p = 0; p < order->n; p++) {
		uint32_t b = order->block[p], loop = loops->innermost[b], outer;

		if (loop == CVG_NONE || loops->loop[loop].header != b)
			continue;
		outer = loops->loop[loop].parent;
		if (outer != CVG_NONE)
			kids->loop[kids->at[outer] + fill[outer]++] = loop;
	}
	free(fill);
}

void cvg_flat_kids_done(struct flatkids *kids)
{
	free(kids->at);
	free(kids->loop);
}

/* Index of the first of a loop's kids whose header stands behind that place. */
static uint32_t first_kid(const struct adding *adding, uint32_t outer,
			  uint32_t place)
{
	uint32_t from = adding->kids.at[outer], to = adding->kids.at[outer + 1];

	while (from < to) {
		uint32_t mid = from + (to - from) / 2;
		uint32_t kid = adding->kids.loop[mid];

		if (adding->order->place[adding->loops->loop[kid].header] >
		    place)
			to = mid;
		else
			from = mid + 1;
	}
	return from;
}

/* ---- which values are kept ----------------------------------------------------- */

/* The last place in A at which the instruction is used. */
static uint32_t last_use(const struct adding *adding, uint32_t inst)
{
	const struct cvg_fn *fn = adding->fn;
	uint32_t value = cvg_inst_value(fn, inst), last = 0;

	for (uint32_t k = fn->value_users_at[value];
	     k < fn->value_users_at[value + 1]; k++) {
		const struct cvg_inst *user = &fn->insts[fn->users[k]];

		for (uint32_t i = 0; i < user->nops; i++) {
			uint32_t b = user->block;

			if (fn->ops[user->ops_at + i] != value)
				continue;
			if (user->op == CVG_OP_PHI)
				b = fn->incoming[user->ops_at + i];
			if (!cvg_loop_has(adding->loops, adding->outer, b) ||
			    adding->order->place[b] == CVG_NONE)
				continue;
			if (adding->order->place[b] > last)
				last = adding->order->place[b];
		}
	}
	return last;
}

/* The header of the first inner loop through which the value must be kept: it
 * is made before the loop and used in it or behind; CVG_NONE if there is none. */
static uint32_t kept_at(const struct adding *adding, uint32_t inst)
{
	uint32_t b = adding->fn->insts[inst].block;
	uint32_t loop = adding->loops->innermost[b];
	uint32_t place = adding->order->place[b], last = last_use(adding, inst);
	uint32_t k = first_kid(adding, loop, place);

	for (uint32_t i = k; i < adding->kids.at[loop + 1] && i < k + MOST_KIDS;
	     i++) {
		uint32_t head =
			adding->loops->loop[adding->kids.loop[i]].header;

		if (adding->order->place[head] > last)
			break;
		if (cvg_dominates(adding->dom, b, head))
			return head;
	}
	return CVG_NONE;
}

/* ---- what arrives at the latch --------------------------------------- */

/* Does the edge lead to the new latch? Edges out of A do, and those back to a
 * header. */
static bool goes_to_latch(const struct adding *adding, uint32_t from,
			  uint32_t to)
{
	uint32_t loop = adding->loops->innermost[to];

	if (!cvg_loop_has(adding->loops, adding->outer, to))
		return true;
	return adding->loops->loop[loop].header == to &&
	       cvg_loop_has(adding->loops, loop, from);
}

/* An edge leads to the latch. *first: it is the first such edge. */
static void note_way(struct adding *adding, uint32_t from, uint32_t to,
		     bool *first)
{
	adding->common =
		*first ? from
		       : cvg_dom_common(adding->dom, adding->common, from);
	*first = false;
	if (cvg_loop_has(adding->loops, adding->outer, to))
		return;
	adding->exits |= adding->exit != CVG_NONE && adding->exit != to;
	adding->exit = to;
}

/* Find the ways to the latch. A branch of which all ways lead there becomes a
 * jump. */
static void find_ways(struct adding *adding)
{
	const struct cvg_loop *it = &adding->loops->loop[adding->outer];
	double saved =
		(double)cvg_cost_branch(adding->fn) - cvg_cost_jump(adding->fn);
	bool first = true;

	for (uint32_t k = 0; k < it->nblocks; k++) {
		uint32_t b = adding->loops->blocks[it->blocks_at + k], n = 0;
		const struct cvg_block *block = &adding->fn->blocks[b];

		if (adding->order->place[b] == CVG_NONE)
			continue;
		cvg_foreach_succ (adding->fn, b, s) {
			if (!goes_to_latch(adding, b, *s))
				continue;
			note_way(adding, b, *s, &first);
			n++;
		}
		if (n < 2 || n != block->nsuccs)
			continue;
		if (adding->loops->innermost[b] == adding->outer)
			adding->sum.outer += saved;
		else
			adding->sum.round -= saved;
	}
}

/* The value that a header's phi has from all of its back edges; CVG_NONE: they
 * bring several. */
static uint32_t brought(const struct adding *adding, uint32_t phi)
{
	const struct cvg_inst *info = &adding->fn->insts[phi];
	uint32_t loop = adding->loops->innermost[info->block], one = CVG_NONE;

	for (uint32_t i = 0; i < info->nops; i++) {
		uint32_t value = adding->fn->ops[info->ops_at + i];

		if (!cvg_loop_has(adding->loops, loop,
				  adding->fn->incoming[info->ops_at + i]))
			continue;
		if (one != CVG_NONE && one != value)
			return CVG_NONE;
		one = value;
	}
	return one;
}

/* The value that it has from all edges into its loop; CVG_NONE: they bring
 * several. */
static uint32_t entered_with(const struct adding *adding, uint32_t phi)
{
	const struct cvg_inst *info = &adding->fn->insts[phi];
	uint32_t loop = adding->loops->innermost[info->block], one = CVG_NONE;

	for (uint32_t i = 0; i < info->nops; i++) {
		uint32_t value = adding->fn->ops[info->ops_at + i];

		if (cvg_loop_has(adding->loops, loop,
				 adding->fn->incoming[info->ops_at + i]))
			continue;
		if (one != CVG_NONE && one != value)
			return CVG_NONE;
		one = value;
	}
	return one;
}

/* Can the latch use the value without a phi of its own? */
static bool is_known(const struct adding *adding, uint32_t value)
{
	uint32_t inst = cvg_value_inst(adding->fn, value), b;

	if (value == CVG_NONE)
		return false;
	if (inst == CVG_NONE)
		return true;
	b = adding->fn->insts[inst].block;
	if (!cvg_loop_has(adding->loops, adding->outer, b))
		return true;
	if (adding->loops->innermost[b] == adding->outer)
		b = kept_at(adding, inst); /* its phi there */
	return b != CVG_NONE && adding->common != CVG_NONE &&
	       cvg_dominates(adding->dom, b, adding->common);
}

/* ---- phis ------------------------------------------------------------ */

/* The phi of another header that has the same value from its back edges; or
 * CVG_NONE. */
static uint32_t twin_of(const struct adding *adding, uint32_t phi,
			uint32_t value)
{
	uint32_t at = adding->fn->value_users_at[value];

	for (; at < adding->fn->value_users_at[value + 1]; at++) {
		uint32_t user = adding->fn->users[at];
		const struct cvg_inst *info = &adding->fn->insts[user];

		if (user != phi && info->op == CVG_OP_PHI &&
		    cvg_loop_has(adding->loops, adding->outer, info->block) &&
		    adding->loops->loop[adding->loops->innermost[info->block]]
				    .header == info->block &&
		    brought(adding, user) == value)
			return user;
	}
	return CVG_NONE;
}

/* Does a value of A's own blocks, which is no phi, have a phi in the new
 * header? */
static bool is_kept_of_outer(const struct adding *adding, uint32_t inst)
{
	const struct cvg_inst *info = &adding->fn->insts[inst];

	return adding->loops->innermost[info->block] == adding->outer &&
	       info->op != CVG_OP_PHI && kept_at(adding, inst) != CVG_NONE;
}

/* Count a phi of A's header, which moves to the new header. */
static void outer_phi(struct adding *adding, uint32_t phi)
{
	double price = cvg_cost_phi(adding->fn, adding->fn->insts[phi].type);
	uint32_t value = brought(adding, phi), inst, twin;
	bool kept = kept_at(adding, phi) != CVG_NONE;

	adding->sum.outer += price;
	adding->sum.round += price;
	if (kept || !is_known(adding, value)) {
		if (value != cvg_inst_value(adding->fn, phi))
			adding->sum.round += price; /* the latch's */
		return;
	}
	inst = cvg_value_inst(adding->fn, value);
	if (inst == CVG_NONE)
		return;
	twin = twin_of(adding, phi, value);
	if (twin != CVG_NONE || is_kept_of_outer(adding, inst))
		adding->sum.round -= price; /* one phi for both */
	if (twin != CVG_NONE &&
	    entered_with(adding, twin) == cvg_inst_value(adding->fn, phi))
		adding->sum.round -= price; /* and the twin's own needs none */
}

/* Count a phi of an inner loop's header. */
static void inner_phi(struct adding *adding, uint32_t phi)
{
	double price = cvg_cost_phi(adding->fn, adding->fn->insts[phi].type);

	adding->sum.round += price;
	if (!is_known(adding, brought(adding, phi)))
		adding->sum.round += price;
}

/* Count the phis that keep a value. */
static void kept_value(struct adding *adding, uint32_t inst)
{
	double price = cvg_cost_phi(adding->fn, adding->fn->insts[inst].type);
	uint32_t head = kept_at(adding, inst);

	if (head == CVG_NONE)
		return;
	adding->sum.round += 2 * price;
	if (adding->common == CVG_NONE ||
	    !cvg_dominates(adding->dom, head, adding->common))
		adding->sum.round += price;
}

/* What an operation costs more because values of the nest are no longer the same
 * for all threads, which come to different rounds. */
static uint32_t scalar_lost(const struct adding *adding, uint32_t inst)
{
	const struct cvg_fn *fn = adding->fn;
	const struct cvg_inst *in = &fn->insts[inst];

	if (!(in->flags & CVG_I_SCALAR))
		return 0;
	for (uint32_t k = 0; k < in->nops; k++) {
		uint32_t from = cvg_value_inst(fn, fn->ops[in->ops_at + k]);

		if (from != CVG_NONE &&
		    cvg_loop_has(adding->loops, adding->outer,
				 fn->insts[from].block))
			return cvg_cost_vector(fn, inst) -
			       cvg_cost_inst(fn, inst);
	}
	return 0;
}

static void count_block(struct adding *adding, uint32_t b)
{
	const struct cvg_block *block = &adding->fn->blocks[b];
	uint32_t loop = adding->loops->innermost[b];
	bool head = adding->loops->loop[loop].header == b;

	for (uint32_t i = 0; i < block->ninsts; i++) {
		uint32_t inst = block->inst_at + i;

		adding->sum.round += scalar_lost(adding, inst);
		if (!head || i >= block->nphis)
			kept_value(adding, inst);
		else if (loop == adding->outer)
			outer_phi(adding, inst);
		else
			inner_phi(adding, inst);
	}
}

/* Count the state, the way out that was taken, and the branches on them. */
static void count_control(struct adding *adding)
{
	const struct cvg_loop *it = &adding->loops->loop[adding->outer];
	double branch = cvg_cost_branch(adding->fn),
	       word = cvg_cost_word(adding->fn);

	adding->sum.round += branch + 2 * word;
	adding->sum.round += adding->exit == CVG_NONE
				     ? cvg_cost_jump(adding->fn)
				     : branch + word;
	if (adding->exits)
		adding->sum.round += word;
	if (it->last - adding->outer > 1)
		adding->sum.round += branch; /* to tell the inner loops apart */
}

struct flatadded cvg_flat_added(struct cvg_ana *ana,
				const struct flatkids *kids, uint32_t loop)
{
	struct adding adding = {.ana = ana,
				.fn = cvg_ana_fn(ana),
				.loops = cvg_ana_loops(ana),
				.order = cvg_ana_order(ana),
				.dom = cvg_ana_dom(ana),
				.kids = *kids,
				.outer = loop,
				.common = CVG_NONE,
				.exit = CVG_NONE};
	const struct cvg_loop *it = &adding.loops->loop[loop];

	find_ways(&adding);
	count_control(&adding);
	for (uint32_t k = 0; k < it->nblocks; k++) {
		uint32_t b = adding.loops->blocks[it->blocks_at + k];

		if (adding.order->place[b] != CVG_NONE)
			count_block(&adding, b);
	}
	return adding.sum;
}
