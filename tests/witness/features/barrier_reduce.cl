/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Barriers that tell how many threads said yes, whether any did, whether all did:
 * instructions of NVPTX, local memory elsewhere.
 *
 * Launch: {"grid": [4, 1, 1], "block": [96, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 384, "random": [0, 100]},
 *   "out": {"type": "u32", "count": 384, "zero": true}}}
 */
#include "feature.h"

#if defined(__NVPTX__)
#define COUNT(p) ((uint)__nvvm_bar0_popc(p))
#define ANY(p)   (__nvvm_bar0_or(p) != 0)
#define ALL(p)   (__nvvm_bar0_and(p) != 0)
#else
static uint count(__local uint *box, bool p)
{
	uint n = 0;

	barrier(CLK_LOCAL_MEM_FENCE);
	box[get_local_id(0)] = p;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint k = 0; k < 96; k++)
		n += box[k];
	return n;
}
#define COUNT(p) count(box, p)
#define ANY(p)   (count(box, p) > 0)
#define ALL(p)   (count(box, p) == 96)
#endif

KERNEL(96, 1, 1) void barrier_reduce(__global const uint *in,
				     __global uint *out)
{
	__local uint box[96];
	size_t i = get_global_id(0);
	uint v = in[i], r;

	box[get_local_id(0)] = 0;
	r = COUNT(v % 3 == 0);
	r = r * 2 + ANY(v == 98);
	r = r * 2 + ALL(v > 1);
	r = r * 2 + ANY(v > 200);
	r = r * 2 + ALL(v < 100);
	out[i] = r * 100 + v;
}
