/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Signed division and remainder, truncating, in every width.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "i64", "count": 256, "random": [-4000000000000000000, 4000000000000000000]},
 *   "b": {"type": "i32", "count": 256, "random": [-100000, 100000]},
 *   "out": {"type": "i64", "count": 2048, "zero": true}}}
 */
#include "feature.h"

LINE void divide_signed(__global const long *a, __global const int *b,
			__global long *out)
{
	size_t i = get_global_id(0);
	long by = b[i] ? b[i] : 3;
	int word = (int)a[i] / 2;
	short two = (short)a[i] / 2;
	char byte = (char)a[i] / 2;
	char small = (char)b[i] | 1;

	out += 8 * i;
	out[0] = a[i] / by;
	out[1] = a[i] % by;
	out[2] = word / (int)by;
	out[3] = word % (int)by;
	out[4] = two / (short)(by | 1);
	out[5] = two % (short)(by | 1);
	out[6] = (char)(byte / small);
	out[7] = (char)(byte % small);
}
