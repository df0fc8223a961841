/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A diamond of two blocks for the alignment of instructions: three pairs that
 * differ in both of their operands or in one, and a run that only one side has.
 *
 * Look at: the blocks if.then and if.else. Their divisions have no operand in
 *   common, their multiplications the first, their additions none until the
 *   divisions are one: then both add the same quotient. A subtraction and a
 *   multiplication of else have no partner; the last divisions do.
 * Melds: the two blocks; two selects for each division, one for the
 *   multiplication, one for the addition. What is left over runs for all
 *   threads, which is nothing to those of the other side, or stands behind a
 *   guard, with a phi for each of its two values.
 * Paper: DARM (arXiv 2107.05681), figure 3: the instructions 1, 2 and 3, and
 *   the unaligned run of block B.
 * Launch: grid G, block BLOCK; a, b, c, d, out: G * BLOCK floats each; with
 *   a in 4 to 5, the others in 1 to 2 nothing comes near a division by zero.
 */
#include "device.h"

#ifndef BLOCK
#define BLOCK 64
#endif

KERNEL(BLOCK, 1)
void darm_align(__global const float *a, __global const float *b,
		__global const float *c, __global const float *d,
		__global float *out)
{
	uint at = block_id() * BLOCK + thread_id();
	float va = a[at], vb = b[at], vc = c[at], vd = d[at];
	float scale = va + vd;
	float result;

	if ((at & 1) == 0) {
		float quotient = va / vb;
		float scaled = scale * 3.0f;
		float sum = 7.0f + quotient;

		result = sum / scaled;
	} else {
		float quotient = vc / vd;
		float scaled = scale * 5.0f;
		float sum = 9.0f + quotient;
		float first = sum - scale;
		float second = first * scaled;

		result = first / second;
	}
	out[at] = result;
}
