/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which instructions of an arm threads may run that did not ask for them. Where
 * the snapshot knows bounds of a divisor or an address (CVG_I_BOUNDED), they are
 * those of the threads that compute it. A thread of the other arm gets the same
 * only if the value is made before the branch, or in the same block from such
 * values by instructions that it runs as well. Else the value is another one for
 * this thread: two aligned instructions have its operands, and a value that
 * comes from a guard or from another block is poison.
 *
 * Example: the left arm of a branch on c divides, the right one does not.
 *
 *	left:	a = and x, 31		right:	b = and y, z
 *		d = add a, 1			e = add b, 1
 *		q = udiv n, d			store e
 *
 * d is 1 to 32 in the left arm. Once a and b, d and e are aligned, the sum is
 * e for threads of the right arm, and may be 0: q needs a guard. If the right
 * arm has nothing like a and d, all threads can run the three.
 */
#include "unasked.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

#include <string.h>

#define STEPS	 16  /* instructions looked at behind a divisor or an address */
#define ACCESSES 32  /* users of a pointer looked at */
#define BACK	 256 /* instructions looked at for another pointer */

/* ---- bounds ---------------------------------------------------------- */

struct follower {
	const struct cvg_unasked *unasked;
	uint32_t block;
	uint32_t steps; /* left */
};

static bool is_before(const struct cvg_unasked *unasked, uint32_t block)
{
	return cvg_dominates(unasked->dom, block, unasked->entry);
}

/* llvm.umin and its like: of other calls, what is known may be what the call promises,
 * which it does not where other threads run it. */
static bool is_minmax(const struct cvg_fn *fn, uint32_t inst)
{
	static const char *const names[] = {"llvm.umin.", "llvm.umax.",
					    "llvm.smin.", "llvm.smax."};
	const char *callee = cvg_inst_callee(fn, inst);

	for (size_t i = 0; callee && i < sizeof names / sizeof *names; i++)
		if (!strncmp(callee, names[i], strlen(names[i])))
			return true;
	return false;
}

static bool computes_again(const struct cvg_fn *fn, uint32_t i)
{
	const struct cvg_inst *inst = &fn->insts[i];

	return inst->flags & CVG_I_SPECULATABLE && inst->op != CVG_OP_LOAD &&
	       inst->op != CVG_OP_PHI &&
	       (inst->op != CVG_OP_CALL || is_minmax(fn, i));
}

/* Do the other threads compute the value as those that asked for it? */
static bool is_kept(struct follower *follower, uint32_t value)
{
	const struct cvg_unasked *unasked = follower->unasked;
	const struct cvg_fn *fn = unasked->fn;
	uint32_t inst = cvg_value_inst(fn, value);

	if (inst == CVG_NONE || is_before(unasked, fn->insts[inst].block))
		return true;
	if (fn->insts[inst].block != follower->block ||
	    !computes_again(fn, inst) || !follower->steps)
		return false;
	follower->steps--;
	if (unasked->apart && unasked->apart[inst])
		return false;
	for (uint32_t k = 0; k < fn->insts[inst].nops; k++)
		if (!is_kept(follower, cvg_op_of(fn, inst, k)))
			return false;
	return true;
}

/* ---- accesses -------------------------------------------------------- */

static uint32_t bytes_of(const struct cvg_fn *fn, const struct cvg_inst *inst)
{
	return inst->access == CVG_NONE
		       ? 0
		       : (fn->types[inst->access].bits + 7) / 8;
}

/* Is the user an access at that pointer that shows that the load is safe? */
static bool is_proof(const struct cvg_fn *fn, uint32_t user, uint32_t pointer,
		     const struct cvg_inst *load)
{
	const struct cvg_inst *inst = &fn->insts[user];
	uint32_t at = inst->op == CVG_OP_STORE;

	return (inst->op == CVG_OP_LOAD || inst->op == CVG_OP_STORE) &&
	       !(inst->flags & (CVG_I_VOLATILE | CVG_I_ATOMIC)) &&
	       cvg_op_of(fn, user, at) == pointer &&
	       inst->align >= load->align &&
	       bytes_of(fn, inst) >= bytes_of(fn, load);
}

/* The pointer of an access, CVG_NONE of another instruction. */
static uint32_t pointer_of(const struct cvg_fn *fn, uint32_t inst)
{
	enum cvg_op op = fn->insts[inst].op;

	return op == CVG_OP_LOAD    ? cvg_op_of(fn, inst, 0)
	       : op == CVG_OP_STORE ? cvg_op_of(fn, inst, 1)
				    : CVG_NONE;
}

/* A phi is made anew when its block gets other predecessors, so that whoever carries out a
 * plan would lose it. */
static bool is_phi(const struct cvg_fn *fn, uint32_t value)
{
	uint32_t inst = cvg_value_inst(fn, value);

	return inst != CVG_NONE && fn->insts[inst].op == CVG_OP_PHI;
}

uint32_t cvg_unasked_pointer(const struct cvg_unasked *unasked, uint32_t load)
{
	const struct cvg_fn *fn = unasked->fn;
	const struct cvg_inst *inst = &fn->insts[load];
	uint32_t type, b = unasked->entry, left = BACK;

	if (fn->frees || !(inst->flags & CVG_I_REPEATABLE) ||
	    !bytes_of(fn, inst) || !inst->align)
		return CVG_NONE;
	type = fn->values[cvg_op_of(fn, load, 0)].type;
	for (; b != CVG_NONE && left; b = unasked->dom->idom[b]) {
		const struct cvg_block *block = &fn->blocks[b];

		for (uint32_t i = block->ninsts; i-- > 0 && left; left--) {
			uint32_t at = block->inst_at + i;
			uint32_t pointer = pointer_of(fn, at);

			if (pointer != CVG_NONE && !is_phi(fn, pointer) &&
			    fn->values[pointer].type == type &&
			    is_proof(fn, at, pointer, inst))
				return pointer;
		}
	}
	return CVG_NONE;
}

static bool accessed_before(const struct cvg_unasked *unasked, uint32_t load)
{
	const struct cvg_fn *fn = unasked->fn;
	const struct cvg_inst *inst = &fn->insts[load];
	uint32_t pointer = cvg_op_of(fn, load, 0), first, n;

	if (fn->frees || !bytes_of(fn, inst) || !inst->align)
		return false;
	first = fn->value_users_at[pointer];
	n = fn->value_users_at[pointer + 1] - first;
	for (uint32_t k = 0; k < n && k < ACCESSES; k++) {
		uint32_t user = fn->users[first + k];

		if (is_before(unasked, fn->insts[user].block) &&
		    is_proof(fn, user, pointer, inst))
			return true;
	}
	return false;
}

bool cvg_may_run_unasked(const struct cvg_unasked *unasked, uint32_t inst)
{
	const struct cvg_fn *fn = unasked->fn;
	const struct cvg_inst *info = &fn->insts[inst];
	struct follower follower = {unasked, info->block, STEPS};

	if (info->flags & CVG_I_SPECULATABLE)
		return true;
	if (info->flags & CVG_I_BOUNDED &&
	    is_kept(&follower,
		    cvg_op_of(fn, inst, info->op == CVG_OP_LOAD ? 0 : 1)))
		return true;
	return info->flags & CVG_I_REPEATABLE && accessed_before(unasked, inst);
}
