/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Time: the tree of revisions and moving in it. */
#include "call.h"

#include "reconverge/export.h"
#include "reconverge/look.h"
#include "reconverge/session.h"

bool cvg_cmd_history(struct cvg_call *call, struct cvg_err *err)
{
	(void)err;
	cvg_tell_history(&call->out, call->json, call->session,
			 &call->sh->look);
	return true;
}

static void tell_where(struct cvg_call *call)
{
	const struct cvg_rev *rev = cvg_session_rev(
		call->session, cvg_session_current(call->session));

	TELL(call, "at {revision:P}: {}\n", CVG_V(rev->id),
	     CVG_V(rev->command));
}

static bool step_count(struct cvg_call *call, uint32_t *n, struct cvg_err *err)
{
	*n = 1;
	return !call->nargs || cvg_word_number(&call->arg[0], n, err);
}

bool cvg_cmd_undo(struct cvg_call *call, struct cvg_err *err)
{
	uint32_t n;

	if (!step_count(call, &n, err) ||
	    !cvg_session_undo(call->session, n, err))
		return false;
	tell_where(call);
	return true;
}

bool cvg_cmd_redo(struct cvg_call *call, struct cvg_err *err)
{
	uint32_t n;

	if (!step_count(call, &n, err) ||
	    !cvg_session_redo(call->session, n, err))
		return false;
	tell_where(call);
	return true;
}

bool cvg_cmd_goto(struct cvg_call *call, struct cvg_err *err)
{
	uint32_t rev;

	if (!cvg_word_rev(call, &call->arg[0], &rev, err) ||
	    !cvg_session_goto(call->session, rev, err))
		return false;
	tell_where(call);
	return true;
}

bool cvg_cmd_mark(struct cvg_call *call, struct cvg_err *err)
{
	uint32_t now = cvg_session_current(call->session);

	if (!cvg_session_mark(call->session, call->arg[0].text, err))
		return cvg_blame_word(err, &call->arg[0]);
	TELL(call, "{revision:P} is mark:{mark}\n", CVG_V(now),
	     CVG_V(cvg_session_rev(call->session, now)->mark));
	return true;
}
