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
 *
 * In the graph of private.h A and C are linked to the bar of A -> C and to B.
 * Going down from the left, the bar is put below A, B finds A taken, and C is
 * put below the bar, the left one of its two medians: A, the bar and C are a
 * column, and B is one. From the right, A, B and C are a column, and the bar
 * is one.
 */
#include "private.h"

#include <stdlib.h>
#include <string.h>

struct columns {
	struct work *work;
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
static void align_unit(struct columns *columns, struct sweep s, uint32_t u,
		       int64_t *last)
{
	const struct work *work = columns->work;
	const uint32_t *at = s.down ? work->up_at : work->down_at;
	const uint32_t *list = (s.down ? work->up : work->down) + at[u];
	uint32_t n = at[u + 1] - at[u];

	for (uint32_t i = 0; n && i < 2; i++) {
		uint32_t low = (n - 1) / 2, high = n / 2;
		uint32_t m = (i == 0) == s.from_left ? low : high;
		const struct link *l = &work->link[list[m]];
		uint32_t to = s.down ? l->upper : l->lower;
		int64_t place = work->unit[to].at;

		if (l->crossed || columns->taken[to])
			continue;
		if (s.from_left ? place <= *last : place >= *last)
			continue;
		columns->root[u] = columns->root[to];
		columns->taken[to] = true;
		*last = place;
		return;
	}
}

static void align(struct columns *columns, struct sweep s)
{
	const struct work *work = columns->work;

	for (uint32_t u = 0; u < work->nunits; u++) {
		columns->root[u] = u;
		columns->taken[u] = false;
	}
	for (uint32_t i = 1; i < work->nrows; i++) {
		uint32_t r = s.down ? i : work->nrows - 1 - i;
		const uint32_t *at = s.down ? work->start_at : work->end_at;
		const uint32_t *list =
			(s.down ? work->start : work->end) + at[r];
		uint32_t n = at[r + 1] - at[r];
		int64_t last = s.from_left ? -1 : INT64_MAX;

		for (uint32_t k = 0; k < n; k++)
			align_unit(columns, s,
				   list[s.from_left ? k : n - 1 - k], &last);
	}
}

/* ---- packing --------------------------------------------------------- */

static void find_members(struct columns *columns)
{
	uint32_t n = columns->work->nunits;

	memset(columns->member_at, 0, (n + 1) * sizeof *columns->member_at);
	for (uint32_t u = 0; u < n; u++)
		columns->member_at[columns->root[u]]++;
	cvg_lay_starts(columns->member_at, n);
	for (uint32_t u = 0; u < n; u++)
		columns->members[columns->member_at[columns->root[u]]++] = u;
	memmove(columns->member_at + 1, columns->member_at,
		n * sizeof *columns->member_at);
	columns->member_at[0] = 0;
}

/* For each pair p whose left unit is in column `root`. */
#define EACH_PAIR(c, root, i, p)                                     \
	for (uint32_t i##_m = (c)->member_at[root];                  \
	     i##_m < (c)->member_at[(root) + 1]; i##_m++)            \
		for (uint32_t i = (c)->pair_at[(c)->members[i##_m]]; \
		     i < (c)->pair_at[(c)->members[i##_m] + 1] &&    \
		     ((p) = &(c)->work->pair.at[(c)->pairs[i]]);     \
		     i++)

/* Sort the columns from left to right. False: there is no such order, because
 * two columns are left of each other in different rows. */
static bool sort_columns(struct columns *columns)
{
	const struct work *work = columns->work;
	const struct pair *p;
	uint32_t ncolumns = 0;

	memset(columns->waits, 0, work->nunits * sizeof *columns->waits);
	columns->nsorted = 0;
	for (size_t i = 0; i < work->pair.n; i++)
		columns->waits[columns->root[work->pair.at[i].right]]++;
	for (uint32_t i = 0; i < work->nunits; i++) {
		uint32_t u = work->order[i];

		if (columns->root[u] != u)
			continue;
		ncolumns++;
		if (!columns->waits[u])
			columns->sorted[columns->nsorted++] = u;
	}
	for (uint32_t k = 0; k < columns->nsorted; k++)
		EACH_PAIR(columns, columns->sorted[k], i, p)
		{
			uint32_t r = columns->root[p->right];

			if (!--columns->waits[r])
				columns->sorted[columns->nsorted++] = r;
		}
	return columns->nsorted == ncolumns;
}

static void pull_right(struct columns *columns, uint32_t root)
{
	const struct pair *p;
	int32_t most = INT32_MAX;

	EACH_PAIR(columns, root, i, p)
	{
		int32_t x = columns->x[columns->root[p->right]] - p->apart;

		if (x < most)
			most = x;
	}
	if (most != INT32_MAX && most > columns->x[root])
		columns->x[root] = most;
}

static void pull_left(struct columns *columns, uint32_t root, int32_t *least)
{
	if (least[root] != INT32_MIN && least[root] < columns->x[root])
		columns->x[root] = least[root];
}

/* Put columns as far left as they go, then pull each to its right neighbour. */
static void pack_left(struct columns *columns)
{
	const struct pair *p;

	for (uint32_t u = 0; u < columns->work->nunits; u++)
		columns->x[u] = 1;
	for (uint32_t k = 0; k < columns->nsorted; k++)
		EACH_PAIR(columns, columns->sorted[k], i, p)
		{
			int32_t *x = &columns->x[columns->root[p->right]];
			int32_t least =
				columns->x[columns->sorted[k]] + p->apart;

			if (*x < least)
				*x = least;
		}
	for (uint32_t k = columns->nsorted; k-- > 0;)
		pull_right(columns, columns->sorted[k]);
}

/* Put columns as far right as they go, then pull each to its left neighbour. */
static void pack_right(struct columns *columns)
{
	const struct pair *p;
	int32_t *least = cvg_alloc((columns->work->nunits + 1) * sizeof *least);

	for (uint32_t u = 0; u < columns->work->nunits; u++) {
		columns->x[u] = -1;
		least[u] = INT32_MIN;
	}
	for (uint32_t k = columns->nsorted; k-- > 0;)
		EACH_PAIR(columns, columns->sorted[k], i, p)
		{
			int32_t most =
				columns->x[columns->root[p->right]] - p->apart;

			if (columns->x[columns->sorted[k]] > most)
				columns->x[columns->sorted[k]] = most;
		}
	for (uint32_t k = 0; k < columns->nsorted; k++) {
		uint32_t root = columns->sorted[k];

		pull_left(columns, root, least);
		EACH_PAIR(columns, root, i, p)
		{
			int32_t *x = &least[columns->root[p->right]];

			if (*x < columns->x[root] + p->apart)
				*x = columns->x[root] + p->apart;
		}
	}
	free(least);
}

static void run_sweep(struct columns *columns, struct sweep s, int32_t *result)
{
	align(columns, s);
	find_members(columns);
	if (!sort_columns(columns)) {
		for (uint32_t u = 0; u < columns->work->nunits; u++)
			columns->root[u] = u;
		find_members(columns);
		sort_columns(columns);
	}
	if (s.from_left)
		pack_left(columns);
	else
		pack_right(columns);
	for (uint32_t u = 0; u < columns->work->nunits; u++)
		result[u] = columns->x[columns->root[u]];
}

/* ---- the middle of four ---------------------------------------------- */

static void extent(const struct work *work, const int32_t *x, int32_t *low,
		   int32_t *high)
{
	*low = INT32_MAX;
	*high = INT32_MIN;
	for (uint32_t u = 0; u < work->nunits; u++) {
		int32_t half = (int32_t)work->unit[u].half;

		if (x[u] - half < *low)
			*low = x[u] - half;
		if (x[u] + half > *high)
			*high = x[u] + half;
	}
}

/* Shift all four results to the narrowest: those packed to the left by their
 * left edges, the others by their right edges. Shifts are even, so that middles
 * stay odd. */
static void bring_together(struct columns *columns)
{
	int32_t low[4], high[4];
	unsigned best = 0;

	for (unsigned i = 0; i < 4; i++) {
		extent(columns->work, columns->result[i], &low[i], &high[i]);
		if (high[i] - low[i] < high[best] - low[best])
			best = i;
	}
	for (unsigned i = 0; i < 4; i++) {
		int32_t by = i & 1 ? high[best] - high[i] : low[best] - low[i];

		by &= ~1;
		for (uint32_t u = 0; u < columns->work->nunits; u++)
			columns->result[i][u] += by;
	}
}

static int32_t middle(const struct columns *columns, uint32_t u)
{
	int32_t a[4];

	for (unsigned i = 0; i < 4; i++) {
		int32_t x = columns->result[i][u];
		unsigned k = i;

		for (; k && a[k - 1] > x; k--)
			a[k] = a[k - 1];
		a[k] = x;
	}
	/* Down to an odd number: distances are even and stay what they are. */
	return (((a[1] + a[2]) / 2 + 1) & ~1) - 1;
}

static void columns_init(struct columns *columns, struct work *work)
{
	size_t n = (size_t)work->nunits + 1;

	*columns = (struct columns){.work = work};
	columns->root = cvg_alloc(n * sizeof *columns->root);
	columns->taken = cvg_alloc(n * sizeof *columns->taken);
	columns->pair_at = cvg_calloc(n, sizeof *columns->pair_at);
	columns->pairs = cvg_alloc((work->pair.n + 1) * sizeof *columns->pairs);
	columns->sorted = cvg_alloc(n * sizeof *columns->sorted);
	columns->waits = cvg_alloc(n * sizeof *columns->waits);
	columns->member_at = cvg_alloc(n * sizeof *columns->member_at);
	columns->members = cvg_alloc(n * sizeof *columns->members);
	columns->x = cvg_alloc(n * sizeof *columns->x);
	for (unsigned i = 0; i < 4; i++)
		columns->result[i] = cvg_alloc(n * sizeof *columns->result[i]);
	for (size_t i = 0; i < work->pair.n; i++)
		columns->pair_at[work->pair.at[i].left]++;
	cvg_lay_starts(columns->pair_at, work->nunits);
	for (uint32_t i = 0; i < work->pair.n; i++)
		columns->pairs[columns->pair_at[work->pair.at[i].left]++] = i;
	memmove(columns->pair_at + 1, columns->pair_at,
		work->nunits * sizeof *columns->pair_at);
	columns->pair_at[0] = 0;
}

static void columns_done(struct columns *columns)
{
	free(columns->root);
	free(columns->taken);
	free(columns->pair_at);
	free(columns->pairs);
	free(columns->sorted);
	free(columns->waits);
	free(columns->member_at);
	free(columns->members);
	free(columns->x);
	for (unsigned i = 0; i < 4; i++)
		free(columns->result[i]);
}

/* Move bars that lead back close to their loop, which is right of them. */
static void settle_back(struct columns *columns)
{
	struct work *work = columns->work;

	for (uint32_t i = work->nunits; i-- > 0;) {
		uint32_t u = work->order[i];
		int32_t most = INT32_MAX;

		if (u < work->flow->n || !work->unit[u].back)
			continue;
		for (uint32_t k = columns->pair_at[u];
		     k < columns->pair_at[u + 1]; k++) {
			const struct pair *p =
				&work->pair.at[columns->pairs[k]];
			int32_t x = work->unit[p->right].x - p->apart;

			if (x < most)
				most = x;
		}
		if (most != INT32_MAX)
			work->unit[u].x = most;
	}
}

void cvg_lay_columns(struct work *work)
{
	struct columns c;
	int32_t low = INT32_MAX;

	if (!work->nunits)
		return;
	columns_init(&c, work);
	for (unsigned i = 0; i < 4; i++)
		run_sweep(&c,
			  (struct sweep){.down = i < 2, .from_left = !(i & 1)},
			  c.result[i]);
	bring_together(&c);
	for (uint32_t u = 0; u < work->nunits; u++)
		work->unit[u].x = middle(&c, u);
	settle_back(&c);
	for (uint32_t u = 0; u < work->nunits; u++)
		if (work->unit[u].x - (int32_t)work->unit[u].half < low)
			low = work->unit[u].x - (int32_t)work->unit[u].half;
	low &= ~1;
	for (uint32_t u = 0; u < work->nunits; u++) {
		work->unit[u].x -= low;
		if (work->unit[u].back)
			work->unit[u].x++;
	}
	columns_done(&c);
}
