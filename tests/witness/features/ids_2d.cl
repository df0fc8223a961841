/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Threads and blocks in two dimensions: a transposition by tiles.
 *
 * Launch: {"grid": [3, 5, 1], "block": [16, 8, 1], "args": {
 *   "in": {"type": "u32", "count": 1920, "iota": [100, 3]},
 *   "out": {"type": "u32", "count": 1920, "zero": true},
 *   "ids": {"type": "u32", "count": 1920, "zero": true}}}
 */
#include "feature.h"

KERNEL(16, 8, 1) void ids_2d(__global const uint *in, __global uint *out,
			     __global uint *ids)
{
	__local uint tile[8][16];
	size_t w = get_global_size(0), h = get_global_size(1);
	size_t x = get_global_id(0), y = get_global_id(1);
	size_t n = get_local_id(1) * 16 + get_local_id(0);
	size_t column = n / 8, row = n % 8;

	tile[get_local_id(1)][get_local_id(0)] = in[y * w + x];
	barrier(CLK_LOCAL_MEM_FENCE);
	out[(get_group_id(0) * 16 + column) * h + get_group_id(1) * 8 + row] =
		tile[row][column];
	ids[y * w + x] = (uint)(get_local_id(0) + 100 * get_local_id(1) +
				10000 * get_group_id(0) +
				1000000 * get_group_id(1));
}
