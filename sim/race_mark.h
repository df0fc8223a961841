/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is known of the accesses to a place in memory: marks (races.c). */
#ifndef CVG_SIM_RACE_MARK_H
#define CVG_SIM_RACE_MARK_H

#include "reconverge/base.h"

/*
 * The last access of a kind, or 0. From the highest bit: block 20, epoch 17,
 * warp 5, the warp's own epoch 8, lane 6, the warp's clock 5 (race_order.c),
 * spread 2, and a 1. Numbers are cut to these bits: launches of more than a million
 * blocks are looked at in part.
 */
#define CVG_MARK_BLOCK	44
#define CVG_MARK_EPOCH	27
#define CVG_MARK_WARP	22
#define CVG_MARK_SYNC	14
#define CVG_MARK_LANE	8
#define CVG_MARK_CLOCK	3
#define CVG_MARK_SPREAD 1

/* Whose accesses a mark stands for. */
enum cvg_spread {
	CVG_SPREAD_ONE,
	CVG_SPREAD_LANES,
	CVG_SPREAD_WARPS,
	CVG_SPREAD_BLOCKS
};

static inline enum cvg_spread cvg_mark_spread(uint64_t mark)
{
	return (enum cvg_spread)(mark >> CVG_MARK_SPREAD & 3);
}

static inline uint32_t cvg_mark_epoch(uint64_t mark)
{
	return mark >> CVG_MARK_EPOCH & 0x1ffff;
}

static inline uint32_t cvg_mark_warp(uint64_t mark)
{
	return mark >> CVG_MARK_WARP & 31;
}

static inline uint32_t cvg_mark_clock(uint64_t mark)
{
	return mark >> CVG_MARK_CLOCK & 31;
}

/* Is the mark one of the thread whose mark is `me`, and of no other? */
static inline bool cvg_mark_own(uint64_t mark, uint64_t me)
{
	return !((mark ^ me) >> CVG_MARK_LANE | cvg_mark_spread(mark));
}

static inline uint64_t cvg_mark_with(uint64_t mark, enum cvg_spread spread)
{
	return mark | (uint64_t)spread << CVG_MARK_SPREAD;
}

/* Is an access of thread `me` unordered with those that the mark stands for?
 * `grid`: of global memory. */
static inline bool cvg_mark_unordered(uint64_t mark, uint64_t me, bool grid)
{
	uint64_t differ = mark ^ me;

	if (!mark || cvg_mark_own(mark, me))
		return false;
	if (cvg_mark_spread(mark) == CVG_SPREAD_BLOCKS)
		return true;
	if (differ >> CVG_MARK_BLOCK)
		return grid;
	if (differ >> CVG_MARK_EPOCH)
		return false;
	if (cvg_mark_spread(mark) == CVG_SPREAD_WARPS ||
	    differ >> CVG_MARK_WARP)
		return true;
	return !(differ >> CVG_MARK_SYNC) &&
	       (cvg_mark_spread(mark) == CVG_SPREAD_LANES ||
		differ >> CVG_MARK_LANE);
}

/* The mark after an access of `me`: what is ordered before it is forgotten. */
static inline uint64_t cvg_mark_after(uint64_t mark, uint64_t me, bool grid)
{
	uint64_t differ = mark ^ me;

	if (!mark || cvg_mark_own(mark, me))
		return me;
	if (cvg_mark_spread(mark) == CVG_SPREAD_BLOCKS ||
	    (differ >> CVG_MARK_BLOCK && grid))
		return cvg_mark_with(me, CVG_SPREAD_BLOCKS);
	if (differ >> CVG_MARK_EPOCH)
		return me;
	if (cvg_mark_spread(mark) == CVG_SPREAD_WARPS ||
	    differ >> CVG_MARK_WARP)
		return cvg_mark_with(me, CVG_SPREAD_WARPS);
	return differ >> CVG_MARK_SYNC ? me
				       : cvg_mark_with(me, CVG_SPREAD_LANES);
}

#endif
