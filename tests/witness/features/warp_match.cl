/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Lanes with equal values find each other: one instruction on NVPTX, on AMDGPU a
 * loop that lets one value go in each round.
 *
 * Launch: {"grid": [8, 1, 1], "block": [32, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 12]},
 *   "out": {"type": "u32", "count": 256, "zero": true}}}
 */
#include "warp.h"

KERNEL(32, 1, 1) void warp_match(__global const uint *in, __global uint *out)
{
	__local uint box[64];
	size_t i = get_global_id(0);
	uint v = in[i], same = 0;

	box[get_local_id(0)] = 0;
#if defined(__AMDGCN__)
	uint first;

	do {
		first = first_here(v);
		same = ballot_here(v == first);
	} while (v != first);
#elif defined(__NVPTX__)
	same = __nvvm_match_any_sync_i32(~0u, v);
#else
	for (uint k = 0; k < 32; k++)
		same |= (uint)(shuffle(box, v, k) == v) << k;
#endif
	out[i] = same;
}
