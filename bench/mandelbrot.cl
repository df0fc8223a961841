/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How many steps z = z^2 + c stays near 0, for each of w by h points c: a loop
 * that the threads of a warp leave one by one.
 * Launch: grid w/16 by h/16, block 16 by 16.
 */
#include "device.h"

KERNEL(16, 16)
void mandelbrot(__global int *out, uint w, uint h, uint most)
{
	uint column = block_id() * 16 + thread_id();
	uint row = block_id_y() * 16 + thread_id_y();
	float x0 = 3.0f * (float)column / (float)w - 2.0f;
	float y0 = 2.0f * (float)row / (float)h - 1.0f;
	float x = 0, y = 0;
	uint n = 0;

	while (n < most && x * x + y * y < 4.0f) {
		float next = x * x - y * y + x0;

		y = 2 * x * y + y0;
		x = next;
		n++;
	}
	out[row * w + column] = (int)n;
}
