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

/* Put a copy of the list in force in its place, without what concerns that block,
 * and with one rejection more if there is `one`. */
static void replace(struct cvg_session *s, const struct cvg_reject *gone,
		    const struct cvg_fn *fn, uint32_t block,
		    const struct cvg_reject *one)
{
	const struct cvg_rejects *old = cvg_session_rejects(s);
	uint32_t n = old ? old->n : 0;
	struct cvg_rejects *now =
		cvg_calloc(1, sizeof *now + (n + 1) * sizeof *now->at);

	for (uint32_t i = 0; i < n; i++)
		if (!gone ||
		    !cvg_reject_fits(&old->at[i], gone->kind, fn, block))
			now->at[now->n++] = old->at[i];
	if (one)
		now->at[now->n++] = *one;
	cvg_push(&s->history->rejects, now);
	s->history->functions.at[s->history->focus].rejects = now;
	cvg_proving_apply(s);
}

bool cvg_session_reject(struct cvg_session *s, enum cvg_rejectkind kind,
			uint32_t block, bool yes)
{
	const struct cvg_fn *fn = cvg_session_fn(s, CVG_NONE, CVG_NONE);
	struct cvg_reject r = {kind, fn->blocks[block].uid};

	if (cvg_is_rejected(cvg_session_rejects(s), kind, fn, block) == yes)
		return false;
	replace(s, yes ? NULL : &r, fn, block, yes ? &r : NULL);
	return true;
}
