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

static void tell(struct cvg_call *call, const struct cvg_profiling *made)
{
	bool failed = made->run.result->fault.kind != CVG_F_NONE;

	cvg_tell_run(failed ? NULL : &call->out, call->json, &made->run);
	TELL(call, "{-profile:P}", CVG_V(made->run.rev));
	cvg_prove_fault(call, &made->run);
	if (!made->launches) {
		cvg_str_add(&call->out, "  no profile is made of a run that "
					"failed\n");
		return;
	}
	call->said_no = false; /* a profile there is */
	TELL(call,
	     "{}: profits are computed from {} warp(s); {} of their {} "
	     "branches "
	     "split a warp ({:%})\n",
	     CVG_V(failed ? "  other launches do not fail" : ""),
	     CVG_V(made->warps), CVG_V(made->split), CVG_V(made->branches),
	     CVG_V(cvg_share_of((double)made->split, (double)made->branches)));
}

/* The launches that the profile is of, unless it is just the one that ran well. */
static void tell_launches(struct cvg_call *call, bool failed)
{
	bool several = cvg_session_profile_launch(call->session, 1) || failed;
	json_t *list = cvg_json_list(call->json, "launches");
	const struct cvg_launch *launch;

	for (uint32_t i = 0;
	     (launch = cvg_session_profile_launch(call->session, i)); i++) {
		struct cvg_str words = {0};

		cvg_launch_text(&words, launch);
		if (list)
			json_array_append_new(list, json_string(words.at));
		if (several)
			CVG_TELL(&call->out, NULL, "  {} {}\n",
				 CVG_V(i ? "and with launch" : "with launch"),
				 CVG_V(words.at));
		cvg_str_done(&words);
	}
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
	struct cvg_profiling made;
	struct vigil v;
	bool ok;

	if (call->nargs && !add)
		return forget(call, err);
	if (!cvg_prove_launch(call, err))
		return false;
	cvg_vigil_begin(&v, call);
	ok = cvg_vigil_end(&v,
			   cvg_session_profile(call->session, add, &made, err));
	if (ok)
		tell(call, &made);
	if (ok && made.launches) {
		tell_launches(call, made.run.result->fault.kind != CVG_F_NONE);
		tell_reach(call);
	}
	return ok;
}
