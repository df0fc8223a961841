/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The upper halves of floats, rounded to the nearest; on PoCL by hand.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "f32", "count": 256, "random": [-1000, 1000]},
 *   "b": {"type": "f32", "count": 256, "random": [-1, 1]},
 *   "out": {"type": "f32", "count": 768, "zero": true}}}
 */
#include "feature.h"

#if DEVICE
typedef __bf16 narrow;

#define widen(x) ((float)(x))
#define narrowed(x) ((__bf16)(x))
#else
typedef ushort narrow;

static float widen(ushort x)
{
	return as_float((uint)x << 16);
}

/* no NaN comes here */
static ushort narrowed(float x)
{
	uint bits = as_uint(x);

	return (ushort)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
#endif

LINE void bfloat(__global const float *a, __global const float *b,
		 __global float *out)
{
	size_t i = get_global_id(0);
	narrow x = narrowed(a[i]), y = narrowed(b[i] * 1e-3f);
	narrow kept[4];

	for (uint k = 0; k < 4; k++)
		kept[k] = narrowed(widen(x) + (float)k);
	out[3 * i] = widen(x);
	out[3 * i + 1] = widen(narrowed(widen(x) * widen(y)));
	out[3 * i + 2] = widen(kept[i & 3]) - widen(y);
}
