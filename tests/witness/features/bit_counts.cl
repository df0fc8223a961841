/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Population count, leading and trailing zeros, also of zero.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "by": {"type": "u32", "count": 256, "random": [0, 65]},
 *   "out": {"type": "u32", "count": 1536, "zero": true}}}
 */
#include "feature.h"

LINE void bit_counts(__global const uint *a, __global const uint *by,
		     __global uint *out)
{
	size_t i = get_global_id(0);
	ulong x = (ulong)a[i] << 32 | a[(i + 1) & 255];
	uint word = by[i] < 32 ? a[i] >> by[i] : 0;
	ulong wide = by[i] < 64 ? x >> by[i] : 0;

	out += 6 * i;
	out[0] = popcount(word);
	out[1] = (uint)popcount(wide);
	out[2] = clz(word);
	out[3] = (uint)clz(wide);
	/* trailing zeros: what lies below the lowest bit set */
	out[4] = popcount(~word & (word - 1));
	out[5] = popcount((uchar)word) + popcount((ushort)wide);
}
