/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * LU decomposition, the perimeter step: the diagonal tile is factored already;
 * each thread block brings one tile of the row panel (times the inverse of the
 * unit lower factor) and one tile of the column panel (times the inverse of
 * the upper factor) up to date. Half of the threads do the row, half the
 * column.
 *
 * Look at: the three branches on (tid < TILE). With TILE = 16 the halves share
 *   a warp and every one of them diverges; with TILE a multiple of the warp's
 *   width none does, although the compiler must still call them divergent.
 * Melds: arms with loops, and with loops in loops, as region pairs. The column
 *   arm alone divides: a division that must not run for the row's threads. The
 *   two local tiles are read with rows and columns exchanged, so addresses
 *   need selects.
 * Paper: DARM (arXiv 2107.05681), benchmark LUD; the kernel comes from the
 *   Rodinia suite.
 * Measured: the authors' pass (LLVM 14 port, gfx906) on the authors' kernel:
 *   six melds, 45 to 37 blocks, 29 to 26 loads, but 0 to 68 selects, 12 to 15
 *   vector registers, 8 to 9 divergent branches; unrolled, 40 to 57 blocks, 17
 *   to 27 divergent branches and 7980 to 9280 bytes. Here melding must be
 *   refused or paid for.
 * Launch: grid dim / TILE - 1 - offset / TILE, block 2 * TILE; m: dim * dim
 *   floats, row by row, whose tile at (offset, offset) is factored; dim and
 *   offset: multiples of TILE.
 */
#include "device.h"

#ifndef TILE
#define TILE 16
#endif

KERNEL(2 * TILE, 1)
void lud_perimeter(__global float *m, uint dim, uint offset)
{
	__local float diagonal[TILE][TILE];
	__local float row[TILE][TILE];
	__local float column[TILE][TILE];
	uint tid = thread_id();
	uint corner = offset * dim + offset;
	uint shift = (block_id() + 1) * TILE;
	uint row_at = corner + shift;
	uint column_at = corner + shift * dim;

	if (tid < TILE) {
		uint lane = tid;

		for (uint i = 0; i < TILE / 2; i++)
			diagonal[i][lane] = m[corner + i * dim + lane];
		for (uint i = 0; i < TILE; i++)
			row[i][lane] = m[row_at + i * dim + lane];
	} else {
		uint lane = tid - TILE;

		for (uint i = TILE / 2; i < TILE; i++)
			diagonal[i][lane] = m[corner + i * dim + lane];
		for (uint i = 0; i < TILE; i++)
			column[i][lane] = m[column_at + i * dim + lane];
	}
	block_sync();

	if (tid < TILE) {
		uint lane = tid;

		for (uint i = 1; i < TILE; i++)
			for (uint j = 0; j < i; j++)
				row[i][lane] -= diagonal[i][j] * row[j][lane];
	} else {
		uint lane = tid - TILE;

		for (uint i = 0; i < TILE; i++) {
			for (uint j = 0; j < i; j++)
				column[lane][i] -= column[lane][j] * diagonal[j][i];
			column[lane][i] /= diagonal[i][i];
		}
	}
	block_sync();

	if (tid < TILE) {
		uint lane = tid;

		for (uint i = 1; i < TILE; i++)
			m[row_at + i * dim + lane] = row[i][lane];
	} else {
		uint lane = tid - TILE;

		for (uint i = 0; i < TILE; i++)
			m[column_at + i * dim + lane] = column[i][lane];
	}
}
