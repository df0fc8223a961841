/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A scoreboard for machine code: when a warp that runs alone would issue each
 * instruction of the text, one after the other. Where the code waits for a
 * result, the cycles are counted to the instruction that waits.
 *
 * Example, AMDGPU, cycles on gfx906:
 *
 *	global_load_dword v4, v[1:2], off	issued at 0 to 4, ready at 320
 *	v_lshlrev_b32_e32 v3, 2, v0		issued at 4 to 8
 *	s_waitcnt vmcnt(0)			waits 8 to 320
 *	ds_write_b32 v3, v4			issued at 324 to 328
 *
 * The text is taken as it stands: a loop is gone through once, and what its end
 * began is not under way at its beginning.
 */
#ifndef RECONVERGE_MCODE_CLOCK_H
#define RECONVERGE_MCODE_CLOCK_H

#include "reconverge/mcode.h"

/* Results that come in the order in which they were asked for, so that the code
 * waits until all but the last few are there. */
#define CVG_MQUEUE_MOST 64

struct cvg_mqueue {
	uint64_t ready[CVG_MQUEUE_MOST]; /* of the last ones, a ring */
	uint32_t n;			 /* asked for so far */
};

/* When registers with names are ready. */
struct cvg_mregister {
	uint64_t name; /* a hash; 0: free */
	uint64_t ready;
};

struct cvg_mclock {
	uint64_t now;
	uint64_t waited; /* cycles of the instruction that is read */
	struct cvg_mregister *registers; /* [nregisters] a hash table */
	uint32_t nregisters, used;
};

void cvg_mclock_done(struct cvg_mclock *clock);

/* Wait until that cycle. */
void cvg_mclock_wait(struct cvg_mclock *clock, uint64_t until);

/* A result comes at that cycle; wait until at most `left` are under way. */
void cvg_mqueue_add(struct cvg_mqueue *queue, uint64_t ready);
void cvg_mqueue_wait(const struct cvg_mqueue *queue, struct cvg_mclock *clock,
		     uint32_t left);
/* Wait for the k-th last result, from 1 on. */
void cvg_mqueue_wait_for(const struct cvg_mqueue *queue,
			 struct cvg_mclock *clock, uint32_t k);

/* Where the cycle stands at which the register of that name, of n characters, is
 * ready: 0 at first. */
uint64_t *cvg_mclock_register(struct cvg_mclock *clock, const char *name,
			      size_t n);

#endif
