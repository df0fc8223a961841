/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Values handed on through local memory, round by round.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "data": {"type": "u32", "count": 256, "random": [0, 4294967296]}}}
 */
#include "feature.h"

LINE void local_barrier(__global uint *data)
{
	__local uint ring[64];
	size_t tid = get_local_id(0);
	uint v = data[get_global_id(0)];

	for (uint k = 1; k < 20; k++) {
		ring[tid] = v;
		barrier(CLK_LOCAL_MEM_FENCE);
		v = v * 3 + ring[(tid + k * k) & 63];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	data[get_global_id(0)] = v;
}
