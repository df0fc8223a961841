/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A block of SHA-256's rounds: long chains without a branch.
 *
 * Launch: {"grid": [2, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 2048, "random": [0, 4294967296]},
 *   "out": {"type": "u32", "count": 1024, "zero": true}}}
 */
#include "feature.h"

__constant uint start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
			    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

#define ROR(x, n) rotate(x, 32u - (n))

LINE void hash_rounds(__global const uint *in, __global uint *out)
{
	size_t i = get_global_id(0);
	uint w[64], h[8];

	for (uint k = 0; k < 8; k++)
		h[k] = start[k];
	for (uint k = 0; k < 16; k++)
		w[k] = in[16 * i + k];
	for (uint k = 16; k < 64; k++) {
		uint a = w[k - 15], b = w[k - 2];

		w[k] = w[k - 16] + w[k - 7] +
		       (ROR(a, 7) ^ ROR(a, 18) ^ a >> 3) +
		       (ROR(b, 17) ^ ROR(b, 19) ^ b >> 10);
	}
	for (uint k = 0; k < 64; k++) {
		uint t = h[7] + (ROR(h[4], 6) ^ ROR(h[4], 11) ^ ROR(h[4], 25)) +
			 ((h[4] & h[5]) ^ (~h[4] & h[6])) + w[k] + k;
		uint u = (ROR(h[0], 2) ^ ROR(h[0], 13) ^ ROR(h[0], 22)) +
			 ((h[0] & h[1]) ^ (h[0] & h[2]) ^ (h[1] & h[2]));

		for (uint j = 7; j > 0; j--)
			h[j] = h[j - 1];
		h[4] += t;
		h[0] = t + u;
	}
	for (uint k = 0; k < 8; k++)
		out[8 * i + k] = h[k] + start[k];
}
