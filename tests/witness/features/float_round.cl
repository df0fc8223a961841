/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * To whole numbers, in the five directions; remainders.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "f32", "count": 256, "random": [-100, 100]},
 *   "out": {"type": "f32", "count": 2048, "zero": true},
 *   "wide": {"type": "f64", "count": 1280, "zero": true}}}
 */
#include "feature.h"

LINE void float_round(__global const float *a, __global float *out,
		      __global double *wide)
{
	size_t i = get_global_id(0);
	/* every fourth is a half, or a whole number */
	float x = i % 4 ? a[i] : floor(a[i]) * 0.5f;
	double d = (double)x * 1e6;

	out += 8 * i;
	out[0] = floor(x);
	out[1] = ceil(x);
	out[2] = trunc(x);
	out[3] = rint(x);
	out[4] = round(x);
	out[5] = fmod(a[i], 7.25f);
	out[6] = fmod(x * 1e10f, 0.3f);
	out[7] = floor(x * 1e20f);
	wide += 5 * i;
	wide[0] = floor(d);
	wide[1] = ceil(d);
	wide[2] = rint(d);
	wide[3] = round(d);
	wide[4] = fmod(d, 0.7);
}
