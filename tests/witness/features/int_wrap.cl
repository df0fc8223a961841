/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Arithmetic on 32 and 64 bits beyond the ends of the type: it wraps.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "b": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "words": {"type": "u32", "count": 1024, "zero": true},
 *   "longs": {"type": "u64", "count": 1024, "zero": true}}}
 */
#include "feature.h"

LINE void int_wrap(__global const uint *a, __global const uint *b,
		   __global uint *words, __global ulong *longs)
{
	size_t i = get_global_id(0);
	ulong x = (ulong)a[i] << 32 | b[i];
	ulong y = (ulong)b[i] * 0x9e3779b97f4a7c15 ^ a[i];

	words[4 * i] = a[i] + b[i];
	words[4 * i + 1] = a[i] - b[i];
	words[4 * i + 2] = a[i] * b[i];
	words[4 * i + 3] = -a[i] ^ ~b[i];
	longs[4 * i] = x + y;
	longs[4 * i + 1] = x - y;
	longs[4 * i + 2] = x * y;
	longs[4 * i + 3] = -x & ~y;
}
