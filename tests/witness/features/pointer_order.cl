/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Pointers compared and subtracted.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "sorted": [0, 10000]},
 *   "keys": {"type": "u32", "count": 256, "random": [0, 10000]},
 *   "out": {"type": "i32", "count": 768, "zero": true}}}
 */
#include "feature.h"

LINE void pointer_order(__global const uint *in, __global const uint *keys,
			__global int *out)
{
	size_t i = get_global_id(0);
	__global const uint *low = in;
	__global const uint *high = in + 256;
	int mine[8];
	int *p = mine + (keys[i] & 7);

	/* binary search: the first that is not below the key */
	while (low < high) {
		__global const uint *middle = low + (high - low) / 2;

		if (*middle < keys[i])
			low = middle + 1;
		else
			high = middle;
	}
	out += 3 * i;
	out[0] = (int)(low - in);
	for (int k = 0; k < 8; k++)
		mine[k] = k * k;
	while (p != mine + 8 && *p < 20)
		p++;
	out[1] = (int)(p - mine);
	out[2] = (p > mine + 3) | (p == &mine[5]) << 1;
}
