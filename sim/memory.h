/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Where the lanes of an access go. If all active lanes access one object, in
 * bounds, a few vector operations find that out (cvg_span_of). All other
 * accesses go lane by lane through cvg_place_of, which reports every fault.
 */
#ifndef CVG_SIM_MEMORY_H
#define CVG_SIM_MEMORY_H

#include "sim/machine.h"

/* The lanes of one access. Lanes that are not active are given the place of
 * the first active one, so that reading for all is harmless. */
struct cvg_span {
	struct cvg_memory mem;
	uint32_t off[CVG_MAX_LANES] /* bytes into mem */
		__attribute__((aligned(CVG_ROW_ALIGN)));
	bool row;  /* all lanes active, one element after the other */
	bool same; /* all active lanes at one place */
};

/*
 * Fill `s` for an access of `bytes` a lane, whose addresses must have none of the
 * bits `low_bits`. False: either the warp has faulted, or the lanes must go one by
 * one.
 */
bool cvg_span_of(struct cvg_warp *warp, const struct cvg_bound *op,
		 uint32_t bytes, uint32_t low_bits, bool write,
		 struct cvg_span *s);

/* Count an access: the lines or passes of it, and in a timed run the cycles that
 * they take beyond the least. `s` is NULL if lanes went one by one. */
void cvg_count_access(struct cvg_warp *warp, const struct cvg_bound *op,
		      const struct cvg_span *s);

/* The constant that is added to the address. The operation's `imm` has it, but
 * for a guarded access, whose `imm` is the ref of the guard. */
static inline uint64_t cvg_offset_of(const struct cvg_uop *uop)
{
	return uop->flags & CVG_UF_GUARD ? 0 : uop->imm;
}

/* The address of a lane of the access. */
uint64_t cvg_lane_address(const struct cvg_warp *warp,
			  const struct cvg_bound *op, uint32_t lane);

/* touch.c: the words of these lanes are read, or written. */
bool cvg_touch_span(struct cvg_warp *warp, const struct cvg_span *s,
		    uint32_t bytes, bool write);

/* place.c: find where `bytes` at an address of a space lie for a lane. False: the
 * lane may not access them, and the warp has faulted. */
struct cvg_location {
	uint8_t *data;
	uint8_t *state;		   /* CVG_BYTE_*; NULL: all defined */
	struct cvg_buffer *buffer; /* NULL: shared or private memory */
	uint32_t offset;	   /* bytes into it */
};
/* What faults call the object: without '@' if it is a variable. */
const char *cvg_buffer_name(const struct cvg_warp *warp,
			    const struct cvg_buffer *buffer);
bool cvg_place_of(struct cvg_warp *warp, const struct cvg_uop *uop,
		  uint32_t space, uint32_t lane, uint64_t address,
		  uint64_t bytes, bool write, struct cvg_location *out);
/* A lane writes `bytes` at an address: note it if the run watches them. */
void cvg_watch_lane(struct cvg_warp *warp, const struct cvg_uop *uop,
		    uint32_t lane, uint64_t address, uint64_t bytes);
/* The state of the place's bytes, which is made if the buffer had none: to be
 * called before bytes become undefined. */
uint8_t *cvg_state_of(struct cvg_warp *warp, struct cvg_location *at);

/* Is any of these bytes undefined? */
static inline bool cvg_undefined_bytes(const uint8_t *state, uint64_t n)
{
	uint8_t any = 0;

	for (uint64_t i = 0; i < n; i++)
		any |= state[i];
	return any != 0;
}

#endif
