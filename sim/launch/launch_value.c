/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads the value of one argument of a launch, in this grammar:
 *
 *	VALUE     = NUMBER | LIST | BUFFER
 *	LIST      = "{" ITEM {"," ITEM} "}"     the scalars of a vector or a
 *	                                        struct, one after the other
 *	ITEM      = LIST | [ELEM] NUMBER | "ptr" ARG ["+" BYTES]
 *	BUFFER    = [ELEM] ["[" COUNT "]"] [":"] [GENERATOR]    not empty
 *	COUNT     = N | "threads" ["*" N] ["+" N]
 *	GENERATOR = NAME ["(" ... ")"]          generators.def
 *
 * ELEM is a name of elems.def. An ITEM needs its ELEM if the kernel does not
 * declare its type: in a struct that is passed as a pointer to a copy of it.
 *
 * Example: "f32[threads*2]:random(-1,1)" is a buffer of two floats for each
 * thread; "{i32 7, ptr values+8}" is a struct.
 */
#include "sim/launch/launch_in.h"

#include <stdlib.h>
#include <string.h>

struct reader {
	const char *s;
	size_t n, at; /* bytes of s; the byte that is read next */
	struct cvg_launch_arg *a;
	struct cvg_err *err;
	uint32_t depth; /* number of open braces */
};

/* ---- characters ------------------------------------------------------ */

static bool blame(struct reader *r, size_t at)
{
	if (r->err)
		r->err->column = (uint32_t)at + 1;
	return false;
}

static bool looking_at(const struct reader *r, char c)
{
	return r->at < r->n && r->s[r->at] == c;
}

static void skip_blanks(struct reader *r)
{
	while (looking_at(r, ' ') || looking_at(r, '\t'))
		r->at++;
}

static bool take(struct reader *r, char c)
{
	if (!looking_at(r, c))
		return false;
	r->at++;
	return true;
}

/* The number of bytes from here on before the first one of `stops`. */
static size_t length_to(const struct reader *r, const char *stops)
{
	size_t n = 0;

	while (r->at + n < r->n && !strchr(stops, r->s[r->at + n]))
		n++;
	return n;
}

/* The number of letters and digits from here on: the length of a keyword. */
static size_t name_length(const struct reader *r)
{
	static const char name[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	size_t n = 0;

	while (r->at + n < r->n && r->s[r->at + n] &&
	       strchr(name, r->s[r->at + n]))
		n++;
	return n;
}

static const char *here(const struct reader *r)
{
	return r->s + r->at;
}

/* The text up to one of `stops`, without blanks around it. */
static const char *word_to(struct reader *r, const char *stops, size_t *n)
{
	const char *from;

	skip_blanks(r);
	from = here(r);
	*n = length_to(r, stops);
	r->at += *n;
	while (*n > 0 && (from[*n - 1] == ' ' || from[*n - 1] == '\t'))
		--*n;
	return from;
}

static char *duplicate(const char *s, size_t n)
{
	struct cvg_str copy = {0};

	cvg_str_addn(&copy, s, n);
	return cvg_str_take(&copy);
}

/* The number of bytes of a text that a message quotes. */
static int shown(size_t n)
{
	return n > 40 ? 40 : (int)n;
}

/* ---- numbers and lists ----------------------------------------------- */

static bool read_number(struct reader *r, const char *stops,
			struct cvg_number *out)
{
	size_t at, n;
	const char *s = word_to(r, stops, &n);

	at = (size_t)(s - r->s);
	if (cvg_number_read(s, n, out))
		return true;
	if (!n)
		cvg_fail(r->err, "a number is missing");
	else
		cvg_fail(r->err, "'%.*s' is not a number", shown(n), s);
	return blame(r, at);
}

static void add_value(struct cvg_launch_arg *arg, struct cvg_number v)
{
	if ((arg->nvalues & (arg->nvalues - 1)) == 0)
		arg->values =
			cvg_realloc(arg->values,
				    arg->nvalues ? 2 * (size_t)arg->nvalues : 1,
				    sizeof *arg->values);
	arg->values[arg->nvalues++] = v;
}

/* Read what follows "ptr ": ARG or ARG+BYTES. */
static bool read_pointer(struct reader *r, struct cvg_number *out)
{
	size_t n, at;
	const char *s = word_to(r, "+,}", &n);
	struct cvg_number bytes = cvg_number_of_int(0);

	at = (size_t)(s - r->s);
	if (n && *s == '%') {
		s++;
		n--;
	}
	if (!cvg_launch_is_name(s, n)) {
		cvg_fail(r->err, "ptr: the name of a parameter is missing");
		return blame(r, at);
	}
	if (take(r, '+') && !read_number(r, ",}", &bytes))
		return false;
	if (!bytes.integer || bytes.negative) {
		cvg_fail(r->err, "ptr: the number of bytes must be a whole "
				 "number from 0 up");
		return blame(r, at);
	}
	*out = bytes;
	out->pointer = duplicate(s, n);
	return true;
}

static bool read_item(struct reader *r)
{
	struct cvg_number v;
	enum cvg_elem e = CVG_NELEMS;
	size_t n = name_length(r);
	bool blank = r->at + n < r->n && here(r)[n] == ' ';

	if (n == 3 && blank && !memcmp(here(r), "ptr", 3)) {
		r->at += 3;
		if (!read_pointer(r, &v))
			return false;
		add_value(r->a, v);
		return true;
	}
	if (n && blank)
		e = cvg_elem_of_name(here(r), n);
	if (e != CVG_NELEMS)
		r->at += n;
	if (!read_number(r, ",}", &v))
		return false;
	v.elem = e;
	add_value(r->a, v);
	return true;
}

/* Read a list after its opening brace. Braces inside it only group items. */
static bool read_list(struct reader *r)
{
	r->depth = 1;
	while (r->depth) {
		skip_blanks(r);
		if (take(r, '{')) {
			r->depth++;
			continue;
		}
		if (!read_item(r))
			return false;
		skip_blanks(r);
		while (r->depth && take(r, '}')) {
			r->depth--;
			skip_blanks(r);
		}
		if (r->depth && !take(r, ',')) {
			cvg_fail(r->err, "',' or '}' is missing");
			return blame(r, r->at);
		}
	}
	return true;
}

/* ---- counts ---------------------------------------------------------- */

static bool read_count_number(struct reader *r, const char *stops,
			      uint64_t *out)
{
	size_t at = r->at;
	struct cvg_number v;

	if (!read_number(r, stops, &v))
		return false;
	if (!v.integer || v.negative) {
		cvg_fail(r->err, "a count must be a whole number from 0 up");
		return blame(r, at);
	}
	*out = v.u;
	return true;
}

static bool read_count(struct reader *r)
{
	static const char unit[] = "threads";
	size_t n = sizeof unit - 1;

	r->a->counted = true;
	skip_blanks(r);
	if (r->n - r->at < n || memcmp(here(r), unit, n) != 0)
		return read_count_number(r, "]", &r->a->count);
	r->at += n;
	r->a->per_thread = 1;
	skip_blanks(r);
	if (take(r, '*') && !read_count_number(r, "+]", &r->a->per_thread))
		return false;
	if (take(r, '+') && !read_count_number(r, "]", &r->a->count))
		return false;
	skip_blanks(r);
	return true;
}

bool cvg_launch_count_read(struct cvg_launch_arg *out, const char *text,
			   size_t n, struct cvg_err *err)
{
	struct reader r = {.s = text, .n = n, .a = out, .err = err};

	if (!read_count(&r))
		return false;
	if (r.at == r.n)
		return true;
	cvg_fail(err, "a count must be a number or threads*N+N");
	return blame(&r, r.at);
}

/* ---- generators ------------------------------------------------------ */

bool cvg_launch_range(struct cvg_launch_arg *arg, const struct cvg_number *args,
		      uint32_t n, struct cvg_err *err)
{
	const struct cvg_generator_row *row = cvg_generator_row(arg->gen);
	bool drawn = arg->gen == CVG_GEN_RANDOM || arg->gen == CVG_GEN_SORTED;

	if (n < row->least || n > row->most)
		return cvg_fail(err, "%s has %s arguments: %s", row->name,
				n < row->least ? "too few" : "too many",
				row->usage);
	arg->ranged = n > 0;
	arg->lo = cvg_number_of_int(0);
	arg->hi = cvg_number_of_int(1);
	if (n == 1 && drawn)
		arg->hi = args[0];
	else if (n > 0)
		arg->lo = args[0];
	if (n > 1)
		arg->hi = args[1];
	if (drawn && n && !(arg->lo.f <= arg->hi.f))
		return cvg_fail(err, "%s: the range from %g up to %g is empty",
				row->name, arg->lo.f, arg->hi.f);
	return true;
}

/* Read a path: all bytes up to the last closing bracket of the text. */
static bool read_path(struct reader *r)
{
	size_t n = r->n - r->at;

	if (!n || r->s[r->n - 1] != ')') {
		cvg_fail(r->err, "')' is missing");
		return blame(r, r->n);
	}
	if (n == 1) {
		cvg_fail(r->err, "the name of the file is missing");
		return blame(r, r->at);
	}
	r->a->file = duplicate(here(r), n - 1);
	r->at = r->n - 1;
	return true;
}

static bool read_other(struct reader *r)
{
	struct cvg_number v = cvg_number_of_int(0);
	size_t n, at;
	const char *s = word_to(r, ",)", &n);

	if (n && *s == '%') {
		s++;
		n--;
	}
	at = (size_t)(s - r->s);
	if (!cvg_launch_is_name(s, n)) {
		cvg_fail(r->err, "the name of a parameter is missing");
		return blame(r, at);
	}
	r->a->other = duplicate(s, n);
	at = r->at;
	if (r->a->gen == CVG_GEN_SAME && take(r, ',') &&
	    !read_number(r, ")", &v))
		return false;
	r->a->offset = v.u;
	if (v.integer && !v.negative)
		return true;
	cvg_fail(r->err, "same: the number of elements must be a whole number "
			 "from 0 up");
	return blame(r, at);
}

static bool read_numbers(struct reader *r)
{
	struct cvg_number v;

	do {
		if (!read_number(r, ",)", &v))
			return false;
		add_value(r->a, v);
	} while (take(r, ','));
	return true;
}

static bool read_generator_args(struct reader *r)
{
	if (r->a->gen == CVG_GEN_FILE)
		return read_path(r);
	if (r->a->gen == CVG_GEN_SAME || r->a->gen == CVG_GEN_LAST)
		return read_other(r);
	return read_numbers(r);
}

/* read_numbers has put the arguments of the generator into values[]. Only
 * VALUES keeps them there; for another generator they become its range. */
static bool settle_args(struct reader *r, size_t at)
{
	struct cvg_launch_arg *arg = r->a;
	uint32_t n = arg->nvalues;

	if (arg->file || arg->other)
		return true;
	if (arg->gen == CVG_GEN_VALUES && n)
		return true;
	if (!cvg_launch_range(arg, arg->values, n, r->err))
		return blame(r, at);
	free(arg->values);
	arg->values = NULL;
	arg->nvalues = 0;
	return true;
}

static bool unknown(struct reader *r, size_t n)
{
	cvg_fail(r->err,
		 n ? "'%.*s' is not a generator: zero, fill, iota, random, "
		     "sorted, permutation, values, file, undefined, same, last"
		   : "a generator is missing%.*s",
		 shown(n), here(r));
	return blame(r, r->at);
}

static bool read_generator(struct reader *r)
{
	size_t n = name_length(r), at = r->at;

	r->a->gen = cvg_generator_of_name(here(r), n);
	if (r->a->gen == CVG_NGENERATORS)
		return unknown(r, n ? n : length_to(r, "("));
	r->at += n;
	if (take(r, '(')) {
		if (!read_generator_args(r))
			return false;
		if (!take(r, ')')) {
			cvg_fail(r->err, "')' is missing");
			return blame(r, r->at);
		}
	}
	return settle_args(r, at);
}

static bool read_buffer(struct reader *r)
{
	size_t n = name_length(r);

	r->a->buffer = true;
	r->a->elem = cvg_elem_of_name(here(r), n);
	if (r->a->elem != CVG_NELEMS)
		r->at += n;
	if (take(r, '[')) {
		if (!looking_at(r, ']') && !read_count(r))
			return false;
		if (!take(r, ']')) {
			cvg_fail(r->err, "']' is missing");
			return blame(r, r->at);
		}
	}
	if (!take(r, ':') && r->at == r->n)
		return true;
	return read_generator(r);
}

/* ---- values ---------------------------------------------------------- */

static bool is_buffer(const struct reader *r)
{
	size_t n = name_length(r);
	char next = r->at + n < r->n ? here(r)[n] : '\0';

	if (next && !strchr("[:(", next))
		return false;
	if (cvg_elem_of_name(here(r), n) != CVG_NELEMS ||
	    cvg_generator_of_name(here(r), n) != CVG_NGENERATORS)
		return true;
	return next != '\0';
}

static bool read_value(struct reader *r)
{
	struct cvg_number v;

	if (!r->n)
		return cvg_fail(r->err, "a value is missing") || blame(r, 0);
	if (take(r, '{')) {
		if (!read_list(r))
			return false;
	} else if (is_buffer(r)) {
		if (!read_buffer(r))
			return false;
	} else {
		if (!read_number(r, "", &v))
			return false;
		add_value(r->a, v);
	}
	skip_blanks(r);
	if (r->at == r->n)
		return true;
	cvg_fail(r->err, "unexpected '%.*s' after the value",
		 shown(r->n - r->at), here(r));
	return blame(r, r->at);
}

bool cvg_launch_value(struct cvg_launch_arg *out, const char *text, size_t n,
		      struct cvg_err *err)
{
	struct cvg_launch_arg a = {.elem = CVG_NELEMS};
	struct reader r = {.s = text, .n = n, .a = &a, .err = err};

	if (!read_value(&r)) {
		cvg_launch_arg_done(&a);
		return false;
	}
	a.name = out->name;
	*out = a;
	return true;
}
