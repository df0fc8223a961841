/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Horizontal runs in the gaps between rows: channel routing. Lines that meet on
 * their way to one box are a group, and each group has one or two runs. Each
 * run gets the first level below all runs that were set before it and overlap
 * it. Runs are set in this order: first those that turn back upward; then those
 * that go left, from left to right; then those that go right, from right to
 * left; so that lines which keep their order do not cross.
 *
 * Columns have been chosen such that a line that comes from above and a line of
 * another group that goes on below are in one column only if both are bars; the
 * group of the lower bar is then set last.
 */
#include "private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct run {
	int32_t x0, x1; /* its first and last column */
	int32_t key;	/* order among runs of one rank */
	unsigned rank;	/* order in which runs are set */
	uint32_t group;
	bool left, right; /* sides of the group that it serves */
};

struct gaps {
	struct work *w;
	uint32_t *slot;	     /* [nunits] group in this gap, or CVG_NONE */
	uint32_t *pin_group; /* [pins] group */
	uint32_t most_pins;
	struct run *run;
	uint32_t nruns;
	int32_t *point; /* columns where runs end, sorted */
	uint32_t npoints;
	uint32_t *most, *tag; /* [2 * npoints] segment tree over the points:
				 highest level + 1 somewhere in a node's range,
				 and set for all of the range */
};

/* ---- groups ---------------------------------------------------------- */

static uint32_t group_of(struct gaps *g, uint32_t gap, uint32_t unit)
{
	struct work *w = g->w;
	struct group *gr;

	if (g->slot[unit] != CVG_NONE)
		return g->slot[unit];
	g->slot[unit] = w->ngroups;
	gr = &w->group[w->ngroups];
	*gr = (struct group){.gap = gap,
			     .unit = unit,
			     .spine = unit < w->flow->n ? w->entry[unit]
							: w->unit[unit].x,
			     .left = NO_LEVEL,
			     .right = NO_LEVEL};
	gr->x0 = gr->x1 = gr->spine;
	return w->ngroups++;
}

static void add_pin(struct gaps *g, uint32_t group, struct pin p)
{
	struct work *w = g->w;
	struct group *gr = &w->group[group];

	if (p.x < gr->x0)
		gr->x0 = p.x;
	if (p.x > gr->x1)
		gr->x1 = p.x;
	if (p.x == gr->spine)
		gr->straight = true;
	p.level = NO_LEVEL;
	g->pin_group[w->npins] = group;
	w->pin[w->npins++] = p;
}

/* Enter the ports of a box above the gap. */
static void add_ports(struct gaps *g, uint32_t gap, uint32_t v)
{
	struct work *w = g->w;
	const struct cvg_flow_node *n = &w->flow->node[v];

	for (uint32_t e = n->edges_at; e < n->edges_at + n->nedges; e++) {
		uint32_t bar = w->bar[e];
		uint32_t unit = bar == CVG_NONE ? w->flow->edge[e].to : bar;
		uint32_t gr = group_of(g, gap, unit);

		w->joins[e] = gr;
		add_pin(g, gr,
			(struct pin){.x = w->port[e],
				     .id = e,
				     .is_edge = true,
				     .heavy = w->flow->edge[e].heavy});
		if (bar == CVG_NONE)
			continue;
		w->group[gr].turns = w->unit[bar].back;
		if (!w->unit[bar].back && w->unit[bar].top < gap)
			w->group[gr].straight = true;
		if (w->unit[bar].back && w->unit[bar].bottom >= gap)
			w->group[gr].straight = true;
	}
}

/* Enter a bar that reaches its box through this gap. */
static void add_bar(struct gaps *g, uint32_t gap, uint32_t bar)
{
	struct work *w = g->w;
	uint32_t gr = group_of(g, gap, w->unit[bar].to);

	w->bar_group[bar] = gr;
	add_pin(g, gr,
		(struct pin){.x = w->unit[bar].x,
			     .id = bar,
			     .heavy = w->unit[bar].heavy});
}

/* Find the bars that begin in a column where another one ends: their groups are
 * set last. Both lists are from left to right. */
static void find_last(struct gaps *g, uint32_t gap)
{
	struct work *w = g->w;
	uint32_t i, j;

	if (!gap || gap >= w->nrows)
		return;
	i = w->end_at[gap - 1];
	j = w->start_at[gap];
	while (i < w->end_at[gap] && j < w->start_at[gap + 1]) {
		uint32_t a = w->end[i], b = w->start[j];

		if (a >= w->flow->n && b >= w->flow->n && !w->unit[b].back &&
		    w->unit[a].x == w->unit[b].x && g->slot[b] != CVG_NONE)
			w->group[g->slot[b]].last = true;
		if (w->unit[a].x <= w->unit[b].x)
			i++;
		else
			j++;
	}
}

static void find_groups(struct gaps *g, uint32_t gap)
{
	struct work *w = g->w;

	for (uint32_t i = gap ? w->end_at[gap - 1] : 0;
	     gap && i < w->end_at[gap]; i++) {
		uint32_t u = w->end[i];

		if (u < w->flow->n)
			add_ports(g, gap, u);
		else if (!w->unit[u].back)
			add_bar(g, gap, u);
	}
	for (uint32_t i = gap < w->nrows ? w->start_at[gap] : 0;
	     gap < w->nrows && i < w->start_at[gap + 1]; i++)
		if (w->unit[w->start[i]].back)
			add_bar(g, gap, w->start[i]);
	find_last(g, gap);
}

/* Pins of a group, from left to right. */
static int by_x(const void *a, const void *b)
{
	const struct pin *p = a, *q = b;

	return (p->x > q->x) - (p->x < q->x);
}

static void sort_pins(struct gaps *g, uint32_t first_group, uint32_t first_pin)
{
	struct work *w = g->w;
	uint32_t n = w->npins - first_pin, at = first_pin;
	struct pin *copy = cvg_alloc(((size_t)n + 1) * sizeof *copy);

	memcpy(copy, w->pin + first_pin, n * sizeof *copy);
	for (uint32_t i = 0; i < n; i++)
		w->group[g->pin_group[first_pin + i]].npins++;
	for (uint32_t k = first_group; k < w->ngroups; k++) {
		w->group[k].pins_at = at;
		at += w->group[k].npins;
		w->group[k].npins = 0;
	}
	for (uint32_t i = 0; i < n; i++) {
		struct group *gr = &w->group[g->pin_group[first_pin + i]];

		w->pin[gr->pins_at + gr->npins++] = copy[i];
	}
	for (uint32_t k = first_group; k < w->ngroups; k++)
		qsort(w->pin + w->group[k].pins_at, w->group[k].npins,
		      sizeof *w->pin, by_x);
	free(copy);
}

/* ---- levels ---------------------------------------------------------- */

static void add_run(struct gaps *g, uint32_t group, bool left, bool right)
{
	const struct group *gr = &g->w->group[group];
	struct run r = {.x0 = left ? gr->x0 : gr->spine,
			.x1 = right ? gr->x1 : gr->spine,
			.group = group,
			.left = left,
			.right = right};

	if (gr->last)
		r.rank = 3;
	else if (gr->turns)
		r.rank = 0;
	else
		r.rank = right ? 1 : 2;
	/* The wires that leave to the left end at the spine on their left. */
	r.key = right ? gr->spine : -gr->spine;
	g->run[g->nruns++] = r;
}

static void find_runs(struct gaps *g, uint32_t first_group)
{
	const struct work *w = g->w;

	g->nruns = 0;
	for (uint32_t k = first_group; k < w->ngroups; k++) {
		const struct group *gr = &w->group[k];
		bool left = gr->x0<gr->spine, right = gr->x1> gr->spine;

		if (left && right && gr->straight) {
			add_run(g, k, true, false);
			add_run(g, k, false, true);
		} else if (left || right) {
			add_run(g, k, left, right);
		}
	}
}

static int by_rank(const void *a, const void *b)
{
	const struct run *p = a, *q = b;

	if (p->rank != q->rank)
		return p->rank < q->rank ? -1 : 1;
	if (p->key != q->key)
		return p->key < q->key ? -1 : 1;
	if (p->group != q->group)
		return p->group < q->group ? -1 : 1;
	return (int)q->left - (int)p->left;
}

static int by_number(const void *a, const void *b)
{
	int32_t p = *(const int32_t *)a, q = *(const int32_t *)b;

	return (p > q) - (p < q);
}

/* The index of the first point that is not smaller than x. */
static uint32_t point_at(const struct gaps *g, int32_t x)
{
	uint32_t low = 0, high = g->npoints;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (g->point[mid] < x)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static void raise(uint32_t *v, uint32_t to)
{
	if (*v < to)
		*v = to;
}

/* The highest level + 1 over points [a, b). */
static uint32_t highest(const struct gaps *g, uint32_t a, uint32_t b)
{
	uint32_t n = g->npoints, found = 0;
	uint32_t i = a + n, j = b + n;

	for (; i < j; i >>= 1, j >>= 1) {
		if (i & 1)
			raise(&found, g->most[i++]);
		if (j & 1)
			raise(&found, g->most[--j]);
	}
	for (i = a + n; a < b && i; i >>= 1)
		raise(&found, g->tag[i]);
	for (j = b - 1 + n; a < b && j; j >>= 1)
		raise(&found, g->tag[j]);
	return found;
}

/* Points [a, b) are covered up to `level`. */
static void cover(struct gaps *g, uint32_t a, uint32_t b, uint32_t level)
{
	uint32_t n = g->npoints, i = a + n, j = b + n;

	for (; i < j; i >>= 1, j >>= 1) {
		if (i & 1) {
			raise(&g->most[i], level);
			raise(&g->tag[i++], level);
		}
		if (j & 1) {
			raise(&g->most[--j], level);
			raise(&g->tag[j], level);
		}
	}
	for (i = (a + n) >> 1; i; i >>= 1)
		raise(&g->most[i], g->most[2 * i] > g->most[2 * i + 1]
					   ? g->most[2 * i]
					   : g->most[2 * i + 1]);
	for (j = (b - 1 + n) >> 1; j; j >>= 1)
		raise(&g->most[j], g->most[2 * j] > g->most[2 * j + 1]
					   ? g->most[2 * j]
					   : g->most[2 * j + 1]);
}

/* Set each run below all that were set before it and overlap it. */
static void set_levels(struct gaps *g, uint32_t gap)
{
	struct work *w = g->w;

	qsort(g->run, g->nruns, sizeof *g->run, by_rank);
	for (uint32_t i = 0; i < g->nruns; i++) {
		g->point[2 * i] = g->run[i].x0;
		g->point[2 * i + 1] = g->run[i].x1;
	}
	g->npoints = 2 * g->nruns;
	qsort(g->point, g->npoints, sizeof *g->point, by_number);
	memset(g->most, 0, 2 * g->npoints * sizeof *g->most);
	memset(g->tag, 0, 2 * g->npoints * sizeof *g->tag);
	for (uint32_t i = 0; i < g->nruns; i++) {
		const struct run *r = &g->run[i];
		struct group *gr = &w->group[r->group];
		uint32_t level = highest(g, point_at(g, r->x0 - 1),
					 point_at(g, r->x1 + 2));

		if (r->left)
			gr->left = level;
		if (r->right)
			gr->right = level;
		cover(g, point_at(g, r->x0), point_at(g, r->x1 + 1), level + 1);
		raise(&w->gap_levels[gap], level + 1);
	}
}

/* Tell the pins of the groups the levels that they join. */
static void tell_pins(struct gaps *g, uint32_t first_group)
{
	struct work *w = g->w;

	for (uint32_t k = first_group; k < w->ngroups; k++) {
		const struct group *gr = &w->group[k];

		g->slot[gr->unit] = CVG_NONE;
		for (uint32_t i = gr->pins_at; i < gr->pins_at + gr->npins;
		     i++) {
			struct pin *p = &w->pin[i];

			if (p->x < gr->spine)
				p->level = gr->left;
			else if (p->x > gr->spine)
				p->level = gr->right;
			if (p->is_edge)
				w->edge_level[p->id] = p->level;
			else
				w->bar_level[p->id] = p->level;
		}
	}
}

/* Do labels need a line of their own above gap `gap`? */
static bool has_label(const struct work *w, uint32_t gap)
{
	for (uint32_t i = gap ? w->end_at[gap - 1] : 0;
	     gap && i < w->end_at[gap]; i++) {
		uint32_t v = w->end[i];
		const struct cvg_flow_node *n = &w->flow->node[v];

		if (v >= w->flow->n)
			continue;
		for (uint32_t k = 0; k < n->nedges; k++)
			if (w->flow->edge[n->edges_at + k].label > 1)
				return true;
	}
	return false;
}

void cvg_lay_gaps(struct work *w)
{
	size_t most = (size_t)w->nunits + w->flow->nedges + 1;
	struct gaps g = {.w = w};

	w->pin = cvg_alloc(most * sizeof *w->pin);
	w->group = cvg_alloc(most * sizeof *w->group);
	g.pin_group = cvg_alloc(most * sizeof *g.pin_group);
	g.run = cvg_alloc(2 * most * sizeof *g.run);
	g.point = cvg_alloc(4 * most * sizeof *g.point);
	g.most = cvg_alloc(8 * most * sizeof *g.most);
	g.tag = cvg_alloc(8 * most * sizeof *g.tag);
	g.slot = cvg_alloc(((size_t)w->nunits + 1) * sizeof *g.slot);
	memset(g.slot, 0xFF, ((size_t)w->nunits + 1) * sizeof *g.slot);
	for (uint32_t gap = 0; gap <= w->nrows; gap++) {
		uint32_t first_group = w->ngroups, first_pin = w->npins;

		find_groups(&g, gap);
		sort_pins(&g, first_group, first_pin);
		find_runs(&g, first_group);
		set_levels(&g, gap);
		tell_pins(&g, first_group);
		w->gap_label[gap] = has_label(w, gap);
	}
	free(g.pin_group);
	free(g.run);
	free(g.point);
	free(g.most);
	free(g.tag);
	free(g.slot);
}
