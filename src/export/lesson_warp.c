/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The first warp of the launch in a step's revision, as a strip that shows its
 * lanes over time. This needs one more run: long launches have no strip, and in
 * a long history only the first and the last revision have one.
 */
#include "lesson.h"
#include "worker.h"

#include "reconverge/metrics.h"
#include "reconverge/program.h"
#include "reconverge/sim.h"

#include <stdlib.h>
#include <string.h>

#define MOST_INSTS 100000000 /* warp instructions of all such runs */
#define MOST_STEPS 10000     /* of the warp */
#define MOST_REVS  12	     /* of a history in which all have a strip */

static double active_share(const struct cvg_run *run,
			   const struct cvg_trace *trace)
{
	uint64_t lanes = 0;

	for (size_t i = 0; i < trace->steps.n; i++)
		lanes +=
			(uint64_t)__builtin_popcountll(trace->steps.at[i].mask);
	return trace->steps.n ? (double)lanes / ((double)trace->steps.n *
						 run->program->warp)
			      : 1;
}

static void add_picture(struct lesson *lesson, const struct step *st,
			const char *file, const char *caption)
{
	struct cvg_str *out = &lesson->page;

	cvg_str_add(out, "<figure>\n");
	cvg_html_wide(out, "Picture of a warp's lanes over time");
	cvg_str_addf(out,
		     "<a href=\"%s-warp.svg\"><img class=\"strip\" "
		     "src=\"%s-warp.svg\" "
		     "alt=\"Lanes of warp 0 over time, in P%u\"/></a>\n",
		     file, file, st->rev);
	cvg_html_wide_end(out);
	cvg_str_addf(out,
		     "<figcaption>%s <a class=\"full\" "
		     "href=\"%s-warp.svg\">Full size</a></figcaption>\n"
		     "</figure>\n",
		     caption, file);
}

static void add_now(struct lesson *lesson, const struct step *st,
		    const struct cvg_run *run, const struct cvg_trace *trace)
{
	struct cvg_str caption = {0};

	cvg_str_addf(&caption,
		     "The first warp in P%u, %s: %.0f %% of its lanes are "
		     "active, over all blocks it enters. Time goes to the "
		     "right, a row is a lane; what is not dark waits for the "
		     "others.",
		     st->rev, st->parent == CVG_NONE ? "as loaded" : "now",
		     100 * active_share(run, trace));
	add_picture(lesson, st, st->file, caption.at);
	cvg_str_done(&caption);
}

static void add_text(struct lesson *lesson, const struct cvg_run *run,
		     const struct cvg_trace *trace)
{
	struct cvg_str text = {0};

	cvg_draw_warp(&text, run, trace, &lesson->look);
	cvg_str_add(&lesson->page, "<details>\n<summary>What the first warp did"
				   "</summary>\n");
	cvg_html_pre(&lesson->page, "The steps of the first warp",
		     cvg_str_of(&text));
	cvg_str_add(&lesson->page, "</details>\n");
	cvg_str_done(&text);
}

static bool show(struct lesson *lesson, const struct step *st,
		 const struct cvg_run *run, const struct cvg_trace *trace,
		 struct cvg_err *err)
{
	struct cvg_dot_ask ask = {
		.session = lesson->session, .rev = st->rev, .since = CVG_NONE};
	struct cvg_str dot = {0}, svg = {0};
	bool ok = true;

	cvg_dot_warp(&dot, &ask, run, trace);
	if (cvg_lesson_draw(lesson, &dot, &svg)) {
		ok = cvg_lesson_put(lesson, st, "-warp.svg", svg.at, svg.n,
				    err);
		add_now(lesson, st, run, trace);
	} else {
		add_text(lesson, run, trace);
	}
	cvg_str_done(&dot);
	cvg_str_done(&svg);
	return ok;
}

bool cvg_lesson_warp(struct lesson *lesson, const struct step *st,
		     struct cvg_err *err)
{
	const struct cvg_proof *proof = cvg_lesson_proof_of(lesson, st->rev);
	struct cvg_trace t = {.limit = MOST_STEPS};
	struct cvg_run run;
	struct cvg_err why;
	bool ok = true;

	if (!proof || !proof->measured ||
	    (lesson->path.n > MOST_REVS && st->nth &&
	     st->nth + 1 < lesson->path.n))
		return true;
	lesson->issued += proof->metric[CVG_METRIC_WARP_INSTS];
	if (lesson->issued > MOST_INSTS)
		return true;
	if (cvg_session_trace(lesson->session, st->rev, &t, &run, &why)) {
		ok = run.result->fault.kind != CVG_F_NONE ||
		     show(lesson, st, &run, &t, err);
	} else if (!strcmp(why.msg, "interrupted")) {
		*err = why;
		ok = false;
	}
	free(t.steps.at);
	free(t.entries.at);
	return ok;
}
