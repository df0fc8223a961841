/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What is divergent on NVIDIA's GPUs, by the rules of LLVM's NVPTX target
 * description (NVPTXTargetTransformInfo.cpp, isSourceOfDivergence).
 */
#include "uniform.h"

#include "reconverge/graph.h"
#include "reconverge/target.h"

static enum cvg_seed seed_of(struct cvg_seeds *seeds, uint32_t inst)
{
	const struct cvg_inst *in = &seeds->fn->insts[inst];
	enum cvg_memkind memory = cvg_target_memory(
		cvg_target_info(seeds->fn->target), in->addrspace);
	bool source = in->op == CVG_OP_FENCE || in->op == CVG_OP_ATOMICRMW ||
		      in->op == CVG_OP_CMPXCHG;

	if (in->op == CVG_OP_LOAD)
		source = memory == CVG_MEMORY_FLAT ||
			 memory == CVG_MEMORY_PRIVATE;
	else if (in->op == CVG_OP_STORE)
		source = in->flags & CVG_I_ATOMIC;
	else if (in->op == CVG_OP_CALL)
		source = cvg_seed_fact(seeds, inst) == CVG_FACT_SOURCE;
	return source ? CVG_SEED_SOURCE : CVG_SEED_DEFAULT;
}

const struct cvg_seeder cvg_seeder_nvptx = {
	.seed = seed_of,
};
