/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A histogram of the block in local memory, added to the grid's.
 *
 * Launch: {"grid": [8, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 4096, "random": [0, 4294967296]},
 *   "bins": {"type": "u32", "count": 32, "zero": true}}}
 */
#include "feature.h"

LINE void atomics_local(__global const uint *in, __global uint *bins)
{
	__local uint mine[32];
	size_t tid = get_local_id(0);

	if (tid < 32)
		mine[tid] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint k = 0; k < 8; k++)
		atomic_inc(&mine[in[k * 512 + get_global_id(0)] >> 27]);
	barrier(CLK_LOCAL_MEM_FENCE);
	if (tid < 32)
		atomic_add(&bins[tid], mine[tid]);
}
