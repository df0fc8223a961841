/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Fixed patterns: pairs exchanged, rows of 16 shifted, groups turned round: swizzles
 * and data-parallel moves on AMDGPU, shuffles with segments on NVPTX.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "i32", "count": 256, "random": [-1000000, 1000000]},
 *   "out": {"type": "i32", "count": 1280, "zero": true}}}
 */
#include "warp.h"

LINE void warp_swizzle(__global const int *in, __global int *out)
{
	__local uint box[64];
	size_t i = get_global_id(0);
	int v = in[i];

	box[get_local_id(0)] = 0;
	out += 5 * i;
#if defined(__AMDGCN__)
	out[0] = __builtin_amdgcn_ds_swizzle(v, 0x041f);
	out[1] = __builtin_amdgcn_mov_dpp(v, 0xb1, 0xf, 0xf, 1);
	out[2] = __builtin_amdgcn_update_dpp(-1, v, 0x111, 0xf, 0xf, 0);
	out[3] = __builtin_amdgcn_ds_swizzle(v, 0x7c1f);
	out[4] = __builtin_amdgcn_mov_dpp(v, 0x140, 0xf, 0xf, 1);
#elif defined(__NVPTX__)
	out[0] = __nvvm_shfl_sync_bfly_i32(~0u, v, 1, 31);
	out[1] = __nvvm_shfl_sync_bfly_i32(~0u, v, 1, 0x1c1f);
	out[2] = __nvvm_shfl_sync_up_i32(~0u, v, 1, 0x1000);
	if ((lane() & 15) == 0)
		out[2] = -1;
	out[3] = __nvvm_shfl_sync_bfly_i32(~0u, v, 31, 31);
	out[4] = __nvvm_shfl_sync_idx_i32(~0u, v, (int)(15 - lane()) & 15,
					  0x101f);
#else
	out[0] = (int)shuffle(box, (uint)v, lane() ^ 1);
	out[1] = out[0];
	out[2] = (int)shuffle(box, (uint)v, (lane() - 1) & 31);
	if ((lane() & 15) == 0)
		out[2] = -1;
	out[3] = (int)shuffle(box, (uint)v, 31 - lane());
	out[4] = (int)shuffle(box, (uint)v, lane() ^ 15);
#endif
}
