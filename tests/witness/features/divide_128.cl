/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Quotients and remainders of 128 bits, of 64 by 32.
 *
 * Launch: {"grid": [2, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "u64", "count": 128, "random": [0, 9000000000000000000]},
 *   "b": {"type": "u64", "count": 128, "random": [1, 9000000000000000000]},
 *   "out": {"type": "u64", "count": 512, "zero": true}}}
 */
#include "feature.h"

typedef unsigned __int128 wide;

#if DEVICE
#define QUOTIENT(a, b)  ((a) / (b))
#define REMAINDER(a, b) ((a) % (b))
#else
/* bit by bit: nothing to link for a division */
static wide divided(wide a, wide b, bool rest)
{
	wide q = 0, r = 0;

	for (int k = 127; k >= 0; k--) {
		bool carry = r >> 127 & 1;

		r = r << 1 | (a >> k & 1);
		q <<= 1;
		if (carry || r >= b) {
			r -= b;
			q |= 1;
		}
	}
	return rest ? r : q;
}

#define QUOTIENT(a, b)  divided(a, b, false)
#define REMAINDER(a, b) divided(a, b, true)
#endif

LINE void divide_128(__global const ulong *a, __global const ulong *b,
		     __global ulong *out)
{
	size_t i = get_global_id(0);
	wide x = (wide)a[i] << 64 | b[i] * 3;
	wide y = (wide)(b[i] >> (i & 63)) << (i & 31) | 1;

	out += 4 * i;
	out[0] = (ulong)QUOTIENT(x, y);
	out[1] = (ulong)(QUOTIENT(x, y) >> 64);
	out[2] = (ulong)REMAINDER(x, y);
	out[3] = (ulong)(REMAINDER(x, y) >> 64);
}
