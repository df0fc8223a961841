/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Arithmetic on 8 and 16 bits: promoted, and cut off when stored.
 *
 * Launch: {"grid": [4, 1, 1], "block": [64, 1, 1], "args": {
 *   "a": {"type": "i8", "count": 256, "random": [-128, 128]},
 *   "b": {"type": "i8", "count": 256, "random": [-128, 128]},
 *   "c": {"type": "i16", "count": 256, "random": [-32768, 32768]},
 *   "d": {"type": "i16", "count": 256, "random": [-32768, 32768]},
 *   "bytes": {"type": "i8", "count": 1024, "zero": true},
 *   "shorts": {"type": "u16", "count": 1024, "zero": true}}}
 */
#include "feature.h"

LINE void int_narrow(__global const char *a, __global const char *b,
		     __global const short *c, __global const short *d,
		     __global char *bytes, __global ushort *shorts)
{
	size_t i = get_global_id(0);

	bytes[4 * i] = a[i] + b[i];
	bytes[4 * i + 1] = a[i] - b[i];
	bytes[4 * i + 2] = a[i] * b[i];
	bytes[4 * i + 3] = (uchar)a[i] > (uchar)b[i] ? a[i] ^ b[i] : a[i] & b[i];
	shorts[4 * i] = c[i] + d[i];
	shorts[4 * i + 1] = (ushort)c[i] - d[i];
	shorts[4 * i + 2] = (uint)c[i] * (uint)d[i];
	shorts[4 * i + 3] = a[i] | d[i];
}
