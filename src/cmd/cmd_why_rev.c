/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* why of a revision: what each step on its way brought. */
#include "call.h"

#include "reconverge/export.h"
#include "reconverge/optimize.h"
#include "reconverge/session.h"
#include "reconverge/table.h"

struct step_line {
	uint32_t revision;
	const char *step; /* its command */
	double cycles;
	struct cvg_change change; /* by this step */
	enum cvg_countkind kind;
};

static const struct cvg_column columns[] = {
	{CVG_COLUMN(struct step_line, revision), .letter = 'P', .title = ""},
	{CVG_COLUMN(struct step_line, step)},
	{CVG_COLUMN(struct step_line, cycles), .unit = CVG_UNIT_CYCLES},
	{CVG_COLUMN(struct step_line, change), .use = CVG_COLUMN_PERCENT,
	 .title = "by it"},
};

static void tell(struct cvg_call *call, uint32_t rev,
		 const struct cvg_optimized *way)
{
	double was = way->judged.was;
	struct cvg_table table;

	CVG_TABLE_INIT(&table, struct step_line, columns);
	for (size_t i = 0; i < way->steps.n; i++) {
		const struct cvg_optimize_step *step = &way->steps.at[i];

		cvg_table_add(&table,
			      &(struct step_line){
				      .revision = step->rev,
				      .step = step->command,
				      .cycles = step->cycles,
				      .change = {.from = was,
						 .to = step->cycles,
						 .unit = CVG_UNIT_CYCLES}});
		was = step->cycles;
	}
	if (way->steps.n) {
		cvg_call_table(call, "steps", &table);
		cvg_call_cycles(call, "cycles", way->judged.kind);
	} else {
		cvg_table_done(&table);
		cvg_call_set(call, "steps", json_array());
	}
	TELL(call, "{revision:P}: ", CVG_V(rev));
	if (way->steps.n)
		cvg_add_judged(&call->out, &way->judged);
	else
		cvg_str_add(&call->out, "the code as loaded");
	cvg_str_addc(&call->out, '\n');
	cvg_call_set(call, "simulated", cvg_json_judged(&way->judged));
}

bool cvg_why_rev(struct cvg_call *call, uint32_t rev, struct cvg_err *err)
{
	struct cvg_optimized way;
	bool ok;

	ok = cvg_session_steps(call->session, rev, &way, err);
	if (ok)
		tell(call, rev, &way);
	cvg_optimized_done(&way);
	return ok;
}
