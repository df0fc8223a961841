/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which lanes say yes; a lane's rank among them; whether any does, whether all do.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 64]},
 *   "out": {"type": "u32", "count": 1024, "fill": 77}}}
 */
#include "warp.h"

LINE void warp_ballot(__global const uint *in, __global uint *out)
{
	__local uint box[64];
	size_t i = get_global_id(0);
	uint odd = ballot(box, in[i] & 1);
	uint rank = popcount(odd & ((1u << lane()) - 1));

	out[4 * i] = odd;
	out[4 * i + 1] = rank;
	out[4 * i + 2] = (ballot(box, in[i] > 61) != 0) |
			 (ballot(box, in[i] > 0) == ~0u) << 1;
	/* the odd ones close up at the front of their warp */
	if (in[i] & 1)
		out[4 * (i - lane() + rank) + 3] = in[i];
}
