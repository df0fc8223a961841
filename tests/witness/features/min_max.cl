/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The smaller and the larger: integers of every width, floats with NaN.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "i64", "count": 256, "random": [-9000000000000000000, 9000000000000000000]},
 *   "b": {"type": "i64", "count": 256, "random": [-9000000000000000000, 9000000000000000000]},
 *   "ints": {"type": "i64", "count": 2048, "zero": true},
 *   "floats": {"type": "f32", "count": 1024, "zero": true}}}
 */
#include "feature.h"

LINE void min_max(__global const long *a, __global const long *b,
		  __global long *ints, __global float *floats)
{
	size_t i = get_global_id(0);
	float x = i % 7 ? (float)a[i] : as_float(0x7fc00000);
	float y = i % 5 ? (float)b[i] : as_float(0x7fc00000);

	ints += 8 * i;
	ints[0] = min(a[i], b[i]);
	ints[1] = max(a[i], b[i]);
	ints[2] = (long)min((ulong)a[i], (ulong)b[i]);
	ints[3] = (long)max((ulong)a[i], (ulong)b[i]);
	ints[4] = min((int)a[i], (int)b[i]);
	ints[5] = max((uint)a[i], (uint)b[i]);
	ints[6] = max((short)a[i], (short)b[i]);
	ints[7] = min((uchar)a[i], (uchar)b[i]);
	floats += 4 * i;
	floats[0] = fmin(x, y);
	floats[1] = fmax(x, y);
	floats[2] = x < y ? x : y;
	floats[3] = x > y ? x : y;
}
