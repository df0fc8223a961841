/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Halves in memory: read as floats, and floats rounded to them, to the nearest and
 * also where they become subnormal, zero or infinite.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "halves": {"type": "u16", "count": 256, "iota": [0, 257]},
 *   "a": {"type": "f32", "count": 256, "random": [-70000, 70000]},
 *   "floats": {"type": "f32", "count": 256, "zero": true},
 *   "out": {"type": "f16", "count": 768, "zero": true}}}
 */
#include "feature.h"

LINE void half_convert(__global const half *halves, __global const float *a,
		       __global float *floats, __global half *out)
{
	size_t i = get_global_id(0);

	floats[i] = vload_half(i, halves);
	vstore_half(a[i], 3 * i, out);
	vstore_half(a[i] * 1e-9f, 3 * i + 1, out);
	vstore_half(a[i] * 1e-3f, 3 * i + 2, out);
}
