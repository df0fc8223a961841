/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Elements by an index that is known at run time only.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "i32", "count": 1024, "random": [-1000, 1000]},
 *   "at": {"type": "u32", "count": 256, "random": [0, 4]},
 *   "out": {"type": "i32", "count": 1280, "zero": true}}}
 */
#include "feature.h"

LINE void vector_dynamic(__global const int4 *a, __global const uint *at,
			 __global int *out)
{
	size_t i = get_global_id(0);
	int4 v = a[i];
	int old = v[at[i]];

	v[(at[i] + 1) & 3] = old * 2;
	v[at[i]] += 1000;
	out += 5 * i;
	out[0] = v.x;
	out[1] = v.y;
	out[2] = v.z;
	out[3] = v.w;
	out[4] = old;
}
