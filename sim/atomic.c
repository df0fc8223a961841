/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Atomic operations: lane after lane, the lowest first. If several workers run, a
 * lock keeps the lanes of different blocks apart. In which order blocks get the
 * lock cannot be told from the result, because a kernel that could tell runs on
 * one worker (see run.c).
 */
#include "sim/memory.h"

#include "reconverge/ucodes.h"

#include <math.h>
#include <string.h>

typedef unsigned __int128 u128;

static u128 all_ones(uint32_t bits)
{
	return bits == 128 ? ~(u128)0 : ((u128)1 << bits) - 1;
}

static __int128 sign(u128 x, uint32_t bits)
{
	uint32_t up = 128 - bits;

	return (__int128)(x << up) >> up;
}

/* ---- floats ---------------------------------------------------------- */

/* Kinds: F64, F16, BF16 and F32. */
static double to_double(u128 x, enum cvg_kind kind)
{
	uint64_t w = (uint64_t)x;
	uint32_t s = (uint32_t)w;
	double d;
	float f;

	if (kind == CVG_K_F64) {
		memcpy(&d, &w, 8);
		return d;
	}
	if (kind == CVG_K_F16)
		return (double)cvg_half_to_float((uint16_t)w);
	if (kind == CVG_K_BF16)
		return (double)cvg_bf16_to_float((uint16_t)w);
	memcpy(&f, &s, 4);
	return (double)f;
}

static u128 from_double(double d, enum cvg_kind kind)
{
	uint64_t w;
	uint32_t s;
	float f;

	if (kind == CVG_K_F64) {
		if (isnan(d))
			return UINT64_C(0x7ff8000000000000);
		memcpy(&w, &d, 8);
		return w;
	}
	if (kind == CVG_K_F16)
		return isnan(d) ? 0x7e00 : cvg_double_to_half(d);
	if (kind == CVG_K_BF16)
		return isnan(d) ? 0x7fc0 : cvg_double_to_bf16(d);
	if (isnan(d))
		return UINT32_C(0x7fc00000);
	f = (float)d;
	memcpy(&s, &f, 4);
	return s;
}

/* maxnum, minnum: a number wins over a NaN; -0 is below +0. */
static double extreme(double a, double b, bool max, bool nan_wins)
{
	bool b_more;

	if (isnan(a) || isnan(b))
		return nan_wins || (isnan(a) && isnan(b)) ? (double)NAN
		       : isnan(a)			  ? b
							  : a;
	if (a == b)
		b_more = signbit(a) && !signbit(b);
	else
		b_more = b > a;
	return b_more == max ? b : a;
}

/* Halves, floats and doubles alike are added as doubles: the sum of two halves
 * or floats is so exact there that it is rounded only once. */
static u128 float_op(enum cvg_rmw op, enum cvg_kind kind, u128 x, u128 y)
{
	double a = to_double(x, kind), b = to_double(y, kind);
	bool max = op == CVG_A_FMAX || op == CVG_A_FMAXIMUM;
	bool nan_wins = op == CVG_A_FMAXIMUM || op == CVG_A_FMINIMUM;

	if (op == CVG_A_FADD)
		return from_double(a + b, kind);
	if (op == CVG_A_FSUB)
		return from_double(a - b, kind);
	return from_double(extreme(a, b, max, nan_wins), kind);
}

/* ---- all of them ----------------------------------------------------- */

/* What the operation stores, of the memory's x and the operand y. */
static u128 result_of(enum cvg_rmw op, enum cvg_kind kind, u128 x, u128 y)
{
	uint32_t bits = cvg_kind_bytes(kind) * 8;
	__int128 a = sign(x, bits), b = sign(y, bits);

	switch (op) {
	case CVG_A_XCHG:
		return y;
	case CVG_A_ADD:
		return x + y;
	case CVG_A_SUB:
		return x - y;
	case CVG_A_AND:
		return x & y;
	case CVG_A_NAND:
		return ~(x & y);
	case CVG_A_OR:
		return x | y;
	case CVG_A_XOR:
		return x ^ y;
	case CVG_A_MAX:
		return a > b ? x : y;
	case CVG_A_MIN:
		return a < b ? x : y;
	case CVG_A_UMAX:
		return x > y ? x : y;
	case CVG_A_UMIN:
		return x < y ? x : y;
	case CVG_A_UINC_WRAP:
		return x >= y ? 0 : x + 1;
	case CVG_A_UDEC_WRAP:
		return x == 0 || x > y ? y : x - 1;
	case CVG_A_USUB_COND:
		return x >= y ? x - y : x;
	case CVG_A_USUB_SAT:
		return x >= y ? x - y : 0;
	case CVG_A_FADD:
	case CVG_A_FSUB:
	case CVG_A_FMAX:
	case CVG_A_FMIN:
	case CVG_A_FMAXIMUM:
	case CVG_A_FMINIMUM:
		return float_op(op, kind, x, y);
	case CVG_NRMWS:
		break;
	}
	return x;
}

static u128 apply(const struct cvg_uop *uop, u128 x, u128 y)
{
	enum cvg_kind kind = (enum cvg_kind)uop->kind;
	uint32_t bits = cvg_kind_bytes(kind) * 8;

	return result_of((enum cvg_rmw)uop->n, kind, x, y) & all_ones(bits);
}

uint64_t cvg_rmw_of(const struct cvg_uop *uop, uint64_t x, uint64_t y)
{
	return (uint64_t)apply(uop, x, y);
}

/* ---- memory ---------------------------------------------------------- */

static u128 element(const uint8_t *row, uint32_t bytes, uint32_t lane)
{
	u128 x = 0;

	memcpy(&x, row + (size_t)lane * bytes, bytes);
	return x;
}

/* Find where a lane's element lies; it must be aligned to its size. */
static bool place(struct cvg_warp *warp, const struct cvg_bound *op,
		  uint32_t lane, uint32_t bytes, struct cvg_location *at)
{
	const struct cvg_uop *uop = op->uop;
	uint64_t a = cvg_lane_address(warp, op, lane);

	if (!cvg_place_of(warp, uop, uop->kind2, lane, a, bytes, true, at))
		return false;
	if (a % bytes == 0)
		return true;
	return cvg_access_fault(warp, CVG_F_MISALIGNED, lane, uop, a, bytes,
				"the address is not a multiple of %u", bytes);
}

/* Store an element at a lane's place, or nothing if `stored` is NULL. Bytes become
 * undefined if what is stored is not `defined`. */
static void exchange(struct cvg_warp *warp, struct cvg_location *at,
		     uint32_t bytes, const u128 *stored, bool defined)
{
	if (!stored)
		return;
	memcpy(at->data, stored, bytes);
	if (!defined)
		cvg_state_of(warp, at);
	if (at->state)
		memset(at->state,
		       defined ? CVG_BYTE_DEFINED : CVG_BYTE_UNDEFINED, bytes);
}

/* Is a lane of an operand poison or undef? */
static bool unsure(const struct cvg_doubt *d, uint32_t lane)
{
	return (d->poison | d->undef) >> lane & 1;
}

/* What a lane stores, put into *value; NULL: its comparison fails and it stores
 * nothing. */
static const u128 *to_store(struct cvg_warp *warp, const struct cvg_bound *op,
			    uint32_t lane, u128 old, u128 *value)
{
	uint32_t bytes = cvg_kind_bytes((enum cvg_kind)op->uop->kind);
	u128 b = element(cvg_row(warp, &op->b), bytes, lane);

	if (op->uop->code == CVG_U_ATOMIC) {
		*value = apply(op->uop, old, b);
		return value;
	}
	*value = element(cvg_row(warp, &op->c), bytes, lane);
	return old == b ? value : NULL;
}

static bool lane_atomic(struct cvg_warp *warp, const struct cvg_bound *op,
			uint32_t lane, uint8_t *result, uint64_t *undef)
{
	uint32_t bytes = cvg_kind_bytes((enum cvg_kind)op->uop->kind);
	bool known_b = !unsure(cvg_doubt_of(warp, &op->b), lane);
	bool known_c = !unsure(cvg_doubt_of(warp, &op->c), lane);
	struct cvg_location at;
	u128 old, value;
	const u128 *stored;
	bool known;

	if (!place(warp, op, lane, bytes, &at))
		return false;
	old = element(at.data, bytes, 0);
	known = !at.state || !cvg_undefined_bytes(at.state, bytes);
	if (!known)
		*undef |= UINT64_C(1) << lane;
	stored = to_store(warp, op, lane, old, &value);
	if (op->uop->code == CVG_U_ATOMIC && op->uop->n == CVG_A_XCHG)
		known = true;
	if (op->uop->code == CVG_U_CMPXCHG && !(known && known_b))
		return cvg_warp_fault(warp, CVG_F_UNDEF_BRANCH, lane, op->uop);
	if (warp->machine->depend)
		cvg_depend_atomic(warp, op->uop, lane,
				  cvg_lane_address(warp, op, lane), bytes);
	if (stored && warp->machine->watch)
		cvg_watch_lane(warp, op->uop, lane,
			       cvg_lane_address(warp, op, lane), bytes);
	exchange(warp, &at, bytes, stored, known && known_b && known_c);
	memcpy(result + (size_t)lane * bytes, &old, bytes);
	return true;
}

static bool atomic(struct cvg_warp *warp, const struct cvg_bound *op)
{
	uint8_t spare[16 * CVG_MAX_LANES];
	uint8_t *result =
		op->uop->dst == CVG_NONE ? spare : cvg_result(warp, op);
	uint64_t undef = 0;
	bool ok = true;

	if (!cvg_sure(warp, cvg_doubt_of(warp, &op->a), CVG_F_POISON_ADDRESS,
		      CVG_F_UNDEF_ADDRESS, op->uop))
		return false;
	if (op->uop->flags & CVG_UF_FIRST)
		cvg_count_access(warp, op, NULL);
	if (warp->machine->several)
		cvg_lock(warp->machine);
	for (uint64_t rest = warp->active; rest && ok; rest &= rest - 1)
		ok = lane_atomic(warp, op, cvg_first_lane(rest), result,
				 &undef);
	if (warp->machine->several)
		cvg_unlock(warp->machine);
	if (!ok)
		return false;
	if (op->uop->dst != CVG_NONE)
		cvg_result_end(warp, op, 0, undef);
	return true;
}

CVG_MACHINE_OP(atomic)
{
	return atomic(warp, op);
}

CVG_MACHINE_OP(cmpxchg)
{
	return atomic(warp, op);
}
