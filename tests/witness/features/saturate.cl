/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sums and differences that stay within their type.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "i32", "count": 256, "random": [-2147483648, 2147483648]},
 *   "b": {"type": "i32", "count": 256, "random": [-2147483648, 2147483648]},
 *   "out": {"type": "i32", "count": 2048, "zero": true}}}
 */
#include "feature.h"

LINE void saturate(__global const int *a, __global const int *b,
		   __global int *out)
{
	size_t i = get_global_id(0);

	out += 8 * i;
	out[0] = add_sat(a[i], b[i]);
	out[1] = sub_sat(a[i], b[i]);
	out[2] = (int)add_sat((uint)a[i], (uint)b[i]);
	out[3] = (int)sub_sat((uint)a[i], (uint)b[i]);
	/* in vectors: not every clang keeps single chars and shorts from
	 * becoming ints first */
	out[4] = add_sat((char2)((char)a[i], 0), (char2)((char)b[i], 0)).x;
	out[5] = sub_sat((uchar2)((uchar)a[i], 0), (uchar2)((uchar)b[i], 0)).x;
	out[6] = add_sat((short2)((short)a[i], 0), (short2)((short)b[i], 0)).x;
	out[7] = sub_sat((ushort2)((ushort)a[i], 0),
			 (ushort2)((ushort)b[i], 0)).x;
}
