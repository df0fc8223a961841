/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Comparisons of floats and doubles, with NaN, infinities and zeros of both signs.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "bits": {"type": "u32", "count": 16, "values": [0, 2147483648, 2139095040,
 *     4286578688, 2143289344, 4290772992, 1, 2147483649, 8388608, 1065353216,
 *     3212836864, 1073741824, 1065353217, 2139095039, 4286578687, 864026624]},
 *   "out": {"type": "u32", "count": 512, "zero": true}}}
 */
#include "feature.h"

#define BITS(a, b)                                                   \
	(((a) == (b)) | ((a) != (b)) << 1 | ((a) < (b)) << 2 |         \
	 ((a) <= (b)) << 3 | ((a) > (b)) << 4 | ((a) >= (b)) << 5 |    \
	 !((a) < (b)) << 6 | !((a) <= (b)) << 7 | !((a) > (b)) << 8 |  \
	 !((a) >= (b)) << 9 | ((a) < (b) || (a) > (b)) << 10 |         \
	 !((a) < (b) || (a) > (b)) << 11)

LINE void float_compare(__global const uint *bits, __global uint *out)
{
	size_t i = get_global_id(0);
	float a = as_float(bits[i & 15]);
	float b = as_float(bits[i >> 4]);

	out[2 * i] = BITS(a, b);
	out[2 * i + 1] = BITS((double)a, (double)b);
}
