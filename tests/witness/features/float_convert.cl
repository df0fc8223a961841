/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Floats to integers and back, in every width and within range.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "f32", "count": 256, "random": [-2000000000, 2000000000]},
 *   "n": {"type": "i64", "count": 256, "random": [-9000000000000000000, 9000000000000000000]},
 *   "ints": {"type": "i64", "count": 1792, "zero": true},
 *   "floats": {"type": "f32", "count": 1536, "zero": true},
 *   "doubles": {"type": "f64", "count": 1280, "zero": true}}}
 */
#include "feature.h"

LINE void float_convert(__global const float *a, __global const long *n,
			__global long *ints, __global float *floats,
			__global double *doubles)
{
	size_t i = get_global_id(0);
	double d = (double)a[i] * 1234567.0;

	ints += 7 * i;
	ints[0] = (int)a[i];
	ints[1] = (uint)fabs(a[i]);
	ints[2] = (long)d;
	ints[3] = (long)(ulong)fabs(d);
	ints[4] = (short)(a[i] / 100000.0f);
	ints[5] = (uchar)(fabs(a[i]) / 10000000.0f);
	ints[6] = (int)(a[i] / 1e9f);
	floats += 6 * i;
	floats[0] = (float)n[i];
	floats[1] = (float)(ulong)n[i];
	floats[2] = (float)(int)n[i];
	floats[3] = (float)(uint)n[i];
	floats[4] = (float)(char)n[i];
	floats[5] = (float)d;
	doubles += 5 * i;
	doubles[0] = (double)n[i];
	doubles[1] = (double)(ulong)n[i];
	doubles[2] = (double)(uint)n[i];
	doubles[3] = (double)(short)n[i];
	doubles[4] = (double)a[i];
}
