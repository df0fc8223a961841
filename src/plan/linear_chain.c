/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The chain of guarded units (Anantpur, Govindarajan, CC 2014, Algorithm 1)
 * with the optimizations O1 to O4.
 *
 * The paper makes a chain and then moves edges past guards they cannot match.
 * Taken edge by edge, that can make unstructured edges again: two edges may
 * pass over each other. Here guards are nested instead, which is what O1 and
 * O2 come to where they are sound. Behind the guard of unit i stand the units
 * that follow; as long as the threads that do not match i want none of them,
 * they belong inside the guard (O2: what i dominates is among them), and as
 * long as those that ran i want none of them, they belong to its other side.
 * Both are seen by the guard values that can arrive, kept as a sorted set.
 * The result is nested ifs and loops by construction.
 *
 *	level 0  a guard before every unit, a test behind every loop
 *	level 1  O1: one unit at a time moves inside a guard or to its other side
 *	level 2  O2: as many as belong there; the guard of a loop's header stands
 *	         before the loop if other values arrive there too
 *	level 3  O3: a guard with one way in stands in the block it comes from
 *	level 4  that block branches on its own condition instead of the guard
 *	         value, and a guard that always holds is left out; the last
 *	         guard of a loop is the test behind it if it tells the same;
 *	         where a guard is dearer than the unit is for who does not want
 *	         it, all run it and choose afterwards (linear_open.c)
 *
 * Needs units in an order where loops are contiguous with the header first, so
 * that only the header's value goes back. Not recursive; a set is as large as
 * the frontier.
 */
#include "linear_ends.h"
#include "linear_values.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct flow {
	struct values values;
	struct ends ends;
};

enum step {
	STEP_LIST,  /* units and loops [i, end) */
	STEP_CLOSE, /* the test behind loop i */
	STEP_SWAP,  /* put the flow aside for the join below, take the other */
	STEP_JOIN,  /* both go on together */
};

struct task {
	enum step step;
	uint32_t i, end; /* LIST: places; CLOSE: loop, its first node; SWAP:
			    the task that joins */
	bool opened;	 /* LIST: of a loop, whose header comes first */
	uint32_t depth;	 /* LIST: guards and loops around it */
	bool bare;	 /* JOIN: nothing ran where the guard did not hold */
	bool open;	 /* JOIN: there is no such place */
	struct flow other;
};

struct chain {
	struct liner *l;
	struct cvg_linregion *r;
	uint32_t most;	   /* levels of guards and loops that are allowed */
	uint32_t *loop_at; /* [nunits] loop whose header it is, or CVG_NONE */
	uint32_t *around;  /* [nunits] innermost loop, CVG_NONE */
	uint32_t *outer;   /* [loops] */
	struct flow now;
	struct looses loose;
	cvg_vec(struct task) task;
	struct linnodes node;
	struct cvg_u32s scratch;
};

/* ---- what a unit decides ---------------------------------------------- */

static struct values values_of_unit(struct chain *c, uint32_t u)
{
	const struct cvg_linunit *unit = &c->r->unit[u];

	for (uint32_t k = 0; k < unit->nedges; k++)
		cvg_push(&c->scratch, c->r->edge[unit->edges_at + k].value);
	return cvg_values_of_list(&c->scratch);
}

static void flow_join(struct chain *c, struct flow *a, struct flow *b)
{
	cvg_values_join(&a->values, &b->values);
	cvg_ends_join(&c->loose, &a->ends, &b->ends);
}

static void lead(struct chain *c, struct ends *e, uint32_t to)
{
	cvg_ends_lead(&c->loose, &c->node, e, to);
}

/* ---- nodes ----------------------------------------------------------- */

static uint32_t add_node(struct chain *c, enum cvg_linkind kind, uint32_t unit)
{
	struct cvg_linnode n = {.kind = kind, .unit = unit};

	n.low = unit;
	n.high = unit + 1;
	n.to[0] = n.to[1] = CVG_NONE;
	cvg_push(&c->node, n);
	return (uint32_t)c->node.n - 1;
}

/* The unit runs; what flows on is what it decides. */
static void run_unit(struct chain *c, uint32_t u)
{
	lead(c, &c->now.ends, add_node(c, CVG_LIN_UNIT, u));
	cvg_values_done(&c->now.values);
	c->now.values = values_of_unit(c, u);
	c->now.ends = cvg_ends_of_unit(&c->loose, u);
}

/* Does one block, with all its ways on, lead here? Then the test can stand
 * there. D may have other ways on, and so may a unit that is a loop. */
static bool can_merge(const struct chain *c)
{
	uint32_t b = c->now.ends.block, n = 0;

	if (b == CVG_NONE || c->l->level < 3)
		return false;
	if (c->l->level >= 4)
		return true;
	for (uint32_t k = c->now.ends.first; k; k = c->loose.at[k - 1].next)
		n++;
	return c->l->fn->blocks[b].nsuccs == n;
}

/*
 * Split what flows by values: `now` becomes what is in [low, high), *other the
 * rest. `joined`: a back edge will come here too, so the test needs a block.
 */
static void split(struct chain *c, enum cvg_linkind kind, uint32_t low,
		  uint32_t high, bool joined, uint32_t holds,
		  struct flow *other)
{
	bool merge = !joined && can_merge(c);
	uint32_t node;

	*other = c->now;
	c->now = (struct flow){.ends = {.block = CVG_NONE}};
	cvg_values_split(&other->values, low, high, &c->now.values);
	assert(values_n(&c->now.values));
	if (merge && c->l->level >= 4) {
		if (holds == CVG_NONE)
			holds = (uint32_t)c->node.n; /* comes next */
		cvg_ends_lead_some(&c->loose, &other->ends, low, high, holds);
		return;
	}
	node = add_node(c, kind, low);
	c->node.at[node].merged = merge;
	c->node.at[node].low = low;
	c->node.at[node].high = high;
	cvg_values_test(&c->node.at[node], &c->now.values, &other->values);
	lead(c, &other->ends, node);
	other->ends = cvg_ends_of_node(&c->loose, node, 1);
	if (holds != CVG_NONE)
		c->node.at[node].to[0] = holds;
	else
		c->now.ends = cvg_ends_of_node(&c->loose, node, 0);
}

/* ---- the chain ------------------------------------------------------- */

static void push_task(struct chain *c, struct task t)
{
	cvg_push(&c->task, t);
}

/* Start of the outermost thing of the list in loop `in` that holds place u. */
static uint32_t start_of(const struct chain *c, uint32_t u, uint32_t first)
{
	uint32_t start = u;

	for (uint32_t k = c->around[u];
	     k != CVG_NONE && c->r->loop[k].first >= first; k = c->outer[k])
		start = c->r->loop[k].first;
	return start;
}

/* How far the other side stays out of what follows: places [next, end) where
 * none of its values points, whole loops only, at level 1 one thing. */
static uint32_t reach_of(const struct chain *c, const struct values *v,
			 uint32_t next, uint32_t end, uint32_t depth)
{
	uint32_t wanted = cvg_values_next(v, next, end);

	if (depth >= c->most)
		return next;

	if (wanted > end)
		wanted = end;
	if (c->l->level < 1 || next >= end || wanted == next)
		return next;
	if (wanted < end)
		wanted = start_of(c, wanted, next);
	if (c->l->level == 1 && wanted > next) {
		uint32_t k = c->loop_at[next];

		wanted = k == CVG_NONE ? next + 1 : c->r->loop[k].end;
	}
	/* A loop in it is a level, its guards are another. */
	for (uint32_t u = next; u < wanted && depth + 2 > c->most; u++)
		if (c->loop_at[u] != CVG_NONE)
			wanted = u;
	return wanted;
}

/* Values that leave loop k for good. */
static struct values values_of_loop(struct chain *c, uint32_t k)
{
	const struct cvg_linloop *loop = &c->r->loop[k];

	for (uint32_t u = loop->first; u < loop->end; u++)
		for (uint32_t e = 0; e < c->r->unit[u].nedges; e++) {
			uint32_t x =
				c->r->edge[c->r->unit[u].edges_at + e].value;

			if (x < loop->first || x >= loop->end)
				cvg_push(&c->scratch, x);
		}
	return cvg_values_of_list(&c->scratch);
}

/* The innermost loop that holds both. */
static uint32_t common_loop(const struct chain *c, uint32_t u, uint32_t x)
{
	uint32_t k = c->around[x];

	while (k != CVG_NONE &&
	       (u < c->r->loop[k].first || u >= c->r->loop[k].end))
		k = c->outer[k];
	return k;
}

/* Where ways back inside the loop lead to, its inner loops left out. */
static struct values values_back(struct chain *c, uint32_t k)
{
	const struct cvg_linloop *loop = &c->r->loop[k];

	for (uint32_t u = loop->first; u < loop->end && loop->merged; u++)
		for (uint32_t e = 0; e < c->r->unit[u].nedges; e++) {
			uint32_t x =
				c->r->edge[c->r->unit[u].edges_at + e].value;

			if (x >= loop->first && x <= u &&
			    common_loop(c, u, x) == k)
				cvg_push(&c->scratch, x);
		}
	cvg_push(&c->scratch, loop->first);
	return cvg_values_of_list(&c->scratch);
}

static void open_loop(struct chain *c, uint32_t k, uint32_t depth)
{
	struct cvg_linloop *loop = &c->r->loop[k];
	struct values back = values_back(c, k);

	push_task(c, (struct task){.step = STEP_CLOSE,
				   .i = k,
				   .end = (uint32_t)c->node.n});
	loop->node = (uint32_t)c->node.n;
	push_task(c, (struct task){.step = STEP_LIST,
				   .i = loop->first,
				   .end = loop->end,
				   .opened = true,
				   .depth = depth + 1});
	cvg_values_join(&c->now.values, &back);
}

/*
 * The last guard of a loop, if those that it holds for all go on with the loop
 * and the others all leave, is the loop's test. `list`: what is done of it.
 */
static bool is_test(const struct chain *c, size_t list, const struct values *in,
		    const struct values *past)
{
	const struct task *t = &c->task.at[list];
	const struct cvg_linloop *loop;
	uint32_t low, high;

	if (c->l->level < 4 || !list || t->i != t->end ||
	    t[-1].step != STEP_CLOSE)
		return false;
	loop = &c->r->loop[t[-1].i];
	low = loop->first;
	high = loop->merged ? loop->end : low + 1;
	return cvg_values_within(in, low, high) &&
	       cvg_values_next(past, low, high) >= high;
}

/* The thing at i is behind a guard; what follows goes where it belongs. */
static void guarded(struct chain *c, size_t list, uint32_t i, uint32_t next,
		    uint32_t loop, bool joined)
{
	uint32_t end = c->task.at[list].end, mine, theirs;
	uint32_t depth = c->task.at[list].depth + 1;
	bool merge = !joined && can_merge(c), open;
	struct flow other;
	struct values out;

	split(c, CVG_LIN_GUARD, i, i + 1, joined, CVG_NONE, &other);
	out = loop == CVG_NONE ? values_of_unit(c, i) : values_of_loop(c, loop);
	mine = reach_of(c, &other.values, next, end, depth);
	theirs = mine > next ? next : reach_of(c, &out, next, end, depth);
	c->task.at[list].i = mine > next ? mine : theirs;
	open = !merge && loop == CVG_NONE && mine == next && theirs == next &&
	       cvg_linear_may_open(c->l, c->r, i) &&
	       !is_test(c, list, &out, &other.values);
	cvg_values_done(&out);
	if (open)
		c->node.at[c->node.n - 1].open = true;
	push_task(c, (struct task){.step = STEP_JOIN,
				   .bare = theirs == next,
				   .open = open,
				   .other = other});
	if (mine > next)
		push_task(c, (struct task){.step = STEP_LIST,
					   .i = next,
					   .end = mine,
					   .depth = depth});
	if (theirs > next) {
		uint32_t join = (uint32_t)c->task.n - 1;

		push_task(c, (struct task){.step = STEP_LIST,
					   .i = next,
					   .end = theirs,
					   .depth = depth});
		push_task(c, (struct task){.step = STEP_SWAP, .i = join});
	}
	if (loop != CVG_NONE)
		open_loop(c, loop, depth);
	else
		run_unit(c, i);
}

/* Does a single value lead into the loop, and other values past it? */
static bool is_passed(const struct chain *c, const struct cvg_linloop *loop,
		      uint32_t depth)
{
	uint32_t x = cvg_values_next(&c->now.values, loop->first, CVG_NONE);

	if (c->l->level < 2 || depth + 3 > c->most || x != loop->first ||
	    values_n(&c->now.values) == 1)
		return false;
	return cvg_values_next(&c->now.values, loop->first + 1, CVG_NONE) >=
	       loop->end;
}

static void do_list(struct chain *c)
{
	size_t list = c->task.n - 1;
	uint32_t i = c->task.at[list].i, end = c->task.at[list].end;
	bool opened = c->task.at[list].opened;
	uint32_t k;

	if (i == end) {
		c->task.n--;
		return;
	}
	c->task.at[list].opened = false;
	k = opened ? CVG_NONE : c->loop_at[i];
	assert(cvg_values_next(&c->now.values, i, CVG_NONE) != CVG_NONE);
	if (k != CVG_NONE &&
	    is_passed(c, &c->r->loop[k], c->task.at[list].depth)) {
		guarded(c, list, i, c->r->loop[k].end, k, false);
	} else if (k != CVG_NONE) {
		c->task.at[list].i = c->r->loop[k].end;
		open_loop(c, k, c->task.at[list].depth);
	} else if (values_only(&c->now.values, i) &&
		   (c->l->level >= 4 || (opened && c->l->level >= 2))) {
		c->task.at[list].i = i + 1;
		run_unit(c, i);
	} else {
		guarded(c, list, i, i + 1, CVG_NONE, opened);
	}
}

static void do_close(struct chain *c, const struct task *t)
{
	const struct cvg_linloop *loop = &c->r->loop[t->i];
	struct flow other;

	split(c, CVG_LIN_BACK, loop->first,
	      loop->merged ? loop->end : loop->first + 1, false, t->end,
	      &other);
	cvg_values_done(&c->now.values);
	c->now = other;
}

static void do_swap(struct chain *c, const struct task *t)
{
	struct flow aside = c->now;

	c->now = c->task.at[t->i].other;
	c->task.at[t->i].other = aside;
}

static void do_join(struct chain *c, struct task *t)
{
	if (t->open || !t->bare ||
	    !is_test(c, c->task.n - 1, &c->now.values, &t->other.values)) {
		flow_join(c, &c->now, &t->other);
		return;
	}
	c->task.n -= 2;
	lead(c, &c->now.ends, c->task.at[c->task.n].end);
	cvg_values_done(&c->now.values);
	c->now = t->other;
}

static void do_all(struct chain *c)
{
	push_task(c, (struct task){.step = STEP_LIST, .end = c->r->nunits});
	while (c->task.n) {
		struct task t = c->task.at[c->task.n - 1];

		if (t.step == STEP_LIST) {
			do_list(c);
			continue;
		}
		c->task.n--;
		if (t.step == STEP_CLOSE)
			do_close(c, &t);
		else if (t.step == STEP_SWAP)
			do_swap(c, &t);
		else
			do_join(c, &t);
	}
}

static void find_loops(struct chain *c)
{
	uint32_t n = c->r->nunits;
	struct cvg_u32s open = {0};
	uint32_t k = 0;

	c->loop_at = cvg_alloc(n * sizeof *c->loop_at);
	c->around = cvg_alloc(n * sizeof *c->around);
	c->outer = cvg_alloc((c->r->nloops + 1) * sizeof *c->outer);
	for (uint32_t u = 0; u < n; u++) {
		while (open.n && c->r->loop[open.at[open.n - 1]].end <= u)
			open.n--;
		c->loop_at[u] = CVG_NONE;
		if (k < c->r->nloops && c->r->loop[k].first == u) {
			c->outer[k] = open.n ? open.at[open.n - 1] : CVG_NONE;
			c->loop_at[u] = k;
			cvg_push(&open, k++);
		}
		assert(k >= c->r->nloops || c->r->loop[k].first > u);
		c->around[u] = open.n ? open.at[open.n - 1] : CVG_NONE;
	}
	free(open.at);
}

void cvg_linear_chain(struct liner *l, struct cvg_linregion *r)
{
	struct chain c = {.l = l, .r = r, .most = CVG_NONE, .loose = {.r = r}};

	if (l->level_at)
		c.most = l->level_at[r->head] < l->depth
				 ? l->depth - l->level_at[r->head]
				 : 1;

	find_loops(&c);
	c.now.values = values_of_unit(&c, r->nunits);
	c.now.ends = cvg_ends_of_unit(&c.loose, r->nunits);
	do_all(&c);
	assert(values_only(&c.now.values, r->nunits));
	lead(&c, &c.now.ends, CVG_NONE);
	cvg_values_done(&c.now.values);
	r->nnodes = (uint32_t)c.node.n;
	r->node =
		cvg_arena_array(&l->plan->arena, struct cvg_linnode, r->nnodes);
	memcpy(r->node, c.node.at, c.node.n * sizeof *r->node);
	free(c.loop_at);
	free(c.around);
	free(c.outer);
	free(c.loose.at);
	free(c.task.at);
	free(c.node.at);
	free(c.scratch.at);
}
