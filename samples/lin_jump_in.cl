/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Jump into a loop: some threads enter the loop B3, B4, B5 at its top, through
 * B2, the others in its last block, straight from B1.
 *
 * Look at: the edges B1 to B5 and B2 to B3, both into the loop: it has two
 *   entries, so no block of it dominates the others and the loop is
 *   irreducible. The branch in B1 diverges; so does the loop's own exit.
 * Transforms: linearization makes the loop natural without copying a block;
 *   splitting nodes would copy some.
 * Paper: LIN (doi 10.1007/978-3-642-54807-9_8), figures 6(a) and 6(b).
 * Launch: grid G, block BLOCK; x: G * BLOCK uints, any values; out: G * BLOCK
 *   uints.
 */
#include "device.h"

#ifndef BLOCK
#define BLOCK 64
#endif

KERNEL(BLOCK, 1)
void lin_jump_in(__global const uint *x, __global uint *out)
{
	uint at = block_id() * BLOCK + thread_id();
	uint value = x[at];
	uint rounds = (value >> 4) & 15;

	if ((value & 1) != 0)
		goto B5;
B2:
	value = value * 3 + 5;
B3:
	value ^= value >> 7;
	if ((value & 2) != 0)
		goto B5;
B4:
	value = value * 13 + rounds;
	out[at] = value;
B5:
	value += 11;
	if (rounds-- > 0)
		goto B3;
B6:
	out[at] = value;
}
