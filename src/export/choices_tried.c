/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What trials told of choices. */
#include "reconverge/choices.h"
#include "reconverge/graph.h"
#include "reconverge/phase.h"
#include "reconverge/session.h"

#include <string.h>

void cvg_choices_learn(struct cvg_choices *c, struct cvg_session *session,
		       uint32_t rev, const struct cvg_settings *settings)
{
	const struct cvg_fn *fn = cvg_session_fn(session, rev, CVG_NONE);
	struct cvg_str text = {0};

	for (uint32_t i = 0; i < c->n; i++) {
		struct cvg_choice *choice = &c->at[i];
		const struct cvg_tried *tried = cvg_session_tried(
			session, rev, cvg_phase_by_name(choice->act),
			choice->block, settings);
		struct cvg_tried *copy;
		struct cvg_best best;

		if (!choice->best &&
		    cvg_session_best(session, rev, choice->block, settings,
				     &best) &&
		    !cvg_best_is(&best, choice->act, tried)) {
			cvg_str_clear(&text);
			cvg_str_add(&text, "best: ");
			cvg_add_best(&text, fn, choice->block, &best);
			cvg_str_add(&text, ", ");
			cvg_add_tried(&text, best.tried);
			choice->best = cvg_arena_strdup(&c->arena, text.at);
		}
		if (!tried || choice->tried)
			continue;
		copy = cvg_arena_array(&c->arena, struct cvg_tried, 1);
		*copy = *tried;
		choice->tried = copy;
	}
	cvg_str_done(&text);
}

bool cvg_best_is(const struct cvg_best *best, const char *act,
		 const struct cvg_tried *listed)
{
	const struct cvg_judged *judged = &best->tried->judged;

	return listed &&
	       (listed == best->tried ||
		(!strcmp(best->phase->name, act) && !*best->words) ||
		(listed->changed && cvg_judged_pays(&listed->judged) &&
		 listed->judged.is <= judged->is));
}

void cvg_add_best(struct cvg_str *out, const struct cvg_fn *fn, uint32_t block,
		  const struct cvg_best *best)
{
	cvg_str_addf(out, "%s B%u", best->phase->name, fn->blocks[block].uid);
	if (*best->words)
		cvg_str_addf(out, " %.*s", (int)strlen(best->words) - 1,
			     best->words);
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
