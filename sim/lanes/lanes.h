/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What one operation does to all lanes at once: a function for each code and
 * kind, made to be vectorized.
 *
 * A function reads rows a, b, c and writes row dst, for lanes 0 .. nlanes-1
 * (32 or 64), active or not; what an inactive lane gets does not matter, but
 * computing it must not trap, and only active lanes count for faults. dst
 * overlaps no operand. Rows are arrays of nlanes elements of the kind
 * (cvg_kind_row bytes), aligned to 32; of a BIT, one uint64_t whose bits above
 * nlanes are anything.
 *
 * `lx->poison` and `lx->undef` come in as the union of the operands' (an
 * operand that is not there counts nothing) and go out as the result's; a
 * function adds the lanes its flags make poison, or takes some away. Lanes
 * that are not active may be in them or not.
 */
#ifndef CVG_SIM_LANES_H
#define CVG_SIM_LANES_H

#include "reconverge/program.h"

struct cvg_doubt { /* bits of lanes */
	uint64_t poison, undef;
};

struct cvg_lx {
	uint32_t nlanes;
	uint64_t active;
	uint64_t poison, undef;
	struct cvg_doubt da, db, dc; /* of each operand alone */
	bool const_a, const_b;	     /* the operand is a constant */
	uint64_t seed;		     /* of the run's garbage */
	const uint32_t *lists;	     /* of the function: REBITS */
	const void *(*row_of)(const struct cvg_lx *, uint32_t ref);
	const struct cvg_doubt *(*doubt_of)(const struct cvg_lx *, uint32_t);
	/* REBITS: row and doubt of result k, in slot u->dst + k; it sets the
	 * doubts there and leaves poison and undef above alone */
	void *(*result_of)(const struct cvg_lx *, const struct cvg_uop *,
			   uint32_t k);
	struct cvg_doubt *(*result_doubt_of)(const struct cvg_lx *,
					     const struct cvg_uop *,
					     uint32_t k);
	void *machine;
	/* a fault: which, and in which active lanes (the lowest is blamed) */
	enum cvg_faultkind fault;
	uint64_t fault_lanes;
};

typedef void cvg_lane_fn(void *dst, const void *a, const void *b, const void *c,
			 const struct cvg_uop *u, struct cvg_lx *lx);

/*
 * The function for an operation, or NULL if that code and kind do not go
 * together or are the machine's own (memory, warps, calls). Looks at code,
 * kind, kind2, n, flags and width: the plainest function that does it.
 */
cvg_lane_fn *cvg_lane_fn_of(const struct cvg_uop *u);

/* ---- floats as bits, for whoever needs them (lanes_float.c) ----------- */

float cvg_half_to_float(uint16_t h);
uint16_t cvg_float_to_half(float f);   /* nearest even */
uint16_t cvg_double_to_half(double d); /* one rounding */
float cvg_bf16_to_float(uint16_t h);
uint16_t cvg_float_to_bf16(float f);
uint16_t cvg_double_to_bf16(double d);

#endif
