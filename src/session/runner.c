/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs phases. A phase gets the module of the current revision, revived from
 * its bitcode. The result becomes a revision only if the verifier accepts it.
 * On any failure the live module is dropped, and the tree is unchanged.
 */
#include "inside.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"

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
	return own;
}

/*
 * Fill the phase's input with the function in focus of the current revision.
 * in->settings becomes *settings, with the profile in force.
 */
static bool phase_in(struct cvg_session *s, const struct cvg_phase *phase,
		     struct cvg_phase_in *in, struct cvg_settings *settings,
		     struct cvg_err *err)
{
	struct rev *rev;

	if (!s->h)
		return cvg_fail(err, "no module is loaded");
	cvg_proving_apply(s);
	settings->profile = s->settings.profile;
	settings->rejects = s->settings.rejects;
	rev = cvg_history_rev(s->h, CVG_NONE);
	in->function = cvg_history_place(rev, s->h->focus);
	in->fn = cvg_history_code(s->h, rev, in->function)->fn;
	in->ana = cvg_history_ana(s->h, rev, in->function);
	in->settings = settings;
	cvg_ana_need(in->ana, phase->needs);
	in->module = cvg_history_live(s->h, err);
	if (in->module)
		s->h->pristine = false; /* the phase may change the module */
	return in->module != NULL;
}

/* Check that a phase that reported no change made none. */
static bool unchanged(struct history *history, const struct cvg_phase *phase,
		      const struct cvg_phase_in *in, struct cvg_err *err)
{
	struct cvg_fn *now = cvg_module_snapshot(in->module, in->function, 0);
	bool same = now->fingerprint == in->fn->fingerprint;

	cvg_fn_free(now);
	if (same)
		return true;
	cvg_history_drop_live(history);
	return cvg_fail(err,
			"%s changed @%s but reported no change; its result was "
			"discarded",
			phase->name, in->fn->name);
}

static bool sound(struct history *history, const struct cvg_phase *phase,
		  const struct cvg_phase_in *in, struct cvg_err *err)
{
	struct cvg_err why;

	uint32_t was = cvg_history_rev(history, CVG_NONE)->nfns;
	uint32_t now = cvg_module_nfunctions(in->module);

	cvg_module_settle(in->module, in->function);
	if (now < was || (now > was && !phase->adds))
		cvg_fail(&why, "a function was added or removed");
	else if (cvg_module_verify(in->module, &why))
		return true;
	cvg_history_drop_live(history);
	return cvg_fail(err,
			"%s made an invalid module, which was discarded: %s",
			phase->name, why.msg);
}

/* In debug builds, check that the analyses that the phase keeps are valid. */
static bool kept(struct history *history, const struct cvg_phase *phase,
		 const struct cvg_phase_in *in, struct rev *rev, uint32_t at,
		 struct cvg_err *err)
{
	struct cvg_ana *after;

	if (!CVG_CHECKING || !phase->keeps)
		return true;
	after = cvg_history_ana(history, rev, at);
	if (cvg_keeps_check(in->ana, after, phase->keeps, err))
		return true;
	cvg_history_drop_live(history);
	return cvg_fail_in(
		err,
		"%s changed what it promises to keep; its result was discarded",
		phase->name);
}

/*
 * Make a child of the current revision, not in the tree yet. A phase may have
 * added functions, or replaced one by another that stands elsewhere in the
 * module, so functions are found again by name.
 */
static struct rev *child(struct history *history, struct cvg_module *module,
			 const char *command)
{
	struct rev *was = cvg_history_rev(history, CVG_NONE);
	uint32_t n = cvg_module_nfunctions(module);
	struct rev *rev = cvg_rev_new(command, was->pub.id, n);

	rev->outside = was->outside;
	for (uint32_t f = 0; f < n; f++) {
		const char *name = cvg_module_function_name(module, f);
		uint32_t place = f;

		if (f >= was->nfns ||
		    strcmp(history->functions.at[was->fid[f]].name, name) != 0)
			place = cvg_history_place(
				was, cvg_history_fid_in(history, module, f));
		if (place != CVG_NONE) {
			rev->fid[f] = was->fid[place];
			rev->code[f] = was->code[place];
			continue;
		}
		rev->fid[f] = cvg_history_fid_in(history, module, f);
		rev->code[f] = cvg_history_add_code(
			history,
			cvg_history_snapshot(history, module, f, rev->fid[f]));
	}
	return rev;
}

static bool add_revision(struct history *history, const struct cvg_phase *phase,
			 const struct cvg_phase_in *in,
			 const struct cvg_phase_out *made, const char *command,
			 struct cvg_err *err)
{
	struct rev *rev;
	struct cvg_fn *fn;
	uint32_t at;

	if (!sound(history, phase, in, err))
		return false;
	rev = child(history, in->module, command);
	at = cvg_history_place(rev, history->focus);
	rev->next_uid = history->functions.at[history->focus].next_uid;
	fn = cvg_history_snapshot(history, in->module, at, history->focus);
	rev->code[at] = cvg_history_add_code(history, fn);
	if (!kept(history, phase, in, rev, at, err)) {
		cvg_rev_free(rev);
		return false;
	}
	rev->object = in->object;
	rev->settings = *in->settings;
	rev->settings.profile = NULL;
	rev->pub.phase = phase;
	rev->pub.settings = &rev->settings;
	cvg_history_commit(history, rev, at, made->count,
			   cvg_str_of(&made->report));
	return true;
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
	return true;
}

bool cvg_session_act(struct cvg_session *s, const struct cvg_phase *phase,
		     struct cvg_object object,
		     const struct cvg_settings *settings, const char *command,
		     struct cvg_act *out, struct cvg_err *err)
{
	struct cvg_settings own =
		read_by(phase, settings ? settings : &s->settings);
	struct cvg_phase_in in = {.object = object};
	struct cvg_phase_out made = {0};
	struct cvg_oldnames *names;
	bool ok;

	if (!phase_in(s, phase, &in, &own, err))
		return false;
	names = cvg_oldnames_take(in.module, in.function);
	ok = phase->run(&in, &made, err);
	if (ok && made.changed)
		cvg_oldnames_restore(names, in.module, in.function);
	cvg_oldnames_free(names);
	if (!ok)
		cvg_history_drop_live(s->h);
	else if (made.changed)
		ok = add_revision(s->h, phase, &in, &made, command, err);
	else
		ok = unchanged(s->h, phase, &in, err);
	return end_act(s->h, ok, &made, out);
}

/* A phase without a preview of its own runs on a module that is then lost. */
bool cvg_session_preview(struct cvg_session *s, const struct cvg_phase *phase,
			 struct cvg_object object,
			 const struct cvg_settings *settings,
			 struct cvg_act *out, struct cvg_err *err)
{
	struct cvg_settings own =
		read_by(phase, settings ? settings : &s->settings);
	struct cvg_phase_in in = {.object = object};
	struct cvg_phase_out made = {0};
	bool ok;

	if (!phase_in(s, phase, &in, &own, err))
		return false;
	ok = phase->preview ? phase->preview(&in, &made, err)
			    : phase->run(&in, &made, err);
	cvg_history_drop_live(s->h);
	return end_act(s->h, ok, &made, out);
}

bool cvg_runner_try(struct cvg_session *s, const struct cvg_phase *phase,
		    void (*look)(void *context, struct cvg_module *module),
		    void *context, struct cvg_err *err)
{
	struct cvg_settings own = read_by(phase, &s->settings);
	struct cvg_phase_in in = {.object = {.kind = CVG_OBJ_NONE}};
	struct cvg_phase_out made = {0};
	bool ok;

	if (!phase_in(s, phase, &in, &own, err))
		return false;
	ok = phase->run(&in, &made, err);
	if (ok && made.changed)
		look(context, in.module);
	cvg_history_drop_live(s->h);
	cvg_str_done(&made.report);
	return ok;
}

/* ---- showing the decisions of a step again --------------------------- */

bool cvg_session_retell(struct cvg_session *s, uint32_t rev,
			const struct cvg_witness *w, struct cvg_err *err)
{
	struct rev *revision = cvg_history_rev(s->h, rev), *was;
	struct cvg_phase_in in = {.witness = w,
				  .object = revision->object,
				  .snap = CVG_SNAP_TEXT};
	struct cvg_settings settings = revision->settings;
	struct cvg_phase_out made = {0};
	const struct profiled *profiled;
	uint32_t fid = revision->fid[revision->pub.function];
	bool ok;

	if (!revision->pub.phase)
		return true;
	was = cvg_history_rev(s->h, revision->pub.parent);
	profiled = cvg_proving_profile(s, was->pub.id, fid);
	settings.profile = profiled ? profiled->profile : NULL;
	in.settings = &settings;
	in.function = cvg_history_place(was, fid);
	in.fn = cvg_history_code(s->h, was, in.function)->fn;
	in.ana = cvg_history_ana(s->h, was, in.function);
	cvg_ana_need(in.ana, revision->pub.phase->needs);
	in.module = cvg_history_revive(s->h, was, err);
	if (!in.module)
		return false;
	cvg_module_ticker(in.module, s->h->ticker);
	cvg_module_adopt_uids(in.module, in.function, in.fn,
			      revision->next_uid);
	ok = revision->pub.phase->run(&in, &made, err);
	cvg_str_done(&made.report);
	cvg_module_free(in.module);
	return ok;
}
