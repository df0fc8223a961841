/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sums of all lanes before, with shuffles.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "data": {"type": "u32", "count": 256, "random": [0, 4294967296]}}}
 */
#include "warp.h"

LINE void warp_scan(__global uint *data)
{
	__local uint box[64];
	uint sum = data[get_global_id(0)];

	for (uint by = 1; by < 32; by *= 2) {
		uint before = shuffle(box, sum, (lane() - by) & 31);

		if (lane() >= by)
			sum += before;
	}
	data[get_global_id(0)] = sum;
}
