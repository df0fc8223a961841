/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All steps of a lesson side by side: a table with the counts of each. */
#include "lesson.h"

#include "reconverge/metrics.h"
#include "reconverge/session.h"

static void add_number(struct cvg_str *out, double n)
{
	cvg_str_add(out, "<td>");
	cvg_lesson_number(out, n);
	cvg_str_add(out, "</td>");
}

/* Was any revision on the path timed by the scoreboard? */
static bool any_timed(const struct lesson *lesson)
{
	bool timed = false;

	for (size_t i = 0; i < lesson->path.n; i++) {
		const struct cvg_proof *proof =
			cvg_lesson_proof_of(lesson, lesson->path.at[i]);

		timed |= proof && proof->measured && proof->timed;
	}
	return timed;
}

/* A cell; `proof` NULL: not measured. */
static void add_metric(struct cvg_str *out, const struct cvg_proof *proof,
		       enum cvg_metric metric)
{
	if (proof && proof->measured)
		add_number(out, proof->metric[metric]);
	else
		cvg_str_add(out, "<td>–</td>");
}

static void add_revision(struct lesson *lesson, uint32_t nth, bool timed)
{
	uint32_t rev = lesson->path.at[nth];
	const struct cvg_proof *proof = cvg_lesson_proof_of(lesson, rev);
	struct cvg_str *out = &lesson->page;
	struct cvg_score sc;

	cvg_str_addf(out, "<tr><th scope=\"row\"><a href=\"#step-%u\">P%u ",
		     nth, rev);
	cvg_html_text(out, cvg_session_rev(lesson->s, rev)->command);
	cvg_str_add(out, "</a></th>");
	if (!cvg_session_fn(lesson->s, rev, CVG_NONE)) {
		cvg_str_addf(out, "<td colspan=\"%d\">not there</td></tr>\n",
			     timed ? 9 : 8);
		return;
	}
	cvg_score_of(cvg_session_ana(lesson->s, rev, CVG_NONE), &sc);
	add_number(out, sc.blocks);
	add_number(out, sc.insts);
	add_number(out, sc.branches);
	add_number(out, sc.divergent);
	add_number(out, (double)sc.cycles);
	add_metric(out, proof, CVG_METRIC_WARP_CYCLES);
	if (timed)
		add_metric(out, proof && proof->timed ? proof : NULL,
			   CVG_METRIC_SCOREBOARD_CYCLES);
	add_metric(out, proof, CVG_METRIC_SPLIT_BRANCHES);
	if (proof && proof->checked == CVG_AGREES)
		cvg_str_addf(out, "<td>the same, %u seed%s</td></tr>\n",
			     proof->seeds, proof->seeds == 1 ? "" : "s");
	else
		cvg_str_addf(out, "<td>%s</td></tr>\n",
			     proof && proof->checked == CVG_DIFFERS
				     ? "<strong>differs</strong>"
				     : "–");
}

void cvg_lesson_overview(struct lesson *lesson)
{
	bool timed = any_timed(lesson);
	const char *const heads[] = {"step",
				     "blocks",
				     "instructions",
				     "branches",
				     "of those, divergent",
				     "cycles by the cost table",
				     "cycles of all warps, simulated",
				     timed ? "the same by the scoreboard"
					   : NULL,
				     "splits simulated",
				     "checked"};

	cvg_str_add(&lesson->page,
		    "<section id=\"all\">\n<h2>All steps, side by side</h2>\n");
	cvg_html_wide(&lesson->page, "The counts of every revision");
	cvg_str_add(&lesson->page, "<table>\n<thead><tr>");
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		if (heads[i])
			cvg_html_element(&lesson->page, "th scope=\"col\"",
					 heads[i]);
	cvg_str_add(&lesson->page, "</tr></thead>\n<tbody>\n");
	for (uint32_t i = 0; i < lesson->path.n; i++)
		add_revision(lesson, i, timed);
	cvg_str_add(&lesson->page, "</tbody>\n</table>\n");
	cvg_html_wide_end(&lesson->page);
	cvg_str_add(&lesson->page, "</section>\n");
}
