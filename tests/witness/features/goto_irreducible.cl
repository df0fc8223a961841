/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Loops with several entries, into which and out of which is jumped.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "out": {"type": "u32", "count": 256, "zero": true}}}
 */
#include "feature.h"

LINE void goto_irreducible(__global const uint *in, __global uint *out)
{
	size_t i = get_global_id(0);
	uint v = in[i], left = 25;

	switch (v & 3) {
	case 0:
		goto first;
	case 1:
		goto second;
	case 2:
		goto third;
	}
	v ^= 0x5a5a;
first:
	v = v * 5 + 3;
	if (left-- == 0)
		goto done;
	if (v & 0x10)
		goto third;
second:
	v ^= v >> 3;
	if (left-- == 0)
		goto late;
	if (v & 0x20)
		goto first;
third:
	v += left * 77;
	if (left-- == 0)
		goto done;
	if (v & 0x40)
		goto second;
	goto first;
late:
	v = ~v;
done:
	out[i] = v;
}
