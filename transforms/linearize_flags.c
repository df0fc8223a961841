/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Tests that need no guard value: what one asks is known on the edges, as a
 * constant or as the condition that a block branched on before, and one phi
 * of i1 at most brings it together. It replaces the phi of guard values, the
 * select before it and the comparison behind it. What threads answer that
 * never come to the test does not matter. The paper keeps a guard variable
 * throughout; this goes beyond it.
 *
 * Example (tests/ir/linearize-short-circuit.ll): guard G3 of B3, for which D's
 * edge says yes and B2's says "not %c2". Negated more often than not, so the
 * test is for the opposite:
 *
 *   with a guard value     B2: %n = select i1 %c2, i32 3, i32 1
 *                          G3: %at = phi i32 [ %n, %B2 ], [ 1, %B1 ]
 *                              %t = icmp eq i32 %at, 1
 *                              br i1 %t, label %B3, label %G5
 *   as a flag              G3: %lin.past = phi i1 [ %c2, %B2 ], [ false, %B1 ]
 *                              br i1 %lin.past, label %G5, label %B3
 *
 * Tried first on symbols, because a test that fails the trial must not have
 * made anything; cvg_lin_flag_on_edge then gives the same answers as values.
 */
#include "linearize.h"

#include <assert.h>
#include <stdlib.h>

/*
 * What is answered to "does the test hold?" on an edge or at a node: one of
 * these; CONDITIONS + twice a leave, plus 1 for the negation of its condition;
 * or PHIS + the node that needs a phi.
 */
#define NO	   0u
#define YES	   1u
#define ANY	   2u /* no thread that comes this way asks */
#define HARD	   3u /* needs a guard value */
#define OPEN	   4u /* what is answered where the edge comes from */
#define CONDITIONS 8u
#define PHIS	   0x80000000u

enum {
	FAR = 64
}; /* guards that are followed; threads are taken to come to
		      those that are farther off */

static bool matches(const struct cvg_linnode *n, uint32_t value)
{
	return n->low <= value && value < n->high;
}

/* Do threads with that value come from node `at` to the test? */
static bool comes_to(const struct linearizer *lin, uint32_t at, uint32_t value,
		     uint32_t test)
{
	for (uint32_t steps = 0; steps < FAR && at != test; steps++) {
		const struct cvg_linnode *n = &lin->region->node[at];

		if (n->kind == CVG_LIN_UNIT)
			return false;
		at = n->to[!matches(n, value)];
		if (at == CVG_NONE)
			return false;
	}
	return true;
}

/* One answer for two. */
static uint32_t also(uint32_t a, uint32_t b)
{
	if (a == ANY || a == b)
		return b;
	return b == ANY ? a : HARD;
}

/* The answer of a leave's edges that lead to the node: of both sides of its
 * branch, if threads of both come to the test. */
static uint32_t answer_of_leave(const struct linearizer *lin, uint32_t leave_id,
				uint32_t node, uint32_t test)
{
	const struct lin_leave *leave = &lin->flow.leave.at[leave_id];
	uint32_t answer[2] = {ANY, ANY}, first;
	uint32_t n = cvg_lin_edges_to(lin, leave, node, &first);

	for (uint32_t k = 0; k < n; k++) {
		const struct cvg_linedge *e =
			&lin->region->edge[lin->flow.by_to[first + k]];
		uint32_t side = e->slot == 0 ? 0 : 1;

		if (!comes_to(lin, node, e->value, test))
			continue;
		answer[side] = also(
			answer[side],
			matches(&lin->region->node[test], e->value) ? YES : NO);
	}
	if (answer[0] == answer[1] || answer[1] == ANY)
		return answer[0];
	if (answer[0] == ANY)
		return answer[1];
	if (leave->label || !leave->cond || answer[0] == HARD ||
	    answer[1] == HARD)
		return HARD;
	return CONDITIONS + 2 * leave_id + (answer[0] == NO);
}

/* The answer on an edge into the node. */
static uint32_t answer_on_edge(const struct linearizer *lin, uint32_t node,
			       const struct lin_in *e, uint32_t test)
{
	const struct cvg_linnode *t = &lin->region->node[test], *from;

	if (e->leave != CVG_NONE)
		return answer_of_leave(lin, e->leave, node, test);
	from = &lin->region->node[e->node];
	if (e->holds && (from->high <= t->low || t->high <= from->low))
		return NO;
	if (e->holds && t->low <= from->low && from->high <= t->high)
		return YES;
	if (!e->holds && from->low <= t->low && t->high <= from->high)
		return NO;
	return OPEN;
}

/* ---- on symbols ------------------------------------------------------ */

/* A node that the answer depends on. */
struct trial {
	uint32_t node;
	uint32_t answer;
};

static struct trial *trial_at(struct trial *t, uint32_t n, uint32_t node)
{
	for (uint32_t i = 0; i < n; i++)
		if (t[i].node == node)
			return &t[i];
	return NULL;
}

static int by_node(const void *a, const void *b)
{
	const struct trial *x = a, *y = b;

	return (x->node > y->node) - (x->node < y->node);
}

/* What node t[i] answers; those before it have been asked. */
static uint32_t try_node(const struct linearizer *lin, uint32_t test,
			 struct trial *t, uint32_t n, uint32_t i)
{
	uint32_t node = t[i].node, all = ANY;

	for (size_t k = 0; k < lin->flow.in[node].n; k++) {
		const struct lin_in *e = &lin->flow.in[node].at[k];
		uint32_t a;

		if (lin_is_again(&lin->flow.in[node], k))
			continue;
		a = answer_on_edge(lin, node, e, test);
		if (a == HARD)
			return HARD;
		if (a == OPEN) {
			struct trial *from = trial_at(t, n, e->node);

			if (!from || from >= t + i)
				return HARD;
			a = from->answer;
		}
		all = also(all, a);
		if (all == HARD)
			all = PHIS + node;
	}
	/* A condition itself is for its own unit only. */
	return all >= CONDITIONS && all < PHIS ? HARD : all;
}

bool cvg_lin_is_flag(struct linearizer *lin, uint32_t test)
{
	enum { MOST = 8 };
	struct trial t[MOST] = {{test, ANY}};
	uint32_t n = 1, phis = 0;

	for (uint32_t i = 0; i < n; i++)
		for (size_t k = 0; k < lin->flow.in[t[i].node].n; k++) {
			const struct lin_in *e = &lin->flow.in[t[i].node].at[k];

			if (lin_is_again(&lin->flow.in[t[i].node], k) ||
			    answer_on_edge(lin, t[i].node, e, test) != OPEN ||
			    trial_at(t, n, e->node))
				continue;
			if (n == MOST)
				return false;
			t[n++] = (struct trial){e->node, ANY};
		}
	qsort(t, n, sizeof *t, by_node);
	for (uint32_t i = 0; i < n; i++) {
		t[i].answer = try_node(lin, test, t, n, i);
		if (t[i].answer == HARD)
			return false;
		phis += t[i].answer == PHIS + t[i].node;
	}
	return phis <= 1;
}

/* ---- as values ------------------------------------------------------- */

struct lin_said cvg_lin_flag_on_edge(const struct linearizer *lin,
				     uint32_t node, const struct lin_in *edge)
{
	const struct lin_var *flag = lin->search.var;
	uint32_t answer = answer_on_edge(lin, node, edge, flag->unit);
	struct lin_said said = {.what = LIN_KNOWN};

	if (answer == OPEN)
		return (struct lin_said){LIN_SAME, NULL};
	if (answer == ANY)
		return (struct lin_said){LIN_POISON, NULL};
	if (answer == NO || answer == YES) {
		said.value = LLVMConstInt(flag->type,
					  (answer == YES) != flag->inverted, 0);
		return said;
	}
	assert(answer >= CONDITIONS && answer < PHIS);
	said.value = lin->flow.leave.at[(answer - CONDITIONS) / 2].cond;
	if ((answer & 1) != flag->inverted)
		said.what = LIN_NEGATED;
	return said;
}

/* The opposite is tested if more edges bring a negation than a condition. */
bool cvg_lin_flag_inverted(struct linearizer *lin, uint32_t test)
{
	int balance = 0;

	for (size_t k = 0; k < lin->flow.in[test].n; k++) {
		uint32_t a;

		if (lin_is_again(&lin->flow.in[test], k))
			continue;
		a = answer_on_edge(lin, test, &lin->flow.in[test].at[k], test);
		if (a >= CONDITIONS && a < PHIS)
			balance += a & 1 ? 1 : -1;
	}
	return balance > 0;
}
