/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A product of matrices by tiles in local memory, 48 by 48.
 *
 * Launch: {"grid": [3, 3, 1], "block": [16, 16, 1], "args": {
 *   "a": {"type": "f32", "count": 2304, "random": [-1, 1]},
 *   "b": {"type": "f32", "count": 2304, "random": [-1, 1]},
 *   "c": {"type": "f32", "count": 2304, "zero": true},
 *   "n": 48}}
 */
#include "feature.h"

KERNEL(16, 16, 1) void matrix_tile(__global const float *a,
				   __global const float *b, __global float *c,
				   uint n)
{
	__local float left[16][16], right[16][16];
	size_t x = get_local_id(0), y = get_local_id(1);
	size_t column = get_global_id(0), row = get_global_id(1);
	float sum = 0.0f;

	for (uint t = 0; t < n; t += 16) {
		left[y][x] = a[row * n + t + x];
		right[y][x] = b[(t + y) * n + column];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (uint k = 0; k < 16; k++)
			sum += left[y][k] * right[k][x];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	c[row * n + column] = sum;
}
