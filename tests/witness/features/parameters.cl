/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Structures and vectors as parameters, with padding in them and between them.
 *
 * Launch: {"grid": [1, 1, 1], "block": [64, 1, 1], "args": {
 *   "0": ["i8 -7", "i32 100000", "i16 -300", "f64 2.5"],
 *   "v": [1, -2, 3, -4],
 *   "out": {"type": "i64", "count": 64, "zero": true},
 *   "c": [200, 100],
 *   "f": [0.5, 1.5, -2.5, 1e9]}}
 */
#include "feature.h"

struct setting {
	char tag;
	int value;
	short small;
	double real;
};

LINE void parameters(struct setting s, int4 v, __global long *out, uchar2 c,
		     float4 f)
{
	size_t i = get_global_id(0);
	long all[13] = {s.tag, s.value, s.small, (long)(s.real * 100), v.x,
			v.y,   v.z,     v.w,     c.x,                  c.y,
			(long)f.x, (long)(f.y + f.z), (long)f.w};

	out[i] = all[i % 13] * ((long)i + s.value);
}
