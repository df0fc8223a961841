/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads buffers, in the grammar of launch_value.c. */
#include "sim/launch/launch_reader.h"

#include <stdlib.h>

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
		cvg_launch_add_number(reader->a, v);
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

bool cvg_reader_buffer(struct reader *reader)
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

bool cvg_reader_is_buffer(const struct reader *reader)
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
