/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Bits and bytes the other way round: by intrinsics, and by hand on PoCL.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "out": {"type": "u32", "count": 1024, "zero": true}}}
 */
#include "feature.h"

#if DEVICE
#define reverse_bits(x)  __builtin_bitreverse32(x)
#define reverse_bytes(x) __builtin_bswap32(x)
#define trailing(x)      __builtin_ctz(x)
#else
static uint reverse_bits(uint x)
{
	uint r = 0;

	for (int i = 0; i < 32; i++)
		r |= (x >> i & 1) << (31 - i);
	return r;
}

static uint reverse_bytes(uint x)
{
	return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

static uint trailing(uint x)
{
	uint n = 0;

	while (!(x >> n & 1))
		n++;
	return n;
}
#endif

LINE void bit_reverse(__global const uint *a, __global uint *out)
{
	size_t i = get_global_id(0);

	out += 4 * i;
	out[0] = reverse_bits(a[i]);
	out[1] = reverse_bytes(a[i]);
	out[2] = trailing(a[i] << (i & 31) | 0x80000000u);
	out[3] = reverse_bits(reverse_bytes(a[i]) + 1);
}
