/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Rays through a grid of cells: a thread follows its ray step by step. Most
 * cells are empty. One in sixteen holds matter, and there the ray gathers
 * light by a long computation, and goes on in another direction.
 *
 * Look at: the branch on the cell. Each thread takes it seldom, but of 64
 *   threads nearly always one does, of 32 in seven steps of eight. So the warp
 *   runs the long side in nearly every step, for few threads.
 * Melds: the two kinds of matter in the long side, which are alike.
 * Paper: none. Tracers of rays have this shape.
 * Launch: grid G, block BLOCK; cells: WIDTH * WIDTH uints, any values; image: a
 *   word for each thread, written; steps: any.
 */
#include "device.h"

#ifndef BLOCK
#define BLOCK 64
#endif
#ifndef WIDTH
#define WIDTH 32 /* a power of two */
#endif

#define MIX(n, a, b) ((n) = ((n) ^ ((n) >> (a))) * (b))

KERNEL(BLOCK, 1)
void ray_voxels(__global const uint *cells, __global uint *image, uint steps)
{
	uint at = block_id() * BLOCK + thread_id();
	uint x = at * 97, y = at * 61;
	uint dx = 131 + (at & 31), dy = 83 + (at & 63);
	uint light = 0, weight = 256;

	for (uint i = 0; i < steps && weight > 16; i++) {
		uint cell;

		x += dx;
		y += dy;
		cell = cells[(y >> 8 & (WIDTH - 1)) * WIDTH +
			     (x >> 8 & (WIDTH - 1))];
		if ((cell & 15) == 0) {
			uint n = cell ^ x;

			if (cell & 16) {
				MIX(n, 15, 0x2c1b3c6du);
				MIX(n, 12, 0x297a2d39u);
				MIX(n, 16, 0x85ebca6bu);
				light += weight * (n & 255) >> 8;
				dx = 509 - dx;
			} else {
				MIX(n, 13, 0xc2b2ae35u);
				MIX(n, 16, 0x9e3779b1u);
				MIX(n, 14, 0x27d4eb2fu);
				light += weight * (n & 127) >> 8;
				dy = 509 - dy;
			}
			for (uint k = 0; k < 4; k++) {
				MIX(n, 11, 0x45d9f3bu);
				light += weight * (n >> 24) >> 10;
			}
			weight -= weight >> 2;
		}
	}
	image[at] = light;
}
