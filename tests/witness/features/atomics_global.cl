/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Every thread of the grid at the same few words, in any order the same result.
 *
 * Launch: {"grid": [8, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "i32", "count": 512, "random": [-100000, 100000]},
 *   "out": {"type": "i32", "count": 16, "values": [0, 1000000, -1000000, -1,
 *     0, 0, 0, 0, -1, 0, 5, 6, 7, 8, 9, 10]}}}
 */
#include "feature.h"

LINE void atomics_global(__global const int *in, __global int *out)
{
	int v = in[get_global_id(0)];

	atomic_add(&out[0], v);
	atomic_min(&out[1], v);
	atomic_max(&out[2], v);
	atomic_and(&out[3], v | 0x70f0f);
	atomic_or(&out[4], v & 0x8111111);
	atomic_xor(&out[5], v);
	atomic_inc(&out[6]);
	atomic_sub(&out[7], v);
	/* unsigned order */
	atomic_min((__global uint *)&out[8], (uint)v + 12345);
	atomic_max((__global uint *)&out[9], (uint)v);
	/* one word a thread pair: what was there comes out once */
	if (v & 1)
		atomic_add(&out[10 + (v & 2)], 3);
}
