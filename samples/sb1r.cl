/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Synthetic kernel SB1-R: SB1's diamond, but the sides compute different
 * things.
 *
 * Look at: the branch on ((tid ^ j) & 1): odd lanes against even ones. Each
 *   arm is one block; opcodes and their order differ.
 * Melds: the two blocks in part: loads and stores align, some arithmetic does
 *   not and is left over, to be guarded or run for nothing.
 * Paper: CFM (arXiv 2107.05681v1), figure 6 and section VI-A. Tail merging can
 *   do nothing here, branch fusion as much as melding.
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
void sb1r(__global uint *a, __global uint *b, __global uint *c,
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
				sa[tid] = (sa[tid] ^ sb[tid]) * 7 + i;
				sb[tid] = (sb[tid] >> 2) - sa[tid];
				sb[tid] = (sb[tid] | 1) * sa[tid];
				sa[tid] -= sb[tid] ^ j;
			} else {
				sd[tid] = (sc[tid] + sd[tid]) << 1;
				sc[tid] = (sc[tid] & ~i) * 3 ^ sd[tid];
				sc[tid] += sd[tid] >> 5;
				sd[tid] = (sc[tid] * 11 & 65535) + j;
			}
		}
	}
	block_sync();
	a[at] = sa[tid];
	b[at] = sb[tid];
	c[at] = sc[tid];
	d[at] = sd[tid];
}
