/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A thousand instructions a thread: a chain of integer arithmetic on one value,
 * read at the start and written at the end.
 * Launch: block 256; values: one uint a thread.
 */
#include "device.h"

KERNEL(256, 1)
void thousand(__global uint *values)
{
	uint at = block_id() * 256 + thread_id();
	uint x = values[at];

	for (uint i = 0; i < 124; i++) {
		x ^= x << 13;
		x ^= x >> 17;
		x += i;
	}
	values[at] = x;
}
