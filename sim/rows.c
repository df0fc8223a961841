/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rows, the values of a slot in all lanes: blended, filled, read by lane. */
#include "sim/machine.h"

#include <string.h>

/* ---- refs that are not bound ------------------------------------------ */

const void *cvg_row_in(const struct cvg_sim *sim, const struct cvg_frame *frame,
		       uint32_t ref)
{
	if (ref == CVG_NONE)
		return sim->const_rows + sim->const_row[sim->program->nconsts];
	if (ref & CVG_REF_CONST)
		return sim->const_rows + sim->const_row[ref & ~CVG_REF_CONST];
	return frame->rows + frame->code->row[ref];
}

const struct cvg_doubt *cvg_doubt_in(const struct cvg_sim *sim,
				     const struct cvg_frame *frame,
				     uint32_t ref)
{
	if (ref == CVG_NONE)
		return &sim->const_doubt[sim->program->nconsts];
	if (ref & CVG_REF_CONST)
		return &sim->const_doubt[ref & ~CVG_REF_CONST];
	return &frame->doubt[ref];
}

const void *cvg_ref_row(const struct cvg_warp *warp, uint32_t ref)
{
	return cvg_row_in(warp->machine->sim, warp->frame, ref);
}

const struct cvg_doubt *cvg_ref_doubt(const struct cvg_warp *warp, uint32_t ref)
{
	return cvg_doubt_in(warp->machine->sim, warp->frame, ref);
}

/* ---- masks ----------------------------------------------------------- */

/* All ones for each of 32 lanes that is in the mask, zeros for the others. */
CVG_CLONES static void spread(uint32_t *restrict to, uint32_t mask)
{
	for (uint32_t l = 0; l < 32; l++)
		to[l] = mask & UINT32_C(1) << l ? UINT32_MAX : 0;
}

const uint32_t *cvg_mask_row(struct cvg_warp *warp)
{
	if (warp->mask_of == warp->active)
		return warp->mask32;
	for (uint32_t l = 0; l < cvg_lanes(warp); l += 32)
		spread(warp->mask32 + l, (uint32_t)(warp->active >> l));
	warp->mask_of = warp->active;
	return warp->mask32;
}

/*
 * Blend 32 lanes, in a loop that the compiler makes vectors of. `word` is as wide
 * as the element if a processor shifts vectors of it by an amount for each lane.
 */
#define BLEND(name, type, word)                                               \
	CVG_CLONES static void name(void *restrict to,                        \
				    const void *restrict from, uint32_t mask) \
	{                                                                     \
		type *restrict t = to;                                        \
		const type *restrict f = from;                                \
                                                                              \
		for (uint32_t l = 0; l < 32; l++) {                           \
			const word kept =                                     \
				mask & (word)1 << l ? 0 : (word) - 1;         \
                                                                              \
			t[l] = (type)((t[l] & kept) | (f[l] & ~kept));        \
		}                                                             \
	}

BLEND(blend8, uint8_t, uint32_t)
BLEND(blend16, uint16_t, uint32_t)
BLEND(blend32, uint32_t, uint32_t)
BLEND(blend64, uint64_t, uint64_t)

static void blend128(void *restrict to, const void *restrict from,
		     uint32_t mask)
{
	for (; mask; mask &= mask - 1) {
		size_t at = (size_t)cvg_first_lane(mask) * 16;

		memcpy((uint8_t *)to + at, (const uint8_t *)from + at, 16);
	}
}

void cvg_blend(void *to, const void *from, enum cvg_kind kind, uint64_t mask,
	       uint32_t lanes)
{
	static void (*const blends[])(void *restrict, const void *restrict,
				      uint32_t) = {
		[1] = blend8,  [2] = blend16,	[4] = blend32,
		[8] = blend64, [16] = blend128,
	};
	uint32_t bytes = cvg_kind_bytes(kind);

	if (kind == CVG_K_BIT) {
		uint64_t *t = to;
		const uint64_t *f = from;

		*t = (*t & ~mask) | (*f & mask);
		return;
	}
	for (uint32_t l = 0; l < lanes; l += 32)
		blends[bytes]((uint8_t *)to + (size_t)l * bytes,
			      (const uint8_t *)from + (size_t)l * bytes,
			      (uint32_t)(mask >> l));
}

void cvg_fill_row(void *row, enum cvg_kind kind, const uint64_t v[2],
		  uint32_t lanes)
{
	uint32_t bytes = cvg_kind_bytes(kind);
	uint64_t bits = v[0] & 1 ? UINT64_MAX : 0;

	if (kind == CVG_K_BIT) {
		memcpy(row, &bits, sizeof(bits));
		return;
	}
	memcpy(row, v, bytes);
	for (size_t done = bytes; done < (size_t)lanes * bytes; done *= 2)
		memcpy((uint8_t *)row + done, row, done);
}

uint64_t cvg_row_get(const void *row, enum cvg_kind kind, uint32_t lane)
{
	uint64_t v = 0;
	uint32_t bytes = cvg_kind_bytes(kind);

	if (kind == CVG_K_BIT)
		return *(const uint64_t *)row >> lane & 1;
	memcpy(&v, (const uint8_t *)row + (size_t)lane * bytes,
	       bytes < 8 ? bytes : 8);
	return v;
}

void cvg_row_set(void *row, enum cvg_kind kind, uint32_t lane, uint64_t v)
{
	uint32_t bytes = cvg_kind_bytes(kind);
	uint64_t words[2] = {v, 0};

	if (kind == CVG_K_BIT) {
		uint64_t *bits = row;

		*bits = (*bits & ~(UINT64_C(1) << lane)) | (v & 1) << lane;
		return;
	}
	memcpy((uint8_t *)row + (size_t)lane * bytes, words, bytes);
}
