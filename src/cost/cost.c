/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums of latencies, and the classes of instructions that MP_B counts
 * (mix.c). */
#include "price.h"

#include "reconverge/cost.h"
#include "reconverge/graph.h"

uint64_t cvg_cost_block(const struct cvg_fn *fn, uint32_t block)
{
	const struct cvg_block *b = &fn->blocks[block];
	const struct pricer pricer = cvg_pricer_of(fn);
	uint64_t sum = 0;

	for (uint32_t i = 0; i < b->ninsts; i++)
		sum += cvg_price_inst(&pricer, b->inst_at + i);
	return sum;
}

uint64_t cvg_cost_fn(const struct cvg_fn *fn)
{
	uint64_t sum = 0;

	for (uint32_t b = 0; b < fn->nblocks; b++)
		sum += cvg_cost_block(fn, b);
	return sum;
}

/* The operands of an operation. Operations of one opcode on different sorts are
 * never melded, so they are of different classes. */
enum { ON_INTEGERS, ON_FLOATS, ON_VECTORS, NSORTS };

static uint32_t sort_of(const struct cvg_fn *fn, const struct cvg_inst *in)
{
	uint32_t type = in->access != CVG_NONE ? in->access : in->type;

	if (cvg_op_class(in->op) == CVG_CLASS_COMPARE)
		type = fn->values[fn->ops[in->ops_at]].type;
	switch (fn->types[type].kind) {
	case CVG_TYPE_FLOAT:
		return ON_FLOATS;
	case CVG_TYPE_VECTOR:
		return ON_VECTORS;
	case CVG_TYPE_VOID:
	case CVG_TYPE_INT:
	case CVG_TYPE_POINTER:
	case CVG_TYPE_AGGREGATE:
	case CVG_TYPE_OTHER:
		break;
	}
	return ON_INTEGERS;
}

uint32_t cvg_cost_class(const struct cvg_fn *fn, uint32_t inst)
{
	const struct cvg_inst *in = &fn->insts[inst];
	enum cvg_opclass opclass = cvg_op_class(in->op);
	const char *callee;
	uint32_t found;

	if (opclass == CVG_CLASS_CONTROL || opclass == CVG_CLASS_PHI)
		return CVG_NONE;
	callee = in->op == CVG_OP_CALL ? cvg_inst_callee(fn, inst) : NULL;
	found = callee ? cvg_cost_intrinsic_find(callee) : CVG_NONE;
	if (found != CVG_NONE)
		return CVG_NOPS * NSORTS + found;
	return in->op * NSORTS + sort_of(fn, in);
}

uint32_t cvg_cost_nclasses(void)
{
	uint32_t nintrinsics;

	cvg_cost_intrinsics(&nintrinsics);
	return CVG_NOPS * NSORTS + nintrinsics;
}
