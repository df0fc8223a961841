/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Loops that wait until another thread writes: nothing that changes from round
 * to round decides whether they go on, except what they read from memory, and
 * they write nothing themselves.
 *
 * Example (a fence keeps the compiler from reading once and for all):
 *
 *   wait:
 *     fence acquire
 *     %f = load i32, ptr addrspace(1) %flag
 *     %z = icmp eq i32 %f, 0
 *     br i1 %z, label %wait, label %go      %f is waited for
 */
#include "redirect.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/target.h"
#include "reconverge/words.h"

#include <stdlib.h>
#include <string.h>

struct spin {
	const struct cvg_fn *fn;
	const struct cvg_loops *loops;
	uint32_t loop;
	struct cvg_u32s todo;  /* instructions that decide, to be followed.
				  Owned */
	struct cvg_bits seen;  /* [ninsts] they, and those done */
	struct cvg_bits reads; /* [ninsts] loads among them */
};

/* Can the instruction change memory by itself? Fences and inline assembler only
 * keep accesses in order. */
static bool writes(const struct cvg_fn *fn, uint32_t i)
{
	const struct cvg_inst *inst = &fn->insts[i];
	const struct cvg_value *callee;

	if (!(inst->flags & CVG_I_WRITES) || inst->op == CVG_OP_FENCE ||
	    inst->op == CVG_OP_LOAD)
		return false;
	if (inst->op != CVG_OP_CALL || inst->callee == CVG_NONE)
		return true;
	callee = &fn->values[inst->callee];
	return callee->kind != CVG_VALUE_ASM &&
	       (!(callee->flags & CVG_V_INTRINSIC) ||
		strstr(callee->text, "llvm.mem") == callee->text + 1);
}

bool cvg_redirect_is_private(const struct cvg_fn *fn, uint32_t load)
{
	uint32_t i = load;

	if (cvg_target_memory(cvg_target_info(fn->target),
			      fn->insts[load].addrspace) == CVG_MEMORY_PRIVATE)
		return true;
	do {
		i = cvg_value_inst(fn, cvg_op_of(fn, i, 0));
	} while (i != CVG_NONE && (fn->insts[i].op == CVG_OP_GEP ||
				   fn->insts[i].op == CVG_OP_BITCAST ||
				   fn->insts[i].op == CVG_OP_ADDRSPACECAST));
	return i != CVG_NONE && fn->insts[i].op == CVG_OP_ALLOCA;
}

static void follow(struct spin *spin, uint32_t inst)
{
	for (uint32_t k = 0; k < spin->fn->insts[inst].nops; k++) {
		uint32_t from =
			cvg_value_inst(spin->fn, cvg_op_of(spin->fn, inst, k));

		if (from == CVG_NONE || cvg_bits_has(&spin->seen, from) ||
		    !cvg_loop_has(spin->loops, spin->loop,
				  spin->fn->insts[from].block))
			continue;
		cvg_bits_add(&spin->seen, from);
		cvg_push(&spin->todo, from);
	}
}

/* Collect the loads that decide. False: something else decides, too. */
static bool only_reads(struct spin *spin)
{
	while (spin->todo.n) {
		uint32_t i = spin->todo.at[--spin->todo.n];
		const struct cvg_inst *inst = &spin->fn->insts[i];

		if (inst->op == CVG_OP_PHI || inst->op == CVG_OP_ATOMICRMW ||
		    (inst->op == CVG_OP_CALL && inst->flags & CVG_I_READS) ||
		    (inst->op == CVG_OP_LOAD &&
		     cvg_redirect_is_private(spin->fn, i)))
			return false;
		if (inst->op == CVG_OP_LOAD)
			cvg_bits_add(&spin->reads, i);
		follow(spin, i);
	}
	return true;
}

/* Does the loop write, or has it a way out that something else decides? */
static bool goes_on(struct spin *spin)
{
	const struct cvg_loop *l = &spin->loops->loop[spin->loop];

	for (uint32_t k = 0; k < l->nblocks; k++) {
		uint32_t b = spin->loops->blocks[l->blocks_at + k];
		const struct cvg_block *block = &spin->fn->blocks[b];

		for (uint32_t i = 0; i < block->ninsts; i++) {
			if (writes(spin->fn, block->inst_at + i))
				return true;
		}
		if (!cvg_loop_leaves(spin->loops, spin->loop, b))
			continue;
		follow(spin, cvg_block_last(spin->fn, b));
		if (!only_reads(spin))
			return true;
	}
	return false;
}

static void add_all(struct cvg_bits *to, const struct cvg_bits *from)
{
	for (uint32_t i = 0; i < from->nbits; i++) {
		if (cvg_bits_has(from, i))
			cvg_bits_add(to, i);
	}
}

void cvg_redirect_spins(const struct cvg_fn *fn, struct cvg_bits *out)
{
	struct cvg_ana *ana = cvg_ana_new(fn);
	struct spin spin = {.fn = fn, .loops = cvg_ana_loops(ana)};

	cvg_bits_init(&spin.seen, fn->ninsts);
	cvg_bits_init(&spin.reads, fn->ninsts);
	for (uint32_t l = 0; l < spin.loops->n; l++) {
		spin.loop = l;
		spin.todo.n = 0;
		cvg_bits_clear_all(&spin.seen);
		cvg_bits_clear_all(&spin.reads);
		if (!goes_on(&spin))
			add_all(out, &spin.reads);
	}
	free(spin.todo.at);
	cvg_bits_done(&spin.seen);
	cvg_bits_done(&spin.reads);
	cvg_ana_free(ana);
}
