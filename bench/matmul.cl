/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * c = a b, of n by n floats: a thread an element, nothing clever. No branch
 * diverges; of the loads in the loop one is the same for a row of the block
 * and one goes along it.
 * Launch: grid n/16 by n/16, block 16 by 16.
 */
#include "device.h"

KERNEL(16, 16)
void matmul(__global const float *a, __global const float *b, __global float *c,
	    uint n)
{
	uint column = block_id() * 16 + thread_id();
	uint row = block_id_y() * 16 + thread_id_y();
	float sum = 0;

	for (uint k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + column];
	c[row * n + column] = sum;
}
