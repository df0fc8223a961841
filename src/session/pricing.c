/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Prices of a file (`set costs=FILE`). All snapshots of a session are priced by
 * one table, so that any two of their numbers can be compared: when it changes,
 * every revision is scored anew, and what was simulated, planned or tried with
 * the other table is dropped. What the table does not price stays: profiles,
 * launches, and what checks and proofs said.
 */
#include "inside.h"

#include "reconverge/cost.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"

#include <stdlib.h>
#include <string.h>

bool cvg_session_read_costs(struct cvg_session *session,
			    struct cvg_settings *settings, const char *path,
			    struct cvg_err *err)
{
	const struct cvg_fn *fn;
	struct cvg_costs *costs;

	if (!*path) {
		cvg_settings_costs(settings, NULL, 0);
		return true;
	}
	if (!cvg_costs_read(path, &costs, err))
		return false;
	fn = session->history ? cvg_session_fn(session, CVG_NONE, CVG_NONE)
			      : NULL;
	if (fn && fn->target != costs->target) {
		cvg_fail(err,
			 "%s: these are prices of %s, and the module is for %s",
			 path, costs->cpu, session->history->cpu);
		cvg_costs_free(costs);
		return false;
	}
	cvg_push(&session->costs, costs);
	cvg_settings_costs(settings, costs, (uint32_t)session->costs.n);
	return true;
}

void cvg_history_price(struct history *history, const struct cvg_costs *costs)
{
	history->want.costs = costs;
	if (history->scratch)
		cvg_module_price(history->scratch, costs);
	for (size_t i = 0; i < history->bases.n; i++)
		if (history->bases.at[i]->live)
			cvg_module_price(history->bases.at[i]->live, costs);
	for (size_t i = 0; i < history->codes.n; i++)
		if (history->codes.at[i].fn)
			history->codes.at[i].fn->costs = costs;
}

/* What was simulated: the counts of runs, but not what a check said. */
static void drop_runs(struct rev *rev)
{
	rev->pub.judged = (struct cvg_judged){.was = 0};
	rev->proof.measured = false;
	rev->proof.metric = NULL;
	free(rev->metric);
	rev->metric = NULL;
}

void cvg_session_reprice(struct cvg_session *session)
{
	struct history *history = session->history;

	if (!history || history->want.costs == session->settings.costs)
		return;
	cvg_history_price(history, session->settings.costs);
	cvg_proving_drop_plans(session);
	cvg_proving_drop_ready(&session->proving);
	cvg_proving_drop_groups(&session->proving);
	for (size_t i = 0; i < history->revs.n; i++) {
		drop_runs(history->revs.at[i]);
		cvg_history_rescore(history, history->revs.at[i]);
	}
}

void cvg_session_free_costs(struct cvg_session *session)
{
	for (size_t i = 0; i < session->costs.n; i++)
		cvg_costs_free(session->costs.at[i]);
	free(session->costs.at);
}
