/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The values of the kernel's parameters when it starts: numbers, addresses, and
 * copies of structs. Each value is written twice: to the slots of its
 * parameter, and as bytes to the argument segment.
 */
#include "sim/launch/image_in.h"

#include "reconverge/target.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- slots ----------------------------------------------------------- */

uint64_t cvg_maker_slot(const struct maker *maker, uint32_t i, uint32_t slot)
{
	return maker->image->values[2 * (maker->image->values_at[i] + slot)];
}

/* The place of scalar `slot` of a parameter: bytes from its start. */
static uint32_t scalar_at(const struct cvg_ufn *ufn,
			  const struct cvg_param *param, uint32_t slot)
{
	uint32_t at = 0;

	if (param->scalar_at)
		return param->scalar_at[slot];
	for (uint32_t i = 0;; i++) {
		uint32_t n = cvg_kind_bytes(ufn->slot_kind[param->slot + i]);

		at = (at + n - 1) / n * n;
		if (i == slot)
			return at;
		at += n;
	}
}

static void put_bytes(struct maker *maker, uint64_t at, uint64_t n,
		      uint64_t bits)
{
	for (uint64_t i = 0; i < n && at + i < maker->image->nargs_bytes; i++)
		maker->image->args[at + i] =
			(uint8_t)(i < 8 ? bits >> (8 * i) : 0);
}

void cvg_maker_set(struct maker *maker, uint32_t i, uint32_t slot, uint64_t lo,
		   uint64_t hi)
{
	const struct cvg_param *param = &maker->kernel->params[i];
	enum cvg_kind kind = maker->kernel->slot_kind[param->slot + slot];
	uint32_t bytes = cvg_kind_bytes(kind);
	uint64_t *value =
		&maker->image->values[2 * (maker->image->values_at[i] + slot)];
	uint64_t at = param->offset + scalar_at(maker->kernel, param, slot);

	value[0] = lo;
	value[1] = hi;
	if (param->copy_bytes && param->bytes < bytes)
		return;
	put_bytes(maker, at, bytes < 8 ? bytes : 8, lo);
	if (bytes == 16)
		put_bytes(maker, at + 8, 8, hi);
}

/* ---- numbers --------------------------------------------------------- */

/* The number of bits of an integer: those of its kind, or fewer by its type. */
static uint32_t width_of(const struct cvg_param *param, enum cvg_kind kind)
{
	uint32_t bits = kind == CVG_K_BIT ? 1 : 8 * cvg_kind_bytes(kind);
	unsigned long told;

	if (param->nslots != 1 || param->type[0] != 'i')
		return bits;
	told = strtoul(param->type + 1, NULL, 10);
	return told && told < bits ? (uint32_t)told : bits;
}

static bool is_float(enum cvg_kind kind)
{
	return kind == CVG_K_F16 || kind == CVG_K_BF16 || kind == CVG_K_F32 ||
	       kind == CVG_K_F64;
}

static bool integer_bits(const struct cvg_number *number, uint32_t width,
			 uint64_t *lo, uint64_t *hi)
{
	if (!number->integer || number->null)
		return false;
	*lo = number->u;
	*hi = 0;
	if (width > 64) {
		*hi = number->negative && number->u ? UINT64_MAX : 0;
		if (width < 128)
			*hi &= (UINT64_C(1) << (width - 64)) - 1;
		return true;
	}
	if (width == 64)
		return true;
	*lo &= (UINT64_C(1) << width) - 1;
	return number->negative
		       ? (int64_t)number->u >= -(INT64_C(1) << (width - 1))
		       : number->u >> width == 0;
}

static bool set_number(struct maker *maker, uint32_t i, uint32_t slot,
		       const struct cvg_number *number)
{
	const struct cvg_param *param = &maker->kernel->params[i];
	enum cvg_kind kind = maker->kernel->slot_kind[param->slot + slot];
	struct cvg_str text = {0};
	uint64_t lo = 0, hi = 0;
	bool ok;

	if (is_float(kind) && !number->null) {
		lo = cvg_elem_of_double(cvg_elem_of_kind(kind), number->f);
		ok = true;
	} else {
		ok = integer_bits(number, width_of(param, kind), &lo, &hi);
	}
	if (ok) {
		cvg_maker_set(maker, i, slot, lo, hi);
		return true;
	}
	cvg_number_text(&text, number);
	cvg_fail(maker->err, "%s is not a value of type %s", text.at,
		 param->nslots == 1 ? param->type : cvg_kind_name(kind));
	cvg_str_done(&text);
	return false;
}

/* ---- addresses ------------------------------------------------------- */

static uint64_t null_of(const struct cvg_program *program,
			const struct cvg_param *param)
{
	bool offset = param->space == CVG_SPACE_SHARED ||
		      param->space == CVG_SPACE_PRIVATE;

	if (!offset || !cvg_target_info(program->target)->null_is_ones)
		return 0;
	return param->kind == CVG_K_I64 ? UINT64_MAX : UINT32_MAX;
}

/* The address that "ptr NAME+BYTES" means. */
static bool address_of(struct maker *maker, const struct cvg_number *number,
		       uint64_t *out)
{
	uint32_t other = cvg_launch_param(maker->program, number->pointer);

	if (other == CVG_NONE)
		return cvg_fail(maker->err, "ptr: '%.60s' is not a parameter",
				number->pointer);
	if (!cvg_image_arg(maker->image, other) ||
	    maker->kernel->params[other].copy_bytes)
		return cvg_fail(maker->err, "ptr: parameter %s has no buffer",
				number->pointer);
	*out = cvg_maker_slot(maker, other, 0) + number->u;
	return true;
}

static bool set_pointer(struct maker *maker, uint32_t i, uint32_t slot,
			const struct cvg_number *number)
{
	const struct cvg_param *param = &maker->kernel->params[i];
	struct cvg_number address = *number;

	if (number->memory)
		return cvg_fail(maker->err, "a pointer in a struct that is "
					    "passed as a copy has memory of "
					    "its own; this is none");
	if (number->pointer && !address_of(maker, number, &address.u))
		return false;
	if (number->null)
		address.u = null_of(maker->program, param);
	address.null = false;
	address.pointer = NULL;
	return set_number(maker, i, slot, &address);
}

/* ---- lists ----------------------------------------------------------- */

static bool set_scalars(struct maker *maker, uint32_t i)
{
	const struct cvg_param *param = &maker->kernel->params[i];
	const struct cvg_launch_arg *arg = maker->args[i];

	if (arg->nvalues != param->nslots && arg->nvalues != 1)
		return cvg_fail(maker->err,
				"%u numbers are given, but %s has %u",
				arg->nvalues, param->type, param->nslots);
	for (uint32_t slot = 0; slot < param->nslots; slot++) {
		const struct cvg_number *number =
			&arg->values[arg->nvalues == 1 ? 0 : slot];
		bool pointer =
			param->pointer || number->pointer || number->memory;
		bool ok = pointer ? set_pointer(maker, i, slot, number)
				  : set_number(maker, i, slot, number);

		if (!ok)
			return false;
	}
	return true;
}

/* ---- copies ---------------------------------------------------------- */

/* Write one item at the next place that is a multiple of its size, and move *at
 * behind it. */
static bool put_item(struct maker *maker, uint32_t i, uint32_t n, uint64_t *at)
{
	const struct cvg_number *number = &maker->args[i]->values[n];
	uint64_t size = maker->kernel->params[i].copy_bytes;
	bool pointer = number->pointer || number->null || number->memory;
	enum cvg_elem e = pointer ? CVG_ELEM_U64 : number->elem;
	struct cvg_str text = {0};
	uint64_t bits = 0, bytes;

	if (e == CVG_NELEMS)
		return cvg_fail(maker->err,
				"number %u of the struct needs a type: "
				"{i32 1, f32 2.5}",
				n);
	if (number->pointer && !address_of(maker, number, &bits))
		return false;
	if (!pointer && !cvg_number_bits(number, e, &bits)) {
		cvg_number_text(&text, number);
		cvg_fail(maker->err, "%s does not fit the member's type",
			 text.at);
		cvg_str_done(&text);
		return false;
	}
	bytes = cvg_elem_bytes(e);
	*at = (*at + bytes - 1) / bytes * bytes;
	if (*at + bytes > size)
		return cvg_fail(
			maker->err,
			"the value is larger than the struct's %llu bytes",
			(unsigned long long)size);
	if (number->memory &&
	    !cvg_maker_memory(maker, i, *at, number->memory, &bits))
		return false;
	/* That may have moved the buffers. */
	cvg_elem_store(e, cvg_image_arg(maker->image, i)->data + *at, bits);
	*at += bytes;
	return true;
}

static bool put_items(struct maker *maker, uint32_t i)
{
	const struct cvg_launch_arg *arg = maker->args[i];
	uint64_t at = 0;

	if (arg->nvalues == 1 && arg->values->elem == CVG_NELEMS &&
	    !arg->values->pointer && !arg->values->memory &&
	    arg->values->f == 0)
		return true; /* the buffer is zero already */
	for (uint32_t n = 0; n < arg->nvalues; n++) {
		if (!put_item(maker, i, n, &at))
			return false;
	}
	return true;
}

static bool put_generated(struct maker *maker, uint32_t i,
			  struct cvg_buffer *buffer)
{
	const struct cvg_launch_arg *arg = maker->args[i];
	enum cvg_elem e;
	uint64_t count;

	if (arg->gen == CVG_GEN_FILE || arg->gen == CVG_GEN_UNDEFINED ||
	    arg->gen == CVG_GEN_SAME || arg->gen == CVG_GEN_LAST)
		return cvg_fail(maker->err, "a struct cannot be made by '%s'",
				cvg_generator_row(arg->gen)->name);
	if (!cvg_maker_shape(maker, i, &e, &count))
		return false;
	if (count * cvg_elem_bytes(e) > buffer->bytes)
		return cvg_fail(
			maker->err,
			"the value is larger than the struct's %llu bytes",
			(unsigned long long)buffer->bytes);
	buffer->elem = e;
	return cvg_generate(arg, e, maker->launch->seed, i, count, buffer->data,
			    maker->err);
}

/* Make the struct that the kernel gets as a pointer to its own copy. */
static bool make_copy(struct maker *maker, uint32_t i)
{
	const struct cvg_param *param = &maker->kernel->params[i];
	struct cvg_buffer *buffer =
		cvg_maker_buffer(maker, (int32_t)i, param->copy_bytes);

	if (!buffer)
		return false;
	buffer->elem = CVG_ELEM_U8;
	cvg_maker_set(maker, i, 0,
		      (uint64_t)buffer->granule << CVG_GRANULE_BITS, 0);
	if (!(maker->args[i]->buffer ? put_generated(maker, i, buffer)
				     : put_items(maker, i)))
		return false;
	buffer = cvg_image_arg(maker->image, i);
	for (uint64_t at = 0;
	     param->bytes >= buffer->bytes && at < buffer->bytes; at++)
		put_bytes(maker, param->offset + at, 1, buffer->data[at]);
	return true;
}

bool cvg_maker_value(struct maker *maker, uint32_t i)
{
	const struct cvg_param *param = &maker->kernel->params[i];
	char label[80];
	bool ok = true;

	if (param->copy_bytes)
		ok = make_copy(maker, i);
	else if (!maker->args[i]->buffer)
		ok = set_scalars(maker, i);
	return ok || cvg_fail_in(maker->err, "%s",
				 cvg_param_label(maker->kernel, i, label));
}
