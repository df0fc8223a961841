/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which phase and mode brings most at a block. Each is tried on the launches of the
 * profile, without asking llc about its code; the one that brings most is then tried
 * as its command would do it.
 */
#include "inside.h"

#include "reconverge/graph.h"
#include "reconverge/phases.h"
#include "reconverge/settings.h"

#include <stdio.h>
#include <string.h>

static const struct placed {
	const struct cvg_phase *phase;
	const char *words;
} placed[] = {
#define PLACED(id, words) {&cvg_phase_##id, words},
#include "reconverge/moves.def"
#undef PLACED
};

#define NPLACED (sizeof placed / sizeof *placed)

/* The settings of the session, and what the words say. */
static struct cvg_settings settings_of(const struct placed *step,
				       const struct cvg_settings *settings,
				       bool asks_machine)
{
	struct cvg_settings out = *settings;
	size_t key = strcspn(step->words, "=");
	struct cvg_err err;
	char value[64];

	if (*step->words) {
		snprintf(value, sizeof value, "%.*s",
			 (int)strcspn(step->words + key + 1, " "),
			 step->words + key + 1);
		cvg_phase_set(step->phase, &out, step->words, key, value, &err);
	}
	if (!asks_machine)
		out.value[CVG_SET_JUDGE] = CVG_JUDGE_TABLE;
	return out;
}

static bool try_step(struct cvg_session *session, const struct placed *step,
		     uint32_t block, const struct cvg_settings *settings,
		     uint64_t *cost, struct cvg_err *err)
{
	struct cvg_act act = {.changed = false};
	const struct cvg_object object = {CVG_OBJ_BLOCK, block};

	if (cvg_session_tried(session, cvg_session_current(session),
			      step->phase, block, settings))
		return true;
	if (!cvg_session_try(session, step->phase, object, settings,
			     step->phase->name, NULL, &act, err))
		return !err->interrupted;
	*cost += act.judged.insts;
	cvg_str_done(&act.report);
	return true;
}

/* Of what was tried without llc. */
static const struct placed *best_of(struct cvg_session *session, uint32_t rev,
				    uint32_t block,
				    const struct cvg_settings *settings)
{
	const struct placed *best = NULL;
	double most = 0;

	for (size_t i = 0; i < NPLACED; i++) {
		struct cvg_settings own =
			settings_of(&placed[i], settings, false);
		const struct cvg_tried *tried = cvg_session_tried(
			session, rev, placed[i].phase, block, &own);

		if (!tried || !tried->changed ||
		    !cvg_judged_pays(&tried->judged) ||
		    tried->judged.was - tried->judged.is <= most)
			continue;
		most = tried->judged.was - tried->judged.is;
		best = &placed[i];
	}
	return best;
}

bool cvg_session_try_all(struct cvg_session *session, uint32_t block,
			 const struct cvg_settings *settings, uint64_t *cost,
			 struct cvg_err *err)
{
	const struct placed *best;
	struct cvg_settings own;

	for (size_t i = 0; i < NPLACED; i++) {
		own = settings_of(&placed[i], settings, false);
		if (!try_step(session, &placed[i], block, &own, cost, err))
			return false;
	}
	best = best_of(session, cvg_session_current(session), block, settings);
	if (!best)
		return true;
	own = settings_of(best, settings, true);
	return try_step(session, best, block, &own, cost, err);
}

bool cvg_session_best(struct cvg_session *session, uint32_t rev, uint32_t block,
		      const struct cvg_settings *settings, struct cvg_best *out)
{
	const struct placed *best = best_of(session, rev, block, settings);
	struct cvg_settings own;

	if (!best)
		return false;
	own = settings_of(best, settings, true);
	*out = (struct cvg_best){
		.phase = best->phase,
		.words = best->words,
		.tried = cvg_session_tried(session, rev, best->phase, block,
					   &own),
	};
	return out->tried && out->tried->changed &&
	       cvg_judged_pays(&out->tried->judged);
}
