/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Trials: a step that is made, looked at and taken back. What a trial shows is
 * therefore what the step does, up to the last byte.
 */
#include "inside.h"

bool cvg_session_try(struct cvg_session *session, const struct cvg_phase *phase,
		     struct cvg_object object,
		     const struct cvg_settings *settings, const char *command,
		     const struct cvg_onlooker *onlooker, struct cvg_act *out,
		     struct cvg_err *err)
{
	struct history *history = session->history;
	struct extent before;

	if (!history)
		return cvg_fail(err, "no module is loaded");
	before = cvg_history_extent(history);
	if (!cvg_session_act(session, phase, object, settings, command, out,
			     err))
		return false;
	if (!out->changed)
		return true;
	if (onlooker)
		onlooker->look(onlooker->context);
	cvg_proving_forget(&session->proving, out->rev);
	cvg_history_retract(history, &before);
	out->rev = history->current;
	cvg_proving_apply(session);
	return true;
}
