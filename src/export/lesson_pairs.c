/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a meld aligned with what. The plan is made again from the snapshot
 * before it: the same snapshot and settings give the same plan.
 */
#include "lesson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_LINES 400 /* of two aligned blocks */

/* ---- which candidate ------------------------------------------------- */

/* Where a step melded: the objects of its command, or what its report says it
 * began with. CVG_NONE: nowhere. */
static uint32_t melded_region(const struct cvg_rev *rev)
{
	unsigned n;

	return sscanf(rev->command, "meld R%u", &n) == 1 ? n : CVG_NONE;
}

static uint32_t melded_block(const struct cvg_rev *rev)
{
	const char *at = rev->report ? strstr(rev->report, ": melds ") : NULL;
	unsigned n;

	while (at && at > rev->report && at[-1] != ' ' && at[-1] != '\n')
		at--;
	return at && sscanf(at, "B%u: melds ", &n) == 1 ? n : CVG_NONE;
}

static const struct cvg_candidate *pick_candidate(const struct cvg_plan *plan,
						  const struct cvg_rev *rev)
{
	uint32_t region = melded_region(rev), uid = melded_block(rev);

	for (uint32_t i = 0; i < plan->n; i++) {
		const struct cvg_candidate *cd = &plan->at[i];

		if (cd->npairs &&
		    ((region != CVG_NONE && cd->region == region) ||
		     plan->fn->blocks[cd->entry].uid == uid))
			return cd;
	}
	return NULL;
}

/* ---- telling it ------------------------------------------------------ */

static void add_cell(struct cvg_str *out, const struct cvg_fn *fn,
		     uint32_t inst)
{
	cvg_str_add(out, "<td>");
	if (inst != CVG_NONE)
		cvg_html_text(out, fn->insts[inst].text
					   ? fn->insts[inst].text
					   : cvg_op_name(fn->insts[inst].op));
	cvg_str_add(out, "</td>");
}

static void add_columns(struct cvg_str *out, const struct cvg_fn *fn,
			const struct cvg_blockpair *bp)
{
	uint32_t n = bp->ncolumns < MOST_LINES ? bp->ncolumns : MOST_LINES;

	cvg_str_addf(out,
		     "<div class=\"wide\"><table class=\"left\">\n"
		     "<tr><th>B%u (true)</th><th></th><th>B%u (false)</th>"
		     "</tr>\n",
		     fn->blocks[bp->block[0]].uid,
		     fn->blocks[bp->block[1]].uid);
	for (uint32_t i = 0; i < n; i++) {
		const struct cvg_align_pair *p = &bp->column[i];
		bool both = p->a != CVG_NONE && p->b != CVG_NONE;

		cvg_str_add(out, both ? "<tr class=\"both\">" : "<tr>");
		add_cell(out, fn, p->a);
		cvg_str_addf(out, "<td>%s</td>",
			     both		? "="
			     : p->a == CVG_NONE ? "→"
						: "←");
		add_cell(out, fn, p->b);
		cvg_str_add(out, "</tr>\n");
	}
	cvg_str_add(out, "</table></div>\n");
	if (n < bp->ncolumns)
		cvg_str_addf(out, "<p class=\"note\">%u more lines.</p>\n",
			     bp->ncolumns - n);
}

static void add_matrix(struct lesson *l, struct cvg_ana *ana,
		       const struct cvg_blockpair *bp)
{
	struct cvg_matrix_view v = {.ana = ana,
				    .settings = cvg_session_settings(l->s),
				    .t = bp->block[0],
				    .f = bp->block[1]};
	struct cvg_str text = {0};

	cvg_draw_matrix(&text, &v, &l->look);
	cvg_str_add(&l->page, "<details>\n<summary>The matrix</summary>\n");
	cvg_html_element(&l->page, "pre", cvg_str_of(&text));
	cvg_str_add(&l->page, "\n</details>\n");
	cvg_str_done(&text);
}

static void add_blocks(struct lesson *l, struct cvg_ana *ana,
		       const struct cvg_blockpair *bp)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	bool t = bp->block[0] != CVG_NONE, f = bp->block[1] != CVG_NONE;

	if (!t || !f) {
		cvg_str_addf(&l->page, "<p>B%u has no partner.</p>\n",
			     fn->blocks[bp->block[t ? 0 : 1]].uid);
		return;
	}
	cvg_str_addf(&l->page, "<h4>B%u with B%u</h4>\n<p>MP_B %.2f%s</p>\n",
		     fn->blocks[bp->block[0]].uid, fn->blocks[bp->block[1]].uid,
		     bp->mp_b, bp->inverted ? ", branch inverted" : "");
	add_columns(&l->page, fn, bp);
	add_matrix(l, ana, bp);
}

static void add_pair(struct lesson *l, struct cvg_ana *ana,
		     const struct cvg_meldpair *p)
{
	cvg_str_addf(
		&l->page,
		"<p>%u instruction%s melded, MP_S %.2f: saves %lld cycles, "
		"selects cost %lld, branches %lld, net %+lld%s.</p>\n",
		p->aligned, p->aligned == 1 ? "" : "s", p->mp_s,
		(long long)p->saved, (long long)p->selects,
		(long long)p->branches, (long long)p->net,
		p->replica >= 0 ? "; one arm's block is placed into a "
				  "copy of the other"
				: "");
	for (uint32_t i = 0; i < p->nbp; i++)
		add_blocks(l, ana, &p->bp[i]);
}

static void add_candidate(struct lesson *l, const struct step *st,
			  const struct cvg_candidate *cd)
{
	const struct cvg_fn *fn = cvg_ana_fn(st->before);

	cvg_str_addf(&l->page,
		     "<h3>What was aligned with what</h3>\n<p>The arms of "
		     "the branch of B%u in P%u, under the settings of now; "
		     "= is melded, ← and → only one side has.</p>\n",
		     fn->blocks[cd->entry].uid, st->parent);
	for (uint32_t i = 0; i < cd->npairs; i++)
		add_pair(l, st->before, &cd->pair[i]);
	if (strncmp(cvg_session_rev(l->s, st->rev)->command, "meld", 4) != 0)
		cvg_str_add(&l->page, "<p class=\"note\">This is where the "
				      "step began; what it did after that "
				      "is in its report.</p>\n");
}

void cvg_lesson_pairs(struct lesson *l, const struct step *st)
{
	const struct cvg_rev *rev = cvg_session_rev(l->s, st->rev);
	const struct cvg_candidate *cd;
	struct cvg_plan *plan;

	if (!st->before ||
	    (melded_region(rev) == CVG_NONE && melded_block(rev) == CVG_NONE))
		return;
	plan = cvg_plan_meld(st->before, cvg_session_settings(l->s));
	cd = pick_candidate(plan, rev);
	if (cd)
		add_candidate(l, st, cd);
	cvg_plan_free(plan);
}
