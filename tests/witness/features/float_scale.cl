/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Exponents taken off and put on.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "f32", "count": 256, "random": [-100000, 100000]},
 *   "by": {"type": "i32", "count": 256, "random": [-180, 180]},
 *   "out": {"type": "f32", "count": 512, "zero": true},
 *   "exponents": {"type": "i32", "count": 256, "zero": true}}}
 */
#include "feature.h"

LINE void float_scale(__global const float *a, __global const int *by,
		      __global float *out, __global int *exponents)
{
	size_t i = get_global_id(0);
	int n;

	out[2 * i] = ldexp(a[i], by[i]);
	out[2 * i + 1] = frexp(a[i], &n);
	exponents[i] = n;
}
