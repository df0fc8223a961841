/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Trials: a step that is made, looked at and taken back. What a trial shows is
 * therefore what the step does, up to the last byte. What trials and acts told of
 * steps at blocks is kept, so that lists show it.
 */
#include "inside.h"
#include "judge.h"

#include <string.h>

#define RUN                                                                \
	(CVG_READS(OPERATIONS) | CVG_READS(SHIFTS) | CVG_READS(OVERFLOW) | \
	 CVG_READS(TIMING) | CVG_READS(PRICES))

/* ---- what was told ------------------------------------------------------- */

/* All on which the trial depends. */
static struct told key_of(const struct cvg_session *session, uint32_t rev,
			  const struct cvg_phase *phase, uint32_t block,
			  const struct cvg_settings *settings)
{
	const struct launched *launched = cvg_proving_launched(session);
	struct told key = {
		.rev = rev,
		.fid = session->history->focus,
		.block = block,
		.phase = phase,
		.serial = launched ? launched->serial : 0,
		.nlinks = session->proving.links.n,
		.rejects = cvg_session_rejects(session),
	};

	for (unsigned i = 0; i < CVG_NSETTINGS; i++)
		if ((phase->reads | RUN) >> i & 1)
			key.setting[i] = settings->value[i];
	return key;
}

static struct told *find(struct cvg_session *session, const struct told *key)
{
	struct proving *proving = &session->proving;

	for (size_t i = 0; i < proving->told.n; i++) {
		struct told *at = &proving->told.at[i];

		if (at->rev == key->rev && at->fid == key->fid &&
		    at->block == key->block && at->phase == key->phase &&
		    at->serial == key->serial && at->nlinks == key->nlinks &&
		    at->rejects == key->rejects &&
		    !memcmp(at->setting, key->setting, sizeof key->setting))
			return at;
	}
	return NULL;
}

const struct cvg_tried *cvg_session_tried(struct cvg_session *session,
					  uint32_t rev,
					  const struct cvg_phase *phase,
					  uint32_t block,
					  const struct cvg_settings *settings)
{
	const struct told key = key_of(session, rev, phase, block, settings);
	const struct told *trial = find(session, &key);

	return trial ? &trial->tried : NULL;
}

void cvg_trial_keep(struct cvg_session *session, uint32_t rev,
		    const struct cvg_phase *phase, struct cvg_object object,
		    const struct cvg_settings *settings,
		    const struct cvg_act *act)
{
	struct told key;

	if (object.kind != CVG_OBJ_BLOCK ||
	    (act->changed && act->judged.was <= 0))
		return;
	key = key_of(session, rev, phase, object.id, settings);
	if (find(session, &key))
		return;
	key.tried = (struct cvg_tried){act->changed, act->judged};
	cvg_push(&session->proving.told, key);
}

bool cvg_session_need_profile(struct cvg_session *session, struct cvg_err *err)
{
	return cvg_judge_need_profile(session, err);
}

/* ---- trials -------------------------------------------------------------- */

/* Show what was made since `before`, and take it back. */
static void take_back(struct cvg_session *session, const struct extent *before,
		      const struct cvg_onlooker *onlooker, struct cvg_act *act)
{
	struct history *history = session->history;

	if (!act->changed)
		return;
	if (onlooker)
		onlooker->look(onlooker->context);
	cvg_proving_forget(&session->proving, act->rev);
	cvg_history_retract(history, before);
	act->rev = history->current;
	cvg_proving_apply(session);
}

bool cvg_session_try(struct cvg_session *session, const struct cvg_phase *phase,
		     struct cvg_object object,
		     const struct cvg_settings *settings, const char *command,
		     const struct cvg_onlooker *onlooker, struct cvg_act *out,
		     struct cvg_err *err)
{
	struct extent before;

	if (!session->history)
		return cvg_fail(err, "no module is loaded");
	before = cvg_history_extent(session->history);
	if (!cvg_runner_act(session, phase, object, settings, command, out,
			    err))
		return false;
	take_back(session, &before, onlooker, out);
	return true;
}

bool cvg_session_try_pass(struct cvg_session *session,
			  const struct cvg_pass *pass, const char *command,
			  const struct cvg_onlooker *onlooker,
			  struct cvg_act *out, struct cvg_err *err)
{
	struct extent before;

	if (!session->history)
		return cvg_fail(err, "no module is loaded");
	before = cvg_history_extent(session->history);
	if (!cvg_session_run_pass(session, pass, command, out, err))
		return false;
	take_back(session, &before, onlooker, out);
	return true;
}
