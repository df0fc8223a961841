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
 *	GENERATOR = NAME ["(" ... ")"]          generators.def; FIELDs of
 *	                                        records are BUFFERs
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

static bool blame(struct reader *reader, size_t at)
{
	if (reader->err)
		reader->err->column = (uint32_t)at + 1;
	return false;
}

static bool looking_at(const struct reader *reader, char c)
{
	return reader->at < reader->n && reader->s[reader->at] == c;
}

static void skip_blanks(struct reader *reader)
{
	while (looking_at(reader, ' ') || looking_at(reader, '\t'))
		reader->at++;
}

static bool take(struct reader *reader, char c)
{
	if (!looking_at(reader, c))
		return false;
	reader->at++;
	return true;
}

/* The number of bytes from here on before the first one of `stops`. */
static size_t length_to(const struct reader *reader, const char *stops)
{
	size_t n = 0;

	while (reader->at + n < reader->n &&
	       !strchr(stops, reader->s[reader->at + n]))
		n++;
	return n;
}

/* The number of letters and digits from here on: the length of a keyword. */
static size_t name_length(const struct reader *reader)
{
	static const char name[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	size_t n = 0;

	while (reader->at + n < reader->n && reader->s[reader->at + n] &&
	       strchr(name, reader->s[reader->at + n]))
		n++;
	return n;
}

static const char *here(const struct reader *reader)
{
	return reader->s + reader->at;
}

/* The text up to one of `stops`, without blanks around it. */
static const char *word_to(struct reader *reader, const char *stops, size_t *n)
{
	const char *from;

	skip_blanks(reader);
	from = here(reader);
	*n = length_to(reader, stops);
	reader->at += *n;
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

static bool read_number(struct reader *reader, const char *stops,
			struct cvg_number *out)
{
	size_t at, n;
	const char *s = word_to(reader, stops, &n);

	at = (size_t)(s - reader->s);
	if (cvg_number_read(s, n, out))
		return true;
	if (!n)
		cvg_fail(reader->err, "a number is missing");
	else
		cvg_fail(reader->err, "'%.*s' is not a number", shown(n), s);
	return blame(reader, at);
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
static bool read_pointer(struct reader *reader, struct cvg_number *out)
{
	size_t n, at;
	const char *s = word_to(reader, "+,}", &n);
	struct cvg_number bytes = cvg_number_of_int(0);

	at = (size_t)(s - reader->s);
	if (n && *s == '%') {
		s++;
		n--;
	}
	if (!cvg_launch_is_name(s, n)) {
		cvg_fail(reader->err,
			 "ptr: the name of a parameter is missing");
		return blame(reader, at);
	}
	if (take(reader, '+') && !read_number(reader, ",}", &bytes))
		return false;
	if (!bytes.integer || bytes.negative) {
		cvg_fail(reader->err,
			 "ptr: the number of bytes must be a whole "
			 "number from 0 up");
		return blame(reader, at);
	}
	*out = bytes;
	out->pointer = duplicate(s, n);
	return true;
}

static bool read_item(struct reader *reader)
{
	struct cvg_number v;
	enum cvg_elem e = CVG_NELEMS;
	size_t n = name_length(reader);
	bool blank = reader->at + n < reader->n && here(reader)[n] == ' ';

	if (n == 3 && blank && !memcmp(here(reader), "ptr", 3)) {
		reader->at += 3;
		if (!read_pointer(reader, &v))
			return false;
		add_value(reader->a, v);
		return true;
	}
	if (n && blank)
		e = cvg_elem_of_name(here(reader), n);
	if (e != CVG_NELEMS)
		reader->at += n;
	if (!read_number(reader, ",}", &v))
		return false;
	v.elem = e;
	add_value(reader->a, v);
	return true;
}

/* Read a list after its opening brace. Braces inside it only group items. */
static bool read_list(struct reader *reader)
{
	reader->depth = 1;
	while (reader->depth) {
		skip_blanks(reader);
		if (take(reader, '{')) {
			reader->depth++;
			continue;
		}
		if (!read_item(reader))
			return false;
		skip_blanks(reader);
		while (reader->depth && take(reader, '}')) {
			reader->depth--;
			skip_blanks(reader);
		}
		if (reader->depth && !take(reader, ',')) {
			cvg_fail(reader->err, "',' or '}' is missing");
			return blame(reader, reader->at);
		}
	}
	return true;
}

/* ---- counts ---------------------------------------------------------- */

static bool read_count_number(struct reader *reader, const char *stops,
			      uint64_t *out)
{
	size_t at = reader->at;
	struct cvg_number v;

	if (!read_number(reader, stops, &v))
		return false;
	if (!v.integer || v.negative) {
		cvg_fail(reader->err,
			 "a count must be a whole number from 0 up");
		return blame(reader, at);
	}
	*out = v.u;
	return true;
}

static bool read_count(struct reader *reader)
{
	static const char unit[] = "threads";
	size_t n = sizeof unit - 1;

	reader->a->counted = true;
	skip_blanks(reader);
	if (reader->n - reader->at < n || memcmp(here(reader), unit, n) != 0)
		return read_count_number(reader, "]", &reader->a->count);
	reader->at += n;
	reader->a->per_thread = 1;
	skip_blanks(reader);
	if (take(reader, '*') &&
	    !read_count_number(reader, "+]", &reader->a->per_thread))
		return false;
	if (take(reader, '+') &&
	    !read_count_number(reader, "]", &reader->a->count))
		return false;
	skip_blanks(reader);
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

/* Read a path: all bytes up to the last closing bracket of the text. */
static bool read_path(struct reader *reader)
{
	size_t n = reader->n - reader->at;

	if (!n || reader->s[reader->n - 1] != ')') {
		cvg_fail(reader->err, "')' is missing");
		return blame(reader, reader->n);
	}
	if (n == 1) {
		cvg_fail(reader->err, "the name of the file is missing");
		return blame(reader, reader->at);
	}
	reader->a->file = duplicate(here(reader), n - 1);
	reader->at = reader->n - 1;
	return true;
}

static bool read_other(struct reader *reader)
{
	struct cvg_number v = cvg_number_of_int(0);
	size_t n, at;
	const char *s = word_to(reader, ",)", &n);

	if (n && *s == '%') {
		s++;
		n--;
	}
	at = (size_t)(s - reader->s);
	if (!cvg_launch_is_name(s, n)) {
		cvg_fail(reader->err, "the name of a parameter is missing");
		return blame(reader, at);
	}
	reader->a->other = duplicate(s, n);
	at = reader->at;
	if (reader->a->gen == CVG_GEN_SAME && take(reader, ',') &&
	    !read_number(reader, ")", &v))
		return false;
	reader->a->offset = v.u;
	if (v.integer && !v.negative)
		return true;
	cvg_fail(reader->err,
		 "same: the number of elements must be a whole number "
		 "from 0 up");
	return blame(reader, at);
}

static bool read_numbers(struct reader *reader)
{
	struct cvg_number v;

	do {
		if (!read_number(reader, ",)", &v))
			return false;
		add_value(reader->a, v);
	} while (take(reader, ','));
	return true;
}

static bool read_fields(struct reader *reader)
{
	size_t used = 0, at = reader->at;
	bool ok = cvg_launch_fields(reader->a, here(reader),
				    reader->n - reader->at, &used, reader->err);

	reader->at += used;
	return ok || blame(reader, at + used);
}

static bool read_generator_args(struct reader *reader)
{
	if (reader->a->gen == CVG_GEN_RECORDS)
		return read_fields(reader);
	if (reader->a->gen == CVG_GEN_FILE)
		return read_path(reader);
	if (reader->a->gen == CVG_GEN_SAME || reader->a->gen == CVG_GEN_LAST)
		return read_other(reader);
	return read_numbers(reader);
}

/* read_numbers has put the arguments of the generator into values[]. Only
 * VALUES keeps them there; for another generator they become its range. */
static bool settle_args(struct reader *reader, size_t at)
{
	struct cvg_launch_arg *arg = reader->a;
	uint32_t n = arg->nvalues;

	if (arg->file || arg->other || arg->nfields)
		return true;
	if (arg->gen == CVG_GEN_VALUES && n)
		return true;
	if (!cvg_launch_range(arg, arg->values, n, reader->err))
		return blame(reader, at);
	free(arg->values);
	arg->values = NULL;
	arg->nvalues = 0;
	return true;
}

static bool unknown(struct reader *reader, size_t n)
{
	struct cvg_str names = {0};

	for (int g = 0; g < CVG_NGENERATORS; g++)
		cvg_str_addf(&names, "%s%s", g ? ", " : "",
			     cvg_generator_row((enum cvg_generator)g)->name);
	if (n)
		cvg_fail(reader->err, "'%.*s' is not a generator: %s", shown(n),
			 here(reader), names.at);
	else
		cvg_fail(reader->err, "a generator is missing");
	cvg_str_done(&names);
	return blame(reader, reader->at);
}

static bool read_generator(struct reader *reader)
{
	size_t n = name_length(reader), at = reader->at;

	reader->a->gen = cvg_generator_of_name(here(reader), n);
	if (reader->a->gen == CVG_NGENERATORS)
		return unknown(reader, n ? n : length_to(reader, "("));
	reader->at += n;
	if (take(reader, '(')) {
		if (!read_generator_args(reader))
			return false;
		if (!take(reader, ')')) {
			cvg_fail(reader->err, "')' is missing");
			return blame(reader, reader->at);
		}
	}
	return settle_args(reader, at);
}

static bool read_buffer(struct reader *reader)
{
	size_t n = name_length(reader);

	reader->a->buffer = true;
	reader->a->elem = cvg_elem_of_name(here(reader), n);
	if (reader->a->elem != CVG_NELEMS)
		reader->at += n;
	if (take(reader, '[')) {
		if (!looking_at(reader, ']') && !read_count(reader))
			return false;
		if (!take(reader, ']')) {
			cvg_fail(reader->err, "']' is missing");
			return blame(reader, reader->at);
		}
	}
	if (!take(reader, ':') && reader->at == reader->n)
		return true;
	return read_generator(reader);
}

/* ---- values ---------------------------------------------------------- */

static bool is_buffer(const struct reader *reader)
{
	size_t n = name_length(reader);
	char next = reader->at + n < reader->n ? here(reader)[n] : '\0';

	if (next && !strchr("[:(", next))
		return false;
	if (cvg_elem_of_name(here(reader), n) != CVG_NELEMS ||
	    cvg_generator_of_name(here(reader), n) != CVG_NGENERATORS)
		return true;
	return next != '\0';
}

static bool read_value(struct reader *reader)
{
	struct cvg_number v;

	if (!reader->n)
		return cvg_fail(reader->err, "a value is missing") ||
		       blame(reader, 0);
	if (take(reader, '{')) {
		if (!read_list(reader))
			return false;
	} else if (is_buffer(reader)) {
		if (!read_buffer(reader))
			return false;
	} else {
		if (!read_number(reader, "", &v))
			return false;
		add_value(reader->a, v);
	}
	skip_blanks(reader);
	if (reader->at == reader->n)
		return true;
	cvg_fail(reader->err, "unexpected '%.*s' after the value",
		 shown(reader->n - reader->at), here(reader));
	return blame(reader, reader->at);
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
