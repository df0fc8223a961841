/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sum, least and greatest of a block, by halves.
 *
 * Launch: {"grid": [8, 1, 1], "block": [256, 1, 1], "args": {
 *   "in": {"type": "i32", "count": 2048, "random": [-2000000, 2000000]},
 *   "out": {"type": "i32", "count": 24, "zero": true}}}
 */
#include "feature.h"

KERNEL(256, 1, 1) void reduce_tree(__global const int *in, __global int *out)
{
	__local int sum[256], least[256], most[256];
	size_t tid = get_local_id(0);
	size_t block = get_group_id(0);

	sum[tid] = least[tid] = most[tid] = in[get_global_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint span = 128; span > 0; span >>= 1) {
		if (tid < span) {
			sum[tid] += sum[tid + span];
			least[tid] = min(least[tid], least[tid + span]);
			most[tid] = max(most[tid], most[tid + span]);
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (tid == 0) {
		out[3 * block] = sum[0];
		out[3 * block + 1] = least[0];
		out[3 * block + 2] = most[0];
	}
}
