/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Atomic operations: lane after lane, the lowest first, in one loop if all access
 * one object and nothing can fail (together). If several workers run, a
 * lock keeps the lanes of different blocks apart. In which order blocks get the
 * lock cannot be told from the result, because a kernel that could tell runs on
 * one worker (see run.c).
 */
#include "sim/memory.h"

#include "reconverge/ucodes.h"

#include <math.h>
#include <string.h>

typedef unsigned __int128 u128;

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

/* What an operation on integers of type T, signed S, stores, of the memory's x and
 * the operand y. */
#define INTEGER(name, T, S)                                      \
	static inline T name(enum cvg_rmw op, T x, T y)          \
	{                                                        \
		switch (op) {                                    \
		case CVG_A_XCHG:                                 \
			return y;                                \
		case CVG_A_ADD:                                  \
			return (T)(x + y);                       \
		case CVG_A_SUB:                                  \
			return (T)(x - y);                       \
		case CVG_A_AND:                                  \
			return x & y;                            \
		case CVG_A_NAND:                                 \
			return (T) ~(x & y);                     \
		case CVG_A_OR:                                   \
			return x | y;                            \
		case CVG_A_XOR:                                  \
			return x ^ y;                            \
		case CVG_A_MAX:                                  \
			return (S)x > (S)y ? x : y;              \
		case CVG_A_MIN:                                  \
			return (S)x < (S)y ? x : y;              \
		case CVG_A_UMAX:                                 \
			return x > y ? x : y;                    \
		case CVG_A_UMIN:                                 \
			return x < y ? x : y;                    \
		case CVG_A_UINC_WRAP:                            \
			return x >= y ? 0 : (T)(x + 1);          \
		case CVG_A_UDEC_WRAP:                            \
			return x == 0 || x > y ? y : (T)(x - 1); \
		case CVG_A_USUB_COND:                            \
			return x >= y ? (T)(x - y) : x;          \
		case CVG_A_USUB_SAT:                             \
			return x >= y ? (T)(x - y) : 0;          \
		case CVG_A_FADD:                                 \
		case CVG_A_FSUB:                                 \
		case CVG_A_FMAX:                                 \
		case CVG_A_FMIN:                                 \
		case CVG_A_FMAXIMUM:                             \
		case CVG_A_FMINIMUM:                             \
		case CVG_NRMWS:                                  \
			break;                                   \
		}                                                \
		return x;                                        \
	}

INTEGER(of8, uint8_t, int8_t)
INTEGER(of16, uint16_t, int16_t)
INTEGER(of32, uint32_t, int32_t)
INTEGER(of64, uint64_t, int64_t)
INTEGER(of128, u128, __int128)

static bool is_float_op(uint32_t op)
{
	return op == CVG_A_FADD || op == CVG_A_FSUB || op == CVG_A_FMAX ||
	       op == CVG_A_FMIN || op == CVG_A_FMAXIMUM || op == CVG_A_FMINIMUM;
}

static u128 apply(const struct cvg_uop *uop, u128 x, u128 y)
{
	enum cvg_kind kind = (enum cvg_kind)uop->kind;
	enum cvg_rmw op = (enum cvg_rmw)uop->n;

	if (is_float_op(op))
		return float_op(op, kind, x, y);
	switch (cvg_kind_bytes(kind)) {
	case 1:
		return of8(op, (uint8_t)x, (uint8_t)y);
	case 2:
		return of16(op, (uint16_t)x, (uint16_t)y);
	case 4:
		return of32(op, (uint32_t)x, (uint32_t)y);
	case 8:
		return of64(op, (uint64_t)x, (uint64_t)y);
	}
	return of128(op, x, y);
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

/* ---- all lanes ------------------------------------------------------- */

/* Integers of type T: every lane in turn. Lanes at one place pass the number on
 * without memory. */
#define IN_TURN(name, T, of)                                                \
	static void name(enum cvg_rmw op, const struct cvg_span *s,         \
			 uint64_t lanes, const uint8_t *b, uint8_t *result) \
	{                                                                   \
		uint8_t *at = s->mem.data + s->off[cvg_first_lane(lanes)];  \
		T x, y;                                                     \
                                                                            \
		memcpy(&x, at, sizeof(T));                                  \
		for (; lanes; lanes &= lanes - 1) {                         \
			uint32_t l = cvg_first_lane(lanes);                 \
                                                                            \
			if (!s->same) {                                     \
				at = s->mem.data + s->off[l];               \
				memcpy(&x, at, sizeof(T));                  \
			}                                                   \
			memcpy(&y, b + l * sizeof(T), sizeof(T));           \
			memcpy(result + l * sizeof(T), &x, sizeof(T));      \
			x = of(op, x, y);                                   \
			if (!s->same)                                       \
				memcpy(at, &x, sizeof(T));                  \
		}                                                           \
		memcpy(at, &x, sizeof(T));                                  \
	}

IN_TURN(in_turn32, uint32_t, of32)
IN_TURN(in_turn64, uint64_t, of64)

/* Any other atomic operation: every lane in turn. */
static void in_turn(struct cvg_warp *warp, const struct cvg_bound *op,
		    const struct cvg_span *s, uint32_t bytes, uint8_t *result)
{
	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);
		uint8_t *at = s->mem.data + s->off[l];
		u128 old = element(at, bytes, 0), value;
		const u128 *stored = to_store(warp, op, l, old, &value);

		if (stored)
			memcpy(at, stored, bytes);
		memcpy(result + (size_t)l * bytes, &old, bytes);
	}
}

/* Are all bytes defined that the active lanes access? */
static bool all_defined(const struct cvg_warp *warp, const struct cvg_span *s,
			uint32_t bytes)
{
	for (uint64_t rest = s->mem.state ? warp->active : 0; rest;
	     rest &= rest - 1) {
		if (cvg_undefined_bytes(
			    s->mem.state + s->off[cvg_first_lane(rest)], bytes))
			return false;
	}
	return true;
}

/* Do the operation for all lanes if they access one object, in bounds, nothing is
 * in doubt and nobody watches. False: nothing was done. */
static bool together(struct cvg_warp *warp, const struct cvg_bound *op,
		     uint8_t *result)
{
	const struct cvg_machine *machine = warp->machine;
	uint32_t bytes = cvg_kind_bytes((enum cvg_kind)op->uop->kind);
	const struct cvg_doubt *b = cvg_doubt_of(warp, &op->b);
	const struct cvg_doubt *c = cvg_doubt_of(warp, &op->c);
	enum cvg_rmw how = (enum cvg_rmw)op->uop->n;
	bool simple = op->uop->code == CVG_U_ATOMIC && !is_float_op(how);
	struct cvg_span s;

	if (warp->block->races || machine->depend || machine->watch ||
	    (b->poison | b->undef | c->poison | c->undef) & warp->active ||
	    !cvg_span_of(warp, op, bytes, bytes - 1, true, &s) ||
	    !all_defined(warp, &s, bytes))
		return false;
	if (s.mem.buffer && machine->several &&
	    !cvg_touch_span(warp, &s, bytes, true))
		return false;
	if (simple && bytes == 4)
		in_turn32(how, &s, warp->active, cvg_row(warp, &op->b), result);
	else if (simple && bytes == 8)
		in_turn64(how, &s, warp->active, cvg_row(warp, &op->b), result);
	else
		in_turn(warp, op, &s, bytes, result);
	return true;
}

/* Do the operation lane by lane, and find every fault. */
static bool each(struct cvg_warp *warp, const struct cvg_bound *op,
		 uint8_t *result, uint64_t *undef)
{
	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		if (!lane_atomic(warp, op, cvg_first_lane(rest), result, undef))
			return false;
	}
	return true;
}

static bool atomic(struct cvg_warp *warp, const struct cvg_bound *op)
{
	uint8_t spare[16 * CVG_MAX_LANES];
	uint8_t *result =
		op->uop->dst == CVG_NONE ? spare : cvg_result(warp, op);
	uint64_t undef = 0;
	bool ok;

	if (!cvg_sure(warp, cvg_doubt_of(warp, &op->a), CVG_F_POISON_ADDRESS,
		      CVG_F_UNDEF_ADDRESS, op->uop))
		return false;
	if (op->uop->flags & CVG_UF_FIRST)
		cvg_count_access(warp, op, NULL);
	if (warp->machine->several)
		cvg_lock(warp->machine);
	ok = together(warp, op, result) || each(warp, op, result, &undef);
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
