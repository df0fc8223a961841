/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Rounds until a point escapes, in whole numbers of 1/4096.
 *
 * Launch: {"grid": [4, 6, 1], "block": [16, 8, 1], "args": {
 *   "out": {"type": "u8", "count": 3072, "zero": true}}}
 */
#include "feature.h"

KERNEL(16, 8, 1) void mandelbrot(__global uchar *out)
{
	int x = (int)get_global_id(0), y = (int)get_global_id(1);
	int re = (x - 44) * 170, im = (y - 24) * 200;
	int a = 0, b = 0;
	int n = 0;

	while (n < 60 && a * a / 4096 + b * b / 4096 < 4 * 4096) {
		int t = (a * a - b * b) / 4096 + re;

		b = a * b / 2048 + im;
		a = t;
		n++;
	}
	out[y * (int)get_global_size(0) + x] = (uchar)n;
}
