/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The plans of a snapshot, kept beside its analyses. */
#include "plan.h"

#include <stdlib.h>

/* The settings that a plan depends on, besides prices, profile and rejections. */
static const unsigned read_settings[] = {
	CVG_SET_THRESHOLD,
	CVG_SET_MODE,
	CVG_SET_PAIRING,
	CVG_SET_ALIGN,
};

/* With a profile and without, under two choices of settings. */
#define MOST 4

struct kept_plan {
	struct cvg_settings settings; /* those not read have their defaults */
	struct cvg_plan *plan;
};

struct kept {
	uint32_t n;
	struct kept_plan at[MOST]; /* the one used last is the last */
};

static void free_kept(void *take_kept)
{
	struct kept *kept = take_kept;

	for (uint32_t i = 0; i < kept->n; i++)
		cvg_plan_free(kept->at[i].plan);
	free(kept);
}

static bool same_settings(const struct cvg_settings *a,
			  const struct cvg_settings *b)
{
	for (unsigned i = 0; i < CVG_NSETTINGS; i++)
		if (a->value[i] != b->value[i])
			return false;
	return a->costs == b->costs && a->profile == b->profile &&
	       a->rejects == b->rejects;
}

/* Make plan i the last one. */
static const struct cvg_plan *use(struct kept *kept, uint32_t i)
{
	struct kept_plan used = kept->at[i];

	for (; i + 1 < kept->n; i++)
		kept->at[i] = kept->at[i + 1];
	kept->at[i] = used;
	return used.plan;
}

const struct cvg_plan *cvg_plan_kept(struct cvg_ana *ana,
				     const struct cvg_settings *settings)
{
	void **place = cvg_ana_beside(ana, free_kept);
	struct cvg_settings own;
	struct kept *kept;

	cvg_settings_init(&own);
	for (size_t i = 0; i < sizeof read_settings / sizeof *read_settings;
	     i++)
		own.value[read_settings[i]] = settings->value[read_settings[i]];
	own.costs = cvg_ana_fn(ana)->costs;
	own.profile = settings->profile;
	own.rejects = settings->rejects;
	if (!*place)
		*place = cvg_calloc(1, sizeof *kept);
	kept = *place;
	for (uint32_t i = 0; i < kept->n; i++)
		if (same_settings(&kept->at[i].settings, &own))
			return use(kept, i);
	if (kept->n == MOST) {
		use(kept, 0);
		cvg_plan_free(kept->at[--kept->n].plan);
	}
	kept->at[kept->n++] = (struct kept_plan){own, cvg_plan_meld(ana, &own)};
	return kept->at[kept->n - 1].plan;
}

/*
 * What does not depend on runs refuses it for good. The guess of how often arms run
 * decides about the rest: a profile may say otherwise.
 */
bool cvg_plan_may_meld(struct cvg_ana *ana, const struct cvg_settings *settings)
{
	struct cvg_settings guess = *settings;
	const struct cvg_plan *plan;

	guess.profile = NULL;
	plan = cvg_plan_kept(ana, &guess);
	for (uint32_t i = 0; i < plan->n; i++)
		if (plan->at[i].refusal == CVG_REFUSE_NONE ||
		    plan->at[i].refusal == CVG_REFUSE_PROFIT)
			return true;
	return false;
}

void cvg_plan_forget(struct cvg_ana *ana)
{
	void **place = cvg_ana_beside(ana, free_kept);

	if (*place)
		free_kept(*place);
	*place = NULL;
}
