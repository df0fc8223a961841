/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Ballots where not all lanes come: in both arms of a branch, in a loop that lanes
 * leave one after the other, below another branch.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "out": {"type": "u32", "count": 768, "zero": true}}}
 */
#include "warp.h"

#if DEVICE
static void count(uint v, uint trips, __global uint *out)
{
	if (v & 1)
		out[0] = ballot_here(v & 2);
	else
		out[0] = ~ballot_here(v & 4);
	for (uint k = 0; k < trips; k++)
		out[1] = out[1] * 5 + ballot_here(v >> k & 1);
	if (v & 8) {
		if (v & 16)
			out[2] += ballot_here(true);
		out[2] += 3 * ballot_here(true);
	}
}
#else
static void count(uint v, uint trips, __global uint *out, __local uint *box)
{
	uint yes = ballot(box, (v & 1) && (v & 2));
	uint no = ballot(box, !(v & 1) && (v & 4));
	uint inner, outer;

	out[0] = v & 1 ? yes : ~no;
	for (uint k = 0; k < 16; k++) {
		uint b = ballot(box, k < trips && (v >> k & 1));

		if (k < trips)
			out[1] = out[1] * 5 + b;
	}
	inner = ballot(box, (v & 8) && (v & 16));
	outer = ballot(box, v & 8);
	if (v & 8)
		out[2] = (v & 16 ? inner : 0) + 3 * outer;
}
#define count(v, trips, out) count(v, trips, out, box)
#endif

LINE void warp_divergent(__global const uint *in, __global uint *out)
{
	__local uint box[64];
	size_t i = get_global_id(0);

	box[get_local_id(0)] = 0;
	count(in[i], in[i] >> 28, out + 3 * i);
}
