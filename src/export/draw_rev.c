/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is said of a revision: counts, measurements, checks. */
#include "draw.h"

#include "reconverge/export.h"
#include "reconverge/prove.h"
#include "reconverge/score.h"
#include "reconverge/session.h"

#include <string.h>

/* The measurements and checks of the function in focus. */
static const struct cvg_proof *proof_of(const struct cvg_session *session,
					uint32_t rev)
{
	static const struct cvg_proof none;
	const struct cvg_proof *proof = cvg_session_proof(session, rev);
	const char *focus = cvg_session_function_name(
		session, cvg_session_function(session));

	return proof->function && !strcmp(proof->function, focus) ? proof
								  : &none;
}

/* The measurements of the parent on the same launch, or NULL. */
static const struct cvg_proof *measured_before(
	const struct cvg_session *session, const struct cvg_rev *rev,
	const struct cvg_proof *now)
{
	const struct cvg_proof *proof;

	if (rev->parent == CVG_NONE)
		return NULL;
	proof = proof_of(session, rev->parent);
	if (!proof->measured || !now->measured ||
	    proof->launch != now->launch || proof->seed != now->seed)
		return NULL;
	return proof;
}

void cvg_rev_told(struct cvg_session *session, uint32_t rev,
		  struct cvg_revtold *out)
{
	const struct cvg_rev *revision = cvg_session_rev(session, rev);
	uint32_t up = revision->parent == CVG_NONE ? rev : revision->parent;
	const struct cvg_fn *now = cvg_session_fn(session, rev, CVG_NONE);
	const struct cvg_fn *then = cvg_session_fn(session, up, CVG_NONE);

	*out = (struct cvg_revtold){.there = now != NULL,
				    .proof = proof_of(session, rev)};
	out->up = measured_before(session, revision, out->proof);
	if (!now)
		return;
	/* A function that a step did not change is shared with the parent. */
	out->elsewhere = up != rev && now == then &&
			 strcmp(revision->function_name, now->name) != 0;
	if (!strcmp(revision->function_name, now->name)) {
		out->score = revision->score;
		out->before = revision->before;
		return;
	}
	cvg_score_of(cvg_session_ana(session, rev, CVG_NONE), &out->score);
	out->before = out->score;
	if (then && then != now)
		cvg_score_of(cvg_session_ana(session, up, CVG_NONE),
			     &out->before);
}
