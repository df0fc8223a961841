/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Quantization in place of a plane of 8 by 8 blocks of DCT coefficients: each
 * value is divided by its step, rounded to the nearest and multiplied back.
 * dct_quant has one step per position; dct_quant_nonuniform widens the step
 * where values are large and sends the smallest to zero.
 *
 * Look at: the branch on the sign. Coefficients of both signs lie side by
 *   side, so it diverges for nearly every warp; the arms differ in two
 *   negations only. In dct_quant_nonuniform each arm holds a chain of
 *   thresholds as well.
 * Melds: the diamond's two blocks, division with division; the negations are
 *   left over. The branch goes away altogether. In the second kernel the two
 *   chains are a region pair.
 * Paper: DARM (arXiv 2107.05681), benchmark DCT; plane and rounding as in the
 *   quantization of the CUDA samples' 8 by 8 DCT.
 * Measured: the authors' pass (LLVM 14 port, gfx906) on the authors' kernel:
 *   one meld, 4 blocks to 1, 1 divergent branch to none, 0 to 5 selects, 380
 *   to 264 bytes, 8 to 9 vector registers.
 * Launch: grid stride / 8 by height / 8, block 8 by 8; plane: stride * height
 *   16-bit integers; stride: a multiple of 8.
 */
#include "device.h"

/* Luminance steps of the JPEG standard (ITU-T T.81, table K.1). */
__constant short step_at[64] = {
	16, 11, 10, 16, 24,  40,  51,  61,
	12, 12, 14, 19, 26,  58,  60,  55,
	14, 13, 16, 24, 40,  57,  69,  56,
	14, 17, 22, 29, 51,  87,  80,  62,
	18, 22, 37, 56, 68,  109, 103, 77,
	24, 35, 55, 64, 81,  104, 113, 92,
	49, 64, 78, 87, 103, 121, 120, 101,
	72, 92, 95, 98, 112, 100, 103, 99,
};

KERNEL(8, 8)
void dct_quant(__global short *plane, uint stride)
{
	uint tx = thread_id();
	uint ty = thread_id_y();
	uint at = (block_id_y() * 8 + ty) * stride + block_id() * 8 + tx;
	int value = plane[at];
	int step = step_at[ty * 8 + tx];

	if (value < 0) {
		value = step / 2 - value;
		value = -(value / step);
	} else {
		value = step / 2 + value;
		value = value / step;
	}
	plane[at] = (short)(value * step);
}

KERNEL(8, 8)
void dct_quant_nonuniform(__global short *plane, uint stride)
{
	uint tx = thread_id();
	uint ty = thread_id_y();
	uint at = (block_id_y() * 8 + ty) * stride + block_id() * 8 + tx;
	int value = plane[at];
	int step = step_at[ty * 8 + tx];
	int result;

	if (value < 0) {
		int size = -value;

		if (size < step) {
			result = 0;
		} else if (size < 4 * step) {
			result = -((size + step / 2) / step * step);
		} else {
			int coarse = 2 * step;

			result = -((size + step) / coarse * coarse);
		}
	} else {
		if (value < step) {
			result = 0;
		} else if (value < 4 * step) {
			result = (value + step / 2) / step * step;
		} else {
			int coarse = 2 * step;

			result = (value + step) / coarse * coarse;
		}
	}
	plane[at] = (short)result;
}
