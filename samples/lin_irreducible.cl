/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The smallest irreducible graph: B1 goes to B2 or to B3, and B2 and B3 go to
 * each other until B3 leaves.
 *
 * Look at: the cycle B2, B3, entered at both ends. Natural-loop analyses do
 *   not see it; cycle analysis does, with two entries. The branch in B1
 *   depends on the data and diverges, as does the exit in B3.
 * Transforms: linearization in either order (B1, B2, B3 or B1, B3, B2) makes
 *   it reducible: guards and one back edge, nothing copied.
 * Paper: LIN (doi 10.1007/978-3-642-54807-9_8), figures 6(c) and 6(d).
 * Launch: grid G, block BLOCK; x: G * BLOCK uints, any values; out: G * BLOCK
 *   uints.
 */
#include "device.h"

#ifndef BLOCK
#define BLOCK 64
#endif

KERNEL(BLOCK, 1)
void lin_irreducible(__global const uint *x, __global uint *out)
{
	uint at = block_id() * BLOCK + thread_id();
	uint value = x[at];
	uint rounds = (value >> 8) & 7;

	if ((value & 1) != 0)
		goto B3;
B2:
	value = value * 5 + 1;
	out[at] = value;
B3:
	value ^= (value >> 3) + rounds;
	if (rounds-- > 0)
		goto B2;
B4:
	out[at] = value;
}
