/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Rows, the values of a slot in all lanes, and their doubt (rows.c); included by
 * machine.h.
 */
#ifndef CVG_SIM_ROWS_H
#define CVG_SIM_ROWS_H

#include <string.h>

#include "sim/machine.h"

/* The mask of all lanes of a warp of 32 or 64. */
static inline uint64_t cvg_all_lanes(uint32_t lanes)
{
	return lanes == 64 ? UINT64_MAX : UINT32_MAX;
}

static inline uint32_t cvg_first_lane(uint64_t mask)
{
	return (uint32_t)__builtin_ctzll(mask);
}

static inline uint32_t cvg_lanes(const struct cvg_warp *warp)
{
	return warp->lx.nlanes;
}

/* ---- operands -------------------------------------------------------- */

/* The row of values of an operand, and its doubt. */
static inline const uint8_t *cvg_row(const struct cvg_warp *warp,
				     const struct cvg_at *at)
{
	return warp->rows[at->base] + at->row;
}

static inline const struct cvg_doubt *cvg_doubt_of(const struct cvg_warp *warp,
						   const struct cvg_at *at)
{
	return warp->doubts[at->base] + at->doubt;
}

/* The row and the doubt of a ref that is not bound, in `frame` or in the running
 * frame. */
const void *cvg_row_in(const struct cvg_sim *sim, const struct cvg_frame *frame,
		       uint32_t ref);
const struct cvg_doubt *cvg_doubt_in(const struct cvg_sim *sim,
				     const struct cvg_frame *frame,
				     uint32_t ref);
const void *cvg_ref_row(const struct cvg_warp *warp, uint32_t ref);
const struct cvg_doubt *cvg_ref_doubt(const struct cvg_warp *warp,
				      uint32_t ref);

/* The active lanes as a row: all ones or all zeros a lane. Borrowed until the
 * active lanes change. */
const uint32_t *cvg_mask_row(struct cvg_warp *warp);

/* ---- elements -------------------------------------------------------- */

/* Fill a row with the number v[1]:v[0] in all lanes. */
void cvg_fill_row(void *row, enum cvg_kind kind, const uint64_t v[2],
		  uint32_t lanes);
/* The element of a lane as a number, zero-extended; kinds of up to 64 bits. */
uint64_t cvg_row_get(const void *row, enum cvg_kind kind, uint32_t lane);
void cvg_row_set(void *row, enum cvg_kind kind, uint32_t lane, uint64_t v);

/* ---- results --------------------------------------------------------- */

/* The row that an operation writes: that of its slot, or a scratch row that
 * cvg_result_end blends into it. */
static inline uint8_t *cvg_result(struct cvg_warp *warp,
				  const struct cvg_bound *op)
{
	return op->merge && warp->active != warp->full
		       ? warp->scratch
		       : warp->frame->rows + op->dst;
}

/* to[l] = from[l] for the lanes of `mask`. */
void cvg_blend(void *to, const void *from, enum cvg_kind kind, uint64_t mask,
	       uint32_t lanes);

/* Both numbers are stored at once, because the next operation loads them at once:
 * a processor that must join two stores for one load waits for the cache. */
static inline void cvg_set_doubt(struct cvg_doubt *d, uint64_t poison,
				 uint64_t undef)
{
	const uint64_t __attribute__((vector_size(16))) both = {poison, undef};

	memcpy(d, &both, sizeof(both));
}

static inline void cvg_blend_doubt(struct cvg_doubt *to,
				   const struct cvg_doubt *from, uint64_t mask)
{
	cvg_set_doubt(to, (to->poison & ~mask) | (from->poison & mask),
		      (to->undef & ~mask) | (from->undef & mask));
}

/* The operation has written the row that cvg_result gave: blend it into the slot
 * if need be, and set the slot's doubt. */
static inline void cvg_result_end(struct cvg_warp *warp,
				  const struct cvg_bound *op, uint64_t poison,
				  uint64_t undef)
{
	struct cvg_doubt *d = &warp->frame->doubt[op->dst_doubt];

	if (!op->merge || warp->active == warp->full) {
		cvg_set_doubt(d, poison, undef);
		return;
	}
	cvg_blend(warp->frame->rows + op->dst, warp->scratch,
		  (enum cvg_kind)op->dst_kind, warp->active, cvg_lanes(warp));
	cvg_blend_doubt(d, &(struct cvg_doubt){poison, undef}, warp->active);
}

#endif
