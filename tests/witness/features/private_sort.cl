/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Insertion sort of each thread's own array: loops of as many rounds as the data
 * says.
 *
 * Launch: {"grid": [2, 1, 1], "block": [64, 1, 1], "args": {
 *   "data": {"type": "i32", "count": 2048, "random": [-500, 500]}}}
 */
#include "feature.h"

LINE void private_sort(__global int *data)
{
	size_t i = get_global_id(0);
	int mine[16];

	for (int k = 0; k < 16; k++) {
		int v = data[16 * i + k];
		int at = k;

		for (; at > 0 && mine[at - 1] > v; at--)
			mine[at] = mine[at - 1];
		mine[at] = v;
	}
	for (int k = 0; k < 16; k++)
		data[16 * i + k] = mine[k];
}
