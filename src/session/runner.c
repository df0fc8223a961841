/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs phases. A phase gets a module with a fresh copy of the function's code in
 * the current revision. The result becomes a revision only if the verifier
 * accepts it. On any failure the copy is dropped, and the tree is unchanged.
 */
#include "inside.h"
#include "judge.h"
#include "transforms/cleanup.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The values of the settings that the phase reads, the defaults of all
 * others. */
static struct cvg_settings read_by(const struct cvg_phase *phase,
				   const struct cvg_settings *settings)
{
	struct cvg_settings own;

	cvg_settings_init(&own);
	for (unsigned i = 0; i < CVG_NSETTINGS; i++)
		if (phase->reads >> i & 1)
			own.value[i] = settings->value[i];
	cvg_settings_costs(&own, settings->costs,
			   (uint32_t)settings->value[CVG_SET_COSTS]);
	return own;
}

bool cvg_runner_begin(struct cvg_session *s, const struct cvg_phase *phase,
		      struct cvg_phase_in *in, struct cvg_settings *settings,
		      struct cvg_err *err)
{
	struct rev *rev;

	if (!s->history)
		return cvg_fail(err, "no module is loaded");
	cvg_proving_apply(s);
	settings->profile = s->settings.profile;
	if (!settings->rejects)
		settings->rejects = s->settings.rejects;
	rev = cvg_history_rev(s->history, CVG_NONE);
	in->function = cvg_history_place(s->history, rev, s->history->focus);
	/* A phase that may add functions quotes instructions in its refusals. */
	in->fn = phase->adds
			 ? cvg_history_text(s->history, rev, in->function)->fn
			 : cvg_history_code(s->history, rev, in->function)->fn;
	in->ana = cvg_history_ana(s->history, rev, in->function);
	in->settings = settings;
	cvg_ana_need(in->ana, phase->needs);
	in->module = cvg_history_work(s->history, rev, in->function,
				      phase->adds, err);
	return in->module != NULL;
}

/* In debug builds, check that a phase that reported no change made none. */
static bool unchanged(struct history *history, const struct cvg_phase *phase,
		      const struct cvg_phase_in *in, struct cvg_err *err)
{
	bool same = true;

	if (CVG_CHECKING && (history->worked || history->scratch)) {
		struct cvg_fn *now =
			cvg_module_snapshot(in->module, in->function, 0);

		same = now->fingerprint == in->fn->fingerprint;
		cvg_fn_free(now);
	}
	cvg_history_drop_work(history);
	if (same)
		return true;
	return cvg_fail(err,
			"%s changed @%s but reported no change; its result was "
			"discarded",
			phase->name, in->fn->name);
}

/* Did the phase make a valid module, with the functions that it may? */
static bool sound(struct history *history, const struct cvg_phase *phase,
		  const struct cvg_phase_in *in, struct cvg_err *err)
{
	uint32_t was =
		cvg_history_nfns(history, cvg_history_rev(history, CVG_NONE));
	uint32_t now = cvg_module_nfunctions(in->module);
	bool ok = now == was || (now > was && phase->adds);

	cvg_module_settle(in->module, in->function);
	if (!ok)
		cvg_fail(err, "a function was added or removed");
	return (ok && cvg_history_sound(history, err)) ||
	       cvg_fail_in(err,
			   "%s made an invalid module, which was discarded",
			   phase->name);
}

/* In debug builds, check that the analyses that the phase keeps are valid. */
static bool kept(struct history *history, const struct cvg_phase *phase,
		 const struct cvg_phase_in *in, uint32_t code,
		 struct cvg_err *err)
{
	if (!CVG_CHECKING || !phase->keeps ||
	    cvg_keeps_check(in->ana,
			    cvg_history_code_ana(history, code,
						 cvg_ana_passed(in->ana)),
			    phase->keeps, err))
		return true;
	return cvg_fail_in(
		err,
		"%s changed what it promises to keep; its result was discarded",
		phase->name);
}

/* Make the module that the phase changed a child of the current revision. */
static bool add_revision(struct history *history, const struct cvg_phase *phase,
			 const struct cvg_phase_in *in,
			 const struct cvg_phase_out *made,
			 struct measures *said, const char *command,
			 struct cvg_err *err)
{
	uint32_t next_uid = history->functions.at[history->focus].next_uid;
	uint32_t place, code;
	struct rev *rev, *was;

	if (!sound(history, phase, in, err))
		return false;
	place = in->function;
	/* A phase may have replaced the function by one that stands elsewhere. */
	if (phase->adds)
		place = cvg_module_function_named(in->module, in->fn->name);
	code = cvg_history_add_code(history,
				    cvg_history_snapshot(history, in->module,
							 place, history->focus,
							 0, NULL),
				    false);
	if (!kept(history, phase, in, code, err))
		return false;
	was = cvg_history_rev(history, CVG_NONE);
	rev = cvg_rev_new(command, was->pub.id);
	rev->outside = was->outside;
	rev->next_uid = next_uid;
	rev->object = in->object;
	rev->settings = *in->settings;
	rev->settings.profile = NULL;
	rev->said = *said;
	*said = (struct measures){0};
	rev->pub.phase = phase;
	rev->pub.settings = &rev->settings;
	if (!cvg_base_step(history, rev, place, code, err)) {
		cvg_rev_free(rev);
		return cvg_fail_in(err, "%s", phase->name);
	}
	cvg_history_commit(history, rev, place, made->count,
			   cvg_str_of(&made->report));
	return true;
}

void cvg_act_scores(const struct history *history, struct cvg_act *act)
{
	const struct rev *rev = cvg_history_rev(history, act->rev);

	act->before = rev->pub.before;
	act->score = rev->pub.score;
}

/* Move the phase's result to the caller's, if all went well. Returns `ok`. */
static bool end_act(const struct history *history, bool ok,
		    struct cvg_phase_out *take_made, struct cvg_act *out)
{
	if (!ok) {
		cvg_str_done(&take_made->report);
		return false;
	}
	*out = (struct cvg_act){
		.changed = take_made->changed,
		.rev = history->current,
		.count = take_made->count,
		.report = take_made->report,
	};
	if (out->changed)
		cvg_act_scores(history, out);
	return true;
}

bool cvg_runner_run(const struct cvg_phase *phase,
		    const struct cvg_phase_in *in, struct cvg_phase_out *made,
		    struct cvg_err *err)
{
	struct cvg_oldnames *names =
		cvg_oldnames_take(in->module, in->function);
	bool ok = phase->run(in, made, err);

	if (ok && made->changed && (phase->reads >> CVG_SET_STEPS & 1) &&
	    cvg_set_int(in->settings, CVG_SET_STEPS) == CVG_STEPS_WHOLE)
		cvg_cleanup(in->module, in->function);
	if (ok && made->changed)
		cvg_oldnames_restore(names, in->module, in->function);
	cvg_oldnames_free(names);
	return ok;
}

/* Run the phase, if it could do something; debug builds check that it could not. */
static bool run_if_of_use(struct cvg_session *s, struct judge *judge,
			  const struct cvg_phase *phase,
			  struct cvg_phase_in *in, struct cvg_settings *own,
			  struct cvg_phase_out *made, struct cvg_err *err)
{
	bool ok;

	if (judge->idle && !CVG_CHECKING)
		return true;
	ok = cvg_runner_begin(s, phase, in, own, err) &&
	     cvg_judge_run(judge, phase, in, own, made, err);
	assert(!judge->idle || !made->changed);
	return ok;
}

bool cvg_runner_act(struct cvg_session *s, const struct cvg_phase *phase,
		    struct cvg_object object,
		    const struct cvg_settings *settings, const char *command,
		    struct cvg_act *out, struct cvg_err *err)
{
	struct cvg_settings own =
		read_by(phase, settings ? settings : &s->settings);
	struct cvg_phase_in in = {.object = object};
	struct cvg_phase_out made = {0};
	struct judge judge;
	uint32_t rev;
	bool ok;

	cvg_judge_begin(&judge, s, phase, object, &own);
	rev = s->history ? s->history->current : CVG_NONE;
	ok = run_if_of_use(s, &judge, phase, &in, &own, &made, err);
	if (ok && made.changed)
		ok = add_revision(s->history, phase, &in, &made, &judge.said,
				  command, err);
	else if (ok)
		ok = unchanged(s->history, phase, &in, err);
	if (!ok && s->history)
		cvg_history_drop_work(s->history);
	ok = end_act(s->history, ok, &made, out);
	if (ok) {
		cvg_judge_told(&judge, &made, &out->judged);
		if (out->changed)
			cvg_history_rev(s->history, out->rev)->pub.judged =
				out->judged;
		out->blind = judge.blind.msg[0] || judge.spares || judge.tired;
		cvg_trial_keep(s, rev, phase, object,
			       settings ? settings : &s->settings, out);
	}
	cvg_judge_done(&judge);
	return ok;
}

bool cvg_runner_try(struct cvg_session *s, const struct cvg_phase *phase,
		    void (*look)(void *context, struct cvg_module *module),
		    void *context, struct cvg_err *err)
{
	struct cvg_settings own = read_by(phase, &s->settings);
	struct cvg_phase_in in = {.object = {.kind = CVG_OBJ_NONE}};
	struct cvg_phase_out made = {0};
	bool ok;

	if (!cvg_runner_begin(s, phase, &in, &own, err))
		return false;
	ok = phase->run(&in, &made, err);
	if (ok && made.changed)
		look(context, in.module);
	cvg_history_drop_work(s->history);
	cvg_str_done(&made.report);
	return ok;
}

/* ---- showing the decisions of a step again --------------------------- */

/* Let the phase of a revision run once more, in the module of its own, where
 * all text can be printed. */
static bool run_retold(struct cvg_session *s, struct rev *revision,
		       struct rev *was, struct cvg_phase_in *in,
		       struct cvg_err *err)
{
	struct cvg_phase_out made = {0};
	struct judge judge;
	bool ok;

	in->module = cvg_history_work(s->history, was, in->function, true, err);
	if (!in->module)
		return false;
	cvg_module_adopt_uids(in->module, in->function, in->fn,
			      revision->next_uid);
	cvg_judge_replay(&judge, &revision->said);
	/* One that could not measure was no judge of what does not ask it. */
	if (revision->said.n &&
	    (revision->pub.phase->asks || !isnan(revision->said.at[0])))
		in->judge = &judge.pub;
	ok = revision->pub.phase->run(in, &made, err);
	cvg_judge_done(&judge);
	cvg_str_done(&made.report);
	cvg_history_drop_work(s->history);
	return ok;
}

/* Price by that table, with which a revision was made, or again by the
 * session's. */
static void price_by(struct cvg_session *s, const struct cvg_costs *costs)
{
	if (s->history->want.costs == costs)
		return;
	cvg_history_price(s->history, costs);
	cvg_proving_drop_plans(s);
}

bool cvg_session_retell(struct cvg_session *s, uint32_t rev,
			const struct cvg_witness *w, struct cvg_err *err)
{
	struct rev *revision = cvg_history_rev(s->history, rev), *was;
	struct cvg_phase_in in = {.witness = w,
				  .object = revision->object,
				  .snap = CVG_SNAP_TEXT};
	struct cvg_settings settings = revision->settings;
	const struct profiled *profiled;
	uint32_t fid =
		cvg_history_fid(s->history, revision, revision->pub.function);
	bool ok;

	if (!revision->pub.phase)
		return true;
	price_by(s, revision->settings.costs);
	was = cvg_history_rev(s->history, revision->pub.parent);
	profiled = cvg_proving_profile(s, was->pub.id, fid);
	settings.profile = profiled ? profiled->profile : NULL;
	in.settings = &settings;
	in.function = cvg_history_place(s->history, was, fid);
	in.fn = cvg_history_text(s->history, was, in.function)->fn;
	in.ana = cvg_history_ana(s->history, was, in.function);
	cvg_ana_need(in.ana, revision->pub.phase->needs);
	ok = run_retold(s, revision, was, &in, err);
	price_by(s, s->settings.costs);
	return ok;
}
