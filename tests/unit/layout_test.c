/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Properties that every layout must have, tested on random graphs. */
#include "flow_kit.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/unit.h"

/* The graph and what is being checked, for messages. */
struct seen {
	const struct cvg_flow *f;
	const struct cvg_layout *l;
	const char *what;
	uint32_t seed;
};

#define HOLDS(s, cond)                                                        \
	do {                                                                  \
		if (!(cond))                                                  \
			fail_msg("%s %u of %u nodes, line %d: %s", (s)->what, \
				 (s)->seed, (s)->f->n, __LINE__, #cond);      \
	} while (0)

static uint32_t from_of(const struct cvg_flow *f, uint32_t e)
{
	uint32_t low = 0, high = f->n;

	while (low + 1 < high) {
		uint32_t mid = low + (high - low) / 2;

		if (f->node[mid].edges_at <= e)
			low = mid;
		else
			high = mid;
	}
	return low;
}

/* ---- boxes ----------------------------------------------------------- */

static void check_boxes(const struct seen *s)
{
	const struct cvg_layout *l = s->l;
	uint32_t n = 0;
	int32_t y = 0;

	for (uint32_t r = 0; r < l->nrows; r++) {
		const struct cvg_layout_row *row = &l->row[r];
		int32_t x = 0;

		HOLDS(s, row->y >= y && row->at == n && row->nodes);
		y = row->y + (int32_t)row->height;
		n += row->nodes;
		for (uint32_t i = row->at; i < n; i++) {
			uint32_t v = l->order[i];
			const struct cvg_layout_place *p = &l->place[v];

			HOLDS(s, p->row == r && p->y == row->y);
			HOLDS(s, p->height <= row->height);
			HOLDS(s, p->height == s->f->node[v].height);
			HOLDS(s, p->width >= s->f->node[v].width);
			HOLDS(s, p->x >= x);
			HOLDS(s, p->entry > p->x);
			x = p->x + (int32_t)p->width;
			HOLDS(s, p->entry < x - 1);
			HOLDS(s, cvg_layout_at(l, p->x, p->y) == v);
			HOLDS(s, cvg_layout_at(l, x - 1,
					       p->y + (int32_t)p->height - 1) ==
					 v);
			HOLDS(s, cvg_layout_at(l, x, p->y) == CVG_NONE);
		}
		HOLDS(s, x <= (int32_t)l->width);
	}
	HOLDS(s, n == l->n && y <= (int32_t)l->height);
}

/* ---- edges ----------------------------------------------------------- */

/* A stretch of an edge: across at line `at`, or down in column `at`. */
struct piece {
	bool across;
	int32_t at, from, to;
	uint32_t target;
};

struct pieces {
	struct piece *at;
	size_t n, cap;
};

static void add_piece(struct pieces *ps, struct cvg_point a, struct cvg_point b,
		      bool across, uint32_t target)
{
	int32_t from = across ? a.x : a.y, to = across ? b.x : b.y;

	cvg_push(ps, ((struct piece){.across = across,
				     .at = across ? a.y : a.x,
				     .from = from < to ? from : to,
				     .to = from < to ? to : from,
				     .target = target}));
}

/* The row whose boxes have line y, CVG_NONE: a gap. */
static uint32_t row_at(const struct cvg_layout *l, int32_t y)
{
	for (uint32_t low = 0, high = l->nrows; low < high;) {
		uint32_t mid = low + (high - low) / 2;
		const struct cvg_layout_row *r = &l->row[mid];

		if (y < r->y)
			high = mid;
		else if (y >= r->y + (int32_t)r->height)
			low = mid + 1;
		else
			return mid;
	}
	return CVG_NONE;
}

/* A line down meets no box; of very long ones some rows are looked at. */
static void check_down(const struct seen *s, const struct piece *p)
{
	const struct cvg_layout *l = s->l;
	int32_t step = (p->to - p->from) / 200 + 1;

	for (int32_t y = p->from; y <= p->to; y += step)
		HOLDS(s, cvg_layout_at(l, p->at, y) == CVG_NONE);
	HOLDS(s, cvg_layout_at(l, p->at, p->to) == CVG_NONE);
}

static void check_edge(const struct seen *s, uint32_t e, struct pieces *ps)
{
	const struct cvg_layout *l = s->l;
	const struct cvg_route *r = &l->route[e];
	uint32_t from = from_of(s->f, e), to = s->f->edge[e].to;
	const struct cvg_layout_place *a = &l->place[from], *b = &l->place[to];
	const struct cvg_point *p = l->point + r->at;

	HOLDS(s, r->n > 0);
	HOLDS(s, r->back == (b->row <= a->row));
	HOLDS(s, p[0].x == r->port);
	HOLDS(s, p[0].y == a->y + (int32_t)a->height);
	HOLDS(s, p[r->n - 1].x == b->entry && p[r->n - 1].y == b->y - 1);
	HOLDS(s, r->port > a->x && r->port < a->x + (int32_t)a->width - 1);
	if (e > s->f->node[from].edges_at)
		HOLDS(s, r[-1].port + 1 < r->port);
	/* It leaves and enters by a line down, be it only a cell long. */
	add_piece(ps, p[0], p[0], false, to);
	add_piece(ps, p[r->n - 1], p[r->n - 1], false, to);
	for (uint32_t i = 0; i + 1 < r->n; i++) {
		bool across = p[i].y == p[i + 1].y;

		HOLDS(s, across != (p[i].x == p[i + 1].x));
		if (i)
			HOLDS(s, across != (p[i - 1].y == p[i].y));
		add_piece(ps, p[i], p[i + 1], across, to);
		if (across)
			HOLDS(s, row_at(l, p[i].y) == CVG_NONE);
		else
			check_down(s, &ps->at[ps->n - 1]);
		HOLDS(s, p[i].x >= 0 && p[i].x < (int32_t)l->width);
		HOLDS(s, p[i].y >= 0 && p[i].y < (int32_t)l->height);
	}
}

static int by_place(const void *a, const void *b)
{
	const struct piece *p = a, *q = b;

	if (p->across != q->across)
		return p->across ? -1 : 1;
	if (p->at != q->at)
		return p->at < q->at ? -1 : 1;
	return (p->from > q->from) - (p->from < q->from);
}

/* Lines upon each other lead to the same box. */
static void check_pieces(const struct seen *s, struct pieces *ps)
{
	int32_t end = 0;

	if (ps->n)
		qsort(ps->at, ps->n, sizeof *ps->at, by_place);
	for (size_t i = 0; i < ps->n; i++) {
		const struct piece *p = &ps->at[i];
		const struct piece *last = i ? p - 1 : NULL;

		if (last && last->across == p->across && last->at == p->at &&
		    p->from <= end) {
			HOLDS(s, p->target == last->target);
			end = end > p->to ? end : p->to;
		} else {
			end = p->to;
		}
	}
}

/* ---- wires ----------------------------------------------------------- */

/* The edges that cross a cell sideways and downwards; 0: none. */
struct cell {
	uint32_t to[2];
	bool heavy[2];
};

static void fill(const struct seen *s, struct cell *map, int32_t x0, int32_t y0,
		 int32_t x1, int32_t y1, bool across, uint32_t to, bool heavy)
{
	for (int32_t y = y0; y <= y1; y++)
		for (int32_t x = x0; x <= x1; x++) {
			struct cell *c =
				&map[(size_t)y * s->l->width + (size_t)x];

			HOLDS(s, !c->to[across] || c->to[across] == to + 1);
			c->to[across] = to + 1;
			c->heavy[across] |= heavy;
		}
}

static int32_t least(int32_t a, int32_t b)
{
	return a < b ? a : b;
}

static int32_t most(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

static struct cell *map_new(const struct seen *s)
{
	return cvg_calloc((size_t)s->l->width * s->l->height + 1,
			  sizeof(struct cell));
}

static struct cell *map_of_routes(const struct seen *s)
{
	const struct cvg_layout *l = s->l;
	struct cell *map = map_new(s);

	for (uint32_t e = 0; e < l->nedges; e++) {
		const struct cvg_route *r = &l->route[e];
		const struct cvg_point *p = l->point + r->at;

		for (uint32_t i = 0; i + 1 < r->n; i++)
			fill(s, map, least(p[i].x, p[i + 1].x),
			     least(p[i].y, p[i + 1].y),
			     most(p[i].x, p[i + 1].x), most(p[i].y, p[i + 1].y),
			     p[i].y == p[i + 1].y, s->f->edge[e].to,
			     s->f->edge[e].heavy);
	}
	return map;
}

struct taking {
	const struct seen *s;
	struct cell *map;
	struct cvg_window w;
	uint32_t boxes;
};

static void take_wire(void *data, const struct cvg_wire *w)
{
	const struct taking *t = data;
	bool across = w->y0 == w->y1 && w->x0 != w->x1;
	int32_t x0 = most(w->x0, t->w.x0), x1 = least(w->x1, t->w.x1 - 1);
	int32_t y0 = most(w->y0, t->w.y0), y1 = least(w->y1, t->w.y1 - 1);

	HOLDS(t->s, w->x0 == w->x1 || w->y0 == w->y1);
	if (w->x0 != w->x1 || w->y0 != w->y1)
		fill(t->s, t->map, x0, y0, x1, y1, across, w->to, w->heavy);
}

static void take_box(void *data, uint32_t v)
{
	struct taking *t = data;
	const struct cvg_layout_place *p = &t->s->l->place[v];

	HOLDS(t->s, p->x < t->w.x1 && p->x + (int32_t)p->width > t->w.x0);
	HOLDS(t->s, p->y < t->w.y1 && p->y + (int32_t)p->height > t->w.y0);
	t->boxes++;
}

/* What a window shows is what all of it shows there. */
static void check_window(const struct seen *s, const struct cell *map,
			 uint32_t *seed)
{
	int32_t width = (int32_t)s->l->width, height = (int32_t)s->l->height;
	struct taking t = {.s = s, .map = map_new(s)};
	uint32_t boxes = 0;

	t.w.x0 = (int32_t)flow_draw(seed, (uint32_t)width);
	t.w.y0 = (int32_t)flow_draw(seed, (uint32_t)height);
	t.w.x1 = least(width, t.w.x0 + 1 + (int32_t)flow_draw(seed, 80));
	t.w.y1 = least(height, t.w.y0 + 1 + (int32_t)flow_draw(seed, 40));
	cvg_layout_visit(s->l, &t.w, take_wire, take_box, &t);
	for (int32_t y = 0; y < height; y++)
		for (int32_t x = 0; x < width; x++) {
			size_t at = (size_t)y * s->l->width + (size_t)x;
			bool in = x >= t.w.x0 && x < t.w.x1 && y >= t.w.y0 &&
				  y < t.w.y1;

			for (unsigned d = 0; d < 2; d++) {
				HOLDS(s, t.map[at].to[d] ==
						 (in ? map[at].to[d] : 0));
				HOLDS(s, t.map[at].heavy[d] ==
						 (in && map[at].heavy[d]));
			}
		}
	for (uint32_t v = 0; v < s->l->n; v++) {
		const struct cvg_layout_place *p = &s->l->place[v];

		boxes += p->x < t.w.x1 && p->x + (int32_t)p->width > t.w.x0 &&
			 p->y < t.w.y1 && p->y + (int32_t)p->height > t.w.y0;
	}
	HOLDS(s, boxes == t.boxes);
	free(t.map);
}

/* Wires are the edges, with the heaviest where they have met. */
static void check_wires(const struct seen *s)
{
	struct cell *map, *wires;
	uint32_t seed = s->seed * 2654435761u + 1;
	struct taking t = {
		.s = s,
		.w = {0, 0, (int32_t)s->l->width, (int32_t)s->l->height}};
	size_t cells = (size_t)s->l->width * s->l->height;

	if (cells > 200000 || !cells)
		return;
	map = map_of_routes(s);
	t.map = wires = map_new(s);
	for (uint32_t i = 0; i < s->l->nwires; i++)
		take_wire(&t, &s->l->wire[i]);
	for (size_t i = 0; i < cells; i++)
		for (unsigned d = 0; d < 2; d++) {
			HOLDS(s, map[i].to[d] == wires[i].to[d]);
			HOLDS(s, map[i].heavy[d] == wires[i].heavy[d]);
		}
	for (unsigned i = 0; cells < 20000 && i < 3; i++)
		check_window(s, map, &seed);
	free(map);
	free(wires);
}

/* ---- all of it ------------------------------------------------------- */

static void check_same(const struct seen *s)
{
	struct cvg_layout *again = cvg_layout_new(s->f);
	const struct cvg_layout *l = s->l;

	HOLDS(s, l->width == again->width && l->height == again->height);
	HOLDS(s, l->npoints == again->npoints && l->nwires == again->nwires);
	for (uint32_t v = 0; v < l->n; v++)
		HOLDS(s, l->place[v].x == again->place[v].x &&
				 l->place[v].y == again->place[v].y &&
				 l->place[v].entry == again->place[v].entry);
	for (uint32_t i = 0; i < l->npoints; i++)
		HOLDS(s, l->point[i].x == again->point[i].x &&
				 l->point[i].y == again->point[i].y);
	cvg_layout_free(again);
}

static void check(struct cvg_flow f, const char *what, uint32_t seed)
{
	struct cvg_layout *l = cvg_layout_new(&f);
	struct seen s = {&f, l, what, seed};
	struct pieces ps = {0};

	check_boxes(&s);
	for (uint32_t e = 0; e < f.nedges; e++)
		check_edge(&s, e, &ps);
	check_pieces(&s, &ps);
	check_wires(&s);
	check_same(&s);
	free(ps.at);
	cvg_layout_free(l);
	flow_free(&f);
}

static void structured(void **state)
{
	(void)state;
	for (uint32_t i = 1; i <= unit_rounds(1500); i++)
		check(flow_structured(i, 1 + i % 60, 0), "structured", i);
	for (uint32_t i = 1; i <= 20; i++)
		check(flow_structured(i, 100 * i, 0), "structured", i);
	check(flow_structured(1, 10000, 0), "structured", 1);
}

static void with_gotos(void **state)
{
	(void)state;
	for (uint32_t i = 1; i <= unit_rounds(1500); i++)
		check(flow_structured(i, 1 + i % 60, 1 + i % 20), "gotos", i);
	for (uint32_t i = 1; i <= 10; i++)
		check(flow_structured(i, 200 * i, 5), "gotos", i);
}

static void irreducible(void **state)
{
	(void)state;
	for (uint32_t i = 1; i <= unit_rounds(3000); i++)
		check(flow_random(i, 1 + i % 40, 1 + i % 4, i % 100), "random",
		      i);
	for (uint32_t i = 1; i <= 10; i++)
		check(flow_random(i, 200 * i, 2, 10), "random", i);
	check(flow_random(1, 2000, 2, 100), "random", 1);
	check(flow_random(2, 10000, 2, 10), "random", 2);
}

static void dispatchers(void **state)
{
	(void)state;
	for (uint32_t i = 1; i <= 40; i++)
		check(flow_dispatcher(i, i), "dispatcher", i);
	check(flow_dispatcher(1, 300), "dispatcher", 300);
	check(flow_dispatcher(1, 5000), "dispatcher", 5000);
}

/* Rows and orders that nobody would choose: it is still a layout. */
static void guided(void **state)
{
	(void)state;
	for (uint32_t seed = 1; seed <= unit_rounds(1500); seed++) {
		struct cvg_flow f =
			seed & 1
				? flow_structured(seed, 1 + seed % 60, seed % 9)
				: flow_random(seed, 1 + seed % 40, 1 + seed % 4,
					      seed % 100);
		uint32_t draw = seed * 2654435761u + 1, rows;
		struct cvg_guide g;

		cvg_guide_init(&g, &f);
		rows = 1 + flow_draw(&draw, f.n + 2);
		for (uint32_t v = 0; v < f.n; v++) {
			g.row[v] = flow_draw(&draw, rows) * 7;
			g.x[v] = flow_draw(&draw, 50);
		}
		for (uint32_t e = 0; e < f.nedges; e++)
			g.edge_x[e] = flow_draw(&draw, 50);
		f.guide = &g;
		check(f, "guided", seed);
		cvg_guide_done(&g);
	}
}

static void nothing_and_one(void **state)
{
	struct cvg_flow none = {0};
	struct cvg_layout *l = cvg_layout_new(&none);
	struct cvg_window w = {0, 0, 10, 10};

	(void)state;
	assert_int_equal(l->nrows, 0);
	assert_int_equal(cvg_layout_at(l, 0, 0), CVG_NONE);
	cvg_layout_visit(l, &w, NULL, NULL, NULL);
	cvg_layout_free(l);
	check(flow_random(1, 1, 3, 100), "one", 1);
	check(flow_random(2, 1, 3, 100), "one", 2);
}

UNIT_TESTS(layout_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_and_one),
		cmocka_unit_test(structured),
		cmocka_unit_test(with_gotos),
		cmocka_unit_test(irreducible),
		cmocka_unit_test(dispatchers),
		cmocka_unit_test(guided),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
