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
	struct cvg_session *s;
	const char *text;
	const char *at;
	uint32_t depth;
	struct cvg_str *why;
	struct cvg_err *err;
};

static bool parse_or(struct parser *p, struct value *v);
static bool fail_here(struct parser *p, const char *at, const char *fmt, ...)
	CVG_PRINTF(3, 4);

static bool fail_here(struct parser *p, const char *at, const char *fmt, ...)
{
	struct cvg_str s = {0};
	va_list ap;

	va_start(ap, fmt);
	cvg_str_vaddf(&s, fmt, ap);
	va_end(ap);
	cvg_fail(p->err, "expect: %s", s.at);
	cvg_str_done(&s);
	if (p->err)
		p->err->column = (uint32_t)(at - p->text) + 1;
	return false;
}

static void skip_blanks(struct parser *p)
{
	while (isspace((unsigned char)*p->at))
		p->at++;
}

/* Over `token` if it is next; a word must end where the token does. */
static bool take(struct parser *p, const char *token)
{
	size_t n = strlen(token);

	skip_blanks(p);
	if (strncmp(p->at, token, n))
		return false;
	if (isalpha((unsigned char)*token) &&
	    (isalnum((unsigned char)p->at[n]) || p->at[n] == '_' ||
	     p->at[n] == '-'))
		return false;
	p->at += n;
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
static bool parse_rev(struct parser *p, uint32_t *rev)
{
	struct cvg_str name = {0};
	const char *at;
	bool ok;

	*rev = CVG_NONE;
	if (!take(p, "("))
		return true;
	skip_blanks(p);
	at = p->at;
	while (*p->at && *p->at != ')' && !isspace((unsigned char)*p->at))
		cvg_str_addc(&name, *p->at++);
	ok = cvg_session_find_rev(p->s, cvg_str_of(&name), rev, p->err);
	if (!ok && p->err)
		p->err->column = (uint32_t)(at - p->text) + 1;
	cvg_str_done(&name);
	if (ok && !take(p, ")"))
		return fail_here(p, p->at, "')' is missing");
	return ok;
}

static bool parse_count(struct parser *p, enum cvg_count id, struct value *v)
{
	const char *at = p->at;
	uint32_t rev = CVG_NONE;

	if (cvg_count_has_rev(id) && !parse_rev(p, &rev))
		return false;
	return cvg_count_of(id, p->s, rev, &v->number) ||
	       fail_here(p, at, "the function is not in that revision");
}

/* Of a run: that revision is simulated unless it was. */
static bool parse_metric(struct parser *p, enum cvg_metric m, struct value *v)
{
	const char *at = p->at;
	struct cvg_fault left;
	struct cvg_run run;
	uint32_t rev;
	bool guessed;

	if (!parse_rev(p, &rev) ||
	    !cvg_session_need_launch(p->s, &guessed, &left, p->err) ||
	    !cvg_session_measure(p->s, rev, &run, p->err))
		return false;
	if (run.result->fault.kind != CVG_F_NONE)
		return fail_here(p, at, "the simulated run of P%u fails: %s",
				 run.rev,
				 cvg_fault_text(run.result->fault.kind));
	if (cvg_metric_row(m)->kind == CVG_COUNTED_SCOREBOARD &&
	    !run.result->counts.timed)
		return fail_here(
			p, at,
			"%s is counted only with 'set timing=scoreboard'",
			cvg_metric_row(m)->name);
	v->number = cvg_metric_of(m, &run.result->counts, run.program->warp);
	if (isnan(v->number))
		return fail_here(p, at,
				 "%s of P%u is not known: the run has no "
				 "such instruction",
				 cvg_metric_row(m)->name, run.rev);
	return true;
}

static bool parse_name(struct parser *p, struct value *v)
{
	size_t n = name_length(p->at);
	const char *at = p->at;
	int id = cvg_count_named(at, n);

	if (!n)
		return fail_here(
			p, at,
			*at ? "a number or a name is missing"
			    : "a number or a name is missing at the end");
	p->at += n;
	if (id >= 0)
		return parse_count(p, (enum cvg_count)id, v);
	id = cvg_metric_named(at, n);
	if (id >= 0)
		return parse_metric(p, (enum cvg_metric)id, v);
	id = cvg_setting_named(at, n);
	if (id >= 0) {
		const struct cvg_settings *set = cvg_session_settings(p->s);

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
		p, at,
		"unknown name '%.*s': it is neither a count nor a setting",
		n > 60 ? 60 : (int)n, at);
}

/* ---- operators ------------------------------------------------------- */

static bool want_number(struct parser *p, const char *at, const struct value *v)
{
	return !*v->word || fail_here(p, at, "'%s' is not a number", v->word);
}

/* A number, a name, or an expression in parentheses. */
static bool parse_operand(struct parser *p, struct value *v)
{
	const char *at = p->at;
	char *end;

	if (take(p, "(")) {
		if (++p->depth > MAX_DEPTH)
			return fail_here(p, at,
					 "the expression is nested too deep");
		if (!parse_or(p, v))
			return false;
		p->depth--;
		return take(p, ")") || fail_here(p, p->at, "')' is missing");
	}
	skip_blanks(p);
	if (!isdigit((unsigned char)*p->at) && *p->at != '.')
		return parse_name(p, v);
	v->number = strtod(p->at, &end);
	if (end == p->at)
		return fail_here(p, p->at, "this is not a number");
	p->at = end;
	return true;
}

/* An operand behind any number of minus signs. */
static bool parse_nested(struct parser *p, struct value *v)
{
	const char *at = p->at;
	unsigned signs = 0;

	while (take(p, "-"))
		signs++;
	if (!parse_operand(p, v))
		return false;
	if (signs && !want_number(p, at, v))
		return false;
	if (signs % 2)
		v->number = -v->number;
	return true;
}

static bool parse_factor(struct parser *p, struct value *v)
{
	bool ok;

	*v = (struct value){.number = 0};
	if (++p->depth > MAX_DEPTH)
		return fail_here(p, p->at, "the expression is nested too deep");
	ok = parse_nested(p, v);
	p->depth--;
	return ok;
}

static bool parse_product(struct parser *p, struct value *v)
{
	if (!parse_factor(p, v))
		return false;
	for (;;) {
		const char *at = p->at;
		bool divide = false;
		struct value w;

		if (!take(p, "*") && !(divide = take(p, "/")))
			return true;
		if (!parse_factor(p, &w) || !want_number(p, at, v) ||
		    !want_number(p, at, &w))
			return false;
		if (divide && w.number == 0)
			return fail_here(p, at, "division by zero");
		v->number =
			divide ? v->number / w.number : v->number * w.number;
	}
}

static bool parse_sum(struct parser *p, struct value *v)
{
	if (!parse_product(p, v))
		return false;
	for (;;) {
		const char *at = p->at;
		bool minus = false;
		struct value w;

		if (!take(p, "+") && !(minus = take(p, "-")))
			return true;
		if (!parse_product(p, &w) || !want_number(p, at, v) ||
		    !want_number(p, at, &w))
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
static void explain(struct parser *p, const char *from, const char *to,
		    const struct value *v)
{
	struct cvg_str part = {0}, value = {0};

	add_part(&part, from, to);
	add_value(&value, v);
	cvg_str_add(p->why, cvg_str_of(&part));
	if (part.n && strcmp(part.at, value.at))
		cvg_str_addf(p->why, " (%s)", value.at);
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
static const struct relation *take_relation(struct parser *p)
{
	for (size_t i = 0; i < sizeof relations / sizeof *relations; i++)
		if (take(p, relations[i].sign))
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

static bool parse_compare(struct parser *p, struct value *v)
{
	const char *from = p->at, *middle, *right;
	struct value w;
	const struct relation *relation;

	if (!parse_sum(p, v))
		return false;
	middle = p->at;
	relation = take_relation(p);
	if (!relation) {
		skip_blanks(p);
		if (*p->at == '=')
			return fail_here(p, p->at,
					 "use '==' to compare, not '='");
		return true;
	}
	right = p->at;
	if (!parse_sum(p, &w))
		return false;
	/* Words are equal or not, and have no order. */
	if (relation->below != relation->above || !*v->word != !*w.word)
		if (!want_number(p, from, v) || !want_number(p, right, &w))
			return false;
	cvg_str_add(p->why, p->why->n ? ", " : "");
	explain(p, from, middle, v);
	cvg_str_addf(p->why, " %s ", relation->sign);
	explain(p, right, p->at, &w);
	*v = (struct value){.number = compare(relation, v, &w), .truth = true};
	return true;
}

static bool parse_not(struct parser *p, struct value *v)
{
	const char *at = p->at;
	bool ok;

	if (!take(p, "not"))
		return parse_compare(p, v);
	if (++p->depth > MAX_DEPTH)
		return fail_here(p, at, "the expression is nested too deep");
	ok = parse_not(p, v) && want_number(p, at, v);
	p->depth--;
	*v = (struct value){.number = v->number == 0, .truth = true};
	return ok;
}

static bool parse_and(struct parser *p, struct value *v)
{
	struct value w;

	if (!parse_not(p, v))
		return false;
	while (take(p, "and")) {
		const char *at = p->at;

		if (!parse_not(p, &w) || !want_number(p, at, v) ||
		    !want_number(p, at, &w))
			return false;
		*v = (struct value){.number = v->number != 0 && w.number != 0,
				    .truth = true};
	}
	return true;
}

static bool parse_or(struct parser *p, struct value *v)
{
	struct value w;

	if (!parse_and(p, v))
		return false;
	while (take(p, "or")) {
		const char *at = p->at;

		if (!parse_and(p, &w) || !want_number(p, at, v) ||
		    !want_number(p, at, &w))
			return false;
		*v = (struct value){.number = v->number != 0 || w.number != 0,
				    .truth = true};
	}
	return true;
}

bool cvg_expect(struct cvg_session *s, const char *text,
		struct cvg_expected *out, struct cvg_err *err)
{
	struct parser p = {
		.s = s, .text = text, .at = text, .why = &out->why, .err = err};
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
