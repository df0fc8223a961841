/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Integer operations of any width up to 128 bits, one active lane after the
 * other.
 */
#include "sim/lanes/lanes_slow.h"

#include "reconverge/faults.h"
#include "reconverge/ucodes.h"

/* The operands of one lane. */
struct numbers {
	cvg_u128 x, y, z;   /* of w bits, zero-extended */
	uint32_t w;	    /* 1 to 128 */
	cvg_u128 ones, top; /* the lowest w bits; the sign bit */
	bool bad;	    /* out: the result is poison */
};

static bool negative(const struct numbers *v, cvg_u128 x)
{
	return x & v->top;
}

static cvg_u128 magnitude(const struct numbers *v, cvg_u128 x)
{
	return (negative(v, x) ? 0 - x : x) & v->ones;
}

/* x < y as signed numbers: an unsigned comparison with the sign bits
 * inverted. */
static bool sless(const struct numbers *v, cvg_u128 x, cvg_u128 y)
{
	return (x ^ v->top) < (y ^ v->top);
}

static cvg_u128 sshift_right(const struct numbers *v, cvg_u128 x, uint32_t by)
{
	const cvg_u128 fill = negative(v, x) ? v->ones : 0;

	return by ? (x >> by | fill << (v->w - by)) & v->ones : x;
}

/* ---- sums and products ------------------------------------------------ */

static cvg_u128 sum(const struct numbers *v, bool *carry, bool *wraps)
{
	const cvg_u128 r = (v->x + v->y) & v->ones;

	*carry = r < v->x;
	*wraps = negative(v, (v->x ^ r) & (v->y ^ r));
	return r;
}

static cvg_u128 difference(const struct numbers *v, bool *borrow, bool *wraps)
{
	const cvg_u128 r = (v->x - v->y) & v->ones;

	*borrow = v->x < v->y;
	*wraps = negative(v, (v->x ^ v->y) & (v->x ^ r));
	return r;
}

/* The 256 bits of a product, from products of 64-bit halves. Returns the lower
 * 128 bits. */
static cvg_u128 product_256(cvg_u128 x, cvg_u128 y, cvg_u128 *high)
{
	const cvg_u128 x0 = (uint64_t)x, x1 = x >> 64;
	const cvg_u128 y0 = (uint64_t)y, y1 = y >> 64;
	const cvg_u128 low = x0 * y0;
	const cvg_u128 mid = x1 * y0 + (low >> 64);
	const cvg_u128 mid2 = x0 * y1 + (uint64_t)mid;

	*high = x1 * y1 + (mid >> 64) + (mid2 >> 64);
	return mid2 << 64 | (uint64_t)low;
}

/* The upper w bits of a product of 2 w bits. */
static cvg_u128 upper(const struct numbers *v, cvg_u128 high, cvg_u128 low)
{
	if (v->w == 128)
		return high;
	return (low >> v->w | high << (128 - v->w)) & v->ones;
}

static cvg_u128 umulh(const struct numbers *v)
{
	cvg_u128 high, low = product_256(v->x, v->y, &high);

	return upper(v, high, low);
}

/* The upper w bits of the signed product. As an unsigned number, a negative
 * factor is 2^w too large, so the upper half of the unsigned product is too
 * large by the other factor. */
static cvg_u128 smulh(const struct numbers *v)
{
	cvg_u128 r = umulh(v);

	if (negative(v, v->x))
		r -= v->y;
	if (negative(v, v->y))
		r -= v->x;
	return r & v->ones;
}

static cvg_u128 product(const struct numbers *v, bool *ulost, bool *slost)
{
	const cvg_u128 r = (v->x * v->y) & v->ones;

	*ulost = umulh(v) != 0;
	*slost = smulh(v) != (negative(v, r) ? v->ones : 0);
	return r;
}

/* The greatest signed number, or the least one if x is negative. */
static cvg_u128 furthest(const struct numbers *v)
{
	return negative(v, v->x) ? v->top : v->ones ^ v->top;
}

static cvg_u128 arithmetic(struct numbers *v, const struct cvg_uop *u)
{
	bool unsigned_lost = false, signed_lost = false;
	cvg_u128 r = 0;

	switch (u->code) {
	case CVG_U_ADD:
	case CVG_U_UADD_SAT:
	case CVG_U_SADD_SAT:
	case CVG_U_UADD_OVERFLOW:
	case CVG_U_SADD_OVERFLOW:
		r = sum(v, &unsigned_lost, &signed_lost);
		break;
	case CVG_U_SUB:
	case CVG_U_USUB_SAT:
	case CVG_U_SSUB_SAT:
	case CVG_U_USUB_OVERFLOW:
	case CVG_U_SSUB_OVERFLOW:
		r = difference(v, &unsigned_lost, &signed_lost);
		break;
	case CVG_U_MUL:
	case CVG_U_UMUL_OVERFLOW:
	case CVG_U_SMUL_OVERFLOW:
		r = product(v, &unsigned_lost, &signed_lost);
		break;
	}
	switch (u->code) {
	case CVG_U_UADD_SAT:
		return unsigned_lost ? v->ones : r;
	case CVG_U_USUB_SAT:
		return unsigned_lost ? 0 : r;
	case CVG_U_SADD_SAT:
	case CVG_U_SSUB_SAT:
		return signed_lost ? furthest(v) : r;
	case CVG_U_UADD_OVERFLOW:
	case CVG_U_USUB_OVERFLOW:
	case CVG_U_UMUL_OVERFLOW:
		return unsigned_lost;
	case CVG_U_SADD_OVERFLOW:
	case CVG_U_SSUB_OVERFLOW:
	case CVG_U_SMUL_OVERFLOW:
		return signed_lost;
	}
	v->bad = (u->flags & CVG_UF_NUW && unsigned_lost) ||
		 (u->flags & CVG_UF_NSW && signed_lost);
	return r;
}

/* ---- quotients -------------------------------------------------------- */

static cvg_u128 divide(struct numbers *v, const struct cvg_uop *u)
{
	const bool is_signed = u->code == CVG_U_SDIV || u->code == CVG_U_SREM;
	const bool remainder = u->code == CVG_U_UREM || u->code == CVG_U_SREM;
	const cvg_u128 n = is_signed ? magnitude(v, v->x) : v->x;
	const cvg_u128 d = is_signed ? magnitude(v, v->y) : v->y;
	cvg_u128 q, r;

	if (!d) /* a fault, or a lane whose value does not matter */
		return 0;
	q = n / d;
	r = n % d;
	v->bad = u->flags & CVG_UF_EXACT && r;
	if (is_signed && negative(v, v->x ^ v->y))
		q = 0 - q;
	if (is_signed && negative(v, v->x))
		r = 0 - r;
	return (remainder ? r : q) & v->ones;
}

/* ---- shifts ----------------------------------------------------------- */

static cvg_u128 shift_left(struct numbers *v, const struct cvg_uop *u)
{
	const uint32_t by = (uint32_t)v->y;
	const cvg_u128 r = v->x << by & v->ones;
	const bool unsigned_lost = r >> by != v->x;
	const bool signed_lost = sshift_right(v, r, by) != v->x;

	if (u->code == CVG_U_USHL_SAT)
		return unsigned_lost ? v->ones : r;
	if (u->code == CVG_U_SSHL_SAT)
		return signed_lost ? furthest(v) : r;
	v->bad = (u->flags & CVG_UF_NUW && unsigned_lost) ||
		 (u->flags & CVG_UF_NSW && signed_lost);
	return r;
}

static cvg_u128 shift(struct numbers *v, const struct cvg_uop *u)
{
	const uint32_t by = (uint32_t)v->y;

	if (v->y >= v->w) {
		v->bad = true;
		return 0;
	}
	if (u->code != CVG_U_LSHR && u->code != CVG_U_ASHR)
		return shift_left(v, u);
	v->bad = u->flags & CVG_UF_EXACT && (v->x & (((cvg_u128)1 << by) - 1));
	return u->code == CVG_U_LSHR ? v->x >> by : sshift_right(v, v->x, by);
}

/* fshl: the upper w bits of x:y << by, where x:y is x followed by y. fshr: the
 * lower w bits of x:y >> by. */
static cvg_u128 funnel(const struct numbers *v, const struct cvg_uop *u)
{
	const uint32_t by = (uint32_t)(v->z % v->w);

	if (!by)
		return u->code == CVG_U_FSHL ? v->x : v->y;
	if (u->code == CVG_U_FSHL)
		return (v->x << by | v->y >> (v->w - by)) & v->ones;
	return (v->x << (v->w - by) | v->y >> by) & v->ones;
}

/* ---- bits ------------------------------------------------------------- */

static uint32_t leading_zeros(const struct numbers *v)
{
	uint32_t n = 0;

	while (n < v->w && !(v->x >> (v->w - 1 - n) & 1))
		n++;
	return n;
}

static uint32_t trailing_zeros(const struct numbers *v)
{
	uint32_t n = 0;

	while (n < v->w && !(v->x >> n & 1))
		n++;
	return n;
}

/* x with its groups of `group` bits in the opposite order. */
static cvg_u128 reversed(const struct numbers *v, uint32_t group)
{
	cvg_u128 r = 0;

	for (uint32_t at = 0; at + group <= v->w; at += group)
		r = r << group | (v->x >> at & ((1u << group) - 1));
	return r;
}

static cvg_u128 bits(struct numbers *v, const struct cvg_uop *u)
{
	const bool zero_poison = u->flags & CVG_UF_ZERO_POISON;

	switch (u->code) {
	case CVG_U_AND:
		return v->x & v->y;
	case CVG_U_OR:
		v->bad = u->flags & CVG_UF_DISJOINT && (v->x & v->y);
		return v->x | v->y;
	case CVG_U_XOR:
		return v->x ^ v->y;
	case CVG_U_ABS:
		v->bad = zero_poison && v->x == v->top;
		return magnitude(v, v->x);
	case CVG_U_CTPOP:
		return (uint32_t)__builtin_popcountll((uint64_t)v->x) +
		       (uint32_t)__builtin_popcountll((uint64_t)(v->x >> 64));
	case CVG_U_CTLZ:
		v->bad = zero_poison && !v->x;
		return leading_zeros(v);
	case CVG_U_CTTZ:
		v->bad = zero_poison && !v->x;
		return trailing_zeros(v);
	case CVG_U_BSWAP:
		return reversed(v, 8);
	}
	return reversed(v, 1);
}

static cvg_u128 chosen(const struct numbers *v, const struct cvg_uop *u)
{
	switch (u->code) {
	case CVG_U_UMIN:
		return v->x < v->y ? v->x : v->y;
	case CVG_U_UMAX:
		return v->x > v->y ? v->x : v->y;
	case CVG_U_SMIN:
		return sless(v, v->x, v->y) ? v->x : v->y;
	}
	return sless(v, v->x, v->y) ? v->y : v->x;
}

static cvg_u128 compared(struct numbers *v, const struct cvg_uop *u)
{
	const bool below = v->x < v->y, sbelow = sless(v, v->x, v->y);
	const bool equal = v->x == v->y;
	const bool by[] = {equal,  !equal,	   !below && !equal,  !below,
			   below,  below || equal, !sbelow && !equal, !sbelow,
			   sbelow, sbelow || equal};

	v->bad = u->flags & CVG_UF_SAMESIGN && negative(v, v->x ^ v->y);
	return by[u->n - 32];
}

/* ---- rows ------------------------------------------------------------- */

static cvg_u128 one_lane(struct numbers *v, const struct cvg_uop *u)
{
	switch (u->code) {
	case CVG_U_UDIV:
	case CVG_U_SDIV:
	case CVG_U_UREM:
	case CVG_U_SREM:
		return divide(v, u);
	case CVG_U_SHL:
	case CVG_U_LSHR:
	case CVG_U_ASHR:
	case CVG_U_USHL_SAT:
	case CVG_U_SSHL_SAT:
		return shift(v, u);
	case CVG_U_FSHL:
	case CVG_U_FSHR:
		return funnel(v, u);
	case CVG_U_UMULH:
		return umulh(v);
	case CVG_U_SMULH:
		return smulh(v);
	case CVG_U_UMIN:
	case CVG_U_UMAX:
	case CVG_U_SMIN:
	case CVG_U_SMAX:
		return chosen(v, u);
	case CVG_U_ICMP:
		return compared(v, u);
	case CVG_U_AND:
	case CVG_U_OR:
	case CVG_U_XOR:
	case CVG_U_ABS:
	case CVG_U_CTPOP:
	case CVG_U_CTLZ:
	case CVG_U_CTTZ:
	case CVG_U_BSWAP:
	case CVG_U_BITREVERSE:
		return bits(v, u);
	}
	return arithmetic(v, u);
}

static bool result_is_bit(const struct cvg_uop *u)
{
	return u->code == CVG_U_ICMP || (u->code >= CVG_U_UADD_OVERFLOW &&
					 u->code <= CVG_U_SMUL_OVERFLOW);
}

static bool divides(const struct cvg_uop *u)
{
	return u->code >= CVG_U_UDIV && u->code <= CVG_U_SREM;
}

static void any_width(void *d, const void *a, const void *b, const void *c,
		      const struct cvg_uop *u, struct cvg_lx *lx)
{
	const uint32_t to = result_is_bit(u) ? CVG_K_BIT : u->kind;
	const bool is_signed = u->code == CVG_U_SDIV || u->code == CVG_U_SREM;
	uint64_t zero = 0, wraps = 0;
	struct numbers v = {.w = cvg_lanes_bits(u->kind, u->width)};

	v.ones = cvg_lanes_ones(v.w);
	v.top = v.ones ^ v.ones >> 1;
	cvg_lane_clear(to, d, lx->nlanes);
	if ((u->code == CVG_U_AND || u->code == CVG_U_OR) && v.w > 1)
		cvg_lanes_bit_field(lx);
	for (uint32_t i = 0; i < lx->nlanes; i++) {
		if (!(lx->active >> i & 1))
			continue;
		v.x = cvg_lane_get(u->kind, a, i) & v.ones;
		v.y = b ? cvg_lane_get(u->kind, b, i) & v.ones : 0;
		v.z = c ? cvg_lane_get(u->kind, c, i) & v.ones : 0;
		v.bad = false;
		cvg_lane_set(to, d, i, one_lane(&v, u));
		lx->poison |= (uint64_t)v.bad << i;
		zero |= (uint64_t)!v.y << i;
		wraps |= (uint64_t)(is_signed && v.x == v.top && v.y == v.ones)
			 << i;
	}
	if (divides(u))
		cvg_lanes_blame(lx, zero, wraps);
}

void cvg_lanes_blame(struct cvg_lx *lx, uint64_t zero, uint64_t wraps)
{
	const uint64_t doubt = (lx->db.poison | lx->db.undef) & lx->active;
	const uint64_t by_zero = zero & lx->active & ~doubt;
	const uint64_t over =
		wraps & lx->active & ~doubt & ~(lx->da.poison | lx->da.undef);
	const uint64_t all = doubt | by_zero | over;
	const uint64_t lowest = all & (0 - all);

	if (lowest & doubt) {
		lx->fault = CVG_F_POISON_OPERAND;
		lx->fault_lanes = doubt;
	} else if (lowest & by_zero) {
		lx->fault = CVG_F_DIVISION;
		lx->fault_lanes = by_zero;
	} else if (lowest) {
		lx->fault = CVG_F_DIVISION_OVERFLOW;
		lx->fault_lanes = over;
	}
}

cvg_lane_fn *cvg_lanes_slow_int(const struct cvg_uop *u)
{
	if (u->kind > CVG_K_I128)
		return NULL;
	if (u->code == CVG_U_ICMP)
		return u->n >= 32 && u->n <= 41 ? any_width : NULL;
	if (u->code >= CVG_U_ADD && u->code <= CVG_U_FSHR)
		return any_width;
	return NULL;
}
