/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A session: loading, looking, writing. */
#include "inside.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

#include "reconverge/ir.h"
#include "reconverge/mcode.h"
#include "reconverge/plan.h"

#include <stdlib.h>
#include <string.h>

struct cvg_session *cvg_session_new(void)
{
	struct cvg_session *s = cvg_calloc(1, sizeof *s);

	cvg_settings_init(&s->settings);
	s->journal.fd = -1;
	return s;
}

void cvg_session_free(struct cvg_session *take_session)
{
	if (!take_session)
		return;
	cvg_journal_done(&take_session->journal);
	cvg_session_free_costs(take_session);
	cvg_proving_done(&take_session->proving);
	cvg_history_free(take_session->history);
	if (!take_session->shares_coder)
		cvg_coder_free(take_session->coder);
	free(take_session);
}

struct cvg_settings *cvg_session_settings(struct cvg_session *s)
{
	return &s->settings;
}

/* Begin the history of a module that was loaded; `any`: with any focus. */
static bool begin(struct cvg_session *s, const char *path,
		  const struct cvg_target_options *opt,
		  struct cvg_module *module, bool any)
{
	cvg_proving_done(&s->proving);
	s->settings.profile = NULL;
	s->settings.rejects = NULL;
	s->written = 0;
	cvg_history_free(s->history);
	s->history = cvg_history_new(path, opt, module, any);
	s->history->ticker = &s->ticker;
	cvg_session_reprice(s);
	return true;
}

bool cvg_session_load(struct cvg_session *s, const char *path,
		      const struct cvg_target_options *opt, struct cvg_err *err)
{
	struct cvg_module *module;

	if (!cvg_module_load(path, opt, &module, err))
		return false;
	if (!opt || !opt->nflags || cvg_module_made(module))
		return begin(s, path, opt, module, false);
	cvg_module_free(module);
	return cvg_fail(err, "%s: flags for clang need a source file", path);
}

bool cvg_session_read(struct cvg_session *s, const char *name,
		      const void *bytes, size_t n,
		      const struct cvg_target_options *opt, struct cvg_err *err)
{
	struct cvg_module *module;

	return cvg_module_read(name, bytes, n, opt, &module, err) &&
	       begin(s, name, opt, module, false);
}

bool cvg_session_copy_of(struct cvg_session *s, const char *name,
			 struct LLVMOpaqueModule *llvm, unsigned known,
			 const struct cvg_target_options *opt,
			 struct cvg_err *err)
{
	struct cvg_module *module;
	bool ok = known & CVG_COPY_GUEST
			  ? cvg_module_guest_of(llvm, opt, &module, err)
			  : cvg_module_copy_of(llvm, opt, &module, err);

	return ok && begin(s, name, opt, module, known & CVG_COPY_ANY_FOCUS);
}

bool cvg_session_loaded(const struct cvg_session *s)
{
	return s->history != NULL;
}

const char *cvg_session_path(const struct cvg_session *s)
{
	return s->history->path;
}

const char *cvg_session_triple(const struct cvg_session *s)
{
	return s->history->triple;
}

const char *cvg_session_cpu(const struct cvg_session *s)
{
	return s->history->cpu;
}

struct cvg_target_options cvg_session_asked(const struct cvg_session *s)
{
	return s->history->want;
}

/* ---- looking --------------------------------------------------------- */

/* The place in revision r of function f of the current one, or CVG_NONE. */
static uint32_t place_in(struct history *history, const struct rev *rev,
			 uint32_t f)
{
	const struct rev *now = cvg_history_rev(history, CVG_NONE);

	return cvg_history_place(history, rev,
				 f == CVG_NONE
					 ? history->focus
					 : cvg_history_fid(history, now, f));
}

const struct cvg_fn *cvg_session_fn(struct cvg_session *s, uint32_t rev,
				    uint32_t f)
{
	struct rev *revision = cvg_history_rev(s->history, rev);
	uint32_t at = place_in(s->history, revision, f);

	return at == CVG_NONE ? NULL
			      : cvg_history_text(s->history, revision, at)->fn;
}

void cvg_session_texts(struct cvg_session *s, bool wanted)
{
	s->history->no_texts = !wanted;
}

struct cvg_ana *cvg_session_ana(struct cvg_session *s, uint32_t rev, uint32_t f)
{
	struct rev *revision = cvg_history_rev(s->history, rev);
	uint32_t at = place_in(s->history, revision, f);

	if (at == CVG_NONE)
		return NULL;
	cvg_history_text(s->history, revision, at);
	return cvg_history_ana(s->history, revision, at);
}

const struct cvg_fn *cvg_session_score_of(struct cvg_session *s, uint32_t f,
					  struct cvg_score *out)
{
	return cvg_history_score(s->history,
				 cvg_history_rev(s->history, CVG_NONE), f, out);
}

void cvg_session_all_fns(struct cvg_session *s, uint32_t rev)
{
	cvg_history_all_code(s->history, cvg_history_rev(s->history, rev));
}

const struct cvg_plan *cvg_session_plan(struct cvg_session *s)
{
	struct rev *rev = cvg_history_rev(s->history, CVG_NONE);
	uint32_t at = cvg_history_place(s->history, rev, s->history->focus);

	cvg_history_text(s->history, rev, at);
	cvg_proving_apply(s);
	return cvg_plan_kept(cvg_history_ana(s->history, rev, at),
			     &s->settings);
}

/* ---- writing --------------------------------------------------------- */

/* The module of the current revision, to be written. */
static struct cvg_module *current_module(struct cvg_session *s,
					 struct cvg_err *err)
{
	if (s->history)
		return cvg_history_module(
			s->history, cvg_history_rev(s->history, CVG_NONE), err);
	cvg_fail(err, "no module is loaded");
	return NULL;
}

bool cvg_session_write(struct cvg_session *s, const char *path,
		       enum cvg_emit kind, struct cvg_err *err)
{
	struct cvg_module *module = current_module(s, err);
	int seconds = cvg_set_int(&s->settings, CVG_SET_TIME_LIMIT);

	if (!module ||
	    !cvg_module_write(module, path, kind, (unsigned)seconds, err))
		return false;
	s->written = s->history->current;
	return true;
}

bool cvg_session_output(struct cvg_session *s, enum cvg_emit kind,
			struct cvg_str *out, struct cvg_err *err)
{
	struct cvg_module *module = current_module(s, err);
	int seconds = cvg_set_int(&s->settings, CVG_SET_TIME_LIMIT);

	return module &&
	       cvg_module_output(module, kind, (unsigned)seconds, out, err);
}

struct LLVMOpaqueModule *cvg_session_give(struct cvg_session *s,
					  struct LLVMOpaqueContext *context,
					  struct cvg_err *err)
{
	struct cvg_module *module = current_module(s, err);

	return module ? cvg_module_give(module, context, err) : NULL;
}

const struct cvg_fn *cvg_session_loaded_fn(const struct cvg_session *s,
					   uint32_t f)
{
	uint32_t at = place_in(s->history, s->history->revs.at[0], f);

	return at == CVG_NONE ? NULL : cvg_history_loaded(s->history, at);
}

bool cvg_session_changed(const struct cvg_session *s, uint32_t f)
{
	struct history *history = s->history;
	const struct rev *now = cvg_history_rev(history, CVG_NONE);
	uint32_t code = cvg_history_code_at(history, now, f);
	const struct cvg_fn *was;

	/* The codes of P0 are the first. Most were never looked at. */
	if (code == place_in(history, history->revs.at[0], f))
		return false;
	was = cvg_session_loaded_fn(s, f);
	return !was ||
	       was->fingerprint !=
		       cvg_history_code(history, now, f)->fn->fingerprint;
}

bool cvg_session_unwritten(const struct cvg_session *s)
{
	return s->history && s->history->current &&
	       s->history->current != s->written;
}

bool cvg_session_text(struct cvg_session *s, uint32_t rev, uint32_t f,
		      char **out, struct cvg_err *err)
{
	struct rev *revision = cvg_history_rev(s->history, rev);
	uint32_t at =
		f == CVG_NONE ? CVG_NONE : place_in(s->history, revision, f);
	struct cvg_module *module;

	if (f != CVG_NONE && at == CVG_NONE)
		return cvg_fail(err, "P%u has no function @%s",
				revision->pub.id,
				cvg_session_function_name(s, f));
	module = cvg_history_module(s->history, revision, err);
	if (!module)
		return false;
	*out = at == CVG_NONE ? cvg_module_text(module)
			      : cvg_module_function_text(module, at);
	return true;
}

/* ---- machine code ---------------------------------------------------- */

struct cvg_mcode **cvg_rev_mcode(struct rev *rev, uint32_t fid, bool ptxas)
{
	while (rev->mcode[ptxas].n <= fid)
		cvg_push(&rev->mcode[ptxas], NULL);
	return &rev->mcode[ptxas].at[fid];
}

const struct cvg_mcode *cvg_session_known_mcode(struct cvg_session *s,
						uint32_t f)
{
	uint32_t rev = cvg_session_current(s);
	const struct cvg_fn *fn = cvg_session_fn(s, rev, f);

	/* Revisions that have the same code share its snapshot. */
	for (; rev != CVG_NONE && cvg_session_fn(s, rev, f) == fn;
	     rev = cvg_session_rev(s, rev)->parent)
		for (int ptxas = 1; ptxas >= 0; ptxas--) {
			struct cvg_mcode *known = *cvg_rev_mcode(
				cvg_history_rev(s->history, rev), f, ptxas);

			if (known)
				return known;
		}
	return NULL;
}

void cvg_session_share_coder(struct cvg_session *s, struct cvg_coder *coder)
{
	s->coder = coder;
	s->shares_coder = coder != NULL;
	if (coder)
		cvg_coder_ptxas(coder, true);
}

struct cvg_coder *cvg_session_coder(struct cvg_session *s)
{
	if (!s->coder) {
		s->coder = cvg_coder_new();
		cvg_coder_ptxas(s->coder, true);
	}
	return s->coder;
}

static struct cvg_mcode *mcode_of(struct cvg_session *s, uint32_t rev,
				  struct cvg_err *err)
{
	int seconds = cvg_set_int(&s->settings, CVG_SET_TIME_LIMIT);
	struct rev *revision = cvg_history_rev(s->history, rev);
	uint32_t at = place_in(s->history, revision, CVG_NONE);
	struct cvg_mcode **kept =
		cvg_rev_mcode(revision, s->history->focus, true);
	struct cvg_module *module;
	const struct cvg_fn *fn;

	if (*kept)
		return *kept;
	fn = cvg_session_fn(s, rev, CVG_NONE);
	if (!fn) {
		cvg_fail(err, "P%u has no function @%s", revision->pub.id,
			 cvg_session_function_name(s, CVG_NONE));
		return NULL;
	}
	module = cvg_history_module(s->history, revision, err);
	if (!module)
		return NULL;
	cvg_module_mcode(cvg_session_coder(s), module, at, fn,
			 (unsigned)seconds, kept, err);
	return *kept;
}

const struct cvg_mcode *cvg_session_mcode(struct cvg_session *s, uint32_t rev,
					  struct cvg_err *err)
{
	return mcode_of(s, rev, err);
}

const struct cvg_mcode *cvg_session_mcode_named(struct cvg_session *s,
						uint32_t rev,
						struct cvg_err *err)
{
	int seconds = cvg_set_int(&s->settings, CVG_SET_TIME_LIMIT);
	struct cvg_mcode *mcode = mcode_of(s, rev, err);
	struct cvg_module *module =
		mcode ? cvg_history_module(s->history,
					   cvg_history_rev(s->history, rev),
					   err)
		      : NULL;

	if (!module)
		return NULL;
	cvg_module_name(cvg_session_coder(s), module, (unsigned)seconds, mcode);
	return mcode;
}
