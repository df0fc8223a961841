/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a GPU says of the codes that a search by simulation would propose: each runs
 * beside the code that the search began with, and of those that lose by no more than
 * the interval of the ratio, the one with the least ratio stands.
 */
#include "optimize.h"

#include "measuring.h"

#include <math.h>
#include <stdio.h>

/* The revision that was measured beside the root, which comes first. */
enum { ROOT, FOUND, NSIDES };

bool cvg_search_device(struct search *search, struct cvg_err *err)
{
	struct cvg_gpu_device device;

	return search->ask->objective != CVG_OBJECTIVE_MEASURED ||
	       cvg_measure_probe(search->session, search->ask->device, &device,
				 err);
}

/* Why that measurement speaks against the code, or nothing. */
static void add_veto(const struct cvg_measured *found,
		     const struct cvg_gpu_device *device, struct cvg_str *why)
{
	if (!found->ran)
		cvg_str_addf(why, "it does not run on %s: %s", device->name,
			     found->why);
	else if (found->simulator == CVG_LEAVES_OTHER ||
		 found->first == CVG_LEAVES_OTHER)
		cvg_str_addf(why, "on %s it leaves another result, %s",
			     device->name, found->difference);
	else if (found->ratio.low > 1)
		cvg_str_addf(why,
			     "on %s it takes %.3f of the time, at least %.3f",
			     device->name, found->ratio.at, found->ratio.low);
}

double cvg_search_on_gpu(struct search *search, struct cvg_str *why)
{
	const uint32_t revs[NSIDES] = {search->root,
				       search->session->history->current};
	const struct cvg_measure_ask ask = {.revs = revs,
					    .n = NSIDES,
					    .ordinal = search->ask->device,
					    .scale = search->ask->scale,
					    .keep = search->ask->keep,
					    .portable = search->ask->portable};
	struct cvg_measure measure;
	struct cvg_err err = {.msg = ""};
	double ratio;

	if (!cvg_session_on_gpu(search->session, &ask, &measure, &err)) {
		cvg_str_addf(why, "it cannot be measured: %s", err.msg);
		return INFINITY;
	}
	add_veto(&measure.at[FOUND], &measure.device, why);
	ratio = measure.at[FOUND].ratio.at;
	search->out->measured = measure.at[FOUND].ratio;
	snprintf(search->out->device, sizeof search->out->device, "%s",
		 measure.device.name);
	cvg_measure_done(&measure);
	return why->n || isnan(ratio) ? INFINITY : ratio;
}
