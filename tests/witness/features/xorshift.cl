/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Generators of 32 and 64 bits, hundreds of rounds.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "seeds": {"type": "u64", "count": 256, "random": [1, 9000000000000000000]},
 *   "out": {"type": "u64", "count": 512, "zero": true}}}
 */
#include "feature.h"

LINE void xorshift(__global const ulong *seeds, __global ulong *out)
{
	size_t i = get_global_id(0);
	ulong s = seeds[i];
	uint w = (uint)s | 1;

	for (uint k = 0; k < 200; k++) {
		s ^= s << 13;
		s ^= s >> 7;
		s ^= s << 17;
		w ^= w << 13;
		w ^= w >> 17;
		w ^= w << 5;
	}
	out[2 * i] = s * 0x2545f4914f6cdd1d;
	out[2 * i + 1] = w;
}
