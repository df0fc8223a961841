/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Rows, and the order from left to right.
 *
 * The order is a reverse postorder of the graph in which every forward edge is
 * a node of its own; successors are visited from the last to the first, so that
 * what the first edge reaches stands left of what the second reaches. A graph
 * that can be drawn without crossings in this order has none.
 *
 * The row of a node is the length of the longest path to it over forward edges,
 * except that whatever follows a cycle is below all of the cycle.
 *
 * In the graph of private.h, A ? x -> C B; B -> C; C ret, the search goes from
 * A over A -> B, B and B -> C to C, and then over A -> C. The order is A, A ->
 * C, A -> B, B, B -> C, C; the rows of A, B and C are 0, 1 and 2.
 */
#include "reconverge/analysis.h"
#include "reconverge/graph.h"

#include "private.h"

#include <stdlib.h>
#include <string.h>

uint32_t cvg_lay_starts(uint32_t *at, uint32_t n)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t here = at[i];

		at[i] = sum;
		sum += here;
	}
	at[n] = sum;
	return sum;
}

/* ---- depth first ----------------------------------------------------- */

enum state { UNSEEN, OPEN, DONE, OLD /* done, from an earlier root */ };

struct search {
	struct work *work;
	uint8_t *state;	   /* [n] enum state */
	uint32_t *left;	   /* [n] edges not yet followed */
	struct item *done; /* items of this root, in postorder */
	uint32_t ndone;
	struct cvg_u32s stack; /* nodes */
	struct cvg_u32s roots;
};

static void finish(struct search *s, enum item_kind kind, uint32_t id)
{
	s->done[s->ndone++] = (struct item){kind, id};
}

/* Follow one edge of the open node v. */
static void follow(struct search *s, uint32_t v)
{
	const struct cvg_flow *f = s->work->flow;
	uint32_t e = f->node[v].edges_at + --s->left[v];
	uint32_t to = f->edge[e].to;

	switch ((enum state)s->state[to]) {
	case UNSEEN:
		/* The edge is finished when its target is: see below. */
		s->state[to] = OPEN;
		s->left[to] = f->node[to].nedges;
		cvg_push(&s->stack, to);
		break;
	case OPEN:
	case OLD:
		s->work->back[e] = true;
		break;
	case DONE:
		finish(s, ITEM_EDGE, e);
		break;
	}
}

static void search_from(struct search *s, uint32_t root)
{
	const struct cvg_flow *f = s->work->flow;
	struct work *work = s->work;

	cvg_push(&s->roots, root);
	s->state[root] = OPEN;
	s->left[root] = f->node[root].nedges;
	cvg_push(&s->stack, root);
	while (s->stack.n) {
		uint32_t v = s->stack.at[s->stack.n - 1], up;

		if (s->left[v]) {
			follow(s, v);
			continue;
		}
		s->state[v] = DONE;
		finish(s, ITEM_NODE, v);
		if (!--s->stack.n)
			break;
		up = s->stack.at[s->stack.n - 1];
		finish(s, ITEM_EDGE, f->node[up].edges_at + s->left[up]);
	}
	while (s->ndone) {
		struct item it = s->done[--s->ndone];

		work->item[work->nitems++] = it;
		if (it.kind == ITEM_NODE)
			s->state[it.id] = OLD;
	}
}

/* Search from the entry, then from nodes without predecessors, then from the
 * rest. */
static void search_all(struct search *s)
{
	const struct cvg_flow *f = s->work->flow;
	bool *entered = cvg_calloc(f->n + 1, sizeof *entered);

	for (uint32_t e = 0; e < f->nedges; e++)
		entered[f->edge[e].to] = true;
	if (f->n)
		search_from(s, 0);
	for (uint32_t v = 0; v < f->n; v++)
		if (s->state[v] == UNSEEN && !entered[v])
			search_from(s, v);
	for (uint32_t v = 0; v < f->n; v++)
		if (s->state[v] == UNSEEN)
			search_from(s, v);
	free(entered);
}

/* ---- cycles ---------------------------------------------------------- */

/* The graph as a snapshot without instructions, so that cycles can be found:
 * node v is block v + 1, block 0 leads to all roots. The caller frees it. */
static struct cvg_fn *skeleton(const struct cvg_flow *f,
			       const struct cvg_u32s *roots)
{
	struct cvg_fn *fn = cvg_fn_new();
	uint32_t nroots = (uint32_t)roots->n, at = 0;
	uint32_t nedges = f->nedges + nroots;

	fn->nblocks = f->n + 1;
	fn->blocks = cvg_arena_array(&fn->arena, struct cvg_block, f->n + 1);
	fn->succs = cvg_arena_array(&fn->arena, uint32_t, nedges + 1);
	fn->preds = cvg_arena_array(&fn->arena, uint32_t, nedges + 1);
	fn->blocks[0].nsuccs = nroots;
	for (uint32_t i = 0; i < nroots; i++)
		fn->succs[i] = roots->at[i] + 1;
	for (uint32_t v = 0; v < f->n; v++) {
		fn->blocks[v + 1].succs_at = nroots + f->node[v].edges_at;
		fn->blocks[v + 1].nsuccs = f->node[v].nedges;
	}
	for (uint32_t e = 0; e < f->nedges; e++)
		fn->succs[nroots + e] = f->edge[e].to + 1;
	for (uint32_t e = 0; e < nedges; e++)
		fn->blocks[fn->succs[e]].npreds++;
	for (uint32_t b = 0; b <= f->n; b++) {
		fn->blocks[b].preds_at = at;
		at += fn->blocks[b].npreds;
		fn->blocks[b].npreds = 0;
	}
	for (uint32_t b = 0; b <= f->n; b++)
		cvg_foreach_succ (fn, b, s) {
			struct cvg_block *to = &fn->blocks[*s];

			fn->preds[to->preds_at + to->npreds++] = b;
		}
	return fn;
}

/* ---- rows ------------------------------------------------------------ */

struct ranking {
	struct work *work;
	const struct cvg_cycles *cs;
	uint32_t *seq;	      /* [n] nodes, every cycle in one piece */
	uint32_t *place;      /* [n] index in seq[] */
	uint32_t *below;      /* [cycles] first row below its nodes so far */
	uint32_t *exits;      /* [cycles] first edge of a list of those that
				 leave it and no cycle around it */
	uint32_t *next;	      /* [nedges] next edge of the list */
	struct cvg_u32s open; /* cycles, the outermost first */
};

static uint32_t cycle_of(const struct ranking *r, uint32_t v)
{
	return r->cs->innermost[v + 1];
}

/*
 * Fill seq[]: nodes in the order of items, but every cycle in one piece where
 * its first node stands. Each cycle has a list of its nodes and inner cycles,
 * and a last list has the rest; then the lists are written out, nested.
 */
static void keep_together(struct ranking *r)
{
	const struct work *work = r->work;
	uint32_t n = work->flow->n, nc = r->cs->n, out = 0, at;
	uint32_t *head = cvg_alloc((nc + 1) * sizeof *head);
	uint32_t *tail = cvg_alloc((nc + 1) * sizeof *tail);
	uint32_t *link = cvg_alloc((n + nc + 1) * sizeof *link);
	struct cvg_u32s stack = {0};

	memset(head, 0xFF, (nc + 1) * sizeof *head);
	memset(link, 0xFF, (n + nc + 1) * sizeof *link);
	for (uint32_t i = 0; i < work->nitems; i++) {
		uint32_t what = work->item[i].id;
		uint32_t set = CVG_NONE;
		bool first = true;

		if (work->item[i].kind != ITEM_NODE)
			continue;
		/* The node enters its cycle's list; a cycle that was empty
		 * enters the list of the one around it. */
		for (set = cycle_of(r, what); first;) {
			uint32_t l = set == CVG_NONE ? nc : set;

			first = head[l] == CVG_NONE && l != nc;
			if (head[l] == CVG_NONE)
				head[l] = what;
			else
				link[tail[l]] = what;
			tail[l] = what;
			what = n + l;
			set = l == nc ? CVG_NONE : r->cs->cycle[l].parent;
		}
	}
	for (at = head[nc];;) {
		if (at == CVG_NONE) {
			if (!stack.n)
				break;
			at = link[stack.at[--stack.n]];
		} else if (at < n) {
			r->seq[out++] = at;
			at = link[at];
		} else {
			cvg_push(&stack, at);
			at = head[at - n];
		}
	}
	free(head);
	free(tail);
	free(link);
	free(stack.at);
}

/* The innermost open cycle has all its rows: what follows it is below. */
static void close_cycle(struct ranking *r)
{
	uint32_t c = r->open.at[--r->open.n];
	uint32_t up = r->cs->cycle[c].parent;

	if (up != CVG_NONE && r->below[up] < r->below[c])
		r->below[up] = r->below[c];
	for (uint32_t e = r->exits[c]; e != CVG_NONE; e = r->next[e]) {
		uint32_t *rank = &r->work->rank[r->work->flow->edge[e].to];

		if (*rank < r->below[c])
			*rank = r->below[c];
	}
}

/* Close the open cycles that v is not in, and open those it is in. */
static void go_to_cycle(struct ranking *r, uint32_t v)
{
	uint32_t c = cycle_of(r, v), n;

	while (r->open.n &&
	       !cvg_cycle_has(r->cs, r->open.at[r->open.n - 1], v + 1))
		close_cycle(r);
	n = (uint32_t)r->open.n;
	for (; c != CVG_NONE && (!n || r->open.at[n - 1] != c);
	     c = r->cs->cycle[c].parent)
		cvg_push(&r->open, c);
	for (uint32_t i = n, j = (uint32_t)r->open.n; i + 1 < j; i++) {
		uint32_t t = r->open.at[i];

		r->open.at[i] = r->open.at[--j];
		r->open.at[j] = t;
	}
}

static void rank_edge(struct ranking *r, uint32_t v, uint32_t e)
{
	struct work *work = r->work;
	uint32_t to = work->flow->edge[e].to, c = cycle_of(r, v),
		 out = CVG_NONE;

	if (r->place[to] <= r->place[v])
		work->back[e] = true;
	if (work->back[e])
		return;
	if (work->rank[to] < work->rank[v] + 1)
		work->rank[to] = work->rank[v] + 1;
	for (; c != CVG_NONE && !cvg_cycle_has(r->cs, c, to + 1);
	     c = r->cs->cycle[c].parent)
		out = c;
	if (out != CVG_NONE) {
		r->next[e] = r->exits[out];
		r->exits[out] = e;
	}
}

static void rank_all(struct ranking *r, const struct cvg_u32s *roots)
{
	struct work *work = r->work;
	const struct cvg_flow *f = work->flow;
	uint32_t base = 0;
	size_t root = 0;

	for (uint32_t i = 0; i < f->n; i++) {
		uint32_t v = r->seq[i], c = cycle_of(r, v);

		go_to_cycle(r, v);
		if (root < roots->n && roots->at[root] == v) {
			base = work->nrows;
			root++;
		}
		if (work->rank[v] < base)
			work->rank[v] = base;
		if (work->nrows < work->rank[v] + 1)
			work->nrows = work->rank[v] + 1;
		if (c != CVG_NONE && r->below[c] < work->rank[v] + 1)
			r->below[c] = work->rank[v] + 1;
		for (uint32_t k = 0; k < f->node[v].nedges; k++)
			rank_edge(r, v, f->node[v].edges_at + k);
	}
}

static void find_rows(struct work *work, const struct cvg_u32s *roots)
{
	struct cvg_fn *fn = skeleton(work->flow, roots);
	struct cvg_ana *ana = cvg_ana_new(fn);
	struct ranking r = {.work = work, .cs = cvg_ana_cycles(ana)};
	uint32_t n = work->flow->n;

	r.seq = cvg_alloc((n + 1) * sizeof *r.seq);
	r.place = cvg_alloc((n + 1) * sizeof *r.place);
	r.below = cvg_calloc(r.cs->n + 1, sizeof *r.below);
	r.exits = cvg_alloc((r.cs->n + 1) * sizeof *r.exits);
	r.next = cvg_alloc((work->flow->nedges + 1) * sizeof *r.next);
	memset(r.exits, 0xFF, (r.cs->n + 1) * sizeof *r.exits);
	keep_together(&r);
	for (uint32_t i = 0; i < n; i++)
		r.place[r.seq[i]] = i;
	rank_all(&r, roots);
	free(r.seq);
	free(r.place);
	free(r.below);
	free(r.exits);
	free(r.next);
	free(r.open.at);
	cvg_ana_free(ana);
	cvg_fn_free(fn);
}

/* ---- all of it ------------------------------------------------------- */

/*
 * Now the rows say which edges lead back. These edges are taken out of the
 * order, and left of a node to which some lead back comes one item for all of
 * them. In irreducible parts the search may have taken an edge to lead back
 * that does not; its item is inserted right of the node it leaves.
 */
static void settle_items(struct work *work)
{
	const struct cvg_flow *f = work->flow;
	struct item *old = work->item;
	uint32_t nold = work->nitems;
	bool *target = cvg_calloc((size_t)f->n + 1, sizeof *target);
	bool *there = cvg_calloc((size_t)f->nedges + 1, sizeof *there);

	for (uint32_t e = 0; e < f->nedges; e++) {
		work->back[e] =
			work->rank[f->edge[e].to] <= work->rank[work->from[e]];
		if (work->back[e])
			target[f->edge[e].to] = true;
	}
	for (uint32_t i = 0; i < nold; i++)
		if (old[i].kind == ITEM_EDGE)
			there[old[i].id] = true;
	work->item = cvg_alloc(((size_t)f->n * 2 + f->nedges + 1) *
			       sizeof *work->item);
	work->nitems = 0;
	for (uint32_t i = 0; i < nold; i++) {
		uint32_t id = old[i].id, e;

		if (old[i].kind == ITEM_EDGE) {
			if (!work->back[id])
				work->item[work->nitems++] = old[i];
			continue;
		}
		if (target[id])
			work->item[work->nitems++] =
				(struct item){ITEM_BACK, id};
		work->item[work->nitems++] = old[i];
		e = f->node[id].edges_at;
		for (uint32_t k = f->node[id].nedges; k-- > 0; e++)
			if (!work->back[e] && !there[e])
				work->item[work->nitems++] =
					(struct item){ITEM_EDGE, e};
	}
	free(old);
	free(target);
	free(there);
}

void cvg_lay_rank(struct work *work)
{
	const struct cvg_flow *f = work->flow;
	struct search s = {.work = work};
	size_t most = (size_t)f->n + f->nedges + 1;

	s.state = cvg_calloc(f->n + 1, sizeof *s.state);
	s.left = cvg_calloc(f->n + 1, sizeof *s.left);
	s.done = cvg_alloc(most * sizeof *s.done);
	work->item = cvg_alloc(most * sizeof *work->item);
	search_all(&s);
	find_rows(work, &s.roots);
	settle_items(work);
	free(s.state);
	free(s.left);
	free(s.done);
	free(s.stack.at);
	free(s.roots.at);
}
