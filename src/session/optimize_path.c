/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What each step on the way to a revision brought. */
#include "optimize.h"

#include "reconverge/graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The revisions from the loaded code to `rev`. */
static void list_path(const struct history *history, uint32_t rev,
		      struct cvg_u32s *out)
{
	for (; rev != CVG_NONE; rev = cvg_history_rev(history, rev)->pub.parent)
		cvg_push(out, rev);
	for (size_t i = 0, j = out->n; i + 1 < j; i++) {
		uint32_t one = out->at[i];

		out->at[i] = out->at[--j];
		out->at[j] = one;
	}
}

/* Measure the revisions of the path; the first is the loaded code. */
static bool measure(struct search *search, const struct cvg_u32s *path,
		    struct cvg_err *err)
{
	struct cvg_session *session = search->session;

	for (size_t i = 0; i < path->n; i++) {
		struct cvg_optimize_step step = {.rev = path->at[i]};

		if (!cvg_history_goto(session->history, step.rev, err))
			return false;
		cvg_proving_apply(session);
		if (!i && !cvg_judge_need_profile(session, err))
			return false;
		step.command =
			cvg_history_rev(session->history, step.rev)->command;
		step.cycles = cvg_search_figure(search, err);
		if (search->stopped)
			return cvg_fail_interrupted(err);
		if (!isfinite(step.cycles))
			return err->msg[0]
				       ? false
				       : cvg_fail(err, "the run of P%u fails",
						  step.rev);
		if (i)
			cvg_push(&search->out->steps, step);
		else
			cvg_each_copy(&search->judge.first,
				      &search->judge.last);
		if (!i)
			search->out->judged.was = step.cycles;
		search->out->judged.is = step.cycles;
	}
	search->out->judged.kind = search->judge.kind;
	search->out->judged.launches = (uint32_t)search->judge.first.n;
	search->out->judged.guessed = search->judge.guessed;
	return true;
}

bool cvg_session_steps(struct cvg_session *session, uint32_t rev,
		       struct cvg_optimized *out, struct cvg_err *err)
{
	const struct cvg_optimize_ask ask = {.objective =
						     CVG_OBJECTIVE_SIMULATED};
	struct search search = {.session = session, .ask = &ask, .out = out};
	uint32_t was = session->history->current;
	struct cvg_u32s path = {0};
	struct cvg_err ignored;
	bool ok;

	*out = (struct cvg_optimized){.tries = 0};
	err->msg[0] = '\0';
	search.judge = (struct judge){.session = session, .measures = true};
	list_path(session->history, rev, &path);
	ok = measure(&search, &path, err);
	cvg_history_goto(session->history, was, &ignored);
	cvg_proving_apply(session);
	cvg_judge_done(&search.judge);
	free(path.at);
	return ok;
}
