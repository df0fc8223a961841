/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Unsigned division and remainder in every width, by numbers and by constants.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "u64", "count": 256, "random": [0, 9000000000000000000]},
 *   "b": {"type": "u32", "count": 256, "random": [1, 1000000]},
 *   "out": {"type": "u64", "count": 2560, "zero": true}}}
 */
#include "feature.h"

LINE void divide_unsigned(__global const ulong *a, __global const uint *b,
			  __global ulong *out)
{
	size_t i = get_global_id(0);
	uint word = (uint)a[i];

	out += 10 * i;
	out[0] = a[i] / b[i];
	out[1] = a[i] % b[i];
	out[2] = word / b[i];
	out[3] = word % b[i];
	out[4] = (ushort)a[i] / (ushort)(b[i] | 1);
	out[5] = (ushort)a[i] % (ushort)(b[i] | 1);
	out[6] = (uchar)a[i] / (uchar)(b[i] | 1);
	out[7] = (uchar)a[i] % (uchar)(b[i] | 1);
	out[8] = a[i] / 1000 + word % 10;
	out[9] = a[i] % 7 + word / 640;
}
