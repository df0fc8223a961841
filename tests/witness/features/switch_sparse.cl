/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A switch whose cases lie far apart, negative ones among them.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "i32", "count": 16, "values": [-2147483648, -70000, -1, 0, 5,
 *     99, 100, 1000, 65536, 2147483647, 3, 4, 6, -2, 12, 101]},
 *   "out": {"type": "i32", "count": 256, "zero": true}}}
 */
#include "feature.h"

LINE void switch_sparse(__global const int *in, __global int *out)
{
	size_t i = get_global_id(0);
	int v = in[i * 7 % 16];
	int r;

	switch (v) {
	case -2147483647 - 1:
		r = 1;
		break;
	case -70000:
		r = v / 7;
		break;
	case -1:
		r = (int)i;
		break;
	case 0:
		r = (int)i * 2;
		break;
	case 100:
	case 1000:
		r = v * (int)i;
		break;
	case 65536:
		r = v ^ (int)i;
		break;
	case 2147483647:
		r = v - (int)i;
		break;
	default:
		r = -v;
	}
	out[i] = r;
}
