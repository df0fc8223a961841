/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The threads of a launch as letters, warp by warp: A for those that take
 * longest. Each kind of vector has a letter of its own if there are enough;
 * else each letter stands for as many threads as another, of kinds that take
 * about as long.
 */
#ifndef CVG_CMD_THREADS_H
#define CVG_CMD_THREADS_H

#include "reconverge/regroup.h"

#define CVG_LETTERS 26

struct cvg_letter {
	uint32_t kinds, threads;
	uint64_t least, most; /* cycles of one such thread by itself */
};

/* The sums over all warps, in one of the two orders. */
struct cvg_warpsum {
	uint64_t diverge; /* warps of several kinds */
	uint64_t cycles;  /* (2), (3) */
};

/* Borrows the groups; no longer than those are there. */
struct cvg_threads {
	const struct cvg_groups *groups;
	uint8_t *of_kind; /* [nkinds] index of its letter */
	struct cvg_letter letter[CVG_LETTERS];
	uint32_t nletters;
	uint32_t nwarps;	   /* of a thread block */
	uint64_t warps;		   /* of all */
	struct cvg_warpsum sum[2]; /* as they are; in the new order */
};

void cvg_threads_init(struct cvg_threads *threads,
		      const struct cvg_groups *groups);
void cvg_threads_done(struct cvg_threads *threads);

/* Lanes [lane, lane + n) of a warp, in the new order if `after`: the letter of
 * whichever takes longest, small if they are not all of one letter; ' ': no
 * thread. */
char cvg_threads_cell(const struct cvg_threads *threads, bool after,
		      uint64_t warp, uint32_t lane, uint32_t n);

/* What a warp is like: its kinds, and how long it takes. */
struct cvg_warplook {
	uint32_t kinds;
	uint64_t cycles;
};
struct cvg_warplook cvg_threads_warp(const struct cvg_threads *threads,
				     bool after, uint64_t warp);

/* "4 threads, 120 cycles", "4 threads of 3 kinds, 120 to 150 cycles" */
void cvg_letter_print(struct cvg_str *out, const struct cvg_letter *l);
/* "12 of 12 warps diverge, 402115 cycles" */
void cvg_warpsum_print(struct cvg_str *out, const struct cvg_threads *threads,
		       bool after);

#endif
