/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Results too small to be normal: they are kept, not flushed to zero.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "f32", "count": 256, "random": [-1, 1]},
 *   "b": {"type": "f32", "count": 256, "random": [-1, 1]},
 *   "out": {"type": "f32", "count": 1024, "zero": true}}}
 */
#include "feature.h"

LINE void float_tiny(__global const float *a, __global const float *b,
		     __global float *out)
{
	size_t i = get_global_id(0);
	float x = a[i] * 1e-38f;
	float y = b[i] * 3e-39f;

	out += 4 * i;
	out[0] = x + y;
	out[1] = x * b[i];
	out[2] = y / 7.0f;
	out[3] = x * 1e-7f - y * 1e20f;
}
