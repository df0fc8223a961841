/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Greedy regrouping (Algorithm 1 of the paper that bbv.h names): the pair of
 * groups with the greatest gain is merged, again and again, until one group
 * that is not full is left at most.
 *
 * Threads of one kind are merged first, as in the paper: full groups of one
 * kind are output at once, and the remaining threads of the kind begin as one
 * group. A heap has, for each group, its best partner (a wish). When the wish
 * on top names a group that was merged, its owner searches again; a new group
 * searches when it is made. So the wish on top is always the best of all pairs
 * that are compared, which are all pairs for up to CVG_EXACT_KINDS kinds.
 *
 * Example: one block of latency 1, groups of 2, and threads that run it 9, 2, 8
 * and 3 times. (9, 8) gains 7 and is merged, then (3, 2), which gains 1.
 */
#include "sim/groups/regroup.h"

#include <stdlib.h>
#include <string.h>

struct group {
	struct cvg_lots lots; /* its threads; owned */
	uint32_t size;	      /* number of its threads */
	uint32_t *bounds;     /* [2 * nblocks] least counts, then greatest */
	uint32_t last, next;  /* neighbours by latency; CVG_NONE: none */
	bool gone;	      /* merged into another group */
};

/* Group `to` is the best partner of group `from`. */
struct wish {
	int64_t gain;
	uint32_t from, to;
};

struct greedy {
	struct cvg_regrouping *r;
	struct group *group; /* [n] may move: groups are known by index */
	uint32_t n, cap;
	uint32_t first; /* first group of the list by latency */
	uint32_t alive; /* groups in the list */
	uint32_t look;	/* neighbours compared on each side */
	cvg_vec(struct wish) heap;
};

/* ---- the heap: greatest gain first, of equals the oldest groups -------- */

static bool better(const struct wish *a, const struct wish *b)
{
	if (a->gain != b->gain)
		return a->gain > b->gain;
	return a->from != b->from ? a->from < b->from : a->to < b->to;
}

static void sift_up(struct greedy *greedy, size_t i)
{
	struct wish *h = greedy->heap.at;

	while (i && better(&h[i], &h[(i - 1) / 2])) {
		struct wish x = h[i];

		h[i] = h[(i - 1) / 2];
		h[(i - 1) / 2] = x;
		i = (i - 1) / 2;
	}
}

static void sift_down(struct greedy *greedy)
{
	struct wish *h = greedy->heap.at;

	for (size_t i = 0;;) {
		size_t kid = 2 * i + 1;
		struct wish x = h[i];

		if (kid + 1 < greedy->heap.n && better(&h[kid + 1], &h[kid]))
			kid++;
		if (kid >= greedy->heap.n || !better(&h[kid], &h[i]))
			return;
		h[i] = h[kid];
		h[kid] = x;
		i = kid;
	}
}

static void pop(struct greedy *greedy)
{
	greedy->heap.at[0] = greedy->heap.at[--greedy->heap.n];
	if (greedy->heap.n)
		sift_down(greedy);
}

/* ---- partners -------------------------------------------------------- */

static int64_t gain_of(const struct greedy *greedy, uint32_t a, uint32_t b)
{
	const uint32_t *x = greedy->group[a].bounds,
		       *y = greedy->group[b].bounds;
	uint32_t n = greedy->r->vectors->nblocks;

	return cvg_regroup_gain(greedy->r, x, x + n, y, y + n);
}

static void consider(const struct greedy *greedy, struct wish *w, uint32_t to)
{
	struct wish other = {gain_of(greedy, w->from, to), w->from, to};

	if (w->to == CVG_NONE || better(&other, w))
		*w = other;
}

/* Find the best partner of a group and put the wish into the heap. */
static void wish_for(struct greedy *greedy, uint32_t from)
{
	struct wish w = {.from = from, .to = CVG_NONE};
	uint32_t back = greedy->group[from].last, on = greedy->group[from].next;

	for (uint32_t i = 0; i < greedy->look; i++) {
		if (back != CVG_NONE) {
			consider(greedy, &w, back);
			back = greedy->group[back].last;
		}
		if (on != CVG_NONE) {
			consider(greedy, &w, on);
			on = greedy->group[on].next;
		}
		if (back == CVG_NONE && on == CVG_NONE)
			break;
	}
	if (w.to == CVG_NONE)
		return;
	cvg_push(&greedy->heap, w);
	sift_up(greedy, greedy->heap.n - 1);
}

/* ---- groups ---------------------------------------------------------- */

static uint32_t new_group(struct greedy *greedy)
{
	if (greedy->n == greedy->cap) {
		greedy->cap = greedy->cap ? 2 * greedy->cap : 64;
		greedy->group = cvg_realloc(greedy->group, greedy->cap,
					    sizeof(*greedy->group));
	}
	greedy->group[greedy->n] =
		(struct group){.last = CVG_NONE, .next = CVG_NONE};
	return greedy->n++;
}

static void find_bounds(struct greedy *greedy, struct group *group)
{
	uint32_t n = greedy->r->vectors->nblocks;

	group->bounds = cvg_alloc(2 * ((size_t)n + 1) * sizeof(*group->bounds));
	for (size_t i = 0; i < group->lots.n; i++) {
		const uint32_t *row =
			cvg_bbv(greedy->r->vectors, group->lots.at[i].kind);
		uint32_t *min = group->bounds, *max = group->bounds + n;

		for (uint32_t b = 0; b < n; b++) {
			min[b] = !i || row[b] < min[b] ? row[b] : min[b];
			max[b] = !i || row[b] > max[b] ? row[b] : max[b];
		}
	}
}

static void unlink_group(struct greedy *greedy, uint32_t i)
{
	struct group *group = &greedy->group[i];

	if (group->last != CVG_NONE)
		greedy->group[group->last].next = group->next;
	else
		greedy->first = group->next;
	if (group->next != CVG_NONE)
		greedy->group[group->next].last = group->last;
	group->gone = true;
	greedy->alive--;
}

static void forget(struct group *group)
{
	free(group->lots.at);
	free(group->bounds);
	group->lots = (struct cvg_lots){0};
	group->bounds = NULL;
}

/* Move at most `room` threads from one list of lots to another. Returns how
 * many were moved. */
static uint32_t pour(struct cvg_lots *to, struct cvg_lots *from, uint32_t room)
{
	uint32_t poured = 0;
	size_t kept = 0;

	for (size_t i = 0; i < from->n; i++) {
		struct cvg_lot lot = from->at[i];
		uint32_t take =
			lot.many < room - poured ? lot.many : room - poured;

		if (take)
			cvg_push(to, ((struct cvg_lot){lot.kind, take}));
		poured += take;
		lot.many -= take;
		if (lot.many)
			from->at[kept++] = lot;
	}
	from->n = kept;
	return poured;
}

/* ---- merging --------------------------------------------------------- */

/* Put group i into the list, before group `at`. */
static void link_before(struct greedy *greedy, uint32_t i, uint32_t at)
{
	uint32_t last = greedy->group[at].last;

	greedy->group[i].next = at;
	greedy->group[i].last = last;
	greedy->group[at].last = i;
	if (last != CVG_NONE)
		greedy->group[last].next = i;
	else
		greedy->first = i;
	greedy->alive++;
}

/* Function Merge of Algorithm 1: if a and b together fill a group, the full
 * group is output; the remaining threads become a new group. */
static void merge(struct greedy *greedy, uint32_t a, uint32_t b)
{
	struct cvg_regrouping *r = greedy->r;
	uint32_t i = new_group(greedy);
	struct group *x = &greedy->group[a], *y = &greedy->group[b];
	struct group *sum = &greedy->group[i];

	sum->size = x->size + y->size;
	if (sum->size >= r->groupsize) {
		uint32_t n = pour(&r->out, &x->lots, r->groupsize);

		pour(&r->out, &y->lots, r->groupsize - n);
		sum->size -= r->groupsize;
	}
	pour(&sum->lots, &x->lots, UINT32_MAX);
	pour(&sum->lots, &y->lots, UINT32_MAX);
	if (sum->size) {
		find_bounds(greedy, sum);
		link_before(greedy, i, b);
	}
	unlink_group(greedy, a);
	unlink_group(greedy, b);
	forget(&greedy->group[a]);
	forget(&greedy->group[b]);
	if (greedy->group[i].size)
		wish_for(greedy, i);
}

static void merge_all(struct greedy *greedy)
{
	while (greedy->alive > 1) {
		struct wish w = greedy->heap.at[0];

		pop(greedy);
		if (greedy->group[w.from].gone)
			continue;
		if (greedy->group[w.to].gone)
			wish_for(greedy, w.from);
		else
			merge(greedy, w.from, w.to);
	}
}

/* ---- beginning and end ----------------------------------------------- */

/* Output the full groups of one kind, and make a group of its other threads. */
static void begin_kind(struct greedy *greedy, uint32_t kind)
{
	uint32_t many = greedy->r->vectors->many[kind],
		 size = greedy->r->groupsize;
	uint32_t whole = many / size * size, i;

	if (whole)
		cvg_push(&greedy->r->out, ((struct cvg_lot){kind, whole}));
	if (whole == many)
		return;
	i = new_group(greedy);
	greedy->group[i].size = many - whole;
	cvg_push(&greedy->group[i].lots,
		 ((struct cvg_lot){kind, many - whole}));
	find_bounds(greedy, &greedy->group[i]);
	if (i) {
		greedy->group[i].last = i - 1;
		greedy->group[i - 1].next = i;
	}
	greedy->alive++;
}

void cvg_regroup_greedy(struct cvg_regrouping *r)
{
	uint32_t *kind = cvg_regroup_by_cost(r);
	struct greedy g = {.r = r};
	uint32_t begun;

	for (uint32_t i = 0; i < r->vectors->nkinds; i++)
		begin_kind(&g, kind[i]);
	begun = g.n;
	g.look = begun <= CVG_EXACT_KINDS ? UINT32_MAX : CVG_NEAR_GROUPS;
	for (uint32_t i = 0; i < begun; i++)
		wish_for(&g, i);
	merge_all(&g);
	for (uint32_t i = 0; i < g.n; i++) {
		if (!g.group[i].gone)
			pour(&r->out, &g.group[i].lots, UINT32_MAX);
		forget(&g.group[i]);
	}
	free(g.group);
	free(g.heap.at);
	free(kind);
}
