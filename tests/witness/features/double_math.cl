/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Doubles: the four operations, conversions, a sum in order.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "f64", "count": 256, "random": [-1000, 1000]},
 *   "b": {"type": "f64", "count": 256, "random": [0.001, 1]},
 *   "out": {"type": "f64", "count": 1536, "zero": true}}}
 */
#include "feature.h"

LINE void double_math(__global const double *a, __global const double *b,
		      __global double *out)
{
	size_t i = get_global_id(0);
	double sum = 0;

	for (uint k = 0; k < 16; k++)
		sum += a[(i + k) & 255] * b[(i ^ k) & 255];
	out += 6 * i;
	out[0] = a[i] + b[i];
	out[1] = a[i] - b[i];
	out[2] = a[i] * b[i];
	out[3] = a[i] / b[i];
	out[4] = sum;
	out[5] = (float)a[i] - (double)(float)b[i];
}
