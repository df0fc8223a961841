/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Values from other lanes: from any, the butterfly's, one for all.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "out": {"type": "u32", "count": 768, "zero": true}}}
 */
#include "warp.h"

LINE void warp_shuffle(__global const uint *in, __global uint *out)
{
	__local uint box[64];
	size_t i = get_global_id(0);
	uint v = in[i];
	uint sum = v;

	out[3 * i] = shuffle(box, v, (v >> 7) & 31);
	for (uint by = 16; by > 0; by /= 2)
		sum = sum * 3 + shuffle(box, sum, lane() ^ by);
	out[3 * i + 1] = sum;
	out[3 * i + 2] = shuffle(box, v, 11) - lane();
}
