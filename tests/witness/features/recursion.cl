/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A function that calls itself, twice, as deep as the data says; on PoCL, which
 * has no recursion, with a stack of its own.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 1000]},
 *   "out": {"type": "u32", "count": 256, "zero": true}}}
 */
#include "feature.h"

#if DEVICE
NOINLINE uint tree(uint n, uint depth)
{
	if (n < 3 || depth > 8)
		return n + depth;
	if (n & 1)
		return tree(n / 2, depth + 1) * 3 + 1;
	return tree(n / 2, depth + 1) ^ tree(n - n / 3, depth + 2);
}
#else
/* Each entry is a call that waits: for its only, first or second result. */
static uint tree(uint n, uint depth)
{
	struct {
		uint n, depth, left;
		int waits;
	} stack[12];
	int top = 0;
	uint result = 0;
	bool call = true;

	while (call || top > 0) {
		if (call) {
			call = n >= 3 && depth <= 8;
			if (!call) {
				result = n + depth;
				continue;
			}
			stack[top].n = n;
			stack[top].depth = depth;
			stack[top++].waits = n & 1 ? 0 : 1;
			n /= 2;
			depth++;
			continue;
		}
		top--;
		if (stack[top].waits == 0) {
			result = result * 3 + 1;
		} else if (stack[top].waits == 1) {
			stack[top].left = result;
			stack[top].waits = 2;
			n = stack[top].n - stack[top].n / 3;
			depth = stack[top].depth + 2;
			call = true;
			top++;
		} else {
			result = stack[top].left ^ result;
		}
	}
	return result;
}
#endif

LINE void recursion(__global const uint *in, __global uint *out)
{
	size_t i = get_global_id(0);

	out[i] = tree(in[i], 0);
}
