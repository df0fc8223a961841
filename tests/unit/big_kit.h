/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Whole numbers without limits (BIG_LIMBS words of 32 bits and a sign), done as
 * on paper: what the tests of lane functions compare with.
 */
#ifndef BIG_KIT_H
#define BIG_KIT_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifndef BIG_LIMBS
#define BIG_LIMBS 12
#endif

__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 i128;

struct big {
	bool negative; /* never of 0 */
	uint32_t at[BIG_LIMBS];
};

static inline bool big_is_zero(const struct big *x)
{
	for (uint32_t i = 0; i < BIG_LIMBS; i++)
		if (x->at[i])
			return false;
	return true;
}

static inline struct big big_of(u128 magnitude, bool negative)
{
	struct big r = {.negative = negative && magnitude};

	for (uint32_t i = 0; i < 4; i++)
		r.at[i] = (uint32_t)(magnitude >> 32 * i);
	return r;
}

/* The number whose lowest w bits are x, unsigned or in two's complement. */
static inline struct big big_of_bits(u128 x, uint32_t w, bool is_signed)
{
	if (!is_signed || !(x >> (w - 1) & 1))
		return big_of(x, false);
	if (w == 128)
		return big_of(~x + 1, true);
	return big_of(((u128)1 << w) - x, true);
}

static inline int big_compare_magnitude(const struct big *x,
					const struct big *y)
{
	for (uint32_t i = BIG_LIMBS; i-- > 0;)
		if (x->at[i] != y->at[i])
			return x->at[i] < y->at[i] ? -1 : 1;
	return 0;
}

static inline int big_compare(const struct big *x, const struct big *y)
{
	if (x->negative != y->negative)
		return x->negative ? -1 : 1;
	return x->negative ? -big_compare_magnitude(x, y)
			   : big_compare_magnitude(x, y);
}

static inline struct big big_negated(struct big x)
{
	x.negative = !x.negative && !big_is_zero(&x);
	return x;
}

static inline struct big big_sum(const struct big *x, const struct big *y)
{
	const bool less = big_compare_magnitude(x, y) < 0;
	const struct big *large = less ? y : x, *small = less ? x : y;
	const bool subtract = x->negative != y->negative;
	struct big r = {.negative = large->negative};
	int64_t carry = 0;

	for (uint32_t i = 0; i < BIG_LIMBS; i++) {
		int64_t t = (int64_t)large->at[i] + carry;

		t += subtract ? -(int64_t)small->at[i] : (int64_t)small->at[i];
		r.at[i] = (uint32_t)t;
		carry = t >> 32;
	}
	assert(!carry);
	if (big_is_zero(&r))
		r.negative = false;
	return r;
}

static inline struct big big_difference(const struct big *x,
					const struct big *y)
{
	struct big minus = big_negated(*y);

	return big_sum(x, &minus);
}

static inline struct big big_product(const struct big *x, const struct big *y)
{
	struct big r = {.negative = x->negative != y->negative};

	for (uint32_t i = 0; i < BIG_LIMBS; i++) {
		uint64_t carry = 0;

		for (uint32_t j = 0; x->at[i] && i + j < BIG_LIMBS; j++) {
			uint64_t t = (uint64_t)x->at[i] * y->at[j] +
				     r.at[i + j] + carry;

			r.at[i + j] = (uint32_t)t;
			carry = t >> 32;
		}
		assert(!carry);
	}
	if (big_is_zero(&r))
		r.negative = false;
	return r;
}

static inline bool big_bit(const struct big *x, uint32_t i)
{
	return i < 32 * BIG_LIMBS && x->at[i / 32] >> i % 32 & 1;
}

/* How many bits the magnitude has. */
static inline uint32_t big_bits(const struct big *x)
{
	for (uint32_t i = BIG_LIMBS; i-- > 0;)
		if (x->at[i])
			return 32 * (i + 1) - (uint32_t)__builtin_clz(x->at[i]);
	return 0;
}

/* Is one of the n lowest bits set? */
static inline bool big_any_below(const struct big *x, uint32_t n)
{
	for (uint32_t i = 0; i < BIG_LIMBS && 32 * i < n; i++) {
		const uint32_t bits = n - 32 * i;

		if (bits < 32 ? x->at[i] << (32 - bits) : x->at[i])
			return true;
	}
	return false;
}

/* Word i, 0 beyond both ends. */
static inline uint64_t big_word(const struct big *x, int64_t i)
{
	return i >= 0 && i < BIG_LIMBS ? x->at[i] : 0;
}

/* Times 2 to by. */
static inline struct big big_up(const struct big *x, uint32_t by)
{
	struct big r = {.negative = x->negative};

	for (int64_t i = 0; i < BIG_LIMBS; i++) {
		const int64_t from = i - by / 32;

		r.at[i] = (uint32_t)((big_word(x, from) << 32 |
				      big_word(x, from - 1)) >>
				     (32 - by % 32));
	}
	return r;
}

/* Divided by 2 to by, rounded down. */
static inline struct big big_down(const struct big *x, uint32_t by)
{
	const struct big one = big_of(1, false);
	struct big r = {.negative = false};

	for (int64_t i = 0; i < BIG_LIMBS; i++) {
		const int64_t from = i + by / 32;

		r.at[i] = (uint32_t)((big_word(x, from + 1) << 32 |
				      big_word(x, from)) >>
				     by % 32);
	}
	if (!x->negative)
		return r;
	if (big_any_below(x, by))
		r = big_sum(&r, &one);
	return big_negated(r);
}

/* The lowest w bits in two's complement. */
static inline u128 big_low(const struct big *x, uint32_t w)
{
	u128 r = 0;

	for (uint32_t i = 0; i < 4; i++)
		r |= (u128)x->at[i] << 32 * i;
	if (x->negative)
		r = 0 - r;
	return w == 128 ? r : r & (((u128)1 << w) - 1);
}

/* The least and greatest number of w bits. */
static inline struct big big_least(uint32_t w, bool is_signed)
{
	return is_signed ? big_of((u128)1 << (w - 1), true) : big_of(0, false);
}

static inline struct big big_most(uint32_t w, bool is_signed)
{
	u128 all = w == 128 ? ~(u128)0 : ((u128)1 << w) - 1;

	return big_of(is_signed ? all >> 1 : all, false);
}

static inline bool big_fits(const struct big *x, uint32_t w, bool is_signed)
{
	const struct big lo = big_least(w, is_signed);
	const struct big hi = big_most(w, is_signed);

	return big_compare(x, &lo) >= 0 && big_compare(x, &hi) <= 0;
}

static inline struct big big_clamped(const struct big *x, uint32_t w,
				     bool is_signed)
{
	const struct big lo = big_least(w, is_signed);
	const struct big hi = big_most(w, is_signed);

	if (big_compare(x, &lo) < 0)
		return lo;
	return big_compare(x, &hi) > 0 ? hi : *x;
}

#endif
