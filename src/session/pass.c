/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs an LLVM pipeline as a step, on the module or on the function in focus. On the
 * module it may change every function, remove some and add others, so the functions
 * are compared before and after.
 */
#include "inside.h"

#include "reconverge/cxxname.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"

#include <stdlib.h>
#include <string.h>

/* ---- comparing code -------------------------------------------------- */

static bool same_blocks(const struct cvg_fn *a, const struct cvg_fn *b)
{
	for (uint32_t i = 0; i < a->nblocks; i++) {
		const struct cvg_block *x = &a->blocks[i], *y = &b->blocks[i];

		if (x->uid != y->uid || strcmp(x->name, y->name) ||
		    x->ninsts != y->ninsts || x->nsuccs != y->nsuccs)
			return false;
		for (uint32_t k = 0; k < x->nsuccs; k++) {
			if (a->succ_weight[x->succs_at + k] !=
			    b->succ_weight[y->succs_at + k])
				return false;
		}
	}
	return true;
}

static bool same_spot(const struct cvg_fn *a, const struct cvg_inst *x,
		      const struct cvg_fn *b, const struct cvg_inst *y)
{
	const struct cvg_spot *of_x = cvg_spot_at(a, x->spot);
	const struct cvg_spot *of_y = cvg_spot_at(b, y->spot);

	return of_x && of_y ? of_x->line == of_y->line : of_x == of_y;
}

static bool same_insts(const struct cvg_fn *a, const struct cvg_fn *b)
{
	for (uint32_t i = 0; i < a->ninsts; i++) {
		const struct cvg_inst *x = &a->insts[i], *y = &b->insts[i];

		if (x->flags != y->flags || !same_spot(a, x, b, y) ||
		    strcmp(x->text, y->text))
			return false;
	}
	return true;
}

static bool same_attrs(const struct cvg_fn *a, const struct cvg_fn *b)
{
	if (a->nattrs != b->nattrs)
		return false;
	for (uint32_t i = 0; i < a->nattrs; i++) {
		if (strcmp(a->attrs[i].key, b->attrs[i].key) ||
		    strcmp(a->attrs[i].value, b->attrs[i].value))
			return false;
	}
	return true;
}

/* True if the two snapshots show the same code. */
static bool same_code(const struct cvg_fn *a, const struct cvg_fn *b)
{
	return a->fingerprint == b->fingerprint && a->nblocks == b->nblocks &&
	       a->ninsts == b->ninsts && a->nvalues == b->nvalues &&
	       same_attrs(a, b) && same_blocks(a, b) && same_insts(a, b);
}

static void report_changed(const struct cvg_fn *old, const struct cvg_fn *fn,
			   struct cvg_str *report)
{
	cvg_cxx_add(report, fn->name);
	cvg_str_addf(report, ": blocks %u -> %u, instructions %u -> %u\n",
		     old->nblocks, fn->nblocks, old->ninsts, fn->ninsts);
}

/* ---- before and after ------------------------------------------------ */

static void report_removed(const struct history *history,
			   const struct rev *before, const struct rev *after,
			   struct cvg_str *report)
{
	for (uint32_t f = 0; f < cvg_history_nfns(history, before); f++) {
		uint32_t fid = cvg_history_fid(history, before, f);

		if (cvg_history_place(history, after, fid) == CVG_NONE)
			cvg_str_addf(report, "@%s: removed\n",
				     history->functions.at[fid].name);
	}
}

/*
 * Give function f of the new base its code: that of the parent if it did not
 * change. Returns true if it changed. `renumber` is NULL or numbers its blocks
 * first.
 */
static bool take_code(struct history *history, const struct rev *before,
		      struct base *base, uint32_t f, cvg_renumber_fn *renumber,
		      struct cvg_str *report)
{
	uint32_t fid = base->fid[f];
	uint32_t was = cvg_history_place(history, before, fid);
	const struct cvg_fn *old = NULL;
	struct cvg_fn *fn;

	if (was != CVG_NONE)
		old = cvg_history_code(history, before, was)->fn;
	if (renumber)
		renumber(history, base, f, old);
	fn = cvg_history_snapshot(history, base->live, f, fid, CVG_SNAP_TEXT,
				  NULL);
	if (!old) {
		cvg_str_addf(report, "@%s: added\n", fn->name);
		base->code[f] = cvg_history_add_code(history, fn, true);
		return true;
	}
	if (same_code(old, fn)) {
		cvg_fn_free(fn);
		base->code[f] = cvg_history_code_at(history, before, was);
		return false;
	}
	report_changed(old, fn, report);
	base->code[f] = cvg_history_add_code(history, fn, true);
	return true;
}

void cvg_history_commit_scratch(struct history *history, const char *command,
				uint64_t outside, cvg_renumber_fn *renumber,
				struct cvg_act *out)
{
	const struct rev *before = cvg_history_rev(history, CVG_NONE);
	struct rev *rev = cvg_rev_new(command, before->pub.id);
	struct base *base;
	uint32_t at;

	rev->outside = outside;
	cvg_history_all_code(history, before);
	base = cvg_base_begin(history, rev);
	cvg_module_hold_text(base->live);
	for (uint32_t f = 0; f < base->nfns; f++)
		out->count += take_code(history, before, base, f, renumber,
					&out->report);
	cvg_module_drop_text(base->live);
	report_removed(history, before, rev, &out->report);
	if (!out->report.n)
		cvg_str_add(&out->report,
			    "only what is outside of functions changed\n");
	at = cvg_history_place(history, rev, history->focus);
	if (at == CVG_NONE) {
		at = cvg_focus_default(base->live);
		history->focus = base->fid[at];
	}
	cvg_history_commit(history, rev, at, out->count,
			   cvg_str_of(&out->report));
	out->rev = history->current;
	out->changed = true;
	cvg_act_scores(history, out);
}

uint64_t cvg_hash_outside(const char *text)
{
	struct cvg_str out = {0};
	bool inside = false;
	uint64_t hash;

	for (size_t n; *text; text += n) {
		n = strcspn(text, "\n");
		n += text[n] == '\n';
		inside |= !strncmp(text, "define ", 7);
		if (!inside)
			cvg_str_addn(&out, text, n);
		inside &= *text != '}';
	}
	hash = cvg_journal_hash(cvg_str_of(&out), out.n);
	cvg_str_done(&out);
	return hash;
}

/*
 * Run the pipeline on the live module; *changed tells whether its text changed,
 * and *outside changes if the text outside of functions did. (Bitcode cannot be
 * compared: it lists names in the order of a hash table, which depends on earlier
 * insertions.)
 */
static bool run(struct cvg_module *module, const char *pipeline,
		unsigned seconds, bool *changed, uint64_t *outside,
		struct cvg_err *err)
{
	uint64_t was, is;
	char *before = cvg_module_text(module), *after;

	if (!cvg_module_pass(module, pipeline, seconds, err)) {
		free(before);
		return false;
	}
	after = cvg_module_text(module);
	*changed = strcmp(before, after) != 0;
	was = cvg_hash_outside(before);
	is = cvg_hash_outside(after);
	if (is != was)
		*outside = is;
	free(before);
	free(after);
	if (!cvg_module_verify(module, err))
		return cvg_fail_in(err, "the pipeline broke the module");
	if (!cvg_module_nfunctions(module))
		return cvg_fail(err, "the pipeline removed every function");
	return true;
}

/* ---- one function ---------------------------------------------------- */

/* Make the code in work a revision. */
static bool add_changed(struct history *history, uint32_t f,
			struct cvg_fn *take_fn, const char *command,
			struct cvg_act *out, struct cvg_err *err)
{
	const struct rev *was = cvg_history_rev(history, CVG_NONE);
	struct rev *rev = cvg_rev_new(command, was->pub.id);
	uint32_t code = cvg_history_add_code(history, take_fn, true);

	rev->outside = was->outside;
	report_changed(cvg_history_code(history, was, f)->fn, take_fn,
		       &out->report);
	if (!cvg_history_sound(history, err) ||
	    !cvg_base_step(history, rev, f, code, err)) {
		cvg_rev_free(rev);
		return cvg_fail_in(err, "the pipeline broke the function");
	}
	out->count = 1;
	cvg_history_commit(history, rev, f, 1, cvg_str_of(&out->report));
	out->rev = history->current;
	out->changed = true;
	cvg_act_scores(history, out);
	return true;
}

bool cvg_runner_pass_alone(struct cvg_session *s, const char *pipeline,
			   enum cvg_unroll unroll, const char *command,
			   struct cvg_act *out, struct cvg_err *err)
{
	unsigned seconds =
		(unsigned)cvg_set_int(&s->settings, CVG_SET_TIME_LIMIT);
	struct history *history = s->history;
	struct cvg_module *module;
	const struct rev *rev;
	const struct cvg_fn *old;
	struct cvg_fn *fn;
	uint32_t f;
	bool ok;

	if (!history)
		return cvg_fail(err, "no module is loaded");
	*out = (struct cvg_act){.rev = history->current};
	rev = cvg_history_rev(history, CVG_NONE);
	f = cvg_history_place(history, rev, history->focus);
	old = cvg_history_text(history, rev, f)->fn;
	module = cvg_history_work(history, rev, f, false, err);
	ok = module &&
	     cvg_module_pass_alone(module, f, pipeline, unroll, seconds, err);
	if (ok) {
		cvg_module_settle(module, f);
		fn = cvg_history_snapshot(history, module, f, history->focus,
					  CVG_SNAP_TEXT, NULL);
		if (same_code(old, fn))
			cvg_fn_free(fn);
		else
			ok = add_changed(history, f, fn, command, out, err);
	}
	if (!out->changed)
		cvg_history_drop_work(history);
	return ok;
}

/* ---- the module ------------------------------------------------------ */

bool cvg_session_pass(struct cvg_session *s, const char *pipeline,
		      const char *command, struct cvg_act *out,
		      struct cvg_err *err)
{
	int seconds = cvg_set_int(&s->settings, CVG_SET_TIME_LIMIT);
	struct history *history = s->history;
	struct cvg_module *module;
	const struct rev *rev;
	uint64_t outside;
	bool changed;

	if (!history)
		return cvg_fail(err, "no module is loaded");
	if (cvg_set_int(&s->settings, CVG_SET_PROVE))
		return cvg_fail(err, "only a step on one function can be "
				     "proved: with prove=yes, say "
				     "scope=function");
	rev = cvg_history_rev(history, CVG_NONE);
	cvg_history_all_code(history, rev); /* numbers all blocks */
	module = cvg_history_work(history, rev, 0, true, err);
	if (!module)
		return false;
	outside = rev->outside;
	if (!run(module, pipeline, (unsigned)seconds, &changed, &outside,
		 err)) {
		cvg_history_drop_work(history);
		return false;
	}
	*out = (struct cvg_act){.rev = history->current};
	if (changed)
		cvg_history_commit_scratch(history, command, outside, NULL,
					   out);
	else
		cvg_history_drop_work(history);
	return true;
}

bool cvg_session_run_pass(struct cvg_session *session,
			  const struct cvg_pass *pass, const char *command,
			  struct cvg_act *out, struct cvg_err *err)
{
	if (pass->alone)
		return cvg_session_pass_alone(session, pass->pipeline,
					      pass->unroll, command, out, err);
	return cvg_session_pass(session, pass->pipeline, command, out, err);
}
