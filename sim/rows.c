/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rows, the values of a slot in all lanes: blended, filled, read by lane. */
#include "sim/machine.h"

#include <string.h>

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

#define BLEND(type)                                                  \
	do {                                                         \
		type *t = to;                                        \
		const type *f = from;                                \
		for (uint64_t rest = mask; rest; rest &= rest - 1) { \
			uint32_t l = cvg_first_lane(rest);           \
			t[l] = f[l];                                 \
		}                                                    \
	} while (0)

void cvg_blend(void *to, const void *from, enum cvg_kind kind, uint64_t mask,
	       uint32_t lanes)
{
	if (kind == CVG_K_BIT) {
		uint64_t *t = to;
		const uint64_t *f = from;

		*t = (*t & ~mask) | (*f & mask);
		return;
	}
	if (mask == (lanes == 64 ? UINT64_MAX : UINT32_MAX)) {
		memcpy(to, from, (size_t)lanes * cvg_kind_bytes(kind));
		return;
	}
	switch (cvg_kind_bytes(kind)) {
	case 1:
		BLEND(uint8_t);
		break;
	case 2:
		BLEND(uint16_t);
		break;
	case 4:
		BLEND(uint32_t);
		break;
	case 8:
		BLEND(uint64_t);
		break;
	case 16:
		BLEND(unsigned __int128);
		break;
	}
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
	for (uint32_t l = 0; l < lanes; l++)
		memcpy((uint8_t *)row + (size_t)l * bytes, v, bytes);
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

void cvg_result_end(struct cvg_warp *warp, const struct cvg_bound *op,
		    uint64_t poison, uint64_t undef)
{
	struct cvg_doubt *d = &warp->frame->doubt[op->dst_doubt];

	if (!op->merge || warp->active == warp->full) {
		d->poison = poison;
		d->undef = undef;
		return;
	}
	cvg_blend(warp->frame->rows + op->dst, warp->scratch,
		  (enum cvg_kind)op->dst_kind, warp->active, cvg_lanes(warp));
	cvg_blend_doubt(d, &(struct cvg_doubt){poison, undef}, warp->active);
}
