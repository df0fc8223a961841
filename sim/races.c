/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Data races on shared memory: two threads of a block touch a byte between
 * the same two barriers, one of them writes, and they are not both atomic.
 * Lanes of one warp race as well: nothing orders them but luck. A thread that
 * writes what is there already races all the same.
 */
#include "sim/machine.h"

#include <stdlib.h>
#include <string.h>

/* The last touches of one byte: thread + 1 and when. */
struct mark {
	uint32_t writer, reader; /* 0: nobody since the last barrier;
				    readers: MANY if several */
	uint32_t epoch;
	bool atomic; /* how it was written */
};

#define MANY UINT32_MAX

struct cvg_races {
	struct mark *of;
	uint32_t n, epoch;
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

/* Does this touch race with an earlier one? With whom. */
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
