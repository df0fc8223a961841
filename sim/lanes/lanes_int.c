/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Integer operations of 8, 16, 32 and 64 bits without flags: the table
 * lanes_int.def, once for each width.
 */
#include "sim/lanes/lanes_kit.h"

/* Do x + y and x - y wrap as signed numbers? SFURTHEST is the greatest number,
 * or the least one if x is negative: the result if a saturating operation
 * wraps. */
#define SADD_WRAPS ((x ^ (T)((U)x + y)) & (y ^ (T)((U)x + y)) & TOP)
#define SSUB_WRAPS ((x ^ y) & (x ^ (T)((U)x - y)) & TOP)
#define SFURTHEST  (x & TOP ? TOP : (T)(TOP - 1))

#define INT1(code, e)	  CVG_LANES1(CVG_JOIN(code, BITS), ROW, ROW, e)
#define INT2(code, e)	  CVG_LANES2(CVG_JOIN(code, BITS), ROW, ROW, ROW, e)
#define INT3(code, e)	  CVG_LANES3(CVG_JOIN(code, BITS), ROW, ROW, e)
#define INT2_BIT(code, e) CVG_LANES2_BIT(CVG_JOIN(code, BITS), ROW, e)
#define INT2_BAD(code, e, bad) \
	CVG_LANES2_BAD(CVG_JOIN(code, BITS), ROW, ROW, ROW, e, bad)

/* `and` and `or` are not in the table, because they change lx too. */
#define INT2_FIELD(name, e)                                         \
	CVG_LANES2(CVG_JOIN(name##_BARE, BITS), ROW, ROW, ROW, e)   \
	CVG_LANE_FN(CVG_JOIN(name, BITS))                           \
	{                                                           \
		CVG_JOIN(name##_BARE, BITS)(vd, va, vb, vc, u, lx); \
		cvg_lanes_bit_field(lx);                            \
	}

#define BITS 8
#include "sim/lanes/lanes_width.h"
#include "sim/lanes/lanes_int.def"
INT2_FIELD(AND, x &y)
INT2_FIELD(OR, x | y)
#undef BITS
#define BITS 16
#include "sim/lanes/lanes_width.h"
#include "sim/lanes/lanes_int.def"
INT2_FIELD(AND, x &y)
INT2_FIELD(OR, x | y)
#undef BITS
#define BITS 32
#include "sim/lanes/lanes_width.h"
#include "sim/lanes/lanes_int.def"
INT2_FIELD(AND, x &y)
INT2_FIELD(OR, x | y)
#undef BITS
#define BITS 64
#include "sim/lanes/lanes_width.h"

#include "reconverge/ucodes.h"
#include "sim/lanes/lanes_int.def"
INT2_FIELD(AND, x &y)
INT2_FIELD(OR, x | y)
#undef BITS

#undef INT1
#undef INT2
#undef INT3
#undef INT2_BIT
#undef INT2_BAD
#define WIDTHS(code) \
	[CVG_U_##code] = {code##_8, code##_16, code##_32, code##_64},
#define INT1(code, e)	       WIDTHS(code)
#define INT2(code, e)	       WIDTHS(code)
#define INT3(code, e)	       WIDTHS(code)
#define INT2_BIT(code, e)      WIDTHS(code)
#define INT2_BAD(code, e, bad) WIDTHS(code)

static cvg_lane_fn *const table[CVG_NUCODES][4] = {
#include "sim/lanes/lanes_int.def"
	WIDTHS(AND) WIDTHS(OR)};

/* Is the operation also right for numbers narrower than their kind, which are
 * zero-extended? */
static bool any_width(const struct cvg_uop *u)
{
	switch (u->code) {
	case CVG_U_AND:
	case CVG_U_OR:
	case CVG_U_XOR:
	case CVG_U_UMIN:
	case CVG_U_UMAX:
	case CVG_U_USUB_SAT:
	case CVG_U_USUB_OVERFLOW:
		return true;
	}
	return false;
}

cvg_lane_fn *CVG_LEVEL(cvg_lanes_int)(const struct cvg_uop *u)
{
	const uint32_t checked = CVG_UF_NUW | CVG_UF_NSW | CVG_UF_EXACT |
				 CVG_UF_DISJOINT | CVG_UF_ZERO_POISON;

	if (u->kind < CVG_K_I8 || u->kind > CVG_K_I64 || u->flags & checked)
		return NULL;
	if (u->width && !any_width(u))
		return NULL;
	return table[u->code][u->kind - CVG_K_I8];
}
