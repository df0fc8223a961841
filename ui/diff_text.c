/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A difference as text and as counts. */
#include "reconverge/graph.h"
#include "reconverge/metrics.h"
#include "reconverge/prove.h"
#include "reconverge/counts.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"
#include "ui/diff.h"
#include "ui/marks.h"
#include "ui/syntax.h"
#include "ui/tables.h"

#include <stdlib.h>
#include <string.h>

#define CONTEXT 2 /* lines kept on each side of what differs */

void cvg_diff_done(struct cvg_diff *diff)
{
	if (diff->a)
		cvg_fndiff_done(&diff->blocks);
	*diff = (struct cvg_diff){.rev_a = CVG_NONE};
}

/* ---- text ------------------------------------------------------------ */

/* A line of IR: words have their colours unless the whole line has a role of
 * its own. */
static void put_same(struct cvg_sheet *sheet, const char *line)
{
	struct cvg_irword word;

	for (; cvg_ir_word(line, &word); line += word.n)
		cvg_sheet_putn(sheet, word.role, CVG_CELL_DIM, word.at, word.n);
}

static bool common(const struct cvg_linepair *p)
{
	return p->a != CVG_NONE && p->b != CVG_NONE && !p->changed;
}

/* A line that differs, with its mark; `words` are those that differ from the
 * other line of the pair. */
static void put_other(struct cvg_sheet *sheet, char mark, const char *line,
		      const struct cvg_u32s *words)
{
	enum cvg_role role = mark == '-' ? CVG_ROLE_REMOVED : CVG_ROLE_ADDED;
	uint32_t from = 0;

	cvg_sheet_put(sheet, role, 0, "  %c ", mark);
	for (size_t i = 0; i < words->n; i += 2) {
		uint32_t at = words->at[i], n = words->at[i + 1];

		cvg_sheet_putn(sheet, role, 0, line + from, at - from);
		cvg_sheet_putn(sheet, role, CVG_CELL_REVERSE, line + at, n);
		from = at + n;
	}
	cvg_sheet_putn(sheet, role, 0, line + from, strlen(line + from));
}

static void put_pair(struct cvg_sheet *sheet, const struct cvg_diff *diff,
		     const struct cvg_linepair *p, uint32_t key)
{
	struct cvg_u32s words[2] = {{0}, {0}};

	if (common(p)) {
		cvg_sheet_put(sheet, CVG_ROLE_DIM, 0, "    ");
		put_same(sheet, cvg_inst_text(&diff->b->insts[p->b]));
		cvg_sheet_end(sheet, key);
		return;
	}
	if (p->changed)
		cvg_linediff_words(&diff->blocks, *p, &words[0], &words[1]);
	if (p->a != CVG_NONE) {
		put_other(sheet, '-', cvg_inst_text(&diff->a->insts[p->a]),
			  &words[0]);
		cvg_sheet_end(sheet, key);
	}
	if (p->b != CVG_NONE) {
		put_other(sheet, '+', cvg_inst_text(&diff->b->insts[p->b]),
			  &words[1]);
		cvg_sheet_end(sheet, key);
	}
	free(words[0].at);
	free(words[1].at);
}

/* Is a line that differs within CONTEXT lines of i? */
static bool is_near(const struct cvg_linediff *l, uint32_t i)
{
	uint32_t from = i > CONTEXT ? i - CONTEXT : 0;

	for (; from < l->n && from <= i + CONTEXT; from++) {
		if (!common(&l->at[from]))
			return true;
	}
	return false;
}

/* Block `was` against block `is`, either of which may be none. */
static void put_lines(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		      const struct cvg_diff *diff, uint32_t was, uint32_t is,
		      uint32_t key)
{
	struct cvg_linediff l;
	uint32_t hidden = 0;

	cvg_linediff_init(&l, &diff->blocks, was, is);
	for (uint32_t i = 0; i < l.n; i++) {
		if (!is_near(&l, i)) {
			hidden++;
			continue;
		}
		if (hidden) {
			cvg_sheet_put(sheet, CVG_ROLE_DIM, 0,
				      "    %s %u the same",
				      ui->ascii ? ":" : "\u22ee", hidden);
			cvg_sheet_end(sheet, key);
		}
		hidden = 0;
		put_pair(sheet, diff, &l.at[i], key);
	}
	cvg_linediff_done(&l);
}

static void put_origins(struct cvg_sheet *sheet, const struct cvg_fn *fn,
			uint32_t b)
{
	const struct cvg_block *bl = &fn->blocks[b];

	for (uint32_t i = 0; i < bl->norigins; i++)
		cvg_sheet_put(sheet, CVG_ROLE_DIM, 0, "%sB%u",
			      i ? "+" : " from ",
			      fn->origins[bl->origins_at + i]);
}

static void put_block(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		      const struct cvg_diff *diff, uint32_t key)
{
	static const struct {
		char mark;
		enum cvg_role role;
	} kind[] = {
		[CVG_SAME] = {' ', CVG_ROLE_DIM},
		[CVG_CHANGED] = {'~', CVG_ROLE_TITLE},
		[CVG_ADDED] = {'+', CVG_ROLE_ADDED},
		[CVG_REMOVED] = {'-', CVG_ROLE_REMOVED},
	};
	const struct cvg_blockdiff *block = &diff->blocks.blocks[key];
	const struct cvg_fn *fn = block->b != CVG_NONE ? diff->b : diff->a;
	uint32_t b = block->b != CVG_NONE ? block->b : block->a;

	cvg_sheet_put(sheet, kind[block->kind].role, CVG_CELL_BOLD, "%c B%u %s",
		      kind[block->kind].mark, fn->blocks[b].uid,
		      fn->blocks[b].name);
	if (block->b != CVG_NONE &&
	    (block->a == CVG_NONE ||
	     diff->a->blocks[block->a].uid != diff->b->blocks[block->b].uid))
		put_origins(sheet, fn, b);
	cvg_sheet_end(sheet, key);
	put_lines(sheet, ui, diff, block->a, block->b, key);
}

/* Show an added block against the removed one whose place it took, so that what
 * both have in common is shown once. */
static void put_heir(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		     const struct cvg_diff *diff, uint32_t gone, uint32_t key)
{
	const struct cvg_blockdiff *block = &diff->blocks.blocks[key];
	uint32_t was = diff->blocks.blocks[gone].a;

	cvg_sheet_put(sheet, CVG_ROLE_ADDED, CVG_CELL_BOLD, "+ B%u %s",
		      diff->b->blocks[block->b].uid,
		      diff->b->blocks[block->b].name);
	put_origins(sheet, diff->b, block->b);
	cvg_sheet_put(sheet, CVG_ROLE_DIM, 0,
		      "; against -B%u:", diff->a->blocks[was].uid);
	cvg_sheet_end(sheet, key);
	put_lines(sheet, ui, diff, was, block->b, key);
}

static void put_blocks(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		       const struct cvg_diff *diff)
{
	for (uint32_t i = 0; i < diff->blocks.nblocks; i++) {
		const struct cvg_blockdiff *block = &diff->blocks.blocks[i];

		if (block->kind == CVG_REMOVED && block->with != CVG_NONE)
			put_heir(sheet, ui, diff, i, block->with);
		else if (block->kind != CVG_SAME && block->with == CVG_NONE)
			put_block(sheet, ui, diff, i);
	}
}

static void put_number(struct cvg_sheet *sheet, enum cvg_role role, uint32_t n,
		       char mark, const char *what)
{
	if (n && *what)
		cvg_sheet_put(sheet, role, 0, "  %u %c%s", n, mark, what);
	else if (n)
		cvg_sheet_put(sheet, role, 0, "  %c%u", mark, n);
}

/* "P1 to P2, meld R3:  3 ~changed  2 +added", or "P1 to P2  ~3 +2". */
static void put_summary(struct cvg_sheet *sheet, const struct cvg_ui *ui,
			const struct cvg_diff *diff, uint32_t width)
{
	const struct cvg_rev *rev = cvg_session_rev(ui->session, diff->rev_b);
	bool wide = width >= 72;

	cvg_sheet_put(sheet, CVG_ROLE_TITLE, 0, "P%u to P%u%s%s", diff->rev_a,
		      diff->rev_b,
		      wide && rev->parent == diff->rev_a ? ", " : "",
		      wide && rev->parent == diff->rev_a ? rev->command : "");
	put_number(sheet, CVG_ROLE_TEXT, diff->blocks.nchanged, '~',
		   wide ? "changed" : "");
	put_number(sheet, CVG_ROLE_ADDED, diff->blocks.nadded, '+',
		   wide ? "added" : "");
	put_number(sheet, CVG_ROLE_REMOVED, diff->blocks.nremoved, '-',
		   wide ? "removed" : "");
	put_number(sheet, CVG_ROLE_DIM, diff->blocks.nsame, '=',
		   wide ? "same" : "");
	cvg_sheet_put(sheet, CVG_ROLE_DIM, 0, " blocks");
	cvg_sheet_end(sheet, CVG_NONE);
}

void cvg_diff_text(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		   const struct cvg_diff *diff, uint32_t width)
{
	put_summary(sheet, ui, diff, width);
	put_blocks(sheet, ui, diff);
	if (diff->blocks.nsame == diff->blocks.nblocks) {
		cvg_sheet_put(sheet, CVG_ROLE_DIM, 0,
			      "Nothing in this function differs.");
		cvg_sheet_end(sheet, CVG_NONE);
	}
}

/* ---- counts ---------------------------------------------------------- */

/* Two revisions side by side; the caller ends the table. */
static void begin_sides(struct cvg_table *t, const struct cvg_diff *diff,
			const char *title)
{
	cvg_besides_init(
		t, &(struct cvg_besides){.corner = title,
					 .rev = {diff->rev_a, diff->rev_b},
					 .n = 2,
					 .plain = true,
					 .name_width = 15,
					 .width = 8,
					 .bar = 14});
}

/* Counts can be compared only if both runs had the same launch. */
static void put_runs(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		     const struct cvg_diff *diff, uint32_t width)
{
	static const enum cvg_metric shown[] = {
		CVG_METRIC_WARP_CYCLES, CVG_METRIC_WARP_INSTS,
		CVG_METRIC_SPLIT_BRANCHES, CVG_METRIC_UTILIZATION};
	const struct cvg_proof *a = cvg_session_proof(ui->session, diff->rev_a);
	const struct cvg_proof *b = cvg_session_proof(ui->session, diff->rev_b);
	struct cvg_table t;

	if (!a->measured || !b->measured || a->launch != b->launch ||
	    a->seed != b->seed || strcmp(a->function, diff->b->name) != 0)
		return;
	begin_sides(&t, diff, "in simulated runs");
	for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
		enum cvg_metric m = shown[i];
		double value[] = {a->metric[m], b->metric[m]};

		cvg_besides_add(&t, cvg_metric_row(m), value,
				cvg_metric_more_is_better(m));
	}
	cvg_sheet_table(sheet, ui, &t, width);
	cvg_table_done(&t);
}

void cvg_diff_counts(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		     const struct cvg_diff *diff, uint32_t width)
{
	double a[CVG_NCOUNTS], b[CVG_NCOUNTS];
	struct cvg_table t;

	cvg_counts_of_code(diff->ana_a, a);
	cvg_counts_of_code(diff->ana_b, b);
	begin_sides(&t, diff, "in the code");
	for (int i = 0; i < CVG_NCOUNTS; i++) {
		enum cvg_count id = (enum cvg_count)i;
		double value[] = {a[i], b[i]};

		if (cvg_count_row(id)->kind == CVG_COUNTED_STATIC)
			cvg_besides_add(&t, cvg_count_row(id), value, false);
	}
	cvg_sheet_table(sheet, ui, &t, width);
	cvg_table_done(&t);
	put_runs(sheet, ui, diff, width);
}
