/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Can no thread of a program tell which other threads there are, and where they
 * run? Then threads may change places. It can if it waits for others, works as a
 * warp, has memory in common with its block, sees in which order threads came to an
 * atomic, or asks where in the machine it runs.
 *
 * Atomics whose result is not used are the same in any order if they are sums of
 * integers, minima and the like. An order of memory around them does no harm where
 * no thread looks at what another one wrote.
 */
#include "private.h"

#include "reconverge/ucodes.h"

static bool is_shared(const struct cvg_uop *u)
{
	switch (u->code) {
	case CVG_U_LOAD:
	case CVG_U_STORE:
	case CVG_U_ATOMIC:
	case CVG_U_CMPXCHG:
	case CVG_U_FILL:
	case CVG_U_STRIDED:
		return u->kind2 == CVG_SPACE_SHARED;
	case CVG_U_COPY:
	case CVG_U_SPACECAST:
		return u->kind2 == CVG_SPACE_SHARED || u->n == CVG_SPACE_SHARED;
	}
	return false;
}

static bool has_shared(const struct cvg_program *program)
{
	const struct cvg_ufn *kernel = &program->fns[0];

	for (uint32_t i = 0; i < program->nglobals; i++) {
		if (program->globals[i].space == CVG_SPACE_SHARED)
			return true;
	}
	for (uint32_t i = 0; i < kernel->nparams; i++) {
		if (kernel->params[i].pointer &&
		    kernel->params[i].space == CVG_SPACE_SHARED)
			return true;
	}
	return program->static_shared != 0;
}

/* Is the result, whatever order threads come in? */
static bool keeps_order(uint32_t rmw)
{
	switch (rmw) {
	case CVG_A_ADD:
	case CVG_A_SUB:
	case CVG_A_AND:
	case CVG_A_OR:
	case CVG_A_XOR:
	case CVG_A_MAX:
	case CVG_A_MIN:
	case CVG_A_UMAX:
	case CVG_A_UMIN:
		return true;
	}
	return false;
}

/* Between which threads an atomic orders memory (decode_block.c). */
static uint32_t scope_of(const struct cvg_uop *u)
{
	return u->vows >> 24 & 7;
}

static const char *at_atomic(const struct cvg_ufn *ufn, const struct cvg_uop *u)
{
	const struct cvg_inst *inst = &ufn->fn->insts[u->inst];

	if (u->code == CVG_U_CMPXCHG || inst->nusers)
		return "the result of an atomic is used";
	if (inst->op != CVG_OP_ATOMICRMW)
		return "an atomic of a function that is called";
	if (!keeps_order(u->n))
		return "an atomic whose result depends on the order of threads";
	return scope_of(u) < CVG_SCOPE_DEVICE
		       ? "an atomic that holds only for some threads"
		       : NULL;
}

static const char *at_reg(uint32_t s, bool may_ask)
{
	bool id =
		s <= CVG_S_TID_Z || (s >= CVG_S_CTAID_X && s <= CVG_S_CTAID_Z);

	if (id)
		return may_ask ? NULL
			       : "a function asks for its thread that is not "
				 "told the number";
	switch (s) {
	case CVG_S_LANEID:
	case CVG_S_WARPID:
	case CVG_S_SMID:
	case CVG_S_LANEMASK_EQ:
	case CVG_S_LANEMASK_LE:
	case CVG_S_LANEMASK_LT:
	case CVG_S_LANEMASK_GE:
	case CVG_S_LANEMASK_GT:
	case CVG_S_CLOCK:
	case CVG_S_EXEC:
		return "the code asks where in the machine it runs, or when";
	}
	return NULL;
}

static const char *at_uop(const struct cvg_ufn *ufn, const struct cvg_uop *u,
			  bool may_ask)
{
	uint32_t flags =
		u->inst == CVG_NONE ? 0 : ufn->fn->insts[u->inst].flags;

	if (is_shared(u))
		return "threads share memory";
	switch (u->code) {
	case CVG_U_WARP:
	case CVG_U_BARRIER:
	case CVG_U_BARRIER_COUNT:
	case CVG_U_COLLECT:
	case CVG_U_TOKEN:
	case CVG_U_MEET:
		return "threads wait for each other, or work as a warp";
	case CVG_U_ICALL:
		return "a function is called that is known only at run time";
	case CVG_U_ALLOC:
	case CVG_U_FREE:
		return "memory is allocated";
	case CVG_U_NOP:
		return !u->order && !u->n && flags & CVG_I_EFFECTS
			       ? "an operation that is not known"
			       : NULL;
	case CVG_U_ATOMIC:
	case CVG_U_CMPXCHG:
		return at_atomic(ufn, u);
	case CVG_U_LOAD:
		return u->flags & (CVG_UF_VOLATILE | CVG_UF_ATOMIC)
			       ? "a thread reads what another one may write"
			       : NULL;
	case CVG_U_SREG:
		return at_reg(u->n, may_ask);
	}
	return NULL;
}

const char *cvg_code_dependence(const struct cvg_program *program, bool is_new)
{
	if (has_shared(program))
		return "threads share memory";
	for (uint32_t f = 0; f < program->nfns; f++) {
		const struct cvg_ufn *ufn = &program->fns[f];

		for (uint32_t i = 0; i < ufn->nuops; i++) {
			const char *why =
				at_uop(ufn, &ufn->uops[i], !is_new || !f);

			if (why)
				return why;
		}
	}
	return NULL;
}
