/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Operations that NVPTX has, as PTX's manual tells them: bytes permuted, products
 * of 24 bits, bits found, arithmetic rounded in other directions.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "u32", "count": 256, "random": [0, 4294967296]},
 *   "out": {"type": "u32", "count": 2560, "zero": true},
 *   "floats": {"type": "f32", "count": 3072, "zero": true}}}
 */
#include "feature.h"

#if defined(__NVPTX__)
#define permute(a, b, by) __nvvm_prmt(a, b, by)
#define mul24_s(a, b)     __nvvm_mul24_i((int)(a), (int)(b))
#define mul24_u(a, b)     __nvvm_mul24_ui(a, b)
#define sad(a, b, c)      __nvvm_sad_i((int)(a), (int)(b), (int)(c))
#define find(mask, from, nth) __nvvm_fns(mask, from, nth)
#define to_zero(x)        __nvvm_f2i_rz(x)
#define to_nearest(x)     __nvvm_f2i_rn(x)
#define down(x)           __nvvm_f2i_rm(x)
#define up(x)             __nvvm_f2i_rp(x)
#define from_int(n, how)  __nvvm_i2f_##how((int)(n))
#define from_double(d, how) __nvvm_d2f_##how(d)
#define product(x, y, how) __nvvm_mul_##how##_f(x, y)
#define total(x, y, how)  __nvvm_add_##how##_f(x, y)
#define fused(x, y, z, how) __nvvm_fma_##how##_f(x, y, z)
#define within_one(x)     __nvvm_saturate_f(x)
#else
static uint permute(uint a, uint b, uint by)
{
	ulong all = (ulong)b << 32 | a;
	uint r = 0;

	for (uint k = 0; k < 4; k++) {
		uint s = by >> 4 * k & 15;
		uint v = (uint)(all >> 8 * (s & 7)) & 0xff;

		r |= (s & 8 ? (v & 0x80 ? 0xff : 0) : v) << 8 * k;
	}
	return r;
}

static int mul24_s(uint a, uint b)
{
	long x = (int)(a << 8) >> 8, y = (int)(b << 8) >> 8;

	return (int)(x * y);
}

static uint mul24_u(uint a, uint b)
{
	return (a & 0xffffff) * (b & 0xffffff);
}

static int sad(uint a, uint b, uint c)
{
	int x = (int)a, y = (int)b;

	return (int)((x > y ? a - b : b - a) + c);
}

static uint find(uint mask, uint from, int nth)
{
	int at = (int)from, left = (nth < 0 ? -nth : nth) - 1;

	if (nth == 0)
		return mask >> from & 1 ? from : ~0u;
	for (; at >= 0 && at < 32; at += nth > 0 ? 1 : -1)
		if ((mask >> at & 1) && left-- == 0)
			return (uint)at;
	return ~0u;
}

#define to_zero(x)    ((int)trunc(x))
#define to_nearest(x) ((int)rint(x))
#define down(x)       ((int)floor(x))
#define up(x)         ((int)ceil(x))

enum way { rn, rz, rm, rp };

/* A number that a double holds exactly, as a float. */
static float directed(double d, enum way how)
{
	float f = (float)d;
	int below = (double)f < d ? 1 : (double)f > d ? -1 : 0;
	int step = 0; /* to the next float away from zero, or towards it */

	if (below == 0 || how == rn)
		return f;
	if (how == rz)
		how = d > 0 ? rm : rp;
	if (how == rm && below < 0)
		step = d > 0 ? -1 : 1;
	if (how == rp && below > 0)
		step = d > 0 ? 1 : -1;
	return as_float(as_uint(f) + (uint)step);
}

#define from_int(n, how)    directed((double)(int)(n), how)
#define from_double(d, how) directed(d, how)
#define product(x, y, how)  directed((double)(x) * (double)(y), how)
#define total(x, y, how)    directed((double)(x) + (double)(y), how)
#define fused(x, y, z, how) \
	directed((double)(x) * (double)(y) + (double)(z), how)
#define within_one(x) (!((x) > 0.0f) ? 0.0f : (x) < 1.0f ? (x) : 1.0f)
#endif

LINE void native_nvptx(__global const uint *in, __global uint *out,
		       __global float *floats)
{
	size_t i = get_global_id(0);
	uint a = in[i], b = in[(i + 1) & 255], c = in[(i + 2) & 255];
	/* few enough bits for a double to be exact with */
	float x = (float)((int)a >> 10) * 0.001953125f;
	float y = (float)((int)b >> 9) * 0.0009765625f;
	float z = (float)((int)c >> 20) * 0.03125f;

	out += 10 * i;
	out[0] = permute(a, b, c & 0xffff);
	out[1] = (uint)mul24_s(a, b);
	out[2] = mul24_u(a, b);
	out[3] = (uint)sad(a >> 2, b >> 2, c);
	out[4] = find(a & b, c & 31, (int)(c >> 28) - 8);
	out[5] = (uint)to_zero(x);
	out[6] = (uint)to_nearest(x);
	out[7] = (uint)down(x);
	out[8] = (uint)up(x);
	out[9] = as_uint(within_one(z * 0.05f));
	floats += 12 * i;
	floats[0] = from_int(a, rn);
	floats[1] = from_int(a, rm);
	floats[2] = from_int(a, rp);
	floats[3] = from_double((double)x * 1e-5, rz);
	floats[4] = from_double((double)x * 1e-5, rm);
	floats[5] = from_double((double)x * 1e-5, rp);
	floats[6] = product(x, y, rz);
	floats[7] = product(x, y, rm);
	floats[8] = product(x, y, rp);
	floats[9] = total(x, y * 0.00390625f, rz);
	floats[10] = total(x, y * 0.00390625f, rm) + product(x, y, rn);
	floats[11] = fused(x, z, y, rp);
}
