/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What flattening adds to a round, which formula (1) leaves out: the test of
 * the state, the latch, and the phis that keep what other states need. What
 * transforms/flatten*.c makes, counted: a value that an inner loop or what
 * comes behind it still needs has a phi in the new header and one at the inner
 * loop's top; one in the latch where different things arrive; none of its own
 * in the header where A's next round takes just that value.
 *
 * Exact for one inner loop in A; of several, or deeper ones, near: guards that
 * the linearizer adds are not counted, and of a chain of tests each costs what
 * one costs. Linear in the nest.
 */
#include "flat.h"

#include <stdlib.h>

/* Inner loops looked at for a value; who needs it behind more counts as one
 * that does not. */
#define MOST_KIDS 16

struct adding {
	struct cvg_ana *ana;
	const struct cvg_fn *fn;
	const struct cvg_loops *loops;
	const struct cvg_order *order;
	const struct cvg_dom *dom;
	struct flatkids kids;
	uint32_t a;	 /* the nest's loop */
	uint32_t common; /* dominates all that leads to the latch, CVG_NONE:
			    nothing does */
	uint32_t exit;	 /* one way out, CVG_NONE: none */
	bool exits;	 /* several */
	struct flatadded sum;
};

/* ---- inner loops by their place -------------------------------------- */

void cvg_flat_kids_init(struct flatkids *k, struct cvg_ana *ana)
{
	const struct cvg_loops *loops = cvg_ana_loops(ana);
	const struct cvg_order *order = cvg_ana_order(ana);
	uint32_t *fill;

	k->at = cvg_calloc((size_t)loops->n + 2, sizeof *k->at);
	k->loop = cvg_calloc((size_t)loops->n + 1, sizeof *k->loop);
	for (uint32_t l = 0; l < loops->n; l++)
		if (loops->loop[l].parent != CVG_NONE)
			k->at[loops->loop[l].parent + 1]++;
	for (uint32_t l = 0; l < loops->n; l++)
		k->at[l + 1] += k->at[l];
	fill = cvg_calloc((size_t)loops->n + 1, sizeof *fill);
	for (uint32_t p = 0; p < order->n; p++) {
		uint32_t b = order->block[p], l = loops->innermost[b], up;

		if (l == CVG_NONE || loops->loop[l].header != b)
			continue;
		up = loops->loop[l].parent;
		if (up != CVG_NONE)
			k->loop[k->at[up] + fill[up]++] = l;
	}
	free(fill);
}

void cvg_flat_kids_done(struct flatkids *k)
{
	free(k->at);
	free(k->loop);
}

/* The first of loop m's kids whose header stands behind that place. */
static uint32_t first_kid(const struct adding *x, uint32_t m, uint32_t place)
{
	uint32_t from = x->kids.at[m], to = x->kids.at[m + 1];

	while (from < to) {
		uint32_t mid = from + (to - from) / 2;
		uint32_t l = x->kids.loop[mid];

		if (x->order->place[x->loops->loop[l].header] > place)
			to = mid;
		else
			from = mid + 1;
	}
	return from;
}

/* ---- who is kept ----------------------------------------------------- */

/* The last place in A at which the value is wanted. */
static uint32_t last_use(const struct adding *x, uint32_t inst)
{
	const struct cvg_fn *fn = x->fn;
	uint32_t v = cvg_inst_value(fn, inst), last = 0;

	for (uint32_t k = fn->value_users_at[v]; k < fn->value_users_at[v + 1];
	     k++) {
		const struct cvg_inst *user = &fn->insts[fn->users[k]];

		for (uint32_t i = 0; i < user->nops; i++) {
			uint32_t b = user->block;

			if (fn->ops[user->ops_at + i] != v)
				continue;
			if (user->op == CVG_OP_PHI)
				b = fn->incoming[user->ops_at + i];
			if (!cvg_loop_has(x->loops, x->a, b) ||
			    x->order->place[b] == CVG_NONE)
				continue;
			if (x->order->place[b] > last)
				last = x->order->place[b];
		}
	}
	return last;
}

/* The first inner loop's header at which the value is alive, made outside of
 * that loop; CVG_NONE. */
static uint32_t kept_at(const struct adding *x, uint32_t inst)
{
	uint32_t b = x->fn->insts[inst].block;
	uint32_t m = x->loops->innermost[b];
	uint32_t place = x->order->place[b], last = last_use(x, inst);
	uint32_t k = first_kid(x, m, place);

	for (uint32_t i = k; i < x->kids.at[m + 1] && i < k + MOST_KIDS; i++) {
		uint32_t head = x->loops->loop[x->kids.loop[i]].header;

		if (x->order->place[head] > last)
			break;
		if (cvg_dominates(x->dom, b, head))
			return head;
	}
	return CVG_NONE;
}

/* ---- what arrives at the latch --------------------------------------- */

/* Leads the edge to the latch? */
static bool goes_to_latch(const struct adding *x, uint32_t from, uint32_t to)
{
	uint32_t l = x->loops->innermost[to];

	if (!cvg_loop_has(x->loops, x->a, to))
		return true;
	return x->loops->loop[l].header == to &&
	       cvg_loop_has(x->loops, l, from);
}

static void note_way(struct adding *x, uint32_t from, uint32_t to, bool *first)
{
	x->common = *first ? from : cvg_dom_common(x->dom, x->common, from);
	*first = false;
	if (cvg_loop_has(x->loops, x->a, to))
		return;
	x->exits |= x->exit != CVG_NONE && x->exit != to;
	x->exit = to;
}

/* Ways to the latch; branches all of whose ways are become jumps. */
static void find_ways(struct adding *x)
{
	const struct cvg_loop *lp = &x->loops->loop[x->a];
	double saved = (double)cvg_cost_branch(x->fn) - cvg_cost_jump(x->fn);
	bool first = true;

	for (uint32_t k = 0; k < lp->nblocks; k++) {
		uint32_t b = x->loops->blocks[lp->blocks_at + k], n = 0;
		const struct cvg_block *block = &x->fn->blocks[b];

		if (x->order->place[b] == CVG_NONE)
			continue;
		cvg_foreach_succ (x->fn, b, s) {
			if (!goes_to_latch(x, b, *s))
				continue;
			note_way(x, b, *s, &first);
			n++;
		}
		if (n < 2 || n != block->nsuccs)
			continue;
		if (x->loops->innermost[b] == x->a)
			x->sum.outer += saved;
		else
			x->sum.round -= saved;
	}
}

/* The one value a header's phi gets over its back edges; CVG_NONE: several. */
static uint32_t brought(const struct adding *x, uint32_t phi)
{
	const struct cvg_inst *in = &x->fn->insts[phi];
	uint32_t l = x->loops->innermost[in->block], one = CVG_NONE;

	for (uint32_t i = 0; i < in->nops; i++) {
		uint32_t v = x->fn->ops[in->ops_at + i];

		if (!cvg_loop_has(x->loops, l, x->fn->incoming[in->ops_at + i]))
			continue;
		if (one != CVG_NONE && one != v)
			return CVG_NONE;
		one = v;
	}
	return one;
}

/* The one value it gets when its loop is entered; CVG_NONE: several. */
static uint32_t entered_with(const struct adding *x, uint32_t phi)
{
	const struct cvg_inst *in = &x->fn->insts[phi];
	uint32_t l = x->loops->innermost[in->block], one = CVG_NONE;

	for (uint32_t i = 0; i < in->nops; i++) {
		uint32_t v = x->fn->ops[in->ops_at + i];

		if (cvg_loop_has(x->loops, l, x->fn->incoming[in->ops_at + i]))
			continue;
		if (one != CVG_NONE && one != v)
			return CVG_NONE;
		one = v;
	}
	return one;
}

/* Does the value stand in the latch as it is, no phi needed? */
static bool is_known(const struct adding *x, uint32_t v)
{
	uint32_t inst = cvg_value_inst(x->fn, v), b;

	if (v == CVG_NONE)
		return false;
	if (inst == CVG_NONE)
		return true;
	b = x->fn->insts[inst].block;
	if (!cvg_loop_has(x->loops, x->a, b))
		return true;
	if (x->loops->innermost[b] == x->a)
		b = kept_at(x, inst); /* its phi at the inner loop's top */
	return b != CVG_NONE && x->common != CVG_NONE &&
	       cvg_dominates(x->dom, b, x->common);
}

/* ---- phis ------------------------------------------------------------ */

/* The phi of an inner loop that gets the same value back; CVG_NONE. */
static uint32_t twin_of(const struct adding *x, uint32_t phi, uint32_t v)
{
	uint32_t at = x->fn->value_users_at[v];

	for (; at < x->fn->value_users_at[v + 1]; at++) {
		uint32_t user = x->fn->users[at];
		const struct cvg_inst *in = &x->fn->insts[user];

		if (user != phi && in->op == CVG_OP_PHI &&
		    cvg_loop_has(x->loops, x->a, in->block) &&
		    x->loops->loop[x->loops->innermost[in->block]].header ==
			    in->block &&
		    brought(x, user) == v)
			return user;
	}
	return CVG_NONE;
}

/* A value of A's own blocks, no phi of a header, that has a phi of the new
 * header. */
static bool is_kept_of_outer(const struct adding *x, uint32_t inst)
{
	const struct cvg_inst *in = &x->fn->insts[inst];

	return x->loops->innermost[in->block] == x->a && in->op != CVG_OP_PHI &&
	       kept_at(x, inst) != CVG_NONE;
}

/* A's own phi moves to the new header. */
static void outer_phi(struct adding *x, uint32_t phi)
{
	double price = cvg_cost_phi(x->fn, x->fn->insts[phi].type);
	uint32_t v = brought(x, phi), inst, twin;
	bool kept = kept_at(x, phi) != CVG_NONE;

	x->sum.outer += price;
	x->sum.round += price;
	if (kept || !is_known(x, v)) {
		if (v != cvg_inst_value(x->fn, phi))
			x->sum.round += price; /* the latch's */
		return;
	}
	inst = cvg_value_inst(x->fn, v);
	if (inst == CVG_NONE)
		return;
	twin = twin_of(x, phi, v);
	if (twin != CVG_NONE || is_kept_of_outer(x, inst))
		x->sum.round -= price; /* one phi for both */
	if (twin != CVG_NONE &&
	    entered_with(x, twin) == cvg_inst_value(x->fn, phi))
		x->sum.round -= price; /* and the twin's own needs none */
}

static void inner_phi(struct adding *x, uint32_t phi)
{
	double price = cvg_cost_phi(x->fn, x->fn->insts[phi].type);

	x->sum.round += price;
	if (!is_known(x, brought(x, phi)))
		x->sum.round += price;
}

static void kept_value(struct adding *x, uint32_t inst)
{
	double price = cvg_cost_phi(x->fn, x->fn->insts[inst].type);
	uint32_t head = kept_at(x, inst);

	if (head == CVG_NONE)
		return;
	x->sum.round += 2 * price;
	if (x->common == CVG_NONE || !cvg_dominates(x->dom, head, x->common))
		x->sum.round += price;
}

static void count_block(struct adding *x, uint32_t b)
{
	const struct cvg_block *block = &x->fn->blocks[b];
	uint32_t l = x->loops->innermost[b];
	bool head = x->loops->loop[l].header == b;

	for (uint32_t i = 0; i < block->ninsts; i++) {
		uint32_t inst = block->inst_at + i;

		if (!head || i >= block->nphis)
			kept_value(x, inst);
		else if (l == x->a)
			outer_phi(x, inst);
		else
			inner_phi(x, inst);
	}
}

/* The state, the ways out, the branches on them. */
static void count_control(struct adding *x)
{
	const struct cvg_loop *lp = &x->loops->loop[x->a];
	double branch = cvg_cost_branch(x->fn), word = cvg_cost_word(x->fn);

	x->sum.round += branch + 2 * word;
	x->sum.round +=
		x->exit == CVG_NONE ? cvg_cost_jump(x->fn) : branch + word;
	if (x->exits)
		x->sum.round += word;
	if (lp->last - x->a > 1)
		x->sum.round += branch; /* to tell the inner loops apart */
}

struct flatadded cvg_flat_added(struct cvg_ana *ana,
				const struct flatkids *kids, uint32_t loop)
{
	struct adding x = {.ana = ana,
			   .fn = cvg_ana_fn(ana),
			   .loops = cvg_ana_loops(ana),
			   .order = cvg_ana_order(ana),
			   .dom = cvg_ana_dom(ana),
			   .kids = *kids,
			   .a = loop,
			   .common = CVG_NONE,
			   .exit = CVG_NONE};
	const struct cvg_loop *lp = &x.loops->loop[loop];

	find_ways(&x);
	count_control(&x);
	for (uint32_t k = 0; k < lp->nblocks; k++) {
		uint32_t b = x.loops->blocks[lp->blocks_at + k];

		if (x.order->place[b] != CVG_NONE)
			count_block(&x, b);
	}
	return x.sum;
}
