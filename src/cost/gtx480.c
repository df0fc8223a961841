/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The latencies that the paper on basic-block vectors gives (Liang, Satria,
 * Rupnow, Chen, IEEE TCAD 35(7), 2016, doi.org/10.1109/TCAD.2015.2501303,
 * section IV-B1 with listing 2), measured on an NVIDIA GTX480:
 *
 *	mul (32-bit integers)			 18 clocks
 *	ld.const				 46
 *	div, rem (unsigned 32-bit integers)	264
 *
 * All other instructions have the target's latencies: the paper's own table of
 * latencies (III) is a picture, and its numbers are not in the text.
 */
#include "price.h"

#include "reconverge/cost.h"
#include "reconverge/graph.h"

#define MUL	   18
#define LOAD_CONST 46
#define DIVIDE	   264

/* The cycles of an instruction with `clocks` for each 32-bit element of its
 * type; `otherwise` if its elements have other sizes. */
static uint32_t on_words(const struct cvg_fn *fn, const struct cvg_inst *in,
			 uint32_t clocks, uint32_t otherwise)
{
	struct pricer p = cvg_pricer_of(fn);
	struct shape s = cvg_price_shape(&p, in->type);

	return s.bits <= 32 ? s.lanes * clocks : otherwise;
}

/* The cycles of a load: the paper's for the first word, and the target's for
 * each further one. */
static uint32_t load(const struct cvg_fn *fn, const struct cvg_inst *in,
		     uint32_t otherwise)
{
	struct pricer p = cvg_pricer_of(fn);

	if (cvg_price_space(fn, in->addrspace) != CVG_MEMORY_CONST)
		return otherwise;
	return LOAD_CONST +
	       cvg_price_global_words(
		       &p, in->access == CVG_NONE
				   ? 1
				   : cvg_price_words(&p, in->access));
}

uint32_t cvg_cost_gtx480(const struct cvg_fn *fn, uint32_t inst)
{
	const struct cvg_inst *in = &fn->insts[inst];
	uint32_t otherwise = cvg_cost_inst(fn, inst);

	if (in->op == CVG_OP_MUL)
		return on_words(fn, in, MUL, otherwise);
	if (in->op == CVG_OP_UDIV || in->op == CVG_OP_UREM)
		return on_words(fn, in, DIVIDE, otherwise);
	return in->op == CVG_OP_LOAD ? load(fn, in, otherwise) : otherwise;
}

uint64_t cvg_cost_gtx480_block(const struct cvg_fn *fn, uint32_t block)
{
	const struct cvg_block *b = &fn->blocks[block];
	uint64_t sum = 0;

	for (uint32_t i = 0; i < b->ninsts; i++)
		sum += cvg_cost_gtx480(fn, b->inst_at + i);
	return sum;
}
