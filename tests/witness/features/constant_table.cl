/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Tables in constant memory: of numbers, of structures, of arrays.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "out": {"type": "f32", "count": 512, "zero": true}}}
 */
#include "feature.h"

struct step {
	uchar by;
	short weight;
	float scale;
};

__constant struct step steps[4] = {
	{3, -100, 0.5f}, {7, 250, -1.25f}, {11, 3, 1e-3f}, {1, -32768, 3e7f}};
__constant uint grid[3][5] = {
	{1, 2, 3, 4, 5}, {10, 20, 30, 40, 50}, {7, 77, 777, 7777, 77777}};
__constant char text[] = "thirty-two lanes walk in step";

LINE void constant_table(__global const uint *in, __global float *out)
{
	size_t i = get_global_id(0);
	__constant struct step *s = &steps[in[i] & 3];
	uint v = in[i] >> s->by;

	v += grid[v % 3][i % 5];
	out[2 * i] = (float)(s->weight + text[i % (sizeof text)]);
	out[2 * i + 1] = (float)(v & 0xffff) * s->scale;
}
