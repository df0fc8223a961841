/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Plans of linearization (Anantpur, Govindarajan, CC 2014) on random graphs:
 * unstructured edges against slow walks; regions as Definition 4 wants them; the new
 * control flow: structured, and taking every guard value to its unit.
 */
#include "tests/unit/plan_kit.h"

#include "reconverge/linear.h"

/* Slow truth: dominance and reaching a return, by walking. */
struct truth {
	bool *dom;  /* [a * n + b] a dominates b */
	bool *post; /* [a * n + b] no return from b but over a */
	bool *live;
	uint32_t n;
};

static struct truth truth_of(const struct graph *g)
{
	uint32_t n = g->fn->nblocks;
	struct truth t = {.n = n};
	bool *all = cvg_calloc(n, sizeof *all);
	bool *seen = cvg_calloc(n, sizeof *seen);

	t.dom = cvg_calloc((size_t)n * n, sizeof *t.dom);
	t.post = cvg_calloc((size_t)n * n, sizeof *t.post);
	t.live = cvg_calloc(n, sizeof *t.live);
	walk(g->fn, 0, CVG_NONE, NULL, all);
	for (uint32_t a = 0; a < n; a++) {
		walk(g->fn, 0, a, NULL, seen);
		for (uint32_t b = 0; b < n; b++)
			t.dom[a * n + b] = all[b] && !seen[b];
	}
	for (uint32_t b = 0; b < n; b++)
		for (uint32_t a = 0; a <= n; a++) {
			bool returns = false;

			walk(g->fn, b, a == n ? CVG_NONE : a, NULL, seen);
			for (uint32_t k = 0; k < n; k++)
				returns |= seen[k] &&
					   cvg_block_terminator(g->fn, k)->op ==
						   CVG_OP_RET;
			if (a < n)
				t.post[a * n + b] = !returns;
			else
				t.live[b] = all[b] && returns;
		}
	free(all);
	free(seen);
	return t;
}

static void truth_done(struct truth *t)
{
	free(t->dom);
	free(t->post);
	free(t->live);
}

static uint32_t distinct(const struct truth *t, const uint32_t *at, uint32_t n)
{
	uint32_t count = 0;

	for (uint32_t k = 0; k < n; k++) {
		bool again = !t->live[at[k]];

		for (uint32_t j = 0; j < k; j++)
			again |= at[j] == at[k];
		count += !again;
	}
	return count;
}

/* Is there a way from block a's successor `from` to b without a and v? */
static bool leads(const struct graph *g, uint32_t from, uint32_t a, uint32_t b,
		  uint32_t v)
{
	bool *seen = cvg_calloc(g->fn->nblocks, sizeof *seen);
	struct cvg_u32s todo = {0};
	bool found = from == b;

	if (from != v && from != a)
		cvg_push(&todo, from);
	while (todo.n && !found) {
		uint32_t at = todo.at[--todo.n];

		cvg_foreach_succ (g->fn, at, s) {
			found |= *s == b;
			if (seen[*s] || *s == v || *s == a)
				continue;
			seen[*s] = true;
			cvg_push(&todo, *s);
		}
	}
	free(todo.at);
	free(seen);
	return found;
}

/* Do two ways from a to b share no other block? If no edge leads from a to b,
 * they do unless one block is on all ways (Menger). */
static bool parts(const struct graph *g, uint32_t a, uint32_t b)
{
	bool direct = false, around = false;

	cvg_foreach_succ (g->fn, a, s) {
		direct |= *s == b;
		around |= *s != b && leads(g, *s, a, b, CVG_NONE);
	}
	for (uint32_t v = 0; v < g->fn->nblocks && !direct && around; v++) {
		bool other = v == a || v == b;

		cvg_foreach_succ (g->fn, a, s)
			other |= *s != v && leads(g, *s, a, b, v);
		around = other;
	}
	return around;
}

/* The fourth rule in a graph without cycles, the join's part. */
static bool is_split_join(const struct graph *g, const struct truth *t,
			  uint32_t j)
{
	const struct cvg_bits *term = &cvg_ana_uniform(g->ana)->divergent_term;

	for (uint32_t b = 0; b < t->n; b++)
		if (b != j && t->live[b] && cvg_bits_has(term, b) &&
		    !t->post[j * t->n + b] && parts(g, b, j))
			return true;
	return false;
}

/* Definition 1, word for word; loops are cycles. */
static bool is_unstructured(const struct graph *g, const struct truth *t,
			    uint32_t i, uint32_t j)
{
	const struct cvg_cycles *cs = cvg_ana_cycles(g->ana);
	const struct cvg_block *bi = &g->fn->blocks[i];
	const struct cvg_block *bj = &g->fn->blocks[j];
	uint32_t n = t->n;
	bool apart = !t->dom[i * n + j] && !t->dom[j * n + i] &&
		     !t->post[i * n + j] && !t->post[j * n + i];

	if (apart && distinct(t, g->fn->succs + bi->succs_at, bi->nsuccs) > 1 &&
	    distinct(t, g->fn->preds + bj->preds_at, bj->npreds) > 1)
		return true;
	for (uint32_t c = 0; c < cs->n; c++) {
		bool in = cvg_cycle_has(cs, c, i), jn = cvg_cycle_has(cs, c, j);

		if (in == jn)
			continue;
		for (uint32_t b = 0; b < n; b++)
			if (cvg_cycle_has(cs, c, b) &&
			    (jn ? !t->dom[j * n + b] : !t->post[i * n + b]))
				return true;
	}
	return false;
}

/* The edges found are those of Definition 1 and, in a graph without cycles, of
 * the fourth rule. In cycles, that finds no join at which nothing parts. */
static void check_edges(const struct graph *g, uint32_t *nsplit)
{
	struct truth t = truth_of(g);
	struct cvg_u32s edges = {0};
	bool cyclic = cvg_ana_cycles(g->ana)->n > 0;
	size_t k = 0;

	cvg_linear_unstructured(g->ana, &edges);
	for (uint32_t b = 0; b < g->fn->nblocks; b++) {
		const struct cvg_block *block = &g->fn->blocks[b];

		for (uint32_t s = 0; s < block->nsuccs; s++) {
			uint32_t to = g->fn->succs[block->succs_at + s];
			bool again = !t.live[b] || !t.live[to], is, split;

			for (uint32_t q = 0; q < s; q++)
				again |=
					g->fn->succs[block->succs_at + q] == to;
			if (again)
				continue;
			is = k < edges.n && edges.at[k] == b &&
			     edges.at[k + 1] == to;
			k += is ? 2 : 0;
			split = !t.dom[b * t.n + to] && !t.dom[to * t.n + b] &&
				is_split_join(g, &t, to);
			if (is_unstructured(g, &t, b, to)) {
				assert_true(is);
			} else if (is || !cyclic) {
				assert_int_equal(is, split);
				*nsplit += is;
			}
		}
	}
	assert_int_equal(k, edges.n);
	free(edges.at);
	truth_done(&t);
}

static void against_walks(void **state)
{
	uint32_t nsplit = 0;

	(void)state;
	for (uint32_t seed = 0; seed < 600; seed++) {
		struct graph g =
			random_graph(seed, 3 + seed % 14, 6 + seed % 5);

		check_edges(&g, &nsplit);
		graph_done(&g);
	}
	assert_true(nsplit > 50);
}

static bool is_in(const struct cvg_linplan *p, uint32_t region, uint32_t b)
{
	return p->region_of[b] == region;
}

/* Definition 4. */
static void check_region(const struct graph *g, const struct truth *t,
			 const struct cvg_linplan *p, uint32_t k)
{
	const struct cvg_linregion *r = &p->at[k];

	for (uint32_t i = 0; i < r->nblocks; i++) {
		uint32_t b = r->block[i];

		assert_true(t->live[b]);
		assert_true(b != r->head && t->dom[r->head * t->n + b]);
		assert_true(b != r->exit);
		if (r->exit != CVG_NONE)
			assert_true(t->post[r->exit * t->n + b]);
		cvg_foreach_pred (g->fn, b, q)
			assert_true(!t->live[*q] || *q == r->head ||
				    is_in(p, k, *q));
		cvg_foreach_succ (g->fn, b, s)
			assert_true(!t->live[*s] || *s == r->exit ||
				    is_in(p, k, *s));
	}
}

/* Every guard value comes to its unit and nowhere else. */
static void check_values(const struct cvg_linregion *r)
{
	for (uint32_t k = 0; k < r->nedges; k++) {
		uint32_t value = r->edge[k].value, at = r->edge[k].to;
		uint32_t steps = 0;

		while (at != CVG_NONE && r->node[at].kind != CVG_LIN_UNIT) {
			at = r->node[at].to[value < r->node[at].low ||
					    value >= r->node[at].high];
			assert_true(steps++ <= r->nnodes);
		}
		assert_int_equal(at == CVG_NONE ? r->nunits : r->node[at].unit,
				 value);
	}
}

static void add_way(struct cvg_str *s, uint32_t to)
{
	if (to == CVG_NONE)
		cvg_str_add(s, " exit");
	else
		cvg_str_addf(s, " n%u", to);
}

static void add_ways(struct cvg_str *s, const struct cvg_linregion *r,
		     uint32_t unit)
{
	const struct cvg_linunit *u = &r->unit[unit];

	cvg_str_add(s, " switch c ->");
	for (uint32_t k = 0; k < u->nedges; k++)
		add_way(s, r->edge[u->edges_at + k].to);
	cvg_str_addc(s, '\n');
}

/* Definition 1 word for word, on dominance found by walking. */
static void check_by_walking(const struct graph *g)
{
	struct truth t = truth_of(g);

	for (uint32_t b = 0; b < g->fn->nblocks; b++)
		cvg_foreach_succ (g->fn, b, s)
			assert_false(t.live[b] && t.live[*s] &&
				     is_unstructured(g, &t, b, *s));
	truth_done(&t);
}

/* The new control flow, a unit as one block, is structured. */
static void check_structured(const struct cvg_linregion *r, bool slowly)
{
	struct cvg_u32s edges = {0};
	struct cvg_str s = {0};
	struct graph g;

	cvg_str_add(&s, "device amdgpu\narg c\nhead");
	add_ways(&s, r, r->nunits);
	for (uint32_t k = 0; k < r->nnodes; k++) {
		cvg_str_addf(&s, "n%u", k);
		if (r->node[k].kind == CVG_LIN_UNIT) {
			add_ways(&s, r, r->node[k].unit);
			continue;
		}
		cvg_str_add(&s, " ? c ->");
		add_way(&s, r->node[k].to[0]);
		add_way(&s, r->node[k].to[1]);
		cvg_str_addc(&s, '\n');
	}
	cvg_str_add(&s, "exit ret\n");
	g = graph_of(s.at);
	cvg_linear_unstructured(g.ana, &edges);
	assert_int_equal(edges.n, 0);
	if (slowly)
		check_by_walking(&g);
	free(edges.at);
	cvg_str_done(&s);
	graph_done(&g);
}

static void check_plan(const struct graph *g, const struct truth *t,
		       const struct cvg_settings *settings)
{
	struct cvg_linplan *p = cvg_plan_linear(g->ana, settings);

	for (uint32_t k = 0; k < p->n; k++) {
		const struct cvg_linregion *r = &p->at[k];

		check_region(g, t, p, k);
		check_values(r);
		check_structured(r, g->fn->nblocks <= 12);
		/* Claim 3: the added code is linear in the region. */
		assert_true(r->new_blocks <= 2 * r->nblocks);
		assert_true(r->nunits <= r->nblocks);
	}
	cvg_linplan_free(p);
}

static void random_plans(void **state)
{
	struct cvg_settings settings;

	(void)state;
	cvg_settings_init(&settings);
	for (uint32_t seed = 0; seed < 400; seed++) {
		struct graph g =
			random_graph(seed, 3 + seed % 26, 6 + seed % 4);
		struct truth t = truth_of(&g);

		for (uint32_t way = 0; way < 25; way++) {
			settings.value[CVG_SET_LIN_OPT] = way % 5;
			settings.value[CVG_SET_LINEARIZE] = way / 5;
			settings.value[CVG_SET_LIN_DEPTH] = 1 + seed % 3;
			check_plan(&g, &t, &settings);
		}
		truth_done(&t);
		graph_done(&g);
	}
}

/* Ten thousand blocks: one wild region, and many small ones. */
static void many_blocks(void **state)
{
	struct cvg_settings settings;

	(void)state;
	cvg_settings_init(&settings);
	for (uint32_t way = 0; way < 10; way++) {
		uint32_t onward = 9 + way % 2;
		struct graph g = random_graph(onward, 10000, onward);
		struct cvg_linplan *p;

		settings.value[CVG_SET_LINEARIZE] = way / 2;
		p = cvg_plan_linear(g.ana, &settings);
		for (uint32_t k = 0; k < p->n; k++)
			check_values(&p->at[k]);
		cvg_linplan_free(p);
		graph_done(&g);
	}
}

UNIT_TESTS(linear_random_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(against_walks),
		cmocka_unit_test(random_plans),
		cmocka_unit_test(many_blocks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
