/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What was measured of a step, in words. */
#include "reconverge/quantity.h"
#include "reconverge/session.h"

#include <math.h>

void cvg_add_judged(struct cvg_str *out, const struct cvg_judged *judged)
{
	cvg_str_addf(out, "%s cycles %.0f -> %.0f (%+.1f%%) on %u %s%s",
		     cvg_countkind_name(judged->kind), judged->was, judged->is,
		     100 * (judged->is - judged->was) / judged->was,
		     judged->launches, judged->guessed ? "guessed " : "",
		     judged->launches == 1 ? "launch" : "launches");
}

/* "; 10 -> 8 warps at once" */
static void add_side(struct cvg_str *out, const double *side, const char *what)
{
	if (isnan(side[0]) || isnan(side[1]))
		return;
	cvg_str_addf(out, "; %.0f ", side[0]);
	if (side[0] != side[1])
		cvg_str_addf(out, "-> %.0f ", side[1]);
	cvg_str_add(out, what);
}

void cvg_add_judged_machine(struct cvg_str *out,
			    const struct cvg_judged *judged)
{
	const struct cvg_mchange *change = &judged->machine;
	const double *cycles = change->cycles;

	cvg_str_add(out, "machine's code: ");
	if (!change->known) {
		cvg_str_addf(out, "not known: %s", judged->no_machine);
		return;
	}
	cvg_str_addf(out, "%.9g -> %.9g cycles ", round(10 * cycles[0]) / 10,
		     round(10 * cycles[1]) / 10);
	if (cycles[0] > 0)
		cvg_str_addf(out, "(%+.1f%%) ",
			     100 * (cycles[1] - cycles[0]) / cycles[0]);
	cvg_str_add(out, change->simulated ? "of all warps, by simulated runs"
					   : "of a warp, by guessed runs");
	add_side(out, change->waves, "warps at once");
	if (change->scratch[0] > 0 || change->scratch[1] > 0)
		add_side(out, change->scratch,
			 "bytes of private memory a lane");
	if (*change->made_for)
		cvg_str_addf(out, "; ptxas made it for %s", change->made_for);
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
