/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diff [REVISION [REVISION]]: what two revisions differ in. */
#include "call.h"

#include "reconverge/export.h"
#include "reconverge/session.h"

/* Without words: parent and current; with one: that one and current. */
bool cvg_cmd_diff(struct cvg_call *call, struct cvg_err *err)
{
	uint32_t now = cvg_session_current(call->session);
	uint32_t parent = cvg_session_rev(call->session, now)->parent;
	uint32_t a = parent == CVG_NONE ? now : parent, b = now;

	if (call->nargs > 0 && !cvg_word_rev(call, &call->arg[0], &a, err))
		return false;
	if (call->nargs > 1 && !cvg_word_rev(call, &call->arg[1], &b, err))
		return false;
	call->said_no = cvg_tell_diff(&call->out, call->json, call->session, a,
				      b, &call->sh->look);
	return true;
}
