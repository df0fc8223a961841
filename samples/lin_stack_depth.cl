/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Stack depth: three nested branches, and at each of them one thread of four
 * takes the else side: thread 3 the outermost, 2 the middle, 1 the innermost.
 *
 * Look at: the branches on bits 0, 1 and 2 of the mark, all divergent. In the
 *   innermost arm the reconvergence stack of a warp holds seven entries: one
 *   to begin with and two per branch.
 * Transforms: linearization brings the threads together after every guard, so
 *   the stack stays as low as at the first one; linearizing only below a given
 *   depth keeps the rest as it is.
 * Paper: LIN (doi 10.1007/978-3-642-54807-9_8), figure 3 and section 5.3.
 * Launch: grid G, block BLOCK; data: G * BLOCK uints, any values, written
 *   back.
 */
#include "device.h"

#ifndef BLOCK
#define BLOCK 64
#endif

KERNEL(BLOCK, 1)
void lin_stack_depth(__global uint *data)
{
	uint tid = thread_id();
	uint at = block_id() * BLOCK + tid;
	uint mark = 7u >> (tid & 3);
	uint value = data[at];

	if ((mark & 1) != 0) {
B2:
		value += 3;
		if ((mark & 2) != 0) {
B4:
			value ^= 21;
			if ((mark & 4) != 0)
B6:
				value = value * 5;
			else
B7:
				value = value >> 2;
B8:
			value += 7;
		} else {
B5:
			value = value * 11;
		}
B9:
		value ^= value << 3;
	} else {
B3:
		value = ~value;
	}
B10:
	data[at] = value + mark;
}
