/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The four operations on floats: IEEE, one rounding each.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "f32", "count": 256, "random": [-1000, 1000]},
 *   "b": {"type": "f32", "count": 256, "random": [-1, 1]},
 *   "out": {"type": "f32", "count": 1536, "zero": true}}}
 */
#include "feature.h"

LINE void float_basic(__global const float *a, __global const float *b,
		      __global float *out)
{
	size_t i = get_global_id(0);

	out += 6 * i;
	out[0] = a[i] + b[i];
	out[1] = a[i] - b[i];
	out[2] = a[i] * b[i];
	out[3] = a[i] / b[i];
	out[4] = a[i] * b[i] + a[i];
	out[5] = -(a[i] / 3.0f - b[i] * 1e-3f);
}
