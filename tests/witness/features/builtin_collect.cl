/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What all work-items of a group find out together: reductions, running sums,
 * one work-item's value for all, votes; floats whose sums are exact. PoCL's
 * library lacks them: there they are loops over what all have put into local
 * memory.
 *
 * Launch: {"grid": [2, 2, 1], "block": [8, 6, 3], "args": {
 *   "in": {"type": "i32", "count": 576, "random": [-1000, 1000]},
 *   "out": {"type": "i32", "count": 18432, "zero": true},
 *   "real": {"type": "f64", "count": 9216, "zero": true}}}
 * Standard: CL3.0
 */
#if defined(__AMDGCN__) || defined(__NVPTX__)
#define ROOM
#define WITH(name, x) work_group_##name(x)
#define VALUE_OF(v, x, y, z) work_group_broadcast(v, x, y, z)
#else
#define ROOM	      __local ulong room[144]
#define WITH(name, x) loop_##name(room, x)
#define VALUE_OF(v, x, y, z) loop_one(room, v, x + 8 * (y + 6 * z))

#define LOOP(type, name, first, from, to, op)                               \
	__attribute__((overloadable)) type loop_##name(__local void *room,  \
						       type x)              \
	{                                                                   \
		__local type *all = room;                                   \
		size_t n = get_local_linear_id();                           \
		type v;                                                     \
                                                                            \
		all[n] = x;                                                 \
		barrier(CLK_LOCAL_MEM_FENCE);                               \
		v = first;                                                  \
		for (size_t k = from; k < to; k++)                          \
			v = op;                                             \
		barrier(CLK_LOCAL_MEM_FENCE);                               \
		return v;                                                   \
	}
#define LESS v < all[k] ? v : all[k]
#define MORE v > all[k] ? v : all[k]
#define LOOPS(type, least, most)                                      \
	LOOP(type, reduce_add, all[0], 1, 144, v + all[k])            \
	LOOP(type, reduce_min, all[0], 1, 144, LESS)                  \
	LOOP(type, reduce_max, all[0], 1, 144, MORE)                  \
	LOOP(type, scan_inclusive_add, all[0], 1, n + 1, v + all[k])  \
	LOOP(type, scan_inclusive_min, all[0], 1, n + 1, LESS)        \
	LOOP(type, scan_inclusive_max, all[0], 1, n + 1, MORE)        \
	LOOP(type, scan_exclusive_add, 0, 0, n, v + all[k])           \
	LOOP(type, scan_exclusive_min, most, 0, n, LESS)              \
	LOOP(type, scan_exclusive_max, least, 0, n, MORE)             \
	__attribute__((overloadable)) type loop_one(__local void *room, \
						    type x, size_t who) \
	{                                                             \
		__local type *all = room;                             \
		type v;                                               \
                                                                      \
		all[get_local_linear_id()] = x;                       \
		barrier(CLK_LOCAL_MEM_FENCE);                         \
		v = all[who];                                         \
		barrier(CLK_LOCAL_MEM_FENCE);                         \
		return v;                                             \
	}
LOOPS(int, INT_MIN, INT_MAX)
LOOPS(uint, 0, UINT_MAX)
LOOPS(long, LONG_MIN, LONG_MAX)
LOOPS(ulong, 0, ULONG_MAX)
LOOPS(float, -INFINITY, INFINITY)
LOOPS(double, -INFINITY, INFINITY)

int loop_all(__local void *room, int is)
{
	return loop_reduce_min(room, is != 0);
}

int loop_any(__local void *room, int is)
{
	return loop_reduce_max(room, is != 0);
}
#endif

__kernel __attribute__((reqd_WITH(size, 8, 6, 3))) void
builtin_collect(__global const int *in, __global int *out,
		__global double *real)
{
	size_t group = get_group_id(0) + 2 * get_group_id(1);
	size_t i = 144 * group + get_local_linear_id();
	int x = in[i];
	long wide = (long)x << 33;
	float f = (float)x / 4;
	double d = (double)x / 8;
	ROOM;

	out += 32 * i;
	real += 16 * i;
	out[0] = WITH(reduce_add, x);
	out[1] = WITH(reduce_min, x);
	out[2] = WITH(reduce_max, x);
	out[3] = WITH(scan_inclusive_add, x);
	out[4] = WITH(scan_inclusive_min, x);
	out[5] = WITH(scan_inclusive_max, x);
	out[6] = WITH(scan_exclusive_add, x);
	out[7] = WITH(scan_exclusive_min, x);
	out[8] = WITH(scan_exclusive_max, x);
	out[9] = (int)WITH(reduce_min, (uint)x);
	out[10] = (int)WITH(reduce_max, (uint)x);
	out[11] = (int)WITH(scan_exclusive_min, (uint)x);
	out[12] = (int)WITH(scan_exclusive_max, (uint)x);
	out[13] = (int)(WITH(reduce_add, wide) >> 33);
	out[14] = (int)(WITH(scan_inclusive_max, wide) >> 33);
	out[15] = (int)(WITH(scan_exclusive_add, (ulong)wide) >> 33);
	out[16] = VALUE_OF(x, 5, 4, 2);
	out[17] = WITH(all, x > -2000);
	out[18] = WITH(all, x > -900);
	out[19] = WITH(any, x > 990);
	out[20] = WITH(any, x > 2000);
	/* a loop of as many rounds for all */
	for (int k = WITH(reduce_max, x) & 3; k >= 0; k--)
		out[21] += WITH(scan_inclusive_add, x & k);
	real[0] = WITH(reduce_add, f);
	real[1] = WITH(reduce_min, f);
	real[2] = WITH(reduce_max, f);
	real[3] = WITH(scan_inclusive_add, f);
	real[4] = WITH(scan_exclusive_add, f);
	real[5] = WITH(scan_exclusive_min, f);
	real[6] = WITH(scan_exclusive_max, f);
	real[7] = VALUE_OF(f, 7, 0, 1);
	real[8] = WITH(reduce_add, d);
	real[9] = WITH(reduce_min, d);
	real[10] = WITH(scan_inclusive_max, d);
	real[11] = WITH(scan_exclusive_add, d);
	real[12] = WITH(scan_exclusive_max, d);
	real[13] = VALUE_OF(d, 0, 5, 0);
}
