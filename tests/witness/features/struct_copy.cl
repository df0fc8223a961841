/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Structures copied whole, from global to private to local memory and back.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 4096, "random": [0, 4294967296]},
 *   "out": {"type": "u32", "count": 4096, "zero": true}}}
 */
#include "feature.h"

struct record {
	uint words[12];
	struct {
		ushort low, high;
		uchar bytes[12];
	} tail;
};

LINE void struct_copy(__global const struct record *in,
		      __global struct record *out)
{
	__local struct record passed[64];
	size_t i = get_global_id(0);
	size_t tid = get_local_id(0);
	struct record mine = in[i];
	struct record other;

	mine.tail.low += mine.tail.high;
	mine.words[tid % 12] ^= 0xffff;
	passed[63 - tid] = mine;
	barrier(CLK_LOCAL_MEM_FENCE);
	other = passed[tid];
	other.tail.bytes[tid % 12]++;
	out[i] = other;
}
