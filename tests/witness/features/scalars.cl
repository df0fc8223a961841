/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Parameters of every size, with padding between them.
 *
 * Launch: {"grid": [1, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": -5, "b": 1000000007, "c": 60000, "d": -4000000000000000000, "e": 200,
 *   "out": {"type": "i64", "count": 64, "zero": true}, "f": 1.5, "g": 0.1}}
 */
#include "feature.h"

LINE void scalars(char a, int b, ushort c, long d, uchar e, __global long *out,
		  float f, double g)
{
	size_t i = get_global_id(0);
	long all[8] = {a, b, c, d, e, (long)(f * 1000.0f), (long)(g * 1e15),
		       (long)(a + c) * b};

	out[i] = all[i & 7] + (long)i;
}
