/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Private memory of a size that is known at run time only.
 *
 * Standard: CL3.0
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "out": {"type": "u32", "count": 256, "zero": true}}}
 */
#include "feature.h"

#if DEVICE
#define ROOM(n) __builtin_alloca(n)
#else
#define ROOM(n) all
#endif

NOINLINE uint work(uint v, uint n)
{
#if !DEVICE
	uint all[32];
#endif
	uint *room = (uint *)ROOM(n * sizeof(uint));
	uint sum = 0;

	for (uint k = 0; k < n; k++)
		room[k] = v >> k;
	for (uint k = 0; k < n; k++)
		sum = sum * 7 + room[n - 1 - k];
	return sum;
}

LINE void alloca_dynamic(__global const uint *in, __global uint *out)
{
	size_t i = get_global_id(0);
	uint sum = work(in[i], 1 + (in[i] & 31));

	for (uint k = 0; k < (in[i] >> 30); k++)
		sum ^= work(sum, 1 + (sum >> 27));
	out[i] = sum;
}
