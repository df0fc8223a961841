/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Synthetic kernel SB3-R: SB3's shape, whose if-then bodies compute different
 * things on the two sides.
 *
 * Look at: the branch on ((tid ^ j) & 1); then the matrix of subgraph pairs:
 *   which pair scores best is less obvious than in SB3, since every body
 *   differs.
 * Melds: two region pairs and the block between them; the bodies align in
 *   part.
 * Paper: CFM (arXiv 2107.05681v1), figure 6 and section VI-A.
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
void sb3r(__global uint *a, __global uint *b, __global uint *c,
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
				if (sa[tid] > sb[tid]) {
					sa[tid] = (sa[tid] ^ sb[tid]) * 7 + i;
					sb[tid] = (sb[tid] >> 2) - sa[tid];
				}
				sb[tid] += sa[tid];
				if ((sb[tid] & 2) != 0) {
					sb[tid] = (sb[tid] | 1) * sa[tid];
					sa[tid] -= sb[tid] ^ j;
				}
			} else {
				if (sc[tid] > sd[tid]) {
					sd[tid] = (sc[tid] + sd[tid]) << 1;
					sc[tid] = (sc[tid] & ~i) * 3 ^ sd[tid];
				}
				sd[tid] += sc[tid];
				if ((sd[tid] & 2) != 0) {
					sc[tid] += sd[tid] >> 5;
					sd[tid] = (sc[tid] * 11 & 65535) + j;
				}
			}
		}
	}
	block_sync();
	a[at] = sa[tid];
	b[at] = sb[tid];
	c[at] = sc[tid];
	d[at] = sd[tid];
}
