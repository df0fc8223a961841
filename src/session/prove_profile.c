/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Profiles: measurements that phases use instead of guesses. A profile belongs
 * to the revision on which it was measured, and is in force for all revisions
 * made from that one, until a later one is measured.
 */
#include "inside.h"

#include "reconverge/analysis.h"
#include "reconverge/faults.h"
#include "reconverge/fuse.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/plan.h"
#include "reconverge/profile.h"
#include "reconverge/program.h"

#include <stdlib.h>

static struct profiled *newest(const struct proving *proving, uint32_t fid)
{
	uint32_t at = cvg_listed_of(&proving->profile_of, fid);

	return at == CVG_NONE ? NULL : &proving->profiles.at[at];
}

static struct profiled *earlier(const struct proving *proving,
				const struct profiled *than)
{
	return than->earlier == CVG_NONE ? NULL
					 : &proving->profiles.at[than->earlier];
}

static struct profiled *find(const struct proving *proving, uint32_t rev,
			     uint32_t fid)
{
	struct profiled *at = newest(proving, fid);

	while (at && at->rev != rev)
		at = earlier(proving, at);
	return at;
}

/* Is the revision `old`, or was it made from that? A parent has the lower number. */
static bool is_from(const struct cvg_session *session, uint32_t rev,
		    uint32_t old)
{
	while (rev != CVG_NONE && rev > old)
		rev = cvg_history_rev(session->history, rev)->pub.parent;
	return rev == old;
}

/* The latest one of the function on the way to the revision. */
const struct profiled *cvg_proving_profile(const struct cvg_session *session,
					   uint32_t rev, uint32_t fid)
{
	const struct proving *proving = &session->proving;
	const struct profiled *best = NULL;

	for (const struct profiled *at = newest(proving, fid); at;
	     at = earlier(proving, at))
		if ((!best || at->rev > best->rev) &&
		    is_from(session, rev, at->rev))
			best = at;
	return best;
}

/* Drop what depends on which profile is in force. */
static void drop_told(struct proving *proving)
{
	proving->told.n = 0;
	cvg_known_drop(proving);
}

void cvg_proving_drop_plans(struct cvg_session *session)
{
	const struct history *history = session->history;

	drop_told(&session->proving);
	cvg_work(history->codes.n);
	for (size_t i = 0; i < history->codes.n; i++)
		for (size_t k = 0; k < history->codes.at[i].anas.n; k++)
			cvg_plan_forget(history->codes.at[i].anas.at[k]);
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
	for (uint32_t i = 0; i < nests->nifs; i++) {
		const struct cvg_ifrun *x = &nests->ifs[i];

		cvg_profile_add_ifs(p, fn, x->block, x->both, x->again);
	}
	cvg_profile_sort(p);
	return p;
}

/* The place in the current revision of function f of a program; CVG_NONE: it is
 * of a library. */
static uint32_t place_of(const struct cvg_session *session,
			 const struct cvg_program *program, uint32_t f)
{
	return cvg_session_function_named(session, program->fns[f].name);
}

/* Follow the nests of the function, and its one-armed ifs. */
static void follow(struct cvg_nestruns *out, struct cvg_ana *ana)
{
	struct cvg_fuseplan *plan = cvg_find_ifs(ana);

	cvg_nestruns_init(out, cvg_ana_loops(ana));
	out->ifs = cvg_calloc(plan->n + 1, sizeof *out->ifs);
	for (uint32_t i = 0; i < plan->n; i++) {
		const struct cvg_fuse_if *part = plan->at[i].part;

		if (plan->at[i].refusal == CVG_REFUSE_NONE)
			out->ifs[out->nifs++] = (struct cvg_ifrun){
				.block = {part[0].block, part[1].block},
				.arm = {part[0].arm[0], part[1].arm[0]}};
	}
	cvg_fuseplan_free(plan);
}

struct cvg_nestruns *cvg_proving_nests_new(struct cvg_session *session,
					   const struct cvg_program *program)
{
	struct cvg_nestruns *nests = cvg_calloc(program->nfns, sizeof *nests);

	for (uint32_t f = 0; f < program->nfns; f++) {
		uint32_t at = place_of(session, program, f);

		if (at != CVG_NONE)
			follow(&nests[f],
			       cvg_session_ana(session, CVG_NONE, at));
	}
	return nests;
}

void cvg_proving_nests_free(struct cvg_nestruns *take_nests, uint32_t nfns)
{
	for (uint32_t f = 0; f < nfns; f++)
		cvg_nestruns_done(&take_nests[f]);
	free(take_nests);
}

/* Keep a profile: in place of an earlier one of the same revision, or added to
 * that. */
static void keep(struct proving *proving, struct profiled *made, bool add)
{
	struct profiled *old = find(proving, made->rev, made->fid);

	if (old && add) {
		cvg_profile_add(old->profile, made->profile);
		cvg_profile_free(made->profile);
	} else if (old) {
		cvg_profile_free(old->profile);
		made->earlier = old->earlier;
		*old = *made;
	} else {
		made->earlier = cvg_listed_of(&proving->profile_of, made->fid);
		cvg_listed_note(&proving->profile_of, made->fid,
				(uint32_t)proving->profiles.n);
		cvg_push(&proving->profiles, *made);
	}
}

static void push_launch(struct proving *proving,
			struct profiled_launch *take_made)
{
	take_made->earlier =
		cvg_listed_of(&proving->profiled_of, take_made->kernel);
	cvg_listed_note(&proving->profiled_of, take_made->kernel,
			(uint32_t)proving->profiled.n);
	cvg_push(&proving->profiled, *take_made);
}

/* The number of launches of the kernel in the profile of that revision. */
static uint32_t count_launches(const struct proving *proving, uint32_t rev,
			       uint32_t kernel)
{
	uint32_t n = 0;

	for (uint32_t k = cvg_listed_of(&proving->profiled_of, kernel);
	     k != CVG_NONE; k = proving->profiled.at[k].earlier)
		n += proving->profiled.at[k].rev == rev;
	return n;
}

static void drop_launches(struct proving *proving, uint32_t rev,
			  uint32_t kernel)
{
	size_t n = proving->profiled.n;

	cvg_listed_drop(&proving->profiled_of);
	proving->profiled.n = 0;
	for (size_t i = 0; i < n; i++) {
		struct profiled_launch old = proving->profiled.at[i];

		if (old.rev == rev && old.kernel == kernel)
			cvg_launch_done(&old.launch);
		else
			push_launch(proving, &old);
	}
}

/* Keep that launches of the kernel were profiled, and in place of earlier ones
 * unless `add`. */
static void keep_launch(struct cvg_session *session,
			const struct cvg_launch *launch,
			const struct cvg_counts *counts, bool add)
{
	struct proving *proving = &session->proving;
	struct profiled_launch made = {.rev = session->history->current,
				       .kernel = cvg_proving_kernel(session),
				       .warps = counts->warps,
				       .branches = counts->branches,
				       .split = counts->divergent_branches};

	if (!add && count_launches(proving, made.rev, made.kernel))
		drop_launches(proving, made.rev, made.kernel);
	cvg_launch_copy(&made.launch, launch);
	push_launch(proving, &made);
}

void cvg_proving_keep_all(struct cvg_session *session,
			  const struct cvg_program *program,
			  const struct cvg_counts *counts,
			  const struct cvg_nestruns *nests, bool add)
{
	const struct rev *rev = cvg_history_rev(session->history, CVG_NONE);
	uint64_t ninsts = cvg_program_ninsts(program);
	uint32_t kernel = cvg_proving_kernel(session);

	for (uint32_t f = 0; f < program->nfns; f++) {
		uint32_t at = place_of(session, program, f);
		struct profiled made = {
			.rev = rev->pub.id, .kernel = kernel, .ninsts = ninsts};

		if (at == CVG_NONE)
			continue;
		made.fid = cvg_history_fid(session->history, rev, at);
		made.profile = profile_of(cvg_session_fn(session, CVG_NONE, at),
					  &counts->fns[f], &nests[f]);
		keep(&session->proving, &made, add);
	}
	session->history->kernel.rev = CVG_NONE; /* the profile may say it */
}

/*
 * Plans are kept with the profile that they were made by. So they stay when the
 * revision gets its first profile, and all are dropped before one changes or is
 * freed.
 */
static void begin_keeping(struct cvg_session *session,
			  const struct cvg_program *program)
{
	const struct rev *rev = cvg_history_rev(session->history, CVG_NONE);
	bool known = false;

	for (uint32_t f = 0; f < program->nfns && !known; f++) {
		uint32_t at = place_of(session, program, f);

		known = at != CVG_NONE &&
			find(&session->proving, rev->pub.id,
			     cvg_history_fid(session->history, rev, at));
	}
	if (known)
		cvg_proving_drop_plans(session);
	else
		drop_told(&session->proving);
}

/* The sums over the launches that the profile is of, those of an earlier command
 * included. */
static void sum_up(const struct cvg_session *session, struct cvg_profiling *out)
{
	const struct proving *proving = &session->proving;

	for (uint32_t k = cvg_listed_of(&proving->profiled_of,
					cvg_proving_kernel(session));
	     k != CVG_NONE; k = proving->profiled.at[k].earlier) {
		const struct profiled_launch *launch = &proving->profiled.at[k];

		if (launch->rev != session->history->current)
			continue;
		out->warps += launch->warps;
		out->branches += launch->branches;
		out->split += launch->split;
	}
}

bool cvg_proving_may_add(const struct cvg_session *session, struct cvg_err *err)
{
	uint32_t rev = cvg_session_profiled(session);

	return rev == CVG_NONE || rev == session->history->current ||
	       cvg_fail(err,
			"the profile is of P%u, not of P%u: 'profile' begins "
			"a new one",
			rev, session->history->current);
}

/* The kernel ran on its launch as *out says: look for more launches, and keep the
 * counts of all that ended well. */
static bool profile_all(struct cvg_session *session, struct ready *ready,
			const struct cvg_nestruns *nests, bool add,
			struct cvg_profiling *out, struct cvg_err *err)
{
	const struct cvg_sim_result *own = out->run.result;
	bool ended = own->fault.kind == CVG_F_NONE;
	struct samples samples;
	bool ok = cvg_proving_search(session, ready, own, &samples, err);

	begin_keeping(session, ready->program);
	if (ok && ended) {
		cvg_proving_keep_all(session, ready->program, &own->counts,
				     nests, add);
		keep_launch(session, out->run.launch, &own->counts, add);
		out->launches++;
	}
	for (size_t i = 0; ok && i < samples.n; i++) {
		const struct sample *sample = &samples.at[i];

		add |= out->launches != 0;
		cvg_proving_keep_all(session, ready->program,
				     &sample->result.counts, sample->nests,
				     add);
		keep_launch(session, &sample->launch, &sample->result.counts,
			    add);
		out->launches++;
	}
	cvg_samples_done(&samples);
	sum_up(session, out);
	cvg_proving_apply(session);
	return ok;
}

bool cvg_proving_measure(struct cvg_session *session, bool add,
			 uint64_t most_insts, struct cvg_profiling *out,
			 struct cvg_err *err)
{
	struct ready *ready = cvg_proving_ready(session, CVG_NONE, err);
	struct cvg_nestruns *nests;
	uint32_t n;
	bool ok;

	*out = (struct cvg_profiling){.launches = 0};
	if (!ready || (add && !cvg_proving_may_add(session, err)))
		return false;
	n = ready->program->nfns;
	nests = cvg_proving_nests_new(session, ready->program);
	ok = cvg_proving_nests(session, nests, most_insts, &out->run, err) &&
	     profile_all(session, ready, nests, add, out, err);
	cvg_proving_nests_free(nests, n);
	return ok;
}

bool cvg_session_profile(struct cvg_session *session, bool add,
			 struct cvg_profiling *out, struct cvg_err *err)
{
	return cvg_proving_measure(session, add, 0, out, err);
}

const struct cvg_launch *cvg_session_profile_launch(
	const struct cvg_session *session, uint32_t i)
{
	const struct proving *proving = &session->proving;
	const struct profiled *p = cvg_proving_profile(
		session, session->history->current, session->history->focus);

	uint32_t n = p ? count_launches(proving, p->rev, p->kernel) : 0, k;

	if (i >= n)
		return NULL;
	/* The newest one comes first. */
	for (k = cvg_listed_of(&proving->profiled_of, p->kernel);;
	     k = proving->profiled.at[k].earlier)
		if (proving->profiled.at[k].rev == p->rev && i == --n)
			return &proving->profiled.at[k].launch;
}

void cvg_proving_drop_profiles(struct proving *proving)
{
	for (size_t i = 0; i < proving->profiles.n; i++)
		cvg_profile_free(proving->profiles.at[i].profile);
	for (size_t i = 0; i < proving->profiled.n; i++)
		cvg_launch_done(&proving->profiled.at[i].launch);
	cvg_listed_drop(&proving->profile_of);
	cvg_listed_drop(&proving->profiled_of);
	proving->profiles.n = 0;
	proving->profiled.n = 0;
}

uint32_t cvg_session_unprofile(struct cvg_session *session)
{
	struct proving *proving = &session->proving;
	uint32_t n = (uint32_t)proving->profiles.n;

	cvg_proving_drop_plans(session);
	cvg_proving_drop_profiles(proving);
	session->history->kernel.rev = CVG_NONE;
	session->settings.profile = NULL;
	return n;
}

uint32_t cvg_session_profiled(const struct cvg_session *session)
{
	const struct profiled *p = cvg_proving_profile(
		session, session->history->current, session->history->focus);

	return p ? p->rev : CVG_NONE;
}

bool cvg_session_profile_extent(const struct cvg_session *session, uint32_t f,
				struct cvg_profile_extent *out)
{
	const struct rev *rev = cvg_history_rev(session->history, CVG_NONE);
	const struct profiled *p =
		cvg_proving_profile(session, rev->pub.id,
				    cvg_history_fid(session->history, rev, f));

	if (p)
		*out = cvg_profile_extent(p->profile);
	return p != NULL;
}

uint32_t cvg_session_call_sites(struct cvg_session *session, uint32_t f)
{
	struct cvg_err err;
	const struct cvg_module *module = cvg_history_module(
		session->history, cvg_history_rev(session->history, CVG_NONE),
		&err);

	return module ? cvg_module_call_sites(module, f) : 0;
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
