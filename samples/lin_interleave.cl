/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Branch interleaving: a structured branch whose arms each load a value (B2,
 * B5), branch again, and only then use it (B3, B4 and B6, B7).
 *
 * Look at: nothing is unstructured here. The outer branch diverges, its arms
 *   run one after the other, and each waits for its own load before anything
 *   of the other arm may start.
 * Transforms: linearization in the order B1, B2, B5, B3, B6, B4, B7 puts the
 *   other arm's load between a load and its use.
 * Paper: LIN (doi 10.1007/978-3-642-54807-9_8), figures 2(a) and 7, section
 *   5.1.
 * Launch: grid G, block BLOCK; x, left, right: G * BLOCK uints each, any
 *   values; out: G * BLOCK uints.
 */
#include "device.h"

#ifndef BLOCK
#define BLOCK 64
#endif

KERNEL(BLOCK, 1)
void lin_interleave(__global const uint *x, __global const uint *left,
		    __global const uint *right, __global uint *out)
{
	uint at = block_id() * BLOCK + thread_id();
	uint choice = x[at];
	uint loaded;

	if ((choice & 1) != 0) {
B2:
		loaded = left[at];
		if ((choice & 2) != 0)
B3:
			out[at] = loaded * 3 + choice;
		else
B4:
			out[at] = (loaded >> 1) - choice;
	} else {
B5:
		loaded = right[at];
		if ((choice & 4) != 0)
B6:
			out[at] = (loaded ^ choice) + 9;
		else
B7:
			out[at] = loaded * loaded + 1;
	}
}
