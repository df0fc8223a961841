/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prices of memory accesses, by the memory of their address space, and the
 * cycles that melding two accesses saves. */
#include "price.h"

#include "reconverge/cost.h"
#include "reconverge/graph.h"

/* The bytes by which a memcpy of unknown length is priced. */
#define UNKNOWN_LENGTH 64

enum cvg_memkind cvg_price_space(const struct cvg_fn *fn, uint32_t addrspace)
{
	return cvg_target_memory(cvg_target_info(fn->target), addrspace);
}

uint32_t cvg_price_global_words(const struct pricer *p, uint32_t words)
{
	return words > 1 ? (words - 1) * cvg_price_kind(p, CVG_KIND_WORD_GLOBAL)
			 : 0;
}

static uint32_t price_words(const struct pricer *p, enum cvg_memkind space,
			    uint32_t words)
{
	if (space != CVG_MEMORY_SHARED)
		return cvg_price_global_words(p, words);
	return words > 1 ? (words - 1) * cvg_price_kind(p, CVG_KIND_WORD_SHARED)
			 : 0;
}

static uint32_t price_access(const struct pricer *p,
			     const enum cvg_cost_kind kinds[CVG_NMEMORIES],
			     uint32_t addrspace, uint32_t words)
{
	enum cvg_memkind space = cvg_price_space(p->fn, addrspace);

	return cvg_price_kind(p, kinds[space]) + price_words(p, space, words);
}

static const enum cvg_cost_kind loads[CVG_NMEMORIES] = {
	[CVG_MEMORY_FLAT] = CVG_KIND_LOAD_FLAT,
	[CVG_MEMORY_GLOBAL] = CVG_KIND_LOAD_GLOBAL,
	[CVG_MEMORY_SHARED] = CVG_KIND_LOAD_SHARED,
	[CVG_MEMORY_CONST] = CVG_KIND_LOAD_CONST,
	[CVG_MEMORY_PRIVATE] = CVG_KIND_LOAD_PRIVATE,
};

static const enum cvg_cost_kind stores[CVG_NMEMORIES] = {
	[CVG_MEMORY_FLAT] = CVG_KIND_STORE_FLAT,
	[CVG_MEMORY_GLOBAL] = CVG_KIND_STORE_GLOBAL,
	[CVG_MEMORY_SHARED] = CVG_KIND_STORE_SHARED,
	[CVG_MEMORY_CONST] = CVG_KIND_STORE_GLOBAL,
	[CVG_MEMORY_PRIVATE] = CVG_KIND_STORE_PRIVATE,
};

static const enum cvg_cost_kind atomics[CVG_NMEMORIES] = {
	[CVG_MEMORY_FLAT] = CVG_KIND_ATOMIC_FLAT,
	[CVG_MEMORY_GLOBAL] = CVG_KIND_ATOMIC_GLOBAL,
	[CVG_MEMORY_SHARED] = CVG_KIND_ATOMIC_SHARED,
	[CVG_MEMORY_CONST] = CVG_KIND_ATOMIC_GLOBAL,
	[CVG_MEMORY_PRIVATE] = CVG_KIND_STORE_PRIVATE,
};

/* A load of memory that only reads: what lanes read apart is in the first cache of
 * vector memory as private memory is. */
static uint32_t price_const(const struct pricer *p, uint32_t words, bool once)
{
	return cvg_price_kind(p, once ? CVG_KIND_LOAD_CONST
				      : CVG_KIND_LOAD_PRIVATE) +
	       cvg_price_global_words(p, words);
}

uint32_t cvg_price_memory(const struct pricer *p, const struct cvg_inst *in)
{
	const enum cvg_cost_kind *kinds = in->op == CVG_OP_LOAD	   ? loads
					  : in->op == CVG_OP_STORE ? stores
								   : atomics;
	uint32_t words =
		in->access == CVG_NONE ? 1 : cvg_price_words(p, in->access);
	bool is_const =
		cvg_price_space(p->fn, in->addrspace) == CVG_MEMORY_CONST;

	if (in->flags & CVG_I_ON_LANES || (p->on_lanes && is_const))
		return price_const(p, words, false);
	if (in->flags & CVG_I_SCALAR && !p->on_lanes)
		return price_const(p, words, true);
	return price_access(p, kinds, in->addrspace, words);
}

uint32_t cvg_price_access_of(const struct pricer *p, enum cvg_cost_kind flat,
			     uint32_t addrspace, uint32_t words)
{
	const enum cvg_cost_kind *kinds = flat == CVG_KIND_LOAD_FLAT ? loads
					  : flat == CVG_KIND_STORE_FLAT
						  ? stores
						  : atomics;

	return price_access(p, kinds, addrspace, words);
}

/*
 * memcpy, memmove, memset: a sequence of accesses of 16 bytes. The first costs
 * its latency; the others are pipelined and cost their words.
 */
uint32_t cvg_price_copy(const struct pricer *p, const struct cvg_inst *in,
			bool reads)
{
	const struct cvg_type *types = p->fn->types;
	const struct cvg_value *length = cvg_price_constant(p, in, 2);
	uint64_t bytes = length && length->flags & CVG_V_INT64 ? length->bits
							       : UNKNOWN_LENGTH;
	uint64_t pieces = (bytes + 15) / 16;
	uint64_t next = cvg_price_kind(p, CVG_KIND_ISSUE) +
			cvg_price_global_words(p, 4);
	uint64_t sum;

	if (pieces == 0)
		return 0;
	sum = price_access(p, stores,
			   types[cvg_operand_type(p, in, 0)].addrspace, 4);
	if (reads)
		sum += price_access(p, loads,
				    types[cvg_operand_type(p, in, 1)].addrspace,
				    4);
	sum += (pieces - 1) * next * (reads ? 2 : 1);
	return sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
}

/*
 * Does an access cost more if the lanes' addresses differ? Global memory and
 * the constant cache serve different addresses one after the other. Shared
 * memory has a bank for each lane, and private memory is interleaved by lanes.
 */
static bool pays_transactions(const struct cvg_fn *fn,
			      const struct cvg_inst *in)
{
	enum cvg_memkind memory = cvg_price_space(fn, in->addrspace);

	if (in->op != CVG_OP_LOAD && in->op != CVG_OP_STORE &&
	    in->op != CVG_OP_ATOMICRMW && in->op != CVG_OP_CMPXCHG)
		return false;
	return memory != CVG_MEMORY_SHARED && memory != CVG_MEMORY_PRIVATE;
}

uint32_t cvg_cost_vector(const struct cvg_fn *fn, uint32_t inst)
{
	const struct cvg_inst *in = &fn->insts[inst];
	struct pricer p = cvg_pricer_of(fn);

	if (in->flags & CVG_I_SCALAR ||
	    (in->op == CVG_OP_LOAD &&
	     cvg_target_info(fn->target)->scalar_unit &&
	     cvg_price_space(fn, in->addrspace) == CVG_MEMORY_CONST))
		p.on_lanes = true;
	return cvg_price_inst(&p, inst);
}

int32_t cvg_cost_saved(const struct cvg_fn *fn, uint32_t a, uint32_t b,
		       bool crossed, bool same_base)
{
	uint32_t lat_a = cvg_cost_inst(fn, a), lat_b = cvg_cost_inst(fn, b);
	uint32_t issue = cvg_cost_in(fn, CVG_KIND_ISSUE);
	int64_t saved =
		(int64_t)lat_a + lat_b - cvg_cost_melded(fn, a, b, crossed);

	if (!same_base && pays_transactions(fn, &fn->insts[a]) && saved > issue)
		saved = issue;
	return saved > INT32_MAX   ? INT32_MAX
	       : saved < INT32_MIN ? INT32_MIN
				   : (int32_t)saved;
}
