/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Short circuit: if ((c1 || c2) && c3) S1 else S2, then S3. The tests load and
 * compute, so they stay branches. Blocks carry the paper's names.
 *
 * Look at: the edges B2 to B3, B2 to B5 and B3 to B5: neither end dominates or
 *   post-dominates the other, so B3 and B5 are joins that no branch's
 *   post-dominator names. A warp that splits in B1 runs B3 twice and B5 up to
 *   three times before it meets again in B6.
 * Transforms: linearization puts a guard before every block; threads meet
 *   before B3 and B5, each of which then runs once.
 * Paper: LIN (doi 10.1007/978-3-642-54807-9_8), figures 1 and 4.
 * Launch: grid G, block BLOCK; x, y, z: G * BLOCK uints each, any values; out:
 *   G * BLOCK uints.
 */
#include "device.h"

#ifndef BLOCK
#define BLOCK 64
#endif

KERNEL(BLOCK, 1)
void lin_short_circuit(__global const uint *x, __global const uint *y,
		       __global const uint *z, __global uint *out)
{
	uint at = block_id() * BLOCK + thread_id();
	uint seen = x[at];
	uint result;

	if ((seen & 1) != 0)
		goto B3;
B2:
	seen += y[at];
	if ((seen & 2) == 0)
		goto B5;
B3:
	seen = seen * 3 + z[at];
	if ((seen & 4) == 0)
		goto B5;
B4:
	result = seen * 7 + 1;
	goto B6;
B5:
	result = (seen ^ 85) + 2;
B6:
	out[at] = result + seen;
}
