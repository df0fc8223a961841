/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The places of a word in a text, byte by byte.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "text": {"type": "u8", "count": 300, "random": [97, 100]},
 *   "found": {"type": "u8", "count": 256, "zero": true},
 *   "longest": {"type": "i32", "count": 1, "zero": true}}}
 */
#include "feature.h"

__constant char word[] = "abcab";

LINE void string_search(__global const uchar *text, __global uchar *found,
			__global int *longest)
{
	size_t i = get_global_id(0);
	uint n = 0;

	while (word[n] && text[i + n] == word[n])
		n++;
	found[i] = (uchar)n;
	if (n > 0)
		atomic_max(longest, (int)n);
}
