/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Pointers that may point to global, local or private memory: which, depends on
 * the thread.
 *
 * Standard: CL3.0
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "data": {"type": "u32", "count": 512, "random": [0, 4294967296]}}}
 */
#include "feature.h"

#if DEVICE
NOINLINE void nudge(uint *p, uint by)
{
	p[0] += by;
	p[1] ^= p[0] >> 3;
}
#else /* PoCL has no generic pointers */
#define nudge(p, by) (void)((p)[0] += (by), (p)[1] ^= (p)[0] >> 3)
#endif

LINE void generic_pointers(__global const uint *in, __global uint *data)
{
	__local uint shared[128];
	size_t tid = get_local_id(0);
	size_t i = get_global_id(0);
	uint mine[2] = {in[i], (uint)i};

	shared[2 * tid] = in[i] * 3;
	shared[2 * tid + 1] = in[i] * 5;
	nudge(mine, 1);
	nudge(&shared[2 * tid], 2);
	nudge(&data[2 * i], 3);
#if DEVICE
	uint *p;

	if (in[i] % 3 == 0)
		p = mine;
	else if (in[i] % 3 == 1)
		p = &shared[2 * tid];
	else
		p = &data[2 * i];
	for (uint k = 0; k < (in[i] & 7); k++)
		nudge(p, k);
#else
	for (uint k = 0; k < (in[i] & 7); k++)
		if (in[i] % 3 == 0)
			nudge(mine, k);
		else if (in[i] % 3 == 1)
			nudge(&shared[2 * tid], k);
		else
			nudge(&data[2 * i], k);
#endif
	barrier(CLK_LOCAL_MEM_FENCE);
	data[2 * i] += mine[0] ^ shared[2 * (63 - tid)];
	data[2 * i + 1] -= mine[1] + shared[2 * (63 - tid) + 1];
}
