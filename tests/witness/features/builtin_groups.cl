/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Work-items by their numbers, in three axes; what a group does together;
 * atomic functions.
 *
 * Launch: {"grid": [2, 2, 1], "block": [8, 4, 2], "args": {
 *   "in": {"type": "i32", "count": 256, "random": [-100, 100]},
 *   "room": {"type": "i32", "count": 64, "undefined": true},
 *   "out": {"type": "u32", "count": 8192, "zero": true},
 *   "sums": {"type": "i32", "count": 16, "zero": true},
 *   "axis": 1}}
 */
__kernel __attribute__((reqd_work_group_size(8, 4, 2))) void
builtin_groups(__global const int *in, __local int *room, __global uint *out,
	       __global int *sums, uint axis)
{
	size_t in_group = get_local_id(0) + 8 * get_local_id(1) +
			  32 * get_local_id(2);
	size_t group = get_group_id(0) + 2 * get_group_id(1);
	size_t i = 64 * group + in_group;
	int x = in[i];
	event_t e;

	out += 32 * i;
	for (uint k = 0; k < 4; k++) {
		out[k] = (uint)get_global_id(k);
		out[4 + k] = (uint)get_local_id(k);
		out[8 + k] = (uint)get_group_id(k);
	}
	/* beyond the axes the specification has 1, PoCL 0 */
	for (uint k = 0; k < 3; k++) {
		out[12 + k] = (uint)get_global_size(k);
		out[16 + k] = (uint)get_local_size(k);
		out[20 + k] = (uint)get_num_groups(k);
	}
	out[24] = (uint)get_global_id(axis);
	out[25] = (uint)get_global_offset(2);
	e = async_work_group_copy(room, in + 64 * group, 64, 0);
	wait_group_events(1, &e);
	out[26] = (uint)room[63 - in_group];
	barrier(CLK_LOCAL_MEM_FENCE);
	room[in_group] = x;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint s = 32; s; s /= 2) {
		if (in_group < s)
			room[in_group] += room[in_group + s];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	out[27] = (uint)room[0];
	barrier(CLK_LOCAL_MEM_FENCE);
	e = async_work_group_copy((__global int *)out - 32 * in_group + 28,
				  room, 1, 0);
	wait_group_events(1, &e);
	atomic_add(&sums[0], x);
	atomic_sub(&sums[1], x);
	atomic_inc(&sums[2]);
	atomic_dec(&sums[3]);
	atomic_min(&sums[4], x);
	atomic_max(&sums[5], x);
	atomic_and(&sums[6], x);
	atomic_or(&sums[7], x);
	atomic_xor(&sums[8], x);
	atomic_min((__global uint *)&sums[9], (uint)x);
	atomic_max((__global uint *)&sums[10], (uint)x);
	if (i == 77) {
		sums[11] = atomic_xchg(&sums[12], 5);
		sums[13] = atomic_cmpxchg(&sums[12], 5, 6);
		sums[14] = atomic_cmpxchg(&sums[12], 5, 7);
	}
	if (in_group == 0)
		room[1] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_add(&room[1], x);
	mem_fence(CLK_LOCAL_MEM_FENCE);
	barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
	out[29] = (uint)room[1];
}
