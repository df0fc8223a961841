/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Bitonic sort: each thread block sorts NUM values in local memory.
 *
 * Look at: the branch on (tid & k). Neighbouring threads sort in opposite
 *   directions, so a warp takes both arms. Both arms are an if-then with the
 *   same loads and the same swap; only the comparison is turned round.
 * Melds: the two if-thens as one region pair. The comparisons align too once
 *   "greater" is read as "less" with its operands swapped; without that they
 *   stay apart and need a select or a guard.
 * Paper: DARM (arXiv 2107.05681), figures 1, 4 and 6, benchmark BIT.
 * Measured: the authors' pass (LLVM 14 port, gfx906) on the authors' kernel:
 *   one meld, 11 to 8 blocks, 4 to 2 divergent branches, 348 to 312 bytes, and
 *   7 to 9 vector registers. At plain -O3 LLVM has sunk the swap already: 21
 *   melds and not one block or divergent branch less.
 * Launch: grid G, block NUM; values: G * NUM ints, sorted per block of NUM.
 */
#include "device.h"

#ifndef NUM
#define NUM 256 /* a power of two */
#endif

KERNEL(NUM, 1)
void bitonic_sort(__global int *values)
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

					if (theirs > mine) {
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
