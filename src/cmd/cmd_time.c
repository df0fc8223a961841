/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Time: the tree of revisions and moving in it. */
#include "call.h"

#include "reconverge/export.h"
#include "reconverge/look.h"
#include "reconverge/session.h"

bool cvg_cmd_history(struct cvg_call *c, struct cvg_err *err)
{
	(void)err;
	cvg_tell_history(&c->out, c->json, c->s, &c->sh->look);
	return true;
}

static void tell_where(struct cvg_call *c)
{
	const struct cvg_rev *r =
		cvg_session_rev(c->s, cvg_session_current(c->s));

	TELL(c, "at {revision:P}: {}\n", CVG_V(r->id), CVG_V(r->command));
}

static bool step_count(struct cvg_call *c, uint32_t *n, struct cvg_err *err)
{
	*n = 1;
	return !c->nargs || cvg_word_number(&c->arg[0], n, err);
}

bool cvg_cmd_undo(struct cvg_call *c, struct cvg_err *err)
{
	uint32_t n;

	if (!step_count(c, &n, err) || !cvg_session_undo(c->s, n, err))
		return false;
	tell_where(c);
	return true;
}

bool cvg_cmd_redo(struct cvg_call *c, struct cvg_err *err)
{
	uint32_t n;

	if (!step_count(c, &n, err) || !cvg_session_redo(c->s, n, err))
		return false;
	tell_where(c);
	return true;
}

bool cvg_cmd_goto(struct cvg_call *c, struct cvg_err *err)
{
	uint32_t rev;

	if (!cvg_word_rev(c, &c->arg[0], &rev, err) ||
	    !cvg_session_goto(c->s, rev, err))
		return false;
	tell_where(c);
	return true;
}

bool cvg_cmd_mark(struct cvg_call *c, struct cvg_err *err)
{
	uint32_t now = cvg_session_current(c->s);

	if (!cvg_session_mark(c->s, c->arg[0].text, err))
		return cvg_blame_word(err, &c->arg[0]);
	TELL(c, "{revision:P} is mark:{mark}\n", CVG_V(now),
	     CVG_V(cvg_session_rev(c->s, now)->mark));
	return true;
}
