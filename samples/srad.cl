/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Speckle reducing anisotropic diffusion, first half of a step: the diffusion
 * coefficient of each pixel, from its four differences to the neighbours and
 * clamped to 0..1. The image's border repeats its outermost pixels.
 *
 * Look at: two kinds of divergence. The chains on ty and tx decide who fetches
 *   the halo around the tile: they depend on the block's shape, and touch
 *   global memory only. The last chain, on the coefficient, has three ways
 *   that each store to local memory, and depends on the data; of its three
 *   ways a typical image takes two.
 * Melds: blocks of the chains with each other. Every warp goes all ways of the
 *   chain on tx, few warps those of the chain on ty, so that melding gains in
 *   the first and next to nothing in the second. Melding the way nobody takes
 *   is pure loss: profit needs the frequencies of the ways.
 * Paper: DARM (arXiv 2107.05681), benchmark SRAD (the one it slows down, for
 *   melding in program order); the algorithm is Rodinia's.
 * Measured: the authors' pass (LLVM 14 port, gfx906) on the authors' kernel:
 *   five melds, 47 to 41 blocks, 17 to 15 divergent branches, but 6 to 64
 *   selects and 3704 to 3740 bytes: it grows.
 * Launch: grid cols / TILE by rows / TILE, block TILE by TILE; image,
 *   coefficient, north, south, west, east: rows * cols floats (image above
 *   zero, the others written); q0sqr: a float above zero, 0.05 for example.
 */
#include "device.h"

#ifndef TILE
#define TILE 16 /* at least 2 */
#endif

KERNEL(TILE, TILE)
void srad(__global const float *image, __global float *coefficient,
	  __global float *north, __global float *south, __global float *west,
	  __global float *east, uint cols, uint rows, float q0sqr)
{
	__local float tile[TILE][TILE];
	__local float clamped[TILE][TILE];
	uint tx = thread_id();
	uint ty = thread_id_y();
	uint x = block_id() * TILE + tx;
	uint y = block_id_y() * TILE + ty;
	uint at = y * cols + x;
	float centre = image[at];
	float vertical = centre;   /* the halo pixel above or below */
	float horizontal = centre; /* the halo pixel left or right */

	tile[ty][tx] = centre;
	if (ty == 0) {
		if (y > 0)
			vertical = image[at - cols];
	} else if (ty == TILE - 1) {
		if (y + 1 < rows)
			vertical = image[at + cols];
	}
	if (tx == 0) {
		if (x > 0)
			horizontal = image[at - 1];
	} else if (tx == TILE - 1) {
		if (x + 1 < cols)
			horizontal = image[at + 1];
	}
	block_sync();

	float n, s, w, e;

	if (ty == 0) {
		n = vertical - centre;
		s = tile[ty + 1][tx] - centre;
	} else if (ty == TILE - 1) {
		n = tile[ty - 1][tx] - centre;
		s = vertical - centre;
	} else {
		n = tile[ty - 1][tx] - centre;
		s = tile[ty + 1][tx] - centre;
	}
	if (tx == 0) {
		w = horizontal - centre;
		e = tile[ty][tx + 1] - centre;
	} else if (tx == TILE - 1) {
		w = tile[ty][tx - 1] - centre;
		e = horizontal - centre;
	} else {
		w = tile[ty][tx - 1] - centre;
		e = tile[ty][tx + 1] - centre;
	}

	float gradient = (n * n + s * s + w * w + e * e) / (centre * centre);
	float laplacian = (n + s + w + e) / centre;
	float num = 0.5f * gradient - 0.0625f * (laplacian * laplacian);
	float den = 1.0f + 0.25f * laplacian;
	float qsqr = num / (den * den);
	float c = 1.0f / (1.0f + (qsqr - q0sqr) / (q0sqr * (1.0f + q0sqr)));

	if (c < 0.0f)
		clamped[ty][tx] = 0.0f;
	else if (c > 1.0f)
		clamped[ty][tx] = 1.0f;
	else
		clamped[ty][tx] = c;
	block_sync();

	coefficient[at] = clamped[ty][tx];
	north[at] = n;
	south[at] = s;
	west[at] = w;
	east[at] = e;
}
