/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Values sent to other lanes: pushed on AMDGPU, fetched on NVPTX.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "data": {"type": "u32", "count": 256, "random": [0, 4294967296]}}}
 */
#include "warp.h"

LINE void warp_push(__global uint *data)
{
	__local uint box[64];
	size_t i = get_global_id(0);
	uint v = data[i];

	box[get_local_id(0)] = 0;
	/* to lane 5 n + 3; 5 * 13 is 1 modulo 32 */
#if defined(__AMDGCN__)
	v = (uint)__builtin_amdgcn_ds_permute(
		(int)(4 * (((lane() * 5 + 3) & 31) | (lane_of_64() & 32))),
		(int)v);
#else
	v = shuffle(box, v, (lane() - 3) * 13 & 31);
#endif
	data[i] = v + lane();
}
