/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * All ten comparisons, in every width.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "i64", "count": 256, "random": [-9000000000000000000, 9000000000000000000]},
 *   "b": {"type": "i64", "count": 256, "random": [-9000000000000000000, 9000000000000000000]},
 *   "out": {"type": "u32", "count": 1280, "zero": true}}}
 */
#include "feature.h"

#define BITS(s, u, x, y)                                           \
	(((x) == (y)) | ((x) != (y)) << 1 | ((s)(x) < (s)(y)) << 2 | \
	 ((s)(x) <= (s)(y)) << 3 | ((s)(x) > (s)(y)) << 4 |          \
	 ((s)(x) >= (s)(y)) << 5 | ((u)(x) < (u)(y)) << 6 |          \
	 ((u)(x) <= (u)(y)) << 7 | ((u)(x) > (u)(y)) << 8 |          \
	 ((u)(x) >= (u)(y)) << 9)

LINE void compare_int(__global const long *a, __global const long *b,
		      __global uint *out)
{
	size_t i = get_global_id(0);
	long x = a[i], y = i % 5 ? b[i] : x;

	out += 5 * i;
	out[0] = BITS(long, ulong, x, y);
	out[1] = BITS(int, uint, (int)x, (int)y);
	out[2] = BITS(short, ushort, (short)x, (short)y);
	out[3] = BITS(char, uchar, (char)x, (char)y);
	out[4] = ((x < y) ^ (x < 0)) + ((x > 0 && y > 0) || x == y);
}
