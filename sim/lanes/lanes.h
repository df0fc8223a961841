/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What one operation does to all lanes at once: a function for each code and
 * kind, made to be vectorized.
 *
 * A function reads rows a, b, c and writes row dst, for lanes 0 .. nlanes-1
 * (32 or 64), active or not. The value that an inactive lane gets does not
 * matter, but computing it must not trap, and only active lanes can cause a
 * fault. dst overlaps no operand. A row is an array of nlanes elements of the
 * kind (cvg_kind_row bytes), aligned to 32 bytes; a row of kind BIT is one
 * uint64_t, bit i for lane i, whose bits from nlanes up have any value.
 *
 * When a function is called, `lx->poison` and `lx->undef` are the union of its
 * operands' poison and undefined lanes; when it returns, they are those of the
 * result: the function adds the lanes that its flags make poison, or takes
 * lanes away. Bits of inactive lanes have any value.
 *
 * Example: `add nsw i32` on a = {1, INT32_MAX}, b = {1, 1} writes {2,
 * INT32_MIN} and adds lane 1 to lx->poison.
 */
#ifndef CVG_SIM_LANES_H
#define CVG_SIM_LANES_H

#include "reconverge/faults.h"
#include "reconverge/program.h"

/* The lanes in which one scalar is poison, or undefined: bit i for lane i. */
struct cvg_doubt {
	uint64_t poison, undef;
};

/* The context of one operation: filled by the machine before each call. */
struct cvg_lx {
	uint32_t nlanes;	     /* 32 or 64 */
	uint64_t active;	     /* lanes that execute the operation */
	uint64_t poison, undef;	     /* lanes: operands', then result's */
	struct cvg_doubt da, db, dc; /* lanes of each operand alone */
	bool const_a, const_b;	     /* the operand is a constant */
	uint64_t seed;		     /* chooses the garbage of this run */
	const uint32_t *lists;	     /* the decoded function's; for REBITS */
	/* the row, and the doubtful lanes, of an operand; for REBITS */
	const void *(*row_of)(const struct cvg_lx *, uint32_t ref);
	const struct cvg_doubt *(*doubt_of)(const struct cvg_lx *, uint32_t);
	/* the row, and the doubtful lanes, of result k of REBITS, which is in
	 * slot u->dst + k. REBITS writes the doubtful lanes there and does not
	 * change `poison` and `undef` above. */
	void *(*result_of)(const struct cvg_lx *, const struct cvg_uop *,
			   uint32_t k);
	struct cvg_doubt *(*result_doubt_of)(const struct cvg_lx *,
					     const struct cvg_uop *,
					     uint32_t k);
	void *machine; /* the warp, for the four functions above */
	/* Set by the lane function if active lanes fail; the fault is reported
	 * for the lowest of them. */
	enum cvg_faultkind fault;
	uint64_t fault_lanes;
};

typedef void cvg_lane_fn(void *dst, const void *a, const void *b, const void *c,
			 const struct cvg_uop *u, struct cvg_lx *lx);

/*
 * The function for an operation, or NULL if no lane function exists for its
 * code and kind: the machine itself executes memory operations, warp operations
 * and calls. The choice depends on code, kind, kind2, n, flags and width.
 */
cvg_lane_fn *cvg_lane_fn_of(const struct cvg_uop *u);

/* ---- one 16-bit float from and to other floats (lanes_float.c) --------- */

float cvg_half_to_float(uint16_t h);
uint16_t cvg_float_to_half(float f);   /* nearest even; for tests */
uint16_t cvg_double_to_half(double d); /* one rounding */
float cvg_bf16_to_float(uint16_t h);
uint16_t cvg_float_to_bf16(float f); /* for tests */
uint16_t cvg_double_to_bf16(double d);

#endif
