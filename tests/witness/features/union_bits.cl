/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One memory, several types: floats taken apart and put together.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "f32", "count": 256, "random": [-1000, 1000]},
 *   "out": {"type": "u32", "count": 768, "zero": true}}}
 */
#include "feature.h"

union word {
	float real;
	uint bits;
	ushort halves[2];
	uchar bytes[4];
};

LINE void union_bits(__global const float *a, __global uint *out)
{
	size_t i = get_global_id(0);
	union word w;

	w.real = a[i];
	w.bytes[i & 3] ^= 0x15;
	out[3 * i] = w.bits;
	w.halves[0] = w.halves[1] + (ushort)i;
	out[3 * i + 1] = w.bits & 0x7fffffff;
	w.bits = (w.bits & 0x807fffff) | 0x3f800000;
	out[3 * i + 2] = as_uint(w.real * 2.0f) + (uint)as_int(a[i] - 1.0f);
}
