/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Calls of functions of the mathematical library, whose results are the
 * arguments of the next ones.
 * Launch: block 256; in, out: one float a thread.
 */
#include "device.h"

#if defined(__AMDGCN__) || defined(__NVPTX__)
#define BUILTIN __attribute__((overloadable, const))
float BUILTIN sin(float x);
float BUILTIN cos(float x);
float BUILTIN exp(float x);
float BUILTIN log(float x);
float BUILTIN sqrt(float x);
#endif

KERNEL(256, 1)
void transcendental(__global const float *in, __global float *out)
{
	uint at = block_id() * 256 + thread_id();
	float x = in[at];

	for (uint i = 0; i < 8; i++)
		x = log(exp(sin(x)) + 1.0f) + sqrt(cos(x) + 2.0f);
	out[at] = x;
}
