/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A revision's control-flow graph as DOT, to be set beside that of another:
 * blocks have their stable numbers for names, and say by an attribute, a word
 * and the shape of their frame whether the step made or changed them.
 */
#include "draw.h"

#include <stdlib.h>

struct marked {
	struct cvg_ana *ana;
	const struct cvg_fn *fn;
	const struct cvg_uniform *u;
	const struct cvg_plan *plan;
	enum cvg_diffkind *kind; /* [nblocks] */
	struct cvg_bits under;
};

static void find_kinds(struct marked *m, const struct cvg_fndiff *d)
{
	m->kind = cvg_calloc(m->fn->nblocks, sizeof *m->kind);
	for (uint32_t i = 0; d && i < d->nblocks; i++)
		if (d->blocks[i].b != CVG_NONE)
			m->kind[d->blocks[i].b] = d->blocks[i].kind;
}

/* What melding at the end of the block would bring; NULL: nothing. */
static const struct cvg_candidate *meldable(const struct marked *m, uint32_t b)
{
	const struct cvg_candidate *cd =
		m->plan ? cvg_plan_at(m->plan, b) : NULL;

	return cd && cd->refusal == CVG_REFUSE_NONE && cd->npairs ? cd : NULL;
}

static void add_label(struct cvg_str *out, const struct marked *m, uint32_t b)
{
	const struct cvg_block *bl = &m->fn->blocks[b];
	const struct cvg_candidate *cd = meldable(m, b);
	struct cvg_str label = {0};

	cvg_str_addf(&label, "B%u %s\n%u instruction%s%s\n", bl->uid, bl->name,
		     bl->ninsts, bl->ninsts == 1 ? "" : "s",
		     m->kind[b] == CVG_ADDED	 ? ", new"
		     : m->kind[b] == CVG_CHANGED ? ", changed"
						 : "");
	if (cd)
		cvg_str_addf(&label, "meldable, net %+lld\n",
			     (long long)cd->net);
	cvg_dot_string(out, label.at);
	if (cd)
		cvg_str_addf(out, ", profit=%lld", (long long)cd->net);
	cvg_str_done(&label);
}

static void add_style(struct cvg_str *out, const struct marked *m, uint32_t b)
{
	bool under = cvg_bits_has(&m->under, b);

	switch (m->kind[b]) {
	case CVG_ADDED:
		cvg_str_add(out, ", step=added, style=\"rounded,filled\", "
				 "fillcolor=\"#dcefdc\"");
		break;
	case CVG_CHANGED:
		cvg_str_add(out, ", step=changed, shape=note, style=filled, "
				 "fillcolor=\"#f7ecd0\"");
		break;
	default:
		cvg_str_add(out, ", step=same");
	}
	if (under)
		cvg_str_add(out, ", under_divergence=true, penwidth=2.5");
}

static void add_node(struct cvg_str *out, const struct marked *m, uint32_t b)
{
	const struct cvg_regions *rs = cvg_ana_regions(m->ana);
	const struct cvg_block *bl = &m->fn->blocks[b];
	bool divergent = cvg_bits_has(&m->u->divergent_term, b);

	cvg_str_addf(out, "\tB%u [label=", bl->uid);
	add_label(out, m, b);
	if (rs->innermost[b] != CVG_NONE)
		cvg_str_addf(out, ", region=R%u", rs->innermost[b]);
	cvg_str_addf(out, ", branch=%s",
		     bl->nsuccs < 2 ? "none"
		     : divergent    ? "divergent"
				    : "uniform");
	if (divergent)
		cvg_str_add(out, ", peripheries=2, color=\"#b34a00\"");
	add_style(out, m, b);
	cvg_str_add(out, "];\n");
}

static void add_edge(struct cvg_str *out, const struct marked *m, uint32_t b,
		     uint32_t k)
{
	const struct cvg_block *bl = &m->fn->blocks[b];
	struct cvg_str label = {0}, guard = {0};

	cvg_str_add(&label, cvg_edge_word(m->fn, b, k));
	if (cvg_add_edge_guard(&guard, m->fn, b, k))
		cvg_str_addf(&label, "%s%s", label.n ? " " : "", guard.at);
	cvg_str_addf(out, "\tB%u -> B%u [label=", bl->uid,
		     m->fn->blocks[m->fn->succs[bl->succs_at + k]].uid);
	cvg_dot_string(out, cvg_str_of(&label));
	if (cvg_bits_has(&m->u->divergent_term, b))
		cvg_str_add(out, ", color=\"#b34a00:#b34a00\"");
	cvg_str_add(out, "];\n");
	cvg_str_done(&label);
	cvg_str_done(&guard);
}

void cvg_dot_marked(struct cvg_str *out, struct cvg_ana *ana, uint32_t rev,
		    const struct cvg_fndiff *d, const struct cvg_plan *plan)
{
	struct marked m = {.ana = ana,
			   .fn = cvg_ana_fn(ana),
			   .u = cvg_ana_uniform(ana),
			   .plan = plan};
	uint32_t *order = cvg_reading_order(ana);

	cvg_under_divergence(ana, &m.under);
	find_kinds(&m, d);
	cvg_dot_begin(out, m.fn->name);
	cvg_str_addf(out, "\tgraph [revision=P%u];\n", rev);
	for (uint32_t i = 0; i < m.fn->nblocks; i++)
		add_node(out, &m, order[i]);
	for (uint32_t i = 0; i < m.fn->nblocks; i++)
		for (uint32_t k = 0; k < m.fn->blocks[order[i]].nsuccs; k++)
			add_edge(out, &m, order[i], k);
	cvg_str_add(out, "}\n");
	cvg_bits_done(&m.under);
	free(m.kind);
	free(order);
}
