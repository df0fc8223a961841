/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Threads that run the same convergent operation in the same rounds of its loops run it
 * together. So each loop around such an operation must have the rounds that it had:
 * wherever one side is at its header, the other one is at that of the loop that stands for
 * it, and never passes it.
 */
#include "private.h"

#include <stdlib.h>

/* Mark the blocks of the loop with that header: those from which an edge leads back to it
 * without coming to it before. */
static void mark(const struct code *code, uint32_t header, bool *in)
{
	struct cvg_u32s stack = {0};

	in[header] = true;
	cvg_foreach_pred (code->fn, header, p) {
		if (code->place[*p] != CVG_NONE &&
		    code->place[*p] >= code->place[header])
			cvg_push(&stack, *p);
	}
	while (stack.n) {
		uint32_t at = stack.at[--stack.n];

		if (in[at] || code->place[at] == CVG_NONE)
			continue;
		in[at] = true;
		cvg_foreach_pred (code->fn, at, p)
			cvg_push(&stack, *p);
	}
	free(stack.at);
}

/* Is a matched operation of the side in the loop with that header? */
static bool has_matched(const struct proof *proof, int side, uint32_t header)
{
	const struct code *code = &proof->code[side];
	bool *in = cvg_calloc(code->fn->nblocks, sizeof *in);
	bool has = false;

	mark(code, header, in);
	for (uint32_t i = 0; i < code->fn->ninsts && !has; i++)
		has = proof->match[side][i] != CVG_NONE &&
		      in[code->fn->insts[i].block];
	free(in);
	return has;
}

static bool passes_one(const struct proof *proof)
{
	for (int side = 0; side < 2; side++) {
		for (uint32_t b = 0; b < proof->code[side].fn->nblocks; b++) {
			if (proof->passed[side][b] &&
			    has_matched(proof, side, b))
				return true;
		}
	}
	return false;
}

/* Do both states say of one header that it stands for two? */
static bool is_mixed(const struct proof *proof, const struct state *a,
		     const struct state *b)
{
	if ((a->block[0] == b->block[0]) == (a->block[1] == b->block[1]))
		return false;
	for (int side = 0; side < 2; side++) {
		if (has_matched(proof, side, a->block[side]) ||
		    has_matched(proof, side, b->block[side]))
			return true;
	}
	return false;
}

bool cvg_proof_same_loops(const struct proof *proof)
{
	for (size_t i = 0; i < proof->states.n; i++) {
		for (size_t k = 0; k < i; k++) {
			if (is_mixed(proof, proof->states.at[i],
				     proof->states.at[k]))
				return false;
		}
	}
	return !passes_one(proof);
}
