/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Pricing, shared by the files price*.c.
 *
 * A value has a shape: a number of lanes of a number of bits. An operation has
 * a narrow kind in the table, for up to 32 bits, and a wide kind, for up to 64.
 * A lane with more bits costs the wide kind once for each 64-bit part; products
 * and quotients, the square of the number of parts. The price is multiplied by
 * the number of lanes; 16-bit lanes count in pairs where the hardware packs
 * them.
 */
#ifndef CVG_COST_PRICE_H
#define CVG_COST_PRICE_H

#include "private.h"
#include "reconverge/graph.h"
#include "reconverge/target.h"

struct pricer {
	const struct cvg_fn *fn;
	enum cvg_cost_family family;
	uint32_t partner; /* the instruction that the priced one melds with;
			     CVG_NONE: none */
	bool crossed;	  /* their first two operands stand crosswise */
	bool unfolded;	  /* price as if no operand were a constant */
	bool on_lanes;	  /* price as if there were no scalar unit */
};

/* The properties of a type that the price of an operation depends on. */
struct shape {
	bool is_float;
	uint32_t bits; /* of one lane */
	uint32_t lanes;
};

/* The memory of an address space, which decides the row of an access. */
enum cvg_memkind cvg_price_space(const struct cvg_fn *fn, uint32_t addrspace);

/* The price of an instruction, whatever it is. */
uint32_t cvg_price_inst(const struct pricer *p, uint32_t inst);

struct pricer cvg_pricer_of(const struct cvg_fn *fn);
uint32_t cvg_price_kind(const struct pricer *p, enum cvg_cost_kind kind);

struct shape cvg_price_shape(const struct pricer *p, uint32_t type);
uint32_t cvg_operand_type(const struct pricer *p, const struct cvg_inst *in,
			  uint32_t k);

/*
 * Operand k if it is a constant, else NULL. If the instruction melds with a
 * partner whose operand is another, both are chosen by a select, and the melded
 * instruction has no constant there.
 */
const struct cvg_value *cvg_price_constant(const struct pricer *p,
					   const struct cvg_inst *in,
					   uint32_t k);

/* The kind of a product of at most 32 bits. */
enum cvg_cost_kind cvg_price_product(struct shape s);
/* mul by a constant, and udiv, sdiv, urem or srem by one, of at most 64 bits a
 * lane (price_const.c). */
uint32_t cvg_price_mul_by(const struct pricer *p, struct shape s,
			  const struct cvg_value *factor);
/* Does the quotient by that constant take a multiplier of one bit more than the
 * numbers have, and so three instructions more? */
bool cvg_price_is_long(enum cvg_op op, struct shape s,
		       const struct cvg_value *divisor);
uint32_t cvg_price_divide_by(const struct pricer *p, enum cvg_op op,
			     struct shape s, const struct cvg_value *divisor);

/* An integer operation on the scalar unit (price_scalar.c); 0: it runs on
 * lanes. */
uint32_t cvg_price_scalar(const struct pricer *p, const struct cvg_inst *in);

/* A switch: the tests that a warp makes (price_switch.c). */
uint32_t cvg_price_switch(const struct pricer *p, const struct cvg_inst *in);

/* The number of 32-bit registers of a value, at least one. */
uint32_t cvg_price_words(const struct pricer *p, uint32_t type);

uint32_t cvg_price_lanes(const struct pricer *p, struct shape s,
			 enum cvg_cost_kind narrow, enum cvg_cost_kind wide);
uint32_t cvg_price_flop(const struct pricer *p, struct shape s);

/* load, store, atomicrmw, cmpxchg, va_arg. */
uint32_t cvg_price_memory(const struct pricer *p, const struct cvg_inst *in);
/* The price of a load, store or atomic of `words` words in an address space;
 * `flat` is its kind in flat memory. */
uint32_t cvg_price_access_of(const struct pricer *p, enum cvg_cost_kind flat,
			     uint32_t addrspace, uint32_t words);
/* The price of the words after the first of an access to global memory. */
uint32_t cvg_price_global_words(const struct pricer *p, uint32_t words);
/* memcpy and memmove (which read), memset. */
uint32_t cvg_price_copy(const struct pricer *p, const struct cvg_inst *in,
			bool reads);
uint32_t cvg_price_call(const struct pricer *p, uint32_t inst);
/* The kind that a call is priced as: that of its row in intrinsics.def; CALL if
 * the function has a body, or is unknown. */
enum cvg_cost_kind cvg_price_callee(const struct cvg_fn *fn, uint32_t inst);

#endif
