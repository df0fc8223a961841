/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The limits of a file, tested for each function of the module. */
#include "budget.h"
#include "call.h"

#include "reconverge/analysis.h"
#include "reconverge/cxxname.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/score.h"
#include "reconverge/session.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the words ask for. */
struct wanted {
	const char *path;
	bool write;
	bool github;	    /* annotations on standard output */
	const char *gitlab; /* the file for a report, or NULL */
};

/* One run of the command. */
struct audit {
	struct cvg_call *call;
	struct wanted wanted;
	struct cvg_budget budget;
	json_t *functions; /* of the answer; NULL without --json */
	json_t *report;	   /* for GitLab */
	uint32_t nlimits, nbroken;
};

/* ---- words -------------------------------------------------------------- */

static bool is_key(const struct cvg_word *word, const char *key)
{
	return word->key == strlen(key) && !strncmp(word->text, key, word->key);
}

static bool read_yes(const struct cvg_word *word, bool *out,
		     struct cvg_err *err)
{
	const char *value = word->text + word->key + 1;

	*out = !strcmp(value, "yes");
	return *out || !strcmp(value, "no") ||
	       cvg_fail_word(err, word,
			     "budget: expected yes or no, not '%.60s'", value);
}

static bool read_words(const struct cvg_call *call, struct wanted *wanted,
		       struct cvg_err *err)
{
	*wanted = (struct wanted){.path = call->arg[0].text};
	for (uint32_t i = 1; i < call->nargs; i++) {
		const struct cvg_word *word = &call->arg[i];

		if (is_key(word, "write")) {
			if (!read_yes(word, &wanted->write, err))
				return false;
		} else if (is_key(word, "github")) {
			if (!read_yes(word, &wanted->github, err))
				return false;
		} else if (is_key(word, "gitlab")) {
			wanted->gitlab = word->text + word->key + 1;
		} else {
			return cvg_fail_word(err, word,
					     "budget: expected write=, github= "
					     "or gitlab=, not '%.60s'",
					     word->text);
		}
	}
	return true;
}

/* ---- places ------------------------------------------------------------- */

/* A place in the source; the module itself without debug info. */
struct place {
	const char *file;
	uint32_t line;
};

static const struct cvg_fn *function_now(const struct audit *audit)
{
	return cvg_session_fn(audit->call->session, CVG_NONE, CVG_NONE);
}

/* The name of a file below the working directory, without the way to it. */
static const char *below(const char *file)
{
	char *here = getcwd(NULL, 0);
	size_t n = here ? strlen(here) : 0;

	if (n && !strncmp(file, here, n) && file[n] == '/')
		file += n + 1;
	free(here);
	while (!strncmp(file, "./", 2))
		file += 2;
	return file;
}

/* Where the function begins in its source; without debug information, the
 * module. */
static struct place place_of(const struct audit *audit)
{
	const struct cvg_fn *fn = function_now(audit);
	const struct cvg_spot *at = cvg_spot_at(fn, fn->spot);

	if (!at)
		return (struct place){
			below(cvg_session_path(audit->call->session)), 0};
	return (struct place){below(fn->files[at->file]), at->line};
}

/* ---- annotations -------------------------------------------------------- */

/* A property or the message of a GitHub command: its own signs are escaped. */
static void add_escaped(struct cvg_str *out, const char *text, bool property)
{
	for (; *text; text++) {
		if (*text == '%' || *text == '\n' || *text == '\r' ||
		    (property && (*text == ':' || *text == ',')))
			cvg_str_addf(out, "%%%02X", (unsigned)*text);
		else
			cvg_str_addc(out, *text);
	}
}

static void annotate(struct audit *audit, const char *level, struct place place,
		     const char *message)
{
	struct cvg_str *out = &audit->call->out;

	if (!audit->wanted.github || audit->call->json)
		return;
	cvg_str_addf(out, "::%s file=", level);
	add_escaped(out, place.file, true);
	cvg_str_addf(out, ",line=%u,title=reconverge budget::",
		     place.line ? place.line : 1);
	add_escaped(out, message, false);
	cvg_str_addc(out, '\n');
}

/* An issue of GitLab's code quality report. The fingerprint tells whether it is
 * one that was there before. */
static void report(struct audit *audit, struct place place,
		   const char *function, const char *limit, const char *message)
{
	json_t *issue, *location, *lines;
	struct cvg_str print = {0};
	uint64_t hash = UINT64_C(14695981039346656037);

	if (!audit->report)
		return;
	cvg_str_addf(&print, "%s:%s:%s", place.file, function, limit);
	for (size_t i = 0; i < print.n; i++)
		hash = (hash ^ (unsigned char)print.at[i]) *
		       UINT64_C(1099511628211);
	cvg_str_clear(&print);
	cvg_str_addf(&print, "%016llx", (unsigned long long)hash);
	issue = cvg_json_item(audit->report);
	location = json_object();
	lines = json_object();
	json_object_set_new(lines, "begin",
			    json_integer(place.line ? place.line : 1));
	json_object_set_new(location, "path", json_string(place.file));
	json_object_set_new(location, "lines", lines);
	json_object_set_new(issue, "description", json_string(message));
	json_object_set_new(issue, "check_name",
			    json_string("reconverge-budget"));
	json_object_set_new(issue, "fingerprint", json_string(print.at));
	json_object_set_new(issue, "severity", json_string("major"));
	json_object_set_new(issue, "location", location);
	cvg_str_done(&print);
}

/* Point at the branches that a limit of their number counts. */
static void point_at_branches(struct audit *audit, const char *limit)
{
	const struct cvg_fn *fn = function_now(audit);
	const struct cvg_uniform *uniform = cvg_ana_uniform(
		cvg_session_ana(audit->call->session, CVG_NONE, CVG_NONE));

	if (!strstr(limit, "divergent"))
		return;
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		const struct cvg_spot *at =
			cvg_spot_at(fn, cvg_block_terminator(fn, b)->spot);
		struct place place;

		if (!cvg_bits_has(&uniform->divergent_term, b) || !at)
			continue;
		place = (struct place){below(fn->files[at->file]), at->line};
		annotate(audit, "notice", place,
			 "this branch splits the threads of a warp");
		if (!audit->wanted.github)
			cvg_str_addf(&audit->call->out, "  B%u at %s:%u\n",
				     fn->blocks[b].uid, place.file, place.line);
	}
}

/* ---- limits ------------------------------------------------------------- */

/* Say that a limit is broken, in each form that was asked for. */
static void tell(struct audit *audit, struct place place, const char *function,
		 const char *limit, const char *message)
{
	struct cvg_str *out = &audit->call->out;

	audit->nbroken++;
	if (!audit->wanted.github && place.line)
		cvg_str_addf(out, "%s:%u: %s\n", place.file, place.line,
			     message);
	else if (!audit->wanted.github)
		cvg_str_addf(out, "%s: %s\n", place.file, message);
	annotate(audit, "error", place, message);
	report(audit, place, function, limit, message);
}

static void tell_broken(struct audit *audit, const char *limit,
			const char *values)
{
	const char *name = function_now(audit)->name;
	struct cvg_str text = {0};

	cvg_cxx_add(&text, name);
	cvg_str_addf(&text, ": over its budget: %s", values);
	tell(audit, place_of(audit), name, limit, text.at);
	point_at_branches(audit, limit);
	cvg_str_done(&text);
}

static bool test_limit(struct audit *audit, json_t *list,
		       const struct cvg_limit *limit, struct cvg_err *err)
{
	struct cvg_expected ex = {.holds = false};
	struct cvg_err why = {0};

	if (!cvg_expect(audit->call->session, limit->text, &ex, &why))
		return cvg_fail(err, "%s:%u: %s", audit->wanted.path,
				limit->line, why.msg);
	audit->nlimits++;
	CVG_TELL(NULL, cvg_json_item(list), "{-limit}{-line}{-holds}{-values}",
		 CVG_V((const char *)limit->text), CVG_V(limit->line),
		 CVG_V(ex.holds), CVG_V(cvg_str_of(&ex.why)));
	if (!ex.holds)
		tell_broken(audit, limit->text, cvg_str_of(&ex.why));
	cvg_str_done(&ex.why);
	return true;
}

/* A kernel without limits is over its budget: it is new, or has another name. */
static void tell_unlisted(struct audit *audit)
{
	const char *name = function_now(audit)->name;
	struct cvg_str text = {0};

	cvg_cxx_add(&text, name);
	cvg_str_add(&text, ": a kernel without a budget");
	tell(audit, place_of(audit), name, "", text.at);
	cvg_str_done(&text);
}

static bool test_function(struct audit *audit, uint32_t f, struct cvg_err *err)
{
	struct cvg_session *s = audit->call->session;
	const char *name = cvg_session_function_name(s, f);
	struct cvg_allowance *own = cvg_budget_of(&audit->budget, name);
	json_t *object, *list;
	struct cvg_score score;
	bool ok = true;

	if (!own && cvg_session_score_of(s, f, &score)->kind != CVG_FN_KERNEL)
		return true;
	cvg_session_focus_at(s, f);
	object = cvg_json_item(audit->functions);
	CVG_TELL(NULL, object, "{-function}{-budget}", CVG_V(name),
		 CVG_V(own ? (const char *)own->pattern : NULL));
	list = cvg_json_list(object, "limits");
	if (!own)
		tell_unlisted(audit);
	for (size_t i = 0; own && ok && i < own->limits.n; i++)
		ok = test_limit(audit, list, &own->limits.at[i], err);
	if (own)
		own->used = true;
	return ok;
}

/* Limits of a function that is not there hold nothing: it has another name. */
static void tell_unused(struct audit *audit)
{
	json_t *list = cvg_json_list(audit->call->json, "missing");

	for (size_t i = 0; i < audit->budget.allowances.n; i++) {
		const struct cvg_allowance *one =
			&audit->budget.allowances.at[i];
		struct place place = {audit->wanted.path, one->line};
		struct cvg_str text = {0};

		if (one->used || !strcmp(one->pattern, "*"))
			continue;
		cvg_str_addf(&text, "no function '%s' is in the module",
			     one->pattern);
		if (list)
			json_array_append_new(list, json_string(one->pattern));
		tell(audit, place, one->pattern, "", text.at);
		cvg_str_done(&text);
	}
}

/* ---- the command -------------------------------------------------------- */

static bool test_all(struct audit *audit, struct cvg_err *err)
{
	struct cvg_session *s = audit->call->session;
	uint32_t focus = cvg_session_function(s);
	bool ok = true;

	audit->functions = cvg_json_list(audit->call->json, "functions");
	cvg_session_all_fns(s, CVG_NONE);
	for (uint32_t f = 0; ok && f < cvg_session_nfunctions(s); f++)
		ok = test_function(audit, f, err);
	cvg_session_focus_at(s, focus);
	return ok;
}

static bool write_report(const struct audit *audit, struct cvg_err *err)
{
	struct cvg_str text = {0};
	bool ok;

	if (!audit->report)
		return true;
	cvg_json_print(&text, audit->report, JSON_INDENT(1));
	ok = cvg_file_write(audit->wanted.gitlab, text.at, text.n, err);
	cvg_str_done(&text);
	return ok;
}

static bool check_budget(struct audit *audit, struct cvg_err *err)
{
	struct cvg_call *call = audit->call;

	if (!cvg_budget_read(&audit->budget, audit->wanted.path, err))
		return false;
	if (audit->wanted.gitlab)
		audit->report = json_array();
	if (!test_all(audit, err))
		return false;
	tell_unused(audit);
	call->said_no = audit->nbroken > 0;
	call->asked = call->said_no;
	TELL(call, "{-holds}", CVG_V((bool)!call->said_no));
	TELL(call, "limits: {tested} tested, {broken} broken\n",
	     CVG_V(audit->nlimits), CVG_V(audit->nbroken));
	return write_report(audit, err);
}

static bool write_budget(struct audit *audit, struct cvg_err *err)
{
	struct cvg_call *call = audit->call;
	struct cvg_str text = {0};
	bool ok;

	cvg_budget_text(call->session, &text);
	ok = cvg_file_write(audit->wanted.path, text.at, text.n, err);
	cvg_str_done(&text);
	if (ok)
		TELL(call, "wrote {file}\n", CVG_V(audit->wanted.path));
	return ok;
}

bool cvg_cmd_budget(struct cvg_call *call, struct cvg_err *err)
{
	struct audit audit = {.call = call};
	bool ok;

	if (!read_words(call, &audit.wanted, err))
		return false;
	ok = audit.wanted.write ? write_budget(&audit, err)
				: check_budget(&audit, err);
	cvg_budget_done(&audit.budget);
	json_decref(audit.report);
	return ok || cvg_blame_word(err, &call->arg[0]);
}
