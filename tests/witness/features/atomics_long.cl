/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Atomics on 64 bits, in global and local memory.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "i64", "count": 256, "random": [-4000000000000000000, 4000000000000000000]},
 *   "out": {"type": "i64", "count": 6, "zero": true}}}
 */
#include "feature.h"

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

#if DEVICE
#define atom_add(p, v) atomic_add(p, v)
#define atom_min(p, v) atomic_min(p, v)
#define atom_max(p, v) atomic_max(p, v)
#define atom_xor(p, v) atomic_xor(p, v)
#endif

LINE void atomics_long(__global const long *in, __global long *out)
{
	__local long sum;
	long v = in[get_global_id(0)];

	if (get_local_id(0) == 0)
		sum = 5;
	barrier(CLK_LOCAL_MEM_FENCE);
	atom_add(&sum, v);
	atom_add(&out[0], v);
	atom_min(&out[1], v);
	atom_max(&out[2], v);
	atom_xor(&out[3], v);
	barrier(CLK_LOCAL_MEM_FENCE);
	if (get_local_id(0) == 0)
		atom_add(&out[4], (long)((ulong)sum * 3));
	/* unsigned order */
	atom_max((__global ulong *)&out[5], (ulong)v);
}
