/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Pricing, shared between the files price*.c.
 *
 * A value is a number of lanes of a number of bits. Up to 32 bits cost the
 * narrow row of the table, up to 64 the wide one, more as many wide ones as
 * there are 64-bit parts (squared for products and quotients). Lanes
 * multiply; 16-bit lanes go in pairs where the hardware packs them.
 */
#ifndef CVG_COST_PRICE_H
#define CVG_COST_PRICE_H

#include "private.h"

struct pricer {
	const struct cvg_fn *fn;
	enum cvg_cost_family family;
};

/* What the price of an operation depends on. */
struct shape {
	bool is_float;
	uint32_t bits; /* of one lane */
	uint32_t lanes;
};

/* The memory of an address space, which decides the row of an access. */
enum cvg_memkind cvg_price_space(const struct cvg_fn *fn, uint32_t addrspace);

struct pricer cvg_pricer_of(const struct cvg_fn *fn);
uint32_t cvg_price_kind(const struct pricer *p, enum cvg_cost_kind kind);

struct shape cvg_price_shape(const struct pricer *p, uint32_t type);
uint32_t cvg_operand_type(const struct pricer *p, const struct cvg_inst *in,
			  uint32_t k);

/* 32-bit registers that a value takes, at least one. */
uint32_t cvg_price_words(const struct pricer *p, uint32_t type);

uint32_t cvg_price_lanes(const struct pricer *p, struct shape s,
			 enum cvg_cost_kind narrow, enum cvg_cost_kind wide);
uint32_t cvg_price_flop(const struct pricer *p, struct shape s);

/* load, store, atomicrmw, cmpxchg, va_arg. */
uint32_t cvg_price_memory(const struct pricer *p, const struct cvg_inst *in);
/* A load, store or atomic (by its kind in flat memory) somewhere else. */
uint32_t cvg_price_access_of(const struct pricer *p, enum cvg_cost_kind flat,
			     uint32_t addrspace, uint32_t words);
/* What the words after the first of an access to global memory cost. */
uint32_t cvg_price_global_words(const struct pricer *p, uint32_t words);
/* memcpy and memmove (which read), memset. */
uint32_t cvg_price_copy(const struct pricer *p, const struct cvg_inst *in,
			bool reads);
uint32_t cvg_price_call(const struct pricer *p, uint32_t inst);
/* What a call is priced as: an intrinsic's row, CALL if it has a body or one
 * that nobody knows. */
enum cvg_cost_kind cvg_price_callee(const struct cvg_fn *fn, uint32_t inst);

#endif
