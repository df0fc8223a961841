/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Revisions of a lesson side by side: a table with the counts of each. */
#include "lesson.h"

#include "reconverge/metrics.h"
#include "reconverge/session.h"
#include "reconverge/table.h"

#include <math.h>

/* A number that is not known is NAN. */
struct line {
	const char *step, *made, *checked;
	double blocks, insts, branches, divergent, cycles;
	double warp_cycles, scoreboard, splits;
};

static const struct cvg_column columns[] = {
	{CVG_COLUMN(struct line, step), .use = CVG_COLUMN_HTML},
	{CVG_COLUMN(struct line, made), .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN(struct line, blocks), .unit = CVG_UNIT_BLOCKS},
	{CVG_COLUMN(struct line, insts), .title = "instructions",
	 .unit = CVG_UNIT_INSTS},
	{CVG_COLUMN(struct line, branches), .unit = CVG_UNIT_BRANCHES},
	{CVG_COLUMN(struct line, divergent), .title = "divergent branches",
	 .unit = CVG_UNIT_BRANCHES},
	{CVG_COLUMN(struct line, cycles), .title = "cycles by the cost table",
	 .unit = CVG_UNIT_CYCLES},
	{CVG_COLUMN(struct line, warp_cycles),
	 .title = "cycles of all warps, simulated", .unit = CVG_UNIT_CYCLES},
	{CVG_COLUMN(struct line, scoreboard),
	 .title = "the same by the scoreboard", .unit = CVG_UNIT_CYCLES},
	{CVG_COLUMN(struct line, splits), .title = "splits simulated",
	 .use = CVG_COLUMN_SHOWN, .unit = CVG_UNIT_TIMES},
	{CVG_COLUMN(struct line, checked), .use = CVG_COLUMN_HTML},
};

static bool is_timed(const struct cvg_proof *proof)
{
	return proof && proof->measured && proof->timed;
}

/* Was any revision timed by the scoreboard? */
static bool any_timed(const struct lesson *lesson)
{
	bool timed = false;

	for (uint32_t r = 0; r < cvg_session_nrevs(lesson->session); r++)
		timed |= is_timed(cvg_lesson_proof_of(lesson, r));
	return timed;
}

void cvg_lesson_revs(struct cvg_table *t, const struct lesson *lesson,
		     bool made)
{
	CVG_TABLE_INIT(t, struct line, columns);
	if (!made)
		cvg_table_hide(t, "made");
	if (!any_timed(lesson))
		cvg_table_hide(t, "scoreboard");
}

/* NAN: the revision has no such function. */
static double count_of(const struct cvg_revtold *told, uint64_t n)
{
	return told->there ? (double)n : NAN;
}

/* NAN: the run that would tell was not made. */
static double metric_of(const struct cvg_proof *proof, enum cvg_metric metric)
{
	return proof && proof->measured ? proof->metric[metric] : NAN;
}

static void add_checked(struct cvg_str *out, const struct cvg_proof *proof)
{
	bool proved = proof && proof->proven == CVG_PROVEN_PROVED;

	if (proved)
		cvg_str_add(out, "proved");
	if (!proof || proof->checked == CVG_UNCHECKED) {
		if (!proved)
			cvg_str_addc(out, '-');
		return;
	}
	cvg_str_add(out, proved ? ", " : "");
	if (proof->checked == CVG_DIFFERS)
		cvg_str_add(out, "<strong>differs</strong>");
	else
		CVG_TELL(out, NULL, "the same, {} seed(s)",
			 CVG_V(proof->seeds));
}

void cvg_lesson_add_rev(struct cvg_table *t, const struct lesson *lesson,
			uint32_t rev, const char *step)
{
	const struct cvg_proof *proof = cvg_lesson_proof_of(lesson, rev);
	struct cvg_str made = {0}, checked = {0};
	struct cvg_revtold told;

	cvg_rev_told(lesson->session, rev, &told);
	cvg_str_addf(&made, "from P%u",
		     cvg_session_rev(lesson->session, rev)->parent);
	add_checked(&checked, proof);
	cvg_table_add(
		t,
		&(struct line){
			.step = step,
			.made = made.at,
			.checked = told.there ? checked.at : "not there",
			.blocks = count_of(&told, told.score.blocks),
			.insts = count_of(&told, told.score.insts),
			.branches = count_of(&told, told.score.branches),
			.divergent = count_of(&told, told.score.divergent),
			.cycles = count_of(&told, told.score.cycles),
			.warp_cycles = metric_of(proof, CVG_METRIC_WARP_CYCLES),
			.scoreboard = metric_of(is_timed(proof) ? proof : NULL,
						CVG_METRIC_SCOREBOARD_CYCLES),
			.splits = metric_of(proof, CVG_METRIC_SPLIT_BRANCHES),
		});
	cvg_str_done(&made);
	cvg_str_done(&checked);
}

void cvg_lesson_overview(struct lesson *lesson)
{
	struct cvg_table t;

	cvg_lesson_revs(&t, lesson, false);
	for (uint32_t nth = 0; nth < lesson->path.n; nth++) {
		uint32_t rev = lesson->path.at[nth];
		struct cvg_str step = {0};

		cvg_str_addf(&step, "<a href=\"#step-%u\">P%u ", nth, rev);
		cvg_html_text(&step,
			      cvg_session_rev(lesson->session, rev)->command);
		cvg_str_add(&step, "</a>");
		cvg_lesson_add_rev(&t, lesson, rev, step.at);
		cvg_str_done(&step);
	}
	cvg_str_add(&lesson->page,
		    "<section id=\"all\">\n<h2>All steps, side by side</h2>\n");
	cvg_table_html(&t, &lesson->page, "The counts of every revision");
	cvg_str_add(&lesson->page, "</section>\n");
	cvg_table_done(&t);
}
