/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Choices without branches, one after the other.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "in": {"type": "i32", "count": 256, "random": [-1000, 1000]},
 *   "out": {"type": "i32", "count": 512, "zero": true}}}
 */
#include "feature.h"

LINE void select_chain(__global const int *in, __global int *out)
{
	size_t i = get_global_id(0);
	int v = in[i];
	int r = v < -500 ? 1 : v < -100 ? v : v < 0 ? -v : v < 7 ? v * 100 :
		v < 300 ? 300 - v : v < 301 ? 0 : v < 900 ? v / 2 : 900;
	int lo = 0, hi = 999;

	for (int k = 0; k < 12; k++) {
		int mid = (lo + hi) / 2;
		bool up = mid * mid < v * v / 3;

		lo = up ? mid : lo;
		hi = up ? hi : mid;
		r = r > mid ? r - lo : r + (up ? k : -k);
	}
	out[2 * i] = r;
	out[2 * i + 1] = lo + 1000 * hi;
}
