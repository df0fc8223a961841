/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Switches on 64 and on 8 bits.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 16]},
 *   "out": {"type": "i64", "count": 512, "zero": true}}}
 */
#include "feature.h"

LINE void switch_long(__global const uint *in, __global long *out)
{
	size_t i = get_global_id(0);
	long v = (long)in[i] * 0x100000001 - 0x400000004;
	uchar b = (uchar)(in[i] * 17);

	switch (v) {
	case -0x400000004:
		v = 1;
		break;
	case -0x100000001:
		v = v << 3;
		break;
	case 0:
		v = (long)i;
		break;
	case 0x300000003:
		v ^= (long)i << 40;
		break;
	case 3:
		v = 33;
		break;
	default:
		v += 1000;
	}
	out[2 * i] = v;
	switch (b) {
	case 0:
		v = 10;
		break;
	case 255:
		v = 20;
		break;
	case 136:
		v = 30;
		break;
	default:
		v = b;
	}
	out[2 * i + 1] = v;
}
