/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Copies by a group whose elements lie apart in global memory: gathered,
 * scattered, of numbers and vectors, more and fewer than there are work-items.
 *
 * Launch: {"grid": [3, 1, 1], "block": [48, 1, 1], "args": {
 *   "in": {"type": "i32", "count": 2400, "random": [-100000, 100000]},
 *   "four": {"type": "i32", "count": 256, "undefined": true},
 *   "room": {"type": "i32", "count": 256, "undefined": true},
 *   "out": {"type": "i32", "count": 4800, "iota": 0},
 *   "apart": 5}}
 */
__kernel __attribute__((reqd_work_group_size(48, 1, 1))) void
builtin_strided(__global const int *in, __local int4 *four, __local int *room,
		__global int *out, uint apart)
{
	size_t n = get_local_id(0), group = get_group_id(0);
	event_t e;

	in += 800 * group;
	out += 1600 * group;
	e = async_work_group_strided_copy(room, in + 3, 131, apart, 0);
	e = async_work_group_strided_copy(four, (__global const int4 *)in, 19,
					  7, e);
	wait_group_events(1, &e);
	for (size_t k = n; k < 131; k += 48)
		out[k] = room[k];
	if (n < 19) {
		out[131 + n] = four[n].x;
		out[150 + n] = four[n].y;
		out[170 + n] = four[n].z;
		out[190 + n] = four[n].w;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	room[n] = (int)(n * n);
	barrier(CLK_LOCAL_MEM_FENCE);
	e = async_work_group_strided_copy(out + 400, room, 48, 9, 0);
	e = async_work_group_strided_copy(out + 900, room, 7, apart, e);
	e = async_work_group_strided_copy((__global int4 *)(out + 1000), four,
					  19, 3, e);
	wait_group_events(1, &e);
}
