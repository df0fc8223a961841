/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Bitonic sort with comparisons that do not become one: bitonic_sort, but the
 * arm that sorts down asks for "greater or equal". Equal values change places
 * for nothing; the result is the same.
 *
 * Look at: "less" in one arm, "greater or equal" in the other. No exchange of
 *   operands makes one of the other, so all of the two arms aligns but them:
 *   each stands against a gap.
 * Melds: the two if-thens as one region pair, as in bitonic_sort. Both
 *   comparisons are left over and run for all threads, and a select takes the
 *   one that counts; unpredicate=always puts each behind a guard of its own.
 * Paper: DARM (arXiv 2107.05681), figures 4 and 6, where "less" and "greater"
 *   do not align. Here those two do (see bitonic_sort), these do not.
 * Launch: grid G, block NUM; values: G * NUM ints, sorted per block of NUM.
 */
#include "device.h"

#ifndef NUM
#define NUM 256 /* a power of two */
#endif

KERNEL(NUM, 1)
void bitonic_sort_ge(__global int *values)
{
	__local int shared[NUM];
	uint tid = thread_id();
	uint at = block_id() * NUM + tid;

	shared[tid] = values[at];
	block_sync();
	for (uint k = 2; k <= NUM; k *= 2) {
		for (uint j = k / 2; j > 0; j /= 2) {
			uint other = tid ^ j;

			if (other > tid) {
				if ((tid & k) == 0) {
					int mine = shared[tid];
					int theirs = shared[other];

					if (theirs < mine) {
						shared[tid] = theirs;
						shared[other] = mine;
					}
				} else {
					int mine = shared[tid];
					int theirs = shared[other];

					if (theirs >= mine) {
						shared[tid] = theirs;
						shared[other] = mine;
					}
				}
			}
			block_sync();
		}
	}
	values[at] = shared[tid];
}
