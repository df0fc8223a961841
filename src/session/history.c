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
static uint32_t fid_of(struct history *h, const char *name, uint32_t k)
{
	struct function fn = {0};

	for (uint32_t i = 0; i < h->functions.n; i++) {
		if (!strcmp(h->functions.at[i].name, name) && k-- == 0)
			return i;
	}
	fn.name = cvg_strdup(name);
	cvg_push(&h->functions, fn);
	return (uint32_t)h->functions.n - 1;
}

uint32_t cvg_history_fid_in(struct history *h, struct cvg_module *m, uint32_t f)
{
	const char *name = cvg_module_function_name(m, f);
	uint32_t k = 0;

	/* Only functions without a name can share one. */
	for (uint32_t g = 0; !*name && g < f; g++)
		k += !*cvg_module_function_name(m, g);
	return fid_of(h, name, k);
}

uint32_t cvg_history_place(const struct rev *r, uint32_t fid)
{
	if (fid < r->nfns && r->fid[fid] == fid)
		return fid; /* the usual case: no name is shared */
	for (uint32_t f = 0; f < r->nfns; f++) {
		if (r->fid[f] == fid)
			return f;
	}
	return CVG_NONE;
}

uint32_t cvg_history_add_code(struct history *h, struct cvg_fn *take_fn)
{
	struct code c = {.fn = take_fn};

	cvg_push(&h->codes, c);
	return (uint32_t)h->codes.n - 1;
}

static void code_done(struct code *c)
{
	cvg_plan_free(c->plan);
	cvg_ana_free(c->ana);
	cvg_fn_free(c->fn);
}

struct cvg_fn *cvg_history_snapshot(struct history *h, struct cvg_module *m,
				    uint32_t f, uint32_t fid)
{
	struct cvg_fn *fn = cvg_module_snapshot(m, f, CVG_SNAP_TEXT);
	uint32_t next = cvg_module_next_uid(m, f);
	struct function *known = &h->functions.at[fid];
	struct cvg_err err;

	if (CVG_CHECKING && !cvg_fn_check(fn, &err))
		cvg_die("broken snapshot of @%s: %s", fn->name, err.msg);
	if (known->next_uid < next)
		known->next_uid = next;
	return fn;
}

/* ---- the live module ------------------------------------------------- */

void cvg_history_drop_live(struct history *h)
{
	cvg_module_free(h->live);
	h->live = NULL;
	h->live_rev = CVG_NONE;
	h->pristine = false;
}

/* Debug builds check that a revived function is that of its snapshot. */
static void check_revived(struct cvg_module *m, uint32_t f,
			  const struct cvg_fn *fn)
{
	struct cvg_fn *now = cvg_module_snapshot(m, f, 0);

	if (now->fingerprint != fn->fingerprint || now->nblocks != fn->nblocks)
		cvg_die("@%s changed on its way through bitcode", fn->name);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		if (now->blocks[b].uid != fn->blocks[b].uid)
			cvg_die("@%s: B%u was revived as B%u", fn->name,
				fn->blocks[b].uid, now->blocks[b].uid);
	}
	cvg_fn_free(now);
}

struct cvg_module *cvg_history_revive(const struct history *h,
				      const struct rev *r, struct cvg_err *err)
{
	const struct blob *b = &h->blobs.at[r->blob];
	struct cvg_target_options opt = {h->want_triple, h->want_cpu};
	struct cvg_module *m;

	if (!cvg_module_revive(b->bytes, b->n, &opt, &m, err))
		return NULL;
	assert(cvg_module_nfunctions(m) == r->nfns);
	for (uint32_t f = 0; f < r->nfns; f++) {
		const struct cvg_fn *fn = h->codes.at[r->code[f]].fn;

		if (!fn)
			continue;
		cvg_module_adopt_uids(m, f, fn,
				      h->functions.at[r->fid[f]].next_uid);
		if (CVG_CHECKING)
			check_revived(m, f, fn);
	}
	return m;
}

struct cvg_module *cvg_history_live(struct history *h, struct cvg_err *err)
{
	if (h->live && h->live_rev == h->current && h->pristine) {
		cvg_module_ticker(h->live, h->ticker);
		return h->live;
	}
	cvg_history_drop_live(h);
	h->live = cvg_history_revive(h, h->revs.at[h->current], err);
	if (!h->live)
		return NULL;
	cvg_module_ticker(h->live, h->ticker);
	h->live_rev = h->current;
	h->pristine = true;
	return h->live;
}

/* ---- snapshots on demand --------------------------------------------- */

/*
 * Make the missing snapshot of code: from the live module if its revision
 * shares the code, else from a temporary copy of the revision's module.
 */
static struct cvg_fn *snapshot_late(struct history *h, struct rev *r,
				    uint32_t f)
{
	uint32_t fid = r->fid[f];
	struct cvg_module *m;
	struct cvg_fn *fn;
	struct cvg_err err;

	if (h->live) {
		const struct rev *at = h->revs.at[h->live_rev];
		uint32_t there = cvg_history_place(at, fid);

		if (there != CVG_NONE && at->code[there] == r->code[f])
			return cvg_history_snapshot(h, h->live, there, fid);
	}
	m = cvg_history_revive(h, r, &err);
	if (!m) /* our own bitcode, read before */
		cvg_die("P%u cannot be read again: %s", r->pub.id, err.msg);
	fn = cvg_history_snapshot(h, m, f, fid);
	cvg_module_free(m);
	return fn;
}

struct code *cvg_history_code(struct history *h, struct rev *r, uint32_t f)
{
	struct code *c = &h->codes.at[r->code[f]];

	if (!c->fn)
		c->fn = snapshot_late(h, r, f);
	return c;
}

static bool is_complete(const struct history *h, const struct rev *r)
{
	for (uint32_t f = 0; f < r->nfns; f++) {
		if (!h->codes.at[r->code[f]].fn)
			return false;
	}
	return true;
}

void cvg_history_all_code(struct history *h, struct rev *r)
{
	bool lives = h->live && h->pristine && h->live_rev == r->pub.id;
	struct cvg_module *m;
	struct cvg_err err;

	if (is_complete(h, r))
		return;
	m = lives ? h->live : cvg_history_revive(h, r, &err);
	if (!m) /* our own bitcode, read before */
		cvg_die("P%u cannot be read again: %s", r->pub.id, err.msg);
	cvg_module_hold_text(m);
	for (uint32_t f = 0; f < r->nfns; f++) {
		struct code *c = &h->codes.at[r->code[f]];

		if (!c->fn)
			c->fn = cvg_history_snapshot(h, m, f, r->fid[f]);
	}
	cvg_module_drop_text(m);
	if (!lives)
		cvg_module_free(m);
}

struct cvg_ana *cvg_history_ana(struct history *h, struct rev *r, uint32_t f)
{
	struct code *c = cvg_history_code(h, r, f);

	if (!c->ana)
		c->ana = cvg_ana_new(c->fn);
	return c->ana;
}

/* ---- revisions ------------------------------------------------------- */

struct rev *cvg_history_rev(struct history *h, uint32_t rev)
{
	return h->revs.at[rev == CVG_NONE ? h->current : rev];
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
	struct rev *r = cvg_calloc(1, sizeof *r);

	r->command = cvg_strdup(command);
	r->pub.command = r->command;
	r->pub.parent = parent;
	r->pub.newest_child = CVG_NONE;
	r->nfns = nfns;
	r->fid = cvg_calloc(nfns, sizeof *r->fid);
	r->code = cvg_calloc(nfns, sizeof *r->code);
	return r;
}

/* ---- equal revisions ------------------------------------------------- */

/* Both snapshots are there unless nobody asked for that function, which is then
 * the one of the file. */
static bool same_code(const struct history *h, uint32_t a, uint32_t b)
{
	const struct cvg_fn *x = h->codes.at[a].fn, *y = h->codes.at[b].fn;

	return a == b || (x && y && x->fingerprint == y->fingerprint &&
			  x->nblocks == y->nblocks && x->ninsts == y->ninsts);
}

static bool same_rev(const struct history *h, const struct rev *a,
		     const struct rev *b)
{
	if (a->nfns != b->nfns || a->outside != b->outside)
		return false;
	for (uint32_t f = 0; f < a->nfns; f++) {
		uint32_t at = cvg_history_place(b, a->fid[f]);

		if (at == CVG_NONE || !same_code(h, a->code[f], b->code[at]))
			return false;
	}
	return true;
}

static uint32_t oldest_same(const struct history *h, const struct rev *r)
{
	for (uint32_t i = 0; i < h->revs.n; i++)
		if (h->revs.at[i] != r && same_rev(h, h->revs.at[i], r))
			return i;
	return CVG_NONE;
}

/* The index of the live module's bitcode in history.blobs; that of the parent
 * if the bytes are equal. */
static uint32_t blob_of_live(struct history *h, uint32_t parent)
{
	const struct blob *before = NULL;
	struct blob b;

	cvg_module_bitcode(h->live, &b.bytes, &b.n);
	if (parent != CVG_NONE)
		before = &h->blobs.at[h->revs.at[parent]->blob];
	if (before && before->n == b.n &&
	    !memcmp(before->bytes, b.bytes, b.n)) {
		free(b.bytes);
		return h->revs.at[parent]->blob;
	}
	cvg_push(&h->blobs, b);
	return (uint32_t)h->blobs.n - 1;
}

/* Score the function at place `at`, before and after the step. */
static void score(struct history *h, struct rev *r, uint32_t at)
{
	struct rev *up;

	cvg_score_of(cvg_history_ana(h, r, at), &r->pub.score);
	r->pub.before = r->pub.score;
	if (r->pub.parent == CVG_NONE)
		return;
	up = h->revs.at[r->pub.parent];
	at = cvg_history_place(up, r->fid[at]);
	if (at != CVG_NONE)
		cvg_score_of(cvg_history_ana(h, up, at), &r->pub.before);
}

struct rev *cvg_history_commit(struct history *h, struct rev *take_r,
			       uint32_t at, uint32_t count, const char *report)
{
	struct rev *r = take_r;
	struct cvg_rev *pub = &r->pub;

	pub->id = (uint32_t)h->revs.n;
	pub->function = at;
	pub->function_name = h->functions.at[r->fid[at]].name;
	pub->count = count;
	r->report = cvg_strdup(report);
	pub->report = r->report;
	r->blob = blob_of_live(h, pub->parent);
	pub->bitcode_bytes = h->blobs.at[r->blob].n;
	cvg_push(&h->revs, r);
	if (pub->parent != CVG_NONE)
		h->revs.at[pub->parent]->pub.newest_child = pub->id;
	h->current = pub->id;
	h->live_rev = pub->id;
	h->pristine = false;
	score(h, r, at);
	pub->same_as = oldest_same(h, r);
	return r;
}

bool cvg_history_goto(struct history *h, uint32_t rev, struct cvg_err *err)
{
	const struct rev *to = h->revs.at[rev];
	uint32_t from = h->current;
	struct cvg_module *m;

	h->current = rev;
	if (cvg_history_place(to, h->focus) != CVG_NONE)
		return true;
	m = cvg_history_live(h, err);
	if (!m) {
		h->current = from;
		return false;
	}
	h->focus = to->fid[cvg_focus_default(m)];
	return true;
}

/* ---- beginning and end ----------------------------------------------- */

/* Make P0, not in the tree yet, with all functions and no snapshots. */
static struct rev *first_rev(struct history *h, struct cvg_module *m)
{
	struct rev *r = cvg_rev_new("load", CVG_NONE, cvg_module_nfunctions(m));

	for (uint32_t f = 0; f < r->nfns; f++) {
		struct function fn = {
			.name = cvg_strdup(cvg_module_function_name(m, f)),
		};

		cvg_push(&h->functions, fn);
		r->fid[f] = f;
		r->code[f] = cvg_history_add_code(h, NULL);
	}
	return r;
}

static char *dup_or_null(const char *s)
{
	return s ? cvg_strdup(s) : NULL;
}

struct history *cvg_history_new(const char *path,
				const struct cvg_target_options *opt,
				struct cvg_module *take_m)
{
	struct history *h = cvg_calloc(1, sizeof *h);
	struct rev *r;

	h->path = cvg_strdup(path);
	h->triple = cvg_strdup(cvg_module_triple(take_m));
	h->cpu = cvg_strdup(cvg_module_cpu(take_m));
	h->want_triple = dup_or_null(opt ? opt->triple : NULL);
	h->want_cpu = dup_or_null(opt ? opt->cpu : NULL);
	h->live = take_m;
	r = first_rev(h, take_m);
	h->focus = r->fid[cvg_focus_default(take_m)];
	cvg_history_commit(h, r, h->focus, 0, "");
	return h;
}

void cvg_history_free(struct history *take_h)
{
	struct history *h = take_h;

	if (!h)
		return;
	for (size_t i = 0; i < h->revs.n; i++)
		cvg_rev_free(h->revs.at[i]);
	for (size_t i = 0; i < h->codes.n; i++)
		code_done(&h->codes.at[i]);
	for (size_t i = 0; i < h->blobs.n; i++)
		free(h->blobs.at[i].bytes);
	for (size_t i = 0; i < h->functions.n; i++)
		free(h->functions.at[i].name);
	for (size_t i = 0; i < h->rejects.n; i++)
		free(h->rejects.at[i]);
	free(h->rejects.at);
	free(h->revs.at);
	free(h->codes.at);
	free(h->blobs.at);
	free(h->functions.at);
	cvg_module_free(h->live);
	free(h->path);
	free(h->triple);
	free(h->cpu);
	free(h->want_triple);
	free(h->want_cpu);
	free(h);
}
