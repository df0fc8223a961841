/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What plans say while one setting goes through its range: how much would be
 * melded at each threshold, as in DARM's figure of thresholds, and what flattening
 * a nest would bring for each number of idle lanes, as in FLAT's figure 7. Plans are
 * made from the snapshot alone: nothing runs.
 */
#include "exporting.h"

#include "reconverge/analysis.h"
#include "reconverge/flat.h"
#include "reconverge/graph.h"
#include "reconverge/plan.h"
#include "reconverge/session.h"

#include <math.h>
#include <stdio.h>

static void tell_rev(struct cvg_call *call, const char *what)
{
	uint32_t now = cvg_session_current(call->session);

	TELL(call, "{revision:P} {function:@}: {}\n", CVG_V(now),
	     CVG_V(cvg_call_fn(call)->name), CVG_V(what));
}

static bool takes_nothing(struct cvg_call *call, struct cvg_err *err)
{
	return !call->nargs ||
	       cvg_fail_word(err, &call->arg[0],
			     "export: charts of plans take no '%.60s'",
			     call->arg[0].text);
}

/* ---- thresholds -------------------------------------------------------- */

/* MP_S is 0 to 0.5. */
#define THRESHOLDS 10

struct threshold_line {
	double threshold;
	uint32_t branches, pairs;
	double guessed, profiled; /* cycles */
};

static const struct cvg_column threshold_columns[] = {
	{CVG_COLUMN(struct threshold_line, threshold), .unit = CVG_UNIT_RATIO},
	{CVG_COLUMN(struct threshold_line, branches)},
	{CVG_COLUMN(struct threshold_line, pairs)},
	{CVG_COLUMN(struct threshold_line, guessed), .title = "cycles g",
	 .unit = CVG_UNIT_CYCLES},
	{CVG_COLUMN(struct threshold_line, profiled), .title = "cycles p",
	 .unit = CVG_UNIT_CYCLES},
};

/* What would be melded at that threshold; the kinds of its cycles go to
 * `seen`. */
static struct threshold_line at_threshold(struct cvg_call *call,
					  double threshold, bool seen[2])
{
	struct cvg_settings settings = *cvg_session_settings(call->session);
	struct threshold_line line = {.threshold = threshold};
	struct cvg_plan *plan;

	settings.value[CVG_SET_THRESHOLD] = threshold;
	plan = cvg_plan_meld(cvg_call_ana(call), &settings);
	for (uint32_t i = 0; i < plan->n; i++) {
		const struct cvg_candidate *cd = &plan->at[i];
		double cycles = (double)cd->net * cd->times;

		if (cd->refusal != CVG_REFUSE_NONE)
			continue;
		line.branches++;
		line.pairs += cd->npairs;
		*(cd->measured ? &line.profiled : &line.guessed) += cycles;
		seen[cd->measured] = true;
	}
	cvg_plan_free(plan);
	return line;
}

static void plot_thresholds(struct cvg_plot *plot, const struct cvg_table *t,
			    const bool seen[2])
{
	static const struct {
		const char *what;
		enum cvg_unit unit;
		enum cvg_countkind kind;
	} panels[] = {{"pairs of subgraphs that would be melded",
		       CVG_UNIT_PAIRS, CVG_COUNTED_STATIC},
		      {"cycles that melding them would save", CVG_UNIT_CYCLES,
		       CVG_COUNTED_GUESSED},
		      {"cycles that melding them would save", CVG_UNIT_CYCLES,
		       CVG_COUNTED_PROFILED}};

	for (size_t k = 0; k < 3; k++) {
		struct cvg_plot_panel *panel;

		if (k && !seen[k - 1])
			continue;
		panel = cvg_plot_begin(
			plot, &(struct cvg_plot_panel){
				      .what = panels[k].what,
				      .unit = panels[k].unit,
				      .kind = panels[k].kind,
				      .across = "threshold, the least MP_S",
				      .across_unit = CVG_UNIT_RATIO,
				      .series = {"melding"},
				      .nseries = 1});
		for (size_t i = 0; i < t->row.n; i++) {
			const struct threshold_line *line = t->row.at[i];

			cvg_plot_add(
				plot, panel,
				&(struct cvg_plot_row){
					.x = line->threshold,
					.value = {k == 0   ? line->pairs
						  : k == 1 ? line->guessed
							   : line->profiled}});
		}
	}
}

bool cvg_tell_thresholds(struct cvg_call *call, struct cvg_err *err)
{
	bool seen[2] = {false, false};
	struct cvg_table t;

	if (!takes_nothing(call, err))
		return false;
	tell_rev(call, "what melding would do at each threshold");
	CVG_TABLE_INIT(&t, struct threshold_line, threshold_columns);
	for (uint32_t i = 0; i <= THRESHOLDS; i++) {
		struct threshold_line line =
			at_threshold(call, 0.5 * i / THRESHOLDS, seen);

		cvg_table_add(&t, &line);
	}
	if (!seen[0])
		cvg_table_hide(&t, "guessed");
	if (!seen[1])
		cvg_table_hide(&t, "profiled");
	if (call->plot && (seen[0] || seen[1]))
		plot_thresholds(call->plot, &t, seen);
	cvg_call_table(call, "thresholds", &t);
	return true;
}

/* ---- flattening -------------------------------------------------------- */

#define STEPS 32

struct idle_line {
	double idle;			 /* lanes */
	double speedup[CVG_PLOT_SERIES]; /* of each nest */
};

/* The nests that can be flattened: the first ones, which a chart can show. */
struct nests {
	uint32_t loop[CVG_PLOT_SERIES];
	char name[CVG_PLOT_SERIES][12]; /* "L0" */
	uint32_t n;
	uint32_t more; /* for which a chart has no room */
};

static void find_nests(struct cvg_call *call, struct nests *nests)
{
	const struct cvg_settings *settings =
		cvg_session_settings(call->session);
	struct cvg_flatplan *plan = cvg_plan_flat(cvg_call_ana(call), settings);
	json_t *list = cvg_json_list(call->json, "nests");

	*nests = (struct nests){.n = 0};
	for (uint32_t i = 0; i < plan->n; i++) {
		const struct cvg_flatnest *nest = &plan->at[i];

		if (nest->refusal != CVG_REFUSE_NONE)
			continue;
		CVG_TELL(&call->out, cvg_json_item(list),
			 "  {loop:L}  a round of A takes {ta:.}, of B {tb:.} "
			 "cycles; flattening adds {to:.} to each\n",
			 CVG_V(nest->loop), CVG_V(nest->ta), CVG_V(nest->tb),
			 CVG_V(nest->to));
		if (nests->n == CVG_PLOT_SERIES) {
			nests->more++;
			continue;
		}
		snprintf(nests->name[nests->n], sizeof nests->name[0], "L%u",
			 nest->loop);
		nests->loop[nests->n++] = nest->loop;
	}
	if (nests->more)
		cvg_str_addf(&call->out,
			     "  below are the first %u: a chart has no more "
			     "lines\n",
			     nests->n);
	cvg_flatplan_free(plan);
}

static struct idle_line with_idle(struct cvg_call *call,
				  const struct nests *nests, double idle)
{
	struct cvg_settings settings = *cvg_session_settings(call->session);
	struct idle_line line = {.idle = idle};
	struct cvg_flatplan *plan;

	settings.value[CVG_SET_IDLE_LANES] = idle;
	plan = cvg_plan_flat(cvg_call_ana(call), &settings);
	for (uint32_t k = 0; k < nests->n; k++) {
		for (uint32_t i = 0; i < plan->n; i++)
			if (plan->at[i].loop == nests->loop[k])
				line.speedup[k] =
					plan->at[i].before / plan->at[i].after;
	}
	cvg_flatplan_free(plan);
	return line;
}

static void plot_nests(struct cvg_plot *plot, const struct cvg_table *t,
		       const struct nests *nests)
{
	struct cvg_plot_panel *panel = cvg_plot_begin(
		plot, &(struct cvg_plot_panel){
			      .what = "speedup of the nest by flattening",
			      .unit = CVG_UNIT_FACTOR,
			      .kind = CVG_COUNTED_GUESSED,
			      .across = "k: idle lanes of a warp",
			      .across_unit = CVG_UNIT_LANES});

	for (uint32_t k = 0; k < nests->n; k++)
		cvg_plot_series(plot, panel, nests->name[k]);
	for (size_t i = 0; i < t->row.n; i++) {
		const struct idle_line *line = t->row.at[i];
		struct cvg_plot_row row = {.x = line->idle};

		for (uint32_t k = 0; k < nests->n; k++)
			row.value[k] = line->speedup[k];
		cvg_plot_add(plot, panel, &row);
	}
}

static void tell_idle(struct cvg_call *call, const struct nests *nests)
{
	static const struct cvg_source speedups[CVG_PLOT_SERIES] = {
		CVG_SOURCE(struct idle_line, speedup[0]),
		CVG_SOURCE(struct idle_line, speedup[1]),
		CVG_SOURCE(struct idle_line, speedup[2]),
		CVG_SOURCE(struct idle_line, speedup[3]),
		CVG_SOURCE(struct idle_line, speedup[4])};
	struct cvg_column column[1 + CVG_PLOT_SERIES] = {
		{CVG_COLUMN(struct idle_line, idle), .unit = CVG_UNIT_LANES}};
	uint32_t lanes = cvg_call_fn(call)->warp;
	struct cvg_table t;

	for (uint32_t k = 0; k < nests->n; k++)
		column[1 + k] = (struct cvg_column){.key = nests->name[k],
						    .source = speedups[k],
						    .unit = CVG_UNIT_FACTOR};
	cvg_table_init(&t, column, 1 + nests->n, sizeof(struct idle_line));
	for (uint32_t k = 0; k < lanes; k += lanes / STEPS) {
		struct idle_line line = with_idle(call, nests, k);

		cvg_table_add(&t, &line);
	}
	if (call->plot)
		plot_nests(call->plot, &t, nests);
	cvg_call_table(call, "idle", &t);
}

bool cvg_tell_flattening(struct cvg_call *call, struct cvg_err *err)
{
	struct nests nests;

	if (!takes_nothing(call, err))
		return false;
	tell_rev(call, "speedups by flattening, for each number of idle lanes");
	find_nests(call, &nests);
	if (nests.n)
		tell_idle(call, &nests);
	else
		cvg_str_add(&call->out, "no nest of loops can be flattened\n");
	return true;
}
