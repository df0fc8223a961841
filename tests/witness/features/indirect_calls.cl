/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Functions called by pointer: one for all lanes, and a different one for each.
 *
 * Standard: CL3.0
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "out": {"type": "u32", "count": 512, "zero": true}}}
 */
#include "feature.h"

#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable

NOINLINE uint thrice(uint a)
{
	return 3 * a;
}

NOINLINE uint turned(uint a)
{
	return a << 16 | a >> 16;
}

NOINLINE uint folded(uint a)
{
	for (uint k = 0; k < (a & 7); k++)
		a = a * 5 ^ a >> 9;
	return a;
}

NOINLINE uint plain(uint a)
{
	return a;
}

#if DEVICE
typedef uint function(uint);

static uint call(uint which, uint a)
{
	function *const all[4] = {thrice, turned, folded, plain};

	return all[which & 3](a);
}
#else
static uint call(uint which, uint a)
{
	return (which & 3) == 0   ? thrice(a)
	       : (which & 3) == 1 ? turned(a)
	       : (which & 3) == 2 ? folded(a)
				  : plain(a);
}
#endif

LINE void indirect_calls(__global const uint *in, __global uint *out)
{
	size_t i = get_global_id(0);

	out[2 * i] = call((uint)get_group_id(0), in[i]);
	out[2 * i + 1] = call(in[i] >> 20, in[i]) + call(in[i] >> 22, in[i]);
}
