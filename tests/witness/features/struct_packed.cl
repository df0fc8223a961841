/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Structures without padding: members at odd addresses.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u8", "count": 2816, "random": [0, 256]},
 *   "out": {"type": "u8", "count": 2816, "zero": true}}}
 */
#include "feature.h"

struct __attribute__((packed)) odd {
	uchar tag;
	uint word;
	ushort two;
	float real;
};

LINE void struct_packed(__global const struct odd *in, __global struct odd *out)
{
	size_t i = get_global_id(0);
	struct odd o = in[i];

	o.word = o.word * 3 + o.tag;
	o.two ^= (ushort)o.word;
	o.tag = (uchar)i;
	o.real = (float)(int)o.word;
	out[i] = o;
}
