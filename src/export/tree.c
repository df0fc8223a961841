/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Trees as lines of text. */
#include "tree.h"

#include "reconverge/look.h"

#include <stdlib.h>

#define MAX_LEVELS 20 /* innermost levels whose lines are drawn */

/* Collect the children of every node in one array; row n has the roots. */
static void collect_kids(const uint32_t *parent, uint32_t n, uint32_t *at,
			 uint32_t *kids)
{
	for (uint32_t x = 0; x < n; x++)
		if (parent[x] != x)
			at[(parent[x] == CVG_NONE ? n : parent[x]) + 1]++;
	for (uint32_t x = 0; x <= n; x++)
		at[x + 1] += at[x];
	/* Filled from the back: at[x] ends where it should begin. */
	for (uint32_t x = n; x-- > 0;)
		if (parent[x] != x)
			kids[--at[(parent[x] == CVG_NONE ? n : parent[x]) +
				  1]] = x;
}

struct cvg_node *cvg_tree_preorder(const uint32_t *parent, uint32_t n,
				   uint32_t *count)
{
	uint32_t *at = cvg_calloc((size_t)n + 3, sizeof *at);
	uint32_t *kids = cvg_calloc(n, sizeof *kids);
	struct cvg_node *out = cvg_calloc(n, sizeof *out);
	cvg_vec(struct cvg_node) todo = {0};
	uint32_t *row = at + 1; /* row[x] .. row[x + 1] after filling */

	*count = 0;
	collect_kids(parent, n, at, kids);
	row[n + 1] = 0;
	for (uint32_t x = 0; x < n; x++)
		row[n + 1] += parent[x] != x;
	for (uint32_t k = row[n + 1]; k-- > row[n];) {
		struct cvg_node root = {.id = kids[k], .last = true};

		cvg_push(&todo, root);
	}
	while (todo.n) {
		struct cvg_node x = todo.at[--todo.n];

		out[(*count)++] = x;
		for (uint32_t k = row[x.id + 1]; k-- > row[x.id];) {
			struct cvg_node kid = {
				.id = kids[k],
				.depth = x.depth + 1,
				.last = k + 1 == row[x.id + 1],
			};

			cvg_push(&todo, kid);
		}
	}
	free(todo.at);
	free(at);
	free(kids);
	return out;
}

void cvg_lead_add(struct cvg_str *out, struct cvg_lead *l,
		  const struct cvg_node *node, const struct cvg_look *look)
{
	const struct cvg_glyphs *glyphs = look->glyphs;
	uint32_t from = node->depth > MAX_LEVELS ? node->depth - MAX_LEVELS : 1;

	while (l->last.n <= node->depth)
		cvg_push(&l->last, true);
	l->last.at[node->depth] = node->last;
	if (from > 1)
		cvg_str_add(out, look->glyphs->more);
	for (uint32_t i = from; i < node->depth; i++)
		cvg_str_add(out, l->last.at[i] ? "   " : glyphs->tree_bar);
	if (node->depth)
		cvg_str_add(out,
			    node->last ? glyphs->tree_last : glyphs->tree_mid);
}

void cvg_lead_done(struct cvg_lead *l)
{
	free(l->last.at);
}
