/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Jump out of a loop: a search that stops when it finds its key (B2 to B5),
 * gives up when its running sum says so (B3 to B6) or comes to the end (B4 to
 * B5).
 *
 * Look at: the loop B2, B3, B4 with three exits to two places. Those in B2 and
 *   B3 depend on the thread and diverge: threads leave in different rounds and
 *   in different directions, and meet only in B6. The edges B2 to B5 and B3 to
 *   B6 are the unstructured ones.
 * Transforms: linearization keeps one back edge, from a guard behind B4, and
 *   collects the leavers before B5.
 * Paper: LIN (doi 10.1007/978-3-642-54807-9_8), figure 5.
 * Launch: grid G, block BLOCK; list: LENGTH uints; keys: G * BLOCK uints;
 *   small values (0 to 15) in both make all three exits happen; out: G * BLOCK
 *   uints.
 */
#include "device.h"

#ifndef BLOCK
#define BLOCK 64
#endif
#ifndef LENGTH
#define LENGTH 32
#endif
#ifndef STOP
#define STOP 56 /* a sum that it divides ends the search */
#endif

KERNEL(BLOCK, 1)
void lin_jump_out(__global const uint *list, __global const uint *keys,
		  __global uint *out)
{
	uint at = block_id() * BLOCK + thread_id();
	uint key = keys[at];
	uint sum = key + 1;
	uint i = 0;

B2:
	sum += list[i];
	if (list[i] == key)
		goto B5;
B3:
	sum ^= key << 4;
	if (sum % STOP == 0)
		goto B6;
B4:
	i++;
	if (i < LENGTH)
		goto B2;
B5:
	sum = sum * 31 + i;
B6:
	out[at] = sum;
}
