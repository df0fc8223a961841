/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The sum of each 4096 numbers: a thread adds 16 of them, and a tree in shared
 * memory adds the 256 sums of a block.
 * Launch: block 256; in: 4096 numbers a block; out: one a block.
 */
#include "device.h"

KERNEL(256, 1)
void reduction(__global const int *in, __global int *out)
{
	__local int sums[256];
	uint t = thread_id();
	uint at = block_id() * 4096 + t;
	int sum = 0;

	for (uint i = 0; i < 16; i++)
		sum += in[at + 256 * i];
	sums[t] = sum;
	block_sync();
	for (uint half_size = 128; half_size; half_size >>= 1) {
		if (t < half_size)
			sums[t] += sums[t + half_size];
		block_sync();
	}
	if (t == 0)
		out[block_id()] = sums[0];
}
