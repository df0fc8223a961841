/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Graphs for tests: from text, or random; and what can be said of them by
 * walking, slowly and plainly.
 */
#ifndef TESTS_UNIT_CFG_KIT_H
#define TESTS_UNIT_CFG_KIT_H

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/unit.h"

/* A graph and its analyses; free with graph_done. */
struct graph {
	struct cvg_fn *fn;
	struct cvg_ana *ana;
};

static inline struct graph graph_of(const char *text)
{
	struct graph g;
	struct cvg_err err = {0};

	if (!cvg_fn_parse(text, &g.fn, &err))
		fail_msg("%u:%u: %s in\n%s", err.line, err.column, err.msg,
			 text);
	g.ana = cvg_ana_new(g.fn);
	return g;
}

static inline void graph_done(struct graph *g)
{
	cvg_ana_free(g->ana);
	cvg_fn_free(g->fn);
}

/* The block of that label, which must exist. */
static inline uint32_t at(const struct graph *g, const char *name)
{
	uint32_t b = cvg_block_by_name(g->fn, name);

	if (b == CVG_NONE)
		fail_msg("no block %s", name);
	return b;
}

/* ---- random graphs --------------------------------------------------- */

/* xorshift, Marsaglia 2003, doi.org/10.18637/jss.v008.i14. */
static inline uint32_t draw(uint32_t *seed, uint32_t below)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 17;
	*seed ^= *seed << 5;
	return *seed % below;
}

/*
 * Text of a random graph of n blocks b0 ...: `onward` of ten edges lead to
 * one of the next three blocks, the rest anywhere but to the entry. Repeated
 * edges, unreachable blocks and endless loops come up.
 */
static inline void random_text(struct cvg_str *s, uint32_t seed, uint32_t n,
			       uint32_t onward)
{
	seed = seed * 2654435761u + 1;
	cvg_str_add(s, "device amdgpu\narg c\n");
	for (uint32_t b = 0; b < n; b++)
		cvg_str_addf(s, "b%u\n", b);
	for (uint32_t b = 0; b < n; b++) {
		uint32_t nsuccs = draw(&seed, 8);

		nsuccs = nsuccs > 3 ? 2 : nsuccs > 0 ? nsuccs : draw(&seed, 2);
		if (!nsuccs || n == 1)
			continue;
		cvg_str_addf(s, "b%u %s", b,
			     nsuccs == 1   ? "->"
			     : nsuccs == 2 ? "? c ->"
					   : "switch c ->");
		while (nsuccs--) {
			uint32_t to = draw(&seed, 10) < onward
					      ? b + 1 + draw(&seed, 3)
					      : 1 + draw(&seed, n - 1);

			cvg_str_addf(s, " b%u", to < n ? to : n - 1);
		}
		cvg_str_addc(s, '\n');
	}
}

static inline struct graph random_graph(uint32_t seed, uint32_t n,
					uint32_t onward)
{
	struct cvg_str s = {0};
	struct graph g;

	random_text(&s, seed, n, onward);
	g = graph_of(s.at);
	cvg_str_done(&s);
	return g;
}

/* ---- walking --------------------------------------------------------- */

/*
 * Mark what can be reached from `from` (itself included), not through `not`
 * and only through blocks of `within` (NULL: all). seen[] is cleared first.
 */
static inline void walk(const struct cvg_fn *fn, uint32_t from, uint32_t not,
			const bool *within, bool *seen)
{
	uint32_t *stack = cvg_alloc(fn->nblocks * sizeof *stack);
	uint32_t depth = 0;

	for (uint32_t b = 0; b < fn->nblocks; b++)
		seen[b] = false;
	if (from != not) {
		seen[from] = true;
		stack[depth++] = from;
	}
	while (depth) {
		uint32_t b = stack[--depth];

		cvg_foreach_succ (fn, b, s) {
			if (seen[*s] || *s == not|| (within && !within[*s]))
				continue;
			seen[*s] = true;
			stack[depth++] = *s;
		}
	}
	free(stack);
}

/* Is there a path of at least one edge from a to b inside `within`? */
static inline bool leads_to(const struct cvg_fn *fn, uint32_t a, uint32_t b,
			    const bool *within)
{
	bool *seen = cvg_calloc(fn->nblocks, sizeof *seen);
	bool found = false;

	cvg_foreach_succ (fn, a, s) {
		if (found || (within && !within[*s]))
			continue;
		walk(fn, *s, CVG_NONE, within, seen);
		found = seen[b];
	}
	free(seen);
	return found;
}

#endif
