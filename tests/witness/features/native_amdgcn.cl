/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Operations that AMDGPU has, as its instruction set's manual tells them: bit
 * fields, bytes permuted, sums of differences, medians, classes of floats.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "f": {"type": "f32", "count": 256, "random": [-1000, 1000]},
 *   "out": {"type": "u32", "count": 3072, "zero": true},
 *   "floats": {"type": "f32", "count": 768, "zero": true}}}
 */
#include "feature.h"

#if defined(__AMDGCN__)
#define ubfe(x, at, n)      __builtin_amdgcn_ubfe(x, at, n)
#define sbfe(x, at, n)      __builtin_amdgcn_sbfe(x, at, n)
#define align_byte(a, b, n) __builtin_amdgcn_alignbyte(a, b, n)
#define permute(a, b, by)   __builtin_amdgcn_perm(a, b, by)
#define sad_u8(a, b, c)     __builtin_amdgcn_sad_u8(a, b, c)
#define sad_hi_u8(a, b, c)  __builtin_amdgcn_sad_hi_u8(a, b, c)
#define sad_u16(a, b, c)    __builtin_amdgcn_sad_u16(a, b, c)
#define msad_u8(a, b, c)    __builtin_amdgcn_msad_u8(a, b, c)
#define lerp(a, b, c)       __builtin_amdgcn_lerp(a, b, c)
#define class_of(f, mask)   __builtin_amdgcn_classf(f, (int)(mask))
#define median(a, b, c)     __builtin_amdgcn_fmed3f(a, b, c)
#define fraction(f)         __builtin_amdgcn_fractf(f)
#define mantissa(f)         __builtin_amdgcn_frexp_mantf(f)
#define exponent(f)         __builtin_amdgcn_frexp_expf(f)
#else
static uint ubfe(uint x, uint at, uint n)
{
	return x >> (at & 31) & ((1u << (n & 31)) - 1);
}

static uint sbfe(uint x, uint at, uint n)
{
	int v = (int)x >> (at & 31);

	n &= 31;
	return n == 0 ? 0 : (uint)((int)((uint)v << (32 - n)) >> (32 - n));
}

static uint align_byte(uint a, uint b, uint n)
{
	return (uint)(((ulong)a << 32 | b) >> 8 * (n & 3));
}

static uint permute(uint a, uint b, uint by)
{
	ulong all = (ulong)a << 32 | b;
	uint r = 0;

	for (uint k = 0; k < 4; k++) {
		uint s = by >> 8 * k & 0xff;
		uint v = s < 8 ? (uint)(all >> 8 * s) & 0xff
			 : s < 12 ? (all >> (16 * (s - 8) + 15) & 1 ? 0xff : 0)
			 : s == 12 ? 0
				   : 0xff;

		r |= v << 8 * k;
	}
	return r;
}

static uint differences(uint a, uint b, uint bits, bool masked)
{
	uint mask = (1u << bits) - 1, sum = 0;

	for (uint k = 0; k < 32; k += bits) {
		uint x = a >> k & mask, y = b >> k & mask;

		if (!masked || y != 0)
			sum += x > y ? x - y : y - x;
	}
	return sum;
}

#define sad_u8(a, b, c)    (differences(a, b, 8, false) + (c))
#define sad_hi_u8(a, b, c) ((differences(a, b, 8, false) << 16) + (c))
#define sad_u16(a, b, c)   (differences(a, b, 16, false) + (c))
#define msad_u8(a, b, c)   (differences(a, b, 8, true) + (c))

static uint lerp(uint a, uint b, uint c)
{
	uint r = 0;

	for (uint k = 0; k < 32; k += 8)
		r |= ((a >> k & 0xff) + (b >> k & 0xff) + (c >> k & 1)) / 2
		     << k;
	return r;
}

static bool class_of(float f, uint mask)
{
	uint bits = as_uint(f), e = bits >> 23 & 0xff, m = bits & 0x7fffff;
	bool minus = bits >> 31;
	uint kind = e == 255 && m ? (m >> 22 ? 1 : 0)
		    : e == 255	  ? (minus ? 2 : 9)
		    : e		  ? (minus ? 3 : 8)
		    : m		  ? (minus ? 4 : 7)
				  : (minus ? 5 : 6);

	return mask >> kind & 1;
}

static float median(float a, float b, float c)
{
	float low = a < b ? a : b, high = a < b ? b : a;

	return c < low ? low : c > high ? high : c;
}

#define fraction(f) ((f) - floor(f))

static float mantissa(float f)
{
	int n;

	return frexp(f, &n);
}

static int exponent(float f)
{
	int n;

	frexp(f, &n);
	return n;
}
#endif

LINE void native_amdgcn(__global const uint *in, __global const float *f,
			__global uint *out, __global float *floats)
{
	size_t i = get_global_id(0);
	uint a = in[i], b = in[(i + 1) & 255], c = in[(i + 2) & 255];
	float x = f[i], y = f[(i + 1) & 255], z = f[(i + 2) & 255];

	out += 12 * i;
	out[0] = ubfe(a, b & 31, c & 31);
	out[1] = sbfe(a, b & 31, c & 31);
	out[2] = align_byte(a, b, c & 3);
	out[3] = permute(a, b, c & 0x0f0f0f0f);
	out[4] = sad_u8(a, b, c);
	out[5] = sad_hi_u8(a, b, c);
	out[6] = sad_u16(a, b, c);
	out[7] = msad_u8(a, b & 0xff00ffff, c);
	out[8] = lerp(a, b, c);
	out[9] = class_of(as_float(i & 1 ? a : (uint)i << 28), b);
	out[10] = (uint)exponent(x * 1e-30f);
	out[11] = class_of(x, 0x308) + class_of(as_float(a | 0x7f800000), b);
	floats += 3 * i;
	floats[0] = median(x, y, z);
	floats[1] = fraction(x);
	floats[2] = mantissa(x * 1e-30f);
}
