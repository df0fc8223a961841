/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Loops in loops, left and gone on with in the middle.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "out": {"type": "u32", "count": 256, "zero": true}}}
 */
#include "feature.h"

LINE void loops_nested(__global const uint *in, __global uint *out)
{
	size_t i = get_global_id(0);
	uint v = in[i], sum = 0;

	for (uint a = 0; a < (v & 7) + 2; a++) {
		for (uint b = a; b < 12; b++) {
			if (((v >> b) & 3) == 1)
				continue;
			if (((v >> b) & 7) == 6)
				break;
			do {
				sum += a * b + 1;
				if (sum % 13 == 0)
					break;
				v += sum << 5;
			} while ((v & 0x300) != 0x100);
			while (sum > 100000)
				sum /= 3;
		}
		if (sum % 11 == 10)
			break;
	}
	out[i] = sum ^ v;
}
