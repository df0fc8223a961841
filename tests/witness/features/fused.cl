/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Products and sums with one rounding, beside the same with two.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "f32", "count": 256, "random": [-1000, 1000]},
 *   "b": {"type": "f32", "count": 256, "random": [-1, 1]},
 *   "out": {"type": "f32", "count": 768, "zero": true},
 *   "wide": {"type": "f64", "count": 256, "zero": true}}}
 */
#include "feature.h"

LINE void fused(__global const float *a, __global const float *b,
		__global float *out, __global double *wide)
{
	size_t i = get_global_id(0);

	out[3 * i] = fma(a[i], b[i], -(a[i] * b[i]));
	out[3 * i + 1] = fma(a[i], a[i], b[i]);
	out[3 * i + 2] = a[i] * a[i] + b[i];
	wide[i] = fma((double)a[i] / 3, (double)b[i] / 7, 1e-3);
}
