/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Where the lanes of an access go. The common case, all active lanes in one
 * object and in bounds, is found with a few vector operations; anything else
 * goes lane by lane through cvg_place_of, which knows every fault.
 */
#ifndef CVG_SIM_MEMORY_H
#define CVG_SIM_MEMORY_H

#include "sim/machine.h"

/* The lanes of one access. Lanes that are not active are given the place of
 * the first active one, so that reading for all is harmless. */
struct cvg_span {
	struct cvg_memory mem;
	uint32_t off[CVG_MAX_LANES] __attribute__((aligned(CVG_ROW_ALIGN)));
	bool row;  /* all lanes active, one element after the other */
	bool same; /* all active lanes at one place */
};

/*
 * Fill `s` for an access of `bytes` a lane, or return false: then either the
 * warp has faulted, or the lanes do not share an object and go one by one.
 */
bool cvg_span_of(struct cvg_warp *w, const struct cvg_bound *op, uint32_t bytes,
		 bool write, struct cvg_span *s);

/* Count an access: lines touched, cycles they take beyond the first. */
void cvg_count_access(struct cvg_warp *w, const struct cvg_bound *op,
		      const struct cvg_span *s);

/* What is added to the address; a guarded access has a ref there. */
static inline uint64_t cvg_offset_of(const struct cvg_uop *u)
{
	return u->flags & CVG_UF_GUARD ? 0 : u->imm;
}

/* The address of a lane of the access. */
uint64_t cvg_lane_address(const struct cvg_warp *w, const struct cvg_bound *op,
			  uint32_t lane);

/* touch.c: these lanes' words are touched. */
bool cvg_touch_span(struct cvg_warp *w, const struct cvg_span *s,
		    uint32_t bytes, bool write);

/* Is any of these bytes undefined? */
static inline bool cvg_undefined_bytes(const uint8_t *state, uint64_t n)
{
	uint8_t any = 0;

	for (uint64_t i = 0; i < n; i++)
		any |= state[i];
	return any != 0;
}

#endif
