/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Vectors of one type taken for vectors of another.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "out": {"type": "u32", "count": 512, "zero": true}}}
 */
#include "feature.h"

LINE void vector_cast(__global const uint *a, __global uint *out)
{
	size_t i = get_global_id(0);
	uchar4 b = as_uchar4(a[i]);
	uchar4 c = b.wzyx + (uchar4)(1, 2, 3, 4);

	out[2 * i] = as_uint(c);
	out[2 * i + 1] = as_uint(b > c ? b : c) ^ b.x;
}
