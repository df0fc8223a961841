/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which integer operations a warp does once, on a scalar unit: those whose operands
 * are all the same for its threads; and, on any target, which switches lead all of its
 * threads the same way. They have prices of their own. So have loads: one address for
 * all threads is loaded from once, if nothing has written there; and constant memory at
 * several addresses is read as other memory is.
 */
#include "snapshot.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/target.h"

#include <stdlib.h>
#include <string.h>

#define STEPS 32 /* instructions looked at behind an address */

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

/* ---- loads ------------------------------------------------------------- */

/* May the instruction write what a load of global memory reads? */
static bool clobbers(const struct cvg_fn *fn, uint32_t inst)
{
	const struct cvg_inst *in = &fn->insts[inst];
	enum cvg_memkind memory =
		cvg_target_memory(cvg_target_info(fn->target), in->addrspace);

	if (!(in->flags & CVG_I_WRITES) || in->op == CVG_OP_FENCE)
		return false;
	if (in->op == CVG_OP_CALL)
		return !(in->flags & CVG_I_CONVERGENT) ||
		       !cvg_inst_callee(fn, inst) ||
		       strncmp(cvg_inst_callee(fn, inst), "llvm.", 5);
	return memory != CVG_MEMORY_SHARED && memory != CVG_MEMORY_PRIVATE;
}

static bool writes(const struct cvg_fn *fn, uint32_t block)
{
	const struct cvg_block *b = &fn->blocks[block];

	for (uint32_t i = 0; i < b->ninsts; i++)
		if (clobbers(fn, b->inst_at + i))
			return true;
	return false;
}

/* Is it a whole number of words, at an address of whole words? */
static bool is_of_words(const struct cvg_fn *fn, const struct cvg_inst *in)
{
	return in->op == CVG_OP_LOAD && in->access != CVG_NONE &&
	       !(in->flags & (CVG_I_VOLATILE | CVG_I_ATOMIC)) &&
	       fn->types[in->access].bits % 32 == 0 && in->align % 4 == 0 &&
	       in->align;
}

/* Is the value computed from arguments and constants alone? LLVM keeps what goes round a
 * loop in vector registers where threads leave that loop apart. */
static bool is_straight(const struct cvg_fn *fn, uint32_t value, int *steps)
{
	uint32_t inst = cvg_value_inst(fn, value);

	if (inst == CVG_NONE)
		return true;
	if ((*steps)-- <= 0 || fn->insts[inst].op == CVG_OP_PHI)
		return false;
	for (uint32_t k = 0; k < fn->insts[inst].nops; k++)
		if (!is_straight(fn, cvg_op_of(fn, inst, k), steps))
			return false;
	return true;
}

/* Mark a load by where its lanes read. `clean`: nothing has written to global memory. */
static void mark_load(struct cvg_fn *fn, const struct cvg_uniform *uniform,
		      uint32_t inst, bool clean)
{
	struct cvg_inst *in = &fn->insts[inst];
	enum cvg_memkind memory =
		cvg_target_memory(cvg_target_info(fn->target), in->addrspace);
	int steps = STEPS;
	bool same = in->op == CVG_OP_LOAD &&
		    !cvg_bits_has(&uniform->divergent, cvg_op_of(fn, inst, 0));

	if (in->op != CVG_OP_LOAD)
		return;
	if (memory == CVG_MEMORY_CONST && !same)
		in->flags |= CVG_I_ON_LANES;
	if (memory == CVG_MEMORY_GLOBAL && same && clean &&
	    is_of_words(fn, in) &&
	    is_straight(fn, cvg_op_of(fn, inst, 0), &steps))
		in->flags |= CVG_I_SCALAR;
}

/* The blocks before whose end something may have written to global memory: linear. */
static void find_written(const struct cvg_fn *fn, struct cvg_bits *after)
{
	uint32_t *todo = cvg_calloc(fn->nblocks + 1, sizeof *todo), n = 0;

	for (uint32_t b = 0; b < fn->nblocks; b++)
		if (writes(fn, b)) {
			cvg_bits_add(after, b);
			todo[n++] = b;
		}
	while (n) {
		uint32_t b = todo[--n];

		cvg_foreach_succ (fn, b, s)
			if (!cvg_bits_has(after, *s)) {
				cvg_bits_add(after, *s);
				todo[n++] = *s;
			}
	}
	free(todo);
}

/* LLVM loads by the scalar unit what a kernel has not written. */
static void mark_loads(struct cvg_fn *fn, const struct cvg_uniform *uniform)
{
	struct cvg_bits after;

	cvg_bits_init(&after, fn->nblocks);
	find_written(fn, &after);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		const struct cvg_block *block = &fn->blocks[b];
		bool clean = fn->kind == CVG_FN_KERNEL;

		cvg_foreach_pred (fn, b, p)
			clean &= !cvg_bits_has(&after, *p);
		for (uint32_t i = 0; i < block->ninsts; i++) {
			mark_load(fn, uniform, block->inst_at + i, clean);
			clean &= !clobbers(fn, block->inst_at + i);
		}
	}
	cvg_bits_done(&after);
}

/* ---- together ---------------------------------------------------------- */

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
	if (cvg_target_info(fn->target)->scalar_unit)
		mark_loads(fn, uniform);
	return ana;
}
