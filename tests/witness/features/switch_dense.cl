/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A switch whose cases follow one another, with falling through.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 1000000]},
 *   "out": {"type": "u32", "count": 256, "zero": true}}}
 */
#include "feature.h"

LINE void switch_dense(__global const uint *in, __global uint *out)
{
	size_t i = get_global_id(0);
	uint v = in[i];

	for (uint k = 0; k < 10; k++) {
		switch (v % 9) {
		case 0:
			v += 7;
		case 1:
			v = v * 5 + k;
			break;
		case 2:
			v ^= v >> 4;
			break;
		case 3:
		case 4:
			v -= 100;
			break;
		case 5:
			v = ~v;
		case 6:
			v >>= 1;
			break;
		case 7:
			continue;
		default:
			v = v * 3 + 1;
		}
		v += k;
	}
	out[i] = v;
}
