/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A sum of floats, always in the same order.
 *
 * Launch: {"grid": [8, 1, 1], "block": [128, 1, 1], "args": {
 *   "in": {"type": "f32", "count": 1024, "random": [-1, 1]},
 *   "out": {"type": "f32", "count": 8, "zero": true}}}
 */
#include "feature.h"

KERNEL(128, 1, 1) void reduce_float(__global const float *in,
				    __global float *out)
{
	__local float sum[128];
	size_t tid = get_local_id(0);

	sum[tid] = in[get_global_id(0)] * 1.1f;
	for (uint span = 64; span > 0; span /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (tid < span)
			sum[tid] += sum[tid + span];
	}
	if (tid == 0)
		out[get_group_id(0)] = sum[0];
}
