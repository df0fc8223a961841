/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The lines of the outline. Nodes that diverge are open, uniform ones are
 * folded. */
#include "ui/outline.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/session.h"

#include <stdlib.h>

#define ENOUGH 4000 /* instructions to analyse for one frame */

/* ---- folding --------------------------------------------------------- */

static struct cvg_outline_fold *fold_of(const struct cvg_outline *outline,
					const struct cvg_regnode *node)
{
	const struct cvg_fn *fn = outline->marks.fn;

	for (size_t i = 0; i < outline->folds.n; i++) {
		struct cvg_outline_fold *f = &outline->folds.at[i];

		if (f->uid == fn->blocks[node->block].uid &&
		    f->size == node->nblocks &&
		    f->loop == (node->region == CVG_NONE))
			return f;
	}
	return NULL;
}

bool cvg_outline_is_open(const struct cvg_outline *outline,
			 const struct cvg_regnode *node)
{
	const struct cvg_outline_fold *f = fold_of(outline, node);

	if (f)
		return f->open;
	if (outline->depth)
		return outline->depth == 1 || node->depth + 2 < outline->depth;
	return node->ndivergent || node->ntorn || node->temporal;
}

void cvg_outline_open(struct cvg_outline *outline,
		      const struct cvg_regnode *node, bool open)
{
	struct cvg_outline_fold *f = fold_of(outline, node);
	struct cvg_outline_fold made = {
		.uid = outline->marks.fn->blocks[node->block].uid,
		.size = node->nblocks,
		.loop = node->region == CVG_NONE,
		.open = open};

	if (f)
		f->open = open;
	else
		cvg_push(&outline->folds, made);
}

/* ---- lines ----------------------------------------------------------- */

static void add_line(struct cvg_outline *outline, enum cvg_outkind kind,
		     uint32_t id)
{
	struct cvg_outline_line l = {.kind = kind, .id = id};

	cvg_push(&outline->lines, l);
}

void cvg_outline_lines(struct cvg_outline *outline, struct cvg_ui *ui)
{
	uint32_t focus = cvg_session_function(ui->session);
	uint32_t nfns = cvg_session_nfunctions(ui->session);

	outline->lines.n = 0;
	add_line(outline, CVG_OUT_FUNCTION, focus);
	for (uint32_t i = 0; i < outline->tree.n && !outline->closed;) {
		const struct cvg_regnode *node = &outline->tree.at[i];

		add_line(outline, CVG_OUT_NODE, i);
		i = node->leaf || cvg_outline_is_open(outline, node)
			    ? i + 1
			    : node->end;
	}
	for (uint32_t f = 0; f < nfns; f++)
		if (f != focus)
			add_line(outline, CVG_OUT_FUNCTION, f);
	cvg_list_size(&outline->list, (uint32_t)outline->lines.n);
}

const struct cvg_regnode *cvg_outline_node(const struct cvg_outline *outline,
					   uint32_t line)
{
	return line < outline->lines.n &&
			       outline->lines.at[line].kind == CVG_OUT_NODE
		       ? &outline->tree.at[outline->lines.at[line].id]
		       : NULL;
}

uint32_t cvg_outline_find(const struct cvg_outline *outline, uint32_t node)
{
	uint32_t at = 0;

	for (uint32_t i = 1; i < outline->lines.n; i++) {
		const struct cvg_regnode *row = cvg_outline_node(outline, i);

		if (!row || outline->lines.at[i].id > node)
			break;
		if (node < row->end)
			at = i;
	}
	return at;
}

/* ---- all of it ------------------------------------------------------- */

void cvg_outline_make(struct cvg_outline *outline, struct cvg_ui *ui)
{
	cvg_marks_update(&outline->marks, ui);
	cvg_regtree_done(&outline->tree);
	cvg_regtree_init(&outline->tree, ui->ana, &outline->marks,
			 cvg_ui_choices(ui));
	for (size_t i = 0; i < outline->fns.n; i++)
		outline->fns.at[i].fn = NULL;
	cvg_outline_lines(outline, ui);
}

void cvg_outline_done(struct cvg_outline *outline)
{
	cvg_marks_done(&outline->marks);
	cvg_regtree_done(&outline->tree);
	free(outline->lines.at);
	free(outline->folds.at);
	free(outline->fns.at);
}

const struct cvg_outline_fn *cvg_outline_fn(struct cvg_outline *outline,
					    struct cvg_ui *ui, uint32_t f)
{
	static const struct cvg_outline_fn unknown = {.fn = NULL};
	struct cvg_outline_fn *s;
	struct cvg_ana *ana;

	while (outline->fns.n <= f)
		cvg_push(&outline->fns, unknown);
	s = &outline->fns.at[f];
	/* A running command may be changing the session. */
	if (s->fn || ui->busy)
		return s;
	if (outline->looked > ENOUGH) {
		ui->more = true;
		return s;
	}
	ana = cvg_session_ana(ui->session, CVG_NONE, f);
	s->fn = cvg_ana_fn(ana);
	outline->looked += s->fn->ninsts;
	s->nblocks = s->fn->nblocks;
	s->kind = s->fn->kind;
	s->ndivergent = cvg_ana_uniform(ana)->nbranches;
	return s;
}
