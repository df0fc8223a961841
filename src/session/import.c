/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Makes a file a revision: another compilation of the same source, to be compared
 * with what the session has made.
 *
 * Functions are those of the same name. If another one is to stand for the
 * function in focus, the two exchange their names, so that all revisions call it
 * the same.
 */
#include "inside.h"

#include "reconverge/cxxname.h"
#include "reconverge/diff.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "transforms/redirect.h"

#include <stdlib.h>
#include <string.h>

/* ---- the function ---------------------------------------------------- */

static bool no_function(const struct cvg_module *module, const char *name,
			const char *hint, struct cvg_err *err)
{
	uint32_t n = cvg_module_nfunctions(module);
	const char **names = cvg_calloc(n, sizeof *names);

	for (uint32_t f = 0; f < n; f++)
		names[f] = cvg_module_function_name(module, f);
	cvg_cxx_unknown(name, names, n, hint, err);
	free(names);
	return false;
}

/* Find the function that was asked for, and give it the name of the one in
 * focus. */
static bool take_function(struct cvg_module *module, const char *asked,
			  const char *name, uint32_t *f, struct cvg_err *err)
{
	const char *bare = asked ? asked + (*asked == '@') : name;

	if (!*name)
		return cvg_fail(err, "the function in focus has no name, by "
				     "which it could be found there");
	*f = cvg_module_function_named(module, bare);
	if (*f == CVG_NONE)
		return no_function(module, bare,
				   asked ? ""
					 : " (function=NAME names the one to "
					   "take)",
				   err);
	return !strcmp(bare, name) || cvg_module_rename(module, *f, name, err);
}

static const char *type_of(const struct cvg_fn *fn, uint32_t arg)
{
	return fn->types[fn->values[arg].type].text;
}

/* The number of parameters without the array of redirection. */
static uint32_t own_args(const struct cvg_fn *fn)
{
	return fn->nargs - (cvg_redirect_done(fn) ? 1 : 0);
}

static bool same_args(const struct cvg_fn *fn, const struct cvg_fn *with,
		      struct cvg_err *err)
{
	uint32_t n = own_args(with);

	if (own_args(fn) != n)
		return cvg_fail(err,
				"the function of the file has %u parameters, "
				"@%s has %u",
				own_args(fn), with->name, n);
	for (uint32_t i = 0; i < n; i++) {
		if (strcmp(type_of(fn, i), type_of(with, i)) != 0)
			return cvg_fail(err,
					"parameter %u is %.60s, that of @%s "
					"is %.60s",
					i, type_of(fn, i), with->name,
					type_of(with, i));
	}
	return true;
}

/* ---- the module ------------------------------------------------------ */

/* Can the module stand for that of the revision? */
static bool fits(struct history *history, const struct rev *rev,
		 const char *function, struct cvg_module *module,
		 struct cvg_err *err)
{
	uint32_t at = cvg_history_place(history, rev, history->focus);
	uint32_t f = CVG_NONE;
	const struct cvg_fn *with = cvg_history_code(history, rev, at)->fn;
	const struct cvg_module *now = cvg_history_module(history, rev, err);
	struct cvg_fn *fn;
	bool ok;

	if (!now || !cvg_module_comparable(module, now, err) ||
	    !take_function(module, function, with->name, &f, err))
		return false;
	fn = cvg_module_snapshot(module, f, 0);
	ok = same_args(fn, with, err);
	cvg_fn_free(fn);
	return ok;
}

static bool read_file(struct cvg_session *s, struct cvg_import *import,
		      struct cvg_module **out, struct cvg_err *err)
{
	struct cvg_target_options opt = cvg_session_asked(s);
	uint64_t hash;
	char *bytes;
	size_t n;
	bool ok;

	if (!strcmp(import->path, "-"))
		return cvg_fail(err, "standard input cannot be read again; "
				     "name a file");
	if (!cvg_file_read(import->path, &bytes, &n, err))
		return false;
	hash = cvg_journal_hash(bytes, n);
	if (import->hash && import->hash != hash)
		ok = cvg_fail(err,
			      "%s: the file has changed: its content has the "
			      "hash %016llx, not %016llx; without hash= it is "
			      "taken as it is",
			      import->path, (unsigned long long)hash,
			      (unsigned long long)import->hash);
	else
		ok = cvg_module_read(import->path, bytes, n, &opt, out, err);
	import->hash = hash;
	free(bytes);
	return ok;
}

/* ---- the revision ---------------------------------------------------- */

static bool same_shape(const struct cvg_fn *a, const struct cvg_fn *b)
{
	return a->fingerprint == b->fingerprint && a->nblocks == b->nblocks &&
	       a->ninsts == b->ninsts;
}

static void renumber(struct history *history, struct base *base, uint32_t f,
		     const struct cvg_fn *old)
{
	struct function *known = &history->functions.at[base->fid[f]];
	struct cvg_fn *fn = cvg_module_snapshot(base->live, f, CVG_SNAP_TEXT);

	if (old && same_shape(old, fn)) {
		cvg_module_adopt_uids(base->live, f, old, known->next_uid);
	} else {
		known->next_uid = cvg_fn_renumber(fn, old, known->next_uid);
		cvg_module_adopt_uids(base->live, f, fn, known->next_uid);
	}
	cvg_fn_free(fn);
}

/* Make the module a revision, unless it is the one that there is. */
static bool add(struct history *history, const struct rev *rev,
		struct cvg_module *take_module, const char *command,
		struct cvg_act *out, struct cvg_err *err)
{
	struct cvg_module *now = cvg_history_module(history, rev, err);
	char *was, *is;
	uint64_t outside;
	bool same;

	if (!now) {
		cvg_module_free(take_module);
		return false;
	}
	was = cvg_module_text(now);
	is = cvg_module_text(take_module);
	same = !strcmp(was, is);
	outside = cvg_hash_outside(is);
	if (outside == cvg_hash_outside(was))
		outside = rev->outside;
	free(was);
	free(is);
	if (same) {
		cvg_module_free(take_module);
		return true;
	}
	cvg_history_all_code(history, rev);
	history->scratch = take_module;
	cvg_module_ticker(take_module, history->ticker);
	cvg_history_commit_scratch(history, command, outside, renumber, out);
	return true;
}

bool cvg_session_import(struct cvg_session *s, struct cvg_import *import,
			const char *command, struct cvg_act *out,
			struct cvg_err *err)
{
	struct history *history = s->history;
	struct cvg_module *module = NULL;
	const struct rev *rev;

	if (!history)
		return cvg_fail(err, "no module is loaded");
	if (cvg_set_int(&s->settings, CVG_SET_PROVE))
		return cvg_fail(err,
				"with prove=yes nothing is imported; "
				"'prove P%u FILE' compares with a file",
				history->current);
	*out = (struct cvg_act){.rev = history->current};
	rev = cvg_history_rev(history, CVG_NONE);
	if (!read_file(s, import, &module, err))
		return false;
	if (!fits(history, rev, import->function, module, err)) {
		cvg_module_free(module);
		return cvg_fail_in(err, "%s", import->path);
	}
	return add(history, rev, module, command, out, err);
}
