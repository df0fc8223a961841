/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Synthetic kernel SB4: an if, else-if, else in two nested loops. Each of the
 * three ways is an if-then and a block; one works on a and b, the others do the
 * very same on b and c, and on c and a, all in local memory.
 *
 * Look at: the branches on way; the second one diverges below the first. The
 *   arms of the first one are not alike until those of the second are melded.
 * Melds: the two ways of the else first, and what became of them with the way
 *   of the if in the next round: five divergent branches become one.
 * Paper: the shape is our own. CFM (arXiv 2107.05681v1, section VI-A, figure 6)
 *   has SB1 to SB3 and their -R variants, all with two ways in two nested loops,
 *   and DARM (CGO 2022, section VI) refers to its extended version for the
 *   synthetic kernels. The name is meant for the kernel there in which threads
 *   take three ways; it was not compared with it.
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
void sb4(__global uint *a, __global uint *b, __global uint *c)
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
					sa[tid] = sa[tid] * 5 + sb[tid];
					sb[tid] ^= sa[tid] >> 3;
				}
				sb[tid] += sa[tid];
			} else if (way == 1) {
				if (sb[tid] > sc[tid]) {
					sb[tid] = sb[tid] * 5 + sc[tid];
					sc[tid] ^= sb[tid] >> 3;
				}
				sc[tid] += sb[tid];
			} else {
				if (sc[tid] > sa[tid]) {
					sc[tid] = sc[tid] * 5 + sa[tid];
					sa[tid] ^= sc[tid] >> 3;
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
