/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sines, exponentials, logarithms, powers.
 *
 * Error: out 4 ulp, wide 4 ulp. No two libraries agree on the last digits: OpenCL
 * allows sin, cos 4 ulp, exp, exp2, log, log2, log10 3 ulp; the arguments lie
 * where that is meant.
 * Error: powers 16 ulp. What OpenCL allows pow.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "f32", "count": 256, "random": [0.01, 20]},
 *   "out": {"type": "f32", "count": 1792, "zero": true},
 *   "wide": {"type": "f64", "count": 1024, "zero": true},
 *   "powers": {"type": "f32", "count": 256, "zero": true}}}
 */
#include "feature.h"

LINE void transcendental(__global const float *a, __global float *out,
			 __global double *wide, __global float *powers)
{
	size_t i = get_global_id(0);
	double d = a[i];

	out += 7 * i;
	out[0] = sin(a[i]);
	out[1] = cos(a[i]);
	out[2] = exp(a[i]);
	out[3] = exp2(a[i]);
	out[4] = log(a[i]);
	out[5] = log2(a[i]);
	out[6] = log10(a[i]);
	wide += 4 * i;
	wide[0] = sin(d);
	wide[1] = cos(d);
	wide[2] = exp(d);
	wide[3] = log(d);
	powers[i] = pow(a[i], a[(i + 1) & 255] * 0.5f);
}
