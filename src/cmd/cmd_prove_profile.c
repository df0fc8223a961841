/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Letting the phases go by what was measured. */
#include "prove.h"

#include "reconverge/look.h"
#include "reconverge/quantity.h"

#include <string.h>

static bool forget(struct cvg_call *c, struct cvg_err *err)
{
	uint32_t n;

	if (strcmp(c->arg[0].text, "off") != 0)
		return cvg_fail_word(
			err, &c->arg[0],
			"profile: expected 'off' or nothing, not '%.60s'",
			c->arg[0].text);
	n = cvg_session_unprofile(c->s);
	cvg_str_add(&c->out, n ? "profits are guessed again\n"
			       : "there was no profile\n");
	cvg_call_set(c, "profile", json_null());
	return true;
}

static void tell(struct cvg_call *c, const struct cvg_run *run)
{
	const struct cvg_counts *n = &run->result->counts;

	bool failed = run->result->fault.kind != CVG_F_NONE;

	cvg_tell_run(failed ? NULL : &c->out, c->json, run);
	TELL(c, "{-profile:P}", CVG_V(run->rev));
	cvg_prove_fault(c, run);
	if (failed) {
		cvg_str_add(&c->out, "  no profile is made of a run that "
				     "failed\n");
		return;
	}
	TELL(c,
	     ": profits are computed from {} warp(s); {} of their {} branches "
	     "split a warp ({:%})\n",
	     CVG_V(n->warps), CVG_V(n->divergent_branches), CVG_V(n->branches),
	     CVG_V(cvg_share_of((double)n->divergent_branches,
				(double)n->branches)));
}

bool cvg_cmd_profile(struct cvg_call *c, struct cvg_err *err)
{
	struct cvg_run run;
	struct vigil v;
	bool ok;

	if (c->nargs)
		return forget(c, err);
	if (!cvg_prove_launch(c, err))
		return false;
	cvg_vigil_begin(&v, c);
	ok = cvg_vigil_end(&v, cvg_session_profile(c->s, &run, err));
	if (ok)
		tell(c, &run);
	return ok;
}
