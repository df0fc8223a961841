/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The upper halves of products.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "i64", "count": 256, "random": [-9000000000000000000, 9000000000000000000]},
 *   "b": {"type": "i64", "count": 256, "random": [-9000000000000000000, 9000000000000000000]},
 *   "out": {"type": "i64", "count": 1024, "zero": true}}}
 */
#include "feature.h"

LINE void multiply_high(__global const long *a, __global const long *b,
			__global long *out)
{
	size_t i = get_global_id(0);

	out += 4 * i;
	out[0] = mul_hi(a[i], b[i]);
	out[1] = (long)mul_hi((ulong)a[i], (ulong)b[i]);
	out[2] = mul_hi((int)a[i], (int)b[i]);
	out[3] = mul_hi((uint)a[i], (uint)b[i]);
}
