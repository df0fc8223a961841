/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Letting the phases go by what was measured. */
#include "prove.h"

#include "reconverge/faults.h"
#include "reconverge/look.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"

#include <string.h>

static bool forget(struct cvg_call *call, struct cvg_err *err)
{
	uint32_t n;

	if (strcmp(call->arg[0].text, "off") != 0)
		return cvg_fail_word(err, &call->arg[0],
				     "profile: expected 'add', 'off' or "
				     "nothing, not '%.60s'",
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

/* What the profile shows of the function in focus, or of its body. */
static void tell_reach(struct cvg_call *call)
{
	uint32_t f = cvg_session_body(call->session,
				      cvg_session_function(call->session));
	uint32_t sites = cvg_session_call_sites(call->session, f);
	const char *name = cvg_session_function_name(call->session, f);
	json_t *o = call->json ? json_object() : NULL;
	struct cvg_profile_extent extent;
	struct cvg_str of = {0};

	if (o)
		json_object_set_new(call->json, "reach", o);
	if (!cvg_session_profile_extent(call->session, f, &extent))
		return;
	CVG_TELL(&of, o, "{-call_sites} of @{function}", CVG_V(sites),
		 CVG_V(name));
	if (sites)
		CVG_TELL(&of, NULL, ", which is called in {} place(s)",
			 CVG_V(sites));
	cvg_str_add(&call->out, "  the profile reaches ");
	cvg_tell_extent(&call->out, o, &extent, of.at);
	cvg_str_addc(&call->out, '\n');
	cvg_str_done(&of);
}

bool cvg_cmd_profile(struct cvg_call *call, struct cvg_err *err)
{
	bool add = call->nargs && !strcmp(call->arg[0].text, "add");
	struct cvg_run run;
	struct vigil v;
	bool ok;

	if (call->nargs && !add)
		return forget(call, err);
	if (!cvg_prove_launch(call, err))
		return false;
	cvg_vigil_begin(&v, call);
	ok = cvg_vigil_end(&v,
			   cvg_session_profile(call->session, add, &run, err));
	if (ok)
		tell(call, &run);
	if (ok && run.result->fault.kind == CVG_F_NONE)
		tell_reach(call);
	return ok;
}
