/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How often each of 256 values occurs: a block counts 4096 of them with atomic
 * additions in shared memory and adds its counts to those in global memory.
 * Launch: block 256; in: 4096 values a block; bins: 256.
 */
#include "device.h"

#if defined(__AMDGCN__) || defined(__NVPTX__)
#define BUILTIN __attribute__((overloadable))
int BUILTIN atomic_add(volatile __global int *at, int by);
int BUILTIN atomic_add(volatile __local int *at, int by);
#endif

KERNEL(256, 1)
void histogram(__global const int *in, __global int *bins)
{
	__local int counts[256];
	uint t = thread_id();
	uint at = block_id() * 4096 + t;

	counts[t] = 0;
	block_sync();
	for (uint i = 0; i < 16; i++)
		atomic_add(&counts[in[at + 256 * i] & 255], 1);
	block_sync();
	atomic_add(&bins[t], counts[t]);
}
