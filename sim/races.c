/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Data races on shared memory: two threads of a block touch a byte between
 * the same two barriers, at least one of them writes, and not both accesses are
 * atomic. Lanes of one warp race as well, because the language orders them no
 * more than it orders warps. A thread that writes the value that is there
 * already races all the same.
 *
 * Each byte has a mark: its last writer, its readers, and the number of barriers
 * so far (the epoch) when it was touched. A mark of an older epoch is empty.
 *
 * Example, with 4 threads and no barrier between the two lines:
 *
 *     tile[t] = t;          byte 4: written by thread 1 in epoch 1
 *     x = tile[t ^ 1];      thread 0 reads byte 4 in epoch 1: a race
 *
 * `simulate races=yes` reports "read of shared memory + 4 that thread 1 of the
 * block touches too". A barrier between the lines begins epoch 2, and nothing
 * is reported.
 */
#include "sim/machine.h"

#include <stdlib.h>
#include <string.h>

#define MANY UINT32_MAX /* a mark's reader: several threads read the byte */

/* The accesses to one byte in one epoch. */
struct mark {
	uint32_t writer; /* thread of the block + 1; 0: none */
	uint32_t reader; /* likewise, or MANY */
	uint32_t epoch;
	bool atomic; /* was the last write atomic? */
};

struct cvg_races {
	struct mark *of; /* [n] a mark for each byte of shared memory */
	uint32_t n;
	uint32_t epoch; /* barriers that the block has passed, + 1 */
};

struct cvg_races *cvg_races_new(uint32_t bytes)
{
	struct cvg_races *r = cvg_calloc(1, sizeof(*r));

	r->of = cvg_calloc((size_t)bytes + 1, sizeof(*r->of));
	r->n = bytes;
	return r;
}

void cvg_races_free(struct cvg_races *take_r)
{
	if (!take_r)
		return;
	free(take_r->of);
	free(take_r);
}

void cvg_races_clear(struct cvg_races *r)
{
	memset(r->of, 0, r->n * sizeof(*r->of));
	r->epoch = 1;
}

void cvg_races_barrier(struct cvg_races *r)
{
	r->epoch++;
}

/* Note an access of thread `me` (+ 1). Returns the thread (+ 1), or MANY, whose
 * earlier access races with it; 0: none. */
static uint32_t touch(struct mark *k, uint32_t epoch, uint32_t me, bool write,
		      bool atomic)
{
	uint32_t with = 0;

	if (k->epoch != epoch)
		*k = (struct mark){.epoch = epoch};
	if (k->writer && k->writer != me && !(atomic && k->atomic))
		with = k->writer;
	if (write && k->reader && k->reader != me && !atomic)
		with = k->reader;
	if (write) {
		k->writer = me;
		k->atomic = atomic;
	} else {
		k->reader = k->reader && k->reader != me ? MANY : me;
	}
	return with;
}

/* Stop the warp with a fault that names the two accesses. Returns false. */
static bool race(struct cvg_warp *w, const struct cvg_uop *u, uint32_t lane,
		 uint64_t at, uint32_t bytes, bool write, uint32_t with)
{
	if (with == MANY)
		return cvg_access_fault(w, CVG_F_RACE, lane, u, at, bytes,
					"%s of shared memory + %llu that "
					"other threads read",
					write ? "write" : "read",
					(unsigned long long)at);
	return cvg_access_fault(w, CVG_F_RACE, lane, u, at, bytes,
				"%s of shared memory + %llu that thread %u of "
				"the block touches too",
				write ? "write" : "read",
				(unsigned long long)at, with - 1);
}

bool cvg_race_touch(struct cvg_warp *w, const struct cvg_uop *u, uint32_t space,
		    uint32_t lane, uint64_t at, uint32_t bytes, bool write)
{
	struct cvg_races *r = w->block->races;
	bool atomic = u->flags & CVG_UF_ATOMIC || u->code == CVG_U_ATOMIC ||
		      u->code == CVG_U_CMPXCHG;
	uint32_t me = w->id * cvg_lanes(w) + lane + 1;

	if (space != CVG_SPACE_SHARED) {
		if (space != CVG_SPACE_FLAT ||
		    at >> CVG_GRANULE_BITS !=
			    CVG_APERTURE_SHARED >> CVG_GRANULE_BITS)
			return true;
		at = (uint32_t)at;
	}
	for (uint64_t i = at; i < at + bytes && i < r->n; i++) {
		uint32_t with = touch(&r->of[i], r->epoch, me, write, atomic);

		if (with)
			return race(w, u, lane, at, bytes, write, with);
	}
	return true;
}
