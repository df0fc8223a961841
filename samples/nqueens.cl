/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * N queens by backtracking: a thread gets one placing of the first two rows
 * and counts how many ways the other rows can be filled, with its own stack of
 * bit masks in local memory; the block then adds its threads' counts.
 *
 * Look at: the chain inside the search loop: no free square left (go up a
 *   row), else last row (count, go up), else (place, go down). Threads differ
 *   in all three and in how often they go round.
 * Melds: nothing by itself. A block on one side, a diamond on the other is the
 *   classic case of region replication. But the block only goes up a row, and
 *   that one addition, which the diamond has as well, is worth 4 cycles; the
 *   selects that lead its threads through the diamond cost more.
 * Paper: DARM (arXiv 2107.05681), definition 6 case 2, benchmark NQU; the
 *   kernel has the shape of the one in GPGPU-Sim's benchmarks. LIN measures it
 *   too.
 * Measured: the authors' pass (LLVM 14 port, gfx906) on the authors' kernel:
 *   one block melded into a region, 26 to 25 blocks, 12 divergent branches
 *   before and after, 960 to 1020 bytes: it grows.
 * Launch: grid (N * N + BLOCK - 1) / BLOCK, block BLOCK; counts: one uint per
 *   block; their sum is the number of solutions, 92 for N = 8.
 */
#include "device.h"

#ifndef N
#define N 8 /* 3 to 31 */
#endif
#ifndef BLOCK
#define BLOCK 64 /* a power of two */
#endif
#define FULL ((1u << N) - 1)
#define ROWS (N - 2) /* rows left to the search */

KERNEL(BLOCK, 1)
void nqueens(__global uint *counts)
{
	/* Row r of thread t at [r * BLOCK + t]: squares not tried yet, and what
	 * the rows above attack: columns and both diagonals. */
	__local uint untried[ROWS * BLOCK];
	__local uint columns[ROWS * BLOCK];
	__local uint left[ROWS * BLOCK];
	__local uint right[ROWS * BLOCK];
	__local uint found[BLOCK];
	uint tid = thread_id();
	uint id = block_id() * BLOCK + tid;
	uint solutions = 0;

	if (id < N * N) {
		uint first = 1u << (id / N);
		uint second = 1u << (id % N);

		if ((second & (first | first << 1 | first >> 1)) == 0) {
			uint c = first | second;
			uint l = first << 2 | second << 1;
			uint r = first >> 2 | second >> 1;
			int depth = 0;

			columns[tid] = c;
			left[tid] = l;
			right[tid] = r;
			untried[tid] = FULL & ~(c | l | r);
			while (depth >= 0) {
				uint at = depth * BLOCK + tid;
				uint squares = untried[at];

				if (squares == 0) {
					depth--;
				} else {
					uint queen = squares & (0 - squares);

					untried[at] = squares ^ queen;
					if (depth == ROWS - 1) {
						solutions++;
						depth--;
					} else {
						c = columns[at] | queen;
						l = (left[at] | queen) << 1;
						r = (right[at] | queen) >> 1;
						at += BLOCK;
						columns[at] = c;
						left[at] = l;
						right[at] = r;
						untried[at] = FULL & ~(c | l | r);
						depth++;
					}
				}
			}
		}
	}

	found[tid] = solutions;
	block_sync();
	for (uint span = BLOCK / 2; span > 0; span /= 2) {
		if (tid < span)
			found[tid] += found[tid + span];
		block_sync();
	}
	if (tid == 0)
		counts[block_id()] = found[0];
}
