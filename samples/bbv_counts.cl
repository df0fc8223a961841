/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Six blocks, A to F, that each thread runs as often as its data say: its
 * basic-block vector is what it is like to all who share a warp with it.
 *
 * Look at: A branches to B, a loop of itself that D follows, or to C, which
 *   skips E or does not; F goes back to A while the thread has rounds left.
 *   Bit r of ways says whether round r leads to B, bit r of skips whether it
 *   leads around E. The branches of A, B, C and F all depend on the data.
 * Transforms: none of the graph. Threads with equal vectors that share a warp
 *   never part, so regrouping them takes all divergence away, and the price is
 *   where their data lie.
 * Paper: BBV (doi 10.1109/TCAD.2015.2501303), figure 3: six blocks, branches
 *   in A, B, C and F, and three threads that run B 60, 20 and 6 times. The
 *   edges are ours.
 * Launch: grid G, block BLOCK; rounds, trips, ways, skips, data: G * BLOCK
 *   uints each, any values; of rounds the last five bits count, of trips the
 *   last six, and one is added to them; data is written back.
 */
#include "device.h"

#ifndef BLOCK
#define BLOCK 192
#endif

KERNEL(BLOCK, 1)
void bbv_counts(__global const uint *rounds, __global const uint *trips,
		__global const uint *ways, __global const uint *skips,
		__global uint *data)
{
	uint at = block_id() * BLOCK + thread_id();
	uint left = rounds[at] & 31;
	uint often = (trips[at] & 63) + 1;
	uint way = ways[at];
	uint skip = skips[at];
	uint value = data[at];
	uint trip;

A:
	trip = often;
	value += way;
	if (((way >> left) & 1) == 0)
		goto C;
B:
	value = value * 5 + trip;
	if (--trip > 0)
		goto B;
D:
	value ^= value >> 9;
	goto F;
C:
	value = value * 3 + left;
	if (((skip >> left) & 1) != 0)
		goto F;
E:
	value = (value ^ left) / often;
F:
	if (left-- > 1)
		goto A;
	data[at] = value;
}
