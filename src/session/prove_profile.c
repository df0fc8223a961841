/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Profiles: measurements that phases use instead of guesses. A profile belongs
 * to the revision on which it was measured, and is in force for all revisions
 * made from that one, until a later one is measured.
 */
#include "inside.h"

#include "reconverge/analysis.h"
#include "reconverge/faults.h"
#include "reconverge/plan.h"
#include "reconverge/profile.h"

#include <stdlib.h>

static struct profiled *find(const struct proving *proving, uint32_t rev,
			     uint32_t fid)
{
	for (size_t i = 0; i < proving->profiles.n; i++) {
		if (proving->profiles.at[i].rev == rev &&
		    proving->profiles.at[i].fid == fid)
			return &proving->profiles.at[i];
	}
	return NULL;
}

const struct profiled *cvg_proving_profile(const struct cvg_session *session,
					   uint32_t rev, uint32_t fid)
{
	while (rev != CVG_NONE && session->proving.profiles.n) {
		const struct profiled *found =
			find(&session->proving, rev, fid);

		if (found)
			return found;
		rev = cvg_history_rev(session->history, rev)->pub.parent;
	}
	return NULL;
}

/* Drop all plans, since they depend on the profile in force. */
static void drop_plans(struct history *history)
{
	for (size_t i = 0; i < history->codes.n; i++)
		if (history->codes.at[i].ana)
			cvg_plan_forget(history->codes.at[i].ana);
}

static struct cvg_profile *profile_of(const struct cvg_fn *fn,
				      const struct cvg_fn_counts *counts,
				      const struct cvg_nestruns *nests)
{
	struct cvg_profile *p =
		cvg_profile_new(fn, counts->block_warps, counts->block_lanes,
				counts->split, counts->edge_warps);

	for (uint32_t i = 0; i < nests->n; i++) {
		const struct cvg_nestrun *x = &nests->at[i];
		const struct cvg_loop *loop = &nests->loops->loop[x->loop];

		cvg_profile_add_nest(p, fn, x->rounds,
				     nests->loops->blocks + loop->blocks_at,
				     x->runs, loop->nblocks);
	}
	cvg_profile_sort_nests(p);
	return p;
}

/* Keep a profile, in place of an earlier one of the same revision. */
static void keep(struct cvg_session *session, const struct profiled *made)
{
	struct profiled *old = find(&session->proving, made->rev, made->fid);

	drop_plans(session->history);
	if (old) {
		cvg_profile_free(old->profile);
		*old = *made;
	} else {
		cvg_push(&session->proving.profiles, *made);
	}
	cvg_proving_apply(session);
}

bool cvg_session_profile(struct cvg_session *session, struct cvg_run *out,
			 struct cvg_err *err)
{
	struct profiled made = {.rev = session->history->current,
				.fid = session->history->focus};
	struct cvg_ana *ana = cvg_session_ana(session, CVG_NONE, CVG_NONE);
	struct cvg_nestruns nests;
	bool ok;

	cvg_nestruns_init(&nests, cvg_ana_loops(ana));
	ok = cvg_proving_nests(session, &nests, out, err);
	if (ok && out->result->fault.kind == CVG_F_NONE) {
		made.profile = profile_of(cvg_ana_fn(ana),
					  &out->result->counts.fns[0], &nests);
		keep(session, &made);
	}
	cvg_nestruns_done(&nests);
	return ok;
}

uint32_t cvg_session_unprofile(struct cvg_session *session)
{
	struct proving *proving = &session->proving;
	uint32_t n = (uint32_t)proving->profiles.n;

	drop_plans(session->history);
	for (size_t i = 0; i < proving->profiles.n; i++)
		cvg_profile_free(proving->profiles.at[i].profile);
	proving->profiles.n = 0;
	session->settings.profile = NULL;
	return n;
}

uint32_t cvg_session_profiled(const struct cvg_session *session)
{
	const struct profiled *p = cvg_proving_profile(
		session, session->history->current, session->history->focus);

	return p ? p->rev : CVG_NONE;
}

void cvg_proving_apply(struct cvg_session *session)
{
	const struct profiled *p =
		session->history
			? cvg_proving_profile(session,
					      session->history->current,
					      session->history->focus)
			: NULL;

	session->settings.profile = p ? p->profile : NULL;
	session->settings.rejects =
		session->history ? session->history->functions
					   .at[session->history->focus]
					   .rejects
				 : NULL;
}
