/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * y = A x, of a sparse matrix in rows: a thread a row. Loads go where columns[]
 * says, and rows have different lengths.
 * Launch: block 256; from: one number more than rows.
 */
#include "device.h"

KERNEL(256, 1)
void spmv(__global const int *from, __global const int *columns,
	  __global const float *values, __global const float *x,
	  __global float *y)
{
	uint row = block_id() * 256 + thread_id();
	float sum = 0;

	for (int i = from[row]; i < from[row + 1]; i++)
		sum += values[i] * x[columns[i]];
	y[row] = sum;
}
