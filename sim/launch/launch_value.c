/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads the value of one argument of a launch, in this grammar:
 *
 *	VALUE     = NUMBER | LIST | BUFFER
 *	LIST      = "{" ITEM {"," ITEM} "}"     the scalars of a vector or a
 *	                                        struct, one after the other
 *	ITEM      = LIST | [ELEM] NUMBER | "ptr" ARG ["+" BYTES] | "ptr" BUFFER
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
#include "sim/launch/launch_reader.h"

#include <stdlib.h>
#include <string.h>

/* ---- lists ----------------------------------------------------------- */

/* Read a buffer that is an item of a list. */
static bool read_memory(struct reader *reader, struct cvg_number *out)
{
	size_t used, at = reader->at;

	*out = cvg_number_of_int(0);
	out->memory = cvg_calloc(1, sizeof *out->memory);
	out->memory->elem = CVG_NELEMS;
	if (cvg_launch_memory(out->memory, here(reader), reader->n - at, &used,
			      reader->err)) {
		reader->at += used;
		return true;
	}
	cvg_number_done(out);
	return blame(reader, at + used);
}

/* Read what follows "ptr ": ARG or ARG+BYTES, or a buffer. */
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
		skip_blanks(reader);
		if (!(cvg_reader_is_buffer(reader) ? read_memory
						   : read_pointer)(reader, &v))
			return false;
		cvg_launch_add_number(reader->a, v);
		return true;
	}
	if (n && blank)
		e = cvg_elem_of_name(here(reader), n);
	if (e != CVG_NELEMS)
		reader->at += n;
	if (!read_number(reader, ",}", &v))
		return false;
	v.elem = e;
	cvg_launch_add_number(reader->a, v);
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

/* ---- values ---------------------------------------------------------- */

static bool read_value(struct reader *reader)
{
	struct cvg_number v;

	if (!reader->n)
		return cvg_fail(reader->err, "a value is missing") ||
		       blame(reader, 0);
	if (take(reader, '{')) {
		if (!read_list(reader))
			return false;
	} else if (cvg_reader_is_buffer(reader)) {
		if (!cvg_reader_buffer(reader))
			return false;
	} else {
		if (!read_number(reader, "", &v))
			return false;
		cvg_launch_add_number(reader->a, v);
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
