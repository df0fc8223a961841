/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Charts of `export`: the command of that name runs with the words behind it, or plans
 * are made, and what comes of that is drawn. */
#include "exporting.h"

#include <string.h>

typedef bool teller_fn(struct cvg_call *call, struct cvg_err *err);

static teller_fn *teller(enum cvg_what what)
{
	if (what == CVG_WHAT_GROUPS)
		return cvg_cmd_groups;
	if (what == CVG_WHAT_THRESHOLDS)
		return cvg_tell_thresholds;
	if (what == CVG_WHAT_FLATTENING)
		return cvg_tell_flattening;
	return cvg_cmd_metrics;
}

static bool is_empty(const struct cvg_plot *plot)
{
	size_t rows = 0;

	for (size_t i = 0; i < plot->panel.n; i++)
		rows += plot->panel.at[i].row.n;
	return rows == 0;
}

bool cvg_export_chart(struct cvg_exporting *request, struct cvg_err *err)
{
	struct cvg_call *told = &request->told;
	bool json = !strcmp(request->format->suffix, ".json");

	*told = *request->call;
	told->arg = request->words.at;
	told->nargs = (uint32_t)request->words.n;
	told->out = told->kept = (struct cvg_str){0};
	told->json = json ? json_object() : NULL;
	told->plot = &request->plot;
	if (!teller(request->in.what)(told, err))
		return false;
	if (told->said_no)
		return cvg_fail_word(err, request->what,
				     "export: the run failed, so that there "
				     "is nothing to draw: '%s' tells why",
				     request->what->text);
	if (is_empty(&request->plot) && cvg_export_draws(request->format))
		return cvg_fail_word(err, request->what,
				     "export: there is nothing to draw: "
				     "'export - %s as=txt' tells what there is",
				     request->what->text);
	request->in.plot = &request->plot;
	request->in.told = cvg_str_of(&told->out);
	request->in.told_json = told->json;
	return true;
}
