/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Zeros of both signs, infinities, NaN, the largest and the smallest floats, each
 * with each.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "bits": {"type": "u32", "count": 16, "values": [0, 2147483648, 2139095040,
 *     4286578688, 2143289344, 2139095039, 4286578687, 1, 2147483649, 8388607,
 *     8388608, 1065353216, 3212836864, 1073741824, 864026624, 1325400064]},
 *   "out": {"type": "f32", "count": 1280, "zero": true}}}
 */
#include "feature.h"

LINE void float_special(__global const uint *bits, __global float *out)
{
	size_t i = get_global_id(0);
	float a = as_float(bits[i & 15]);
	float b = as_float(bits[i >> 4]);

	out += 5 * i;
	out[0] = a + b;
	out[1] = a - b;
	out[2] = a * b;
	out[3] = a / b;
	out[4] = sqrt(a) + sqrt(b);
}
