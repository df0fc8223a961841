/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The order of units for branch interleaving (Anantpur, Govindarajan, CC 2014,
 * section 5.1): what uses a load comes later than it could, what could run
 * meanwhile comes before.
 *
 * List scheduling: a unit may come when all that lead to it have. Time is that
 * of one warp that runs all of them, each for the cycles it issues; a load is
 * ready its latency after its unit began. Of the units that may come, one whose
 * loads are ready goes first, and among those the one with loads that others
 * wait for, then the one that follows what came last (fewer guards are wanted
 * then), then reverse postorder; if all would wait, the one that waits least.
 * Only WINDOW of those that may come are looked at.
 */
#include "linear_units.h"

#include "reconverge/cost.h"

#include <stdlib.h>

enum { WINDOW = 64 };

/* A node: a piece, or a loop of this level as a whole. */
struct job {
	uint32_t node;
	uint32_t waits; /* nodes that lead to it and have not come */
	uint64_t cycles;
	uint64_t ready; /* when what it uses from others is */
	bool feeds;	/* it loads what another node uses */
};

struct want {
	uint32_t job;  /* that uses it */
	uint32_t from; /* that loads it */
	uint64_t latency;
};

struct scheduler {
	struct packer *p;
	struct job *job; /* in reverse postorder */
	uint32_t n;
	uint32_t *of;		   /* [nodes] job, or CVG_NONE */
	cvg_vec(struct want) want; /* ascending by from */
	struct cvg_u32s may;	   /* jobs */
};

/* The node of this level that the block is in, or CVG_NONE. */
static uint32_t job_of(const struct scheduler *s, uint32_t b)
{
	const struct packer *p = s->p;
	uint32_t n = (uint32_t)p->piece.n, c;

	if (!packer_has(p, b))
		return CVG_NONE;
	if (s->of[p->of[b]] != CVG_NONE)
		return s->of[p->of[b]];
	for (c = p->w->cycles->innermost[b];
	     c != CVG_NONE && packer_has(p, p->w->cycles->cycle[c].header);
	     c = p->w->cycles->cycle[c].parent) {
		uint32_t local = p->l->cycle_at[c];

		if (s->of[n + local] != CVG_NONE)
			return s->of[n + local];
	}
	return CVG_NONE;
}

static void note_uses(struct scheduler *s, uint32_t inst, uint32_t job)
{
	const struct cvg_fn *fn = s->p->w->fn;
	const struct cvg_inst *in = &fn->insts[inst];

	s->job[job].cycles += cvg_cost_issue(fn, inst);
	if (in->op != CVG_OP_LOAD)
		return;
	for (uint32_t k = 0; k < in->nusers; k++) {
		uint32_t user = fn->users[in->users_at + k];
		uint32_t to = job_of(s, fn->insts[user].block);
		struct want w = {to, job, cvg_cost_inst(fn, inst)};

		if (to == CVG_NONE || to == job)
			continue;
		s->job[job].feeds = true;
		cvg_push(&s->want, w);
	}
}

static int by_from(const void *a, const void *b)
{
	const struct want *x = a, *y = b;

	return (x->from > y->from) - (x->from < y->from);
}

static void gather(struct scheduler *s)
{
	const struct packer *p = s->p;
	const struct cvg_fn *fn = p->w->fn;

	for (uint32_t k = 0; k < p->r->nblocks; k++) {
		uint32_t b = p->r->block[k], job = job_of(s, b);

		for (uint32_t i = 0;
		     job != CVG_NONE && i < fn->blocks[b].ninsts; i++)
			note_uses(s, fn->blocks[b].inst_at + i, job);
	}
	if (s->want.n)
		qsort(s->want.at, s->want.n, sizeof *s->want.at, by_from);
	for (uint32_t j = 0; j < s->n; j++) {
		uint32_t v = s->job[j].node;

		for (uint32_t k = p->flow_at[v]; k < p->flow_at[v + 1]; k++)
			if (s->of[p->flow.at[k].to] != CVG_NONE)
				s->job[s->of[p->flow.at[k].to]].waits++;
	}
}

static bool follows(const struct scheduler *s, uint32_t last, uint32_t job)
{
	const struct packer *p = s->p;
	uint32_t v = last == CVG_NONE ? CVG_NONE : s->job[last].node;

	if (v == CVG_NONE)
		return false;
	for (uint32_t k = p->flow_at[v]; k < p->flow_at[v + 1]; k++)
		if (p->flow.at[k].to == s->job[job].node)
			return true;
	return false;
}

static bool is_better(const struct scheduler *s, uint32_t a, uint32_t b,
		      uint64_t now, uint32_t last)
{
	const struct job *x = &s->job[a], *y = &s->job[b];
	uint64_t wx = x->ready > now ? x->ready : now;
	uint64_t wy = y->ready > now ? y->ready : now;
	bool fx, fy;

	if (wx != wy)
		return wx < wy;
	if (x->feeds != y->feeds)
		return x->feeds;
	fx = follows(s, last, a);
	fy = follows(s, last, b);
	return fx != fy ? fx : a < b;
}

static uint32_t take_best(struct scheduler *s, uint64_t now, uint32_t last)
{
	size_t best = 0, n = s->may.n < WINDOW ? s->may.n : WINDOW;
	uint32_t job;

	for (size_t i = 1; i < n; i++)
		if (is_better(s, s->may.at[i], s->may.at[best], now, last))
			best = i;
	job = s->may.at[best];
	s->may.at[best] = s->may.at[--s->may.n];
	return job;
}

static void has_come(struct scheduler *s, uint32_t job, uint64_t began)
{
	const struct packer *p = s->p;
	uint32_t v = s->job[job].node;
	size_t lo = 0, hi = s->want.n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (s->want.at[mid].from < job)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < s->want.n && s->want.at[lo].from == job; lo++) {
		struct job *to = &s->job[s->want.at[lo].job];
		uint64_t ready = began + s->want.at[lo].latency;

		if (to->ready < ready)
			to->ready = ready;
	}
	for (uint32_t k = p->flow_at[v]; k < p->flow_at[v + 1]; k++) {
		uint32_t to = s->of[p->flow.at[k].to];

		if (to != CVG_NONE && !--s->job[to].waits)
			cvg_push(&s->may, to);
	}
}

/* node[0..n) is a level in postorder; it becomes the order wanted, backwards
 * too. The first to come stays the first. */
void cvg_linear_schedule(struct packer *p, uint32_t *node, uint32_t n)
{
	struct scheduler s = {.p = p, .n = n};
	uint32_t nodes = (uint32_t)(p->piece.n + p->cycle.n) + 1;
	uint32_t last = CVG_NONE, at = n;
	uint64_t now = 0;

	s.job = cvg_calloc(n + 1, sizeof *s.job);
	s.of = cvg_alloc(nodes * sizeof *s.of);
	for (uint32_t v = 0; v < nodes; v++)
		s.of[v] = CVG_NONE;
	for (uint32_t j = 0; j < n; j++) {
		s.job[j].node = node[n - 1 - j];
		s.of[s.job[j].node] = j;
	}
	gather(&s);
	s.job[0].waits = 0;
	cvg_push(&s.may, 0);
	while (s.may.n) {
		last = take_best(&s, now, last);
		if (s.job[last].ready > now)
			now = s.job[last].ready;
		node[--at] = s.job[last].node;
		has_come(&s, last, now);
		now += s.job[last].cycles;
	}
	free(s.job);
	free(s.of);
	free(s.want.at);
	free(s.may.at);
}
