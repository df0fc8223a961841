/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Letting the phases go by what was measured. */
#include "prove.h"

#include "reconverge/faults.h"
#include "reconverge/look.h"
#include "reconverge/quantity.h"

#include <string.h>

static bool forget(struct cvg_call *call, struct cvg_err *err)
{
	uint32_t n;

	if (strcmp(call->arg[0].text, "off") != 0)
		return cvg_fail_word(
			err, &call->arg[0],
			"profile: expected 'off' or nothing, not '%.60s'",
			call->arg[0].text);
	n = cvg_session_unprofile(call->session);
	cvg_str_add(&call->out, n ? "profits are guessed again\n"
				  : "there was no profile\n");
	cvg_call_set(call, "profile", json_null());
	return true;
}

static void tell(struct cvg_call *call, const struct cvg_run *run)
{
	const struct cvg_counts *counts = &run->result->counts;

	bool failed = run->result->fault.kind != CVG_F_NONE;

	cvg_tell_run(failed ? NULL : &call->out, call->json, run);
	TELL(call, "{-profile:P}", CVG_V(run->rev));
	cvg_prove_fault(call, run);
	if (failed) {
		cvg_str_add(&call->out, "  no profile is made of a run that "
					"failed\n");
		return;
	}
	TELL(call,
	     ": profits are computed from {} warp(s); {} of their {} branches "
	     "split a warp ({:%})\n",
	     CVG_V(counts->warps), CVG_V(counts->divergent_branches),
	     CVG_V(counts->branches),
	     CVG_V(cvg_share_of((double)counts->divergent_branches,
				(double)counts->branches)));
}

bool cvg_cmd_profile(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_run run;
	struct vigil v;
	bool ok;

	if (call->nargs)
		return forget(call, err);
	if (!cvg_prove_launch(call, err))
		return false;
	cvg_vigil_begin(&v, call);
	ok = cvg_vigil_end(&v, cvg_session_profile(call->session, &run, err));
	if (ok)
		tell(call, &run);
	return ok;
}
