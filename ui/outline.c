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

static struct cvg_outline_fold *fold_of(const struct cvg_outline *o,
					const struct cvg_regnode *x)
{
	const struct cvg_fn *fn = o->marks.fn;

	for (size_t i = 0; i < o->folds.n; i++) {
		struct cvg_outline_fold *f = &o->folds.at[i];

		if (f->uid == fn->blocks[x->block].uid &&
		    f->size == x->nblocks && f->loop == (x->region == CVG_NONE))
			return f;
	}
	return NULL;
}

bool cvg_outline_is_open(const struct cvg_outline *o,
			 const struct cvg_regnode *x)
{
	const struct cvg_outline_fold *f = fold_of(o, x);

	if (f)
		return f->open;
	if (o->depth)
		return o->depth == 1 || x->depth + 2 < o->depth;
	return x->ndivergent || x->ntorn || x->temporal;
}

void cvg_outline_open(struct cvg_outline *o, const struct cvg_regnode *x,
		      bool open)
{
	struct cvg_outline_fold *f = fold_of(o, x);
	struct cvg_outline_fold made = {
		.uid = o->marks.fn->blocks[x->block].uid,
		.size = x->nblocks,
		.loop = x->region == CVG_NONE,
		.open = open};

	if (f)
		f->open = open;
	else
		cvg_push(&o->folds, made);
}

/* ---- lines ----------------------------------------------------------- */

static void add_line(struct cvg_outline *o, enum cvg_outkind kind, uint32_t id)
{
	struct cvg_outline_line l = {.kind = kind, .id = id};

	cvg_push(&o->lines, l);
}

void cvg_outline_lines(struct cvg_outline *o, struct cvg_ui *ui)
{
	uint32_t focus = cvg_session_function(ui->session);
	uint32_t nfns = cvg_session_nfunctions(ui->session);

	o->lines.n = 0;
	add_line(o, CVG_OUT_FUNCTION, focus);
	for (uint32_t i = 0; i < o->tree.n && !o->closed;) {
		const struct cvg_regnode *x = &o->tree.at[i];

		add_line(o, CVG_OUT_NODE, i);
		i = x->leaf || cvg_outline_is_open(o, x) ? i + 1 : x->end;
	}
	for (uint32_t f = 0; f < nfns; f++)
		if (f != focus)
			add_line(o, CVG_OUT_FUNCTION, f);
	cvg_list_size(&o->list, (uint32_t)o->lines.n);
}

const struct cvg_regnode *cvg_outline_node(const struct cvg_outline *o,
					   uint32_t line)
{
	return line < o->lines.n && o->lines.at[line].kind == CVG_OUT_NODE
		       ? &o->tree.at[o->lines.at[line].id]
		       : NULL;
}

uint32_t cvg_outline_find(const struct cvg_outline *o, uint32_t node)
{
	uint32_t at = 0;

	for (uint32_t i = 1; i < o->lines.n; i++) {
		const struct cvg_regnode *x = cvg_outline_node(o, i);

		if (!x || o->lines.at[i].id > node)
			break;
		if (node < x->end)
			at = i;
	}
	return at;
}

/* ---- all of it ------------------------------------------------------- */

void cvg_outline_make(struct cvg_outline *o, struct cvg_ui *ui)
{
	cvg_marks_update(&o->marks, ui);
	cvg_regtree_done(&o->tree);
	cvg_regtree_init(&o->tree, ui->ana, &o->marks, cvg_ui_choices(ui));
	for (size_t i = 0; i < o->fns.n; i++)
		o->fns.at[i].fn = NULL;
	cvg_outline_lines(o, ui);
}

void cvg_outline_done(struct cvg_outline *o)
{
	cvg_marks_done(&o->marks);
	cvg_regtree_done(&o->tree);
	free(o->lines.at);
	free(o->folds.at);
	free(o->fns.at);
}

const struct cvg_outline_fn *cvg_outline_fn(struct cvg_outline *o,
					    struct cvg_ui *ui, uint32_t f)
{
	static const struct cvg_outline_fn unknown = {.fn = NULL};
	struct cvg_outline_fn *s;
	struct cvg_ana *ana;

	while (o->fns.n <= f)
		cvg_push(&o->fns, unknown);
	s = &o->fns.at[f];
	/* A running command may be changing the session. */
	if (s->fn || ui->busy)
		return s;
	if (o->looked > ENOUGH) {
		ui->more = true;
		return s;
	}
	ana = cvg_session_ana(ui->session, CVG_NONE, f);
	s->fn = cvg_ana_fn(ana);
	o->looked += s->fn->ninsts;
	s->nblocks = s->fn->nblocks;
	s->kind = s->fn->kind;
	s->ndivergent = cvg_ana_uniform(ana)->nbranches;
	return s;
}
