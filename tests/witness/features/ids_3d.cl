/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Threads and blocks in three dimensions, and all sizes.
 *
 * Launch: {"grid": [2, 3, 2], "block": [4, 2, 8], "args": {
 *   "out": {"type": "u32", "count": 1536, "zero": true}}}
 */
#include "feature.h"

KERNEL(4, 2, 8) void ids_3d(__global uint *out)
{
	size_t at = (get_global_id(2) * get_global_size(1) + get_global_id(1)) *
			    get_global_size(0) +
		    get_global_id(0);
	uint sizes = 0;

	for (uint d = 0; d < 3; d++)
		sizes = sizes * 1000 + (uint)(get_local_size(d) * 10 +
					      get_num_groups(d));
	out[2 * at] = (uint)(get_local_id(0) | get_local_id(1) << 4 |
			     get_local_id(2) << 8 | get_group_id(0) << 12 |
			     get_group_id(1) << 16 | get_group_id(2) << 20);
	out[2 * at + 1] = sizes;
}
