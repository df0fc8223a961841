/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Vectors of floats: arithmetic element by element, loads and stores of whole
 * vectors, three that take the room of four.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "f32", "count": 1024, "random": [-100, 100]},
 *   "b": {"type": "f32", "count": 1024, "random": [-1, 1]},
 *   "out": {"type": "f32", "count": 2048, "zero": true},
 *   "dots": {"type": "f32", "count": 256, "zero": true}}}
 */
#include "feature.h"

LINE void vector_float(__global const float4 *a, __global const float4 *b,
		       __global float4 *out, __global float *dots)
{
	size_t i = get_global_id(0);
	float4 p = a[i] * b[i] + b[i];
	float3 three = a[i].xyz / b[i].zyx;

	out[2 * i] = p - a[i] * 0.25f;
	out[2 * i + 1] = (float4)(three, p.w);
	dots[i] = p.x + p.y + p.z + p.w;
}
