/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Synthetic kernel SB3: each side of the divergent branch is an if-then, a
 * block and a second if-then. One side works on a and b, the other does the
 * very same on c and d, all in local memory.
 *
 * Look at: the branch on ((tid ^ j) & 1); then the matrix of subgraph pairs:
 *   the first if-then of one side could meld with either if-then of the other,
 *   but pairs must keep their order.
 * Melds: two region pairs and the block between them: five divergent branches
 *   become two.
 * Paper: CFM (arXiv 2107.05681v1), figure 6 and section VI-A: of the six
 *   kernels it gains most.
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
void sb3(__global uint *a, __global uint *b, __global uint *c,
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
					sa[tid] = sa[tid] * 5 + sb[tid];
					sb[tid] ^= sa[tid] >> 3;
				}
				sb[tid] += sa[tid];
				if ((sb[tid] & 2) != 0) {
					sb[tid] = sb[tid] + sa[tid] * 9;
					sa[tid] ^= sb[tid] << 2;
				}
			} else {
				if (sc[tid] > sd[tid]) {
					sc[tid] = sc[tid] * 5 + sd[tid];
					sd[tid] ^= sc[tid] >> 3;
				}
				sd[tid] += sc[tid];
				if ((sd[tid] & 2) != 0) {
					sd[tid] = sd[tid] + sc[tid] * 9;
					sc[tid] ^= sd[tid] << 2;
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
