/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A filter over a picture, its border left alone by whole threads.
 *
 * Launch: {"grid": [3, 4, 1], "block": [16, 8, 1], "args": {
 *   "in": {"type": "u8", "count": 1536, "random": [0, 256]},
 *   "out": {"type": "u8", "count": 1536, "fill": 17}}}
 */
#include "feature.h"

KERNEL(16, 8, 1) void stencil(__global const uchar *in, __global uchar *out)
{
	int w = (int)get_global_size(0), h = (int)get_global_size(1);
	int x = (int)get_global_id(0), y = (int)get_global_id(1);
	int sum = 0, most = 0;

	if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
		return;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++) {
			int v = in[(y + dy) * w + x + dx];

			sum += v * (2 - dx * dx) * (2 - dy * dy);
			most = max(most, v);
		}
	out[y * w + x] = (uchar)(most > 250 ? 255 : sum / 16);
}
