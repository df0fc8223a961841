/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Bases: modules that live, and the code of functions that comes and goes in
 * them as the session moves in its tree of revisions.
 */
#include "inside.h"

#include "reconverge/graph.h"
#include "reconverge/ir.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static struct base *base_of(const struct history *history,
			    const struct rev *rev)
{
	return history->bases.at[rev->base];
}

/* ---- functions of a revision ------------------------------------------ */

uint32_t cvg_history_nfns(const struct history *history, const struct rev *rev)
{
	return base_of(history, rev)->nfns;
}

uint32_t cvg_history_fid(const struct history *history, const struct rev *rev,
			 uint32_t f)
{
	const struct base *base = base_of(history, rev);
	uint32_t left = f, fid = 0;

	if (f < base->nfns)
		return base->fid[f];
	for (left -= base->nfns;; fid++)
		if (cvg_history_place(history, rev, fid) == CVG_NONE &&
		    left-- == 0)
			return fid;
}

const char *cvg_history_name(const struct history *history,
			     const struct rev *rev, uint32_t f)
{
	return history->functions.at[cvg_history_fid(history, rev, f)].name;
}

uint32_t cvg_history_place(const struct history *history, const struct rev *rev,
			   uint32_t fid)
{
	const struct base *base = base_of(history, rev);

	return fid < base->place.n ? base->place.at[fid] : CVG_NONE;
}

/* Note the code that the function at place f has in the revision mapped. */
static void set_code(struct base *base, uint32_t f, uint32_t code)
{
	base->code[f] = code;
	cvg_callers_changed(base, f);
}

/*
 * Make base->code the table of revision `to`: undo steps up to the common
 * ancestor of `mapped` and `to`, then do those down to `to`. Parents have lower
 * numbers than their children.
 */
static void map_to(const struct history *history, struct base *base,
		   uint32_t to)
{
	uint32_t up = base->mapped, down = to;
	struct cvg_u32s path = {0};

	while (up != down) {
		const struct rev *rev = history->revs.at[up > down ? up : down];

		if (up > down) {
			set_code(base, rev->pub.function, rev->was);
			up = rev->pub.parent;
		} else {
			cvg_push(&path, down);
			down = rev->pub.parent;
		}
	}
	while (path.n) {
		const struct rev *rev = history->revs.at[path.at[--path.n]];

		set_code(base, rev->pub.function, rev->is);
	}
	free(path.at);
	base->mapped = to;
}

uint32_t cvg_history_code_at(struct history *history, const struct rev *rev,
			     uint32_t f)
{
	struct base *base = base_of(history, rev);

	map_to(history, base, rev->pub.id);
	return base->code[f];
}

/* ---- code in the module ------------------------------------------------ */

static const struct cvg_fn *snapshot_of(const struct history *history,
					uint32_t code)
{
	return history->codes.at[code].fn;
}

/* Debug builds check that code is that of its snapshot. */
static void check_same(struct cvg_module *module, uint32_t f,
		       const struct cvg_fn *fn)
{
	struct cvg_fn *now = cvg_module_snapshot(module, f, 0);

	if (now->fingerprint != fn->fingerprint || now->nblocks != fn->nblocks)
		cvg_die("@%s changed on its way back", fn->name);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		if (now->blocks[b].uid != fn->blocks[b].uid)
			cvg_die("@%s: B%u came back as B%u", fn->name,
				fn->blocks[b].uid, now->blocks[b].uid);
	}
	cvg_fn_free(now);
}

/* Give the blocks of the module's function f, which has that code, their
 * numbers. */
static void number(const struct history *history, const struct base *base,
		   struct cvg_module *module, uint32_t f, uint32_t code)
{
	const struct cvg_fn *fn = snapshot_of(history, code);

	if (!fn)
		return;
	cvg_module_adopt_uids(module, f, fn,
			      history->functions.at[base->fid[f]].next_uid);
	if (CVG_CHECKING)
		check_same(module, f, fn);
}

/* Revive a module with the functions of the base in the revision mapped. */
static struct cvg_module *revive(const struct history *history,
				 const struct base *base, const void *bytes,
				 size_t n, struct cvg_err *err)
{
	struct cvg_target_options opt = history->want;
	struct cvg_module *module;

	if (!cvg_module_revive(bytes, n, &opt, &module, err))
		return NULL;
	assert(cvg_module_nfunctions(module) == base->nfns);
	for (uint32_t f = 0; f < base->nfns; f++)
		number(history, base, module, f, base->code[f]);
	return module;
}

/* Give the base its module back. A base of which bodies were taken lives, so
 * this one is at its first revision. */
static bool thaw(struct history *history, struct base *base,
		 struct cvg_err *err)
{
	map_to(history, base, base->first);
	base->live = revive(history, base, base->bytes, base->nbytes, err);
	if (!base->live)
		return false;
	memcpy(base->held, base->code, base->nfns * sizeof *base->held);
	base->at = base->first;
	return true;
}

/* Free the module of a base that can be revived. */
static void freeze(struct base *base)
{
	if (!base->bytes || base->body.n)
		return;
	cvg_module_free(base->live);
	base->live = NULL;
}

static struct cvg_body *body_of(const struct base *base, uint32_t code)
{
	return code < base->body.n ? base->body.at[code] : NULL;
}

static void keep_body(struct base *base, uint32_t code,
		      struct cvg_body *take_body)
{
	while (base->body.n <= code)
		cvg_push(&base->body, NULL);
	base->body.at[code] = take_body;
}

/* Make the module's function f a copy of the code that it has in the revision
 * mapped. */
static void renew(const struct history *history, struct base *base, uint32_t f)
{
	uint32_t code = base->code[f];

	cvg_body_put(base->live, f, body_of(base, code));
	number(history, base, base->live, f, code);
	base->held[f] = code;
}

/* Append the functions that changed on the way between two revisions. */
static void list_changed(const struct history *history, uint32_t a, uint32_t b,
			 struct cvg_u32s *out)
{
	while (a != b) {
		const struct rev *rev = history->revs.at[a > b ? a : b];

		cvg_push(out, rev->pub.function);
		if (a > b)
			a = rev->pub.parent;
		else
			b = rev->pub.parent;
	}
}

struct cvg_module *cvg_history_module(struct history *history,
				      const struct rev *rev,
				      struct cvg_err *err)
{
	struct base *base = base_of(history, rev);
	struct cvg_u32s changed = {0};

	if (!base->live && !thaw(history, base, err))
		return NULL;
	list_changed(history, base->at, rev->pub.id, &changed);
	map_to(history, base, rev->pub.id);
	for (size_t i = 0; i < changed.n; i++)
		if (base->held[changed.at[i]] != base->code[changed.at[i]])
			renew(history, base, changed.at[i]);
	free(changed.at);
	base->at = rev->pub.id;
	cvg_module_ticker(base->live, history->ticker);
	return base->live;
}

struct cvg_module *cvg_history_copy(struct history *history,
				    const struct rev *rev, struct cvg_err *err)
{
	struct base *base = base_of(history, rev);
	bool first = rev->pub.id == base->first;
	struct cvg_module *live, *copy;
	void *bytes = base->bytes;
	size_t n = base->nbytes;

	if (!first || !bytes) {
		live = cvg_history_module(history, rev, err);
		if (!live)
			return NULL;
		cvg_module_bitcode(live, &bytes, &n);
	}
	map_to(history, base, rev->pub.id);
	copy = revive(history, base, bytes, n, err);
	if (copy)
		cvg_module_ticker(copy, history->ticker);
	if (first) {
		base->bytes = bytes;
		base->nbytes = n;
	} else {
		free(bytes);
	}
	return copy;
}

/* ---- work --------------------------------------------------------------- */

/* Have a copy of the code that the module's function f holds. */
static bool has_body(struct base *base, uint32_t f)
{
	struct cvg_body *body = body_of(base, base->held[f]);

	if (!body) {
		body = cvg_body_take(base->live, f);
		if (body)
			keep_body(base, base->held[f], body);
	}
	return body != NULL;
}

struct cvg_module *cvg_history_work(struct history *history,
				    const struct rev *rev, uint32_t f,
				    bool whole, struct cvg_err *err)
{
	struct base *base = base_of(history, rev);

	if (!cvg_history_module(history, rev, err))
		return NULL;
	if (whole || !has_body(base, f)) {
		history->scratch = cvg_history_copy(history, rev, err);
		return history->scratch;
	}
	cvg_body_open(base->live, f, body_of(base, base->held[f]));
	number(history, base, base->live, f, base->held[f]);
	history->worked = base;
	history->worked_at = f;
	return base->live;
}

bool cvg_history_sound(struct history *history, struct cvg_err *err)
{
	struct base *base = history->worked;

	if (history->scratch)
		return cvg_module_verify(history->scratch, err);
	base->held[history->worked_at] = CVG_NONE;
	return cvg_body_verify(base->live, history->worked_at, err);
}

void cvg_history_drop_work(struct history *history)
{
	struct base *base = history->worked;
	uint32_t f = history->worked_at;

	cvg_module_free(history->scratch);
	history->scratch = NULL;
	history->worked = NULL;
	if (!base)
		return;
	cvg_body_close(base->live, f);
	map_to(history, base, base->at);
	if (base->held[f] == CVG_NONE)
		renew(history, base, f);
	else
		number(history, base, base->live, f, base->held[f]);
}

/* ---- new bases ---------------------------------------------------------- */

static uint32_t add_function(struct history *history, const char *name)
{
	struct function fn = {.name = cvg_strdup(name)};

	cvg_push(&history->functions, fn);
	return (uint32_t)history->functions.n - 1;
}

/* The number of the function of that name, made if there is none. */
static uint32_t fid_of(struct history *history, const char *name)
{
	for (uint32_t i = 0; i < history->functions.n; i++)
		if (!strcmp(history->functions.at[i].name, name))
			return i;
	return add_function(history, name);
}

/*
 * The number of the module's function f. Most modules have the functions of the
 * parent, in its order: *next is the place where the search begins.
 */
static uint32_t number_of(struct history *history, const struct base *parent,
			  struct cvg_module *module, uint32_t f, uint32_t *next)
{
	const char *name = cvg_module_function_name(module, f);
	uint32_t k;

	if (!parent)
		return add_function(history, name);
	if (*next < parent->nfns &&
	    !strcmp(history->functions.at[parent->fid[*next]].name, name))
		return parent->fid[(*next)++];
	k = fid_of(history, name);
	if (k < parent->place.n && parent->place.at[k] != CVG_NONE)
		*next = parent->place.at[k] + 1;
	return k;
}

static void set_place(struct base *base, uint32_t fid, uint32_t f)
{
	while (base->place.n <= fid)
		cvg_push(&base->place, CVG_NONE);
	base->place.at[fid] = f;
}

struct base *cvg_base_begin(struct history *history, struct rev *rev)
{
	struct base *base = cvg_calloc(1, sizeof *base), *parent = NULL;
	uint32_t n = cvg_module_nfunctions(history->scratch), next = 0;

	if (rev->pub.parent != CVG_NONE)
		parent = base_of(history, history->revs.at[rev->pub.parent]);
	rev->base = (uint32_t)history->bases.n;
	base->live = history->scratch;
	history->scratch = NULL;
	base->first = base->at = base->mapped = (uint32_t)history->revs.n;
	base->nfns = n;
	base->fid = cvg_calloc(n, sizeof *base->fid);
	base->code = cvg_calloc(n, sizeof *base->code);
	base->held = cvg_calloc(n, sizeof *base->held);
	for (uint32_t f = 0; f < n; f++) {
		base->fid[f] = number_of(history, parent, base->live, f, &next);
		set_place(base, base->fid[f], f);
	}
	cvg_callers_init(base);
	cvg_push(&history->bases, base);
	if (parent)
		freeze(parent);
	return base;
}

/* A base for the scratch module, in which a phase changed function f and may
 * have added functions. */
static void step_apart(struct history *history, struct rev *rev, uint32_t f,
		       uint32_t is)
{
	const struct rev *was = history->revs.at[rev->pub.parent];
	struct base *base = cvg_base_begin(history, rev);

	for (uint32_t g = 0; g < base->nfns; g++) {
		uint32_t fid = base->fid[g];
		uint32_t place = cvg_history_place(history, was, fid);

		if (g == f)
			base->code[g] = is;
		else if (place != CVG_NONE)
			base->code[g] =
				cvg_history_code_at(history, was, place);
		else
			base->code[g] = cvg_history_add_code(
				history,
				cvg_history_snapshot(history, base->live, g,
						     fid, CVG_SNAP_TEXT, NULL),
				true);
	}
}

bool cvg_base_step(struct history *history, struct rev *rev, uint32_t f,
		   uint32_t is, struct cvg_err *err)
{
	const struct rev *parent = history->revs.at[rev->pub.parent];
	struct base *base = base_of(history, parent);
	struct cvg_body *body;

	if (history->scratch) {
		step_apart(history, rev, f, is);
		return true;
	}
	body = cvg_body_keep(base->live, f);
	if (!body)
		return cvg_fail(err, "the code that was made cannot be copied");
	keep_body(base, is, body);
	rev->base = parent->base;
	rev->was = cvg_history_code_at(history, parent, f);
	rev->is = is;
	base->held[f] = is;
	number(history, base, base->live, f, is);
	history->worked = NULL;
	return true;
}

void cvg_base_back(struct history *history, const struct rev *rev)
{
	const struct rev *parent = history->revs.at[rev->pub.parent];
	struct base *base = base_of(history, rev);
	struct cvg_err err;

	if (rev->base != parent->base) {
		assert(rev->base == history->bases.n - 1);
		cvg_base_free(base);
		history->bases.n--;
		return;
	}
	if (!cvg_history_module(history, parent, &err))
		cvg_die("P%u: %s", parent->pub.id, err.msg);
	cvg_body_free(base->body.at[rev->is]);
	base->body.at[rev->is] = NULL;
}

void cvg_base_free(struct base *take_base)
{
	for (size_t i = 0; i < take_base->body.n; i++)
		cvg_body_free(take_base->body.at[i]);
	cvg_module_free(take_base->live);
	cvg_callers_done(take_base);
	free(take_base->body.at);
	free(take_base->bytes);
	free(take_base->fid);
	free(take_base->place.at);
	free(take_base->code);
	free(take_base->held);
	free(take_base);
}
