/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A difference as text and as counts. */
#include "reconverge/prove.h"
#include "src/cmd/counts.h"
#include "ui/diff.h"
#include "ui/marks.h"
#include "ui/syntax.h"

#include <string.h>

#define CONTEXT 2 /* lines kept on each side of what differs */

void cvg_diff_done(struct cvg_diff *d)
{
	if (d->a)
		cvg_fndiff_done(&d->blocks);
	*d = (struct cvg_diff){.rev_a = CVG_NONE};
}

/* ---- text ------------------------------------------------------------ */

static const char *line_of(const struct cvg_fn *fn, uint32_t inst)
{
	const struct cvg_inst *in = &fn->insts[inst];

	return in->text ? in->text : cvg_op_name(in->op);
}

/* Words in their colours where nothing else has to be told by one. */
static void put_same(struct cvg_sheet *s, const char *line)
{
	struct cvg_irword word;

	for (; cvg_ir_word(line, &word); line += word.n)
		cvg_sheet_putn(s, word.role, CVG_CELL_DIM, word.at, word.n);
}

static void put_pair(struct cvg_sheet *s, const struct cvg_diff *d,
		     const struct cvg_linepair *p, uint32_t key)
{
	if (p->b == CVG_NONE) {
		cvg_sheet_put(s, CVG_ROLE_REMOVED, 0, "  - %s",
			      line_of(d->a, p->a));
	} else if (p->a == CVG_NONE) {
		cvg_sheet_put(s, CVG_ROLE_ADDED, 0, "  + %s",
			      line_of(d->b, p->b));
	} else {
		cvg_sheet_put(s, CVG_ROLE_DIM, 0, "    ");
		put_same(s, line_of(d->b, p->b));
	}
	cvg_sheet_end(s, key);
}

static bool common(const struct cvg_linepair *p)
{
	return p->a != CVG_NONE && p->b != CVG_NONE;
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

static void put_lines(struct cvg_sheet *s, const struct cvg_ui *ui,
		      const struct cvg_diff *d, uint32_t key)
{
	const struct cvg_blockdiff *block = &d->blocks.blocks[key];
	struct cvg_linediff l;
	uint32_t hidden = 0;

	cvg_linediff_init(&l, d->a, block->a, d->b, block->b);
	for (uint32_t i = 0; i < l.n; i++) {
		if (!is_near(&l, i)) {
			hidden++;
			continue;
		}
		if (hidden) {
			cvg_sheet_put(s, CVG_ROLE_DIM, 0, "    %s %u the same",
				      ui->ascii ? ":" : "\u22ee", hidden);
			cvg_sheet_end(s, key);
		}
		hidden = 0;
		put_pair(s, d, &l.at[i], key);
	}
	cvg_linediff_done(&l);
}

static void put_origins(struct cvg_sheet *s, const struct cvg_fn *fn,
			uint32_t b)
{
	const struct cvg_block *bl = &fn->blocks[b];

	for (uint32_t i = 0; i < bl->norigins; i++)
		cvg_sheet_put(s, CVG_ROLE_DIM, 0, "%sB%u", i ? "+" : " from ",
			      fn->origins[bl->origins_at + i]);
}

static void put_block(struct cvg_sheet *s, const struct cvg_ui *ui,
		      const struct cvg_diff *d, uint32_t key)
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
	const struct cvg_blockdiff *block = &d->blocks.blocks[key];
	const struct cvg_fn *fn = block->b != CVG_NONE ? d->b : d->a;
	uint32_t b = block->b != CVG_NONE ? block->b : block->a;

	cvg_sheet_put(s, kind[block->kind].role, CVG_CELL_BOLD, "%c B%u %s",
		      kind[block->kind].mark, fn->blocks[b].uid,
		      fn->blocks[b].name);
	if (block->kind == CVG_ADDED)
		put_origins(s, fn, b);
	cvg_sheet_end(s, key);
	put_lines(s, ui, d, key);
}

static void put_number(struct cvg_sheet *s, enum cvg_role role, uint32_t n,
		       const char *what)
{
	if (n)
		cvg_sheet_put(s, role, 0, "  %u %s", n, what);
}

/* "P1 to P2, meld R3:  3 ~changed  2 +added" */
static void put_summary(struct cvg_sheet *s, const struct cvg_ui *ui,
			const struct cvg_diff *d, uint32_t width)
{
	const struct cvg_rev *b = cvg_session_rev(ui->session, d->rev_b);

	if (width >= 60)
		cvg_sheet_put(s, CVG_ROLE_TITLE, 0, "P%u to P%u%s%s", d->rev_a,
			      d->rev_b, b->parent == d->rev_a ? ", " : "",
			      b->parent == d->rev_a ? b->command : "");
	else
		cvg_sheet_put(s, CVG_ROLE_TITLE, 0, "blocks:");
	put_number(s, CVG_ROLE_TEXT, d->blocks.nchanged, "~changed");
	put_number(s, CVG_ROLE_ADDED, d->blocks.nadded, "+added");
	put_number(s, CVG_ROLE_REMOVED, d->blocks.nremoved, "-removed");
	put_number(s, CVG_ROLE_DIM, d->blocks.nsame, "the same");
	cvg_sheet_end(s, CVG_NONE);
}

void cvg_diff_text(struct cvg_sheet *s, const struct cvg_ui *ui,
		   const struct cvg_diff *d, uint32_t width)
{
	put_summary(s, ui, d, width);
	for (uint32_t i = 0; i < d->blocks.nblocks; i++) {
		if (d->blocks.blocks[i].kind != CVG_SAME)
			put_block(s, ui, d, i);
	}
	if (d->blocks.nsame == d->blocks.nblocks) {
		cvg_sheet_put(s, CVG_ROLE_DIM, 0,
			      "Nothing in this function differs.");
		cvg_sheet_end(s, CVG_NONE);
	}
}

/* ---- counts ---------------------------------------------------------- */

#define NAME_COLUMNS 18
#define BAR	     12 /* columns, of twice as much or of nothing */

/* Less is good of everything that is counted. */
static enum cvg_role role_of(double a, double b)
{
	return b < a ? CVG_ROLE_GOOD : b > a ? CVG_ROLE_REMOVED : CVG_ROLE_DIM;
}

static void put_bar(struct cvg_sheet *s, const struct cvg_ui *ui, double a,
		    double b)
{
	double share = a > 0 ? (b - a) / a : b > 0 ? 1 : 0;
	uint32_t n;

	share = share < 0 ? -share : share;
	n = (uint32_t)(BAR * (share > 1 ? 1 : share) + 0.5);
	cvg_sheet_put(s, CVG_ROLE_TEXT, 0, "  ");
	while (n--)
		cvg_sheet_put(s, role_of(a, b), 0, "%s",
			      ui->ascii ? b < a ? "-" : "+"
			      : b < a	? "\u2592"
					: "\u2588");
}

static void put_count(struct cvg_sheet *s, const struct cvg_ui *ui,
		      const char *name, double a, double b, uint32_t width)
{
	uint32_t column = NAME_COLUMNS;

	cvg_sheet_put(s, CVG_ROLE_TEXT, 0, "%s", name);
	cvg_sheet_right(s, column += 9, CVG_ROLE_TEXT, 0, " %.0f", a);
	cvg_sheet_right(s, column += 9, CVG_ROLE_TEXT, 0, " %.0f", b);
	if (a != b)
		cvg_sheet_right(s, column += 9, role_of(a, b), 0, " %+.0f",
				b - a);
	if (a != b && a != 0 && width >= column + 8)
		cvg_sheet_right(s, column += 8, role_of(a, b), 0, " %+.0f%%",
				100 * (b - a) / a);
	if (a != b && width >= column + BAR + 2)
		put_bar(s, ui, a, b);
	cvg_sheet_end(s, CVG_NONE);
}

/* Only what was counted on one launch can be set side by side. */
static void put_runs(struct cvg_sheet *s, const struct cvg_ui *ui,
		     const struct cvg_diff *d, uint32_t width)
{
	const struct cvg_proof *a = cvg_session_proof(ui->session, d->rev_a);
	const struct cvg_proof *b = cvg_session_proof(ui->session, d->rev_b);

	if (!a->measured || !b->measured || a->launch != b->launch ||
	    a->seed != b->seed || strcmp(a->function, d->b->name) != 0)
		return;
	cvg_sheet_put(s, CVG_ROLE_TITLE, 0, "when it ran");
	cvg_sheet_end(s, CVG_NONE);
	put_count(s, ui, "warp-cycles", (double)a->cycles, (double)b->cycles,
		  width);
	put_count(s, ui, "warp-insts", (double)a->insts, (double)b->insts,
		  width);
	put_count(s, ui, "split-branches", (double)a->divergent_branches,
		  (double)b->divergent_branches, width);
	put_count(s, ui, "idle lanes, %", 100 * (1 - a->utilization),
		  100 * (1 - b->utilization), width);
}

void cvg_diff_counts(struct cvg_sheet *s, const struct cvg_ui *ui,
		     const struct cvg_diff *d, uint32_t width)
{
	uint32_t column = NAME_COLUMNS;

	cvg_sheet_put(s, CVG_ROLE_TITLE, 0, "in the code");
	cvg_sheet_right(s, column += 9, CVG_ROLE_TITLE, 0, "P%u", d->rev_a);
	cvg_sheet_right(s, column += 9, CVG_ROLE_TITLE, 0, "P%u", d->rev_b);
	cvg_sheet_right(s, column + 9, CVG_ROLE_TITLE, 0, "change");
	cvg_sheet_end(s, CVG_NONE);
	for (uint32_t i = 0; i < NREVCOUNTS; i++) {
		if (i != COUNT_CHECKED)
			put_count(s, ui, cvg_count_name(i),
				  cvg_count_in_rev(d->ana_a, (enum count)i),
				  cvg_count_in_rev(d->ana_b, (enum count)i),
				  width);
	}
	put_runs(s, ui, d, width);
}
