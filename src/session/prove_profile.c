/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Profiles: measurements that phases use instead of guesses. A profile belongs
 * to the revision on which it was measured, and is in force for all revisions
 * made from that one, until a later one is measured.
 */
#include "inside.h"

#include "reconverge/analysis.h"
#include "reconverge/plan.h"
#include "reconverge/profile.h"

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

/* Drop all plans, since they depend on the profile in force. */
static void drop_plans(struct history *h)
{
	for (size_t i = 0; i < h->codes.n; i++) {
		cvg_plan_free(h->codes.at[i].plan);
		h->codes.at[i].plan = NULL;
	}
}

static struct cvg_profile *profile_of(const struct cvg_fn *fn,
				      const struct cvg_fn_counts *c,
				      const struct cvg_nestruns *nests)
{
	struct cvg_profile *p = cvg_profile_new(
		fn, c->block_warps, c->block_lanes, c->split, c->edge_warps);

	for (uint32_t i = 0; i < nests->n; i++) {
		const struct cvg_nestrun *x = &nests->at[i];
		const struct cvg_loop *l = &nests->loops->loop[x->loop];

		cvg_profile_add_nest(p, fn, x->rounds,
				     nests->loops->blocks + l->blocks_at,
				     x->runs, l->nblocks);
	}
	cvg_profile_sort_nests(p);
	return p;
}

/* Keep a profile, in place of an earlier one of the same revision. */
static void keep(struct cvg_session *s, const struct profiled *made)
{
	struct profiled *old = find(&s->proving, made->rev, made->fid);

	drop_plans(s->h);
	if (old) {
		cvg_profile_free(old->profile);
		*old = *made;
	} else {
		cvg_push(&s->proving.profiles, *made);
	}
	cvg_proving_apply(s);
}

bool cvg_session_profile(struct cvg_session *s, struct cvg_run *out,
			 struct cvg_err *err)
{
	struct profiled made = {.rev = s->h->current, .fid = s->h->focus};
	struct cvg_ana *ana = cvg_session_ana(s, CVG_NONE, CVG_NONE);
	struct cvg_nestruns nests;
	bool ok;

	cvg_nestruns_init(&nests, cvg_ana_loops(ana));
	ok = cvg_proving_nests(s, &nests, out, err);
	if (ok && out->result->fault.kind == CVG_F_NONE) {
		made.profile = profile_of(cvg_ana_fn(ana),
					  &out->result->counts.fns[0], &nests);
		keep(s, &made);
	}
	cvg_nestruns_done(&nests);
	return ok;
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
	s->settings.rejects =
		s->h ? s->h->functions.at[s->h->focus].rejects : NULL;
}
