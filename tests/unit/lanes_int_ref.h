/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What an integer operation gives, of any width and with any flags: exactly,
 * with numbers that never overflow, then cut to the width.
 */
#ifndef LANES_INT_REF_H
#define LANES_INT_REF_H

#include "tests/unit/big_kit.h"
#include "tests/unit/lanes_kit.h"

#include "reconverge/ucodes.h"

struct expected {
	u128 value;
	bool poison;
	bool any; /* a division that faults: the value does not matter */
};

static struct big exact(uint32_t code, const struct big *x, const struct big *y)
{
	switch (code) {
	case CVG_U_ADD:
	case CVG_U_UADD_SAT:
	case CVG_U_SADD_SAT:
	case CVG_U_UADD_OVERFLOW:
	case CVG_U_SADD_OVERFLOW:
		return big_sum(x, y);
	case CVG_U_SUB:
	case CVG_U_USUB_SAT:
	case CVG_U_SSUB_SAT:
	case CVG_U_USUB_OVERFLOW:
	case CVG_U_SSUB_OVERFLOW:
		return big_difference(x, y);
	}
	return big_product(x, y);
}

static bool code_is_signed(uint32_t code)
{
	switch (code) {
	case CVG_U_SDIV:
	case CVG_U_SREM:
	case CVG_U_SMIN:
	case CVG_U_SMAX:
	case CVG_U_SMULH:
	case CVG_U_SADD_SAT:
	case CVG_U_SSUB_SAT:
	case CVG_U_SSHL_SAT:
	case CVG_U_SADD_OVERFLOW:
	case CVG_U_SSUB_OVERFLOW:
	case CVG_U_SMUL_OVERFLOW:
	case CVG_U_ASHR:
		return true;
	}
	return false;
}

static struct expected wrapping(const struct cvg_uop *u, uint32_t w, u128 x,
				u128 y)
{
	const struct big ux = big_of_bits(x, w, false);
	const struct big uy = big_of_bits(y, w, false);
	const struct big sx = big_of_bits(x, w, true);
	const struct big sy = big_of_bits(y, w, true);
	const struct big ur = exact(u->code, &ux, &uy);
	const struct big sr = exact(u->code, &sx, &sy);
	struct expected e = {.value = big_low(&ur, w)};

	assert_true(big_low(&sr, w) == e.value);
	if (u->flags & CVG_UF_NUW)
		e.poison |= !big_fits(&ur, w, false);
	if (u->flags & CVG_UF_NSW)
		e.poison |= !big_fits(&sr, w, true);
	return e;
}

static struct expected arithmetic(const struct cvg_uop *u, uint32_t w, u128 x,
				  u128 y)
{
	const bool sign = code_is_signed(u->code);
	const struct big bx = big_of_bits(x, w, sign);
	const struct big by = big_of_bits(y, w, sign);
	struct big r = exact(u->code, &bx, &by);

	switch (u->code) {
	case CVG_U_ADD:
	case CVG_U_SUB:
	case CVG_U_MUL:
		return wrapping(u, w, x, y);
	case CVG_U_UMULH:
	case CVG_U_SMULH:
		r = big_down(&r, w);
		return (struct expected){.value = big_low(&r, w)};
	case CVG_U_UADD_SAT:
	case CVG_U_USUB_SAT:
	case CVG_U_SADD_SAT:
	case CVG_U_SSUB_SAT:
		r = big_clamped(&r, w, sign);
		return (struct expected){.value = big_low(&r, w)};
	}
	return (struct expected){.value = !big_fits(&r, w, sign)};
}

static struct expected shift_left(const struct cvg_uop *u, uint32_t w, u128 x,
				  u128 y)
{
	const struct big ux = big_of_bits(x, w, false);
	const struct big sx = big_of_bits(x, w, true);
	const struct big ur = big_up(&ux, (uint32_t)y);
	const struct big sr = big_up(&sx, (uint32_t)y);
	struct expected e = {.value = big_low(&ur, w)};
	struct big clamped;

	if (u->code == CVG_U_USHL_SAT) {
		clamped = big_clamped(&ur, w, false);
		e.value = big_low(&clamped, w);
	}
	if (u->code == CVG_U_SSHL_SAT) {
		clamped = big_clamped(&sr, w, true);
		e.value = big_low(&clamped, w);
	}
	if (u->flags & CVG_UF_NUW)
		e.poison |= !big_fits(&ur, w, false);
	if (u->flags & CVG_UF_NSW)
		e.poison |= !big_fits(&sr, w, true);
	return e;
}

static struct expected shift(const struct cvg_uop *u, uint32_t w, u128 x,
			     u128 y)
{
	const struct big bx = big_of_bits(x, w, u->code == CVG_U_ASHR);
	struct big r, back;

	if (y >= w)
		return (struct expected){.poison = true};
	if (u->code != CVG_U_LSHR && u->code != CVG_U_ASHR)
		return shift_left(u, w, x, y);
	r = big_down(&bx, (uint32_t)y);
	back = big_up(&r, (uint32_t)y);
	return (struct expected){.value = big_low(&r, w),
				 .poison = u->flags & CVG_UF_EXACT &&
					   big_compare(&back, &bx)};
}

/* With paper and pencil: the remainder has the sign of x. */
static struct expected division(const struct cvg_uop *u, uint32_t w, u128 x,
				u128 y)
{
	const bool sign = code_is_signed(u->code);
	const bool quotient = u->code == CVG_U_UDIV || u->code == CVG_U_SDIV;
	const struct big bx = big_of_bits(x, w, sign);
	const struct big by = big_of_bits(y, w, sign);
	struct big d = by, r = bx, q = big_of(0, false), part;

	if (!y)
		return (struct expected){.any = true};
	r.negative = d.negative = false;
	for (uint32_t i = w + 1; i-- > 0;) {
		part = big_up(&d, i);
		if (big_compare(&part, &r) > 0)
			continue;
		r = big_difference(&r, &part);
		part = big_of((u128)1 << (i % 128), false);
		part = i < 128 ? part : big_up(&part, 128);
		q = big_sum(&q, &part);
	}
	if (bx.negative)
		r = big_negated(r);
	if (bx.negative != by.negative)
		q = big_negated(q);
	if (!big_fits(&q, w, sign))
		return (struct expected){.any = true};
	return (struct expected){.value = big_low(quotient ? &q : &r, w),
				 .poison = u->flags & CVG_UF_EXACT &&
					   !big_is_zero(&r)};
}

static u128 funnel(uint32_t code, uint32_t w, u128 x, u128 y, u128 z)
{
	const uint32_t by = (uint32_t)(z % w);
	const struct big low = big_of(y, false);
	struct big r = big_of(x, false);

	r = big_up(&r, w);
	r = big_sum(&r, &low);
	if (code == CVG_U_FSHL) {
		r = big_up(&r, by);
		r = big_down(&r, w);
	} else {
		r = big_down(&r, by);
	}
	return big_low(&r, w);
}

static bool compared(uint32_t n, uint32_t w, u128 x, u128 y)
{
	const struct big ux = big_of_bits(x, w, n >= 38);
	const struct big uy = big_of_bits(y, w, n >= 38);
	const int by = big_compare(&ux, &uy);

	switch (n) {
	case 32:
		return by == 0;
	case 33:
		return by != 0;
	case 34:
	case 38:
		return by > 0;
	case 35:
	case 39:
		return by >= 0;
	case 36:
	case 40:
		return by < 0;
	}
	return by <= 0;
}

static struct expected counting(const struct cvg_uop *u, uint32_t w, u128 x)
{
	const bool zero_poison = u->flags & CVG_UF_ZERO_POISON;
	uint32_t ones = 0, leading = w, trailing = w;
	u128 reversed = 0, swapped = 0;

	for (uint32_t i = 0; i < w; i++) {
		if (!(x >> i & 1))
			continue;
		ones++;
		leading = w - 1 - i;
		if (trailing == w)
			trailing = i;
		reversed |= (u128)1 << (w - 1 - i);
		swapped |= (u128)1 << ((w / 8 - 1 - i / 8) * 8 + i % 8) % 128;
	}
	switch (u->code) {
	case CVG_U_CTPOP:
		return (struct expected){.value = ones};
	case CVG_U_CTLZ:
		return (struct expected){.value = leading,
					 .poison = zero_poison && !x};
	case CVG_U_CTTZ:
		return (struct expected){.value = trailing,
					 .poison = zero_poison && !x};
	case CVG_U_BSWAP:
		return (struct expected){.value = swapped};
	}
	return (struct expected){.value = reversed};
}

static struct expected logic(const struct cvg_uop *u, uint32_t w, u128 x,
			     u128 y)
{
	struct big sx = big_of_bits(x, w, true);

	switch (u->code) {
	case CVG_U_AND:
		return (struct expected){.value = x & y};
	case CVG_U_OR:
		return (struct expected){.value = x | y,
					 .poison = u->flags & CVG_UF_DISJOINT &&
						   (x & y)};
	case CVG_U_XOR:
		return (struct expected){.value = x ^ y};
	case CVG_U_UMIN:
		return (struct expected){.value =
						 compared(36, w, x, y) ? x : y};
	case CVG_U_UMAX:
		return (struct expected){.value =
						 compared(36, w, x, y) ? y : x};
	case CVG_U_SMIN:
		return (struct expected){.value =
						 compared(40, w, x, y) ? x : y};
	case CVG_U_SMAX:
		return (struct expected){.value =
						 compared(40, w, x, y) ? y : x};
	}
	assert_int_equal(u->code, CVG_U_ABS);
	sx.negative = false;
	return (struct expected){.value = big_low(&sx, w),
				 .poison = u->flags & CVG_UF_ZERO_POISON &&
					   !big_fits(&sx, w, true)};
}

static inline struct expected reference(const struct cvg_uop *u, uint32_t w,
					u128 x, u128 y, u128 z)
{
	switch (u->code) {
	case CVG_U_UDIV:
	case CVG_U_SDIV:
	case CVG_U_UREM:
	case CVG_U_SREM:
		return division(u, w, x, y);
	case CVG_U_SHL:
	case CVG_U_LSHR:
	case CVG_U_ASHR:
	case CVG_U_USHL_SAT:
	case CVG_U_SSHL_SAT:
		return shift(u, w, x, y);
	case CVG_U_FSHL:
	case CVG_U_FSHR:
		return (struct expected){.value = funnel(u->code, w, x, y, z)};
	case CVG_U_ICMP:
		return (struct expected){.value = compared(u->n, w, x, y),
					 .poison = u->flags & CVG_UF_SAMESIGN &&
						   (x ^ y) >> (w - 1) & 1};
	case CVG_U_CTPOP:
	case CVG_U_CTLZ:
	case CVG_U_CTTZ:
	case CVG_U_BSWAP:
	case CVG_U_BITREVERSE:
		return counting(u, w, x);
	case CVG_U_AND:
	case CVG_U_OR:
	case CVG_U_XOR:
	case CVG_U_UMIN:
	case CVG_U_UMAX:
	case CVG_U_SMIN:
	case CVG_U_SMAX:
	case CVG_U_ABS:
		return logic(u, w, x, y);
	}
	return arithmetic(u, w, x, y);
}

#endif
