/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which integer operations a warp does once, on a scalar unit: those whose operands
 * are all the same for its threads; and, on any target, which switches lead all of its
 * threads the same way. They have prices of their own.
 */
#include "snapshot.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/target.h"

#include <string.h>

static bool is_integer(const struct cvg_fn *fn, uint32_t value)
{
	const struct cvg_type *type = &fn->types[fn->values[value].type];

	return type->kind == CVG_TYPE_INT && type->bits <= 64;
}

static bool is_minmax(const struct cvg_fn *fn, uint32_t inst)
{
	static const char *const names[] = {"llvm.umin.i32", "llvm.umax.i32",
					    "llvm.smin.i32", "llvm.smax.i32"};
	const char *callee = cvg_inst_callee(fn, inst);

	for (size_t i = 0; callee && i < sizeof names / sizeof *names; i++)
		if (!strcmp(callee, names[i]))
			return true;
	return false;
}

/* Is it an operation on integers that the scalar unit may have? */
static bool may_be_scalar(const struct cvg_fn *fn, uint32_t inst)
{
	switch (cvg_op_class(fn->insts[inst].op)) {
	case CVG_CLASS_INT:
	case CVG_CLASS_INTDIV:
	case CVG_CLASS_COMPARE:
	case CVG_CLASS_SELECT:
		return true;
	case CVG_CLASS_CONVERT:
		return fn->insts[inst].op == CVG_OP_ZEXT ||
		       fn->insts[inst].op == CVG_OP_SEXT;
	case CVG_CLASS_CALL:
		return is_minmax(fn, inst);
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
	return false;
}

static bool is_scalar(const struct cvg_fn *fn,
		      const struct cvg_uniform *uniform, uint32_t inst)
{
	const struct cvg_inst *in = &fn->insts[inst];

	if (in->op == CVG_OP_SWITCH)
		return !cvg_bits_has(&uniform->divergent,
				     cvg_op_of(fn, inst, 0));
	if (!cvg_target_info(fn->target)->scalar_unit ||
	    !may_be_scalar(fn, inst))
		return false;
	for (uint32_t k = 0; k < in->nops; k++) {
		uint32_t operand = fn->ops[in->ops_at + k];

		if (!is_integer(fn, operand) ||
		    cvg_bits_has(&uniform->divergent, operand))
			return false;
	}
	return true;
}

static bool has_switch(const struct cvg_fn *fn)
{
	for (uint32_t b = 0; b < fn->nblocks; b++)
		if (cvg_block_terminator(fn, b)->op == CVG_OP_SWITCH)
			return true;
	return false;
}

struct cvg_ana *cvg_snap_scalars(struct cvg_fn *fn)
{
	const struct cvg_uniform *uniform;
	struct cvg_ana *ana = cvg_ana_new(fn);

	if (!cvg_target_info(fn->target)->scalar_unit && !has_switch(fn))
		return ana;
	uniform = cvg_ana_uniform(ana);
	for (uint32_t i = 0; i < fn->ninsts; i++)
		if (is_scalar(fn, uniform, i))
			fn->insts[i].flags |= CVG_I_SCALAR;
	return ana;
}
