/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Buffers inside values: those that pointers of a struct are to, and records.
 *
 * Records are a buffer of structs, whose fields are filled each by a generator of its own.
 * A field's generator fills an array of its own, with what one record has of it for each
 * record; the arrays are then dealt out to the records.
 *
 * Example: of records(i32:iota,f32[2]:values(5,6,7)), the first has 0, 5, 6 and the
 * second 1, 7, 5.
 */
#include "sim/launch/launch_in.h"

#include <stdlib.h>
#include <string.h>

/* ---- fields ---------------------------------------------------------- */

static bool is_filled(const struct cvg_launch_arg *part, const char *what,
		      struct cvg_err *err)
{
	switch (part->gen) {
	case CVG_GEN_ZERO:
	case CVG_GEN_FILL:
	case CVG_GEN_IOTA:
	case CVG_GEN_RANDOM:
	case CVG_GEN_SORTED:
	case CVG_GEN_PERMUTATION:
	case CVG_GEN_VALUES:
		return true;
	case CVG_GEN_RECORDS:
	case CVG_GEN_FILE:
	case CVG_GEN_UNDEFINED:
	case CVG_GEN_SAME:
	case CVG_GEN_LAST:
	case CVG_NGENERATORS:
		break;
	}
	return cvg_fail(err, "%s cannot be made by '%s'", what,
			cvg_generator_row(part->gen)->name);
}

static bool is_typed(const struct cvg_launch_arg *part, const char *what,
		     struct cvg_err *err)
{
	return (part->buffer && part->elem != CVG_NELEMS) ||
	       cvg_fail(err, "%s begins with a type, as in i32:random(0,4)",
			what);
}

static bool check_field(const struct cvg_launch_arg *field, struct cvg_err *err)
{
	static const char what[] = "a field of records";

	if (!is_typed(field, what, err))
		return false;
	if (field->counted &&
	    (field->per_thread || !field->count || field->count > UINT16_MAX))
		return cvg_fail(err, "a record has 1 to %u elements of a field",
				UINT16_MAX);
	return is_filled(field, what, err);
}

bool cvg_launch_add_field(struct cvg_launch_arg *arg,
			  struct cvg_launch_arg *take_field,
			  struct cvg_err *err)
{
	bool ok = check_field(take_field, err);

	arg->fields =
		cvg_realloc(arg->fields, arg->nfields + 1, sizeof *arg->fields);
	arg->fields[arg->nfields++] = *take_field;
	return ok;
}

/* Bytes up to the comma or bracket that ends the buffer, and in *length those of the
 * buffer without blanks at its end. */
static size_t to_end(const char *text, size_t n, size_t *length)
{
	size_t at = 0, depth = 0;

	*length = 0;
	while (at < n && (depth || !strchr(",)}", text[at]))) {
		depth += text[at] == '(';
		depth -= text[at] == ')';
		at++;
		if (text[at - 1] != ' ')
			*length = at;
	}
	return at;
}

bool cvg_launch_memory(struct cvg_launch_arg *out, const char *text, size_t n,
		       size_t *used, struct cvg_err *err)
{
	size_t length, end = to_end(text, n, &length);

	if (!cvg_launch_value(out, text, length, err)) {
		*used = err && err->column ? err->column - 1 : 0;
		return false;
	}
	*used = end;
	return is_typed(out, "the buffer of a pointer", err) &&
	       (out->gen == CVG_GEN_RECORDS ||
		is_filled(out, "the buffer of a pointer", err));
}

bool cvg_launch_fields(struct cvg_launch_arg *arg, const char *text, size_t n,
		       size_t *used, struct cvg_err *err)
{
	for (*used = 0;; ++*used) {
		struct cvg_launch_arg field = {.elem = CVG_NELEMS};
		size_t length, end;

		while (*used < n && text[*used] == ' ')
			++*used;
		end = to_end(text + *used, n - *used, &length);
		if (!cvg_launch_value(&field, text + *used, length, err)) {
			if (err && err->column)
				*used += err->column - 1;
			return false;
		}
		if (!cvg_launch_add_field(arg, &field, err))
			return false;
		*used += end;
		if (*used >= n || text[*used] != ',')
			return true;
	}
}

/* ---- contents -------------------------------------------------------- */

static uint64_t elements(const struct cvg_launch_arg *field)
{
	return field->counted ? field->count : 1;
}

static uint64_t field_bytes(const struct cvg_launch_arg *field)
{
	return elements(field) * cvg_elem_bytes(field->elem);
}

uint64_t cvg_launch_record_bytes(const struct cvg_launch_arg *arg)
{
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < arg->nfields; i++)
		bytes += field_bytes(&arg->fields[i]);
	return bytes;
}

/* Fill a field of all records, `at` bytes behind the start of each. */
static bool put_field(const struct cvg_launch_arg *field, uint64_t at,
		      uint64_t record, uint64_t seed, uint32_t place,
		      uint64_t bytes, uint8_t *data, struct cvg_err *err)
{
	uint64_t width = field_bytes(field);
	uint64_t n = (bytes + record - 1) / record;
	uint8_t *own = cvg_calloc(n * width + 1, 1);
	bool ok = cvg_generate(field, field->elem, seed, place,
			       n * elements(field), own, err);

	for (uint64_t r = 0; ok && r < n; r++) {
		uint64_t to = r * record + at;

		if (to < bytes)
			memcpy(data + to, own + r * width,
			       width < bytes - to ? width : bytes - to);
	}
	free(own);
	return ok;
}

bool cvg_generate_records(const struct cvg_launch_arg *arg, uint64_t seed,
			  uint32_t place, uint64_t bytes, uint8_t *data,
			  struct cvg_err *err)
{
	uint64_t record = cvg_launch_record_bytes(arg), at = 0;

	for (uint32_t i = 0; i < arg->nfields; i++) {
		/* Random data of their own: the place of no parameter. */
		if (!put_field(&arg->fields[i], at, record, seed,
			       cvg_launch_part(place, i), bytes, data, err))
			return false;
		at += field_bytes(&arg->fields[i]);
	}
	return true;
}
