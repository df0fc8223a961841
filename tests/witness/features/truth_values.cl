/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Truth values in memory, in arrays, as numbers.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "out": {"type": "u32", "count": 256, "zero": true}}}
 */
#include "feature.h"

LINE void truth_values(__global const uint *in, __global uint *out)
{
	__local bool voted[64];
	size_t tid = get_local_id(0);
	uint v = in[get_global_id(0)], n = 0;
	bool sieve[32];

	for (uint k = 0; k < 32; k++)
		sieve[k] = v >> k & 1;
	for (uint k = 2; k < 32; k++)
		for (uint m = 2 * k; m < 32 && sieve[k]; m += k)
			sieve[m] = !sieve[m] && sieve[k - 1];
	voted[tid] = sieve[v >> 27];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint k = 0; k < 32; k++)
		n = n * 2 + sieve[k];
	out[get_global_id(0)] = n + voted[tid ^ 1] - voted[63 - tid];
}
