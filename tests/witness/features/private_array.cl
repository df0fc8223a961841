/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * An array of each thread's own, by indices known at run time only.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "out": {"type": "u32", "count": 512, "zero": true}}}
 */
#include "feature.h"

LINE void private_array(__global const uint *in, __global uint *out)
{
	size_t i = get_global_id(0);
	uint counts[16];
	ushort order[16];
	uint x = in[i], sum = 0;

	for (uint k = 0; k < 16; k++) {
		counts[k] = k;
		order[k] = (ushort)(15 - k);
	}
	for (uint k = 0; k < 64; k++) {
		uint at = x >> 28;
		ushort held = order[at];

		counts[at] += k;
		order[at] = order[k & 15];
		order[k & 15] = held;
		x = x * 1664525 + 1013904223;
	}
	for (uint k = 0; k < 16; k++)
		sum = sum * 31 + counts[order[k]];
	out[2 * i] = sum;
	out[2 * i + 1] = order[x >> 28];
}
