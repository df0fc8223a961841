/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The control-flow graph as a list: a line for each block in reading order,
 * indented by loop depth, with a rail for every region around it and the marks
 * of divergence.
 */
#include "draw.h"

#include "reconverge/analysis.h"
#include "reconverge/cost.h"
#include "reconverge/export.h"
#include "reconverge/linear.h"
#include "reconverge/look.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_RAILS  6 /* of deeper regions only the id is shown */
#define MAX_INDENT 8 /* loops */
#define MAX_EDGES  6 /* of a switch */
#define NAME_WIDTH 24

/* The data that all lines of a drawing share. */
struct drawing {
	struct cvg_ana *ana;
	const struct cvg_fn *fn;
	const struct cvg_look *look;
	const struct cvg_regions *regions;
	const struct cvg_loops *loops;
	const struct cvg_cycles *cycles;
	uint32_t *order;	/* blocks in reading order */
	uint32_t *place;	/* [nblocks] index in `order` */
	uint32_t *first, *last; /* [regions] places of its blocks */
	uint32_t *outer; /* [regions] itself, or the one around it that is
			    the deepest to have a rail */
	struct cvg_bits under;
	struct cvg_bits unstructured; /* in succs[] */
	uint32_t nrails, indent;
	uint32_t label_width, region_width, name_width, loop_width;
};

/* Find the first and last place of every region: of its own blocks, then of its
 * children. Parents have smaller ids than children. */
static void find_spans(struct drawing *d)
{
	const struct cvg_regions *rs = d->regions;

	memset(d->first, 0xFF, rs->n * sizeof *d->first);
	for (uint32_t i = 0; i < d->fn->nblocks; i++) {
		uint32_t r = rs->innermost[d->order[i]];

		if (r == CVG_NONE)
			continue;
		if (d->first[r] == CVG_NONE)
			d->first[r] = i;
		d->last[r] = i;
	}
	for (uint32_t r = rs->n; r-- > 1;) {
		uint32_t up = rs->region[r].parent;

		if (d->first[r] < d->first[up])
			d->first[up] = d->first[r];
		if (d->last[r] > d->last[up])
			d->last[up] = d->last[r];
	}
	for (uint32_t r = 0; r < rs->n; r++)
		d->outer[r] = rs->region[r].depth <= MAX_RAILS
				      ? r
				      : d->outer[rs->region[r].parent];
}

static uint32_t loop_depth(const struct drawing *d, uint32_t b)
{
	uint32_t c = d->cycles->innermost[b];
	uint32_t depth = c == CVG_NONE ? 0 : d->cycles->cycle[c].depth;

	return depth > MAX_INDENT ? MAX_INDENT : depth;
}

static void measure(struct drawing *d)
{
	char buf[16];

	for (uint32_t b = 0; b < d->fn->nblocks; b++) {
		const char *name = d->fn->blocks[b].name;
		uint32_t r = d->regions->innermost[b];
		uint32_t depth =
			r == CVG_NONE ? 0 : d->regions->region[r].depth;
		uint32_t len = (uint32_t)strlen(
			cvg_block_label(d->fn, b, buf, sizeof buf));
		uint32_t width = cvg_text_width(name, strlen(name));

		if (depth > d->nrails)
			d->nrails = depth;
		if (loop_depth(d, b) > d->indent)
			d->indent = loop_depth(d, b);
		if (len > d->label_width)
			d->label_width = len;
		if (width > d->name_width)
			d->name_width = width;
	}
	if (d->nrails > MAX_RAILS)
		d->nrails = MAX_RAILS;
	if (d->name_width > NAME_WIDTH)
		d->name_width = NAME_WIDTH;
	d->region_width =
		(uint32_t)snprintf(buf, sizeof buf, "R%u", d->regions->n - 1);
}

static void drawing_init(struct drawing *d, struct cvg_ana *ana,
			 const struct cvg_look *look)
{
	*d = (struct drawing){.ana = ana,
			      .fn = cvg_ana_fn(ana),
			      .look = look,
			      .regions = cvg_ana_regions(ana),
			      .loops = cvg_ana_loops(ana),
			      .cycles = cvg_ana_cycles(ana)};
	d->order = cvg_reading_order(ana);
	d->place = cvg_alloc(d->fn->nblocks * sizeof *d->place);
	for (uint32_t i = 0; i < d->fn->nblocks; i++)
		d->place[d->order[i]] = i;
	d->first = cvg_calloc(d->regions->n, sizeof *d->first);
	d->last = cvg_calloc(d->regions->n, sizeof *d->last);
	d->outer = cvg_calloc(d->regions->n, sizeof *d->outer);
	cvg_under_divergence(ana, &d->under);
	cvg_linear_marks(ana, &d->unstructured);
	find_spans(d);
	measure(d);
}

static void drawing_done(struct drawing *d)
{
	free(d->order);
	free(d->place);
	free(d->first);
	free(d->last);
	free(d->outer);
	cvg_bits_done(&d->under);
	cvg_bits_done(&d->unstructured);
}

/* ---- one line -------------------------------------------------------- */

static const char *rail(const struct drawing *d, uint32_t region,
			uint32_t place)
{
	const struct cvg_glyphs *g = d->look->glyphs;
	bool first = d->first[region] == place;
	bool last = d->last[region] == place;

	if (first)
		return last ? g->rail_only : g->rail_first;
	return last ? g->rail_last : g->rail_mid;
}

/* Append the rails of regions of depth 1 and more, the outermost left. */
static void add_rails(struct cvg_str *out, const struct drawing *d,
		      uint32_t place)
{
	const char *at[MAX_RAILS] = {NULL};
	uint32_t r = d->regions->innermost[d->order[place]];

	for (r = r == CVG_NONE ? r : d->outer[r]; r != CVG_NONE;
	     r = d->regions->region[r].parent)
		if (d->regions->region[r].depth > 0)
			at[d->regions->region[r].depth - 1] = rail(d, r, place);
	for (uint32_t i = 0; i < d->nrails; i++)
		cvg_str_add(out, at[i] ? at[i] : " ");
	if (d->nrails)
		cvg_str_addc(out, ' ');
}

static const char *mark_of(const struct drawing *d, uint32_t b)
{
	const struct cvg_uniform *u = cvg_ana_uniform(d->ana);
	const struct cvg_glyphs *g = d->look->glyphs;

	if (cvg_leaves_apart(d->ana, b))
		return g->temporal;
	if (cvg_bits_has(&u->divergent_term, b))
		return g->divergent;
	return d->fn->blocks[b].nsuccs > 1 ? g->uniform : " ";
}

static bool is_unstructured(const struct drawing *d, uint32_t b, uint32_t k)
{
	return cvg_bits_has(&d->unstructured, d->fn->blocks[b].succs_at + k);
}

static void add_edge(struct cvg_str *out, const struct drawing *d, uint32_t b,
		     uint32_t k)
{
	uint32_t to = d->fn->succs[d->fn->blocks[b].succs_at + k];
	struct cvg_str guard = {0};
	char buf[16];

	cvg_text_clip(out, cvg_edge_word(d->fn, b, k), 12, d->look);
	cvg_str_addf(out, "-> %s", cvg_block_label(d->fn, to, buf, sizeof buf));
	if (d->place[to] <= d->place[b])
		cvg_str_add(out, d->look->glyphs->back);
	if (is_unstructured(d, b, k))
		cvg_str_addf(out, " %s", d->look->glyphs->unstructured);
	if (cvg_add_edge_guard(&guard, d->fn, b, k))
		cvg_str_addf(out, " (%s)", guard.at);
	cvg_str_done(&guard);
}

static void add_edges(struct cvg_str *out, const struct drawing *d, uint32_t b)
{
	const struct cvg_inst *t = cvg_block_terminator(d->fn, b);
	uint32_t n = d->fn->blocks[b].nsuccs;

	if (!n)
		cvg_str_add(out, cvg_op_name(t->op));
	for (uint32_t k = 0; k < n && k < MAX_EDGES; k++) {
		cvg_str_add(out, k ? "  " : "");
		add_edge(out, d, b, k);
	}
	if (n > MAX_EDGES)
		cvg_str_addf(out, "  and %u more", n - MAX_EDGES);
}

static void add_loop_note(struct cvg_str *out, const struct drawing *d,
			  uint32_t b)
{
	uint32_t l = d->loops->innermost[b];

	if (l != CVG_NONE && d->loops->loop[l].header == b)
		cvg_str_addf(out, "  (loop L%u)", l);
	if (cvg_enters_irreducible(d->ana, b))
		cvg_str_add(out, "  (entry of an irreducible cycle)");
}

static void add_notes(struct cvg_str *out, const struct drawing *d, uint32_t b)
{
	add_loop_note(out, d, b);
	if (cvg_block_convergent(d->fn, b))
		cvg_str_add(out, cvg_bits_has(&d->under, b)
					 ? "  (convergent, under divergence!)"
					 : "  (convergent)");
	if (!d->fn->blocks[b].npreds && b)
		cvg_str_add(out, "  (unreachable)");
}

static void add_name(struct cvg_str *out, const struct drawing *d, uint32_t b)
{
	struct cvg_str name = {0};

	cvg_text_clip(&name, d->fn->blocks[b].name, d->name_width, d->look);
	cvg_text_pad(out, cvg_str_of(&name), d->name_width);
	cvg_str_done(&name);
}

static void add_line(struct cvg_str *out, const struct drawing *d,
		     uint32_t place)
{
	uint32_t b = d->order[place], depth = loop_depth(d, b);
	uint32_t r = d->regions->innermost[b];
	char buf[16] = "-";

	add_rails(out, d, place);
	if (r != CVG_NONE)
		snprintf(buf, sizeof buf, "R%u", r);
	cvg_text_pad(out, buf, d->region_width);
	cvg_str_addc(out, ' ');
	cvg_str_add(out,
		    cvg_bits_has(&d->under, b) ? d->look->glyphs->under : " ");
	cvg_text_pad(out, "", 2 * depth);
	cvg_text_mark(out, d->look, mark_of(d, b));
	cvg_str_addc(out, ' ');
	cvg_text_pad(out, cvg_block_label(d->fn, b, buf, sizeof buf),
		     d->label_width);
	cvg_str_addc(out, ' ');
	add_name(out, d, b);
	cvg_text_pad(out, "", 2 * (d->indent - depth));
	cvg_str_addf(out, " %4u  ", d->fn->blocks[b].ninsts);
	add_edges(out, d, b);
	add_notes(out, d, b);
	cvg_str_addc(out, '\n');
}

static bool any_unstructured(const struct drawing *d)
{
	for (uint32_t k = 0; k < cvg_fn_nedges(d->fn); k++)
		if (cvg_bits_has(&d->unstructured, k))
			return true;
	return false;
}

static void add_legend(struct cvg_str *out, const struct drawing *d)
{
	const struct cvg_glyphs *g = d->look->glyphs;

	cvg_str_addf(out,
		     "%s divergent branch  %s uniform branch  %s loop left at "
		     "different times  %s under divergence\n",
		     g->divergent, g->uniform, g->temporal, g->under);
	if (any_unstructured(d))
		cvg_str_addf(out, "%s unstructured edge\n", g->unstructured);
}

void cvg_draw_cfg(struct cvg_str *out, struct cvg_ana *ana,
		  const struct cvg_look *look)
{
	struct drawing d;

	drawing_init(&d, ana, look);
	for (uint32_t i = 0; i < d.fn->nblocks; i++)
		add_line(out, &d, i);
	add_legend(out, &d);
	drawing_done(&d);
}

/* ---- JSON ------------------------------------------------------------ */

static json_t *json_edges(const struct drawing *d, uint32_t b)
{
	const struct cvg_fn *fn = d->fn;
	json_t *edges = json_array();

	for (uint32_t k = 0; k < fn->blocks[b].nsuccs; k++) {
		uint32_t at = fn->blocks[b].succs_at + k;
		json_t *edge = json_object();
		struct cvg_str guard = {0};

		json_object_set_new(edge, "to",
				    cvg_json_block(fn, fn->succs[at]));
		json_object_set_new(edge, "when",
				    cvg_json_text(cvg_edge_when(fn, b, k)));
		json_object_set_new(edge, "unstructured",
				    json_boolean(is_unstructured(d, b, k)));
		if (cvg_add_edge_guard(&guard, fn, b, k))
			json_object_set_new(
				edge, "guard",
				cvg_json_text(strchr(guard.at, '=') + 1));
		cvg_str_done(&guard);
		if (fn->succ_weight[at])
			json_object_set_new(edge, "weight",
					    json_integer(fn->succ_weight[at]));
		json_array_append_new(edges, edge);
	}
	return edges;
}

static json_t *json_branch(struct cvg_ana *ana, uint32_t b)
{
	const struct cvg_uniform *u = cvg_ana_uniform(ana);

	if (cvg_ana_fn(ana)->blocks[b].nsuccs < 2)
		return json_null();
	return json_string(cvg_bits_has(&u->divergent_term, b) ? "divergent"
							       : "uniform");
}

static json_t *json_block(const struct drawing *d, uint32_t b)
{
	const struct cvg_block *bl = &d->fn->blocks[b];
	json_t *o = json_object();

	json_object_set_new(o, "id", cvg_json_block(d->fn, b));
	json_object_set_new(o, "name", cvg_json_text(bl->name));
	json_object_set_new(o, "region",
			    cvg_json_id('R', d->regions->innermost[b]));
	json_object_set_new(o, "loop",
			    cvg_json_id('L', d->loops->innermost[b]));
	json_object_set_new(o, "insts", json_integer(bl->ninsts));
	json_object_set_new(o, "cycles",
			    json_integer((json_int_t)cvg_cost_block(d->fn, b)));
	json_object_set_new(o, "branch", json_branch(d->ana, b));
	json_object_set_new(o, "temporal",
			    json_boolean(cvg_leaves_apart(d->ana, b)));
	json_object_set_new(o, "under_divergence",
			    json_boolean(cvg_bits_has(&d->under, b)));
	json_object_set_new(o, "irreducible_entry",
			    json_boolean(cvg_enters_irreducible(d->ana, b)));
	json_object_set_new(o, "convergent",
			    json_boolean(cvg_block_convergent(d->fn, b)));
	json_object_set_new(
		o, "terminator",
		json_string(cvg_op_name(cvg_block_terminator(d->fn, b)->op)));
	json_object_set_new(o, "succs", json_edges(d, b));
	json_object_set_new(o, "origins", cvg_json_origins(d->fn, b));
	return o;
}

void cvg_json_cfg(json_t *into, struct cvg_ana *ana)
{
	json_t *blocks = json_array();
	struct drawing d;

	drawing_init(&d, ana, NULL);
	json_object_set_new(into, "function", cvg_json_text(d.fn->name));
	for (uint32_t i = 0; i < d.fn->nblocks; i++)
		json_array_append_new(blocks, json_block(&d, d.order[i]));
	json_object_set_new(into, "blocks", blocks);
	drawing_done(&d);
}
