/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Square roots, correctly rounded.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "f32", "count": 256, "random": [0, 1000000]},
 *   "d": {"type": "f64", "count": 256, "random": [0, 1000000]},
 *   "out": {"type": "f32", "count": 256, "zero": true},
 *   "wide": {"type": "f64", "count": 256, "zero": true}}}
 */
#include "feature.h"

LINE void float_sqrt(__global const float *a, __global const double *d,
		     __global float *out, __global double *wide)
{
	size_t i = get_global_id(0);

	out[i] = sqrt(a[i]);
	wide[i] = sqrt(d[i]);
}
