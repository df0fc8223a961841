/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Operations among 32 neighbours, which are a warp of NVPTX, a half of one of
 * AMDGPU. On a platform of OpenCL the block does them through local memory,
 * `box`, one word a thread; all threads of the block must then take part.
 */
#ifndef WARP_H
#define WARP_H

#include "feature.h"

#if defined(__AMDGCN__)

INLINE uint lane_of_64(void)
{
	return __builtin_amdgcn_mbcnt_hi(~0u,
					 __builtin_amdgcn_mbcnt_lo(~0u, 0));
}

INLINE uint lane(void)
{
	return lane_of_64() & 31;
}

/* What neighbour number `from` has for v. */
INLINE uint shuffle(__local uint *box, uint v, uint from)
{
	(void)box;
	return (uint)__builtin_amdgcn_ds_bpermute(
		(int)(4 * (from | (lane_of_64() & 32))), (int)v);
}

/* Those of the threads that come here for which p holds, one bit each. */
INLINE uint ballot_here(bool p)
{
	return (uint)(__builtin_amdgcn_ballot_w64(p) >> (lane_of_64() & 32));
}

/* The v of the first thread that comes here; blocks of 32 threads only. */
INLINE uint first_here(uint v)
{
	return (uint)__builtin_amdgcn_readfirstlane((int)v);
}

#elif defined(__NVPTX__)

INLINE uint lane(void)
{
	return (uint)__nvvm_read_ptx_sreg_laneid();
}

INLINE uint shuffle(__local uint *box, uint v, uint from)
{
	(void)box;
	return (uint)__nvvm_shfl_sync_idx_i32(~0u, (int)v, (int)from, 31);
}

INLINE uint ballot_here(bool p)
{
	return __nvvm_vote_ballot_sync(__nvvm_activemask(), p);
}

INLINE uint first_here(uint v)
{
	uint here = __nvvm_activemask();

	return (uint)__nvvm_shfl_sync_idx_i32(here, (int)v, __builtin_ctz(here),
					      31);
}

#else

INLINE uint lane(void)
{
	return (uint)get_local_id(0) & 31;
}

INLINE uint shuffle(__local uint *box, uint v, uint from)
{
	size_t tid = get_local_id(0);
	uint r;

	box[tid] = v;
	barrier(CLK_LOCAL_MEM_FENCE);
	r = box[(tid & ~(size_t)31) | from];
	barrier(CLK_LOCAL_MEM_FENCE);
	return r;
}

#endif

/* Of all neighbours, those for which p holds. */
INLINE uint ballot(__local uint *box, bool p)
{
#if DEVICE
	(void)box;
	return ballot_here(p);
#else
	size_t first = get_local_id(0) & ~(size_t)31;
	uint r = 0;

	box[get_local_id(0)] = p;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint i = 0; i < 32; i++)
		r |= box[first + i] << i;
	barrier(CLK_LOCAL_MEM_FENCE);
	return r;
#endif
}

#endif
