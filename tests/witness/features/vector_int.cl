/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Vectors of integers: shifts, comparisons whose result is a vector, selection,
 * conversions of all elements.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "i32", "count": 2048, "random": [-2147483648, 2147483648]},
 *   "b": {"type": "i32", "count": 2048, "random": [-2147483648, 2147483648]},
 *   "out": {"type": "i32", "count": 4096, "zero": true}}}
 */
#include "feature.h"

LINE void vector_int(__global const int8 *a, __global const int8 *b,
		     __global int8 *out)
{
	size_t i = get_global_id(0);
	int8 less = a[i] < b[i];

	out[2 * i] = (a[i] & less) | (b[i] & ~less);
	out[2 * i + 1] = ((a[i] >> (b[i] & 31)) ^ (a[i] << 3)) - b[i] / 7;
}
