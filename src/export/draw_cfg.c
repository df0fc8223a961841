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
#include "reconverge/notes.h"
#include "reconverge/table.h"

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
	uint32_t *outer;       /* [regions] itself, or the one around it that is
			    the deepest to have a rail */
	struct cvg_bits under; /* blocks that run under divergence */
	struct cvg_bits unstructured; /* in succs[] */
	uint32_t nrails;	      /* of the block in most regions */
	uint32_t indent;	      /* depth of the deepest loop */
	/* columns of text */
	uint32_t label_width, region_width, name_width;
};

/* Find the first and last place of every region: of its own blocks, then of its
 * children. Parents have smaller ids than children. */
static void find_spans(struct drawing *drawing)
{
	const struct cvg_regions *rs = drawing->regions;

	memset(drawing->first, 0xFF, rs->n * sizeof *drawing->first);
	for (uint32_t i = 0; i < drawing->fn->nblocks; i++) {
		uint32_t r = rs->innermost[drawing->order[i]];

		if (r == CVG_NONE)
			continue;
		if (drawing->first[r] == CVG_NONE)
			drawing->first[r] = i;
		drawing->last[r] = i;
	}
	for (uint32_t r = rs->n; r-- > 1;) {
		uint32_t up = rs->region[r].parent;

		if (drawing->first[r] < drawing->first[up])
			drawing->first[up] = drawing->first[r];
		if (drawing->last[r] > drawing->last[up])
			drawing->last[up] = drawing->last[r];
	}
	for (uint32_t r = 0; r < rs->n; r++)
		drawing->outer[r] =
			rs->region[r].depth <= MAX_RAILS
				? r
				: drawing->outer[rs->region[r].parent];
}

static uint32_t loop_depth(const struct drawing *drawing, uint32_t b)
{
	uint32_t c = drawing->cycles->innermost[b];
	uint32_t depth = c == CVG_NONE ? 0 : drawing->cycles->cycle[c].depth;

	return depth > MAX_INDENT ? MAX_INDENT : depth;
}

static void measure(struct drawing *drawing)
{
	char buf[16];

	for (uint32_t b = 0; b < drawing->fn->nblocks; b++) {
		const char *name = drawing->fn->blocks[b].name;
		uint32_t r = drawing->regions->innermost[b];
		uint32_t depth =
			r == CVG_NONE ? 0 : drawing->regions->region[r].depth;
		uint32_t len = (uint32_t)strlen(
			cvg_block_label(drawing->fn, b, buf, sizeof buf));
		uint32_t width = cvg_text_width(name, strlen(name));

		if (depth > drawing->nrails)
			drawing->nrails = depth;
		if (loop_depth(drawing, b) > drawing->indent)
			drawing->indent = loop_depth(drawing, b);
		if (len > drawing->label_width)
			drawing->label_width = len;
		if (width > drawing->name_width)
			drawing->name_width = width;
	}
	if (drawing->nrails > MAX_RAILS)
		drawing->nrails = MAX_RAILS;
	if (drawing->name_width > NAME_WIDTH)
		drawing->name_width = NAME_WIDTH;
	drawing->region_width = (uint32_t)snprintf(buf, sizeof buf, "R%u",
						   drawing->regions->n - 1);
}

static void drawing_init(struct drawing *drawing, struct cvg_ana *ana,
			 const struct cvg_look *look)
{
	*drawing = (struct drawing){.ana = ana,
				    .fn = cvg_ana_fn(ana),
				    .look = look,
				    .regions = cvg_ana_regions(ana),
				    .loops = cvg_ana_loops(ana),
				    .cycles = cvg_ana_cycles(ana)};
	drawing->order = cvg_reading_order(ana);
	drawing->place =
		cvg_alloc(drawing->fn->nblocks * sizeof *drawing->place);
	for (uint32_t i = 0; i < drawing->fn->nblocks; i++)
		drawing->place[drawing->order[i]] = i;
	drawing->first =
		cvg_calloc(drawing->regions->n, sizeof *drawing->first);
	drawing->last = cvg_calloc(drawing->regions->n, sizeof *drawing->last);
	drawing->outer =
		cvg_calloc(drawing->regions->n, sizeof *drawing->outer);
	cvg_under_divergence(ana, &drawing->under);
	cvg_linear_marks(ana, &drawing->unstructured);
	find_spans(drawing);
	measure(drawing);
}

static void drawing_done(struct drawing *drawing)
{
	free(drawing->order);
	free(drawing->place);
	free(drawing->first);
	free(drawing->last);
	free(drawing->outer);
	cvg_bits_done(&drawing->under);
	cvg_bits_done(&drawing->unstructured);
}

/* ---- one line -------------------------------------------------------- */

static const char *rail(const struct drawing *drawing, uint32_t region,
			uint32_t place)
{
	const struct cvg_glyphs *glyphs = drawing->look->glyphs;
	bool first = drawing->first[region] == place;
	bool last = drawing->last[region] == place;

	if (first)
		return last ? glyphs->rail_only : glyphs->rail_first;
	return last ? glyphs->rail_last : glyphs->rail_mid;
}

/* Append the rails of regions of depth 1 and more, the outermost left. */
static void add_rails(struct cvg_str *out, const struct drawing *drawing,
		      uint32_t place)
{
	const char *at[MAX_RAILS] = {NULL};
	uint32_t r = drawing->regions->innermost[drawing->order[place]];

	for (r = r == CVG_NONE ? r : drawing->outer[r]; r != CVG_NONE;
	     r = drawing->regions->region[r].parent)
		if (drawing->regions->region[r].depth > 0)
			at[drawing->regions->region[r].depth - 1] =
				rail(drawing, r, place);
	for (uint32_t i = 0; i < drawing->nrails; i++)
		cvg_str_add(out, at[i] ? at[i] : " ");
	if (drawing->nrails)
		cvg_str_addc(out, ' ');
}

static const char *mark_of(const struct drawing *drawing, uint32_t b)
{
	const struct cvg_uniform *uniform = cvg_ana_uniform(drawing->ana);
	const struct cvg_glyphs *glyphs = drawing->look->glyphs;

	if (cvg_leaves_apart(drawing->ana, b))
		return glyphs->temporal;
	if (cvg_bits_has(&uniform->divergent_term, b))
		return glyphs->divergent;
	return drawing->fn->blocks[b].nsuccs > 1 ? glyphs->uniform : " ";
}

static bool is_unstructured(const struct drawing *drawing, uint32_t b,
			    uint32_t k)
{
	return cvg_bits_has(&drawing->unstructured,
			    drawing->fn->blocks[b].succs_at + k);
}

static void add_edge(struct cvg_str *out, const struct drawing *drawing,
		     uint32_t b, uint32_t k)
{
	uint32_t to = drawing->fn->succs[drawing->fn->blocks[b].succs_at + k];
	struct cvg_str guard = {0};
	char buf[16];

	cvg_text_clip(out, cvg_edge_word(drawing->fn, b, k), 12, drawing->look);
	cvg_str_addf(out, "-> %s",
		     cvg_block_label(drawing->fn, to, buf, sizeof buf));
	if (drawing->place[to] <= drawing->place[b])
		cvg_str_add(out, drawing->look->glyphs->back);
	if (is_unstructured(drawing, b, k))
		cvg_str_addf(out, " %s", drawing->look->glyphs->unstructured);
	if (cvg_add_edge_guard(&guard, drawing->fn, b, k))
		cvg_str_addf(out, " (%s)", guard.at);
	cvg_str_done(&guard);
}

static void add_edges(struct cvg_str *out, const struct drawing *drawing,
		      uint32_t b)
{
	const struct cvg_inst *inst = cvg_block_terminator(drawing->fn, b);
	uint32_t n = drawing->fn->blocks[b].nsuccs;

	if (!n)
		cvg_str_add(out, cvg_op_name(inst->op));
	for (uint32_t k = 0; k < n && k < MAX_EDGES; k++) {
		cvg_str_add(out, k ? "  " : "");
		add_edge(out, drawing, b, k);
	}
	if (n > MAX_EDGES)
		cvg_str_addf(out, "  and %u more", n - MAX_EDGES);
}

static void add_loop_note(struct cvg_str *out, const struct drawing *drawing,
			  uint32_t b)
{
	uint32_t l = drawing->loops->innermost[b];

	if (l != CVG_NONE && drawing->loops->loop[l].header == b)
		cvg_str_addf(out, "  (loop L%u)", l);
	if (cvg_enters_irreducible(drawing->ana, b))
		cvg_str_add(out, "  (entry of an irreducible cycle)");
}

static void add_notes(struct cvg_str *out, const struct drawing *drawing,
		      uint32_t b)
{
	add_loop_note(out, drawing, b);
	if (cvg_block_convergent(drawing->fn, b))
		cvg_str_add(out, cvg_bits_has(&drawing->under, b)
					 ? "  (convergent, under divergence!)"
					 : "  (convergent)");
	if (!drawing->fn->blocks[b].npreds && b)
		cvg_str_add(out, "  (unreachable)");
}

static void add_name(struct cvg_str *out, const struct drawing *drawing,
		     uint32_t b)
{
	struct cvg_str name = {0};

	cvg_text_clip(&name, drawing->fn->blocks[b].name, drawing->name_width,
		      drawing->look);
	cvg_text_pad(out, cvg_str_of(&name), drawing->name_width);
	cvg_str_done(&name);
}

static void add_line(struct cvg_str *out, const struct drawing *drawing,
		     uint32_t place)
{
	uint32_t b = drawing->order[place], depth = loop_depth(drawing, b);
	uint32_t r = drawing->regions->innermost[b];
	char buf[16] = "-";

	add_rails(out, drawing, place);
	if (r != CVG_NONE)
		snprintf(buf, sizeof buf, "R%u", r);
	cvg_text_pad(out, buf, drawing->region_width);
	cvg_str_addc(out, ' ');
	cvg_str_add(out, cvg_bits_has(&drawing->under, b)
				 ? drawing->look->glyphs->under
				 : " ");
	cvg_text_pad(out, "", 2 * depth);
	cvg_text_mark(out, drawing->look, mark_of(drawing, b));
	cvg_str_addc(out, ' ');
	cvg_text_pad(out, cvg_block_label(drawing->fn, b, buf, sizeof buf),
		     drawing->label_width);
	cvg_str_addc(out, ' ');
	add_name(out, drawing, b);
	cvg_text_pad(out, "", 2 * (drawing->indent - depth));
	cvg_str_addf(out, " %4u  ", drawing->fn->blocks[b].ninsts);
	add_edges(out, drawing, b);
	add_notes(out, drawing, b);
	cvg_str_addc(out, '\n');
}

static bool any_unstructured(const struct drawing *drawing)
{
	for (uint32_t k = 0; k < cvg_fn_nedges(drawing->fn); k++)
		if (cvg_bits_has(&drawing->unstructured, k))
			return true;
	return false;
}

static void add_legend(struct cvg_str *out, const struct drawing *drawing)
{
	const struct cvg_glyphs *glyphs = drawing->look->glyphs;

	cvg_str_addf(out,
		     "%s divergent branch  %s uniform branch  %s loop left at "
		     "different times  %s under divergence\n",
		     glyphs->divergent, glyphs->uniform, glyphs->temporal,
		     glyphs->under);
	if (any_unstructured(drawing))
		cvg_str_addf(out, "%s unstructured edge\n",
			     glyphs->unstructured);
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

/* Not told together with the text: that is a picture with rails and marks, and
 * leaves out most of what JSON has. */

static json_t *json_edges(const struct drawing *drawing, uint32_t b)
{
	const struct cvg_fn *fn = drawing->fn;
	json_t *edges = json_array();

	for (uint32_t k = 0; k < fn->blocks[b].nsuccs; k++) {
		uint32_t at = fn->blocks[b].succs_at + k;
		json_t *edge = cvg_json_item(edges);
		struct cvg_str guard = {0};

		CVG_TELL(NULL, edge, "{to}{when}{unstructured}",
			 CVG_V(cvg_json_block(fn, fn->succs[at])),
			 CVG_V(cvg_edge_when(fn, b, k)),
			 CVG_V(is_unstructured(drawing, b, k)));
		if (cvg_add_edge_guard(&guard, fn, b, k))
			CVG_TELL(NULL, edge, "{guard}",
				 CVG_V(strchr(guard.at, '=') + 1));
		if (fn->succ_weight[at])
			CVG_TELL(NULL, edge, "{weight}",
				 CVG_V(fn->succ_weight[at]));
		cvg_str_done(&guard);
	}
	return edges;
}

/* NULL: the block does not end in a branch. */
static const char *branch_word(struct cvg_ana *ana, uint32_t b)
{
	if (cvg_ana_fn(ana)->blocks[b].nsuccs < 2)
		return NULL;
	return cvg_bits_has(&cvg_ana_uniform(ana)->divergent_term, b)
		       ? "divergent"
		       : "uniform";
}

static void json_block(json_t *o, const struct drawing *drawing, uint32_t b)
{
	const struct cvg_fn *fn = drawing->fn;
	const struct cvg_block *bl = &fn->blocks[b];

	CVG_TELL(NULL, o,
		 "{id:B}{name}{region:R}{loop:L}{insts}{cycles}{branch}"
		 "{temporal}{under_divergence}{irreducible_entry}{convergent}"
		 "{terminator}{succs}{origins}",
		 CVG_V(bl->uid), CVG_V(bl->name),
		 CVG_V(drawing->regions->innermost[b]),
		 CVG_V(drawing->loops->innermost[b]), CVG_V(bl->ninsts),
		 CVG_V(cvg_cost_block(fn, b)),
		 CVG_V(branch_word(drawing->ana, b)),
		 CVG_V(cvg_leaves_apart(drawing->ana, b)),
		 CVG_V(cvg_bits_has(&drawing->under, b)),
		 CVG_V(cvg_enters_irreducible(drawing->ana, b)),
		 CVG_V(cvg_block_convergent(fn, b)),
		 CVG_V(cvg_op_name(cvg_block_terminator(fn, b)->op)),
		 CVG_V(json_edges(drawing, b)), CVG_V(cvg_json_origins(fn, b)));
	cvg_tell_spot(NULL, o, "", fn, cvg_block_spot(fn, b));
}

void cvg_json_cfg(json_t *into, struct cvg_ana *ana,
		  const struct cvg_session *session)
{
	struct drawing drawing;
	json_t *list;

	drawing_init(&drawing, ana, NULL);
	CVG_TELL(NULL, into, "{function}", CVG_V(drawing.fn->name));
	list = cvg_json_list(into, "blocks");
	for (uint32_t i = 0; i < drawing.fn->nblocks; i++) {
		uint32_t b = drawing.order[i];
		const struct cvg_note *note =
			cvg_session_note_of(session, drawing.fn, b);
		json_t *block = cvg_json_item(list);

		json_block(block, &drawing, b);
		if (note)
			CVG_TELL(NULL, block, "{comment}",
				 CVG_V((const char *)note->text));
	}
	drawing_done(&drawing);
}
