/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Columns: Brandes and Koepf, "Fast and Simple Horizontal Coordinate
 * Assignment", GD 2001, doi.org/10.1007/3-540-45848-4_3. Each unit is put
 * straight below (or above) the median of the units it is linked to, going from
 * the left or from the right, as long as no two such alignments cross. Units in
 * one vertical line form a column, and columns are packed. Of the four results
 * the mean of the two middle ones is taken.
 *
 * Other than in the paper, a long edge is one unit and not a chain of dummy
 * nodes, so that it is straight by itself; and packing is a longest path over
 * the pairs of neighbours, after which a second sweep pulls each column that
 * has room towards its neighbour on the other side.
 */
#include "private.h"

#include <stdlib.h>
#include <string.h>

struct columns {
	struct work *w;
	uint32_t *root;	   /* [nunits] first unit of the column it is in */
	bool *taken;	   /* [nunits] another unit is aligned with it */
	uint32_t *pair_at; /* [nunits + 1] into pairs[], by the left unit */
	uint32_t *pairs;
	uint32_t *sorted; /* columns, each after those beside it */
	uint32_t nsorted;
	uint32_t *waits; /* [nunits] of a root: left neighbours of its column
			    that are not sorted yet */
	uint32_t *member_at, *members; /* units of a column, by its root */
	int32_t *x;		       /* [nunits] of a column, by its root */
	int32_t *result[4];	       /* [nunits] */
};

/* ---- vertical alignment ---------------------------------------------- */

struct sweep {
	bool down; /* go downward, aligning each row with those above */
	bool from_left;
};

/* Try the one or two medians of u's neighbours. *last is the place of the
 * neighbour that was aligned last in this gap. */
static void align_unit(struct columns *c, struct sweep s, uint32_t u,
		       int64_t *last)
{
	const struct work *w = c->w;
	const uint32_t *at = s.down ? w->up_at : w->down_at;
	const uint32_t *list = (s.down ? w->up : w->down) + at[u];
	uint32_t n = at[u + 1] - at[u];

	for (uint32_t i = 0; n && i < 2; i++) {
		uint32_t low = (n - 1) / 2, high = n / 2;
		uint32_t m = (i == 0) == s.from_left ? low : high;
		const struct link *l = &w->link[list[m]];
		uint32_t to = s.down ? l->upper : l->lower;
		int64_t place = w->unit[to].at;

		if (l->crossed || c->taken[to])
			continue;
		if (s.from_left ? place <= *last : place >= *last)
			continue;
		c->root[u] = c->root[to];
		c->taken[to] = true;
		*last = place;
		return;
	}
}

static void align(struct columns *c, struct sweep s)
{
	const struct work *w = c->w;

	for (uint32_t u = 0; u < w->nunits; u++) {
		c->root[u] = u;
		c->taken[u] = false;
	}
	for (uint32_t i = 1; i < w->nrows; i++) {
		uint32_t r = s.down ? i : w->nrows - 1 - i;
		const uint32_t *at = s.down ? w->start_at : w->end_at;
		const uint32_t *list = (s.down ? w->start : w->end) + at[r];
		uint32_t n = at[r + 1] - at[r];
		int64_t last = s.from_left ? -1 : INT64_MAX;

		for (uint32_t k = 0; k < n; k++)
			align_unit(c, s, list[s.from_left ? k : n - 1 - k],
				   &last);
	}
}

/* ---- packing --------------------------------------------------------- */

static void find_members(struct columns *c)
{
	uint32_t n = c->w->nunits;

	memset(c->member_at, 0, (n + 1) * sizeof *c->member_at);
	for (uint32_t u = 0; u < n; u++)
		c->member_at[c->root[u]]++;
	cvg_lay_starts(c->member_at, n);
	for (uint32_t u = 0; u < n; u++)
		c->members[c->member_at[c->root[u]]++] = u;
	memmove(c->member_at + 1, c->member_at, n * sizeof *c->member_at);
	c->member_at[0] = 0;
}

/* For each pair p whose left unit is in column `root`. */
#define EACH_PAIR(c, root, i, p)                                     \
	for (uint32_t i##_m = (c)->member_at[root];                  \
	     i##_m < (c)->member_at[(root) + 1]; i##_m++)            \
		for (uint32_t i = (c)->pair_at[(c)->members[i##_m]]; \
		     i < (c)->pair_at[(c)->members[i##_m] + 1] &&    \
		     ((p) = &(c)->w->pair.at[(c)->pairs[i]]);        \
		     i++)

/* Sort the columns from left to right. False: there is no such order, because
 * two columns are left of each other in different rows. */
static bool sort_columns(struct columns *c)
{
	const struct work *w = c->w;
	const struct pair *p;
	uint32_t ncolumns = 0;

	memset(c->waits, 0, w->nunits * sizeof *c->waits);
	c->nsorted = 0;
	for (size_t i = 0; i < w->pair.n; i++)
		c->waits[c->root[w->pair.at[i].right]]++;
	for (uint32_t i = 0; i < w->nunits; i++) {
		uint32_t u = w->order[i];

		if (c->root[u] != u)
			continue;
		ncolumns++;
		if (!c->waits[u])
			c->sorted[c->nsorted++] = u;
	}
	for (uint32_t k = 0; k < c->nsorted; k++)
		EACH_PAIR(c, c->sorted[k], i, p)
		{
			uint32_t r = c->root[p->right];

			if (!--c->waits[r])
				c->sorted[c->nsorted++] = r;
		}
	return c->nsorted == ncolumns;
}

static void pull_right(struct columns *c, uint32_t root)
{
	const struct pair *p;
	int32_t most = INT32_MAX;

	EACH_PAIR(c, root, i, p)
	{
		int32_t x = c->x[c->root[p->right]] - p->apart;

		if (x < most)
			most = x;
	}
	if (most != INT32_MAX && most > c->x[root])
		c->x[root] = most;
}

static void pull_left(struct columns *c, uint32_t root, int32_t *least)
{
	if (least[root] != INT32_MIN && least[root] < c->x[root])
		c->x[root] = least[root];
}

/* Put columns as far left as they go, then pull each to its right neighbour. */
static void pack_left(struct columns *c)
{
	const struct pair *p;

	for (uint32_t u = 0; u < c->w->nunits; u++)
		c->x[u] = 1;
	for (uint32_t k = 0; k < c->nsorted; k++)
		EACH_PAIR(c, c->sorted[k], i, p)
		{
			int32_t *x = &c->x[c->root[p->right]];
			int32_t least = c->x[c->sorted[k]] + p->apart;

			if (*x < least)
				*x = least;
		}
	for (uint32_t k = c->nsorted; k-- > 0;)
		pull_right(c, c->sorted[k]);
}

/* Put columns as far right as they go, then pull each to its left neighbour. */
static void pack_right(struct columns *c)
{
	const struct pair *p;
	int32_t *least = cvg_alloc((c->w->nunits + 1) * sizeof *least);

	for (uint32_t u = 0; u < c->w->nunits; u++) {
		c->x[u] = -1;
		least[u] = INT32_MIN;
	}
	for (uint32_t k = c->nsorted; k-- > 0;)
		EACH_PAIR(c, c->sorted[k], i, p)
		{
			int32_t most = c->x[c->root[p->right]] - p->apart;

			if (c->x[c->sorted[k]] > most)
				c->x[c->sorted[k]] = most;
		}
	for (uint32_t k = 0; k < c->nsorted; k++) {
		uint32_t root = c->sorted[k];

		pull_left(c, root, least);
		EACH_PAIR(c, root, i, p)
		{
			int32_t *x = &least[c->root[p->right]];

			if (*x < c->x[root] + p->apart)
				*x = c->x[root] + p->apart;
		}
	}
	free(least);
}

static void run_sweep(struct columns *c, struct sweep s, int32_t *result)
{
	align(c, s);
	find_members(c);
	if (!sort_columns(c)) {
		for (uint32_t u = 0; u < c->w->nunits; u++)
			c->root[u] = u;
		find_members(c);
		sort_columns(c);
	}
	if (s.from_left)
		pack_left(c);
	else
		pack_right(c);
	for (uint32_t u = 0; u < c->w->nunits; u++)
		result[u] = c->x[c->root[u]];
}

/* ---- the middle of four ---------------------------------------------- */

static void extent(const struct work *w, const int32_t *x, int32_t *low,
		   int32_t *high)
{
	*low = INT32_MAX;
	*high = INT32_MIN;
	for (uint32_t u = 0; u < w->nunits; u++) {
		int32_t half = (int32_t)w->unit[u].half;

		if (x[u] - half < *low)
			*low = x[u] - half;
		if (x[u] + half > *high)
			*high = x[u] + half;
	}
}

/* Shift all four results to the narrowest: those packed to the left by their
 * left edges, the others by their right edges. Shifts are even, so that middles
 * stay odd. */
static void bring_together(struct columns *c)
{
	int32_t low[4], high[4];
	unsigned best = 0;

	for (unsigned i = 0; i < 4; i++) {
		extent(c->w, c->result[i], &low[i], &high[i]);
		if (high[i] - low[i] < high[best] - low[best])
			best = i;
	}
	for (unsigned i = 0; i < 4; i++) {
		int32_t by = i & 1 ? high[best] - high[i] : low[best] - low[i];

		by &= ~1;
		for (uint32_t u = 0; u < c->w->nunits; u++)
			c->result[i][u] += by;
	}
}

static int32_t middle(const struct columns *c, uint32_t u)
{
	int32_t a[4];

	for (unsigned i = 0; i < 4; i++) {
		int32_t x = c->result[i][u];
		unsigned k = i;

		for (; k && a[k - 1] > x; k--)
			a[k] = a[k - 1];
		a[k] = x;
	}
	/* Down to an odd number: distances are even and stay what they are. */
	return (((a[1] + a[2]) / 2 + 1) & ~1) - 1;
}

static void columns_init(struct columns *c, struct work *w)
{
	size_t n = (size_t)w->nunits + 1;

	*c = (struct columns){.w = w};
	c->root = cvg_alloc(n * sizeof *c->root);
	c->taken = cvg_alloc(n * sizeof *c->taken);
	c->pair_at = cvg_calloc(n, sizeof *c->pair_at);
	c->pairs = cvg_alloc((w->pair.n + 1) * sizeof *c->pairs);
	c->sorted = cvg_alloc(n * sizeof *c->sorted);
	c->waits = cvg_alloc(n * sizeof *c->waits);
	c->member_at = cvg_alloc(n * sizeof *c->member_at);
	c->members = cvg_alloc(n * sizeof *c->members);
	c->x = cvg_alloc(n * sizeof *c->x);
	for (unsigned i = 0; i < 4; i++)
		c->result[i] = cvg_alloc(n * sizeof *c->result[i]);
	for (size_t i = 0; i < w->pair.n; i++)
		c->pair_at[w->pair.at[i].left]++;
	cvg_lay_starts(c->pair_at, w->nunits);
	for (uint32_t i = 0; i < w->pair.n; i++)
		c->pairs[c->pair_at[w->pair.at[i].left]++] = i;
	memmove(c->pair_at + 1, c->pair_at, w->nunits * sizeof *c->pair_at);
	c->pair_at[0] = 0;
}

static void columns_done(struct columns *c)
{
	free(c->root);
	free(c->taken);
	free(c->pair_at);
	free(c->pairs);
	free(c->sorted);
	free(c->waits);
	free(c->member_at);
	free(c->members);
	free(c->x);
	for (unsigned i = 0; i < 4; i++)
		free(c->result[i]);
}

/* Move bars that lead back close to their loop, which is right of them. */
static void settle_back(struct columns *c)
{
	struct work *w = c->w;

	for (uint32_t i = w->nunits; i-- > 0;) {
		uint32_t u = w->order[i];
		int32_t most = INT32_MAX;

		if (u < w->flow->n || !w->unit[u].back)
			continue;
		for (uint32_t k = c->pair_at[u]; k < c->pair_at[u + 1]; k++) {
			const struct pair *p = &w->pair.at[c->pairs[k]];
			int32_t x = w->unit[p->right].x - p->apart;

			if (x < most)
				most = x;
		}
		if (most != INT32_MAX)
			w->unit[u].x = most;
	}
}

void cvg_lay_columns(struct work *w)
{
	struct columns c;
	int32_t low = INT32_MAX;

	if (!w->nunits)
		return;
	columns_init(&c, w);
	for (unsigned i = 0; i < 4; i++)
		run_sweep(&c,
			  (struct sweep){.down = i < 2, .from_left = !(i & 1)},
			  c.result[i]);
	bring_together(&c);
	for (uint32_t u = 0; u < w->nunits; u++)
		w->unit[u].x = middle(&c, u);
	settle_back(&c);
	for (uint32_t u = 0; u < w->nunits; u++)
		if (w->unit[u].x - (int32_t)w->unit[u].half < low)
			low = w->unit[u].x - (int32_t)w->unit[u].half;
	low &= ~1;
	for (uint32_t u = 0; u < w->nunits; u++) {
		w->unit[u].x -= low;
		if (w->unit[u].back)
			w->unit[u].x++;
	}
	columns_done(&c);
}
