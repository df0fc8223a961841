/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Synthetic kernel SB4-R: SB4's shape, whose if-then bodies compute different
 * things on the three ways.
 *
 * Look at: the branches on way; the second one diverges below the first.
 * Melds: the two ways of the else first, then the way of the if with them, as
 *   in SB4; the bodies align in part. Five divergent branches become one.
 * Paper: the shape is our own, as SB4's is. That bodies differ on the ways is
 *   what -R means for SB1 to SB3 (CFM, arXiv 2107.05681v1, section VI-A).
 * Launch: grid G, block BLOCK; a, b, c: G * BLOCK uints each, any values.
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
void sb4r(__global uint *a, __global uint *b, __global uint *c)
{
	__local uint sa[BLOCK];
	__local uint sb[BLOCK];
	__local uint sc[BLOCK];
	uint tid = thread_id();
	uint at = block_id() * BLOCK + tid;

	sa[tid] = a[at];
	sb[tid] = b[at];
	sc[tid] = c[at];
	block_sync();
	for (uint i = 0; i < OUTER; i++) {
		for (uint j = 0; j < INNER; j++) {
			uint way = (tid ^ j) & 3;

			if (way == 0) {
				if (sa[tid] > sb[tid]) {
					sa[tid] = (sa[tid] ^ sb[tid]) * 7 + i;
					sb[tid] = (sb[tid] >> 2) - sa[tid];
				}
				sb[tid] += sa[tid];
			} else if (way == 1) {
				if (sb[tid] > sc[tid]) {
					sc[tid] = (sb[tid] + sc[tid]) << 1;
					sb[tid] = (sb[tid] & ~i) * 3 ^ sc[tid];
				}
				sc[tid] += sb[tid];
			} else {
				if (sc[tid] > sa[tid]) {
					sc[tid] -= sa[tid] * 13;
					sa[tid] = (sa[tid] | j) + (sc[tid] >> 4);
				}
				sa[tid] += sc[tid];
			}
		}
	}
	block_sync();
	a[at] = sa[tid];
	b[at] = sb[tid];
	c[at] = sc[tid];
}
