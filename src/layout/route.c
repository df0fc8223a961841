/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The lines of rows and gaps, the corners of every edge, and the wires to draw.
 * No cell is covered by two wires in the same direction: where edges have met,
 * one wire goes on, and it is heavy if one of the edges is.
 */
#include "private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct lines {
	struct work *work;
	struct cvg_layout *layout;
	cvg_vec(struct cvg_wire) across;
	cvg_vec(struct cvg_wire) down;
	cvg_vec(struct cvg_point) point;
};

/* ---- lines of rows and gaps ------------------------------------------ */

static int32_t gap_height(const struct work *work, uint32_t gap)
{
	int32_t h = (int32_t)work->gap_levels[gap] + work->gap_label[gap];

	/* A gap has at least one line, so that straight edges are seen. */
	return !h && gap && gap < work->nrows ? 1 : h;
}

static void set_rows(struct work *work, struct cvg_layout *layout)
{
	int32_t y = 0;
	uint32_t at = 0;

	for (uint32_t r = 0; r < work->nrows; r++) {
		struct cvg_layout_row *row = &layout->row[r];

		work->gap_y[r] = y;
		y += gap_height(work, r);
		*row = (struct cvg_layout_row){.y = y, .at = at};
		for (uint32_t i = work->start_at[r]; i < work->start_at[r + 1];
		     i++) {
			uint32_t v = work->start[i];

			if (v >= work->flow->n)
				continue;
			layout->order[at++] = v;
			row->nodes++;
			if (row->height < work->flow->node[v].height)
				row->height = work->flow->node[v].height;
		}
		y += (int32_t)row->height;
	}
	work->gap_y[work->nrows] = y;
	layout->height = (uint32_t)(y + gap_height(work, work->nrows));
}

static void set_places(struct work *work, struct cvg_layout *layout)
{
	for (uint32_t v = 0; v < work->flow->n; v++)
		layout->place[v] = (struct cvg_layout_place){
			.x = work->unit[v].x - (int32_t)work->unit[v].half,
			.y = layout->row[work->rank[v]].y,
			.width = work->width[v],
			.height = work->flow->node[v].height,
			.row = work->rank[v],
			.entry = work->entry[v]};
	for (uint32_t u = 0; u < work->nunits; u++) {
		int32_t right =
			work->unit[u].x + (int32_t)work->unit[u].half + 1;

		if (right > (int32_t)layout->width)
			layout->width = (uint32_t)right;
	}
}

static int32_t track_y(const struct work *work, uint32_t gap, uint32_t level)
{
	return work->gap_y[gap] + work->gap_label[gap] + (int32_t)level;
}

/* The first line below a box, and the last one above it. */
static int32_t below(const struct lines *s, uint32_t v)
{
	return s->layout->place[v].y + (int32_t)s->layout->place[v].height;
}

static int32_t above(const struct lines *s, uint32_t v)
{
	return s->layout->place[v].y - 1;
}

/* ---- edges ----------------------------------------------------------- */

static void add_point(struct lines *s, uint32_t from, int32_t x, int32_t y)
{
	const struct cvg_point *last;

	if (s->point.n > from) {
		last = &s->point.at[s->point.n - 1];
		if (last->x == x && last->y == y)
			return;
	}
	cvg_push(&s->point, ((struct cvg_point){x, y}));
}

static void add_route(struct lines *s, uint32_t e)
{
	const struct work *work = s->work;
	uint32_t to = work->flow->edge[e].to, from = work->from[e],
		 bar = work->bar[e];
	uint32_t at = (uint32_t)s->point.n, gap = work->rank[from] + 1;
	int32_t x = work->port[e];

	add_point(s, at, x, below(s, from));
	if (work->edge_level[e] != NO_LEVEL) {
		int32_t y = track_y(work, gap, work->edge_level[e]);

		add_point(s, at, x, y);
		x = bar == CVG_NONE ? work->entry[to] : work->unit[bar].x;
		add_point(s, at, x, y);
	}
	if (bar != CVG_NONE && work->bar_level[bar] != NO_LEVEL) {
		int32_t y = track_y(work, work->rank[to], work->bar_level[bar]);

		add_point(s, at, x, y);
		add_point(s, at, work->entry[to], y);
	}
	add_point(s, at, work->entry[to], above(s, to));
	s->layout->place[to].entered = true;
	s->layout->route[e] = (struct cvg_route){.at = at,
						 .n = (uint32_t)s->point.n - at,
						 .port = work->port[e],
						 .back = work->back[e]};
}

/* ---- wires ----------------------------------------------------------- */

static void across(struct lines *s, const struct group *group, int32_t x0,
		   int32_t x1, uint32_t level, bool heavy)
{
	const struct unit *u = &s->work->unit[group->unit];
	int32_t y = track_y(s->work, group->gap, level);

	cvg_push(&s->across, ((struct cvg_wire){.x0 = x0,
						.x1 = x1,
						.y0 = y,
						.y1 = y,
						.to = u->to,
						.heavy = heavy,
						.back = u->back}));
}

static void down(struct lines *s, const struct unit *u, int32_t x, int32_t y0,
		 int32_t y1, bool heavy)
{
	cvg_push(&s->down, ((struct cvg_wire){.x0 = x,
					      .x1 = x,
					      .y0 = y0,
					      .y1 = y1,
					      .to = u->to,
					      .heavy = heavy,
					      .back = u->back}));
}

/* Draw the run from each pin to the next one towards the spine. A piece is
 * heavy if a pin before it is; *left, *right and *straight become whether what
 * arrives at the spine is. */
static void draw_runs(struct lines *s, const struct group *group, bool *left,
		      bool *right, bool *straight)
{
	const struct pin *p = s->work->pin + group->pins_at;
	uint32_t n = group->npins, i = 0;

	*left = *right = *straight = false;
	for (; i < n && p[i].x < group->spine; i++) {
		*left |= p[i].heavy;
		across(s, group, p[i].x,
		       i + 1 < n && p[i + 1].x < group->spine ? p[i + 1].x
							      : group->spine,
		       group->left, *left);
	}
	for (; i < n && p[i].x == group->spine; i++)
		*straight |= p[i].heavy;
	for (uint32_t k = n; k-- > i;) {
		*right |= p[k].heavy;
		across(s, group, k > i ? p[k - 1].x : group->spine, p[k].x,
		       group->right, *right);
	}
}

/* The line of the upper of the group's levels; `none` if it has no level. */
static int32_t first_track(const struct work *work, const struct group *group,
			   int32_t none)
{
	uint32_t level =
		group->left < group->right ? group->left : group->right;

	return level == NO_LEVEL ? none : track_y(work, group->gap, level);
}

/* Draw the spine from the first run down into the box. */
static void draw_spine(struct lines *s, const struct group *group, bool left,
		       bool right, bool straight)
{
	const struct unit *u = &s->work->unit[group->unit];
	int32_t end = above(s, group->unit),
		y = first_track(s->work, group, end);
	bool heavy = straight;
	int32_t second;

	if (group->left == NO_LEVEL && group->right == NO_LEVEL)
		return; /* the straight line's own wire goes all the way */
	if (group->left == group->right || group->left == NO_LEVEL ||
	    group->right == NO_LEVEL) {
		down(s, u, group->spine, y, end, heavy | left | right);
		return;
	}
	second = track_y(s->work, group->gap,
			 group->left < group->right ? group->right
						    : group->left);
	heavy |= group->left < group->right ? left : right;
	down(s, u, group->spine, y, second, heavy);
	down(s, u, group->spine, second, end, heavy | left | right);
}

/* Draw the line of an edge from its box to the run or spine it joins. */
static void draw_port(struct lines *s, const struct group *group,
		      const struct pin *p)
{
	const struct work *work = s->work;
	int32_t from = below(s, work->from[p->id]);
	int32_t end = p->level == NO_LEVEL
			      ? first_track(work, group,
					    group->unit < work->flow->n
						    ? above(s, group->unit)
						    : from)
			      : track_y(work, group->gap, p->level);

	/* On the spine of a bar, the bar itself begins at the port. */
	if (p->level == NO_LEVEL && group->unit >= work->flow->n)
		return;
	down(s, &work->unit[group->unit], p->x, from, end, p->heavy);
}

static void draw_group(struct lines *s, const struct group *group)
{
	bool left, right, straight;

	draw_runs(s, group, &left, &right, &straight);
	if (group->unit < s->work->flow->n)
		draw_spine(s, group, left, right, straight);
	for (uint32_t i = group->pins_at; i < group->pins_at + group->npins;
	     i++)
		if (s->work->pin[i].is_edge)
			draw_port(s, group, &s->work->pin[i]);
}

/* ---- bars ------------------------------------------------------------ */

/* An edge joins a bar at line y. */
struct join {
	uint32_t bar;
	int32_t y;
	bool heavy;
};

/* By bar, then downward. */
static int by_bar(const void *a, const void *b)
{
	const struct join *p = a, *q = b;

	if (p->bar != q->bar)
		return p->bar < q->bar ? -1 : 1;
	return (p->y > q->y) - (p->y < q->y);
}

/* The line where a bar ends: that of its run in the gap of its box. */
static int32_t bar_end(const struct lines *s, uint32_t bar)
{
	const struct work *work = s->work;
	const struct group *group = &work->group[work->bar_group[bar]];

	return work->bar_level[bar] != NO_LEVEL
		       ? track_y(work, group->gap, work->bar_level[bar])
		       : first_track(work, group, above(s, group->unit));
}

/* Draw a bar, one piece from each of its n joins to the next; j[] is by y. */
static void draw_bar(struct lines *s, const struct join *j, uint32_t n)
{
	const struct unit *u = &s->work->unit[j->bar];
	int32_t end = bar_end(s, j->bar);
	bool heavy = false;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t k = u->back ? n - 1 - i : i;
		int32_t next = i + 1 == n ? end : j[u->back ? k - 1 : k + 1].y;

		heavy |= j[k].heavy;
		if (next == j[k].y && i + 1 < n)
			continue;
		if (u->back)
			down(s, u, u->x, next, j[k].y, heavy);
		else
			down(s, u, u->x, j[k].y, next, heavy);
	}
}

static void draw_bars(struct lines *s)
{
	const struct work *work = s->work;
	uint32_t m = work->flow->nedges, n = 0;
	struct join *j = cvg_alloc(((size_t)m + 1) * sizeof *j);

	for (uint32_t e = 0; e < m; e++) {
		const struct group *group = &work->group[work->joins[e]];

		if (work->bar[e] == CVG_NONE)
			continue;
		j[n++] = (struct join){
			.bar = work->bar[e],
			.heavy = work->flow->edge[e].heavy,
			.y = work->edge_level[e] == NO_LEVEL
				     ? below(s, work->from[e])
				     : track_y(work, group->gap,
					       work->edge_level[e])};
	}
	qsort(j, n, sizeof *j, by_bar);
	for (uint32_t i = 0, k; i < n; i = k) {
		for (k = i; k < n && j[k].bar == j[i].bar; k++)
			;
		draw_bar(s, j + i, k - i);
	}
	free(j);
}

static int by_line(const void *a, const void *b)
{
	const struct cvg_wire *p = a, *q = b;

	if (p->y0 != q->y0)
		return p->y0 < q->y0 ? -1 : 1;
	if (p->x0 != q->x0)
		return p->x0 < q->x0 ? -1 : 1;
	return (p->to > q->to) - (p->to < q->to);
}

static void keep(struct lines *s)
{
	struct cvg_layout *layout = s->layout;

	if (s->across.n)
		qsort(s->across.at, s->across.n, sizeof *s->across.at, by_line);
	layout->nacross = (uint32_t)s->across.n;
	layout->nwires = layout->nacross + (uint32_t)s->down.n;
	layout->wire = cvg_arena_array(&layout->arena, struct cvg_wire,
				       layout->nwires + 1);
	if (s->across.n)
		memcpy(layout->wire, s->across.at,
		       s->across.n * sizeof *s->across.at);
	if (s->down.n)
		memcpy(layout->wire + layout->nacross, s->down.at,
		       s->down.n * sizeof *s->down.at);
	layout->npoints = (uint32_t)s->point.n;
	layout->point = cvg_arena_array(&layout->arena, struct cvg_point,
					layout->npoints + 1);
	if (s->point.n)
		memcpy(layout->point, s->point.at,
		       s->point.n * sizeof *layout->point);
	free(s->across.at);
	free(s->down.at);
	free(s->point.at);
}

void cvg_lay_routes(struct work *work, struct cvg_layout *layout)
{
	struct lines s = {.work = work, .layout = layout};

	set_rows(work, layout);
	set_places(work, layout);
	for (uint32_t e = 0; e < work->flow->nedges; e++)
		add_route(&s, e);
	for (uint32_t k = 0; k < work->ngroups; k++)
		draw_group(&s, &work->group[k]);
	draw_bars(&s);
	keep(&s);
}
