/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sums of all before, Hillis and Steele, with two barriers a round.
 *
 * Launch: {"grid": [4, 1, 1], "block": [128, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 512, "random": [0, 4294967296]},
 *   "out": {"type": "u32", "count": 512, "zero": true}}}
 */
#include "feature.h"

KERNEL(128, 1, 1) void scan(__global const uint *in, __global uint *out)
{
	__local uint sums[128];
	size_t tid = get_local_id(0);

	sums[tid] = in[get_global_id(0)];
	for (uint by = 1; by < 128; by *= 2) {
		uint before;

		barrier(CLK_LOCAL_MEM_FENCE);
		before = tid >= by ? sums[tid - by] : 0;
		barrier(CLK_LOCAL_MEM_FENCE);
		sums[tid] += before;
	}
	out[get_global_id(0)] = sums[tid];
}
