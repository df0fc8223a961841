/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reading the text of an argument's value, character by character and number by number:
 * shared by launch_value.c and launch_buffer.c. */
#ifndef CVG_SIM_LAUNCH_READER_H
#define CVG_SIM_LAUNCH_READER_H

#include "sim/launch/launch_in.h"

#include <string.h>

struct reader {
	const char *s;
	size_t n, at; /* bytes of s; the byte that is read next */
	struct cvg_launch_arg *a;
	struct cvg_err *err;
	uint32_t depth; /* number of open braces */
};

static inline bool blame(struct reader *reader, size_t at)
{
	if (reader->err)
		reader->err->column = (uint32_t)at + 1;
	return false;
}

static inline bool looking_at(const struct reader *reader, char c)
{
	return reader->at < reader->n && reader->s[reader->at] == c;
}

static inline void skip_blanks(struct reader *reader)
{
	while (looking_at(reader, ' ') || looking_at(reader, '\t'))
		reader->at++;
}

static inline bool take(struct reader *reader, char c)
{
	if (!looking_at(reader, c))
		return false;
	reader->at++;
	return true;
}

/* The number of bytes from here on before the first one of `stops`. */
static inline size_t length_to(const struct reader *reader, const char *stops)
{
	size_t n = 0;

	while (reader->at + n < reader->n &&
	       !strchr(stops, reader->s[reader->at + n]))
		n++;
	return n;
}

/* The number of letters and digits from here on: the length of a keyword. */
static inline size_t name_length(const struct reader *reader)
{
	static const char name[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	size_t n = 0;

	while (reader->at + n < reader->n && reader->s[reader->at + n] &&
	       strchr(name, reader->s[reader->at + n]))
		n++;
	return n;
}

static inline const char *here(const struct reader *reader)
{
	return reader->s + reader->at;
}

/* The text up to one of `stops`, without blanks around it. */
static inline const char *word_to(struct reader *reader, const char *stops,
				  size_t *n)
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

static inline char *duplicate(const char *s, size_t n)
{
	struct cvg_str copy = {0};

	cvg_str_addn(&copy, s, n);
	return cvg_str_take(&copy);
}

/* The number of bytes of a text that a message quotes. */
static inline int shown(size_t n)
{
	return n > 40 ? 40 : (int)n;
}

static inline bool read_number(struct reader *reader, const char *stops,
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

/* Does a buffer come next, and not a number? */
bool cvg_reader_is_buffer(const struct reader *reader);
/* Read a buffer: its type, count and generator. */
bool cvg_reader_buffer(struct reader *reader);

#endif
