/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The first of the lanes that come, and one that all agree on. Blocks of 32: half
 * of an AMDGPU warp stays empty.
 *
 * Launch: {"grid": [8, 1, 1], "block": [32, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "out": {"type": "u32", "count": 768, "zero": true}}}
 */
#include "warp.h"

KERNEL(32, 1, 1) void warp_first(__global const uint *in, __global uint *out)
{
	__local uint box[64];
	size_t i = get_global_id(0);
	uint at = (uint)get_group_id(0) * 3 + 2;

	box[get_local_id(0)] = 0;
#if DEVICE
	out[3 * i] = first_here(in[i]);
	if ((in[i] & 3) == 0)
		out[3 * i + 1] = first_here(in[i]);
	else
		out[3 * i + 1] = ~first_here(in[i]);
#if defined(__AMDGCN__)
	out[3 * i + 2] = (uint)__builtin_amdgcn_readlane((int)in[i], (int)at);
#else
	out[3 * i + 2] = shuffle(box, in[i], at);
#endif
#else
	uint fours = ballot(box, (in[i] & 3) == 0);
	uint four = shuffle(box, in[i], 31 - clz(fours & -fours));
	uint other = shuffle(box, in[i], 31 - clz(~fours & -~fours));

	out[3 * i] = shuffle(box, in[i], 0);
	out[3 * i + 1] = (in[i] & 3) == 0 ? four : ~other;
	out[3 * i + 2] = shuffle(box, in[i], at);
#endif
}
