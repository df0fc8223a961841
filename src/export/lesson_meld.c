/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One meld of a lesson: the arms, the pairs of subgraphs, the alignment of each
 * pair of blocks, and the computation of the profit. The terms are those of the
 * paper on DARM (CGO 2022, section IV).
 */
#include "lesson.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/matrix.h"
#include "reconverge/plan.h"
#include "reconverge/quantity.h"
#include "reconverge/settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_LINES 400 /* of two aligned blocks */
#define MOST_SIDE  40  /* rows or columns of a matrix shown as a table */
#define MOST_CELLS 4000000
#define HEAD_WIDTH 36 /* columns of a matrix's heads */

/* ---- arms ------------------------------------------------------------ */

static void add_block_names(struct cvg_str *out, const struct cvg_fn *fn,
			    const uint32_t *block, uint32_t n)
{
	for (uint32_t i = 0; i < n && i < 12; i++)
		cvg_str_addf(out, "%sB%u", i ? ", " : "",
			     fn->blocks[block[i]].uid);
	if (n > 12)
		cvg_str_addf(out, " and %u more", n - 12);
	if (!n)
		cvg_str_add(out, "no block");
}

static void add_arms(struct cvg_str *out, const struct cvg_fn *fn,
		     const struct cvg_candidate *cd)
{
	const struct cvg_inst *inst = cvg_block_terminator(fn, cd->entry);

	cvg_str_addf(out, "<p>B%u", fn->blocks[cd->entry].uid);
	cvg_html_spot(out, " at ", fn, inst->spot);
	cvg_str_add(out, " ends in <code>");
	cvg_html_text(out, inst->text ? inst->text : "a branch");
	cvg_str_add(out, "</code>. Where its condition holds, threads run ");
	add_block_names(out, fn, cd->arm[CVG_ARM_TRUE], cd->narm[CVG_ARM_TRUE]);
	cvg_str_add(out, "; the others run ");
	add_block_names(out, fn, cd->arm[CVG_ARM_FALSE],
			cd->narm[CVG_ARM_FALSE]);
	if (cd->exit == CVG_NONE)
		cvg_str_add(out, ". They do not meet again.</p>\n");
	else
		cvg_str_addf(out, ". They meet in B%u.</p>\n",
			     fn->blocks[cd->exit].uid);
}

/* ---- the pairs of subgraphs ------------------------------------------ */

static void add_subgraph(struct cvg_str *out, const struct cvg_fn *fn,
			 const struct cvg_subgraph *sub)
{
	cvg_str_addf(out, "B%u%s", fn->blocks[sub->entry].uid,
		     sub->nblocks > 1 ? ".." : "");
}

static void add_cell(struct cvg_str *out, const struct cvg_paircell *cell)
{
	switch (cell->state) {
	case CVG_PAIR_CHOSEN:
		cvg_str_addf(out, "<td class=\"path\">%.2f, melded</td>",
			     cell->mp_s);
		return;
	case CVG_PAIR_POSSIBLE:
		cvg_str_addf(out, "<td>%.2f</td>", cell->mp_s);
		return;
	case CVG_PAIR_IMPOSSIBLE:
		cvg_html_element(out, "td", cvg_refusal_text(cell->refusal));
		return;
	}
}

/* Append the scores of all true subgraphs with all false ones, if there is more
 * than one pair. No struct cvg_table: both sides of the matrix have names. */
static void add_choice(struct cvg_str *out, const struct cvg_fn *fn,
		       const struct cvg_candidate *cd)
{
	uint32_t n = cd->nchain[0], m = cd->nchain[1];

	if (n * m < 2 || n > MOST_SIDE || m > MOST_SIDE)
		return;
	cvg_str_addf(out,
		     "<p>The true arm is a chain of %u subgraph%s, the false "
		     "arm one of %u. The table has MP_S of every two of them, "
		     "or why they cannot be melded; those pairs are taken that "
		     "are worth most together and keep their order.</p>\n",
		     n, n == 1 ? "" : "s", m);
	cvg_html_wide(out, "Subgraphs of the true arm against those of the "
			   "false arm");
	cvg_str_add(out, "<table class=\"words\">\n<thead><tr><td></td>");
	for (uint32_t j = 0; j < m; j++) {
		cvg_str_add(out, "<th scope=\"col\">");
		add_subgraph(out, fn, &cd->chain[1][j]);
		cvg_str_add(out, "</th>");
	}
	cvg_str_add(out, "</tr></thead>\n<tbody>\n");
	for (uint32_t i = 0; i < n; i++) {
		cvg_str_add(out, "<tr><th scope=\"row\">");
		add_subgraph(out, fn, &cd->chain[0][i]);
		cvg_str_add(out, "</th>");
		for (uint32_t j = 0; j < m; j++)
			add_cell(out, &cd->cell[i * m + j]);
		cvg_str_add(out, "</tr>\n");
	}
	cvg_str_add(out, "</tbody>\n</table>\n");
	cvg_html_wide_end(out);
}

/* ---- two blocks ------------------------------------------------------ */

static void add_inst(struct cvg_str *out, const struct cvg_fn *fn,
		     uint32_t inst)
{
	if (inst == CVG_NONE)
		cvg_str_add(out, "<td></td>");
	else
		cvg_html_element(out, "td", cvg_inst_text(&fn->insts[inst]));
}

static void add_column(struct cvg_str *out, const struct cvg_fn *fn,
		       const struct cvg_align_pair *p)
{
	bool both = p->a != CVG_NONE && p->b != CVG_NONE;

	cvg_str_add(out, both ? "<tr class=\"both\">" : "<tr>");
	add_inst(out, fn, p->a);
	cvg_str_addf(out, "<td>%s</td>",
		     both		? "="
		     : p->a == CVG_NONE ? "→"
					: "←");
	add_inst(out, fn, p->b);
	cvg_str_add(out, "</tr>\n");
}

static void add_columns(struct cvg_str *out, const struct cvg_fn *fn,
			const struct cvg_blockpair *bp)
{
	uint32_t n = bp->ncolumns < MOST_LINES ? bp->ncolumns : MOST_LINES;
	uint32_t t = fn->blocks[bp->block[0]].uid;
	uint32_t f = fn->blocks[bp->block[1]].uid;

	if (!n) {
		cvg_str_add(out, "<p>Neither block holds more than phis and "
				 "its branch.</p>\n");
		return;
	}
	cvg_html_wide(out, "The instructions of both blocks side by side");
	cvg_str_addf(out,
		     "<table class=\"left\">\n<thead><tr><th scope=\"col\">"
		     "B%u (true)</th><td></td><th scope=\"col\">B%u (false)"
		     "</th></tr></thead>\n<tbody>\n",
		     t, f);
	for (uint32_t i = 0; i < n; i++)
		add_column(out, fn, &bp->column[i]);
	cvg_str_add(out, "</tbody>\n</table>\n");
	cvg_html_wide_end(out);
	if (n < bp->ncolumns)
		cvg_str_addf(out, "<p class=\"note\">%u more lines.</p>\n",
			     bp->ncolumns - n);
}

/* ---- the matrix ------------------------------------------------------ */

static void add_head(struct cvg_str *out, const struct lesson *lesson,
		     const struct cvg_fn *fn, uint32_t inst, const char *scope)
{
	struct cvg_str text = {0};

	cvg_text_clip(&text, cvg_inst_text(&fn->insts[inst]), HEAD_WIDTH,
		      &lesson->look);
	cvg_str_addf(out, "<th scope=\"%s\">", scope);
	cvg_html_text(out, cvg_str_of(&text));
	cvg_str_add(out, "</th>");
	cvg_str_done(&text);
}

static void add_score(struct cvg_str *out, const struct cvg_align_cell *c)
{
	cvg_str_add(out, c->on_path ? "<td class=\"path\">" : "<td>");
	if (cvg_matrix_legal(c->best))
		cvg_str_addf(out, "%lld", (long long)c->best);
	cvg_str_add(out, "</td>");
}

/* No struct cvg_table: both sides of the matrix have names. */
static void add_table(struct lesson *lesson, const struct cvg_fn *fn,
		      const struct cvg_matrix *m,
		      const struct cvg_blockpair *bp)
{
	struct cvg_str *out = &lesson->page;
	uint32_t at[2], n;

	for (int arm = 0; arm < 2; arm++)
		cvg_block_body(fn, bp->block[arm], &at[arm], &n);
	cvg_html_wide(out, "The alignment matrix");
	cvg_str_add(out, "<table class=\"matrix\">\n<thead><tr><td></td>"
			 "<td></td>");
	for (uint32_t j = 0; j + 1 < m->mx.cols; j++)
		add_head(out, lesson, fn, at[1] + j, "col");
	cvg_str_add(out, "</tr></thead>\n<tbody>\n");
	for (uint32_t i = 0; i < m->mx.rows; i++) {
		cvg_str_add(out, "<tr>");
		if (i)
			add_head(out, lesson, fn, at[0] + i - 1, "row");
		else
			cvg_str_add(out, "<td></td>");
		for (uint32_t j = 0; j < m->mx.cols; j++)
			add_score(out, &m->mx.cell[(size_t)i * m->mx.cols + j]);
		cvg_str_add(out, "</tr>\n");
	}
	cvg_str_add(out, "</tbody>\n</table>\n");
	cvg_html_wide_end(out);
}

/* The numbers at which the matrices of a pair of subgraphs end. */
struct ends {
	struct cvg_str terms; /* "112 + 88" */
	int64_t sum;
	bool missing; /* a matrix is too large, or its path ends elsewhere */
};

static void note_end(struct ends *ends, const struct cvg_align_matrix *mx)
{
	int64_t end = mx->cell[(size_t)mx->rows * mx->cols - 1].best;

	cvg_str_addf(&ends->terms, "%s%lld", ends->terms.n ? " + " : "",
		     (long long)end);
	ends->sum += end;
}

static void add_matrix(struct lesson *lesson, const struct cvg_matrix_view *v,
		       const struct cvg_blockpair *bp, struct ends *ends)
{
	struct cvg_str *out = &lesson->page;
	struct cvg_str text = {0};
	struct cvg_matrix m;

	if (!cvg_matrix_make(v, MOST_CELLS, &m)) {
		ends->missing = true;
		cvg_str_add(out, "<p class=\"note\">Its matrix is too large to "
				 "be shown.</p>\n");
		return;
	}
	note_end(ends, &m.mx);
	cvg_str_add(out, lesson->matrix ? "<details>\n"
					: "<details open=\"open\">\n");
	lesson->matrix = true;
	cvg_str_add(out, "<summary>The alignment matrix</summary>\n"
			 "<p>A row for each instruction of the true side, a "
			 "column for each of the false one. A cell has the "
			 "cycles that the best alignment of everything before "
			 "it saves: a step along the diagonal melds two "
			 "instructions, a step down or right leaves one alone. "
			 "The marked path is the alignment above.</p>\n");
	if (m.mx.rows <= MOST_SIDE && m.mx.cols <= MOST_SIDE) {
		add_table(lesson, cvg_ana_fn(v->ana), &m, bp);
	} else {
		cvg_draw_matrix(&text, v, &lesson->look);
		cvg_html_pre(out, "The alignment matrix", cvg_str_of(&text));
		cvg_str_done(&text);
	}
	cvg_str_add(out, "</details>\n");
	cvg_matrix_done(&m);
}

/* ---- a pair ---------------------------------------------------------- */

static void add_blocks(struct lesson *lesson, struct cvg_ana *ana,
		       const struct cvg_blockpair *bp,
		       const struct cvg_settings *settings, struct ends *ends)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	bool t = bp->block[0] != CVG_NONE, f = bp->block[1] != CVG_NONE;
	struct cvg_matrix_view v = {.ana = ana,
				    .settings = settings,
				    .t = bp->block[0],
				    .f = bp->block[1]};

	if (!t || !f) {
		cvg_str_addf(&lesson->page,
			     "<p>B%u has no partner: threads of the other side "
			     "pass it without a part in it.</p>\n",
			     fn->blocks[bp->block[t ? 0 : 1]].uid);
		return;
	}
	cvg_str_addf(&lesson->page,
		     "<p>B%u with B%u: MP_B %.2f%s. = is melded; what stands "
		     "beside ← or → only one side has.</p>\n",
		     fn->blocks[bp->block[0]].uid, fn->blocks[bp->block[1]].uid,
		     bp->mp_b,
		     bp->inverted
			     ? "; the second one's branch is turned round, "
			       "so that the successors correspond"
			     : "");
	add_columns(&lesson->page, fn, bp);
	if (bp->ncolumns)
		add_matrix(lesson, &v, bp, ends);
}

static bool leaves_some_alone(const struct cvg_meldpair *pair)
{
	for (uint32_t i = 0; i < pair->nbp; i++)
		for (uint32_t k = 0; k < pair->bp[i].ncolumns; k++)
			if (pair->bp[i].column[k].a == CVG_NONE ||
			    pair->bp[i].column[k].b == CVG_NONE)
				return true;
	return false;
}

/* Say why the matrices end at another number than the one told above them. */
static void add_ends(struct cvg_str *out, const struct cvg_meldpair *pair,
		     const struct ends *ends)
{
	bool alone = leaves_some_alone(pair);
	int64_t saves = pair->saved - pair->selects;

	if (ends->missing || !ends->terms.n || ends->sum == saves)
		return;
	cvg_str_addf(out, "<p>The matrices end at %s", ends->terms.at);
	if (strchr(ends->terms.at, '+'))
		cvg_str_addf(out, " = %lld", (long long)ends->sum);
	if (!alone)
		cvg_str_addf(out, " = %lld - %lld for selects",
			     (long long)pair->saved,
			     (long long)(pair->saved - ends->sum));
	cvg_str_addf(out,
		     "%s. A matrix looks at its two blocks only, and "
		     "does not know yet which instructions will be one: it "
		     "counts operands that are made there as the same if they "
		     "are of one kind, and operands from other blocks that are "
		     "not one value as different, with a select. Above, all "
		     "blocks are aligned: %lld - %lld = %lld cycles%s.</p>\n",
		     alone ? ", with the guards of what only one side has" : "",
		     (long long)pair->saved, (long long)pair->selects,
		     (long long)saves,
		     alone ? ", and the guards count as branches" : "");
}

static void add_branch_price(struct cvg_str *out, int64_t branches)
{
	if (branches > 0)
		cvg_str_addf(out,
			     "<li>the guards for what is not melded cost %lld "
			     "more cycles in branches and phis than are "
			     "saved there;</li>\n",
			     (long long)branches);
	else if (branches < 0)
		cvg_str_addf(out,
			     "<li>branches and phis that are needed once and "
			     "not twice save another %lld cycles;</li>\n",
			     -(long long)branches);
}

/*
 * The sum as plan.c makes it: what is saved, only in the share of warps that run
 * both sides; what is added, in all of them.
 */
static void add_sum(struct cvg_str *out, const struct cvg_candidate *cd,
		    const struct cvg_meldpair *pair)
{
	int64_t fewer = pair->branches < 0 ? -pair->branches : 0;
	int64_t more = pair->branches > 0 ? pair->branches : 0;
	int64_t gain = (int64_t)floor((double)(pair->saved + fewer) * cd->both);

	if (cd->both < 1)
		cvg_str_addf(out,
			     "<li>only %.2f %% of the warps run both sides, "
			     "and only they save; but every warp pays for "
			     "what is added;</li>\n",
			     100 * cd->both);
	cvg_str_add(out, "<li><strong>net ");
	if (cd->both < 1)
		cvg_str_addf(out, "%.4f &#215; ", cd->both);
	cvg_str_addf(out, cd->both < 1 ? "(%lld" : "%lld",
		     (long long)pair->saved);
	if (fewer)
		cvg_str_addf(out, " + %lld", (long long)fewer);
	if (cd->both < 1)
		cvg_str_addf(out, ") = %lld, and %lld", (long long)gain,
			     (long long)gain);
	cvg_str_addf(out, " - %lld", (long long)pair->selects);
	if (more)
		cvg_str_addf(out, " - %lld", (long long)more);
	cvg_str_addf(out, " = %+lld %s cycles</strong>.</li>\n</ul>\n",
		     (long long)pair->net,
		     cvg_countkind_name(cvg_candidate_kind(cd)));
}

static void add_profit(struct cvg_str *out, const struct cvg_candidate *cd,
		       const struct cvg_meldpair *pair)
{
	cvg_str_addf(out,
		     "<p>MP_S is %.2f: that share of the cycles of both "
		     "subgraphs could be saved if every instruction found a "
		     "partner of its kind (0.5 is the most, where both do the "
		     "same). Of the alignment itself:</p>\n<ul>\n"
		     "<li>",
		     pair->mp_s);
	cvg_lesson_count(out, pair->aligned, "pair of instructions becomes one",
			 "pairs of instructions become one each");
	cvg_str_addf(out, ", which saves %lld cycles;</li>\n",
		     (long long)pair->saved);
	if (pair->selects)
		cvg_str_addf(out,
			     "<li>where their operands differ, selects cost "
			     "%lld;</li>\n",
			     (long long)pair->selects);
	else
		cvg_str_add(out, "<li>their operands are the same, so that no "
				 "select is needed;</li>\n");
	add_branch_price(out, pair->branches);
	add_sum(out, cd, pair);
}

static void add_pair(struct lesson *lesson, struct cvg_ana *ana,
		     const struct cvg_candidate *cd,
		     const struct cvg_meldpair *pair,
		     const struct cvg_settings *settings)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	struct ends ends = {.missing = cvg_set_int(settings, CVG_SET_ALIGN)};

	cvg_str_add(&lesson->page, "<h4>");
	add_subgraph(&lesson->page, fn, &cd->chain[0][pair->sub[0]]);
	cvg_str_add(&lesson->page, " with ");
	add_subgraph(&lesson->page, fn, &cd->chain[1][pair->sub[1]]);
	cvg_str_add(&lesson->page, "</h4>\n");
	if (pair->replica >= 0)
		cvg_str_add(&lesson->page,
			    "<p>One of them is a single block. It is placed "
			    "into a copy of the other's structure, where it "
			    "gains most, and threads of its side are led "
			    "through that copy to it.</p>\n");
	add_profit(&lesson->page, cd, pair);
	for (uint32_t i = 0; i < pair->nbp; i++)
		add_blocks(lesson, ana, &pair->bp[i], settings, &ends);
	add_ends(&lesson->page, pair, &ends);
	cvg_str_done(&ends.terms);
}

void cvg_lesson_meld(struct lesson *lesson, struct cvg_ana *ana,
		     const struct cvg_plan *plan, uint32_t i,
		     const struct cvg_settings *settings)
{
	const struct cvg_candidate *cd = &plan->at[i];
	const struct cvg_fn *fn = cvg_ana_fn(ana);

	cvg_str_addf(&lesson->page,
		     "<h3>The branch of B%u: what was aligned with what</h3>\n",
		     fn->blocks[cd->entry].uid);
	add_arms(&lesson->page, fn, cd);
	add_choice(&lesson->page, fn, cd);
	for (uint32_t k = 0; k < cd->npairs; k++)
		add_pair(lesson, ana, cd, &cd->pair[k], settings);
}
