/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What is divergent on AMD's GPUs, by the rules of LLVM's AMDGPU target
 * description (AMDGPUTargetTransformInfo.cpp, isSourceOfDivergence and
 * isAlwaysUniform).
 */
#include "uniform.h"

#include "reconverge/graph.h"
#include "reconverge/target.h"

#include <string.h>

static enum cvg_memkind memory_of(const struct cvg_fn *fn, uint32_t addrspace)
{
	return cvg_target_memory(cvg_target_info(fn->target), addrspace);
}

/* ---- the shape of the thread block ------------------------------------- */

static bool power_of_2(uint32_t n)
{
	return n && !(n & (n - 1));
}

/*
 * Threads are numbered along x first. Therefore every warp is a slice of one
 * row of threads, or whole rows, if rows are a power of two long or if there is
 * one row only. LLVM before 22 knows only the second case.
 */
static void init_shape(struct cvg_seeds *seeds)
{
	const uint32_t *size = seeds->fn->reqd_work_group;
	bool known = size[0] && size[1] && size[2];
	bool one_row = known && size[1] == 1 && size[2] == 1;

	while ((UINT32_C(2) << seeds->log2_warp) <= seeds->fn->warp)
		seeds->log2_warp++;
	seeds->x_splits_evenly = one_row;
	if (seeds->llvm_major < 22 || !known)
		return;
	seeds->x_splits_evenly |= power_of_2(size[0]);
	seeds->yz_uniform =
		one_row || (power_of_2(size[0]) && size[0] >= seeds->fn->warp);
}

/* The seed of a thread id in dimension 1 (y) or 2 (z). */
static enum cvg_seed row_or_layer(const struct cvg_seeds *seeds,
				  uint32_t dimension)
{
	if (seeds->llvm_major >= 22 &&
	    (seeds->yz_uniform || seeds->fn->reqd_work_group[dimension] == 1))
		return CVG_SEED_DEFAULT;
	return CVG_SEED_SOURCE;
}

static uint32_t trailing_zeros(uint64_t bits)
{
	return bits ? (uint32_t)__builtin_ctzll(bits) : 64;
}

static bool is_number(const struct cvg_fn *fn, uint32_t v)
{
	return fn->values[v].flags & CVG_V_INT64;
}

/* A lower bound of how many low bits of v are zero, from a chain of at most six
 * shifts, products and masks by constants. */
static uint32_t known_zeros(const struct cvg_fn *fn, uint32_t v)
{
	uint32_t shifted = 0, best = 0;

	for (unsigned depth = 0; depth < 6; depth++) {
		uint32_t i = cvg_value_inst(fn, v), op = CVG_OP_OTHER, c;

		if (is_number(fn, v))
			return shifted + trailing_zeros(fn->values[v].bits);
		if (i != CVG_NONE)
			op = fn->insts[i].op;
		if (op == CVG_OP_ZEXT || op == CVG_OP_SEXT) {
			v = cvg_op_of(fn, i, 0);
			continue;
		}
		if (op != CVG_OP_SHL && op != CVG_OP_MUL && op != CVG_OP_AND)
			break;
		c = cvg_op_of(fn, i, 1);
		if (!is_number(fn, c))
			break;
		if (op == CVG_OP_SHL)
			shifted += (uint32_t)fn->values[c].bits;
		else if (op == CVG_OP_MUL)
			shifted += trailing_zeros(fn->values[c].bits);
		else if (shifted + trailing_zeros(fn->values[c].bits) > best)
			best = shifted + trailing_zeros(fn->values[c].bits);
		v = cvg_op_of(fn, i, 0);
	}
	return shifted > best ? shifted : best;
}

static bool is_thread_id_x(struct cvg_seeds *seeds, uint32_t v)
{
	uint32_t i = cvg_value_inst(seeds->fn, v);

	return i != CVG_NONE && seeds->fn->insts[i].op == CVG_OP_CALL &&
	       cvg_seed_fact(seeds, i) == CVG_FACT_TID_X;
}

/* A shift or mask of the thread id x is uniform if it leaves only the number of
 * the warp in its row. */
static enum cvg_seed part_of_thread_id(struct cvg_seeds *seeds, uint32_t inst)
{
	const struct cvg_fn *fn = seeds->fn;
	uint32_t a = cvg_op_of(fn, inst, 0), b = cvg_op_of(fn, inst, 1);
	bool whole_warps;

	if (!seeds->x_splits_evenly)
		return CVG_SEED_DEFAULT;
	if (fn->insts[inst].op == CVG_OP_AND) {
		whole_warps = (is_thread_id_x(seeds, a) &&
			       known_zeros(fn, b) >= seeds->log2_warp) ||
			      (is_thread_id_x(seeds, b) &&
			       known_zeros(fn, a) >= seeds->log2_warp);
	} else {
		whole_warps = is_thread_id_x(seeds, a) && is_number(fn, b) &&
			      fn->values[b].bits >= seeds->log2_warp;
	}
	return whole_warps ? CVG_SEED_UNIFORM : CVG_SEED_DEFAULT;
}

/* ---- single instructions ----------------------------------------------- */

static uint32_t address_space(const struct cvg_fn *fn, uint32_t v)
{
	return fn->types[fn->values[v].type].addrspace;
}

/*
 * A cast from a private to a flat address. Private addresses are the same in
 * every lane; the flat addresses of the same memory differ if all lanes can
 * reach it.
 */
static enum cvg_seed scratch_cast(const struct cvg_seeds *seeds, uint32_t inst)
{
	const struct cvg_fn *fn = seeds->fn;

	if (seeds->reachable_scratch && fn->insts[inst].nops > 0 &&
	    memory_of(fn, address_space(fn, cvg_op_of(fn, inst, 0))) ==
		    CVG_MEMORY_PRIVATE &&
	    memory_of(fn, fn->types[fn->insts[inst].type].addrspace) ==
		    CVG_MEMORY_FLAT)
		return CVG_SEED_SOURCE;
	return CVG_SEED_DEFAULT;
}

/* llvm.read_register: vector registers are v0, v1, ... and a0, a1, ... */
static enum cvg_seed named_register(const struct cvg_fn *fn, uint32_t inst)
{
	const struct cvg_inst *in = &fn->insts[inst];
	const char *name =
		in->nops ? fn->values[cvg_op_of(fn, inst, 0)].text : NULL;

	if (!name || fn->types[in->type].bits == 1)
		return CVG_SEED_SOURCE;
	if (strncmp(name, "vcc", 3) == 0 || !name[0])
		return CVG_SEED_DEFAULT;
	return name[0] == 'v' || name[0] == 'a' ? CVG_SEED_SOURCE
						: CVG_SEED_DEFAULT;
}

static enum cvg_seed of_call(struct cvg_seeds *seeds, uint32_t inst)
{
	const struct cvg_fn *fn = seeds->fn;
	uint32_t v = fn->insts[inst].callee;

	if (v != CVG_NONE && fn->values[v].kind == CVG_VALUE_ASM)
		return cvg_asm_divergent(fn, inst, CVG_NONE, CVG_NONE)
			       ? CVG_SEED_SOURCE
			       : CVG_SEED_UNIFORM;
	switch (cvg_seed_fact(seeds, inst)) {
	case CVG_FACT_DEFAULT:
		return CVG_SEED_DEFAULT;
	case CVG_FACT_SOURCE:
	case CVG_FACT_TID_X:
	case CVG_FACT_MASK:
		return CVG_SEED_SOURCE;
	case CVG_FACT_UNIFORM:
		return CVG_SEED_UNIFORM;
	case CVG_FACT_TID_Y:
		return row_or_layer(seeds, 1);
	case CVG_FACT_TID_Z:
		return row_or_layer(seeds, 2);
	case CVG_FACT_REGISTER:
		return named_register(fn, inst);
	case CVG_FACT_SCRATCH:
		return scratch_cast(seeds, inst);
	}
	return CVG_SEED_SOURCE;
}

/* An extractvalue of a call's result: of a call that returns several values,
 * only some may be divergent. */
static enum cvg_seed of_extract(struct cvg_seeds *seeds, uint32_t inst)
{
	const struct cvg_fn *fn = seeds->fn;
	const struct cvg_inst *in = &fn->insts[inst];
	uint32_t call = cvg_value_inst(fn, cvg_op_of(fn, inst, 0)), v;

	if (call == CVG_NONE || fn->insts[call].op != CVG_OP_CALL ||
	    in->index == CVG_NONE)
		return CVG_SEED_DEFAULT;
	v = fn->insts[call].callee;
	if (v != CVG_NONE && fn->values[v].kind == CVG_VALUE_ASM)
		return cvg_asm_divergent(fn, call, in->index, in->type)
			       ? CVG_SEED_DEFAULT
			       : CVG_SEED_UNIFORM;
	return cvg_seed_fact(seeds, call) == CVG_FACT_MASK && in->index == 1
		       ? CVG_SEED_UNIFORM
		       : CVG_SEED_DEFAULT;
}

static enum cvg_seed of_load(const struct cvg_fn *fn, uint32_t addrspace)
{
	enum cvg_memkind memory = memory_of(fn, addrspace);

	return memory == CVG_MEMORY_PRIVATE || memory == CVG_MEMORY_FLAT
		       ? CVG_SEED_SOURCE
		       : CVG_SEED_DEFAULT;
}

static enum cvg_seed seed_of(struct cvg_seeds *seeds, uint32_t inst)
{
	const struct cvg_inst *in = &seeds->fn->insts[inst];

	if (in->op == CVG_OP_LOAD)
		return of_load(seeds->fn, in->addrspace);
	if (in->op == CVG_OP_ATOMICRMW || in->op == CVG_OP_CMPXCHG)
		return CVG_SEED_SOURCE;
	if (in->op == CVG_OP_CALL)
		return of_call(seeds, inst);
	if (in->op == CVG_OP_EXTRACTVALUE)
		return of_extract(seeds, inst);
	if (in->op == CVG_OP_ADDRSPACECAST)
		return scratch_cast(seeds, inst);
	if (in->op == CVG_OP_LSHR || in->op == CVG_OP_ASHR ||
	    in->op == CVG_OP_AND)
		return part_of_thread_id(seeds, inst);
	return CVG_SEED_DEFAULT;
}

/* ---- outside ------------------------------------------------------------ */

static void init(struct cvg_seeds *seeds)
{
	const char *features = cvg_fn_attr(seeds->fn, "target-features");
	const char *cpu = seeds->fn->cpu;

	seeds->reachable_scratch =
		(cpu && strncmp(cpu, "gfx125", 6) == 0) ||
		(features && strstr(features, "+globally-addressable-scratch"));
	init_shape(seeds);
}

static bool single_lane(const struct cvg_fn *fn)
{
	const uint32_t *size = fn->reqd_work_group;
	const char *flat = cvg_fn_attr(fn, "amdgpu-flat-work-group-size");

	if (size[0])
		return size[0] == 1 && size[1] == 1 && size[2] == 1;
	return flat && strcmp(flat, "1,1") == 0;
}

const struct cvg_seeder cvg_seeder_amdgpu = {
	.init = init,
	.seed = seed_of,
	.single_lane = single_lane,
	.inreg_is_uniform = true, /* inreg: passed in scalar registers */
};
