/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Products and quotients by constants, as LLVM's code generators make them: a
 * power of two is a shift or a mask, and the quotient by any other constant is
 * the high half of a product, shifted (Granlund, Montgomery, "Division by
 * Invariant Integers using Multiplication", PLDI 1994,
 * doi.org/10.1145/178243.178249).
 *
 * Example, 32 bits on gfx906: udiv 16 is a shift, 4 cycles. udiv 5 is one
 * DIVC32, 24; urem 5 multiplies back and subtracts, 24 + 16 + 4 = 44. sdiv 5
 * corrects the sign with two instructions more, 24 + 8 = 32.
 */
#include "price.h"

#include "reconverge/graph.h"

/* n instructions for each lane, of the kind of its width. */
static uint32_t kinds(const struct pricer *p, struct shape s, uint32_t n,
		      enum cvg_cost_kind narrow, enum cvg_cost_kind wide)
{
	return n * cvg_price_lanes(p, s, narrow, wide);
}

static uint32_t adds(const struct pricer *p, struct shape s, uint32_t n)
{
	return kinds(p, s, n, CVG_KIND_ADD32, CVG_KIND_ADD64);
}

static uint32_t shifts(const struct pricer *p, struct shape s, uint32_t n)
{
	return kinds(p, s, n, CVG_KIND_SHIFT32, CVG_KIND_SHIFT64);
}

static bool is_power(uint64_t n)
{
	return n && !(n & (n - 1));
}

/* All lanes are this number; false: it is not known, as in most vectors. */
static bool number_of(const struct pricer *p, const struct cvg_value *value,
		      uint64_t *out)
{
	*out = value->bits;
	return value->flags & CVG_V_INT64 &&
	       p->fn->types[value->type].kind == CVG_TYPE_INT;
}

/* The number without its sign. */
static uint64_t magnitude(uint64_t n, uint32_t bits, bool *negative)
{
	*negative = n >> (bits - 1) & 1;
	if (!*negative)
		return n;
	n = -n;
	return bits < 64 ? n & ((UINT64_C(1) << bits) - 1) : n;
}

uint32_t cvg_price_mul_by(const struct pricer *p, struct shape s,
			  const struct cvg_value *factor)
{
	uint64_t n;
	bool negative;

	if (!number_of(p, factor, &n))
		return kinds(p, s, 1, cvg_price_product(s), CVG_KIND_MUL64);
	n = magnitude(n, s.bits, &negative);
	if (n <= 1)
		return adds(p, s, negative);
	if (is_power(n))
		return shifts(p, s, 1) + adds(p, s, negative);
	if (is_power(n - 1) && !negative && s.bits <= 32) /* shift and add */
		return kinds(p, s, 1, CVG_KIND_INDEX32, CVG_KIND_INDEX32);
	return kinds(p, s, 1, cvg_price_product(s), CVG_KIND_MUL64);
}

/* By a power of two that is more than one. */
static uint32_t by_power(const struct pricer *p, struct shape s, bool is_signed,
			 bool remainder, bool negative)
{
	if (!is_signed)
		return remainder ? adds(p, s, 1) : shifts(p, s, 1);
	/* A negative dividend is rounded towards zero: shift its sign down,
	 * shift that to a bias, and add it. */
	return remainder ? shifts(p, s, 2) + adds(p, s, 3)
			 : shifts(p, s, 3) + adds(p, s, 1 + negative);
}

/*
 * Has the multiplier of a division by n one bit more than the numbers? (H. Warren,
 * "Hacker's Delight", 2nd edition, 10-8.) It is m = 2^(bits + k) / n, rounded up, for
 * the first k at which the rounding, e = n - 2^(bits + k) % n, is at most 2^k; it
 * takes a bit more if no k will do for which 2^k is less than n.
 */
static bool is_long(uint64_t n, uint32_t bits)
{
	uint64_t power = UINT64_C(1) % n; /* 2^(bits + k) % n */

	for (uint32_t i = 0; i < bits; i++)
		power = 2 * power % n;
	for (uint32_t k = 0; n >> k; k++) {
		if (n - power <= UINT64_C(1) << k)
			return false;
		power = 2 * power % n;
	}
	return true;
}

/* The code generator shifts an even dividend first. */
bool cvg_price_is_long(enum cvg_op op, struct shape s,
		       const struct cvg_value *divisor)
{
	return (op == CVG_OP_UDIV || op == CVG_OP_UREM) && s.bits <= 32 &&
	       divisor->flags & CVG_V_INT64 && divisor->bits % 2 &&
	       is_long(divisor->bits, s.bits);
}

uint32_t cvg_price_divide_by(const struct pricer *p, enum cvg_op op,
			     struct shape s, const struct cvg_value *divisor)
{
	bool is_signed = op == CVG_OP_SDIV || op == CVG_OP_SREM;
	bool remainder = op == CVG_OP_UREM || op == CVG_OP_SREM;
	bool negative = false;
	uint64_t n;

	if (number_of(p, divisor, &n)) {
		if (is_signed)
			n = magnitude(n, s.bits, &negative);
		if (n == 1)
			return adds(p, s, negative && !remainder);
		if (is_power(n))
			return by_power(p, s, is_signed, remainder, negative);
	}
	return kinds(p, s, 1, CVG_KIND_DIVC32, CVG_KIND_DIVC64) +
	       (cvg_price_is_long(op, s, divisor)
			? cvg_price_kind(p, CVG_KIND_DIVADD32)
			: 0) +
	       adds(p, s, is_signed ? 2 : 0) +
	       (remainder
			? kinds(p, s, 1, cvg_price_product(s), CVG_KIND_MUL64) +
				  adds(p, s, 1)
			: 0);
}
