/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Rotations, which become funnel shifts.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "u64", "count": 256, "random": [0, 9000000000000000000]},
 *   "by": {"type": "u32", "count": 256, "random": [0, 256]},
 *   "out": {"type": "u64", "count": 1280, "zero": true}}}
 */
#include "feature.h"

LINE void rotates(__global const ulong *a, __global const uint *by,
		  __global ulong *out)
{
	size_t i = get_global_id(0);

	out += 5 * i;
	out[0] = rotate(a[i], (ulong)by[i]);
	out[1] = rotate((uint)a[i], by[i]);
	out[2] = rotate((ushort)a[i], (ushort)by[i]);
	out[3] = rotate((uchar)a[i], (uchar)by[i]);
	out[4] = rotate((uint)a[i], 13u) ^ rotate(a[i], (ulong)64 - 13);
}
