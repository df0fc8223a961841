/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Elements picked, repeated, turned round and put back.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "i32", "count": 2048, "random": [-1000, 1000]},
 *   "bytes": {"type": "i8", "count": 4096, "random": [-128, 128]},
 *   "out": {"type": "i32", "count": 2048, "zero": true},
 *   "turned": {"type": "i8", "count": 4096, "zero": true}}}
 */
#include "feature.h"

LINE void vector_swizzle(__global const int8 *a, __global const char16 *bytes,
			 __global int8 *out, __global char16 *turned)
{
	size_t i = get_global_id(0);
	int8 v = a[i];
	char16 c = bytes[i];

	v.s0246 = v.s7531 + v.s1133;
	v.hi = v.hi.wzyx * v.lo;
	out[i] = v;
	c.even = c.odd;
	c.s89ab += c.s0123;
	turned[i] = c.sfedcba9876543210;
}
