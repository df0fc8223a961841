/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What was measured of a step, in words. */
#include "reconverge/quantity.h"
#include "reconverge/session.h"

void cvg_add_judged(struct cvg_str *out, const struct cvg_judged *judged)
{
	cvg_str_addf(out, "%s cycles %.0f -> %.0f (%+.1f%%) on %u %s%s",
		     cvg_countkind_name(judged->kind), judged->was, judged->is,
		     100 * (judged->is - judged->was) / judged->was,
		     judged->launches, judged->guessed ? "guessed " : "",
		     judged->launches == 1 ? "launch" : "launches");
}

/* Does it pay, and if not, why, though the sum of cycles fell? */
static void add_verdict(struct cvg_str *out, const struct cvg_judged *judged)
{
	const struct cvg_worst *worst = &judged->worst;
	bool falls = judged->is < judged->was;

	cvg_str_add(out, cvg_judged_pays(judged) ? ": pays" : ": does not pay");
	if (cvg_judged_pays(judged) || !falls)
		return;
	if (cvg_mchange_loses(&judged->machine)) {
		cvg_str_add(out, ", since ");
		cvg_mchange_text(out, &judged->machine);
	} else {
		cvg_str_addf(out, ", since launch %u loses %.1f%%",
			     worst->launch + 1,
			     100 * (worst->is - worst->was) / worst->was);
	}
}

void cvg_add_tried(struct cvg_str *out, const struct cvg_tried *tried)
{
	cvg_str_add(out, "tried: ");
	if (tried->changed) {
		cvg_add_judged(out, &tried->judged);
		add_verdict(out, &tried->judged);
	} else {
		cvg_str_add(out, "does nothing");
	}
}
