/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Atomics on floats: sums that are exact, the least, the greatest. On PoCL by
 * compare and exchange.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "i32", "count": 256, "random": [-30000, 30000]},
 *   "out": {"type": "f32", "count": 4, "values": [0, 100, -100, 0]},
 *   "wide": {"type": "f64", "count": 1, "zero": true}}}
 */
#include "feature.h"

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

#if DEVICE
#define add_float(p, v)  atomic_add(p, v)
#define add_double(p, v) atomic_add(p, v)
#define min_float(p, v)  atomic_min(p, v)
#define max_float(p, v)  atomic_max(p, v)
#else
#define UPDATE(name, change)                                                  \
	static void name(__global float *p, float v)                          \
	{                                                                     \
		float old = *(volatile __global float *)p;                    \
		uint seen;                                                    \
                                                                              \
		while ((seen = atomic_cmpxchg((volatile __global uint *)p,    \
					      as_uint(old), as_uint(change))) \
		       != as_uint(old))                                       \
			old = as_float(seen);                                 \
	}
UPDATE(add_float, old + v)
UPDATE(min_float, old < v ? old : v)
UPDATE(max_float, old > v ? old : v)

static void add_double(__global double *p, double v)
{
	double old = *(volatile __global double *)p;
	ulong seen;

	while ((seen = atom_cmpxchg((volatile __global ulong *)p, as_ulong(old),
				    as_ulong(old + v))) != as_ulong(old))
		old = as_double(seen);
}
#endif

LINE void atomics_float(__global const int *in, __global float *out,
			__global double *wide)
{
	float v = (float)in[get_global_id(0)];

	add_float(&out[0], v);
	min_float(&out[1], v * 0.1f);
	max_float(&out[2], v * 0.1f);
	add_float(&out[3], v * 0.125f);
	add_double(wide, v * 0.0625);
}
