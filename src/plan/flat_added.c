/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What flattening adds to a round, which formula (1) leaves out: a quick estimate,
 * which orders candidates; what a nest brings is found by doing it. Without runs
 * (decide=static) it decides, too, and there the phis matter: of the sample
 * flat_work_queue they leave 0.98 of the speed and not 1.04, and 1.00 is simulated.
 * Linear in the nest.
 *
 * Counted are the state and its test, the way out that was taken and its branch, a
 * phi in the new header for each phi of a header of the nest, and two phis for each
 * value that is computed in a loop and used in a loop inside that, as the value has to
 * be kept there. A's own phis move.
 *
 * Example on amdgcn, the loops of flat.c: two branches, the state there and back and
 * whether to go on are 2 * 28 + 3 * 4; i and y have phis, and nothing else is kept: 76
 * in each round, and 4 less in each of A's.
 */
#include "flat.h"

#include "reconverge/analysis.h"
#include "reconverge/cost.h"
#include "reconverge/graph.h"

/* Is the value of the instruction used in a loop inside that one? A phi there takes
 * it as the thread enters that loop. */
static bool is_used_inside(const struct cvg_fn *fn,
			   const struct cvg_loops *loops, uint32_t inst,
			   uint32_t loop)
{
	uint32_t value = cvg_inst_value(fn, inst);

	for (uint32_t k = fn->value_users_at[value];
	     k < fn->value_users_at[value + 1]; k++) {
		const struct cvg_inst *user = &fn->insts[fn->users[k]];

		if (user->op != CVG_OP_PHI &&
		    loops->innermost[user->block] != loop &&
		    cvg_loop_has(loops, loop, user->block))
			return true;
	}
	return false;
}

struct flatadded cvg_flat_added(struct cvg_ana *ana, uint32_t loop)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_loops *loops = cvg_ana_loops(ana);
	const struct cvg_loop *it = &loops->loop[loop];
	double branch = cvg_cost_branch(fn), word = cvg_cost_word(fn);
	struct flatadded sum = {.round = 2 * branch + 3 * word};

	if (it->last - loop > 1)
		sum.round += branch; /* to tell the inner loops apart */
	for (uint32_t k = 0; k < it->nblocks; k++) {
		uint32_t b = loops->blocks[it->blocks_at + k];
		uint32_t own = loops->innermost[b];
		const struct cvg_block *block = &fn->blocks[b];

		for (uint32_t i = 0; i < block->ninsts; i++) {
			uint32_t inst = block->inst_at + i;
			double price = cvg_cost_phi(fn, fn->insts[inst].type);

			if (i < block->nphis && loops->loop[own].header == b) {
				sum.round += price;
				sum.outer += own == loop ? price : 0;
			} else if (is_used_inside(fn, loops, inst, own)) {
				sum.round += 2 * price;
			}
		}
	}
	return sum;
}
