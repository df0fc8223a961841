/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The mean of a point and its four neighbours; points on the border are copied.
 * Launch: grid w/16 by h/16, block 16 by 16.
 */
#include "device.h"

KERNEL(16, 16)
void stencil(__global const float *in, __global float *out, uint w, uint h)
{
	uint column = block_id() * 16 + thread_id();
	uint row = block_id_y() * 16 + thread_id_y();
	uint at = row * w + column;
	float sum;

	if (column == 0 || row == 0 || column == w - 1 || row == h - 1) {
		out[at] = in[at];
		return;
	}
	sum = in[at] + in[at - 1] + in[at + 1] + in[at - w] + in[at + w];
	out[at] = sum * 0.2f;
}
