/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Tests that need no guard value: what one asks is known on the edges, as a
 * constant or as the condition that a block branched on before, and one phi
 * of i1 at most brings it together. It replaces the phi of guard values, the
 * select before it and the comparison behind it. What threads answer that
 * never come to the test does not matter.
 *
 * Tried first on symbols; cvg_lin_said_flag gives the same answers as values.
 */
#include "linearize.h"

#include <assert.h>
#include <stdlib.h>

/* Answers: constants, conditions (twice the leave, plus 1 if negated), phis. */
#define NO	   0u
#define YES	   1u
#define ANY	   2u /* nobody asks */
#define HARD	   3u /* no single value */
#define OPEN	   4u /* as where the edge comes from */
#define CONDITIONS 8u
#define PHIS	   0x80000000u

enum { FAR = 64 }; /* guards; farther ones are taken to be reached */

static bool matches(const struct cvg_linnode *n, uint32_t value)
{
	return n->low <= value && value < n->high;
}

/* Do threads with that value come from node `at` to the test? */
static bool comes_to(const struct linearizer *z, uint32_t at, uint32_t value,
		     uint32_t test)
{
	for (uint32_t steps = 0; steps < FAR && at != test; steps++) {
		const struct cvg_linnode *n = &z->r->node[at];

		if (n->kind == CVG_LIN_UNIT)
			return false;
		at = n->to[!matches(n, value)];
		if (at == CVG_NONE)
			return false;
	}
	return true;
}

static uint32_t also(uint32_t a, uint32_t b)
{
	if (a == ANY || a == b)
		return b;
	return b == ANY ? a : HARD;
}

/* The edges of a leave that lead to the node. */
static uint32_t answer_of_leave(const struct linearizer *z, uint32_t leave,
				uint32_t node, uint32_t test)
{
	const struct lin_leave *l = &z->leave.at[leave];
	uint32_t answer[2] = {ANY, ANY}, first;
	uint32_t n = cvg_lin_edges_to(z, l, node, &first);

	for (uint32_t k = 0; k < n; k++) {
		const struct cvg_linedge *e = &z->r->edge[z->by_to[first + k]];
		uint32_t side = e->slot == 0 ? 0 : 1;

		if (!comes_to(z, node, e->value, test))
			continue;
		answer[side] =
			also(answer[side],
			     matches(&z->r->node[test], e->value) ? YES : NO);
	}
	if (answer[0] == answer[1] || answer[1] == ANY)
		return answer[0];
	if (answer[0] == ANY)
		return answer[1];
	if (l->label || !l->cond || answer[0] == HARD || answer[1] == HARD)
		return HARD;
	return CONDITIONS + 2 * leave + (answer[0] == NO);
}

static uint32_t answer_on_edge(const struct linearizer *z, uint32_t node,
			       const struct lin_in *e, uint32_t test)
{
	const struct cvg_linnode *t = &z->r->node[test], *from;

	if (e->leave != CVG_NONE) {
		uint32_t to = z->r->edge[z->leave.at[e->leave].edge_at].to;

		if (to != CVG_NONE && z->r->node[to].merged)
			return HARD; /* the test that stands there asks too */
		return answer_of_leave(z, e->leave, node, test);
	}
	from = &z->r->node[e->node];
	if (e->holds && (from->high <= t->low || t->high <= from->low))
		return NO;
	if (e->holds && t->low <= from->low && from->high <= t->high)
		return YES;
	if (!e->holds && from->low <= t->low && t->high <= from->high)
		return NO;
	return OPEN;
}

/* ---- on symbols ------------------------------------------------------ */

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
static uint32_t try_node(const struct linearizer *z, uint32_t test,
			 struct trial *t, uint32_t n, uint32_t i)
{
	uint32_t node = t[i].node, all = ANY;

	for (size_t k = 0; k < z->in[node].n; k++) {
		const struct lin_in *e = &z->in[node].at[k];
		uint32_t a;

		if (lin_is_again(&z->in[node], k))
			continue;
		a = answer_on_edge(z, node, e, test);
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

bool cvg_lin_is_flag(struct linearizer *z, uint32_t test)
{
	enum { MOST = 8 };
	struct trial t[MOST] = {{test, ANY}};
	uint32_t n = 1, phis = 0;

	for (uint32_t i = 0; i < n; i++)
		for (size_t k = 0; k < z->in[t[i].node].n; k++) {
			const struct lin_in *e = &z->in[t[i].node].at[k];

			if (lin_is_again(&z->in[t[i].node], k) ||
			    answer_on_edge(z, t[i].node, e, test) != OPEN ||
			    trial_at(t, n, e->node))
				continue;
			if (n == MOST)
				return false;
			t[n++] = (struct trial){e->node, ANY};
		}
	qsort(t, n, sizeof *t, by_node);
	for (uint32_t i = 0; i < n; i++) {
		t[i].answer = try_node(z, test, t, n, i);
		if (t[i].answer == HARD)
			return false;
		phis += t[i].answer == PHIS + t[i].node;
	}
	return phis <= 1;
}

/* ---- as values ------------------------------------------------------- */

bool cvg_lin_flag_is_open(const struct linearizer *z, uint32_t node,
			  const struct lin_in *e)
{
	return answer_on_edge(z, node, e, z->var->unit) == OPEN;
}

LLVMValueRef cvg_lin_said_flag(struct linearizer *z, uint32_t node,
			       const struct lin_in *e)
{
	uint32_t a = answer_on_edge(z, node, e, z->var->unit);
	const struct lin_leave *l;
	bool inverted = z->var->inverted;

	if (a == OPEN)
		return NULL;
	if (a == ANY)
		return LLVMGetPoison(z->var->type);
	if (a == NO || a == YES)
		return LLVMConstInt(z->var->type, (a == YES) != inverted, 0);
	assert(a >= CONDITIONS && a < PHIS);
	l = &z->leave.at[(a - CONDITIONS) / 2];
	if ((a & 1) == inverted)
		return l->cond;
	LLVMPositionBuilderBefore(z->b, LLVMGetBasicBlockTerminator(l->at));
	LLVMSetCurrentDebugLocation2(z->b, l->loc);
	return LLVMBuildNot(z->b, l->cond, "");
}

/* Negated more often than not? Then the test is for the opposite. */
bool cvg_lin_flag_inverted(struct linearizer *z, uint32_t test)
{
	int balance = 0;

	for (size_t k = 0; k < z->in[test].n; k++) {
		uint32_t a;

		if (lin_is_again(&z->in[test], k))
			continue;
		a = answer_on_edge(z, test, &z->in[test].at[k], test);
		if (a >= CONDITIONS && a < PHIS)
			balance += a & 1 ? 1 : -1;
	}
	return balance > 0;
}
