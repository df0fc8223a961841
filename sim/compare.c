/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Compares what two runs of one launch left, and how they ended: is the second run,
 * `b`, one that the first kernel, `a`, allows?
 *
 *   a finished                  b must finish and leave the same memory
 *   a trapped, or an assertion  b must end the same way; memory is not compared,
 *   of it failed                as it depends on how far other threads had come
 *   a did what is undefined,    b may do anything, also before that point
 *   or was cut off
 *
 * Memory is compared element by element of the launch's buffers: a NaN equals any
 * NaN; bytes that are undefined in `a` may be anything in `b`.
 */
#include "sim/launch/image_in.h"

#include "reconverge/faults.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ULPS	 16   /* units in the last place */
#define RELATIVE 1e-6 /* of the greatest magnitude in the buffer */

/* ---- ends ------------------------------------------------------------ */

/* What the second run must keep of the first. */
enum promise {
	KEEPS_MEMORY, /* how it ended, and the memory that it left */
	KEEPS_END,    /* how it ended */
	KEEPS_NOTHING
};

static enum promise promise_of(enum cvg_faultkind end)
{
	switch (end) {
	case CVG_F_NONE:
		return KEEPS_MEMORY;
	case CVG_F_TRAP:
	case CVG_F_ASSERT:
		return KEEPS_END;
	case CVG_F_OUT_OF_BOUNDS:
	case CVG_F_NULL:
	case CVG_F_FREED:
	case CVG_F_MISALIGNED:
	case CVG_F_READ_ONLY:
	case CVG_F_POISON_BRANCH:
	case CVG_F_UNDEF_BRANCH:
	case CVG_F_POISON_ADDRESS:
	case CVG_F_UNDEF_ADDRESS:
	case CVG_F_POISON_OPERAND:
	case CVG_F_DIVISION:
	case CVG_F_DIVISION_OVERFLOW:
	case CVG_F_BARRIER:
	case CVG_F_DEADLOCK:
	case CVG_F_ENDLESS:
	case CVG_F_ASSUME:
	case CVG_F_UNREACHABLE:
	case CVG_F_CALL:
	case CVG_F_STACK:
	case CVG_F_WARP_OPERATION:
	case CVG_F_COLLECTIVE:
	case CVG_F_RACE:
	case CVG_NFAULTS:
		break;
	}
	return KEEPS_NOTHING;
}

/* ---- elements -------------------------------------------------------- */

/* The same buffer of both runs. */
struct pair {
	const struct cvg_buffer *a, *b;
	uint32_t bytes;	  /* of an element */
	bool isfloat;	  /* the elements are floats */
	bool loose;	  /* they need not agree bit for bit */
	double magnitude; /* the greatest in `a`; only if loose */
};

/* Undefined bytes of an element, one bit each. */
static uint32_t open_bytes(const struct cvg_buffer *buffer, uint64_t at,
			   uint32_t n)
{
	uint32_t mask = 0;

	for (uint32_t i = 0; buffer->undefined && i < n; i++)
		mask |= (uint32_t)(buffer->undefined[at + i] != 0) << i;
	return mask;
}

/* The rank of a float's bits among all floats; both zeros have rank 0. */
static int64_t rank_of(enum cvg_elem e, uint64_t bits)
{
	uint32_t n = 8 * cvg_elem_bytes(e);
	uint64_t magnitude = bits & ((UINT64_C(1) << (n - 1)) - 1);
	bool negative = bits >> (n - 1) & 1;

	return negative ? -(int64_t)magnitude : (int64_t)magnitude;
}

/* Are two floats nearly equal, by ULPS or by RELATIVE? */
static bool near(const struct pair *pair, uint64_t a, uint64_t b)
{
	enum cvg_elem e = pair->a->elem;
	double x = cvg_elem_to_double(e, a), y = cvg_elem_to_double(e, b);
	int64_t ra = rank_of(e, a), rb = rank_of(e, b);

	if (!isfinite(x) || !isfinite(y))
		return false;
	if (ra > rb ? (uint64_t)ra - (uint64_t)rb <= ULPS
		    : (uint64_t)rb - (uint64_t)ra <= ULPS)
		return true;
	return fabs(x - y) <= RELATIVE * pair->magnitude;
}

static bool same_element(const struct pair *pair, uint64_t at)
{
	enum cvg_elem e = pair->a->elem;
	uint64_t a = cvg_elem_load(e, pair->a->data + at);
	uint64_t b = cvg_elem_load(e, pair->b->data + at);
	uint32_t open = open_bytes(pair->a, at, pair->bytes);

	if (open_bytes(pair->b, at, pair->bytes) & ~open)
		return false;
	for (uint32_t i = 0; open && i < pair->bytes; i++) {
		if (!(open >> i & 1) && ((a ^ b) >> (8 * i) & 255))
			return false;
	}
	if (open || a == b)
		return true;
	if (!pair->isfloat)
		return false;
	if (isnan(cvg_elem_to_double(e, a)) && isnan(cvg_elem_to_double(e, b)))
		return true;
	return pair->loose && near(pair, a, b);
}

/* ---- buffers --------------------------------------------------------- */

static double magnitude_of(const struct cvg_buffer *buffer)
{
	uint32_t bytes = cvg_elem_bytes(buffer->elem);
	double most = 0;

	for (uint64_t at = 0; at + bytes <= buffer->bytes; at += bytes) {
		double x = fabs(cvg_elem_to_double(
			buffer->elem,
			cvg_elem_load(buffer->elem, buffer->data + at)));

		if (isfinite(x) && x > most && !open_bytes(buffer, at, bytes))
			most = x;
	}
	return most;
}

static void note(struct cvg_difference *out, const struct pair *pair,
		 uint64_t at)
{
	enum cvg_elem e = pair->a->elem;

	out->elem = e;
	out->arg = pair->a->arg;
	out->element = at / pair->bytes;
	out->elements = pair->a->bytes / pair->bytes;
	out->address = ((uint64_t)pair->a->granule << CVG_GRANULE_BITS) + at;
	out->a = cvg_elem_load(e, pair->a->data + at);
	out->b = cvg_elem_load(e, pair->b->data + at);
	out->a_undefined = open_bytes(pair->a, at, pair->bytes) != 0;
	out->b_undefined = open_bytes(pair->b, at, pair->bytes) != 0;
}

/* Count the elements that differ from `at` to `end`, and note the first. */
static uint64_t compare_elements(const struct pair *pair, uint64_t at,
				 uint64_t end, bool noted,
				 struct cvg_difference *out)
{
	uint64_t differ = 0;

	for (; at < end; at += pair->bytes) {
		if (same_element(pair, at))
			continue;
		if (!noted && !differ)
			note(out, pair, at);
		differ++;
	}
	return differ;
}

static bool same_bytes(const uint8_t *a, const uint8_t *b, uint64_t at,
		       uint64_t n)
{
	return (!a && !b) || (a && b && !memcmp(a + at, b + at, n));
}

/* Returns how many elements differ. Goes chunk by chunk, because the bytes of most
 * chunks are equal. A rest that is no whole element is compared as bytes. */
static uint64_t compare_pair(struct pair *pair, bool noted,
			     struct cvg_difference *out)
{
	const uint64_t chunk = 4096, size = pair->a->bytes;
	uint64_t whole = size - size % pair->bytes, differ = 0;
	struct cvg_buffer a = *pair->a, b = *pair->b;
	struct pair rest = {.a = &a, .b = &b, .bytes = 1};

	for (uint64_t at = 0; at < whole; at += chunk) {
		uint64_t n = whole - at < chunk ? whole - at : chunk;

		if (same_bytes(pair->a->data, pair->b->data, at, n) &&
		    same_bytes(pair->a->undefined, pair->b->undefined, at, n))
			continue;
		differ += compare_elements(pair, at, at + n, noted || differ,
					   out);
	}
	a.elem = b.elem = CVG_ELEM_U8;
	return differ +
	       compare_elements(&rest, whole, size, noted || differ, out);
}

/* Compare two buffers of the same size; `what` is the name that *out gets. */
static void compare_buffers(const struct cvg_buffer *a,
			    const struct cvg_buffer *b, bool loose,
			    const char *what, struct cvg_difference *out)
{
	struct pair p = {.a = a, .b = b};
	uint64_t differ;

	p.bytes = cvg_elem_bytes(a->elem);
	p.isfloat = cvg_elem_isfloat(a->elem);
	p.loose = loose && p.isfloat;
	if (p.loose)
		p.magnitude = magnitude_of(a);
	differ = compare_pair(&p, out->found, out);
	if (!differ)
		return;
	out->buffers++;
	if (out->found)
		return;
	out->found = true;
	out->count = differ;
	snprintf(out->what, sizeof out->what, "%s", what);
}

/* The same object in the other image; NULL: there is none. Variables are found by
 * their names, other objects by their granules. */
static const struct cvg_buffer *partner(const struct cvg_image *image,
					const struct cvg_buffer *of)
{
	for (uint32_t i = 0; i < image->nbuffers; i++) {
		const struct cvg_buffer *buffer = &image->buffers[i];

		if (buffer->arg != of->arg)
			continue;
		if (of->name ? buffer->name && !strcmp(buffer->name, of->name)
			     : buffer->granule == of->granule)
			return buffer;
	}
	return NULL;
}

static void name_of(const struct cvg_program *program,
		    const struct cvg_buffer *buffer, char *out, size_t n)
{
	char label[80];

	if (buffer->arg >= 0)
		snprintf(out, n, "%s",
			 cvg_param_label(&program->fns[0],
					 (uint32_t)buffer->arg, label));
	else
		snprintf(out, n, "%s%s", buffer->arg == -1 ? "@" : "",
			 buffer->name);
}

static bool is_compared(const struct cvg_program *program,
			const struct cvg_buffer *buffer)
{
	if (buffer->arg >= 0)
		return !program->fns[0].params[buffer->arg].copy_bytes;
	return buffer->arg != -2 && !buffer->constant;
}

/*
 * The images are of one launch; their programs may be two revisions of one
 * module, of which the second may have lost a variable nobody uses any more.
 */
void cvg_image_compare(const struct cvg_program *program,
		       const struct cvg_image *a, const struct cvg_image *b,
		       bool loose, struct cvg_difference *out)
{
	char what[sizeof out->what];

	*out = (struct cvg_difference){.arg = -1};
	for (uint32_t i = 0; i < a->nbuffers; i++) {
		const struct cvg_buffer *left = &a->buffers[i], *right;

		if (!is_compared(program, left))
			continue;
		right = partner(b, left);
		if (!right || right->bytes != left->bytes)
			continue;
		name_of(program, left, what, sizeof what);
		compare_buffers(left, right, loose, what, out);
	}
}

void cvg_run_compare(const struct cvg_program *program,
		     const struct cvg_fault *fa, const struct cvg_image *a,
		     const struct cvg_fault *fb, const struct cvg_image *b,
		     bool loose, struct cvg_difference *out)
{
	enum promise kept = promise_of(fa->kind);

	*out = (struct cvg_difference){.arg = -1};
	if (kept == KEEPS_MEMORY && fb->kind == CVG_F_NONE)
		cvg_image_compare(program, a, b, loose, out);
	out->a_end = fa->kind;
	out->b_end = fb->kind;
	out->unconstrained = kept == KEEPS_NOTHING;
	if (kept != KEEPS_NOTHING && fa->kind != fb->kind)
		out->found = out->ends_differ = true;
}

/* ---- texts ----------------------------------------------------------- */

static void print_end(struct cvg_str *out, enum cvg_faultkind end)
{
	static const char *const text[CVG_NFAULTS] = {
#define FAULT(id, name, what) [CVG_F_##id] = what,
#include "reconverge/faults.def"
#undef FAULT
	};

	if (end == CVG_F_NONE)
		cvg_str_add(out, "finished");
	else
		cvg_str_addf(out, "ended in \"%s\"", text[end]);
}

static void print_side(struct cvg_str *out, enum cvg_elem e, uint64_t bits,
		       bool undefined)
{
	if (undefined)
		cvg_str_add(out, "undefined");
	else
		cvg_elem_print(out, e, bits);
}

void cvg_difference_print(struct cvg_str *out,
			  const struct cvg_difference *difference)
{
	if (difference->ends_differ) {
		print_end(out, difference->b_end);
		cvg_str_add(out, ", but should have ");
		print_end(out, difference->a_end);
		return;
	}
	if (!difference->found) {
		cvg_str_add(out, "no difference");
		return;
	}
	cvg_str_addf(out, "%s[%llu]: ", difference->what,
		     (unsigned long long)difference->element);
	print_side(out, difference->elem, difference->b,
		   difference->b_undefined);
	cvg_str_add(out, ", not ");
	print_side(out, difference->elem, difference->a,
		   difference->a_undefined);
	cvg_str_addf(out, " (%llu of %llu elements differ",
		     (unsigned long long)difference->count,
		     (unsigned long long)difference->elements);
	if (difference->buffers > 1)
		cvg_str_addf(out, ", %u buffers", difference->buffers);
	cvg_str_add(out, ")");
}
