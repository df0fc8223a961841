/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs an LLVM pipeline as a step. It may change every function, remove some
 * and add others, so the functions are compared before and after.
 */
#include "inside.h"

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

static bool same_insts(const struct cvg_fn *a, const struct cvg_fn *b)
{
	for (uint32_t i = 0; i < a->ninsts; i++) {
		const struct cvg_inst *x = &a->insts[i], *y = &b->insts[i];

		if (x->flags != y->flags || x->line != y->line ||
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

/* ---- before and after ------------------------------------------------ */

static void report_removed(const struct history *h, const struct rev *before,
			   const struct rev *after, struct cvg_str *report)
{
	for (uint32_t f = 0; f < before->nfns; f++) {
		uint32_t fid = before->fid[f];

		if (cvg_history_place(after, fid) == CVG_NONE)
			cvg_str_addf(report, "@%s: removed\n",
				     h->functions.at[fid].name);
	}
}

/*
 * Give function f of the new revision its code: that of the parent if it did
 * not change. Returns true if it changed.
 */
static bool take_code(struct history *h, struct rev *before, struct rev *r,
		      uint32_t f, struct cvg_str *report)
{
	uint32_t fid = r->fid[f];
	uint32_t was = cvg_history_place(before, fid);
	struct cvg_fn *fn = cvg_history_snapshot(h, h->live, f, fid);
	const struct cvg_fn *old;

	if (was == CVG_NONE) {
		cvg_str_addf(report, "@%s: added\n", fn->name);
		r->code[f] = cvg_history_add_code(h, fn);
		return true;
	}
	old = cvg_history_code(h, before, was)->fn;
	if (same_code(old, fn)) {
		cvg_fn_free(fn);
		r->code[f] = before->code[was];
		return false;
	}
	cvg_str_addf(report, "@%s: blocks %u -> %u, instructions %u -> %u\n",
		     fn->name, old->nblocks, fn->nblocks, old->ninsts,
		     fn->ninsts);
	r->code[f] = cvg_history_add_code(h, fn);
	return true;
}

static void add_revision(struct history *h, const char *command,
			 uint64_t outside, struct cvg_act *out)
{
	struct rev *before = cvg_history_rev(h, CVG_NONE);
	uint32_t n = cvg_module_nfunctions(h->live), at;
	struct rev *r = cvg_rev_new(command, before->pub.id, n);

	r->outside = outside;
	cvg_history_all_code(h, before);
	cvg_module_hold_text(h->live);
	for (uint32_t f = 0; f < n; f++) {
		r->fid[f] = cvg_history_fid_in(h, h->live, f);
		out->count += take_code(h, before, r, f, &out->report);
	}
	cvg_module_drop_text(h->live);
	report_removed(h, before, r, &out->report);
	if (!out->report.n)
		cvg_str_add(&out->report,
			    "only what is outside of functions changed\n");
	at = cvg_history_place(r, h->focus);
	if (at == CVG_NONE) {
		at = cvg_focus_default(h->live);
		h->focus = r->fid[at];
	}
	cvg_history_commit(h, r, at, out->count, cvg_str_of(&out->report));
	out->rev = h->current;
	out->changed = true;
}

/* A hash of the module's text without the bodies of its functions. */
static uint64_t hash_outside(const char *text)
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
static bool run(struct cvg_module *m, const char *pipeline, unsigned seconds,
		bool *changed, uint64_t *outside, struct cvg_err *err)
{
	uint64_t was, is;
	char *before = cvg_module_text(m), *after;

	if (!cvg_module_pass(m, pipeline, seconds, err)) {
		free(before);
		return false;
	}
	after = cvg_module_text(m);
	*changed = strcmp(before, after) != 0;
	was = hash_outside(before);
	is = hash_outside(after);
	if (is != was)
		*outside = is;
	free(before);
	free(after);
	if (!cvg_module_verify(m, err))
		return cvg_fail_in(err, "the pipeline broke the module");
	if (!cvg_module_nfunctions(m))
		return cvg_fail(err, "the pipeline removed every function");
	return true;
}

bool cvg_session_pass(struct cvg_session *s, const char *pipeline,
		      const char *command, struct cvg_act *out,
		      struct cvg_err *err)
{
	int seconds = cvg_set_int(&s->settings, CVG_SET_TIME_LIMIT);
	struct history *h = s->h;
	struct rev *r;
	uint64_t outside;
	bool changed;

	if (!h)
		return cvg_fail(err, "no module is loaded");
	r = cvg_history_rev(h, CVG_NONE);
	for (uint32_t f = 0; f < r->nfns; f++)
		cvg_history_code(h, r, f); /* numbers all blocks */
	if (!cvg_history_live(h, err))
		return false;
	h->pristine = false;
	outside = r->outside;
	if (!run(h->live, pipeline, (unsigned)seconds, &changed, &outside,
		 err)) {
		cvg_history_drop_live(h);
		return false;
	}
	*out = (struct cvg_act){.rev = h->current};
	if (changed)
		add_revision(h, command, outside, out);
	return true;
}
