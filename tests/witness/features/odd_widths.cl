/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Integers of 7, 33 and 100 bits; on PoCL cut off by hand.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "u64", "count": 256, "random": [0, 9000000000000000000]},
 *   "b": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "out": {"type": "u64", "count": 1536, "zero": true}}}
 */
#include "feature.h"

#if DEVICE
typedef unsigned _BitInt(33) u33;
typedef _BitInt(7) i7;
typedef unsigned _BitInt(100) u100;
#define U33(x)  ((u33)(x))
#define I7(x)   ((i7)(x))
#define U100(x) ((u100)(x))
#else
typedef ulong u33;
typedef int i7;
typedef unsigned __int128 u100;
#define U33(x)  ((ulong)(x) & 0x1ffffffff)
#define I7(x)   ((int)((uint)(x) << 25) >> 25)
#define U100(x) ((u100)(x) & (((u100)1 << 100) - 1))
#endif

LINE void odd_widths(__global const ulong *a, __global const uint *b,
		     __global ulong *out)
{
	size_t i = get_global_id(0);
	u33 x = U33(a[i]), y = U33(b[i]);
	i7 s = I7(a[i] >> 3), t = I7(b[i]);
	u100 w = U100((u100)a[i] << 40 | b[i]);

	out += 6 * i;
	out[0] = (ulong)U33(U33(x * y) + U33(x << (b[i] & 31)));
	out[1] = (ulong)(U33(x - y) >> 5) + (x < y);
	out[2] = (ulong)(long)I7(s + t) ^ (ulong)(s < t) << 32;
	out[3] = (ulong)(long)I7(s * t);
	w = U100(w * w + 12345);
	out[4] = (ulong)w;
	out[5] = (ulong)(w >> 64);
}
