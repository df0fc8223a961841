/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Profiles: what the phases go by instead of guesses. One belongs to the
 * revision it was measured on and counts for everything made of that, until
 * something later is measured.
 */
#include "inside.h"

#include <stdlib.h>

static struct profiled *find(const struct proving *p, uint32_t rev,
			     uint32_t fid)
{
	for (size_t i = 0; i < p->profiles.n; i++) {
		if (p->profiles.at[i].rev == rev &&
		    p->profiles.at[i].fid == fid)
			return &p->profiles.at[i];
	}
	return NULL;
}

const struct profiled *cvg_proving_profile(const struct cvg_session *s,
					   uint32_t rev, uint32_t fid)
{
	while (rev != CVG_NONE && s->proving.profiles.n) {
		const struct profiled *found = find(&s->proving, rev, fid);

		if (found)
			return found;
		rev = cvg_history_rev(s->h, rev)->pub.parent;
	}
	return NULL;
}

/* Plans that were made by a profile that goes, or without one that comes. */
static void drop_plans(struct history *h)
{
	for (size_t i = 0; i < h->codes.n; i++) {
		cvg_plan_free(h->codes.at[i].plan);
		h->codes.at[i].plan = NULL;
	}
}

bool cvg_session_profile(struct cvg_session *s, struct cvg_run *out,
			 struct cvg_err *err)
{
	struct profiled made = {.rev = s->h->current, .fid = s->h->focus};
	const struct cvg_fn_counts *c;
	struct profiled *old;

	if (!cvg_session_measure(s, CVG_NONE, out, err))
		return false;
	if (out->result->fault.kind != CVG_F_NONE)
		return true;
	c = &out->result->counts.fns[0];
	made.profile = cvg_profile_new(cvg_session_fn(s, CVG_NONE, CVG_NONE),
				       c->block_warps, c->block_lanes, c->split,
				       c->edge_warps);
	drop_plans(s->h);
	old = find(&s->proving, made.rev, made.fid);
	if (old) {
		cvg_profile_free(old->profile);
		*old = made;
	} else {
		cvg_push(&s->proving.profiles, made);
	}
	cvg_proving_apply(s);
	return true;
}

uint32_t cvg_session_unprofile(struct cvg_session *s)
{
	struct proving *p = &s->proving;
	uint32_t n = (uint32_t)p->profiles.n;

	drop_plans(s->h);
	for (size_t i = 0; i < p->profiles.n; i++)
		cvg_profile_free(p->profiles.at[i].profile);
	p->profiles.n = 0;
	s->settings.profile = NULL;
	return n;
}

uint32_t cvg_session_profiled(const struct cvg_session *s)
{
	const struct profiled *p =
		cvg_proving_profile(s, s->h->current, s->h->focus);

	return p ? p->rev : CVG_NONE;
}

void cvg_proving_apply(struct cvg_session *s)
{
	const struct profiled *p =
		s->h ? cvg_proving_profile(s, s->h->current, s->h->focus)
		     : NULL;

	s->settings.profile = p ? p->profile : NULL;
}
