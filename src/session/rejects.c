/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the user rejected, for each function. */
#include "inside.h"

#include "reconverge/graph.h"
#include "reconverge/rejects.h"

#include <stdlib.h>

const struct cvg_rejects *cvg_session_rejects(const struct cvg_session *s)
{
	return s->history ? s->history->functions.at[s->history->focus].rejects
			  : NULL;
}

const struct cvg_rejects *cvg_rejects_with(struct history *history,
					   const struct cvg_rejects *list,
					   const struct cvg_reject *one)
{
	uint32_t n = list ? list->n : 0;
	struct cvg_rejects *now =
		cvg_calloc(1, sizeof *now + (n + 1) * sizeof *now->at);

	for (uint32_t i = 0; i < n; i++)
		now->at[now->n++] = list->at[i];
	now->at[now->n++] = *one;
	cvg_push(&history->rejects, now);
	return now;
}

/* A copy of the list without what concerns that block. */
static const struct cvg_rejects *without(struct history *history,
					 const struct cvg_rejects *list,
					 enum cvg_rejectkind kind,
					 const struct cvg_fn *fn,
					 uint32_t block)
{
	struct cvg_rejects *now =
		cvg_calloc(1, sizeof *now + list->n * sizeof *now->at);

	for (uint32_t i = 0; i < list->n; i++)
		if (!cvg_reject_fits(&list->at[i], kind, fn, block))
			now->at[now->n++] = list->at[i];
	cvg_push(&history->rejects, now);
	return now;
}

bool cvg_session_reject(struct cvg_session *s, enum cvg_rejectkind kind,
			uint32_t block, bool yes)
{
	const struct cvg_fn *fn = cvg_session_fn(s, CVG_NONE, CVG_NONE);
	const struct cvg_rejects *old = cvg_session_rejects(s);
	struct cvg_reject one = {kind, fn->blocks[block].uid};
	struct history *history = s->history;

	if (cvg_is_rejected(old, kind, fn, block) == yes)
		return false;
	history->functions.at[history->focus].rejects =
		yes ? cvg_rejects_with(history, old, &one)
		    : without(history, old, kind, fn, block);
	cvg_proving_apply(s);
	return true;
}
