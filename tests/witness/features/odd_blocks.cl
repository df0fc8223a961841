/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Blocks that fill no whole number of warps, in two dimensions; a reduction over
 * them.
 *
 * Launch: {"grid": [3, 2, 1], "block": [25, 3, 1], "args": {
 *   "in": {"type": "i32", "count": 450, "random": [-1000000, 1000000]},
 *   "out": {"type": "i32", "count": 450, "zero": true},
 *   "sums": {"type": "i32", "count": 6, "zero": true}}}
 */
#include "feature.h"

KERNEL(25, 3, 1) void odd_blocks(__global const int *in, __global int *out,
				 __global int *sums)
{
	__local int all[75];
	size_t n = get_local_id(1) * 25 + get_local_id(0);
	size_t block = get_group_id(1) * 3 + get_group_id(0);
	size_t i = block * 75 + n;

	all[n] = in[i];
	for (uint left = 75; left > 1;) {
		uint half_of_it = (left + 1) / 2;

		barrier(CLK_LOCAL_MEM_FENCE);
		if (n + half_of_it < left)
			all[n] += all[n + half_of_it];
		left = half_of_it;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	out[i] = all[0] - in[i];
	if (n == 0)
		sums[block] = all[0];
}
