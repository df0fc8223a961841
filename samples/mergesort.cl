/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Bottom-up merge sort: each thread block sorts NUM values in local memory,
 * merging runs of 1, 2, 4, ... values; one thread merges one pair of runs.
 *
 * Look at: the branch that takes the next value from the left or the right
 *   run. It depends on the data, so it diverges at every width, as do the
 *   exits of the three loops; threads without a pair of runs only wait.
 * Melds: the two blocks of the diamond: load, store, count on.
 * Paper: DARM (arXiv 2107.05681), benchmark MS.
 * Measured: the authors' pass (LLVM 14 port, gfx906) on the authors' kernel:
 *   one block melded into a region, 13 to 12 blocks, 12 to 11 loads, 4 to 6
 *   selects, 7 divergent branches before and after, 1080 to 1008 bytes.
 * Launch: grid G, block NUM / 2; values: G * NUM ints, sorted per block of
 *   NUM.
 */
#include "device.h"

#ifndef NUM
#define NUM 128 /* a power of two */
#endif

KERNEL(NUM / 2, 1)
void mergesort(__global int *values)
{
	__local int buffer[2 * NUM];
	uint tid = thread_id();
	uint base = block_id() * NUM;
	uint from = 0;

	buffer[tid] = values[base + tid];
	buffer[tid + NUM / 2] = values[base + tid + NUM / 2];
	block_sync();
	for (uint width = 1; width < NUM; width *= 2) {
		uint first = tid * 2 * width;

		if (first < NUM) {
			uint left = from + first;
			uint middle = left + width;
			uint right = middle;
			uint end = right + width;
			uint to = (from ^ NUM) + first;

			while (left < middle && right < end) {
				if (buffer[left] <= buffer[right]) {
					buffer[to] = buffer[left];
					left++;
				} else {
					buffer[to] = buffer[right];
					right++;
				}
				to++;
			}
			while (left < middle)
				buffer[to++] = buffer[left++];
			while (right < end)
				buffer[to++] = buffer[right++];
		}
		from ^= NUM;
		block_sync();
	}
	values[base + tid] = buffer[from + tid];
	values[base + tid + NUM / 2] = buffer[from + tid + NUM / 2];
}
