/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * 128 bits: products, sums with carry, shifts by more and by less than a half.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "u64", "count": 256, "random": [0, 4611686018427387904]},
 *   "b": {"type": "u64", "count": 256, "random": [0, 4611686018427387904]},
 *   "out": {"type": "u64", "count": 2048, "zero": true}}}
 */
#include "feature.h"

typedef unsigned __int128 wide;

static void put(__global ulong *out, wide v)
{
	out[0] = (ulong)v;
	out[1] = (ulong)(v >> 64);
}

LINE void int_128(__global const ulong *a, __global const ulong *b,
		  __global ulong *out)
{
	size_t i = get_global_id(0);
	wide x = (wide)(a[i] * 5) << 64 | b[i] * 7;
	wide y = (wide)(b[i] * 3) << 64 | ~a[i];

	out += 8 * i;
	put(out, x + y);
	put(out + 2, x * y);
	put(out + 4, x >> (i % 128) | y << (i * 7 % 128));
	put(out + 6, x > y ? (__int128)x >> 3 : (__int128)(y - x));
}
