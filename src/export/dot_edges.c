/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The edges of a control-flow graph in DOT. Three properties of an edge are
 * drawn independently. A double line: threads diverge at its branch; a thick
 * line: they have diverged before. A dashed line: the edge leads back. A ring
 * at its beginning: the edge is unstructured.
 */
#include "dot_cfg.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/marks.h"

#include <stdlib.h>
#include <string.h>

#define LABEL_WIDTH 14 /* characters for the cases of one edge */

/* Several cases of a switch that lead to one place are one edge. */
struct edge {
	uint32_t to;	/* block */
	uint32_t first; /* successor */
	uint32_t cases;
	struct cvg_str words;
};

static void add_word(struct edge *e, const char *word)
{
	if (e->cases++ && e->words.n + strlen(word) > LABEL_WIDTH) {
		if (e->words.at[e->words.n - 1] != '.')
			cvg_str_add(&e->words, ",...");
		return;
	}
	cvg_str_addf(&e->words, "%s%s", e->words.n ? "," : "", word);
}

static void add_ring(struct cvg_str *out, struct cvg_dotcfg *dot)
{
	dot->seen |= CVG_DOT_UNSTRUCTURED;
	cvg_str_add(out, ", unstructured=true, dir=both, arrowtail=odot, "
			 "arrowsize=0.9");
}

static void add_edge_attrs(struct cvg_str *out, struct cvg_dotcfg *dot,
			   uint32_t b, const struct edge *e)
{
	const struct cvg_fn *fn = dot->fn;
	uint32_t at = fn->blocks[b].succs_at + e->first;

	if (cvg_bits_has(&dot->uniform->divergent_term, b))
		cvg_str_add(out, ", divergent=true, color=\"" CVG_DOT_DIVERGENT
				 ":" CVG_DOT_DIVERGENT "\"");
	else if (cvg_bits_has(&dot->under, b))
		cvg_str_add(out, ", penwidth=2");
	if (dot->place[e->to] <= dot->place[b]) {
		dot->seen |= CVG_DOT_BACK;
		cvg_str_add(out, ", back=true, style=dashed");
	}
	if (cvg_bits_has(&dot->unstructured, at))
		add_ring(out, dot);
	if (e->cases > 1)
		cvg_str_addf(out, ", cases=%u", e->cases);
	if (fn->succ_weight[at])
		cvg_str_addf(out, ", taken=%u", fn->succ_weight[at]);
}

static void add_edge(struct cvg_str *out, struct cvg_dotcfg *dot, uint32_t b,
		     struct edge *e)
{
	struct cvg_str guard = {0}, label = {0};
	uint32_t folded = cvg_dot_folded(dot, e->to);
	uint32_t to =
		folded == CVG_NONE ? e->to : dot->rs->region[folded].entry;

	if (cvg_add_edge_guard(&guard, dot->fn, b, e->first))
		cvg_str_addf(&e->words, "%s%s", e->words.n ? " " : "",
			     guard.at);
	cvg_str_addf(out, "\tB%u -> B%u [label=", dot->fn->blocks[b].uid,
		     dot->fn->blocks[to].uid);
	/* Blanks at both ends keep the label away from the line. */
	if (e->words.n)
		cvg_str_addf(&label, " %s ", e->words.at);
	cvg_dot_label(out, cvg_str_of(&label), "");
	add_edge_attrs(out, dot, b, e);
	if (guard.n) {
		dot->seen |= CVG_DOT_GUARD;
		cvg_dot_attr(out, "guard", strchr(guard.at, '=') + 1);
	}
	cvg_str_add(out, "];\n");
	cvg_str_done(&guard);
	cvg_str_done(&label);
}

/* Append the edges of block b. `last` is [nblocks]: an edge to that block that
 * was written before, or CVG_NONE. */
static void add_edges(struct cvg_str *out, struct cvg_dotcfg *dot, uint32_t b,
		      uint32_t *last)
{
	const struct cvg_block *bl = &dot->fn->blocks[b];
	const uint32_t *succ = dot->fn->succs + bl->succs_at;
	cvg_vec(struct edge) list = {0};

	for (uint32_t k = 0; k < bl->nsuccs; k++) {
		struct edge e = {.to = succ[k], .first = k};

		if (last[e.to] >= list.n || list.at[last[e.to]].to != e.to ||
		    bl->nsuccs == 2) {
			last[e.to] = (uint32_t)list.n;
			cvg_push(&list, e);
		}
		add_word(&list.at[last[e.to]], cvg_edge_word(dot->fn, b, k));
	}
	for (size_t i = 0; i < list.n; i++) {
		add_edge(out, dot, b, &list.at[i]);
		cvg_str_done(&list.at[i].words);
	}
	free(list.at);
}

/* Append the edge out of a folded region: all its edges lead to the exit.
 * `unstructured`: one of them is. */
static void add_folded_edge(struct cvg_str *out, struct cvg_dotcfg *dot,
			    uint32_t r, bool unstructured)
{
	const struct cvg_region *rg = &dot->rs->region[r];
	uint32_t folded, to = rg->exit;

	if (to == CVG_NONE)
		return;
	folded = cvg_dot_folded(dot, to);
	if (folded != CVG_NONE)
		to = dot->rs->region[folded].entry;
	cvg_str_addf(out, "\tB%u -> B%u [label=\"\"%s",
		     dot->fn->blocks[rg->entry].uid, dot->fn->blocks[to].uid,
		     cvg_bits_has(&dot->under, rg->entry) ? ", penwidth=2"
							  : "");
	if (unstructured)
		add_ring(out, dot);
	cvg_str_add(out, "];\n");
}

/* The folded regions that an unstructured edge leaves. */
static struct cvg_bits unstructured_exits(const struct cvg_dotcfg *dot)
{
	struct cvg_bits out;

	cvg_bits_init(&out, dot->rs->n);
	for (uint32_t b = 0; b < dot->fn->nblocks; b++) {
		const struct cvg_block *bl = &dot->fn->blocks[b];
		uint32_t r = cvg_dot_folded(dot, b);

		for (uint32_t k = bl->succs_at;
		     r != CVG_NONE && k < bl->succs_at + bl->nsuccs; k++)
			if (cvg_bits_has(&dot->unstructured, k) &&
			    cvg_dot_folded(dot, dot->fn->succs[k]) != r)
				cvg_bits_add(&out, r);
	}
	return out;
}

void cvg_dot_edges(struct cvg_str *out, struct cvg_dotcfg *dot)
{
	uint32_t *last = cvg_alloc((dot->fn->nblocks + 1) * sizeof *last);
	struct cvg_bits left = unstructured_exits(dot);

	memset(last, 0xFF, (dot->fn->nblocks + 1) * sizeof *last);
	for (uint32_t i = 0; i < dot->fn->nblocks; i++) {
		uint32_t b = dot->order[i], r = cvg_dot_folded(dot, b);

		if (r == CVG_NONE)
			add_edges(out, dot, b, last);
		else if (dot->rs->region[r].entry == b)
			add_folded_edge(out, dot, r, cvg_bits_has(&left, r));
	}
	cvg_bits_done(&left);
	free(last);
}
