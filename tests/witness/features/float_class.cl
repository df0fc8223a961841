/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What kind of number it is, by its bits and by the functions that tell.
 *
 * Launch: {"grid": [1, 1, 1], "block": [64, 1, 1], "args": {
 *   "bits": {"type": "u32", "count": 16, "values": [0, 2147483648, 2139095040,
 *     4286578688, 2143289344, 4290772992, 1, 2147483649, 8388608, 1065353216,
 *     3212836864, 1073741824, 8388607, 2139095039, 4286578687, 864026624]},
 *   "out": {"type": "u32", "count": 64, "zero": true},
 *   "floats": {"type": "f32", "count": 128, "zero": true}}}
 */
#include "feature.h"

LINE void float_class(__global const uint *bits, __global uint *out,
		      __global float *floats)
{
	size_t i = get_global_id(0);
	float a = as_float(bits[i & 15]);
	float b = as_float(bits[i >> 2]);

	out[i] = isnan(a) | isinf(a) << 1 | isfinite(a) << 2 |
		 isnormal(a) << 3 | signbit(a) << 4;
	floats[2 * i] = fabs(a);
	floats[2 * i + 1] = isnan(a) ? 0.0f : copysign(a, isnan(b) ? 1.0f : b);
}
