/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Loads and stores that must all be done, in order.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "data": {"type": "u32", "count": 512, "random": [0, 4294967296]}}}
 */
#include "feature.h"

LINE void volatile_memory(__global volatile uint *data)
{
	size_t i = get_global_id(0);
	volatile uint mine[4];

	mine[i & 3] = data[2 * i];
	mine[(i + 1) & 3] = mine[i & 3] + 1;
	data[2 * i] = mine[(i + 1) & 3];
	data[2 * i] += data[2 * i + 1];
	data[2 * i + 1] = data[2 * i] ^ mine[i & 3];
}
