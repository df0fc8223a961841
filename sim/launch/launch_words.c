/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads launches as words: grid=4 block=16x16 shared=1024 seed=3 kernel=NAME,
 * and ARG=VALUE for each parameter. ARG is its name, or %NAME if the name is
 * one of these keywords, or its place: 0 or arg0. launch_value.c has the
 * grammar of VALUE.
 */
#include "sim/launch/launch_in.h"

#include "reconverge/cxxname.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool blame(struct cvg_err *err, size_t column)
{
	if (err)
		err->column = (uint32_t)column;
	return false;
}

/* ---- keywords -------------------------------------------------------- */

/* Is it a number that is too large for 64 bits? */
static bool is_huge(const struct cvg_number *v)
{
	return !v->integer && isfinite(v->f) && v->f >= 0x1p64;
}

static bool read_whole(const char *s, size_t n, uint64_t most, const char *what,
		       uint64_t *out, struct cvg_err *err)
{
	struct cvg_number v;

	if (!cvg_number_read(s, n, &v) || !(v.integer || is_huge(&v)) ||
	    v.negative || v.null) {
		cvg_fail(err, "%s: '%.*s' is not a whole number", what,
			 n > 40 ? 40 : (int)n, s);
		return blame(err, 1);
	}
	if (is_huge(&v) || v.u > most) {
		cvg_fail(err, "%s: the number is larger than %llu", what,
			 (unsigned long long)most);
		return blame(err, 1);
	}
	*out = v.u;
	return true;
}

bool cvg_launch_dims(uint32_t dims[3], const char *text, struct cvg_err *err)
{
	uint32_t got[3] = {1, 1, 1};
	const char *s = text;
	uint64_t size;

	for (int d = 0;; d++) {
		size_t n = strcspn(s, "x,");

		if (d == 3) {
			cvg_fail(err, "there are more than three dimensions");
			return blame(err, (size_t)(s - text) + 1);
		}
		if (!read_whole(s, n, INT32_MAX, "dimension", &size, err))
			return blame(err, (size_t)(s - text) + 1);
		if (!size) {
			cvg_fail(err, "a dimension must not be 0");
			return blame(err, (size_t)(s - text) + 1);
		}
		got[d] = (uint32_t)size;
		if (!s[n])
			break;
		s += n + 1;
	}
	memcpy(dims, got, sizeof got);
	return true;
}

static bool set_grid(struct cvg_launch *launch, const char *s,
		     struct cvg_err *err)
{
	if (!cvg_launch_dims(launch->grid, s, err))
		return false;
	launch->said_grid = true;
	return true;
}

static bool set_block(struct cvg_launch *launch, const char *s,
		      struct cvg_err *err)
{
	if (!cvg_launch_dims(launch->block, s, err))
		return false;
	launch->said_block = true;
	return true;
}

static bool set_shared(struct cvg_launch *launch, const char *s,
		       struct cvg_err *err)
{
	uint64_t bytes;

	if (!read_whole(s, strlen(s), 1 << 30, "shared", &bytes, err))
		return false;
	launch->shared = (uint32_t)bytes;
	launch->said_shared = true;
	return true;
}

static bool set_seed(struct cvg_launch *launch, const char *s,
		     struct cvg_err *err)
{
	return read_whole(s, strlen(s), UINT64_MAX, "seed", &launch->seed, err);
}

static bool set_kernel(struct cvg_launch *launch, const char *s,
		       struct cvg_err *err)
{
	if (*s == '@')
		s++;
	if (!*s)
		return cvg_fail(err, "kernel: the name is missing") ||
		       blame(err, 1);
	free(launch->kernel);
	launch->kernel = cvg_strdup(s);
	return true;
}

static const struct keyword {
	const char *name;
	bool (*set)(struct cvg_launch *launch, const char *s,
		    struct cvg_err *err);
} keywords[] = {
	{"grid", set_grid}, {"block", set_block},   {"shared", set_shared},
	{"seed", set_seed}, {"kernel", set_kernel},
};

static const struct keyword *keyword_of(const char *name, size_t n)
{
	for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
		if (strlen(keywords[i].name) == n &&
		    !memcmp(keywords[i].name, name, n))
			return &keywords[i];
	}
	return NULL;
}

bool cvg_launch_is_keyword(const char *name)
{
	return keyword_of(name, strlen(name)) != NULL;
}

/* ---- arguments ------------------------------------------------------- */

/* Append the names of the parameters, for a message. */
static void name_params(struct cvg_str *out, const struct cvg_program *program)
{
	const struct cvg_ufn *kernel = &program->fns[0];

	for (uint32_t i = 0; i < kernel->nparams && out->n < 200; i++) {
		const char *name = cvg_param_shown(&kernel->params[i]);

		cvg_str_add(out, i ? ", " : "");
		if (*name)
			cvg_str_add(out, name);
		else
			cvg_str_addf(out, "%u", i);
	}
	if (!kernel->nparams)
		cvg_str_add(out, "none");
}

static bool fail_unknown(const struct cvg_program *program, const char *name,
			 struct cvg_err *err)
{
	struct cvg_str names = {0}, kernel = {0};

	name_params(&names, program);
	cvg_cxx_add(&kernel, program->fns[0].name);
	cvg_fail(err,
		 "'%.60s' is not a parameter of %.60s, whose parameters are: "
		 "%.200s",
		 name, kernel.at, cvg_str_of(&names));
	cvg_str_done(&names);
	cvg_str_done(&kernel);
	return blame(err, 1);
}

static bool set_arg(struct cvg_launch *launch,
		    const struct cvg_program *program, const char *name,
		    size_t n, const char *value, struct cvg_err *err)
{
	struct cvg_launch_arg a = {.elem = CVG_NELEMS};
	struct cvg_str key = {0};
	size_t at = n + 1;

	if (n && *name == '%') {
		name++;
		n--;
	}
	if (!cvg_launch_is_name(name, n)) {
		cvg_fail(err,
			 n ? "'%.*s' cannot be used as a name here; name the "
			     "parameter by its place: arg0, arg1, ..."
			   : "the name before '=' is missing%.*s",
			 n > 40 ? 40 : (int)n, name);
		return blame(err, 1);
	}
	cvg_str_addn(&key, name, n);
	if (program && cvg_launch_param(program, key.at) == CVG_NONE) {
		fail_unknown(program, key.at, err);
		cvg_str_done(&key);
		return false;
	}
	if (!cvg_launch_value(&a, value, strlen(value), err)) {
		at += err ? err->column : 0;
		cvg_fail_in(err, "%.60s", key.at);
		cvg_str_done(&key);
		return blame(err, at);
	}
	a.name = cvg_str_take(&key);
	cvg_launch_put(launch, program, &a);
	return true;
}

static bool take_one(struct cvg_launch *launch,
		     const struct cvg_program *program, const char *word,
		     struct cvg_err *err)
{
	const char *equals = strchr(word, '=');
	const struct keyword *k;
	size_t n;

	if (!equals) {
		cvg_fail(err, "expected NAME=VALUE, not '%.60s'", word);
		return blame(err, 1);
	}
	n = (size_t)(equals - word);
	k = keyword_of(word, n);
	if (!k)
		return set_arg(launch, program, word, n, equals + 1, err);
	if (k->set(launch, equals + 1, err))
		return true;
	return blame(err, n + 1 + (err && err->column ? err->column : 1));
}

bool cvg_launch_word(struct cvg_launch *launch,
		     const struct cvg_program *program, const char *word,
		     struct cvg_err *err)
{
	return take_one(launch, program, word, err);
}

/* ---- texts ----------------------------------------------------------- */

/* One word of a text, without its quotes. */
struct word {
	struct cvg_str s;
	struct cvg_u32s from; /* the place of each byte of s in the text */
};

static void word_done(struct word *word)
{
	cvg_str_done(&word->s);
	free(word->from.at);
}

/* Add a byte that is written at that place of the text. */
static void word_add(struct word *word, char byte, size_t at)
{
	cvg_str_addc(&word->s, byte);
	cvg_push(&word->from, (uint32_t)at);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Read $'text' and move *at to its last quote. False: it is not closed, or has
 * an escape that does not exist. */
static bool ansi_quote(struct word *word, const char *text, size_t *at)
{
	for (*at += 2; text[*at] && text[*at] != '\'';) {
		char byte = text[*at];
		size_t n = 1;

		if (byte == '\\')
			n = cvg_unescape(text + *at, strlen(text + *at), &byte);
		if (!n)
			return false;
		word_add(word, byte, *at);
		*at += n;
	}
	return text[*at];
}

/* Read the next word and move *at behind it. False: a quote is not closed, or
 * has an escape that does not exist. */
static bool next_word(struct word *word, const char *text, size_t *at)
{
	char quote = '\0';

	for (; text[*at] && (quote || !is_blank(text[*at])); ++*at) {
		char c = text[*at];

		if (!quote && c == '$' && text[*at + 1] == '\'') {
			if (!ansi_quote(word, text, at))
				return false;
		} else if (c == quote) {
			quote = '\0';
		} else if (!quote && (c == '\'' || c == '"')) {
			quote = c;
		} else if (c == '\\' && quote != '\'' && text[*at + 1]) {
			++*at;
			word_add(word, text[*at], *at);
		} else {
			word_add(word, c, *at);
		}
	}
	return !quote;
}

/* The subject of a word: its keyword, or "%" and the name of its parameter. Two
 * words with equal subjects contradict each other. */
static void subject(struct cvg_str *out, const struct cvg_program *program,
		    const char *word)
{
	size_t n = strcspn(word, "=");
	struct cvg_str name = {0};
	uint32_t place;

	if (keyword_of(word, n)) {
		cvg_str_addn(out, word, n);
		return;
	}
	cvg_str_addn(&name, word + (*word == '%'), n - (*word == '%'));
	place = program ? cvg_launch_param(program, cvg_str_of(&name))
			: CVG_NONE;
	if (place == CVG_NONE)
		cvg_str_addf(out, "%%%s", cvg_str_of(&name));
	else
		cvg_str_addf(out, "%%%u", place);
	cvg_str_done(&name);
}

struct subjects {
	char **at;
	size_t n;
	size_t cap;
};

/* Note the subject of a word; false: an earlier word has the same. */
static bool first_of(struct subjects *said, const struct cvg_program *program,
		     const char *word)
{
	struct cvg_str about = {0};

	subject(&about, program, word);
	for (size_t i = 0; i < said->n; i++) {
		if (!strcmp(said->at[i], cvg_str_of(&about))) {
			cvg_str_done(&about);
			return false;
		}
	}
	cvg_push(said, cvg_str_take(&about));
	return true;
}

static bool take_word(struct cvg_launch *launch,
		      const struct cvg_program *program, struct subjects *said,
		      const struct word *w, size_t at, struct cvg_err *err)
{
	const char *word = cvg_str_of(&w->s);
	size_t column;

	if (!first_of(said, program, word)) {
		cvg_fail(err, "'%.*s' is given twice",
			 (int)strcspn(word, "=") % 64, word);
		return blame(err, at + 1);
	}
	if (cvg_launch_word(launch, program, word, err))
		return true;
	column = err && err->column ? err->column - 1 : 0;
	if (column < w->from.n)
		return blame(err, w->from.at[column] + 1);
	return blame(err, w->from.n ? w->from.at[w->from.n - 1] + 2 : at + 1);
}

static bool take_text(struct cvg_launch *launch,
		      const struct cvg_program *program, struct subjects *said,
		      const char *text, struct cvg_err *err)
{
	bool ok = true;

	for (size_t at = 0, from; ok; from = at) {
		struct word w = {0};

		while (is_blank(text[at]))
			at++;
		if (!text[at])
			break;
		from = at;
		ok = next_word(&w, text, &at);
		if (!ok) {
			cvg_fail(err, "a quote is not closed");
			blame(err, from + 1);
		} else {
			ok = take_word(launch, program, said, &w, from, err);
		}
		word_done(&w);
	}
	return ok;
}

bool cvg_launch_words(struct cvg_launch *launch,
		      const struct cvg_program *program, const char *text,
		      struct cvg_err *err)
{
	struct subjects said = {0};
	struct cvg_launch copy;
	bool ok;

	cvg_launch_copy(&copy, launch);
	ok = take_text(&copy, program, &said, text, err);
	if (ok) {
		cvg_launch_done(launch);
		*launch = copy;
	} else {
		cvg_launch_done(&copy);
	}
	for (size_t i = 0; i < said.n; i++)
		free(said.at[i]);
	free(said.at);
	return ok;
}
