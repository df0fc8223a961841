/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * CRC-32 of 16 bytes a thread, bit by bit.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u8", "count": 4096, "random": [0, 256]},
 *   "out": {"type": "u32", "count": 256, "zero": true}}}
 */
#include "feature.h"

LINE void crc(__global const uchar *in, __global uint *out)
{
	size_t i = get_global_id(0);
	uint c = ~0u;

	for (uint k = 0; k < 16; k++) {
		c ^= in[16 * i + k];
		for (uint b = 0; b < 8; b++)
			c = c & 1 ? c >> 1 ^ 0xedb88320 : c >> 1;
	}
	out[i] = ~c;
}
