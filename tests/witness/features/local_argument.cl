/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Local memory that the launch sizes: a parameter points to it.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "room": {"type": "u32", "count": 128, "undefined": true},
 *   "out": {"type": "u32", "count": 256, "zero": true}}}
 */
#include "feature.h"

LINE void local_argument(__global const uint *in, __local uint *room,
			 __global uint *out)
{
	size_t tid = get_local_id(0);

	room[tid] = in[get_global_id(0)];
	room[tid + 64] = ~room[tid];
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = room[127 - tid] + room[tid / 2];
}
