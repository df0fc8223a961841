/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The tree of revisions. It owns snapshots, analyses and bases.
 */
#include "inside.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/mcode.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- code ------------------------------------------------------------ */

uint32_t cvg_history_add_code(struct history *history, struct cvg_fn *take_fn,
			      bool has_text)
{
	struct code c = {.fn = take_fn, .has_text = has_text};

	cvg_push(&history->codes, c);
	return (uint32_t)history->codes.n - 1;
}

static void code_done(struct code *c)
{
	for (size_t i = 0; i < c->anas.n; i++)
		cvg_ana_free(c->anas.at[i]);
	free(c->anas.at);
	free(c->named.at);
	cvg_fn_free(c->fn);
}

struct cvg_fn *cvg_history_snapshot(struct history *history,
				    struct cvg_module *module, uint32_t f,
				    uint32_t fid, uint32_t flags,
				    struct cvg_ana **ana)
{
	struct cvg_ana *begun;
	struct cvg_fn *fn = cvg_module_snapshot_ana(module, f, flags, &begun);
	uint32_t next = cvg_module_next_uid(module, f);
	struct function *known = &history->functions.at[fid];
	struct cvg_err err;

	if (CVG_CHECKING && !cvg_fn_check(fn, &err))
		cvg_die("broken snapshot of @%s: %s", fn->name, err.msg);
	if (known->next_uid < next)
		known->next_uid = next;
	if (ana)
		*ana = begun;
	else
		cvg_ana_free(begun);
	return fn;
}

/* The module of a revision, which was read before. */
static struct cvg_module *module_again(struct history *history,
				       const struct rev *rev)
{
	struct cvg_err err;
	struct cvg_module *module = cvg_history_module(history, rev, &err);

	if (!module) /* our own bitcode */
		cvg_die("P%u cannot be read again: %s", rev->pub.id, err.msg);
	return module;
}

/* The code. Unless `ana` is NULL, *ana becomes the analyses that come with code that is
 * made now, or NULL. */
static struct code *code_ana(struct history *history, const struct rev *rev,
			     uint32_t f, struct cvg_ana **ana)
{
	uint32_t code = cvg_history_code_at(history, rev, f);

	if (ana)
		*ana = NULL;
	if (!history->codes.at[code].fn)
		history->codes.at[code].fn = cvg_history_snapshot(
			history, module_again(history, rev), f,
			cvg_history_fid(history, rev, f), 0, ana);
	return &history->codes.at[code];
}

struct code *cvg_history_code(struct history *history, const struct rev *rev,
			      uint32_t f)
{
	return code_ana(history, rev, f, NULL);
}

const struct cvg_fn *cvg_history_loaded(struct history *history, uint32_t f)
{
	const struct code *c = &history->codes.at[f];

	return c->fn ? c->fn
		     : cvg_history_code(history, history->revs.at[0], f)->fn;
}

struct code *cvg_history_text(struct history *history, const struct rev *rev,
			      uint32_t f)
{
	struct code *c = cvg_history_code(history, rev, f);

	if (!c->has_text && !history->no_texts)
		cvg_module_add_text(module_again(history, rev), f, c->fn);
	c->has_text |= !history->no_texts;
	return c;
}

void cvg_history_all_code(struct history *history, const struct rev *rev)
{
	uint32_t n = cvg_history_nfns(history, rev), f = 0;
	struct cvg_module *module;

	while (f < n &&
	       history->codes.at[cvg_history_code_at(history, rev, f)].has_text)
		f++;
	if (f == n)
		return;
	module = module_again(history, rev);
	cvg_module_hold_text(module);
	for (f = 0; f < n; f++)
		cvg_history_text(history, rev, f);
	cvg_module_drop_text(module);
}

struct cvg_ana *cvg_history_code_ana(struct history *history, uint32_t code,
				     const struct cvg_bits *passed)
{
	struct code *c = &history->codes.at[code];

	for (size_t i = 0; i < c->anas.n; i++)
		if (cvg_bits_same(cvg_ana_passed(c->anas.at[i]), passed))
			return c->anas.at[i];
	cvg_push(&c->anas, cvg_ana_called(c->fn, passed));
	return c->anas.at[c->anas.n - 1];
}

/* The analyses of a function of which nothing is known but its code. */
static struct cvg_ana *ana_alone(struct history *history, const struct rev *rev,
				 uint32_t f)
{
	struct cvg_bits none;
	struct cvg_ana *ana;
	struct code *c = code_ana(history, rev, f, &ana);

	if (ana) {
		cvg_push(&c->anas, ana);
		return ana;
	}
	cvg_bits_init(&none, c->fn->nargs);
	ana = cvg_history_code_ana(history,
				   cvg_history_code_at(history, rev, f), &none);
	cvg_bits_done(&none);
	return ana;
}

struct cvg_ana *cvg_history_ana(struct history *history, const struct rev *rev,
				uint32_t f)
{
	return cvg_callers_known(history, rev, f)
		       ? cvg_callers_ana(history, rev, f)
		       : ana_alone(history, rev, f);
}

const struct cvg_fn *cvg_history_score(struct history *history,
				       const struct rev *rev, uint32_t f,
				       struct cvg_score *out)
{
	struct cvg_ana *begun, *ana;
	const struct code *c = code_ana(history, rev, f, &begun);
	bool kept = c->anas.n || cvg_callers_known(history, rev, f);

	ana = kept    ? cvg_history_ana(history, rev, f)
	      : begun ? begun
		      : cvg_ana_new(c->fn);
	cvg_score_of(ana, out);
	if (!kept && ana != begun)
		cvg_ana_free(ana);
	cvg_ana_free(begun);
	return kept ? cvg_ana_fn(ana) : c->fn;
}

/* ---- revisions ------------------------------------------------------- */

struct rev *cvg_history_rev(const struct history *history, uint32_t rev)
{
	return history->revs.at[rev == CVG_NONE ? history->current : rev];
}

void cvg_rev_free(struct rev *take_rev)
{
	if (!take_rev)
		return;
	free(take_rev->command);
	free(take_rev->report);
	free(take_rev->mark);
	free(take_rev->difference);
	free(take_rev->metric);
	free(take_rev->dependence);
	free(take_rev->obstacle);
	free(take_rev->said.at);
	for (int ptxas = 0; ptxas < 2; ptxas++) {
		for (size_t i = 0; i < take_rev->mcode[ptxas].n; i++)
			cvg_mcode_free(take_rev->mcode[ptxas].at[i]);
		free(take_rev->mcode[ptxas].at);
	}
	free(take_rev);
}

struct rev *cvg_rev_new(const char *command, uint32_t parent)
{
	struct rev *rev = cvg_calloc(1, sizeof *rev);

	rev->command = cvg_strdup(command);
	rev->pub.command = rev->command;
	rev->pub.parent = parent;
	rev->pub.newest_child = CVG_NONE;
	rev->was = rev->is = CVG_NONE;
	return rev;
}

/* ---- new revisions --------------------------------------------------- */

static uint32_t oldest_same(const struct history *history, uint64_t hash)
{
	for (uint32_t i = 0; i < history->hash.n; i++)
		if (history->hash.at[i] == hash)
			return i;
	return CVG_NONE;
}

/* Score the function at place `at`, before and after the step. */
static void score(struct history *history, struct rev *rev, uint32_t at)
{
	const struct rev *up;

	cvg_score_of(cvg_history_ana(history, rev, at), &rev->pub.score);
	rev->pub.before = rev->pub.score;
	if (rev->pub.parent == CVG_NONE)
		return;
	up = history->revs.at[rev->pub.parent];
	at = cvg_history_place(history, up, cvg_history_fid(history, rev, at));
	if (at != CVG_NONE)
		cvg_score_of(cvg_history_ana(history, up, at),
			     &rev->pub.before);
}

void cvg_history_rescore(struct history *history, struct rev *rev)
{
	score(history, rev, rev->pub.function);
}

struct rev *cvg_history_commit(struct history *history, struct rev *take_rev,
			       uint32_t at, uint32_t count, const char *report)
{
	struct rev *rev = take_rev;
	struct base *base = history->bases.at[rev->base];
	struct cvg_rev *pub = &rev->pub;
	uint64_t hash;

	pub->id = (uint32_t)history->revs.n;
	pub->function = at;
	pub->function_name = cvg_history_name(history, rev, at);
	pub->count = count;
	rev->report = cvg_strdup(report);
	pub->report = rev->report;
	cvg_push(&history->revs, rev);
	if (pub->parent != CVG_NONE)
		history->revs.at[pub->parent]->pub.newest_child = pub->id;
	history->current = pub->id;
	history->worked = NULL;
	base->at = pub->id;
	if (base->first == pub->id)
		memcpy(base->held, base->code, base->nfns * sizeof *base->held);
	score(history, rev, at);
	hash = cvg_history_hash(history, rev, at);
	pub->same_as = oldest_same(history, hash);
	cvg_push(&history->hash, hash);
	return rev;
}

struct extent cvg_history_extent(struct history *history)
{
	const struct rev *rev = cvg_history_rev(history, CVG_NONE);

	/* The blocks are numbered when they are first looked at. */
	cvg_history_code(history, rev,
			 cvg_history_place(history, rev, history->focus));
	return (struct extent){
		.nrevs = (uint32_t)history->revs.n,
		.ncodes = (uint32_t)history->codes.n,
		.nfunctions = (uint32_t)history->functions.n,
		.newest_child = rev->pub.newest_child,
		.next_uid = history->functions.at[history->focus].next_uid,
	};
}

void cvg_history_retract(struct history *history, const struct extent *to)
{
	struct rev *rev = cvg_history_rev(history, CVG_NONE);

	if (history->revs.n == to->nrevs)
		return;
	assert(history->revs.n == to->nrevs + 1 && rev->pub.id == to->nrevs);
	assert(cvg_history_fid(history, rev, rev->pub.function) ==
	       history->focus);
	history->current = rev->pub.parent;
	history->functions.at[history->focus].next_uid = to->next_uid;
	cvg_history_rev(history, CVG_NONE)->pub.newest_child = to->newest_child;
	cvg_base_back(history, rev);
	while (history->codes.n > to->ncodes)
		code_done(&history->codes.at[--history->codes.n]);
	if (history->functions.n > to->nfunctions)
		history->by_name.n = 0;
	while (history->functions.n > to->nfunctions)
		free(history->functions.at[--history->functions.n].name);
	cvg_rev_free(rev);
	history->revs.n--;
	history->hash.n--;
	history->kernel.rev = CVG_NONE;
}

bool cvg_history_goto(struct history *history, uint32_t rev,
		      struct cvg_err *err)
{
	const struct rev *to = history->revs.at[rev];
	struct cvg_module *module;

	if (cvg_history_place(history, to, history->focus) == CVG_NONE) {
		module = cvg_history_module(history, to, err);
		if (!module)
			return false;
		history->focus =
			cvg_history_fid(history, to, cvg_focus_default(module));
	}
	history->current = rev;
	return true;
}

/* ---- beginning and end ----------------------------------------------- */

static char *dup_or_null(const char *s)
{
	return s ? cvg_strdup(s) : NULL;
}

struct history *cvg_history_new(const char *path,
				const struct cvg_target_options *opt,
				struct cvg_module *take_module, bool any)
{
	struct history *history = cvg_calloc(1, sizeof *history);
	struct rev *rev = cvg_rev_new("load", CVG_NONE);
	struct base *base;
	uint32_t at;

	history->kernel.rev = CVG_NONE;
	history->path = cvg_strdup(path);
	history->triple = cvg_strdup(cvg_module_triple(take_module));
	history->cpu = cvg_strdup(cvg_module_cpu(take_module));
	if (opt)
		history->want = *opt;
	history->want.said = NULL;
	history->want.triple = history->want_triple =
		dup_or_null(history->want.triple);
	history->want.cpu = history->want_cpu = dup_or_null(history->want.cpu);
	history->made = cvg_module_made(take_module);
	history->scratch = take_module;
	base = cvg_base_begin(history, rev);
	for (uint32_t f = 0; f < base->nfns; f++)
		base->code[f] = cvg_history_add_code(history, NULL, false);
	at = any ? cvg_focus_any(take_module) : cvg_focus_default(take_module);
	history->focus = base->fid[at];
	cvg_history_commit(history, rev, at, 0, "");
	return history;
}

void cvg_history_free(struct history *take_history)
{
	struct history *history = take_history;

	if (!history)
		return;
	for (size_t i = 0; i < history->revs.n; i++)
		cvg_rev_free(history->revs.at[i]);
	for (size_t i = 0; i < history->codes.n; i++)
		code_done(&history->codes.at[i]);
	for (size_t i = 0; i < history->bases.n; i++)
		cvg_base_free(history->bases.at[i]);
	for (size_t i = 0; i < history->functions.n; i++)
		free(history->functions.at[i].name);
	for (size_t i = 0; i < history->notes.n; i++)
		free(history->notes.at[i].text);
	free(history->notes.at);
	for (size_t i = 0; i < history->rejects.n; i++)
		free(history->rejects.at[i]);
	free(history->rejects.at);
	free(history->revs.at);
	free(history->codes.at);
	free(history->bases.at);
	free(history->hash.at);
	free(history->functions.at);
	free(history->by_name.at);
	cvg_module_free(history->scratch);
	free(history->path);
	free(history->triple);
	free(history->cpu);
	free(history->want_triple);
	free(history->want_cpu);
	free(history);
}

void cvg_session_all_changed(struct cvg_session *s, struct cvg_bits *out)
{
	const struct rev *loaded = cvg_history_rev(s->history, 0);
	const struct rev *rev = cvg_history_rev(s->history, CVG_NONE);
	uint32_t n = cvg_history_nfns(s->history, rev);
	uint32_t *code = cvg_calloc(n + 1, sizeof *code);

	cvg_bits_init(out, n);
	for (uint32_t f = 0; f < n; f++)
		code[f] = cvg_history_code_at(s->history, rev, f);
	for (uint32_t f = 0; f < n; f++) {
		uint32_t fid = cvg_history_fid(s->history, rev, f);
		uint32_t was = cvg_history_place(s->history, loaded, fid);

		if (was == CVG_NONE ||
		    cvg_history_code_at(s->history, loaded, was) != code[f])
			cvg_bits_add(out, f);
	}
	free(code);
}
