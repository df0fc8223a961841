/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Shifts in every width, by variable amounts, with zeros and with the sign.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "i64", "count": 256, "random": [-9000000000000000000, 9000000000000000000]},
 *   "by": {"type": "u32", "count": 256, "random": [0, 64]},
 *   "out": {"type": "u64", "count": 2304, "zero": true}}}
 */
#include "feature.h"

LINE void shifts(__global const long *a, __global const uint *by,
		 __global ulong *out)
{
	size_t i = get_global_id(0);
	int word = (int)a[i];
	uint n = by[i] & 31;

	out += 9 * i;
	out[0] = (ulong)a[i] << by[i];
	out[1] = (ulong)a[i] >> by[i];
	out[2] = a[i] >> by[i];
	out[3] = (uint)word << n;
	out[4] = (uint)word >> n;
	out[5] = word >> n;
	out[6] = (ushort)((ushort)word << (n & 15));
	out[7] = (short)word >> (n & 15);
	out[8] = (uchar)((uchar)word >> (n & 7)) + ((char)word >> (n & 7));
}
