/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Expressions of `expect`: numbers, names, + - * /, comparisons, and, or,
 * not, parentheses. Names are counts (cycles, divergent, ...), what a
 * simulated run counts (warp-cycles, utilization, ...), settings, and
 * NAME(REVISION) for a count of another revision.
 *
 *	or:      and { "or" and }
 *	and:     not { "and" not }
 *	not:     "not" not | compare
 *	compare: sum [ ( == | != | < | <= | > | >= ) sum ]
 *	sum:     product { ( + | - ) product }
 *	product: factor { ( * | / ) factor }
 *	factor:  number | name [ "(" revision ")" ] | "(" or ")" | - factor
 *
 * A setting that is a choice equals its words: mode==darm.
 */
#include "reconverge/cmd.h"
#include "reconverge/counts.h"
#include "reconverge/metrics.h"
#include "reconverge/program.h"
#include "reconverge/prove.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"
#include "reconverge/sim.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 100 /* of parentheses, "not" and signs */

/* A number; of a choice or of one of its words, `word` instead. */
struct value {
	double number;
	char word[32]; /* empty: a number */
	bool truth;    /* it is a comparison's outcome */
};

struct parser {
	struct cvg_session *session;
	const char *text;
	const char *at;
	uint32_t depth;
	struct cvg_str *why;
	struct cvg_err *err;
};

static bool parse_or(struct parser *in, struct value *v);
CVG_PRINTF(3, 4)
static bool fail_here(struct parser *in, const char *at, const char *fmt, ...)
{
	struct cvg_str s = {0};
	va_list ap;

	va_start(ap, fmt);
	cvg_str_vaddf(&s, fmt, ap);
	va_end(ap);
	cvg_fail(in->err, "expect: %s", s.at);
	cvg_str_done(&s);
	if (in->err)
		in->err->column = (uint32_t)(at - in->text) + 1;
	return false;
}

static void skip_blanks(struct parser *in)
{
	while (isspace((unsigned char)*in->at))
		in->at++;
}

/* Over `token` if it is next; a word must end where the token does. */
static bool take(struct parser *in, const char *token)
{
	size_t n = strlen(token);

	skip_blanks(in);
	if (strncmp(in->at, token, n))
		return false;
	if (isalpha((unsigned char)*token) &&
	    (isalnum((unsigned char)in->at[n]) || in->at[n] == '_' ||
	     in->at[n] == '-'))
		return false;
	in->at += n;
	return true;
}

/* ---- names ----------------------------------------------------------- */

/* Is it one of the words of some setting? */
static bool is_choice(const char *name, size_t n)
{
	for (int i = 0; i < CVG_NSETTINGS; i++) {
		const char *c = cvg_setting_row((enum cvg_setid)i)->choices;

		while (c && *c) {
			size_t len = strcspn(c, "|");

			if (len == n && !strncmp(c, name, n))
				return true;
			c += len + (c[len] == '|');
		}
	}
	return false;
}

/* Names may hold '-', which is also an operator: the longest that is known. */
static size_t name_length(const char *s)
{
	size_t n = 0, best;

	while (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '-')
		n++;
	best = strcspn(s, "-");
	for (size_t k = n; k > 0; k--)
		if (cvg_count_named(s, k) >= 0 || cvg_metric_named(s, k) >= 0 ||
		    cvg_setting_named(s, k) >= 0 || is_choice(s, k))
			return k;
	return best < n ? best : n;
}

/* "(P0)" after a count: which revision; else the current one. */
static bool parse_rev(struct parser *in, uint32_t *rev)
{
	struct cvg_str name = {0};
	const char *at;
	bool ok;

	*rev = CVG_NONE;
	if (!take(in, "("))
		return true;
	skip_blanks(in);
	at = in->at;
	while (*in->at && *in->at != ')' && !isspace((unsigned char)*in->at))
		cvg_str_addc(&name, *in->at++);
	ok = cvg_session_find_rev(in->session, cvg_str_of(&name), rev, in->err);
	if (!ok && in->err)
		in->err->column = (uint32_t)(at - in->text) + 1;
	cvg_str_done(&name);
	if (ok && !take(in, ")"))
		return fail_here(in, in->at, "')' is missing");
	return ok;
}

static bool parse_count(struct parser *in, enum cvg_count id, struct value *v)
{
	const char *at = in->at;
	uint32_t rev = CVG_NONE;

	if (cvg_count_has_rev(id) && !parse_rev(in, &rev))
		return false;
	return cvg_count_of(id, in->session, rev, &v->number) ||
	       fail_here(in, at, "the function is not in that revision");
}

/* Read a metric of a run. The revision is simulated, unless it was before. */
static bool parse_metric(struct parser *in, enum cvg_metric m, struct value *v)
{
	const char *at = in->at, *setting;
	struct cvg_fault left;
	struct cvg_run run;
	uint32_t rev;
	bool guessed;

	if (!parse_rev(in, &rev) ||
	    !cvg_session_need_launch(in->session, &guessed, &left, in->err) ||
	    !cvg_session_measure(in->session, rev, &run, in->err))
		return false;
	if (run.result->fault.kind != CVG_F_NONE)
		return fail_here(in, at, "the simulated run of P%u fails: %s",
				 run.rev,
				 cvg_fault_text(run.result->fault.kind));
	setting = cvg_metric_lacks(m, &run.result->counts);
	if (setting)
		return fail_here(in, at, "%s is counted only with 'set %s'",
				 cvg_metric_row(m)->name, setting);
	v->number = cvg_metric_of(m, &run.result->counts, run.program->warp);
	if (isnan(v->number))
		return fail_here(in, at,
				 "%s of P%u is not known: the run has no "
				 "such instruction",
				 cvg_metric_row(m)->name, run.rev);
	return true;
}

static bool parse_name(struct parser *in, struct value *v)
{
	size_t n = name_length(in->at);
	const char *at = in->at;
	int id = cvg_count_named(at, n);

	if (!n)
		return fail_here(
			in, at,
			*at ? "a number or a name is missing"
			    : "a number or a name is missing at the end");
	in->at += n;
	if (id >= 0)
		return parse_count(in, (enum cvg_count)id, v);
	id = cvg_metric_named(at, n);
	if (id >= 0)
		return parse_metric(in, (enum cvg_metric)id, v);
	id = cvg_setting_named(at, n);
	if (id >= 0) {
		const struct cvg_settings *set =
			cvg_session_settings(in->session);

		v->number = cvg_set_real(set, (enum cvg_setid)id);
		if (cvg_setting_row((enum cvg_setid)id)->kind == CVG_SET_CHOICE)
			cvg_settings_text(set, (enum cvg_setid)id, v->word,
					  sizeof v->word);
		return true;
	}
	if (is_choice(at, n) && n < sizeof v->word) {
		memcpy(v->word, at, n);
		return true;
	}
	return fail_here(
		in, at,
		"unknown name '%.*s': it is neither a count nor a setting",
		n > 60 ? 60 : (int)n, at);
}

/* ---- operators ------------------------------------------------------- */

static bool want_number(struct parser *in, const char *at,
			const struct value *v)
{
	return !*v->word || fail_here(in, at, "'%s' is not a number", v->word);
}

/* A number, a name, or an expression in parentheses. */
static bool parse_operand(struct parser *in, struct value *v)
{
	const char *at = in->at;
	char *end;

	if (take(in, "(")) {
		if (++in->depth > MAX_DEPTH)
			return fail_here(in, at,
					 "the expression is nested too deep");
		if (!parse_or(in, v))
			return false;
		in->depth--;
		return take(in, ")") || fail_here(in, in->at, "')' is missing");
	}
	skip_blanks(in);
	if (!isdigit((unsigned char)*in->at) && *in->at != '.')
		return parse_name(in, v);
	v->number = strtod(in->at, &end);
	if (end == in->at)
		return fail_here(in, in->at, "this is not a number");
	in->at = end;
	return true;
}

/* An operand behind any number of minus signs. */
static bool parse_nested(struct parser *in, struct value *v)
{
	const char *at = in->at;
	unsigned signs = 0;

	while (take(in, "-"))
		signs++;
	if (!parse_operand(in, v))
		return false;
	if (signs && !want_number(in, at, v))
		return false;
	if (signs % 2)
		v->number = -v->number;
	return true;
}

static bool parse_factor(struct parser *in, struct value *v)
{
	bool ok;

	*v = (struct value){.number = 0};
	if (++in->depth > MAX_DEPTH)
		return fail_here(in, in->at,
				 "the expression is nested too deep");
	ok = parse_nested(in, v);
	in->depth--;
	return ok;
}

static bool parse_product(struct parser *in, struct value *v)
{
	if (!parse_factor(in, v))
		return false;
	for (;;) {
		const char *at = in->at;
		bool divide = false;
		struct value w;

		if (!take(in, "*") && !(divide = take(in, "/")))
			return true;
		if (!parse_factor(in, &w) || !want_number(in, at, v) ||
		    !want_number(in, at, &w))
			return false;
		if (divide && w.number == 0)
			return fail_here(in, at, "division by zero");
		v->number =
			divide ? v->number / w.number : v->number * w.number;
	}
}

static bool parse_sum(struct parser *in, struct value *v)
{
	if (!parse_product(in, v))
		return false;
	for (;;) {
		const char *at = in->at;
		bool minus = false;
		struct value w;

		if (!take(in, "+") && !(minus = take(in, "-")))
			return true;
		if (!parse_product(in, &w) || !want_number(in, at, v) ||
		    !want_number(in, at, &w))
			return false;
		v->number += minus ? -w.number : w.number;
	}
}

static void add_value(struct cvg_str *out, const struct value *v)
{
	if (*v->word)
		cvg_str_add(out, v->word);
	else
		cvg_str_addf(out, "%.10g", v->number);
}

/* The part of the text that was read, without blanks around it. */
static void add_part(struct cvg_str *out, const char *from, const char *to)
{
	while (from < to && isspace((unsigned char)*from))
		from++;
	while (to > from && isspace((unsigned char)to[-1]))
		to--;
	cvg_str_addn(out, from, (size_t)(to - from));
}

/* "cycles(P0) (12)"; a number says itself. */
static void explain(struct parser *in, const char *from, const char *to,
		    const struct value *v)
{
	struct cvg_str part = {0}, value = {0};

	add_part(&part, from, to);
	add_value(&value, v);
	cvg_str_add(in->why, cvg_str_of(&part));
	if (part.n && strcmp(part.at, value.at))
		cvg_str_addf(in->why, " (%s)", value.at);
	cvg_str_done(&part);
	cvg_str_done(&value);
}

/* Whether it holds if the left side is below, equal to or above the right. */
struct relation {
	const char *sign;
	bool below, equal, above;
};

/* "<=" is tried before "<". */
static const struct relation relations[] = {
	{"==", false, true, false}, {"!=", true, false, true},
	{"<=", true, true, false},  {">=", false, true, true},
	{"<", true, false, false},  {">", false, false, true},
};

/* NULL: there is none. */
static const struct relation *take_relation(struct parser *in)
{
	for (size_t i = 0; i < sizeof relations / sizeof *relations; i++)
		if (take(in, relations[i].sign))
			return &relations[i];
	return NULL;
}

static bool compare(const struct relation *r, const struct value *a,
		    const struct value *b)
{
	double d = a->number - b->number;

	if (*a->word || *b->word)
		d = strcmp(a->word, b->word);
	return d < 0 ? r->below : d > 0 ? r->above : r->equal;
}

static bool parse_compare(struct parser *in, struct value *v)
{
	const char *from = in->at, *middle, *right;
	struct value w;
	const struct relation *relation;

	if (!parse_sum(in, v))
		return false;
	middle = in->at;
	relation = take_relation(in);
	if (!relation) {
		skip_blanks(in);
		if (*in->at == '=')
			return fail_here(in, in->at,
					 "use '==' to compare, not '='");
		return true;
	}
	right = in->at;
	if (!parse_sum(in, &w))
		return false;
	/* Words are equal or not, and have no order. */
	if (relation->below != relation->above || !*v->word != !*w.word)
		if (!want_number(in, from, v) || !want_number(in, right, &w))
			return false;
	cvg_str_add(in->why, in->why->n ? ", " : "");
	explain(in, from, middle, v);
	cvg_str_addf(in->why, " %s ", relation->sign);
	explain(in, right, in->at, &w);
	*v = (struct value){.number = compare(relation, v, &w), .truth = true};
	return true;
}

static bool parse_not(struct parser *in, struct value *v)
{
	const char *at = in->at;
	bool ok;

	if (!take(in, "not"))
		return parse_compare(in, v);
	if (++in->depth > MAX_DEPTH)
		return fail_here(in, at, "the expression is nested too deep");
	ok = parse_not(in, v) && want_number(in, at, v);
	in->depth--;
	*v = (struct value){.number = v->number == 0, .truth = true};
	return ok;
}

static bool parse_and(struct parser *in, struct value *v)
{
	struct value w;

	if (!parse_not(in, v))
		return false;
	while (take(in, "and")) {
		const char *at = in->at;

		if (!parse_not(in, &w) || !want_number(in, at, v) ||
		    !want_number(in, at, &w))
			return false;
		*v = (struct value){.number = v->number != 0 && w.number != 0,
				    .truth = true};
	}
	return true;
}

static bool parse_or(struct parser *in, struct value *v)
{
	struct value w;

	if (!parse_and(in, v))
		return false;
	while (take(in, "or")) {
		const char *at = in->at;

		if (!parse_and(in, &w) || !want_number(in, at, v) ||
		    !want_number(in, at, &w))
			return false;
		*v = (struct value){.number = v->number != 0 || w.number != 0,
				    .truth = true};
	}
	return true;
}

bool cvg_expect(struct cvg_session *session, const char *text,
		struct cvg_expected *out, struct cvg_err *err)
{
	struct parser p = {.session = session,
			   .text = text,
			   .at = text,
			   .why = &out->why,
			   .err = err};
	struct value v = {.number = 0};
	bool ok;

	*out = (struct cvg_expected){.holds = false};
	ok = parse_or(&p, &v) && want_number(&p, text, &v);
	if (ok && !v.truth)
		explain(&p, text, p.at, &v);
	skip_blanks(&p);
	if (ok && *p.at)
		ok = fail_here(&p, p.at, "unexpected '%.20s'", p.at);
	if (!ok)
		cvg_str_done(&out->why);
	out->holds = ok && v.number != 0;
	return ok;
}
