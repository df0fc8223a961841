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
 *
 * In the graph of private.h the bar of A -> C and the port of B come down into
 * gap 2 on their way to C: they are one group, whose run is from the column of
 * the bar to that of the port.
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
	struct work *work;
	uint32_t *slot;	     /* [nunits] group in this gap, or CVG_NONE */
	uint32_t *pin_group; /* [pins] group */
	struct run *run;
	uint32_t nruns;
	int32_t *point; /* columns where runs end, sorted */
	uint32_t npoints;
	uint32_t *most, *tag; /* [2 * npoints] segment tree over the points:
				 highest level + 1 somewhere in a node's range,
				 and set for all of the range */
};

/* ---- groups ---------------------------------------------------------- */

static uint32_t group_of(struct gaps *gaps, uint32_t gap, uint32_t unit)
{
	struct work *work = gaps->work;
	struct group *gr;

	if (gaps->slot[unit] != CVG_NONE)
		return gaps->slot[unit];
	gaps->slot[unit] = work->ngroups;
	gr = &work->group[work->ngroups];
	*gr = (struct group){.gap = gap,
			     .unit = unit,
			     .spine = unit < work->flow->n ? work->entry[unit]
							   : work->unit[unit].x,
			     .left = NO_LEVEL,
			     .right = NO_LEVEL};
	gr->x0 = gr->x1 = gr->spine;
	return work->ngroups++;
}

static void add_pin(struct gaps *gaps, uint32_t group, struct pin p)
{
	struct work *work = gaps->work;
	struct group *gr = &work->group[group];

	if (p.x < gr->x0)
		gr->x0 = p.x;
	if (p.x > gr->x1)
		gr->x1 = p.x;
	if (p.x == gr->spine)
		gr->straight = true;
	p.level = NO_LEVEL;
	gaps->pin_group[work->npins] = group;
	work->pin[work->npins++] = p;
}

/* Enter the ports of a box above the gap. */
static void add_ports(struct gaps *gaps, uint32_t gap, uint32_t v)
{
	struct work *work = gaps->work;
	const struct cvg_flow_node *n = &work->flow->node[v];

	for (uint32_t e = n->edges_at; e < n->edges_at + n->nedges; e++) {
		uint32_t bar = work->bar[e];
		uint32_t unit = bar == CVG_NONE ? work->flow->edge[e].to : bar;
		uint32_t gr = group_of(gaps, gap, unit);

		work->joins[e] = gr;
		add_pin(gaps, gr,
			(struct pin){.x = work->port[e],
				     .id = e,
				     .is_edge = true,
				     .heavy = work->flow->edge[e].heavy});
		if (bar == CVG_NONE)
			continue;
		work->group[gr].turns = work->unit[bar].back;
		if (!work->unit[bar].back && work->unit[bar].top < gap)
			work->group[gr].straight = true;
		if (work->unit[bar].back && work->unit[bar].bottom >= gap)
			work->group[gr].straight = true;
	}
}

/* Enter a bar that reaches its box through this gap. */
static void add_bar(struct gaps *gaps, uint32_t gap, uint32_t bar)
{
	struct work *work = gaps->work;
	uint32_t gr = group_of(gaps, gap, work->unit[bar].to);

	work->bar_group[bar] = gr;
	add_pin(gaps, gr,
		(struct pin){.x = work->unit[bar].x,
			     .id = bar,
			     .heavy = work->unit[bar].heavy});
}

/* Find the bars that begin in a column where another one ends: their groups are
 * set last. Both lists are from left to right. */
static void find_last(struct gaps *gaps, uint32_t gap)
{
	struct work *work = gaps->work;
	uint32_t i, j;

	if (!gap || gap >= work->nrows)
		return;
	i = work->end_at[gap - 1];
	j = work->start_at[gap];
	while (i < work->end_at[gap] && j < work->start_at[gap + 1]) {
		uint32_t a = work->end[i], b = work->start[j];

		if (a >= work->flow->n && b >= work->flow->n &&
		    !work->unit[b].back && work->unit[a].x == work->unit[b].x &&
		    gaps->slot[b] != CVG_NONE)
			work->group[gaps->slot[b]].last = true;
		if (work->unit[a].x <= work->unit[b].x)
			i++;
		else
			j++;
	}
}

static void find_groups(struct gaps *gaps, uint32_t gap)
{
	struct work *work = gaps->work;

	for (uint32_t i = gap ? work->end_at[gap - 1] : 0;
	     gap && i < work->end_at[gap]; i++) {
		uint32_t u = work->end[i];

		if (u < work->flow->n)
			add_ports(gaps, gap, u);
		else if (!work->unit[u].back)
			add_bar(gaps, gap, u);
	}
	for (uint32_t i = gap < work->nrows ? work->start_at[gap] : 0;
	     gap < work->nrows && i < work->start_at[gap + 1]; i++)
		if (work->unit[work->start[i]].back)
			add_bar(gaps, gap, work->start[i]);
	find_last(gaps, gap);
}

/* Pins of a group, from left to right. */
static int by_x(const void *a, const void *b)
{
	const struct pin *p = a, *q = b;

	return (p->x > q->x) - (p->x < q->x);
}

static void sort_pins(struct gaps *gaps, uint32_t first_group,
		      uint32_t first_pin)
{
	struct work *work = gaps->work;
	uint32_t n = work->npins - first_pin, at = first_pin;
	struct pin *copy = cvg_alloc(((size_t)n + 1) * sizeof *copy);

	memcpy(copy, work->pin + first_pin, n * sizeof *copy);
	for (uint32_t i = 0; i < n; i++)
		work->group[gaps->pin_group[first_pin + i]].npins++;
	for (uint32_t k = first_group; k < work->ngroups; k++) {
		work->group[k].pins_at = at;
		at += work->group[k].npins;
		work->group[k].npins = 0;
	}
	for (uint32_t i = 0; i < n; i++) {
		struct group *gr = &work->group[gaps->pin_group[first_pin + i]];

		work->pin[gr->pins_at + gr->npins++] = copy[i];
	}
	for (uint32_t k = first_group; k < work->ngroups; k++)
		qsort(work->pin + work->group[k].pins_at, work->group[k].npins,
		      sizeof *work->pin, by_x);
	free(copy);
}

/* ---- levels ---------------------------------------------------------- */

static void add_run(struct gaps *gaps, uint32_t group, bool left, bool right)
{
	const struct group *gr = &gaps->work->group[group];
	struct run run = {.x0 = left ? gr->x0 : gr->spine,
			  .x1 = right ? gr->x1 : gr->spine,
			  .group = group,
			  .left = left,
			  .right = right};

	if (gr->last)
		run.rank = 3;
	else if (gr->turns)
		run.rank = 0;
	else
		run.rank = right ? 1 : 2;
	/* The wires that leave to the left end at the spine on their left. */
	run.key = right ? gr->spine : -gr->spine;
	gaps->run[gaps->nruns++] = run;
}

static void find_runs(struct gaps *gaps, uint32_t first_group)
{
	const struct work *work = gaps->work;

	gaps->nruns = 0;
	for (uint32_t k = first_group; k < work->ngroups; k++) {
		const struct group *gr = &work->group[k];
		bool left = gr->x0<gr->spine, right = gr->x1> gr->spine;

		if (left && right && gr->straight) {
			add_run(gaps, k, true, false);
			add_run(gaps, k, false, true);
		} else if (left || right) {
			add_run(gaps, k, left, right);
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
static uint32_t point_at(const struct gaps *gaps, int32_t x)
{
	uint32_t low = 0, high = gaps->npoints;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (gaps->point[mid] < x)
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
static uint32_t highest(const struct gaps *gaps, uint32_t a, uint32_t b)
{
	uint32_t n = gaps->npoints, found = 0;
	uint32_t i = a + n, j = b + n;

	for (; i < j; i >>= 1, j >>= 1) {
		if (i & 1)
			raise(&found, gaps->most[i++]);
		if (j & 1)
			raise(&found, gaps->most[--j]);
	}
	for (i = a + n; a < b && i; i >>= 1)
		raise(&found, gaps->tag[i]);
	for (j = b - 1 + n; a < b && j; j >>= 1)
		raise(&found, gaps->tag[j]);
	return found;
}

/* Points [a, b) are covered up to `level`. */
static void cover(struct gaps *gaps, uint32_t a, uint32_t b, uint32_t level)
{
	uint32_t n = gaps->npoints, i = a + n, j = b + n;

	for (; i < j; i >>= 1, j >>= 1) {
		if (i & 1) {
			raise(&gaps->most[i], level);
			raise(&gaps->tag[i++], level);
		}
		if (j & 1) {
			raise(&gaps->most[--j], level);
			raise(&gaps->tag[j], level);
		}
	}
	for (i = (a + n) >> 1; i; i >>= 1)
		raise(&gaps->most[i], gaps->most[2 * i] > gaps->most[2 * i + 1]
					      ? gaps->most[2 * i]
					      : gaps->most[2 * i + 1]);
	for (j = (b - 1 + n) >> 1; j; j >>= 1)
		raise(&gaps->most[j], gaps->most[2 * j] > gaps->most[2 * j + 1]
					      ? gaps->most[2 * j]
					      : gaps->most[2 * j + 1]);
}

/* Set each run below all that were set before it and overlap it. */
static void set_levels(struct gaps *gaps, uint32_t gap)
{
	struct work *work = gaps->work;

	qsort(gaps->run, gaps->nruns, sizeof *gaps->run, by_rank);
	for (uint32_t i = 0; i < gaps->nruns; i++) {
		gaps->point[2 * i] = gaps->run[i].x0;
		gaps->point[2 * i + 1] = gaps->run[i].x1;
	}
	gaps->npoints = 2 * gaps->nruns;
	qsort(gaps->point, gaps->npoints, sizeof *gaps->point, by_number);
	memset(gaps->most, 0, 2 * gaps->npoints * sizeof *gaps->most);
	memset(gaps->tag, 0, 2 * gaps->npoints * sizeof *gaps->tag);
	for (uint32_t i = 0; i < gaps->nruns; i++) {
		const struct run *run = &gaps->run[i];
		struct group *gr = &work->group[run->group];
		uint32_t level = highest(gaps, point_at(gaps, run->x0 - 1),
					 point_at(gaps, run->x1 + 2));

		if (run->left)
			gr->left = level;
		if (run->right)
			gr->right = level;
		cover(gaps, point_at(gaps, run->x0),
		      point_at(gaps, run->x1 + 1), level + 1);
		raise(&work->gap_levels[gap], level + 1);
	}
}

/* Tell the pins of the groups the levels that they join. */
static void tell_pins(struct gaps *gaps, uint32_t first_group)
{
	struct work *work = gaps->work;

	for (uint32_t k = first_group; k < work->ngroups; k++) {
		const struct group *gr = &work->group[k];

		gaps->slot[gr->unit] = CVG_NONE;
		for (uint32_t i = gr->pins_at; i < gr->pins_at + gr->npins;
		     i++) {
			struct pin *p = &work->pin[i];

			if (p->x < gr->spine)
				p->level = gr->left;
			else if (p->x > gr->spine)
				p->level = gr->right;
			if (p->is_edge)
				work->edge_level[p->id] = p->level;
			else
				work->bar_level[p->id] = p->level;
		}
	}
}

/* Do labels need a line of their own above gap `gap`? */
static bool has_label(const struct work *work, uint32_t gap)
{
	for (uint32_t i = gap ? work->end_at[gap - 1] : 0;
	     gap && i < work->end_at[gap]; i++) {
		uint32_t v = work->end[i];
		const struct cvg_flow_node *n = &work->flow->node[v];

		if (v >= work->flow->n)
			continue;
		for (uint32_t k = 0; k < n->nedges; k++)
			if (work->flow->edge[n->edges_at + k].label > 1)
				return true;
	}
	return false;
}

void cvg_lay_gaps(struct work *work)
{
	size_t most = (size_t)work->nunits + work->flow->nedges + 1;
	struct gaps gaps = {.work = work};

	work->pin = cvg_alloc(most * sizeof *work->pin);
	work->group = cvg_alloc(most * sizeof *work->group);
	gaps.pin_group = cvg_alloc(most * sizeof *gaps.pin_group);
	gaps.run = cvg_alloc(2 * most * sizeof *gaps.run);
	gaps.point = cvg_alloc(4 * most * sizeof *gaps.point);
	gaps.most = cvg_alloc(8 * most * sizeof *gaps.most);
	gaps.tag = cvg_alloc(8 * most * sizeof *gaps.tag);
	gaps.slot = cvg_alloc(((size_t)work->nunits + 1) * sizeof *gaps.slot);
	memset(gaps.slot, 0xFF, ((size_t)work->nunits + 1) * sizeof *gaps.slot);
	for (uint32_t gap = 0; gap <= work->nrows; gap++) {
		uint32_t first_group = work->ngroups, first_pin = work->npins;

		find_groups(&gaps, gap);
		sort_pins(&gaps, first_group, first_pin);
		find_runs(&gaps, first_group);
		set_levels(&gaps, gap);
		tell_pins(&gaps, first_group);
		work->gap_label[gap] = has_label(work, gap);
	}
	free(gaps.pin_group);
	free(gaps.run);
	free(gaps.point);
	free(gaps.most);
	free(gaps.tag);
	free(gaps.slot);
}
