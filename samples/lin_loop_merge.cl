/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Loop merging: two rounds of an outer loop whose inner loop runs SHORT times
 * for half of the threads and LONG times for the others, and the other way
 * round in the next round.
 *
 * Look at: the inner loop's exit. It diverges, and the threads that are done
 *   wait for the rest: each round costs LONG inner rounds, 2 * LONG in all,
 *   although no thread needs more than SHORT + LONG.
 * Transforms: linearization of both loops under one back edge (or flattening)
 *   lets a thread start its next outer round while others finish: SHORT + LONG
 *   inner rounds. Each of them costs some tests more, so the inner statement
 *   must be heavy for it to pay.
 * Paper: LIN (doi 10.1007/978-3-642-54807-9_8), figures 2(b), 2(c) and 8,
 *   section 5.2; the trip counts 10 and 15 are the paper's.
 * Launch: grid G, block BLOCK; data: G * BLOCK uints, any values, written
 *   back.
 */
#include "device.h"

#ifndef BLOCK
#define BLOCK 64
#endif
#ifndef SHORT
#define SHORT 10
#endif
#ifndef LONG
#define LONG 15
#endif

/* The inner loop's statement: what pays for the tests that merging adds. */
#define STEP(v)	  ((v) = ((v) ^ ((v) >> 5)) * 9)
#define STEP8(v)  (STEP(v), STEP(v), STEP(v), STEP(v), \
		   STEP(v), STEP(v), STEP(v), STEP(v))
#define STEP64(v) (STEP8(v), STEP8(v), STEP8(v), STEP8(v), \
		   STEP8(v), STEP8(v), STEP8(v), STEP8(v))

KERNEL(BLOCK, 1)
void lin_loop_merge(__global uint *data)
{
	uint tid = thread_id();
	uint at = block_id() * BLOCK + tid;
	uint value = data[at];

	for (uint i = 0; i < 2; i++) {
		uint trips = SHORT + ((tid ^ i) & 1) * (LONG - SHORT);

		value = value * 3 + i;
		for (uint j = 0; j < trips; j++) {
			STEP64(value);
			value += j;
		}
		value += trips;
	}
	data[at] = value;
}
