/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which words of global memory the blocks of a worker read and wrote, a bit each.
 * If no word that one worker wrote was touched by another one, the workers have
 * done what one worker would have done alone: within a worker the blocks came in
 * the order of the grid.
 */
#include "sim/memory.h"

#include <stdlib.h>
#include <string.h>

#define WORD_SHIFT 2

/* The words of one buffer. */
struct touched_buffer {
	uint64_t *read, *written; /* [n]; NULL: none was touched yet */
	uint64_t n;		  /* words of bits */
};

struct cvg_touched {
	struct touched_buffer *of; /* [CVG_NGRANULES] */
	struct cvg_u32s granules;  /* that have bits, of the many that may */
};

struct cvg_touched *cvg_touched_new(void)
{
	struct cvg_touched *t = cvg_calloc(1, sizeof(*t));

	t->of = cvg_calloc(CVG_NGRANULES, sizeof(*t->of));
	return t;
}

void cvg_touched_free(struct cvg_touched *take_t)
{
	if (!take_t)
		return;
	for (size_t i = 0; i < take_t->granules.n; i++) {
		struct touched_buffer *t = &take_t->of[take_t->granules.at[i]];

		free(t->read);
		free(t->written);
	}
	free(take_t->granules.at);
	free(take_t->of);
	free(take_t);
}

static uint64_t *bits_for(struct cvg_warp *warp,
			  const struct cvg_buffer *buffer, bool write)
{
	struct cvg_touched *touched = warp->block->touched;
	struct touched_buffer *t = &touched->of[buffer->granule];

	if (!t->read) {
		cvg_push(&touched->granules, buffer->granule);
		t->n = ((buffer->bytes >> WORD_SHIFT) + 64) / 64;
		t->read = cvg_calloc(t->n, sizeof(*t->read));
		t->written = cvg_calloc(t->n, sizeof(*t->written));
	}
	return write ? t->written : t->read;
}

static void mark(uint64_t *bits, uint64_t from, uint64_t to)
{
	for (uint64_t i = from >> WORD_SHIFT; i <= to >> WORD_SHIFT; i++)
		bits[i >> 6] |= UINT64_C(1) << (i & 63);
}

bool cvg_touch(struct cvg_warp *warp, struct cvg_buffer *buffer,
	       uint64_t offset, uint64_t bytes, bool write)
{
	if (!buffer->constant && bytes)
		mark(bits_for(warp, buffer, write), offset, offset + bytes - 1);
	return true;
}

bool cvg_touch_span(struct cvg_warp *warp, const struct cvg_span *s,
		    uint32_t bytes, bool write)
{
	uint64_t *bits;

	if (s->mem.buffer->constant)
		return true;
	bits = bits_for(warp, s->mem.buffer, write);
	if (s->row) {
		mark(bits, s->off[0],
		     s->off[0] + (uint64_t)bytes * cvg_lanes(warp) - 1);
		return true;
	}
	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint32_t off = s->off[cvg_first_lane(rest)];

		mark(bits, off, off + (uint64_t)bytes - 1);
	}
	return true;
}

static bool meet(const struct touched_buffer *a, const struct touched_buffer *b)
{
	if (!a->read || !b->read)
		return false;
	for (uint64_t i = 0; i < a->n; i++) {
		if (a->written[i] & (b->read[i] | b->written[i]) ||
		    b->written[i] & a->read[i])
			return true;
	}
	return false;
}

bool cvg_touched_meet(const struct cvg_touched *a, const struct cvg_touched *b)
{
	for (size_t i = 0; i < a->granules.n; i++) {
		uint32_t granule = a->granules.at[i];

		if (meet(&a->of[granule], &b->of[granule]))
			return true;
	}
	return false;
}
