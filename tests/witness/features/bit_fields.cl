/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Members of some bits, signed and not.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 512, "random": [0, 4294967296]},
 *   "out": {"type": "u32", "count": 512, "zero": true}}}
 */
#include "feature.h"

/* OpenCL C has no bit-fields; clang has them as an extension. */
#if DEVICE
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable
struct fields {
	uint a : 5;
	int b : 7;
	uint c : 12;
	int d : 8;
	uint wide : 31;
	uint last : 1;
};
#endif

union view {
	uint words[2];
#if DEVICE
	struct fields f;
#endif
};

#if DEVICE
static void change(union view *v, uint i)
{
	v->f.a += i;
	v->f.b -= v->f.a;
	v->f.c = v->f.b * 3;
	v->f.d = v->f.d >> 1;
	v->f.wide = v->f.wide * 5u;
	v->f.last ^= v->f.b < 0;
}
#else
static uint field(uint w, uint at, uint n)
{
	return w >> at & ((1u << n) - 1);
}

static int signed_field(uint w, uint at, uint n)
{
	return (int)(w << (32 - at - n)) >> (32 - n);
}

static uint with(uint w, uint at, uint n, uint v)
{
	uint mask = ((1u << n) - 1) << at;

	return (w & ~mask) | (v << at & mask);
}

static void change(union view *v, uint i)
{
	uint w = v->words[0], x = v->words[1];

	w = with(w, 0, 5, field(w, 0, 5) + i);
	w = with(w, 5, 7, signed_field(w, 5, 7) - field(w, 0, 5));
	w = with(w, 12, 12, signed_field(w, 5, 7) * 3);
	w = with(w, 24, 8, signed_field(w, 24, 8) >> 1);
	x = with(x, 0, 31, field(x, 0, 31) * 5);
	v->words[0] = w;
	v->words[1] = x ^ (signed_field(w, 5, 7) < 0 ? 0x80000000 : 0);
}
#endif

LINE void bit_fields(__global const uint *in, __global uint *out)
{
	size_t i = get_global_id(0);
	union view v;

	v.words[0] = in[2 * i];
	v.words[1] = in[2 * i + 1];
	change(&v, (uint)i);
	out[2 * i] = v.words[0];
	out[2 * i + 1] = v.words[1];
}
