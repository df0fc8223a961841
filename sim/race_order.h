/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What atomics and fences order (race_order.c). */
#ifndef CVG_SIM_RACE_ORDER_H
#define CVG_SIM_RACE_ORDER_H

#include "sim/memory.h"

struct cvg_orders *cvg_orders_new(uint64_t nblocks);
void cvg_orders_free(struct cvg_orders *take_o);
/* A block begins; it passes a barrier. */
void cvg_orders_block(struct cvg_orders *o);
void cvg_orders_barrier(struct cvg_orders *o);
/* The clock of the warp, for the marks of what the operation accesses. */
uint32_t cvg_orders_clock(struct cvg_orders *o, const struct cvg_warp *w,
			  const struct cvg_uop *u);
/* The warp runs a fence. */
void cvg_orders_fence(struct cvg_orders *o, struct cvg_warp *w,
		      const struct cvg_uop *u);
/* A lane of the warp accesses that byte of an object, or of shared memory (0),
 * atomically. */
void cvg_orders_atomic(struct cvg_orders *o, const struct cvg_warp *w,
		       const struct cvg_uop *u, uint32_t granule, uint64_t byte,
		       bool reads, bool writes);
/* Have atomics ordered what the mark stands for before what the warp, whose mark
 * is `me`, does now? */
bool cvg_orders_before(const struct cvg_orders *o, const struct cvg_warp *w,
		       uint64_t mark, uint64_t me);

#endif
