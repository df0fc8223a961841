/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A step of a particle filter that follows a bright spot through images: a
 * thread block holds the particles of one filter. Each particle moves by
 * chance, is weighed by the image around it, and is replaced by one that is
 * drawn by these weights.
 *
 * Look at: the branch on chance (farther in x or in y), that on the pixel
 *   (inside or outside of the spot), and the search for the particle drawn:
 *   threads find theirs after one step or after BLOCK of them.
 * Melds: the two ways of moving; the two ways of weighing.
 * Paper: DARM and CFM take kernels of Rodinia, of which particlefilter has this
 *   shape; this one was written for this project, in whole numbers.
 * Launch: grid G, block BLOCK; image: WIDTH * WIDTH uints, of which the lowest
 *   eight bits count; seeds: G * BLOCK uints, any values, written back; places:
 *   the same (y in the upper half of a word, x in the lower).
 */
#include "device.h"

#ifndef BLOCK
#define BLOCK 64
#endif
#ifndef WIDTH
#define WIDTH 32 /* a power of two */
#endif
#ifndef POINTS
#define POINTS 9
#endif

INLINE uint chance(uint *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 16;
}

KERNEL(BLOCK, 1)
void particle_filter(__global const uint *image, __global uint *seeds,
		     __global uint *places)
{
	__local uint sum[BLOCK];  /* of the weights up to each particle's */
	__local uint place[BLOCK];
	uint tid = thread_id();
	uint at = block_id() * BLOCK + tid;
	uint seed = seeds[at];
	uint x = places[at] & 0xffff, y = places[at] >> 16;
	uint weight = 1, drawn, k = 0;

	if (chance(&seed) & 1) {
		x += 1 + chance(&seed) % 5;
		y += chance(&seed) % 3;
	} else {
		y += 2 + chance(&seed) % 7;
		x += chance(&seed) % 3;
	}
	x &= WIDTH - 1;
	y &= WIDTH - 1;

	for (uint i = 0; i < POINTS; i++) {
		uint column = (x + i % 3) & (WIDTH - 1);
		uint row = (y + i / 3) & (WIDTH - 1);
		uint pixel = image[row * WIDTH + column] & 255;

		if (pixel >= 128) {
			uint far = pixel - 128;

			weight += far * far >> 4;
		} else {
			uint far = 128 - pixel;

			weight += far * far >> 7;
		}
	}

	place[tid] = y << 16 | x;
	sum[tid] = weight;
	for (uint step = 1; step < BLOCK; step *= 2) {
		uint before = 0;

		block_sync();
		if (tid >= step)
			before = sum[tid - step];
		block_sync();
		sum[tid] += before;
	}
	block_sync();

	drawn = (chance(&seed) << 8 ^ chance(&seed)) % sum[BLOCK - 1];
	while (sum[k] <= drawn)
		k++;
	places[at] = place[k];
	seeds[at] = seed;
}
