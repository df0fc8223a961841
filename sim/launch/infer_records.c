/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Guesses structs, in buffers and as parameters of which each thread gets a copy: which
 * fields they have follows from the places that the kernel loads from, and what is in them
 * from their kinds and from the integers that they are compared with. Where no field is
 * known, structs are zero. A pointer of a copied struct gets memory of its own.
 *
 * Example: of `switch (hit[i].material)`, the cases are 0 to 3. The field is filled with
 * random numbers from 0 to 4.
 */
#include "sim/launch/infer_in.h"

#include <stdlib.h>
#include <string.h>

#define MOST_BYTES 1024 /* of a struct */

static bool is(const struct cvg_field *field, enum cvg_field_role role)
{
	return field->roles & role;
}

/* ---- records --------------------------------------------------------- */

struct records {
	const struct guess *guess;
	uint32_t param;
	uint64_t bytes; /* of one */
	bool only;	/* there is only one, the same for all threads */
	struct cvg_field *begins; /* [bytes] a field that begins there, if
				     `taken` says so */
	uint8_t *taken;		  /* [bytes] 0: no field, 1: one begins, 2: it
				     goes on */
};

static const struct cvg_field *field_at(const struct records *records,
					uint32_t i)
{
	const struct cvg_uses *uses = &records->guess->uses;
	const struct cvg_field *field = &uses->field[i];

	return field->param == records->param && field->sweep == uses->sweeps
		       ? field
		       : NULL;
}

/* The bytes of the struct if threads get copies of it, else 0. */
static uint64_t copied(const struct records *records)
{
	const struct cvg_ufn *kernel = records->guess->kernel;

	return records->param < kernel->nparams
		       ? kernel->params[records->param].copy_bytes
		       : 0;
}

/* Find the bytes of a record: what all strides have in common, or without strides what
 * is loaded of the only one. */
static void find_size(struct records *records)
{
	uint64_t stride = 0, end = 0;
	uint64_t copy = copied(records);

	for (uint32_t i = 0; i < records->guess->uses.nfields; i++) {
		const struct cvg_field *field = field_at(records, i);

		if (!field)
			continue;
		stride = cvg_common_divisor(stride, field->place.stride);
		if (field->place.offset + cvg_kind_bytes(field->kind) > end)
			end = field->place.offset + cvg_kind_bytes(field->kind);
	}
	records->only = copy || !stride;
	records->bytes = copy ? copy : stride ? stride : (end + 7) / 8 * 8;
}

/* Put the field at its place. False: another one is there. */
static bool put(struct records *records, const struct cvg_field *field)
{
	uint64_t at = field->place.offset % records->bytes;
	uint32_t n = cvg_kind_bytes(field->kind);
	struct cvg_field *there = &records->begins[at];

	if (at + n > records->bytes || field->kind == CVG_K_I128)
		return false;
	if (records->taken[at] == 1 && there->kind == field->kind) {
		if (field->roles & CVG_FIELD_TESTED)
			cvg_field_widen(there, field->least, field->greatest);
		there->roles |= field->roles;
		return true;
	}
	for (uint32_t k = 0; k < n; k++)
		if (records->taken[at + k])
			return false;
	*there = *field;
	memset(records->taken + at, 2, n);
	records->taken[at] = 1;
	return true;
}

static bool is_integer(enum cvg_kind kind)
{
	return kind <= CVG_K_I64;
}

/* Do fields differ, so that one generator for all does not do? Or does one bound ids, in
 * a struct of which each thread has a copy? */
static bool is_mixed(const struct records *records)
{
	const struct cvg_field *first = NULL;
	bool tested = false, mixed = false, bound = false;
	uint32_t n = 0;

	for (uint64_t at = 0; at < records->bytes; at++) {
		const struct cvg_field *field = &records->begins[at];

		if (records->taken[at] != 1)
			continue;
		first = first ? first : field;
		mixed |= field->kind != first->kind;
		tested |=
			is(field, CVG_FIELD_TESTED) && is_integer(field->kind);
		bound |= is(field, CVG_FIELD_BOUND);
		n++;
	}
	return mixed || (n > 1 && tested) || (bound && copied(records));
}

/* Find the fields. False: they overlap, or the struct is too large. */
static bool gather(struct records *records)
{
	find_size(records);
	if (!records->bytes || records->bytes > MOST_BYTES)
		return false;
	records->begins = cvg_calloc(records->bytes, sizeof *records->begins);
	records->taken = cvg_calloc(records->bytes, 1);
	for (uint32_t i = 0; i < records->guess->uses.nfields; i++) {
		const struct cvg_field *field = field_at(records, i);

		if (field && !put(records, field))
			return false;
	}
	return true;
}

/* ---- contents -------------------------------------------------------- */

/* Integers on both sides of all those that it is compared with. False: it is not, or its
 * kind does not hold them. */
static bool guess_tested(const struct cvg_field *field,
			 struct cvg_launch_arg *arg)
{
	bool below = !is(field, CVG_FIELD_SWITCHED) && field->least > 0;

	if (!is(field, CVG_FIELD_TESTED) || field->least < INT8_MIN ||
	    field->greatest > cvg_most_of(field->kind) - 2)
		return false;
	cvg_guess_range(arg, CVG_GEN_RANDOM, field->least - below,
			field->greatest + 2);
	return true;
}

bool cvg_guess_cases(const struct cvg_uses *uses, uint32_t param,
		     struct cvg_launch_arg *arg)
{
	for (uint32_t i = 0; i < uses->nfields; i++) {
		const struct cvg_field *field = &uses->field[i];

		if (field->param == param && field->sweep == uses->sweeps &&
		    is(field, CVG_FIELD_SWITCHED) &&
		    arg->elem == cvg_elem_of_kind(field->kind) &&
		    guess_tested(field, arg))
			return true;
	}
	return false;
}

static void put_number(struct cvg_launch_arg *arg, struct cvg_number number)
{
	arg->gen = CVG_GEN_FILL;
	arg->ranged = true;
	arg->lo = number;
}

/* A field of the only record, as if it were a parameter itself. */
static void guess_only(const struct cvg_field *field,
		       struct cvg_launch_arg *arg)
{
	if (!is_integer(field->kind))
		put_number(arg, cvg_number_of_double(0.5));
	else
		put_number(arg, cvg_number_of_int(
					is(field, CVG_FIELD_TRIPS)
						? 16
						: !is(field, CVG_FIELD_INDEX)));
}

static void guess_field(const struct records *records,
			const struct cvg_field *field,
			struct cvg_launch_arg *arg)
{
	int64_t most = cvg_most_of(field->kind),
		threads = (int64_t)records->guess->threads;

	threads = threads < most ? threads : most;

	arg->elem = cvg_elem_of_kind(field->kind);
	if (field->kind == CVG_K_BIT)
		cvg_guess_range(arg, CVG_GEN_RANDOM, 0, 2);
	else if (is_integer(field->kind) && is(field, CVG_FIELD_BOUND))
		put_number(arg, cvg_number_of_int(threads));
	else if (is_integer(field->kind) && !is(field, CVG_FIELD_INDEX) &&
		 guess_tested(field, arg))
		return;
	else if (records->only)
		guess_only(field, arg);
	else if (!is_integer(field->kind))
		cvg_guess_range(arg, CVG_GEN_RANDOM, -1, 1);
	else
		cvg_guess_range(arg, CVG_GEN_RANDOM, 0,
				is(field, CVG_FIELD_INDEX) ? threads : 100);
}

/* Is the field filled as the last one of the records? They then are one. */
static bool goes_on(const struct cvg_launch_arg *arg,
		    const struct cvg_launch_arg *field)
{
	const struct cvg_launch_arg *last =
		arg->nfields ? &arg->fields[arg->nfields - 1] : NULL;

	return last && last->elem == field->elem && last->gen == field->gen &&
	       last->ranged == field->ranged && last->lo.u == field->lo.u &&
	       last->hi.u == field->hi.u;
}

static void add(struct cvg_launch_arg *arg, const struct cvg_launch_arg *field)
{
	if (goes_on(arg, field)) {
		arg->fields[arg->nfields - 1].count += field->count;
		arg->fields[arg->nfields - 1].counted = true;
		return;
	}
	arg->fields =
		cvg_realloc(arg->fields, arg->nfields + 1, sizeof *arg->fields);
	arg->fields[arg->nfields++] = *field;
}

static void fill(const struct records *records, struct cvg_launch_arg *arg)
{
	uint64_t at = 0;

	arg->gen = CVG_GEN_RECORDS;
	while (at < records->bytes) {
		struct cvg_launch_arg field = {.buffer = true, .count = 1};

		if (records->taken[at] == 1) {
			guess_field(records, &records->begins[at], &field);
		} else {
			field.elem = CVG_ELEM_U8;
			field.gen = CVG_GEN_ZERO;
		}
		add(arg, &field);
		at += cvg_elem_bytes(field.elem);
	}
}

/* Elements of the buffer: a record for each thread, or one and more as the others. */
static uint64_t elements(const struct records *records,
			 const struct cvg_launch_arg *arg)
{
	uint64_t threads = records->guess->threads;
	uint64_t bytes = records->bytes * (records->only ? 1 : threads);
	uint64_t n = (bytes + cvg_elem_bytes(arg->elem) - 1) /
		     cvg_elem_bytes(arg->elem);

	return n > threads ? n : threads;
}

bool cvg_guess_records(const struct guess *guess, uint32_t param,
		       struct cvg_launch_arg *arg)
{
	struct records records = {.guess = guess, .param = param};
	bool ok = gather(&records) && is_mixed(&records);

	if (ok)
		fill(&records, arg);
	if (ok && arg->nfields == 1) { /* one kind of elements */
		cvg_launch_arg_empty(arg);
		ok = false;
	} else if (ok) {
		arg->count = elements(&records, arg);
	}
	arg->counted |= ok;
	free(records.begins);
	free(records.taken);
	return ok;
}

/* ---- copied structs -------------------------------------------------- */

static void add_item(struct cvg_launch_arg *arg, struct cvg_number item,
		     uint64_t *at)
{
	uint32_t bytes = item.memory ? 8 : cvg_elem_bytes(item.elem);

	arg->values =
		cvg_realloc(arg->values, arg->nvalues + 1, sizeof *arg->values);
	arg->values[arg->nvalues++] = item;
	*at = (*at + bytes - 1) / bytes * bytes + bytes;
}

/* Add zeros until what comes next is at `to`, where something of so many bytes is. */
static void add_gap(struct cvg_launch_arg *arg, uint64_t *at, uint64_t to,
		    uint32_t bytes)
{
	while ((*at + bytes - 1) / bytes * bytes < to) {
		struct cvg_number zero = cvg_number_of_int(0);

		zero.elem = *at % 4 == 0 && *at + 4 <= to ? CVG_ELEM_I32
							  : CVG_ELEM_U8;
		add_item(arg, zero, at);
	}
}

/* What the pointer at that place is to; false: nothing is accessed through it. */
static bool guess_memory(const struct records *records, uint64_t at,
			 struct cvg_number *out)
{
	const struct cvg_uses *uses = &records->guess->uses;
	uint32_t as = cvg_member_at(uses, records->param, at);
	enum cvg_kind kind = as == CVG_NONE
				     ? CVG_NKINDS
				     : cvg_guess_kind(records->guess, as);
	bool read = false;

	if (kind == CVG_NKINDS)
		return false;
	for (uint32_t k = 0; k < uses->nfields; k++)
		read |= uses->field[k].param == as;
	*out = cvg_number_of_int(0);
	out->memory = cvg_calloc(1, sizeof *out->memory);
	out->memory->guessed = true;
	cvg_guess_elements(records->guess, as, "", read, kind, out->memory);
	return true;
}

/* The field's number: of a range, its greatest. */
static struct cvg_number guess_number(const struct records *records,
				      const struct cvg_field *field)
{
	struct cvg_launch_arg one = {.buffer = true};
	struct cvg_number number;

	guess_field(records, field, &one);
	number = one.gen == CVG_GEN_FILL
			 ? one.lo
			 : cvg_number_of_int((int64_t)one.hi.u - 1);
	number.elem = one.elem;
	return number;
}

static void fill_copy(const struct records *records, struct cvg_launch_arg *arg)
{
	uint64_t at = 0;

	for (uint64_t to = 0; to < records->bytes; to++) {
		const struct cvg_field *field = &records->begins[to];
		struct cvg_number item;

		if (records->taken[to] != 1)
			continue;
		if (!guess_memory(records, to, &item))
			item = guess_number(records, field);
		add_gap(arg, &at, to, cvg_kind_bytes(field->kind));
		add_item(arg, item, &at);
	}
}

bool cvg_guess_struct(const struct guess *guess, uint32_t param,
		      struct cvg_launch_arg *arg)
{
	struct records records = {.guess = guess, .param = param};
	bool ok = gather(&records);

	if (ok)
		fill_copy(&records, arg);
	ok = ok && arg->nvalues;
	free(records.begins);
	free(records.taken);
	return ok;
}
