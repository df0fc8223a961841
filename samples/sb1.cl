/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Synthetic kernel SB1: a divergent diamond in two nested loops. One side
 * works on a and b, the other does the very same on c and d, all in local
 * memory.
 *
 * Look at: the branch on ((tid ^ j) & 1): odd lanes against even ones. Each
 *   arm is one block.
 * Melds: the two blocks, completely: only the addresses need selects (the
 *   arrays differ), and the branch goes away.
 * Paper: CFM (arXiv 2107.05681v1), figure 6 and section VI-A. Tail merging
 *   gets the common tail only, branch fusion all of it.
 * Launch: grid G, block BLOCK; a, b, c, d: G * BLOCK uints each, any values.
 */
#include "device.h"

#ifndef BLOCK
#define BLOCK 64
#endif
#ifndef OUTER
#define OUTER 4
#endif
#ifndef INNER
#define INNER 8
#endif

KERNEL(BLOCK, 1)
void sb1(__global uint *a, __global uint *b, __global uint *c,
	 __global uint *d)
{
	__local uint sa[BLOCK];
	__local uint sb[BLOCK];
	__local uint sc[BLOCK];
	__local uint sd[BLOCK];
	uint tid = thread_id();
	uint at = block_id() * BLOCK + tid;

	sa[tid] = a[at];
	sb[tid] = b[at];
	sc[tid] = c[at];
	sd[tid] = d[at];
	block_sync();
	for (uint i = 0; i < OUTER; i++) {
		for (uint j = 0; j < INNER; j++) {
			if (((tid ^ j) & 1) == 0) {
				sa[tid] = sa[tid] * 5 + sb[tid];
				sb[tid] ^= sa[tid] >> 3;
				sb[tid] = sb[tid] + sa[tid] * 9;
				sa[tid] ^= sb[tid] << 2;
			} else {
				sc[tid] = sc[tid] * 5 + sd[tid];
				sd[tid] ^= sc[tid] >> 3;
				sd[tid] = sd[tid] + sc[tid] * 9;
				sc[tid] ^= sd[tid] << 2;
			}
		}
	}
	block_sync();
	a[at] = sa[tid];
	b[at] = sb[tid];
	c[at] = sc[tid];
	d[at] = sd[tid];
}
