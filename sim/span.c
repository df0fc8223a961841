/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the places of all lanes of an access at once: see memory.h. */
#include "sim/memory.h"

#include <string.h>

uint64_t cvg_lane_address(const struct cvg_warp *warp,
			  const struct cvg_bound *op, uint32_t lane)
{
	enum cvg_kind kind = (enum cvg_kind)op->a_kind;
	uint64_t a = cvg_row_get(cvg_row(warp, &op->a), kind, lane);

	a += cvg_offset_of(op->uop);
	return kind == CVG_K_I32 ? (uint32_t)a : a;
}

/* What was found of the offsets of all lanes; 0: no lane is so. */
struct findings {
	uint32_t other;	   /* a lane is in another object */
	uint32_t high;	   /* a lane is beyond the last place */
	uint32_t low_bits; /* all offsets, or-ed: their alignment */
	uint32_t gap;	   /* lanes are not one after the other */
	uint32_t apart;	   /* lanes are not all at the same place */
};

CVG_CLONES static void offsets64(const uint64_t *restrict a, uint64_t imm,
				 const uint32_t *restrict mask, uint64_t first,
				 uint32_t last, uint32_t step, uint32_t lanes,
				 uint32_t *restrict off, struct findings *f)
{
	uint32_t object = (uint32_t)(first >> 32), low = (uint32_t)first;
	uint32_t other = 0, high = 0, bits = 0, gap = 0, apart = 0;

	/* The compiler makes vectors of loops of 32 lanes that count from 0. */
	for (uint32_t base = 0; base < lanes; base += 32) {
		uint32_t next = low + base * step;

		for (uint32_t i = 0; i < 32; i++) {
			uint64_t x = a[i] + imm;
			uint32_t m = mask[i];
			uint32_t o = ((uint32_t)x & m) | (low & ~m);

			other |= ((uint32_t)(x >> 32) ^ object) & m;
			high |= o > last;
			bits |= o;
			gap |= o - next - i * step;
			apart |= o ^ low;
			off[i] = o;
		}
		a += 32;
		mask += 32;
		off += 32;
	}
	*f = (struct findings){other, high, bits, gap, apart};
}

CVG_CLONES static void offsets32(const uint32_t *restrict a, uint32_t imm,
				 const uint32_t *restrict mask, uint32_t low,
				 uint32_t last, uint32_t step, uint32_t lanes,
				 uint32_t *restrict off, struct findings *f)
{
	uint32_t high = 0, bits = 0, gap = 0, apart = 0;

	for (uint32_t base = 0; base < lanes; base += 32) {
		uint32_t next = low + base * step;

		for (uint32_t i = 0; i < 32; i++) {
			uint32_t m = mask[i];
			uint32_t o = ((a[i] + imm) & m) | (low & ~m);

			high |= o > last;
			bits |= o;
			gap |= o - next - i * step;
			apart |= o ^ low;
			off[i] = o;
		}
		a += 32;
		mask += 32;
		off += 32;
	}
	*f = (struct findings){0, high, bits, gap, apart};
}

/* The memory that the first active lane's address lies in; false: none. */
static bool memory_at(struct cvg_warp *warp, uint32_t space, uint64_t first,
		      struct cvg_memory *mem, bool *private)
{
	struct cvg_buffer *buffer;
	uint32_t granule = (uint32_t)(first >> CVG_GRANULE_BITS);

	switch (space) {
	case CVG_SPACE_SHARED:
		*mem = warp->block->shared;
		return true;
	case CVG_SPACE_PRIVATE:
		*mem = warp->private;
		mem->bytes = warp->private_top;
		*private = true;
		return true;
	}
	if (granule == CVG_APERTURE_SHARED >> CVG_GRANULE_BITS) {
		*mem = warp->block->shared;
		return true;
	}
	if (granule == CVG_APERTURE_PRIVATE >> CVG_GRANULE_BITS) {
		*mem = warp->private;
		mem->bytes = warp->private_top;
		*private = true;
		return true;
	}
	buffer = granule < CVG_NGRANULES ? warp->machine->granule[granule]
					 : NULL;
	if (!buffer || buffer->freed)
		return false;
	*mem = (struct cvg_memory){buffer->data, buffer->undefined,
				   buffer->bytes, buffer};
	return true;
}

/* Private memory has a stretch for each lane: add where the lane's begins. */
static void add_strides(const struct cvg_warp *warp, struct cvg_span *s)
{
	uint32_t stride = (uint32_t)warp->private_stride;
	uint32_t first = cvg_first_lane(warp->active);

	for (uint32_t l = 0; l < cvg_lanes(warp); l++)
		s->off[l] += stride * (warp->active >> l & 1 ? l : first);
	s->row = s->same = false;
}

bool cvg_span_of(struct cvg_warp *warp, const struct cvg_bound *op,
		 uint32_t bytes, uint32_t low_bits, bool write,
		 struct cvg_span *s)
{
	const struct cvg_uop *uop = op->uop;
	const void *row = cvg_row(warp, &op->a);
	uint32_t lanes = cvg_lanes(warp), last;
	uint64_t first =
		cvg_lane_address(warp, op, cvg_first_lane(warp->active));
	struct findings f;
	bool private = false;

	if (!cvg_sure(warp, cvg_doubt_of(warp, &op->a), CVG_F_POISON_ADDRESS,
		      CVG_F_UNDEF_ADDRESS, uop))
		return false;
	if (!memory_at(warp, uop->kind2, first, &s->mem, &private) ||
	    s->mem.bytes < bytes)
		return false;
	if (write && s->mem.buffer && s->mem.buffer->constant)
		return false;
	last = (uint32_t)(s->mem.bytes - bytes);
	if (op->a_kind == CVG_K_I64)
		offsets64(row, cvg_offset_of(uop), cvg_mask_row(warp), first,
			  last, bytes, lanes, s->off, &f);
	else
		offsets32(row, (uint32_t)cvg_offset_of(uop), cvg_mask_row(warp),
			  (uint32_t)first, last, bytes, lanes, s->off, &f);
	if (f.other || f.high || f.low_bits & low_bits ||
	    (private && (uint32_t)first < CVG_PRIVATE_START))
		return false;
	s->row = !f.gap && warp->active == cvg_all_lanes(lanes);
	s->same = !f.apart;
	if (private)
		add_strides(warp, s);
	return true;
}
