/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Integer operations that a warp does once, on the scalar unit of AMD's GPUs: all
 * of their operands are the same for all threads (CVG_I_SCALAR). The counts of
 * instructions are those that llc makes for gfx906 and gfx1100.
 *
 * Example, gfx906: mul i32 is one s_mul_i32, 4 cycles, and 16 on lanes. If it melds
 * with another product, the operands are chosen for each thread, and the product
 * runs on lanes.
 */
#include "price.h"

#include "reconverge/graph.h"

/* By a constant; 0: a loop or a sequence on lanes does it. */
static uint32_t insts_of_division(const struct pricer *p,
				  const struct cvg_inst *in, struct shape s)
{
	const struct cvg_value *divisor = cvg_price_constant(p, in, 1);
	bool is_signed = in->op == CVG_OP_SDIV || in->op == CVG_OP_SREM;
	bool remainder = in->op == CVG_OP_UREM || in->op == CVG_OP_SREM;
	bool power = divisor && divisor->flags & CVG_V_INT64 &&
		     !(divisor->bits & (divisor->bits - 1));

	if (!divisor || s.bits > 32)
		return 0;
	if (power && !is_signed)
		return 1;
	return (power ? 1u : 2u) + (is_signed ? 2u : 0u) +
	       (remainder ? 2u : 0u) +
	       (cvg_price_is_long(in->op, s, divisor) ? 3u : 0u);
}

/* How many instructions of the scalar unit the operation is; 0: it has none. */
static uint32_t insts_of(const struct pricer *p, const struct cvg_inst *in)
{
	struct shape s = cvg_price_shape(p, in->type);
	bool wide;

	if (in->op == CVG_OP_ICMP)
		s = cvg_price_shape(p, cvg_operand_type(p, in, 0));
	wide = s.bits > 32;
	if (s.bits > 64)
		return 0;
	switch (cvg_op_class(in->op)) {
	case CVG_CLASS_INT:
		if (in->op == CVG_OP_MUL)
			return wide ? 6 : 1;
		return (in->op == CVG_OP_ADD || in->op == CVG_OP_SUB) && wide
			       ? 2
			       : 1;
	case CVG_CLASS_INTDIV:
		return insts_of_division(p, in, s);
	case CVG_CLASS_COMPARE:
		return wide ? 0 : 1;
	case CVG_CLASS_SELECT:
	case CVG_CLASS_CALL: /* min, max */
		return wide && in->op == CVG_OP_CALL ? 0 : 1;
	case CVG_CLASS_CONVERT:
		return in->op == CVG_OP_TRUNC ? 0 : 1;
	case CVG_CLASS_CONTROL:
	case CVG_CLASS_PHI:
	case CVG_CLASS_FLOAT:
	case CVG_CLASS_FLOATDIV:
	case CVG_CLASS_MOVE:
	case CVG_CLASS_ADDRESS:
	case CVG_CLASS_MEMORY:
	case CVG_CLASS_SYNC:
		break;
	}
	return 0;
}

/* Are the operands those of the partner, so that none is chosen by a select? */
static bool keeps_operands(const struct pricer *p, const struct cvg_inst *in)
{
	const struct cvg_inst *other = &p->fn->insts[p->partner];

	for (uint32_t k = 0; k < in->nops; k++) {
		uint32_t at = p->crossed && k < 2 ? 1 - k : k;

		if (p->fn->ops[in->ops_at + k] !=
		    p->fn->ops[other->ops_at + at])
			return false;
	}
	return true;
}

uint32_t cvg_price_scalar(const struct pricer *p, const struct cvg_inst *in)
{
	if (!(in->flags & CVG_I_SCALAR) || p->on_lanes ||
	    (p->partner != CVG_NONE && !keeps_operands(p, in)))
		return 0;
	return insts_of(p, in) * cvg_price_kind(p, CVG_KIND_SCALAR);
}
