/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Particles between two walls: those that left on the left are put back, then
 * those that left on the right.
 *
 * Look at: the two ifs without else, which follow each other. A particle that
 *   left on the right waits while the warp puts others back on the left, which
 *   takes the same operations. That `low` is less than `high` is not said to the
 *   compiler, so nothing proves that no thread wants both arms.
 * Fuses: the two ifs. A profile sees that no warp has threads that want both.
 *   Their second round stays in the code, behind a branch that is never taken.
 * Paper: none. DARM (arXiv 2107.05681) melds no branch with an empty arm.
 * Launch: grid G, block BLOCK; place, speed: G * BLOCK floats each; rough:
 *   2 * SPOTS floats; with places from -1 to 2 and walls at 0 and 1, a third
 *   leaves on either side.
 */
#include "device.h"

#ifndef BLOCK
#define BLOCK 64
#endif
#define SPOTS 64 /* of each wall */

KERNEL(BLOCK, 1)
void fuse_walls(__global float *place, __global float *speed,
		__global const float *rough, float low, float high)
{
	uint at = block_id() * BLOCK + thread_id();
	float x = place[at];
	float v = speed[at];

	if (x < low) {
		float beyond = low - x;
		float kept = rough[at % SPOTS];

		x = low + beyond * kept;
		v = v * kept + beyond / (1.0f + v * v);
	}
	if (x > high) {
		float beyond = x - high;
		float kept = rough[SPOTS + at % SPOTS];

		x = high - beyond * kept;
		v = v * kept - beyond / (1.0f + v * v);
	}
	place[at] = x;
	speed[at] = v;
}
