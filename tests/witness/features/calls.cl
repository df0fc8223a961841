/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Functions that stay functions: called in both arms, in loops, by each other, for
 * several results.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 1000000]},
 *   "out": {"type": "u32", "count": 512, "zero": true}}}
 */
#include "feature.h"

NOINLINE uint gcd(uint a, uint b)
{
	while (b) {
		uint r = a % b;

		a = b;
		b = r;
	}
	return a;
}

NOINLINE uint steps(uint v)
{
	uint n = 0;

	if (v == 0)
		return 0;
	while (v != 1 && n < 60) {
		v = v & 1 ? 3 * v + 1 : v / 2;
		n++;
	}
	return n + gcd(v, n + 6);
}

NOINLINE void halve(uint v, uint *whole, uint *rest)
{
	*whole = v / 2;
	*rest = v % 2 ? steps(v) : 0;
}

LINE void calls(__global const uint *in, __global uint *out)
{
	size_t i = get_global_id(0);
	uint whole, rest, sum = 0;

	if (in[i] % 3 == 0)
		sum = gcd(in[i], 360360);
	else if (in[i] % 3 == 1)
		sum = steps(in[i] & 255);
	for (uint k = 0; k < (in[i] & 3); k++)
		sum += gcd(in[i] >> k, 5040);
	halve(in[i] & 127, &whole, &rest);
	out[2 * i] = sum;
	out[2 * i + 1] = whole * 1000 + rest;
}
