/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Threads that return at different places, others that go on.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 64]},
 *   "out": {"type": "u32", "count": 256, "fill": 4000000000}}}
 */
#include "feature.h"

LINE void early_return(__global const uint *in, __global uint *out)
{
	size_t i = get_global_id(0);
	uint v = in[i];

	if (v < 8)
		return;
	for (uint k = 0; k < v; k++) {
		if (k * k == v + 15) {
			out[i] = k;
			return;
		}
		if ((k ^ v) == 33)
			return;
		v += k & 1;
		if (v > 70)
			break;
	}
	if (v == 71)
		return;
	out[i] = v;
}
