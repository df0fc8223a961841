/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Whether a sum, a difference, a product overflowed: by the intrinsics that say
 * so, and by hand on PoCL.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "i32", "count": 256, "random": [-200000, 200000]},
 *   "b": {"type": "i32", "count": 256, "random": [-2147483648, 2147483648]},
 *   "out": {"type": "i32", "count": 1536, "zero": true}}}
 */
#include "feature.h"

#if DEVICE
#define ADD(type, x, y, r) __builtin_add_overflow((type)(x), (type)(y), r)
#define SUB(type, x, y, r) __builtin_sub_overflow((type)(x), (type)(y), r)
#define MUL(type, x, y, r) __builtin_mul_overflow((type)(x), (type)(y), r)
#else
#define LONG(type, x, op, y, r) \
	(*(r) = (type)((long)(type)(x) op(long)(type)(y)), \
	 (long)*(r) != ((long)(type)(x) op(long)(type)(y)))
#define ADD(type, x, y, r) LONG(type, x, +, y, r)
#define SUB(type, x, y, r) LONG(type, x, -, y, r)
#define MUL(type, x, y, r) LONG(type, x, *, y, r)
#endif

LINE void overflow(__global const int *a, __global const int *b,
		   __global int *out)
{
	size_t i = get_global_id(0);
	int s;
	uint u;

	out += 6 * i;
	out[0] = ADD(int, a[i] * 10000, b[i], &s);
	out[1] = s;
	out[2] = SUB(uint, a[i], b[i], &u) + 2 * ADD(uint, a[i], b[i], &u);
	out[3] = (int)u;
	out[4] = MUL(int, a[i] >> 3, b[i] >> 13, &s);
	out[5] = s;
}
