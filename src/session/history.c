/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The tree of revisions. It owns bitcode, snapshots, analyses and the live
 * module.
 */
#include "inside.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/plan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- functions and code ---------------------------------------------- */

/* The number of the k-th function of that name, made if there is none. */
static uint32_t fid_of(struct history *history, const char *name, uint32_t k)
{
	struct function fn = {0};

	for (uint32_t i = 0; i < history->functions.n; i++) {
		if (!strcmp(history->functions.at[i].name, name) && k-- == 0)
			return i;
	}
	fn.name = cvg_strdup(name);
	cvg_push(&history->functions, fn);
	return (uint32_t)history->functions.n - 1;
}

uint32_t cvg_history_fid_in(struct history *history, struct cvg_module *module,
			    uint32_t f)
{
	const char *name = cvg_module_function_name(module, f);
	uint32_t k = 0;

	/* Only functions without a name can share one. */
	for (uint32_t g = 0; !*name && g < f; g++)
		k += !*cvg_module_function_name(module, g);
	return fid_of(history, name, k);
}

uint32_t cvg_history_place(const struct rev *rev, uint32_t fid)
{
	if (fid < rev->nfns && rev->fid[fid] == fid)
		return fid; /* the usual case: no name is shared */
	for (uint32_t f = 0; f < rev->nfns; f++) {
		if (rev->fid[f] == fid)
			return f;
	}
	return CVG_NONE;
}

uint32_t cvg_history_add_code(struct history *history, struct cvg_fn *take_fn)
{
	struct code c = {.fn = take_fn};

	cvg_push(&history->codes, c);
	return (uint32_t)history->codes.n - 1;
}

static void code_done(struct code *c)
{
	cvg_plan_free(c->plan);
	cvg_ana_free(c->ana);
	cvg_fn_free(c->fn);
}

struct cvg_fn *cvg_history_snapshot(struct history *history,
				    struct cvg_module *module, uint32_t f,
				    uint32_t fid)
{
	struct cvg_fn *fn = cvg_module_snapshot(module, f, CVG_SNAP_TEXT);
	uint32_t next = cvg_module_next_uid(module, f);
	struct function *known = &history->functions.at[fid];
	struct cvg_err err;

	if (CVG_CHECKING && !cvg_fn_check(fn, &err))
		cvg_die("broken snapshot of @%s: %s", fn->name, err.msg);
	if (known->next_uid < next)
		known->next_uid = next;
	return fn;
}

/* ---- the live module ------------------------------------------------- */

void cvg_history_drop_live(struct history *history)
{
	cvg_module_free(history->live);
	history->live = NULL;
	history->live_rev = CVG_NONE;
	history->pristine = false;
}

/* Debug builds check that a revived function is that of its snapshot. */
static void check_revived(struct cvg_module *module, uint32_t f,
			  const struct cvg_fn *fn)
{
	struct cvg_fn *now = cvg_module_snapshot(module, f, 0);

	if (now->fingerprint != fn->fingerprint || now->nblocks != fn->nblocks)
		cvg_die("@%s changed on its way through bitcode", fn->name);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		if (now->blocks[b].uid != fn->blocks[b].uid)
			cvg_die("@%s: B%u was revived as B%u", fn->name,
				fn->blocks[b].uid, now->blocks[b].uid);
	}
	cvg_fn_free(now);
}

struct cvg_module *cvg_history_revive(const struct history *history,
				      const struct rev *rev,
				      struct cvg_err *err)
{
	const struct blob *b = &history->blobs.at[rev->blob];
	struct cvg_target_options opt = {history->want_triple,
					 history->want_cpu};
	struct cvg_module *module;

	if (!cvg_module_revive(b->bytes, b->n, &opt, &module, err))
		return NULL;
	assert(cvg_module_nfunctions(module) == rev->nfns);
	for (uint32_t f = 0; f < rev->nfns; f++) {
		const struct cvg_fn *fn = history->codes.at[rev->code[f]].fn;

		if (!fn)
			continue;
		cvg_module_adopt_uids(
			module, f, fn,
			history->functions.at[rev->fid[f]].next_uid);
		if (CVG_CHECKING)
			check_revived(module, f, fn);
	}
	return module;
}

struct cvg_module *cvg_history_live(struct history *history,
				    struct cvg_err *err)
{
	if (history->live && history->live_rev == history->current &&
	    history->pristine) {
		cvg_module_ticker(history->live, history->ticker);
		return history->live;
	}
	cvg_history_drop_live(history);
	history->live = cvg_history_revive(
		history, history->revs.at[history->current], err);
	if (!history->live)
		return NULL;
	cvg_module_ticker(history->live, history->ticker);
	history->live_rev = history->current;
	history->pristine = true;
	return history->live;
}

/* ---- snapshots on demand --------------------------------------------- */

/*
 * Make the missing snapshot of code: from the live module if its revision
 * shares the code, else from a temporary copy of the revision's module.
 */
static struct cvg_fn *snapshot_late(struct history *history, struct rev *rev,
				    uint32_t f)
{
	uint32_t fid = rev->fid[f];
	struct cvg_module *module;
	struct cvg_fn *fn;
	struct cvg_err err;

	if (history->live) {
		const struct rev *at = history->revs.at[history->live_rev];
		uint32_t there = cvg_history_place(at, fid);

		if (there != CVG_NONE && at->code[there] == rev->code[f])
			return cvg_history_snapshot(history, history->live,
						    there, fid);
	}
	module = cvg_history_revive(history, rev, &err);
	if (!module) /* our own bitcode, read before */
		cvg_die("P%u cannot be read again: %s", rev->pub.id, err.msg);
	fn = cvg_history_snapshot(history, module, f, fid);
	cvg_module_free(module);
	return fn;
}

struct code *cvg_history_code(struct history *history, struct rev *rev,
			      uint32_t f)
{
	struct code *c = &history->codes.at[rev->code[f]];

	if (!c->fn)
		c->fn = snapshot_late(history, rev, f);
	return c;
}

static bool is_complete(const struct history *history, const struct rev *rev)
{
	for (uint32_t f = 0; f < rev->nfns; f++) {
		if (!history->codes.at[rev->code[f]].fn)
			return false;
	}
	return true;
}

void cvg_history_all_code(struct history *history, struct rev *rev)
{
	bool lives = history->live && history->pristine &&
		     history->live_rev == rev->pub.id;
	struct cvg_module *module;
	struct cvg_err err;

	if (is_complete(history, rev))
		return;
	module = lives ? history->live : cvg_history_revive(history, rev, &err);
	if (!module) /* our own bitcode, read before */
		cvg_die("P%u cannot be read again: %s", rev->pub.id, err.msg);
	cvg_module_hold_text(module);
	for (uint32_t f = 0; f < rev->nfns; f++) {
		struct code *c = &history->codes.at[rev->code[f]];

		if (!c->fn)
			c->fn = cvg_history_snapshot(history, module, f,
						     rev->fid[f]);
	}
	cvg_module_drop_text(module);
	if (!lives)
		cvg_module_free(module);
}

struct cvg_ana *cvg_history_ana(struct history *history, struct rev *rev,
				uint32_t f)
{
	struct code *c = cvg_history_code(history, rev, f);

	if (!c->ana)
		c->ana = cvg_ana_new(c->fn);
	return c->ana;
}

/* ---- revisions ------------------------------------------------------- */

struct rev *cvg_history_rev(struct history *history, uint32_t rev)
{
	return history->revs.at[rev == CVG_NONE ? history->current : rev];
}

void cvg_rev_free(struct rev *take_r)
{
	if (!take_r)
		return;
	free(take_r->command);
	free(take_r->report);
	free(take_r->mark);
	free(take_r->difference);
	free(take_r->metric);
	free(take_r->dependence);
	free(take_r->fid);
	free(take_r->code);
	free(take_r);
}

struct rev *cvg_rev_new(const char *command, uint32_t parent, uint32_t nfns)
{
	struct rev *rev = cvg_calloc(1, sizeof *rev);

	rev->command = cvg_strdup(command);
	rev->pub.command = rev->command;
	rev->pub.parent = parent;
	rev->pub.newest_child = CVG_NONE;
	rev->nfns = nfns;
	rev->fid = cvg_calloc(nfns, sizeof *rev->fid);
	rev->code = cvg_calloc(nfns, sizeof *rev->code);
	return rev;
}

/* ---- equal revisions ------------------------------------------------- */

/* Both snapshots are there unless nobody asked for that function, which is then
 * the one of the file. */
static bool same_code(const struct history *history, uint32_t a, uint32_t b)
{
	const struct cvg_fn *x = history->codes.at[a].fn,
			    *y = history->codes.at[b].fn;

	return a == b || (x && y && x->fingerprint == y->fingerprint &&
			  x->nblocks == y->nblocks && x->ninsts == y->ninsts);
}

static bool same_rev(const struct history *history, const struct rev *a,
		     const struct rev *b)
{
	if (a->nfns != b->nfns || a->outside != b->outside)
		return false;
	for (uint32_t f = 0; f < a->nfns; f++) {
		uint32_t at = cvg_history_place(b, a->fid[f]);

		if (at == CVG_NONE ||
		    !same_code(history, a->code[f], b->code[at]))
			return false;
	}
	return true;
}

static uint32_t oldest_same(const struct history *history,
			    const struct rev *rev)
{
	for (uint32_t i = 0; i < history->revs.n; i++)
		if (history->revs.at[i] != rev &&
		    same_rev(history, history->revs.at[i], rev))
			return i;
	return CVG_NONE;
}

/* The index of the live module's bitcode in history.blobs; that of the parent
 * if the bytes are equal. */
static uint32_t blob_of_live(struct history *history, uint32_t parent)
{
	const struct blob *before = NULL;
	struct blob b;

	cvg_module_bitcode(history->live, &b.bytes, &b.n);
	if (parent != CVG_NONE)
		before = &history->blobs.at[history->revs.at[parent]->blob];
	if (before && before->n == b.n &&
	    !memcmp(before->bytes, b.bytes, b.n)) {
		free(b.bytes);
		return history->revs.at[parent]->blob;
	}
	cvg_push(&history->blobs, b);
	return (uint32_t)history->blobs.n - 1;
}

/* Score the function at place `at`, before and after the step. */
static void score(struct history *history, struct rev *rev, uint32_t at)
{
	struct rev *up;

	cvg_score_of(cvg_history_ana(history, rev, at), &rev->pub.score);
	rev->pub.before = rev->pub.score;
	if (rev->pub.parent == CVG_NONE)
		return;
	up = history->revs.at[rev->pub.parent];
	at = cvg_history_place(up, rev->fid[at]);
	if (at != CVG_NONE)
		cvg_score_of(cvg_history_ana(history, up, at),
			     &rev->pub.before);
}

struct rev *cvg_history_commit(struct history *history, struct rev *take_r,
			       uint32_t at, uint32_t count, const char *report)
{
	struct rev *rev = take_r;
	struct cvg_rev *pub = &rev->pub;

	pub->id = (uint32_t)history->revs.n;
	pub->function = at;
	pub->function_name = history->functions.at[rev->fid[at]].name;
	pub->count = count;
	rev->report = cvg_strdup(report);
	pub->report = rev->report;
	rev->blob = blob_of_live(history, pub->parent);
	pub->bitcode_bytes = history->blobs.at[rev->blob].n;
	cvg_push(&history->revs, rev);
	if (pub->parent != CVG_NONE)
		history->revs.at[pub->parent]->pub.newest_child = pub->id;
	history->current = pub->id;
	history->live_rev = pub->id;
	history->pristine = false;
	score(history, rev, at);
	pub->same_as = oldest_same(history, rev);
	return rev;
}

bool cvg_history_goto(struct history *history, uint32_t rev,
		      struct cvg_err *err)
{
	const struct rev *to = history->revs.at[rev];
	uint32_t from = history->current;
	struct cvg_module *module;

	history->current = rev;
	if (cvg_history_place(to, history->focus) != CVG_NONE)
		return true;
	module = cvg_history_live(history, err);
	if (!module) {
		history->current = from;
		return false;
	}
	history->focus = to->fid[cvg_focus_default(module)];
	return true;
}

/* ---- beginning and end ----------------------------------------------- */

/* Make P0, not in the tree yet, with all functions and no snapshots. */
static struct rev *first_rev(struct history *history, struct cvg_module *module)
{
	struct rev *rev =
		cvg_rev_new("load", CVG_NONE, cvg_module_nfunctions(module));

	for (uint32_t f = 0; f < rev->nfns; f++) {
		struct function fn = {
			.name = cvg_strdup(cvg_module_function_name(module, f)),
		};

		cvg_push(&history->functions, fn);
		rev->fid[f] = f;
		rev->code[f] = cvg_history_add_code(history, NULL);
	}
	return rev;
}

static char *dup_or_null(const char *s)
{
	return s ? cvg_strdup(s) : NULL;
}

struct history *cvg_history_new(const char *path,
				const struct cvg_target_options *opt,
				struct cvg_module *take_m)
{
	struct history *history = cvg_calloc(1, sizeof *history);
	struct rev *rev;

	history->path = cvg_strdup(path);
	history->triple = cvg_strdup(cvg_module_triple(take_m));
	history->cpu = cvg_strdup(cvg_module_cpu(take_m));
	history->want_triple = dup_or_null(opt ? opt->triple : NULL);
	history->want_cpu = dup_or_null(opt ? opt->cpu : NULL);
	history->live = take_m;
	rev = first_rev(history, take_m);
	history->focus = rev->fid[cvg_focus_default(take_m)];
	cvg_history_commit(history, rev, history->focus, 0, "");
	return history;
}

void cvg_history_free(struct history *take_h)
{
	struct history *history = take_h;

	if (!history)
		return;
	for (size_t i = 0; i < history->revs.n; i++)
		cvg_rev_free(history->revs.at[i]);
	for (size_t i = 0; i < history->codes.n; i++)
		code_done(&history->codes.at[i]);
	for (size_t i = 0; i < history->blobs.n; i++)
		free(history->blobs.at[i].bytes);
	for (size_t i = 0; i < history->functions.n; i++)
		free(history->functions.at[i].name);
	for (size_t i = 0; i < history->rejects.n; i++)
		free(history->rejects.at[i]);
	free(history->rejects.at);
	free(history->revs.at);
	free(history->codes.at);
	free(history->blobs.at);
	free(history->functions.at);
	cvg_module_free(history->live);
	free(history->path);
	free(history->triple);
	free(history->cpu);
	free(history->want_triple);
	free(history->want_cpu);
	free(history);
}
