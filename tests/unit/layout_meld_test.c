/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Layouts of two revisions: blocks that a step did not touch keep their order. */
#include "flow_kit.h"

#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include "tests/unit/unit.h"

static uint32_t only_edge(const struct cvg_flow *f, uint32_t v)
{
	return f->node[v].nedges == 1 ? f->edge[f->node[v].edges_at].to
				      : CVG_NONE;
}

static uint32_t edges_into(const struct cvg_flow *f, uint32_t v)
{
	uint32_t n = 0;

	for (uint32_t e = 0; e < f->nedges; e++)
		n += f->edge[e].to == v;
	return n;
}

/* A branch whose two arms are one block each and lead to one place. */
static bool is_diamond(const struct cvg_flow *f, uint32_t v)
{
	const struct cvg_flow_edge *e = f->edge + f->node[v].edges_at;

	return f->node[v].nedges == 2 && e[0].to != e[1].to &&
	       only_edge(f, e[0].to) != CVG_NONE &&
	       only_edge(f, e[0].to) == only_edge(f, e[1].to) &&
	       edges_into(f, e[0].to) == 1 && edges_into(f, e[1].to) == 1;
}

/*
 * Meld the arms of a diamond: its second arm stays as a box that nothing leads
 * to, so that the numbers stay. The other boxes keep their order from top to
 * bottom, and in a row from left to right.
 */
static bool check_meld(struct cvg_flow f, uint32_t v)
{
	struct cvg_flow_edge *edge = cvg_calloc(f.nedges + 1, sizeof *edge);
	struct cvg_flow after = f;
	struct cvg_layout *a, *b;
	uint32_t gone = f.edge[f.node[v].edges_at + 1].to;

	memcpy(edge, f.edge, f.nedges * sizeof *edge);
	edge[f.node[v].edges_at + 1].to = edge[f.node[v].edges_at].to;
	edge[f.node[gone].edges_at].to = gone;
	after.edge = edge;
	a = cvg_layout_new(&f);
	b = cvg_layout_new(&after);
	for (uint32_t r = 0; r < a->nrows; r++) {
		uint32_t last = CVG_NONE;

		for (uint32_t i = 0; i < a->row[r].nodes; i++) {
			uint32_t u = a->order[a->row[r].at + i];

			if (u == gone)
				continue;
			assert_true(b->place[u].row == r);
			assert_true(last == CVG_NONE ||
				    b->place[last].x < b->place[u].x);
			last = u;
		}
	}
	cvg_layout_free(a);
	cvg_layout_free(b);
	free(edge);
	return true;
}

static void meld_moves_little(void **state)
{
	uint32_t melds = 0;

	(void)state;
	for (uint32_t i = 1; i <= 300; i++) {
		struct cvg_flow f = flow_structured(i, 20 + i % 60, 0);

		for (uint32_t v = 0; v < f.n; v++)
			if (is_diamond(&f, v))
				melds += check_meld(f, v);
		flow_free(&f);
	}
	assert_true(melds > 300);
}

UNIT_TESTS(layout_meld_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(meld_moves_little),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
