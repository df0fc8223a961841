/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What darm does behind all melds: guards (unpredicate.c) and if-conversion
 * (ifconvert.c), which stand by the same rule as a round of melds (darm.c). */
#include "cleanup.h"
#include "darm.h"
#include "ifconvert.h"
#include "unpredicate.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/plan.h"
#include "reconverge/settings.h"

#include <stdlib.h>

#define MOST_GUARDED 16 /* blocks whose guards are tried one by one */

bool cvg_darm_always_guards(const struct cvg_darm *driver)
{
	return cvg_set_int(driver->in->settings, CVG_SET_UNPREDICATE) ==
	       CVG_UNPREDICATE_ALWAYS;
}

/* Clean up what was made since the backup. It stands if it is better than `was`, or
 * by static counts no worse than `most`, and the machine agrees. */
static bool finish(struct cvg_darm *driver, struct cvg_backup *take_before,
		   const struct cvg_darm_count *was,
		   const struct cvg_darm_count *most)
{
	const struct cvg_darm_count *now = &driver->count;
	struct cvg_str why = {0};
	bool kept;

	cvg_cleanup(driver->in->module, driver->in->function);
	cvg_darm_look(driver);
	kept = cvg_darm_is_measured(now, was) || !most
		       ? cvg_darm_is_better(now, was)
		       : now->cycles <= most->cycles &&
				 now->divergent <= most->divergent;
	kept = (kept && cvg_darm_agrees(driver, &why)) ||
	       (most && cvg_darm_always_guards(driver));
	if (!kept && cvg_darm_go_back(driver, take_before)) {
		cvg_darm_see(driver);
		driver->count = *was;
	}
	cvg_str_done(&why);
	cvg_backup_free(take_before);
	return kept;
}

/* Guard the chosen runs, of block `only` unless that is CVG_NONE. False: that does
 * not pay, and the module is as before. */
static bool try_guards(struct cvg_darm *driver,
		       const struct cvg_darm_count *first,
		       const struct cvg_guardplan *plan, uint32_t only)
{
	struct cvg_module *module = driver->in->module;
	uint32_t f = driver->in->function, n;
	struct cvg_darm_count was = driver->count;
	struct cvg_backup *before = cvg_backup_take(module, f);
	bool kept;

	n = cvg_unpredicate(module, f, driver->fn, plan, only);
	kept = finish(driver, before, &was, first);

	if (kept)
		cvg_str_addf(&driver->out->report, "guards %u run%s\n", n,
			     n == 1 ? "" : "s");
	return kept;
}

void cvg_darm_guard(struct cvg_darm *driver, const struct cvg_darm_count *first)
{
	struct cvg_guardplan *plan =
		cvg_plan_guards(driver->ana, driver->in->settings);
	struct cvg_u32s uids = {0};
	bool apart;

	cvg_guardplan_blocks(driver->fn, plan, &uids);
	apart = uids.n && !try_guards(driver, first, plan, CVG_NONE) &&
		uids.n > 1 && uids.n <= MOST_GUARDED;
	cvg_guardplan_free(plan);
	for (size_t i = 0; apart && i < uids.n && cvg_darm_goes_on(driver);
	     i++) {
		plan = cvg_plan_guards(driver->ana, driver->in->settings);
		try_guards(driver, first, plan,
			   cvg_block_by_uid(driver->fn, uids.at[i]));
		cvg_guardplan_free(plan);
	}
	free(uids.at);
}

bool cvg_darm_convert_ifs(struct cvg_darm *driver)
{
	const struct cvg_phase_in *in = driver->in;
	struct cvg_ifplan *plan =
		cvg_plan_ifconvert(driver->ana, in->settings, false);
	struct cvg_darm_count was = driver->count;
	struct cvg_backup *before;
	struct cvg_str report = {0};
	bool better = false;

	if (plan->n) {
		cvg_ifconvert_report(driver->fn, plan, CVG_NONE, &report);
		before = cvg_backup_take(in->module, in->function);
		cvg_ifconvert(in->module, in->function, plan, CVG_NONE);
		better = finish(driver, before, &was, NULL);
	}
	cvg_str_add(&driver->out->report, better ? report.at : "");
	cvg_str_done(&report);
	cvg_ifplan_free(plan);
	return better;
}
