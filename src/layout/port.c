/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The columns where edges enter boxes (entries) and leave them (ports).
 *
 * A line that comes down into a gap and a line that goes on below the gap must
 * not be in one column unless they lead to the same box: they would overlap
 * between their horizontal runs. So entries avoid the columns of bars that end
 * above them, and ports avoid the columns of entries and bars that begin below
 * them. Bars that lead back have even columns, other bars odd ones.
 */
#include "private.h"

#include <assert.h>
#include <stdlib.h>

/* The column of a line at a gap, and the node it leads to. */
struct mark {
	int32_t x;
	uint32_t to;
	bool own_bar; /* it is the bar of the edges that lead back to `to` */
};

/* Is there a pin in column x that leads elsewhere? Pins are sorted by x. */
static bool foreign(const struct mark *pin, uint32_t n, int32_t x, uint32_t to)
{
	uint32_t low = 0, high = n;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (pin[mid].x < x)
			low = mid + 1;
		else
			high = mid;
	}
	return low < n && pin[low].x == x &&
	       (pin[low].to != to || pin[low].own_bar);
}

static int32_t left_of(const struct work *work, uint32_t v)
{
	return work->unit[v].x - (int32_t)work->unit[v].half;
}

static int32_t right_of(const struct work *work, uint32_t v)
{
	return work->unit[v].x + (int32_t)work->unit[v].half;
}

static int32_t between(int32_t x, int32_t low, int32_t high)
{
	return x < low ? low : x > high ? high : x;
}

/* ---- entries --------------------------------------------------------- */

/* The preferred entry of v: its middle, or, if v has one link from above, a
 * column near the middle that is straight below that link's upper unit. */
static int32_t entry_wish(const struct work *work, uint32_t v)
{
	int32_t low = left_of(work, v) + 2, high = right_of(work, v) - 2;
	uint32_t up = work->up_at[v], from;

	if (work->up_at[v + 1] - up != 1)
		return work->unit[v].x;
	from = work->link[work->up[up]].upper;
	if (from >= work->flow->n) {
		low = low > work->unit[from].x ? low : work->unit[from].x;
		high = high < work->unit[from].x ? high : work->unit[from].x;
	} else {
		low = low > left_of(work, from) + 2 ? low
						    : left_of(work, from) + 2;
		high = high < right_of(work, from) - 2
			       ? high
			       : right_of(work, from) - 2;
	}
	return low <= high ? between(work->unit[v].x, low, high)
			   : work->unit[v].x;
}

static void choose_entry(struct work *work, uint32_t v,
			 const struct mark *above, uint32_t n)
{
	int32_t low = left_of(work, v) + 1, high = right_of(work, v) - 1;
	int32_t wish = entry_wish(work, v);

	for (int32_t d = 0;; d++) {
		if (wish + d <= high && !foreign(above, n, wish + d, v)) {
			work->entry[v] = wish + d;
			return;
		}
		if (wish - d >= low && !foreign(above, n, wish - d, v)) {
			work->entry[v] = wish - d;
			return;
		}
		assert(wish + d <= high || wish - d >= low);
	}
}

/* List the bars that end above row r, from left to right. */
static uint32_t pins_above(const struct work *work, uint32_t r,
			   struct mark *pin)
{
	uint32_t n = 0;

	for (uint32_t i = r ? work->end_at[r - 1] : 0; r && i < work->end_at[r];
	     i++) {
		uint32_t u = work->end[i];

		if (u < work->flow->n)
			continue;
		pin[n++] = (struct mark){.x = work->unit[u].x,
					 .to = work->unit[u].to,
					 .own_bar = work->unit[u].back};
	}
	return n;
}

/* ---- ports ----------------------------------------------------------- */

/* List the entries and bars that begin in row r, from left to right. */
static uint32_t pins_below(const struct work *work, uint32_t r,
			   struct mark *pin)
{
	uint32_t n = 0;

	for (uint32_t i = r < work->nrows ? work->start_at[r] : 0;
	     r < work->nrows && i < work->start_at[r + 1]; i++) {
		uint32_t u = work->start[i];
		bool node = u < work->flow->n;

		pin[n++] = (struct mark){
			.x = node ? work->entry[u] : work->unit[u].x,
			.to = work->unit[u].to,
			.own_bar = !node && work->unit[u].back};
	}
	return n;
}

struct ports {
	struct work *work;
	const struct mark *below;
	uint32_t nbelow;
	uint32_t v;
	int32_t *latest; /* [edges of v] largest column of a port that leaves
			    room for the ports right of it */
};

static uint32_t edge_at(const struct ports *p, uint32_t k)
{
	return p->work->flow->node[p->v].edges_at + k;
}

static bool may_stand(const struct ports *p, uint32_t k, int32_t x)
{
	uint32_t to = p->work->flow->edge[edge_at(p, k)].to;

	return !foreign(p->below, p->nbelow, x, to);
}

/* The column to which edge k of the node leads in the gap below. */
static int32_t target_of(const struct ports *p, uint32_t k)
{
	uint32_t e = edge_at(p, k), bar = p->work->bar[e];

	return bar != CVG_NONE ? p->work->unit[bar].x
			       : p->work->entry[p->work->flow->edge[e].to];
}

static int32_t label_of(const struct ports *p, uint32_t k)
{
	return (int32_t)p->work->flow->edge[edge_at(p, k)].label;
}

/* Columns from a port to the next one. */
static int32_t spacing(const struct ports *p, uint32_t k)
{
	return label_of(p, k) > 1 ? label_of(p, k) + 1 : 2;
}

/* The preferred port of edge k: straight above its target if that is below the
 * box, else the middle of its share of the box's width. */
static int32_t port_wish(const struct ports *p, uint32_t k, int32_t low,
			 int32_t high)
{
	uint32_t n = p->work->flow->node[p->v].nedges;
	int32_t x = target_of(p, k);

	if (x >= low && x <= high)
		return x;
	if (n == 1)
		return between(x, low, high);
	return low + (int32_t)((int64_t)(high - low) * (2 * k + 1) / (2 * n));
}

static void choose_ports(struct ports *p)
{
	const struct cvg_flow_node *node = &p->work->flow->node[p->v];
	uint32_t n = node->nedges;
	int32_t low = left_of(p->work, p->v) + 1,
		high = right_of(p->work, p->v) - 1;
	int32_t x = high, first;

	/* Room for a letter in the frame left of the first port, and right of
	 * the last. */
	low += n && label_of(p, 0) == 1;
	high -= n && label_of(p, n - 1) == 1;
	first = low;

	for (uint32_t k = n; k-- > 0;) {
		if (k + 1 == n)
			x = high - (label_of(p, k) > 1 ? label_of(p, k) : 0);
		else
			x = p->latest[k + 1] - spacing(p, k);
		while (!may_stand(p, k, x))
			x--;
		p->latest[k] = x;
		assert(x >= low);
	}
	for (uint32_t k = 0; k < n; k++) {
		int32_t wish = between(port_wish(p, k, low, high), first,
				       p->latest[k]);

		/* latest[k] itself may be taken, so one of them fits. */
		for (int32_t d = 0;; d++) {
			x = wish + d;
			if (x <= p->latest[k] && may_stand(p, k, x))
				break;
			x = wish - d;
			if (x >= first && may_stand(p, k, x))
				break;
		}
		p->work->port[edge_at(p, k)] = x;
		first = x + spacing(p, k);
	}
}

void cvg_lay_ports(struct work *work)
{
	struct mark *pin = cvg_alloc(((size_t)work->nunits + 1) * sizeof *pin);
	uint32_t most = 0;
	struct ports p = {.work = work, .below = pin};

	for (uint32_t v = 0; v < work->flow->n; v++)
		if (work->flow->node[v].nedges > most)
			most = work->flow->node[v].nedges;
	p.latest = cvg_alloc(((size_t)most + 1) * sizeof *p.latest);
	for (uint32_t r = 0; r < work->nrows; r++) {
		uint32_t n = pins_above(work, r, pin);

		for (uint32_t i = work->start_at[r]; i < work->start_at[r + 1];
		     i++)
			if (work->start[i] < work->flow->n)
				choose_entry(work, work->start[i], pin, n);
	}
	for (uint32_t r = 0; r < work->nrows; r++) {
		p.nbelow = pins_below(work, r + 1, pin);
		for (uint32_t i = work->start_at[r]; i < work->start_at[r + 1];
		     i++) {
			p.v = work->start[i];
			if (p.v < work->flow->n)
				choose_ports(&p);
		}
	}
	free(p.latest);
	free(pin);
}
