/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What trials told of choices. */
#include "reconverge/choices.h"
#include "reconverge/phase.h"
#include "reconverge/session.h"

void cvg_choices_learn(struct cvg_choices *c, struct cvg_session *session,
		       uint32_t rev, const struct cvg_settings *settings)
{
	for (uint32_t i = 0; i < c->n; i++) {
		struct cvg_choice *choice = &c->at[i];
		const struct cvg_tried *tried = cvg_session_tried(
			session, rev, cvg_phase_by_name(choice->act),
			choice->block, settings);
		struct cvg_tried *copy;

		if (!tried || choice->tried)
			continue;
		copy = cvg_arena_array(&c->arena, struct cvg_tried, 1);
		*copy = *tried;
		choice->tried = copy;
	}
}

double cvg_choice_brings(const struct cvg_choice *c, enum cvg_countkind *kind)
{
	const struct cvg_tried *tried = c->tried;

	if (kind)
		*kind = tried && tried->changed ? tried->judged.kind : c->kind;
	if (!tried)
		return c->gain;
	return tried->changed ? tried->judged.was - tried->judged.is : 0;
}

bool cvg_choice_pays(const struct cvg_choice *c)
{
	if (!c->command)
		return false;
	return c->tried
		       ? c->tried->changed && cvg_judged_pays(&c->tried->judged)
		       : c->net > 0;
}
