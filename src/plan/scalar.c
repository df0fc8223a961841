/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Loads that a warp does once, on the scalar unit of AMD's GPUs, and what
 * melding makes of them: if both arms load at uniform addresses that differ,
 * the melded address is chosen by a divergent condition, and the melded load is
 * a vector load.
 *
 * Example: one arm loads p[k] and the other q[k], all of them uniform. Each
 * load takes 50 cycles on gfx906; that of (c ? p : q)[k] takes 136.
 */
#include "plan.h"

#include "reconverge/analysis.h"

/* How far back addresses are compared. Beyond, they count as different. */
#define DEPTH 8

bool cvg_loads_once(const struct planner *planner, uint32_t inst)
{
	const struct cvg_fn *fn = planner->fn;

	return fn->insts[inst].op == CVG_OP_LOAD &&
	       cvg_cost_vector(fn, inst) != cvg_cost_inst(fn, inst) &&
	       !cvg_bits_has(&cvg_ana_uniform(planner->ana)->divergent,
			     cvg_op_of(fn, inst, 0));
}

/* Are the values the same, however they are computed in each arm? */
static bool are_same(const struct cvg_fn *fn, uint32_t t, uint32_t f,
		     uint32_t depth)
{
	uint32_t inst_t = cvg_value_inst(fn, t), inst_f = cvg_value_inst(fn, f);

	if (t == f)
		return true;
	if (depth == 0 || inst_t == CVG_NONE || inst_f == CVG_NONE ||
	    fn->insts[inst_t].op == CVG_OP_PHI ||
	    fn->insts[inst_t].shape == CVG_NONE ||
	    fn->insts[inst_t].shape != fn->insts[inst_f].shape)
		return false;
	for (uint32_t k = 0; k < fn->insts[inst_t].nops; k++)
		if (!are_same(fn, cvg_op_of(fn, inst_t, k),
			      cvg_op_of(fn, inst_f, k), depth - 1))
			return false;
	return true;
}

bool cvg_loads_apart(const struct planner *planner, uint32_t inst_t,
		     uint32_t inst_f)
{
	return cvg_loads_once(planner, inst_t) &&
	       cvg_loads_once(planner, inst_f) &&
	       !are_same(planner->fn, cvg_op_of(planner->fn, inst_t, 0),
			 cvg_op_of(planner->fn, inst_f, 0), DEPTH);
}
