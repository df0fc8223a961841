/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Generators: they fill the buffers of a launch. A random element is a function
 * of the seed, the argument's place and the element's index alone. So element 7
 * is the same in a buffer of 8 elements and of 8 million, and on every machine.
 *
 * The function is SplitMix64's output function (Steele, Lea, Flood, "Fast
 * splittable pseudorandom number generators", OOPSLA 2014, mix64variant13) on
 * key + index * golden gamma; the key is made from seed and place the same way.
 *
 * Independent numbers are seldom equal, and what happens when they are (> in place
 * of >=, two threads that find the same key) would never be tried. So with every
 * fourth seed an element repeats an earlier one of its buffer with probability 1/4,
 * and with the same probability is one that all buffers may have at that index.
 */
#include "sim/launch/launch_in.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GAMMA UINT64_C(0x9e3779b97f4a7c15)

static uint64_t mix(uint64_t z)
{
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static uint64_t key_of(uint64_t seed, uint32_t place)
{
	return mix(mix(seed + GAMMA) + (place + 1) * GAMMA);
}

static uint64_t draw(uint64_t key, uint64_t index)
{
	return mix(key + (index + 1) * GAMMA);
}

/* A number below n from 64 random bits; any number if n is 0. The probability
 * of a number differs from 1/n by less than 2^-64. */
static uint64_t below(uint64_t bits, uint64_t n)
{
	return n ? (uint64_t)(((unsigned __int128)bits * n) >> 64) : bits;
}

/* ---- floats ---------------------------------------------------------- */

/* The float that follows the given one, upwards or downwards. -0 is skipped. */
static uint64_t step(enum cvg_elem e, uint64_t bits, bool up)
{
	uint64_t sign = UINT64_C(1) << (8 * cvg_elem_bytes(e) - 1);
	bool grows = up == !(bits & sign);

	if (!(bits & ~sign) && !grows)
		return up ? 1 : sign | 1;
	return grows ? bits + 1 : bits - 1;
}

/*
 * A random float in [lo, hi). If rounding makes it hi or larger, or less than
 * lo, the neighbour inside the range is taken. `volatile` keeps a compiler from
 * fusing the product and the sum, which would round differently.
 */
static uint64_t draw_float(enum cvg_elem e, double lo, double hi, uint64_t bits)
{
	double share = (double)(bits >> 11) * 0x1p-53;
	volatile double low = lo * (1 - share), high = hi * share;
	uint64_t x = cvg_elem_of_double(e, low + high);

	if (cvg_elem_to_double(e, x) >= hi)
		x = step(e, x, false);
	if (cvg_elem_to_double(e, x) < lo)
		x = step(e, x, true);
	return x;
}

/* ---- random ---------------------------------------------------------- */

struct range {
	enum cvg_elem e;
	double lo, hi;	      /* of floats: [lo, hi) */
	uint64_t from, n;     /* of integers: [from, from + n); n 0: all */
	uint64_t key, shared; /* of this buffer, of all buffers */
	bool repeats;	      /* some elements are equal to others */
};

static bool range_fails(const struct cvg_launch_arg *arg, struct cvg_err *err)
{
	struct cvg_str text = {0};

	cvg_launch_arg_text(&text, arg);
	cvg_fail(err,
		 "'%s': the range is empty, or its ends do not fit the type of "
		 "the elements",
		 text.at);
	cvg_str_done(&text);
	return false;
}

static bool integer_range(const struct cvg_launch_arg *arg, struct range *r)
{
	uint64_t lo, hi;
	uint32_t bits = 8 * cvg_elem_bytes(r->e);
	bool one_past = arg->hi.integer && !arg->hi.negative && bits < 64 &&
			arg->hi.u == UINT64_C(1) << bits;

	if (!arg->ranged) {
		r->from = 0;
		r->n = bits < 64 ? UINT64_C(1) << bits : 0;
		return true;
	}
	if (!cvg_number_bits(&arg->lo, r->e, &lo) ||
	    (!cvg_number_bits(&arg->hi, r->e, &hi) && !one_past))
		return false;
	r->from = arg->lo.u;
	r->n = arg->hi.u - arg->lo.u;
	if (arg->lo.negative != arg->hi.negative)
		return arg->lo.negative && r->n;
	return arg->lo.u < arg->hi.u;
}

static bool range_of(const struct cvg_launch_arg *arg, enum cvg_elem e,
		     struct range *out, struct cvg_err *err)
{
	*out = (struct range){.e = e, .lo = 0, .hi = 1};
	if (!cvg_elem_isfloat(e))
		return integer_range(arg, out) || range_fails(arg, err);
	if (!arg->ranged)
		return true;
	out->lo = arg->lo.f;
	out->hi = arg->hi.f;
	if (isfinite(out->lo) && isfinite(out->hi) && out->lo < out->hi)
		return true;
	return range_fails(arg, err);
}

/* The random bits of element i, which may be those of an earlier element, or of
 * the same element of other buffers. */
static uint64_t bits_of(const struct range *r, uint64_t i)
{
	uint64_t bits = draw(~r->key, i);

	while (r->repeats && i && bits % 4 == 0) {
		i = below(bits, i);
		bits = draw(~r->key, i);
	}
	return draw(r->repeats && bits % 4 == 1 ? r->shared : r->key, i);
}

/* draw_float of a 32-bit float. */
static uint32_t float_word(const struct range *r, uint64_t bits)
{
	double share = (double)(bits >> 11) * 0x1p-53;
	volatile double low = r->lo * (1 - share), high = r->hi * share;
	float x = (float)(low + high);

	if ((double)x < r->hi && (double)x >= r->lo)
		return cvg_bits32(x);
	return (uint32_t)draw_float(r->e, r->lo, r->hi, bits);
}

static uint64_t draw_one(const struct range *r, uint64_t i)
{
	uint64_t bits = bits_of(r, i);

	if (cvg_elem_isfloat(r->e))
		return draw_float(r->e, r->lo, r->hi, bits);
	return r->from + below(bits, r->n);
}

/* What draw_one and cvg_elem_store make of 32-bit elements that repeat nothing, at a
 * third of the time: guessed launches have many. */
static void put_words(const struct range *r, uint64_t count, uint8_t *data)
{
	bool isfloat = r->e == CVG_ELEM_F32;

	for (uint64_t i = 0; i < count; i++, data += 4) {
		uint64_t bits = draw(r->key, i);
		uint32_t word =
			isfloat ? float_word(r, bits)
				: (uint32_t)(r->from + below(bits, r->n));

		for (int byte = 0; byte < 4; byte++)
			data[byte] = (uint8_t)(word >> (8 * byte));
	}
}

static void put_random(const struct range *r, uint64_t count, uint8_t *data)
{
	uint32_t bytes = cvg_elem_bytes(r->e);

	if (!r->repeats && (r->e == CVG_ELEM_F32 || r->e == CVG_ELEM_I32 ||
			    r->e == CVG_ELEM_U32)) {
		put_words(r, count, data);
		return;
	}
	for (uint64_t i = 0; i < count; i++)
		cvg_elem_store(r->e, data + i * bytes, draw_one(r, i));
}

/* ---- sorted ---------------------------------------------------------- */

/* Map the bits of an element to a number so that unsigned order is the order of
 * the elements: the top bit of a signed integer or a positive float is
 * inverted, and all bits of a negative float. from_rank is the inverse. */
static uint64_t to_rank(enum cvg_elem e, uint64_t bits)
{
	uint32_t n = 8 * cvg_elem_bytes(e);
	uint64_t all = UINT64_MAX >> (64 - n), top = UINT64_C(1) << (n - 1);

	bits &= all;
	if (cvg_elem_isfloat(e) && (bits & top))
		return ~bits & all;
	return cvg_elem_issigned(e) ? bits ^ top : bits;
}

static uint64_t from_rank(enum cvg_elem e, uint64_t rank)
{
	uint32_t n = 8 * cvg_elem_bytes(e);
	uint64_t all = UINT64_MAX >> (64 - n), top = UINT64_C(1) << (n - 1);

	if (cvg_elem_isfloat(e) && !(rank & top))
		return ~rank & all;
	return cvg_elem_issigned(e) ? rank ^ top : rank;
}

/* One pass of a radix sort, by byte `digit`. */
static void radix_pass(const uint64_t *from, uint64_t *to, uint64_t count,
		       uint32_t digit)
{
	uint64_t at[256] = {0}, sum = 0;

	for (uint64_t i = 0; i < count; i++)
		at[(from[i] >> (8 * digit)) & 255]++;
	for (int d = 0; d < 256; d++) {
		uint64_t n = at[d];

		at[d] = sum;
		sum += n;
	}
	for (uint64_t i = 0; i < count; i++)
		to[at[(from[i] >> (8 * digit)) & 255]++] = from[i];
}

static void put_sorted(const struct range *r, uint64_t count, uint8_t *data)
{
	uint64_t *a = cvg_calloc(count + 1, sizeof *a);
	uint64_t *b = cvg_calloc(count + 1, sizeof *b);
	uint32_t bytes = cvg_elem_bytes(r->e);

	for (uint64_t i = 0; i < count; i++)
		a[i] = to_rank(r->e, draw_one(r, i));
	for (uint32_t digit = 0; digit < bytes; digit++) {
		uint64_t *other = b;

		radix_pass(a, b, count, digit);
		b = a;
		a = other;
	}
	for (uint64_t i = 0; i < count; i++)
		cvg_elem_store(r->e, data + i * bytes, from_rank(r->e, a[i]));
	free(a);
	free(b);
}

/* ---- other generators ------------------------------------------------ */

static uint64_t element_of(enum cvg_elem e, uint64_t n)
{
	return cvg_elem_isfloat(e) ? cvg_elem_of_double(e, (double)n) : n;
}

/* A random permutation of 0 .. count-1 by the inside-out shuffle of Fisher and
 * Yates: each number is put at a random place among the numbers before it, and
 * the number that was there moves to the end. */
static void put_permutation(enum cvg_elem e, uint64_t key, uint64_t count,
			    uint8_t *data)
{
	uint32_t bytes = cvg_elem_bytes(e);

	for (uint64_t i = 0; i < count; i++) {
		uint64_t j = below(draw(key, i), i + 1);

		memmove(data + i * bytes, data + j * bytes, bytes);
		cvg_elem_store(e, data + j * bytes, element_of(e, i));
	}
}

static bool does_not_fit(const struct cvg_number *number, enum cvg_elem e,
			 struct cvg_err *err)
{
	struct cvg_str text = {0};

	cvg_number_text(&text, number);
	cvg_fail(err, "%s is not a value of type %s", text.at,
		 cvg_elem_name(e));
	cvg_str_done(&text);
	return false;
}

static bool put_iota(const struct cvg_launch_arg *arg, enum cvg_elem e,
		     uint64_t count, uint8_t *data, struct cvg_err *err)
{
	uint32_t bytes = cvg_elem_bytes(e);
	struct cvg_number lo = arg->lo, hi = arg->hi;
	bool isfloat = cvg_elem_isfloat(e);

	if (!arg->ranged) {
		lo = cvg_number_of_int(0);
		hi = cvg_number_of_int(1);
	}
	if (!isfloat && !(lo.integer && hi.integer))
		return does_not_fit(lo.integer ? &hi : &lo, e, err);
	for (uint64_t i = 0; i < count; i++) {
		volatile double way = hi.f * (double)i;
		uint64_t x = isfloat ? cvg_elem_of_double(e, lo.f + way)
				     : lo.u + hi.u * i;

		cvg_elem_store(e, data + i * bytes, x);
	}
	return true;
}

static bool put_values(const struct cvg_number *values, uint32_t n,
		       enum cvg_elem e, uint64_t count, uint8_t *data,
		       struct cvg_err *err)
{
	uint64_t *bits = cvg_calloc(n, sizeof *bits);
	uint32_t bytes = cvg_elem_bytes(e);
	bool ok = true;

	for (uint32_t i = 0; i < n && ok; i++) {
		ok = cvg_number_bits(&values[i], e, &bits[i]);
		if (!ok)
			does_not_fit(&values[i], e, err);
	}
	for (uint64_t i = 0; ok && i < count; i++)
		cvg_elem_store(e, data + i * bytes, bits[i % n]);
	free(bits);
	return ok;
}

bool cvg_generate(const struct cvg_launch_arg *arg, enum cvg_elem e,
		  uint64_t seed, uint32_t place, uint64_t count, uint8_t *data,
		  struct cvg_err *err)
{
	uint64_t key = key_of(seed, place);
	struct range r;

	switch (arg->gen) {
	case CVG_GEN_RANDOM:
	case CVG_GEN_SORTED:
		if (!range_of(arg, e, &r, err))
			return false;
		r.key = key;
		r.shared = key_of(seed, CVG_NONE);
		r.repeats = seed % 4 == 3;
		if (arg->gen == CVG_GEN_SORTED)
			put_sorted(&r, count, data);
		else
			put_random(&r, count, data);
		return true;
	case CVG_GEN_PERMUTATION:
		put_permutation(e, key, count, data);
		return true;
	case CVG_GEN_IOTA:
		return put_iota(arg, e, count, data, err);
	case CVG_GEN_FILL:
		return put_values(&arg->lo, 1, e, count, data, err);
	case CVG_GEN_VALUES:
		return put_values(arg->values, arg->nvalues, e, count, data,
				  err);
	case CVG_GEN_RECORDS:
		return cvg_generate_records(
			arg, seed, place, count * cvg_elem_bytes(e), data, err);
	case CVG_GEN_ZERO:
	case CVG_GEN_FILE:
	case CVG_GEN_UNDEFINED:
	case CVG_GEN_SAME:
	case CVG_GEN_LAST:
	case CVG_NGENERATORS:
		break;
	}
	return true;
}
